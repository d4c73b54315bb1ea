# SPDX-License-Identifier: GPL-2.0-only
"""Contents of a figure, independent of the drawing program: panels, axes and curves with names and looks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from net8.figure.page import SCREEN, Page

__all__ = ["Axis", "Chart", "Curve", "Kind", "Look", "Panel", "Point", "Tic", "make_points"]

Kind = Literal["lines", "points", "linespoints", "steps", "fsteps", "bars", "strokes"]
"""How a curve is drawn. fsteps holds a value since the previous point, a stroke covers the range of whiskers."""


class Tic(NamedTuple):
    """A tic of an axis."""

    place: float  #: in the unit of the axis
    text: str  #: its label


class Point(NamedTuple):
    """A point of a curve; one with y = NaN is a gap in a line."""

    x: float  #: in the unit of the horizontal axis
    y: float  #: in the unit of the panel
    half: float = 0.0  #: half the interval of y


def make_points(
    x: Iterable[float], y: Iterable[float], half: Iterable[float] | None = None
) -> tuple[Point, ...]:
    """Make points from columns.

    @param x: in the unit of the horizontal axis
    @param y: in the unit of the panel
    @param half: half the interval of each y; by default none
    @return: the points
    """
    columns = [map(float, column) for column in (x, y, *(() if half is None else (half,)))]
    return tuple(Point(*row) for row in zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class Look:
    """Appearance of a curve."""

    colour: str  #: such as "#0072B2"
    width: float = 1.6  #: of its line
    dash: str = "1"  #: of its line, as gnuplot names it
    marker: int = 7  #: of its points, as gnuplot numbers them
    size: float = 0.9  #: of its points


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve with its name in the legend."""

    name: str  #: in the legend; empty where a single curve needs none
    kind: Kind  #: how it is drawn
    look: Look  #: its appearance
    points: tuple[Point, ...]  #: in order of x
    bar: float = 0.0  #: width of each bar

    @property
    def drawn(self) -> bool:
        """Whether it has any points."""
        return any(math.isfinite(point.y) for point in self.points)

    @property
    def whiskers(self) -> bool:
        """Whether its points have intervals."""
        return self.kind != "strokes" and any(point.half for point in self.points)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis; values that are not set follow from the points."""

    title: str  #: its quantity
    unit: str = ""  #: of its numbers
    log: bool = False  #: logarithmic where all values are above zero
    low: float | None = None  #: where it begins
    high: float | None = None  #: where it ends
    tics: tuple[Tic, ...] = ()  #: its tics, in order
    step: float | None = None  #: from one tic to the next

    @property
    def label(self) -> str:
        """Title and unit, such as "response time (s)"; "query rows" and "array size (rows)" already contain it."""
        in_parentheses = self.title.rpartition(" (")[2] if self.title.endswith(")") else ""
        last = in_parentheses.removesuffix(")") or self.title.split(" ")[-1]
        said = not self.unit or self.unit == last or self.unit in last.split()
        return self.title if said else f"{self.title} ({self.unit})"


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram."""

    y: Axis  #: vertical
    curves: tuple[Curve, ...]  #: its curves; the last is on top
    title: str = ""  #: above it
    note: str = ""  #: note inside it
    shaded: tuple[float, float] | None = None  #: range of x behind the curves, in the unit of the axis


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure."""

    name: str  #: file name without extension
    title: str  #: the message
    x: Axis  #: horizontal, the same for all panels
    panels: tuple[Panel, ...]  #: from left to right, or from top to bottom
    legend: str = ""  #: property in which the curves differ
    note: str = ""  #: note below everything
    stacked: bool = False  #: whether panels are one below the other
    same_y: bool = False  #: whether all panels have the vertical axis of the first
    panel_px: int = 325  #: height of a panel
    page: Page = SCREEN  #: page for which it is drawn

    @property
    def named(self) -> tuple[Curve, ...]:
        """The entries of the legend: the first curve of each name, in order."""
        found: dict[str, Curve] = {}
        for panel in self.panels:
            for curve in panel.curves:
                found.setdefault(curve.name, curve)
        return tuple(curve for name, curve in found.items() if name)

    @property
    def points(self) -> tuple[Point, ...]:
        """All points of all panels."""
        return tuple(point for panel in self.panels for curve in panel.curves for point in curve.points)
