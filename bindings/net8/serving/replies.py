# SPDX-License-Identifier: GPL-2.0-only
"""Parts of the replies of a database to a thin driver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net8._core import (
    TtcDescribe,
    TtcEndOfCall,
    TtcLayout,
    TtcRow,
    TtcRowHeader,
    TtcStatementParameters,
    TtcVersionReply,
)
from net8.serving.columns import Column, Value, stored

__all__ = [
    "NO_DATA_FOUND",
    "NO_DATA_TEXT",
    "describe",
    "ended",
    "row",
    "rows_of",
    "statement_parameters",
    "version",
]

NO_DATA_FOUND: Final = 1403
"""Error number of the end of a result."""
NO_DATA_TEXT: Final = "ORA-01403: no data found\n"
"""Its text."""

_QUERY: Final = 3
_SNAPSHOT: Final = 0x123456
_TIME: Final = bytes((120, 124, 11, 20, 1, 1, 1))
_HASH: Final = bytes(range(16))
_BLOCK_BYTES: Final = 0x1FE8
_PREFETCHED: Final = 10


def describe(columns: Sequence[Column]) -> TtcDescribe:
    """Describe the columns of a result, with the values that servers of 10.2 to 12.1 send (SQL Developer's captures).

    @param columns: its columns
    @return: the describe message
    """
    return TtcDescribe(
        identity=_HASH + _TIME,
        row_bytes=sum(column.buffer_bytes for column in columns),
        flag=len(columns),
        columns=[column.described(place) for place, column in enumerate(columns)],
        time=_TIME,
        max_bytes=_BLOCK_BYTES,
        min_rows=_PREFETCHED,
        max_rows=_PREFETCHED,
    )


def version(text: str, number: int, layout: TtcLayout) -> bytes:
    """Answer the version call.

    @param text: first line of the banner
    @param number: version number
    @param layout: layout of the session
    @return: the reply
    """
    return TtcVersionReply(banner=text.encode(), number=number).encode(layout)


def row(columns: Sequence[Column], values: Sequence[Value]) -> bytes:
    """Write a row.

    @param columns: the columns of the result
    @param values: their values
    @return: the row
    """
    return TtcRow(values=[stored(*pair) for pair in zip(columns, values, strict=True)]).encode()


def rows_of(asked: int, rows: bytes) -> bytes:
    """Write the rows of a reply.

    @param asked: rows that were asked for
    @param rows: one after the other
    @return: what stands in front of them, and the rows
    """
    return TtcRowHeader(iterations=asked).encode() + rows


def statement_parameters(cursor: int) -> bytes:
    """Return what an execute returns beside rows: snapshot and cursor.

    @param cursor: number of the cursor
    @return: the message
    """
    return TtcStatementParameters(numbers=[_SNAPSHOT, 0, cursor, 0, 0, 0]).encode()


def ended(
    *, call: int, rows: int = 0, error: int = 0, text: str = "", cursor: int = 0, executed: bool = False
) -> TtcEndOfCall:
    """End a reply.

    @param call: number of the call
    @param rows: rows of the result so far
    @param error: error number, 0 without
    @param text: its text
    @param cursor: cursor of the statement, 0 without one
    @param executed: whether the call was an execute
    @return: the message
    """
    return TtcEndOfCall(
        rows=rows,
        error=error,
        cursor=cursor,
        statement_type=_QUERY if cursor else 0,
        call=call,
        padding=executed,
        full_statement_type=_QUERY,
        text=text.encode(),
    )
