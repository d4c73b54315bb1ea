# SPDX-License-Identifier: GPL-2.0-only
"""The verb that holds the simulator against what others published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.base import terminal
from net8.base.extension import need_core
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.plans import (
    SetOption,
    load_plan,
    name_campaign,
    read_settings,
)
from net8.schema.run import MAX_SEED

__all__ = ["validate"]


@app.command()
def validate(
    only: Annotated[
        str | None, typer.Option("--only", metavar="ROWS", help="These rows only, such as E14,E21,A3.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Skip rows that take long, and use fewer replications.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of all random streams.", min=1, max=MAX_SEED)] = 1,
    settings: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="FILE.py:FUNCTION", help="Also test a model of your own."),
    ] = None,
    plans: Annotated[
        list[str] | None,
        typer.Option(
            "--plan",
            metavar="PLAN",
            help="Test the model on this plan and its sweep instead of the rows; repeatable.",
        ),
    ] = None,
    report_folder: Annotated[
        Path | None, typer.Option("--report", metavar="DIR", help="Folder for a report with figures.")
    ] = None,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Compare the simulator with published numbers and closed forms: exit code 0 if every row is as expected."""
    need_core()
    from net8.validate.command import Request, serve

    request = Request(
        only=only, quick=quick, seed=seed, settings=dict(read_settings(settings)), model=model, as_json=as_json,
        report=report_folder, jobs=jobs, out=out,
        plans=tuple(name_campaign(load_plan(plan, settings), None, settings or []) for plan in plans or ()),
    )  # fmt: skip
    notes = terminal.console(stderr=True)
    try:
        good = serve(request, wide_console(180), notes)
    except KeyboardInterrupt:
        notes.print("stopped; the same command continues from here")
        raise typer.Exit(130) from None
    if not good:
        raise typer.Exit(1)
