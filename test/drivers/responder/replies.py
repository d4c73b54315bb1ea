# SPDX-License-Identifier: GPL-2.0-only
"""What a query, a block and a version call are answered with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net8._core import TtcIoVector, TtcLayout, TtcRow
from net8.serving.columns import Column, Value, stored
from net8.serving.replies import describe, ended
from net8_testing import TtcElementError

from responder.table import ADDS, OPENS

__all__ = [
    "DUPLICATE",
    "OLD",
    "STATEMENT_CURSOR",
    "batch_errors",
    "block_values",
    "brought_back",
    "end_of_call",
    "lob_read",
    "lob_reply",
    "lob_row",
    "opened",
    "out_values",
    "server_lent",
    "switched",
]

STATEMENT_CURSOR: Final = 3
"""Number of the cursor of a statement."""
OLD: Final = TtcLayout()
"""Layout of field version 12.1."""

_OUT: Final = 16
_IN: Final = 32
DUPLICATE: Final = "ORA-00001: unique constraint violated\n"
"""Text of an error of an element."""
_ARRAY_ERRORS: Final = 24381
_CREATE_TEMPORARY: Final = 0x110
_LOB_DATA: Final = 14
_LOB_CHUNK: Final = 8132
_LOB_LOCATOR: Final = bytes(6) + b"\x80" + bytes(107)  # as long as the model's; two bytes a character
_PIECE: Final = 32_767
_PIGGYBACK: Final = 23
_SESSION_RETURNED: Final = 4


def out_values(binds: int) -> bytes:
    """Return the bind variables of a PL/SQL block back, all of them OUT and null.

    @param binds: how many there are
    @return: their directions and a row; empty without variables
    """
    if not binds:
        return b""
    row = TtcRow(values=[b""] * binds, return_codes=True)
    return TtcIoVector(directions=[_OUT] * binds).encode() + row.encode()


def brought_back(columns: Sequence[Column], values: Sequence[Value], *, given: int, returning: bool) -> bytes:
    """Return values of bind variables behind those that were given.

    @param columns: what they are
    @param values: their values
    @param given: how many bind variables go in
    @param returning: whether they are those of one row of DML with RETURNING, which are counted
    @return: the directions of all and a row
    """
    texts = [stored(*pair) for pair in zip(columns, values, strict=True)]
    directions = TtcIoVector(directions=[_IN] * given + [_OUT] * len(texts)).encode()
    if not returning:
        return directions + TtcRow(values=texts, return_codes=True).encode()
    one, no_code = b"\x01\x01", b"\x00"
    return (
        directions
        + TtcRow(values=[]).encode()
        + b"".join(one + bytes([len(text)]) + text + no_code for text in texts)
    )


def opened(columns: Sequence[Column], cursor: int, layout: TtcLayout, *, bound: bool) -> bytes:
    """Describe a query that a block opened.

    @param columns: its columns
    @param cursor: number of its cursor
    @param layout: layout of the session
    @param bound: whether it comes back in a bind variable, where hash and time of the statement are left out
    @return: the description behind a length, and the cursor
    """
    described = describe(columns).encode(layout)[1:]
    if bound:
        described = b"\x01" + described[1 + described[0] :]
    return described + bytes([1, cursor])


def block_values(statement: str, cursor: bytes, rows: int) -> bytes:
    """Return the directions of the variables of a block with two, and what comes back of them.

    @param statement: its text
    @param cursor: description of the query that comes back
    @param rows: rows of binds
    @return: the messages
    """
    no_code = b"\x00"
    row = TtcRow(values=[]).encode()
    if statement == OPENS:
        return TtcIoVector(directions=[_IN, _OUT]).encode() + row + cursor + no_code
    if statement == ADDS:
        values = TtcRow(values=[stored(Column("N", "number"), 8)], return_codes=True).encode()
        return TtcIoVector(directions=[_IN, _IN | _OUT]).encode() + values * rows
    return TtcIoVector(directions=[_IN, _IN]).encode()


def batch_errors(layout: TtcLayout, cursor: int, call: int) -> bytes:
    """End an execute of an array whose first two elements failed.

    @param layout: layout of the session
    @param cursor: number of the cursor
    @param call: number of the call
    @return: the message
    """
    failed = [TtcElementError(error=1, place=place, text=DUPLICATE.encode()) for place in range(2)]
    text = "ORA-24381: error(s) in array DML\n"
    return end_of_call(
        layout, error=_ARRAY_ERRORS, text=text, cursor=cursor, call=call, executed=True, failed=failed
    )


def lob_reply(operation: int, call: int, layout: TtcLayout) -> bytes:
    """Answer what makes or writes a temporary LOB.

    @param operation: what was asked
    @param call: number of the call
    @param layout: layout of the session
    @return: the reply
    """
    # Flags of a CLOB with two bytes a character, and of a temporary LOB, stand in bytes 6 and 7 of its locator.
    locator = bytes(6) + b"\x80\x01" + bytes(32)
    more = b"\x02\x03\x69\x00" if operation == _CREATE_TEMPORARY else b""
    return b"\x08" + locator + more + end_of_call(layout, cursor=0, call=call)


def lob_row(columns: Sequence[Column], values: Sequence[Value]) -> bytes:
    """Write a row whose last column is a CLOB: length, size and chunk size, then its locator.

    @param columns: the columns of the result
    @param values: their values
    @return: the row
    """
    text = values[-1]
    assert isinstance(text, str)
    others = [stored(*pair) for pair in zip(columns[:-1], values[:-1], strict=True)]
    size = len(_LOB_LOCATOR)
    return (
        TtcRow(values=others).encode()
        + _number(size)
        + _number(len(text))
        + _number(_LOB_CHUNK)
        + bytes([size])
        + _LOB_LOCATOR
    )


def lob_read(text: str, call: int, layout: TtcLayout) -> bytes:
    """Answer what reads a CLOB.

    @param text: its value
    @param call: number of the call
    @param layout: layout of the session
    @return: its data, its locator and how many characters it has
    """
    data = text.encode("utf-16-be")
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    chunks = b"".join(_number(len(piece)) + piece for piece in pieces)
    told = bytes([_LOB_DATA, 0xFE]) + chunks + b"\x00"
    return told + b"\x08" + _LOB_LOCATOR + _number(len(text)) + end_of_call(layout, cursor=0, call=call)


def server_lent() -> bytes:
    """Tell that a server of a resident pool was lent: the session with it, and that it is the one of before.

    @return: the message in front of a reply
    """
    session, serial = b"\x01\x07", b"\x01\x03"
    return bytes([_PIGGYBACK, _SESSION_RETURNED]) + b"\0\0\0" + b"\0" + session + serial


def switched(call: int, layout: TtcLayout) -> bytes:
    """Answer what begins, resumes or suspends a transaction: a value of the application, and no context.

    @param call: number of the call
    @param layout: layout of the session
    @return: the reply
    """
    return b"\x08\x00\x00" + end_of_call(layout, cursor=0, call=call)


def _number(value: int) -> bytes:
    """Write a universal integer."""
    size = (value.bit_length() + 7) // 8
    return bytes([size]) + value.to_bytes(size, "big")


def end_of_call(
    layout: TtcLayout = OLD,
    *,
    rows: int = 0,
    error: int = 0,
    text: str = "",
    cursor: int = STATEMENT_CURSOR,
    call: int = 3,
    executed: bool = False,
    failed: Sequence[TtcElementError] = (),
) -> bytes:
    """End a reply.

    @param layout: layout of the session
    @param rows: rows of the result so far
    @param error: error number, 0 without
    @param text: its text
    @param cursor: cursor of the statement, 0 without one
    @param call: number of the call
    @param executed: whether the call was an execute
    @param failed: elements of an array that failed
    @return: the message
    """
    end = ended(rows=rows, error=error, text=text, cursor=cursor, call=call, executed=executed)
    end.failed = list(failed)
    return end.encode(layout)
