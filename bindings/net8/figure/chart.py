# SPDX-License-Identifier: GPL-2.0-only
"""What a figure shows, whatever it is drawn with: panels, axes and curves, each with a name and a look."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from net8.figure.page import SCREEN, Page

__all__ = ["Axis", "Chart", "Curve", "Kind", "Look", "Panel", "Point", "Tic", "make_points"]

Kind = Literal["lines", "points", "linespoints", "steps", "fsteps", "bars", "strokes"]
"""How a curve is drawn. fsteps holds a value since the point before, a stroke covers what whiskers would."""


class Tic(NamedTuple):
    """A mark of an axis."""

    place: float  #: in the unit of the axis
    text: str  #: beside it


class Point(NamedTuple):
    """A point of a curve; one whose y is not a number is a gap in a line."""

    x: float  #: in the unit of the horizontal axis
    y: float  #: in the unit of the panel
    half: float = 0.0  #: half the interval of y


def make_points(
    x: Iterable[float], y: Iterable[float], half: Iterable[float] | None = None
) -> tuple[Point, ...]:
    """Make points of columns.

    @param x: in the unit of the horizontal axis
    @param y: in the unit of the panel
    @param half: half the interval of each y; by default none has one
    @return: the points
    """
    columns = [map(float, column) for column in (x, y, *(() if half is None else (half,)))]
    return tuple(Point(*row) for row in zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class Look:
    """By what a curve is told apart."""

    colour: str  #: such as "#0072B2"
    width: float = 1.6  #: of its line
    dash: str = "1"  #: of its line, as gnuplot names it
    marker: int = 7  #: of its points, as gnuplot numbers them
    size: float = 0.9  #: of its points


@dataclass(frozen=True, slots=True)
class Curve:
    """What has one name in the legend."""

    name: str  #: in the legend; empty where a single curve needs none
    kind: Kind  #: how it is drawn
    look: Look  #: by what it is told apart
    points: tuple[Point, ...]  #: in order of x
    bar: float = 0.0  #: width of each bar

    @property
    def drawn(self) -> bool:
        """Whether it has a point at all."""
        return any(math.isfinite(point.y) for point in self.points)

    @property
    def whiskers(self) -> bool:
        """Whether it has intervals, drawn beside its points."""
        return self.kind != "strokes" and any(point.half for point in self.points)


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis; what is left out follows from the points."""

    title: str  #: what is along it
    unit: str = ""  #: of its numbers
    log: bool = False  #: logarithmic where all values are above zero
    low: float | None = None  #: where it begins
    high: float | None = None  #: where it ends
    tics: tuple[Tic, ...] = ()  #: its marks, in order
    step: float | None = None  #: from one mark to the next

    @property
    def label(self) -> str:
        """Title and unit, such as "response time (s)"; "query rows" says its unit itself."""
        said = not self.unit or self.title.split()[-1:] == [self.unit]
        return self.title if said else f"{self.title} ({self.unit})"


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram."""

    y: Axis  #: vertical
    curves: tuple[Curve, ...]  #: what is in it; the last lies on top
    title: str = ""  #: above it
    note: str = ""  #: in it: what a reader must know


@dataclass(frozen=True, slots=True)
class Chart:
    """One figure."""

    name: str  #: file name without its ending
    title: str  #: the message
    x: Axis  #: horizontal, the same for all panels
    panels: tuple[Panel, ...]  #: from left to right, or from top to bottom
    legend: str = ""  #: what the curves differ in
    note: str = ""  #: below all: what a reader must know
    stacked: bool = False  #: whether panels stand one below the other
    same_y: bool = False  #: whether panels have the vertical axis of the first
    panel_px: int = 325  #: height of a panel
    page: Page = SCREEN  #: for what page it is drawn

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
