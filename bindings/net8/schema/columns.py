# SPDX-License-Identifier: GPL-2.0-only
"""The columns of a row as a plan writes them: ``8*varchar2:9, number:5, date``.

C++ knows how long they are (``Column`` in ``model/ttc``); here a text is checked before anything runs, so that
the message can say what is wrong with it. Tests hold the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Final

from net8.base.units import QuantityError

__all__ = ["EXAMPLES", "canonical_columns", "column_count", "has_lobs"]

EXAMPLES: Final = {
    "number": "number:5",
    "varchar2": "varchar2:100",
    "char": "char:2",
    "raw": "raw:16",
    "nvarchar2": "nvarchar2:50",
    "nchar": "nchar:2",
    "binary_float": "binary_float",
    "binary_double": "binary_double",
    "boolean": "boolean:true",
    "date": "date",
    "timestamp": "timestamp",
    "timestamp_tz": "timestamp_tz",
    "timestamp_ltz": "timestamp_ltz",
    "interval_ds": "interval_ds",
    "interval_ym": "interval_ym",
    "rowid": "rowid:AAAR3sAAEAAAACXAAA",
    "long": "long:67",
    "long_raw": "long_raw:1000",
    "clob": "clob:4000",
    "nclob": "nclob:4000",
    "blob": "blob:8000",
    "temporary_clob": "temporary_clob:4000",
    "temporary_blob": "temporary_blob:8000",
    "xmltype": "xmltype:4000",
    "null": "null",
}
"""One column of each type."""

_STRING_MAX: Final = 32767
_LONG_MAX: Final = 2**31 - 1
_LENGTHS: Final = {
    "varchar2": ("bytes", _STRING_MAX), "char": ("bytes", _STRING_MAX), "raw": ("bytes", _STRING_MAX),
    "nvarchar2": ("characters", _STRING_MAX // 2), "nchar": ("characters", _STRING_MAX // 2),
    "long": ("bytes", _LONG_MAX), "long_raw": ("bytes", _LONG_MAX), "blob": ("bytes", _LONG_MAX),
    "clob": ("characters", _LONG_MAX // 2), "nclob": ("characters", _LONG_MAX // 2),
    "temporary_clob": ("characters", _LONG_MAX // 2), "temporary_blob": ("bytes", _LONG_MAX),
    "xmltype": ("characters", _LONG_MAX // 2),
}  # fmt: skip
_WORDS: Final = {"timestamp": ("0",), "timestamp_ltz": ("0",), "boolean": ("true", "false")}
# Six digits to base 64 for object and block, which have 32 bits, three for file and row, which have 16.
_ROWID: Final = re.compile(r"(?:[A-D][A-Za-z0-9+/]{5}[A-P][A-Za-z0-9+/]{2}){2}")
_COUNT_MAX: Final = 4096
_DIGITS_MAX: Final = 40
_POINT_RANGE: Final = range(-129, 127)
_ENTRY: Final = re.compile(
    r"(?:(?P<count>-?\d{1,9})\s*\*)?\s*(?P<type>[A-Za-z0-9_ ]+?)\s*(?::\s*(?P<argument>\S*))?", re.ASCII
)
_NUMBER: Final = re.compile(r"[+-]?(\d*)\.?(\d*)(?:e([+-]?\d+))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of the list."""

    count: int  #: how many columns of this kind
    type: str  #: name of the type
    argument: str | None  #: what stands behind the colon

    def __str__(self) -> str:
        """Write it as a plan would."""
        times = f"{self.count}*" if self.count > 1 else ""
        return f"{times}{self.type}" + ("" if self.argument is None else f":{self.argument}")


def canonical_columns(text: str) -> str:
    """Check a list of columns and write it in its one canonical form.

    @param text: such as "8 * VARCHAR2:9, date"
    @return: such as "8*varchar2:9, date"; QuantityError says what is wrong
    """
    entries = list(_entries(text))
    if sum(entry.count for entry in entries) > _COUNT_MAX:
        raise QuantityError(f"has more than {_COUNT_MAX} columns, the most that a row can have")
    return ", ".join(map(str, entries))


def has_lobs(text: object) -> bool:
    """Return whether a list of columns has a LOB, or an XMLTYPE, which is read as one.

    @param text: a list of columns
    @return: whether a client reads something of its rows by calls of its own
    """
    return any(word in str(text).lower() for word in ("lob", "xmltype"))


def column_count(text: str) -> int:
    """Count the columns of a list.

    @param text: a list that canonical_columns takes
    @return: how many columns it has
    """
    return sum(entry.count for entry in _entries(text))


def _entries(text: str) -> Iterator[_Entry]:
    """Yield the entries of a list, each of them checked."""
    for part in text.split(",") if text.strip() else ():
        found = _ENTRY.fullmatch(part.strip())
        if found is None:
            raise QuantityError(
                f'has "{part.strip()}" where a column should be; write one such as varchar2:100'
            )
        entry = _Entry(int(found["count"] or 1), found["type"].lower(), found["argument"])
        if entry.argument is not None and entry.type != "rowid":
            entry = replace(entry, argument=entry.argument.lower())
        _check(entry)
        yield entry


def _check(entry: _Entry) -> None:
    """Refuse a column that there cannot be."""
    if entry.type not in EXAMPLES:
        close = get_close_matches(entry.type, EXAMPLES, 1, 0.6)
        hint = f" (did you mean {close[0]}?)" if close else f"; use {', '.join(EXAMPLES)}"
        raise QuantityError(f'has a column of the unknown type "{entry.type}"{hint}')
    if entry.count < 1:
        raise QuantityError(f"has {entry.count} columns of type {entry.type}; use 1 or more")
    if entry.type in _LENGTHS:
        _check_length(entry)
    elif entry.type == "number":
        _check_number(entry)
    elif entry.type == "rowid":
        _check_rowid(entry)
    elif entry.type == "boolean" and entry.argument is None:
        raise QuantityError('has "boolean" without a value; write boolean:true or boolean:false')
    elif entry.argument is not None and entry.argument not in _WORDS.get(entry.type, ()):
        raise QuantityError(f'has "{entry}", but {entry.type} takes no length; write {EXAMPLES[entry.type]}')


def _check_rowid(entry: _Entry) -> None:
    """Refuse what is not a ROWID."""
    if not _ROWID.fullmatch(entry.argument or ""):
        raise QuantityError(
            f'has "{entry}", which gives no ROWID of 18 characters; write one such as {EXAMPLES["rowid"]}'
        )


def _check_length(entry: _Entry) -> None:
    """Refuse a byte string without a length, or too long a one."""
    unit, most = _LENGTHS[entry.type]
    if not re.fullmatch(r"[0-9]{1,10}", entry.argument or "") or int(entry.argument or 0) > most:
        raise QuantityError(
            f'has "{entry}", which gives no length; write {unit} from 0 to {most}, such as {EXAMPLES[entry.type]}'
        )


def _check_number(entry: _Entry) -> None:
    """Refuse what no NUMBER can hold."""
    found = _NUMBER.fullmatch(entry.argument or "")
    if found is None or not (found[1] or found[2]) or not _fits(found[1], found[2], found[3] or "0"):
        raise QuantityError(
            f'has "{entry}", which gives no value of at most {_DIGITS_MAX} digits; write one such as number:5'
        )


def _fits(whole: str, fraction: str, exponent: str) -> bool:
    """Return whether a NUMBER can hold a value; pairs of digits count, as it stores them."""
    power = int(exponent[:9])
    if abs(power) > 1000:
        return False
    digits = whole + fraction
    point = len(whole) + power - (len(digits) - len(digits.lstrip("0")))
    digits = digits.strip("0")
    if not digits:
        return True
    size = len(digits) + point % 2
    return size + size % 2 <= _DIGITS_MAX and point in _POINT_RANGE
