# SPDX-License-Identifier: GPL-2.0-only
"""The table that drivers query, and the cursor over it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from responder.columns import Column, Value
from responder.layout import OLD, Layout
from responder.replies import (
    NO_DATA_FOUND,
    describe,
    end_of_call,
    row,
    row_header,
    statement_parameters,
)
from responder.universal import MalformedError, Reader

__all__ = ["COLUMNS", "COLUMNS_OF_PLAN", "STATEMENT", "Cursor", "rows_of_execute", "shown", "values"]

STATEMENT: Final = "select * from journal"
"""What drivers execute; 21 characters, as the model has it unless told otherwise."""
COLUMNS: Final = (
    Column("ID", "number"),
    Column("TXT", "varchar2", 100),
    Column("DAY", "date"),
    Column("AT", "timestamp"),
    Column("TAG", "raw", 16),
    Column("NOTE", "varchar2", 40),
)
"""Its columns."""
COLUMNS_OF_PLAN: Final = "number:1000101, varchar2:100, date, timestamp, raw:16, null"
"""Their values for a plan: identifiers have four pairs of digits, the last not 00; notes are always null."""

_ZERO: Final = datetime.datetime(2024, 2, 29, 23, 59, 58)
_NO_DATA_TEXT: Final = "ORA-01403: no data found\n"
_ROWS_MOST: Final = 10_000


def values(place: int) -> tuple[Value, ...]:
    """Give a row.

    @param place: which, from 0
    @return: its values
    """
    day = _ZERO + datetime.timedelta(days=place, seconds=place)
    at = day.replace(microsecond=1001 * (place + 1) % 1_000_000)
    text = f"row {place:06d} ".ljust(100, "x")
    return (1_000_101 + 100 * place, text, day, at, place.to_bytes(16, "big"), None)


def shown(row_values: Sequence[Value], fraction_digits: int) -> list[str]:
    """Write a row as the driver programs print it.

    @param row_values: its values
    @param fraction_digits: digits of a second that the language has, the others are cut off
    @return: texts
    """
    return [_shown(value, fraction_digits) for value in row_values]


def _shown(value: Value, fraction_digits: int) -> str:
    """Write one value."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime.datetime):
        cut = 6 - fraction_digits
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")[: 26 - cut] + "0" * cut
    return str(value)


def rows_of_execute(message: bytes, layout: Layout = OLD) -> int:
    """Give the rows that an execute asks for.

    Behind type, function and sequence number: options, cursor, pointer, length of the statement, pointer, length of a
    vector, two pointers, bytes to prefetch, rows (python-oracledb, execute message).

    @param message: the message
    @param layout: layout of the session
    @return: rows
    """
    reader = Reader(message)
    reader.raw(3)
    if layout.has_token:
        reader.integer()
    reader.integer()
    reader.integer()
    reader.raw(1)
    reader.integer()
    reader.raw(1)
    reader.integer()
    reader.raw(2)
    reader.integer()
    return reader.integer()


class Cursor:
    """A query under way."""

    def __init__(self, total: int, layout: Layout) -> None:
        """Stand before the first row.

        @param total: rows of the table
        @param layout: layout of the session
        """
        self.total = total
        self.layout = layout
        self._at_end = False  #: whether the last reply had fewer rows than were asked for
        self.done = 0  #: rows that were sent

    def execute(self, message: bytes, call: int) -> bytes:
        """Answer an execute.

        @param message: the request
        @param call: number of the call
        @return: the reply
        """
        if STATEMENT.encode() not in message:
            raise MalformedError("an execute of another statement")
        rows = self._rows(rows_of_execute(message, self.layout))
        return describe(COLUMNS, self.layout) + rows + statement_parameters() + self._end(call)

    def fetch(self, asked: int, call: int) -> bytes:
        """Answer a fetch.

        @param asked: rows that it asks for
        @param call: number of the call
        @return: the reply
        """
        # Of a result that is at its end a real server says no more than that (john-samples_Oracle-good).
        rows = self._rows(asked) if self.done < self.total else self._nothing()
        return rows + self._end(call)

    def _rows(self, asked: int) -> bytes:
        """Give the next rows."""
        if not 0 <= asked <= _ROWS_MOST:
            raise MalformedError(f"{asked} rows asked for")
        count = min(asked, self.total - self.done)
        self._at_end = count < asked
        places = range(self.done, self.done + count)
        self.done += count
        return row_header(asked) + b"".join(row(COLUMNS, values(place)) for place in places)

    def _nothing(self) -> bytes:
        """Give no rows."""
        self._at_end = True
        return b""

    def _end(self, call: int) -> bytes:
        """End a reply; when fewer rows were left than asked for, with the end of data."""
        error, text = (NO_DATA_FOUND, _NO_DATA_TEXT) if self._at_end else (0, "")
        return end_of_call(self.layout, rows=self.done, error=error, text=text, call=call)
