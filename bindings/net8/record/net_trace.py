# SPDX-License-Identifier: GPL-2.0-only
"""Read the packets of a trace of Oracle Net at level 16 (support): of a client, a server process or a listener.

Each packet stands there as a dump, lines of eight bytes behind the name of the function that sent or received it:
nspsend and nsprecv, or nsbasic_bsd and nsbasic_brc for calls on an open connection.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.words import many
from net8.capture.streams import Reading
from net8.capture.talk import LISTENER, Said, segments_of
from net8.record.captures import record_of
from net8.record.record import Mark, Record
from net8.record.whole import read_whole

__all__ = ["NET_TRACE", "NetTrace", "is_net_trace", "read_net_trace", "record_net_trace"]

NET_TRACE: Final = "trace of Oracle Net"
"""Kind of these files, before whose it is."""

_LINE: Final = re.compile(
    rb"^(?:\((?P<thread>[^)\n]{1,40})\) ?)?"
    rb"(?:\[?(?P<time>\d{2}-[A-Z]{3}-\d{4} \d{2}:\d{2}:\d{2}(?:[:.]\d{1,9})?"
    rb"|\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)\]?(?: :)? )?"
    rb"(?P<function>n[a-z0-9_]{2,30}): ?(?P<rest>[^\r\n]*)",
    re.MULTILINE,
)
_HEX: Final = re.compile(rb"((?:[0-9A-Fa-f]{2} ){1,16}) *\|")
_SOCKET: Final = re.compile(rb"socket (\d{1,12}) had bytes")
_HEAD: Final = re.compile(
    rb"(?:TRACE CONFIGURATION INFORMATION FOLLOWS|New trace level is \d"
    rb"|(?:^|[\] :])ns[a-z0-9_]+: ?(?:entry|packet dump))",
    re.MULTILINE,
)
_HEAD_BYTES: Final = 1 << 16
_SENDS: Final = (b"nspsend", b"nsbasic_bsd")
_RECEIVES: Final = (b"nsprecv", b"nsbasic_brc")
_CONNECT, _DATA, _RESEND = 1, 6, 11
_CALLS: Final = (0x03, 0x11)
"""First bytes of what clients send in DATA packets: a call, or one with others in front of it."""
_ACCEPT: Final = 2
_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        (b"JAN", b"FEB", b"MAR", b"APR", b"MAY", b"JUN", b"JUL", b"AUG", b"SEP", b"OCT", b"NOV", b"DEC"), 1
    )
}
_EPOCH: Final = datetime.datetime(1970, 1, 1)  # a trace does not tell its zone


@dataclass(slots=True)
class _Dump:
    """A packet of the trace."""

    time_ns: int | None
    talk: int
    sent: bool
    data: bytearray = field(default_factory=bytearray)


@dataclass(frozen=True)
class NetTrace:
    """What a trace of Oracle Net has."""

    said: list[Said]  #: its packets in order
    place: str  #: "client" or "server": whose trace it is
    connections: int  #: how many
    notes: list[str]  #: what is missing


def is_net_trace(head: bytes) -> bool:
    """Return whether a file is a trace of Oracle Net.

    @param head: how it begins
    @return: whether it looks like one
    """
    return _HEAD.search(head[:_HEAD_BYTES]) is not None


def read_net_trace(path: Path) -> NetTrace:
    """Read the packets of a trace of Oracle Net.

    @param path: the file
    @return: its packets
    @raises CaptureError: when it has none
    """
    content = read_whole(path)
    reader = _Reader()
    reader.read(content)
    if not reader.dumps:
        raise CaptureError(
            f"{path} is a trace of Oracle Net without packet dumps; set TRACE_LEVEL_CLIENT, TRACE_LEVEL_SERVER or "
            "TRACE_LEVEL_LISTENER to 16"
        )
    return reader.result()


def record_net_trace(path: Path, rtt_ns: int | None) -> Record:
    """Read a trace of Oracle Net into a record.

    @param path: the file
    @param rtt_ns: round trip of the network, or None
    @return: what it tells
    @raises CaptureError: when it has no packets, or none with times
    """
    trace = read_net_trace(path)
    if not any(each.time_ns for each in trace.said):
        raise CaptureError(
            f"{path} has packets but no times; set TRACE_TIMESTAMP_CLIENT, TRACE_TIMESTAMP_SERVER or "
            "TRACE_TIMESTAMP_LISTENER to ON"
        )
    segments = list(segments_of(trace.said))
    told = (rtt_ns, 0) if trace.place == "client" else (0, rtt_ns)
    record = record_of(
        path, f"{NET_TRACE}, {trace.place} side", Reading(segments, len(segments)), (LISTENER,), told
    )
    record.told = {"packets": len(trace.said), "connections": trace.connections}
    dumped = Mark("seen", "time of the line with the dump of the packet, by the clock of the machine")
    record.marks |= {
        "session": Mark("derived", "thread and socket of the trace; a CONNECT begins one"),
        "start_ns": dumped, "end_ns": dumped,
        "rtt_ns": Mark("absent", "a trace of Oracle Net does not tell it; --rtt does"),
        "waits": Mark("derived", "times between packets"),
    }  # fmt: skip
    if trace.place == "client" and rtt_ns is None:
        record.notes.append(
            "it is of the client, which does not tell network and server apart while a reply is awaited; --rtt does"
        )
    record.notes += trace.notes
    return record


class _Reader:
    """Reads one trace."""

    def __init__(self) -> None:
        """Start without packets."""
        self.dumps: list[_Dump] = []
        self.open: dict[tuple[bytes, bytes], _Dump] = {}
        self.sockets: dict[bytes, bytes] = {}
        self.talks: dict[tuple[bytes, bytes], int] = {}
        self.count = 0
        self.cut = 0

    def read(self, content: bytes) -> None:
        """Read the lines of a file."""
        for line in _LINE.finditer(content):
            function = line["function"]
            thread, rest = line["thread"] or b"", line["rest"]
            if function.startswith(b"nt"):
                if found := _SOCKET.search(rest):
                    self.sockets[thread] = found[1]
            elif function in _SENDS or function in _RECEIVES:
                self._packet((thread, function), line["time"], rest)

    def _packet(self, key: tuple[bytes, bytes], time: bytes | None, rest: bytes) -> None:
        """Take a line of a function that sends or receives packets."""
        if rest.startswith(b"packet dump"):
            dump = _Dump(_time_ns(time), 0, key[1] in _SENDS)
            self.open[key] = dump
            self.dumps.append(dump)
            dump.talk = self._talk(key[0])
        elif dump := self.open.get(key):  # type: ignore[assignment]
            if found := _HEX.match(rest):
                dump.data += bytes.fromhex(found[1].decode("ascii"))
            else:
                del self.open[key]

    def _talk(self, thread: bytes) -> int:
        """Return the number of the connection that a thread is busy with."""
        key = thread, self.sockets.get(thread, b"")
        if key not in self.talks:
            self.talks[key] = self.count
            self.count += 1
        return self.talks[key]

    def result(self) -> NetTrace:
        """Tell connections apart, and say who sent what."""
        whole = [dump for dump in self.dumps if dump.data]
        self.cut = sum(_told_length(dump.data) not in (None, len(dump.data)) for dump in whole)
        numbers: dict[int, int] = {}
        last: dict[int, int] = {}
        count = 0
        talks = []
        for dump in whole:
            kind = dump.data[4] if len(dump.data) > 4 else 0
            # A CONNECT opens a connection, but for one that was asked for again.
            if dump.talk not in numbers or (kind == _CONNECT and last[dump.talk] != _RESEND):
                numbers[dump.talk] = count
                count += 1
            last[dump.talk] = kind
            talks.append(numbers[dump.talk])
        ours = _is_client(whole)
        untimed = sum(dump.time_ns is None for dump in whole)
        said, now = [], 0
        for dump, talk in zip(whole, talks, strict=True):
            now = max(now, dump.time_ns or 0)
            said.append(Said(now, talk, dump.sent == ours, bytes(dump.data)))
        return NetTrace(said, "client" if ours else "server", count, list(self._notes(untimed, len(whole))))

    def _notes(self, untimed: int, whole: int) -> list[str]:
        """Say what is missing."""
        found = []
        if untimed:
            found.append(
                f"{untimed} of {whole} packets have no time, so only turns and bytes count; set "
                "TRACE_TIMESTAMP_CLIENT, _SERVER or _LISTENER to ON"
            )
        if self.cut:
            found.append(f"dumps of {many(self.cut, 'packet')} are not as long as the packets were")
        return found


def _told_length(data: bytearray) -> int | None:
    """Return the length that a packet tells of itself; None of a part of one."""
    if len(data) < 8:
        return None
    short, long = int.from_bytes(data[:2], "big"), int.from_bytes(data[:4], "big")
    return short if short else long


def _is_client(dumps: list[_Dump]) -> bool:
    """Return whether whoever wrote a trace is the client: it sends CONNECTs and calls."""
    votes: Counter[bool] = Counter()
    for dump in dumps:
        kind = dump.data[4] if len(dump.data) > 4 else 0
        if kind == _CONNECT:
            votes[dump.sent] += 1000
        elif kind == _ACCEPT:
            votes[not dump.sent] += 1000
        elif kind == _DATA and len(dump.data) > 10 and dump.data[10] in _CALLS:
            votes[dump.sent] += 1
    return votes[True] >= votes[False]


def _time_ns(text: bytes | None) -> int | None:
    """Return a time in nanoseconds since 1970 by the clock of the trace, or None."""
    if text is None:
        return None
    day, _space, clock = text.partition(b" ")
    parts = day.split(b"-")
    hour, minute, rest = clock.split(b":", 2)
    second, _point, fraction = rest.replace(b":", b".").partition(b".")
    try:
        if len(parts[0]) == 4:
            year, month, date = (int(part) for part in parts)
        else:
            date, month, year = int(parts[0]), _MONTHS[parts[1]], int(parts[2])
        found = datetime.datetime(year, month, date, int(hour), int(minute), int(second))
    except (ValueError, KeyError):
        return None
    seconds = (found - _EPOCH) // datetime.timedelta(seconds=1)
    return seconds * 10**9 + int(fraction.ljust(9, b"0") or b"0") if seconds >= 0 else None
