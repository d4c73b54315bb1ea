# SPDX-License-Identifier: GPL-2.0-only
"""The verb that turns lines of netem into links."""

from __future__ import annotations

from typing import Annotated

import typer

from net8.base.errors import (
    PlanError,
)
from net8.cli.app import app
from net8.plan.netem import write_netem

__all__ = ["netem"]


@app.command()
def netem(
    line: Annotated[
        str,
        typer.Argument(metavar="LINE", help='As for tc: "delay 100ms 20ms distribution normal loss 0.3%".'),
    ],
    back: Annotated[
        str | None,
        typer.Argument(
            metavar="BACK", help="The line of the other direction.", show_default="nothing happens there"
        ),
    ] = None,
    up: Annotated[bool, typer.Option("--up", help="LINE is from the first end to the second.")] = False,
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the link.")] = "wan",
    between: Annotated[str, typer.Option(metavar="A,B", help="Its ends.")] = "client,server",
) -> None:
    """Write lines of tc's netem as a link of a plan, and say what differs there."""
    ends = tuple(end.strip() for end in between.split(","))
    if len(ends) != 2 or not all(ends):
        raise PlanError(f"--between {between} is not two names with a comma between; write client,server")
    print(write_netem(line, back, up=up, name=name, between=(ends[0], ends[1])), end="")
