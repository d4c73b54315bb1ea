# SPDX-License-Identifier: GPL-2.0-only
"""A model of one's own on plans of one's own: every point of their sweeps, and figures of the model beside the runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from net8.analytic.compare import ask
from net8.analytic.prediction import Model
from net8.base.progress import Tell
from net8.campaign.results import Results
from net8.figure.drawing import draw
from net8.figure.sweep import build_trial
from net8.plan.plan import Plan
from net8.results.run import Run
from net8.sweep.sweep import Sweep
from net8.validate.trial import Trials, try_plan

__all__ = ["OwnTrial", "try_own"]


@dataclass(frozen=True)
class OwnTrial:
    """How a model did on one plan."""

    trials: Trials  #: its predictions beside what was simulated, point by point
    figures: tuple[Path, ...]  #: the model beside the runs, where the plan sweeps something


def try_own(
    model: Model, plan: Plan, *, jobs: int | None, out: Path, progress: Tell | bool | None
) -> OwnTrial:
    """Simulate what the store lacks of a plan, and ask a model for each of its points.

    @param model: a function from a plan to predictions by name
    @param plan: the plan, with what it sweeps
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store
    @param progress: told how far it is
    @return: what it predicts beside what was simulated
    """
    sweep = Sweep(plan, out=out)
    sweep.run_missing(jobs=jobs, progress=progress)
    results = sweep.results
    found = Trials()
    for index, point in enumerate(sweep.points):
        labels = ", ".join(f"{name} = {label}" for name, label in point.labels.items())
        runs = _Runs(results, index)
        found += try_plan(model, f"{plan.name}: {labels}" if labels else plan.name, point.plan, runs)
    return OwnTrial(found, tuple(_draw(model, sweep, results)))


@dataclass(frozen=True)
class _Runs:
    """The finished runs of one point, read when they are asked for."""

    results: Results
    index: int

    def __call__(self) -> list[Run]:
        """Read them."""
        rows = self.results.runs_of(self.index)
        return [Run.load(self.results.folder_of(row)) for row in rows if row.status == "ok"]


def _draw(model: Model, sweep: Sweep, results: Results) -> Iterator[Path]:
    """Draw the figures of the plan with what the model predicts."""
    predicted = []
    for point in sweep.points:
        try:
            predicted.append({name: each.value for name, each in ask(model, point.plan).items()})
        except Exception:
            # Told already, as one of the plans on which the model fails.
            predicted.append({})
    name = str(getattr(model, "__name__", "model"))
    for chart in build_trial(results, name, predicted):
        yield from draw(chart, results.folder)
