# SPDX-License-Identifier: GPL-2.0-only
"""Queries of DUAL, which drivers and pools ask of their own accord: one row of what the text itself says."""

from __future__ import annotations

import datetime
import re
from typing import Final

from net8.serving.columns import Column, Value

__all__ = ["is_dual", "one_row"]

_DUAL: Final = re.compile(r"\bfrom\s+(?:sys\.)?dual\s*(?:;\s*)?$", re.I)
_LIST: Final = re.compile(r"select\s+(.*?)(?:\s+from\b|$)", re.I | re.S)
_NOW: Final = datetime.datetime(2024, 11, 20, 12, 30, 15, 250_000)
_TIMES: Final = {
    "sysdate": "date",
    "current_date": "date",
    "systimestamp": "timestamp with time zone",
    "current_timestamp": "timestamp with time zone",
}
_TEXT_BYTES: Final = 100


def is_dual(statement: str) -> bool:
    """Say whether a query asks for a row of DUAL.

    @param statement: its text
    @return: whether DUAL is all that it reads
    """
    return _DUAL.search(statement) is not None


def one_row(statement: str) -> tuple[list[Column], list[Value]]:
    """Return the one row of a query: numbers and texts as they are, times of a fixed day, X for all else.

    @param statement: its text
    @return: its columns and their values
    """
    found = _LIST.search(statement)
    expressions = [text.strip() for text in found[1].split(",")] if found else ["x"]
    columns = [Column(text.upper()[:30] or "X", _type(text), _size(text)) for text in expressions]
    return columns, [_value(text) for text in expressions]


def _type(expression: str) -> str:
    """Return the type of an expression."""
    return "number" if expression.isdecimal() else _TIMES.get(expression.lower(), "varchar2")


def _size(expression: str) -> int:
    """Return the most bytes of an expression, 0 where the type says it."""
    return _TEXT_BYTES if _type(expression) == "varchar2" else 0


def _value(expression: str) -> Value:
    """Return the value of an expression."""
    if expression.isdecimal():
        return int(expression)
    if expression.lower() in _TIMES:
        return _NOW
    quoted = expression.startswith("'") and expression.endswith("'")
    return expression[1:-1][:_TEXT_BYTES] if quoted else "X"
