# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says which swept keys matter most."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, RunsOption, app, wide_console
from net8.cli.plans import (
    NameOption,
    PlanArgument,
    SetOption,
    complete_setting,
    load_plan,
    name_campaign,
    sweep_over,
)
from net8.finding.rank import rank
from net8.finding.rank_views import show_ranking

__all__ = ["rank_plan"]


@app.command("rank")
def rank_plan(
    plan: PlanArgument,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="KEY=LOW..HIGH",
            help="What varies instead of the plan's own sweep: a range, or values KEY=A,B,C; repeatable.",
            show_default=False,
            autocompletion=complete_setting,
        ),
    ] = None,
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
    if not over and (design or points):
        raise PlanError(
            "--design and --points say how --over is sampled; write --over, too, or set both in [sweep]"
        )
    read = load_plan(plan, settings, over or ())
    if over:
        kind = design or "sobol"
        read = sweep_over(read, over, kind, points or {"sobol": 64, "morris": 16}.get(kind))
        read = read.with_values({"run.points": "all"})
    read = name_campaign(read, name, [*(settings or []), *(over or [])])
    need_core()
    if as_json:
        found = rank(read, by, runs=runs, confidence=confidence, jobs=jobs, out=out)
        print(json.dumps(found.as_object(), indent=1))
        return
    console = wide_console()
    with show_progress(console) as progress:
        found = rank(read, by, runs=runs, confidence=confidence, jobs=jobs, out=out, progress=progress)
    show_ranking(console, found)
    for file in found.plot(out / read.name):
        console.print(f"figure: {file}", markup=False, highlight=False, soft_wrap=True)
