# SPDX-License-Identifier: GPL-2.0-only
"""Columns of a result: how they are described and what their values are on the wire."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from responder.layout import Layout
from responder.universal import chunked, integer, text_field

__all__ = ["Column", "Value", "date", "number", "timestamp", "value_bytes"]

Value = int | str | bytes | datetime.date | datetime.datetime | None

_AL32UTF8: Final = 873
_NULLABLE: Final = 1
_FLAGS: Final = 0x80
_FRACTION_DIGITS: Final = 6
_ZONED: Final = "timestamp with time zone"
_NUMBERS: Final = {"varchar2": 1, "number": 2, "date": 12, "raw": 23, "timestamp": 180, _ZONED: 181}
_BUFFERS: Final = {"number": 22, "date": 7, "timestamp": 11, _ZONED: 13}
# Offset of UTC: hours plus 20, minutes plus 60.
_UTC: Final = bytes((20, 60))


@dataclass(frozen=True)
class Column:
    """One column of the described result; type numbers are those of python-oracledb's constants."""

    name: str  #: its name
    type: str  #: number, varchar2, date, timestamp, timestamp with time zone or raw
    size: int = 0  #: most bytes of a value, for varchar2 and raw

    @property
    def number(self) -> int:
        """Give the number of the type."""
        return _NUMBERS[self.type]

    @property
    def buffer_bytes(self) -> int:
        """Give the room that a value needs."""
        return self.size or _BUFFERS[self.type]

    def describe(self, position: int, layout: Layout) -> bytes:
        """Write its description.

        @param position: its place in the row, from 0
        @param layout: layout of the session
        @return: bytes of the describe message
        """
        is_text = self.type == "varchar2"
        scale = _FRACTION_DIGITS if self.type in ("timestamp", _ZONED) else 0
        return b"".join(
            (
                bytes([self.number, _FLAGS, 0]),
                integer(scale) if layout.wide_scale else bytes([scale]),
                integer(self.buffer_bytes),
                integer(0),  # most elements of an array
                integer(0),  # continuation flags
                integer(0),  # object identifier
                integer(0),  # version
                integer(_AL32UTF8 if is_text else 0),
                bytes([1 if is_text else 0]),  # character set form
                integer(self.size if is_text else 0),
                integer(0) if layout.has_column_id else b"",
                bytes([_NULLABLE, len(self.name)]),
                text_field(self.name),
                integer(0),  # schema
                integer(0),  # type name
                integer(position),
                integer(0),  # flags
                integer(0) * layout.extra_column_fields,
            )
        )


def number(value: int) -> bytes:
    """Write a whole number as NUMBER: exponent byte, then two decimal digits a byte, each plus one.

    Negative numbers have the complement of the exponent, 101 less each pair, and 102 at the end.

    @param value: at most 38 digits
    @return: its bytes, without the length
    """
    if value == 0:
        return b"\x80"
    digits = str(abs(value))
    digits = digits.rjust(len(digits) + len(digits) % 2, "0")
    pairs = [int(digits[at : at + 2]) for at in range(0, len(digits), 2)]
    exponent = 0xC0 + len(pairs)
    while pairs[-1] == 0:
        pairs.pop()
    if value > 0:
        return bytes([exponent, *(pair + 1 for pair in pairs)])
    return bytes([exponent ^ 0xFF, *(101 - pair for pair in pairs), 102])


def date(value: datetime.datetime) -> bytes:
    """Write a DATE: century and year of the century plus 100, month, day, then hour, minute, second plus one.

    @param value: a point in time
    @return: 7 bytes
    """
    century, year = divmod(value.year, 100)
    return bytes(
        [
            century + 100,
            year + 100,
            value.month,
            value.day,
            value.hour + 1,
            value.minute + 1,
            value.second + 1,
        ]
    )


def timestamp(value: datetime.datetime) -> bytes:
    """Write a TIMESTAMP: a DATE, then nanoseconds if there are any.

    @param value: a point in time
    @return: 7 or 11 bytes
    """
    return date(value) + ((value.microsecond * 1000).to_bytes(4, "big") if value.microsecond else b"")


def value_bytes(column: Column, value: Value) -> bytes:
    """Write the value of a column as a row has it.

    @param column: the column
    @param value: a value of its type, None for null
    @return: length byte and value
    """
    if value is None:
        return chunked(b"")
    if isinstance(value, int):
        return chunked(number(value))
    if isinstance(value, str):
        return chunked(value.encode())
    if isinstance(value, datetime.datetime) and column.type == _ZONED:
        return chunked(date(value) + (value.microsecond * 1000).to_bytes(4, "big") + _UTC)
    if isinstance(value, datetime.datetime):
        return chunked(timestamp(value) if column.type == "timestamp" else date(value))
    assert isinstance(value, bytes), f"no value of a column: {value!r}"
    return chunked(value)
