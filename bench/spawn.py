# SPDX-License-Identifier: GPL-2.0-only
"""Processor time of creating a process, by the size of its environment and the entries of its PATH, on this kernel.

What ``net8-spawn.cc`` measures, the least of several rounds, is what ``listener.fork_cpu_time`` (the parent) and
``server.exec_cpu_time`` (the child) have of the operating system alone: an Oracle server does more before it answers.

Ends with exit code 1 when the parent takes more than LIMIT times as long with 1 MB of environment as with 1 KB.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Annotated, Final

import numpy as np
import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 3.0
CASES: Final = ((1_000, 5), (10_000, 5), (100_000, 5), (1_000_000, 5), (1_000, 50), (1_000, 500))
ROUNDS: Final = 5
SPAWNS: Final = 200


def measure(program: Path, environment: int, entries: int) -> tuple[float, float]:
    """Return the processor time of a spawn.

    @param program: net8-spawn
    @param environment: bytes of the environment
    @param entries: entries of PATH, the program in the last one
    @return: of parent and child, us
    """
    found = []
    for _round in range(ROUNDS):
        command = [str(program), str(environment), str(entries), str(SPAWNS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"spawn: {done.stderr.strip() or 'no process could be started'}")
        found.append(tuple(map(float, done.stdout.split())))
    return min(parent for parent, _child in found), min(child for _parent, child in found)


def fit(times: dict[tuple[int, int], tuple[float, float]]) -> str:
    """Fit the child's times to a part for each 1,000 bytes of environment and one for each entry of PATH.

    @param times: of parent and child, us, by environment and entries
    @return: a line with both, and the largest residual
    """
    matrix = np.array([(1.0, environment / 1000, entries) for environment, entries in times])
    child_us = np.array([child for _parent, child in times.values()])
    (base, of_kilobyte, of_entry), *_ = np.linalg.lstsq(matrix, child_us)
    residual = np.abs(child_us - matrix @ (base, of_kilobyte, of_entry)).max()
    return (
        f"child: {base:.0f} us, {1e3 * of_kilobyte:.0f} ns for each 1,000 bytes (server.environment_cpu_time), "
        f"{1e3 * of_entry:.0f} ns for each entry (server.path_entry_cpu_time); largest residual {residual:.0f} us"
    )


def main(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Measure, and print a table."""
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        raise SystemExit("spawn: needs a C++ compiler")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "net8-spawn"
        source = Path(__file__).with_name("net8-spawn.cc")
        subprocess.run([compiler, "-std=c++20", "-O2", "-o", str(program), str(source)], check=True)
        times = {case: measure(program, *case) for case in CASES}
    if as_json:
        rows = [{"environment_bytes": e, "path_entries": p, "parent_us": up, "child_us": down}
                for (e, p), (up, down) in times.items()]  # fmt: skip
        print(json.dumps(rows))
    else:
        table = Table("environment (bytes)", "PATH entries", "parent (us)", "child (us)", box=box.SIMPLE)
        for (environment, entries), (parent_us, child_us) in times.items():
            table.add_row(f"{environment:,}", f"{entries:,}", f"{parent_us:.0f}", f"{child_us:.0f}")
        Console().print(f"{platform.system()} {platform.release()}, {platform.machine()}", table, fit(times))
    raise SystemExit(1 if times[1_000_000, 5][0] > LIMIT * times[1_000, 5][0] else 0)


if __name__ == "__main__":
    typer.run(main)
