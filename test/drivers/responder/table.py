# SPDX-License-Identifier: GPL-2.0-only
"""The table that drivers query."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Final

from net8.serving.columns import Column, Value

__all__ = [
    "ABORTS",
    "ADDS",
    "ALONE",
    "BATCH",
    "BLOCK",
    "BLOCKS",
    "CHAPTER",
    "COLUMNS",
    "COLUMNS_OF_PLAN",
    "CREATES",
    "CURSORS",
    "DDL",
    "DEFERRED",
    "DIRECT",
    "DRCP",
    "EACH",
    "FAILS",
    "GOES_ON",
    "INSERT",
    "LATE",
    "LETTERS",
    "LETTER_CHARACTERS",
    "LETTER_COLUMNS",
    "LOB",
    "NEVER",
    "OPENS",
    "OUT",
    "PIPE",
    "PIPED",
    "PIPES",
    "PIPE_POOL",
    "PLAIN",
    "POOL",
    "RETURNING",
    "RETURNS",
    "SESSIONLESS",
    "STATEMENT",
    "TABLES",
    "WATCH",
    "letter",
    "shown",
    "values",
]

INSERT: Final = "insert into t values (:1, :2, :3)"
"""What is inserted: a NUMBER from 1 to 10, texts of 20 and of 8 characters."""
BATCH: Final = "insert into b values (:1, :2, :3)"
"""The same in batch errors mode."""
BLOCK: Final = "begin p(:1, :2, :3, :4); end;"
"""A block: a NUMBER and 20 characters go in, OUT comes back."""
RETURNING: Final = "insert into t values (:1, :2) returning id, note into :3, :4"
"""DML with the same."""
PLAIN: Final = "begin null; end;"
"""A block without binds."""
BLOCKS: Final = " | ".join((BLOCK, RETURNING, PLAIN))
"""As the programs are told."""
OPENS: Final = "begin q(:1, :2); end;"
"""A block: a NUMBER goes in, a REF CURSOR comes back."""
RETURNS: Final = "begin r; end;"
"""A block with two implicit results."""
EACH: Final = "begin a(:1, :2); end;"
"""A block that is called for each row of an array: a NUMBER and 20 characters go in."""
ADDS: Final = "begin b(:1, :2); end;"
"""The same with a NUMBER that goes in and comes back."""
CURSORS: Final = " | ".join((OPENS, RETURNS, EACH, ADDS))
"""As the programs are told."""
PIPED: Final = "insert into p values (:1, :2, :3)"
"""What is inserted in a pipeline."""
FAILS: Final = "update f set x = :1"
"""DML that fails with every second execution."""
NEVER: Final = "update g set x = :1"
"""DML that always fails."""
LATE: Final = "insert into p values (:1)"
"""What a pipeline does behind it."""
CREATES: Final = "create table k (id number)"
"""DDL."""
LOB: Final = "insert into l values (:1, :2)"
"""DML with a CLOB of two pieces of 20,000 characters."""
LETTERS: Final = "select name, letter from letters"
"""A query with CLOBs of LETTER_CHARACTERS."""
LETTER_CHARACTERS: Final = 20_000
LETTER_COLUMNS: Final = (Column("NAME", "varchar2", 40), Column("LETTER", "clob"))
"""Its columns: a text and a CLOB."""
OUT: Final = (8, "z" * 40)
"""A NUMBER and a text that come back."""
STATEMENT: Final = "select * from journal"
"""What drivers execute; 21 characters, as the model has it unless told otherwise."""
PIPE: Final = f"pipe | {STATEMENT} | {PIPED}"
"""A pipeline, as the programs are told."""
ALONE: Final = f"alone | {STATEMENT} | {PIPED}"
"""The same with a row less."""
PIPES: Final = " | ".join(("pipes", STATEMENT, PIPED, BLOCK, CREATES))
"""Two of them, with arrays, more rows than come at once, blocks and DDL."""
ABORTS: Final = " | ".join(("aborts", STATEMENT, PIPED, FAILS, LATE))
"""Four that end with an error."""
GOES_ON: Final = " | ".join(("goes on", STATEMENT, PIPED, FAILS, NEVER, LATE))
"""Four that go on behind errors."""
PIPE_POOL: Final = f"pipe pool | {STATEMENT} | {PIPED}"
"""Three with a connection that a pool lends for each."""
DDL: Final = f"ddl | {CREATES}"
"""DDL, as the programs are told."""
CHAPTER: Final = 70_000
"""Characters of a CLOB that a direct path load sends: more than two pieces."""
TABLES: Final = {
    b"JOURNAL": (Column("ID", "number"), Column("TXT", "varchar2", 100), Column("DAY", "date"),
                 Column("NOTE", "varchar2", 40)),
    b"BOOK": (Column("NAME", "varchar2", 40), Column("CHAPTER", "clob")),
}  # fmt: skip
"""Tables of direct path loads and their columns."""
DIRECT: Final = "direct | SCOTT | JOURNAL | BOOK"
"""Two direct path loads: of notes that are always null, and of CHAPTERs."""
SESSIONLESS: Final = f"sessionless | {INSERT}"
"""A sessionless transaction, begun and suspended by calls of their own."""
DEFERRED: Final = f"deferred | {INSERT}"
"""A sessionless transaction that begins along with an insert."""
WATCH: Final = f"watch | {STATEMENT}"
"""A subscription to the changes of the query."""
POOL: Final = f"pool | {STATEMENT} | {INSERT}"
"""What a request of a pool does, as the programs are told."""
DRCP: Final = f"drcp | {STATEMENT} | {INSERT}"
"""The same over a resident pool of the server."""
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


def values(place: int) -> tuple[Value, ...]:
    """Return a row.

    @param place: which, from 0
    @return: its values
    """
    day = _ZERO + datetime.timedelta(days=place, seconds=place)
    at = day.replace(microsecond=1001 * (place + 1) % 1_000_000)
    text = f"row {place:06d} ".ljust(100, "x")
    return (1_000_101 + 100 * place, text, day, at, place.to_bytes(16, "big"), None)


def letter(place: int) -> tuple[Value, ...]:
    """Return a row of LETTERS.

    @param place: which, from 0
    @return: its values
    """
    return (f"letter {place}", "x" * LETTER_CHARACTERS)


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
