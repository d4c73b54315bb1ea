# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms that describe needs. Nothing here calls the simulator: they are each other's check."""

from __future__ import annotations

import math
from typing import Final

__all__ = [
    "JDBC_GROWN_ROWS",
    "bandwidth_delay_bytes",
    "fetch_calls",
    "fetch_calls_growing",
    "tns_packets",
    "window_cap_bit_s",
]

JDBC_ROWS: Final = 10
"""Rows of JDBC's first three calls (runs of JDBC 23.26)."""

JDBC_GROWN_ROWS: Final = 250
"""Rows of its later calls (the same runs)."""

DATA_HEADER_BYTES: Final = 10
"""TNS header of 8 bytes and data flags of 2 (Sun BluePrints, October 2002, the 2651-byte example)."""


def bandwidth_delay_bytes(rate_bit_s: float, round_trip_s: float) -> float:
    """Give the bytes a path holds: rate times round trip over 8 (Net Services guide, socket buffers).

    @param rate_bit_s: rate of the bottleneck
    @param round_trip_s: round-trip time
    @return: bytes
    """
    return rate_bit_s * round_trip_s / 8


def window_cap_bit_s(window_bytes: float, round_trip_s: float) -> float:
    """Give the rate one window per round trip allows (RFC 7323, section 1.1).

    @param window_bytes: smaller of send and receive buffer
    @param round_trip_s: round-trip time
    @return: bits per second, infinite without a round trip
    """
    return math.inf if round_trip_s <= 0 else 8 * window_bytes / round_trip_s


def fetch_calls(
    rows: int, array_size: int, prefetch_rows: int, *, look_ahead: bool, rounded: bool = False
) -> int:
    """Count the calls of one query, the execute included.

    With look-ahead, SQL*Plus and database links: 1 + ceil((rows - prefetch) / array) (Hooper, "Network
    Monitoring Experimentations 5", 2010). Without, a full last array costs one more call: 1 if rows <
    prefetch, else 2 + floor((rows - prefetch) / array) (python-oracledb, thin mode). Where the first fetch fills the
    array that the prefetched rows began, OCI and node-oracledb, all but the first of the calls end with a multiple of
    the array: 1 if rows < prefetch, else 2 + floor(rows / array) - floor(prefetch / array).

    @param rows: rows of the result
    @param array_size: rows per fetch
    @param prefetch_rows: rows that come with the execute
    @param look_ahead: whether the end of the data is known with the last row
    @param rounded: whether the first fetch fills the array that the prefetched rows began
    @return: calls
    """
    if rounded:
        begun = prefetch_rows % array_size
        rows, prefetch_rows = rows - (prefetch_rows - begun), begun
    if rounded and rows >= prefetch_rows:
        more = rows > prefetch_rows
        return 1 + (math.ceil(rows / array_size) * more if look_ahead else 1 + rows // array_size)
    if look_ahead:
        return 1 + math.ceil(max(rows - prefetch_rows, 0) / array_size)
    return 1 if rows < prefetch_rows else 2 + (rows - prefetch_rows) // array_size


def fetch_calls_growing(rows: int) -> int:
    """Count the calls of one query with JDBC's default fetch size: 10, 10, 10, then 250 rows each.

    @param rows: rows of the result
    @return: calls, the execute included
    """
    first = 3 * JDBC_ROWS
    if rows < first:
        return fetch_calls(rows, JDBC_ROWS, JDBC_ROWS, look_ahead=False)
    return 3 + fetch_calls(rows - first, JDBC_GROWN_ROWS, JDBC_GROWN_ROWS, look_ahead=False)


def tns_packets(message_bytes: int, sdu_bytes: int) -> int:
    """Count the TNS packets of one message: each carries the SDU less its header of 10 bytes.

    @param message_bytes: bytes of the message
    @param sdu_bytes: negotiated SDU, the smaller of SDU and TDU where the TDU cuts
    @return: packets
    """
    return max(1, math.ceil(message_bytes / (sdu_bytes - DATA_HEADER_BYTES)))
