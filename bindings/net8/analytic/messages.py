# SPDX-License-Identifier: GPL-2.0-only
"""Sizes of the messages of a statement, TTC bytes, as doc/message-sizes.rst has them.

Range: no LOB columns; statements and rows whose lengths take the integers of the captures. Source: captures of 9.2 to
26ai and runs of current drivers, named there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = [
    "ReplyForm",
    "RequestForm",
    "close_cursors_bytes",
    "execute_request_bytes",
    "fetch_request_bytes",
]

V12, V18, V23AI = 315, 318, 319
"""TNS versions of 12.1, 18c and 23ai."""

_LONG_CHUNK: Final = 32767
"""Bytes of the chunks of a long text of a thin driver."""

_SHORT_TEXT: Final = 252
"""Longest text with a length of one byte."""

MESSAGE_BYTES: Final = 12
"""No message of the model is shorter."""


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """The parts of a reply with rows."""

    description: int  #: description of the columns, beside the columns
    column: int  #: each column of it, beside its name
    row_header: int  #: in front of the first row
    indicator: int  #: of a column of a row
    parameters: int  #: return parameters of an execute
    settings: int  #: settings of the session, in its first execute
    end: int  #: end of call
    execute_end: int  #: what that of an execute has more
    no_data: int  #: what ORA-01403 adds to it


def _growth_bytes(rows: int) -> int:
    """Return the bytes that a row count above 255 adds to a request of a thin driver."""
    return max((rows.bit_length() - 1) // 8, 0)


@dataclass(frozen=True, slots=True)
class RequestForm:
    """How a driver writes the requests of a query, fitted to its server."""

    thin: bool  #: row counts are universal integers
    execute: int  #: execute, beside the statement
    text: str  #: how the statement is written: whole, long or chunked
    chunk: int  #: bytes of a chunk, where it is chunked
    zero: bool  #: a zero byte ends it
    fetch: int  #: a fetch of up to 255 rows
    close_cursors: int  #: closing the cursor of the statement before, between different platforms
    alignment: int  #: what that takes more between equal platforms
    logoff: int  #: logoff with what is in front of it


def execute_request_bytes(form: RequestForm, statement: int, rows: int) -> int:
    """Return the execute request.

    Range: drivers that send the statement with the execute.

    @param form: how the driver writes it
    @param statement: characters of the statement
    @param rows: rows asked for
    @return: TTC bytes
    """
    fixed = form.execute + (_growth_bytes(rows) if form.thin else 0)
    if form.text == "whole":
        return fixed + statement + (statement > 255)
    if form.text == "long":
        lengths = 1 if statement <= 252 else 2 + 3 * -(-statement // _LONG_CHUNK)
        return fixed + statement + lengths + (statement > 255)
    text = statement + form.zero
    return fixed + text + (1 if text <= min(form.chunk, _SHORT_TEXT) else 2 + -(-text // form.chunk))


def close_cursors_bytes(form: RequestForm, *, same_platform: bool) -> int:
    """Return what the second execute of a session and later ones have more, to close the cursor of the one before.

    @param form: how the driver writes it
    @param same_platform: both ends run on the same platform
    @return: TTC bytes
    """
    return form.close_cursors + (form.alignment if form.close_cursors and same_platform else 0)


def fetch_request_bytes(form: RequestForm, rows: int) -> int:
    """Return a fetch request.

    @param form: how the driver writes it
    @param rows: rows asked for
    @return: TTC bytes
    """
    return form.fetch + (_growth_bytes(rows) if form.thin else 0)
