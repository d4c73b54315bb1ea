# SPDX-License-Identifier: GPL-2.0-only
"""What one more session costs: clients connect to one server host, log on, do one small call and stay.

Each number of sessions runs in a fresh process, on 10 client hosts over a LAN of 1 Gb/s, a new one each millisecond.
Time is processor time, user and system, of the whole of ``net8.run``. Memory of a session is that of the process when
all are there, above that of a tiny run before it. The largest number is set against the smallest, and 10,000 with the
hashed table of connections against ns-3's list. With --churn, 10,000 clients open short sessions one after the other,
a million in all, and the memory of the last half is looked at. Ends with exit code 1 when a limit is passed.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

TOP: Final = Path(__file__).resolve().parent.parent
BUILD: Final = TOP / "build" / "release"
FEW: Final = 1_000
MANY: Final = 10_000
FULL: Final = 100_000
PORTS: Final = 16_000
"""Sessions of a client host at most, a little below its ephemeral ports."""
HOSTS: Final = 10
ROUNDS: Final = 7
CHURN_CYCLES: Final = 100

TIME_RATIO: Final = 1.2
"""Most time of a session among the most, over that of one among the fewest."""
SESSION_KIB: Final = 5.0
"""Most memory of a session beyond the first 10,000."""
FEW_KIB: Final = 5.5
"""The same beyond the first 1,000, where lists that double weigh more."""
STOCK_RATIO: Final = 5.0
"""Least time with ns-3's list over that with the hashed table, 10,000 sessions."""
FULL_S: Final = 600.0
"""Most time of the largest number."""
FULL_GIB: Final = 1.0
"""Most memory of it."""
CHURN_RATIO: Final = 1.02
"""Most memory at the end of a million short sessions over that half-way."""

Numbers = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One result."""

    figure: str  #: what was measured
    value: float  #: the number
    unit: str  #: its unit
    most: float | None = None  #: largest value that is right, none if any is
    least: float | None = None  #: smallest value that is right, none if any is

    @property
    def right(self) -> bool:
        """Whether it keeps to its limits."""
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )


def plan_of(count: int, demux: str) -> Numbers:
    """Return the plan of clients that stay.

    @param count: clients
    @param demux: hashed or stock
    @return: the plan as nested tables
    """
    return {
        "path": {"kind": "lan", "lan_rate": "1Gbps", "queue_size": "10000p", "tcp_demux": demux},
        "client": {
            "driver": "oci", "count": count, "hosts": max(HOSTS, -(-count // PORTS)), "start_spacing": "1ms",
            "queries": 2, "think_time": "24h",
        },
        "query": {"rows": 1},
        "run": {"stop_time": f"{count + 2000}ms"},
    }  # fmt: skip


def resident_bytes() -> int:
    """Return the memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def stay(count: int, demux: str) -> Numbers:
    """Run clients that stay, in this process.

    @param count: clients
    @param demux: hashed or stock
    @return: times, memory, events and how many sessions are open at the end
    """
    import net8

    # What a tiny run takes is the program itself.
    net8.run(net8.Plan.of(plan_of(10, demux)))
    base_bytes = held_bytes = resident_bytes()

    def look(told: net8.Progress) -> None:
        nonlocal held_bytes
        # Once the run is over its results are made, and the simulation is gone.
        held_bytes = resident_bytes() if told.running else held_bytes

    plan = net8.Plan.of(plan_of(count, demux))
    before, started = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    run = net8.run(plan, progress=look)
    after, wall_s = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter() - started
    columns = run.session_columns
    there = (columns["ready_ns"] >= 0) & (columns["end_ns"] < 0) & (columns["fetch_calls"] == 1)
    return {
        "count": count, "demux": demux, "open": int(there.sum()), "events": run.events, "wall_s": wall_s,
        "cpu_s": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "session_bytes": held_bytes - base_bytes, "peak_bytes": after.ru_maxrss * 1024,
    }  # fmt: skip


def measured(count: int, demux: str = "hashed") -> Numbers:
    """Run clients that stay in a fresh process.

    @param count: clients
    @param demux: hashed or stock
    @return: what stay() gives
    """
    command = [sys.executable, __file__, "--one", demux, "--clients", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"sessions: {count} clients ended with {done.returncode}: {done.stderr[-300:]}")
    found: Numbers = json.loads(done.stdout)
    if found["open"] != count:
        raise SystemExit(f"sessions: only {found['open']} of {count} sessions are open at the end")
    return found


def session_us(run: Numbers) -> float:
    """Return the processor time of a session in microseconds."""
    return float(run["cpu_s"]) / int(run["count"]) * 1e6


def stay_figures(counts: list[int]) -> Iterator[Figure]:
    """Measure clients that stay.

    @param counts: how many, fewest first
    @return: results
    """
    # The fewest are over in a second, and a shared machine gets slower and faster by the minute: the median of runs
    # before and behind the large ones.
    before = [measured(counts[0]) for _round in range(ROUNDS // 2)]
    large = {count: measured(count) for count in counts[1:]}
    behind = [measured(counts[0]) for _round in range(ROUNDS - len(before))]
    runs = {counts[0]: sorted(before + behind, key=session_us)[ROUNDS // 2]} | large
    for count, run in runs.items():
        yield Figure(f"processor time of a session among {count:,}", session_us(run), "us")
    few, most = runs[counts[0]], runs[counts[-1]]
    ratio = session_us(most) / session_us(few)
    yield Figure(f"the same, {counts[-1]:,} over {counts[0]:,}", ratio, "", most=TIME_RATIO)
    yield Figure("events of a session", most["events"] / most["count"], "")
    base = runs[counts[-2]]
    kib = (most["session_bytes"] - base["session_bytes"]) / (most["count"] - base["count"]) / 1024
    most_kib = SESSION_KIB if base["count"] >= MANY else FEW_KIB
    yield Figure(f"memory of a session beyond {base['count']:,}", kib, "KiB", most=most_kib)
    if counts[-1] >= FULL:
        yield Figure(f"processor time of {counts[-1]:,}", most["cpu_s"], "s", most=FULL_S)
        yield Figure(f"wall time of {counts[-1]:,}", most["wall_s"], "s")
        peak = most["peak_bytes"] / 2**30
        yield Figure(f"peak memory of {counts[-1]:,}, results included", peak, "GiB", most=FULL_GIB)
    stock = session_us(measured(MANY, "stock"))
    yield Figure(f"processor time of a session among {MANY:,}, ns-3's list", stock, "us")
    yield Figure("the same over the hashed table", stock / session_us(runs[MANY]), "", least=STOCK_RATIO)


def compiled() -> Path:
    """Return the program of --churn, built from the sources as they are.

    @return: its path
    """
    for command in (
        ["cmake", "-S", str(TOP), "-B", str(BUILD), "-G", "Ninja", "-DNET8_BUILD_BENCHMARKS=ON"],
        ["cmake", "--build", str(BUILD), "--target", "net8-churn"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
            raise SystemExit("sessions: net8-churn could not be compiled; the reason is above")
    return BUILD / "net8-churn"


def churn_figures(clients: int) -> Iterator[Figure]:
    """Measure short sessions one after the other.

    @param clients: how many at a time
    @return: results
    """
    command = [str(compiled()), f"--clients={clients}", f"--cycles={CHURN_CYCLES}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if (
        done.returncode != 0
        or not lines
        or lines[-1]["sessions"] != clients * CHURN_CYCLES
        or lines[-1]["failed"]
    ):
        raise SystemExit(
            f"sessions: net8-churn ended with {done.returncode}: {done.stderr[-300:]}{lines[-1:]}"
        )
    half, end = lines[len(lines) // 2 - 1], lines[-1]
    number = f"{end['sessions']:,} short sessions"
    yield Figure(f"processor time of one of {number}", end["cpu_s"] / end["sessions"] * 1e6, "us")
    yield Figure("memory half-way", half["resident_bytes"] / 2**20, "MiB")
    yield Figure("memory at the end", end["resident_bytes"] / 2**20, "MiB")
    growth = end["resident_bytes"] / half["resident_bytes"]
    yield Figure("the same over half-way", growth, "", most=CHURN_RATIO)


def show(found: list[Figure]) -> None:
    """Print results.

    @param found: results
    """
    table = Table(
        "figure", "value", "unit", "right is", title="Sessions on one server host", box=box.SIMPLE_HEAD
    )
    table.columns[1].justify = "right"
    for each in found:
        right = f"at most {each.most:g}" if each.most is not None else ""
        right += f"at least {each.least:g}" if each.least is not None else ""
        table.add_row(each.figure, f"{each.value:,.2f}", each.unit, right)
    console = Console()
    console.print(table)


def main(
    clients: Annotated[int, typer.Option(help="Sessions of --one; clients of --churn.", min=1)] = MANY,
    full: Annotated[bool, typer.Option("--full", help=f"Up to {FULL:,} sessions.")] = False,
    churn: Annotated[bool, typer.Option("--churn", help="A million short sessions instead.")] = False,
    one: Annotated[str, typer.Option(help="Run these alone, hashed or stock; print JSON.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each figure.")] = False,
) -> None:
    """Measure time and memory of sessions that stay, or of short ones."""
    if one:
        print(json.dumps(stay(clients, one)))
        return
    counts = [FEW, MANY, FULL] if full else [FEW, MANY]
    found = list(churn_figures(clients) if churn else stay_figures(counts))
    if as_json:
        for figure in found:
            print(json.dumps(asdict(figure) | {"right": figure.right}))
    else:
        show(found)
    wrong = [figure.figure for figure in found if not figure.right]
    if wrong:
        raise SystemExit("sessions: beyond its limit: " + "; ".join(wrong))


if __name__ == "__main__":
    typer.run(main)
