# SPDX-License-Identifier: GPL-2.0-only
"""Figures of what happened in runs: quantities over time, and the distribution of connect times.

Each point of a sweep is a line, drawn from its first run; where the run has several server hosts, each of them is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.campaign.axis_label import axis_label
from net8.campaign.results import Results
from net8.figure.gnuplot import COLOURS, multiplot, quoted
from net8.plan.cluster import server_hosts
from net8.results.over_time import QUANTITIES, Quantity
from net8.results.run import Run
from net8.results.storm import storm_rows

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = ["series_scripts"]

_WIDTH_PX: Final = 900
_PANEL_PX: Final = 170
_DISTRIBUTION_PX: Final = 330
_SPACE_PX: Final = 16
_TITLE_PX: Final = 42
_LEGEND_LINE_PX: Final = 16
_SAMPLE_PX: Final = 56
_BOTTOM_PX: Final = 68  # gnuplot leaves a label out of an SVG that it takes to be off the page
_LEFT_PX: Final = 92
_RIGHT_PX: Final = 24
_LETTER_PX: Final = 8
# Dashes tell the lines apart in print.
_DASHES: Final = ("1", "(12,4)", "(3,3)", "(14,4,3,4)", "(6,6)")


@dataclass(frozen=True, slots=True)
class _Curve:
    """One line of a panel."""

    label: str  #: legend
    x: Numbers  #: times, s
    y: Numbers  #: values in the unit of the panel


@dataclass(frozen=True, slots=True)
class _Panel:
    """One panel."""

    y_label: str  #: with unit
    style: str  #: gnuplot's
    log: bool  #: logarithmic
    curves: tuple[_Curve, ...]  #: lines


@dataclass(frozen=True, slots=True)
class _Axis:
    """The horizontal axis."""

    label: str  #: with unit
    log: bool  #: logarithmic


@dataclass(frozen=True, slots=True)
class _Legend:
    """The names of the lines, between title and panels."""

    title: str  #: what the lines differ in
    labels: tuple[str, ...]  #: each name once

    @property
    def columns(self) -> int:
        """The names that fit beside each other."""
        room = _WIDTH_PX - _RIGHT_PX - self.left_px
        return max(1, room // (_SAMPLE_PX + _LETTER_PX * max(map(len, self.labels), default=1)))

    @property
    def left_px(self) -> int:
        """The place of the first name: behind the title where that is short."""
        return _LEFT_PX + (_LETTER_PX * len(self.title) if self._beside else 0)

    @property
    def _beside(self) -> bool:
        return len(self.title) * _LETTER_PX < _WIDTH_PX // 2 - _LEFT_PX

    @property
    def height_px(self) -> int:
        """The room that it takes."""
        rows = -(-len(self.labels) // self.columns) + (not self._beside)
        return _LEGEND_LINE_PX * max(rows, 2)

    def commands(self, height: int) -> list[str]:
        """Write the commands that draw it with the first panel.

        @param height: pixels of the figure
        @return: gnuplot's commands
        """
        top = height - 30
        row = 0 if self._beside else _LEGEND_LINE_PX
        return [
            f"set label 1 {quoted(self.title)} at screen {_LEFT_PX / _WIDTH_PX:.4f},{(top - 10) / height:.4f} left",
            f"set key at screen {self.left_px / _WIDTH_PX:.4f},{(top - row) / height:.4f} left top horizontal Left "
            f"reverse samplen 4 maxcols {self.columns}",
        ]

    def look(self, label: str) -> str:
        """Return colour, width and dashes of a line; no two of 80 are alike, with or without colour.

        @param label: its name
        @return: gnuplot's words
        """
        number = self.labels.index(label)
        colour, dash = COLOURS[number % len(COLOURS)], _DASHES[number % len(_DASHES)]
        wide = number // (len(COLOURS) * len(_DASHES))
        return f"lc rgb '{colour}' lw {1.4 if number == 0 else 2.2 + 1.6 * wide:g} dt {dash}"


def series_scripts(results: Results) -> list[tuple[str, str]]:
    """Return the figures over time and of distributions that a plan asks for.

    @param results: results of the campaign
    @return: name and gnuplot script of each
    """
    tables = [table for table in results.plan.figures if table.get("kind", "sweep") != "sweep"]
    return [script for table in tables if (script := _script(results, table))]


def _runs(results: Results, table: Mapping[str, object]) -> list[tuple[str, Run]]:
    """Load the first run of each point that a figure shows, with a label of what the points differ in."""
    select = _selected(table)
    found = []
    for index, (_point, labels) in enumerate(results.campaign.points):
        rows = [row for row in results.runs_of(index) if row.status == "ok"]
        if rows and all(str(labels[name]) == str(value) for name, value in select.items()):
            label = ", ".join(str(value) for name, value in labels.items() if name not in select)
            found.append((label, Run.load(results.folder_of(rows[0]))))
    return found


def _selected(table: Mapping[str, object]) -> dict[str, object]:
    """Return the swept keys of which a figure shows one value."""
    chosen = table.get("select") or {}
    return dict(chosen) if isinstance(chosen, Mapping) else {}


def _script(results: Results, table: Mapping[str, object]) -> tuple[str, str] | None:
    """Write one figure, or nothing where no run has what it shows."""
    runs = _runs(results, table)
    log = str(table.get("log") or "")
    if table.get("kind") == "distribution":
        panels, x_label, height = [_distribution(runs)], "time from start to logon (s)", _DISTRIBUTION_PX
    else:
        names = table.get("quantities") or ("cpu_load",)
        wanted = [str(name) for name in names] if isinstance(names, list | tuple) else []
        hosts = server_hosts(results.plan)
        panels = [_over_time(QUANTITIES[name], runs, hosts, log) for name in wanted]
        x_label, height = "simulated time (s)", _PANEL_PX
    if not any(curve.x.size for panel in panels for curve in panel.curves):
        return None
    name = str(table.get("name") or "figure")
    title = str(table.get("title") or results.plan["title"] or results.plan.name)
    lines = [axis.name for axis in results.plan.axes if axis.name not in _selected(table)]
    differ = [axis_label(results, line) for line in lines]
    differ += ["host"] if any(len(panel.curves) > len(runs) for panel in panels) else []
    labels = dict.fromkeys(curve.label for panel in panels for curve in panel.curves)
    legend = _Legend(", ".join(differ), tuple(labels))
    return name, _draw(name, title, panels, _Axis(x_label, "x" in log), legend, height)


def _over_time(quantity: Quantity, runs: list[tuple[str, Run]], hosts: list[str], log: str) -> _Panel:
    """Make the panel of one quantity; what hosts are sampled for has a line for each of them."""
    here = hosts if quantity.sampled else hosts[:1]
    curves = tuple(
        _Curve(
            ", ".join(filter(None, (label, hosts[host] if len(here) > 1 else ""))), *quantity.get(run, host)
        )
        for label, run in runs
        for host in range(len(here))
    )
    return _Panel(quantity.label, quantity.style, quantity.is_time and "y" in log, curves)


def _distribution(runs: list[tuple[str, Run]]) -> _Panel:
    """Make the panel of connect times: of all that asked, the part that was in after so long."""
    curves = []
    for label, run in runs:
        columns = run.session_columns
        storm = storm_rows(columns, run.groups)
        times = columns["ready_ns"] - columns["start_ns"]
        found = np.sort(times[storm & (columns["ready_ns"] >= 0)]) / 1e9
        part = np.arange(1, found.size + 1) * 100.0 / max(storm.sum(), 1)
        # The last step goes on to the right: nobody else got in.
        curves.append(_Curve(label, np.append(found, found[-1:] * 1.05), np.append(part, part[-1:])))
    return _Panel("clients logged on (%)", "steps", False, tuple(curves))


def _draw(name: str, title: str, panels: list[_Panel], axis: _Axis, legend: _Legend, panel_px: int) -> str:
    """Write the script of a figure: panels one above the other with one axis of time."""
    top = _TITLE_PX + legend.height_px
    height = top + len(panels) * (panel_px + _SPACE_PX) - _SPACE_PX + _BOTTOM_PX
    blocks = []
    for i, panel in enumerate(panels):
        for j, curve in enumerate(panel.curves):
            points = (f"{x:.10g} {y:.10g}" for x, y in zip(curve.x, curve.y, strict=True))
            rows = "\n".join(points) or "NaN NaN"
            blocks.append(f"$p{i}l{j} << EOD\n{rows}\nEOD")
    last_x = max(float(curve.x[-1]) for panel in panels for curve in panel.curves if curve.x.size)
    scale = ["set logscale x"] if axis.log else [f"set xrange [0:{last_x * 1.01:.10g}]"]
    scripts = []
    for index, panel in enumerate(panels):
        bottom = index == len(panels) - 1
        place = _place(top + index * (panel_px + _SPACE_PX), panel_px, height)
        labels = [f"set ylabel {quoted(panel.y_label)}",
                  f"set xlabel {quoted(axis.label)}" if bottom else "unset xlabel",
                  "set format x '%g'" if bottom else "set format x ''"]  # fmt: skip
        named = index == 0 and len(legend.labels) > 1
        key = legend.commands(height) if named else ["unset key"]
        plot = "plot " + ", \\\n     ".join(_curves(index, panel, legend, everything=named))
        scripts.append("\n".join([*place, *scale, *labels, *_y_axis(panel), *key, plot]))
    return multiplot(name, title, (_WIDTH_PX, height), "\n".join(blocks), scripts)


def _place(down_px: int, panel_px: int, height: int) -> list[str]:
    """Write the commands that put a panel where it belongs."""
    top = height - down_px
    return [
        "reset",
        "set encoding utf8",
        f"set lmargin at screen {_LEFT_PX / _WIDTH_PX:.4f}",
        f"set rmargin at screen {1 - _RIGHT_PX / _WIDTH_PX:.4f}",
        f"set tmargin at screen {top / height:.4f}",
        f"set bmargin at screen {(top - panel_px) / height:.4f}",
        "set border 3 lc '#444444'",
        "set tics nomirror out",
        "set grid xtics ytics lc '#dddddd' lt 1",
        "set format y '%g'",
    ]


def _y_axis(panel: _Panel) -> list[str]:
    """Write range and scale of the vertical axis."""
    values = [float(y) for curve in panel.curves for y in curve.y]
    if panel.log and values and min(values) > 0:
        return ["set logscale y", f"set yrange [{min(values) * 0.8:.10g}:{max(values) * 1.25:.10g}]"]
    return [f"set yrange [0:{max(values, default=0.0) * 1.06 or 1.0:.10g}]"]


def _curves(index: int, panel: _Panel, legend: _Legend, *, everything: bool) -> list[str]:
    """Write the plot elements, those that only name lines of other panels included where everything is named."""
    curves = []
    for j, curve in enumerate(panel.curves):
        title = f"title {quoted(curve.label)}" if curve.label else "notitle"
        curves.append(f"$p{index}l{j} using 1:2 with {panel.style} {legend.look(curve.label)} {title}")
    here = {curve.label for curve in panel.curves}
    elsewhere = [label for label in legend.labels if label and label not in here] if everything else []
    return curves + [f"NaN with lines {legend.look(label)} title {quoted(label)}" for label in elsewhere]
