# SPDX-License-Identifier: GPL-2.0-only
"""Slow start without loss: static window, doubling window, rounds."""

from __future__ import annotations

import math

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats, within

__all__ = [
    "sender_idle_s",
    "slow_start_latency_s",
    "slow_start_rounds",
    "slow_start_stalls",
    "static_window_latency_s",
]


def _ceil(values: Floats) -> Floats:
    """Round up, but not because of the last bit of a quotient or logarithm."""
    return np.ceil(values - 1e-12 * np.maximum(np.abs(values), 1))


def _floor(values: Floats) -> Floats:
    """Round down, likewise."""
    return np.floor(values + 1e-12 * np.maximum(np.abs(values), 1))


def slow_start_rounds(segments: Numbers, initial_window: Numbers = 1, growth: Numbers = 2) -> Counts:
    """Count the rounds that slow start takes: ceil(log_g(D (g - 1) / w1 + 1)).

    Range: no loss, no window limit, growth above 1: 2 with an ACK per segment, 1.5 with delayed ACKs. Source:
    Dukkipati et al., CCR 40(3), 2010.

    @param segments: segments to send
    @param initial_window: first window in segments
    @param growth: factor from round to round
    @return: rounds
    """
    within("slow_start_rounds", "growth", growth, 1 + 1e-9, 2)
    g = floats(growth)
    return as_counts(_ceil(np.log(floats(segments) * (g - 1) / floats(initial_window) + 1) / np.log(g)))


def slow_start_stalls(
    object_bytes: Numbers, segment_bytes: Numbers, rate_bit_s: Numbers, round_trip_s: Numbers
) -> Counts:
    """Count the times that a server in slow start waits for an acknowledgement: P = min(Q, K - 1).

    Range and source as for slow_start_latency_s.

    @param object_bytes: bytes to send
    @param segment_bytes: bytes of a segment
    @param rate_bit_s: rate of the bottleneck
    @param round_trip_s: round-trip time
    @return: stalls
    """
    segment_s = 8 * floats(segment_bytes) / floats(rate_bit_s)
    windows = _ceil(np.log2(floats(object_bytes) / floats(segment_bytes) + 1))
    waits = _floor(np.log2(1 + floats(round_trip_s) / segment_s)) + 1
    return as_counts(np.minimum(waits, windows - 1))


def slow_start_latency_s(
    object_bytes: Numbers, segment_bytes: Numbers, rate_bit_s: Numbers, round_trip_s: Numbers
) -> Floats:
    """Return the time from connect to the last byte: 2 RTT + O/R + P (RTT + S/R) - (2^P - 1) S/R.

    Range: no loss, one bottleneck, first window of one segment, an ACK per segment at once. Source: Kurose and Ross,
    Computer Networking, 2nd ed., section 3.7; Heidemann, Obraczka, Touch, IEEE/ACM ToN 5(5), 1997.

    @param object_bytes: bytes to send
    @param segment_bytes: bytes of a segment
    @param rate_bit_s: rate of the bottleneck
    @param round_trip_s: round-trip time
    @return: seconds
    """
    trip, segment_s = floats(round_trip_s), 8 * floats(segment_bytes) / floats(rate_bit_s)
    stalls = floats(slow_start_stalls(object_bytes, segment_bytes, rate_bit_s, round_trip_s))
    transfer = 8 * floats(object_bytes) / floats(rate_bit_s)
    return as_floats(2 * trip + transfer + stalls * (trip + segment_s) - (2**stalls - 1) * segment_s)


def static_window_latency_s(
    object_bytes: Numbers,
    segment_bytes: Numbers,
    rate_bit_s: Numbers,
    round_trip_s: Numbers,
    window_segments: Numbers,
) -> Floats:
    """Return the time from connect to the last byte with a window that never changes.

    2 RTT + O/R where the window outlasts the first acknowledgement, W S/R >= RTT + S/R; else each of the first
    K' - 1 of K' = ceil(O / (W S)) windows waits for S/R + RTT - W S/R.

    Range and source as for slow_start_latency_s.

    @param object_bytes: bytes to send
    @param segment_bytes: bytes of a segment
    @param rate_bit_s: rate of the bottleneck
    @param round_trip_s: round-trip time
    @param window_segments: window in segments
    @return: seconds
    """
    trip, segment_s = floats(round_trip_s), 8 * floats(segment_bytes) / floats(rate_bit_s)
    window = floats(window_segments)
    windows = _ceil(floats(object_bytes) / (window * floats(segment_bytes)))
    wait = np.maximum(segment_s + trip - window * segment_s, 0)
    return as_floats(2 * trip + 8 * floats(object_bytes) / floats(rate_bit_s) + (windows - 1) * wait)


def sender_idle_s(
    segments: int,
    window_segments: float,
    *,
    growth: float,
    largest_window_segments: float,
    segment_s: float,
    acknowledged_s: float,
) -> float:
    """Return the time that a sender waits for acknowledgements while it sends some segments.

    Each window but the last waits for the rest of acknowledged_s that its segments do not fill; the window grows by a
    factor each time, up to the largest one.

    Range: as for slow_start_latency_s and static_window_latency_s, which are its two ends, with any first window and
    growth.

    @param segments: segments to send
    @param window_segments: first window
    @param growth: factor from round to round
    @param largest_window_segments: window at which growth ends
    @param segment_s: time of a segment on the bottleneck, S/R
    @param acknowledged_s: time from the first bit of a segment to its acknowledgement, S/R + RTT
    @return: seconds
    """
    left, window, idle = float(segments), min(window_segments, largest_window_segments), 0.0
    while left > window:
        wait = acknowledged_s - window * segment_s
        if wait <= 0:
            break
        if window >= largest_window_segments or growth <= 1:
            return idle + wait * (math.ceil(left / window) - 1)
        idle += wait
        left -= window
        window = min(window * growth, largest_window_segments)
    return idle
