# SPDX-License-Identifier: GPL-2.0-only
"""Timelines of a capture: what each tick carried, and TCP sequence numbers against time. Numbers only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from net8.base.errors import CaptureError, PlanError
from net8.base.units import QuantityError, format_time, parse_time
from net8.capture import tcp_header
from net8.capture.streams import Endpoint, Segment
from net8.dissect.packet import CLIENT, SERVER, TnsPacket
from net8.dissect.sessions import Session

__all__ = [
    "DIRECTIONS",
    "OneWay",
    "Sent",
    "Tick",
    "choose_tick",
    "read_tick",
    "sequences",
    "sequences_csv",
    "ticks",
    "ticks_csv",
]  # fmt: skip

DIRECTIONS: Final = {CLIENT: "client to server", SERVER: "server to client"}
"""What the packets of each sender are called."""

_TICKS_AIMED_AT: Final = 100
_MOST_TICKS: Final = 20_000
_TURN: Final = 2**32
_NS_PER_S: Final = 10**9


@dataclass(slots=True)
class Tick:
    """What one direction carried in one tick."""

    start_ns: int  #: start of the tick, after the first TCP segment of the capture
    sender: str  #: CLIENT or SERVER
    packets: int = 0  #: TNS packets that became whole
    bytes: int = 0  #: their bytes, headers included
    longest_gap_ns: int | None = None  #: longest time from a packet to the next, for next ones in this tick
    fills: list[float] = field(
        default_factory=list
    )  #: length / SDU of its DATA packets where the SDU is known

    @property
    def fill_percent(self) -> float | None:
        """The mean fill of DATA packets, none without one."""
        return 100 * math.fsum(self.fills) / len(self.fills) if self.fills else None


@dataclass(frozen=True, slots=True)
class Sent:
    """A TCP segment with payload."""

    frame: int  #: number of its frame
    time_ns: int  #: time since the first TCP segment of the capture
    start: int  #: bytes from the start of the direction to its first
    end: int  #: to behind its last
    again: bool  #: whether it starts below the highest byte that was captured before it


@dataclass
class OneWay:
    """Sequence numbers of one direction against time."""

    sender: str  #: CLIENT or SERVER
    sent: list[Sent] = field(default_factory=list)  #: segments with payload
    acknowledged: list[tuple[int, int]] = field(
        default_factory=list
    )  #: time in ns and bytes, by the other end
    window_edge: list[tuple[int, int]] = field(
        default_factory=list
    )  #: time in ns and bytes the other end allows
    window_scaled: bool = True  #: whether both SYNs were captured, which tell how to scale the window

    @property
    def bytes(self) -> int:
        """The bytes from the start of the direction to behind the last one."""
        return max((sent.end for sent in self.sent), default=0)

    @property
    def sent_again(self) -> int:
        """Count the retransmissions."""
        return sum(sent.again for sent in self.sent)


def read_tick(text: str) -> int:
    """Read the length of a tick.

    @param text: such as 100ms
    @return: nanoseconds
    @raises PlanError: when it is none
    """
    try:
        tick_ns = parse_time(text)
    except QuantityError as error:
        raise PlanError(f'--tick "{text}" {error}') from None
    if tick_ns == 0:
        raise PlanError(f'--tick "{text}" is too short; write at least 1ns, such as 100ms')
    return tick_ns


def choose_tick(chosen: Iterable[Session]) -> int:
    """Return a tick of 1, 2 or 5 times a power of ten that cuts sessions into about a hundred.

    @param chosen: sessions
    @return: nanoseconds
    """
    times = [packet.time_ns for session in chosen for packet in session.packets]
    aim = max((max(times) - min(times)) / _TICKS_AIMED_AT, 1000)
    decade = 10 ** math.floor(math.log10(aim))
    return int(next(decade * step for step in (1, 2, 5, 10) if decade * step >= aim))


def ticks(chosen: Sequence[Session], tick_ns: int) -> list[Tick]:
    """Count packets, bytes, gaps and fill by tick and direction, all sessions together.

    Ticks start at multiples of their length after the first TCP segment of the capture; those between the first
    packet and the last are all there, empty ones too. A packet belongs to the tick in which it became whole. The
    SDU is what the session's ACCEPT grants.

    @param chosen: sessions of one capture
    @param tick_ns: length of a tick
    @return: two for each tick, client first
    @raises CaptureError: when there would be too many
    """
    found = sorted(
        ((p.time_ns - session.zero_ns, p, _sdu(session)) for session in chosen for p in session.packets),
        key=lambda entry: entry[0],
    )
    first, last = found[0][0] // tick_ns, found[-1][0] // tick_ns
    if last - first >= _MOST_TICKS:
        least = format_time(math.ceil((found[-1][0] - found[0][0]) / _MOST_TICKS) + 1)
        raise CaptureError(
            f"ticks of {format_time(tick_ns)} cut the sessions into {last - first + 1}, where {_MOST_TICKS} are "
            f"the most; use a --tick of at least {least}"
        )
    result = [Tick(place * tick_ns, sender) for place in range(first, last + 1) for sender in DIRECTIONS]
    before: dict[str, int] = {}
    for time_ns, packet, sdu in found:
        tick = result[(time_ns // tick_ns - first) * 2 + (packet.sender == SERVER)]
        _count(tick, packet, sdu)
        if packet.sender in before:
            tick.longest_gap_ns = max(tick.longest_gap_ns or 0, time_ns - before[packet.sender])
        before[packet.sender] = time_ns
    return result


def _sdu(session: Session) -> int:
    """Return the agreed SDU in bytes, 0 if the ACCEPT was not captured."""
    return int(session.agreed.get("sdu_bytes") or 0)


def _count(tick: Tick, packet: TnsPacket, sdu: int) -> None:
    """Add a packet to a tick."""
    tick.packets += 1
    tick.bytes += packet.length
    if packet.type == "DATA" and sdu:
        tick.fills.append(packet.length / sdu)


def ticks_csv(found: Iterable[Tick]) -> str:
    """Write ticks as CSV; what there is none of is empty.

    @param found: ticks
    @return: text with one line of names
    """
    lines = ["tick_start_s,direction,packets,bytes,longest_gap_ms,mean_fill_percent"]
    for tick in found:
        gap = "" if tick.longest_gap_ns is None else f"{tick.longest_gap_ns / 1e6:.6f}"
        fill = "" if tick.fill_percent is None else f"{tick.fill_percent:.3f}"
        start = f"{tick.start_ns / 1e9:.9f}"
        lines.append(f"{start},{DIRECTIONS[tick.sender]},{tick.packets},{tick.bytes},{gap},{fill}")
    return "\n".join(lines) + "\n"


def sequences(session: Session, found: Iterable[Segment]) -> list[OneWay]:
    """Return sequence numbers, acknowledgements and window edges of a session.

    @param session: a session
    @param found: the segments of its capture, in the order of capture
    @return: client to server, then server to client
    """
    connection = session.connection
    ends = {connection.client, connection.server}
    own = [
        segment
        for segment in found
        if {segment.source, segment.target} == ends
        and connection.first_ns <= segment.time_ns <= connection.last_ns
    ]
    return [
        _sequence(CLIENT, connection.client, own, session.zero_ns),
        _sequence(SERVER, connection.server, own, session.zero_ns),
    ]


def _sequence(sender: str, source: Endpoint, found: list[Segment], zero_ns: int) -> OneWay:
    """Follow one direction: what its sender sends, and what the other end says about it."""
    result = OneWay(sender)
    ruler = _Ruler(_origin(source, found))
    shift = _window_shift(source, found)
    result.window_scaled = shift is not None
    highest = acknowledged = 0
    for segment in found:
        time_ns = segment.time_ns - zero_ns
        if segment.source == source:
            if segment.payload:
                start = ruler.place(segment.sequence)
                end = start + len(segment.payload)
                result.sent.append(Sent(segment.frame, time_ns, start, end, start < highest))
                highest = max(highest, end)
        elif segment.flags & tcp_header.ACK and not segment.flags & tcp_header.RST:
            place = ruler.place(segment.acknowledged)
            if place >= acknowledged:
                acknowledged = place
                opening = segment.flags & tcp_header.SYN
                scaled = segment.window << (0 if opening else shift or 0)
                result.acknowledged.append((time_ns, place))
                result.window_edge.append((time_ns, place + scaled))
    return result


class _Ruler:
    """Bytes from the start for numbers that start again at 2^32."""

    def __init__(self, origin: int) -> None:
        """Start at the number of the first byte."""
        self.number, self.at = origin, 0

    def place(self, number: int) -> int:
        """Return bytes from the start for a number near the last one."""
        self.at += (number - self.number + _TURN // 2) % _TURN - _TURN // 2
        self.number = number
        return self.at


def _origin(source: Endpoint, found: list[Segment]) -> int:
    """Find the number of the first byte: behind the SYN, else the first that was captured."""
    own = [segment for segment in found if segment.source == source]
    for segment in own:
        if segment.flags & tcp_header.SYN:
            return segment.sequence + 1
    return own[0].sequence if own else next((s.acknowledged for s in found), 0)


def _window_shift(source: Endpoint, found: list[Segment]) -> int | None:
    """Return the scale of windows that the other end announces, none if a SYN was not captured."""
    openings = {s.source == source: s.shift for s in reversed(found) if s.flags & tcp_header.SYN}
    if len(openings) < 2:
        return None
    # Windows are scaled only if both ends offer it (RFC 7323, 2.2).
    return 0 if openings[True] is None else openings[False] or 0


def sequences_csv(found: Iterable[OneWay]) -> str:
    """Write sequence numbers as CSV: a line for each segment, acknowledgement and window edge.

    @param found: directions
    @return: text with one line of names
    """
    lines = ["time_s,direction,what,from_byte,to_byte"]
    for way in found:
        name = DIRECTIONS[way.sender]
        rows = [(s.time_ns, "retransmission" if s.again else "data", s.start, s.end) for s in way.sent]
        rows += [(time_ns, "acknowledgement", place, place) for time_ns, place in way.acknowledged]
        rows += [(time_ns, "window edge", place, place) for time_ns, place in way.window_edge]
        rows.sort(key=lambda row: row[0])
        lines += [f"{t / _NS_PER_S:.9f},{name},{what},{start},{end}" for t, what, start, end in rows]
    return "\n".join(lines) + "\n"
