# SPDX-License-Identifier: GPL-2.0-only
"""The verb that lets real programs use a simulated network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import PlanError
from net8.base.terminal import plain
from net8.base.units import QuantityError, parse_time
from net8.cli.app import app
from net8.cli.plans import PlanArgument, SetOption, load_plan
from net8.serving.serve import doors_of, serve

__all__ = ["serve_ports"]


@app.command("serve")
def serve_ports(
    plan: PlanArgument,
    settings: SetOption = None,
    listen: Annotated[
        list[str] | None,
        typer.Option(
            "--listen",
            metavar="[SITE=]HOST:PORT",
            help="Where programs connect instead, and the site of the clients that they stand for; repeatable.",
            show_default="127.0.0.1:1521",
        ),
    ] = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "--backend",
            metavar="[INSTANCE=]HOST:PORT",
            help="The real server behind the network, and the instance that it stands for: one for all, or one for "
            "each --listen.",
            show_default=False,
        ),
    ] = None,
    anywhere: Annotated[
        bool, typer.Option("--anywhere", help="Let other hosts connect, if --listen names such an address.")
    ] = False,
    late: Annotated[
        str | None,
        typer.Option(
            "--late",
            metavar="TIME",
            help="Exit with 3 if more than 1 % of the times at which bytes left were later than this, such as 1ms.",
            show_default=False,
        ),
    ] = None,
    pcap: Annotated[
        Path | None,
        typer.Option(
            "--pcap",
            metavar="PREFIX",
            help="Capture the simulated wire to PREFIX-client.pcap and PREFIX-server.pcap.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Pass connections of real programs over the network of a plan, in real time, until an interrupt."""
    doors = doors_of(listen or ["127.0.0.1:1521"], backend or [], anywhere=anywhere)
    code = serve(
        load_plan(plan, settings),
        doors,
        late_ns=_late(late),
        pcap=pcap,
        tell=lambda sentence: print(f"net8: {plain(sentence)}", file=sys.stderr, flush=True),
    )
    raise typer.Exit(code)


def _late(text: str | None) -> int | None:
    """Read --late."""
    try:
        return None if text is None else parse_time(text)
    except QuantityError as error:
        raise PlanError(f"--late {text} {error}") from None
