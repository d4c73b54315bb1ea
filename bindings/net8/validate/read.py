# SPDX-License-Identifier: GPL-2.0-only
"""What rows read of a capture: packets of the replies, segments and frames that carried them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net8.dissect.calls import Call
from net8.validate.found import Replication

__all__ = ["Sent", "query_calls", "reply_packets", "reply_segments", "request_frame"]

_ETHERNET_BYTES: Final = 14


@dataclass(frozen=True, slots=True)
class Sent:
    """One segment with data."""

    payload: int  #: TCP payload, bytes
    frame: int  #: Ethernet frame without FCS, bytes
    time_ns: int  #: when it was captured

    @property
    def ip(self) -> int:
        """The IP packet in bytes."""
        return self.frame - _ETHERNET_BYTES


def query_calls(run: Replication) -> list[Call]:
    """Return execute and fetch calls.

    @param run: with a capture
    @return: calls of its first session
    """
    return [call for call in run.session.calls if str(call.message) in ("execute", "fetch")]


def reply_packets(run: Replication) -> tuple[float, ...]:
    """Return the TNS bytes of each packet that answered execute or fetch.

    @param run: with a capture
    @return: bytes, headers included
    """
    return tuple(float(packet.length) for call in query_calls(run) for packet in call.replies)


def reply_segments(run: Replication) -> list[Sent]:
    """Return the segments that answered execute and fetch.

    @param run: with a capture
    @return: segments in order
    """
    calls = query_calls(run)
    first, last = calls[0].requests[0].frame, calls[-1].replies[-1].frame
    server = run.session.connection.server
    return [
        Sent(len(s.payload), run.frame_bytes[s.frame], s.time_ns)
        for s in run.segments
        if s.source == server and s.payload and first < s.frame <= last
    ]


def request_frame(run: Replication) -> tuple[float, float, float]:
    """Return the first execute: its data, its TNS packet and its Ethernet frame.

    @param run: with a capture
    @return: bytes of each
    """
    (packet,) = query_calls(run)[0].requests
    return float(packet.length - 10), float(packet.length), float(run.frame_bytes[packet.frame])
