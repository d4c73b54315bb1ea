# SPDX-License-Identifier: GPL-2.0-only
"""A metric of plans that a search asks for, from as many replications as there is chance in them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.campaign.results import loses_at_random
from net8.plan.plan import Plan, require_plan
from net8.plan.resolve import Task, resolve
from net8.schema.metrics import COUNTS, Metric
from net8.store.database import Row
from net8.sweep.sweep import MOST_RUNS
from net8.sweep.trials import Trials

__all__ = ["LEAST_REPLICATIONS", "Case", "Measured", "refuse_confidence", "refuse_numbers"]

LEAST_REPLICATIONS: Final = 3
"""Fewest replications of a point with chance in it."""
_ENDS: Final = 2
"""Looks with two runs each: where they are equal, there is no chance in the plan."""


@dataclass(frozen=True, slots=True)
class Case:
    """A plan that is simulated."""

    name: str  #: for messages
    task: Task  #: what is simulated
    digest: str  #: hash of that

    @classmethod
    def of(cls, name: str, plan: Plan) -> Case:
        """Resolve a plan.

        @param name: what to call it
        @param plan: the plan, without a sweep
        @return: the case
        """
        task = resolve(plan)
        return cls(name, task, task.digest())


class Measured:
    """Simulates plans and returns a metric of them; runs that the store has are taken from it."""

    def __init__(
        self, plan: Plan, metric: Metric, runs: int, *, out: str | Path, jobs: int | None, tell: Tell | None
    ) -> None:
        """Prepare.

        @param plan: the plan whose seed all cases have
        @param metric: the metric
        @param runs: replications of each case, if there is chance in it
        @param out: output folder with the store
        @param jobs: simulations at once; by default one per processor
        @param tell: told the progress
        """
        self.metric, self.runs = metric, runs
        self.chance = False  #: whether runs of a case differ
        self.failed = False  #: whether sessions failed that the metric leaves out
        self._looks = 0
        self._out = Path(out)
        seed = int(str(plan["run.seed"]))
        self._trials = Trials(self._out, seed, MOST_RUNS, jobs, tell)
        self._stack = ExitStack()

    def __enter__(self) -> Measured:
        """Open the store and start processes."""
        self._stack.enter_context(self._trials)
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the processes and close the store."""
        self._stack.close()

    @property
    def made(self) -> int:
        """Runs that were made, or found in the store."""
        return self._trials.made

    def values(self, cases: Sequence[Case], most: int | None = None) -> list[list[float]]:
        """Return the metric of each run of some cases, the same runs of all of them.

        @param cases: the cases
        @param most: most replications; by default all
        @return: values in order of run numbers, one where there is no chance
        """
        runs = self.runs_of(cases, most)
        return [[self._value(case, row) for row in each] for case, each in zip(cases, runs, strict=True)]

    def runs_of(self, cases: Sequence[Case], most: int | None = None) -> list[list[Row]]:
        """Return the finished runs of some cases, the same ones of all of them.

        @param cases: the cases
        @param most: most replications; by default all
        @return: runs in order of their numbers, one where there is no chance
        """
        self._looks += 1
        self.chance = self.chance or any(loses_at_random(case.task.plan) for case in cases)
        if not self.chance:
            first = 2 if self._looks <= _ENDS else 1
            rows = self._rows(cases, first)
            self.chance = any(len({row.digest for row in each}) > 1 for each in rows)
        rows = self._rows(cases, min(self.runs, most or self.runs) if self.chance else 1)
        for case, each in zip(cases, rows, strict=True):
            if failed := next((row for row in each if row.status != "ok"), None):
                raise PlanError(f"{case.name} cannot be simulated: {failed.error}")
        return rows

    def folder_of(self, row: Row) -> Path:
        """Return the folder of a run.

        @param row: the run
        @return: its folder
        """
        return self._out / "data" / row.folder

    def _rows(self, cases: Sequence[Case], runs: int) -> list[list[Row]]:
        """Return the first runs of each case."""
        numbers = range(1, runs + 1)
        self._trials.run((case, run) for run in numbers for case in cases)
        return [[self._trials.of(case)[run] for run in numbers] for case in cases]

    def _value(self, case: Case, row: Row) -> float:
        """Return the metric of a run."""
        value = row.metrics.get(self.metric.column)
        if value is None:
            why = f" ({row.error})" if row.error else ""
            raise PlanError(
                f"run {row.run} of {case.name} has no {self.metric.name}{why}; choose a metric or a range that has it"
            )
        self.failed = self.failed or bool(row.metrics.get("failed_sessions"))
        return value

    def notes(self) -> list[str]:
        """Return what to know about the values."""
        if self.failed and self.metric.name not in COUNTS:
            return [f"sessions failed in some runs; {self.metric.name} leaves them out"]
        return []


def refuse_numbers(plan: Plan, verb: str, confidence: float, runs: int) -> None:
    """Refuse plans and numbers that make no sense.

    @param plan: the plan
    @param verb: that asks
    @param confidence: level of intervals
    @param runs: replications
    """
    require_plan(plan)
    if plan["run.partition"]:
        raise PlanError(
            f"net8 {verb} simulates in processes of this machine; leave run.partition out",
            where=plan.where("run.partition"),
        )
    refuse_confidence(confidence)
    if runs < LEAST_REPLICATIONS:
        raise PlanError(
            f"runs = {runs} are too few for an interval; use {LEAST_REPLICATIONS} or more, such as 10"
        )


def refuse_confidence(confidence: float) -> None:
    """Refuse a level that makes no sense.

    @param confidence: level of intervals
    """
    if not 0 < confidence < 1:
        raise PlanError(f"confidence = {confidence} is not between 0 and 1; use a number such as 0.95")
