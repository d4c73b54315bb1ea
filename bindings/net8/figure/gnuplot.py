# SPDX-License-Identifier: GPL-2.0-only
"""Write a chart as a script of gnuplot, data included."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from net8.figure.chart import Chart, Curve
from net8.figure.legend import Legend
from net8.figure.quoting import quoted
from net8.figure.scales import turned_px, x_scale, y_scale

__all__ = ["script"]

_TITLE_PX_PER_LETTER: Final = 9
# Beside each other: a column for each panel, the legend to the right.
_COLUMN_PX, _COLUMN_LEFT_PX, _COLUMN_RIGHT_PX, _COLUMN_TOP_PX = 440, 92, 12, 75
# One below the other: the legend between title and panels.
_WIDTH_PX, _LEFT_PX, _RIGHT_PX, _TITLE_PX, _SPACE_PX = 900, 92, 24, 42, 16
_LEGEND_DOWN_PX: Final = 30
# gnuplot leaves a label out of an SVG that it takes to be off the page.
_BOTTOM_PX, _NOTE_PX = 68, 20


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a panel stands in the picture, pixels from its left and lower edge."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where everything stands in the picture."""

    size_px: tuple[int, int]  #: of the picture
    places: tuple[_Place, ...]  #: of the panels
    legend: Legend  #: names of the curves
    legend_at: tuple[float, float]  #: its left and upper edge


def script(chart: Chart) -> str:
    """Write the gnuplot script of a chart.

    @param chart: the chart
    @return: a script that writes name.svg and name.png
    """
    layout = (_stack if chart.stacked else _row)(chart)
    width, height = layout.size_px
    panels = [_panel(chart, layout, index) for index in range(len(chart.panels))]
    title = quoted(_wrapped(chart.title, width // _TITLE_PX_PER_LETTER))
    parts = ["# Made by net8; gnuplot runs it again.", *_data(chart)]
    for terminal, ending, bold in (
        ("svg noenhanced font 'DejaVu Sans,13' background '#ffffff'", "svg", 15),
        ("pngcairo noenhanced font 'DejaVu Sans,10'", "png", 11),
    ):
        parts += [
            f"set terminal {terminal} size {width},{height}",
            f"set output {quoted(f'{chart.name}.{ending}')}",
            f"set multiplot title {title} font 'DejaVu Sans:Bold,{bold}'",
            *panels,
            "unset multiplot",
            "unset output",
        ]
    return "\n".join(parts) + "\n"


def _wrapped(title: str, columns: int) -> str:
    """Keep a title inside the picture."""
    return title if len(title) <= columns else title[: columns - 1].rsplit(" ", 1)[0] + " …"


def _row(chart: Chart) -> _Layout:
    """Place panels beside each other."""
    legend = Legend.of(chart, 0)
    axis_px = _COLUMN_PX - _COLUMN_LEFT_PX - _COLUMN_RIGHT_PX
    bottom = _BOTTOM_PX + turned_px(chart, axis_px) + (_NOTE_PX if chart.note else 0)
    height = max(_COLUMN_TOP_PX + chart.panel_px + bottom, _COLUMN_TOP_PX + legend.side_height_px)
    top = height - _COLUMN_TOP_PX
    places = tuple(
        _Place(index * _COLUMN_PX + _COLUMN_LEFT_PX, (index + 1) * _COLUMN_PX - _COLUMN_RIGHT_PX, top, bottom)
        for index in range(len(chart.panels))
    )
    columns_px = len(chart.panels) * _COLUMN_PX
    return _Layout((columns_px + legend.side_px, height), places, legend, (columns_px + 4, top))


def _stack(chart: Chart) -> _Layout:
    """Place panels one below the other."""
    legend = Legend.of(chart, _WIDTH_PX - _RIGHT_PX - _LEFT_PX)
    above = _TITLE_PX + legend.top_px
    bottom = _BOTTOM_PX + (_NOTE_PX if chart.note else 0)
    step = chart.panel_px + _SPACE_PX
    height = above + len(chart.panels) * step - _SPACE_PX + bottom
    tops = [height - above - index * step for index in range(len(chart.panels))]
    places = tuple(_Place(_LEFT_PX, _WIDTH_PX - _RIGHT_PX, top, top - chart.panel_px) for top in tops)
    return _Layout((_WIDTH_PX, height), places, legend, (_LEFT_PX, height - _LEGEND_DOWN_PX))


def _data(chart: Chart) -> list[str]:
    """Write all points as data blocks; an empty line is a gap in a line."""
    blocks = []
    for i, panel in enumerate(chart.panels):
        for j, curve in enumerate(panel.curves):
            rows = "\n".join(
                f"{x:.10g} {y:.10g} {half:.10g}" if math.isfinite(y) else "" for x, y, half in curve.points
            )
            blocks.append(f"$p{i}c{j} << EOD\n{rows}\nEOD")
    return blocks


def _panel(chart: Chart, layout: _Layout, index: int) -> str:
    """Write the commands of one panel."""
    panel, place, (width, height) = chart.panels[index], layout.places[index], layout.size_px
    lowest = index == len(chart.panels) - 1 or not chart.stacked
    leftmost = index == 0 or not chart.same_y or chart.stacked
    commands = [
        "reset",
        "set encoding utf8",
        f"set lmargin at screen {place.left / width:.4f}",
        f"set rmargin at screen {place.right / width:.4f}",
        f"set tmargin at screen {place.top / height:.4f}",
        f"set bmargin at screen {place.bottom / height:.4f}",
        "set border 3 lc '#444444'",
        "set tics nomirror out",
        "set bars 0.7",
        f"set grid {'xtics ' if chart.stacked else ''}ytics lc '#dddddd' lt 1",
        f"set title {quoted(panel.title)} offset 0,-0.4",
        f"set xlabel {quoted(chart.x.label)}" if lowest else "unset xlabel",
        f"set ylabel {quoted(panel.y.label)}" if leftmost else "unset ylabel",
        "set format y '%g'",
        *x_scale(chart, place.right - place.left, named=lowest),
        *y_scale(chart, panel),
        *_words(chart, layout, index),
    ]
    return "\n".join([*commands, "plot " + ", \\\n     ".join(_elements(chart, layout, index))])


def _words(chart: Chart, layout: _Layout, index: int) -> list[str]:
    """Write the commands for the legend and for notes."""
    panel = chart.panels[index]
    commands = ["unset key"]
    if _has_legend(chart, layout, index):
        write = layout.legend.above if chart.stacked else layout.legend.beside
        commands = write(*layout.legend_at, layout.size_px)
    if panel.note:
        commands.append(f"set label 2 {quoted(panel.note)} at graph 0.015,0.95 front textcolor '#444444'")
    if chart.note and index == len(chart.panels) - 1:
        commands.append(f"set label 3 {quoted(chart.note)} at screen 0.01,{10 / layout.size_px[1]:.4f} left")
    return commands


def _has_legend(chart: Chart, layout: _Layout, index: int) -> bool:
    """Return whether the legend is drawn with a panel: above with the first, beside with the last."""
    return bool(layout.legend.names) and index == (0 if chart.stacked else len(chart.panels) - 1)


def _elements(chart: Chart, layout: _Layout, index: int) -> Sequence[str]:
    """Write the plot elements: curves, whiskers where there are intervals, and the entries of the legend."""
    elements = []
    for j, curve in enumerate(chart.panels[index].curves):
        if curve.drawn:
            elements += _drawn(f"$p{index}c{j}", curve)
    if _has_legend(chart, layout, index):
        elements += [f"keyentry with {_style(curve)} title {quoted(curve.name)}" for curve in chart.named]
    return elements or ["NaN notitle"]


def _drawn(block: str, curve: Curve) -> list[str]:
    """Write the elements of a curve."""
    columns = {
        "bars": f"1:2:($1-{curve.bar / 2:.10g}):($1+{curve.bar / 2:.10g}):(0):2",
        "strokes": "1:($2-$3):(0):(2*$3)",
        "points": "1:2:3" if curve.whiskers else "1:2",
    }
    elements = [f"{block} using {columns.get(curve.kind, '1:2')} with {_style(curve)} notitle"]
    if curve.kind != "points" and curve.whiskers:
        elements.append(f"{block} using 1:2:3 with {_style(replace(curve, kind='points'))} notitle")
    return elements


def _style(curve: Curve) -> str:
    """Write how a curve looks."""
    look = curve.look
    colour = f"lc rgb '{look.colour}'"
    if curve.kind == "bars":
        return f"boxxyerror fs solid 1.0 noborder {colour}"
    if curve.kind == "strokes":
        return f"vectors nohead {colour} lw {look.width:g}"
    line = f"{colour} lw {look.width:g}"
    marker = f" pt {look.marker} ps {look.size:g}"
    if curve.kind == "points":
        return f"{'yerrorbars' if curve.whiskers else 'points'} {line}{marker}"
    return f"{curve.kind} {line} dt {look.dash}{marker if curve.kind == 'linespoints' else ''}"
