# SPDX-License-Identifier: GPL-2.0-only
"""Where the time of sessions went: parts that add up to it, in all and by session, statement and kind of call.

The time of a session runs from its first event to its last. The client's calls cover it but for what lies between them;
a call is its processor time, its waits, its recursive calls, and what is left, which is unknown. Processor time is told
in coarser steps than elapsed time, so that the parts of a call may be longer than it is; these differences are added up
before anything is cut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.accounting.shares import shares
from net8.base.errors import PlanError
from net8.base.units import QuantityError, parse_time
from net8.record.estimates import Estimate, estimates_of
from net8.record.record import INSIDE, NONE, REST, Event, Record
from net8.record.sources import LISTENER_PORTS, read_all
from net8.record.wait_classes import FROM_CLIENT

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = ["BY", "Account", "Part", "Row", "account", "account_of", "read_rtt"]

BY: Final = ("session", "statement", "call")
"""What an account is split by."""
TIME: Final = "time"
"""What it can be split by besides, in intervals."""
COUNTED: Final = {
    "disk_blocks": "disk", "query_blocks": "query", "current_blocks": "current", "misses": "misses",
}  # fmt: skip
"""What the server counted besides rows, with the heads of tables."""
_MOST_INTERVALS: Final = 100_000
_SHOWN_INTERVALS: Final = 20
CPU: Final = "server CPU"
UNKNOWN: Final = "unknown"
_CPU_RULE: Final = "processor time of the client's calls (c=), their recursive calls included"
_UNKNOWN_RULE: Final = (
    "time of calls less their processor time and waits, and time between calls less the waits there: "
    "waiting for a processor, work that no line tells"
)
_NAMES: Final = {
    "server": "server, CPU and waits together",
    "latency": "round trips: latency",
    "serialisation": "serialisation",
    "stall": "window and buffer stalls",
    "retransmission": "retransmission",
    "nagle": "Nagle and delayed ACK",
    "queueing": "queueing",
    "transfer": "transfer: serialisation, stalls, loss",
    "between": "between calls: network and client",
    "waiting": "reply awaited: network and server",
    "client": "client: work and think time",
}
"""Parts of an account by the word of the record, in their order; waits of the server come first."""
_PART: Final = 1 << 18
_SERVER: Final = "server"
_NETWORK: Final = "network"
_BOTH: Final = "not told apart"
_CLIENT: Final = "client"
GROUPS: Final = (_SERVER, _NETWORK, _BOTH, _CLIENT, UNKNOWN)
"""What parts are added up to where an account is split."""
_GROUP_OF: Final = {
    "wait": _SERVER, "server": _SERVER, "between": _BOTH, "waiting": _BOTH, "client": _CLIENT,
    **dict.fromkeys(
        ("latency", "serialisation", "stall", "retransmission", "nagle", "queueing", "transfer"), _NETWORK
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the time."""

    name: str  #: such as "server waits, User I/O"
    group: str  #: server, network, not told apart, client or unknown
    time_ns: int  #: how much
    share_percent: float  #: of the whole; the shares of an account add up to 100.0
    count: int | None  #: waits, calls or round trips; None where nothing is counted
    rule: str  #: by which rule time was attributed to it


@dataclass(frozen=True, slots=True)
class Row:
    """The time of one session, statement or kind of call."""

    name: str  #: which
    text: str  #: how the text of the statement begins, else empty
    calls: int  #: calls of clients and recursive ones
    trips: int  #: round trips
    rows: int  #: rows of the calls of clients
    time_ns: int  #: all of its time
    share_percent: float  #: of the whole; those of all rows add up to 100.0
    groups: dict[str, int]  #: nanoseconds by group; they add up to the time
    counted: dict[
        str, int
    ]  #: blocks and misses in the library cache, by name; empty where no file tells them


@dataclass(frozen=True)
class Account:
    """Where the time of some files went."""

    sources: tuple[tuple[str, str], ...]  #: file and kind of file
    sessions: int  #: how many
    calls: int  #: calls of clients
    recursive_calls: int  #: calls that those made
    trips: int  #: round trips
    rows: int  #: rows of the calls of clients
    time_ns: int  #: of all sessions together
    parts: tuple[Part, ...]  #: rows of the account
    split: dict[str, tuple[Row, ...]]  #: the same by session, statement and call
    marks: dict[
        str, dict[str, tuple[str, str]]
    ]  #: by file and field: seen, derived, assumed or absent, and how
    notes: tuple[str, ...]  #: what is missing, and what that does to the answer
    estimates: tuple[Estimate, ...]  #: what the files do not tell, with intervals
    interval_ns: int  #: length of the intervals of the split by time

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only; times in seconds.

        @return: an object for json.dumps
        """
        return {
            "files": [{"file": file, "kind": kind} for file, kind in self.sources],
            "notes": list(self.notes), "estimates": [each.as_object() for each in self.estimates],
            "sessions": self.sessions, "calls": self.calls,
            "recursive_calls": self.recursive_calls, "round_trips": self.trips, "rows": self.rows,
            "time_s": self.time_ns / 1e9, "interval_s": self.interval_ns / 1e9,
            "parts": [
                {
                    "part": part.name, "group": part.group, "time_s": part.time_ns / 1e9,
                    "share_percent": part.share_percent, "count": part.count, "rule": part.rule,
                }
                for part in self.parts
            ],
            **{f"by_{name}": [_row_object(row, name) for row in rows] for name, rows in self.split.items()},
            "fields": {
                file: {name: {"origin": origin, "how": how} for name, (origin, how) in fields.items()}
                for file, fields in self.marks.items()
            },
        }  # fmt: skip


def _row_object(row: Row, what: str) -> dict[str, Any]:
    """Return a row for JSON."""
    return {
        what: row.name, **({"text": row.text} if what == "statement" else {}), "calls": row.calls,
        "round_trips": row.trips, "rows": row.rows, "time_s": row.time_ns / 1e9, "share_percent": row.share_percent,
        "groups_s": {name: time / 1e9 for name, time in row.groups.items()}, **row.counted,
    }  # fmt: skip


@dataclass(slots=True)
class _Sum:
    """Times of one owner: signed, so that what is too much of one call makes up for what another lacks."""

    times: dict[str, int] = field(default_factory=lambda: defaultdict(int))  #: by name of the part
    text: str = ""
    calls: int = 0
    trips: int = 0
    rows: int = 0
    counted: dict[str, int] = field(default_factory=dict)

    def settled(self) -> dict[str, int]:
        """Return the times, none below 0 and with the same sum: the processor's coarse clock gives way first."""
        times = {name: time for name, time in self.times.items() if time}
        lacking = -sum(time for time in times.values() if time < 0)
        times = {name: time for name, time in times.items() if time > 0}
        for name in sorted(times, key=lambda name: (name != CPU, -times[name])):
            taken = min(lacking, times[name])
            times[name] -= taken
            lacking -= taken
        return times


class _Ledger:
    """Adds up the times of records."""

    def __init__(self, rtt_ns: int | None, interval_ns: int) -> None:
        """Start empty; rtt_ns is what the user told of the network."""
        self.rtt_ns, self.interval_ns = rtt_ns, interval_ns
        self.whole = _Sum()
        self.split: dict[str, dict[tuple[int, int | str], _Sum]] = {name: {} for name in (*BY, TIME)}
        self.names: dict[tuple[str, tuple[int, int | str]], str] = {}
        self.parts: dict[str, tuple[str, str]] = {
            CPU: (_SERVER, _CPU_RULE),
            UNKNOWN: (UNKNOWN, _UNKNOWN_RULE),
        }
        self.counts: dict[str, int] = defaultdict(int)

    def add(self, record: Record, number: int, prefix: str) -> None:
        """Add a record.

        @param record: the record
        @param number: its place among all
        @param prefix: what the names of its sessions begin with
        """
        owners = _Owners(record, number, prefix, self)
        calls, spans = record.calls, record.spans
        parent, own = calls.column("parent"), ~np.isin(calls.column("kind"), _rest(record))
        nested = parent != NONE
        alone = calls.column("end_ns") - calls.column("start_ns")
        np.subtract.at(alone, parent[nested], (calls.column("end_ns") - calls.column("start_ns"))[nested])
        if calls.cpu_ns:
            cpu = calls.column("cpu_ns").copy()
            np.subtract.at(cpu, parent[nested], calls.column("cpu_ns")[nested])
            owners.book(CPU, slice(None), calls.column("statement"), cpu)
            alone -= cpu
            del cpu
            self.counts[CPU] += int(calls.weights()[~nested & own].sum())
        inside = spans.column("place") == INSIDE
        np.subtract.at(alone, spans.column("call")[inside], spans.column("time_ns")[inside])
        np.subtract.at(alone, spans.column("call")[~inside], spans.column("time_ns")[~inside])
        alone += _gaps(record, ~nested)
        owners.book(UNKNOWN, slice(None), calls.column("statement"), alone)
        del alone
        for place, event in enumerate(record.events.all):
            self._event(record, owners, place, event)
        owners.count(own, calls.column("depth") > 0 if calls.count else nested)

    def _event(self, record: Record, owners: _Owners, place: int, event: Event) -> None:
        """Add the time of an event, the part that is known to be latency apart."""
        spans = record.spans
        chosen = spans.column("event") == place
        if not chosen.any():
            return
        call, statement = spans.column("call")[chosen], spans.column("statement")[chosen]
        time, count = spans.column("time_ns")[chosen].astype(np.int64), spans.column("count")[chosen]
        if event.part == "between" and self.rtt_ns is not None:
            latency = np.minimum(time, self.rtt_ns * count.astype(np.int64))
            rule = f"--rtt for each {event.name}, at most as long as that took"
            self._book(owners, _NAMES["latency"], _NETWORK, rule, (call, statement, latency, count))
            rule = f"{event.name}, less --rtt for each"
            self._book(owners, _NAMES["client"], _CLIENT, rule, (call, statement, time - latency, count))
            return
        waits = f"server waits, {event.wait_class}"
        name = waits if event.part == "wait" else _NAMES[event.part]
        rule = event.rule if event.part == "wait" or not event.wait_class else f"{event.name}: {event.rule}"
        self._book(owners, name, _GROUP_OF[event.part], rule, (call, statement, time, count))

    def _book(
        self, owners: _Owners, name: str, group: str, rule: str, what: tuple[Numbers, Numbers, Numbers, Numbers]
    ) -> None:  # fmt: skip
        """Add times to a part."""
        call, statement, time, count = what
        _group, known = self.parts.setdefault(name, (group, rule))
        if rule not in known:
            self.parts[name] = group, f"{known}; {rule}"
        owners.book(name, call, statement, time)
        self.counts[name] += int(count.sum())

    def rows(self, what: str) -> tuple[Row, ...]:
        """Return the account split by something, the longest first.

        @param what: session, statement or call
        @return: rows whose shares add up to 100.0
        """
        found = [(self.names[what, key], each, each.settled()) for key, each in self.split[what].items()]
        found = [entry for entry in found if entry[1].calls or entry[2]]
        if what == TIME:
            found.sort(key=lambda entry: float(entry[0]))
        else:
            found.sort(key=lambda entry: -sum(entry[2].values()))
        parts = shares([sum(times.values()) for _name, _each, times in found])
        return tuple(
            Row(
                name, each.text, each.calls, each.trips, each.rows, sum(times.values()), share,
                {
                    group: sum(time for part, time in times.items() if self.parts[part][0] == group)
                    for group in GROUPS
                },
                each.counted,
            )
            for (name, each, times), share in zip(found, parts, strict=True)
        )  # fmt: skip


class _Owners:
    """Whose the times of a record are: by session, by statement, by kind of call."""

    def __init__(self, record: Record, number: int, prefix: str, ledger: _Ledger) -> None:
        """Find the sums of a record in a ledger."""
        self.record, self.number, self.ledger, self.prefix = record, number, ledger, prefix
        ends = np.maximum(record.calls.column("end_ns") - _begun(record), 1)
        # A call that ends where an interval does belongs to it.
        self.intervals = ((ends - 1) // ledger.interval_ns).astype(np.int32)

    def book(self, part: str, call: Numbers | slice, statement: Numbers, time: Numbers) -> None:
        """Add times of calls.

        @param part: name of the part
        @param call: number of the call of each, or all
        @param statement: number of the statement of each
        @param time: nanoseconds
        """
        self.ledger.whole.times[part] += int(time.sum())
        calls = self.record.calls
        for what, index in (
            ("session", calls.column("session")[call]), ("statement", statement),
            ("call", calls.column("kind")[call]), (TIME, self.intervals[call]),
        ):  # fmt: skip
            for place, sum_ns in _sums(index, time):
                self.owner(what, place).times[part] += sum_ns

    def owner(self, what: str, place: int) -> _Sum:
        """Return the sum of a session, a statement or a kind of call."""
        key, name, text = self._name(what, place)
        found = self.ledger.split[what].get(key)
        if found is None:
            found = self.ledger.split[what][key] = _Sum(text=text)
            self.ledger.names[what, key] = name
        return found

    def _name(self, what: str, place: int) -> tuple[tuple[int, int | str], str, str]:
        """Return key, name and text of an owner; statements and kinds of several files are one if their names are."""
        record = self.record
        if what == "session":
            return (self.number, place), self.prefix + (record.sessions[place].name or "session"), ""
        if what == TIME:
            return (NONE, place), f"{place * self.ledger.interval_ns / 1e9:.9g}", ""
        if what == "statement":
            found = record.statements.all[place]
            return (NONE, found.name), found.name, found.text
        return (NONE, record.kinds[place]), record.kinds[place], ""

    def count(self, own: Numbers, nested: Numbers) -> None:
        """Count calls, round trips and rows.

        @param own: which calls are some
        @param nested: which are recursive
        """
        calls = self.record.calls
        rows = np.where(own & ~nested, np.maximum(calls.column("rows"), 0), 0)
        trips = self._starts_trip(own & ~nested)
        for what, index in (
            ("session", calls.column("session")), ("statement", calls.column("statement")),
            ("call", calls.column("kind")), (TIME, self.intervals),
        ):  # fmt: skip
            for field_name, values in (("calls", own * calls.weights()), ("trips", trips), ("rows", rows)):
                for place, total in _sums(index, values.astype(np.int64)):
                    owner = self.owner(what, place)
                    setattr(owner, field_name, getattr(owner, field_name) + total)
            for name in COUNTED if calls.disk_blocks else ():
                for place, total in _sums(index, calls.column(name).astype(np.int64)):
                    counted = self.owner(what, place).counted
                    counted[name] = counted.get(name, 0) + total

    def _starts_trip(self, clients: Numbers) -> Numbers:
        """Return which calls are the first of the client's in their round trip, or how many are where sums are told."""
        calls = self.record.calls
        if calls.count:
            return _trips_of_sums(self.record)
        found = np.zeros(len(calls), dtype=bool)
        numbers = np.flatnonzero(clients)
        session, trip = calls.column("session")[numbers], calls.column("trip")[numbers]
        order = np.lexsort((numbers, session))
        first = np.ones(len(numbers), dtype=bool)
        first[1:] = (np.diff(session[order]) != 0) | (np.diff(trip[order]) != 0)
        found[numbers[order][first]] = True
        return found


def _trips_of_sums(record: Record) -> Numbers:
    """Return the round trips of sums of calls: as many as waits for the client."""
    asked = np.array([event.name == FROM_CLIENT for event in record.events.all] or [False])
    spans = record.spans
    chosen = asked[spans.column("event")]
    found = np.zeros(len(record.calls), dtype=np.int64)
    np.add.at(found, spans.column("call")[chosen], spans.column("count")[chosen])
    return found


def _recursive(record: Record) -> int:
    """Return how many calls are recursive: those with a parent, or by their depth where sums are told."""
    calls = record.calls
    if calls.count:
        return int(calls.weights()[calls.column("depth") > 0].sum())
    return int((calls.column("parent") != NONE).sum())


def _rest(record: Record) -> list[int]:
    """Return the number of the kind of calls that are none."""
    return [record.kinds.index(REST)] if REST in record.kinds else []


def _sums(index: Numbers, values: Numbers) -> list[tuple[int, int]]:
    """Add up values by index, exactly, and in parts that take little memory."""
    if not index.size:
        return []
    size = int(index.max()) + 1
    sums, present = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool)
    for start in range(0, index.size, _PART):
        part = index[start : start + _PART]
        np.add.at(sums, part, values[start : start + _PART])
        present[part] = True
    return [(int(place), int(sums[place])) for place in np.flatnonzero(present)]


def _gaps(record: Record, clients: Numbers) -> Numbers:
    """Return the time between each call of a client and the previous one of its session, or the session's start."""
    calls = record.calls
    found = np.zeros(len(calls), dtype=np.int64)
    numbers = np.flatnonzero(clients)
    if not numbers.size:
        return found
    session = calls.column("session")[numbers]
    if len(record.sessions) > 1:
        order = np.argsort(session, kind="stable")
        numbers, session = numbers[order], session[order]
    opened = np.array([each.start_ns or 0 for each in record.sessions], dtype=np.int64)
    before = opened[session]
    np.copyto(before[1:], calls.column("end_ns")[numbers[:-1]], where=np.diff(session) == 0)
    found[numbers] = calls.column("start_ns")[numbers] - before
    return found


def _begun(record: Record) -> int:
    """Return when the first session of a record began."""
    return min((each.start_ns for each in record.sessions if each.start_ns is not None), default=0)


def _interval(records: Sequence[Record], asked_ns: int | None) -> int:
    """Return the interval of an account over time: as asked for, or 1, 2 or 5 of a unit so that there are about 20."""
    longest = 1
    for record in records:
        longest = max(longest, int(record.calls.column("end_ns").max()) - _begun(record))
    if asked_ns is None:
        least = max(longest // _SHOWN_INTERVALS, 1)
        unit = int(10 ** (len(str(least)) - 1))
        return next(each * unit for each in (1, 2, 5, 10) if each * unit >= least)
    if asked_ns < 1 or longest // asked_ns >= _MOST_INTERVALS:
        raise PlanError(
            f"--interval divides {longest / 1e9:,.6g} s into more than {_MOST_INTERVALS:,} parts; make it longer"
        )
    return asked_ns


def account_of(
    records: Sequence[Record], *, rtt_ns: int | None = None, interval_ns: int | None = None
) -> Account:  # fmt: skip
    """Add up where the time of records went.

    @param records: what was read
    @param rtt_ns: round trip of the network where files do not tell it
    @param interval_ns: interval of the account over time; None: about a twentieth of the longest file
    @return: the account
    """
    interval = _interval(records, interval_ns)
    ledger = _Ledger(rtt_ns, interval)
    several = len(records) > 1
    for number, record in enumerate(records):
        ledger.add(record, number, f"{Path(record.source).name} " if several else "")
    times = ledger.whole.settled()
    names = sorted(times, key=_place)
    percent = shares([times[name] for name in names])
    parts = tuple(
        Part(name, group, times[name], share, ledger.counts.get(name), rule)
        for name, share in zip(names, percent, strict=True)
        for group, rule in (ledger.parts[name],)
    )
    split = {name: ledger.rows(name) for name in (*BY, TIME)}
    calls = sum(
        int(record.calls.weights()[~np.isin(record.calls.column("kind"), _rest(record))].sum())
        for record in records
    )
    recursive = sum(map(_recursive, records))
    return Account(
        tuple((record.source, record.what) for record in records),
        sum(len(record.sessions) for record in records),
        calls - recursive, recursive,
        sum(session.trips for record in records for session in record.sessions),
        sum(row.rows for row in split["session"]), sum(times.values()), parts, split,
        {
            record.source: {name: (mark.origin, mark.how) for name, mark in record.marks.items()}
            for record in records
        },
        tuple(_notes(records, rtt_ns, times)),
        tuple(each for record in records for each in estimates_of(record, rtt_ns)), interval,
    )  # fmt: skip


def _place(name: str) -> tuple[int, str]:
    """Return the place of a part in the table."""
    known = [CPU, "server waits", *_NAMES.values(), UNKNOWN]
    return known.index("server waits" if name.startswith("server waits") else name), name


def _notes(records: Sequence[Record], rtt_ns: int | None, times: dict[str, int]) -> Iterable[str]:
    """Yield what is to be said of the files, and of the network."""
    for record in records:
        yield from (f"{record.source}: {note}" for note in record.notes)
    if times.get(_NAMES["between"]):
        yield (
            f'"{_NAMES["between"]}" is not told apart, as these files do not tell the round trip of the network; '
            "--rtt does, such as --rtt 20ms"
        )


def read_rtt(text: str | None, option: str = "--rtt") -> int | None:
    """Read a round trip time, or another time.

    @param text: such as 20ms, or None
    @param option: the option that it is of
    @return: nanoseconds, or None
    @raises PlanError: when it is none
    """
    if text is None:
        return None
    try:
        return parse_time(text)
    except QuantityError as error:
        raise PlanError(f'{option} "{text}" {error}') from None


def account(
    *files: str | Path, rtt: str | None = None, ports: Collection[int] = LISTENER_PORTS, interval: str | None = None
) -> Account:  # fmt: skip
    """Read files and add up where the time of their sessions went.

    @param files: raw traces of event 10046, captures, folders of runs
    @param rtt: round trip of the network, such as "20ms", where files do not tell it
    @param ports: TCP ports of listeners, for captures
    @param interval: interval of the account over time, such as "10s"; by default about a twentieth of the longest file
    @return: the account
    @raises CaptureError: when a file is none of these, or has nothing to use
    """
    if not files:
        raise PlanError(
            "net8.account needs at least one file: a trace of event 10046, a capture, or the folder of a run"
        )
    rtt_ns, interval_ns = read_rtt(rtt), read_rtt(interval, "--interval")
    records = read_all([Path(file) for file in files], ports=ports, rtt_ns=rtt_ns)
    return account_of(records, rtt_ns=rtt_ns, interval_ns=interval_ns)
