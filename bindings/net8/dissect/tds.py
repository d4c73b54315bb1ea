# SPDX-License-Identifier: GPL-2.0-only
"""TDS sessions of a capture: packets, messages, and what each request was answered with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Final

from net8 import _core
from net8.capture.streams import Connection, Endpoint, Stream
from net8.dissect.order import in_order
from net8.dissect.packet import CLIENT, SERVER, TnsPacket

__all__ = ["SERVER_PORTS", "TdsMessage", "TdsSession", "is_tds", "tds_session"]

SERVER_PORTS: Final = frozenset((1433,))
"""Ports whose connections are read as TDS even when the PRELOGIN was not captured."""

_HEADER: Final = 8
_LONGEST: Final = 32767
_LAST: Final = 0x01
_FLAGS: Final = 0x1F
_PRELOGIN, _LOGIN, _REPLY, _ATTENTION = 18, 16, 4, 6
_REQUESTS: Final = frozenset((1, 3, 14))
_TYPES: Final = frozenset((1, 2, 3, 4, 6, 7, 14, 16, 17, 18))
_WIDE_FROM: Final = 0x72
_VERSION_BYTE: Final = 7
_DETAIL_MOST: Final = 60
_GRANTED: Final = re.compile(r"packet size (\d+)")


@dataclass(frozen=True)
class TdsMessage:
    """A message: packets up to the one that ends it."""

    sender: str  #: CLIENT or SERVER
    type: str  #: such as "batch" or "reply"
    packets: list[TnsPacket]  #: its packets; ``flags`` is their status
    size: int  #: bytes without the headers of packets
    detail: str  #: what it is about
    granted: int | None  #: packet size that it grants, bytes
    error: str  #: why it was not read, empty if it was

    @property
    def length(self) -> int:
        """The bytes of its packets."""
        return sum(packet.length for packet in self.packets)


@dataclass
class TdsSession:
    """One TCP connection with TDS packets."""

    number: int  #: from 1 on
    zero_ns: int  #: time of the first TCP segment of the capture since the epoch
    connection: Connection  #: the TCP connection
    packets: list[TnsPacket] = field(default_factory=list)  #: in the order in which they were sent
    messages: list[TdsMessage] = field(default_factory=list)  #: in the order in which they ended
    packet_size: int | None = None  #: bytes that the server granted, none if that was not captured
    skipped_bytes: int = 0  #: bytes that belong to no packet
    unfinished_bytes: int = 0  #: bytes of packets and messages of which the capture lacks the end
    missing_bytes: int = 0  #: bytes that the capture lacks

    def seconds(self, time_ns: int) -> float:
        """Return a time relative to the first TCP segment of the capture.

        @param time_ns: time since the epoch
        @return: seconds
        """
        return round((time_ns - self.zero_ns) / 1e9, 9)

    def counts(self) -> dict[str, int]:
        """Count the packets by type."""
        return dict(Counter(packet.type for packet in self.packets))

    def errors(self) -> list[str]:
        """List what went wrong: messages that are not read, bytes that are none."""
        found = [
            f"frame {message.packets[-1].frame}: {message.error}"
            for message in self.messages
            if message.error
        ]
        for count, text in (
            (self.skipped_bytes, "bytes that belong to no packet"),
            (self.unfinished_bytes, "bytes of messages whose end was not captured"),
            (self.missing_bytes, "bytes that the capture lacks"),
        ):
            if count:
                found.append(f"{count} {text}")
        return found


def is_tds(connection: Connection, ports: Collection[int] = SERVER_PORTS) -> bool:
    """Find out whether a connection may be TDS, and which end is the server.

    @param connection: a TCP connection, whose ends are swapped if its client is a server
    @param ports: TCP ports of servers
    @return: whether it has such a port, or one end starts with a PRELOGIN or a LOGIN7
    """
    ends: list[Endpoint] = [connection.client, connection.server]
    servers = [end for end in ends if end[1] in ports]
    openers = [end for end in ends if _opens(connection, end)]
    if servers == [connection.client] or (len(servers) != 1 and openers == [connection.server]):
        connection.swap_ends()
    return bool(servers or openers)


def _opens(connection: Connection, end: Endpoint) -> bool:
    """Return whether the first segment of an end is the first packet of a logon."""
    sent = connection.sent.get(end, [])
    data = sent[0].payload if sent else b""
    return (
        len(data) > _HEADER
        and data[0] in (_PRELOGIN, _LOGIN)
        and data[1] == _LAST
        and int.from_bytes(data[2:4], "big") == len(data)
        and data[6:8] in (b"\1\0", b"\0\0")
    )


def tds_session(number: int, zero_ns: int, connection: Connection) -> TdsSession:
    """Read the packets of both directions.

    @param number: number of the session
    @param zero_ns: time of the first TCP segment of the capture
    @param connection: a TCP connection, its client being the TDS client
    @return: the session
    """
    found = TdsSession(number, zero_ns, connection)
    bodies: dict[int, bytes] = {}
    packets: dict[str, list[TnsPacket]] = {}
    for side, endpoint in ((CLIENT, connection.client), (SERVER, connection.server)):
        packets[side] = []
        for part in connection.streams(endpoint):
            found.missing_bytes += part.missing + part.lost
            for packet, body in _cut(found, side, part):
                packets[side].append(packet)
                bodies[id(packet)] = body
    found.packets = in_order(packets[CLIENT], packets[SERVER])
    _join(found, bodies)
    return found


def _cut(found: TdsSession, side: str, part: Stream) -> Iterator[tuple[TnsPacket, bytes]]:
    """Yield the packets of a stream and what they carry; what is none is passed over up to the next segment."""
    data, position = part.data, 0
    while position + _HEADER <= len(data):
        length = int.from_bytes(data[position + 2 : position + 4], "big")
        if (
            data[position] not in _TYPES
            or data[position + 1] > _FLAGS
            or not _HEADER <= length <= _LONGEST
            or data[position + 7]
        ):
            behind = next((start for start in part.starts if start > position), len(data))
            found.skipped_bytes += behind - position
            position = behind
            continue
        if position + length > len(data):
            break
        yield _packet(side, part, position, position + length), data[position + _HEADER : position + length]
        position += length
    found.unfinished_bytes += len(data) - position


def _packet(side: str, part: Stream, start: int, end: int) -> TnsPacket:
    """Return a packet with the times of its bytes."""
    first_frame, first_ns = part.mark(start)
    frame, time_ns = part.mark(end - 1)
    kind, status = part.data[start], part.data[start + 1]
    fields = {
        "type": kind,
        "process": int.from_bytes(part.data[start + 4 : start + 6], "big"),
        "number": part.data[start + 6],
    }
    return TnsPacket(
        side, _core.tds_name(kind), end - start, status, first_frame, frame, first_ns, time_ns,
        part.place(start), part.place(end - 1) + 1, part.had(start), "", fields, "",
    )  # fmt: skip


def _join(found: TdsSession, bodies: dict[int, bytes]) -> None:
    """Put packets together to messages, and read those."""
    under_way: dict[str, list[TnsPacket]] = {CLIENT: [], SERVER: []}
    wide, asked = True, 0
    for packet in found.packets:
        parts = under_way[packet.sender]
        parts.append(packet)
        if not packet.flags & _LAST:
            continue
        under_way[packet.sender] = []
        kind = int(str(packet.fields["type"]))
        body = b"".join(bodies[id(part)] for part in parts)
        if packet.sender == CLIENT:
            wide, asked = _layout(kind, body, wide), kind
        told = _PRELOGIN if kind == _REPLY and asked == _PRELOGIN else kind
        found.messages.append(_message(packet, parts, body, told, wide))
        found.packet_size = found.messages[-1].granted or found.packet_size
    found.unfinished_bytes += sum(part.length for parts in under_way.values() for part in parts)


def _layout(kind: int, body: bytes, wide: bool) -> bool:
    """Return whether a session speaks 7.2 or later, as a message of the client shows it."""
    if kind == _LOGIN and len(body) > _VERSION_BYTE:
        return body[_VERSION_BYTE] >= _WIDE_FROM
    return _core.tds_wide(body) if kind in _REQUESTS else wide


def _message(packet: TnsPacket, parts: list[TnsPacket], body: bytes, kind: int, wide: bool) -> TdsMessage:
    """Read a message."""
    read = "" if kind == _ATTENTION else _core.tds_message(kind, body, wide)
    detail = read or ""
    # Statements come from outside: what a terminal would obey is not a part of a table.
    shown = "".join(letter if letter.isprintable() else " " for letter in detail)
    error = f"a {packet.type} of {len(body)} bytes that is not read" if read is None else ""
    size = _GRANTED.search(detail) if kind == _REPLY else None
    granted = int(size[1]) if size else None
    return TdsMessage(packet.sender, packet.type, parts, len(body), shown[:_DETAIL_MOST], granted, error)
