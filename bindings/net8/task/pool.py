# SPDX-License-Identifier: GPL-2.0-only
"""Run tasks in worker processes, several at once, and return each result as it arrives."""

from __future__ import annotations

import contextlib
import json
import os
import select
import selectors
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import ToolError
from net8.base.progress import Report
from net8.base.threads import ONE_THREAD, has_one_thread
from net8.simulation.apart import cause
from net8.simulation.budget import resident_bytes

if TYPE_CHECKING:
    from net8.task.forked import Forked

__all__ = ["Crew", "Done", "Job", "Message", "OnReport", "Worker", "next_job", "run_jobs", "spawn"]

Message = dict[str, Any]
Done = Callable[["Job", Message], None]
OnReport = Callable[["Job", Report | None], None]

_SMALL_BYTES: Final = 128 << 20
"""Largest memory of a process whose workers are forked from it: the limits of a run count what a worker begins with."""


@dataclass(frozen=True, slots=True)
class Job:
    """One simulation to run."""

    key: str  #: name of the run
    message: Callable[[], Message]  #: makes the message to the worker when its turn comes
    settle: Callable[[], bool] = bool  #: called before, says whether the result came without a simulation
    parts: tuple[
        Job, ...
    ] = ()  #: the runs that it is, if they are one only at first; each has a result of its own


def next_job(waiting: deque[Job]) -> Job | None:
    """Take the next job that has to be simulated.

    @param waiting: the jobs in order
    @return: the job; None if there is none
    """
    while waiting:
        job = waiting.popleft()
        if not job.settle():
            return job
    return None


@dataclass(eq=False)
class Worker:
    """One worker process and what it is doing."""

    process: subprocess.Popen[bytes] | Forked  #: the process
    job: Job | None = None  #: its present job
    folder: str = ""  #: the folder of its present or last job
    buffer: bytes = b""  #: the start of an incomplete line
    open: set[int] = field(default_factory=set)  #: parts of its present job without a result

    def start(self, job: Job) -> None:
        """Send it the next job.

        @param job: the job
        """
        assert self.process.stdin is not None
        message = job.message()
        self.job, self.folder = (
            job.parts[message.pop("part")] if "part" in message else job,
            message["folder"],
        )
        self.open = {each["part"] for each in message.get("branches", ())}
        # The task is already JSON; as a text inside JSON each of its quotes would be escaped.
        task = message.pop("task")
        # That it has ended shows in its output.
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(f"{json.dumps(message)}\t{task}\n".encode())
            self.process.stdin.flush()

    def under_way(self) -> list[Job]:
        """Return its runs without a result.

        @return: its present job, or the parts of it that are left
        """
        if self.job is None:
            return []
        return [self.job.parts[number] for number in sorted(self.open)] or [self.job]

    def has_output(self, seconds: float) -> bool:
        """Wait until it writes something.

        @param seconds: longest wait
        @return: whether it has
        """
        assert self.process.stdout is not None
        return bool(select.select([self.process.stdout], [], [], seconds)[0])

    def lines(self) -> list[Message]:
        """Read its output; the end of the output is returned as {"ended": None}.

        @return: whole lines so far
        """
        assert self.process.stdout is not None
        chunk = os.read(self.process.stdout.fileno(), 1 << 16)
        if not chunk:
            return [{"ended": None}]
        *whole, self.buffer = (self.buffer + chunk).split(b"\n")
        return [json.loads(line) for line in whole]

    def handle(self, line: Message, on_report: OnReport | None) -> list[tuple[Job, Message]]:
        """Handle one line of its output.

        @param line: the line
        @param on_report: called with the progress
        @return: the job and its result, if the line ends a job; all open ones of a job of several that died
        """
        job = self.job
        if "fatal" in line:
            raise ToolError(line["fatal"])
        if job is None:
            return []
        if "progress" in line:
            if on_report is not None:
                for each in self.under_way():
                    on_report(each, Report(*line["progress"]))
        elif "ended" in line:
            if line["ended"] is None:
                raise ToolError(
                    "a worker process ended unexpectedly; the same command continues where it stopped"
                )
            if line["folder"] == self.folder:
                died, lost = {"error": cause(line["ended"]), "died": True}, self.under_way()
                self.job = None
                return [(each, died) for each in lost]
            # It died after the result of the job before.
        elif "part" in line:
            self.open.discard(line["part"])
            self.job = job if self.open else None
            return [(job.parts[line["part"]], line)]
        else:
            self.job = None
            return [(job, line)]
        return []

    def stop(self) -> None:
        """Stop it at once, with the simulation under way."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        # The process that simulates is in the same process group.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def spawn() -> Worker:
    """Start a worker in a session of its own, so that Ctrl-C reaches only this process.

    The command line forks it, which takes a hundredth of the time. A process with threads, such as a notebook, or with
    much memory starts a new one.

    @return: the worker
    """
    if has_one_thread() and resident_bytes() <= _SMALL_BYTES:
        from net8.task.forked import Forked

        return Worker(Forked())
    environment = os.environ | ONE_THREAD
    if (home := Path(__file__).parents[2]).name not in ("site-packages", "dist-packages"):
        # Run from a source tree: the worker must find the same package.
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(home), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
    process = subprocess.Popen(
        [sys.executable, "-m", "net8.task.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    return Worker(process)


class Crew:
    """Worker processes that serve one list of jobs after another, until the end of its context."""

    def __init__(self, workers: int) -> None:
        """Hire nobody yet.

        @param workers: how many work at once
        """
        self.most = workers  #: how many work at once
        self._workers: list[Worker] = []

    def __enter__(self) -> Crew:
        """Begin."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop all workers at once."""
        for worker in self._workers:
            worker.stop()

    def hire(self, jobs: int) -> None:
        """Start the processes that a number of jobs can use, as far as they are missing.

        @param jobs: the number
        """
        while len(self._workers) < min(self.most, jobs):
            self._workers.append(spawn())

    def run(self, jobs: Iterable[Job], *, done: Done, on_report: OnReport | None = None) -> None:
        """Run all jobs and report each as it finishes.

        @param jobs: the jobs in order
        @param done: called with each finished job and its result, or {"error": ...}
        @param on_report: called with each job that starts and None, then with its progress
        """
        waiting = deque(jobs)
        # No process is started for jobs that take none.
        first = next_job(waiting)
        waiting.extendleft([first] if first else [])
        self.hire(len(waiting))

        def start(worker: Worker) -> None:
            job = next_job(waiting)
            if job is None:
                return
            worker.start(job)
            if on_report is not None:
                for each in worker.under_way():
                    on_report(each, None)

        with selectors.DefaultSelector() as selector:
            for worker in self._workers[: len(waiting)]:
                assert worker.process.stdout is not None
                selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
                start(worker)
            while any(worker.job for worker in self._workers):
                for key, _events in selector.select():
                    worker = key.data
                    ended = [entry for line in worker.lines() for entry in worker.handle(line, on_report)]
                    # Storing takes a while: the worker starts its next job before, unless that may need no simulation.
                    settles = any(result.get("passed") is not None for _job, result in ended)
                    if worker.job is None and not settles:
                        start(worker)
                    for entry in ended:
                        done(*entry)
                    if worker.job is None and settles:
                        start(worker)


def run_jobs(jobs: Iterable[Job], *, workers: int, done: Done, on_report: OnReport | None = None) -> None:
    """Run all jobs and report each as it finishes.

    @param jobs: the jobs in order
    @param workers: how many at once
    @param done: called with each finished job and its result, or {"error": ...}
    @param on_report: called with each job that starts and None, then with its progress
    """
    with Crew(workers) as crew:
        crew.run(jobs, done=done, on_report=on_report)
