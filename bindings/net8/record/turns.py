# SPDX-License-Identifier: GPL-2.0-only
"""Turns of a TCP connection in a capture: a request, the reply to it, and where the time of both went.

What stands between two segments of a message is a retransmission, a wait for an acknowledgement, or the pace of the
network; what stands between messages is a round trip, as far as that is known, and the work of whoever sends next.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from net8.capture import tcp_header
from net8.capture.streams import Connection, Segment
from net8.record.record import BEFORE, INSIDE, NONE, Event, Record, Session
from net8.record.sql_text import name_of

__all__ = [
    "ANSWERING",
    "ASKING",
    "NO_WAY",
    "Piece",
    "Rtts",
    "Seen",
    "Turn",
    "Way",
    "handshake",
    "record_turns",
    "served_of",
    "turns_of",
    "way_of",
]

SERVER_WORK: Final = Event(
    "server", "server", "", "from the last byte of a request to the first of the reply, less the round trip"
)
LATENCY: Final = Event(
    "round trip", "latency", "", "round trip of the TCP handshake, at most as long as each turn waited"
)
LATENCY_TOLD: Final = Event("round trip", "latency", "", "--rtt, at most as long as each turn waited")
TWO_POINTS: Final = Event(
    "network", "latency", "", "wait for a reply at the client less that at the server, of two captures: both ways",
)  # fmt: skip
SERVER_SEEN: Final = Event(
    "server",
    "server",
    "",
    "from the last byte of a request to the first of the reply, in the capture at the server",
)
OPENING: Final = Event("TCP handshake", "latency", "", "TCP handshake, from the SYN to the ACK")
PACE: Final = Event(
    "serialisation",
    "serialisation",
    "",
    "time between segments of a message that follow each other without a wait",
)
ACKNOWLEDGED: Final = Event(
    "wait for an acknowledgement", "stall", "",
    "half a round trip or more between two segments of a message, the later one a round trip after an "
    "acknowledgement of the other end",
)  # fmt: skip
HELD: Final = Event(
    "Nagle's algorithm", "nagle", "",
    "a segment below the largest that left when all sent before it was acknowledged: a round trip of the wait",
)  # fmt: skip
DELAYED: Final = Event(
    "delayed ACK", "nagle", "",
    "by how much later than a round trip the acknowledgement came that such a segment, or a full window, waited for; "
    "that of a full window if it answers less than two full segments and is 35 to 500 ms late",
)  # fmt: skip
LINE: Final = Event(
    "bytes on the line", "serialisation", "",
    "network of a turn, of two captures: the time of its bytes, by the line below times and bytes of all turns",
)  # fmt: skip
QUEUED: Final = Event(
    "queues", "queueing", "",
    "network of a turn, of two captures, beyond that line",
)  # fmt: skip
QUEUED_ANSWER: Final = Event(
    "queues on the way of an acknowledgement", "queueing", "",
    "by how much later than the soonest of a full segment the acknowledgement came that a full window waited for, "
    "where it was not delayed",
)  # fmt: skip
AGAIN: Final = Event("retransmission", "retransmission", "", "time before a segment that was sent before")
ASKING: Final = Event(
    "request written",
    "client",
    "",
    "from the first byte of a request to its last, recorded where no network is",
)
ANSWERING: Final = Event(
    "reply written", "server", "", "from the first byte of a reply to its last, recorded where no network is"
)
"""In a recording the time of a message is that of whoever writes it, or of whoever reads it slowly."""
THINK: Final = Event(
    "client", "client", "", "from the last byte of a reply to the next request, less the round trip"
)
AWAITED: Final = Event(
    "reply awaited",
    "waiting",
    "",
    "from a request to its reply, where neither the TCP handshake nor --rtt tells the round trip",
)
BETWEEN: Final = Event(
    "next request awaited",
    "between",
    "",
    "from a reply to the next request, where the round trip is not known",
)


Rtts = tuple[int | None, int | None]
"""Round trips from the place of a capture to the server and to the client, each None if it is not known."""
_PACES: Final = 3
"""A segment that comes later than three others usually do waited for something."""
_FEWEST: Final = 4
"""Segments that follow each other, from which their usual time is taken."""
_SLACK_NS: Final = 1_000_000
"""By how much a segment may be later than a round trip after the acknowledgement that it waited for."""
_OPTION_BYTES: Final = 40
"""Most bytes of TCP options, by which a full segment is shorter than what a SYN allows (RFC 9293, 3.1)."""
_DELAYS_NS: Final = (35_000_000, 500_000_000)
"""Delays of acknowledgements: 40 ms or more in Linux, in ticks of 4 ms; at most 500 (RFC 1122, 4.2.3.2)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that one end sent."""

    from_client: bool  #: who sent them
    first_ns: int  #: time of the first byte
    last_ns: int  #: time of the last byte
    size: int  #: bytes
    sequence: int = NONE  #: number of its first byte in TCP, NONE where that is not looked at
    acknowledged: int = NONE  #: what TCP acknowledges with it, NONE if nothing


@dataclass(slots=True)
class Turn:
    """A request and its reply."""

    kind: str  #: what the request is
    pieces: list[Piece] = field(default_factory=list)  #: of the client, then of the server
    rows: int = NONE  #: rows of the reply, if known
    statement: bytes = b""  #: what it asks for, empty if not known
    crossed: bool = False  #: whether its request left before any of the reply before it had come
    free: bool = False  #: whether the session is in no transaction then, as the protocol tells
    writes: int = 0  #: how many writes the request had at least, as its messages tell

    def sent(self, *, by_client: bool) -> list[Piece]:
        """Return the pieces of one end.

        @param by_client: of which end
        @return: in order
        """
        return [piece for piece in self.pieces if piece.from_client == by_client]


@dataclass(frozen=True, slots=True)
class Crossed:
    """A turn as two captures tell it: the server, and what its two ways over the network took."""

    served_ns: int  #: the server's work
    latency_ns: int  #: what the shortest turn took
    line_ns: int  #: what its bytes took beyond that
    queued_ns: int  #: what is left


@dataclass(frozen=True, slots=True)
class Way:
    """What TCP did in one direction."""

    times: list[int]  #: times of its segments with payload
    again: list[bool]  #: which of them were sent before
    acknowledged: list[int]  #: times of acknowledgements that the other end sent
    pace_ns: int = 0  #: usual time between segments of a message that follow each other
    ends: list[int] = field(default_factory=list)  #: bytes of the direction up to the end of each segment
    sizes: list[int] = field(default_factory=list)  #: bytes of each segment
    answered: list[int] = field(
        default_factory=list
    )  #: bytes of the direction that each acknowledgement answers
    largest: int = 0  #: bytes of the largest segment
    full: int = 0  #: bytes of a full one, which may be longer
    soonest_ns: int = 0  #: how soon after a segment of that length its acknowledgement was seen at best

    def late_ns(self, answer: int) -> int:
        """Return how long after the last segment that it answers an acknowledgement was seen.

        @param answer: which acknowledgement
        @return: nanoseconds
        """
        last = bisect.bisect_right(self.ends, self.answered[answer]) - 1
        return max(self.acknowledged[answer] - self.times[max(last, 0)], 0)

    def answers_few(self, answer: int) -> bool:
        """Return whether an acknowledgement answers less than two full segments, so that it may have been delayed.

        @param answer: which acknowledgement
        @return: whether it does
        """
        before = self.answered[answer - 1] if answer else 0
        return self.answered[answer] - before < 2 * self.full

    def waits_for_all(self, place: int, answer: int) -> bool:
        """Return whether a short segment left when all before it was acknowledged, as Nagle's algorithm has it.

        @param place: which segment
        @param answer: the acknowledgement before it
        @return: whether it did
        """
        return place > 0 and self.sizes[place] < self.full and self.answered[answer] >= self.ends[place - 1]

    def holds_none(self, loop_ns: int) -> bool:
        """Return whether a short segment left although a short one before it was not acknowledged.

        Neither Nagle's algorithm (RFC 896) nor Linux's form of it, Minshall's, sends two: it is not used.

        @param loop_ns: time between an acknowledgement and what it lets go, where the capture was taken
        @return: whether one did
        """
        short = NONE
        for place, size in enumerate(self.sizes):
            if size >= self.full or self.again[place]:
                continue
            last = bisect.bisect_right(self.acknowledged, self.times[place] - loop_ns * 3 // 4) - 1
            answered = self.answered[last] if last >= 0 else 0
            if short != NONE and self.ends[short] > answered and self.ends[short] < self.ends[place]:
                return True
            short = place
        return False


NO_WAY: Final = Way([], [], [])
"""Nothing of TCP: for what was recorded where no network is."""


def turns_of(pieces: Iterable[tuple[Piece, str, int]]) -> list[Turn]:
    """Find the turns: one begins where the client sends after the server has.

    @param pieces: each with the kind of the request that it begins, or "", and the rows of its reply
    @return: in order
    """
    found: list[Turn] = []
    for piece, kind, rows in pieces:
        last = found[-1].pieces[-1] if found else None
        if last is None or (piece.from_client and not last.from_client):
            found.append(Turn("", crossed=bool(found) and _passes(piece, found[-1])))
        turn = found[-1]
        turn.pieces.append(piece)
        turn.kind = turn.kind or kind
        if rows != NONE:
            turn.rows = max(turn.rows, 0) + rows
    return found


def _passes(piece: Piece, turn: Turn) -> bool:
    """Return whether a request left before any of a reply had come, as it acknowledges nothing of it."""
    reply = turn.sent(by_client=False)
    return bool(reply) and piece.acknowledged != NONE and _ahead(piece.acknowledged, reply[0].sequence) <= 0


def handshake(segments: Sequence[Segment], connection: Connection) -> tuple[int, int, int] | None:
    """Find the TCP handshake of a connection.

    @param segments: its segments in order
    @param connection: the connection
    @return: time of the SYN, and the round trips from the place of the capture to the server and to the client; None if
        the handshake was not captured
    """
    opened = answered = None
    for segment in segments:
        opening, acknowledges = segment.flags & tcp_header.SYN, segment.flags & tcp_header.ACK
        if opening and not acknowledges and segment.source == connection.client:
            opened = segment.time_ns
        elif opening and acknowledges and opened is not None:
            answered = segment.time_ns
        elif (
            acknowledges
            and segment.source == connection.client
            and opened is not None
            and answered is not None
        ):
            return opened, answered - opened, segment.time_ns - answered
    return None


class _Clock:
    """Adds the turns of a session to a record; times never run back."""

    def __init__(self, record: Record, number: int, ways: tuple[Way, Way], rtts: Rtts, seen: bool) -> None:
        """Keep where to; ways of the client's and of the server's bytes; rtts to the server and to the client."""
        self.record, self.number, self.ways, self.rtts = record, number, ways, rtts
        self.latency = LATENCY if seen else LATENCY_TOLD
        self.now = self.begun = 0
        self.call = self.statement = 0
        self.held = tuple(not way.holds_none(rtt or 0) for way, rtt in zip(ways, reversed(rtts), strict=True))
        self.inside = INSIDE

    def answer(self, time_ns: int, crossed: Crossed | None, rtt_ns: int | None) -> None:
        """Pass the time up to the first byte of a reply; crossed is what two captures tell of it."""
        if crossed is not None:
            left = max(time_ns - self.now, 0) - crossed.served_ns
            for event, most in (
                (TWO_POINTS, crossed.latency_ns), (LINE, crossed.line_ns), (QUEUED, crossed.queued_ns)
            ):  # fmt: skip
                part = max(min(most, left), 0)
                self._span(self.inside, event, part)
                self.now += part
                left -= part
            self.pass_to(time_ns, self.inside, SERVER_SEEN, None)
        elif rtt_ns is None:
            self.pass_to(time_ns, self.inside, AWAITED, None)
        else:
            self.pass_to(time_ns, self.inside, SERVER_WORK, rtt_ns)

    def pass_to(self, time_ns: int, place: int, event: Event, latency_ns: int | None) -> None:
        """Pass the time up to an event: a part of it is latency where that is known."""
        length = max(time_ns - self.now, 0)
        if latency_ns is not None and event.part not in ("waiting", "between"):
            part = min(latency_ns, length)
            self._span(place, self.latency, part)
            length -= part
        self._span(place, event, length)
        self.now = max(self.now, time_ns)

    def send(self, pieces: Sequence[Piece], *, by_client: bool) -> None:
        """Pass the time of a message, from its first byte to its last."""
        way = self.ways[0 if by_client else 1]
        # A flight waits for acknowledgements of the flight before, the first of which came while that arrived.
        self.begun = self.now
        end = max(pieces[-1].last_ns, self.now)
        least = _whole(self.rtts) or 0
        first, last = bisect.bisect_right(way.times, self.now), bisect.bisect_right(way.times, end)
        for place in range(first, last):
            self._segment(way, place, least, by_client)
        if way is NO_WAY:
            self.pass_to(end, self.inside, ASKING if by_client else ANSWERING, None)
        self.pass_to(end, self.inside, PACE, None)

    def turn(self, turn: Turn, crossed: Crossed | None) -> None:
        """Pass the time of a turn, from its first byte to its last.

        @param turn: the turn
        @param crossed: what two captures tell of it, or None
        """
        asked, answered = turn.sent(by_client=True), turn.sent(by_client=False)
        if asked:
            self.send(asked, by_client=True)
        if answered:
            rtt = self.rtts[0] if asked or self.rtts[0] is None else 0
            self.answer(answered[0].first_ns, crossed, rtt)
            self.send(answered, by_client=False)

    def _segment(self, way: Way, place: int, least: int, by_client: bool) -> None:
        """Pass the time before one segment of a message."""
        time = way.times[place]
        # On a slow line a segment alone takes longer than half of a short round trip.
        long = time - self.now >= max(least // 2, _PACES * way.pace_ns, 1)
        asked = self._answers(way, time, by_client)
        if way.again[place]:
            event = AGAIN
        elif long and asked is not None:
            self._wait(way, place, asked, by_client)
            return
        elif long and least:
            event = THINK if by_client else SERVER_WORK
        else:
            event = PACE
        self.pass_to(time, self.inside, event, None)

    def _wait(self, way: Way, place: int, answer: int, by_client: bool) -> None:
        """Pass the time before a segment that waited for an acknowledgement."""
        length = max(way.times[place] - self.now, 0)
        late = way.late_ns(answer) - (self.rtts[not by_client] or 0)
        if self.held[not by_client] and way.waits_for_all(place, answer):
            delayed = min(max(late, 0), length)
            self._span(self.inside, HELD, length - delayed)
            self._span(self.inside, DELAYED, delayed)
        else:
            delays = way.answers_few(answer) and _DELAYS_NS[0] <= late <= _DELAYS_NS[1]
            delayed = min(late, length) if delays else 0
            queued = 0 if delays else min(max(way.late_ns(answer) - way.soonest_ns, 0), length)
            self._span(self.inside, ACKNOWLEDGED, length - delayed - queued)
            self._span(self.inside, DELAYED, delayed)
            self._span(self.inside, QUEUED_ANSWER, queued)
        self.now = max(self.now, way.times[place])

    def _answers(self, way: Way, time: int, by_client: bool) -> int | None:
        """Return the acknowledgement that a segment may have waited for: it comes about a round trip after that."""
        loop = self.rtts[by_client]
        last = bisect.bisect_right(way.acknowledged, time - (loop or 0) * 3 // 4) - 1
        if last < 0 or way.acknowledged[last] < self.begun:
            return None
        waited = loop is None or time - way.acknowledged[last] <= loop + loop // 4 + _SLACK_NS
        return last if waited else None

    def _span(self, place: int, event: Event, length: int) -> None:
        """Add a span."""
        if length > 0:
            self.record.spans.add(self.call, self.record.events.number(event), place, self.statement, length)


def record_turns(
    record: Record, session: Session, turns: Sequence[Turn], ways: tuple[Way, Way],
    opening: tuple[int, int, int] | None, told: Rtts, served: Sequence[int | None],
) -> None:  # fmt: skip
    """Add the turns of a session to a record.

    @param record: the record, with the session already in it
    @param session: the session
    @param turns: its turns
    @param ways: what TCP did with the bytes of the client, and of the server
    @param opening: the TCP handshake, if it was captured
    @param told: what else is known of the round trips to the server and to the client, for captures without one
    @param served: how long the server took for each turn, where another capture tells it
    """
    rtts = opening[1:] if opening else told
    clock = _Clock(record, record.sessions.index(session), ways, rtts, opening is not None)
    session.start_ns = clock.now = opening[0] if opening else turns[0].pieces[0].first_ns
    session.rtt_ns = _whole(rtts)
    crossed, byte_ns = _crossed(turns, served, session.rtt_ns, ways[1].largest)
    session.line_bit_s = round(8e9 / byte_ns) if byte_ns else 0
    trip = NONE
    for number, turn in enumerate(turns):
        clock.call = len(record.calls)
        trip += not turn.crossed
        text = turn.statement
        clock.statement = record.statements.number(name_of(text), text) if text else 0
        if number == 0 and opening:
            clock.pass_to(sum(opening), BEFORE, OPENING, None)
        asked, answered = turn.sent(by_client=True), turn.sent(by_client=False)
        begun = (asked or answered)[0].first_ns
        event, latency = (BETWEEN, None) if rtts[1] is None else (THINK, rtts[1])
        clock.pass_to(begun, BEFORE, event, 0 if number == 0 else latency)
        start = clock.now
        clock.turn(turn, crossed[number])
        kind = record.kind(turn.kind or ("request" if asked else "reply without request"))
        record.add_call(clock.number, clock.statement, kind, start, clock.now, trip=trip, rows=turn.rows)
        record.calls.request_bytes.append(sum(piece.size for piece in asked))
        record.calls.reply_bytes.append(sum(piece.size for piece in answered))
        record.calls.request_writes.append(max(len({piece.first_ns for piece in asked}), turn.writes))
        record.calls.early_bytes.append(_early_bytes(asked, answered))
        record.calls.free.append(turn.free)
        session.trips += bool(asked and answered and not turn.crossed)
    session.end_ns = clock.now


@dataclass(slots=True)
class Seen:
    """A connection of a run as captures at its client, and perhaps at its server, have it."""

    opening: tuple[int, int, int]  #: the TCP handshake
    turns: list[Turn]  #: its turns
    ways: tuple[Way, Way]  #: what TCP did with the bytes of the client, and of the server
    served: list[int | None]  #: how long the server took for each turn, if a capture at the server tells it
    crossed: list[Crossed | None] = field(init=False)  #: the network of each turn, as two captures tell it

    def __post_init__(self) -> None:
        """Tell latency, bytes and queues apart."""
        self.crossed, _byte_ns = _crossed(
            self.turns, self.served, sum(self.opening[1:]), self.ways[1].largest
        )

    def divide(self, record: Record, call: tuple[int, int, int], place: int, times: tuple[int, int]) -> None:
        """Add what a call of a run was made of.

        @param record: record of the run
        @param call: numbers of its session, of the call and of its statement
        @param place: which turn it is
        @param times: when it began, and when it ended
        """
        clock = self._clock(record, call, times[0])
        clock.turn(self.turns[place], self.crossed[place])
        clock.pass_to(times[1], INSIDE, PACE, None)

    def divide_opening(
        self, record: Record, call: tuple[int, int, int], lost: Event, times: tuple[int, int]
    ) -> None:
        """Add what was before the first call of a run.

        @param record: record of the run
        @param call: numbers of its session, of the call and of its statement
        @param lost: what the time before the handshake was
        @param times: when the session began, and when the call did
        """
        clock = self._clock(record, call, times[0])
        clock.inside = BEFORE
        clock.pass_to(self.opening[0], BEFORE, lost, None)
        clock.pass_to(sum(self.opening), BEFORE, OPENING, None)
        for turn, crossed in zip(self.turns, self.crossed, strict=True):
            if turn.pieces[-1].last_ns >= times[1]:
                break
            clock.pass_to(turn.pieces[0].first_ns, BEFORE, THINK, self.opening[2])
            clock.turn(turn, crossed)
        clock.pass_to(times[1], BEFORE, THINK, None)

    def _clock(self, record: Record, call: tuple[int, int, int], now: int) -> _Clock:
        """Return a clock for a call."""
        clock = _Clock(record, call[0], self.ways, self.opening[1:], seen=True)
        _session, clock.call, clock.statement = call
        clock.now = now
        return clock


def _early_bytes(asked: Sequence[Piece], answered: Sequence[Piece]) -> int:
    """Return how many bytes of a reply came before the last of its request; not all of them."""
    if not asked:
        return 0
    return sum(piece.size for piece in answered[:-1] if piece.last_ns < asked[-1].first_ns)


def _whole(rtts: Rtts) -> int | None:
    """Return the round trip between client and server, if both of its parts are known."""
    return None if rtts[0] is None or rtts[1] is None else rtts[0] + rtts[1]


def _crossed(
    turns: Sequence[Turn], served: Sequence[int | None], rtt_ns: int | None, largest: int
) -> tuple[list[Crossed | None], float]:
    """Tell latency, bytes on the line and queues apart in the network's time of each turn.

    Without queues a turn takes a time, and more for each of its bytes. No turn took less, so that both are those of the
    line below all turns that is nearest to them.

    @param turns: turns of a connection
    @param served: how long the server took for each, where another capture tells it
    @param rtt_ns: round trip of the handshake, which may be the shortest
    @param largest: bytes of the largest segment of a reply, as its first one is what is waited for
    @return: what each is made of, None where no other capture tells it; and nanoseconds of a byte on the line
    """
    known = {
        number: (_waited_bytes(turn, rtt_ns or 0, largest), _network_ns(turn, took))
        for number, (turn, took) in enumerate(zip(turns, served, strict=True))
        if took is not None
    }
    base, slope = _line_below(sorted(known.values()))
    small = min((size for size, _time in known.values()), default=0)
    least = round(base + slope * small)
    least = least if rtt_ns is None else min(least, rtt_ns)
    found: list[Crossed | None] = []
    for number, took in enumerate(served):
        if took is None:
            found.append(None)
            continue
        size, time = known[number]
        line = max(min(round(base + slope * size), time) - least, 0)
        found.append(Crossed(took, least, line, max(time - least - line, 0)))
    return found, slope


def _line_below(points: Sequence[tuple[int, int]]) -> tuple[float, float]:
    """Return the line that no point is below and that is nearest to them: an edge of their convex hull.

    The sum of the distances is least where the line is highest at the mean of the sizes.

    @param points: sizes and times, in order
    @return: time at size 0, and time for each byte, not below 0
    """
    hull: list[tuple[int, int]] = []
    for size, time in points:
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (size - hull[-2][0]) >= (time - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        if not hull or size > hull[-1][0]:
            hull.append((size, time))
    mean = sum(size for size, _time in points) / max(len(points), 1)
    for (small, low), (large, high) in pairwise(hull):
        if large >= mean and high > low:
            slope = (high - low) / (large - small)
            return low - slope * small, slope
    return float(min((time for _size, time in points), default=0)), 0.0


def _waited_bytes(turn: Turn, rtt_ns: int, largest: int) -> int:
    """Return the bytes that the first of a reply waits for on the line: the request's last flight, and its segment."""
    asked = turn.sent(by_client=True)
    flight = sum(piece.size for piece in asked if piece.last_ns >= asked[-1].last_ns - rtt_ns)
    return flight + min(turn.sent(by_client=False)[0].size, largest)


def _network_ns(turn: Turn, served_ns: int) -> int:
    """Return what the network took of the wait for a reply."""
    waited = turn.sent(by_client=False)[0].first_ns - turn.sent(by_client=True)[-1].last_ns
    return max(waited - served_ns, 0)


def served_of(turns: Sequence[Turn], far: Sequence[Turn] | None) -> list[int | None]:
    """Return how long the server took for each turn, by a capture that was taken near it.

    @param turns: turns of a connection
    @param far: the same as that capture has them, or None
    @return: nanoseconds from the last byte of a request to the first of the reply; None where the two captures differ
    """
    if far is None or len(far) != len(turns):
        return [None] * len(turns)
    return [_served(*pair) for pair in zip(turns, far, strict=True)]


def _served(turn: Turn, far: Turn) -> int | None:
    """Return how long the server took for a turn, None if it is another one."""
    sizes = [
        [sum(piece.size for piece in each.sent(by_client=who)) for who in (True, False)]
        for each in (turn, far)
    ]
    if sizes[0] != sizes[1] or not all(sizes[0]):
        return None
    return max(far.sent(by_client=False)[0].first_ns - far.sent(by_client=True)[-1].last_ns, 0)


def way_of(sent: Sequence[Segment], answers: Sequence[Segment]) -> Way:
    """Find what TCP did in one direction.

    @param sent: segments of one end, in order
    @param answers: segments of the other end, in order
    @return: times, which segments were sent before, and acknowledgements
    """
    times, again, ends, place, highest = [], [], [], 0, 0
    payload = [segment for segment in sent if segment.payload]
    first = last = payload[0].sequence if payload else 0
    for segment in payload:
        place += _ahead(segment.sequence, last)
        last = segment.sequence
        times.append(segment.time_ns)
        again.append(place < highest)
        highest = max(highest, place + len(segment.payload))
        ends.append(highest)
    new = [now for before, now in pairwise(answers) if now.acknowledged != before.acknowledged]
    answered, place = [], 0
    last = first
    for segment in new:
        place += _ahead(segment.acknowledged, last)
        last = segment.acknowledged
        answered.append(place)
    sizes = [len(segment.payload) for segment in payload]
    largest = max(
        (size for size, sent_before in zip(sizes, again, strict=True) if not sent_before), default=0
    )
    found = Way(
        times, again, [segment.time_ns for segment in new], _pace(payload), ends, sizes, answered,
        largest, _full(largest, answers),
    )  # fmt: skip
    return dataclasses.replace(found, soonest_ns=_soonest(found))


def _full(largest: int, answers: Sequence[Segment]) -> int:
    """Return the bytes of a full segment: of the largest seen, unless the SYN of the other end tells another length.

    Segments that the network card cuts are longer in a capture at their sender.
    """
    allowed = max((segment.largest or 0 for segment in answers), default=0)
    if not allowed or allowed - _OPTION_BYTES <= largest <= allowed:
        return largest
    return allowed if largest < allowed else allowed - _OPTION_BYTES


def _soonest(way: Way) -> int:
    """Return how soon after a full segment its acknowledgement was seen at best."""
    found = []
    for answer, end in enumerate(way.answered):
        last = bisect.bisect_right(way.ends, end) - 1
        if last >= 0 and way.sizes[last] == way.largest:
            found.append(way.late_ns(answer))
    return min(found, default=_DELAYS_NS[1])


def _ahead(one: int, other: int) -> int:
    """Return how far a sequence number is ahead of another; they wrap at 2^32."""
    return (one - other + 2**31) % 2**32 - 2**31


def _pace(payload: Sequence[Segment]) -> int:
    """Return the usual time between segments of a message, 0 if few follow each other."""
    largest = max((len(segment.payload) for segment in payload), default=0)
    gaps = [
        after.time_ns - before.time_ns
        for before, after in pairwise(payload)
        if len(after.payload) == len(before.payload) == largest
        and before.acknowledged == after.acknowledged
        and before.sequence + largest == after.sequence
    ]
    return sorted(gaps)[len(gaps) // 2] if len(gaps) >= _FEWEST else 0
