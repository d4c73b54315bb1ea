# SPDX-License-Identifier: GPL-2.0-only
"""Rankings as sentences and tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.finding.rank import Ranking
from net8.statistics.ranking import Index

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_ranking"]


def show_ranking(console: Console, found: Ranking) -> None:
    """Print which keys matter most, the interactions of a grid, and what to know about it.

    @param console: where to
    @param found: the ranking
    """
    console.print(found.sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(_table(found))
    if found.pairs:
        console.print(_pairs(found))
    console.print(
        f"{many(found.points, 'point')}, {many(found.runs, 'run')} of each", markup=False, highlight=False
    )
    for note in found.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)


def _cells(index: Index, scale: float) -> tuple[str, str]:
    """Write an index and its interval."""
    if index.low is None or index.high is None:
        return f"{index.value * scale:.3g}", ""
    return f"{index.value * scale:.3g}", f"{index.low * scale:.3g} to {index.high * scale:.3g}"


def _table(found: Ranking) -> Sheet:
    """Return the table of the keys."""
    columns = [
        each for head in found.heads for each in (Column(head, "number"), Column("interval", "number"))
    ]
    title = f"What decides {found.metric.name}, with intervals at {found.confidence:.0%}"
    table = Sheet(Column("key"), Column("values"), *columns, title=title, leading=1)
    for each in found.effects:
        numbers = (cell for index in (each.main, each.total) for cell in _cells(index, found.scale))
        table.add(each.key, each.values, *numbers)
    return table


def _pairs(found: Ranking) -> Sheet:
    """Return the table of the interactions."""
    table = Sheet(
        Column("keys"), Column("share of the variance", "number"), Column("interval", "number"),
        title="What two keys explain together beyond each alone", leading=1,
    )  # fmt: skip
    for pair, index in sorted(found.pairs.items(), key=lambda each: -each[1].value):
        table.add(" and ".join(pair), *_cells(index, 1.0))
    return table
