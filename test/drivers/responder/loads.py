# SPDX-License-Identifier: GPL-2.0-only
"""Direct path loads: answers to their calls, and the rows that their pieces carry."""

from __future__ import annotations

from typing import Final

from net8._core import TtcError, TtcLayout
from net8_testing import (
    TtcDirectPathLoad,
    TtcDirectPathOperation,
    TtcDirectPathPrepare,
    TtcDirectPathReply,
)

from responder.replies import end_of_call
from responder.table import TABLES

__all__ = ["Loads", "rows_of"]

_TABLE: Final = 1
_CURSOR_PLACE: Final = 3
_NUMBERS: Final = 14
_CURSOR: Final = 5
_FINISH: Final = 2
_FAST_ROW, _FIRST, _FROM_BEFORE, _GOES_ON = 0x20, 0x08, 0x02, 0x01
_LONG, _NULL, _SHORT_MOST = 0xFE, 0xFF, 0xFA


class Loads:
    """The direct path loads of a session."""

    def __init__(self, layout: TtcLayout) -> None:
        """Start with none.

        @param layout: layout of the session
        """
        self._layout = layout
        self._open = False

    def answer(self, name: str, content: bytes, call: int) -> bytes:
        """Answer a call.

        @param name: what it is called
        @param content: the call
        @param call: its number
        @return: the reply
        """
        reply = TtcDirectPathReply()
        if name == "direct path prepare":
            reply = self._prepare(TtcDirectPathPrepare.decode(content, self._layout))
        elif not self._open:
            raise TtcError(f"{name} without a prepare")
        elif name == "direct path load":
            load = TtcDirectPathLoad.decode(content, self._layout)
            _check_cursor(load.cursor)
            rows_of(load.pieces)
        else:
            end = TtcDirectPathOperation.decode(content, self._layout)
            _check_cursor(end.cursor)
            if end.operation != _FINISH:
                raise TtcError(f"operation {end.operation} where a finish belongs")
            self._open = False
        return reply.encode(self._layout) + end_of_call(self._layout, cursor=0, call=call)

    def _prepare(self, asked: TtcDirectPathPrepare) -> TtcDirectPathReply:
        """Answer the start of a load: the columns of its table, and numbers of which the fourth is the cursor."""
        (name,) = (each.name for each in asked.keywords if each.index == _TABLE)
        self._open = True
        numbers = [0] * _NUMBERS
        numbers[_CURSOR_PLACE] = _CURSOR
        columns = [column.described(place) for place, column in enumerate(TABLES[name])]
        return TtcDirectPathReply(prepares=True, columns=columns, numbers=numbers)


def _check_cursor(cursor: int) -> None:
    """Refuse another cursor."""
    if cursor != _CURSOR:
        raise TtcError(f"cursor {cursor}, which is not that of the load")


def rows_of(pieces: bytes) -> list[list[bytes | None]]:
    """Read the rows of a batch.

    @param pieces: its pieces
    @return: the values of each row, nothing for a null
    """
    at = 0
    rows: list[list[bytes | None]] = []
    goes_on = False
    while at < len(pieces):
        start, flags = at, pieces[at]
        at += 3 if flags & _FAST_ROW else 1
        segments = pieces[at]
        at += 1
        if flags & _FIRST:
            rows.append([])
        for segment in range(segments):
            value, at = _segment(pieces, at)
            if segment == 0 and flags & _FROM_BEFORE and goes_on:
                rows[-1][-1] = (rows[-1][-1] or b"") + (value or b"")
            else:
                rows[-1].append(value)
        goes_on = bool(flags & _GOES_ON)
        if flags & _FAST_ROW and at - start != int.from_bytes(pieces[start + 1 : start + 3], "big"):
            raise TtcError(f"a row of {at - start} bytes that says otherwise")
    return rows


def _segment(pieces: bytes, at: int) -> tuple[bytes | None, int]:
    """Read a value or a part of one, and give where the next begins."""
    size = pieces[at]
    if size == _NULL:
        return None, at + 1
    start = at + 1
    if size == _LONG:
        size = int.from_bytes(pieces[start : start + 2], "big")
        start += 2
    elif size > _SHORT_MOST:
        raise TtcError(f"a length of {size} in a piece")
    return pieces[start : start + size], start + size
