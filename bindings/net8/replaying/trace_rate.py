# SPDX-License-Identifier: GPL-2.0-only
"""The rate of a trace that nothing tells: the one with which clients are as quick after long replies as after short.

A trace shows when a server had sent a reply, and when the next request came: what lies between is the network and the
client. Before it fetches on, a client needs no longer after a long reply than after a short one, so what seems so is
the line's time for the bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Final

from net8.replaying.exchange import FETCH
from net8.replaying.script import Script

__all__ = ["RATE_ASSUMED", "RATE_TOLD", "rate_note", "rated"]

RATE_TOLD: Final = "waits after long and after short replies"
"""Where the rate comes from."""
RATE_ASSUMED: Final = "the rate of its network is not told: 1 Gbit/s is assumed; --was-rate tells it"
_LEAST_NS: Final = 200_000
"""What is shorter after a long reply may be anything."""
_FEWEST: Final = 2
_LONG: Final = 0.5
_SHORT: Final = 0.1
"""Shares of the longest reply from which on one is long, and up to which it is short."""
_SLOWER: Final = 4
_SLOWEST_BIT_S: Final = 10**6
_STEPS: Final = 8
_NEAR: Final = 0.01


def rated(script: Script, responses: Callable[[Script], Sequence[int]]) -> Script:
    """Find the rate of the line of a trace.

    @param script: a session
    @param responses: what each of its exchanges takes on the network of a script, nanoseconds
    @return: the session on a line of that rate; itself if its file tells bytes or the rate, or if no rate explains it
    """
    if script.talk.sizes_told or script.own.rate_told != "assumed":
        return script
    short, long = _replies(script)
    if min(len(short), len(long)) < _FEWEST:
        return script

    def longer(rate: float) -> float:
        took = responses(_on(script, rate))
        exchanges = script.talk.exchanges
        after = [
            there.client_ns - (time - here.response_ns)
            for time, (here, there) in zip(took[:-1], pairwise(exchanges), strict=True)
        ]
        return median(after[place] for place in long) - median(after[place] for place in short)

    fast = float(script.network.rate_bit_s)
    above = longer(fast)
    if above < _LEAST_NS:
        return script
    slow, below = fast, above
    while below > 0 and slow > _SLOWEST_BIT_S:
        fast, above = slow, below
        slow /= _SLOWER
        below = longer(slow)
    return script if below > 0 else _on(script, _between((fast, above), (slow, below), longer))


def _between(high: tuple[float, float], low: tuple[float, float], longer: Callable[[float], float]) -> float:
    """Return the rate where clients need equally long, by false positions of the time of a bit.

    @param high: a rate that is too high, and by how much longer clients need there
    @param low: a rate that is too low, and the same, below 0
    @param longer: tells the latter
    @return: bits per second
    """
    (fast, above), (slow, below) = high, low
    least = _NEAR * above
    for _step in range(_STEPS):
        rate = 1 / (1 / fast + (1 / slow - 1 / fast) * above / (above - below))
        found = longer(rate)
        if abs(found) <= least:
            return rate
        if found > 0:
            # Halved, so that the other end moves, too (the Illinois algorithm).
            fast, above, below = rate, found, below / 2
        else:
            slow, below, above = rate, found, above / 2
    return rate


def _replies(script: Script) -> tuple[list[int], list[int]]:
    """Return which exchanges have a short reply, and which a long one, if a fetch of their statement follows."""
    exchanges = script.talk.exchanges
    followed = [
        place
        for place, (here, there) in enumerate(pairwise(exchanges))
        if there.kind == FETCH and there.statement == here.statement
    ]
    most = max((exchanges[place].reply_bytes for place in followed), default=0)
    sizes = {place: exchanges[place].reply_bytes / most for place in followed}
    return (
        [place for place, share in sizes.items() if share <= _SHORT],
        [place for place, share in sizes.items() if share >= _LONG],
    )


def _on(script: Script, rate: float) -> Script:
    """Return a session on a line of another rate."""
    bit_s = round(rate)
    return replace(
        script, network=replace(script.network, rate_bit_s=bit_s),
        own=replace(script.own, rate_bit_s=bit_s, rate_told=RATE_TOLD),
    )  # fmt: skip


def rate_note(script: Script) -> str:
    """Say what the rate of a trace is.

    @param script: a session
    @return: a sentence; empty where the rate needs none
    """
    if script.talk.sizes_told or script.own.rate_told not in (RATE_TOLD, "assumed"):
        return ""
    if script.own.rate_told == "assumed":
        return RATE_ASSUMED
    rate = script.network.rate_bit_s / 1e6
    return (
        f"the rate of its network is taken to be {rate:.3g} Mb/s, with which long replies do not delay the next "
        "fetch more than short ones; a client that works on each row would look the same; --was-rate tells it"
    )
