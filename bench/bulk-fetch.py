# SPDX-License-Identifier: GPL-2.0-only
"""Processor time of a 50 MB fetch over that of ns-3's BulkSend moving the same bytes on the same path.

Compiles net8-bulk-fetch if needed, then runs the modes in turns, each in a fresh process, and prints the medians: the
fetch with nodes and with computed hops, its requests and replies on plain sockets of our TCP, BulkSend over our TCP
with writes of an SDU and of whole segments with nodes and of whole segments with computed hops, and BulkSend over
ns-3's own TCP with nodes. The plain sockets send the same packets as the fetch, so that they tell what Oracle Net adds;
BulkSend sends fewer. Ends with exit code 1 when the fetch with nodes takes longer than LIMIT_SDU or LIMIT_BEST times
BulkSend over our TCP, or the one with computed hops longer than LIMIT_STOCK times BulkSend over ns-3's. Processor time
is judged, which on a quiet machine is the wall time of a program of one thread, and does not depend on others on a
busy one.

Transmissions of packets, each over one link, are counted in one more run of each TCP with nodes; a computed network
has the same ones.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

TOP: Final = Path(__file__).resolve().parent.parent
BUILD: Final = TOP / "build" / "release"
LIMIT_SDU: Final = 1.00
LIMIT_BEST: Final = 1.05
LIMIT_STOCK: Final = 0.40
ROW_BYTES: Final = 50_000_000
CALLS: Final = 500
"""Calls of the fetch: 1,000 rows of 100 bytes each."""
SDU_BYTES: Final = 8192
SEGMENT_BYTES: Final = 1448
"""Payload of a segment: 1500 bytes less 20 of IP, 20 of TCP and 12 of its timestamps."""
PATHS: Final = {
    "100 Mb/s, 5 ms": {"rate": "100Mbps", "delay": "5ms"},
    "10 Mb/s, 50 ms": {"rate": "10Mbps", "delay": "50ms"},
    "100 Mb/s, 5 ms, 0.1 % lost": {"rate": "100Mbps", "delay": "5ms", "loss": "0.001"},
}
MODES: Final = {
    "fetch": ("fetch, nodes", {"mode": "fetch"}),
    "computed": ("fetch, hops computed", {"mode": "fetch", "network": "stages"}),
    "dialogue": ("plain sockets, nodes", {"mode": "dialogue", "calls": str(CALLS)}),
    "sdu": ("BulkSend of SDUs, nodes", {"mode": "bulk", "sendSize": str(SDU_BYTES)}),
    "segment": ("BulkSend, nodes", {"mode": "bulk", "sendSize": str(SEGMENT_BYTES)}),
    "bulk_computed": (
        "BulkSend, hops computed",
        {"mode": "bulk", "sendSize": str(SEGMENT_BYTES), "network": "stages"},
    ),
    "stock": (
        "BulkSend, ns-3's TCP, nodes",
        {"mode": "bulk", "sendSize": str(SEGMENT_BYTES), "stock": "1"},
    ),
}
"""What is run, by name: how it is called in tables, and its options."""
COUNTED: Final = {
    "fetch": "fetch",
    "computed": "fetch",
    "dialogue": "dialogue",
    "sdu": "sdu",
    "segment": "segment",
    "bulk_computed": "segment",
    "stock": "stock",
}
"""The mode with nodes that has the same transmissions of packets."""

Run = dict[str, Any]


def compiled() -> Path:
    """Return the program, built from the sources as they are.

    @return: its path
    """
    for command in (
        ["cmake", "-S", str(TOP), "-B", str(BUILD), "-G", "Ninja", "-DNET8_BUILD_BENCHMARKS=ON"],
        ["cmake", "--build", str(BUILD), "--target", "net8-bulk-fetch"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
            raise SystemExit("bulk-fetch: the benchmark could not be compiled; the reason is above")
    return BUILD / "net8-bulk-fetch"


def one(program: Path, options: dict[str, str]) -> Run:
    """Run one mode in a fresh process.

    @param program: the benchmark
    @param options: its options
    @return: wall_s, cpu_s, events, bytes, transmissions
    """
    command = [str(program), *(f"--{name}={value}" for name, value in options.items())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(
            f"bulk-fetch: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}"
        )
    run: Run = json.loads(done.stdout)
    return run


def measure(program: Path, path: dict[str, str], rounds: int) -> dict[str, Run]:
    """Run all modes in turns; BulkSend moves as many bytes as the replies of the fetch had.

    @param program: the benchmark
    @param path: options of the WAN
    @param rounds: runs of each mode
    @return: medians by mode
    """
    found: dict[str, list[Run]] = {mode: [] for mode in MODES}
    size = one(program, {**path, **MODES["fetch"][1], "bytes": str(ROW_BYTES)})["bytes"]

    def options(mode: str) -> dict[str, str]:
        chosen = MODES[mode][1]
        return {**path, **chosen, "bytes": str(ROW_BYTES if chosen["mode"] == "fetch" else size)}

    for _round in range(rounds):
        for mode in MODES:
            found[mode].append(one(program, options(mode)))
    sent = {
        mode: one(program, {**options(mode), "count": "1"})["transmissions"] for mode in set(COUNTED.values())
    }
    medians = {
        mode: {
            name: statistics.median(run[name] for run in runs)
            for name in ("wall_s", "cpu_s", "events", "bytes")
        }
        for mode, runs in found.items()
    }
    for mode, run in medians.items():
        run["events_per_mb"] = run["events"] / run["bytes"] * 1e6
        run["transmissions"] = sent[COUNTED[mode]]
        run["transmissions_per_cpu_s"] = run["transmissions"] / run["cpu_s"]
    return medians


def figures(medians: dict[str, Run], loses: bool) -> list[tuple[str, float, float | None]]:
    """Compare the fetch with BulkSend.

    @param medians: runs by mode
    @param loses: whether the path loses packets, which are others in a fetch than in BulkSend
    @return: what is compared, ratio of processor times and the largest that is right if one is, of each
    """

    def over(mode: str, baseline: str) -> float:
        ratio: float = medians[mode]["cpu_s"] / medians[baseline]["cpu_s"]
        return ratio

    return [
        ("fetch over plain sockets, nodes", over("fetch", "dialogue"), None),
        ("fetch over BulkSend of SDUs, nodes", over("fetch", "sdu"), None if loses else LIMIT_SDU),
        ("fetch over BulkSend, nodes", over("fetch", "segment"), None if loses else LIMIT_BEST),
        ("fetch, hops computed, over BulkSend, ns-3's TCP, nodes", over("computed", "stock"), LIMIT_STOCK),
        ("BulkSend, hops computed, over BulkSend, ns-3's TCP, nodes", over("bulk_computed", "stock"), None),
    ]


def show(console: Console, name: str, medians: dict[str, Run], rounds: int) -> None:
    """Print the runs over one path.

    @param console: where to
    @param name: the path
    @param medians: runs by mode
    @param rounds: runs of each mode
    """
    title = f"50 MB, SDU {SDU_BYTES} bytes, array 1000 rows, {name}; median of {rounds}"
    columns = ("", "wall (s)", "CPU (s)", "bytes", "events/MB", "packets sent", "per CPU s")
    table = Table(*columns, title=title, box=box.SIMPLE_HEAD)
    for mode, (label, _options) in MODES.items():
        run = medians[mode]
        cells = f"{run['wall_s']:.3f}", f"{run['cpu_s']:.3f}", f"{run['bytes']:,.0f}"
        sent = f"{run['transmissions']:,}", f"{run['transmissions_per_cpu_s']:,.0f}"
        table.add_row(label, *cells, f"{run['events_per_mb']:,.0f}", *sent)
    console.print(table)


def main(
    rounds: Annotated[int, typer.Option(help="Runs of each mode.", min=1)] = 11,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Compare a Net8 fetch of 50 MB with ns-3's BulkSend on three paths."""
    program = compiled()
    console = Console()
    right = True
    for name, path in PATHS.items():
        medians = measure(program, path, rounds)
        if as_json:
            print(json.dumps({"benchmark": "bulk-fetch", "path": name, "rounds": rounds, "median": medians}))
        else:
            show(console, name, medians, rounds)
        for compared, ratio, limit in figures(medians, "loss" in path):
            right = right and (limit is None or ratio <= limit)
            if as_json:
                figure = {"benchmark": "bulk-fetch", "path": name, "compared": compared}
                print(json.dumps({**figure, "ratio": ratio, "limit": limit}))
            else:
                allowed = "" if limit is None else f" (at most {limit:.2f} is right)"
                console.print(f"CPU time, {compared}: {ratio:.3f}{allowed}")
    if not right:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
