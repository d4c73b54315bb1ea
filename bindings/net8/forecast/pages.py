# SPDX-License-Identifier: GPL-2.0-only
"""End points of other presentations: what the listener answers, who asks, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from net8.base.words import many
from net8.plan.plan import Plan
from net8.schema.table import keys_of

__all__ = ["pages"]

_ASSUMED = (
    "the process of the listener answers itself, which takes accept_cpu_time and parse_cpu_time, without a dispatcher "
    "or a database; INBOUND_CONNECT_TIMEOUT does not apply; one request on a connection, which the listener closes; "
    "headers and texts, spaces as the page, and the FTP page inside of the greeting (220-) are assumptions; FTP has no "
    "logon and no data connection; a client of Oracle Net that comes to http is closed, to ftp gets the greeting"
)


def pages(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe end points that answer with pages.

    @param plans: the points of a plan, resolved
    @return: a fact for each, and one of what is assumed; none without them
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for number, given in enumerate(plan.end_points, 1):
            table = {key.name: given.get(key.name, key.default) for key in keys_of("end_point")}
            if table["presentation"] != "ttc":
                found.setdefault(f"end_point {number}", {})[", ".join(_told(table, number))] = None
    if not found:
        return ()
    facts = tuple((name, " | or ".join(texts)) for name, texts in found.items())
    return (*facts, ("pages of end points, assumed", _ASSUMED))


def _told(table: Mapping[str, object], number: int) -> Iterator[str]:
    """Yield what is known of an end point."""
    yield f"{str(table['presentation']).upper()} at port {table['port']}, a page of {table['page_size']} bytes"
    requests = int(str(table["requests"]))
    if not requests:
        yield "nobody asks for it: requests = 0"
        return
    yield f"{many(requests, 'connection')} from the first client's host, from {table['request_start']} on"
    yield f"{table['request_interval']} apart, against the limits of the end point, until the last session ends"
    yield f"counters end_point_{number}_pages, _pages_failed, _pages_open, _page_time_max_ns"
