# SPDX-License-Identifier: GPL-2.0-only
"""Traces of Oracle Net at level 16 made by hand, line by line.

The lines are those of public traces: a server's of 11.2 (jkstill/sqlnet-troubleshooting, svr_3240.trc), a listener's in
the diagnostic repository (ora_4130, the same project), Windows clients' (OracleTraceParser, README).
"""

from __future__ import annotations

import datetime
from collections.abc import Callable

START = datetime.datetime(2026, 1, 2, 3, 4, 5)

Head = Callable[[int, str], str]
"""Makes the beginning of a line of a time in microseconds and the name of a function."""


def brackets(thread: str = "") -> Head:
    """Return lines of sqlnet.ora with TRACE_TIMESTAMP on: milliseconds behind a colon."""

    def head(now_us: int, function: str) -> str:
        now = START + datetime.timedelta(microseconds=now_us)
        time = f"{now:%d-%b-%Y %H:%M:%S}".upper() + f":{now.microsecond // 1000:03}"
        return f"{f'({thread}) ' if thread else ''}[{time}] {function}: "

    return head


def repository(now_us: int, function: str) -> str:
    """Return lines of the automatic diagnostic repository: microseconds."""
    now = START + datetime.timedelta(microseconds=now_us)
    return f"{now:%Y-%m-%d %H:%M:%S.%f} : {function}:"


def untimed(_now_us: int, function: str) -> str:
    """Return lines without times."""
    return f"{function}: "


def dump(head: Head, now_us: int, function: str, packet: bytes, socket: int = 14) -> str:
    """Return the lines of a packet that was sent or received."""
    way = "written" if function in ("nspsend", "nsbasic_bsd") else "read"
    lines = [
        head(now_us, function) + "entry", head(now_us, "nttfprd") + f"socket {socket} had bytes {way}={len(packet)}",
        head(now_us, function) + "packet dump",
    ]  # fmt: skip
    for start in range(0, len(packet), 8):
        part = packet[start : start + 8]
        shown = "".join(chr(byte) if 33 <= byte < 127 else "." for byte in part)
        lines.append(head(now_us, function) + f"{part.hex(' ').upper():<23}  |{shown:<8}|")
    lines.append(head(now_us, function) + "exit (0)")
    return "\n".join(lines) + "\n"


def memory(start: int, data: bytes, *, little: bool = True) -> str:
    """Return a dump of memory as servers write it: words of four bytes, equal lines told once."""
    first, end = start - start % 16, start + len(data)
    padded = bytes(start - first) + data + bytes(-end % 16)
    lines = [f"Dump of memory from 0x{start:016X} to 0x{end:016X}"]
    before, again = b"", 0
    for place in range(0, len(padded), 16):
        line = padded[place : place + 16]
        if line == before and 0 < place < len(padded) - 16:
            again += 1
            continue
        if again:
            lines.append(f"        Repeat {again} times")
        before, again = line, 0
        words = [line[at : at + 4][::-1] if little else line[at : at + 4] for at in range(0, 16, 4)]
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in line)
        lines.append(f"{first + place:09X} {' '.join(word.hex().upper() for word in words)}  [{shown}]")
    return "\n".join(lines) + "\n"
