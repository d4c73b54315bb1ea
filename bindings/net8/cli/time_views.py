# SPDX-License-Identifier: GPL-2.0-only
"""Means and percentiles of times, as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net8.base.sheet import Column, Sheet
from net8.results.times import RANKS
from net8.statistics.intervals import interval

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

__all__ = ["show_ends", "show_times"]

_FEW: Final = 1000
"""Of fewer times than these the longest is the 99.9th percentile."""
_RANKED: Final = {column: f"p{rank:g}" for column, rank in RANKS.items()} | {"max_s": "most"}
_OWN: Final = ("what", "name", "time")
_BEFORE_OWN: Final = ("seed", "run")


def show_times(console: Console, frame: pd.DataFrame) -> None:
    """Print times of a run, or of each point of a campaign: there each number is a mean over runs, with its interval.

    @param console: where to
    @param frame: what ``Run.times`` or ``Results.times`` gave
    """
    if frame.empty:
        console.print("there is no finished run, so there are no times; use net8 run first")
        return
    swept = list(frame.columns[: list(frame.columns).index(_OWN[0])])
    swept = [name for name in swept if name not in _BEFORE_OWN]
    points = frame.groupby(swept, sort=False, dropna=False) if swept else [((), frame)]
    units = frame.attrs.get("units", {})
    for labels, rows in points:
        told = ", ".join(
            f"{name} = {label} {units.get(name, '')}".rstrip()
            for name, label in zip(swept, labels, strict=True)
        )
        console.print(_table(f"Times in seconds{': ' if told else ''}{told}", rows))
    notes = ["failed counts sessions, of a statement executions"]
    if (frame["count"] < _FEW).any():
        notes.append(f"p99.9 of fewer than {_FEW:,} times is the longest")
    if "run" in frame and frame["run"].nunique() > 1:
        notes.append(
            "numbers are means over runs, ± half of the 95 % interval (Student's t); count and failed are sums"
        )
    console.print("; ".join(notes), highlight=False)


def show_ends(console: Console, frame: pd.DataFrame) -> None:
    """Print where sessions stood when they ended; nothing where none failed or was cut off.

    @param console: where to
    @param frame: what ``Run.ends`` or ``Results.ends`` gave
    """
    if frame.empty:
        return
    first = list(frame.columns).index(_OWN[0])
    for _index, row in frame.iterrows():
        swept = [f"{name} = {row[name]}" for name in frame.columns[:first] if name != "seed"]
        whose = " ".join(filter(None, (str(row["what"]), str(row["name"]))))
        head = ", ".join([*swept, whose])
        numbers = [
            f"{row['failed']:,} of {row['sessions']:,} failed or cut off",
            *_told("time until failure", row["time_until_failure_s"], 1, "s"),
            *_told("in the last call", row["time_in_last_call_s"], 1, "s"),
            f"{row['rows']:,} rows",
            *_told("goodput", row["goodput_bit_s"], 1e-6, "Mbit/s"),
        ]
        why = f" ({row['reason']})" if row["reason"] else ""
        console.print(f"until the end, {head}: {', '.join(numbers)}{why}", markup=False, highlight=False)


def _told(name: str, value: float | None, scale: float, unit: str) -> list[str]:
    """Write a number with its name and unit; nothing of no value."""
    return [] if value is None or value != value else [f"{name} {value * scale:.5g} {unit}"]


def _table(title: str, rows: pd.DataFrame) -> Sheet:
    """Make the table of one point: a line for each time of all, and of each group, site and statement."""
    names = [Column(label, "name") for label in ("of", "", "time")]
    numbers = [Column(label, "number") for label in ("count", "failed", "mean", "±", *_RANKED.values())]
    table = Sheet(*names, *numbers, title=title, leading=len(names))
    for (what, name, time), runs in rows.groupby(list(_OWN), sort=False):
        cells = [what, name, time, f"{runs['count'].sum():,}", f"{runs['failed'].sum():,}"]
        cells += _mean(runs["mean_s"], 2)
        cells += [text for column in _RANKED for text in _mean(runs[column], 1)]
        table.add(*cells)
    return table


def _mean(column: pd.Series[float], cells: int) -> list[str]:
    """Write the mean over some runs, and half of its interval where there is a cell for it; nothing of no value."""
    values = [float(value) for value in column.dropna()]
    if not values:
        return [""] * cells
    found = interval(values)
    return [f"{found.mean:.4g}", f"{found.half_width:.2g}" if found.half_width else ""][:cells]
