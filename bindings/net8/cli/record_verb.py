# SPDX-License-Identifier: GPL-2.0-only
"""The verb that records what programs say to their servers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base.terminal import plain
from net8.cli.app import app
from net8.recorder.record import ports_of, record

__all__ = ["record_ports"]


@app.command("record")
def record_ports(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[-- CMD...]",
            help="A program to run; NET8_LISTEN tells it where to connect. Without one, until an interrupt.",
            show_default=False,
        ),
    ] = None,
    listen: Annotated[
        list[str] | None,
        typer.Option(
            "--listen",
            metavar="HOST:PORT",
            help="Where to listen; repeatable.",
            show_default="127.0.0.1:1521",
        ),
    ] = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "--backend",
            metavar="HOST:PORT",
            help="Where connections go, one for each --listen.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The recording.")] = Path(
        "record.pcapng"
    ),
    anywhere: Annotated[
        bool, typer.Option("--anywhere", help="Let other hosts connect, if --listen names such an address.")
    ] = False,
) -> None:
    """Pass bytes to a server and record them, for account, replay and budget."""
    pairs = ports_of(listen or ["127.0.0.1:1521"], backend or [], anywhere=anywhere)
    code = record(
        pairs, out, command or [], lambda sentence: print(f"net8: {plain(sentence)}", file=sys.stderr)
    )
    raise typer.Exit(code)
