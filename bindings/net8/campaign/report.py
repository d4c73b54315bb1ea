# SPDX-License-Identifier: GPL-2.0-only
"""The table of a campaign, for the terminal and as CSV, from the store alone."""

from __future__ import annotations

import csv
import io
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich import box
from rich.table import Table
from rich.text import Text

from net8.base.errors import StoreError
from net8.campaign.axis_label import axis_label
from net8.campaign.results import Results, read_results
from net8.schema.metrics import COUNTS, Metric, find_metric
from net8.statistics.intervals import Interval
from net8.store.database import Store

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["find_results", "table", "table_csv"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_DEFAULT = ("response_time", "logon_time", "throughput", "round_trips", "bytes")


def find_results(run: str, out: Path) -> Results:
    """Read the results a user names: a campaign, its folder, or the scenario it came from.

    @param run: name or folder
    @param out: output folder with the store
    @return: the results
    """
    path = Path(run)
    if (path / "campaign.sqlite").is_file():
        with Store(path, writing=False) as store:
            names = store.campaigns()
            if len(names) != 1:
                raise StoreError(
                    f"{run} holds the results of {', '.join(names) or 'nothing'}; name one of them"
                )
            return read_results(store, names[0])
    if (path.parent / "campaign.sqlite").is_file() and not (out / "campaign.sqlite").is_file():
        out = path.parent
    name = (
        Path(os.path.realpath(path.parent)).name
        if path.name == "plan.toml"
        else Path(os.path.realpath(path)).name.removesuffix(".toml")
    )
    with Store(out, writing=False) as store:
        return read_results(store, name)


def _columns(results: Results) -> list[Metric]:
    """Return the metrics of the plan's [table], or the usual ones."""
    names = results.plan["table.columns"]
    chosen = [str(name) for name in names] if isinstance(names, tuple) and names else list(_DEFAULT)
    return [find_metric(name) for name in chosen]


def _cell(metric: Metric, found: Interval | None) -> str:
    """Write mean and half width in the metric's printed unit, both to two digits of the half width."""
    if found is None:
        return "-"
    mean = found.mean * metric.scale
    if not found.half_width:
        return _digits(mean)
    half = found.half_width * metric.scale
    places = max(0, 1 - math.floor(math.log10(half)))
    return f"{mean:,.{places}f} ± {half:,.{places}f}"


def _digits(value: float) -> str:
    """Write counts whole and measured values with five digits."""
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1e5 else f"{value:.5g}"


def table(results: Results) -> Table:
    """Make the table of a campaign, one line per point.

    @param results: results of the campaign
    @return: a rich table with units in its heads
    """
    metrics = _columns(results)
    title = str(results.plan["title"] or results.plan.name)
    result = Table(title=Text(title), box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for axis in results.plan.axes:
        _add_column(result, axis_label(results, axis.name))
    for metric in metrics:
        _add_column(result, metric.label)
    failing = [results.failed_sessions(index) for index in range(len(results.campaign.points))]
    some = any(failed for failed, _every in failing)
    if some:
        _add_column(result, "failed sessions")
    if results.campaign.runs > 1:
        result.add_column("runs", justify="right")
    columns = [results.intervals(metric.name) for metric in metrics]
    for index, (_point, labels) in enumerate(results.campaign.points):
        cells = [str(labels[axis.name]) for axis in results.plan.axes]
        cells += [_cell(metric, column[index][1]) for metric, column in zip(metrics, columns, strict=True)]
        cells += [f"{failing[index][0]:,} of {failing[index][1]:,}"] if some else []
        if results.campaign.runs > 1:
            cells.append(str(sum(row.status == "ok" for row in results.runs_of(index))))
        result.add_row(*map(Text, cells))
    notes = ["± is half the 95 % confidence interval (Student's t)"] if results.campaign.runs > 1 else []
    means = any(metric.name not in COUNTS for metric in metrics)
    notes += ["means leave failed sessions out"] if some and means else []
    result.caption = "; ".join(notes) or None
    return result


def _add_column(result: Table, label: str) -> None:
    """Add a column whose head breaks after its section and before its unit, and nowhere inside a word."""
    head = label.replace(" (", "\n(").replace(".", ".\n")
    result.add_column(Text(head), justify="right", overflow="fold", min_width=max(map(len, head.split())))


def _as_text(cell: object) -> object:
    """Keep a spreadsheet from taking a text for a formula: one that begins as formulas do gets an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def table_csv(results: Results) -> str:
    """Write the table of a campaign as CSV with full precision.

    @param results: results of the campaign
    @return: CSV text, units in the names of the columns
    """
    metrics = _columns(results)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    head = [_as_text(axis_label(results, axis.name)) for axis in results.plan.axes]
    for metric in metrics:
        head += [metric.column, f"{metric.column}_half_width"]
    writer.writerow([*head, "failed_sessions", "sessions", "runs"])
    columns = [results.intervals(metric.name) for metric in metrics]
    for index, (_point, labels) in enumerate(results.campaign.points):
        row: list[object] = [_as_text(labels[axis.name]) for axis in results.plan.axes]
        for column in columns:
            found = column[index][1]
            row += [
                found.mean if found else "",
                found.half_width if found and found.half_width is not None else "",
            ]
        row += results.failed_sessions(index)
        writer.writerow([*row, sum(entry.status == "ok" for entry in results.runs_of(index))])
    return stream.getvalue()
