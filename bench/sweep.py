# SPDX-License-Identifier: GPL-2.0-only
"""What a small run of a sweep costs beside the simulation: 1,000 runs of 200 rows over a LAN.

A sweep with one worker process takes turns with the same simulations in a loop that stores nothing, of 200 rows and of
LONGER times as many, each in a fresh Python. All times are processor time of all processes, user and system, less what
one single run takes: the start. The two loops tell what rows cost; the fixed cost of a run of the sweep is the rest.

Results go to a file system in memory where there is one (/dev/shm): what a disk's own takes depends on what was done
to it before, and is told apart. ext4 takes milliseconds for a new file where many were deleted in the last minutes.

Ends with exit code 1 when the fixed cost is above LIMIT_MS.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT_MS: Final = 3.0
ROWS: Final = 200
LONGER: Final = 11
MEMORY: Final = Path("/dev/shm")

DRAWN: Final = {"when": "always", "timer_phase": False, "start_spread": "1us", "frame_time": "0s"}
"""One random number a run, so that none stands for another, which would not be simulated."""

Numbers = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One figure of the benchmark."""

    figure: str  #: what is measured
    value: float  #: median over the rounds
    unit: str  #: its unit
    limit: float | None = None  #: largest value that is right


def processor_s() -> float:
    """Return the processor time of this process and of the children it has waited for.

    @return: seconds
    """
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def sweep(rows: int, runs: int, out: Path) -> Numbers:
    """Simulate in this process's worker, as net8 run --jobs 1 does.

    @param rows: rows of the query
    @param runs: replications
    @param out: a new folder for the results
    @return: cpu_s and wall_s
    """
    import net8

    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": rows}, "variation": DRAWN}, name="small")
    prepared = net8.Sweep(plan, runs=runs, out=out)
    cpu, wall = processor_s(), time.perf_counter()
    outcome = prepared.run_missing(jobs=1)
    found = {"cpu_s": processor_s() - cpu, "wall_s": time.perf_counter() - wall}
    if outcome.simulated != runs:
        raise SystemExit(f"sweep: {outcome.failed} of {runs} runs failed")
    return found


def loop(rows: int, runs: int, _out: Path) -> Numbers:
    """Simulate the same in this process, one after the other, and keep nothing.

    @param rows: rows of the query
    @param runs: replications
    @return: cpu_s and wall_s
    """
    import net8
    from net8.plan.resolve import resolve
    from net8.simulation.one_run import simulate

    task = resolve(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": rows}, "variation": DRAWN}))
    cpu, wall = processor_s(), time.perf_counter()
    for run in range(1, runs + 1):
        simulate(task, seed=1, run=run, folder=None, pcap=False)
    return {"cpu_s": processor_s() - cpu, "wall_s": time.perf_counter() - wall}


def fresh(kind: str, rows: int, runs: int, folder: Path) -> Numbers:
    """Measure in a fresh process.

    @param kind: sweep or loop
    @param rows: rows of the query
    @param runs: replications
    @param folder: where results go, and stay until all is measured
    @return: cpu_s and wall_s of a run beyond the first
    """
    found = []
    for count in (1, runs + 1):
        command = [sys.executable, __file__, "--one", kind, "--rows", str(rows), "--runs", str(count)]
        command += ["--out", tempfile.mkdtemp(dir=folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"sweep: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}")
        found.append(json.loads(done.stdout))
    return {name: (found[1][name] - found[0][name]) / runs for name in found[0]}


def measure(runs: int, rounds: int, memory: Path, disk: Path) -> list[Figure]:
    """Measure everything.

    @param runs: runs of the sweep of few rows
    @param rounds: how often
    @param memory: where results go
    @param disk: where results of one more sweep go
    @return: the figures
    """
    found: dict[str, list[float]] = {}

    def add(name: str, value: float) -> None:
        found.setdefault(name, []).append(value)

    for _round in range(rounds):
        few, alone = fresh("sweep", ROWS, runs, memory), fresh("loop", ROWS, runs, memory)
        many = fresh("loop", ROWS * LONGER, max(1, runs // LONGER), memory)
        stored = fresh("sweep", ROWS, runs, disk)
        rows_cpu_s = (many["cpu_s"] - alone["cpu_s"]) / (LONGER - 1)
        add("run", few["cpu_s"] * 1e3)
        add("wall", few["wall_s"] * 1e3)
        add("rate", 1 / few["cpu_s"])
        add("fixed", (few["cpu_s"] - rows_cpu_s) * 1e3)
        add("ratio", few["cpu_s"] / alone["cpu_s"])
        add("disk", (stored["cpu_s"] - few["cpu_s"]) * 1e3)
    median = {name: statistics.median(values) for name, values in found.items()}
    return [
        Figure("runs per second of a core", median["rate"], "1/s"),
        Figure("processor time of a run", median["run"], "ms"),
        Figure("of it the fixed cost", median["fixed"], "ms", LIMIT_MS),
        Figure("wall time of a run", median["wall"], "ms"),
        Figure("processor time over that of simulating alone", median["ratio"], ""),
        Figure("more processor time of a run with its results on disk", median["disk"], "ms"),
    ]


def main(
    runs: Annotated[int, typer.Option(help="Runs of the sweep.", min=1)] = 1000,
    rounds: Annotated[int, typer.Option(help="How often everything is measured.", min=1)] = 3,
    one: Annotated[str, typer.Option(help="Measure this alone, sweep or loop; print JSON.")] = "",
    rows: Annotated[int, typer.Option(help="Rows of the query, with --one.", min=0)] = ROWS,
    out: Annotated[Path, typer.Option(help="A new folder for the results, with --one.")] = Path("runs"),
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each figure.")] = False,
) -> None:
    """Measure what a small run of a sweep costs."""
    if one:
        print(json.dumps({"sweep": sweep, "loop": loop}[one](rows, runs, out)))
        return
    shared = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=shared) as memory, tempfile.TemporaryDirectory() as disk:
        figures = measure(runs, rounds, Path(memory), Path(disk))
    if as_json:
        for figure in figures:
            print(json.dumps(asdict(figure)))
    else:
        title = f"{runs:,} runs of {ROWS} rows over a LAN, one worker; median of {rounds}"
        table = Table("", "", "at most", title=title, box=box.SIMPLE_HEAD)
        for figure in figures:
            limit = "" if figure.limit is None else f"{figure.limit:.1f}"
            table.add_row(figure.figure, f"{figure.value:,.2f} {figure.unit}", limit)
        Console().print(table)
    if any(figure.limit is not None and figure.value > figure.limit for figure in figures):
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
