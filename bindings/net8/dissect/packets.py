# SPDX-License-Identifier: GPL-2.0-only
"""TNS packets of a TCP connection: where each starts and ends, and what its fields say."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from net8 import _core
from net8.capture.streams import Connection, Stream
from net8.dissect.order import Gap, find_answers, find_gaps, in_order
from net8.dissect.packet import CLIENT, SERVER, TnsPacket

__all__ = ["Conversation", "Cut", "cut", "looks_like_connect", "read"]

_HEADER: Final = 8
_CONNECT, _RESEND = 1, 11
# A MARKER or ATTENTION, in both forms of length; its sixth byte are flags.
_MARKER: Final = re.compile(rb"(?:\0\x0b\0\0|\0\0\0\x0b)[\x0c\x0d].\0\0", re.DOTALL)
_OUT_OF_BAND_BYTE: Final = b"!"
_NAMES: Final = {
    1: "CONNECT", 2: "ACCEPT", 3: "ACK", 4: "REFUSE", 5: "REDIRECT", 6: "DATA", 7: "NULL", 9: "ABORT",
    11: "RESEND", 12: "MARKER", 13: "ATTENTION", 14: "CONTROL", 15: "DATA_DESCRIPTOR",
}  # fmt: skip
# These have 16-bit lengths in every version.
_OPENING: Final = frozenset((1, 2, 4, 5, 11))
_LONG_FROM: Final = 315
_LONGEST: Final = 2**21
"""The largest SDU; no packet is longer."""
_VERSIONS: Final = range(300, 400)
# Packet checksums that were seen: 4 comes from some clients of 10g.
_CHECKSUMS: Final = (0, 4)


@dataclass(frozen=True, slots=True)
class Cut:
    """A packet in a stream."""

    start: int  #: of its first byte
    end: int  #: behind its last byte
    long_form: bool  #: whether its length has 32 bits
    fields: Mapping[str, object]  #: what the codec read
    error: str  #: what is wrong with its bytes, empty if nothing


@dataclass
class Conversation:
    """The packets of a connection."""

    packets: list[TnsPacket] = field(default_factory=list)  #: in the order in which they were sent
    gaps: list[Gap] = field(default_factory=list)  #: where bytes are missing or belong to no packet
    answers: frozenset[int] = (
        frozenset()
    )  #: places of packets in front of which the other side surely sent more
    long_lengths: bool = False  #: whether lengths have 32 bits after the ACCEPT
    skipped_bytes: int = 0  #: bytes that belong to no packet
    unfinished_bytes: int = 0  #: bytes of packets of which the capture lacks the end
    missing_bytes: int = 0  #: bytes that the capture lacks
    urgent_bytes: int = 0  #: out-of-band bytes of the client that were in the stream


def looks_like_connect(data: bytes) -> bool:
    """Return whether a stream starts with a CONNECT.

    @param data: first bytes of a stream
    @return: whether type, checksums, version and length are those of a CONNECT
    """
    if len(data) < 58 or data[4] != _CONNECT or data[6:8] != b"\0\0":
        return False
    length, offset = int.from_bytes(data[:2], "big"), int.from_bytes(data[26:28], "big")
    return int.from_bytes(data[8:10], "big") in _VERSIONS and 58 <= offset <= length


def read(connection: Connection) -> Conversation:
    """Read the packets of both directions.

    @param connection: a TCP connection, its client being the TNS client
    @return: its packets
    """
    found = Conversation()
    sides = {CLIENT: connection.client, SERVER: connection.server}
    streams = {side: connection.streams(endpoint) for side, endpoint in sides.items()}
    found.long_lengths = _accepts_long(streams[SERVER])
    packets: dict[str, list[TnsPacket]] = {}
    ends: dict[str, int] = {}
    for side, parts in streams.items():
        found.missing_bytes += sum(part.missing + part.lost for part in parts)
        packets[side] = [packet for part in parts for packet in _read_stream(found, side, part)]
        ends[side] = parts[-1].place(len(parts[-1].data) - 1) + 1 + parts[-1].lost if parts else 0
    found.packets = in_order(packets[CLIENT], packets[SERVER])
    found.gaps = find_gaps(found.packets, ends)
    found.answers = find_answers(found.packets)
    return found


def _accepts_long(parts: list[Stream]) -> bool:
    """Look for an ACCEPT of a version with 32-bit lengths."""
    for part in parts:
        for place in cut(part, False):
            if place.fields.get("type") == "ACCEPT":
                return int(str(place.fields["version"])) >= _LONG_FROM
    return False


def cut(stream: Stream, long_lengths: bool) -> Iterator[Cut]:
    """Find the packets of one direction.

    Lengths have 16 bits up to the ACCEPT: in CONNECT and what listeners answer, and in the DATA packet that
    brings text which one of those announced. A 16-bit length of zero is the upper half of a 32-bit one. Bytes
    that cannot start a packet are passed over: one if a packet starts behind it, else up to the next segment. So is
    the out-of-band byte of a client that lost its mark on the way.

    @param stream: bytes
    @param long_lengths: whether lengths have 32 bits after the ACCEPT
    @return: whole packets, in order
    """
    data, position, segment = stream.data, 0, 0
    announced = searching = False
    while position + _HEADER <= len(data):
        length, long_form = _length(data, position, long_lengths and not announced)
        if not _possible(data, position, length, long_form, searching):
            behind = position + 1
            if searching or not _found(data, behind, long_lengths):
                while segment < len(stream.starts) and stream.starts[segment] <= position:
                    segment += 1
                if segment == len(stream.starts):
                    return
                behind = stream.starts[segment]
            position, searching, announced = behind, True, False
            continue
        if position + length > len(data):
            return
        place = _decode(data, position, position + length, long_form)
        yield place
        announced = bool(place.fields.get("data_follows", False))
        searching = False
        position = place.end


def _decode(data: bytes, start: int, end: int, long_form: bool) -> Cut:
    """Have the codec read a packet."""
    try:
        return Cut(start, end, long_form, _core.decode_packet(data[start:end], long_form), "")
    except ValueError as problem:
        return Cut(start, end, long_form, {}, str(problem))


def _length(data: bytes, position: int, long_lengths: bool) -> tuple[int, bool]:
    """Return length and length form of the packet at a position."""
    short = int.from_bytes(data[position : position + 2], "big")
    if short == 0 or (long_lengths and data[position + 4] not in _OPENING):
        return int.from_bytes(data[position : position + 4], "big"), True
    return short, False


def _found(data: bytes, position: int, long_lengths: bool) -> bool:
    """Return whether a packet surely starts at a position."""
    if position + _HEADER > len(data):
        return False
    return _possible(data, position, *_length(data, position, long_lengths), True)


def _possible(data: bytes, position: int, length: int, long_form: bool, searching: bool) -> bool:
    """Return whether a packet may start here; while searching, the checksums have to be right as well."""
    kind = data[position + 4]
    if kind not in _NAMES or not _HEADER <= length <= _LONGEST or (kind == _RESEND and length != _HEADER):
        return False
    if data[position : position + 1] == _OUT_OF_BAND_BYTE and _MARKER.match(data, position + 1):
        return False
    if not searching:
        return True
    _, checksum, _, _, header_checksum = struct.unpack_from(">HHBBH", data, position)
    return header_checksum == 0 and (long_form or checksum in _CHECKSUMS)


def _read_stream(found: Conversation, side: str, part: Stream) -> Iterator[TnsPacket]:
    """Yield the packets of a stream, and count what is none."""
    end, announced = 0, ""
    for place in cut(part, found.long_lengths):
        if side == CLIENT and part.data[end : place.start] == _OUT_OF_BAND_BYTE:
            found.urgent_bytes += 1
        else:
            found.skipped_bytes += place.start - end
        packet = _packet(side, part, place, announced)
        yield packet
        end = place.end
        announced = packet.type if place.fields.get("data_follows") else ""
    rest = len(part.data) - end
    if side == CLIENT and part.data[end:] == _OUT_OF_BAND_BYTE:
        found.urgent_bytes += 1
    elif rest >= _HEADER and not _starts_packet(part, end, found.long_lengths and not announced):
        found.skipped_bytes += rest
    else:
        found.unfinished_bytes += rest


def _starts_packet(part: Stream, position: int, long_lengths: bool) -> bool:
    """Return whether the bytes behind the last whole packet are the start of another."""
    length, long_form = _length(part.data, position, long_lengths)
    return _possible(part.data, position, length, long_form, False)


def _packet(side: str, part: Stream, place: Cut, announced: str) -> TnsPacket:
    """Return a packet with the times of its bytes."""
    first_frame, first_ns = part.mark(place.start)
    frame, time_ns = part.mark(place.end - 1)
    kind, flags = part.data[place.start + 4], part.data[place.start + 5]
    return TnsPacket(
        side, _NAMES[kind], place.end - place.start, flags, first_frame, frame, first_ns, time_ns,
        part.place(place.start), part.place(place.end - 1) + 1, part.had(place.start),
        announced if _NAMES[kind] == "DATA" else "", place.fields, place.error,
    )  # fmt: skip
