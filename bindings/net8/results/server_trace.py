# SPDX-License-Identifier: GPL-2.0-only
"""Write what the servers of a run did as a raw trace of event 10046, level 8."""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.base.extension import __version__
from net8.results.form import KINDS
from net8.results.waits import EVENTS

if TYPE_CHECKING:
    import numpy.typing as npt

    from net8.results.run import Run

    Columns = Mapping[str, npt.NDArray[Any]]

__all__ = ["TRACE_FILE", "sql_id", "trace_lines"]

TRACE_FILE: Final = "server.trc"
"""Name of the file in the folder of a run."""
_CALL: Final = len(EVENTS)
_BLOCKED: Final = _CALL + 1
_FROM_CLIENT: Final = 1
_MORE_TO_CLIENT: Final = 2
_MORE_FROM_CLIENT: Final = 3
BLOCKED_EVENT: Final = "db file sequential read"
"""What a server waits for in the time that a plan gives a call without processor."""
_DIGITS: Final = "0123456789abcdfghjkmnpqrstuvwxyz"
_TYPES: Final = {"query": 3, "dml": 6, "plsql": 47, "ddl": 1}
"""Numbers of commands (oct=): SELECT, UPDATE, PL/SQL, CREATE TABLE."""
_DRIVER_ID: Final = 1413697536
"""Number of TCP in waits for the network: the bytes TCP and a zero."""
_LINES: Final = {"execute": "EXEC", "fetch": "FETCH", "parse": "PARSE"}


@dataclass(slots=True)
class _Call:
    """What a server did for one call."""

    before: list[tuple[int, int, int, int]] = field(default_factory=list)  #: waits for the request
    start_ns: int = 0  #: when it was there
    cpu_ns: int = 0  #: its processor time
    blocked_ns: int = 0  #: its time without processor
    waits: list[tuple[int, int, int, int]] = field(default_factory=list)  #: event, end, length and number
    seen: dict[str, int] | None = None  #: the call as the client has it


def sql_id(text: str) -> tuple[str, int]:
    """Return the SQL_ID and the hash value of a statement.

    @param text: its text
    @return: 13 characters that hold the last 64 bits of its MD5, and a number of the last 32
    """
    high, low = struct.unpack("<II", hashlib.md5(f"{text}\0".encode(), usedforsecurity=False).digest()[8:])
    number = high << 32 | low
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(13))), low


def trace_lines(run: Run, steps: Columns, release: str, kinds: Sequence[str]) -> Iterator[str]:
    """Yield the lines of all sessions of a run, one session after the other.

    @param run: the run
    @param steps: what its servers did
    @param release: release of the servers, such as 11.2 or 19c
    @param kinds: kind of each statement, as plans name it
    @return: lines of text, each with its end
    """
    writer = _Writer(release, [*run.statements], kinds, run.session_columns["sdu"].tolist())
    yield writer.head()
    rows = zip(
        *(steps[name].tolist() for name in ("session", "step", "end_ns", "time_ns", "count")), strict=True
    )
    taken = _by_session(run.call_columns)
    number, own = -1, [_Call()]
    for session, step, end, time, count in rows:
        if session != number:
            yield from writer.session(number, own)
            number, own = session, [_Call()]
        call = own[-1]
        if step == _CALL:
            call.start_ns, call.cpu_ns = end, time
            call.seen = next(_matching(taken.get(session), end), None)
        elif step == _BLOCKED:
            call.blocked_ns = time
        elif step == _FROM_CLIENT:
            own.append(_Call([(step, end, time, count)]))
        elif step == _MORE_FROM_CLIENT:
            call.before.append((step, end, time, count))
        else:
            call.waits.append((step, end, time, count))
    yield from writer.session(number, own)


def _by_session(calls: Columns) -> dict[int, Iterator[dict[str, int]]]:
    """Return the calls of each session, in the order of their starts, each to be taken once."""
    order = np.lexsort((calls["start_ns"], calls["session"]))
    names = (
        "session",
        "kind",
        "statement",
        "start_ns",
        "end_ns",
        "rows",
        "error",
        "request_bytes",
        "reply_bytes",
    )
    found: dict[int, list[dict[str, int]]] = {}
    for row in zip(*(calls[name][order].tolist() for name in names), strict=True):
        call = dict(zip(names, row, strict=True))
        if KINDS[call["kind"]] != "kept":
            found.setdefault(call["session"], []).append(call)
    return {session: iter(rows) for session, rows in found.items()}


def _matching(calls: Iterator[dict[str, int]] | None, arrived_ns: int) -> Iterator[dict[str, int]]:
    """Yield the next call that had started, and was not over, when a request arrived."""
    for call in calls or ():
        if call["end_ns"] < 0 or call["end_ns"] >= arrived_ns:
            yield call


class _Writer:
    """Writes sessions."""

    def __init__(
        self, release: str, statements: Sequence[str], kinds: Sequence[str], sdu: Sequence[int]
    ) -> None:  # fmt: skip
        """Find out how servers of a release write."""
        digits = re.search(r"\d+", release)
        self.release = int(digits[0]) if digits else 0
        self.name = release
        self.unit = 1000 if self.release == 0 or self.release >= 9 else 10_000_000
        self.timed = self.release == 0 or self.release >= 10
        self.modern = self.release == 0 or self.release >= 11
        self.statements = statements or ["query"]
        self.kinds = kinds or ["query"]
        self.open: set[int] = set()
        self.sdu, self.packet_bytes = sdu, 1

    def head(self) -> str:
        """Return the lines before the first session."""
        return (
            f"Trace file {TRACE_FILE}\n"
            f"Oracle Database Enterprise Edition Release {self.release or 19}.0.0.0.0 - simulated as {self.name} "
            f"by net8 {__version__}\n"
            "Times begin with the run. Time that the plan gives a call without processor is a wait for "
            f"{BLOCKED_EVENT}.\n\n"
        )

    def session(self, number: int, calls: Sequence[_Call]) -> Iterator[str]:
        """Yield the lines of a session.

        @param number: its number
        @param calls: what its server did; nothing if there is none
        @return: lines
        """
        if number < 0:
            return
        yield f"*** SESSION ID:({number + 1}.1) 1970-01-01T00:00:00.000000+00:00\n \n"
        self.open.clear()
        self.packet_bytes = self.sdu[number]
        cursor = 0
        for call in calls:
            yield from (self._wait(cursor, *wait) for wait in call.before)
            cursor = self._cursor(call)
            yield from self._call(cursor, call)

    def _cursor(self, call: _Call) -> int:
        """Return the number of the cursor of a call, 0 without."""
        if call.seen is None or KINDS[call.seen["kind"]] not in {*_LINES, "close"}:
            return 0
        return max(call.seen["statement"], 0) + 1

    def _call(self, cursor: int, call: _Call) -> Iterator[str]:
        """Yield the lines of a call whose request is there."""
        kind = KINDS[call.seen["kind"]] if call.seen else ""
        end = max([call.start_ns, *(wait[1] for wait in call.waits)])
        if cursor and cursor not in self.open and kind != "close":
            self.open.add(cursor)
            yield self._parsing(cursor, call.start_ns)
            if kind != "parse":
                yield self._line("PARSE", cursor, 0, call.start_ns, call.start_ns, 0)
        rows = call.seen["rows"] if call.seen else 0
        executed = kind == "execute" and rows > 0 and self._kind(cursor) == "query"
        if executed:
            yield self._line("EXEC", cursor, 0, call.start_ns, call.start_ns, 0)
        if call.blocked_ns:
            blocked = min(call.start_ns + call.blocked_ns, end)
            yield self._wait(cursor, _BLOCKED, blocked, blocked - call.start_ns, 1)
        yield from (self._wait(cursor, *wait) for wait in call.waits)
        if kind in _LINES:
            word = "FETCH" if executed else _LINES[kind]
            yield self._line(word, cursor, call.cpu_ns, call.start_ns, end, rows)
        else:
            yield self._other(kind, cursor, call, end)
        if call.seen and call.seen["error"]:
            yield f"ERROR #{cursor}:err={call.seen['error']} tim={end // self.unit}\n"

    def _kind(self, cursor: int) -> str:
        """Return the kind of the statement of a cursor."""
        return self.kinds[cursor - 1] if cursor <= len(self.kinds) else "query"

    def _parsing(self, cursor: int, now: int) -> str:
        """Return the lines that name a statement."""
        name = self.statements[cursor - 1] if cursor <= len(self.statements) else "query"
        text = f"/* statement {name} of the plan, whose text is not known */"
        told, value = sql_id(text)
        own = f" sqlid='{told}'" if self.modern else ""
        return (
            f"=====================\nPARSING IN CURSOR #{cursor} len={len(text.encode())} dep=0 uid=1 "
            f"oct={_TYPES.get(self._kind(cursor), 47)} lid=1 tim={now // self.unit} hv={value} ad='0'{own}\n{text}\n"
            "END OF STMT\n"
        )

    def _line(self, word: str, cursor: int, cpu: int, start: int, end: int, rows: int) -> str:
        """Return the line of a call on a cursor."""
        plan = "plh=0," if self.modern else ""
        return (
            f"{word} #{cursor}:c={cpu // self.unit},e={end // self.unit - start // self.unit},p=0,cr=0,cu=0,mis=0,"
            f"r={rows},dep=0,og=1,{plan}tim={end // self.unit}\n"
        )

    def _other(self, kind: str, cursor: int, call: _Call, end: int) -> str:
        """Return the line of a call that is none on a cursor; nothing if servers write none."""
        tim, elapsed = end // self.unit, end // self.unit - call.start_ns // self.unit
        cpu = call.cpu_ns // self.unit
        if kind in ("commit", "rollback"):
            return f"XCTEND rlbk={int(kind == 'rollback')}, rd_only=0, tim={tim}\n"
        if kind == "close" and self.modern:
            return f"CLOSE #{cursor}:c={cpu},e={elapsed},dep=0,type=0,tim={tim}\n"
        if kind == "lob" and self.modern and call.seen:
            word = "LOBREAD" if call.seen["reply_bytes"] >= call.seen["request_bytes"] else "LOBWRITE"
            return f"{word}: c={cpu},e={elapsed},p=0,cr=0,cu=0,tim={tim}\n"
        return ""

    def _wait(self, cursor: int, step: int, end: int, time: int, count: int) -> str:
        """Return the lines of some waits, which took equally long."""
        name = BLOCKED_EVENT if step == _BLOCKED else EVENTS[step]
        lines = []
        for number in range(count):
            until = end - time + time * (number + 1) // count
            since = end - time + time * number // count
            length = until // self.unit - since // self.unit
            lines.append(f"WAIT #{cursor}: nam='{name}' ela= {length} {self._details(step, until)}\n")
        return "".join(lines)

    def _details(self, step: int, until: int) -> str:
        """Return what stands behind the length of a wait."""
        first, second = ("file#", "block#") if step == _BLOCKED else ("driver id", "#bytes")
        value = 0 if step == _BLOCKED else _DRIVER_ID
        size = self.packet_bytes if step == _MORE_TO_CLIENT else 1
        if not self.timed:
            return f"p1={value} p2={size} p3=0"
        return f"{first}={value} {second}={size} p3=0 obj#=-1 tim={until // self.unit}"
