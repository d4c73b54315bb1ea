# SPDX-License-Identifier: GPL-2.0-only
"""Bytes and frames of one TDS result: over a named pipe of SMB on NetBIOS frames, and over TCP."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["PipeReading", "pipe_result", "tcp_result"]

_TDS_HEADER = 8
# Ethernet 14, 802.2 4, header of a session frame 14; what is left of 1500 bytes behind 802.2 and that header.
_FRAME, _ROOM = 32, 1482
# SMB: a peek and its reply, with the name of the pipe; a read, and what stands before its data.
_PEEK, _PEEK_REPLY, _READ, _READ_REPLY = 84, 64, 55, 60
# Of TCP: Ethernet 14, IPv4 20, TCP 20; a frame without data is filled up to 60.
_TCP_FRAME, _LEAST_FRAME = 54, 60


@dataclass(frozen=True)
class PipeReading:
    """How a client reads packets from a pipe."""

    peeks: bool = True  #: it looks before each packet how much there is
    read_limit_bytes: int | None = None  #: most bytes of one read, none for no limit
    ready_frames: float = 0.0  #: acknowledging frames (RR) for each frame with data


def pipe_result(data_bytes: int, packet_size_bytes: int, reading: PipeReading) -> tuple[float, float]:
    """Return bytes and frames of a result that is read from a named pipe, both directions, without FCS.

    For each packet the client looks (two frames), asks for it (a frame) and is answered in as many frames as it takes.
    Range: no losses; acknowledgements ride on what answers, but for ``ready_frames``. Source: sizes of MS-CIFS and of
    IBM's LAN Technical Reference (SC30-3587); that a client looks and reads is a hypothesis.

    @param data_bytes: bytes of the result, without headers of packets
    @param packet_size_bytes: packet size, header included
    @param reading: how the client reads
    @return: bytes and frames
    """
    room = packet_size_bytes - _TDS_HEADER
    whole, rest = divmod(data_bytes, room)
    sent, frames = 0.0, 0.0
    for count, part in ((whole, room), (1 if rest else 0, rest)):
        each, taken = _packet(part + _TDS_HEADER, reading)
        sent, frames = sent + count * each, frames + count * taken
    return sent, frames


def _packet(length: int, reading: PipeReading) -> tuple[float, float]:
    """Return bytes and frames of one packet."""
    sent, frames = 0.0, 0.0
    if reading.peeks:
        sent, frames = float(_FRAME + _PEEK + _FRAME + _PEEK_REPLY), 2.0
    most = reading.read_limit_bytes or length
    for start in range(0, length, most):
        part = min(most, length - start)
        count = math.ceil((_READ_REPLY + part) / _ROOM)
        ready = reading.ready_frames * count
        sent += _FRAME + _READ + count * _FRAME + _READ_REPLY + part + _LEAST_FRAME * ready
        frames += 1 + count + ready
    return sent, frames


def tcp_result(
    data_bytes: int, packet_size_bytes: int, segments_per_ack: float, mss_bytes: int = 1460
) -> tuple[float, float]:
    """Return bytes and frames of a result over TCP, both directions, without FCS.

    Range: each packet is written by itself and begins a segment; no losses, no options of TCP; the request is not
    counted. Source: RFC 791, RFC 9293, MS-TDS 2.2.3.

    @param data_bytes: bytes of the result, without headers of packets
    @param packet_size_bytes: packet size, header included
    @param segments_per_ack: segments that one acknowledgement is for
    @param mss_bytes: most bytes of a segment
    @return: bytes and frames
    """
    room = packet_size_bytes - _TDS_HEADER
    whole, rest = divmod(data_bytes, room)
    packets = whole + (1 if rest else 0)
    segments = whole * math.ceil(packet_size_bytes / mss_bytes)
    segments += math.ceil((rest + _TDS_HEADER) / mss_bytes) if rest else 0
    acks = segments / segments_per_ack
    return data_bytes + _TDS_HEADER * packets + _TCP_FRAME * segments + _LEAST_FRAME * acks, segments + acks
