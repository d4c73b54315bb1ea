# SPDX-License-Identifier: GPL-2.0-only
"""Thresholds as sentences and tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net8.base.sheet import Column, Sheet
from net8.finding.threshold import Looked, Threshold
from net8.statistics.intervals import Interval

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_threshold"]


def show_threshold(console: Console, found: Threshold) -> None:
    """Print where it flips, what that took, and what was simulated.

    @param console: where to
    @param found: the threshold
    """
    share = found.runs / found.grid_runs
    for sentence in (
        found.sentence,
        f"{found.runs} runs of {found.grid_runs:,} that a grid as fine would take ({share:.1%})",
    ):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(_table(found))
    if not found.chance:
        console.print(
            "note: runs do not differ, so that the interval is as wide as the steps that were taken"
        )
    for note in found.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)


def _table(found: Threshold) -> Sheet:
    """Return the table of what was simulated."""
    names = [f"{found.metric.label}, {name}" for name in found.designs] or [found.metric.label]
    columns = [each for name in names for each in (Column(name, "number"), Column("±", "number"))]
    last = "less with" if found.designs else "condition"
    table = Sheet(
        Column(found.key, "number"), *columns, Column("runs", "number"), Column(last),
        title="What was simulated", leading=1,
    )  # fmt: skip
    for each in found.looked:
        cells = [cell for interval in each.found for cell in _cells(interval, found.metric.scale)]
        table.add(str(each.value), *cells, each.found[0].n, _side(found, each))
    return table


def _cells(found: Interval, scale: float) -> tuple[str, str]:
    """Write a mean and half its interval."""
    return f"{found.mean * scale:.6g}", f"{found.half_width * scale:.2g}" if found.half_width else ""


def _side(found: Threshold, each: Looked) -> str:
    """Say on which side of the threshold a value is."""
    if each.side == 0:
        return "not told"
    if found.designs:
        return found.designs[each.side > 0]
    return "holds" if (each.side == found.below) == found.holds_below else "does not hold"
