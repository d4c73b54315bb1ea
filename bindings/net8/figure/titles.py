# SPDX-License-Identifier: GPL-2.0-only
"""Titles of axes and legends: keys of a plan as words, with units."""

from __future__ import annotations

from typing import Final

from net8.campaign.axis_label import axis_unit
from net8.campaign.results import Results
from net8.figure.chart import Axis

__all__ = ["key_title", "key_words"]

_CAPITALS: Final = frozenset({
    "cpu", "drcp", "dns", "id", "ip", "lan", "mtu", "pga", "rto", "sdu", "sga", "sni", "spx", "tcp", "tds", "tdu",
    "tls", "udp", "wan",
})  # fmt: skip
"""Words that are written in capitals."""


def key_words(name: str) -> str:
    """Write a key as words; an axis of variants keeps its name in the plan.

    @param name: the key, such as "client.array_size"
    @return: such as "client array size"
    """
    if "." not in name:
        return name
    words = name.replace(".", " ").replace("_", " ").split()
    return " ".join(word.upper() if word in _CAPITALS else word for word in words)


def key_title(results: Results, name: str) -> str:
    """Write a swept key as words with its unit.

    @param results: results of the campaign
    @param name: the key
    @return: such as "client SDU (bytes)"
    """
    return Axis(key_words(name), axis_unit(results, name)).label
