# SPDX-License-Identifier: GPL-2.0-only
"""Messages of a server of field version 12.1: what a query, a logon and a logoff are answered with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from responder.abilities import TypeList
from responder.columns import Column, Value, value_bytes
from responder.layout import OLD, Layout
from responder.universal import chunked, integer, text_field

__all__ = [
    "NO_DATA_FOUND",
    "data_types",
    "describe",
    "end_of_call",
    "out_values",
    "parameters",
    "row",
    "row_header",
    "statement_parameters",
    "status",
    "version",
]  # fmt: skip

NO_DATA_FOUND: Final = 1403
"""Error number of the end of a result."""

STATEMENT_CURSOR: Final = 3
"""Number of the cursor of a statement."""

_DATA_TYPES, _END_OF_CALL, _ROW_HEADER, _ROW, _PARAMETERS, _STATUS, _IO_VECTOR, _DESCRIBE = (
    2,
    4,
    6,
    7,
    8,
    9,
    11,
    16,
)
_OUT: Final = 16
_SELECT: Final = 3
_TIME: Final = bytes((120, 124, 11, 20, 1, 1, 1))


def data_types(request: bytes) -> bytes:
    """Answer the data type negotiation: the client's own list, and its block on time zones if it sent one.

    @param request: its message: type, two character sets, flags, two strings of capabilities, block, list
    @return: the reply
    """
    types = TypeList.read(request)
    return bytes([_DATA_TYPES]) + request[types.start : types.end]


def parameters(fields: Sequence[tuple[str, str, int]], layout: Layout = OLD) -> bytes:
    """Answer an authentication message.

    @param fields: name, value and flags of each
    @param layout: layout of the session
    @return: the reply
    """
    body = b"".join(text_field(name) + text_field(value) + integer(flags) for name, value, flags in fields)
    return bytes([_PARAMETERS]) + integer(len(fields)) + body + end_of_call(layout, cursor=0)


def describe(columns: Sequence[Column], layout: Layout = OLD) -> bytes:
    """Describe the columns of a result.

    @param columns: its columns
    @param layout: layout of the session
    @return: the describe message
    """
    widest = sum(column.buffer_bytes for column in columns)
    return b"".join(
        (
            bytes([_DESCRIBE]),
            chunked(bytes(7)),
            integer(widest),
            integer(len(columns)),
            bytes([len(columns)]),
            *(column.describe(place, layout) for place, column in enumerate(columns)),
            integer(len(_TIME)) + chunked(_TIME),
            integer(0) * 5,
        )
    )


def row_header(rows: int) -> bytes:
    """Start the rows of a reply.

    @param rows: how many there may be
    @return: the row header
    """
    return bytes([_ROW_HEADER, 0x22]) + integer(1) + integer(0) + integer(rows) + integer(0) * 3


def out_values(binds: int) -> bytes:
    """Give the bind variables of a PL/SQL block back, all of them OUT and null.

    Flags, requests, variables (low byte, then the rest), iterations, length of a buffer, bit vector, row identifier; a
    direction each; then a row with a length and a return code each (python-oracledb, I/O vector).

    @param binds: how many there are
    @return: the I/O vector and the row; empty without variables
    """
    if not binds:
        return b""
    vector = bytes([_IO_VECTOR, 0]) + integer(binds % 256) + integer(binds // 256) + integer(0) * 4
    return vector + bytes([_OUT] * binds) + bytes([_ROW]) + (chunked(b"") + integer(0)) * binds


def version(text: str, number: int, layout: Layout = OLD) -> bytes:
    """Answer the version call, as servers of 10.2 to 12.1 do (captures of SQL Developer).

    @param text: first line of the banner
    @param number: version number
    @param layout: layout of the session
    @return: the reply
    """
    content = text.encode()
    told = chunked(content) if layout.text_lengths else content
    return bytes([_PARAMETERS]) + integer(len(content)) + told + integer(number) + status()


def row(columns: Sequence[Column], values: Sequence[Value]) -> bytes:
    """Write a row.

    @param columns: the columns of the result
    @param values: their values
    @return: the row
    """
    return bytes([_ROW]) + b"".join(
        value_bytes(column, value) for column, value in zip(columns, values, strict=True)
    )


def statement_parameters(cursor: int = STATEMENT_CURSOR) -> bytes:
    """Give what an execute returns beside rows: snapshot and cursor.

    @param cursor: number of the cursor
    @return: the message
    """
    return (
        bytes([_PARAMETERS]) + integer(6) + integer(0x123456) + integer(0) + integer(cursor) + integer(0) * 6
    )


def end_of_call(
    layout: Layout = OLD,
    *,
    rows: int = 0,
    error: int = 0,
    text: str = "",
    cursor: int = STATEMENT_CURSOR,
    call: int = 3,
) -> bytes:
    """End a reply.

    @param layout: layout of the session
    @param rows: rows of the result so far
    @param error: error number, 0 without
    @param text: its text
    @param cursor: cursor of the statement, 0 without one
    @param call: number of the call
    @return: the message
    """
    return b"".join(
        (
            bytes([_END_OF_CALL]),
            integer(1) * 2,  # status, sequence number
            integer(rows),
            integer(error),
            integer(0) * 2,  # errors of arrays
            integer(cursor),
            integer(0),  # position of the error
            bytes([_SELECT if cursor else 0]),
            bytes(5 + 5),  # fatal, flags, cursor options, parameter, flags; row identifier
            bytes([0, 0, call]),  # error of the operating system, statement, call
            integer(0) * 6,  # padding, iterations, logical row identifier, three lists of batch errors
            integer(error),
            integer(rows),
            integer(_SELECT) + integer(0) if layout.has_statement_type else b"",
            chunked(text.encode()) if error else b"",
        )
    )


def status() -> bytes:
    """Answer a call that returns nothing: logoff, commit, close cursors.

    @return: the message
    """
    return bytes([_STATUS]) + integer(1) + integer(0)
