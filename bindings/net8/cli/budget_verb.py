# SPDX-License-Identifier: GPL-2.0-only
"""The verb that holds a recording against a budget of round trips and time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base import files as files_
from net8.base.extension import need_core
from net8.cli.app import app, wide_console
from net8.cli.recorded_options import PortOption
from net8.record.sources import LISTENER_PORTS
from net8.replaying.budget import budget
from net8.replaying.budget_views import junit_of, show_budget

__all__ = ["budget_file"]


@app.command("budget")
def budget_file(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A recording, or what net8 replay reads.", show_default=False),
    ],
    paths: Annotated[
        list[str] | None,
        typer.Option(
            "--paths", metavar="RTT[,RATE][,LOSS][,QUEUE]",
            help="A path, such as 80ms,100Mbps,0.5% (1Gbps, 0% and 1000p, packets that wait for the line, unless "
            "told); repeatable.",
            show_default=False,
        ),
    ] = None,
    round_trips: Annotated[
        int | None, typer.Option("--round-trips", metavar="N", min=0, help="Most round trips.", show_default=False)
    ] = None,
    time: Annotated[
        str | None, typer.Option("--time", metavar="TIME", help="Longest time, such as 600ms.", show_default=False)
    ] = None,
    pin_server_time: Annotated[
        str | None,
        typer.Option(
            "--pin-server-time", metavar="TIME", help="Time of the server for each call, in place of those recorded.",
            show_default=False,
        ),
    ] = None,
    pin_client_time: Annotated[
        str | None,
        typer.Option(
            "--pin-client-time", metavar="TIME", help="The same of the client before each call.", show_default=False
        ),
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", min=1, help="Simulations where losses are random.")
    ] = 20,
    ports: PortOption = None,
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="REPORT", help="Also write a report as JUnit does.", show_default=False),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all rows of the table.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:  # fmt: skip
    """Hold a recording against a budget of round trips and time; the exit code is 1 where it is over."""
    need_core()
    found = budget(
        file, paths or [], round_trips=round_trips, time=time, pin_server_time=pin_server_time,
        pin_client_time=pin_client_time, runs=runs, ports=ports or LISTENER_PORTS,
    )  # fmt: skip
    if junit is not None:
        files_.current.write(junit, junit_of(found))
    if as_json:
        print(json.dumps(found.as_object(), indent=1))
    else:
        show_budget(wide_console(), found, everything=everything)
    raise typer.Exit(0 if found.passed else 1)
