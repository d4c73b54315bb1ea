# SPDX-License-Identifier: GPL-2.0-only
"""Paths written in a few words, such as 80ms,100Mbps,0.5%."""

from __future__ import annotations

import re
from typing import Final

from net8.base.errors import PlanError
from net8.base.units import QuantityError, parse_rate, parse_time
from net8.replaying.script import DEFAULT_QUEUE, Network

__all__ = ["DEFAULT_RATE_BIT_S", "path_of"]

DEFAULT_RATE_BIT_S: Final = 10**9
"""Rate of a path that tells none."""
_QUEUE: Final = re.compile(r"[1-9][0-9]{0,8}p")
_LEAST_RATE_BIT_S: Final = 1000
_LONGEST_RTT_NS: Final = 600 * 10**9
_SHAPE: Final = (
    "write round trip, rate, loss and queue, such as 80ms,100Mbps,0.5%,1000p; only the first is needed"
)


def path_of(text: str, option: str = "--paths") -> Network:
    """Read a path.

    @param text: round trip, rate, loss and packets that wait for the line, in any order, each at most once
    @param option: the option that it is of
    @return: the path
    @raises PlanError: when it is none
    """
    found: dict[str, float] = {}
    queue = ""
    for part in map(str.strip, text.split(",")):
        if _QUEUE.fullmatch(part) and not queue:
            queue = part
            continue
        kind, value = _part(part, text, option)
        if kind in found:
            raise PlanError(f'{option} "{text}" has two values that are a {kind}; {_SHAPE}')
        found[kind] = value
    if "round trip" not in found:
        raise PlanError(f'{option} "{text}" has no round trip; {_SHAPE}')
    return Network(
        int(found["round trip"]), int(found.get("rate", DEFAULT_RATE_BIT_S)), found.get("loss", 0.0),
        queue or DEFAULT_QUEUE,
    )  # fmt: skip


def _part(part: str, text: str, option: str) -> tuple[str, float]:
    """Read one value; what it is shows its unit."""
    if _QUEUE.fullmatch(part):
        raise PlanError(f'{option} "{text}" has two values that are a queue; {_SHAPE}')
    if part.endswith("%"):
        try:
            loss = float(part[:-1]) / 100
        except ValueError:
            loss = -1.0
        if not 0 <= loss < 1:
            raise PlanError(f'{option} "{text}": "{part}" is not a loss from 0% to less than 100%')
        return "loss", loss
    try:
        if part.endswith("bps"):
            rate = parse_rate(part)
            if rate < _LEAST_RATE_BIT_S:
                raise PlanError(f'{option} "{text}": a rate of {part} is below 1kbps')
            return "rate", rate
        rtt = parse_time(part)
    except QuantityError as error:
        raise PlanError(f'{option} "{text}": "{part}" {error}; {_SHAPE}') from None
    if not 0 <= rtt <= _LONGEST_RTT_NS:
        raise PlanError(f'{option} "{text}": a round trip of {part} is not within 0s and 10min')
    return "round trip", rtt
