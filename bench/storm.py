# SPDX-License-Identifier: GPL-2.0-only
"""Wall time and memory of a logon storm: 10,000 clients on 100 hosts, one host of dedicated servers, 100 Mb/s, 10 ms.

Each size runs in a fresh process. Clients log on at 500 a second, do one query and leave; with --stay they all remain
until the last one is there. Ends with exit code 1 when an attempt is not accounted for or when a session of the largest
storm takes more than LIMIT times the memory of one of the smallest. What a session costs that stays is in
sessions.py.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 2.0
ARRIVALS_PER_S: Final = 500

Numbers = dict[str, Any]


def plan_of(count: int, hosts: int, stay: bool) -> dict[str, Any]:
    """Return the storm: logon, one query, and a second one when all are there if they stay for it.

    @param count: clients
    @param hosts: hosts they are on
    @param stay: whether all are there at once
    @return: the plan as nested tables
    """
    return {
        "path": {"kind": "wan", "rate": "100Mbps", "delay": "10ms", "queue_size": "10000p"},
        "client": {
            "driver": "oci", "count": count, "hosts": hosts, "arrivals": "poisson",
            "arrival_rate": f"{ARRIVALS_PER_S}/s", "queries": 1 + stay, "think_time": f"{2 * count // ARRIVALS_PER_S}s",
        },
        "listener": {"queue_size": count, "accept_cpu_time": "100us", "fork_cpu_time": "500us"},
        "server": {"exec_cpu_time": "5ms", "logon_cpu_time": "5ms"},
        "host": {"cpu": {"cores": 8}},
        "query": {"rows": 1},
    }  # fmt: skip


def one(count: int, hosts: int, stay: bool) -> Numbers:
    """Run one storm in this process.

    @param count: clients
    @param hosts: hosts they are on
    @param stay: whether all are there at once
    @return: wall_s, memory_bytes, events and what became of the attempts
    """
    import net8

    # What a small storm takes is the program itself.
    net8.run(net8.Plan.of(plan_of(10, min(hosts, 10), stay)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.perf_counter()
    run = net8.run(net8.Plan.of(plan_of(count, hosts, stay)))
    wall_s = time.perf_counter() - started
    names = ("attempts", "admitted", "refused", "timed_out", "failed_sessions", "drain_time")
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found: Numbers = {name: run[name] for name in names}
    return found | {"wall_s": wall_s, "memory_bytes": (after - before) * 1024, "peak_bytes": after * 1024,
                    "events": run.events, "count": count}  # fmt: skip


def measured(count: int, hosts: int, stay: bool) -> Numbers:
    """Run one storm in a fresh process.

    @param count: clients
    @param hosts: hosts they are on
    @param stay: whether all are there at once
    @return: what one() gives
    """
    command = [
        sys.executable,
        __file__,
        "--one",
        "--clients",
        str(count),
        "--hosts",
        str(hosts),
        *["--stay"] * stay,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"storm: {count} clients ended with {done.returncode}: {done.stderr[-300:]}")
    found: Numbers = json.loads(done.stdout)
    return found


def accounted(run: Numbers) -> bool:
    """Return whether each attempt was admitted, refused or timed out, and each client has made one.

    @param run: what one() gives
    @return: whether the books are right
    """
    return bool(run["attempts"] == run["admitted"] + run["refused"] + run["timed_out"] >= run["count"])


def show(runs: list[Numbers], ratios: Numbers) -> None:
    """Print what was measured.

    @param runs: smallest storm first
    @param ratios: how much more a session of the largest costs
    """
    heads = ("clients", "wall (s)", "wall per session (ms)", "peak memory (MB)", "memory per session (kB)", "events",
             "admitted", "refused", "timed out")  # fmt: skip
    table = Table(*heads, title="Logon storm over 100 Mb/s, 10 ms, Poisson at 500/s", box=box.SIMPLE_HEAD)
    for run in runs:
        count = run["count"]
        table.add_row(
            f"{count:,}", f"{run['wall_s']:.2f}", f"{run['wall_s'] / count * 1e3:.2f}",
            f"{run['peak_bytes'] / 1e6:,.0f}", f"{run['memory_bytes'] / count / 1e3:.1f}", f"{run['events']:,}",
            *(f"{run[name]:,.0f}" for name in ("admitted", "refused", "timed_out")),
        )  # fmt: skip
    console = Console()
    console.print(table)
    console.print(
        f"a session of the largest storm takes {ratios['memory']:.2f} times the memory and {ratios['wall']:.2f} times "
        f"the wall time of one of the smallest (of memory, at most {LIMIT:.1f} is right)"
    )


def main(
    clients: Annotated[int, typer.Option(help="Clients of the largest storm.", min=10)] = 10_000,
    hosts: Annotated[int, typer.Option(help="Hosts they are on.", min=1)] = 100,
    stay: Annotated[
        bool, typer.Option("--stay", help="All remain until the last is there; takes longer.")
    ] = False,
    single: Annotated[bool, typer.Option("--one", help="Run this one storm alone; print JSON.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and no table.")] = False,
) -> None:
    """Log clients on, and a tenth of them, and compare what a session costs."""
    if single:
        print(json.dumps(one(clients, hosts, stay)))
        return
    runs = [measured(count, hosts, stay) for count in (clients // 10, clients)]
    small, large = ({"wall": run["wall_s"] / run["count"], "memory": run["memory_bytes"] / run["count"]}
                    for run in runs)  # fmt: skip
    ratios = {name: large[name] / small[name] for name in small}
    if as_json:
        print(json.dumps({"runs": runs, "ratio": ratios, "limit": LIMIT}, indent=2))
    else:
        show(runs, ratios)
    if not all(accounted(run) for run in runs):
        raise SystemExit("storm: an attempt is neither admitted nor refused nor timed out")
    if ratios["memory"] > LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
