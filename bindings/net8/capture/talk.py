# SPDX-License-Identifier: GPL-2.0-only
"""Bytes that two ends exchanged, as TCP segments and as a capture, where they were not captured but told by a trace."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from net8.capture import tcp_header
from net8.capture.streams import Endpoint, Segment

__all__ = ["CLIENT", "LISTENER", "Said", "packet_of", "pcap_bytes", "segments_of"]

CLIENT: Final = bytes([192, 0, 2, 1])
SERVER: Final = bytes([192, 0, 2, 2])
"""Addresses for documentation (RFC 5737): a trace need not tell those of its ends."""
LISTENER: Final = 1521
_FIRST_PORT: Final = 49152
_PORTS: Final = 16384
_LONGEST: Final = 16384
"""Most payload of a segment that is made."""
_WINDOW: Final = 65535
_ETHERNET: Final = bytes([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0])
"""Two addresses that belong to nobody, and the type of IPv4."""
_IP: Final = struct.Struct(">BBHHHBBH4s4s")
_IPV6: Final = struct.Struct(">IHBB16s16s")
_TCP: Final = struct.Struct(">HHIIBBHHH")


@dataclass(frozen=True, slots=True)
class Said:
    """Bytes that one end sent."""

    time_ns: int  #: when
    connection: int  #: number of the connection
    from_client: bool  #: which end
    data: bytes  #: what


def _ends(connection: int) -> tuple[Endpoint, Endpoint]:
    """Return client and server of a connection."""
    address = CLIENT[:3] + bytes([CLIENT[3] + 2 * (connection // _PORTS % 100)])
    return (address, _FIRST_PORT + connection % _PORTS), (SERVER, LISTENER)


def segments_of(said: Iterable[Said]) -> Iterator[Segment]:
    """Yield the bytes as TCP segments, each of which acknowledges all that its sender had.

    @param said: in the order of time
    @return: segments, numbered from 1 on
    """
    sent: dict[tuple[int, bool], int] = {}
    frame = 0
    for each in said:
        client, server = _ends(each.connection)
        source, target = (client, server) if each.from_client else (server, client)
        for start in range(0, len(each.data), _LONGEST):
            payload = each.data[start : start + _LONGEST]
            own, other = (each.connection, each.from_client), (each.connection, not each.from_client)
            frame += 1
            yield Segment(
                frame, each.time_ns, source, target, sent.get(own, 1), tcp_header.ACK | tcp_header.PSH, 0, payload,
                sent.get(other, 1), _WINDOW,
            )  # fmt: skip
            sent[own] = (sent.get(own, 1) + len(payload)) % 2**32


def pcap_bytes(segments: Sequence[Segment]) -> Iterator[bytes]:
    """Yield a capture with nanoseconds, with Ethernet, IPv4 and TCP headers whose checksums are right.

    @param segments: what it has
    @return: its parts
    """
    yield struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 262144, 1)
    for segment in segments:
        packet = _ETHERNET + packet_of(segment)
        seconds, rest = divmod(segment.time_ns, 10**9)
        yield struct.pack("<IIII", seconds % 2**32, rest, len(packet), len(packet)) + packet


def packet_of(segment: Segment) -> bytes:
    """Return a segment as a packet of IP, of the version of its addresses.

    @param segment: the segment; of what it lost the header of IP has the length
    @return: the packet; its checksums are right unless bytes are lost
    """
    (source, source_port), (target, target_port) = segment.source, segment.target
    size = _TCP.size + len(segment.payload) + segment.lost

    def tcp(checksum: int) -> bytes:
        return _TCP.pack(
            source_port, target_port, segment.sequence, segment.acknowledged, 5 << 4, segment.flags, segment.window,
            checksum, segment.urgent,
        )  # fmt: skip

    pseudo = source + target + struct.pack(">BBH", 0, 6, size)
    head = (
        _ipv4(segment, size)
        if len(source) == len(CLIENT)
        else _IPV6.pack(6 << 28, size, 6, 64, source, target)
    )
    return head + tcp(_checksum(pseudo + tcp(0) + segment.payload)) + segment.payload


def _ipv4(segment: Segment, size: int) -> bytes:
    """Return the header of IPv4 before so many bytes."""

    def ip(checksum: int) -> bytes:
        number = segment.frame % 2**16
        return _IP.pack(
            0x45, 0, _IP.size + size, number, 0x4000, 64, 6, checksum, segment.source[0], segment.target[0]
        )

    return ip(_checksum(ip(0)))


def _checksum(data: bytes) -> int:
    """Return the checksum of the Internet (RFC 1071): a sum of 16-bit words modulo 2^16 - 1."""
    words = int.from_bytes(data + bytes(len(data) % 2), "big")
    return 0xFFFF - (words % 0xFFFF or 0xFFFF * bool(words))
