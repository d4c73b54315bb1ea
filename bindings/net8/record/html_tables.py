# SPDX-License-Identifier: GPL-2.0-only
"""Read the tables of a report in HTML: rows below the heading that stands before their table."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

__all__ = ["rows_of_html"]

_HEADINGS: Final = ("h1", "h2", "h3", "h4")
_MARKED: Final = "<!["
"""Begins a marked section, which browsers ignore and the parser of the library may refuse."""


class _Tables(HTMLParser):
    """Collects rows."""

    def __init__(self) -> None:
        """Start outside of all tables."""
        super().__init__(convert_charrefs=True)
        self.rows: list[tuple[str, list[str], list[str]]] = []
        self.section = ""
        self.heads: list[str] = []
        self.row: list[str] = []
        self.named: list[bool] = []
        self.text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a heading, a table, a row or a cell; one that was not closed ends with it."""
        del attrs
        if tag in _HEADINGS:
            self.text = []
        elif tag == "table":
            self._end_row()
            self.heads = []
        elif tag == "tr":
            self._end_row()
        elif tag in ("td", "th"):
            self._end_cell()
            self.named.append(tag == "th")
            self.text = []

    def handle_endtag(self, tag: str) -> None:
        """End what began."""
        if tag in _HEADINGS and self.text is not None:
            self.section = _words(self.text)
            self.text = None
        elif tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table"):
            self._end_row()

    def handle_data(self, data: str) -> None:
        """Take text of a heading or of a cell."""
        if self.text is not None:
            self.text.append(data)

    def _end_cell(self) -> None:
        """Keep the text of the cell that is open."""
        if len(self.row) < len(self.named):
            self.row.append(_words(self.text or []))
            self.text = None

    def _end_row(self) -> None:
        """Keep the row that is open: heads of columns, or cells."""
        self._end_cell()
        if self.named and all(self.named):
            self.heads = self.row
        elif self.row:
            self.rows.append((self.section, self.heads, self.row))
        self.row, self.named = [], []


def rows_of_html(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the rows of tables.

    @param text: a page, whole or cut
    @return: the heading before the table, heads of the columns, cells
    """
    tables = _Tables()
    tables.feed(text.replace(_MARKED, " "))
    tables.close()
    yield from tables.rows


def _words(text: list[str]) -> str:
    """Return text with single spaces."""
    return " ".join("".join(text).split())
