# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms that describe needs. Nothing here calls the simulator: they are each other's check."""

from __future__ import annotations

import math
from typing import Final

__all__ = ["bandwidth_delay_bytes", "fetch_calls", "tns_packets", "window_cap_bit_s"]

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


def fetch_calls(rows: int, array_size: int, prefetch_rows: int) -> int:
    """Count the calls that bring rows, the execute included when it prefetches.

    SQL*Plus prefetches 1: 1 + ceil((rows - 1) / array), Hooper, "Network Monitoring Experimentations
    5", 2010.

    @param rows: rows of the result
    @param array_size: rows per fetch
    @param prefetch_rows: rows that come with the execute
    @return: calls
    """
    return 1 + math.ceil(max(rows - prefetch_rows, 0) / array_size)


def tns_packets(message_bytes: int, sdu_bytes: int) -> int:
    """Count the TNS packets of one message: each carries the SDU less its header of 10 bytes.

    @param message_bytes: bytes of the message
    @param sdu_bytes: negotiated SDU, the smaller of SDU and TDU where the TDU cuts
    @return: packets
    """
    return max(1, math.ceil(message_bytes / (sdu_bytes - DATA_HEADER_BYTES)))
