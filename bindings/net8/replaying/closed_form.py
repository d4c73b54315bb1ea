# SPDX-License-Identifier: GPL-2.0-only
"""The time of a recorded session by arithmetic alone: round trips, work, bytes on the line, slow start, losses."""

from __future__ import annotations

from typing import Final

from net8.analytic.response import fetch_time_s
from net8.analytic.slow_start import sender_idle_s
from net8.replaying.own_network import FRAME_BYTES
from net8.replaying.script import Network, Script

__all__ = ["closed_form_s"]

_WINDOW: Final = 10.0
"""First window, segments (RFC 6928)."""
_NO_LIMIT: Final = 1e9
_LEAST_TIMEOUT_S: Final = 0.2
"""What a lost single segment costs beyond two round trips: Linux probes that late (tcp_schedule_loss_probe)."""


def closed_form_s(script: Script, network: Network) -> float:
    """Return the time of a session from its start to its last reply.

    Each exchange takes a round trip, the work of both ends and its bytes on the slowest line; windows double from ten
    segments; a lost segment that is the last of its message costs a probe, any other a round trip. Queues, delayed
    acknowledgments and windows that buffers limit are left out.

    @param script: the session
    @param network: the path
    @return: seconds
    """
    talk, own = script.talk, script.own
    rtt, segment = network.rtt_ns / 1e9, own.segment_bytes
    on_wire, idle, lost = 0, 0.0, 0.0
    windows = {True: _WINDOW, False: _WINDOW}
    segment_s = 8 * (segment + FRAME_BYTES) / network.rate_bit_s
    for each in talk.exchanges:
        for up, size in ((True, each.request_bytes), (False, each.reply_bytes)):
            segments = max(-(-size // segment), 1)
            on_wire += size + segments * FRAME_BYTES
            idle += sender_idle_s(
                segments, windows[up], growth=2.0, largest_window_segments=_NO_LIMIT, segment_s=segment_s,
                acknowledged_s=segment_s + rtt,
            )  # fmt: skip
            if segments > windows[up] / 2:
                windows[up] += segments
            lost += network.loss * (_LEAST_TIMEOUT_S + 2 * rtt + (segments - 1) * rtt)
    trips = talk.trips
    work = script.opening_ns + sum(each.server_ns for each in talk.exchanges)
    work += sum(each.client_ns for each in talk.exchanges) - talk.first_ns
    sent = fetch_time_s(trips, rtt, wire_bytes=on_wire, rate_bit_s=network.rate_bit_s)
    return float(sent) + work / 1e9 + idle + lost
