# SPDX-License-Identifier: GPL-2.0-only
"""Lines of raw traces of event 10046: sessions, recursive calls, texts and binds, with numbers and lengths that lie."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from fuzz_kind import Command, Kind, Parts
from fuzz_values import EDGES
from made_trace import FROM, HEAD, TO, bind, call, parsing, wait

__all__ = ["TRACE"]

_FILE: Final = "fuzzed.trc"
_HEADS: Final = (
    HEAD, "", "Oracle8i Enterprise Edition Release 8.1.7.0.0 - Production\n",
    "Oracle9i Enterprise Edition Release 9.2.0.8.0 - Production\n", "Oracle Release 99999999999999999999.1\n",
)  # fmt: skip
_TEXTS: Final = (
    "select 1 from dual", "begin\nEXEC #1:c=1,e=1,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,plh=1,tim=9\nend;", "",
    "END OF STMT", "a\nEND OF STMT\nb", "\x1b[31m\x7f\x85", "é\U0001f600" * 40, "x" * 5000,
)  # fmt: skip
_NAMES: Final = (
    FROM, TO, "SQL*Net more data to client", "SQL*Net break/reset to client", "db file sequential read", "\x1b[2J", "",
    "no such event",
)  # fmt: skip
_OTHERS: Final = (
    "*** SESSION ID:(8.8) 2026-01-02T03:04:05\n", "*** SESSION ID:()\n", "*** [ Unix process pid: 17 ]\n",
    "*** [ \x1b[31m ]\n", "XCTEND rlbk=0, rd_only=1, tim=1000\n", "XCTEND rlbk=1, rd_only=0\n",
    "LOBREAD: c=1,e=557,p=0,cr=0,cu=0,tim=2000\n", "LOBREAD: type=PERSISTENT LOB,bytes=9,c=1,e=1,p=0,tim=3000\n",
    "PARSE ERROR #1:len=4 dep=0 uid=0 oct=3 lid=0 tim=1000 err=900\nselec\n", "ERROR #1:err=1 tim=1\n",
    "CLOSE #1:c=0,e=1,dep=0,type=0,tim=5000\n", "SORT UNMAP #1:c=0,e=1,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,tim=6000\n",
    "STAT #1 id=1 cnt=1 pid=0 pos=1 obj=0 op='TABLE ACCESS FULL T '\n",
    "*** DUMP FILE SIZE IS LIMITED TO 1 BYTES ***\n", "*** TRACE CONTINUED FROM FILE fuzzed.trc ***\n",
    "*** TRACE CONTINUES IN FILE \x1b[31m/.. ***\n",
    "RPC CALL:PROCEDURE A.B(C IN NUMBER);\n", "RPC EXEC:c=1,e=99\n", "RPC EXEC:c=-1,e=99999999999999999999\n",
    '  value="', '"\n', "\n", "\r\n", "EXEC #", "=====================\n",
)  # fmt: skip


def _draw(rng: random.Random) -> Parts:
    """Draw the lines of a trace."""
    now = rng.choice([0, 1_000, 10**12, 2**63 // 1000, 10**25])
    lines: Parts = [rng.choice(_HEADS)]
    for _line_number in range(rng.choice([0, 3, 20, 60])):
        now += rng.choice([0, 1, 50, 10_000, 10**10, -5, -(10**9)]) if rng.random() < 0.2 else 300
        lines.append(_line(rng, max(now, 0)))
    for _change in range(rng.choice([0, 0, 1, 3])):
        at = rng.randrange(len(lines))
        text = lines[at]
        place = rng.randrange(len(text) + 1)
        new = rng.choice(
            [str(rng.choice(EDGES)), "'", '"', "\x00", "-", "tim=", "len=99999999", "avl=77", "9" * 30]
        )
        lines[at] = text[:place] + new + text[place + rng.choice([0, 1, 5]) :]
    return lines


def _line(rng: random.Random, now: int) -> str:
    """Draw one record."""
    cursor, depth = rng.randrange(4), rng.choice([0, 0, 0, 1, 2, 200])
    match rng.randrange(6):
        case 0:
            return parsing(
                cursor, rng.choice(_TEXTS), now, depth=depth, sqlid=rng.choice(["a", "b", "\x1b[1m"])
            )
        case 1:
            return bind(cursor, rng.choice(_TEXTS))
        case 2:
            return wait(
                cursor, rng.choice(_NAMES), rng.choice([0, 5, -5, 20_000, 2**32 - 5, 10**12]),
                rng.choice([now, now, None]),
            )  # fmt: skip
        case 3:
            return rng.choice(_OTHERS)
        case _:
            word = rng.choice(["PARSE", "EXEC", "FETCH"])
            elapsed = rng.choice([0, 50, -50, 10_000, 10**9])
            return call(
                word,
                cursor,
                rng.choice([0, 40, 10_000, 10**15]),
                elapsed,
                now,
                rows=rng.choice(EDGES),
                depth=depth,
            )


def _lay(parts: Parts, folder: Path) -> None:
    """Write the file."""
    code = "utf-16" if len(parts) % 7 == 6 else "utf-8"
    (folder / _FILE).write_bytes("".join(parts).encode(code, "surrogatepass"))


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that read a trace."""
    return [
        Command(("account", _FILE, "--by", "statement"), names=_FILE),
        Command(("account", _FILE, "--by", "session", "--rtt", "1ms"), names=_FILE),
        Command(("account", _FILE, "--by", "time"), names=_FILE),
        Command(("account", _FILE, "--html", "fuzzed.html"), writes=("fuzzed.html",), names=_FILE),
        Command(("account", _FILE, "real.pcap", "--json"), names=_FILE),
        *([Command(("replay", _FILE, "--rtt", "60ms"), names=_FILE)] if len(repr(parts)) % 4 == 0 else []),
    ]


TRACE: Final = Kind("trace", _draw, _lay, _commands)
