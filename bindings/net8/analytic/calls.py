# SPDX-License-Identifier: GPL-2.0-only
"""The number of calls of a query, and the sizes of their replies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats

__all__ = [
    "Asking",
    "Batch",
    "call_batches",
    "fetch_calls",
    "fetch_calls_growing",
    "reply_bytes",
]

JDBC_ROWS: Final = 10
"""Rows of JDBC's first three calls (runs of JDBC 23.26)."""

JDBC_GROWN_ROWS: Final = 250
"""Rows of its later calls (the same runs)."""


def fetch_calls(
    rows: Numbers, array_size: Numbers, prefetch_rows: Numbers, *, look_ahead: bool, rounded: bool = False
) -> Counts:
    """Count the calls of one query, the execute included.

    With look-ahead, SQL*Plus and database links: 1 + ceil((rows - prefetch) / array) (Hooper, "Network
    Monitoring Experimentations 5", 2010). Without, or without prefetched rows (102 round trips for 100 rows by
    ARRAYSIZE 1, spotonoracle.com, p=303), a full last array costs one more call: 1 if rows <
    prefetch, else 2 + floor((rows - prefetch) / array) (python-oracledb, thin mode). Where the first fetch fills the
    array that the prefetched rows began, OCI and node-oracledb, all but the first of the calls end with a multiple of
    the array: 1 if rows < prefetch, else 2 + floor(rows / array) - floor(prefetch / array).

    Range: any; a LONG column makes array and prefetch one row each.

    @param rows: rows of the result
    @param array_size: rows per fetch
    @param prefetch_rows: rows that come with the execute
    @param look_ahead: whether the end of the data is known with the last row
    @param rounded: whether the first fetch fills the array that the prefetched rows began
    @return: calls
    """
    left = np.asarray(rows, dtype=np.int64)
    array = np.asarray(array_size, dtype=np.int64)
    first = np.asarray(prefetch_rows, dtype=np.int64)
    if rounded:
        begun = first % array
        left, first = left - (first - begun), begun
        after = np.where(left > first, -(-left // array), 0) if look_ahead else 1 + left // array
        return as_counts(np.where(left < first, 1, 1 + after))
    plain = np.where(left < first, 1, 2 + (left - first) // array)
    if look_ahead:
        return as_counts(np.where(first > 0, 1 + -(-np.maximum(left - first, 0) // array), plain))
    return as_counts(plain)


def fetch_calls_growing(rows: Numbers) -> Counts:
    """Count the calls of one query with JDBC's default fetch size: 10, 10, 10, then 250 rows each.

    Range: JDBC thin from 23ai on. Source: runs of JDBC 23.26.

    @param rows: rows of the result
    @return: calls, the execute included
    """
    total, first = np.asarray(rows, dtype=np.int64), 3 * JDBC_ROWS
    few = fetch_calls(np.minimum(total, first - 1), JDBC_ROWS, JDBC_ROWS, look_ahead=False)
    many = fetch_calls(np.maximum(total - first, 0), JDBC_GROWN_ROWS, JDBC_GROWN_ROWS, look_ahead=False)
    return as_counts(np.where(total < first, few, 3 + many))


def reply_bytes(
    rows: Numbers,
    row_bytes: Numbers,
    *,
    first_row_bytes: Numbers | None = None,
    reply_overhead_bytes: Numbers = 0,
    end_bytes: Numbers = 0,
) -> Floats:
    """Return the bytes of one reply: overhead, first row, further rows, end of the data.

    Range: any. Source: Hooper 2010 by way of the derivation in test_columns.py.

    @param rows: rows of the reply
    @param row_bytes: bytes of a row
    @param first_row_bytes: bytes of the first row, where later ones leave repeated columns out
    @param reply_overhead_bytes: bytes in addition to the rows
    @param end_bytes: additional bytes of the last reply
    @return: bytes, TNS headers left out
    """
    number, each = floats(rows), floats(row_bytes)
    first = each if first_row_bytes is None else floats(first_row_bytes)
    some = np.where(number > 0, first + (number - 1) * each, 0.0)
    return as_floats(floats(reply_overhead_bytes) + some + floats(end_bytes))


@dataclass(frozen=True, slots=True)
class Asking:
    """How many rows the calls of a query ask for."""

    first: tuple[int, ...]  #: rows of the execute and of the first fetches, as far as they differ
    further: int  #: rows of each further fetch
    look_ahead: bool  #: whether the end of the data is known with the last row


@dataclass(frozen=True, slots=True)
class Batch:
    """Equal calls of a query."""

    rows: int  #: rows returned by each
    calls: int  #: number of calls
    asked: int  #: rows requested by each
    last: bool  #: whether it signals the end of the data


def call_batches(rows: int, asking: Asking) -> tuple[Batch, ...]:
    """Return the calls of a query and the rows of each; the first one is the execute.

    Range: no limit by memory, no failing call. Source: as for fetch_calls, with the rows that drivers were observed to
    ask for (doc/drivers.rst).

    @param rows: rows of the result
    @param asking: rows asked for
    @return: batches of calls, in order
    """
    left = rows
    found: list[Batch] = []
    for asked in asking.first:
        got = min(left, asked)
        left -= got
        over = got < asked or (asking.look_ahead and left == 0)
        found.append(Batch(got, 1, asked, over))
        if over:
            return tuple(found)
    full, rest = divmod(left, asking.further)
    ends_full = asking.look_ahead and rest == 0
    if full > ends_full:
        found.append(Batch(asking.further, full - ends_full, asking.further, False))
    found.append(Batch(asking.further if ends_full else rest, 1, asking.further, True))
    return tuple(found)
