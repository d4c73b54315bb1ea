# SPDX-License-Identifier: GPL-2.0-only
"""Draw the figures of a campaign."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from net8.campaign import Results
from net8.figure import Figure, build_figures
from net8.gnuplot import COLOURS, draw, multiplot, quoted
from net8.series_figure import series_scripts

__all__ = ["draw_figures", "script"]

# Markers tell the lines apart in print.
_MARKERS: Final = (7, 5, 9, 11, 13, 4, 6, 8)
_PUBLISHED: Final = 2
_PANEL_PX: Final = 440
_HEIGHT_PX: Final = 470


def draw_figures(results: Results, folder: Path | None = None) -> list[Path]:
    """Draw all figures of a campaign; what is drawn already is left alone.

    @param results: results of the campaign
    @param folder: where to; by default the campaign's folder
    @return: SVG and PNG files
    """
    target = folder or results.folder
    files = []
    for figure in build_figures(results):
        files += draw(figure.name, script(figure), target)
    for name, text in series_scripts(results):
        files += draw(name, text, target)
    return files


def script(figure: Figure) -> str:
    """Write the gnuplot script of a figure, data included.

    @param figure: the figure
    @return: a script that writes name.svg and name.png
    """
    legend = _legend_px(figure)
    width = len(figure.panels) * _PANEL_PX + legend
    panels = [_panel(figure, index, width) for index in range(len(figure.panels))]
    return multiplot(figure.name, figure.title, (width, _HEIGHT_PX), _data(figure), panels)


def _legend_px(figure: Figure) -> int:
    """Estimate the room the legend needs."""
    labels = [
        line.label + (", published" if line.published else "") for p in figure.panels for line in p.lines
    ]
    if len(set(labels)) < 2 and not figure.legend:
        return 20
    return 70 + 8 * max(len(text) for text in [*labels, figure.legend])


def _data(figure: Figure) -> str:
    """Write all points as data blocks."""
    blocks = []
    for i, panel in enumerate(figure.panels):
        for j, line in enumerate(panel.lines):
            rows = "\n".join(f"{x:.10g} {y:.10g} {half or 0:.10g}" for x, y, half in line.points)
            blocks.append(f"$p{i}l{j} << EOD\n{rows}\nEOD")
    return "\n".join(blocks)


def _panel(figure: Figure, index: int, width: int) -> str:
    """Write the commands of one panel."""
    panel = figure.panels[index]
    left, right = index * _PANEL_PX + 78, (index + 1) * _PANEL_PX - 12
    last = index == len(figure.panels) - 1
    commands = [
        "reset",
        "set encoding utf8",
        f"set lmargin at screen {left / width:.4f}",
        f"set rmargin at screen {right / width:.4f}",
        "set tmargin at screen 0.84",
        "set bmargin at screen 0.15",
        "set border 3 lc '#444444'",
        "set tics nomirror out",
        "set grid ytics lc '#dddddd' lt 1",
        f"set title {quoted(panel.title)} offset 0,-0.4",
        f"set xlabel {quoted(figure.x_label)}",
        f"set ylabel {quoted(figure.y_label)} offset 0,0" if index == 0 else "unset ylabel",
        *_scales(figure),
        f"set key at screen {(len(figure.panels) * _PANEL_PX + 4) / width:.4f},0.84 left top Left reverse"
        f" title {quoted(figure.legend)} left" if last and _legend_px(figure) > 20 else "unset key",
        "plot " + ", \\\n     ".join(_curves(figure, index)),
    ]  # fmt: skip
    return "\n".join(commands)


def _scales(figure: Figure) -> list[str]:
    """Write ranges, logarithmic axes and tics."""
    places = [place for place, _text in figure.x_tics]
    commands = []
    if "x" in figure.log and min(places) > 0:
        commands.append("set logscale x")
        edge = max((max(places) / min(places)) ** 0.05, 1.05)
        commands.append(f"set xrange [{min(places) / edge:.10g}:{max(places) * edge:.10g}]")
    else:
        edge = (max(places) - min(places)) * 0.05 or 1.0
        commands.append(f"set xrange [{min(places) - edge:.10g}:{max(places) + edge:.10g}]")
    turn = " rotate by -35" if sum(len(text) + 2 for _p, text in figure.x_tics) > 44 else ""
    tics = ", ".join(f"{quoted(text)} {place:.10g}" for place, text in figure.x_tics)
    commands.append(f"set xtics{turn} ({tics})")
    values = [
        y + (half or 0) for panel in figure.panels for line in panel.lines for _x, y, half in line.points
    ]
    least = min(y for panel in figure.panels for line in panel.lines for _x, y, _half in line.points)
    if "y" in figure.log and least > 0:
        low, high = _round_step(least, up=False), _round_step(max(values), up=True)
        commands += ["set logscale y", f"set yrange [{low:.10g}:{max(high, low * 10):.10g}]"]
    else:
        commands.append(f"set yrange [{min(0.0, least * 1.05):.10g}:{max(values) * 1.05 or 1:.10g}]")
    commands.append("set format y '%g'")
    return commands


def _round_step(value: float, *, up: bool) -> float:
    """Give the next of 1, 2 and 5 times a power of ten: a logarithmic axis ends there."""
    decade = 10.0 ** math.floor(math.log10(value))
    steps = [decade * step for step in (1, 2, 5, 10)]
    return min(s for s in steps if s > value) if up else max(s for s in steps if s <= value * (1 + 1e-9))


def _curves(figure: Figure, index: int) -> list[str]:
    """Write the plot elements: a line per series, whiskers where there are intervals."""
    order = list(dict.fromkeys(line.label for panel in figure.panels for line in panel.lines))
    curves = []
    for j, line in enumerate(figure.panels[index].lines):
        style = order.index(line.label) % len(COLOURS)
        colour = "lc rgb '#000000' lw 2" if line.published else f"lc rgb '{COLOURS[style]}' lw 1.6"
        look = f"{colour} pt {_PUBLISHED if line.published else _MARKERS[style]} ps 0.9"
        name = line.label + (", published" if line.published else "")
        title = f"title {quoted(name)}" if name else "notitle"
        dash = " dt 2" if line.published else ""
        curves.append(f"$p{index}l{j} using 1:2 with linespoints {look}{dash} {title}")
        if any(half for _x, _y, half in line.points):
            curves.append(f"$p{index}l{j} using 1:2:3 with yerrorbars {look} notitle")
    return curves or ["NaN notitle"]
