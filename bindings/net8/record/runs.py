# SPDX-License-Identifier: GPL-2.0-only
"""Read the folder of a run into a record."""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from net8.base.errors import NoResultsError
from net8.base.extension import need_core
from net8.record.captures import seen_of
from net8.record.record import BEFORE, INSIDE, NONE, Event, Mark, Record, Session, not_told
from net8.record.turns import Seen
from net8.results.run import KINDS, Run

__all__ = ["RUN", "read_run"]

RUN: Final = "run of net8"
"""Kind of these files."""
_HANDSHAKE: Final = Event("TCP handshake", "latency", "", "TCP handshake of the address that accepted")
_OPENING: Final = Event(
    "opening", "waiting", "",
    "before the first call of a session: look-up, addresses that were tried in vain, CONNECT to ACCEPT",
)  # fmt: skip
_LOOK_UP: Final = Event(
    "look-up", "waiting", "", "before the TCP handshake: look-up, addresses that were tried in vain"
)
_LATENCY: Final = Event(
    "round trip", "latency", "", "round trip of the TCP handshake, at most as long as each call waited"
)
_SERVER: Final = Event(
    "server",
    "server",
    "",
    "time to the first byte less the round trip: the server's work, and the request on its way",
)
_TRANSFER: Final = Event(
    "transfer", "transfer", "",
    "from the first byte of a reply to the last; captures in the folder of the run (net8 run --pcap) divide it",
)  # fmt: skip
_CLIENT: Final = Event("client", "client", "", "from the end of a call to the start of the next")
_KEPT: Final = "kept"
_MICROSECOND: Final = 1000
"""Nanoseconds."""


def read_run(folder: Path, ports: Collection[int]) -> Record:
    """Read a run.

    @param folder: its folder
    @param ports: TCP ports of listeners, for its captures
    @return: what its tables tell
    @raises StoreError: when it is not the folder of a finished run
    """
    run = Run.load(folder)
    record = Record(str(folder), RUN, _marks())
    rtts = _rtts(run)
    sessions = run.session_columns
    for number, name in enumerate(run.outcome):
        told = "" if name == "closed" else f", {name}"
        record.sessions.append(
            Session(f"session {number}{told}", int(sessions["start_ns"][number]), rtt_ns=rtts.get(number))
        )
    names = [record.statements.number(name.encode(), b"") for name in run.statements]
    columns = {name: values.tolist() for name, values in run.call_columns.items()}
    captured = _captured(folder, run, ports)
    if captured:
        record.marks["waits"] = Mark(
            "derived", "captures in its folder; where they do not show a call, its times"
        )
    order = np.lexsort((run.call_columns["start_ns"], run.call_columns["session"])).tolist()
    for place in order:
        _add(record, {name: values[place] for name, values in columns.items()}, names, captured)
    if not record.calls.session:
        raise NoResultsError(f"{folder} has no call: no session logged on")
    failed = sum(text != "closed" for text in run.outcome)
    if failed:
        record.notes.append(
            f"{failed} of {len(run.outcome)} sessions did not end well; their last calls have no end and are left out"
        )
    return record


@dataclass(slots=True)
class _Captured:
    """What captures of a run tell of a session."""

    seen: Seen  #: its connection
    begun_ns: list[int]  #: when the request of each turn began, in order
    taken: int = NONE  #: turn of the call before

    def turn_of(self, call: dict[str, int]) -> int | None:
        """Return which turn a call is, None if it is none alone.

        @param call: the call
        @return: number of the turn
        """
        found = max(bisect.bisect_left(self.begun_ns, call["start_ns"] - _MICROSECOND), self.taken + 1)
        if found >= len(self.begun_ns):
            return None
        turn = self.seen.turns[found]
        # Captures have microseconds, and TLS a first byte of a reply before that of the message in it.
        begun = self.begun_ns[found] <= call["start_ns"] + _MICROSECOND
        first_ns, end_ns = call["first_byte_ns"] - _MICROSECOND, call["end_ns"] + _MICROSECOND
        if not (begun and first_ns <= turn.pieces[-1].last_ns <= end_ns) or turn.pieces[-1].from_client:
            return None
        self.taken = found
        return None if turn.crossed else found


def _captured(folder: Path, run: Run, ports: Collection[int]) -> dict[int, _Captured]:
    """Return what captures in the folder of a run tell, by session."""
    near, far = (folder / f"capture-{end}.pcap" for end in ("client", "server"))
    if not near.is_file():
        return {}
    need_core()
    seen = seen_of(near, far if far.is_file() else None, ports)
    attempts = run.attempt_columns
    opened: dict[int, list[Seen]] = defaultdict(list)
    for each in seen:
        opened[sum(each.opening) // _MICROSECOND].append(each)
    found = {}
    accepted = attempts["accepted_ns"] >= 0
    columns = (attempts[name][accepted].tolist() for name in ("session", "tcp_connected_ns"))
    for session, connected in zip(*columns, strict=True):
        at = next(
            (each for each in (connected // _MICROSECOND, connected // _MICROSECOND + 1) if opened.get(each)),
            None,
        )
        if at is None:
            continue
        mine = opened[at].pop(0)
        found[session] = _Captured(mine, [turn.pieces[0].first_ns for turn in mine.turns])
    return found


def _add(
    record: Record, call: dict[str, int], names: list[int], captured: dict[int, _Captured]
) -> None:  # fmt: skip
    """Add a call with an end."""
    if call["end_ns"] < 0:
        return
    session = record.sessions[call["session"]]
    first = session.end_ns == 0
    statement = names[call["statement"]] if call["statement"] >= 0 else 0
    kind = KINDS[call["kind"]]
    start, end = call["start_ns"], call["end_ns"]
    number = record.add_call(
        call["session"], statement, record.kind(kind), start, end, trip=session.trips, rows=call["rows"]
    )
    record.calls.request_bytes.append(call["request_bytes"])
    record.calls.reply_bytes.append(call["reply_bytes"])
    session.trips += kind != _KEPT

    def span(place: int, event: Event, length: int) -> None:
        if length > 0:
            record.spans.add(number, record.events.number(event), place, statement, length)

    told = captured.get(call["session"])
    at = call["session"], number, statement
    if first and told:
        told.seen.divide_opening(record, at, _LOOK_UP, (session.start_ns or 0, start))
    elif first:
        opening = start - (session.start_ns or 0)
        handshake = min(session.rtt_ns or 0, opening)
        span(BEFORE, _HANDSHAKE, handshake)
        span(BEFORE, _OPENING, opening - handshake)
    else:
        span(BEFORE, _CLIENT, start - session.end_ns)
    turn = told.turn_of(call) if told and call["first_byte_ns"] >= 0 else None
    if told and turn is not None:
        told.seen.divide(record, at, turn, (start, end))
        session.end_ns = max(end, session.end_ns)
        return
    answered = call["first_byte_ns"] if call["first_byte_ns"] >= 0 else end
    latency = min(session.rtt_ns or 0, answered - start)
    span(INSIDE, _LATENCY, latency)
    span(INSIDE, _SERVER, answered - start - latency)
    span(INSIDE, _TRANSFER, end - answered)
    session.end_ns = max(end, session.end_ns)


def _rtts(run: Run) -> dict[int, int]:
    """Return the round trip of each session: the TCP handshake of the attempt that was accepted."""
    attempts = run.attempt_columns
    connected = attempts["tcp_connected_ns"] >= 0
    taken = (attempts["tcp_connected_ns"] - attempts["start_ns"])[connected]
    return dict(zip(attempts["session"][connected].tolist(), taken.tolist(), strict=True))


def _marks() -> dict[str, Mark]:
    """Say where the fields come from."""
    table = "calls.csv of the run"
    seen = ("session", "statement", "kind", "start_ns", "end_ns", "rows", "request_bytes", "reply_bytes")
    return {
        **{name: Mark("seen", table) for name in seen},
        "trip": Mark("derived", "each call is one, but those answered from a cache of the client"),
        "rtt_ns": Mark("derived", "TCP handshake, attempts.csv of the run"),
        "waits": Mark("derived", "first_byte_ns and end_ns of the calls"),
        "cpu_ns": not_told("a run"), "depth": not_told("a run"), "parent": not_told("a run"),
    }  # fmt: skip
