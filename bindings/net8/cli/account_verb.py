# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says where the time of traces, captures and runs went."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.accounting.account import BY, TIME, account
from net8.accounting.page import page
from net8.accounting.views import show_account
from net8.base import files as files_
from net8.base.errors import PlanError
from net8.base.words import many
from net8.cli.app import app, wide_console
from net8.record.sources import LISTENER_PORTS, write_capture

__all__ = ["account_files"]


@app.command("account")
def account_files(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Traces of event 10046 or of Oracle Net, captures, tkprof outputs, AWR reports, or folders of runs.",
            show_default=False,
        ),
    ],
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="WHAT",
            help="Also split it: session, statement, call or time.",
            show_default=False,
        ),
    ] = None,
    rtt: Annotated[
        str | None,
        typer.Option(
            "--rtt",
            metavar="TIME",
            help="Round trip of the network, where files do not tell it.",
            show_default=False,
        ),
    ] = None,
    ports: Annotated[
        list[int] | None,
        typer.Option(
            "--port", help="TCP port of a listener in captures; repeatable. 1521 and 1522 unless given."
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all rows of the split.")] = False,
    interval: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="Interval of --by time; about a twentieth unless given.", show_default=False
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="PAGE", help="Instead write it as an HTML page with figures.", show_default=False
        ),
    ] = None,
    pcap: Annotated[
        Path | None,
        typer.Option(
            metavar="CAPTURE",
            help="Instead write the packets of a trace of Oracle Net, or of event 10079, as a capture.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say where the time of sessions went, in parts that add up to 100.0 %."""
    if by is not None and by not in (*BY, TIME):
        raise PlanError(f"--by {by} is not one of {', '.join((*BY, TIME))}")
    if interval is not None and by != TIME and html is None:
        raise PlanError("--interval needs --by time or --html")
    if pcap is not None:
        _convert(files, pcap)
        return
    found = account(*map(Path, files), rtt=rtt, ports=ports or LISTENER_PORTS, interval=interval)
    if html is not None:
        files_.current.write(html, page(found, shlex.join(["net8", *sys.argv[1:]])).encode())
        print(f"{html}: the account as a page")
        return
    if as_json:
        print(json.dumps(found.as_object(), indent=1))
        return
    show_account(wide_console(), found, by, everything=everything)


def _convert(files: list[str], target: Path) -> None:
    """Write the packets of a trace as a capture."""
    if len(files) != 1:
        raise PlanError(f"--pcap writes the packets of one trace, but {len(files)} files are given")
    packets, connections = write_capture(Path(files[0]), target)
    print(f"{target}: {many(packets, 'packet')} of {many(connections, 'connection')}")
