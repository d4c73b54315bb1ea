# SPDX-License-Identifier: GPL-2.0-only
"""Wall time of a 50 MB fetch over that of ns-3's BulkSend moving the same bytes on the same path.

Compiles net8-bulk-fetch if needed, then runs its two modes alternately, each in a fresh process, and prints the
medians. Ends with exit code 1 when the fetch takes more than LIMIT times as long as BulkSend.
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
LIMIT: Final = 1.10
ROW_BYTES: Final = 50_000_000

Run = dict[str, Any]


def compiled() -> Path:
    """Give the program, built from the sources as they are.

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


def one(program: Path, mode: str, size: int) -> Run:
    """Run one mode in a fresh process.

    @param program: the benchmark
    @param mode: fetch or bulk
    @param size: bytes of the rows or of the transfer
    @return: wall_s, cpu_s, events, bytes
    """
    command = [str(program), f"--mode={mode}", f"--bytes={size}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(
            f"bulk-fetch: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}"
        )
    run: Run = json.loads(done.stdout)
    return run


def measure(program: Path, rounds: int) -> dict[str, Run]:
    """Run both modes alternately; BulkSend moves as many bytes as the replies of the fetch had.

    @param program: the benchmark
    @param rounds: runs of each mode
    @return: medians by mode
    """
    found: dict[str, list[Run]] = {"fetch": [], "bulk": []}
    for _round in range(rounds):
        found["fetch"].append(one(program, "fetch", ROW_BYTES))
        found["bulk"].append(one(program, "bulk", found["fetch"][-1]["bytes"]))
    return {
        mode: {
            name: statistics.median(run[name] for run in runs)
            for name in ("wall_s", "cpu_s", "events", "bytes")
        }
        for mode, runs in found.items()
    }


def main(
    rounds: Annotated[int, typer.Option(help="Runs of each mode.", min=1)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and no table.")] = False,
) -> None:
    """Compare a Net8 fetch of 50 MB with ns-3's BulkSend."""
    medians = measure(compiled(), rounds)
    ratio = medians["fetch"]["wall_s"] / medians["bulk"]["wall_s"]
    cpu_ratio = medians["fetch"]["cpu_s"] / medians["bulk"]["cpu_s"]
    for run in medians.values():
        run["events_per_mb"] = run["events"] / run["bytes"] * 1e6
    if as_json:
        result = {
            "median": medians,
            "wall_ratio": ratio,
            "cpu_ratio": cpu_ratio,
            "limit": LIMIT,
            "rounds": rounds,
        }
        print(json.dumps(result, indent=2))
    else:
        title = f"50 MB, SDU 8192 bytes, array 1000 rows, 100 Mb/s, 5 ms; median of {rounds}"
        table = Table("", "wall (s)", "CPU (s)", "bytes", "events per MB", title=title, box=box.SIMPLE_HEAD)
        for mode, name in (("fetch", "Net8 fetch"), ("bulk", "BulkSend")):
            run = medians[mode]
            cells = f"{run['wall_s']:.3f}", f"{run['cpu_s']:.3f}", f"{run['bytes']:,.0f}"
            table.add_row(name, *cells, f"{run['events_per_mb']:,.0f}")
        console = Console()
        console.print(table)
        console.print(
            f"wall time ratio {ratio:.3f} (at most {LIMIT:.2f} is right), CPU time ratio {cpu_ratio:.3f}"
        )
    if ratio > LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
