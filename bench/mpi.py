# SPDX-License-Identifier: GPL-2.0-only
"""One simulation on two cores: two sites over a 20 ms WAN, 2,000 sessions with an end on each side, on two MPI ranks.

The same plan is simulated by one process and by two ranks in turn, each run in fresh processes, and the medians are
compared. All must give the same digest. There are three speed-ups. That of wall time is what was seen of the run, from
building the network to the columns of the result; it means something only where two cores are free, as a rank that
waits keeps its core busy, so the time that other processes took is shown. That of the whole command has in it what does
not grow with the plan: starting Python, mpirun and MPI, and what a process loads for its first run. That of free cores
is made from processor time, which other work on the machine hardly disturbs: between two meetings of the ranks the
slower one counts, waits left out. Those of a run with null messages are few, so that its figure is at least what the
slower rank computes. Ends with exit code 1 where the digests differ, and where the speed-up of free cores with
``distributed`` is below LIMIT.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
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

TOP: Final = Path(__file__).resolve().parent.parent
BUILD: Final = TOP / "build" / "release"
LIMIT: Final = 1.5
RANKS: Final = 2

Numbers = dict[str, Any]


def plan_of(sessions: int, engine: str) -> dict[str, Any]:
    """Return the two sites: each session does three queries of 200 rows.

    @param sessions: number of sessions
    @param engine: "sequential", "distributed" or "null-message"
    @return: the plan as nested tables
    """
    plan: dict[str, Any] = {
        "path": {"kind": "wan", "rate": "1Gbps", "delay": "20ms", "lan_rate": "1Gbps", "queue_size": "10000p"},
        "client": {
            "driver": "oci", "count": sessions, "hosts": 20, "start_spacing": "1ms", "queries": 3,
            "think_time": "500ms", "array_size": 100,
        },
        "listener": {"queue_size": sessions},
        "query": {"rows": 200, "row_length": 100},
    }  # fmt: skip
    if engine != "sequential":
        plan["run"] = {"partition": ["client", "server"], "mpi": engine}
    return plan


def compiled() -> Path:
    """Return the library that notes what ranks compute, built from the source as it is.

    @return: its path
    """
    for command in (
        ["cmake", "-S", str(TOP), "-B", str(BUILD), "-G", "Ninja", "-DNET8_BUILD_BENCHMARKS=ON"],
        ["cmake", "--build", str(BUILD), "--target", "net8-mpi-meetings"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
            raise SystemExit("mpi: the benchmark could not be compiled; the reason is above")
    return BUILD / "libnet8-mpi-meetings.so"


def one(sessions: int, engine: str) -> Numbers:
    """Run the plan in this process, or with the other rank.

    @param sessions: number of sessions
    @param engine: as plan_of
    @return: wall_s and cpu_s, digest, events and rank_events
    """
    import net8
    from net8.plan.resolve import resolve
    from net8.simulation.ranks import join

    # What a process loads for its first run, and the start of MPI, are of the whole command.
    net8.run(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}})).metrics  # noqa: B018
    plan = net8.Plan.of(plan_of(sessions, engine))
    join([resolve(plan)])
    started, before = time.perf_counter(), time.process_time()
    run = net8.run(plan)
    wall_s, cpu_s = time.perf_counter() - started, time.process_time() - before
    if run["failed_sessions"]:
        raise SystemExit(f"mpi: {run.failures}")
    return {
        "wall_s": wall_s, "cpu_s": cpu_s, "digest": run.digest, "events": run.events,
        "rank_events": run.rank_events,
    }  # fmt: skip


def measured(sessions: int, engine: str, library: Path) -> Numbers:
    """Run the plan in fresh processes.

    @param sessions: number of sessions
    @param engine: as plan_of
    @param library: notes what ranks compute
    @return: what one() gives, with command_s and others_s, the wall time of the whole command and the processor time of
        other processes meanwhile, rank_cpu_s, the processor time of each rank without waits, and free_s, the time on
        free cores
    """
    command = [sys.executable, __file__, "--one", engine, "--sessions", str(sessions)]
    environment = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="net8-mpi-") as folder:
        notes = Path(folder) / "meetings"
        if engine != "sequential":
            preload = ["-x", f"LD_PRELOAD={library}", "-x", f"NET8_MPI_MEETINGS={notes}"]
            command = ["mpirun", "--bind-to", "none", *preload, "-n", str(RANKS), *command]
            # Whoever runs this as root, such as in a container, means it.
            environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        begin, others = time.perf_counter(), _others_s()
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        spent = {"command_s": time.perf_counter() - begin, "others_s": _others_s() - others}
        if done.returncode != 0:
            raise SystemExit(f"mpi: {engine} ended with {done.returncode}: {done.stderr[-300:]}")
        found: Numbers = json.loads(done.stdout) | spent
        taken = [_seconds(path) for path in sorted(notes.parent.iterdir())] or [[found["cpu_s"]]]
    slower = [max(ranks) for ranks in zip(*taken, strict=True)]
    return found | {
        "rank_cpu_s": [sum(rank) for rank in taken], "free_s": sum(slower), "meetings": len(slower) - 1,
    }  # fmt: skip


def _others_s() -> float:
    """Return the processor time that all processes but this one and its ended children have taken since the start."""
    user, nice, system = (int(ticks) for ticks in Path("/proc/stat").read_text(encoding="ascii").split()[1:4])
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return (user + nice + system) / os.sysconf("SC_CLK_TCK") - sum(use.ru_utime + use.ru_stime for use in own)


def _seconds(path: Path) -> list[float]:
    """Read what a rank computed up to each meeting, and after the last one."""
    return [int(line) / 1e9 for line in path.read_text(encoding="ascii").split()]


def compare(sessions: int, engines: list[str], repeats: int) -> dict[str, Numbers]:
    """Run all engines in turn.

    @param sessions: number of sessions
    @param engines: the first one is the baseline
    @param repeats: runs of each
    @return: medians by engine, with the speed-ups and what the share of the events allows
    """
    library = compiled()
    runs = [{engine: measured(sessions, engine, library) for engine in engines} for _ in range(repeats)]

    def median(engine: str, what: str) -> float:
        return float(statistics.median(run[engine][what] for run in runs))

    found = {}
    for engine in engines:
        first = runs[0][engine]
        shares = first["rank_events"] or [first["events"]]
        ranks = zip(*(run[engine]["rank_cpu_s"] for run in runs), strict=True)
        found[engine] = {
            "wall_s": median(engine, "wall_s"), "command_s": median(engine, "command_s"),
            "others_s": median(engine, "others_s"), "rank_cpu_s": [statistics.median(rank) for rank in ranks],
            "free_s": median(engine, "free_s"), "meetings": first["meetings"],
            "speed_up_wall": median(engines[0], "wall_s") / median(engine, "wall_s"),
            "speed_up_command": median(engines[0], "command_s") / median(engine, "command_s"),
            "speed_up_free": median(engines[0], "free_s") / median(engine, "free_s"),
            "bound": sum(shares) / max(shares), "rank_events": shares, "digest": first["digest"],
        }  # fmt: skip
    return found


def show(sessions: int, found: dict[str, Numbers]) -> None:
    """Print what was measured.

    @param sessions: number of sessions
    @param found: what compare() gives
    """
    table = Table("", title=f"{sessions:,} sessions over a WAN of 20 ms", box=box.SIMPLE_HEAD)
    for engine in found:
        table.add_column(engine, justify="right")
    rows = {
        "wall time (s)": ("wall_s", ".2f"),
        "wall time of the whole command (s)": ("command_s", ".2f"),
        "other processes meanwhile (s)": ("others_s", ".2f"),
        "processor time by rank, without waits (s)": ("rank_cpu_s", ".2f"),
        "of the slower rank between meetings (s)": ("free_s", ".2f"),
        "speed-up, wall time": ("speed_up_wall", ".2f"),
        "speed-up, whole command": ("speed_up_command", ".2f"),
        "speed-up, free cores": ("speed_up_free", ".2f"),
        "at most, by events": ("bound", ".2f"),
        "events by rank": ("rank_events", ","),
        "meetings": ("meetings", ","),
        "digest": ("digest", "s"),
    }
    for head, (key, form) in rows.items():
        values = [run[key] if isinstance(run[key], list) else [run[key]] for run in found.values()]
        table.add_row(head, *(", ".join(format(value, form) for value in cell) for cell in values))
    console = Console()
    console.print(table)
    load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    console.print(f"{cores} cores, load {load:.1f}; with distributed at least {LIMIT} is right on free cores")


def main(
    sessions: Annotated[int, typer.Option(help="Sessions.", min=1)] = 2000,
    repeats: Annotated[int, typer.Option(help="Runs of each engine.", min=1)] = 3,
    single: Annotated[
        str | None, typer.Option("--one", metavar="ENGINE", help="Run this one alone; print JSON.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object a line and no table.")
    ] = False,
) -> None:
    """Compare one process with two ranks."""
    if single:
        from net8.simulation.ranks import started

        found = one(sessions, single)
        if started()[0] == 0:
            print(json.dumps(found))
        return
    from net8.simulation.ranks import lacking_mpi

    if problem := lacking_mpi():
        print(
            json.dumps({"figure": "mpi", "missing": problem}) if as_json else f"mpi: not measured: {problem}"
        )
        return
    results = compare(sessions, ["sequential", "distributed", "null-message"], repeats)
    if as_json:
        for engine, run in results.items():
            print(json.dumps({"figure": f"mpi-{engine}", "limit": LIMIT} | run))
    else:
        show(sessions, results)
    if len({run["digest"] for run in results.values()}) > 1:
        raise SystemExit("mpi: the engines give different digests")
    if results["distributed"]["speed_up_free"] < LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
