# SPDX-License-Identifier: GPL-2.0-only
"""Names of swept keys in tables and figures, with their units."""

from __future__ import annotations

from typing import Final

from net8.campaign.results import Results
from net8.schema.lists import find_key

__all__ = ["AXIS_SCALE", "axis_label", "axis_title"]

AXIS_SCALE: Final = {"time": ("ms", 1e3), "random": ("ms", 1e3), "rate": ("Mbit/s", 1e-6)}
"""Unit of an axis of bare numbers by the kind of its key, and how many of it are one of the key's own unit."""


def axis_title(results: Results, name: str, *, scaled: bool = False) -> tuple[str, str]:
    """Return name and unit of a swept key; times and rates carry theirs in each value unless scaled.

    @param results: results of the campaign
    @param name: the key
    @param scaled: whether values are shown as bare numbers
    @return: such as "client.sdu" and "bytes"
    """
    key = find_key(name)
    unit = AXIS_SCALE[key.kind][0] if scaled and key is not None and key.kind in AXIS_SCALE else ""
    return name, unit or next((axis.unit for axis in results.plan.axes if axis.name == name), "")


def axis_label(results: Results, name: str) -> str:
    """Name a swept key with its unit.

    @param results: results of the campaign
    @param name: the key
    @return: such as "client.sdu (bytes)"
    """
    title, unit = axis_title(results, name)
    return f"{title} ({unit})" if unit else title
