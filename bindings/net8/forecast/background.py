# SPDX-License-Identifier: GPL-2.0-only
"""Background traffic of a plan: what it sends, and over which TCP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from net8.base.words import many
from net8.forecast.tcp_ends import NS3
from net8.plan.plan import Plan
from net8.plan.tcp import runs_machine
from net8.plan.traffic import has_demands
from net8.schema.table import keys_of

__all__ = ["background"]


def background(points: Iterable[tuple[Plan, Plan]]) -> tuple[tuple[str, str], ...]:
    """Describe the background traffic.

    @param points: the points of a plan, each as it is written and resolved
    @return: a fact for each source, and one for all demands
    """
    found: dict[str, dict[str, None]] = {}
    for written, plan in points:
        if has_demands(written):
            found.setdefault("demands", {})[_demands(written)] = None
        for number, given in enumerate(plan.cross_traffic[: len(written.cross_traffic)], 1):
            table = {key.name: given.get(key.name, key.default) for key in keys_of("cross_traffic")}
            text = ", ".join(_told(table))
            found.setdefault(f"cross_traffic {number}", {})[text] = None
    return tuple((name, " | or ".join(texts)) for name, texts in found.items())


def _demands(plan: Plan) -> str:
    """Say what the traffic matrix of a point is."""
    from net8.plan.demands import with_demands

    found = with_demands(plan)[1]
    if found is None:
        return "none"
    busiest = found.loads[0]
    said = (
        f"{many(len(found.demands), 'constant UDP flow')} of {sum(found.demands.values()) / 1e6:,.6g} Mbit/s in all, "
        f"which do not react to congestion; {busiest.link} is the busiest link, {busiest.load:.4g} of its rate from "
        f"{busiest.source} to {busiest.target}"
    )
    return "; ".join((said, *found.notes))


def _told(table: Mapping[str, object]) -> Iterator[str]:
    """Yield what is known of a source."""
    flows = int(str(table["flows"]))
    kind, way = str(table["kind"]), str(table["direction"]).replace("_", " ")
    yield f"{many(flows, kind + ' flow')} {way}"
    if table["kind"] != "bulk":
        yield f"UDP, {table['packet_size']} bytes a packet at {table['rate']} each"
    else:
        own = runs_machine("linux", control := table["congestion_control"])
        yield f"{'the TCP of Linux' if own else NS3.format('linux')} with {control or 'TcpCubic'}"
        for name in ("send_buffer", "receive_buffer"):
            yield f"{name} of {table[name]} bytes" if table[name] else f"{name} tuned by the host"
        yield "on one LAN the server keeps [server.tcp]"
    yield 'what each flow brought is in the table (flow_goodput); run.series = "flows" samples it over time'
