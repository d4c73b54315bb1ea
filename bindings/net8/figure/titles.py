# SPDX-License-Identifier: GPL-2.0-only
"""Titles of axes and legends: keys of a plan as words, with units."""

from __future__ import annotations

from typing import Final

from net8.campaign.axis_label import AXIS_KINDS, axis_scale, axis_unit
from net8.campaign.results import Results
from net8.figure.chart import Axis
from net8.schema.scale import Scale

__all__ = ["key_title", "key_words", "number_axis"]

_BASE: Final = {"rate": 1.0, "time": 1e-9, "random": 1e-9}
"""Seconds or bits per second of a number of a scale."""

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


def number_axis(scale: Scale, largest: float) -> tuple[str, str, float]:
    """Return what an axis of a figure says of a key whose values are numbers.

    @param scale: the key as numbers
    @param largest: the largest number
    @return: title, unit, and what a number is multiplied by
    """
    unit, factor = scale.key.unit, 1.0
    if scale.key.kind in AXIS_KINDS:
        base = _BASE[scale.key.kind]
        unit, per_base = axis_scale(scale.key.kind, largest * base)
        factor = base * per_base
    if scale.ending:
        unit = {"p": "packets", "B": "bytes"}[scale.ending]
    return key_words(scale.path), "" if scale.key.kind == "text" else unit, factor
