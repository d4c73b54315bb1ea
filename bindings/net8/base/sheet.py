# SPDX-License-Identifier: GPL-2.0-only
"""Tables for the terminal that no width cuts: numbers and names are shown whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table

__all__ = ["Column", "Sheet"]

_TEXT_WIDTH: Final = 24
"""Columns of the terminal that a text needs to be read with ease."""
_TIGHT_TEXT_WIDTH: Final = 14
"""Columns of the terminal with which a text is better read than as a block of lines."""
_PARTS: Final = re.compile(r"(?<=\.)| (?=\()")
"""Where a head breaks: before a unit, and after the section of a key."""
_SMALL_PARTS: Final = re.compile(r"(?<=[._])| ")
"""Where a head of a tight table may break: between the words of a key, too."""


@dataclass(frozen=True, slots=True)
class Column:
    """What is shown in a column."""

    label: str  #: its name, with the unit in parentheses
    kind: Literal["number", "name", "text"] = (
        "text"  #: numbers and names are never broken; numbers stand right
    )
    spare: str = (
        ""  #: the note in place of the column where the terminal is too narrow; empty: never left out
    )


@dataclass(frozen=True, slots=True)
class _Row:
    """Cells of a line, and how it looks."""

    cells: tuple[str, ...]
    style: str = ""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a table is made to fit."""

    shown: tuple[int, ...]  #: numbers of the columns that stay columns
    heading: tuple[int, ...] = ()  #: of those whose values are written above the rows that share them
    same: tuple[int, ...] = ()  #: of those with one value in all rows, told once
    left_out: tuple[int, ...] = ()  #: of spare columns that are left out
    gap: int = 2  #: spaces between columns
    text: int = _TEXT_WIDTH  #: the least width of a longer text
    parts: re.Pattern[str] = _SMALL_PARTS  #: where heads break


class Sheet:
    """A table that rich prints as wide as the terminal, by the first way that fits.

    A table that is too wide leaves out its spare columns and says so; tells values that are the same in all rows once;
    breaks texts into more lines; writes values of its first columns above the rows that share them; at last each row
    becomes a block of lines.
    """

    def __init__(self, *columns: Column, title: str = "", note: str = "", leading: int = 0) -> None:
        """Make a table without rows.

        @param columns: its columns
        @param title: a line above it, or ""
        @param note: a line below it, or ""
        @param leading: how many of the first columns say what a row is about, such as the axes of a sweep
        """
        self.columns = columns
        self.title = title
        self.note = note
        self.leading = leading
        self._rows: list[_Row] = []

    def add(self, *cells: object, style: str = "") -> None:
        """Add a row.

        @param cells: one for each column; None is empty
        @param style: how rich shows the row
        """
        texts = tuple("" if cell is None else str(cell) for cell in cells)
        if len(texts) != len(self.columns):
            raise ValueError(f"a row has {len(texts)} cells for {len(self.columns)} columns")
        self._rows.append(_Row(texts, style))

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._rows)

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Yield what rich prints."""
        from rich.text import Text

        if self.title:
            yield Text(self.title, style="bold")
        layout = next((found for found in self._layouts() if self._width(found) <= options.max_width), None)
        if layout:
            yield from self._tables(layout, options.max_width)
        else:
            yield from self._blocks(options.max_width)
        for note in self._notes(layout):
            yield Text(note, style="dim italic")
        yield Text()

    def _layouts(self) -> Iterator[_Layout]:
        """Yield the ways to show the table, the best first."""
        every = tuple(range(len(self.columns)))
        yield _Layout(every, gap=3, parts=_PARTS)
        found = _Layout(
            tuple(number for number in every if any(row.cells[number] for row in self._rows)) or every
        )
        yield found
        spare = tuple(number for number in found.shown if self.columns[number].spare)
        found = replace(found, shown=_without(found.shown, spare), left_out=spare)
        yield found
        same = tuple(number for number in found.shown if self._same(number))
        if len(same) < len(found.shown):
            found = replace(found, shown=_without(found.shown, same), same=same)
            yield found
        found = replace(found, text=_TIGHT_TEXT_WIDTH)
        yield found
        first = [number for number in found.shown if number < self.leading]
        for count in range(1, len(first)):
            heading = tuple(first[:count])
            yield (below := replace(found, shown=_without(found.shown, heading), heading=heading))
            yield replace(below, gap=1)

    def _same(self, number: int) -> bool:
        """Return whether all rows have one value in a column that is not a text."""
        values = {row.cells[number] for row in self._rows}
        return len(self._rows) > 1 and len(values) == 1 and self.columns[number].kind != "text"

    def _width(self, layout: _Layout) -> int:
        """Return how many columns of the terminal a table needs."""
        columns = sum(self._least(number, layout) for number in layout.shown)
        return columns + layout.gap * (len(layout.shown) - 1)

    def _least(self, number: int, layout: _Layout) -> int:
        """Return the least width of a column."""
        column = self.columns[number]
        longest = max((len(line) for row in self._rows for line in row.cells[number].split("\n")), default=0)
        if column.kind == "text":
            longest = min(longest, layout.text)
        return max(longest, *map(len, layout.parts.split(column.label)))

    def _widths(self, layout: _Layout, width: int) -> dict[int, int]:
        """Return the width of each column: texts share the room that is left by their letters, up to what they need."""
        widths = {number: self._least(number, layout) for number in layout.shown}
        room = width - self._width(layout)
        short = {number: self._wanted(number) for number in widths if self.columns[number].kind == "text"}
        while room and (short := {number: most for number, most in short.items() if widths[number] < most}):
            letters = {number: 1 + sum(len(row.cells[number]) for row in self._rows) for number in short}
            left, every = room, sum(letters.values())
            for number, most in short.items():
                more = min(max(left * letters[number] // every, 1), most - widths[number], room)
                widths[number] += more
                room -= more
        return widths

    def _wanted(self, number: int) -> int:
        """Return the width at which no value of a column, nor its head, is broken."""
        lines = (line for row in self._rows for line in row.cells[number].split("\n"))
        return max(len(self.columns[number].label), *map(len, lines), 0)

    def _tables(self, layout: _Layout, width: int) -> Iterator[RenderableType]:
        """Yield one table, or one under each heading, all with columns of the same widths."""
        from rich.text import Text

        if not layout.heading:
            yield self._table(layout, self._rows, width, head=True)
            return
        groups = groupby(self._rows, lambda row: tuple(row.cells[number] for number in layout.heading))
        for place, (values, rows) in enumerate(groups):
            table = self._table(layout, list(rows), width, head=place == 0)
            told = self._list(layout.heading, values)
            if place == 0:
                table.title = Text(told, style="bold")
            else:
                yield Text(told, style="bold")
            yield table

    def _table(self, layout: _Layout, rows: Sequence[_Row], width: int, *, head: bool) -> Table:
        """Make a table of rich."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(
            box=box.SIMPLE_HEAD, show_header=head, show_edge=False, pad_edge=False,
            padding=(0, layout.gap - 1, 0, 0), title_justify="left",
        )  # fmt: skip
        widths = self._widths(layout, width)
        for number in layout.shown:
            column = self.columns[number]
            table.add_column(
                Text(_broken(column.label, layout.parts, widths[number])), width=widths[number],
                justify="right" if column.kind == "number" else "left", overflow="fold", no_wrap=column.kind != "text",
            )  # fmt: skip
        for row in rows:
            table.add_row(*(Text(row.cells[number]) for number in layout.shown), style=row.style)
        return table

    def _blocks(self, width: int) -> Iterator[RenderableType]:
        """Yield each row as a block of lines; empty cells are left out."""
        from rich.padding import Padding
        from rich.table import Table
        from rich.text import Text

        top = range(max(1, self.leading))
        rest = [number for number in range(len(self.columns)) if number not in top]
        labels = max((len(self.columns[number].label) for number in rest), default=0)
        beside = max((self._whole(number) for number in rest), default=0) <= width - labels - 4
        for row in self._rows:
            yield Text(self._list(top, [row.cells[number] for number in top]) or "-", style="bold")
            lines = Table(box=None, show_header=False, padding=(0, 0, 0, 2), pad_edge=True)
            for number in rest:
                label, value = self.columns[number].label, Text(row.cells[number], row.style, overflow="fold")
                if value and beside:
                    lines.add_row(Text(label.ljust(labels)), value)
                elif value:
                    lines.add_row(Text(label))
                    lines.add_row(Padding(value, (0, 0, 0, 2)))
            yield lines

    def _whole(self, number: int) -> int:
        """Return the width below which a value of a column is broken where it must not be."""
        kind = self.columns[number].kind
        return max((len(row.cells[number]) for row in self._rows), default=0) if kind != "text" else 1

    def _list(self, numbers: Sequence[int], values: Sequence[str]) -> str:
        """Write values with the names of their columns; empty ones are left out."""
        labels = [self.columns[number].label for number in numbers]
        return ", ".join(
            f"{label} {value}".lstrip() for label, value in zip(labels, values, strict=True) if value
        )

    def _notes(self, layout: _Layout | None) -> Iterator[str]:
        """Yield the lines below the table."""
        if layout and layout.same:
            yield "in every row: " + self._list(
                layout.same, [self._rows[0].cells[number] for number in layout.same]
            )
        if layout:
            yield from dict.fromkeys(self.columns[number].spare for number in layout.left_out)
        if self.note:
            yield self.note


def _without(numbers: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers that are not among others."""
    return tuple(number for number in numbers if number not in others)


def _broken(label: str, parts: re.Pattern[str], width: int) -> str:
    """Break a head where it may, into as few lines as fit."""
    lines: list[str] = []
    place = 0
    for part in parts.split(label):
        start = label.index(part, place)
        gap = label[place:start]
        place = start + len(part)
        if lines and len(lines[-1]) + len(gap) + len(part) <= width:
            lines[-1] += gap + part
        else:
            lines.append(part)
    return "\n".join(lines)
