# SPDX-License-Identifier: GPL-2.0-only
"""Find the line of a key in a TOML text, since tomllib does not keep lines."""

from __future__ import annotations

import re
import tomllib
from typing import Final

__all__ = ["line_of"]

_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?")
_ASSIGNMENT: Final = re.compile(
    r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*="""
)
_PART: Final = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")


def _dotted(text: str) -> str:
    """Undo quotes: ``"client.sdu"`` and ``client.sdu`` are the same path here."""
    return ".".join(a or b or c for a, b, c in _PART.findall(text))


def _open(text: str) -> bool:
    """Return whether a statement goes on in the next line."""
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
    @return: line from 1, or None when there is nothing to point at
    """
    section, best, best_length, seen = "", None, 0, -1
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        start, line = number, lines[number]
        number += 1
        if header := _HEADER.fullmatch(line):
            section = _dotted(header[2])
            seen += header[1] == "[[" and section == path.partition(".")[0]
            found = section
        elif match := _ASSIGNMENT.match(line):
            found = f"{section}.{_dotted(match[1])}" if section else _dotted(match[1])
            while number < len(lines) and number - start < 500 and _open("\n".join(lines[start:number])):
                number += 1
        else:
            continue
        inside = path == found or path.startswith(found + ".")
        if inside and (seen < 0 or seen == index) and len(found) > best_length:
            best, best_length = start + 1, len(found)
    return best
