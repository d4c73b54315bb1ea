# SPDX-License-Identifier: GPL-2.0-only
"""Bytes that two ends exchanged, as TCP segments and as a capture, where they were not captured but told by a trace."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from net8.capture import tcp_header
from net8.capture.streams import Endpoint, Segment

__all__ = ["CLIENT", "LISTENER", "Headers", "Said", "pcap_bytes", "segments_of"]

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
_IP: Final = struct.Struct(">BBHHHBBH")
_IPV6: Final = struct.Struct(">IHBB")
_TCP: Final = struct.Struct(">HHIIHHHH")
_OFFSET: Final = 5 << 4
"""Length of a header of TCP without options, as it stands before the flags."""
_TCP_NUMBER: Final = 6
_MODULUS: Final = 0xFFFF
"""The checksum of the Internet (RFC 1071) is the complement of a sum of 16-bit words modulo 2^16 - 1."""


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
    ways: dict[tuple[Endpoint, Endpoint], Headers] = {}
    for segment in segments:
        ends = segment.source, segment.target
        if ends not in ways:
            ways[ends] = Headers(*ends)
        head = ways[ends].before(segment.sequence, segment.acknowledged, segment.flags, segment.payload)
        packet = _ETHERNET + head + segment.payload
        seconds, rest = divmod(segment.time_ns, 10**9)
        yield struct.pack("<IIII", seconds % 2**32, rest, len(packet), len(packet)) + packet


class Headers:
    """Headers of IP and TCP of the packets from one end to another; what they have in common is computed once."""

    __slots__ = ("_ends", "_first", "_is_ipv4", "_sum")

    def __init__(self, source: Endpoint, target: Endpoint) -> None:
        """Keep both ends, whose addresses are of one version of IP.

        @param source: who sends
        @param target: who receives
        """
        addresses = source[0] + target[0]
        self._is_ipv4 = len(source[0]) == len(CLIENT)
        self._ends = addresses, source[1], target[1]
        fixed = struct.pack(">BBHHHBBH", 0x45, 0, 0, 0, 0x4000, 64, _TCP_NUMBER, 0) if self._is_ipv4 else b""
        self._first = int.from_bytes(fixed + addresses, "big") % _MODULUS
        self._sum = int.from_bytes(addresses, "big") + _TCP_NUMBER + source[1] + target[1] + _WINDOW

    def before(
        self, sequence: int, acknowledged: int, flags: int, payload: bytes, *, urgent: int = 0, lost: int = 0
    ) -> bytes:  # fmt: skip
        """Return the headers before a payload.

        @param sequence: number of its first byte
        @param acknowledged: acknowledgement number
        @param flags: TCP flags
        @param payload: its bytes
        @param urgent: urgent pointer, 0 without
        @param lost: bytes behind it that are left out, but count
        @return: headers whose checksums are right, unless bytes are left out
        """
        addresses, source, target = self._ends
        size = _TCP.size + len(payload) + lost
        offset = _OFFSET << 8 | flags
        words = int.from_bytes(payload + b"\0" if len(payload) % 2 else payload, "big")
        whole = self._sum + size + sequence + acknowledged + offset + urgent + words
        tcp = _TCP.pack(
            source, target, sequence, acknowledged, offset, _WINDOW, _MODULUS - (whole % _MODULUS or _MODULUS), urgent
        )  # fmt: skip
        if not self._is_ipv4:
            return _IPV6.pack(6 << 28, size, _TCP_NUMBER, 64) + addresses + tcp
        check = _MODULUS - ((self._first + _IP.size + 8 + size) % _MODULUS or _MODULUS)
        return _IP.pack(0x45, 0, _IP.size + 8 + size, 0, 0x4000, 64, _TCP_NUMBER, check) + addresses + tcp
