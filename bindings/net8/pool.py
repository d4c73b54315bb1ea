# SPDX-License-Identifier: GPL-2.0-only
"""Run tasks in worker processes, several at once, and hand over each result as it comes."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from net8.errors import ToolError

__all__ = ["Job", "run_jobs"]

Message = dict[str, Any]
Done = Callable[["Job", Message], None]
Tell = Callable[["Job", float, int], None]


@dataclass(frozen=True, slots=True)
class Job:
    """One simulation to do."""

    key: str  #: name of the run
    message: Callable[[], Message]  #: makes what the worker is told, when its turn comes


@dataclass(eq=False)
class _Worker:
    """One worker process and what it is doing."""

    process: subprocess.Popen[bytes]
    job: Job | None = None
    result: Message = field(default_factory=dict)
    buffer: bytes = b""

    def start(self, job: Job) -> None:
        """Give it the next job."""
        assert self.process.stdin is not None
        self.job, self.result = job, {}
        self.process.stdin.write(json.dumps(job.message()).encode() + b"\n")
        self.process.stdin.flush()

    def lines(self) -> list[Message]:
        """Read what it said; nothing more to come is said as {"ended": None}."""
        assert self.process.stdout is not None
        chunk = os.read(self.process.stdout.fileno(), 1 << 16)
        if not chunk:
            return [{"ended": None}]
        *whole, self.buffer = (self.buffer + chunk).split(b"\n")
        return [json.loads(line) for line in whole]


def _spawn() -> _Worker:
    """Start a worker in a session of its own, so that Ctrl-C reaches only us."""
    # One thread per simulation: the sweep itself fills the processors, and a fork copies one thread.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    if (home := Path(__file__).parent.parent).name not in ("site-packages", "dist-packages"):
        # Run from a source tree: the worker must find the same package.
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(home), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
    process = subprocess.Popen(
        [sys.executable, "-m", "net8.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    return _Worker(process)


def _stop(workers: Iterable[_Worker]) -> None:
    """End all workers at once; simulations under way end with them."""
    for worker in workers:
        for stream in (worker.process.stdin, worker.process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue
        worker.process.send_signal(signal.SIGKILL)
        worker.process.wait()


def run_jobs(jobs: Iterable[Job], *, workers: int, done: Done, tell: Tell | None = None) -> None:
    """Run all jobs and report each as it ends.

    @param jobs: what to do, in order
    @param workers: how many at once
    @param done: called with each finished job and what came out, or {"error": ...}
    @param tell: told simulated seconds and events of a running job
    """
    waiting = deque(jobs)
    running: list[_Worker] = []
    with selectors.DefaultSelector() as selector:
        try:
            for _ in range(min(workers, len(waiting))):
                worker = _spawn()
                running.append(worker)
                assert worker.process.stdout is not None
                selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
                worker.start(waiting.popleft())
            while any(worker.job for worker in running):
                for key, _events in selector.select():
                    worker = key.data
                    ended = [_hear(worker, line, tell) for line in worker.lines()]
                    if worker.job is None and waiting:
                        # Storing takes a while: the worker does not wait for it.
                        worker.start(waiting.popleft())
                    for entry in filter(None, ended):
                        done(*entry)
        finally:
            selector.close()
            _stop(running)


def _hear(worker: _Worker, line: Message, tell: Tell | None) -> tuple[Job, Message] | None:
    """Take one line of a worker and give the job and its result when that ends one."""
    job = worker.job
    if "fatal" in line:
        raise ToolError(line["fatal"])
    if job is None:
        return None
    if "progress" in line:
        if tell is not None:
            tell(job, line["progress"], line["events"])
    elif "ended" in line:
        if line["ended"] is None:
            raise ToolError("a worker process ended unexpectedly; the same command goes on where it stopped")
        worker.job = None
        return job, worker.result or {"error": _cause(line["ended"]), "died": True}
    else:
        worker.result = line
    return None


def _cause(code: int) -> str:
    """Say how a simulation died."""
    if code < 0:
        return f"the simulation was ended by {signal.Signals(-code).name}"
    return f"the simulation ended with code {code}"
