# SPDX-License-Identifier: GPL-2.0-only
"""Networks of 10, 100 and 1,000 sites: time to build them, memory, and time of a TCP segment in each.

A star of sites around one router; the same ten clients of ten sites fetch the same rows in each, computed as stages, so
that the same packets cross a network that is larger. Each size runs in a fresh process. Processor time is judged. Ends
with exit code 1 when a segment in the largest network takes more than LIMIT times one in the smallest, or a host of the
largest takes more than LIMIT times as long to build.

With ``--wide`` networks of up to 10,000 sites with one client host each are built, run for a microsecond and taken down
again. Ends with exit code 1 when the time grows faster than with sites to the power of EXPONENT from the first to the
last, or the last takes longer than WIDE_S.
"""

from __future__ import annotations

import json
import math
import resource
import subprocess
import sys
import time
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 1.5
SITES: Final = (10, 100, 1000)
WIDE: Final = (100, 1000, 3000, 10_000)
EXPONENT: Final = 1.05
WIDE_S: Final = 25.0
WORKING: Final = 10
"""Sites whose first client works."""
ROWS: Final = 200_000
"""So many that a fetch takes longer than building differs from run to run."""
ROW_BYTES: Final = 100
SEGMENT_BYTES: Final = 1448
NEVER: Final = "12h"

Numbers = dict[str, Any]


def plan_of(sites: int, hosts: int, rows: int, network: str) -> dict[str, Any]:
    """Return the network, with ten clients that fetch rows if there are any.

    @param sites: sites beside the centre
    @param hosts: client hosts of each
    @param rows: rows that each working client fetches; 0: nobody works
    @param network: nodes or stages
    @return: the plan as nested tables
    """
    names = [f"s{number}" for number in range(sites)]
    work = names[:: max(1, sites // WORKING)][:WORKING] if rows else []
    groups = [{"name": name, "site": name, "count": hosts, "hosts": hosts, "start": NEVER} for name in names]
    groups += [{"name": f"{name} works", "site": name} for name in work]
    return {
        "site": [{"name": "centre", "rate": "1Gbps"}, *({"name": name} for name in names)],
        "router": [{"name": "hub"}],
        "link": [
            {
                "name": f"l-{name}",
                "between": [name, "hub"],
                "rate": "100Mbps",
                "delay": "5ms",
                "queue_size": "1000p",
            }
            for name in ["centre", *names]
        ],
        "client": {"array_size": 1000},
        "group": groups,
        "server": {"site": "centre"},
        "query": {"rows": max(1, rows), "row_length": ROW_BYTES},
        "run": {"stop_time": "60s" if rows else "1us", "network": network},
    }


def timed(plan: Any) -> Numbers:
    """Run a plan.

    @param plan: the plan
    @return: processor time, events and the largest memory so far
    """
    import net8

    begun = time.process_time()
    run = net8.run(plan)
    cpu_s = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return {
        "cpu_s": cpu_s,
        "events": run.events,
        "peak_bytes": peak,
        "sessions": len(run.session_columns["start_ns"]),
    }


def one(sites: int, hosts: int, network: str) -> Numbers:
    """Measure one size in this process.

    @param sites: sites beside the centre
    @param hosts: client hosts of each
    @param network: nodes or stages
    @return: plan_s, build_s, host_bytes, segment_us, events
    """
    import net8

    small = timed(net8.Plan.of(plan_of(2, 1, 10, network)))  # What a small one takes is the program itself.
    begun = time.process_time()
    idle, busy = (net8.Plan.of(plan_of(sites, hosts, rows, network)) for rows in (0, ROWS))
    plan_s = (time.process_time() - begun) / 2
    built, worked = timed(idle), timed(busy)
    segments = WORKING * ROWS * ROW_BYTES / SEGMENT_BYTES
    return {
        "sites": sites,
        "hosts": sites * hosts,
        "plan_s": plan_s,
        "build_s": built["cpu_s"],
        "host_bytes": (built["peak_bytes"] - small["peak_bytes"]) / (sites * hosts),
        "peak_bytes": worked["peak_bytes"],
        "segment_us": (worked["cpu_s"] - built["cpu_s"]) / segments * 1e6,
        "segment_events": (worked["events"] - built["events"]) / segments,
    }


def built(sites: int, hosts: int, network: str) -> Numbers:
    """Build one size in this process, with nobody who works.

    @param sites: sites beside the centre
    @param hosts: client hosts of each
    @param network: nodes or stages
    @return: sites, build_s, peak_bytes
    """
    import net8

    timed(net8.Plan.of(plan_of(2, 1, 0, network)))
    found = timed(net8.Plan.of(plan_of(sites, hosts, 0, network)))
    return {"sites": sites, "build_s": found["cpu_s"], "peak_bytes": found["peak_bytes"]}


def measured(sites: int, hosts: int, network: str, what: str = "one") -> Numbers:
    """Measure one size in a fresh process.

    @param sites: sites beside the centre
    @param hosts: client hosts of each
    @param network: nodes or stages
    @param what: function that measures
    @return: what it returns
    """
    call = f"runpy.run_path({__file__!r})[{what!r}]({sites}, {hosts}, {network!r})"
    code = f"import json, runpy; print(json.dumps({call}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"network: {sites} sites ended with {done.returncode}: {done.stderr[-500:]}")
    found: Numbers = json.loads(done.stdout.splitlines()[-1])
    return found


def show(found: list[Numbers], network: str) -> None:
    """Print a line for each size.

    @param found: what was measured
    @param network: nodes or stages
    """
    names = (
        "sites",
        "hosts",
        "plan (s)",
        "build (s)",
        "a host (KiB)",
        "peak (MB)",
        "a segment (us)",
        "events of it",
    )
    table = Table(*names, title=f"Star of sites, {network}", box=box.SIMPLE_HEAD)
    for each in found:
        table.add_row(
            f"{each['sites']:,}",
            f"{each['hosts']:,}",
            f"{each['plan_s']:.2f}",
            f"{each['build_s']:.2f}",
            f"{each['host_bytes'] / 1024:.1f}",
            f"{each['peak_bytes'] / 1e6:,.0f}",
            "-" if each["segment_us"] is None else f"{each['segment_us']:.1f}",
            f"{each['segment_events']:.2f}",
        )
    Console().print(table)


def measure_wide(network: str, *, as_json: bool) -> None:
    """Build networks of many sites.

    @param network: nodes or stages
    @param as_json: print JSON
    """
    found = [measured(sites, 1, network, "built") for sites in WIDE]
    first, last = found[0], found[-1]
    grows = math.log(last["build_s"] / first["build_s"]) / math.log(last["sites"] / first["sites"])
    for each in found:
        if as_json:
            print(json.dumps({"benchmark": "network --wide", "network": network, **each}))
        else:
            ms = each["build_s"] / each["sites"] * 1e3
            print(f"{each['sites']:6,} sites: {each['build_s']:6.2f} s, {ms:.2f} ms a site")
    told = {"exponent": round(grows, 3), "limit": EXPONENT, "limit_s": WIDE_S}
    print(json.dumps(told) if as_json else f"exponent {grows:.3f} (at most {EXPONENT} is right)")
    if grows > EXPONENT or last["build_s"] > WIDE_S:
        raise SystemExit(1)


def main(
    hosts: Annotated[int, typer.Option(help="Client hosts of each site.", min=1)] = 10,
    full: Annotated[bool, typer.Option(help="100 client hosts of each site, 100,000 together.")] = False,
    wide: Annotated[bool, typer.Option(help="Build up to 10,000 sites with one client host each.")] = False,
    network: Annotated[str, typer.Option(help="nodes or stages.")] = "stages",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Measure networks of 10, 100 and 1,000 sites."""
    if wide:
        measure_wide(network, as_json=as_json)
        return
    found = [measured(sites, 100 if full else hosts, network) for sites in SITES]
    if full:
        # Building 100,000 hosts differs from run to run by more than the fetches take.
        found = [{**each, "segment_us": None} for each in found]
    if as_json:
        for each in found:
            print(json.dumps({"benchmark": "network", "network": network, "limit": LIMIT, **each}))
    else:
        show(found, network)
    first, last = found[0], found[-1]
    ratios = {"host to build": (last["build_s"] / last["hosts"]) / (found[1]["build_s"] / found[1]["hosts"])}
    if not full:
        ratios["segment"] = last["segment_us"] / first["segment_us"]
    for name, ratio in ratios.items():
        if not as_json:
            print(f"a {name}, {last['sites']:,} sites over fewer: {ratio:.2f} (at most {LIMIT:.2f} is right)")
    if max(ratios.values()) > LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
