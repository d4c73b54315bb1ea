# SPDX-License-Identifier: GPL-2.0-only
"""What happened: sessions, statements, calls in order, and what passed during each call and before it.

Calls and spans are columns of integers, so that a trace of a gigabyte fits into memory. Times are nanoseconds.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from net8.base.terminal import plain

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = [
    "BEFORE", "INSIDE", "NONE", "REST", "Calls", "Event", "Events", "Mark", "Part", "Record", "Session", "Spans",
    "Statement", "Statements", "not_told",
]  # fmt: skip

INSIDE: Final = 0
"""Place of a span in its call."""
BEFORE: Final = 1
"""Place of a span between the previous call of its session and its call."""
NONE: Final = -1
"""In place of a number that the file does not tell, and of a call without parent."""
REST: Final = "after the last call"
"""Kind of the empty call that ends a session and holds the spans after its last call."""
_TEXT_BYTES: Final = 200
_MOST_STATEMENTS: Final = 200_000

Origin = Literal["seen", "derived", "assumed", "absent"]
"""Whether a field stands in the file, follows from what does, is taken to be so, or is not known."""
Part = Literal[
    "wait",
    "server",
    "latency",
    "serialisation",
    "stall",
    "retransmission",
    "nagle",
    "queueing",
    "transfer",
    "between",
    "waiting",
    "client",
]
"""What the time of an event counts as; "between" is the network and the client together, "waiting" the network and the
server, "transfer" serialisation, stalls and retransmission."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the values of a field come from."""

    origin: Origin  #: one of four words
    how: str  #: in a few words


def not_told(what: str) -> Mark:
    """Make the mark of a field that a kind of file lacks.

    @param what: the kind of file
    @return: the mark
    """
    return Mark("absent", f"{what} does not tell it")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that takes time: a wait event of the server, or what a capture shows."""

    name: str  #: as the file has it
    part: Part  #: what its time counts as
    wait_class: str  #: class of a wait event, else empty
    rule: str  #: why it counts as that


class Events:
    """Events by number."""

    def __init__(self) -> None:
        """Start without any."""
        self.all: list[Event] = []
        self._numbers: dict[Event, int] = {}

    def number(self, event: Event) -> int:
        """Return the number of an event, a new one if it is new.

        @param event: the event
        @return: from 0 on
        """
        found = self._numbers.setdefault(event, len(self.all))
        if found == len(self.all):
            self.all.append(event)
        return found


@dataclass(slots=True)
class Session:
    """One session."""

    name: str  #: what the file calls it
    start_ns: int | None = None  #: when its first event began, None without events
    encrypted: bool = field(default=False, kw_only=True)  #: whether TLS hides where its messages begin
    polls: bool = field(
        default=False, kw_only=True
    )  #: whether its server waits with poll or epoll, not in read
    end_ns: int = 0  #: when its last event ended
    rtt_ns: int | None = None  #: round trip of its network, None if the file does not show it
    trips: int = 0  #: round trips that the client started
    line_bit_s: int = 0  #: rate of its line, as turns in two captures tell it; 0 if they do not


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement."""

    name: str  #: SQL_ID, hash value, or what stands for it
    text: str  #: how its text begins, empty if unknown


class Statements:
    """Statements by number; only the beginning of a text is kept, and all beyond the first 200,000 are one."""

    def __init__(self) -> None:
        """Start with what belongs to no statement."""
        self.all = [Statement("no statement", "")]
        self._numbers: dict[bytes, int] = {}

    def number(self, key: bytes, text: bytes) -> int:
        """Return the number of a statement, a new one if it is new.

        @param key: its name, such as the SQL_ID
        @param text: its text
        @return: from 1 on; 0 is no statement
        """
        found = self._numbers.get(key)
        if found is None:
            if len(self.all) >= _MOST_STATEMENTS:
                key, text = b"other statements", b""
                if key in self._numbers:
                    return self._numbers[key]
            found = self._numbers[key] = len(self.all)
            shown = " ".join(text[:_TEXT_BYTES].decode("utf-8", "replace").split())
            self.all.append(Statement(plain(key.decode("utf-8", "replace")), plain(shown)))
        return found


@dataclass(slots=True)
class Calls:
    """Columns of the calls, in the order in which they ended; a call of a parent ends before it."""

    session: array[int] = field(default_factory=lambda: array("i"))  #: number of the session
    statement: array[int] = field(default_factory=lambda: array("i"))  #: number of the statement
    kind: array[int] = field(default_factory=lambda: array("b"))  #: number of the kind
    depth: array[int] = field(
        default_factory=lambda: array("b")
    )  #: recursive depth, 0 for the client's calls
    trip: array[int] = field(default_factory=lambda: array("i"))  #: round trip of the session, from 0
    parent: array[int] = field(
        default_factory=lambda: array("i")
    )  #: the call that made it, NONE for the client's
    start_ns: array[int] = field(default_factory=lambda: array("q"))  #: when it began
    end_ns: array[int] = field(default_factory=lambda: array("q"))  #: when it ended
    cpu_ns: array[int] = field(default_factory=lambda: array("q"))  #: processor time of the server, or empty
    writing_ns: array[int] = field(
        default_factory=lambda: array("q")
    )  #: work of the server between packets of the reply, or empty
    rows: array[int] = field(default_factory=lambda: array("i"))  #: rows, NONE if not told
    request_bytes: array[int] = field(default_factory=lambda: array("q"))  #: bytes of the request, or empty
    reply_bytes: array[int] = field(default_factory=lambda: array("q"))  #: bytes of the reply, or empty
    request_writes: array[int] = field(
        default_factory=lambda: array("i")
    )  #: pieces in which the client wrote the request, or empty
    early_bytes: array[int] = field(
        default_factory=lambda: array("q")
    )  #: bytes of the reply that came before the last of the request, or empty
    free: array[int] = field(
        default_factory=lambda: array("b")
    )  #: whether the session is in no transaction after it, as the protocol tells, or empty
    count: array[int] = field(
        default_factory=lambda: array("i")
    )  #: how many it stands for where only sums are told, or empty: one each
    disk_blocks: array[int] = field(default_factory=lambda: array("q"))  #: blocks read from disk, or empty
    query_blocks: array[int] = field(
        default_factory=lambda: array("q")
    )  #: blocks read in consistent mode, or empty
    current_blocks: array[int] = field(
        default_factory=lambda: array("q")
    )  #: blocks read in current mode, or empty
    misses: array[int] = field(
        default_factory=lambda: array("q")
    )  #: calls that did not find their statement in the library cache, or empty

    def column(self, name: str) -> Numbers:
        """Return a column as numbers that share its memory.

        @param name: its name
        @return: one entry per call; NONE everywhere if the kind of file does not tell it
        """
        values: array[int] = getattr(self, name)
        if not values:
            return np.full(len(self.session), NONE, dtype=np.int64)
        return np.frombuffer(values, dtype=values.typecode)

    def counted(self) -> tuple[array[int], ...]:
        """Return the columns of what the server counted.

        @return: blocks from disk, in consistent mode, in current mode, and misses in the library cache
        """
        return self.disk_blocks, self.query_blocks, self.current_blocks, self.misses

    def weights(self) -> Numbers:
        """Return how many calls each stands for.

        @return: one entry per call
        """
        return self.column("count") if self.count else np.ones(len(self.session), dtype=np.int64)

    def __len__(self) -> int:
        """Count the calls."""
        return len(self.session)


@dataclass(slots=True)
class Spans:
    """Columns of what took time in a call or before it; equal ones in a row are added up."""

    call: array[int] = field(default_factory=lambda: array("i"))  #: number of the call
    event: array[int] = field(default_factory=lambda: array("h"))  #: number of the event
    place: array[int] = field(default_factory=lambda: array("b"))  #: INSIDE or BEFORE
    statement: array[int] = field(default_factory=lambda: array("i"))  #: the statement that it is told of
    time_ns: array[int] = field(default_factory=lambda: array("q"))  #: how long
    count: array[int] = field(default_factory=lambda: array("i"))  #: how many

    def add(self, call: int, event: int, place: int, statement: int, time_ns: int) -> None:
        """Add a span.

        @param call: number of the call
        @param event: number of the event
        @param place: INSIDE or BEFORE
        @param statement: number of the statement
        @param time_ns: how long it took
        """
        calls = self.call
        if (
            calls and calls[-1] == call and self.event[-1] == event and self.place[-1] == place
            and self.statement[-1] == statement
        ):  # fmt: skip
            self.time_ns[-1] += time_ns
            self.count[-1] += 1
            return
        calls.append(call)
        self.event.append(event)
        self.place.append(place)
        self.statement.append(statement)
        self.time_ns.append(time_ns)
        self.count.append(1)

    def column(self, name: str) -> Numbers:
        """Return a column as numbers that share its memory.

        @param name: its name
        @return: one entry per span
        """
        values: array[int] = getattr(self, name)
        return np.frombuffer(values, dtype=values.typecode) if values else np.zeros(0, dtype=values.typecode)


@dataclass(slots=True)
class Record:
    """What one file tells."""

    source: str  #: name of the file
    what: str  #: kind of file, such as "trace of event 10046"
    marks: dict[str, Mark]  #: where the values of each field come from
    sessions: list[Session] = field(default_factory=list)  #: by number
    statements: Statements = field(default_factory=Statements)  #: by number
    kinds: list[str] = field(default_factory=list)  #: names of the kinds of calls, by number
    events: Events = field(default_factory=Events)  #: by number
    calls: Calls = field(default_factory=Calls)  #: in the order in which they ended
    spans: Spans = field(default_factory=Spans)  #: in the order of their calls
    notes: list[str] = field(default_factory=list)  #: what is missing, and what that does to the answer
    told: dict[str, int] = field(default_factory=dict)  #: lines of each kind, or what else was counted
    packet_bytes: int = 0  #: bytes of a full packet of a long reply, as waits tell; 0 if they do not

    def kind(self, name: str) -> int:
        """Return the number of a kind of calls.

        @param name: its name
        @return: from 0 on
        """
        if name not in self.kinds:
            self.kinds.append(name)
        return self.kinds.index(name)

    def add_call(
        self, session: int, statement: int, kind: int, start_ns: int, end_ns: int, *, trip: int, rows: int = NONE
    ) -> int:  # fmt: skip
        """Add a call of a client.

        @param session: number of its session
        @param statement: number of its statement
        @param kind: number of its kind
        @param start_ns: when it began
        @param end_ns: when it ended
        @param trip: round trip of the session
        @param rows: rows, NONE if not told
        @return: its number
        """
        calls = self.calls
        for column, value in (
            (calls.session, session), (calls.statement, statement), (calls.kind, kind), (calls.depth, 0),
            (calls.trip, trip), (calls.parent, NONE), (calls.start_ns, start_ns), (calls.end_ns, end_ns),
            (calls.rows, rows),
        ):  # fmt: skip
            column.append(value)
        return len(calls) - 1

    def client_before_ns(self) -> Numbers:
        """Return the time of the client, and of a network that cannot be told from it, before each call.

        @return: nanoseconds, one entry per call
        """
        ours = np.array([event.part in ("between", "client") for event in self.events.all] or [False])
        spans = self.spans
        chosen = (spans.column("place") == BEFORE) & ours[spans.column("event")]
        found = np.zeros(len(self.calls), dtype=np.int64)
        np.add.at(found, spans.column("call")[chosen], spans.column("time_ns")[chosen])
        return found
