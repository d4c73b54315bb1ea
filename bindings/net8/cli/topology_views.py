# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 topology` prints: links of a plan with sites, and the ways between them."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from net8.base.errors import PlanError
from net8.forecast.ways import ways
from net8.plan.network import has_sites, links
from net8.plan.outside import is_outside
from net8.plan.plan import Plan
from net8.plan.resolve import resolve

__all__ = ["first_network", "show_topology"]


def first_network(plan: Plan) -> Plan:
    """Return the first point of a plan, checked.

    @param plan: a plan
    @return: the plan of its first point
    """
    point = resolve(next(plan.points()).plan).plan
    if is_outside(point):
        raise PlanError(
            "network.library builds the network of the plan, whose links are known to a run alone"
        )
    if not has_sites(point):
        raise PlanError("the plan has a [path] and no [[site]]; net8 describe tells what that path is")
    return point


def show_topology(console: Console, plan: Plan) -> None:
    """Print the links of a plan, and what lies between sites of clients and of servers.

    @param console: where to
    @param plan: a plan with sites, checked
    """
    table = Table("link", "between", "rate", "delay", "queue", box=box.SIMPLE_HEAD)
    for link in links(plan):
        between = link["between"]
        ends = " - ".join(map(str, between)) if isinstance(between, tuple) else ""
        cells = (str(link["name"]), ends, *(_both(link, name) for name in ("rate", "delay", "queue_size")))
        table.add_row(*map(Text, cells))
    console.print(table)
    for name, text in ways([plan]):
        console.print(f"{name}: {text}", highlight=False, markup=False, soft_wrap=True)


def _both(link: dict[str, object], name: str) -> str:
    """Write a value of a link, with that for packets up where it differs."""
    up = link[f"{name}_up"]
    return str(link[name]) if up in (None, link[name]) else f"{link[name]} down, {up} up"
