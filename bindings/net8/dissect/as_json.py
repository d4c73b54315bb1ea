# SPDX-License-Identifier: GPL-2.0-only
"""What is in a capture, as one JSON object."""

from __future__ import annotations

import datetime
from typing import Any

from net8.capture.streams import Endpoint
from net8.dissect.calls import Call
from net8.dissect.sessions import Dissection, Session
from net8.dissect.tds import TdsSession
from net8.dissect.views import address

__all__ = ["as_object"]


def as_object(dissection: Dissection) -> dict[str, Any]:
    """Return the sessions of a capture with lists, numbers and texts only.

    Times are seconds after the first TCP segment of the capture; bytes are those of TNS packets, header included.

    @param dissection: what was read
    @return: an object for json.dumps
    """
    return {
        "file": str(dissection.path),
        "start_time_utc": _utc(dissection.zero_ns),
        "frames": dissection.reading.frames,
        "frames_not_read": dict(dissection.reading.unread),
        "segments_cut_short": dissection.reading.cut_short,
        "segments_out_of_order": dissection.reading.late_frames,
        "sessions": [_session(session) for session in dissection.sessions],
        "tds_sessions": [_tds_session(session) for session in dissection.tds_sessions],
    }


def _utc(time_ns: int) -> str | None:
    """Write a time as a date, none if the file gives a year that no calendar has."""
    seconds, nanoseconds = divmod(time_ns, 10**9)
    try:
        start = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
    except OverflowError:
        return None
    return f"{start.isoformat()}.{nanoseconds:09d}Z"


def _session(session: Session) -> dict[str, Any]:
    """Return one session."""
    connection, conversation = session.connection, session.conversation
    return {
        "number": session.number,
        "client": _endpoint(connection.client),
        "server": _endpoint(connection.server),
        "start_time_s": session.seconds(connection.first_ns),
        "end_time_s": session.seconds(connection.last_ns),
        "outcome": session.outcome,
        "end": session.end,
        "asked": dict(session.asked) or None,
        "negotiated": (dict(session.agreed) | {"length_bits": 32 if conversation.long_lengths else 16})
        if session.agreed
        else None,
        "speaks": session.speaks or "TTC",
        "packet_counts": session.counts(),
        "packets": [_packet(session, place) for place in range(len(session.packets))],
        "calls": [_call(session, number, call) for number, call in enumerate(session.calls, start=1)],
        "errors": session.errors(),
        "skipped_bytes": conversation.skipped_bytes,
        "unfinished_bytes": conversation.unfinished_bytes,
        "missing_bytes": conversation.missing_bytes,
        "urgent_bytes": connection.urgent_bytes,
        "urgent_bytes_in_stream": conversation.urgent_bytes,
    }


def _tds_session(session: TdsSession) -> dict[str, Any]:
    """Return one session of TDS."""
    connection = session.connection
    return {
        "number": session.number,
        "client": _endpoint(connection.client),
        "server": _endpoint(connection.server),
        "start_time_s": session.seconds(connection.first_ns),
        "end_time_s": session.seconds(connection.last_ns),
        "packet_size_bytes": session.packet_size,
        "packet_counts": session.counts(),
        "messages": [
            {
                "frame": message.packets[-1].frame,
                "time_s": session.seconds(message.packets[-1].time_ns),
                "sender": message.sender,
                "type": message.type,
                "message_bytes": message.size,
                "packet_lengths_bytes": [packet.length for packet in message.packets],
                "statuses": [packet.flags for packet in message.packets],
                "detail": message.detail,
                "error": message.error or None,
            }
            for message in session.messages
        ],
        "errors": session.errors(),
        "skipped_bytes": session.skipped_bytes,
        "unfinished_bytes": session.unfinished_bytes,
        "missing_bytes": session.missing_bytes,
    }


def _endpoint(endpoint: Endpoint) -> dict[str, Any]:
    """Return one end of a connection."""
    return {"address": address(endpoint[0]), "port": endpoint[1]}


def _packet(session: Session, place: int) -> dict[str, Any]:
    """Return one packet."""
    packet = session.packets[place]
    found = {
        "frame": packet.frame,
        "first_frame": packet.first_frame,
        "time_s": session.seconds(packet.time_ns),
        "sender": packet.sender,
        "type": packet.type,
        "length_bytes": packet.length,
        "header_flags": packet.flags,
        "detail": session.detail(place),
        "error": packet.error or None,
    }
    if "data_flags" in packet.fields:
        found["data_flags"] = packet.fields["data_flags"]
    return found


def _call(session: Session, number: int, call: Call) -> dict[str, Any]:
    """Return one call."""
    first = (call.requests or call.replies)[0]
    return {
        "number": number,
        "frame": first.first_frame,
        "start_time_s": session.seconds(first.first_ns),
        "message": call.message.name,
        "function": call.message.function or None,
        "reply_message": call.reply.name if call.reply else None,
        "rows_asked": call.rows_asked,
        "rows_returned": call.rows_returned,
        "request_packets": len(call.requests),
        "request_bytes": call.request_bytes,
        "reply_packets": len(call.replies),
        "reply_bytes": call.reply_bytes,
        "time_to_first_byte_s": _seconds(call.first_byte_ns),
        "time_to_last_byte_s": _seconds(call.last_byte_ns),
        "markers": dict(call.markers),
        "touches_gap": call.touches_gap,
        "times_contradict": call.times_contradict,
        "error": {"code": call.error[0], "text": call.error[1]} if call.error else None,
    }


def _seconds(time_ns: int | None) -> float | None:
    """Return nanoseconds in seconds."""
    return None if time_ns is None else round(time_ns / 1e9, 9)
