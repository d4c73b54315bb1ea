# SPDX-License-Identifier: GPL-2.0-only
"""The table of a campaign, for the terminal and as CSV, from the store alone."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.campaign.axis_label import axis_label
from net8.campaign.cells import table_cells, table_metrics
from net8.campaign.results import Results, read_results
from net8.store.database import Store

__all__ = ["find_results", "table", "table_csv"]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def find_results(run: str, out: Path) -> Results:
    """Read the results that a user names: a campaign, its folder, or its scenario.

    @param run: name or folder
    @param out: output folder with the store
    @return: the results
    """
    path = Path(run)
    if (path / "campaign.sqlite").is_file():
        with Store(path, writing=False) as store:
            names = store.campaigns()
            if len(names) != 1:
                raise PlanError(
                    f"{run} has the results of {', '.join(names) or 'no plan'}; write the name of one of them"
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


def table(results: Results) -> Sheet:
    """Make the table of a campaign, one line per point.

    @param results: results of the campaign
    @return: a table with units in its heads
    """
    cells = table_cells(results)
    axes = len(results.plan.axes)
    columns = (
        Column(label, "name" if place < axes and not _counted(cells.rows, place) else "number")
        for place, label in enumerate(cells.head)
    )
    made = Sheet(
        *columns, title=str(results.plan["title"] or results.plan.name), note=cells.note, leading=axes
    )
    for row in cells.rows:
        made.add(*row)
    return made


def _counted(rows: list[list[str]], place: int) -> bool:
    """Return whether all values of a column begin with a digit, so that they stand right."""
    return all(row[place][:1].isdigit() for row in rows)


def _as_text(cell: object) -> object:
    """Add an apostrophe to a text that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def table_csv(results: Results) -> str:
    """Write the table of a campaign as CSV with full precision.

    @param results: results of the campaign
    @return: CSV text, units in the names of the columns
    """
    metrics = table_metrics(results)
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
        writer.writerow([*row, results.runs_with_chance(index)])
    return stream.getvalue()
