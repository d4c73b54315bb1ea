# SPDX-License-Identifier: GPL-2.0-only
"""TCP connections of a capture and the bytes of each direction, put in order."""

from __future__ import annotations

import bisect
import dataclasses
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import dpkt

from net8.capture_file import Frame, frames

__all__ = ["Connection", "Endpoint", "Segment", "Stream", "connections", "reassemble", "segments"]

Endpoint = tuple[bytes, int]
"""Address and port."""

_NULL, _ETHERNET, _RAW, _LOOP, _COOKED, _IPV4, _IPV6, _COOKED_2 = 0, 1, 101, 108, 113, 228, 229, 276
_ADDRESS_FAMILY_BYTES: Final = 4
_OUT_OF_BAND: Final = 0x21
"""The byte that Oracle Net sends as TCP urgent data; it is no part of a TNS packet."""


@dataclass(frozen=True, slots=True)
class Segment:
    """One TCP segment."""

    frame: int  #: number of the frame that brought it
    time_ns: int  #: time of capture since the epoch
    source: Endpoint  #: sender
    target: Endpoint  #: receiver
    sequence: int  #: number of its first byte
    flags: int  #: TCP flags
    urgent: int  #: urgent pointer, 0 without
    payload: bytes  #: TCP payload
    acknowledged: int = 0  #: acknowledgement number
    window: int = 0  #: window as written, not scaled
    shift: int | None = None  #: window scale of a SYN, none without


@dataclass
class Stream:
    """Bytes of one direction without a hole, and when each of them was there."""

    data: bytes = b""  #: the bytes
    starts: list[int] = field(default_factory=list)  #: where in the bytes each segment starts
    marks: list[tuple[int, int]] = field(default_factory=list)  #: frame and time of each segment
    missing: int = 0  #: bytes in front of it that the capture lacks

    def mark(self, position: int) -> tuple[int, int]:
        """Tell since when a byte and all before it were there.

        @param position: which byte
        @return: number and time of the frame
        """
        return self.marks[bisect.bisect_right(self.starts, position) - 1]


@dataclass
class Connection:
    """One TCP connection."""

    client: Endpoint  #: who opened it, or the first sender if that was not captured
    server: Endpoint  #: the other end
    first_ns: int  #: time of its first segment
    opening: int | None = None  #: sequence number of the opening SYN
    last_ns: int = 0  #: time of its last segment
    finished: bool = False  #: whether both directions or one were ended
    reset: bool = False  #: whether it was reset
    urgent_bytes: int = 0  #: out-of-band bytes that were taken out
    sent: dict[Endpoint, list[Segment]] = field(default_factory=dict)  #: segments with payload by sender

    def swap(self) -> None:
        """Make the client the server."""
        self.client, self.server = self.server, self.client

    def add(self, segment: Segment) -> None:
        """Take a segment.

        @param segment: the segment, its urgent byte still in it
        """
        self.last_ns = segment.time_ns
        self.finished |= bool(segment.flags & dpkt.tcp.TH_FIN)
        self.reset |= bool(segment.flags & dpkt.tcp.TH_RST)
        plain = _without_urgent(segment)
        self.urgent_bytes += len(segment.payload) - len(plain.payload)
        if plain.payload:
            self.sent.setdefault(plain.source, []).append(plain)

    def streams(self, sender: Endpoint) -> list[Stream]:
        """Give the bytes of one direction.

        @param sender: who sent them
        @return: streams, more than one where the capture lacks segments
        """
        return reassemble(self.sent.get(sender, []))


def segments(path: Path) -> Iterator[Segment]:
    """Give the TCP segments of a capture in the order of capture.

    @param path: a pcap or pcapng file
    @return: segments; frames of anything else, fragments of IP included, are passed over
    """
    for frame in frames(path):
        if (ip := _network_layer(frame)) is None:
            continue
        tcp = ip.data
        fragment = isinstance(ip, dpkt.ip.IP) and (ip.mf or ip.offset)
        if isinstance(tcp, dpkt.tcp.TCP) and not fragment:
            yield Segment(
                frame.number, frame.time_ns, (ip.src, tcp.sport), (ip.dst, tcp.dport), tcp.seq, tcp.flags,
                tcp.urp if tcp.flags & dpkt.tcp.TH_URG else 0, bytes(tcp.data), tcp.ack, tcp.win,
                _window_shift(tcp.opts) if tcp.flags & dpkt.tcp.TH_SYN else None,
            )  # fmt: skip


def _window_shift(options: bytes) -> int | None:
    """Read the window scale of a SYN, none if there is none; beyond 14 it counts as 14 (RFC 7323, 2.3)."""
    position = 0
    while position < len(options) and (kind := options[position]) != dpkt.tcp.TCP_OPT_EOL:
        length = 1 if kind == dpkt.tcp.TCP_OPT_NOP else int.from_bytes(options[position + 1 : position + 2])
        if kind == dpkt.tcp.TCP_OPT_WSCALE and length == 3 and position + 3 <= len(options):
            return min(options[position + 2], 14)
        # A length of 0 would stand still.
        position += max(length, 1)
    return None


def _network_layer(frame: Frame) -> Any:
    """Give the IP packet of a frame, none if it has none."""
    # A library that slices bytes of any content may raise whatever its slicing meets.
    try:
        packet = _link_layer(frame)
    except Exception:
        return None
    return packet if isinstance(packet, dpkt.ip.IP | dpkt.ip6.IP6) else None


def _link_layer(frame: Frame) -> Any:
    """Decode a frame by its link type and give what it carries."""
    kind, data = frame.link_type, frame.data
    if kind == _ETHERNET:
        return dpkt.ethernet.Ethernet(data).data
    if kind == _COOKED:
        return dpkt.sll.SLL(data).data
    if kind == _COOKED_2:
        return dpkt.sll2.SLL2(data).data
    if kind in (_NULL, _LOOP):
        data = data[_ADDRESS_FAMILY_BYTES:]
    elif kind not in (_RAW, _IPV4, _IPV6):
        return None
    return dpkt.ip6.IP6(data) if data[0] >> 4 == 6 else dpkt.ip.IP(data)


def connections(found: Iterable[Segment]) -> list[Connection]:
    """Sort segments by TCP connection.

    @param found: segments in the order of capture
    @return: connections in the order of their first segment
    """
    result: list[Connection] = []
    current: dict[tuple[Endpoint, Endpoint], Connection] = {}
    for segment in found:
        ends = (min(segment.source, segment.target), max(segment.source, segment.target))
        connection = current.get(ends)
        opening = bool(segment.flags & dpkt.tcp.TH_SYN) and not segment.flags & dpkt.tcp.TH_ACK
        if connection is None or (opening and connection.opening != segment.sequence and connection.sent):
            connection = current[ends] = Connection(segment.source, segment.target, segment.time_ns)
            result.append(connection)
        if opening:
            connection.client, connection.server = segment.source, segment.target
            connection.opening = segment.sequence
        connection.add(segment)
    return result


def _without_urgent(segment: Segment) -> Segment:
    """Take the out-of-band byte out of a segment."""
    data, at = segment.payload, segment.urgent - 1
    if not (0 <= at < len(data) and data[at] == _OUT_OF_BAND):
        return segment
    # The hole of one byte that is left in the sequence numbers is closed by reassemble().
    sequence, payload = segment.sequence + (at == 0), data[:at] + data[at + 1 :]
    return dataclasses.replace(segment, sequence=sequence, urgent=0, payload=payload)


def reassemble(sent: list[Segment]) -> list[Stream]:
    """Put the segments of one direction in order.

    A byte is there when it and all before it were captured, so later bytes never have earlier times. What was sent
    again is used once.

    @param sent: segments with payload, in the order of capture
    @return: streams, more than one where the capture lacks segments
    """
    placed = _places(sent)
    islands = _islands(placed)
    starts = [island.start for island in islands]
    for place, segment in placed:
        islands[bisect.bisect_right(starts, place) - 1].placed.append((place, segment))
    return [_assemble(island) for island in islands]


@dataclass
class _Island:
    """Bytes of one direction that were all captured."""

    start: int  #: place of the first
    end: int  #: place behind the last
    missing: int  #: bytes in front of it that were not captured
    holes: set[int] = field(default_factory=set)  #: places of out-of-band bytes that were taken out
    placed: list[tuple[int, Segment]] = field(default_factory=list)  #: its segments in the order of capture


def _places(sent: list[Segment]) -> list[tuple[int, Segment]]:
    """Give segments with their place in the stream; sequence numbers start again at 2^32."""
    placed: list[tuple[int, Segment]] = []
    place, last = 0, sent[0].sequence if sent else 0
    for segment in sent:
        place += (segment.sequence - last + 2**31) % 2**32 - 2**31
        last = segment.sequence
        placed.append((place, segment))
    return placed


def _islands(placed: list[tuple[int, Segment]]) -> list[_Island]:
    """Find out which bytes were captured."""
    islands: list[_Island] = []
    for place, length in sorted((place, len(segment.payload)) for place, segment in placed):
        gap = place - islands[-1].end if islands else 0
        if not islands or gap > 1:
            islands.append(_Island(place, place, gap))
        elif gap == 1:
            # The out-of-band byte leaves a hole of one.
            islands[-1].holes.add(islands[-1].end)
        islands[-1].end = max(islands[-1].end, place + length)
    return islands


def _assemble(island: _Island) -> Stream:
    """Join segments as a receiver does: what comes early waits for what is before it."""
    stream = Stream(missing=island.missing)
    parts: list[bytes] = []
    early: list[tuple[int, int, bytes]] = []
    expected, size = island.start, 0
    for number, (place, segment) in enumerate(island.placed):
        heapq.heappush(early, (place, number, segment.payload))
        while early and early[0][0] <= expected:
            start, _, payload = heapq.heappop(early)
            if fresh := payload[expected - start :]:
                stream.starts.append(size)
                stream.marks.append((segment.frame, segment.time_ns))
                parts.append(fresh)
                size += len(fresh)
                expected += len(fresh)
                expected += expected in island.holes
    stream.data = b"".join(parts)
    return stream
