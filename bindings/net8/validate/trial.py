# SPDX-License-Identifier: GPL-2.0-only
"""A model of one's own on the plans of the catalogue, beside the runs that the rows were judged by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from net8.analytic.compare import Verdict, ask, judge
from net8.analytic.prediction import Model
from net8.base.errors import Net8Error, PlanError, RunError
from net8.results.quantities import quantities
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.simulate import plan_of

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Trial", "show_trials", "trials", "trials_object"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A prediction for one plan beside its runs."""

    case: str  #: name of the plan
    verdict: Verdict  #: predicted and simulated


def trials(
    model: Model, cases: Iterable[Case], found: Found, *, settings: Mapping[str, object] | None = None
) -> list[Trial]:
    """Ask a model for each plan that was simulated.

    @param model: a function from a plan to predictions by name
    @param cases: the plans; each is taken once
    @param found: their runs
    @param settings: dotted keys that are set otherwise in every plan
    @return: what it predicts beside what was simulated
    """
    result = []
    for case in {case.name: case for case in cases}.values():
        try:
            runs = found[case]
        except RunError:
            continue
        try:
            predicted = ask(model, plan_of(case, settings or {}))
        except Net8Error:
            raise
        except Exception as error:
            raise PlanError(
                f"the model fails on the plan {case.name}: {type(error).__name__}: {error}"
            ) from None
        measured = [quantities(run.run) for run in runs] if predicted else []
        result += [Trial(case.name, verdict) for verdict in judge(case.name, predicted, measured)]
    return result


def show_trials(console: Console, name: str, found: Sequence[Trial]) -> None:
    """Print how a model did.

    @param console: where to
    @param name: of the model
    @param found: its trials
    """
    wrong = sum(not trial.verdict.holds for trial in found)
    table = Table(box=box.SIMPLE_HEAD, title=f"Model {name}", title_justify="left", title_style="bold")
    for column in ("plan", "quantity"):
        table.add_column(column, overflow="fold")
    for column in ("predicted", "band", "simulated", "off by"):
        table.add_column(column, justify="right")
    table.add_column("verdict", no_wrap=True)
    for trial in found:
        each = trial.verdict
        unit = f" ({each.prediction.unit})" if each.prediction.unit else ""
        table.add_row(
            trial.case, each.quantity + unit, f"{each.prediction.value:,.6g}",
            f"{each.prediction.low:,.6g} to {each.prediction.high:,.6g}", f"{each.simulated.mean:,.6g}",
            f"{100 * each.deviation:+.3g} %", Text("holds", "green") if each.holds else Text("WRONG", "bold red"),
        )  # fmt: skip
    console.print(table, highlight=False)
    console.print(f"{len(found)} predictions: {len(found) - wrong} hold, {wrong} wrong", highlight=False)


def trials_object(found: Sequence[Trial]) -> list[dict[str, Any]]:
    """Return the trials as plain values for JSON.

    @param found: trials of a model
    @return: an entry for each
    """
    return [
        {
            "plan": trial.case, "quantity": trial.verdict.quantity, "unit": trial.verdict.prediction.unit,
            "predicted": trial.verdict.prediction.value, "low": trial.verdict.prediction.low,
            "high": trial.verdict.prediction.high, "simulated": trial.verdict.simulated.mean,
            "half_width": trial.verdict.simulated.half_width, "holds": trial.verdict.holds,
        }
        for trial in found
    ]  # fmt: skip
