# SPDX-License-Identifier: GPL-2.0-only
"""Texts of statements: found in messages, and shortened to names."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["find_sql", "name_of"]

_LITERAL: Final = re.compile(rb"'(?:[^']|'')*'|(?<![\w$:@?])\d+(?:\.\d+)?\b")
_LIST: Final = re.compile(rb"\(\s*\?(?:\s*,\s*\?)+\s*\)")
_HEAD, _TAIL = 44, 32
_SQL: Final = re.compile(
    rb"(?:SELECT|INSERT|UPDATE|DELETE|MERGE|WITH|BEGIN|DECLARE|CALL|ALTER|CREATE|DROP|TRUNCATE|LOCK|GRANT|EXPLAIN|"
    rb"COMMENT)(?:\s|/\*)[\x09\x0a\x0d\x20-\x7e\x80-\xff]{2,}",
    re.IGNORECASE,
)


def name_of(text: bytes) -> bytes:
    """Shorten the text of a statement to a name: literals are question marks, and the middle of long ones is left out.

    @param text: the text
    @return: the name
    """
    words = b" ".join(_LIST.sub(b"(?)", _LITERAL.sub(b"?", text)).split())
    if len(words) <= _HEAD + _TAIL:
        return words
    return words[:_HEAD].rstrip() + b" ... " + words[-_TAIL:].lstrip()


def find_sql(message: bytes) -> bytes:
    """Find the text of a statement in a message.

    @param message: bytes of a request
    @return: the first text that begins with a word of SQL, empty if there is none
    """
    found = _SQL.search(message)
    return found[0].strip() if found else b""
