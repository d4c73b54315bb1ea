# SPDX-License-Identifier: GPL-2.0-only
"""Background traffic of a plan: what it sends, and over which TCP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from net8.base.words import many
from net8.forecast.tcp_ends import NS3
from net8.plan.plan import Plan
from net8.plan.tcp import runs_machine
from net8.schema.table import keys_of

__all__ = ["background"]


def background(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the background traffic.

    @param plans: the points of a plan, resolved
    @return: a fact for each source
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for number, given in enumerate(plan.cross_traffic, 1):
            table = {key.name: given.get(key.name, key.default) for key in keys_of("cross_traffic")}
            text = ", ".join(_told(table))
            found.setdefault(f"cross_traffic {number}", {})[text] = None
    return tuple((name, " | or ".join(texts)) for name, texts in found.items())


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
