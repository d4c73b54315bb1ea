# SPDX-License-Identifier: GPL-2.0-only
"""Curves with overlapping intervals: they are moved a little sideways, so that each interval can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from net8.figure.chart import Curve

__all__ = ["SIDESTEP", "sidestep"]

SIDESTEP: Final = "curves with overlapping intervals are moved sideways"
"""Note below a figure with such curves."""

_STEP: Final = 0.018
"""Distance of neighbouring curves, as a fraction of the horizontal axis: six of 340 pixels, a marker's width."""
_MOST: Final = 0.4
"""Most of the distance to the next point that all of them take."""


def sidestep(panels: Mapping[str, Sequence[Curve]], *, log: bool) -> dict[str, list[Curve]]:
    """Move the curves whose intervals overlap in any panel, equally in all panels.

    @param panels: curves by panel
    @param log: whether the horizontal axis is logarithmic
    @return: the same, some of them moved
    """
    names = [name for curves in panels.values() for name in _overlapping(curves)]
    order = list(
        dict.fromkeys(curve.name for curves in panels.values() for curve in curves if curve.name in names)
    )
    places = {point.x for curves in panels.values() for curve in curves for point in curve.points}
    if not order or len(places) < 2 or (log and min(places) <= 0):
        return {title: list(curves) for title, curves in panels.items()}
    at = sorted(math.log(place) if log else place for place in places)
    gap = min(second - first for first, second in pairwise(at))
    step = min(_STEP * (at[-1] - at[0]), _MOST * gap / (len(order) - 1))
    return {
        title: [_moved(curve, step * _rank(curve.name, order), log=log) for curve in curves]
        for title, curves in panels.items()
    }


def _overlapping(curves: Sequence[Curve]) -> Iterator[str]:
    """Yield the names of curves that have an interval at a place where another one's reaches it."""
    for one, other in combinations(curves, 2):
        theirs = {point.x: point for point in other.points}
        pairs = [(point, theirs[point.x]) for point in one.points if point.x in theirs]
        if any(a.half and b.half and abs(a.y - b.y) <= a.half + b.half for a, b in pairs):
            yield from (one.name, other.name)


def _rank(name: str, order: Sequence[str]) -> float:
    """Return the place of a curve among those that are moved, counted from their middle; 0 of any other."""
    return order.index(name) - (len(order) - 1) / 2 if name in order else 0.0


def _moved(curve: Curve, by: float, *, log: bool) -> Curve:
    """Move a curve to the right, along a logarithmic axis by a factor."""
    if not by:
        return curve
    points = (point._replace(x=point.x * math.exp(by) if log else point.x + by) for point in curve.points)
    return replace(curve, points=tuple(points))
