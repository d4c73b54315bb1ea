# SPDX-License-Identifier: GPL-2.0-only
"""The process that runs simulations for a sweep: ``python -m net8.task.worker``.

It loads the extension once and then forks: simulations run in a child, so that a crash can be told
from a normal end, and the next run starts in a new child without loading again. A child
serves short runs one after the other and exits after a long one, to free its memory.
Each line of standard input is a run as JSON, a tab, and its task as JSON; progress and results are
JSON lines on standard output. It does not import the user's main module, so a script or a notebook
can run sweeps without a guard around its main part.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, BinaryIO, Final

from net8.base import files, provenance
from net8.base.errors import Net8Error
from net8.base.extension import need_core
from net8.base.progress import Report
from net8.plan.plan import Plan
from net8.plan.resolve import resolve
from net8.simulation.one_run import simulate
from net8.task.outcome import outcome

_NEXT: Final = b"n"
"""Written by a child when it is ready for another task."""
_RUNS_OF_A_CHILD: Final = 200
_SHORT_S: Final = 1.0


def _send(stream: int, message: dict[str, Any]) -> None:
    """Send one line; it is far shorter than what a pipe writes atomically."""
    os.write(stream, json.dumps(message).encode() + b"\n")


def _message(line: str) -> dict[str, Any]:
    """Read a line of standard input; JSON contains no tab."""
    run, _tab, task = line.partition("\t")
    message: dict[str, Any] = json.loads(run)
    return message | {"task": task.rstrip("\n")}


def _keep_log(log: BinaryIO, folder: Path) -> None:
    """Move the output of a simulation, usually empty, to log.txt in its folder."""
    if not os.fstat(log.fileno()).st_size:
        return
    log.seek(0)
    files.current.make_folder(folder)
    files.current.write(folder / "log.txt", log.read())
    log.seek(0)
    log.truncate()


def _simulate(message: dict[str, Any], stream: int) -> None:
    """Run one simulation and send its result."""

    def look(report: Report) -> bool:
        _send(stream, {"progress": [report.simulated_s, report.events, report.share]})
        return True

    _send(stream, outcome(message, look))


def _warm_up() -> None:
    """Simulate one row and discard it, so that later processes start with everything loaded."""
    plan = Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}})
    with tempfile.TemporaryDirectory() as folder:
        simulate(resolve(plan), seed=1, run=1, folder=Path(folder), pcap=False).metrics  # noqa: B018
    # Python starts "uname -p" to find the name of the platform.
    provenance.of_machine()
    # Frozen objects are not scanned again, so their pages are not copied into a child.
    gc.collect()
    gc.freeze()


class _Child:
    """The process that simulates."""

    def __init__(self, stream: int) -> None:
        """Fork it.

        @param stream: where it writes results
        """
        # Both processes have it, so the output of a child that dies is not lost.
        self._log = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        theirs, tasks = os.pipe()
        self._ends, ends = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(tasks)
            os.close(self._ends)
            try:
                _serve(theirs, ends, stream, self._log)
            finally:
                os._exit(1)
        os.close(theirs)
        os.close(ends)
        self._tasks = os.fdopen(tasks, "w", encoding="utf-8")

    def simulate(self, task: str) -> tuple[int, bool]:
        """Send it a task and wait.

        @param task: its line
        @return: exit code of the simulation, 0 when it ended well, and whether the child takes another one
        """
        with contextlib.suppress(BrokenPipeError):
            self._tasks.write(task)
            self._tasks.flush()
        self._wait()
        if os.read(self._ends, 1) == _NEXT:
            return 0, True
        with contextlib.suppress(BrokenPipeError):
            self._tasks.close()
        os.close(self._ends)
        _process, status = os.waitpid(self._process, 0)
        _keep_log(self._log, Path(_message(task)["folder"]))
        self._log.close()
        return os.waitstatus_to_exitcode(status), False

    def _wait(self) -> None:
        """Wait until it writes something or dies; if the sweep is gone, end it and this process.

        The child has no thread for this check: a second thread costs memory.
        """
        poll = select.poll()
        poll.register(self._ends, select.POLLIN)
        poll.register(0, 0)
        if any(fd == 0 for fd, _event in poll.poll()):
            os.kill(self._process, signal.SIGKILL)
            os._exit(3)


def _serve(tasks: int, ends: int, stream: int, log: BinaryIO) -> None:
    """Simulate one task after the other until one took long, then exit with 0."""
    os.dup2(log.fileno(), 1)
    os.dup2(log.fileno(), 2)
    with open(tasks, encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            started = time.monotonic()
            message = _message(line)
            _simulate(message, stream)
            sys.stdout.flush()
            _keep_log(log, Path(message["folder"]))
            if number == _RUNS_OF_A_CHILD or time.monotonic() - started > _SHORT_S:
                break
            os.write(ends, _NEXT)
    os._exit(0)


def main() -> None:
    """Serve tasks until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Standard output carries only results; the output of ns-3 goes to standard error.
    stream = os.dup(1)
    os.dup2(2, 1)
    try:
        need_core()
        _warm_up()
    except Net8Error as error:
        _send(stream, {"fatal": str(error)})
        return
    except OSError as error:
        _send(stream, {"fatal": _write_error(error)})
        return
    try:
        _take_tasks(stream)
    except OSError as error:
        _send(stream, {"fatal": _write_error(error)})


def _write_error(error: OSError) -> str:
    """State that a file of this process cannot be written."""
    place = os.fsdecode(error.filename) if error.filename else tempfile.gettempdir()
    return f"{place} cannot be written: {files.cause(error, Path(place))}"


def _take_tasks(stream: int) -> None:
    """Simulate until standard input ends."""
    child = None
    for line in sys.stdin:
        child = child or _Child(stream)
        code, goes_on = child.simulate(line)
        child = child if goes_on else None
        _send(stream, {"ended": code})


if __name__ == "__main__":
    main()
