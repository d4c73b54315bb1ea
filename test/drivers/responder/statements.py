# SPDX-License-Identifier: GPL-2.0-only
"""The statements of a session: the query of the cases, and what drivers execute of their own accord."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

from net8._core import TtcError, TtcExecute, TtcLayout
from net8.serving.columns import Column, Value
from net8.serving.dual import one_row
from net8.serving.replies import statement_parameters
from net8_testing import TtcFetch

from responder.cursor import Cursor, Result
from responder.replies import (
    STATEMENT_CURSOR,
    batch_errors,
    block_values,
    brought_back,
    end_of_call,
    opened,
    out_values,
)
from responder.table import (
    ADDS,
    BATCH,
    BLOCK,
    COLUMNS,
    EACH,
    FAILS,
    LETTER_COLUMNS,
    LETTERS,
    NEVER,
    OPENS,
    OUT,
    RETURNING,
    RETURNS,
    STATEMENT,
    letter,
    values,
)

__all__ = ["Statements"]

_QUERIES: Final = ("select", "with")
_BLOCKS: Final = ("begin", "declare", "call")
_CURSORS_MOST: Final = 300
_FIRST_WORD: Final = re.compile(r"[A-Za-z]+")
_OUT_COLUMNS: Final = (Column("ID", "number"), Column("NOTE", "varchar2", 40))
_KNOWN: Final = (BLOCK, RETURNING, OPENS, RETURNS, EACH, ADDS, FAILS, NEVER)
_NO_TABLE: Final = 942
_NO_TABLE_TEXT: Final = "ORA-00942: table or view does not exist\n"
_GIVEN: Final = 2
_IMPLICIT: Final = 27


class Statements:
    """The open cursors of a session."""

    def __init__(self, rows: int, layout: TtcLayout) -> None:
        """Start with none.

        @param rows: rows of the table
        @param layout: layout of the session
        """
        self._table = Result(COLUMNS, rows, values)
        self._letters = Result(LETTER_COLUMNS, rows, letter)
        self._layout = layout
        self._cursors: dict[int, Cursor] = {}
        self._opened = STATEMENT_CURSOR - 1
        self._texts: dict[int, str] = {}  # of statements that are no queries, by cursor
        self._runs: Counter[str] = Counter()  # executions of those that fail now and then
        self.failed = False  #: whether the statement before failed
        self._of_blocks: set[int] = set()  # cursors that blocks opened

    def execute(self, asked: TtcExecute, call: int) -> bytes:
        """Answer an execute.

        @param asked: what it asks for
        @param call: number of the call
        @return: the reply
        """
        known = self._texts.get(asked.cursor, "")
        if known == BATCH:
            return statement_parameters(asked.cursor) + batch_errors(self._layout, asked.cursor, call)
        if known == OPENS:
            return self.again(asked.cursor, call)
        if asked.cursor in self._of_blocks:
            return self._cursor(asked.cursor).fetch(asked.rows, call)
        if not asked.statement:
            return self._cursor(asked.cursor).execute(asked.rows, call)
        self._opened += 1
        if self._opened > _CURSORS_MOST:
            raise TtcError(f"more than {_CURSORS_MOST} statements")
        statement = asked.statement.decode("latin-1")
        verb = _verb(statement)
        if verb in _QUERIES:
            results = {STATEMENT: self._table, LETTERS: self._letters}
            found = [result for text, result in results.items() if text in statement]
            result = found[0] if found else Result(*_alone(statement))
            cursor = Cursor(self._opened, result, self._layout)
            self._cursors[self._opened] = cursor
            return cursor.execute(asked.rows, call)
        self._texts[self._opened] = statement
        if statement == BATCH:
            return statement_parameters(self._opened) + batch_errors(self._layout, self._opened, call)
        if statement in _KNOWN:
            return self.again(self._opened, call)
        out = out_values(asked.binds) if verb in _BLOCKS else b""
        end = end_of_call(self._layout, cursor=self._opened, call=call, executed=True)
        return out + statement_parameters(self._opened) + end

    def again(self, cursor: int, call: int) -> bytes:
        """Answer an execute without text of a statement that changes rows.

        @param cursor: number of its cursor
        @param call: number of the call
        @return: the reply
        """
        text = self._texts.get(cursor, "")
        if not text:
            raise TtcError(f"cursor {cursor}, which is not open")
        self._runs[text] += 1
        self.failed = text == NEVER or (text == FAILS and self._runs[text] % 2 == 0)
        if self.failed:
            return end_of_call(self._layout, error=_NO_TABLE, text=_NO_TABLE_TEXT, cursor=cursor, call=call)
        out = b""
        if text in (BLOCK, RETURNING):
            out = brought_back(_OUT_COLUMNS, OUT, given=_GIVEN, returning=text == RETURNING)
        elif text in (OPENS, EACH, ADDS):
            out = block_values(text, self._open(bound=True) if text == OPENS else b"", rows=1)
        results = b""
        if text == RETURNS:
            results = bytes([_IMPLICIT, 1, 2]) + b"".join(self._open(bound=False) for _time in range(2))
        end = end_of_call(self._layout, cursor=cursor, call=call, executed=True)
        return out + results + statement_parameters(cursor) + end

    def fetch_again(self, cursor: int, rows: int, call: int) -> bytes:
        """Answer an execute of a query without its text, with its first rows.

        @param cursor: number of its cursor
        @param rows: rows that it asks for
        @param call: number of the call
        @return: the reply
        """
        return self._cursor(cursor).again(rows, call)

    def _open(self, *, bound: bool) -> bytes:
        """Open a cursor on the table for a block, and describe it."""
        self._opened += 1
        self._of_blocks.add(self._opened)
        self._cursors[self._opened] = Cursor(self._opened, self._table, self._layout)
        return opened(self._table.columns, self._opened, self._layout, bound=bound)

    def fetch(self, asked: TtcFetch, call: int) -> bytes:
        """Answer a fetch.

        @param asked: what it asks for
        @param call: number of the call
        @return: the reply
        """
        return self._cursor(asked.cursor).fetch(asked.rows, call)

    def _cursor(self, number: int) -> Cursor:
        """Return an open cursor."""
        if number not in self._cursors:
            raise TtcError(f"cursor {number}, which is not open")
        return self._cursors[number]


def _verb(statement: str) -> str:
    """Return the first word of a statement in lower case."""
    found = _FIRST_WORD.search(statement)
    return found[0].lower() if found else ""


def _alone(statement: str) -> tuple[list[Column], int, Callable[[int], list[Value]]]:
    """Return columns and values of any other query, which has one row."""
    columns, row = one_row(statement)
    return columns, 1, lambda _: row
