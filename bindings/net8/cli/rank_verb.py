# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says which swept keys matter most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base.extension import need_core
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, RunsOption, app, wide_console
from net8.cli.plans import DesignOverOption, NameOption, PlanArgument, SetOption, design_over
from net8.finding.rank import rank
from net8.finding.rank_views import show_ranking

__all__ = ["rank_plan"]


@app.command("rank")
def rank_plan(
    plan: PlanArgument,
    over: DesignOverOption = None,
    design: Annotated[
        str | None,
        typer.Option(help="Points over --over: sobol, morris or factorial.", show_default="sobol"),
    ] = None,
    points: Annotated[
        int | None, typer.Option(help="Number of points, as sweep.points.", show_default="64, 16 or 2")
    ] = None,
    by: Annotated[
        str,
        typer.Option("--by", metavar="METRIC", help="What is ranked by.", show_default="that of the table"),
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
    """Say which keys of a sweep matter most to a metric: indices of Sobol, effects of Morris, variances of a grid."""
    read = design_over(plan, settings, over, design, points, name, {"sobol": 64, "morris": 16})
    need_core()
    if as_json:
        found = rank(read, by, runs=runs, confidence=confidence, jobs=jobs, out=out)
        print(json.dumps(found.as_object(), indent=1))
        return
    console = wide_console()
    with show_progress(console) as progress:
        found = rank(read, by, runs=runs, confidence=confidence, jobs=jobs, out=out, progress=progress)
    show_ranking(console, found)
    for file in found.plot(out / found.name):
        console.print(f"figure: {file}", markup=False, highlight=False, soft_wrap=True)
