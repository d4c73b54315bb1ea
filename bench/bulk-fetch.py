# SPDX-License-Identifier: GPL-2.0-only
"""Processor time of a 50 MB fetch over that of ns-3's BulkSend moving the same bytes on the same path.

Compiles net8-bulk-fetch if needed, then runs the fetch, BulkSend with writes of an SDU and BulkSend with writes of
whole segments in turns, each in a fresh process, and prints the medians. Ends with exit code 1 when the fetch takes
longer than LIMIT_SDU times the first or LIMIT_BEST times the second. Processor time is judged, which on a quiet machine
is the wall time of a program of one thread, and on a busy one does not depend on the others.
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
ROW_BYTES: Final = 50_000_000
SDU_BYTES: Final = 8192
SEGMENT_BYTES: Final = 1448
"""Payload of a segment: 1500 bytes less 20 of IP, 20 of TCP and 12 of its timestamps."""
PATHS: Final = {"100 Mb/s, 5 ms": ("100Mbps", "5ms"), "10 Mb/s, 50 ms": ("10Mbps", "50ms")}

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


def one(program: Path, path: tuple[str, str], mode: str, size: int, write: int = SDU_BYTES) -> Run:
    """Run one mode in a fresh process.

    @param program: the benchmark
    @param path: rate and one-way delay of the WAN, in ns-3's notation
    @param mode: fetch or bulk
    @param size: bytes of the rows or of the transfer
    @param write: bytes of a write of BulkSend
    @return: wall_s, cpu_s, events, bytes
    """
    rate, delay = path
    command = [str(program), f"--mode={mode}", f"--bytes={size}", f"--sendSize={write}"]
    command += [f"--rate={rate}", f"--delay={delay}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(
            f"bulk-fetch: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}"
        )
    run: Run = json.loads(done.stdout)
    return run


def measure(program: Path, path: tuple[str, str], rounds: int) -> dict[str, Run]:
    """Run all modes in turns; BulkSend moves as many bytes as the replies of the fetch had.

    @param program: the benchmark
    @param path: rate and one-way delay of the WAN
    @param rounds: runs of each mode
    @return: medians by mode
    """
    found: dict[str, list[Run]] = {"fetch": [], "sdu": [], "segment": []}
    for _round in range(rounds):
        found["fetch"].append(one(program, path, "fetch", ROW_BYTES))
        size = found["fetch"][-1]["bytes"]
        found["sdu"].append(one(program, path, "bulk", size))
        found["segment"].append(one(program, path, "bulk", size, SEGMENT_BYTES))
    medians = {
        mode: {
            name: statistics.median(run[name] for run in runs)
            for name in ("wall_s", "cpu_s", "events", "bytes")
        }
        for mode, runs in found.items()
    }
    for run in medians.values():
        run["events_per_mb"] = run["events"] / run["bytes"] * 1e6
    return medians


def figures(medians: dict[str, Run]) -> list[tuple[str, float, float]]:
    """Compare the fetch with BulkSend.

    @param medians: runs by mode
    @return: name, ratio of processor times and the largest that is right, of each comparison
    """
    fetch = medians["fetch"]["cpu_s"]
    return [
        ("writes of an SDU", fetch / medians["sdu"]["cpu_s"], LIMIT_SDU),
        ("writes of a segment", fetch / medians["segment"]["cpu_s"], LIMIT_BEST),
    ]


def show(console: Console, name: str, medians: dict[str, Run], rounds: int) -> None:
    """Print the runs over one path.

    @param console: where to
    @param name: the path
    @param medians: runs by mode
    @param rounds: runs of each mode
    """
    title = f"50 MB, SDU {SDU_BYTES} bytes, array 1000 rows, {name}; median of {rounds}"
    table = Table("", "wall (s)", "CPU (s)", "bytes", "events per MB", title=title, box=box.SIMPLE_HEAD)
    names = {
        "fetch": "Net8 fetch",
        "sdu": "BulkSend, writes of an SDU",
        "segment": f"BulkSend, writes of {SEGMENT_BYTES} bytes",
    }
    for mode, label in names.items():
        run = medians[mode]
        cells = f"{run['wall_s']:.3f}", f"{run['cpu_s']:.3f}", f"{run['bytes']:,.0f}"
        table.add_row(label, *cells, f"{run['events_per_mb']:,.0f}")
    console.print(table)


def main(
    rounds: Annotated[int, typer.Option(help="Runs of each mode.", min=1)] = 11,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Compare a Net8 fetch of 50 MB with ns-3's BulkSend on two paths."""
    program = compiled()
    console = Console()
    right = True
    for name, path in PATHS.items():
        medians = measure(program, path, rounds)
        if not as_json:
            show(console, name, medians, rounds)
        for baseline, ratio, limit in figures(medians):
            right = right and ratio <= limit
            figure = {"benchmark": "bulk-fetch", "path": name, "baseline": f"BulkSend, {baseline}"}
            if as_json:
                print(
                    json.dumps(
                        {**figure, "ratio": ratio, "limit": limit, "rounds": rounds, "median": medians}
                    )
                )
            else:
                console.print(
                    f"CPU time over BulkSend with {baseline}: {ratio:.3f} (at most {limit:.2f} is right)"
                )
    if not right:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
