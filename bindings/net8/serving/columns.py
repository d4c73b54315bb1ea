# SPDX-License-Identifier: GPL-2.0-only
"""Columns of a result: how they are described and what their values are."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Final

from net8._core import TtcDescribedColumn, TtcTime, ttc_number

__all__ = ["Column", "Value", "stored", "time_of"]

Value = int | float | str | bytes | datetime.date | datetime.datetime | None

_AL32UTF8: Final = 873
_FRACTION_DIGITS: Final = 6
_ZONED: Final = "timestamp with time zone"
_NUMBERS: Final = {
    "varchar2": 1,
    "number": 2,
    "date": 12,
    "raw": 23,
    "clob": 112,
    "timestamp": 180,
    _ZONED: 181,
}
_BUFFERS: Final = {"number": 22, "date": 7, "clob": 4000, "timestamp": 11, _ZONED: 13}


@dataclass(frozen=True)
class Column:
    """One column of the described result; type numbers are those of python-oracledb's constants."""

    name: str  #: its name
    type: str  #: number, varchar2, date, timestamp, timestamp with time zone, raw or clob
    size: int = 0  #: most bytes of a value, for varchar2 and raw

    @property
    def buffer_bytes(self) -> int:
        """The room that a value needs."""
        return self.size or _BUFFERS[self.type]

    def described(self, place: int) -> TtcDescribedColumn:
        """Return its description.

        @param place: its place in the row, from 0
        @return: an entry of the describe message
        """
        is_text = self.type in ("varchar2", "clob")
        return TtcDescribedColumn(
            type=_NUMBERS[self.type],
            scale=_FRACTION_DIGITS if self.type in ("timestamp", _ZONED) else 0,
            buffer_bytes=self.buffer_bytes,
            character_set=_AL32UTF8 if is_text else 0,
            form=1 if is_text else 0,
            max_characters=self.size if is_text else 0,
            name=self.name.encode(),
            place=place,
        )


def time_of(value: datetime.datetime) -> TtcTime:
    """Return a point in time as columns hold it.

    @param value: a point in time
    @return: the same
    """
    return TtcTime(
        year=value.year,
        month=value.month,
        day=value.day,
        hour=value.hour,
        minute=value.minute,
        second=value.second,
        nanoseconds=value.microsecond * 1000,
    )


def stored(column: Column, value: Value) -> bytes:
    """Return the value of a column as the server stores it.

    @param column: the column
    @param value: a value of its type, None for null
    @return: its bytes, none for null
    """
    if value is None:
        return b""
    if isinstance(value, int | float):
        return ttc_number(str(value))
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, datetime.datetime):
        time = time_of(value)
        zoned = time.zoned_timestamp if column.type == _ZONED else time.timestamp
        return time.date if column.type == "date" else zoned
    assert isinstance(value, bytes), f"no value of a column: {value!r}"
    return value
