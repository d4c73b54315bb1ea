# SPDX-License-Identifier: GPL-2.0-only
"""The verb that compares models with a sweep."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.analytic.compare import load_model
from net8.base.extension import need_core
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, RunsOption, app, wide_console
from net8.cli.plans import DesignOverOption, NameOption, PlanArgument, SetOption, design_over
from net8.finding.agreement import agreement
from net8.finding.agreement_views import show_agreement

__all__ = ["agree"]


@app.command("agree")
def agree(
    plan: PlanArgument,
    models: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="FILE.py:FUNCTION",
            help="A model of your own, beside the closed forms of net8; repeatable.",
            show_default=False,
        ),
    ] = None,
    over: DesignOverOption = None,
    design: Annotated[
        str | None,
        typer.Option(
            help="Points over --over: latin-hypercube, sobol, morris or factorial.",
            show_default="latin-hypercube of ranges, factorial of values",
        ),
    ] = None,
    points: Annotated[
        int | None, typer.Option(help="Number of points, as sweep.points.", show_default="20")
    ] = None,
    by: Annotated[
        str,
        typer.Option("--by", metavar="METRIC", help="What is compared.", show_default="that of the table"),
    ] = "",
    settings: SetOption = None,
    runs: RunsOption = None,
    confidence: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, and draw no figure.")
    ] = False,
    jobs: JobsOption = None,
    name: NameOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Say how models agree with every point of a sweep: bias, limits of agreement, where they fail, what they lack."""
    functions = [load_model(model) for model in models or ()]
    usual = {"latin-hypercube": 20} if any(".." in text for text in over or ()) else {"factorial": None}
    read = design_over(plan, settings, over, design, points, name, usual)
    need_core()
    if as_json:
        found = agreement(read, functions, by, runs=runs, confidence=confidence, jobs=jobs, out=out)
        print(json.dumps(found.as_object(), indent=1))
        return
    console = wide_console()
    with show_progress(console) as progress:
        found = agreement(
            read, functions, by, runs=runs, confidence=confidence, jobs=jobs, out=out, progress=progress
        )
    show_agreement(console, found)
    for file in found.plot(out / read.name):
        console.print(f"figure: {file}", markup=False, highlight=False, soft_wrap=True)
