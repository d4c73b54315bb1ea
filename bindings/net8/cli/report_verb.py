# SPDX-License-Identifier: GPL-2.0-only
"""The verb that shows what was simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.campaign.report import find_results
from net8.cli.app import OutOption, app, wide_console
from net8.cli.views import show_missing, show_table

__all__ = ["report"]


@app.command()
def report(
    run: Annotated[
        str, typer.Argument(metavar="RUN", help="Name of a scenario that was run, or its results folder.")
    ],
    times: Annotated[
        bool,
        typer.Option(
            "--times",
            help="Show means and percentiles of all times instead, by group, site and statement, and how sessions that "
            "failed ended.",
        ),
    ] = False,
    out: OutOption = Path("runs"),
) -> None:
    """Show the table of a campaign, or the summary and wait events of one run, without simulating."""
    console = wide_console()
    if (Path(run) / "run.json").is_file():
        from net8.results.run import Run

        found = Run.load(run)
        if times:
            from net8.cli.time_views import show_ends, show_times

            show_times(console, found.times, ended=not found.ends.empty)
            show_ends(console, found.ends)
        else:
            console.print(f"{found.summary()}\n\n{found.trace()}", markup=False)
        return
    results = find_results(run, out)
    if times:
        from net8.cli.time_views import show_ends, show_times

        ends = results.ends()
        show_times(console, results.times(), ended=not ends.empty)
        show_ends(console, ends)
    else:
        show_table(console, results)
    show_missing(console, results)
