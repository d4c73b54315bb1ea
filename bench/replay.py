# SPDX-License-Identifier: GPL-2.0-only
"""How fast net8 account reads a raw trace of event 10046, and how much memory it takes.

The trace is made here: a session of a program that runs a few statements with binds, each call with its waits, some
with recursive calls and the lines of plans. Each figure comes from a fresh process. Beside it stands what reading the
lines of the file alone takes, Python's loop over the file. A trace of a quarter of the size tells what memory is fixed
and what grows with the file, and so what 1 GB takes. Ends with exit code 1 when the trace is read slower than
LEAST_MB_S, or when 1 GB takes more memory than MOST_MB.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LEAST_MB_S: Final = 40.0
"""Slowest reading that is right, MB of trace per second of processor time."""
MOST_MB: Final = 500.0
"""Most memory that is right for 1 GB of trace."""
WHOLE_MB: Final = 1000
_PART: Final = 4
"""The smaller trace is this many times smaller."""
_STATEMENTS: Final = 40
_BATCH: Final = 1000
_HEAD: Final = (
    "Trace file /u01/app/oracle/diag/rdbms/orcl/orcl/trace/orcl_ora_1.trc\n"
    "Oracle Database 19c Enterprise Edition Release 19.0.0.0.0 - Production\n\n"
    "*** SESSION ID:(1.1) 2026-01-01T00:00:00.000000+00:00\n"
)

Document = dict[str, Any]


def _call(number: int, now: int) -> tuple[str, int]:
    """Return the lines of one execution, and the time after it."""
    which = number % _STATEMENTS
    cursor = f"#14047219648{which:04}"
    lines = []
    if number % 20 == 0:
        text = f"select o.id, o.placed, o.total from orders o where o.customer = :1 and o.shop = {which} order by 2"
        lines.append(
            f"=====================\nPARSING IN CURSOR {cursor} len={len(text)} dep=0 uid=91 oct=3 lid=91 tim={now} "
            f"hv={which + 7} ad='6677d490' sqlid='b{which:012}'\n{text}\nEND OF STMT\n"
            f"PARSE {cursor}:c=61,e=61,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,plh=1457651150,tim={now}"
        )
    lines.append(
        f"BINDS {cursor}:\n\n Bind#0\n  oacdty=02 mxl=22(04) mxlc=00 mal=00 scl=00 pre=00\n"
        "  oacflg=03 fl2=1000000 frm=01 csi=873 siz=24 off=0\n"
        f"  kxsbbbfp=7fc23b65c748  bln=22  avl=04  flg=05\n  value={number}"
    )
    now += 190
    if number % 10 == 0:
        deeper = "#140472200353432"
        lines.append(
            f"EXEC {deeper}:c=0,e=35,p=0,cr=0,cu=0,mis=0,r=0,dep=1,og=4,plh=3312420081,tim={now - 80}\n"
            f"FETCH {deeper}:c=0,e=20,p=0,cr=4,cu=0,mis=0,r=1,dep=1,og=4,plh=3312420081,tim={now - 50}\n"
            f"CLOSE {deeper}:c=0,e=2,dep=1,type=3,tim={now - 40}"
        )
    lines.append(
        f"EXEC {cursor}:c=113,e=170,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,plh=1457651150,tim={now}\n"
        f"WAIT {cursor}: nam='SQL*Net message to client' ela= 2 driver id=1413697536 #bytes=1 p3=0 obj#=-1 "
        f"tim={now + 30}\n"
        f"WAIT {cursor}: nam='db file sequential read' ela= 302 file#=4 block#={number} blocks=1 obj#=73219 "
        f"tim={now + 400}\n"
        f"FETCH {cursor}:c=120,e=480,p=1,cr=4,cu=0,mis=0,r=15,dep=0,og=1,plh=1457651150,tim={now + 520}\n"
        f"WAIT {cursor}: nam='SQL*Net message from client' ela= 1840 driver id=1413697536 #bytes=1 p3=0 obj#=73219 "
        f"tim={now + 2400}"
    )
    now += 2400
    if number % 20 == 19:
        lines.append(
            f"STAT {cursor} id=1 cnt=15 pid=0 pos=1 obj=73219 op='TABLE ACCESS BY INDEX ROWID ORDERS (cr=4 pr=1 pw=0 "
            f"str=1 time=480 us cost=3 size=160 card=15)'\nCLOSE {cursor}:c=0,e=4,dep=0,type=1,tim={now + 5}"
        )
        now += 10
    return "\n".join(lines) + "\n", now


def write(path: Path, size_bytes: int) -> None:
    """Write a trace.

    @param path: the file
    @param size_bytes: how large it is at least
    """
    number, now, written = 0, 664028734122, 0
    with path.open("w", encoding="ascii") as file:
        file.write(_HEAD)
        while written < size_bytes:
            made = []
            for _call_number in range(_BATCH):
                text, now = _call(number, now)
                made.append(text)
                number += 1
            written += file.write("".join(made))


def one(which: str, path: Path) -> Document:
    """Read a file in this process.

    @param which: lines or record
    @param path: the file
    @return: processor time, and the most memory of the process
    """
    from net8.accounting.account import account_of
    from net8.record.trace import read_trace

    started = time.process_time()
    if which == "lines":
        with path.open("rb") as file:
            found = sum(1 for _line in file)
    else:
        account = account_of([read_trace(path)])
        found = account.calls
    used = time.process_time() - started
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak_kb = int(status.partition("VmHWM:")[2].split()[0])
    return {"cpu_s": used, "found": found, "peak_mb": peak_kb * 1024 / 1e6}


def measured(which: str, path: Path) -> Document:
    """Read a file in a fresh process.

    @param which: lines or record
    @param path: the file
    @return: what one() gives
    """
    command = [sys.executable, __file__, "--one", which, "--file", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"replay: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}")
    found: Document = json.loads(done.stdout)
    return found


def main(
    which: Annotated[str, typer.Option("--one", hidden=True)] = "",
    file: Annotated[Path | None, typer.Option("--file", hidden=True)] = None,
    size: Annotated[int, typer.Option(help="Size of the trace in MB.", min=1)] = WHOLE_MB,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Hold the reading of a trace against the reading of its lines."""
    if which and file:
        print(json.dumps(one(which, file)))
        return
    with tempfile.TemporaryDirectory(prefix="net8-replay-") as folder:
        path = Path(folder) / "made.trc"
        write(path, size * 10**6 // _PART)
        small_mb, small = path.stat().st_size / 1e6, measured("record", path)
        write(path, size * 10**6)
        mb = path.stat().st_size / 1e6
        lines, record = (measured(name, path) for name in ("lines", "record"))
    growth = (record["peak_mb"] - small["peak_mb"]) / (mb - small_mb)
    whole_mb = record["peak_mb"] + growth * (WHOLE_MB - mb)
    rows = (
        ("trace", mb, "MB", None),
        ("lines of it alone", mb / lines["cpu_s"], "MB/s", None),
        ("account of it", mb / record["cpu_s"], "MB/s", f"at least {LEAST_MB_S:g}"),
        ("calls", record["found"], "", None),
        ("memory of the lines alone", lines["peak_mb"], "MB", None),
        ("memory of the account", record["peak_mb"], "MB", None),
        ("of it for each 100 MB of trace", 100 * growth, "MB", None),
        ("of it whatever the size", record["peak_mb"] - growth * mb, "MB", None),
        ("memory for 1 GB", whole_mb, "MB", f"at most {MOST_MB:g}"),
    )
    if as_json:
        for name, value, unit, limit in rows:
            print(json.dumps({"figure": name, "value": value, "unit": unit, "limit": limit}))
    else:
        table = Table("figure", "value", "unit", "limit", title="Reading traces", box=box.SIMPLE_HEAD)
        for name, value, unit, limit in rows:
            table.add_row(name, f"{value:,.4g}" if value < 10000 else f"{value:,.0f}", unit, limit or "")
        Console().print(table)
    right = mb / record["cpu_s"] >= LEAST_MB_S and whole_mb <= MOST_MB
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    typer.run(main)
