# SPDX-License-Identifier: GPL-2.0-only
"""Whether the replies of a query overflow the queue of the bottleneck.

Range: one client, tail drop; RED and CoDel drop before their queue is full, and count as full when they begin to.
Source: arithmetic on arrivals and departures; RFC 5681 for the growth of the window; RFC 8289 for CoDel's target.
"""

from __future__ import annotations

import math
from typing import Final

from net8.analytic.path import Path
from net8.analytic.situation import Situation
from net8.analytic.statement import Exchange, Statement
from net8.analytic.statement_time import Sender

__all__ = ["overflow", "queue_peak", "waiting_share"]

_PPP_BYTES: Final = 54
"""Headers of TCP, IPv4 and PPP with timestamps, for queues that count bytes."""

_CODEL_TARGET_S: Final = 0.005

_RED_LOWER: Final = 4
"""Part of its queue at which RED begins to drop: one in four (Net8Path)."""


def overflow(situation: Situation) -> str:
    """Describe what overflows; empty if nothing does.

    @param situation: a plan with one client, whose calls are known
    @return: a phrase, or ""
    """
    own = situation.values["path.kind"] != "wan"
    if own and situation.values["path.queue_disc"] == "none":
        return ""
    # A discipline of a host's own queue sees a burst come at once.
    share = 1.0 if own else waiting_share(situation.path)
    room, sender = _room(situation), situation.sender
    peak = max(queue_peak(situation.statement(first=which), sender, share) for which in (True, False))
    if peak <= room:
        return ""
    size, disc = situation.values["path.queue_size"], situation.values["path.queue_disc"]
    kind = "" if disc == "none" else f" ({disc})"
    return f"up to {math.ceil(peak):,} packets of a reply come to wait at path.queue_size = {size}{kind}"


def queue_peak(statement: Statement, sender: Sender, share: float) -> float:
    """Return the most packets that wait at the bottleneck.

    What the window allows at the start of a reply comes at the rate of the link before. As long as the window grows
    with each acknowledgement, a burst of more than one packet comes for each that leaves; what is more than the path
    holds stays in the queue.

    @param statement: the query
    @param sender: the server's TCP
    @param share: part of a burst that waits
    @return: full segments
    """
    path, window, most = sender.path, sender.first_window, 0.0
    if not share:
        return 0.0
    for exchange in statement.exchanges:
        left = exchange.calls
        while left:
            most = max(most, _of_reply(exchange, sender, window, share))
            grown = sender.grown(window, exchange.reply)
            if grown <= window or path.segments(exchange.reply)[0] <= window:
                break
            window, left = grown, left - 1
        window = sender.grown(window, left * exchange.reply)
        most = max(most, path.segments(exchange.request)[0] * share)
    return most


def _of_reply(exchange: Exchange, sender: Sender, window: float, share: float) -> float:
    """Return the most packets that wait in one reply."""
    path, growth = sender.path, sender.growth
    number, _tail = path.segments(exchange.reply)
    found = min(number, window) * share
    if number > window:
        # What is under way at the end, when the rest is acknowledged.
        last = min(sender.largest_window, (window + number * (growth - 1)) / growth)
        flying = path.round_trip_s(path.mss_bytes) / path.spacing_s(path.bottleneck, path.mss_bytes)
        found = max(found, last * (1 - 1 / growth), last - flying)
    return found


def waiting_share(path: Path) -> float:
    """Return the part of a burst that waits for the slowest link; 0 where it comes no faster than it leaves.

    @param path: the links
    @return: 0 to 1
    """
    slowest = min(link.bit_per_s for link in path.links)
    at = next(i for i, link in enumerate(path.links) if link.bit_per_s == slowest)
    coming = max((path.spacing_s(link, path.mss_bytes) for link in path.links[:at]), default=math.inf)
    return max(1 - coming / path.spacing_s(path.links[at], path.mss_bytes), 0.0)


def _room(situation: Situation) -> float:
    """Return the packets that may wait at the bottleneck before one is lost."""
    text, path = str(situation.values["path.queue_size"]), situation.path
    packets = float(text[:-1]) if text.endswith("p") else float(text[:-1]) / (path.mss_bytes + _PPP_BYTES)
    disc = situation.values["path.queue_disc"]
    if disc == "red":
        return packets / _RED_LOWER
    if disc in ("codel", "fq_codel"):
        return min(packets, _CODEL_TARGET_S / path.spacing_s(path.bottleneck, path.mss_bytes))
    return packets
