# SPDX-License-Identifier: GPL-2.0-only
"""Worker processes leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import net8
import psutil  # type: ignore[import-untyped]
from net8.base.threads import ONE_THREAD
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


SPAWN = """
import sys, net8
from pathlib import Path
from net8.plan.resolve import resolve
from net8.task.pool import Job, spawn
from net8.task.text import write_task
opened = open(sys.argv[1] + "/opened", "w")
task = resolve(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}}))
message = {"seed": 1, "run": 1, "pcap": False, "trace10046": False, "folder": sys.argv[1] + "/run"}
worker = spawn()
worker.start(Job("one", lambda: message | {"task": write_task(task)}))
assert worker.has_output(60)
(found,) = worker.lines()
held = [path.readlink().name for path in Path(f"/proc/{worker.process.pid}/fd").iterdir()]
print(type(worker.process).__name__, found["digest"], "opened" in held)
worker.stop()
assert worker.process.poll() is not None
"""


def test_a_process_of_one_thread_forks_its_workers_and_others_start_them(tmp_path: Path) -> None:
    """Both simulate the same; neither has a file that the process has opened."""
    said = []
    for number, threads in enumerate(({"OPENBLAS_NUM_THREADS": "2"}, ONE_THREAD)):
        (folder := tmp_path / str(number)).mkdir()
        done = subprocess.run(
            [sys.executable, "-c", SPAWN, folder], env=os.environ | threads, capture_output=True, check=True, text=True,
            timeout=120,
        )  # fmt: skip
        said.append(done.stdout.split())
    (how, digest, holds), (forked, same, still_holds) = said
    assert (how, forked) == ("Popen", "Forked")
    assert digest == same
    assert (holds, still_holds) == ("False", "False")


def test_a_worker_without_input_ends() -> None:
    """Standard input at its end, as of /dev/null, never tells by a hang-up that nobody is there."""
    done = subprocess.run(
        [sys.executable, "-m", "net8.task.worker"], stdin=subprocess.DEVNULL, capture_output=True, check=True,
        timeout=120,
    )  # fmt: skip
    assert done.stdout == b""
