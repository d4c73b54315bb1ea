# SPDX-License-Identifier: GPL-2.0-only
"""Published points, closed forms and simulated points in one chart, told apart without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from net8.figure.chart import Axis, Chart, Curve, Kind, Look, Panel, Point, Tic
from net8.figure.looks import model, outline, published

__all__ = ["Diagram", "Role", "Series", "make_chart", "make_tics"]

Role = Literal["published", "analytic", "simulated"]
"""How a series is drawn: solid shapes, lines, open shapes with intervals."""

_LOOKS: Final[dict[Role, tuple[Kind, Callable[[int], Look]]]] = {
    "published": ("points", published),
    "analytic": ("lines", model),
    "simulated": ("points", outline),
}


@dataclass(frozen=True, slots=True)
class Series:
    """What belongs together in a panel."""

    label: str  #: legend
    role: Role  #: how it is drawn
    points: tuple[Point, ...]  #: in order of x


@dataclass(frozen=True, slots=True)
class Diagram:
    """A panel whose series have no looks yet."""

    title: str  #: above it
    y: Axis  #: vertical axis
    series: tuple[Series, ...]  #: what is in it


def make_chart(name: str, title: str, x: Axis, diagrams: Sequence[Diagram], note: str = "") -> Chart:
    """Return a chart in which a series has the same look in every panel.

    @param name: file name without its ending
    @param title: the message
    @param x: horizontal axis
    @param diagrams: from left to right
    @param note: what a reader must know
    @return: the chart
    """
    every = [series for diagram in diagrams for series in diagram.series]
    labels = {
        role: list(dict.fromkeys(series.label for series in every if series.role == role)) for role in _LOOKS
    }

    def curve(series: Series) -> Curve:
        kind, look = _LOOKS[series.role]
        return Curve(series.label, kind, look(labels[series.role].index(series.label)), series.points)

    panels = tuple(
        # Published points last: they are smaller and stay visible inside the open shapes.
        Panel(diagram.y, tuple(map(curve, sorted(diagram.series, key=_is_published))), diagram.title)
        for diagram in diagrams
    )
    return Chart(name, title, x, panels, note=note)


def _is_published(series: Series) -> bool:
    """Return whether a series comes from the literature."""
    return series.role == "published"


def make_tics(values: Iterable[float]) -> tuple[Tic, ...]:
    """Make tics at some values.

    @param values: in order
    @return: tics with the values as texts
    """
    return tuple(Tic(float(value), f"{value:g}") for value in values)
