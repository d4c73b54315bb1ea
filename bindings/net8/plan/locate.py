# SPDX-License-Identifier: GPL-2.0-only
"""Find the line of a key in a TOML text, since tomllib does not keep lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

__all__ = ["line_of"]

_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?")
_ASSIGNMENT: Final = re.compile(
    r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*="""
)
_PART: Final = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")


def _dotted(text: str) -> str:
    """Remove quotes: ``"client.sdu"`` and ``client.sdu`` are the same path here."""
    return ".".join(a or b or c for a, b, c in _PART.findall(text))


def _open(text: str) -> bool:
    """Return whether a statement continues on the next line."""
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return True
    return False


def line_of(text: str, path: str, index: int = 0) -> int | None:
    """Return the line on which a key is set, or else the line of its section.

    @param text: the TOML file
    @param path: dotted path such as ``client.tcp.sack``
    @param index: which table of an array of tables
    @return: line from 1, or None if it is not found
    """
    places, within = _lines(text), path
    while within:
        # What stands before the first table of the list belongs to none of them.
        for table in (-1, index):
            if line := places.get((within, table)):
                return line
        within = within.rpartition(".")[0]
    return None


@lru_cache(maxsize=4)
def _lines(text: str) -> dict[tuple[str, int], int]:
    """Return the first line of each header and key by its path and its table of a list, -1 for none."""
    found: dict[tuple[str, int], int] = {}
    tables: dict[str, int] = {}
    for path, line, is_table in _places(text):
        root = path.partition(".")[0]
        if is_table and path == root:
            tables[root] = tables.get(root, -1) + 1
        found.setdefault((path, tables.get(root, -1)), line)
    return found


def _places(text: str) -> Iterator[tuple[str, int, bool]]:
    """Yield headers and keys of a file: dotted path, line, and whether it begins a table of a list."""
    section = ""
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        start, line = number, lines[number]
        number += 1
        if header := _HEADER.fullmatch(line):
            section = _dotted(header[2])
            yield section, start + 1, header[1] == "[["
        elif match := _ASSIGNMENT.match(line):
            found = f"{section}.{_dotted(match[1])}" if section else _dotted(match[1])
            while number < len(lines) and number - start < 500 and _open("\n".join(lines[start:number])):
                number += 1
            yield found, start + 1, False
