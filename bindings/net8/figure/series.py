# SPDX-License-Identifier: GPL-2.0-only
"""Figures of runs: quantities over time, and the distribution of connect times.

Each point of a sweep is a line, drawn from its first run; with several server hosts each of them is a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from net8.campaign.results import Results
from net8.figure.chart import Axis, Chart, Curve, Kind, Panel, Point, make_points
from net8.figure.looks import trace
from net8.figure.page import read_page
from net8.figure.titles import key_title
from net8.plan.cluster import server_hosts
from net8.plan.shown import selected, shows
from net8.results.over_time import read_curves, read_quantity
from net8.results.run import Run
from net8.results.storm import storm_rows
from net8.schema.quantities import QUANTITIES

__all__ = ["build_series"]

_PANEL_PX: Final = 170
_DISTRIBUTION_PX: Final = 330


@dataclass(frozen=True, slots=True)
class _Drawing:
    """One panel before its curves have looks."""

    y: Axis  #: vertical axis
    kind: Kind  #: of its curves
    curves: Mapping[str, tuple[Point, ...]]  #: points by name


def build_series(results: Results) -> list[Chart]:
    """Return the figures over time and of distributions that a plan asks for.

    @param results: results of the campaign
    @return: charts that have at least one point
    """
    tables = [table for table in results.plan.figures if table.get("kind", "sweep") != "sweep"]
    return [chart for table in tables if (chart := _build(results, table))]


def _runs(results: Results, table: Mapping[str, object]) -> list[tuple[str, Run]]:
    """Load the first run of each point that a figure shows, with a label of the values in which the points differ."""
    select = selected(table)
    found = []
    for index, (_point, labels) in enumerate(results.campaign.points):
        rows = [row for row in results.runs_of(index) if row.status == "ok"]
        if rows and shows(table, labels):
            label = ", ".join(str(value) for name, value in labels.items() if name not in select)
            found.append((label, Run.load(results.folder_of(rows[0]))))
    return found


def _build(results: Results, table: Mapping[str, object]) -> Chart | None:
    """Build one figure, or return None if no run has its data."""
    runs = _runs(results, table)
    log = str(table.get("log") or "")
    if table.get("kind") == "distribution":
        wanted: list[str] = []
        drawings, x, panel_px = [_distribution(runs)], "time from start to logon", _DISTRIBUTION_PX
    else:
        names = table.get("quantities") or ("cpu_load",)
        wanted = [str(name) for name in names] if isinstance(names, list | tuple) else []
        hosts = server_hosts(results.plan)
        drawings = [
            _of_series(name, runs, table, log)
            if QUANTITIES[name].series
            else _over_time(name, runs, hosts, log)
            for name in wanted
        ]
        x, panel_px = "simulated time", _PANEL_PX
    last = max(
        (points[-1].x for drawing in drawings for points in drawing.curves.values() if points), default=0.0
    )
    if not last:
        return None
    lines = [axis.name for axis in results.plan.axes if axis.name not in selected(table)]
    differ = [key_title(results, line) for line in lines]
    several = any(len(drawing.curves) > len(runs) for drawing in drawings)
    differ += [_what(wanted)] if several else []
    return Chart(
        name=str(table.get("name") or "figure"),
        title=str(table.get("title") or results.plan["title"] or results.plan.name),
        x=Axis(str(table.get("x_label") or x), "s", "x" in log, low=None if "x" in log else 0.0),
        panels=_panels(drawings),
        legend=", ".join(differ),
        stacked=True,
        panel_px=panel_px,
        page=read_page(table),
    )


def _what(names: list[str]) -> str:
    """Return what the lines of a figure distinguish in addition to the points of a sweep."""
    kinds = {QUANTITIES[name].series for name in names}
    words = {"": "host", "links": "link", "sessions": "session"}
    return ", ".join(word for kind, word in words.items() if kind in kinds)


def _panels(drawings: list[_Drawing]) -> tuple[Panel, ...]:
    """Choose a look for each line, the same in every panel."""
    names = list(dict.fromkeys(name for drawing in drawings for name in drawing.curves))
    return tuple(
        Panel(
            drawing.y,
            tuple(
                Curve(name, drawing.kind, trace(names.index(name)), points)
                for name, points in drawing.curves.items()
            ),
        )
        for drawing in drawings
    )


def _over_time(name: str, runs: list[tuple[str, Run]], hosts: list[str], log: str) -> _Drawing:
    """Build the panel of one quantity; quantities of hosts have a line for each host."""
    quantity = QUANTITIES[name]
    here = hosts if quantity.sampled else hosts[:1]
    curves = {
        ", ".join(filter(None, (label, host if len(here) > 1 else ""))): make_points(
            *read_quantity(name, run, number)
        )
        for label, run in runs
        for number, host in enumerate(here)
    }
    axis = Axis(quantity.title, quantity.unit, quantity.is_time and "y" in log)
    return _Drawing(axis, quantity.kind, curves)


def _of_series(name: str, runs: list[tuple[str, Run]], table: Mapping[str, object], log: str) -> _Drawing:
    """Build the panel of a quantity of links or sessions, with a line for each."""
    quantity = QUANTITIES[name]
    chosen = [table.get(key) for key in ("links", "sessions")]
    links, sessions = (words if isinstance(words, tuple) else () for words in chosen)
    curves = {
        ", ".join(filter(None, (label, what))): make_points(*values)
        for label, run in runs
        for what, values in read_curves(name, run, links, sessions).items()
    }
    return _Drawing(Axis(quantity.title, quantity.unit, "y" in log), quantity.kind, curves)


def _distribution(runs: list[tuple[str, Run]]) -> _Drawing:
    """Build the panel of connect times: the fraction of all connects that succeeded within a time."""
    curves = {}
    for label, run in runs:
        columns = run.session_columns
        storm = storm_rows(columns, run.groups)
        times = columns["ready_ns"] - columns["start_ns"]
        found = np.sort(times[storm & (columns["ready_ns"] >= 0)]) / 1e9
        part = np.arange(1, found.size + 1) * 100.0 / max(storm.sum(), 1)
        # The last step continues to the right: nobody else got in.
        curves[label] = make_points(np.append(found, found[-1:] * 1.05), np.append(part, part[-1:]))
    return _Drawing(Axis("clients logged on", "%"), "steps", curves)
