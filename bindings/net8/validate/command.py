# SPDX-License-Identifier: GPL-2.0-only
"""What ``net8 validate`` does."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from net8.analytic.compare import load_model
from net8.analytic.prediction import Model
from net8.base.errors import PlanError
from net8.base.progress_view import show_progress
from net8.plan.plan import Plan
from net8.validate.account import account_of, show_accounts
from net8.validate.catalogue import chosen
from net8.validate.found import Found
from net8.validate.judge import Outcome, judge
from net8.validate.own_plans import try_own
from net8.validate.page import write_report
from net8.validate.table import find_runs
from net8.validate.trial import Trials, show_trials, trials, trials_object
from net8.validate.views import as_object, show_outcomes

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Request", "serve"]


@dataclass(frozen=True)
class Request:
    """What a user asks for."""

    only: str | None = None  #: ids of rows with commas between them; all without
    quick: bool = False  #: whether time is short
    seed: int = 1  #: seed of all random streams
    settings: Mapping[str, object] = field(default_factory=dict)  #: dotted keys that are set otherwise
    model: str | None = None  #: a model of the user's own, FILE.py:FUNCTION
    as_json: bool = False  #: whether one JSON object is printed
    report: Path | None = None  #: folder for a report
    plans: tuple[Plan, ...] = ()  #: plans of the user's own to try the model on, in place of rows
    jobs: int | None = None  #: simulations at once
    out: Path = Path("runs")  #: output folder with the store


def serve(request: Request, console: Console, notes: Console) -> bool:
    """Simulate, judge and print.

    @param request: what is asked for
    @param console: where the table goes
    @param notes: where progress and files are told
    @return: whether everything came out as expected, a model of the user's own included
    """
    model = None if request.model is None else load_model(request.model)
    if request.plans:
        return _serve_plans(request, model, console, notes)
    rows = chosen(request.only)
    with show_progress(notes) as progress:
        found = find_runs(
            rows, quick=request.quick, seed=request.seed, jobs=request.jobs, out=request.out,
            settings=request.settings, charts=request.report is not None, progress=progress,
        )  # fmt: skip
    outcomes = judge(rows, found, quick=request.quick)
    cases = [case for row in rows for case in row.cases]
    tried = Trials() if model is None else trials(model, cases, found, settings=request.settings)
    _print(request, console, outcomes, tried, found)
    if request.report is not None:
        notes.print(f"report: {_report(request, outcomes, found)}", markup=False)
    return all(outcome.good for outcome in outcomes) and tried.good


def _serve_plans(request: Request, model: Model | None, console: Console, notes: Console) -> bool:
    """Put a model on trial on plans of the user's own."""
    if model is None or request.only is not None or request.report is not None:
        raise PlanError(
            "--plan puts a model on trial on a plan of your own; give --model FILE.py:FUNCTION with it, and neither "
            "--only nor --report, which are of the published rows"
        )
    with show_progress(notes) as progress:
        found = [
            try_own(model, plan, jobs=request.jobs, out=request.out, progress=progress)
            for plan in request.plans
        ]
    tried = sum((each.trials for each in found), start=Trials())
    if request.as_json:
        print(json.dumps({"own_model": {"name": request.model, **trials_object(tried)}}, indent=1))
    else:
        show_trials(console, str(request.model), tried)
    for path in (path for each in found for path in each.figures):
        notes.print(f"figure: {path}", markup=False, highlight=False, soft_wrap=True)
    if not tried.held and not tried.failed:
        raise PlanError("the model predicts nothing that runs of these plans measure; see doc/analytic.rst")
    return tried.good


def _print(
    request: Request, console: Console, outcomes: Sequence[Outcome], tried: Trials, found: Found
) -> None:
    """Print the table, or one object."""
    if request.as_json:
        result = as_object(outcomes, seed=request.seed, quick=request.quick)
        if request.model is not None:
            result["own_model"] = {"name": request.model, **trials_object(tried)}
        print(json.dumps(result, indent=1))
        return
    show_outcomes(console, outcomes)
    if accounts := account_of(found):
        show_accounts(console, accounts)
    if request.model is not None:
        show_trials(console, request.model, tried)


def _report(request: Request, outcomes: Sequence[Outcome], found: Found) -> Path:
    """Write the report and name its page."""
    assert request.report is not None
    command = f"net8 {' '.join(sys.argv[1:])}"
    page, *_figures = write_report(
        request.report, outcomes, found, seed=request.seed, quick=request.quick, command=command
    )
    return page
