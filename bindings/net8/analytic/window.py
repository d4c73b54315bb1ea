# SPDX-License-Identifier: GPL-2.0-only
"""The throughput that a window, a rate and a loss rate allow."""

from __future__ import annotations

from typing import Final

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats

__all__ = ["LIMITS", "bandwidth_delay_bytes", "dominating_limit", "throughput_bit_s", "window_cap_bit_s"]

LIMITS: Final = ("window", "rate", "loss")
"""What may limit a long transfer, in the order of dominating_limit."""


def bandwidth_delay_bytes(rate_bit_s: Numbers, round_trip_s: Numbers) -> Floats:
    """Return the bytes a path holds: rate times round trip over 8.

    Range: any. Source: Net Services guide, socket buffers.

    @param rate_bit_s: rate of the bottleneck
    @param round_trip_s: round-trip time
    @return: bytes
    """
    return as_floats(floats(rate_bit_s) * floats(round_trip_s) / 8)


def window_cap_bit_s(window_bytes: Numbers, round_trip_s: Numbers) -> Floats:
    """Return the rate one window per round trip allows.

    Range: transfers of many windows. Source: RFC 7323, section 1.1.

    @param window_bytes: smaller of send and receive buffer
    @param round_trip_s: round-trip time
    @return: bits per second, infinite without a round trip
    """
    trip = floats(round_trip_s)
    with np.errstate(divide="ignore"):
        return as_floats(np.where(trip > 0, 8 * floats(window_bytes) / np.where(trip > 0, trip, 1), np.inf))


def _limits(
    window_bytes: Numbers, round_trip_s: Numbers, rate_bit_s: Numbers, share: Numbers, loss_cap_bit_s: Numbers
) -> list[Floats]:
    """Return all limits in one shape."""
    cap = window_cap_bit_s(window_bytes, round_trip_s)
    return list(np.broadcast_arrays(cap, floats(rate_bit_s) * floats(share), floats(loss_cap_bit_s)))


def throughput_bit_s(
    window_bytes: Numbers,
    round_trip_s: Numbers,
    rate_bit_s: Numbers,
    *,
    share: Numbers = 1,
    loss_cap_bit_s: Numbers = np.inf,
) -> Floats:
    """Return the throughput of a long transfer: the least of window / round trip, rate x share, and what loss leaves.

    Range: transfers of many windows; round trip without queueing. Source: RFC 7323, section 1.1; Mathis et al. 1997.

    @param window_bytes: smaller of congestion window, receive window and send buffer
    @param round_trip_s: round-trip time
    @param rate_bit_s: rate of the bottleneck
    @param share: part of it that is left for payload
    @param loss_cap_bit_s: throughput of a loss model such as pftk_packets_s
    @return: bits per second
    """
    limits = _limits(window_bytes, round_trip_s, rate_bit_s, share, loss_cap_bit_s)
    return as_floats(np.minimum.reduce(limits))


def dominating_limit(
    window_bytes: Numbers,
    round_trip_s: Numbers,
    rate_bit_s: Numbers,
    *,
    share: Numbers = 1,
    loss_cap_bit_s: Numbers = np.inf,
) -> Counts:
    """Return which of LIMITS determines the throughput.

    Range and parameters as for throughput_bit_s.

    @return: index into LIMITS
    """
    limits = _limits(window_bytes, round_trip_s, rate_bit_s, share, loss_cap_bit_s)
    return as_counts(np.argmin(np.stack(limits), axis=0))
