# SPDX-License-Identifier: GPL-2.0-only
"""Queries of DUAL, which drivers and pools ask of their own accord: one row of what the text itself says."""

from __future__ import annotations

import datetime
import re
from typing import Final

from net8.serving.columns import Column, Value

__all__ = ["is_dual", "one_row"]

_DUAL: Final = re.compile(r"\bfrom\s+(?:sys\.)?dual\s*(?:;\s*)?$", re.I)
_LIST: Final = re.compile(r"select\s+(.*?)(?:\s+from\s+(?:sys\.)?dual\b|$)", re.I | re.S)
_TEXT: Final = r"'(?:[^']|'')*'"
# What stands between commas, with commas in texts and in two levels of parentheses.
_ITEM: Final = re.compile(
    rf'(?:[^,\'"()]|{_TEXT}|"[^"]*"|\((?:[^()\']|{_TEXT}|\((?:[^()\']|{_TEXT})*\))*\))+'
)
_ALIAS: Final = re.compile(r'(?P<what>.*?[\w\'")])\s+(?:as\s+)?(?P<name>\w+|"[^"]+")$', re.I | re.S)
_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?")
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
    """Return the one row of a query: numbers and texts as they are, times of one day, null of variables, else X.

    @param statement: its text
    @return: its columns and their values
    """
    found = _LIST.search(statement)
    columns: list[Column] = []
    values: list[Value] = []
    for item in _ITEM.findall(found[1] if found else "x"):
        named = _ALIAS.match(item.strip())
        what = named["what"] if named else item.strip()
        kind = "number" if _NUMBER.fullmatch(what) else _TIMES.get(what.lower(), "varchar2")
        name = named["name"].strip('"') if named and named["name"].startswith('"') else ""
        name = name or (named["name"] if named else what).upper()
        columns.append(Column(name[:30] or "X", kind, _TEXT_BYTES if kind == "varchar2" else 0))
        values.append(_value(what, kind))
    return columns, values


def _value(expression: str, kind: str) -> Value:
    """Return the value of an expression of a type."""
    if kind == "number":
        return float(expression) if "." in expression else int(expression)
    if kind != "varchar2":
        return _NOW
    if expression.startswith(":"):
        return None
    quoted = re.fullmatch(_TEXT, expression) is not None
    return expression[1:-1].replace("''", "'")[:_TEXT_BYTES] if quoted else "X"
