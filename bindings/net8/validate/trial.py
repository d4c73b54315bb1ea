# SPDX-License-Identifier: GPL-2.0-only
"""A model of one's own on plans, beside runs: those by which rows were judged, or those of one's own plans."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from net8.analytic.compare import Verdict, ask, judge
from net8.analytic.prediction import Model
from net8.base.errors import Net8Error, RunError
from net8.base.sheet import Column, Sheet
from net8.plan.plan import Plan
from net8.results.quantities import quantities
from net8.results.run import Run
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.simulate import plan_of

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Trial", "Trials", "show_trials", "trials", "trials_object", "try_plan"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A prediction for one plan beside its runs."""

    case: str  #: name of the plan
    verdict: Verdict  #: predicted and simulated


@dataclass(frozen=True, slots=True)
class Trials:
    """How a model did."""

    held: tuple[Trial, ...] = ()  #: its predictions beside what was simulated
    failed: tuple[tuple[str, str], ...] = ()  #: plans for which it gave none, and why

    @property
    def good(self) -> bool:
        """Whether it gave predictions for every plan, and all of them hold."""
        return not self.failed and all(trial.verdict.holds for trial in self.held)

    def __add__(self, other: Trials) -> Trials:
        """Put trials on several sets of plans together."""
        return Trials(self.held + other.held, self.failed + other.failed)


def trials(
    model: Model, cases: Iterable[Case], found: Found, *, settings: Mapping[str, object] | None = None
) -> Trials:
    """Ask a model for each plan that was simulated; one for which it fails does not end the trial.

    @param model: a function from a plan to predictions by name
    @param cases: the plans; each is taken once
    @param found: their runs
    @param settings: dotted keys that are set otherwise in every plan
    @return: what it predicts beside what was simulated
    """
    result = Trials()
    for case in {case.name: case for case in cases}.values():
        try:
            runs = [run.run for run in found[case]]
        except RunError:
            continue
        result += try_plan(model, case.name, plan_of(case, settings or {}), lambda runs=runs: runs)  # type: ignore[misc]
    return result


def try_plan(model: Model, name: str, plan: Plan, runs: Callable[[], Sequence[Run]]) -> Trials:
    """Ask a model for one plan.

    @param model: a function from a plan to predictions by name
    @param name: of the plan, as it is told
    @param plan: the plan
    @param runs: gives its runs, where the model predicts anything
    @return: what it predicts beside what was simulated
    """
    try:
        predicted = ask(model, plan)
    except Exception as error:
        # The model is not ours: whatever it raises is told, and the other plans are tried.
        why = str(error) if isinstance(error, Net8Error) else f"{type(error).__name__}: {error}"
        return Trials(failed=((name, why),))
    measured = [quantities(run) for run in runs()] if predicted else []
    return Trials(tuple(Trial(name, verdict) for verdict in judge(name, predicted, measured)))


def show_trials(console: Console, name: str, found: Trials) -> None:
    """Print how a model did.

    @param console: where to
    @param name: of the model
    @param found: its trials
    """
    wrong = sum(not trial.verdict.holds for trial in found.held)
    numbers = ("predicted", "band", "simulated", "95 % interval", "off by")
    table = Sheet(
        Column("plan"), Column("quantity"), *(Column(label, "number") for label in numbers),
        Column("verdict", "name"), title=f"Model {name}", leading=2,
    )  # fmt: skip
    for trial in found.held:
        each = trial.verdict
        table.add(
            trial.case, each.titled, f"{each.prediction.value:,.6g}", each.band, f"{each.simulated.mean:,.6g}",
            each.seen, f"{100 * each.deviation:+.3g} %",
            "holds" if each.holds else "WRONG", style="" if each.holds else "bold red",
        )  # fmt: skip
    console.print(table, highlight=False)
    reasons: dict[str, list[str]] = {}
    for plan, why in found.failed:
        reasons.setdefault(why, []).append(plan)
    for why, plans in reasons.items():
        more = f" and {len(plans) - 1} more" if len(plans) > 1 else ""
        console.print(
            f"the model fails on the plan {plans[0]}{more}: {why}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
    failed = f"; it fails on {len(found.failed)} plans" if found.failed else ""
    console.print(
        f"{len(found.held)} predictions: {len(found.held) - wrong} hold, {wrong} wrong{failed}",
        highlight=False,
    )


def trials_object(found: Trials) -> dict[str, Any]:
    """Return the trials as plain values for JSON.

    @param found: trials of a model
    @return: an entry for each prediction, and for each plan for which there is none
    """
    predictions = [
        {
            "plan": trial.case, "quantity": trial.verdict.quantity, "unit": trial.verdict.prediction.unit,
            "predicted": trial.verdict.prediction.value, "low": trial.verdict.prediction.low,
            "high": trial.verdict.prediction.high, "simulated": trial.verdict.simulated.mean,
            "half_width": trial.verdict.simulated.half_width, "n": trial.verdict.simulated.n,
            "holds": trial.verdict.holds,
        }
        for trial in found.held
    ]  # fmt: skip
    return {
        "predictions": predictions,
        "failed": [{"plan": plan, "why": why} for plan, why in found.failed],
    }
