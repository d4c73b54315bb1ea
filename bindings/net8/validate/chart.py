# SPDX-License-Identifier: GPL-2.0-only
"""Charts of published points, closed forms and simulated points, told apart without colour."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from net8.figure.gnuplot import COLOURS, multiplot, quoted

__all__ = ["Chart", "Panel", "Point", "Role", "Series", "script"]

Point = tuple[float, float, float]
"""x, y, half the interval of y."""

Role = Literal["published", "analytic", "simulated"]
"""How a series is drawn: solid shapes, lines, open shapes with intervals."""

_PANEL_PX: Final = 400
_HEIGHT_PX: Final = 430
_LEFT_PX, _RIGHT_PX = 74, 14
_PX_PER_LETTER: Final = 7.2
# Filled circles and crosses for published points, open shapes for simulated ones.
_PUBLISHED_SHAPES: Final = (7, 5, 9)
_SIMULATED_SHAPES: Final = (4, 8, 6, 12, 10, 2)
_DASHES: Final = (1, 2, 4, 5)


@dataclass(frozen=True, slots=True)
class Series:
    """What belongs together in a panel."""

    label: str  #: legend
    role: Role  #: how it is drawn
    points: tuple[Point, ...]  #: in order of x


@dataclass(frozen=True, slots=True)
class Panel:
    """One diagram."""

    title: str  #: above it
    y_label: str  #: with unit
    series: tuple[Series, ...]  #: what is in it
    log: str = ""  #: axes with a logarithmic scale


@dataclass(frozen=True)
class Chart:
    """One figure."""

    name: str  #: file name without its ending
    title: str  #: the message
    x_label: str  #: with unit
    panels: tuple[Panel, ...]  #: from left to right
    x_tics: tuple[tuple[float, str], ...] = ()  #: place and text of each tic
    note: str = ""  #: what a reader must know
    ids: tuple[str, ...] = ()  #: rows that it belongs to


def script(chart: Chart) -> str:
    """Write the gnuplot script of a chart, data included.

    @param chart: the chart
    @return: a script that writes name.svg and name.png
    """
    labels = _labels(chart)
    legend = int(70 + _PX_PER_LETTER * max(len(label) for label in labels))
    width = len(chart.panels) * _PANEL_PX + legend
    data = [
        f"$p{i}s{j} << EOD\n"
        + "\n".join(f"{x:.10g} {y:.10g} {half:.10g}" for x, y, half in series.points)
        + "\nEOD"
        for i, panel in enumerate(chart.panels)
        for j, series in enumerate(panel.series)
    ]
    panels = [_panel(chart, index, width, labels) for index in range(len(chart.panels))]
    return multiplot(chart.name, chart.title, (width, _HEIGHT_PX), "\n".join(data), panels)


def _labels(chart: Chart) -> list[str]:
    """Return the legend: each label once, in order."""
    return list(dict.fromkeys(series.label for panel in chart.panels for series in panel.series))


def _panel(chart: Chart, index: int, width: int, labels: Sequence[str]) -> str:
    """Write the commands of one panel."""
    panel, last = chart.panels[index], index == len(chart.panels) - 1
    left, right = index * _PANEL_PX + _LEFT_PX, (index + 1) * _PANEL_PX - _RIGHT_PX
    commands = [
        "reset", "set encoding utf8",
        f"set lmargin at screen {left / width:.4f}", f"set rmargin at screen {right / width:.4f}",
        "set tmargin at screen 0.82",
        f"set bmargin at screen {0.2 if _crowded(chart, panel) else 0.15}", "set border 3 lc '#444444'",
        "set tics nomirror out", "set grid ytics lc '#dddddd' lt 1", "set bars 0.7",
        f"set title {quoted(panel.title)} offset 0,-0.4", f"set xlabel {quoted(chart.x_label)}",
        f"set ylabel {quoted(panel.y_label)}", "set format '%g'",
        *_scales(chart, panel),
        f"set key at screen {(len(chart.panels) * _PANEL_PX + 4) / width:.4f},0.82 left top Left reverse"
        if last
        else "unset key",
    ]  # fmt: skip
    # Published points last: they are smaller and stay visible inside the open shapes.
    order = sorted(enumerate(panel.series), key=lambda entry: entry[1].role == "published")
    curves = [_curve(chart, series, f"$p{index}s{j}") for j, series in order]
    if last:
        here = {series.label for series in panel.series}
        elsewhere = {s.label: s for p in chart.panels for s in p.series if s.label not in here}
        curves += [
            f"NaN {_look(chart, elsewhere[label])} title {quoted(label)}"
            for label in labels
            if label in elsewhere
        ]
    return "\n".join([*commands, "plot " + ", \\\n     ".join(curves)])


def _scales(chart: Chart, panel: Panel) -> list[str]:
    """Write ranges, logarithmic axes and tics."""
    points = [point for series in panel.series for point in series.points]
    places = [x for x, _y, _half in points]
    low, high = min(places), max(places)
    commands = []
    if "x" in panel.log:
        edge = (high / low) ** 0.06 or 1.0
        commands += ["set logscale x", f"set xrange [{low / edge:.10g}:{high * edge:.10g}]"]
    else:
        edge = (high - low) * 0.06 or 1.0
        commands.append(f"set xrange [{low - edge:.10g}:{high + edge:.10g}]")
    if chart.x_tics:
        tics = ", ".join(f"{quoted(text)} {place:.10g}" for place, text in chart.x_tics)
        turn = " rotate by -40" if _crowded(chart, panel) else ""
        commands.append(f"set xtics{turn} ({tics})")
    if "y" in panel.log:
        commands += ["set logscale y", "set yrange [*:*] extend"]
    else:
        top = max(y + half for _x, y, half in points)
        commands.append(f"set yrange [0:{1.08 * top or 1:.10g}]")
    return commands


def _crowded(chart: Chart, panel: Panel) -> bool:
    """Return whether the texts of two tics would touch."""
    if len(chart.x_tics) < 2:
        return False
    place = math.log if "x" in panel.log else float
    at = [place(x) for x, _text in chart.x_tics]
    px = (_PANEL_PX - _LEFT_PX - _RIGHT_PX) / ((max(at) - min(at)) * 1.12 or 1.0)
    widths = [_PX_PER_LETTER * len(text) for _x, text in chart.x_tics]
    gaps = [(b - a) * px for a, b in itertools.pairwise(at)]
    return any(
        gap < (a + b) / 2 + _PX_PER_LETTER for gap, a, b in zip(gaps, widths, widths[1:], strict=False)
    )


def _look(chart: Chart, series: Series) -> str:
    """Return the style of a series: shape, dashes, colour; each tells it apart by itself."""
    same = [s.label for p in chart.panels for s in p.series if s.role == series.role]
    place = list(dict.fromkeys(same)).index(series.label)
    if series.role == "published":
        return f"with points pt {_PUBLISHED_SHAPES[place % 3]} ps 0.8 lc rgb '#000000'"
    if series.role == "analytic":
        return f"with lines dt {_DASHES[place % 4]} lw 1.8 lc rgb '#555555'"
    shape = _SIMULATED_SHAPES[place % len(_SIMULATED_SHAPES)]
    return f"with yerrorbars pt {shape} ps 1.6 lw 1.6 lc rgb '{COLOURS[place % 6]}'"


def _curve(chart: Chart, series: Series, data: str) -> str:
    """Write the plot element of a series."""
    columns = "1:2:3" if series.role == "simulated" else "1:2"
    return f"{data} using {columns} {_look(chart, series)} title {quoted(series.label)}"
