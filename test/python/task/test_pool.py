# SPDX-License-Identifier: GPL-2.0-only
"""Worker processes leave nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import net8
import psutil  # type: ignore[import-untyped]
from net8.plan.resolve import resolve
from net8.task.pool import Job, spawn
from net8.task.text import write_task


def test_a_simulation_under_way_ends_with_its_worker(tmp_path: Path) -> None:
    endless = resolve(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 10**9}}))
    message = {
        "task": write_task(endless),
        "seed": 1,
        "run": 1,
        "pcap": False,
        "trace10046": False,
        "folder": str(tmp_path / "run"),
    }
    worker = spawn()
    try:
        worker.start(Job("endless", lambda: message))
        assert worker.has_output(60)
        (child,) = psutil.Process(worker.process.pid).children()
        assert "progress" in worker.lines()[0]
        # One that runs finds out by itself that nobody listens; one that stands still does not.
        child.suspend()
    finally:
        worker.stop()
    assert worker.process.poll() is not None
    _gone, left = psutil.wait_procs([child], timeout=5)
    for process in left:
        process.kill()
    assert left == []


def test_a_worker_without_input_ends() -> None:
    """Standard input at its end, as of /dev/null, never tells by a hang-up that nobody is there."""
    done = subprocess.run(
        [sys.executable, "-m", "net8.task.worker"], stdin=subprocess.DEVNULL, capture_output=True, check=True,
        timeout=120,
    )  # fmt: skip
    assert done.stdout == b""
