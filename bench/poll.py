# SPDX-License-Identifier: GPL-2.0-only
"""Processor time of waiting for input with poll and with epoll among 100, 1,000 and 10,000 connections of this kernel.

The least of several rounds of ``net8-poll.cc`` counts, as a busy machine only adds. The fitted value of ``poll_time``
(``[server.dispatcher]``, ``[server.broker]``) is that of a connection among 1,000.

Ends with exit code 1 when epoll costs more than LIMIT of poll among 1,000 connections.
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

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 0.1
EVENTS: Final = {100: 20_000, 1_000: 4_000, 10_000: 500}
ROUNDS: Final = 5


def measure(program: Path, connections: int, events: int) -> tuple[float, float]:
    """Return the processor time of a wait.

    @param program: net8-poll
    @param connections: ends that are watched
    @param events: waits of a round
    @return: of poll and of epoll, ns
    """
    found = []
    for _round in range(ROUNDS):
        command = [str(program), str(connections), str(events)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"poll: {done.stderr.strip()}")
        found.append(tuple(map(float, done.stdout.split()[1:])))
    return min(poll for poll, _epoll in found), min(max(epoll, 0.0) for _poll, epoll in found)


def main(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Measure, and print a table."""
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        raise SystemExit("poll: needs a C++ compiler")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "net8-poll"
        source = Path(__file__).with_name("net8-poll.cc")
        subprocess.run([compiler, "-std=c++20", "-O2", "-o", str(program), str(source)], check=True)
        times = {count: measure(program, count, events) for count, events in EVENTS.items()}
    if as_json:
        print(json.dumps({str(count): {"poll_ns": p, "epoll_ns": e} for count, (p, e) in times.items()}))
    else:
        table = Table("connections", "poll (us)", "epoll (us)", "poll, each (ns)", box=box.SIMPLE)
        for count, (poll_ns, epoll_ns) in times.items():
            table.add_row(
                f"{count:,}", f"{poll_ns / 1e3:.4g}", f"{epoll_ns / 1e3:.2g}", f"{poll_ns / count:.3g}"
            )
        Console().print(f"{platform.system()} {platform.release()}, {platform.machine()}", table)
    poll_ns, epoll_ns = times[1_000]
    raise SystemExit(1 if epoll_ns > LIMIT * poll_ns else 0)


if __name__ == "__main__":
    typer.run(main)
