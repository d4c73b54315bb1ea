# SPDX-License-Identifier: GPL-2.0-only
"""Tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["table_html"]


def table_html(title: str, head: Iterable[object], rows: Iterable[Iterable[object]], note: str = "") -> str:
    """Write a table as HTML.

    @param title: what it shows
    @param head: names of the columns
    @param rows: what stands in them
    @param note: a sentence below it
    @return: HTML, all texts escaped
    """
    lines = [f"<table><caption>{escape(title)}</caption>", f"<thead>{_line('th', head)}</thead>", "<tbody>"]
    lines += [_line("td", row) for row in rows]
    lines += ["</tbody></table>", f"<p>{escape(note)}</p>" if note else ""]
    return "\n".join(filter(None, lines))


def _line(tag: str, cells: Iterable[object]) -> str:
    """Write a line of a table."""
    return f"<tr>{''.join(f'<{tag}>{escape(str(cell))}</{tag}>' for cell in cells)}</tr>"
