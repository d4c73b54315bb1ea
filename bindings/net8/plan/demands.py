# SPDX-License-Identifier: GPL-2.0-only
"""A traffic matrix as background flows of a plan: from a file or a gravity model, scaled to a load of the busiest link.

Source of the gravity model: Roughan, ACM SIGCOMM Computer Communication Review 35(5), 2005; masses of sites are what
their links can carry, since files of networks tell no other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from net8.base import units
from net8.base.errors import PlanError
from net8.base.words import many
from net8.plan.demand_file import Demand, read_demands
from net8.plan.graph_file import kind_of, read_graph
from net8.plan.graph_text import GraphFile
from net8.plan.network import links as links_of
from net8.plan.network import whole_table
from net8.plan.network_file import node_names
from net8.plan.plan import Plan
from net8.plan.routes import Hop, routes
from net8.plan.traffic import has_demands, without_demands
from net8.schema.values import meant, show

__all__ = ["HEADER_BYTES", "LinkLoad", "Matrix", "traffic_matrix", "with_demands"]

HEADER_BYTES: Final = 28
"""IP and UDP headers of a packet of a background flow."""
_PACKET: Final = 1000
"""Payload of such a packet."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LinkLoad:
    """What demands put on a direction of a link."""

    link: str  #: its name
    source: str  #: where they come from
    target: str  #: where they go to
    rate_bit_s: float  #: what it can carry
    demand_bit_s: float  #: what is to be carried, with IP headers

    @property
    def load(self) -> float:
        """The part of its rate that is asked for."""
        return self.demand_bit_s / self.rate_bit_s


@dataclass(frozen=True)
class Matrix:
    """Demands on a network."""

    plan: Plan  #: the plan with the flows as background traffic
    demands: Mapping[Pair, float]  #: bits per second, IP headers included, by source and target
    loads: tuple[LinkLoad, ...]  #: of each direction of a link, the busiest first
    factor: float  #: what the demands of the file were multiplied by
    notes: tuple[str, ...]  #: what to know about it

    @property
    def packets_per_s(self) -> float:
        """Packets that all flows send in a second."""
        return sum(self.demands.values()) / 8 / (_PACKET + HEADER_BYTES)


def traffic_matrix(
    plan: Plan, file: Path | None, *, load: float | None = None, unit: str | None = None, skip: bool = False
) -> Matrix:
    """Add the demands between the sites of a plan as background flows.

    What is not given is taken from [demands] of the plan, which these flows replace.

    @param plan: a plan with sites, of whose sweep the first point counts
    @param file: a CSV, or demands of SNDlib or REPETITA; None: a gravity model
    @param load: load of the busiest link to which demands are scaled, such as 0.6; a gravity model needs it
    @param unit: of plain numbers, such as Mbps
    @param skip: whether demands between parts that no link joins are left out
    @return: plan and loads
    """
    if has_demands(plan):
        _refuse_swept(plan)
        file = file or _own_file(plan)
        load = plan["demands.load"] if load is None else load
        unit = unit or plan["demands.unit"]
        return traffic_matrix(
            without_demands(plan), file, load=load, unit=unit, skip=skip or plan["demands.skip_unconnected"]
        )
    if load is not None and not 0 < load < 10:
        raise PlanError(
            f"load = {load:g} is not a load of the busiest link; use a part of its rate, such as 0.6"
        )
    if load is None and file is None:
        raise PlanError(
            "a gravity model tells shares alone; say --load, such as 0.6 (demands.load), or a file of demands"
        )
    if any(step.lists for axis in plan.axes for step in axis.steps):
        raise PlanError("the plan sweeps its network, and demands belong to one; set one in the plan")
    whole, plan = plan, next(plan.points()).plan
    known = {str(table["name"]) for table in plan.tables("site")}
    if len(known) < 2:
        raise PlanError(
            f"the plan has {len(known)} sites; demands need two, each a [[site]] or a node of network.file"
        )
    notes: list[str] = []
    wanted = (
        _gravity(plan, known, notes) if file is None else _named(plan, read_demands(file, unit), known, notes)
    )
    ways = _ways(plan, wanted, skip, notes)
    demands = {pair: wanted[pair] for pair in ways}
    totals: defaultdict[tuple[str, bool], float] = defaultdict(float)
    for pair, way in ways.items():
        for hop in way:
            totals[str(hop.link["name"]), hop.up] += demands[pair]
    hops = {(str(hop.link["name"]), hop.up): hop for way in ways.values() for hop in way}
    busiest = max(totals[key] / hop.rate_bit_s for key, hop in hops.items())
    factor = load / busiest if load is not None else 1.0
    demands = {pair: value * factor for pair, value in demands.items()}
    _refuse_narrow(plan, demands)
    loads = [_load(hop, totals[key] * factor) for key, hop in hops.items()]
    loads.sort(key=lambda each: (-each.load, each.link, each.source))
    notes += _parallel(plan)
    if plan.cross_traffic:
        notes.append("background traffic that the plan already has is kept, and not in these loads")
    made = whole.with_tables("cross_traffic", (*plan.cross_traffic, *map(_flow, demands.items())))
    return Matrix(made, demands, tuple(loads), factor, tuple(notes))


def with_demands(plan: Plan) -> tuple[Plan, Matrix | None]:
    """Replace [demands] of a plan by the background flows that it becomes.

    @param plan: a plan with [demands], without a sweep
    @return: the new plan, and what it was made of; None where demands.load is 0
    """
    if plan["demands.load"] == 0:
        return without_demands(plan), None
    try:
        found = traffic_matrix(plan, None)
        return found.plan, found
    except PlanError as error:
        place = next((at for key, at in plan.lines.items() if key.startswith("demands.")), "")
        raise PlanError(error.message, where=error.where or place) from None


def _own_file(plan: Plan) -> Path | None:
    """Return the file of [demands], if it names one."""
    name = plan["demands.file"]
    return (plan.folder or Path()) / name if name else None


def _refuse_swept(plan: Plan) -> None:
    """Refuse a sweep of the demands where one traffic matrix is asked for."""
    for axis in plan.axes:
        if any(path.startswith("demands.") for step in axis.steps for path in step.values):
            raise PlanError(
                f"the plan sweeps {axis.name}, which changes the demands; set one value, such as --set {axis.name}="
                f"{axis.steps[0].label}",
                where=plan.where(axis.name),
            )


def _named(plan: Plan, found: Iterable[Demand], known: set[str], notes: list[str]) -> dict[Pair, float]:
    """Return demands by the names of sites; those of one pair are added."""
    found = list(found)
    numbers = _numbered(plan) if any(each.numbered for each in found) else []
    wanted: defaultdict[Pair, float] = defaultdict(float)
    own = 0
    for each in found:
        ends = tuple(_site(plan, end, numbers if each.numbered else None, known, each.place)
                     for end in (each.source, each.target))  # fmt: skip
        if ends[0] == ends[1]:
            own += 1
        elif each.bit_s:
            wanted[cast("Pair", ends)] += each.bit_s
    if own:
        notes.append(f"{own} demands from a site to itself cross no link and are left out")
    if not wanted:
        raise PlanError("all demands are 0, or from a site to itself; they need two sites and a rate")
    return dict(wanted)


def _site(plan: Plan, end: str, numbers: Sequence[str] | None, known: set[str], place: str) -> str:
    """Return the site of an end of a demand."""
    name = end
    if numbers is not None:
        if int(end) >= len(numbers):
            raise PlanError(
                f"there is no node {end}; the network has {len(numbers)}, numbered from 0", where=place
            )
        name = numbers[int(end)]
    if name in known:
        return name
    if any(table.get("name") == name for table in plan.tables("router")):
        raise PlanError(
            f"{show(name)} is a router; demands need sites, so name it in network.sites", where=place
        )
    hint = meant(name, known) or f"; the sites are {', '.join(sorted(known)[:10])}"
    raise PlanError(f"{show(name)} is not a site of the network{hint}", where=place)


def _numbered(plan: Plan) -> list[str]:
    """Return the names of nodes by their numbers in the file of the network, else of sites in the order of the plan."""
    name = plan.source.section.get("file")
    if not name:
        return [str(table["name"]) for table in plan.tables("site")]
    path = (plan.folder or Path()) / str(name)
    text = path.read_text(encoding="utf-8")
    return list(node_names(read_graph(GraphFile(path, text, kind_of(path.suffix, text)))).values())


def _gravity(plan: Plan, known: set[str], notes: list[str]) -> dict[Pair, float]:
    """Return demands in proportion to what the links of both ends can carry."""
    masses: Counter[str] = Counter()
    for link in links_of(plan):
        first, second = (str(end) for end in cast("Sequence[object]", link["between"]))
        for up, source, target in ((True, first, second), (False, second, first)):
            rate = Hop(link, up).rate_bit_s
            masses[source] += rate
            masses[target] += rate
    if alone := sorted(site for site in known if not masses[site]):
        notes.append(f"no demands of {many(len(alone), 'site')} without a link, such as {alone[0]}")
    whole = sum(masses[site] for site in known)
    return {
        (one, other): masses[one] * masses[other] / whole
        for one in sorted(known)
        for other in sorted(known)
        if one != other and masses[one] and masses[other]
    }


def _ways(plan: Plan, wanted: Mapping[Pair, float], skip: bool, notes: list[str]) -> dict[Pair, list[Hop]]:
    """Return the route of each demand."""
    pairs = list(wanted)
    found = dict(zip(pairs, routes(plan, pairs), strict=True))
    lost = [pair for pair, way in found.items() if way is None]
    if lost and not skip:
        raise PlanError(
            f"no links lead from {lost[0][0]} to {lost[0][1]}, nor between the ends of {len(lost) - 1} more demands: "
            "the network has parts of its own; add links, or leave such demands out with --skip-unconnected "
            "(demands.skip_unconnected = true)"
        )
    if lost:
        notes.append(f"{len(lost)} demands between parts that no link joins are left out")
    ways = {pair: way for pair, way in found.items() if way}
    if not ways:
        raise PlanError("no links lead from the source of any demand to its target; add links")
    return ways


def _load(hop: Hop, demand: float) -> LinkLoad:
    """Return the load of a direction of a link."""
    first, second = (str(end) for end in cast("Sequence[object]", hop.link["between"]))
    ends = (first, second) if hop.up else (second, first)
    return LinkLoad(str(hop.link["name"]), *ends, float(hop.rate_bit_s), demand)


def _refuse_narrow(plan: Plan, demands: Mapping[Pair, float]) -> None:
    """Refuse demands that the cables of a site cannot carry."""
    asked: defaultdict[tuple[str, int], float] = defaultdict(float)
    for pair, value in demands.items():
        for end, site in enumerate(pair):
            asked[site, end] += value
            asked[site, end + 2] = max(asked[site, end + 2], value)
    widest = max(asked.values())
    for table in plan.tables("site"):
        whole = whole_table("site", table)
        name, rate = str(whole["name"]), units.parse_rate(whole["rate"])
        for end, word in enumerate(("leave", "enter")):
            # A switch has one cable to the router; where each host has its own, each flow has one.
            most = asked[name, end + 2 if whole["kind"] == "routed" else end]
            if most > rate:
                raise PlanError(
                    f"{most / 1e6:,.6g} Mbit/s would {word} the site {name} over a cable with site.rate = "
                    f'{whole["rate"]}; set --set "site.*.rate={_enough(widest)}", or a lower load'
                )


def _enough(bit_s: float) -> str:
    """Write the next rate of 1, 10, 100 ... that is not below another."""
    return units.format_rate(10 ** math.ceil(math.log10(bit_s)))


def _parallel(plan: Plan) -> list[str]:
    """Say that of parallel links one is taken."""
    ends = Counter(frozenset(cast("Sequence[str]", table["between"])) for table in plan.tables("link"))
    several = [pair for pair, number in ends.items() if number > 1]
    if not several:
        return []
    first = " and ".join(sorted(several[0]))
    return [
        f"{len(several)} pairs of nodes, such as {first}, have parallel links: all packets take the one with the least "
        "delay, as in a run; [[route]] can lead some over another"
    ]


def _flow(demand: tuple[Pair, float]) -> Mapping[str, object]:
    """Return a demand as a background flow: what is left for payload beside IP headers."""
    (source, target), bit_s = demand
    rate = max(round(bit_s * _PACKET / (_PACKET + HEADER_BYTES)), 1)
    return {"rate": f"{rate}bps", "server_site": source, "client_site": target, "packet_size": _PACKET}
