# SPDX-License-Identifier: GPL-2.0-only
"""The verb that shows the network of a plan."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.cli.app import OutOption, app, wide_console
from net8.cli.plans import (
    NetworkArgument,
    SetOption,
)
from net8.cli.topology_views import network_of, show_topology
from net8.figure.topology import draw_topology

__all__ = ["topology"]


@app.command()
def topology(
    network: NetworkArgument,
    settings: SetOption = None,
    draw: Annotated[bool, typer.Option("--draw", help="Draw it, as SVG and PNG.")] = False,
    out: OutOption = Path("runs"),
) -> None:
    """Show the network of a plan at its first point: links, and the routes between clients and servers.

    A [path] is shown as the sites and links that it stands for.

    A file of a network, GraphML, GML or a list of edges, is shown without a plan.
    """
    found, console = network_of(network, settings), wide_console()
    show_topology(console, found)
    for path in draw_topology(found, out / found.name) if draw else ():
        console.print(str(path), highlight=False, markup=False, soft_wrap=True)
