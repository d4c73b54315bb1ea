# SPDX-License-Identifier: GPL-2.0-only
"""Draw the figures of a campaign."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Final

from net8.campaign.results import Results
from net8.figure.gnuplot import COLOURS, draw, multiplot, quoted
from net8.figure.panels import Figure, Line, build_figures
from net8.figure.series import series_scripts
from net8.figure.tics import xtics

__all__ = ["draw_figures", "script"]

# Markers tell the lines apart in print, dashes those beyond the eighth.
_MARKERS: Final = (7, 5, 9, 11, 13, 4, 6, 8)
_DASHES: Final = ("1", "(8,3)", "(2,3)", "(8,3,2,3)", "(14,4)")
_PUBLISHED: Final = (2, 1, 3)
_PANEL_PX: Final = 440
_LEFT_PX, _RIGHT_PX = 78, 12
_HEIGHT_PX: Final = 470
_LEGEND_LINE_PX: Final = 17
_TOP: Final = 0.84


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
    # A legend that is cut off at the bottom would leave lines without a name.
    height = max(_HEIGHT_PX, math.ceil((len(_titles(figure)) + 2) * _LEGEND_LINE_PX / _TOP))
    panels = [_panel(figure, index, width) for index in range(len(figure.panels))]
    return multiplot(figure.name, figure.title, (width, height), _data(figure), panels)


def _title(line: Line) -> str:
    """Return the legend of a line."""
    return ", ".join(filter(None, (line.label, "published" if line.published else "")))


def _titles(figure: Figure) -> dict[str, Line]:
    """Return each entry of the legend once, with a line that looks so."""
    found: dict[str, Line] = {}
    for panel in figure.panels:
        for line in panel.lines:
            found.setdefault(_title(line), line)
    return found


def _legend_px(figure: Figure) -> int:
    """Estimate the room the legend needs."""
    titles = _titles(figure)
    if len(titles) < 2 and not figure.legend:
        return 20
    return 70 + 8 * max(len(text) for text in [*titles, figure.legend])


def _data(figure: Figure) -> str:
    """Write all points as data blocks."""
    blocks = []
    for i, panel in enumerate(figure.panels):
        for j, line in enumerate(panel.lines):
            rows = "\n".join(
                # An empty line in the data is a gap in the line.
                ("\n" if k and line.points[k - 1][0] < figure.words_from <= x else "")
                + f"{x:.10g} {y:.10g} {half or 0:.10g}"
                for k, (x, y, half) in enumerate(line.points)
            )
            blocks.append(f"$p{i}l{j} << EOD\n{rows}\nEOD")
    return "\n".join(blocks)


def _panel(figure: Figure, index: int, width: int) -> str:
    """Write the commands of one panel."""
    panel = figure.panels[index]
    left, right = index * _PANEL_PX + _LEFT_PX, (index + 1) * _PANEL_PX - _RIGHT_PX
    last = index == len(figure.panels) - 1
    commands = [
        "reset",
        "set encoding utf8",
        f"set lmargin at screen {left / width:.4f}",
        f"set rmargin at screen {right / width:.4f}",
        f"set tmargin at screen {_TOP}",
        "set bmargin at screen 0.15",
        "set border 3 lc '#444444'",
        "set tics nomirror out",
        "set grid ytics lc '#dddddd' lt 1",
        f"set title {quoted(panel.title)} offset 0,-0.4",
        f"set xlabel {quoted(figure.x_label)}",
        f"set ylabel {quoted(figure.y_label)} offset 0,0" if index == 0 else "unset ylabel",
        *_scales(figure),
        f"set key at screen {(len(figure.panels) * _PANEL_PX + 4) / width:.4f},{_TOP} left top Left reverse"
        f" title {quoted(figure.legend)} left" if last and _legend_px(figure) > 20 else "unset key",
        *([f"set label 1 {quoted(figure.note)} at screen 0.01,0.02 left"] if figure.note and last else []),
        "plot " + ", \\\n     ".join(_curves(figure, index)),
    ]  # fmt: skip
    return "\n".join(commands)


def _scales(figure: Figure) -> list[str]:
    """Write ranges, logarithmic axes and tics."""
    places = [place for place, _text in figure.x_tics]
    room = _PANEL_PX - _LEFT_PX - _RIGHT_PX
    commands = []
    log = "x" in figure.log and min(places) > 0
    if log:
        commands.append("set logscale x")
        edge = max((max(places) / min(places)) ** 0.05, 1.05)
        commands.append(f"set xrange [{min(places) / edge:.10g}:{max(places) * edge:.10g}]")
    else:
        edge = (max(places) - min(places)) * 0.05 or 1.0
        commands.append(f"set xrange [{min(places) - edge:.10g}:{max(places) + edge:.10g}]")
    # Of eleven parts of the axis, ten lie between the first and the last tic.
    commands.append(xtics(figure.x_tics, room * 10 / 11, log=log))
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
    """Return the next of 1, 2 and 5 times a power of ten: a logarithmic axis ends there."""
    decade = 10.0 ** math.floor(math.log10(value))
    steps = [decade * step for step in (1, 2, 5, 10)]
    return min(s for s in steps if s > value) if up else max(s for s in steps if s <= value * (1 + 1e-9))


def _look(figure: Figure, line: Line) -> str:
    """Return colour, marker and dashes of a line; no two lines of a figure have the same."""
    alike = [other for p in figure.panels for other in p.lines if other.published == line.published]
    number = list(dict.fromkeys(other.label for other in alike)).index(line.label)
    if line.published:
        kind, shape = divmod(number, len(_PUBLISHED))
        return f"lc rgb '#000000' lw 2 pt {_PUBLISHED[shape]} ps 0.9 dt {kind + 2}"
    turn, style = divmod(number, len(COLOURS))
    marker = _MARKERS[(style + turn) % len(_MARKERS)]
    dash = f" dt {_DASHES[turn % len(_DASHES)]}" if turn else ""
    return f"lc rgb '{COLOURS[style]}' lw 1.6 pt {marker} ps 0.9{dash}"


def _curves(figure: Figure, index: int) -> list[str]:
    """Write the plot elements: a line per series, whiskers where there are intervals."""
    lines = figure.panels[index].lines
    curves = []
    for j, line in enumerate(lines):
        look = _look(figure, line)
        title = f"title {quoted(_title(line))}" if _title(line) else "notitle"
        curves.append(f"$p{index}l{j} using 1:2 with linespoints {look} {title}")
        if any(half for _x, _y, half in line.points):
            curves.append(f"$p{index}l{j} using 1:2:3 with yerrorbars {look} notitle")
    if index == len(figure.panels) - 1:
        here = {_title(line) for line in lines}
        curves += [
            f"NaN with linespoints {_look(figure, line)} title {quoted(title)}"
            for title, line in _titles(figure).items()
            if title not in here
        ]
    return curves or ["NaN notitle"]
