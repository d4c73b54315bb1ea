# SPDX-License-Identifier: GPL-2.0-only
"""The verb that plays recorded sessions over another network."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base import files as files_
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.cli.app import app, wide_console
from net8.cli.plans import SetOption, load_plan, read_settings
from net8.cli.recorded_options import (
    LossOption,
    PortOption,
    RateOption,
    RowBytesOption,
    RttOption,
    WasArrayOption,
    WasLossOption,
    WasRateOption,
    WasRttOption,
)
from net8.record.sources import LISTENER_PORTS
from net8.replaying.page import page
from net8.replaying.replay import replay, write_plan_of
from net8.replaying.result import BY
from net8.replaying.views import show_replay

__all__ = ["replay_files"]


@app.command("replay")
def replay_files(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Captures, raw traces of event 10046, or folders of runs.",
            show_default=False,
        ),
    ],
    rtt: RttOption = None,
    rate: RateOption = None,
    loss: LossOption = None,
    onto: Annotated[
        str | None,
        typer.Option(
            "--onto",
            metavar="PLAN",
            help="A plan whose network, TCP and server times are used.",
            show_default=False,
        ),
    ] = None,
    settings: SetOption = None,
    merge: Annotated[
        int,
        typer.Option("--merge", metavar="N", min=1, help="Copies of each session that share the network."),
    ] = 1,
    tls: Annotated[
        str | None,
        typer.Option(
            "--tls", metavar="VERSION", help="Use TLS of this version: 1.2 or 1.3.", show_default=False
        ),
    ] = None,
    was_rtt: WasRttOption = None,
    was_rate: WasRateOption = None,
    was_loss: WasLossOption = None,
    was_array: WasArrayOption = None,
    row_bytes: RowBytesOption = None,
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", min=1, help="Simulations where something is random.")
    ] = 20,
    by: Annotated[
        str, typer.Option("--by", metavar="WHAT", help="Rows of the table: call, statement or kind.")
    ] = "call",
    ports: PortOption = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="PLAN", help="Write the longest session as a plan.", show_default=False
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all rows of the table.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="PAGE", help="Instead write it as an HTML page with figures.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Predict the times of recorded sessions on another network."""
    if by not in BY:
        raise PlanError(f"--by {by} is not one of {', '.join(BY)}")
    need_core()
    changes = dict(read_settings(settings))
    if tls is not None:
        if tls not in ("1.2", "1.3"):
            raise PlanError(f"--tls {tls} is not 1.2 or 1.3")
        changes |= {
            "client.tls": True,
            "listener.tls": True,
            "client.tls_version": tls,
            "listener.tls_version": tls,
        }
    found = replay(
        *map(Path, files), rtt=rtt, rate=rate, loss=loss, onto=load_plan(onto) if onto else None, settings=changes,
        merge=merge, was_rtt=was_rtt, was_rate=was_rate, was_loss=was_loss, was_array=was_array,
        row_bytes=row_bytes, runs=runs, ports=ports or LISTENER_PORTS,
    )  # fmt: skip
    written = write_plan_of(found, write) if write else []
    if html is not None:
        files_.current.write(html, page(found, shlex.join(["net8", *sys.argv[1:]])).encode())
        print(f"{html}: the replay as a page")
    elif as_json:
        print(json.dumps(found.as_object(), indent=1))
    else:
        show_replay(wide_console(), found, by, everything=everything)
    for path in written if not as_json else ():
        print(f"written: {path}")
