# SPDX-License-Identifier: GPL-2.0-only
"""Where along a key a condition flips, or the better one of two designs changes, with an interval on that value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.base.progress_view import progress_listener
from net8.figure.chart import Axis, Chart, Curve, Panel, Point, make_points
from net8.figure.drawing import draw
from net8.figure.looks import line, published_line
from net8.figure.titles import number_axis
from net8.finding.condition import Condition, read_condition
from net8.finding.measured import Case, Measured, refuse_numbers
from net8.plan.plan import Plan
from net8.schema.metrics import Metric, find_metric
from net8.schema.scale import Scale, scale_of
from net8.statistics.crossing import Crossing, Measure, find_crossing
from net8.statistics.intervals import Interval, interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DEFAULT_RUNS", "Looked", "Threshold", "crossover", "threshold"]

DEFAULT_RUNS: Final = 10
"""Replications of a point where there is chance: with fewer, Student's interval is wide."""
_WIDE: Final = 20.0
"""Ratio of the ends of a range from which on places are spread by their logarithms."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A value of the key that was simulated."""

    value: object  #: the value
    number: float  #: the value as a number
    found: tuple[Interval, ...]  #: the metric, of each design
    difference: Interval | None  #: of the first design less the second, run by run
    side: int  #: -1 below the limit, or where the first design is below the second; 1 above; 0 not told


@dataclass(frozen=True)
class Threshold:
    """Where it flips."""

    key: str  #: along which it was looked for
    metric: Metric  #: what was measured
    condition: str  #: what flips, such as "response_time < 2 s"; of two designs empty
    designs: tuple[str, ...]  #: two that were compared, or none
    low: object  #: last value at which it is surely as below
    high: object  #: first value at which it is surely as above
    best: str  #: most likely value, about
    below: int  #: side of values below the threshold, as in Looked
    limit: float | None  #: of the condition, as the metric is stored
    holds_below: bool | None  #: whether the condition holds below the threshold; None of two designs
    confidence: float  #: level of the interval
    chance: bool  #: whether runs differ
    looked: tuple[Looked, ...]  #: all that was simulated, in order
    runs: int  #: runs that were made or found in the store
    grid_runs: int  #: runs of a grid with steps as fine as the ends of the interval
    scale: Scale  #: the key as numbers
    notes: tuple[str, ...]  #: what to know about it

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        key, one, two = self.key, _plain(self.low), _plain(self.high)
        how = f" ({self.confidence:.0%} confidence{self._likely()})" if self.chance else ""
        if self.designs:
            first, second = self.designs[:: -self.below]
            return f"{self.metric.name} is less with {first} up to {key} = {one}, and with {second} from {two} on{how}"
        if self.holds_below:
            return f"{self.condition} holds up to {key} = {one}, and not from {two} on{how}"
        return f"{self.condition} holds from {key} = {two} on, and not up to {one}{how}"

    def _likely(self) -> str:
        """Say the most likely value, if any is between both ends."""
        wide = self.scale.number(self.high) - self.scale.number(self.low) > self.scale.step
        return f", most likely about {self.best}" if wide else ""

    def frame(self) -> pd.DataFrame:
        """Return one row for each value of the key that was simulated.

        @return: the value, then mean and half width of each design, and the side of the threshold
        """
        import pandas as pd

        return pd.DataFrame([self._row(each) for each in self.looked])

    def _row(self, each: Looked) -> dict[str, Any]:
        """Return what was found at a value."""
        row: dict[str, Any] = {self.key: each.value}
        for name, found in zip(self.designs or ("",), each.found, strict=True):
            ending = f", {name}" if name else ""
            row |= {f"{self.metric.column}{ending}": found.mean, f"half_width{ending}": found.half_width}
        if each.difference is not None:
            row |= {"difference": each.difference.mean, "half_width": each.difference.half_width}
        return row | {"runs": each.found[0].n, "side": each.side}

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only.

        @return: an object for json.dumps
        """
        return {
            "key": self.key, "metric": self.metric.name, "unit": self.metric.stored_unit,
            "condition": self.condition, "designs": list(self.designs), "low": self.low, "high": self.high,
            "best": self.best, "limit": self.limit, "holds_below": self.holds_below,
            "below": self.below, "confidence": self.confidence, "chance": self.chance, "runs": self.runs,
            "grid_runs": self.grid_runs, "answer": self.sentence,
            "looked": [self._row(each) for each in self.looked], "notes": list(self.notes),
        }  # fmt: skip

    def chart(self) -> Chart:
        """Return the figure: the metric along the key, with the interval of the threshold shaded.

        @return: the chart
        """
        title, unit, factor = number_axis(self.scale, self.looked[-1].number)
        scale, places = self.metric.scale, [each.number * factor for each in self.looked]
        curves = []
        for number, name in enumerate(self.designs or (self.metric.title,)):
            found = [each.found[number] for each in self.looked]
            means, halves = ([value * scale for value in column] for column in (
                [each.mean for each in found], [each.half_width or 0.0 for each in found],
            ))  # fmt: skip
            curves.append(Curve(name, "linespoints", line(number), make_points(places, means, halves)))
        if self.limit is not None:
            ends = tuple(Point(place, self.limit * scale) for place in (places[0], places[-1]))
            curves.append(Curve("limit", "lines", published_line(0), ends))
        shaded = tuple(self.scale.number(value) * factor for value in (self.low, self.high))
        note = f"shaded: the threshold, {_plain(self.low)} to {_plain(self.high)}"
        if self.chance:
            runs = sorted({each.found[0].n for each in self.looked})
            several = f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else f"{runs[0]}"
            note += f" at {self.confidence:.0%}; bars: intervals of {several} runs (Student's t)"
        return Chart(
            name=f"threshold-{self.metric.name}-{self.key}".replace("/", "-"),
            title=self.sentence,
            x=Axis(title, unit, _is_wide(self.looked[0].number, self.looked[-1].number)),
            panels=(Panel(Axis(self.metric.title, self.metric.unit), tuple(curves), shaded=(shaded[0], shaded[1])),),
            note=note,
        )  # fmt: skip

    def plot(self, folder: str | Path) -> list[Path]:
        """Draw the figure.

        @param folder: where to
        @return: SVG and PNG file
        """
        return draw(self.chart(), Path(folder))


def threshold(
    plan: Plan,
    over: Mapping[str, Sequence[object]],
    until: str,
    *,
    runs: int = DEFAULT_RUNS,
    confidence: float = 0.95,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Threshold:
    """Find where along a key a condition on a metric flips, with an interval on that value.

    @param plan: the plan; what it sweeps is left aside
    @param over: the key and the two ends of its range, such as {"listener.rate_limit": ("1", "200")}
    @param until: the condition, such as "connect_time_p95 < 30 s"; which side it holds on is found
    @param runs: replications of each point, where there is chance in the plan
    @param confidence: level of the interval
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store, from which runs are taken that were made before
    @param progress: True shows the progress, a function is called with it
    @return: the threshold
    """
    condition = read_condition(until)
    question = _Question(plan, over, {}, condition.metric, condition, runs, confidence)
    return question.answer(jobs, out, progress)


def crossover(
    plan: Plan,
    over: Mapping[str, Sequence[object]],
    between: Mapping[str, Sequence[object]],
    metric: str,
    *,
    runs: int = DEFAULT_RUNS,
    confidence: float = 0.95,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Threshold:
    """Find where along a key the better one of two designs changes: where both have the same metric.

    @param plan: the plan; what it sweeps is left aside
    @param over: the key and the two ends of its range, such as {"path.delay": ("1ms", "200ms")}
    @param between: a key and its two values, such as {"client.sdu": (2048, 8192)}, or two variants of several keys
    @param metric: such as "response_time"
    @param runs: replications of each point, where there is chance in the plan
    @param confidence: level of the interval
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store, from which runs are taken that were made before
    @param progress: True shows the progress, a function is called with it
    @return: the threshold
    """
    if len(between) != 1 or any(len(values) != 2 for values in between.values()):
        raise PlanError("two designs are compared; name one key and two values, such as client.sdu=2048,8192")
    question = _Question(plan, over, between, find_metric(metric), None, runs, confidence)
    return question.answer(jobs, out, progress)


class _Question:
    """What is asked, in a form that can be simulated."""

    def __init__(
        self,
        plan: Plan,
        over: Mapping[str, Sequence[object]],
        between: Mapping[str, Sequence[object]],
        metric: Metric,
        condition: Condition | None,
        runs: int,
        confidence: float,
    ) -> None:
        """Check what is asked."""
        refuse_numbers(plan, "threshold", confidence, runs)
        if len(over) != 1 or any(len(ends) != 2 for ends in over.values()):
            raise PlanError(
                "a threshold is looked for along one key between two values; write them, such as "
                "listener.rate_limit=1..200"
            )
        ((self.key, ends),) = over.items()
        if self.key in between:
            raise PlanError(f"{self.key} is the key of the designs as well; look along another one")
        self.plan = replace(plan, axes=(), figures=())
        self.between, self.metric, self.condition = between, metric, condition
        self.runs, self.confidence = runs, confidence
        self.scale = scale_of(self.key, tuple(ends), "net8 threshold")
        self.low, self.high = sorted(self.scale.number(step.label) for step in self._steps(ends))
        self.designs = tuple(
            f"{name} = {step.label}" for name in between for step in plan.sweep(between).axes[0].steps
        )
        self.looked: dict[float, Looked] = {}

    def _steps(self, ends: Sequence[object]) -> Sequence[Any]:
        """Return the ends of the range as the plan has them."""
        steps = self.plan.sweep({self.key: list(dict.fromkeys(ends))}).axes[0].steps
        if len(steps) < 2:
            raise PlanError(f"the range of {self.key} has one value; write two, the lower one first")
        return steps

    def _cases(self, number: float) -> list[Case]:
        """Return what is simulated at a value of the key, of each design."""
        value = self.scale.value(number)
        points = self.plan.sweep({**self.between, self.key: [value]}).with_values({"run.points": "all"})
        return [
            Case.of(
                ", ".join(f"{name} = {_plain(label)}" for name, label in point.labels.items()), point.plan
            )
            for point in points.points()
        ]

    def _measure(self, measured: Measured) -> Measure:
        """Return what simulates a value and returns what changes its sign at the threshold, of each run."""

        def measure(number: float, most: int) -> Sequence[float]:
            values = measured.values(self._cases(number), most)
            if self.condition is not None:
                left = [value - self.condition.limit for value in values[0]]
            else:
                left = [one - other for one, other in zip(*values, strict=True)]
            found = tuple(interval(each, confidence=self.confidence) for each in values)
            difference = interval(left, confidence=self.confidence) if len(values) == 2 else None
            self.looked[number] = Looked(self.scale.value(number), number, found, difference, 0)
            return left

        return measure

    def answer(self, jobs: int | None, out: str | Path, progress: bool | Tell | None) -> Threshold:
        """Simulate and answer."""
        log = self.low > 0 and _is_wide(self.low, self.high)
        with (
            progress_listener(progress) as tell,
            Measured(self.plan, self.metric, self.runs, out=out, jobs=jobs, tell=tell) as measured,
        ):
            found = find_crossing(
                self._measure(measured), self.low, self.high, runs=self.runs, confidence=self.confidence,
                step=self.scale.step, log=log, zero=self.condition.at_limit if self.condition else 0,
            )  # fmt: skip
            return self._threshold(found, measured)

    def _threshold(self, found: Crossing, measured: Measured) -> Threshold:
        """Say where it flips."""
        looked = tuple(replace(self.looked[probe.at], side=probe.side) for probe in found.probes)
        if found.low is None or found.high is None or found.best is None:
            raise PlanError(self._missing(looked, chance=measured.chance))
        below = looked[0].side
        points = round(1 / found.finest) + 1
        return Threshold(
            key=self.key, metric=self.metric, condition=self.condition.text if self.condition else "",
            designs=self.designs, low=self.scale.value(found.low), high=self.scale.value(found.high),
            best=self.scale.about(found.best), below=below,
            limit=self.condition.limit if self.condition else None,
            holds_below=self.condition.holds(below) if self.condition else None, confidence=self.confidence,
            chance=measured.chance, looked=looked, runs=measured.made,
            grid_runs=points * max(len(self.designs), 1) * (self.runs if measured.chance else 1),
            scale=self.scale,
            notes=(*measured.notes(), *self.plan.with_values({self.key: self.scale.value(found.low)}).fitted_notes),
        )  # fmt: skip

    def _missing(self, looked: Sequence[Looked], *, chance: bool) -> str:
        """Say why there is no threshold, and what would do."""
        first, last = looked[0], looked[-1]
        for end in (first, last):
            at = f"at the end {self.key} = {_plain(end.value)}"
            if end.side == 0 and not chance:
                value = end.found[0].mean * self.metric.scale
                return (
                    f"{self.metric.name} is the same with {' and '.join(self.designs)} {at} "
                    f"({f'{value:.4g} {self.metric.unit}'.rstrip()}); move that end, or compare other designs"
                )
            if end.side == 0:
                told = f"{self._asked()} {at} ({self._value(end)})"
                return f"the runs do not tell {told}; move that end, or use more --runs"
        ends = f"{_plain(first.value)} ({self._value(first)}) and {_plain(last.value)} ({self._value(last)})"
        inner = next((each for each in looked if each.side == -first.side), None)
        if inner is not None:
            return (
                f"{self._said(first.side)} at both ends, {self.key} = {ends}, but not at {_plain(inner.value)}: there "
                "are two thresholds; end the range there"
            )
        return f"{self._said(first.side)} at both ends, {self.key} = {ends}, and between: it never flips; widen --over"

    def _asked(self) -> str:
        """Say what is asked."""
        return f"whether {self.condition.text}" if self.condition else "which design is better"

    def _said(self, side: int) -> str:
        """Say what holds on a side."""
        if self.condition is None:
            return f"{self.metric.name} is less with {self.designs[side > 0]}"
        return f"{self.condition.text} {'holds' if self.condition.holds(side) else 'does not hold'}"

    def _value(self, each: Looked) -> str:
        """Write what was found at a value."""
        found = each.difference or each.found[0]
        half = f" ± {found.half_width * self.metric.scale:.2g}" if found.half_width else ""
        what = "difference " if each.difference else ""
        return f"{what}{found.mean * self.metric.scale:.4g}{half} {self.metric.unit}".rstrip()


def _is_wide(low: float, high: float) -> bool:
    """Return whether a range is so wide that its logarithms are evenly spread."""
    return low > 0 and high / low >= _WIDE


def _plain(value: object) -> str:
    """Write a value without quotes."""
    return str(value)
