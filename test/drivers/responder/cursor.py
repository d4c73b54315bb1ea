# SPDX-License-Identifier: GPL-2.0-only
"""A query under way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net8._core import TtcError, TtcLayout
from net8.serving.columns import Column, Value
from net8.serving.replies import NO_DATA_FOUND, NO_DATA_TEXT, describe, row, rows_of, statement_parameters

from responder.replies import end_of_call, lob_row

__all__ = ["Cursor", "Result"]

_ROWS_MOST: Final = 10_000


@dataclass(frozen=True)
class Result:
    """What a query gives."""

    columns: Sequence[Column]  #: its columns
    total: int  #: rows
    values: Callable[[int], Sequence[Value]]  #: values of a row, numbered from 0

    @property
    def has_lobs(self) -> bool:
        """Whether a column is a LOB: no row comes before a client has defined it, with an execute of its own."""
        return any(column.type == "clob" for column in self.columns)


class Cursor:
    """An open cursor over a result."""

    def __init__(self, number: int, result: Result, layout: TtcLayout) -> None:
        """Stand before the first row.

        @param number: its number
        @param result: what it goes through
        @param layout: layout of the session
        """
        self.number = number
        self.result = result
        self.layout = layout
        self.done = 0  #: rows that were sent
        self._at_end = False  #: whether the last reply had fewer rows than were asked for

    def execute(self, asked: int, call: int) -> bytes:
        """Answer an execute, from the first row on.

        @param asked: rows that it asks for
        @param call: number of the call
        @return: the reply
        """
        self.done = 0
        rows = b"" if self.result.has_lobs else self._rows(asked)
        described = describe(self.result.columns).encode(self.layout)
        return described + rows + statement_parameters(self.number) + self._end(call, executed=True)

    def again(self, asked: int, call: int) -> bytes:
        """Answer an execute without text that fetches, from the first row on.

        @param asked: rows that it asks for
        @param call: number of the call
        @return: the reply, without a description
        """
        self.done = 0
        return self._rows(asked) + statement_parameters(self.number) + self._end(call, executed=True)

    def fetch(self, asked: int, call: int) -> bytes:
        """Answer a fetch.

        @param asked: rows that it asks for
        @param call: number of the call
        @return: the reply
        """
        # Of a result that is at its end a real server says no more than that (john-samples_Oracle-good).
        rows = self._rows(asked) if self.done < self.result.total else self._nothing()
        return rows + self._end(call)

    def _rows(self, asked: int) -> bytes:
        """Return the next rows."""
        if not 0 <= asked <= _ROWS_MOST:
            raise TtcError(f"{asked} rows asked for")
        count = min(asked, self.result.total - self.done)
        self._at_end = count < asked
        places = range(self.done, self.done + count)
        self.done += count
        columns = self.result.columns
        write = lob_row if self.result.has_lobs else row
        rows = b"".join(write(columns, self.result.values(place)) for place in places)
        return rows_of(asked, rows)

    def _nothing(self) -> bytes:
        """Return no rows."""
        self._at_end = True
        return b""

    def _end(self, call: int, *, executed: bool = False) -> bytes:
        """End a reply; when fewer rows were left than asked for, with the end of data."""
        error, text = (NO_DATA_FOUND, NO_DATA_TEXT) if self._at_end else (0, "")
        return end_of_call(
            self.layout,
            rows=self.done,
            error=error,
            text=text,
            cursor=self.number,
            call=call,
            executed=executed,
        )
