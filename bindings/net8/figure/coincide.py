# SPDX-License-Identifier: GPL-2.0-only
"""Lines that coincide: the lower ones are drawn wider, so that they remain visible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from net8.figure.chart import Curve

__all__ = ["COINCIDENCE", "widen_covered"]

COINCIDENCE: Final = "where lines coincide, those below are wider"
"""Note below a figure with such lines."""

_APART: Final = 0.006
"""Least distance of lines that are seen as two, as a fraction of the axis: two line widths in 325 pixels."""
_WIDER, _LARGER = 2.0, 0.22
_MOST: Final = 4
"""Most lines on top for which a line is widened: a wider one would hide its neighbours."""


def widen_covered(curves: Sequence[Curve], *, log: bool) -> tuple[Curve, ...]:
    """Widen lines that are covered by others.

    @param curves: curves of a panel, in the order in which they are drawn
    @param log: whether its vertical axis is logarithmic
    @return: the same, some of them wider
    """
    heights = [height for curve in curves for y in curve.points if (height := _height(y.y, log)) is not None]
    span = max(heights, default=0.0) - min(heights, default=0.0)
    found = []
    for index, curve in enumerate(curves):
        above = sum(_coincide(curve, other, span * _APART, log) for other in curves[index + 1 :])
        above = min(above, _MOST)
        look = replace(
            curve.look, width=curve.look.width + _WIDER * above, size=curve.look.size + _LARGER * above
        )
        found.append(replace(curve, look=look) if above else curve)
    return tuple(found)


def _height(y: float, log: bool) -> float | None:
    """Return the position of a value along the axis, or None if it has none."""
    if not math.isfinite(y) or (log and y <= 0):
        return None
    return math.log(y) if log else y


def _coincide(curve: Curve, other: Curve, apart: float, log: bool) -> bool:
    """Return whether two lines coincide between two neighbouring points."""
    if "lines" not in curve.kind or "lines" not in other.kind:
        return False
    theirs = {point.x: _height(point.y, log) for point in other.points}
    near = []
    for x, y, _half in curve.points:
        own, their = _height(y, log), theirs.get(x)
        near.append(own is not None and their is not None and abs(own - their) <= apart)
    return any(first and second for first, second in pairwise(near))
