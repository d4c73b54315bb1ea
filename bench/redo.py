# SPDX-License-Identifier: GPL-2.0-only
"""Messages of redo transport over this kernel's TCP, through a line that a program emulates.

``net8-redo.cc`` does what Oracle's oratcptest does. The line, its two network namespaces and the rule which repetition
was quiet are those of the testbed of kernel TCP in NET8_SHARED (by default ../shared beside the project), which needs
root and two processors. The cases, and what they gave before, are in ``redo.csv``;
``test/python/network/test_redo_kernel.py`` holds simulations against them.

Ends with exit code 1 when a median is more than LIMIT off what it was.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

TOP: Final = Path(__file__).resolve().parent.parent
LIMIT: Final = 0.03
REPETITIONS: Final = 7
MOST_REPETITIONS: Final = 20
SECONDS: Final = 4
PORT: Final = "1521"
AS_OF: Final = ("chrt", "-f", "50", "taskset", "-c", "0")
"""How client and server run: real time, on a processor that the line does not use."""

Case = dict[str, str]


def load_testbed() -> ModuleType:
    """Return the program of the testbed."""
    path = Path(os.environ.get("NET8_SHARED", TOP.parent / "shared")) / "kernel-tcp" / "run_truth.py"
    spec = importlib.util.spec_from_file_location("testbed", path)
    if not path.exists() or spec is None or spec.loader is None:
        raise SystemExit(
            f"redo: there is no testbed at {path}; NET8_SHARED names the folder above kernel-tcp"
        )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build_line(testbed: ModuleType, folder: Path) -> str:
    """Compile the line.

    @param testbed: the testbed
    @param folder: for the program
    @return: its path
    """
    line = folder / "linkem"
    subprocess.run(["cc", "-O2", "-o", line, Path(testbed.HERE) / "linkem.c"], check=True)
    return str(line)


def build(testbed: ModuleType, folder: Path) -> tuple[str, str]:
    """Compile the line and the program that sends.

    @param testbed: the testbed
    @param folder: for the programs
    @return: their paths
    """
    compiler = os.environ.get("CXX") or shutil.which("c++")
    if compiler is None:
        raise SystemExit("redo: needs a C++ compiler")
    sender = folder / "net8-redo"
    source = Path(__file__).with_name("net8-redo.cc")
    subprocess.run([compiler, "-std=c++20", "-O2", "-pthread", "-o", sender, source], check=True)
    return build_line(testbed, folder), str(sender)


def measure(testbed: ModuleType, net: Any, programs: tuple[str, str], case: Case) -> list[float]:
    """Measure a case.

    @param testbed: the testbed
    @param net: its namespaces
    @param programs: the line, and the program that sends
    @param case: a row of redo.csv
    @return: median time of a message in us, or rate in bit/s, of each quiet repetition
    """
    buffers = (case["send_buffer"], case["receive_buffer"], "cubic")
    run = (*AS_OF, programs[1])
    # Polling for a short time only: a kernel stops real-time tasks that use a processor for 95 % of a second.
    line = testbed.Lines(
        programs[0], "--ns-a", net.c, "--tap-a", "wan0", "--ns-b", net.s, "--tap-b", "wan0", "--rt", "50", "--cpu", "1",
        "--rate", f"{case['mbit_s']}000000", "--delay-us", str(500 * int(case["rtt_ms"])),
        "--queue-pkts", str(testbed.QUEUE), "--spin-us", "20", "--wide-us", "20", stdin=True,
    )  # fmt: skip
    server = testbed.Lines(*net.run(net.s, *run, "serve", testbed.SRV_IP, PORT, case["write_us"], *buffers))
    client = (case["transport"], testbed.SRV_IP, PORT, case["message_bytes"], str(SECONDS), *buffers)
    found: list[float] = []
    try:
        line.get()
        server.get()
        for _ in range(MOST_REPETITIONS):
            line.ask("reset 1")
            done = subprocess.run(net.run(net.c, *run, *client), capture_output=True, text=True, check=True)
            time.sleep(0.1 + int(case["rtt_ms"]) / 1000)
            if testbed.cleanish({"link": line.ask("stats"), "dur_s": SECONDS}):
                found.append(float(done.stdout.split()[-1]))
            if len(found) == REPETITIONS:
                break
    finally:
        server.stop()
        line.stop()
    return found


def main(*, as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Measure all cases, and print a table."""
    with Path(__file__).with_name("redo.csv").open(newline="") as file:
        cases = list(csv.DictReader(file))
    testbed = load_testbed()
    table = Table(*cases[0], "measured", "quiet", "off (%)", box=box.SIMPLE)
    rows, worst = [], 0.0
    with tempfile.TemporaryDirectory() as folder, testbed.Net() as net:
        programs = build(testbed, Path(folder))
        for case in cases:
            found = measure(testbed, net, programs, case)
            median = statistics.median(found) if found else float("nan")
            off = median / float(case["us"] or case["bit_s"]) - 1
            # Without a quiet repetition the case counts as failed.
            worst = max(worst, abs(off)) if found else float("inf")
            rows.append(case | {"measured": median, "quiet": len(found)})
            table.add_row(*case.values(), f"{median:,.0f}", str(len(found)), f"{100 * off:.1f}")
    if as_json:
        print(json.dumps(rows))
    else:
        Console().print(f"{platform.system()} {platform.release()}, {platform.machine()}", table)
    raise SystemExit(1 if worst > LIMIT else 0)


if __name__ == "__main__":
    typer.run(main)
