# SPDX-License-Identifier: GPL-2.0-only
"""Traces of Oracle Net at level 16, and dumps of event 10079, with lengths, times, threads and bytes that lie."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from fuzz_kind import Command, Kind, Parts
from fuzz_values import EDGES
from made_capture import ACCEPT, END_OF_FILE, FETCH, connect, data
from made_net_trace import Head, brackets, dump, memory, repository, untimed
from made_trace import FROM, HEAD, wait

__all__ = ["NET_TRACE"]

_FILE: Final = "fuzzed.trc"
_HEADS: Final = (brackets(), brackets("17"), brackets("\x1b[31m"), repository, untimed)
_FUNCTIONS: Final = ("nspsend", "nsprecv", "nsbasic_bsd", "nsbasic_brc", "nsbasic_xxx", "nttrd")
_PACKETS: Final = (
    connect(), ACCEPT, FETCH, END_OF_FILE, data(b"\x06" + bytes(90)), data(b"\x03\x5e" + bytes(5000)), b"", b"\0",
    bytes.fromhex("00080000" "0b000000"), bytes(4), b"\xff" * 40, bytes.fromhex("ffffffff06000000") + bytes(20),
)  # fmt: skip
_LINES: Final = (
    "--- TRACE CONFIGURATION INFORMATION FOLLOWS ---\n", "nspsend: packet dump\n", "nspsend: 00 01  |..|\n",
    "[99-FOO-9999 99:99:99:999] nspsend: packet dump\n", "[01-JAN-1960 00:00:00:000] nsprecv: packet dump\n",
    "2014-02-30 00:00:00.000000 : nsprecv:packet dump\n", "nttfpwr: socket 999999999999 had bytes written=1\n", "\n",
    "[31-DEC-9999 23:59:59:999999999] nsbasic_brc: packet dump\n", "\x1b[2J\n",
    "IFCDSEND: (bp=0x1, bl=1, isdblink=0)\n",
    " 99999999 bytes received via SQL*Net\n", " 5 bytes sent via fast-path\n", "        Repeat 999999999 times\n",
    "Dump of memory from 0x0 to 0xFFFFFFFFFFFFFFFF\n", "Dump of memory from 0x5 to 0x2\n",
)  # fmt: skip


def _draw(rng: random.Random) -> Parts:
    """Draw the lines of a trace."""
    head, now = rng.choice(_HEADS), rng.choice([0, 5, 10**6])
    event = rng.random() < 0.3
    lines: Parts = [HEAD if event else "nspsend: entry\n"]
    for _packet in range(rng.choice([0, 1, 5, 20])):
        now = max(now + rng.choice([0, 50, 20_000, 10**9, -5]), 0)
        lines.append(_said(rng, now) if event else _packet_lines(rng, head, now))
        if rng.random() < 0.2:
            lines.append(rng.choice(_LINES))
    for _change in range(rng.choice([0, 0, 1, 3])):
        at = rng.randrange(len(lines))
        text = lines[at]
        place = rng.randrange(len(text) + 1)
        new = rng.choice([str(rng.choice(EDGES)), "|", ":", "\x00", "-", "\n", "9" * 30, "GG "])
        lines[at] = text[:place] + new + text[place + rng.choice([0, 1, 5]) :]
    return lines


def _packet_lines(rng: random.Random, head: Head, now: int) -> str:
    """Draw a packet of a trace of Oracle Net."""
    return dump(head, now, rng.choice(_FUNCTIONS), rng.choice(_PACKETS), rng.choice([1, 14]))


def _said(rng: random.Random, now: int) -> str:
    """Draw a message of event 10079."""
    message, start = rng.choice(_PACKETS) or b"\x08", rng.choice([0, 1, 0xB9B3451, 0x7FFF70EA3990])
    way = rng.choice(["sent via fast-path", "received via SQL*Net"])
    count = rng.choice([len(message), len(message), 0, 7])
    told = f" {count} bytes {way}\n" + memory(start, message, little=rng.random() < 0.7)
    return (wait(1, FROM, rng.choice([0, 10, 10**14]), now) if rng.random() < 0.7 else "") + told


def _lay(parts: Parts, folder: Path) -> None:
    """Write the file."""
    (folder / _FILE).write_bytes("".join(parts).encode("utf-8", "surrogatepass"))


def _commands(_parts: Parts) -> list[Command]:
    """Return the commands that read a trace."""
    return [
        Command(("account", _FILE, "--by", "call", "--rtt", "1ms"), names=_FILE),
        Command(("account", _FILE, "--pcap", "fuzzed.pcap"), writes=("fuzzed.pcap",), names=_FILE),
    ]


NET_TRACE: Final = Kind("net-trace", _draw, _lay, _commands)
