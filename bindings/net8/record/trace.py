# SPDX-License-Identifier: GPL-2.0-only
"""Read a raw trace of event 10046 (9i to 26ai, and 8i with its hundredths of a second) into a record.

The file is read in parts. One search finds the lines that count; what stands between them (plans, headers, dumps of
other events) is never cut into lines. Texts of statements and values of binds are skipped by the lengths that the trace
tells, so that lines inside them are not taken for records. A trace that goes on in another file is read with that.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np

from net8.base.errors import CaptureError
from net8.base.files import cause
from net8.base.terminal import plain
from net8.base.words import many
from net8.record.record import BEFORE, INSIDE, NONE, REST, Mark, Record, Session, not_told
from net8.record.wait_classes import FROM_CLIENT, MORE_TO_CLIENT, wait_event
from net8.record.whole import open_text

__all__ = ["TRACE", "is_trace", "parts_of_traces", "read_trace"]

TRACE: Final = "trace of event 10046"
"""Kind of these files."""

_PART_BYTES: Final = 1 << 20
_FEED: Final = ord("\n")
_LONGEST_TEXT: Final = 32 << 20
"""A text of a statement whose end is further away has none."""
_HEAD_BYTES: Final = 1 << 16
_US: Final = 1000
_CS: Final = 10_000_000
_BACK_NS: Final = 1_000_000_000
"""Times that run back by more than this are a clock that was set, or another file."""
_FORWARD_NS: Final = 3600 * 10**9
"""Time between two lines for which there is no wait, above which a note tells it."""
_SLACK_NS: Final = 100_000
"""By how much a wait may end after the start of the call that follows it; a time is the end of a line's work."""
_DEEPEST: Final = 127
_MOST_ROWS: Final = 2**31 - 1
_LAST_NS: Final = 2**62
"""Latest time that is used, so that all fit into 64 bits."""
_LONGEST_NS: Final = 2**55
"""Longest time that is used, more than a year."""
_WRAP: Final = 2**32
"""What counts in 32 bits begins anew here; V$TIMER does so every 497 days."""

_RELEASE: Final = re.compile(rb"^(?:Personal )?O(?:racle[^\n]{0,200}?Release |RACLE V)(\d+)\.", re.MULTILINE)
_LINE: Final = re.compile(
    rb"\n(?:"
    rb"WAIT #(-?\d+): nam='([^'\n]*)' ela= *(-?\d+)(?:[^\n]* tim=(\d+))?()"
    rb"|(EXEC|FETCH|PARSE) #(-?\d+):c=(-?\d+),e=(-?\d+),p=\d+,cr=\d+,cu=\d+,mis=\d+,r=(\d+),dep=(\d+),og=\d+,"
    rb"(?:plh=\d+,)?tim=(\d+)()"
    rb"|(?=CLOSE #|  +value=\"|PARS|LOB|XCTEND|RPC [CE]|E[XR]|FETCH|UNMAP|SORT U|\*\*\* [SDT[])()"
    rb")"
)
"""Lines of waits and calls, and the beginnings of others that count."""
_WAIT, _CALL = 5, 13
"""Number of the last group of a line of a wait, and of a call."""
_OTHER: Final = re.compile(
    rb"\n(?:"
    rb"(EXEC|FETCH|PARSE|UNMAP|SORT UNMAP|CLOSE) #(-?\d+):c=(-?\d+),e=(-?\d+),"
    rb"(?:[^\n]*?,r=(\d+),)?(?:[^\n]*?dep=(\d+),)?[^\n]*?tim=(\d+)()"
    rb"| +value=\"()"
    rb"|PARSING IN CURSOR #(-?\d+) len=(\d+)([^\n]*)()"
    rb"|LOB[A-Z]+:[^\n]*?c=(-?\d+),e=(-?\d+),[^\n]*?tim=(\d+)()"
    rb"|XCTEND rlbk=(\d)[^\n]*, tim=(\d+)()"
    rb"|PARSE ERROR #-?\d+:len=(\d+) [^\n]*()"
    rb"|ERROR #-?\d+:()"
    rb"|\*\*\* SESSION ID:\(([^)\n]*)\)()"
    rb"|\*\*\* \[ ?([^\]\n]*?) ?\]()"
    rb"|\*\*\* DUMP FILE SIZE IS LIMITED()"
    rb"|\*\*\* TRACE (?:DUMP |SEGMENT )?CONTINU(ED FROM|ES IN)(?: FILE)? ([^\n]*)()"
    rb"|RPC CALL:([^\n]*)()"
    rb"|RPC EXEC:c=(-?\d+),e=(-?\d+)[^\n]*()"
    rb")"
)
_CURSOR, _BIND, _PARSING, _LOB, _END, _PARSE_ERROR, _ERROR = 8, 9, 13, 17, 20, 22, 23
_SESSION, _PROCESS, _LIMITED, _OTHER_PART, _REMOTE_NAME, _REMOTE = 25, 27, 28, 31, 33, 36
"""Number of the last group of each kind of other lines."""
_CONTINUED: Final = re.compile(
    rb"^\*\*\* TRACE (?:DUMP |SEGMENT )?CONTINUED FROM(?: FILE)? ([^\n]*)", re.MULTILINE
)
_NAMES: Final = re.compile(rb"hv=(\d+)(?:[^\n]*sqlid='([^'\n]*)')?")
_STATEMENT_END: Final = re.compile(rb"\nEND OF STMT\r?(?=\n)")
_VALUE_END: Final = re.compile(rb"\"(?:\.\.\.)?\r?(?=\n)")
_LENGTH: Final = re.compile(rb"avl=(\d+)")
_BYTES: Final = re.compile(rb"[^\n]*?(?:#bytes|p2)=(\d+)")
_LONGEST_NAME: Final = 60
_NEAR_BYTES: Final = 4096
"""How far behind the line of a remote call the next line with a time is looked for."""
_LARGEST_SDU: Final = 2 << 20
_LEAST_PACKET: Final = 512
_MOST_PACKETS: Final = 100_000
"""Waits for long replies whose bytes are looked at."""
_KINDS: Final = {
    b"EXEC": "execute", b"FETCH": "fetch", b"PARSE": "parse", b"CLOSE": "close", b"UNMAP": "unmap",
    b"SORT UNMAP": "unmap", b"LOB": "lob", b"RPC": "remote call",
}  # fmt: skip
_CALL_ROW: Final = np.dtype(
    [
        ("session", "i4"), ("statement", "i4"), ("kind", "i1"), ("depth", "i1"), ("trip", "i4"), ("start_ns", "i8"),
        ("end_ns", "i8"), ("cpu_ns", "i8"), ("writing_ns", "i8"), ("rows", "i4"),
    ]
)  # fmt: skip
_SPAN_ROW: Final = np.dtype(
    [
        ("call", "i4"), ("event", "i2"), ("place", "i1"), ("statement", "i4"), ("time_ns", "i8"), ("count", "i4"),
    ]
)  # fmt: skip
_PACK_CALL: Final = struct.Struct("=iibbiqqqqi").pack
_PACK_SPAN: Final = struct.Struct("=ihbiqi").pack
"""A call and a span as bytes, which takes less time than to append to each column."""
_FEW: Final = 4
"""More waits than these of a call are added up by event."""


class _State:
    """What is known of a session while its lines are read."""

    __slots__ = (
        "cursors", "last_ns", "loose", "number", "offset_ns", "open", "remote", "session", "stalled_ns", "waits",
        "written_ns",
    )  # fmt: skip

    def __init__(self, session: Session) -> None:
        """Start without lines; a session without calls and waits gets no number."""
        self.number = NONE
        self.session = session
        self.cursors: dict[bytes, int] = {}
        self.waits: list[tuple[int, int, int, int]] = []
        """End, length, event and statement of waits that belong to a call whose line is still to come."""
        self.loose: list[tuple[int, int, int, int]] = []
        """The same of those that ended before the client's latest request."""
        self.open: list[tuple[int, int, int]] = []
        """End, depth and number of recursive calls whose parent's line is still to come."""
        self.remote = 0
        """Number of the procedure that the client called last by its name."""
        self.last_ns = NONE
        self.offset_ns = 0
        self.written_ns = NONE
        """When the first packet of the reply of the call whose line is still to come had been written."""
        self.stalled_ns = 0
        """Waits while its further packets were."""


class _Reader:
    """Reads one file, or the parts of one trace."""

    def __init__(self, path: Path) -> None:
        """Start a record without anything."""
        self.record = Record(str(path), TRACE, {})
        self.unit = _US
        self.release = 0
        self.untimed_waits = 0
        self.lines_before = 0
        self.part = ""
        self.parts: dict[str, str] = {}
        self.process = b""
        self.by_name: dict[tuple[bytes, bytes], _State] = {}
        self.event_numbers: dict[bytes, int] = {}
        self.from_client = self._event(FROM_CLIENT.encode())
        self.more = self._event(MORE_TO_CLIENT.encode())
        self.more_bytes: list[int] = []
        self.kinds = {name: self.record.kind(kind) for name, kind in _KINDS.items()}
        self.parsed = 0
        self.number = 0
        self.parents = self.record.calls.parent
        self.call_rows = bytearray()
        self.span_rows = bytearray()
        self.backward = 0
        self.first_backward = ""
        self.wrapped = 0
        self.odd = 0
        self.forward: tuple[int, str] = (0, "")
        self.remote = self.remote_alone = 0
        self.errors = 0
        self.unnamed: set[int] = set()
        self.limited = False
        self.cut = ""
        self.at_end = False
        self.state = self._state(b"")
        self.slots: dict[int | None, Callable[[re.Match[bytes], bytes, int], int]] = {
            _CURSOR: self._cursor, _BIND: self._bind, _PARSING: self._parsing, _LOB: self._lob, _END: self._end,
            _PARSE_ERROR: self._parse_error, _ERROR: self._error, _SESSION: self._session,
            _PROCESS: self._process, _LIMITED: self._limit, _OTHER_PART: self._other_part,
            _REMOTE_NAME: self._remote_name, _REMOTE: self._remote_call,
        }  # fmt: skip

    def read(self, file: BinaryIO, name: str = "") -> None:
        """Read a file to its end.

        @param file: the file
        @param name: what it is called, if it is a part of a trace
        """
        data = b"\n"
        self.lines_before, self.part = 0, f" of {name}" if name else ""
        while part := file.read(_PART_BYTES):
            if not self.lines_before:
                self._head(part[:_HEAD_BYTES])
            data += part
            self.at_end = len(data) > _LONGEST_TEXT
            at = self._scan(data, data.rfind(b"\n"))
            self.lines_before += int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8, count=at) == _FEED))
            data = data[at:]
        self.at_end = True
        self._scan(data, data.rfind(b"\n"))
        if not data.endswith(b"\n"):
            self.cut = f"in the middle of a line{self.part}, which is left out"

    def finish(self) -> None:
        """End all sessions."""
        for state in self.by_name.values():
            self._finish(state)

    def _head(self, text: bytes) -> None:
        """Find the release and with it the unit of times."""
        if found := _RELEASE.search(text):
            self.release = int(found[1])
            self.unit = _CS if self.release < 9 else _US

    def _scan(self, data: bytes, end: int) -> int:
        """Read the lines up to a line feed; return where the next part begins."""
        at = 0
        while 0 <= at <= end:
            at = self._calls_and_waits(data, at, end)
            if at < 0:
                break
            found = _OTHER.match(data, at, end)
            if found is None:
                at += 1
                continue
            after = self.slots[found.lastindex](found, data, end)
            if after < 0:
                self._store()
                return at
            at = after or found.end()
        self._store()
        return max(end, 0)

    def _calls_and_waits(self, data: bytes, at: int, end: int) -> int:
        """Read lines of calls and waits; return where another line that counts begins, or -1 at the end.

        Nearly all lines that count are these: what is done for each stands here, and the state is in local variables.
        """
        state, unit, kinds, numbers = self.state, self.unit, self.kinds, self.event_numbers
        cursors, waits, last, offset = state.cursors, state.waits, state.last_ns, state.offset_ns
        from_client, more = self.from_client, self.more
        for found in _LINE.finditer(data, at, end):
            what = found.lastindex
            if what == _WAIT:
                cursor, name, elapsed, told = found.group(1, 2, 3, 4)
                length = int(elapsed) * unit
                if not 0 <= length <= _BACK_NS:
                    length = self._long(length)
                if told is None:
                    self.untimed_waits += 1
                    time = NONE
                else:
                    time = int(told) * unit + offset
                    if 0 <= time - last < _FORWARD_NS and last != NONE:
                        last = time
                    else:
                        state.last_ns = last
                        time = self._time(state, int(told), length, data, found.start())
                        last, offset = state.last_ns, state.offset_ns
                event = numbers.get(name)
                if event is None:
                    event = self._event(name)
                # Waits of a call that parses stand before the line that names its statement.
                waits.append((time, length, event, cursors.get(cursor, 0)))
                if event == from_client:
                    state.session.trips += 1
                    state.loose += waits
                    waits.clear()
                    state.open.clear()
                elif event == more:
                    self._more(found, data)
                    if state.written_ns == NONE:
                        state.written_ns = time - length if time != NONE else NONE
                    state.stalled_ns += length
            elif what == _CALL:
                word, cursor, cpu, elapsed, rows, depth, told = found.group(6, 7, 8, 9, 10, 11, 12)
                length = int(elapsed) * unit
                if not 0 <= length <= _BACK_NS:
                    length = self._long(length)
                time = int(told) * unit + offset
                if 0 <= time - last < _FORWARD_NS and last != NONE:
                    last = time
                else:
                    state.last_ns = last
                    time = self._time(state, int(told), length, data, found.start())
                    last, offset = state.last_ns, state.offset_ns
                statement = cursors.get(cursor)
                if statement is None:
                    statement = self._unknown_cursor(state, cursor)
                self._add(
                    state, kinds[word], statement, int(cpu) * unit, time - length, time, int(depth), int(rows)
                )
            else:
                state.last_ns = last
                return found.start()
        state.last_ns = last
        return -1

    def _store(self) -> None:
        """Put the calls and spans of a part of the file into their columns."""
        calls, spans = self.record.calls, self.record.spans
        for columns, packed, form in ((calls, self.call_rows, _CALL_ROW), (spans, self.span_rows, _SPAN_ROW)):
            rows = np.frombuffer(bytes(packed), dtype=form)
            for name in form.names or ():
                getattr(columns, name).frombytes(rows[name].tobytes())
        self.call_rows.clear()
        self.span_rows.clear()

    # Other lines, one method for each kind, which returns where the next line begins, 0 if nothing is to be skipped,
    # and less than 0 if it needs more of the file.

    def _cursor(self, found: re.Match[bytes], data: bytes, _end: int) -> int:
        """Add a call on a cursor: the closing, or one with fields in another order."""
        word, cursor, cpu, elapsed, rows, depth, told = found.group(1, 2, 3, 4, 5, 6, 7)
        state, length = self.state, self._long(int(elapsed) * self.unit)
        statement = state.cursors.get(cursor)
        if statement is None:
            statement = self._unknown_cursor(state, cursor)
        time = self._time(state, int(told), length, data, found.start())
        self._add(
            state, self.kinds[word], statement, int(cpu) * self.unit, time - length, time, int(depth or 0),
            NONE if rows is None else int(rows),
        )  # fmt: skip
        return 0

    def _bind(self, found: re.Match[bytes], data: bytes, end: int) -> int:
        """Skip the value of a bind, which may have lines that look like records."""
        start = found.end()
        told = _LENGTH.match(data, max(0, data.rfind(b"avl=", max(0, start - 300), start)), start)
        if told:
            after = start + int(told[1])
            if data[after : after + 1] == b'"' and data[after + 1 : after + 2] in (b"\n", b"\r"):
                return after + 1
        closing = _VALUE_END.search(data, start, min(end + 1, start + 65536))
        if closing is None and end - start < 65536 and not self.at_end:
            return -1
        return closing.end() if closing else start

    def _parsing(self, found: re.Match[bytes], data: bytes, end: int) -> int:
        """Note which statement a cursor has, and skip its text."""
        cursor, length, rest = found.group(10, 11, 12)
        start = data.find(b"\n", found.end(), end + 1) + 1 or found.end()
        after = start + int(length)
        if after > end and not self.at_end:
            return -1
        closing = _STATEMENT_END.match(data, after) or _STATEMENT_END.match(data, after + 1)
        if closing is None:
            closing = _STATEMENT_END.search(data, max(start - 1, 0), end + 1)
            if closing is None:
                if not self.at_end:
                    return -1
                self.cut = self.cut or "in the middle of the text of a statement"
        text = data[start : closing.start() if closing else min(after, end)]
        named = _NAMES.search(rest)
        key = (named[2] or b"hv " + named[1]) if named else b"cursor " + cursor
        self.parsed += 1
        self.state.cursors[cursor] = self.record.statements.number(key, text)
        return closing.end() if closing else min(max(after, found.end()), end)

    def _lob(self, found: re.Match[bytes], data: bytes, _end: int) -> int:
        """Add a call on a LOB, which has no cursor; it belongs to the client."""
        cpu, elapsed, told = found.group(14, 15, 16)
        length = self._long(int(elapsed) * self.unit)
        time = self._time(self.state, int(told), length, data, found.start())
        self._add(self.state, self.kinds[b"LOB"], 0, int(cpu) * self.unit, time - length, time, 0, NONE)
        return 0

    def _end(self, found: re.Match[bytes], data: bytes, _end: int) -> int:
        """Add the end of a transaction, of which no duration is told."""
        kind = self.record.kind("rollback" if found[18] == b"1" else "commit")
        time = self._time(self.state, int(found[19]), 0, data, found.start())
        self._add(self.state, kind, 0, 0, time, time, 0, NONE)
        return 0

    def _parse_error(self, found: re.Match[bytes], data: bytes, end: int) -> int:
        """Skip the text of a statement that could not be parsed."""
        self.errors += 1
        start = data.find(b"\n", found.end(), end + 1) + 1 or found.end()
        after = start + int(found[21])
        if after > end:
            return end if self.at_end else -1
        return after if data[after : after + 1] in (b"\n", b"\r") else found.end()

    def _error(self, _found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Count an error."""
        self.errors += 1
        return 0

    def _session(self, found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Go on with the lines of a session."""
        self.state = self._state(found[24])
        return 0

    def _process(self, found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Go on with the lines of a process, as trcsess names it; its session is the last one told for it."""
        self.process = found[26]
        theirs = [state for (process, _name), state in self.by_name.items() if process == self.process]
        self.state = theirs[-1] if theirs else self._state(b"")
        return 0

    def _limit(self, _found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Note that the server stopped writing."""
        self.limited = True
        return 0

    def _other_part(self, found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Note which file has the lines before or after."""
        where = "what came before" if found[29] == b"ED FROM" else "what came after"
        self.parts[_name_of(found[30])] = where
        return 0

    def _remote_name(self, found: re.Match[bytes], _data: bytes, _end: int) -> int:
        """Note which procedure of PL/SQL the client calls, as Oracle Forms does, without a cursor."""
        text = found[32].strip()
        name = text.partition(b"(")[0].strip(b" ;")[:_LONGEST_NAME]
        self.state.remote = self.record.statements.number(b"RPC " + name, text)
        return 0

    def _remote_call(self, found: re.Match[bytes], data: bytes, end: int) -> int:
        """Add the call of a procedure, whose line has no time: it ended where what the next line tells began."""
        state, whole = self.state, data.find(b"\n", found.end() + _NEAR_BYTES, end)
        near = _LINE.search(data, found.end(), end if whole < 0 else whole)
        if near is None and whole < 0 and not self.at_end:
            return -1
        length = self._long(int(found[35]) * self.unit)
        self.remote += 1
        time = self._began(near, state) if near else NONE
        if time == NONE:
            self.remote_alone += 1
            time = max(state.last_ns, 0) + (0 if state.open else length)
        if state.last_ns == NONE:
            state.session.start_ns = time - length
        state.last_ns = max(state.last_ns, time)
        cpu = int(found[34]) * self.unit
        self._add(state, self.kinds[b"RPC"], state.remote, cpu, time - length, time, 0, NONE)
        return 0

    # What lines have in common.

    def _began(self, line: re.Match[bytes], state: _State) -> int:
        """Return when what a line tells began; NONE if it does not tell that, or by a clock that was set."""
        elapsed, told = line.group(3, 4) if line.lastindex == _WAIT else line.group(9, 12)
        if told is None:
            return NONE
        time = (int(told) - int(elapsed)) * self.unit + state.offset_ns
        if state.last_ns == NONE:
            return time if 0 <= time <= _LAST_NS else NONE
        return time if -_SLACK_NS <= time - state.last_ns < _FORWARD_NS else NONE

    def _more(self, found: re.Match[bytes], data: bytes) -> None:
        """Note how many bytes a packet of a long reply has."""
        if len(self.more_bytes) < _MOST_PACKETS:
            told = _BYTES.search(data, found.end(2), found.end(2) + 100)
            self.more_bytes += [int(told[1])] if told and int(told[1]) <= _LARGEST_SDU else []

    def _event(self, name: bytes) -> int:
        """Return the number of a wait event."""
        event = wait_event(plain(name.decode("ascii", "replace")))
        found = self.event_numbers[name] = self.record.events.number(event)
        return found

    def _state(self, name: bytes) -> _State:
        """Return what is known of a session of the current process, new if it is."""
        key = self.process, name
        found = self.by_name.pop(key, None) or _State(Session(""))
        self.by_name[key] = found
        found.session.name = plain(b" ".join(filter(None, (self.process, name))).decode("ascii", "replace"))
        return found

    def _unknown_cursor(self, state: _State, cursor: bytes) -> int:
        """Return the statement of a cursor whose PARSING line the file lacks."""
        if cursor in (b"0", b"-1"):
            found = 0
        else:
            found = self.record.statements.number(b"cursor #" + cursor, b"")
            self.unnamed.add(found)
        state.cursors[cursor] = found
        return found

    def _time(self, state: _State, told: int, length_ns: int, data: bytes, at: int) -> int:
        """Return a time of the trace in nanoseconds; a clock that was set back goes on where it was."""
        time = told * self.unit + state.offset_ns
        session = state.session
        if state.last_ns == NONE:
            # Times that do not fit, of a broken line, begin at 0.
            if time > _LAST_NS:
                state.offset_ns, time = -told * self.unit, 0
            session.start_ns = time - length_ns
            state.last_ns = time
            return time
        wrap = _WRAP * self.unit
        if time <= state.last_ns - wrap // 2 and state.last_ns - state.offset_ns < wrap:
            self.wrapped += 1
            state.offset_ns, time = state.offset_ns + wrap, time + wrap
        if time < state.last_ns - _BACK_NS or time > _LAST_NS:
            self.backward += 1
            self.first_backward = self.first_backward or self._line(data, at)
            state.offset_ns += state.last_ns + length_ns - time
            time = state.last_ns + length_ns
        elif time - length_ns - state.last_ns > max(_FORWARD_NS, self.forward[0]):
            self.forward = time - length_ns - state.last_ns, self._line(data, at)
        state.last_ns = max(time, state.last_ns)
        return time

    def _long(self, length_ns: int) -> int:
        """Return a time that is long, or 0 if a clock that was set back left it: below 0, also in 32 or 64 bits."""
        wrap = _WRAP * self.unit
        if 0 <= length_ns <= _LONGEST_NS and not wrap - _BACK_NS <= length_ns < wrap:
            return length_ns
        self.odd += 1
        return 0

    def _line(self, data: bytes, at: int) -> str:
        """Return the number of a line of the file."""
        number = self.lines_before + data.count(b"\n", 0, at + 1)
        return f"line {number}{self.part}"

    def _add(
        self, state: _State, kind: int, statement: int, cpu: int, start: int, end: int, depth: int, rows: int
    ) -> None:  # fmt: skip
        """Add a call, and give it the waits and the recursive calls that its time holds."""
        number = self.number
        self.number = number + 1
        session = state.session
        if state.number == NONE:
            state.number = len(self.record.sessions)
            self.record.sessions.append(session)
        if start < session.start_ns:  # type: ignore[operator]  # the line's time has begun it
            session.start_ns = start
        if depth > _DEEPEST or rows > _MOST_ROWS or not 0 <= cpu <= _BACK_NS:
            depth, rows, cpu = min(depth, _DEEPEST), min(rows, _MOST_ROWS), self._long(cpu)
        writing = 0
        if not depth and state.written_ns != NONE:
            # Other waits in this time are work on the reply.
            writing = max(end - max(state.written_ns, start) - state.stalled_ns, 0)
            state.written_ns, state.stalled_ns = NONE, 0
        self.call_rows += _PACK_CALL(
            state.number, statement, kind, depth, session.trips, start, end, cpu, writing, rows
        )
        self.parents.append(NONE)
        waits = state.waits
        if waits:
            if len(waits) > _FEW or waits[-1][0] == NONE:
                self._add_up(state, number, start, statement, depth)
            while waits and waits[-1][0] > start:
                _end, length, event, _whose = waits.pop()
                self.span_rows += _PACK_SPAN(number, event, INSIDE, statement, length, 1)
        if depth:
            open_calls = state.open
            while open_calls and open_calls[-1][1] > depth and open_calls[-1][0] >= start:
                self.parents[open_calls.pop()[2]] = number
            open_calls.append((end, depth, number))
            return
        if waits or state.loose:
            self._claim_loose(state, number, start, statement)
        if state.open:
            for ended, _depth, deeper in state.open:
                if ended >= start:
                    self.parents[deeper] = number
            state.open.clear()

    def _claim_loose(self, state: _State, number: int, start: int, statement: int) -> None:
        """Give a call of the client the waits that were before it, or in its time by a clock that differs a little."""
        waits, loose, rows = state.waits, state.loose, self.span_rows
        while loose and loose[-1][0] - _SLACK_NS > start:
            _end, length, event, _whose = loose.pop()
            rows += _PACK_SPAN(number, event, INSIDE, statement, length, 1)
        for place in (loose, waits):
            for _end, length, event, whose in place:
                rows += _PACK_SPAN(number, event, BEFORE, whose, length, 1)
            place.clear()

    def _add_up(self, state: _State, number: int, start: int, statement: int, depth: int) -> None:
        """Give a call many waits, added up by event, or such without times.

        Of 9i, which tells no times of waits, those of the call's cursor are its own, and all of them if the client made
        the call.
        """
        waits = state.waits
        sums: dict[int, tuple[int, int]] = {}
        while waits and (
            waits[-1][0] > start or (waits[-1][0] == NONE and (not depth or waits[-1][3] == statement))
        ):
            _end, length, event, _whose = waits.pop()
            time, count = sums.get(event, (0, 0))
            sums[event] = time + length, count + 1
        for event, (time, count) in sums.items():
            self.span_rows += _PACK_SPAN(number, event, INSIDE, statement, min(time, _LAST_NS), count)

    def _finish(self, state: _State) -> None:
        """End a session with what was after its last call."""
        session = state.session
        if session.start_ns is None and not (state.waits or state.loose):
            return
        left = [*state.loose, *state.waits]
        untimed = sum(wait[1] for wait in left if wait[0] == NONE)
        end = max(state.last_ns, 0) + untimed
        if session.start_ns is None:
            session.start_ns = 0
        session.end_ns = end
        if left:
            state.waits.clear()
            state.loose = [(NONE, *wait[1:]) for wait in left]
            self._add(state, self.record.kind(REST), 0, 0, end, end, 0, NONE)
            self._store()


def is_trace(head: bytes) -> bool:
    """Return whether a file is a raw trace, by how it begins.

    @param head: its beginning
    @return: whether it names a release of the database, a session, or has a line of event 10046
    """
    told = _RELEASE.search(head) or b"*** SESSION ID:" in head
    return bool(told or _LINE.search(b"\n" + head))


def _name_of(told: bytes) -> str:
    """Return the name of a file without its folders, as a line of a trace tells it."""
    path = told.decode("utf-8", "replace").strip().removesuffix("***").strip()
    return plain(re.split(r"[/\\]", path)[-1])


def parts_of_traces(heads: Mapping[Path, bytes]) -> dict[Path, tuple[Path, ...]]:
    """Find traces that go on in another file: servers do so when they are told a new name, or when one is full.

    @param heads: files and how they begin
    @return: for the first part of a trace the further ones, in order
    """
    names = {path.name: path for path in heads}
    after: dict[Path, Path] = {}
    for path, head in heads.items():
        told = _CONTINUED.search(head)
        before = names.get(_name_of(told[1])) if told else None
        if before is not None and before != path:
            after.setdefault(before, path)
    found: dict[Path, tuple[Path, ...]] = {}
    for first in after.keys() - set(after.values()):
        chain = [first]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        found[first] = tuple(chain[1:])
    return found


def read_trace(path: Path, *further: Path) -> Record:
    """Read a raw trace.

    @param path: the file
    @param further: the files in which it goes on, in order
    @return: what it tells
    @raises CaptureError: when it has no line of event 10046, or none with a time
    """
    reader = _Reader(path)
    for part in (path, *further):
        try:
            with open_text(part) as file:
                reader.read(file, part.name if further else "")
        except OSError as error:
            raise CaptureError(f"{part} cannot be read: {cause(error, part)}") from None
    reader.finish()
    for part in (path, *further):
        reader.parts.pop(part.name, None)
    record = reader.record
    if further:
        record.notes.append(
            f"it goes on in {' and '.join(part.name for part in further)}, which is read with it"
        )
    if not record.calls.session:
        raise CaptureError(
            f"{path} has no line of event 10046 (EXEC #, FETCH #, WAIT # ...); set the event at level 8 or 12, or name "
            "another file"
        )
    if not any(session.start_ns or session.end_ns for session in record.sessions):
        raise CaptureError(
            f"{path} has calls but no times, as TIMED_STATISTICS was FALSE; set it to TRUE and trace again"
        )
    counts = Counter(record.calls.kind)
    words = {"PARSE": b"PARSE", "EXEC": b"EXEC", "FETCH": b"FETCH", "CLOSE": b"CLOSE", "LOB": b"LOB"}
    record.told = {"PARSING IN CURSOR": reader.parsed, "WAIT": sum(record.spans.count)}
    if reader.more_bytes:
        found = sorted(reader.more_bytes)[len(reader.more_bytes) // 2]
        record.packet_bytes = found if found >= _LEAST_PACKET else 0
    record.told |= {name: counts[reader.kinds[word]] for name, word in words.items()}
    _mark(record, reader)
    record.notes += _notes(record, reader)
    return record


def _mark(record: Record, reader: _Reader) -> None:
    """Say where the fields come from."""
    unit = "microseconds" if reader.unit == _US else "hundredths of a second"
    waits = bool(record.told["WAIT"])
    record.marks |= {
        "session": Mark("seen", "*** SESSION ID, or the process in output of trcsess"),
        "statement": Mark("seen", "PARSING IN CURSOR, until the number of the cursor is used again"),
        "kind": Mark("seen", "first word of the line"),
        "depth": Mark("seen", "dep=; of LOB calls 0"),
        "end_ns": Mark("seen", f"tim=, {unit}; of RPC EXEC where the next line's begins"),
        "start_ns": Mark("derived", "tim= less e="),
        "cpu_ns": Mark("seen", "c="),
        "rows": Mark("seen", "r="),
        "parent": Mark("derived", "the next call of less depth whose time holds this one"),
        "waits": Mark(
            "seen" if waits else "absent",
            "ela= of WAIT" if waits else "no WAIT lines; level 8 of the event has them",
        ),
        "trip": Mark("derived", f"each {FROM_CLIENT} starts one")
        if waits
        else Mark("assumed", "without waits, calls of one round trip cannot be told"),
        "request_bytes": not_told("a trace"),
        "reply_bytes": not_told("a trace"),
        "rtt_ns": Mark("absent", "a trace does not tell network and client apart; --rtt does"),
    }


def _notes(record: Record, reader: _Reader) -> list[str]:
    """Say what is missing, and what that does to the answer."""
    found = []
    if not record.told["WAIT"]:
        found.append(
            "it has no WAIT lines, so waits, network and client cannot be told apart; trace with level 8 or 12"
        )
    elif reader.untimed_waits and reader.release != 9 and reader.unit == _US:
        found.append(f"{reader.untimed_waits} WAIT lines have no tim=, so their place is that in the file")
    if not reader.release:
        found.append("its head has no release, so its times are taken as microseconds, as from 9i on")
    elif reader.unit == _CS:
        found.append(
            f"release {reader.release} tells times in hundredths of a second: what is shorter counts as 0"
        )
    if reader.cut:
        found.append(f"it ends {reader.cut}; what came after is not in the answer")
    found += [
        f"{name} has {what}, which is not in the answer; name both files"
        for name, what in reader.parts.items()
    ]
    if reader.limited:
        found.append("the server stopped writing at MAX_DUMP_FILE_SIZE; what came after is not in the answer")
    if reader.backward:
        times = "once" if reader.backward == 1 else f"{reader.backward} times"
        found.append(
            f"its times run backwards {times}, first at {reader.first_backward}; the time between counts as 0"
        )
    if reader.wrapped:
        found.append("its times, of 32 bits, began anew at 0; the time between is in the answer")
    if reader.odd:
        found.append(
            f"{many(reader.odd, 'time')} below 0, as a clock that was set back leaves them, count as 0"
        )
    if reader.forward[0]:
        found.append(
            f"{reader.forward[0] / 1e9:,.0f} s before {reader.forward[1]} have neither a call nor a wait: unknown"
        )
    if reader.unnamed:
        found.append(
            f"the trace began after {many(len(reader.unnamed), 'cursor')} had been parsed, so the texts are not known"
        )
    if reader.remote:
        found.append(_remote_note(reader))
    if reader.errors:
        found.append(many(reader.errors, "error") + " of statements")
    return found


def _remote_note(reader: _Reader) -> str:
    """Say where the times of remote calls come from."""
    calls = many(reader.remote, "remote call")
    text = f"{calls} (RPC EXEC) without tim= taken to end where the next line's time begins"
    if reader.remote_alone:
        text += f"; {reader.remote_alone:,} of them, without such a line, by the last time before"
    return text
