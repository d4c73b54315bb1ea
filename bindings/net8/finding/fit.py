# SPDX-License-Identifier: GPL-2.0-only
"""Free parameters of a plan, fitted to measured values by least squares on simulated results."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, Final

from net8.analytic.arrays import OutOfRangeWarning
from net8.analytic.predict import predict
from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.base.progress_view import progress_listener
from net8.finding.data import Data, Measurement, read_data
from net8.finding.measured import Case, Measured, refuse_numbers
from net8.finding.recorded import calls_of_run
from net8.plan.plan import Plan
from net8.record.sources import LISTENER_PORTS
from net8.schema.metrics import Metric
from net8.schema.scale import Scale, scale_of
from net8.statistics.fitting import Fitted, Model, fit_parameters

__all__ = ["DEFAULT_RUNS", "Compared", "Fit", "Parameter", "fit"]

DEFAULT_RUNS: Final = 5
"""Replications of a point where there is chance."""
_WIDE: Final = 100.0
"""Factor between a plan's own value and the ends of what is looked at, if no range is given."""
_PLACES: Final = (1 / 6, 1 / 2, 5 / 6)
"""Where searches begin, as parts of the range."""
_WHOLE: Final = ("int", "text", "queue", "size", "rows")
"""Kinds of keys whose values are too far apart for derivatives."""
_MOST_PARAMETERS: Final = 6
_MOST_WHOLE: Final = 2
"""Keys with whole numbers, as for each value of one all others are fitted anew."""
_GRID: Final = 12
"""Whole numbers over a range at which a search begins."""
_NEAR: Final = (0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 2.0)
"""The same about a first guess, as factors."""
_DIGITS: Final = 6
"""Digits of an estimate."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A free parameter and what the data tell of it."""

    key: str  #: the key
    value: object  #: the estimate, as a plan has it
    low: object  #: lower end of its interval, None if the data do not tell it
    high: object  #: upper end
    told: bool  #: whether the data tell it
    open: bool  #: whether values far away fit as well, with the other parameters fitted anew


@dataclass(frozen=True, slots=True)
class Compared:
    """A measured value beside the one that the fitted plan gives."""

    values: Mapping[str, object]  #: value by key
    measured: float  #: in the unit in which the metric is stored
    simulated: float  #: likewise
    call: str = ""  #: the call whose time it is, if it is one

    @property
    def error(self) -> float:
        """The simulated value less the measured one, as a part of that."""
        return (self.simulated - self.measured) / self.measured if self.measured else math.inf


@dataclass(frozen=True)
class Fit:
    """The estimates, and what they are based on."""

    data: str  #: name of the file
    metric: Metric  #: what was measured
    parameters: tuple[Parameter, ...]  #: in the order in which they were asked for
    correlation: tuple[tuple[float, ...], ...]  #: of the estimates' logarithms, empty if some are not told
    condition: float  #: condition number of the scaled sensitivities
    deviation: (
        float  #: standard deviation of the residuals; of weighted ones if the file has weights or deviations
    )
    points: tuple[Compared, ...]  #: to which it was fitted
    held_out: tuple[Compared, ...]  #: to which it was not
    findings: tuple[str, ...]  #: which parameters the data cannot tell, or tell apart
    confidence: float  #: level of the intervals
    runs: int  #: runs that were made or found in the store
    plan: Plan  #: the plan with the fitted values, marked as such
    notes: tuple[str, ...]  #: what to know about it

    @property
    def prediction_error(self) -> float | None:
        """Mean size of the error of held-out points, as a part of what was measured; None without any."""
        sizes = [abs(each.error) for each in self.held_out]
        return math.fsum(sizes) / len(sizes) if sizes else None

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only.

        @return: an object for json.dumps
        """
        return {
            "data": self.data, "metric": self.metric.name, "unit": self.metric.stored_unit,
            "confidence": self.confidence,
            "parameters": [
                {"key": each.key, "value": each.value, "low": each.low, "high": each.high, "told": each.told,
                 "open": each.open}
                for each in self.parameters
            ],
            "correlation": [list(row) for row in self.correlation],
            "condition": self.condition if math.isfinite(self.condition) else None,
            "deviation": self.deviation, "findings": list(self.findings),
            "points": [_object(each) for each in self.points],
            "held_out": [_object(each) for each in self.held_out], "prediction_error": self.prediction_error,
            "runs": self.runs, "notes": list(self.notes),
        }  # fmt: skip


def _object(each: Compared) -> dict[str, Any]:
    """Return a measured value for JSON."""
    error = each.error if math.isfinite(each.error) else None
    return {
        "values": dict(each.values),
        **({"call": each.call} if each.call else {}),
        "measured": each.measured,
        "simulated": each.simulated,
        "error": error,
    }


def fit(
    plan: Plan,
    data: str | Path,
    free: Sequence[str] | Mapping[str, tuple[object, object] | None],
    *,
    hold_out: float = 0.0,
    runs: int = DEFAULT_RUNS,
    confidence: float = 0.95,
    ports: Collection[int] = LISTENER_PORTS,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Fit:
    """Fit free parameters of a plan to measured values.

    @param plan: the plan; what it sweeps is left aside
    @param data: a capture, a recording, a trace of event 10046 or the folder of a run, to whose times of calls it is
        fitted; or a CSV with a column for each key that varies and one of a metric with its unit, such as
        "client.array_size,response_time (s)", or one of such files, "client.array_size,file"; further columns may be sd
        and weight
    @param free: the keys, or each with the two ends of its range; without one, from a hundredth of the plan's value to
        a hundred times as much
    @param hold_out: part of the points to which nothing is fitted, but which are predicted
    @param runs: replications of each point, where there is chance in the plan
    @param confidence: level of the intervals
    @param ports: TCP ports of listeners, for captures
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store, from which runs are taken that were made before
    @param progress: True shows the progress, a function is called with it
    @return: the estimates
    """
    refuse_numbers(plan, "fit", confidence, runs)
    ranges = free if isinstance(free, Mapping) else dict.fromkeys(free)
    task = _Task(plan, read_data(data, ports), ranges, hold_out)
    with (
        progress_listener(progress) as tell,
        Measured(plan, task.data.metric, runs, out=out, jobs=jobs, tell=tell) as measured,
    ):
        return task.fit(measured, confidence)


class _Free:
    """A free parameter: its scale and its range."""

    def __init__(self, plan: Plan, key: str, ends: tuple[object, object] | None) -> None:
        """Find the range."""
        if ends is None:
            self.scale = scale_of(key, (_own(plan, key),), "net8 fit")
            own = self.scale.number(plan.sweep({key: [_own(plan, key)]}).axes[0].steps[0].label)
            if own <= 0:
                raise PlanError(
                    f"{key} is {_own(plan, key)} in the plan, from which no search can begin; write its range, such as "
                    f"{key}={self.scale.value(1e4)}..{self.scale.value(1e6)}"
                )
            known = self.scale.key
            least, most = max(own / _WIDE, known.low), min(own * _WIDE, known.high)
            self.bounds = least, 0.999 if known.kind == "fraction" else most
        else:
            self.scale = scale_of(key, ends, "net8 fit")
            steps = plan.sweep({key: list(dict.fromkeys(ends))}).axes[0].steps
            low, high = sorted(self.scale.number(step.label) for step in (steps[0], steps[-1]))
            if not 0 < low < high:
                raise PlanError(
                    f"the range of {key} must begin above zero and end higher; write two such values"
                )
            self.bounds = low, high
        self.whole = self.scale.key.kind in _WHOLE
        if self.whole:
            self.bounds = max(math.ceil(self.bounds[0]), 1), math.floor(self.bounds[1])

    def grid(self, near: float | None) -> list[int]:
        """Return whole numbers at which a search begins: over the range, or about a first guess."""
        low, high = self.bounds
        if near is None:
            found = [self.at(part / (_GRID - 1)) for part in range(_GRID)]
        else:
            found = [min(max(near * factor, low), high) for factor in _NEAR]
        return sorted({round(number) for number in found})

    def at(self, part: float) -> float:
        """Return a value between the ends, by logarithms."""
        low, high = map(math.log, self.bounds)
        return math.exp((1 - part) * low + part * high)


def _own(plan: Plan, key: str) -> object:
    """Return the value of a plan for a key."""
    value = plan[key]
    if value is None or isinstance(value, Mapping):
        raise PlanError(f"{key} has no single value in the plan; write its range, such as {key}=LOW..HIGH")
    return value


class _Task:
    """Everything that is known before anything is simulated."""

    def __init__(
        self, plan: Plan, data: Data, free: Mapping[str, tuple[object, object] | None], hold_out: float
    ) -> None:
        """Check what is asked."""
        self.plan = replace(plan, axes=(), figures=())
        self.data = data
        if not free or len(free) > _MOST_PARAMETERS:
            raise PlanError(
                f"{len(free)} parameters are free; name 1 to {_MOST_PARAMETERS}, such as path.delay,client.row_time"
            )
        if both := next((key for key in free if key in data.keys), None):
            raise PlanError(f"{both} is free and a column of {data.path}; leave it out of one of them")
        if not 0 <= hold_out < 1:
            raise PlanError(
                f"the part {hold_out} that is held out is not from 0 to below 1; use one such as 0.3"
            )
        self.free = {key: _Free(self.plan, key, ends) for key, ends in free.items()}
        if len(whole := [key for key, each in self.free.items() if each.whole]) > _MOST_WHOLE:
            raise PlanError(
                f"{', '.join(whole)} have whole numbers, and at most {_MOST_WHOLE} such keys are fitted at once; set "
                "the others"
            )
        held = [math.floor((at + 1) * hold_out) > math.floor(at * hold_out) for at in range(len(data.rows))]
        self.used = [row for row, out in zip(data.rows, held, strict=True) if not out]
        self.held = [row for row, out in zip(data.rows, held, strict=True) if out]
        self._check()
        self._bases = {row.line: self._base(row) for row in {row.line: row for row in data.rows}.values()}

    def _check(self) -> None:
        """Refuse data that tell nothing."""
        number, name = len(self.used), self.data.metric.name
        if number < len(self.free):
            raise PlanError(
                f"{self.data.path} has {number} points to fit, fewer than the {len(self.free)} free parameters; add "
                "points, or free fewer"
            )
        # Equal calls tell the time of one, as replications do.
        if not self.data.calls and number > 1 and len({row.measured for row in self.used}) == 1:
            raise PlanError(
                f"all {number} values of {name} in {self.data.path} are equal; data without variance tell nothing of a "
                "parameter, so add points at which it differs"
            )
        if any(not row.weight for row in self.used):
            raise PlanError(f"{self.data.path} has a weight of 0; leave such rows out")

    def _base(self, row: Measurement) -> Plan:
        """Return the plan of a row."""
        try:
            swept = self.plan.sweep({key: [value] for key, value in row.values.items()})
            return next(iter(swept.points())).plan
        except PlanError as error:
            raise PlanError(error.message, where=self.data.where(row)) from None

    def _settings(self, numbers: Sequence[float]) -> dict[str, object]:
        """Return the values of the free parameters as a plan has them."""
        return {
            key: free.scale.value(number)
            for (key, free), number in zip(self.free.items(), numbers, strict=True)
        }

    def _plans(self, lines: Iterable[int], numbers: Sequence[float]) -> list[Plan]:
        """Return the plan of each line with values of the free parameters."""
        values = self._settings(numbers)
        return [self._bases[line].with_values(values, where="net8 fit") for line in lines]

    def _simulate(
        self, measured: Measured, rows: Sequence[Measurement], numbers: Sequence[float]
    ) -> list[float]:
        """Return the metric of each row, means over replications."""
        lines = list(dict.fromkeys(row.line for row in rows))
        cases = [
            Case.of(f"the point of line {line}" if line else "the plan", plan)
            for line, plan in zip(lines, self._plans(lines, numbers), strict=True)
        ]
        if not self.data.calls:
            by_line = dict(zip(lines, measured.values(cases), strict=True))
            return [math.fsum(by_line[row.line]) / len(by_line[row.line]) for row in rows]
        runs = dict(zip(lines, measured.runs_of(cases), strict=True))
        times = {line: [self._times(measured.folder_of(run), line) for run in runs[line]] for line in lines}
        return [
            math.fsum(each[row.call] for each in times[row.line]) / len(times[row.line])
            for row in rows
            if row.call is not None
        ]

    def _times(self, folder: Path, line: int) -> list[float]:
        """Return the times of the calls of a run."""
        name, asked = self.data.calls[line]
        return calls_of_run(folder, asked, name)

    def _predict(self, numbers: Sequence[float]) -> list[float] | None:
        """Return what closed forms say of each row; None if they do not cover one."""
        if self.data.calls:
            return None
        found = []
        for plan in self._plans((row.line for row in self.used), numbers):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", OutOfRangeWarning)
                band = predict(plan).get(self.data.metric.name)
            if band is None:
                return None
            found.append(band.value)
        return found

    def _search(
        self, model: Model, start: Sequence[float], confidence: float, near: Sequence[float] | None = None
    ) -> Fitted:
        """Fit the parameters of a model; whole numbers are looked for over their ranges, or about a first guess."""
        whole = {
            number: free.grid(None if near is None else near[number])
            for number, free in enumerate(self.free.values())
            if free.whole
        }
        deviations = [row.deviation for row in self.used if row.deviation is not None]
        return fit_parameters(
            model, [row.measured for row in self.used], [start], [free.bounds for free in self.free.values()],
            deviations=deviations or None, weights=[row.weight for row in self.used], whole=whole,
            confidence=confidence,
        )  # fmt: skip

    @property
    def _tells(self) -> bool:
        """Whether there is something to tell intervals from."""
        return len(self.used) > len(self.free) or self.used[0].deviation is not None

    def _start(self, model: Model) -> Sequence[float]:
        """Return the best of some places in the ranges, for a model."""
        places = [[free.at(part) for part in _PLACES] for free in self.free.values()]
        lattice = list(product(*places)) if len(places) <= 2 else [tuple(column[1] for column in places)]

        def square(numbers: Sequence[float]) -> float:
            pairs = zip(model(numbers), self.used, strict=True)
            return math.fsum(row.weight * (value - row.measured) ** 2 for value, row in pairs)

        return min(lattice, key=square)

    def fit(self, measured: Measured, confidence: float) -> Fit:
        """Fit: closed forms say where to begin, simulation decides."""

        def simulated(numbers: Sequence[float]) -> list[float]:
            return self._simulate(measured, self.used, numbers)

        def predicted(numbers: Sequence[float]) -> list[float]:
            return self._predict(numbers) or []

        notes, near = [*self.data.notes], None
        if self._predict([free.at(0.5) for free in self.free.values()]) is not None:
            guess = self._search(predicted, self._start(predicted), confidence)
            start: Sequence[float] = [each.value for each in guess.estimates]
            near = start
        else:
            notes.append(
                f"no closed form has a {self.data.metric.name} of these plans: the first guess was simulated"
            )
            start = self._start(simulated)
        found = self._search(simulated, start, confidence, near)
        return self._report(measured, found, confidence, notes)

    def _report(self, measured: Measured, found: Fitted, confidence: float, notes: list[str]) -> Fit:
        """Say what was found."""
        numbers = [float(f"{each.value:.{_DIGITS}g}") for each in found.estimates]
        held = self._simulate(measured, self.held, numbers) if self.held else []
        parameters = tuple(
            Parameter(
                key, free.scale.about(each.value, _DIGITS), _end(free.scale, each.low), _end(free.scale, each.high),
                each.low is not None, each.open,
            )
            for (key, free), each in zip(self.free.items(), found.estimates, strict=True)
        )  # fmt: skip
        before = {key: said for key, said in self.plan.fitted.items() if key not in self.free}
        told = before | {
            each.key: f"{each.low} to {each.high} at {confidence:.0%}, from {self.data.path.name}"
            if each.told
            else f"not told by {self.data.path.name}"
            for each in parameters
        }
        if not self._tells:
            notes.append(
                "as many points as free parameters leave nothing to tell intervals from; add points, or sd"
            )
        return Fit(
            data=self.data.path.name, metric=self.data.metric, parameters=parameters,
            correlation=found.correlation, condition=found.condition, deviation=found.deviation,
            points=_compared(self.used, found.values), held_out=_compared(self.held, held),
            findings=tuple(self._findings(found)), confidence=confidence, runs=measured.made,
            plan=self.plan.with_values({**self._settings(numbers), "fitted": told}),
            notes=(*notes, *measured.notes()),
        )  # fmt: skip

    def _findings(self, found: Fitted) -> list[str]:
        """Say which parameters the data cannot tell, or tell apart."""
        keys = list(self.free)
        said = [f"{keys[number]} has no effect on these points" for number in found.idle]
        said += [
            f"these points cannot tell {' and '.join(keys[number] for number in group)} apart"
            for group in found.confounded
        ]
        for one, other in found.alike:
            how = found.correlation[one][other]
            said.append(f"{keys[one]} and {keys[other]} are hard to tell apart: correlation {how:+.3f}")
        said += [
            f"{key} may be four times as large or small: with the others fitted anew that is as good"
            for key, each in zip(keys, found.estimates, strict=True)
            if each.open
        ]
        for number, ((key, free), each) in enumerate(zip(self.free.items(), found.estimates, strict=True)):
            if number in found.idle:
                continue
            if free.whole and each.low is None and self._tells:
                said.append(f"all whole numbers of the range of {key} fit these points")
            elif any(abs(math.log(each.value / bound)) < 0.02 for bound in free.bounds):
                said.append(f"{key} ends at an end of its range, {free.scale.about(each.value)}; widen it")
        return said


def _end(scale: Scale, number: float | None) -> object:
    """Write an end of an interval."""
    if number is None:
        return None
    return str(scale.value(number)) if scale.key.kind in _WHOLE else scale.about(number)


def _compared(rows: Sequence[Measurement], values: Sequence[float]) -> tuple[Compared, ...]:
    """Put measured and simulated values side by side."""
    return tuple(
        Compared(row.values, row.measured, value, row.name) for row, value in zip(rows, values, strict=True)
    )
