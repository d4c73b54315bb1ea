# SPDX-License-Identifier: GPL-2.0-only
"""One simulation on two cores: two sites over a 20 ms WAN, 2,000 sessions with an end on each side, on two MPI ranks.

The same plan is simulated by one process and by two ranks in turn, each run in fresh processes, and the medians are
compared. All must give the same digest. Two ranks can be no faster than the larger share of the events allows, which
is printed beside the speed-up. They wait for each other once in each window of 20 ms, and a rank that waits keeps its
core busy, so the figure means something only where two cores are free. Ends with exit code 1 where the digests differ,
and where the speed-up is below LIMIT.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 1.5
RANKS: Final = 2

Numbers = dict[str, Any]


def plan_of(sessions: int, engine: str) -> dict[str, Any]:
    """Give the two sites: each session does three queries of 200 rows.

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


def one(sessions: int, engine: str) -> Numbers:
    """Run the plan in this process, or with the other rank.

    @param sessions: number of sessions
    @param engine: as plan_of
    @return: wall_s, digest, events and rank_events
    """
    import net8

    plan = net8.Plan.of(plan_of(sessions, engine))
    started = time.perf_counter()
    run = net8.run(plan)
    wall_s = time.perf_counter() - started
    if run["failed_sessions"]:
        raise SystemExit(f"mpi: {run.failures}")
    return {"wall_s": wall_s, "digest": run.digest, "events": run.events, "rank_events": run.rank_events}


def measured(sessions: int, engine: str) -> Numbers:
    """Run the plan in fresh processes.

    @param sessions: number of sessions
    @param engine: as plan_of
    @return: what one() gives
    """
    command = [sys.executable, __file__, "--one", engine, "--sessions", str(sessions)]
    environment = dict(os.environ)
    if engine != "sequential":
        command = ["mpirun", "--bind-to", "none", "-n", str(RANKS), *command]
        # Whoever runs this as root, such as in a container, means it.
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"mpi: {engine} ended with {done.returncode}: {done.stderr[-300:]}")
    found: Numbers = json.loads(done.stdout)
    return found


def compare(sessions: int, engines: list[str], repeats: int) -> dict[str, Numbers]:
    """Run all engines in turn.

    @param sessions: number of sessions
    @param engines: the first one is the baseline
    @param repeats: runs of each
    @return: medians by engine, with the speed-up and what the share of the events allows
    """
    runs = [{engine: measured(sessions, engine) for engine in engines} for _ in range(repeats)]
    found = {}
    for engine in engines:
        wall_s = statistics.median(run[engine]["wall_s"] for run in runs)
        base_s = statistics.median(run[engines[0]]["wall_s"] for run in runs)
        shares = runs[0][engine]["rank_events"] or [runs[0][engine]["events"]]
        found[engine] = {
            "wall_s": wall_s, "speed_up": base_s / wall_s, "bound": sum(shares) / max(shares),
            "rank_events": shares, "digest": runs[0][engine]["digest"],
        }  # fmt: skip
    return found


def show(sessions: int, found: dict[str, Numbers]) -> None:
    """Print what was measured.

    @param sessions: number of sessions
    @param found: what compare() gives
    """
    heads = ("engine", "wall (s)", "speed-up", "at most, by events", "events by rank", "digest")
    table = Table(*heads, title=f"{sessions:,} sessions over a WAN of 20 ms", box=box.SIMPLE_HEAD)
    for engine, run in found.items():
        shares = ", ".join(f"{events:,}" for events in run["rank_events"])
        table.add_row(engine, f"{run['wall_s']:.2f}", f"{run['speed_up']:.2f}", f"{run['bound']:.2f}", shares,
                      run["digest"])  # fmt: skip
    console = Console() if sys.stdout.isatty() else Console(width=130)
    console.print(table)
    load, cores = os.getloadavg()[0], len(os.sched_getaffinity(0))
    console.print(f"{cores} cores, load {load:.1f}; at least {LIMIT} is right where {RANKS} cores are free")


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
        from net8.ranks import started

        found = one(sessions, single)
        if started()[0] == 0:
            print(json.dumps(found))
        return
    from net8.ranks import lacking_mpi

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
    if results["distributed"]["speed_up"] < LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
