# SPDX-License-Identifier: GPL-2.0-only
"""Names of swept keys in tables and figures, with their units."""

from __future__ import annotations

import math
from typing import Final

from net8.campaign.results import Results

__all__ = ["AXIS_KINDS", "axis_label", "axis_scale", "axis_unit"]

AXIS_KINDS: Final = ("time", "random", "rate")
"""Kinds of keys that are shown as plain numbers on an axis, with the unit in its title."""

_TIMES: Final = (("ms", 1e3, 10.0), ("s", 1.0, 600.0), ("min", 1 / 60, 36_000.0), ("h", 1 / 3600, math.inf))
"""Unit of a time axis, number of these units in a second, and the largest value in seconds for which it is used."""


def axis_scale(kind: str, largest: float) -> tuple[str, float]:
    """Choose the unit of an axis of plain numbers.

    @param kind: one of AXIS_KINDS
    @param largest: the largest value, in seconds or bits per second
    @return: the unit, and how many of it are a second or a bit per second
    """
    if kind == "rate":
        return "Mbit/s", 1e-6
    return next((unit, factor) for unit, factor, most in _TIMES if largest <= most)


def axis_unit(results: Results, name: str) -> str:
    """Return the unit of a swept key; times and rates have theirs in each value.

    @param results: results of the campaign
    @param name: the key
    @return: such as "bytes", or nothing
    """
    return next((axis.unit for axis in results.plan.axes if axis.name == name), "")


def axis_label(results: Results, name: str) -> str:
    """Name a swept key with its unit.

    @param results: results of the campaign
    @param name: the key
    @return: such as "client.sdu (bytes)"
    """
    unit = axis_unit(results, name)
    return f"{name} ({unit})" if unit else name
