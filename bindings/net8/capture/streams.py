# SPDX-License-Identifier: GPL-2.0-only
"""TCP connections of a capture and the bytes of each direction, in order."""

from __future__ import annotations

import bisect
import dataclasses
import heapq
import struct
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.capture import tcp_header
from net8.capture.frames import Frame, frames
from net8.capture.link_layers import Tcp, unwrap

__all__ = [
    "Connection", "Endpoint", "Reading", "Segment", "Stream", "connections", "read_segments", "reassemble",
    "segments",
]  # fmt: skip

Endpoint = tuple[bytes, int]
"""Address and port."""

_TCP_HEADER: Final = struct.Struct(">HHIIBBHHH")
_OUT_OF_BAND: Final = 0x21
"""The byte that Oracle Net sends as TCP urgent data; it is not a part of a TNS packet."""
_LARGEST_WINDOW: Final = 2**30
"""No end of a connection can be further ahead of the acknowledged bytes (RFC 7323, 2.3)."""


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
    shift: int | None = None  #: window scale of a SYN, None without
    largest: int | None = None  #: largest segment that a SYN allows the other end (MSS), None without
    lost: int = 0  #: bytes of the payload that the capture does not have


@dataclass
class Stream:
    """Bytes of one direction without a gap, and when each of them arrived."""

    data: bytes = b""  #: the bytes
    starts: list[int] = field(default_factory=list)  #: position in the bytes where each segment starts
    marks: list[tuple[int, int]] = field(default_factory=list)  #: frame and time of each segment
    places: list[int] = field(default_factory=list)  #: position in the direction of each segment's first byte
    acknowledged: list[int] = field(
        default_factory=list
    )  #: bytes of the other direction that each segment acknowledges
    missing: int = 0  #: bytes before it that are missing in the capture
    lost: int = 0  #: bytes after it that the other end has but the capture does not

    def mark(self, position: int) -> tuple[int, int]:
        """Return when a byte and all bytes before it had arrived.

        @param position: which byte
        @return: number and time of the frame
        """
        return self.marks[self._segment(position)]

    def place(self, position: int) -> int:
        """Return the position of a byte in its direction, including bytes missing in the capture.

        @param position: which byte
        @return: bytes from the first one captured
        """
        number = self._segment(position)
        return self.places[number] + position - self.starts[number]

    def had(self, position: int) -> int:
        """Return what the sender of a byte had received when it sent it.

        @param position: which byte
        @return: bytes of the other direction, as place() counts them
        """
        return self.acknowledged[self._segment(position)]

    def _segment(self, position: int) -> int:
        """Return the number of the segment that brought a byte."""
        return bisect.bisect_right(self.starts, position) - 1


@dataclass
class Connection:
    """One TCP connection."""

    client: Endpoint  #: the end that opened it, or the first sender if that was not captured
    server: Endpoint  #: the other end
    first_ns: int  #: time of its first segment
    opening: int | None = None  #: sequence number of the opening SYN
    last_ns: int = 0  #: time of its last segment
    finished: bool = False  #: whether at least one direction was closed
    reset: bool = False  #: whether it was reset
    urgent_bytes: int = 0  #: out-of-band bytes that were taken out
    sent: dict[Endpoint, list[Segment]] = field(default_factory=dict)  #: segments with payload by sender
    received: dict[Endpoint, int] = field(default_factory=dict)  #: highest acknowledgement by its sender

    def swap_ends(self) -> None:
        """Make the client the server."""
        self.client, self.server = self.server, self.client

    def add(self, segment: Segment) -> None:
        """Add a segment.

        @param segment: the segment, its urgent byte still in it
        """
        self.last_ns = segment.time_ns
        self.finished |= bool(segment.flags & tcp_header.FIN)
        self.reset |= bool(segment.flags & tcp_header.RST)
        plain = _without_urgent(segment)
        self.urgent_bytes += len(segment.payload) - len(plain.payload)
        if segment.flags & tcp_header.ACK and not segment.flags & tcp_header.RST:
            before = self.received.setdefault(segment.source, segment.acknowledged)
            if _distance(before, segment.acknowledged) > 0:
                self.received[segment.source] = segment.acknowledged
        if plain.payload:
            self.sent.setdefault(plain.source, []).append(plain)

    def streams(self, sender: Endpoint) -> list[Stream]:
        """Return the bytes of one direction.

        @param sender: the end that sent them
        @return: streams, more than one if segments are missing in the capture
        """
        other = self.server if sender == self.client else self.client
        answers = self.sent.get(other, [])
        sent = self.sent.get(sender, [])
        found = reassemble(sent, answers[0].sequence if answers else None)
        if found and other in self.received:
            last = found[-1]
            end = sent[0].sequence + last.place(len(last.data) - 1) + 1
            # FIN and an out-of-band byte at the end have sequence numbers, too.
            lost = _distance(end, self.received[other])
            last.lost = lost if 2 < lost <= _LARGEST_WINDOW else 0
        return found


@dataclass
class Reading:
    """Contents of a capture file."""

    segments: list[Segment] = field(default_factory=list)  #: TCP segments in order of time
    frames: int = 0  #: frames of the file
    late_frames: int = 0  #: TCP segments that come after one with a later time
    unread: Counter[str] = field(default_factory=Counter)  #: frames that cannot be read, by kind
    cut_short: int = 0  #: TCP segments that are incomplete in the capture

    def notes(self) -> list[str]:
        """Describe frames that were not read, and other irregularities of the file."""
        found = [f"{count} {_frames(count)} {what}: not read" for what, count in self.unread.items()]
        if self.cut_short:
            found.append(
                f"{self.cut_short} TCP segments cut short by the capture: the missing bytes are gaps"
            )
        if self.late_frames:
            found.append(f"{self.late_frames} TCP segments come after later ones: sorted by time")
        return found


def _frames(count: int) -> str:
    """Return "frame" or "frames"."""
    return "frame" if count == 1 else "frames"


def read_segments(path: Path) -> Reading:
    """Read the TCP segments of a capture and sort them by time.

    In files that were merged, or written by a card with several queues, frames are not in order.

    @param path: a pcap or pcapng file
    @return: the segments, and notes on the file
    """
    found = Reading()
    latest_ns = None
    for frame in frames(path):
        found.frames += 1
        tcp = unwrap(frame.link_type, frame.data)
        if isinstance(tcp, str):
            found.unread[tcp] += 1
        elif tcp is not None and (segment := _segment(frame, tcp)) is not None:
            found.segments.append(segment)
            found.cut_short += tcp.lost > 0
            if latest_ns is not None and segment.time_ns < latest_ns:
                found.late_frames += 1
            else:
                latest_ns = segment.time_ns
    # Frames with the same time stay in the order of the file.
    found.segments.sort(key=lambda segment: segment.time_ns)
    return found


def segments(path: Path) -> list[Segment]:
    """Return the TCP segments of a capture in order of time.

    @param path: a pcap or pcapng file
    @return: segments; all other frames, including IP fragments, are ignored
    """
    return read_segments(path).segments


def _segment(frame: Frame, tcp: Tcp) -> Segment | None:
    """Read a TCP header; return None if it is broken."""
    data = tcp.data
    if len(data) < _TCP_HEADER.size:
        return None
    source, target, sequence, acknowledged, offset, flags, window, _, urgent = _TCP_HEADER.unpack_from(data)
    start = offset >> 4 << 2
    if not _TCP_HEADER.size <= start <= len(data):
        return None
    options = data[_TCP_HEADER.size : start] if flags & tcp_header.SYN else b""
    return Segment(
        frame.number, frame.time_ns, (tcp.source, source), (tcp.target, target), sequence, flags,
        urgent if flags & tcp_header.URG else 0, data[start:], acknowledged, window,
        _window_shift(options),
        _option(options, tcp_header.MAXIMUM_SEGMENT, 2), tcp.lost,
    )  # fmt: skip


def _distance(one: int, other: int) -> int:
    """Return how far a sequence number is ahead of another; they wrap at 2^32."""
    return (other - one + 2**31) % 2**32 - 2**31


def _window_shift(options: bytes) -> int | None:
    """Read the window scale of a SYN, or return None; values above 14 count as 14 (RFC 7323, 2.3)."""
    found = _option(options, tcp_header.WINDOW_SCALE, 1)
    return None if found is None else min(found, 14)


def _option(options: bytes, wanted: int, size: int) -> int | None:
    """Read the number of a TCP option, or return None."""
    position = 0
    while position < len(options) and (kind := options[position]) != tcp_header.END_OF_OPTIONS:
        length = (
            1 if kind == tcp_header.NO_OPERATION else int.from_bytes(options[position + 1 : position + 2])
        )
        if kind == wanted and length == 2 + size and position + length <= len(options):
            return int.from_bytes(options[position + 2 : position + length])
        # A length of 0 would cause an endless loop.
        position += max(length, 1)
    return None


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
        opening = bool(segment.flags & tcp_header.SYN) and not segment.flags & tcp_header.ACK
        if connection is None or (opening and connection.opening != segment.sequence and connection.sent):
            connection = current[ends] = Connection(segment.source, segment.target, segment.time_ns)
            result.append(connection)
        if opening:
            connection.client, connection.server = segment.source, segment.target
            connection.opening = segment.sequence
        connection.add(segment)
    return result


def _without_urgent(segment: Segment) -> Segment:
    """Remove the out-of-band byte from a segment."""
    data, at = segment.payload, segment.urgent - 1
    if not (0 <= at < len(data) and data[at] == _OUT_OF_BAND):
        return segment
    # The gap of one byte in the sequence numbers is closed by reassemble().
    sequence, payload = segment.sequence + (at == 0), data[:at] + data[at + 1 :]
    return dataclasses.replace(segment, sequence=sequence, urgent=0, payload=payload)


def reassemble(sent: list[Segment], answers_from: int | None = None) -> list[Stream]:
    """Reassemble the segments of one direction.

    A byte has arrived when it and all before it were captured, so later bytes never have earlier times. Retransmitted
    bytes are used once.

    @param sent: segments with payload, in the order of capture
    @param answers_from: sequence number of the first byte captured of the other direction
    @return: streams, more than one if segments are missing in the capture
    """
    placed = _places(sent)
    acknowledged = _acknowledged(sent, answers_from)
    islands = _islands(placed)
    starts = [island.start for island in islands]
    for (place, segment), had in zip(placed, acknowledged, strict=True):
        islands[bisect.bisect_right(starts, place) - 1].placed.append((place, segment, had))
    return [_assemble(island) for island in islands]


@dataclass
class _Island:
    """Contiguous captured bytes of one direction."""

    start: int  #: position of the first
    end: int  #: position after the last
    missing: int  #: bytes before it that were not captured
    holes: set[int] = field(default_factory=set)  #: positions of removed out-of-band bytes
    placed: list[tuple[int, Segment, int]] = field(
        default_factory=list
    )  #: its segments in the order of capture, each with the bytes of the other direction that its sender had


def _places(sent: list[Segment]) -> list[tuple[int, Segment]]:
    """Return segments with their position in the stream; sequence numbers wrap at 2^32."""
    placed: list[tuple[int, Segment]] = []
    place, last = 0, sent[0].sequence if sent else 0
    for segment in sent:
        place += _distance(last, segment.sequence)
        last = segment.sequence
        placed.append((place, segment))
    return placed


def _acknowledged(sent: list[Segment], answers_from: int | None) -> list[int]:
    """Return for each segment the bytes of the other direction that its sender had."""
    if answers_from is None:
        return [0] * len(sent)
    place, last = 0, answers_from
    found = []
    for segment in sent:
        if segment.flags & tcp_header.ACK:
            place += _distance(last, segment.acknowledged)
            last = segment.acknowledged
        found.append(place)
    return found


def _islands(placed: list[tuple[int, Segment]]) -> list[_Island]:
    """Find the contiguous ranges of captured bytes."""
    islands: list[_Island] = []
    for place, length in sorted((place, len(segment.payload)) for place, segment in placed):
        gap = place - islands[-1].end if islands else 0
        if not islands or gap > 1:
            islands.append(_Island(place, place, gap))
        elif gap == 1:
            # The out-of-band byte leaves a gap of one.
            islands[-1].holes.add(islands[-1].end)
        islands[-1].end = max(islands[-1].end, place + length)
    return islands


def _assemble(island: _Island) -> Stream:
    """Join segments as a receiver does: early segments wait for those before them."""
    stream = Stream(missing=island.missing)
    parts: list[bytes] = []
    early: list[tuple[int, int, bytes, int]] = []
    expected, size = island.start, 0
    for number, (place, segment, had) in enumerate(island.placed):
        heapq.heappush(early, (place, number, segment.payload, had))
        while early and early[0][0] <= expected:
            start, _, payload, its_had = heapq.heappop(early)
            if fresh := payload[expected - start :]:
                stream.starts.append(size)
                stream.marks.append((segment.frame, segment.time_ns))
                stream.places.append(expected)
                stream.acknowledged.append(its_had)
                parts.append(fresh)
                size += len(fresh)
                expected += len(fresh)
                expected += expected in island.holes
    stream.data = b"".join(parts)
    return stream
