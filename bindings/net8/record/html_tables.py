# SPDX-License-Identifier: GPL-2.0-only
"""Read the tables of a report in HTML: rows below the heading that stands before their table.

The library's parser takes minutes for a few kilobytes of tags that do not end, so that only the tags that matter are
looked for, each in the bytes up to the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

__all__ = ["rows_of_html"]

_TAG: Final = re.compile(r"<(/?)(h[1-4]|table|tr|td|th)\b[^<>]*>", re.IGNORECASE)
_OTHER: Final = re.compile(r"<[^<>]*>?")


def rows_of_html(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the rows of tables.

    @param text: a page, whole or cut
    @return: the heading before the table, heads of the columns, cells
    """
    section, heads, row, named = "", list[str](), list[str](), list[bool]()
    tags = list(_TAG.finditer(text))
    ends = [*(tag.start() for tag in tags), len(text)][1:]
    for tag, end in zip(tags, ends, strict=True):
        closes, name = bool(tag[1]), tag[2].lower()
        words = _words(text[tag.end() : end])
        if name in ("tr", "table"):
            if named and all(named):
                heads = row
            elif row:
                yield section, heads, row
            row, named = [], []
            if name == "table" and not closes:
                heads = []
        elif closes:
            continue
        elif name in ("td", "th"):
            row.append(words)
            named.append(name == "th")
        else:
            section = words
    if row and not all(named):
        yield section, heads, row


def _words(text: str) -> str:
    """Return text without other tags, with single spaces."""
    return " ".join(unescape(_OTHER.sub(" ", text)).split())
