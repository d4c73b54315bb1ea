# SPDX-License-Identifier: GPL-2.0-only
"""Write a chart as a gnuplot script, with its data."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from net8.figure.chart import Chart, Curve, Panel, Point
from net8.figure.legend import Legend
from net8.figure.looks import SHADE
from net8.figure.quoting import quoted, quoted_lines
from net8.figure.scales import is_cut, turned_px, x_scale, y_scale, y_start
from net8.figure.terminals import in_tex, terminal_of

__all__ = ["script"]

_TITLE_PX_PER_LETTER: Final = 9
# Widths of letters of 13 pixels, and of bold ones a tenth larger, for breaking lines. Names of axes may touch the ends.
_NOTE_PX_PER_LETTER, _AXIS_PX_PER_LETTER, _BOLD_PX_PER_LETTER = 8.4, 7.2, 10.4
# Side by side: a column for each panel, the legend to the right.
_COLUMN_PX, _COLUMN_LEFT_PX, _COLUMN_RIGHT_PX, _COLUMN_TOP_PX = 440, 92, 12, 75
# One below the other: the legend between title and panels.
_WIDTH_PX, _LEFT_PX, _RIGHT_PX, _TITLE_PX, _SPACE_PX = 900, 92, 24, 42, 16
_LEGEND_DOWN_PX: Final = 30
# gnuplot omits labels of an SVG that it considers outside the page.
_BOTTOM_PX, _NOTE_PX = 68, 20
_TITLE_LINE_PX, _PANEL_TITLE_PX = 22, 24


@dataclass(frozen=True, slots=True)
class _Place:
    """Position of a panel in the picture, pixels from its left and lower edge."""

    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class _Layout:
    """Positions of everything in the picture."""

    size_px: tuple[int, int]  #: of the picture
    places: tuple[_Place, ...]  #: of the panels
    legend: Legend  #: names of the curves
    legend_at: tuple[float, float]  #: its left and upper edge


def script(chart: Chart) -> str:
    """Write the gnuplot script of a chart.

    @param chart: the chart
    @return: a script that writes a file for each of its formats
    """
    if chart.page.width_in is not None:
        chart = replace(chart, stacked=True)
    layout = (_stack if chart.stacked else _row)(chart)
    parts = ["# Made by net8; gnuplot runs it again.", *_data(chart)]
    for ending in chart.page.formats:
        shown = in_tex(chart) if ending == "tikz" else chart
        place = replace(layout, legend=Legend.of(shown, layout.legend.room_px))
        title = _wrapped(shown, layout.size_px[0])
        terminal = terminal_of(ending, layout.size_px, chart.page)
        parts += [
            f"set terminal {terminal.options}",
            f"set output {quoted(f'{chart.name}.{ending}')}",
            f"set multiplot title {title}{terminal.title_font}",
            *(_panel(shown, place, index) for index in range(len(chart.panels))),
            "unset multiplot",
            "unset output",
        ]
    return "\n".join(parts) + "\n"


def _title_lines(chart: Chart, width_px: int) -> list[str]:
    """Break a title into lines, but not between a number and its unit."""
    whole = re.sub(r"(?<=\d) (?=\S)", "\u00a0", chart.title)
    lines = textwrap.wrap(whole, int(width_px / _BOLD_PX_PER_LETTER))
    return [line.replace("\u00a0", " ") for line in lines]


def _wrapped(chart: Chart, width_px: int) -> str:
    """Keep a title inside the picture: in several lines if the width is fixed, else cut off."""
    title, columns = chart.title, width_px // _TITLE_PX_PER_LETTER
    if chart.page.width_in is not None:
        return quoted_lines(_title_lines(chart, width_px))
    return quoted(title if len(title) <= columns else title[: columns - 1].rsplit(" ", 1)[0] + " …")


def _note_lines(chart: Chart, width_px: int) -> list[str]:
    """Write the note below a figure, in as many lines as it takes."""
    return textwrap.wrap(chart.note, int(width_px / _NOTE_PX_PER_LETTER))


def _row(chart: Chart) -> _Layout:
    """Place panels side by side."""
    legend = Legend.of(chart, 0)
    axis_px = _COLUMN_PX - _COLUMN_LEFT_PX - _COLUMN_RIGHT_PX
    columns_px = len(chart.panels) * _COLUMN_PX
    width = columns_px + legend.side_px
    bottom = _BOTTOM_PX + turned_px(chart, axis_px) + _NOTE_PX * len(_note_lines(chart, width))
    height = max(_COLUMN_TOP_PX + chart.panel_px + bottom, _COLUMN_TOP_PX + legend.side_height_px)
    top = height - _COLUMN_TOP_PX
    places = tuple(
        _Place(index * _COLUMN_PX + _COLUMN_LEFT_PX, (index + 1) * _COLUMN_PX - _COLUMN_RIGHT_PX, top, bottom)
        for index in range(len(chart.panels))
    )
    return _Layout((width, height), places, legend, (columns_px + 4, top))


def _stack(chart: Chart) -> _Layout:
    """Place panels one below the other."""
    width = chart.page.layout_px or _WIDTH_PX
    legend = Legend.of(chart, width - _RIGHT_PX - _LEFT_PX)
    more_lines, panel_titles = 0, 0
    if chart.page.width_in is not None:
        more_lines = len(_title_lines(chart, width)) - 1
        panel_titles = _PANEL_TITLE_PX if any(panel.title for panel in chart.panels) else 0
    title = more_lines * _TITLE_LINE_PX
    above = _TITLE_PX + title + legend.top_px + panel_titles
    axis_px = width - _RIGHT_PX - _LEFT_PX
    turned = turned_px(chart, axis_px) if chart.page.width_in is not None else 0
    bottom = _BOTTOM_PX + turned + _NOTE_PX * len(_note_lines(chart, width))
    panel_px = chart.panel_px if chart.page.width_in is None else min(chart.panel_px, round(0.62 * axis_px))
    space = _SPACE_PX + panel_titles
    step = panel_px + space
    height = above + len(chart.panels) * step - space + bottom
    tops = [height - above - index * step for index in range(len(chart.panels))]
    places = tuple(_Place(_LEFT_PX, width - _RIGHT_PX, top, top - panel_px) for top in tops)
    return _Layout((width, height), places, legend, (_LEFT_PX, height - _LEGEND_DOWN_PX - title))


def _data(chart: Chart) -> list[str]:
    """Write all points as data blocks; an empty line is a gap."""
    blocks = []
    for i, panel in enumerate(chart.panels):
        start = y_start(chart, panel)
        for j, curve in enumerate(panel.curves):
            rows = "\n".join(_data_row(point, start, whiskers=curve.whiskers) for point in curve.points)
            blocks.append(f"$p{i}c{j} << EOD\n{rows}\nEOD")
            if arrows := _arrows(curve, start):
                blocks.append(f"$p{i}c{j}cut << EOD\n{arrows}\nEOD")
    return blocks


def _data_row(point: Point, start: float | None, *, whiskers: bool) -> str:
    """Write a point with half its interval and the ends of it; one that is cut ends at the point."""
    x, y, half = point
    low = y if is_cut(point, start) else y - half
    ends = f" {low:.10g} {y + half:.10g}" if whiskers else ""
    return f"{x:.10g} {y:.10g} {half:.10g}{ends}" if math.isfinite(y) else ""


def _arrows(curve: Curve, start: float | None) -> str:
    """Write the arrows from points to where a logarithmic axis begins, in place of ends below it."""
    cut = [point for point in curve.points if curve.whiskers and is_cut(point, start)]
    return "\n".join(f"{point.x:.10g} {point.y:.10g} {start:.10g}" for point in cut)


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
        f"set ylabel {_y_label(chart, panel, place)}" if leftmost else "unset ylabel",
        "set format y '%g'",
        *x_scale(chart, place.right - place.left, named=lowest),
        *y_scale(chart, panel),
        *_shade(panel),
        *_words(chart, layout, index),
    ]
    return "\n".join([*commands, "plot " + ", \\\n     ".join(_elements(chart, layout, index))])


def _shade(panel: Panel) -> list[str]:
    """Write the command that shades a range behind the curves."""
    if panel.shaded is None:
        return []
    low, high = panel.shaded
    return [
        f"set object 1 rectangle from first {low:.10g}, graph 0 to first {high:.10g}, graph 1 behind "
        f"fillcolor rgb '{SHADE}' fillstyle solid noborder"
    ]


def _y_label(chart: Chart, panel: Panel, place: _Place) -> str:
    """Write the name of the vertical axis, in several lines where panels one above the other are lower than it."""
    if not chart.stacked:
        return quoted(panel.y.label)
    return quoted_lines(textwrap.wrap(panel.y.label, int((place.top - place.bottom) / _AXIS_PX_PER_LETTER)))


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
        lines = _note_lines(chart, layout.size_px[0])
        lowest = (10 + (len(lines) - 1) * _NOTE_PX) / layout.size_px[1]
        commands.append(f"set label 3 {quoted_lines(lines)} at screen 0.01,{lowest:.4f} left")
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
            if _arrows(curve, y_start(chart, chart.panels[index])):
                look = f"lc rgb '{curve.look.colour}' lw {curve.look.width:g}"
                elements.append(f"$p{index}c{j}cut using 1:2:(0):($3-$2) with vectors filled {look} notitle")
    if _has_legend(chart, layout, index):
        elements += [f"keyentry with {_style(curve)} title {quoted(curve.name)}" for curve in chart.named]
    return elements or ["NaN notitle"]


def _drawn(block: str, curve: Curve) -> list[str]:
    """Write the elements of a curve."""
    columns = {
        "bars": f"1:2:($1-{curve.bar / 2:.10g}):($1+{curve.bar / 2:.10g}):(0):2",
        "strokes": "1:($2-$3):(0):(2*$3)",
        "points": "1:2:4:5" if curve.whiskers else "1:2",
    }
    elements = [f"{block} using {columns.get(curve.kind, '1:2')} with {_style(curve)} notitle"]
    if curve.kind != "points" and curve.whiskers:
        elements.append(f"{block} using 1:2:4:5 with {_style(replace(curve, kind='points'))} notitle")
    return elements


def _style(curve: Curve) -> str:
    """Write the style of a curve."""
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
