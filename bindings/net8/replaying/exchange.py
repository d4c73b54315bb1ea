# SPDX-License-Identifier: GPL-2.0-only
"""Recorded sessions as exchanges: a request, the work of the server, the reply, the work of the client before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.base.words import many
from net8.record.estimates import shortest_wait
from net8.record.record import BEFORE, INSIDE, NONE, REST, Record
from net8.record.turns import ANSWERING, ASKING
from net8.record.wait_classes import FROM_CLIENT, MORE_TO_CLIENT, TO_CLIENT

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = [
    "FETCH", "OPENING", "PACKET_BYTES", "Conversation", "Exchange", "conversations", "row_range",
    "with_rows",
]  # fmt: skip

OPENING: Final = "connect"
"""Kind of the exchanges before the session is accepted."""
FETCH: Final = "fetch"
_BARE: Final = "no line of a call"
"""Kind of the round trips of a trace that show in its waits alone."""
PACKET_BYTES: Final = 10
"""Header of a DATA packet."""
_KEPT: Final = "kept"
_WORK: Final = ("server", "wait")
_OURS: Final = ("client", "between")
_EXECUTE_BYTES: Final = 100
_SHORT_BYTES: Final = 30
_TEXT_CUT: Final = 200
_REPLY_BYTES: Final = 70
_LEAST_CROSSING_NS: Final = 2_000_000
"""Round trip from which on messages that cross each other are told from others."""
_CROSSING: Final = 3
"""A turn that took less than a third of a round trip was none."""
_MANY: Final = 5
"""A fifth of the replies that come sooner tells that a handshake took longer than the round trip."""
_PACKET_BYTES: Final = 8192
"""Bytes of a packet of a long reply of which the file tells none: the default SDU."""
_ROW_BYTES: Final = 100
"""Bytes of a row of which nothing tells how long it is."""


@dataclass(slots=True)
class Exchange:
    """A request and its reply, as they were recorded; times are nanoseconds."""

    kind: str  #: kind of the call, or kinds of several in one round trip
    statement: str  #: name of the statement, empty if it is not known
    request_bytes: int  #: TNS packets of the request
    reply_bytes: int  #: TNS packets of the reply
    rows: int  #: rows of the reply, NONE if not told
    server_ns: int  #: the server's work
    client_ns: int  #: the client's work before it
    response_ns: (
        int  #: from request to reply, as the client sees it, without its work between parts of the request
    )
    latency_ns: int = 0  #: what of that counts as round trip
    turn_ns: int = 0  #: what counts as round trip from the reply before it to its own
    paced_ns: int = 0  #: time between its segments that follow each other
    packets: int = 0  #: full packets of the reply, as a trace tells them
    asking_ns: int = 0  #: from the first byte of the request to its last, where no network was between
    answering_ns: int = 0  #: the same of the reply
    start_ns: int = 0  #: when the request began
    end_ns: int = 0  #: when the reply had come
    crossed: bool = False  #: whether its request left before any of the reply before it had come
    writing_ns: int = 0  #: what of the server's work passed between packets of the reply, as a trace tells it
    request_writes: int = 1  #: pieces in which the client wrote the request, where no network was between
    write_ns: int = (
        0  #: time of the client before each of these but the first, where they are played one by one
    )
    early_bytes: int = 0  #: bytes of the reply that came before the last of the request
    free: bool = False  #: whether the session is in no transaction after it, as the protocol tells


@dataclass(slots=True)
class Conversation:
    """One session."""

    name: str  #: what the record calls it, with the file's name
    rtt_ns: int  #: round trip of its network
    rtt_told: str  #: where that comes from
    opened: bool  #: whether it begins with its TCP handshake
    opening: list[Exchange] = field(default_factory=list)  #: CONNECT and its answers
    exchanges: list[Exchange] = field(default_factory=list)  #: all others, in order
    total_ns: int = 0  #: from its start to its last reply, as the client sees it
    sizes_told: bool = True  #: whether the file tells bytes
    packet_bytes: int = 0  #: bytes of a full packet of a reply, of a trace
    encrypted: bool = False  #: whether TLS hides where its messages begin
    start_ns: int = 0  #: when it began
    polls: bool = False  #: whether its server waits for requests with poll or epoll, not in read

    @property
    def trips(self) -> int:
        """Round trips, that of TCP included."""
        return self.opened + len(self.opening) + len(self.exchanges)

    @property
    def first_ns(self) -> int:
        """The client's work before the first call, where that is played in the opening."""
        return (
            self.exchanges[0].client_ns
            if self.exchanges and (self.opening or len(self.exchanges) == 1)
            else 0
        )

    @property
    def opening_ns(self) -> int:
        """Time from its start to its first call, as the client sees it."""
        calls = sum(each.response_ns + each.client_ns for each in self.exchanges)
        return self.total_ns - calls + self.first_ns

    @property
    def server_ns(self) -> int:
        """The server's work in all."""
        return sum(each.server_ns for each in (*self.opening, *self.exchanges))

    @property
    def client_ns(self) -> int:
        """The client's work in all."""
        return sum(each.client_ns for each in (*self.opening, *self.exchanges))


def conversations(record: Record, rtt_ns: int | None) -> tuple[list[Conversation], list[str]]:
    """Cut the sessions of a record into exchanges.

    @param record: what a file tells
    @param rtt_ns: round trip of its network where it does not tell that, or None
    @return: sessions with at least one request that was answered, and what is to be said of them
    """
    told = bool(record.calls.request_bytes)
    found, notes = (_by_bytes if told else _by_waits)(record, rtt_ns)
    left = len(record.sessions) - len(found)
    if left:
        notes.append(f"{many(left, 'session')} without a request that was answered: not played")
    return found, notes


def _rows_of(record: Record) -> list[Numbers]:
    """Return the numbers of the client's calls of each session, in order."""
    calls = record.calls
    rest = record.kinds.index(REST) if REST in record.kinds else NONE
    ours = np.flatnonzero((calls.column("parent") == NONE) & (calls.column("kind") != rest))
    session = calls.column("session")[ours]
    order = np.argsort(session, kind="stable")
    edges = np.searchsorted(session[order], np.arange(len(record.sessions) + 1))
    return [np.sort(ours[order[start:end]]) for start, end in pairwise(edges.tolist())]


def _spent(record: Record, parts: Sequence[str], place: int) -> Numbers:
    """Return the time of some parts inside each call or before it."""
    spans = record.spans
    wanted = np.array([event.part in parts for event in record.events.all] or [False])
    found = np.zeros(len(record.calls), dtype=np.int64)
    if not len(spans.call):
        return found
    chosen = (spans.column("place") == place) & wanted[spans.column("event")]
    np.add.at(found, spans.column("call")[chosen], spans.column("time_ns")[chosen])
    return found


def _by_bytes(record: Record, rtt_ns: int | None) -> tuple[list[Conversation], list[str]]:
    """Take exchanges of a capture or of a run, whose calls are one round trip each."""
    calls = record.calls
    work = _spent(record, _WORK, INSIDE)
    # The client's work between the parts of a request is played before it.
    early = _spent(record, _OURS, INSIDE)
    ours = early + _spent(record, ("client",), BEFORE)
    between = _spent(record, ("between",), BEFORE)
    inside, late = (_spent(record, ("latency",), place) for place in (INSIDE, BEFORE))
    awaited, before = (_spent(record, ("waiting",), place) for place in (INSIDE, BEFORE))
    paced = _spent(record, ("serialisation",), INSIDE)
    asking, answering = (_of_event(record, event.name, "time_ns") for event in (ASKING, ANSWERING))
    columns = {
        name: calls.column(name)
        for name in (
            "start_ns",
            "end_ns",
            "kind",
            "statement",
            "rows",
            "trip",
            "request_bytes",
            "reply_bytes",
            "request_writes",
            "early_bytes",
            "free",
        )
    }
    trip = columns["trip"]
    found: list[Conversation] = []
    for session, numbers in zip(record.sessions, _rows_of(record), strict=True):
        begun = session.start_ns or 0
        first = int(numbers[0]) if len(numbers) else 0
        told = session.rtt_ns if session.rtt_ns is not None else rtt_ns
        talk = Conversation(
            session.name, told or 0, "TCP handshake" if session.rtt_ns is not None else "told or estimated",
            len(numbers) > 0 and session.rtt_ns is not None and int(columns["start_ns"][first]) > begun,
            encrypted=session.encrypted, start_ns=begun, polls=session.polls,
        )  # fmt: skip
        if len(numbers) and before[first]:
            # All before the first call of a run, which its captures may divide.
            wait = max(int(columns["start_ns"][first]) - begun - talk.rtt_ns, 0)
            ours[first] = late[first] = 0
            talk.opening.append(_accept(wait, max(wait - talk.rtt_ns, 0)))
        # What the last reply takes beyond the capture no request tells.
        usual = int(np.median(late[numbers[1:]])) if len(numbers) > 1 else 0
        carried, last_trip = 0, NONE
        for place, number in enumerate(numbers.tolist()):
            kind = record.kinds[int(columns["kind"][number])]
            length = int(columns["end_ns"][number] - columns["start_ns"][number])
            client = int(ours[number]) + max(int(between[number]) - talk.rtt_ns, 0) + carried
            # A server that speaks first does so when the handshake is over: half a round trip there, half one back.
            greets = place == 0 and talk.opened and columns["reply_bytes"][number]
            if (
                not (columns["request_bytes"][number] or greets)
                or not columns["reply_bytes"][number]
                or kind == _KEPT
            ):
                carried = client + length
                continue
            carried = 0
            next_ = int(numbers[place + 1]) if place + 1 < len(numbers) else NONE
            back = int(late[next_]) + min(int(between[next_]), talk.rtt_ns) if next_ != NONE else usual
            which = int(columns["statement"][number])
            exchange = Exchange(
                kind, record.statements.all[which].name if which else "",
                int(columns["request_bytes"][number]), int(columns["reply_bytes"][number]),
                int(columns["rows"][number]), int(work[number]) + max(int(awaited[number]) - talk.rtt_ns, 0),
                client, length + back - int(early[number]), int(inside[number]) + back,
                int(inside[number] + late[number])
                + min(int(awaited[number] + between[number]), talk.rtt_ns),
                int(paced[number]), 0, int(asking[number]), int(answering[number]), int(columns["start_ns"][number]),
                int(columns["end_ns"][number]) + back, int(trip[number]) == last_trip,
                request_writes=max(int(columns["request_writes"][number]), 1),
                early_bytes=max(int(columns["early_bytes"][number]), 0), free=bool(columns["free"][number] == 1),
            )  # fmt: skip
            last_trip = int(trip[number])
            start = not (talk.opening or talk.exchanges)
            opens = not talk.exchanges and (kind == OPENING or (talk.opened and start))
            (talk.opening if opens else talk.exchanges).append(exchange)
            if not talk.opened and start:
                begun, exchange.client_ns = int(columns["start_ns"][number]), exchange.asking_ns
            talk.total_ns = int(columns["end_ns"][number]) + back - begun
        if talk.opening and not talk.exchanges and talk.opening[0].kind != OPENING:
            # One request on a connection of its own, and no CONNECT.
            talk.exchanges, talk.opening = talk.opening, []
        if talk.exchanges or talk.opening:
            _join(talk, _crossed)
            _shorten(talk)
            _join(talk, _too_soon)
            found.append(talk)
    return found, []


def _crossed(each: Exchange, _rtt_ns: int) -> bool:
    """Return whether TCP shows that a request crossed the reply before it."""
    return each.crossed


def _too_soon(each: Exchange, rtt_ns: int) -> bool:
    """Return whether a turn took less than a round trip can."""
    return rtt_ns >= _LEAST_CROSSING_NS and each.turn_ns * _CROSSING < rtt_ns


def _join(talk: Conversation, crosses: Callable[[Exchange, int], bool]) -> None:
    """Join exchanges that are no round trip of their own, as their messages crossed others on the way."""
    found: list[Exchange] = []
    for each in talk.exchanges:
        last = found[-1] if found else None
        if last is None or not crosses(each, talk.rtt_ns):
            found.append(each)
            continue
        last.request_bytes += each.request_bytes
        last.request_writes += each.request_writes
        last.early_bytes += each.early_bytes
        last.reply_bytes += each.reply_bytes
        last.rows = max(last.rows, each.rows)
        last.writing_ns += each.writing_ns
        last.server_ns += each.server_ns + each.client_ns + each.turn_ns
        last.response_ns += each.response_ns + each.client_ns
        last.latency_ns = each.latency_ns
        last.end_ns = each.end_ns
        last.free = each.free
    talk.exchanges = found


def _shorten(talk: Conversation) -> None:
    """Shorten a round trip that replies did not take, as a first packet may wait for an address or a process.

    Replies that came in less than a third of it crossed their request and tell nothing, unless they are many.
    """
    taken = sorted(each.latency_ns for each in talk.exchanges)
    if not talk.opened or not taken:
        return
    usual = talk.rtt_ns
    if len(taken) >= _MANY:
        usual = min(usual, taken[len(taken) // _MANY])
    least = usual // _CROSSING if usual >= _LEAST_CROSSING_NS else 0
    rtt = min([usual, *(each for each in taken if each > least)])
    if rtt >= talk.rtt_ns:
        return
    first = (talk.opening or talk.exchanges)[0]
    first.client_ns += talk.rtt_ns - rtt
    talk.rtt_ns, talk.rtt_told = rtt, "shortest of its replies"
    for each in (*talk.opening, *talk.exchanges):
        each.server_ns += max(each.latency_ns - rtt, 0)


def _accept(response_ns: int, server_ns: int) -> Exchange:
    """Return the exchange of CONNECT and ACCEPT of a run, whose tables have only the time that it took."""
    return Exchange(OPENING, "", 0, 0, NONE, server_ns, 0, response_ns)


def _by_waits(record: Record, rtt_ns: int | None) -> tuple[list[Conversation], list[str]]:
    """Take exchanges of a trace, whose calls share round trips, and which tells no bytes."""
    between = _spent(record, ("between",), BEFORE)
    # Where the send buffer is full, the end of a reply waits for it, too.
    stalls = _spent(record, ("serialisation", "stall", "between"), INSIDE) + _of_event(
        record, TO_CLIENT, "time_ns"
    )
    more = _of_event(record, MORE_TO_CLIENT, "count")
    writing = np.maximum(record.calls.column("writing_ns"), 0)
    least = shortest_wait(record)
    rtt = rtt_ns if rtt_ns is not None else least
    notes = [
        "bytes of requests and replies are not in a trace: requests count as 100 bytes and their text, replies as 70 "
        f"bytes, {record.packet_bytes or _PACKET_BYTES:,} for each wait for more data to the client, and rows of the "
        "length that these and the numbers of rows tell, else of 100 bytes; --row-bytes sets it"
    ]
    if rtt_ns is None:
        notes.append(
            f"the round trip of the network is taken to be {least / 1e6:.3f} ms, as the shortest waits for the client "
            "take, and no more than that; --was-rtt tells it"
        )
    elif least and rtt_ns > least:
        notes.append(
            f"the round trip that is told, {rtt_ns / 1e6:.3f} ms, is longer than the shortest waits for the client, "
            f"{least / 1e6:.3f} ms: less may be right, or some requests did not wait for the reply before them"
        )
    found, bare = [], _bare_trips(record, rtt)
    for session, numbers in zip(record.sessions, _rows_of(record), strict=True):
        talk = Conversation(
            session.name, rtt, "told" if rtt_ns is not None else "shortest wait for the client", False,
            sizes_told=False, packet_bytes=record.packet_bytes or _PACKET_BYTES,
        )  # fmt: skip
        ended = NONE
        for group in _trips(record, numbers):
            first = int(group[0])
            before = bare.get(first, []) if ended != NONE else []
            for wait in before:
                _add_bare(talk, wait)
            between[first] -= sum(before)
            _add_trip(record, talk, group, ended + sum(before), (between, stalls, more, writing))
            ended = int(record.calls.end_ns[int(group[-1])])
        if talk.exchanges:
            _join(talk, _too_soon)
            found.append(talk)
    count = sum(each.kind == _BARE for talk in found for each in talk.exchanges)
    if count:
        notes.append(
            f"{many(count, 'round trip')} without the line of a call, as pings, errors, and LOBs before 11.2 are: "
            "played as short calls, and what the server did there as a part of the next call"
        )
    return found, notes


def _bare_trips(record: Record, rtt_ns: int) -> dict[int, list[int]]:
    """Return waits before calls that were round trips without the line of a call, by the call that follows."""
    spans = record.spans
    shared = np.array([event.part == "between" for event in record.events.all] or [False])
    chosen = (spans.column("place") == BEFORE) & shared[spans.column("event")]
    found: dict[int, list[tuple[int, bool]]] = {}
    for call, event, time in zip(
        *(spans.column(name)[chosen].tolist() for name in ("call", "event", "time_ns")), strict=True
    ):
        found.setdefault(call, []).append((time, record.events.all[event].name == FROM_CLIENT))
    trips = {}
    for call, waits in found.items():
        # The last wait for the client ended with the request of the call itself.
        last = max((place for place, (_time, asked) in enumerate(waits) if asked), default=NONE)
        lone = [
            time for place, (time, _asked) in enumerate(waits) if place != last and time * _CROSSING >= rtt_ns
        ]
        if lone and last != NONE:
            trips[call] = lone
    return trips


def _add_bare(talk: Conversation, wait_ns: int) -> None:
    """Add a round trip that shows in a wait alone to a session."""
    rtt = min(talk.rtt_ns, wait_ns)
    talk.exchanges.append(
        Exchange(_BARE, "", _SHORT_BYTES, _REPLY_BYTES, NONE, 0, wait_ns - rtt, rtt, rtt, rtt)
    )
    talk.total_ns += wait_ns


def _of_event(record: Record, name: str, column: str) -> Numbers:
    """Add up a column of the spans of an event in each call."""
    found = np.zeros(len(record.calls), dtype=np.int64)
    wanted = np.array([event.name == name for event in record.events.all] or [False])
    if wanted.any():
        chosen = wanted[record.spans.column("event")]
        np.add.at(found, record.spans.column("call")[chosen], record.spans.column(column)[chosen])
    return found


def _trips(record: Record, numbers: Numbers) -> list[Numbers]:
    """Cut the calls of a session where its round trips begin."""
    if not len(numbers):
        return []
    trip = record.calls.column("trip")[numbers]
    return np.split(numbers, np.flatnonzero(np.diff(trip)) + 1)


def _add_trip(
    record: Record, talk: Conversation, group: Numbers, ended: int, times: tuple[Numbers, Numbers, Numbers, Numbers]
) -> None:  # fmt: skip
    """Add the calls of a round trip to a session; time that is neither theirs nor the client's is the server's."""
    calls = record.calls
    between, stalls, more, writing = times
    first, last = int(group[0]), int(group[-1])
    start = int(calls.start_ns[first])
    gap = int(between[first]) if ended != NONE else 0
    rtt = min(talk.rtt_ns, gap) if ended != NONE else talk.rtt_ns
    start -= max(start - ended - gap, 0) if ended != NONE else 0
    # A clock may be set back by less than what a record mends.
    spent = max(int(calls.end_ns[last]) - start, 0)
    networked = int(stalls[group].sum())
    kinds = [record.kinds[int(calls.kind[number])] for number in group.tolist()]
    rows = sum(max(int(calls.rows[number]), 0) for number in group.tolist())
    which = max(int(calls.statement[number]) for number in group.tolist())
    statement = record.statements.all[which]
    asks = any(kind in ("parse", "execute") for kind in kinds)
    exchange = Exchange(
        " + ".join(dict.fromkeys(kinds)), statement.name if which else "",
        _EXECUTE_BYTES + len(statement.text) if asks else _SHORT_BYTES,
        _REPLY_BYTES, rows, max(spent - networked, 0), max(gap - rtt, 0), spent + rtt,
        rtt, rtt,
    )  # fmt: skip
    exchange.packets = int(more[group].sum())
    exchange.writing_ns = min(int(writing[group].sum()), exchange.server_ns)
    exchange.reply_bytes += exchange.packets * talk.packet_bytes
    talk.total_ns += exchange.client_ns + exchange.response_ns
    talk.exchanges.append(exchange)


def with_rows(talk: Conversation, row_bytes: int | None) -> Conversation:
    """Give the replies of a trace the bytes of their rows.

    @param talk: the session
    @param row_bytes: bytes of a row, or None: what the numbers of packets and of rows of each statement tell
    @return: a copy
    """
    if talk.sizes_told:
        return talk
    told = {
        name: row_bytes or sum(row_range(talk, name)) / 2
        for name in {each.statement for each in talk.exchanges}
    }
    longer = []
    for each in talk.exchanges:
        size = _REPLY_BYTES + round(max(each.rows, 0) * told[each.statement])
        if row_bytes is None:
            size = min(size, (each.packets + 1) * talk.packet_bytes)
        longer.append(replace(each, reply_bytes=max(each.reply_bytes, size)))
    return replace(talk, exchanges=longer)


def row_range(talk: Conversation, statement: str) -> tuple[float, float]:
    """Return how long the rows of a statement are at least and at most, as full packets and rows of replies tell.

    A reply of r rows with k waits for more data has k full packets and a part of one:
    k x b <= 70 + r x row < (k + 1) x b. Where rows are of different lengths the replies contradict each other, and the
    mean is what counts.

    @param talk: a session of a trace
    @param statement: name of the statement
    @return: bytes of a row; both the same where replies contradict each other, or have no full packet
    """
    size = talk.packet_bytes
    fetched = [each for each in talk.exchanges if each.statement == statement and each.rows > 0]
    if not any(each.packets for each in fetched):
        most = min((size / each.rows for each in fetched), default=_ROW_BYTES)
        return (min(_ROW_BYTES, most),) * 2
    low = max((each.packets * size - _REPLY_BYTES) / each.rows for each in fetched)
    high = min(((each.packets + 1) * size - _REPLY_BYTES) / each.rows for each in fetched)
    if low < high:
        return max(low, 0.0), high
    mean = sum((each.packets + 0.5) * size for each in fetched) / sum(each.rows for each in fetched)
    return mean, mean
