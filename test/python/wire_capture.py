# SPDX-License-Identifier: GPL-2.0-only
"""Read a packet capture: frames, TCP segments, TNS packets and what a client and a server said in turn.

It shares nothing with net8.capture on purpose: what the tests read from a simulation's capture is a witness that must
not depend on the package that it judges.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import dpkt

__all__ = [
    "ACCEPT", "CONNECT", "DATA", "EXECUTE", "FETCH", "LISTENER_PORTS", "MARKER", "REFUSE", "RESEND",
    "Exchange", "Segment", "TnsPacket", "data_exchanges", "exchanges", "fetch_rows", "packets", "segments",
]  # fmt: skip

LISTENER_PORTS = {1521, 1522}
CONNECT, ACCEPT, REFUSE, DATA, RESEND, MARKER = 1, 2, 4, 6, 11, 12
EXECUTE, FETCH = 0x5E, 0x05
SHORT_HEADER = 8
DATA_HEADER = 10
OCI_FETCH = 11
LONG_SIZES = 315


@dataclass(frozen=True)
class Segment:
    """One TCP segment of the listener's port."""

    time_s: float  #: time of capture
    to_client: bool  #: whether it goes to the client
    session: tuple[bytes, int]  #: the client's address and port
    frame_bytes: int  #: Ethernet frame without FCS
    ip_bytes: int  #: IP packet
    fragment: bool  #: whether it is a fragment of an IP packet
    sequence: int  #: number of its first byte
    payload: bytes  #: TCP payload
    flags: int  #: TCP flags


@dataclass(frozen=True)
class TnsPacket:
    """One TNS packet."""

    time_s: float  #: when its last byte was captured
    to_client: bool  #: whether it goes to the client
    session: tuple[bytes, int]  #: the client's address and port
    content: bytes  #: all of it, header included

    @property
    def kind(self) -> int:
        """The packet type."""
        return self.content[4]

    @property
    def length(self) -> int:
        """The bytes of the packet."""
        return len(self.content)

    @property
    def data(self) -> bytes:
        """What a DATA packet carries."""
        return self.content[DATA_HEADER:]


@dataclass(frozen=True)
class Exchange:
    """What the client sent and what the server answered."""

    requests: tuple[TnsPacket, ...]  #: packets of the client
    replies: tuple[TnsPacket, ...]  #: packets of the server, up to the client's next one

    @property
    def function(self) -> int:
        """The TTC function of the request, 0 if it calls none."""
        first = self.requests[0]
        return first.data[1] if first.kind == DATA and first.data[:1] == b"\x03" else 0

    @property
    def sizes(self) -> tuple[int, int]:
        """The TNS bytes of request and reply."""
        return sum(p.length for p in self.requests), sum(p.length for p in self.replies)


def segments(path: Path) -> Iterator[Segment]:
    """Yield the TCP segments from and to the listener in the order of capture."""
    with path.open("rb") as stream:
        for time_s, frame in dpkt.pcap.UniversalReader(stream):
            ip = dpkt.ethernet.Ethernet(frame).data
            tcp = getattr(ip, "data", None)
            if not isinstance(tcp, dpkt.tcp.TCP) or not LISTENER_PORTS & {tcp.sport, tcp.dport}:
                continue
            to_client = tcp.sport in LISTENER_PORTS
            v4 = isinstance(ip, dpkt.ip.IP)
            yield Segment(
                time_s=float(time_s),
                to_client=to_client,
                session=(ip.dst, tcp.dport) if to_client else (ip.src, tcp.sport),
                frame_bytes=len(frame),
                ip_bytes=ip.len if v4 else ip.plen + 40,
                fragment=bool(v4 and (ip.mf or ip.offset)),
                sequence=tcp.seq,
                payload=bytes(tcp.data),
                flags=tcp.flags,
            )


@dataclass
class _Stream:
    """Bytes of one direction that are not whole packets yet."""

    next: int | None = None  #: sequence number that comes next
    early: dict[int, bytes] = field(default_factory=dict)  #: payloads behind a gap
    bytes: bytearray = field(default_factory=bytearray)  #: start of a packet

    def add(self, segment: Segment) -> None:
        """Take a segment, in order or not, repeated or not."""
        if segment.flags & dpkt.tcp.TH_SYN:
            self.next = (segment.sequence + 1) % 2**32
            return
        if self.next is None:
            self.next = segment.sequence
        self.early.setdefault(segment.sequence, segment.payload)
        while ready := [start for start in self.early if self._distance(start) <= 0]:
            for start in ready:
                fresh = self.early.pop(start)[-self._distance(start) :]
                self.bytes += fresh
                self.next = (self.next + len(fresh)) % 2**32

    def _distance(self, start: int) -> int:
        """Return how far a sequence number lies ahead of what comes next; negative: behind."""
        assert self.next is not None
        return (start - self.next + 2**31) % 2**32 - 2**31


def packets(path: Path) -> list[TnsPacket]:
    """Return the TNS packets of a capture in the order in which they were whole."""
    streams: dict[tuple[tuple[bytes, int], bool], _Stream] = {}
    long_form: set[tuple[bytes, int]] = set()
    found: list[TnsPacket] = []
    for segment in segments(path):
        stream = streams.setdefault((segment.session, segment.to_client), _Stream())
        stream.add(segment)
        while len(stream.bytes) >= SHORT_HEADER:
            size = 4 if segment.session in long_form else 2
            length = int.from_bytes(stream.bytes[:size])
            if not SHORT_HEADER <= length <= len(stream.bytes):
                assert length >= SHORT_HEADER, f"{path}: a TNS packet of {length} bytes"
                break
            packet = TnsPacket(
                segment.time_s, segment.to_client, segment.session, bytes(stream.bytes[:length])
            )
            del stream.bytes[:length]
            found.append(packet)
            if packet.kind == ACCEPT and int.from_bytes(packet.content[8:10]) >= LONG_SIZES:
                long_form.add(segment.session)
    return found


def exchanges(path: Path) -> list[Exchange]:
    """Return what client and server of a capture's one session said in turn."""
    turns = [list(turn) for _, turn in itertools.groupby(packets(path), key=lambda p: p.to_client)]
    if len(turns) % 2:
        turns.append([])
    return [Exchange(tuple(turns[i]), tuple(turns[i + 1])) for i in range(0, len(turns), 2)]


def data_exchanges(path: Path) -> list[Exchange]:
    """Return the calls that execute and fetch, in order."""
    return [exchange for exchange in exchanges(path) if exchange.function in (EXECUTE, FETCH)]


def fetch_rows(request: TnsPacket) -> int:
    """Return the rows that a fetch asks for.

    Behind type, function and sequence number stand the cursor and the number of rows: two universal
    integers (a length byte each) in thin drivers, two 4-byte little-endian ones in OCI.
    """
    if len(request.data) == OCI_FETCH:
        return int.from_bytes(request.data[7:11], "little")
    cursor = 4 + request.data[3]
    return int.from_bytes(request.data[cursor + 1 : cursor + 1 + request.data[cursor]])
