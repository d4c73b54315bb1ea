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
_SPARE: Final = ("p90", "p99.9")
_LESS_TOLD: Final = f"a wider terminal also shows {' and '.join(_SPARE)}"
_OWN: Final = ("what", "name", "time")
_BEFORE_OWN: Final = ("seed", "run")
_ENDS: Final = {
    "time_until_failure_s": "time until failure (s)", "time_in_last_call_s": "time in last call (s)",
    "rows": "rows", "goodput_bit_s": "goodput (Mbit/s)",
}  # fmt: skip
"""Heads of what is told of ends, by column."""


def show_times(console: Console, frame: pd.DataFrame, *, ended: bool = False) -> None:
    """Print times of a run, or of each point of a campaign: there each number is a mean over runs, with its interval.

    @param console: where to
    @param frame: what ``Run.times`` or ``Results.times`` gave
    @param ended: whether there are sessions that failed
    """
    if frame.empty:
        console.print(
            "no session ended well, so there are no times"
            if ended
            else "there is no finished run, so there are no times; use net8 run first"
        )
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
    if "run" in frame and frame["run"].nunique() > 1 and _alike(frame):
        notes.append("one run, no chance in it: all runs are equal; count and failed are sums")
    elif "run" in frame and frame["run"].nunique() > 1:
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
    swept = [name for name in frame.columns[: list(frame.columns).index(_OWN[0])] if name != "seed"]
    names = [Column(label, "name") for label in (*swept, "of", "")]
    numbers = [Column(label, "number") for label in _ENDS.values()]
    table = Sheet(
        *names, Column("failed", "number"), *numbers, Column("why", "number"),
        title="How sessions ended that failed or were cut off", leading=len(names),
    )  # fmt: skip
    reasons: dict[str, int] = {}
    for row in frame.to_dict("records"):
        why = str(reasons.setdefault(row["reason"], len(reasons) + 1)) if row["reason"] else ""
        values = (row[name] * (1e-6 if name == "goodput_bit_s" else 1) for name in _ENDS)
        cells = [f"{value:,.5g}" if value == value else "" for value in values]
        failed = f"{row['failed']:,} of {row['sessions']:,}"
        table.add(*(str(row[name]) for name in (*swept, "what", "name")), failed, *cells, why)
    console.print(table)
    for reason, number in reasons.items():
        console.print(f"why {number}: {reason}", markup=False, highlight=False)


def _alike(frame: pd.DataFrame) -> bool:
    """Return whether all runs have the same numbers."""
    runs = [own.drop(columns="run").reset_index(drop=True) for _run, own in frame.groupby("run")]
    return all(own.equals(runs[0]) for own in runs)


def _table(title: str, rows: pd.DataFrame) -> Sheet:
    """Make the table of one point: a line for each time of all, and of each group, site and statement."""
    names = [Column(label, "name") for label in ("of", "", "time")]
    numbers = [
        Column(label, "number", spare=_LESS_TOLD if label in _SPARE else "")
        for label in ("count", "failed", "mean", "±", *_RANKED.values())
    ]
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
