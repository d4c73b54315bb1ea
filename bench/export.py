# SPDX-License-Identifier: GPL-2.0-only
"""What net8 export costs: rows of calls from a store as Parquet, CSV and Zarr, and the memory that this takes.

A fetch with arrays of one row makes a campaign of one run, then of RUNS: run.fast_forward skips the calls that repeat,
but their rows are written. Nothing is left to chance, so that further runs are copies of the first, which the sweep
makes itself. Each export is ``net8 export`` in a fresh process, from the files of the store to those of the data set.

Ends with exit code 1 when one takes more than LIMIT times as much memory from all runs as from one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

LIMIT: Final = 1.25
RUNS: Final = 4
FULL: Final = 200
ROWS: Final = 1_000_000
"""Rows of the fetch; two come with each call, so that a run has 500,000 calls."""
FORMATS: Final = ("parquet", "zarr", "csv")


def net8(*words: str) -> dict[str, float]:
    """Run the command in a process of its own.

    @param words: its words
    @return: processor time, and the most memory of it
    """
    child = subprocess.Popen([sys.executable, "-m", "net8", *words], stdout=subprocess.DEVNULL)
    _pid, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"export: net8 {' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    return {"cpu_s": used.ru_utime + used.ru_stime, "peak_mb": used.ru_maxrss * 1024 / 1e6}


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder.

    @param folder: the folder
    @return: their sum
    """
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def exported(folder: Path, format_: str) -> dict[str, Any]:
    """Export the calls of the campaign.

    @param folder: with the store
    @param format_: csv, parquet or zarr
    @return: rows, bytes of both sides, processor time and memory
    """
    target = folder / "set"
    words = ["export", "fetch", "--out", str(folder / "runs"), "--to", str(target), "--tables", "calls"]
    used = net8(*words, "--format", format_)
    schema = json.loads((target / "schema.json").read_text(encoding="utf-8"))
    made: dict[str, Any] = {"format": format_, "rows": schema["resources"][0]["rows"], **used}
    read = sum(path.stat().st_size for path in (folder / "runs" / "data").glob("*/calls.csv"))
    made |= {
        "read_mb": read / 1e6,
        "written_mb": size_of(target) / 1e6,
        "read_mb_per_s": read / 1e6 / used["cpu_s"],
    }
    shutil.rmtree(target)
    return made


def main(
    full: Annotated[bool, typer.Option("--full", help="100,000,000 rows; 8 GB on the disk.")] = False,
    formats: Annotated[str, typer.Option(help="Which formats.")] = ",".join(FORMATS),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Export one run and all of them in each format."""
    runs = FULL if full else RUNS
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plan = folder / "fetch.toml"
        plan.write_text(
            f'[path]\nkind = "lan"\n[client]\narray_size = 1\n[query]\nrows = {ROWS}\nrow_length = 20\n'
            '[run]\nfast_forward = true\nstop_time = "10000h"\n',
            encoding="utf-8",
        )
        for number in (1, runs):
            net8("run", str(plan), "--out", str(folder / "runs"), "--jobs", "1", "--runs", str(number))
            found += [exported(folder, each) for each in formats.split(",")]
    most = {each: [one["peak_mb"] for one in found if one["format"] == each] for each in formats.split(",")}
    if as_json:
        print(json.dumps(found, indent=1))
    else:
        console = Console(soft_wrap=True)
        for one in found:
            console.print(
                f"{one['format']:8} {one['rows']:11,} rows, {one['read_mb']:6,.0f} MB read, {one['written_mb']:6,.0f} "
                f"MB written: {one['cpu_s']:6.1f} s ({one['read_mb_per_s']:.0f} MB/s), "
                f"{one['peak_mb']:.0f} MB of memory",
                highlight=False,
            )
    if any(last > LIMIT * first for first, last in most.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
