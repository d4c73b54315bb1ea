# SPDX-License-Identifier: GPL-2.0-only
"""Draw a chart into axes of matplotlib, for users who lay out their own figures.

Only methods of the axes are called, so that matplotlib is needed only by callers who have axes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import Any, Final

from net8.base.errors import PlanError
from net8.figure.chart import Chart, Curve, Panel
from net8.figure.looks import SHADE
from net8.figure.scales import is_cut, y_start

__all__ = ["draw_into"]

_DASHES: Final = {"1": (), "2": (8, 4), "3": (2, 3), "4": (8, 3, 2, 3), "5": (14, 4)}
"""Dashes that have numbers in gnuplot, as lengths of strokes and gaps."""
_MARKERS: Final = {
    1: "+", 2: "x", 3: "*", 4: "s", 5: "s", 6: "o", 7: "o", 8: "^", 9: "^", 10: "v", 11: "v", 12: "D", 13: "D",
}  # fmt: skip
_OPEN: Final = (4, 6, 8, 10, 12)
_STEPS: Final = {"steps": "steps-post", "fsteps": "steps-pre"}
_NOTE_LETTERS: Final = 60
"""Characters of a line below the axes."""
_POINT_SIZE: Final = 5.0
"""Points of matplotlib for a marker of size 1."""


def draw_into(chart: Chart, axes: object) -> None:
    """Draw the panels of a chart.

    @param chart: the chart
    @param axes: axes of matplotlib, one for each panel; a single one if there is one panel
    """
    # matplotlib returns axes of several rows and columns as an array of arrays.
    flat = getattr(axes, "flat", axes)
    each: list[Any] = list(flat) if isinstance(flat, Iterable) else [flat]
    if len(each) != len(chart.panels):
        raise PlanError(
            f"the figure {chart.name} has {len(chart.panels)} panels, but there are {len(each)} axes; "
            f"plt.subplots(1, {len(chart.panels)}) creates as many"
        )
    for panel, ax in zip(chart.panels, each, strict=True):
        _draw_panel(chart, panel, ax)
    if chart.note:
        note = textwrap.fill(chart.note, _NOTE_LETTERS)
        each[0].annotate(
            note, (0, -0.18), xycoords="axes fraction", va="top", fontsize="x-small", annotation_clip=False
        )


def _draw_panel(chart: Chart, panel: Panel, ax: Any) -> None:
    """Draw one panel, with axes, names and notes."""
    start = y_start(chart, panel)
    if panel.shaded is not None:
        ax.axvspan(*panel.shaded, color=SHADE, zorder=0)
    for curve in panel.curves:
        _draw_curve(curve, ax, start)
    positive = all(point.x > 0 for curve in panel.curves for point in curve.points)
    if chart.x.log and positive:
        ax.set_xscale("log")
    if start is not None:
        ax.set_yscale("log")
        ax.set_ylim(bottom=start)
    ax.set_xlabel(chart.x.label)
    ax.set_ylabel(panel.y.label)
    ax.set_title(panel.title or chart.title)
    if chart.x.tics:
        ax.set_xticks([tic.place for tic in chart.x.tics], [tic.text for tic in chart.x.tics], minor=False)
    if any(curve.name for curve in panel.curves):
        ax.legend(title=chart.legend or None)
    if panel.note:
        ax.annotate(panel.note, (0.02, 0.95), xycoords="axes fraction", va="top", fontsize="x-small")


def _draw_curve(curve: Curve, ax: Any, start: float | None) -> None:
    """Draw one curve; a missing point is a gap, and an interval that ends below the axis an arrow."""
    x, y, half = ([point[column] for point in curve.points] for column in range(3))
    look, name = curve.look, curve.name or None
    if curve.kind == "bars":
        ax.bar(x, y, width=curve.bar, color=look.colour, label=name)
        return
    if curve.kind == "strokes":
        low, high = ([v + sign * h for v, h in zip(y, half, strict=True)] for sign in (-1, 1))
        ax.vlines(x, low, high, colors=look.colour, linewidth=look.width, label=name)
        return
    style: dict[str, Any] = {"color": look.colour, "linewidth": look.width, "label": name}
    style["linestyle"] = "none" if curve.kind == "points" else (0, _dashes(look.dash))
    if curve.kind in _STEPS:
        style["drawstyle"] = _STEPS[curve.kind]
    if "points" in curve.kind:
        style |= {"marker": _MARKERS.get(look.marker, "o"), "markersize": _POINT_SIZE * look.size}
        style["markerfacecolor"] = "none" if look.marker in _OPEN else look.colour
    if curve.whiskers:
        cut = [point for point in curve.points if is_cut(point, start)]
        below = [0.0 if point in cut else point.half for point in curve.points]
        ax.errorbar(x, y, yerr=[below, half] if cut else half, capsize=2, **style)
        for point in cut:
            # The arrow ends at the edge of the axes, wherever that is.
            ax.annotate(
                "", (point.x, 0), (point.x, point.y), xycoords=ax.get_xaxis_transform(), textcoords="data",
                arrowprops={"arrowstyle": "-|>", "color": look.colour, "shrinkA": 0, "shrinkB": 0},
            )  # fmt: skip
    else:
        ax.plot(x, y, **style)


def _dashes(dash: str) -> tuple[float, ...] | None:
    """Return strokes and gaps of a dash of gnuplot; None is a solid line."""
    lengths = _DASHES.get(dash)
    if lengths is None:
        lengths = tuple(int(part) for part in dash.strip("()").split(","))
    return lengths or None
