# SPDX-License-Identifier: GPL-2.0-only
"""The verb that adds a traffic matrix to a plan."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from net8.base import files
from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.cli.app import app, wide_console
from net8.cli.plans import NetworkArgument, SetOption, load_plan
from net8.cli.topology_views import network_of
from net8.plan.demands import Matrix, traffic_matrix

__all__ = ["demands"]

_SHOWN: Final = 10
"""Links that are shown."""


@app.command("demands")
def demands(
    network: NetworkArgument,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="Demands: a CSV (source,target,demand), SNDlib, or REPETITA.",
            show_default="a gravity model",
        ),
    ] = None,
    load: Annotated[
        float | None,
        typer.Option(help="Scale to this load of the busiest link, such as 0.6.", show_default=False),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option(
            help="Unit of demands that are plain numbers.", show_default="Mbps of SNDlib, kbps of REPETITA"
        ),
    ] = None,
    skip: Annotated[
        bool, typer.Option("--skip-unconnected", help="Leave out demands that no links can carry.")
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option(metavar="PLAN", help="Write the plan with the flows.", show_default=False),
    ] = None,
    settings: SetOption = None,
) -> None:
    """Add demands between the sites of a network as background flows, and say what they put on its links."""
    if write is not None and write.exists():
        raise PlanError(f"--write {write} exists; choose another name")
    is_file = Path(network).is_file() and not network.endswith(".toml")
    plan = network_of(network, settings) if is_file else load_plan(network, settings)
    found = traffic_matrix(plan, file, load=load, unit=unit, skip=skip)
    _show(wide_console(), found)
    if write is not None:
        with files.explained(write):
            files.current.write(write, found.plan.to_toml().encode())


def _show(console: Console, found: Matrix) -> None:
    """Print the busiest links and what to know."""
    total = sum(found.demands.values())
    sentence = f"{many(len(found.demands), 'demand')} of {total / 1e6:,.6g} Mbit/s in all"
    sentence += f", {found.packets_per_s:,.0f} packets/s"
    table = Sheet(
        Column("link", "name"), Column("from"), Column("to"), Column("rate (Mbit/s)", "number"),
        Column("demands (Mbit/s)", "number"), Column("load (%)", "number"), title="Busiest links", leading=1,
    )  # fmt: skip
    for each in found.loads[:_SHOWN]:
        table.add(
            each.link, each.source, each.target, f"{each.rate_bit_s / 1e6:,.6g}", f"{each.demand_bit_s / 1e6:,.6g}",
            f"{100 * each.load:.4g}",
        )  # fmt: skip
    console.print(sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(table)
    notes = [f"demands are multiplied by {found.factor:.6g}"] if found.factor != 1 else []
    notes += [
        *found.notes,
        "demands count IP packets of 1,028 bytes; they are constant UDP flows, which do not react to congestion",
    ]
    for note in notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)
