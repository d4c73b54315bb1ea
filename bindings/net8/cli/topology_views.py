# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 topology` prints: links of a plan or of a file of a network, and the ways between them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.cli.plans import load_plan, read_settings
from net8.forecast.ways import ways
from net8.plan.graph_file import FORMATS
from net8.plan.network import as_sites, links
from net8.plan.plan import Plan
from net8.plan.resolve import resolve

__all__ = ["first_network", "network_of", "show_topology"]

_TABLES: Final = ("site", "router", "link")


def network_of(name: str, settings: list[str] | None) -> Plan:
    """Return a network to show.

    @param name: plan file, folder, name of a scenario, or a file that [network] could name
    @param settings: texts of --set; with the file of a network keys of [network], [[site]], [[router]] and [[link]]
    @return: the first point of the plan, checked; or a plan of the file, in which nobody is placed
    """
    path = Path(name)
    if path.is_file() and path.suffix.lower() in FORMATS:
        return _of_file(path, settings)
    if path.is_file() and path.suffix.lower() != ".toml":
        raise PlanError(
            f"{name} is neither a plan, which ends with .toml, nor a known file of a network; those end with "
            f"{', '.join(FORMATS)}"
        )
    return first_network(load_plan(name, settings))


def _of_file(path: Path, settings: list[str] | None) -> Plan:
    """Return a plan of nothing but the network of a file."""
    section: dict[str, object] = {}
    values: dict[str, object] = {}
    for key, value in read_settings(settings):
        head, _, tail = key.partition(".")
        if head in _TABLES:
            values[key] = value
            continue
        if head != "network" or tail in ("", "file", "library", "settings"):
            raise PlanError(
                f"{key} does not apply to the network of a file; set network.rate, network.delay, network.sites or a "
                'key such as "site.*.rate"',
                where="--set",
            )
        section[tail] = value
    document = {"title": path.name, "network": section | {"file": path.name}}
    return Plan.of(document, name=path.stem, folder=path.parent).with_values(values, where="--set")


def first_network(plan: Plan) -> Plan:
    """Return the first point of a plan, checked; a [path] as the sites and links that it stands for.

    @param plan: a plan
    @return: the plan of its first point
    """
    return as_sites(resolve(next(plan.points()).plan).plan)


def show_topology(console: Console, plan: Plan) -> None:
    """Print the links of a plan, and what lies between sites of clients and of servers.

    @param console: where to
    @param plan: a plan with sites, checked
    """
    table = Sheet(
        Column("link"), Column("between"), *(Column(label, "number") for label in ("rate", "delay", "queue"))
    )
    for link in links(plan):
        between = link["between"]
        ends = " - ".join(map(str, between)) if isinstance(between, tuple) else ""
        table.add(link["name"], ends, *(_both(link, name) for name in ("rate", "delay", "queue_size")))
    console.print(table)
    for words in plan.ignored:
        console.print(f"ignored: {words}", highlight=False, markup=False, soft_wrap=True)
    for name, text in ways([plan]):
        console.print(f"{name}: {text}", highlight=False, markup=False, soft_wrap=True)


def _both(link: dict[str, object], name: str) -> str:
    """Write a value of a link, with that for packets up where it differs."""
    up = link[f"{name}_up"]
    return str(link[name]) if up in (None, link[name]) else f"{link[name]} down, {up} up"
