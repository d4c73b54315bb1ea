# SPDX-License-Identifier: GPL-2.0-only
"""What ten variants of a storm cost that differ from its last minute on, beside one of them.

100,000 clients log on within 500 s; nine times in ten something goes down after 490 s. The ten share what is before
(doc/statistics.rst, "Runs with one beginning"). All times are processor time of all processes, user and system; each
variant is then simulated alone, too, of which the digests must be equal.

Ends with exit code 1 when a digest differs, or the ratio to one run is above LIMIT.
"""

from __future__ import annotations

import json
import resource
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, Final

import net8
import typer
from net8.store.database import Store
from rich.console import Console

LIMIT: Final = 1.5
AT_S: Final = 490
VARIANTS: Final = 10
KINDS: Final = ("listener_hang", "instance_hang", "host_hang")


def storm(clients: int) -> dict[str, Any]:
    """Return the plan of the storm.

    @param clients: how many log on
    @return: the plan
    """
    forks: list[dict[str, Any]] = [{"name": "as planned", "at": f"{AT_S}s"}]
    for number in range(1, VARIANTS):
        fault = {
            "kind": KINDS[number % 3],
            "at": f"{AT_S + number // 3}s",
            "until": f"{AT_S + 5 + number // 3}s",
        }
        forks.append({"name": f"variant {number}", "at": f"{AT_S}s", "fault": [fault]})
    return {
        "path": {"kind": "wan", "delay": "5ms", "rate": "1Gbps"},
        "client": {
            "count": clients,
            "hosts": 100,
            "start_spacing": f"{500 * 10**9 // clients}ns",
            "connect_timeout": "60s",
        },
        "query": {"rows": 10},
        "run": {"stop_time": "600s"},
        "fork": forks,
    }


def digests(out: Path) -> dict[str, str]:
    """Return the digest of each run of a store.

    @param out: its folder
    @return: digests by point
    """
    with Store(out, writing=False) as store:
        return {row.point: row.digest for row in store.all_rows()}


def timed(plan: net8.Plan, out: Path) -> tuple[float, float]:
    """Simulate a plan.

    @param plan: the plan
    @param out: folder of the results
    @return: seconds of processor time, and of the wall
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wall = time.perf_counter()
    sweep = net8.Sweep(plan, out=out)
    outcome = sweep.run_missing(jobs=1)
    if outcome.failed:
        raise SystemExit(f"fork: {outcome.failed} runs failed")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.perf_counter() - wall


def main(
    clients: Annotated[int, typer.Option(help="Clients of the storm.", min=1000)] = 100_000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Simulate the storm once, its ten variants, and each of them alone."""
    plan = net8.Plan.of(storm(clients), name="fork")
    with tempfile.TemporaryDirectory() as folder:
        every, wall_s = timed(plan, Path(folder, "every"))
        alone = [timed(point.plan, Path(folder, "alone")) for point in plan.points()]
        equal = digests(Path(folder, "every")) == digests(Path(folder, "alone"))
    one = alone[0][0]
    found = {
        "clients": clients,
        "one_run_s": round(one, 2),
        "variants": VARIANTS,
        "variants_s": round(every, 2),
        "variants_wall_s": round(wall_s, 2),
        "alone_s": round(sum(cpu for cpu, _wall in alone), 2),
        "ratio_to_one_run": round(every / one, 3),
        "limit": LIMIT,
        "equal_digests": equal,
    }
    if as_json:
        print(json.dumps(found))
    else:
        console = Console(highlight=False)
        for name, value in found.items():
            console.print(f"{name:20} {value}")
    if not equal or every > LIMIT * one:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
