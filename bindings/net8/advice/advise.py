# SPDX-License-Identifier: GPL-2.0-only
"""Advice on a plan: which values are best, what they gain, what they cost, and which make no difference."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.advice.choices import Choice, Choices, common_axes
from net8.advice.flips import Flip, find_flips
from net8.advice.forms import Forms
from net8.advice.objective import Objective
from net8.advice.objective import objective as objective_of
from net8.advice.recorded import Recorded
from net8.advice.search import Search
from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.base.progress_view import progress_listener
from net8.plan.plan import Plan, require_plan
from net8.replaying.result import Replay
from net8.schema.distributions import mean
from net8.statistics.intervals import Interval, interval
from net8.sweep.trials import Trials

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Advice", "Effect", "Tried", "advise"]


_NO_SETTINGS: Final = ("run.points", "fitted")
"""What is no setting: by the first all combinations are looked at, the second marks values that were fitted."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A combination that was simulated."""

    values: Mapping[str, object]  #: value by key; empty for the plan as it is
    predicted: float | None  #: what the closed forms say, None if nothing
    measured: Interval | None  #: mean of its runs and its interval; None if a run has no value
    loss: float  #: by how much it is worse than the advised one, as a part of that
    memory_bytes: float  #: memory that it takes
    session_bytes: float | None  #: TNS bytes of a session, both directions
    round_trips: float | None  #: round trips of a session
    server_s: float | None  #: work of the server for a query, seconds
    failed: float  #: share of the sessions that failed, in all of its runs
    error: str = ""  #: why a run has no value


@dataclass(frozen=True, slots=True)
class Effect:
    """What another value of one key changes, with the others as advised."""

    key: str  #: the key
    value: object  #: its value
    loss: float  #: by how much that is worse than what is advised, as a part of it
    simulated: bool  #: whether it was simulated, not estimated by the surrogate
    deviation: float = 0.0  #: standard deviation of an estimate, as a part

    def settled(self, margin: float) -> bool:
        """Return whether it was simulated, or estimated well enough.

        @param margin: what makes no difference
        @return: whether it is known
        """
        return self.simulated or self.deviation <= max(margin, abs(self.loss) / 2)


@dataclass(frozen=True)
class Advice:
    """The answer, and what it is based on."""

    metric: str  #: what shall be good
    unit: str  #: unit of its values
    less: bool  #: whether less of it is better
    values: Mapping[str, object]  #: advised value by key; empty if the plan is best as it is
    settings: Mapping[str, object]  #: what to set in the plan for it, by key
    best: Tried  #: the advised combination
    own: Tried  #: the plan as it is
    gain: tuple[float, float, float] | None  #: better by this part of what the plan has, and its interval
    confidence: float  #: level of intervals
    margin: float  #: what makes no difference, as a part of the value
    chance: bool  #: whether runs differ
    sure: bool  #: whether all others are worse or as good at that level, of those that were compared
    tried: tuple[Tried, ...]  #: all that was simulated, the best first
    around: Mapping[
        str, object
    ]  #: the combination around which effects are told: what is advised, or the best one
    effects: tuple[Effect, ...]  #: what each key changes there
    flips: tuple[Flip, ...]  #: where on the path the advice is another
    runs: int  #: runs that were made or found in the store
    grid_runs: int  #: runs of all combinations
    notes: tuple[str, ...]  #: what to know about it

    @property
    def idle(self) -> tuple[str, ...]:
        """Keys of which no value makes a difference."""
        keys = dict.fromkeys(effect.key for effect in self.effects)
        return tuple(
            key
            for key in keys
            if all(
                abs(effect.loss) <= self.margin and effect.settled(self.margin)
                for effect in self.effects
                if effect.key == key
            )
        )

    def frame(self) -> pd.DataFrame:
        """Return one row for each combination that was simulated, the best first.

        @return: its values, then the fields of Tried
        """
        import pandas as pd

        return pd.DataFrame([{**tried.values, **_numbers(tried)} for tried in self.tried])

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only.

        @return: an object for json.dumps
        """
        gain = self.gain and dict(zip(("part", "low", "high"), self.gain, strict=True))
        return {
            "for": self.metric, "unit": self.unit, "less_is_better": self.less, "values": dict(self.values),
            "settings": dict(self.settings), "gain": gain, "confidence": self.confidence, "margin": self.margin,
            "chance": self.chance, "sure": self.sure, "runs": self.runs, "grid_runs": self.grid_runs,
            "best": _object(self.best), "own": _object(self.own), "no_difference": list(self.idle),
            "around": dict(self.around),
            "effects": [
                {"key": each.key, "value": each.value, "loss": each.loss, "simulated": each.simulated,
                 "deviation": each.deviation}
                for each in self.effects
            ],
            "flips": [
                {"key": each.key, "from": each.at, "values": dict(each.values), "at": each.end, "loss": each.loss,
                 "simulated": each.simulated}
                for each in self.flips
            ],
            "tried": [_object(each) for each in self.tried], "notes": list(self.notes),
        }  # fmt: skip


def _numbers(tried: Tried) -> dict[str, Any]:
    """Return what was found of a combination."""
    found = tried.measured
    return {
        "predicted": tried.predicted, "mean": found and found.mean, "half_width": found and found.half_width,
        "runs": found.n if found else 0, "loss": tried.loss if math.isfinite(tried.loss) else None,
        "memory_bytes": tried.memory_bytes, "session_bytes": tried.session_bytes,
        "round_trips": tried.round_trips, "server_s": tried.server_s, "failed": tried.failed, "error": tried.error,
    }  # fmt: skip


def _object(tried: Tried) -> dict[str, Any]:
    """Return a combination for JSON."""
    return {"values": dict(tried.values), **_numbers(tried)}


def advise(
    plan: Plan | Replay,
    over: Mapping[str, Sequence[object]] | None = None,
    *,
    objective: str | None = None,
    runs: int | None = None,
    confidence: float = 0.95,
    margin: float = 0.01,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Advice:
    """Find the best values of some keys for a plan: closed forms and a surrogate propose, simulation decides.

    @param plan: the plan; what it sweeps is left aside; or what net8.replay found: its session with the most calls, on
        the network that was asked for
    @param over: values to choose from, by key; by default usual ones of those that matter for the objective
    @param objective: metric that shall be good, such as "response_time", "throughput" or "logon_time"; by default
        "response_time", and "transaction_time" of a recorded session
    @param runs: most runs; by default a twentieth of those of all combinations
    @param confidence: level at which the winner is told from others
    @param margin: what makes no difference, as a part of the value
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store, from which runs are taken that were made before
    @param progress: True shows the progress, a function is called with it
    @return: the advice
    """
    _check(confidence, margin, runs)
    with tempfile.TemporaryDirectory(prefix="net8-advise-") as folder, progress_listener(progress) as tell:
        subject = Recorded(plan, Path(folder)) if isinstance(plan, Replay) else plan
        recorded = subject if isinstance(subject, Recorded) else None
        goal = objective_of(objective or ("transaction_time" if recorded else "response_time"))
        choices = _choices(subject, over, goal)
        seed = int(str(choices.own.task.plan["run.seed"]))
        with Trials(Path(out), seed, runs or 10, jobs or len(os.sched_getaffinity(0)), tell) as trials:
            forms = Forms(choices, goal, recorded.form if recorded else None)
            search = Search(choices, goal, trials, forms, confidence, margin)
            best = search.run(runs)
            return _Report(search, recorded).advice(best)


def _choices(plan: Plan | Recorded, over: Mapping[str, Sequence[object]] | None, goal: Objective) -> Choices:
    """Return what may be chosen for a plan, or for a recorded session."""
    if isinstance(plan, Recorded):
        plan.check(over or {})
        return Choices.of(plan.plan, over if over is not None else plan.axes(), plan.shaped)
    require_plan(plan)
    if plan["run.partition"]:
        raise PlanError(
            "net8 advise simulates in processes of this machine; leave run.partition out",
            where=plan.where("run.partition"),
        )
    return Choices.of(plan, over if over is not None else common_axes(plan, goal.metric.name))


def _check(confidence: float, margin: float, runs: int | None) -> None:
    """Refuse numbers that make no sense."""
    if not 0 < confidence < 1:
        raise PlanError(f"confidence = {confidence} is not between 0 and 1; use a number such as 0.95")
    if not 0 <= margin < 1:
        raise PlanError(f"margin = {margin} is not from 0 to 1; use a number such as 0.01 for 1 %")
    if runs is not None and runs < 4:
        raise PlanError(f"runs = {runs} are too few to compare anything; use 4 or more")


class _Report:
    """Says what a search has found."""

    def __init__(self, search: Search, recorded: Recorded | None) -> None:
        """Take a search that is over, and what was recorded, if that was what was asked about."""
        self.search, self.choices, self.goal, self.recorded = search, search.choices, search.goal, recorded

    def advice(self, best: Choice) -> Advice:
        """Return the advice.

        @param best: the advised combination
        @return: all that is to say
        """
        search, goal, own = self.search, self.goal, self.choices.own
        base = search.mean(best)
        if not 0 < base < math.inf:
            raise PlanError(self._absent())
        flips, told = find_flips(search, best)
        around = best if best.number >= 0 else search.leader
        tried = sorted((self._tried(each, best) for each in search.seen()), key=lambda each: each.loss)
        return Advice(
            metric=goal.metric.name, unit=goal.metric.stored_unit, less=goal.less, values=best.labels,
            settings=self._settings(best), best=self._tried(best, best), own=self._tried(own, best),
            gain=self._gain(best), confidence=search.confidence, margin=search.margin, chance=search.chance,
            sure=not search.open, tried=tuple(tried), around=around.labels, effects=self._effects(around),
            flips=flips, runs=search.trials.made, grid_runs=search.grid_runs,
            notes=(*self._notes(), *told),
        )  # fmt: skip

    def _absent(self) -> str:
        """Say that no run has a value."""
        rows = [row for choice in self.search.seen() for row in self.search.trials.of(choice).values()]
        error = next((row.error for row in rows if row.error), "")
        name = self.goal.metric.name
        why = f" ({error})" if error else ""
        return f"no run of the plan has a {name}{why}; choose another with --for, or a plan that has it"

    def _settings(self, best: Choice) -> dict[str, object]:
        """Return the keys that the advised combination has other values of than the plan."""
        own, new = self.choices.own.task.plan, best.task.plan
        changed = {
            path: new[path]
            for path in new
            if path not in _NO_SETTINGS and (path not in own or own[path] != new[path])
        }
        return self.recorded.settings(changed) if self.recorded else changed

    def _tried(self, choice: Choice, best: Choice) -> Tried:
        """Return what was found of a combination."""
        search = self.search
        rows = search.trials.of(choice)
        values = [search.goal.value(row.metrics) for row in rows.values()]
        whole = [value for value in values if value is not None]
        if not search.chance:
            whole = whole[:1]
        measured = (
            interval(whole, confidence=search.confidence) if len(whole) and None not in values else None
        )
        sessions, failed = (
            math.fsum(row.metrics.get(name) or 0.0 for row in rows.values()) for name in ("sessions", "failed_sessions")
        )  # fmt: skip
        runs = search.trials.of(best).keys() & rows.keys()
        form = search.forms.values.get(choice.number)
        if choice.number < 0:
            form = search.forms.predicted(choice.task.plan)[0]
        error = next((row.error for row in rows.values() if row.error), "")
        loss = search.goal.loss(search.mean(choice, runs), search.mean(best, runs)) if runs else math.inf
        return Tried(
            choice.labels, form, measured, loss, choice.memory_bytes, self._metric(choice, "bytes"),
            self._metric(choice, "round_trips"), self._server_s(choice), failed / sessions if sessions else 0.0, error,
        )  # fmt: skip

    def _metric(self, choice: Choice, column: str) -> float | None:
        """Return the mean of a metric over the runs of a combination."""
        found = [row.metrics.get(column) for row in self.search.trials.of(choice).values()]
        known = [value for value in found if value is not None]
        return math.fsum(known) / len(known) if known else None

    def _server_s(self, choice: Choice) -> float | None:
        """Return the work of the server for a query: that of its calls, rows and packets."""
        plan = choice.task.plan
        total = 0.0
        for column, keys in (
            ("fetch_calls", ("server.call_time", "server.call_cpu_time")),
            ("rows", ("server.row_time",)),
            ("reply_packets", ("server.packet_time",)),
        ):
            count = self._metric(choice, column)
            if count is None:
                return None
            total += count * math.fsum(float(mean(plan[key])) for key in keys)
        return total

    def _gain(self, best: Choice) -> tuple[float, float, float] | None:
        """Return by how much the advised combination is better than the plan as it is, and the interval."""
        search, own = self.search, self.choices.own
        if best is own:
            return 0.0, 0.0, 0.0
        found = search.difference(own, best, search.confidence)
        base = search.mean(own)
        if found is None or not 0 < base < math.inf:
            return None
        sign = 1 if search.goal.less else -1
        low, high = sorted((sign * found.low / base, sign * found.high / base))
        return sign * found.difference / base, low, high

    def _effects(self, best: Choice) -> tuple[Effect, ...]:
        """Return what other values of each key change."""
        search, found = self.search, []
        base = search.expected(best)
        for axis in self.choices.axes:
            for choice in self.choices.neighbours(best, axis):
                both = search.trials.of(choice).keys() & search.trials.of(best).keys()
                if both:
                    loss = search.goal.loss(search.mean(choice, both), search.mean(best, both))
                else:
                    loss = search.goal.loss(search.expected(choice), base)
                spread = 0.0 if both else float(search.surrogate.deviation[choice.number])
                found.append(Effect(axis, choice.labels[axis], loss, bool(both), spread))
        return tuple(found)

    def _notes(self) -> list[str]:
        """Say what limits the advice."""
        search, notes = self.search, self.recorded.notes() if self.recorded else []
        if not search.forms.values:
            why = "; ".join(search.forms.predicted(self.choices.own.task.plan)[1][:2])
            notes.append(f"no closed form has a {self.goal.metric.name} of these plans{why and ': ' + why}")
        notes += [f"{_named(labels)} cannot be: {why}" for labels, why in self.choices.refused[:3]]
        if len(self.choices.refused) > 3:
            notes.append(f"{len(self.choices.refused) - 3} more combinations cannot be")
        if search.open:
            names = "; ".join(_named(choice.labels) for choice in search.open[:3])
            notes.append(
                f"the runs did not tell the winner from {names} at {search.confidence:.0%}; --runs allows more"
            )
        if any(tried.failed for tried in (self._tried(choice, self.choices.own) for choice in search.seen())):
            notes.append("sessions failed in some runs: each counts as one that has to be repeated")
        return notes + self.choices.own.task.plan.fitted_notes


def _named(labels: Mapping[str, object]) -> str:
    """Name a combination."""
    return ", ".join(f"{key} = {value}" for key, value in labels.items()) or "the plan as it is"
