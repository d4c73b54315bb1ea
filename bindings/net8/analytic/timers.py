# SPDX-License-Identifier: GPL-2.0-only
"""Timers of TCP: repeated SYNs, retransmission timeouts, delayed ACKs against Nagle's algorithm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from net8.analytic.arrays import Floats, Numbers, as_floats, floats, within

__all__ = [
    "minshall_stalls",
    "nagle_holds",
    "nagle_stalls",
    "retransmission_timeout_s",
    "solaris_stalls",
    "stalled_calls_per_s",
    "syn_give_up_s",
    "syn_retry_times_s",
]

_NAGLE_LIMIT_BYTES: Final = 4095
"""Solaris, tcp_naglim_def."""
LONGEST_DELAYED_ACK_S: Final = 0.5
"""RFC 1122, section 4.2.3.2."""


def syn_retry_times_s(retries: int, *, initial_s: float = 1.0, linear: int = 0) -> Floats:
    """Return the times after the first SYN at which it is repeated: t0 (2^k - 1).

    Range: no answer at all; the same holds for SYN-ACKs. Source: kernel documentation, ip-sysctl (tcp_syn_retries,
    tcp_syn_linear_timeouts); RFC 6298.

    @param retries: repetitions with doubling timeouts
    @param initial_s: first timeout
    @param linear: repetitions with the first timeout before those (Linux 6.5 and later: 4)
    @return: seconds, in order
    """
    return as_floats(np.cumsum(_syn_timeouts_s(retries, initial_s, linear)[:-1]))


def syn_give_up_s(retries: int, *, initial_s: float = 1.0, linear: int = 0) -> Floats:
    """Return the time after the first SYN at which TCP gives up.

    Range and source as for syn_retry_times_s.

    @param retries: repetitions with doubling timeouts
    @param initial_s: first timeout
    @param linear: repetitions with the first timeout before those
    @return: seconds
    """
    return as_floats(_syn_timeouts_s(retries, initial_s, linear).sum())


def _syn_timeouts_s(retries: int, initial_s: float, linear: int) -> Floats:
    """Return the timeout behind each SYN."""
    return initial_s * np.concatenate([np.ones(linear), 2.0 ** np.arange(retries + 1)])


def retransmission_timeout_s(
    smoothed_s: Numbers,
    variation_s: Numbers,
    *,
    granularity_s: Numbers = 0.0,
    least_s: Numbers = 1.0,
    longest_s: Numbers = 60.0,
    retries: Numbers = 0,
) -> Floats:
    """Return the retransmission timeout: SRTT + max(G, 4 RTTVAR), doubled by each retry, within its limits.

    Range: RFC 6298 has 1 s as least value, Linux 0.2 s; the longest one is 60 s or more. Source: RFC 6298, sections 2
    and 5.

    @param smoothed_s: SRTT
    @param variation_s: RTTVAR
    @param granularity_s: clock granularity G
    @param least_s: shortest timeout
    @param longest_s: longest timeout
    @param retries: retransmissions so far of the same segment
    @return: seconds
    """
    base = floats(smoothed_s) + np.maximum(floats(granularity_s), 4 * floats(variation_s))
    return as_floats(
        np.minimum(np.maximum(base, floats(least_s)) * 2.0 ** floats(retries), floats(longest_s))
    )


def nagle_stalls(writes_bytes: Sequence[int], mss_bytes: int, *, segments_per_ack: int = 2) -> int:
    """Count the waits for a delayed ACK in one message whose writes come one right behind the other.

    Nagle's algorithm lets a segment below the MSS leave only if nothing is outstanding; what waits leaves with the
    ACK. That ACK comes at once behind every second segment, else with the timer of the receiver: a stall. All that
    waits leaves together, so that a message stalls once at most.

    Range: window not limiting, nothing outstanding before, a receiver without anything to send. Source: RFC 896;
    Heidemann, CCR 27(2), 1997; Minshall et al. 2000.

    @param writes_bytes: bytes of each write, in order
    @param mss_bytes: largest segment
    @param segments_per_ack: segments behind which the receiver acknowledges at once
    @return: 0 or 1
    """
    sent, waiting = _nagle(writes_bytes, mss_bytes)
    return int(waiting > 0 and sent % segments_per_ack != 0)


def nagle_holds(writes_bytes: Sequence[int], mss_bytes: int) -> bool:
    """Return whether Nagle's algorithm holds the end of a message back until an ACK, delayed or not.

    Range and source as for nagle_stalls.

    @param writes_bytes: bytes of each write, in order
    @param mss_bytes: largest segment
    @return: whether it does
    """
    return _nagle(writes_bytes, mss_bytes)[1] > 0


def _nagle(writes_bytes: Sequence[int], mss_bytes: int) -> tuple[int, int]:
    """Return the segments that leave at once, and the bytes that wait."""
    sent, waiting = 0, 0
    for write in writes_bytes:
        full, waiting = divmod(waiting + write, mss_bytes)
        sent += full
        if waiting and not sent:
            sent, waiting = 1, 0
    return sent, waiting


def solaris_stalls(writes_bytes: Sequence[int], mss_bytes: int, *, segments_per_ack: int = 2) -> int | None:
    """Return whether Nagle's algorithm in the form of Solaris holds the end of a message back.

    What is not sent waits if it is below the limit, the smaller of the MSS and 4095 bytes, the last segment was below
    it as well, and something is not acknowledged. The receiver acknowledges every second segment at once, else with
    its timer: a stall.

    Range: window not limiting, nothing outstanding before, a receiver without anything to send. Source: illumos-gate,
    usr/src/uts/common/inet/tcp/tcp_output.c, "Our" Nagle algorithm.

    @param writes_bytes: bytes of each write, in order
    @param mss_bytes: largest segment
    @param segments_per_ack: segments behind which the receiver acknowledges at once
    @return: 0 or 1 stalls of what waits; nothing if nothing waits
    """
    limit = min(mss_bytes, _NAGLE_LIMIT_BYTES)
    sent = last = waiting = 0
    for write in writes_bytes:
        full, waiting = divmod(waiting + write, mss_bytes)
        sent, last = sent + full, mss_bytes if full else last
        if waiting and (not sent or waiting >= limit or last >= limit):
            sent, last, waiting = sent + 1, waiting, 0
    return int(sent % segments_per_ack != 0) if waiting else None


def minshall_stalls(writes_bytes: Sequence[int], mss_bytes: int) -> int | None:
    """Return whether Nagle's algorithm in Minshall's form holds the end of a message back, as in Linux.

    Full segments always leave; one below the MSS waits only while another such one is not acknowledged. What waits
    melts, full segments of it leave, and the rest leaves with the ACK of the short one. The receiver acknowledges it at
    once where more than a full segment is not acknowledged yet, else with its timer: a stall.

    Range: window not limiting, nothing outstanding before, a receiver in its interactive mode. Source: Linux,
    tcp_minshall_check and __tcp_ack_snd_check; Minshall et al. 2000.

    @param writes_bytes: bytes of each write, in order
    @param mss_bytes: largest segment
    @return: 0 or 1 stalls of what waits; nothing if nothing waits
    """
    unacknowledged = waiting = 0
    short = False
    for write in writes_bytes:
        full, waiting = divmod(waiting + write, mss_bytes)
        unacknowledged = (unacknowledged + full) % 2 if not short else unacknowledged + full
        if waiting and not short:
            short, waiting = True, 0
    return int(unacknowledged == 0) if waiting else None


def stalled_calls_per_s(delayed_ack_s: Numbers, round_trip_s: Numbers = 0.0) -> Floats:
    """Return the most calls a second where each stalls: 1 / (round trip + delayed ACK).

    Range: delays up to 0.5 s. Source: Heidemann, CCR 27(2), 1997.

    @param delayed_ack_s: delay of an ACK
    @param round_trip_s: round-trip time
    @return: calls per second
    """
    within("stalled_calls", "delayed_ack_s", delayed_ack_s, 0, LONGEST_DELAYED_ACK_S)
    return as_floats(1 / (floats(delayed_ack_s) + floats(round_trip_s)))
