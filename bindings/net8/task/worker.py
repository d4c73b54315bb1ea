# SPDX-License-Identifier: GPL-2.0-only
"""The process that runs simulations for a sweep: ``python -m net8.task.worker``, or a fork of the command line.

It loads the extension once and then forks: simulations run in a child, so that a crash can be told
from a normal end, and the next run starts in a new child without loading again. A child
serves short runs one after the other and exits after a long one, to free its memory.
Each line of standard input is a run as JSON, a tab, and its task as JSON; progress and results are
JSON lines on standard output. The child reads and writes them itself, and the next line comes after the
result of the one before; this process only waits for its end. It does not import the user's main module, so a
script or a notebook can run sweeps without a guard around its main part.
"""

from __future__ import annotations

import gc
import json
import mmap
import os
import select
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from net8.base import files
from net8.base.errors import Net8Error
from net8.base.extension import need_core
from net8.base.progress import Report
from net8.plan.plan import Plan
from net8.plan.resolve import resolve
from net8.simulation.apart import cause
from net8.simulation.branches import Branches
from net8.simulation.one_run import simulate
from net8.task.copies import Copies
from net8.task.outcome import disk_failure, outcome
from net8.task.text import read_task

_PART: Final = 1 << 16
"""Most bytes of a task that are read at once."""
_LENGTH: Final = struct.Struct("I")
_LONGEST: Final = 1 << 14
"""Room for the name of a folder, bytes; Linux allows 4,096."""
_RUNS_OF_A_CHILD: Final = 200
_SHORT_S: Final = 1.0
_NO_MORE: Final = 4
"""Exit code of a child whose input has ended, such as that of /dev/null, of which no hang-up tells."""


def _send(stream: int, message: dict[str, Any]) -> None:
    """Send one line; it is far shorter than what a pipe writes atomically."""
    os.write(stream, json.dumps(message).encode() + b"\n")


def _lines() -> Iterator[str]:
    """Read the lines of standard input, each only when it is wanted: the next may be that of another child."""
    parts: list[bytes] = []
    while part := os.read(0, _PART):
        parts.append(part)
        # JSON has no line ends.
        if part.endswith(b"\n"):
            yield b"".join(parts).decode()
            parts.clear()


def _message(line: str) -> dict[str, Any]:
    """Read a line of standard input; JSON contains no tab."""
    run, _tab, task = line.partition("\t")
    message: dict[str, Any] = json.loads(run)
    return message | {"task": task.rstrip("\n")}


class _UnderWay:
    """The folder of the run under way, in memory that a child has in common with the process that waits for its end."""

    def __init__(self) -> None:
        """Remember no run."""
        self._memory = mmap.mmap(-1, _LONGEST)

    def begin(self, folder: str) -> None:
        """Remember a run.

        @param folder: its folder
        """
        name = os.fsencode(folder)
        self._memory[_LENGTH.size : _LENGTH.size + len(name)] = name
        # The length comes last, as a child may die at any moment.
        _LENGTH.pack_into(self._memory, 0, len(name))

    def end(self) -> None:
        """Forget it."""
        _LENGTH.pack_into(self._memory, 0, 0)

    def folder(self) -> str:
        """Return its folder.

        @return: the folder, or "" between runs
        """
        (length,) = _LENGTH.unpack_from(self._memory)
        return os.fsdecode(self._memory[_LENGTH.size : _LENGTH.size + length])


def _keep_log(log: BinaryIO, folder: Path) -> None:
    """Move the output of a simulation, usually empty, to log.txt in its folder."""
    if not os.fstat(log.fileno()).st_size:
        return
    log.seek(0)
    files.current.make_folder(folder)
    files.current.write(folder / "log.txt", log.read())
    log.seek(0)
    log.truncate()


def _simulate(message: dict[str, Any], stream: int, log: BinaryIO) -> None:
    """Run one simulation and send its result, last of all."""

    def look(report: Report) -> bool:
        _send(stream, {"progress": [report.simulated_s, report.events, report.share]})
        return True

    result = outcome(message, look)
    sys.stdout.flush()
    try:
        _keep_log(log, Path(message["folder"]))
    except OSError as error:
        result = disk_failure(error, message["folder"])
    _send(stream, result)


def _simulate_branches(message: dict[str, Any], stream: int, log: BinaryIO, under_way: _UnderWay) -> None:
    """Run simulations that are one at first; where they part, copies of this process go on, and this one ends."""
    told, copies = message["branches"], _copies(message, stream)

    def part() -> int:
        number = copies.part()
        if number is None:
            under_way.end()
            os._exit(0)
        return number

    def look(report: Report) -> bool:
        copies.end_if_orphaned()
        if branches.chosen is None:
            _send(stream, {"progress": [report.simulated_s, report.events, report.share]})
        return True

    tasks = [read_task(each["task"]) for each in told]
    branches = Branches(tasks, [Path(each["folder"]) for each in told], part, ends=True)
    result = outcome(message | told[0], look, branches)
    sys.stdout.flush()
    if branches.chosen is None:
        # It failed before they parted, as each of them would have.
        for number in range(len(told)):
            _send(stream, result | {"part": told[number]["part"]})
        return
    _task, folder = branches.own
    try:
        # The log is that of all copies, and so is the place where they go on writing.
        if printed := os.pread(log.fileno(), os.fstat(log.fileno()).st_size, 0):
            files.current.write(folder / "log.txt", printed)
    except OSError as error:
        result = disk_failure(error, str(folder))
    _send(stream, result | {"part": told[branches.chosen]["part"]})
    os._exit(0)


def _copies(message: dict[str, Any], stream: int) -> Copies:
    """Return the copies for the runs of a message; the end of one that dies is its result."""

    def lost(number: int, code: int) -> None:
        _send(stream, {"part": message["branches"][number]["part"], "error": cause(code), "died": True})

    return Copies(len(message["branches"]), message["at_once"], lost)


def _warm_up() -> None:
    """Simulate one row and discard it, so that later children start with everything loaded."""
    plan = Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}})
    with tempfile.TemporaryDirectory() as folder:
        simulate(resolve(plan), seed=1, run=1, folder=Path(folder), pcap=False).metrics  # noqa: B018
    _freeze()


def _freeze() -> None:
    """Let no child scan what is there by now, which would copy its pages; neither does this process, as a fork."""
    gc.freeze()


class _Child:
    """The process that simulates."""

    def __init__(self, stream: int) -> None:
        """Fork it.

        @param stream: where it writes results
        """
        # Both processes have these, so nothing is lost of a child that dies.
        self._log = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        self._under_way = _UnderWay()
        # The other end is the child's and closes with it.
        self._alive, theirs = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(self._alive)
            try:
                _serve(stream, self._log, self._under_way)
            finally:
                os._exit(1)
        os.close(theirs)

    def wait(self) -> tuple[int, str]:
        """Wait for its end; if the sweep is gone, end it and this process.

        The child has no thread for this check: a second thread costs memory.

        @return: its exit code, and the folder of the run that it left without a result, or ""
        """
        poll = select.poll()
        poll.register(self._alive, select.POLLIN)
        poll.register(0, 0)
        if any(fd == 0 for fd, _event in poll.poll()):
            os.kill(self._process, signal.SIGKILL)
            os._exit(3)
        os.close(self._alive)
        _process, status = os.waitpid(self._process, 0)
        folder = self._under_way.folder()
        if folder:
            _keep_log(self._log, Path(folder))
        self._log.close()
        return os.waitstatus_to_exitcode(status), folder


def _serve(stream: int, log: BinaryIO, under_way: _UnderWay) -> None:
    """Simulate one task after the other until one took long, then exit with 0; with _NO_MORE after the last."""
    os.dup2(log.fileno(), 1)
    os.dup2(log.fileno(), 2)
    for number, line in enumerate(_lines(), start=1):
        started = time.monotonic()
        message = _message(line)
        under_way.begin(message["folder"])
        if "branches" in message:
            _simulate_branches(message, stream, log, under_way)
        else:
            _simulate(message, stream, log)
        under_way.end()
        if number == _RUNS_OF_A_CHILD or time.monotonic() - started > _SHORT_S:
            os._exit(0)
    os._exit(_NO_MORE)


def main() -> None:
    """Serve tasks until standard input ends, or is closed in the middle of one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Standard output carries only results; the output of ns-3 goes to standard error.
    stream = os.dup(1)
    os.dup2(2, 1)
    try:
        need_core()
        _freeze()
        _replace_children(stream)
    except Net8Error as error:
        _send(stream, {"fatal": str(error)})
    except OSError as error:
        _send(stream, {"fatal": _write_error(error)})


def _write_error(error: OSError) -> str:
    """State that a file of this process cannot be written."""
    place = os.fsdecode(error.filename) if error.filename else tempfile.gettempdir()
    return f"{place} cannot be written: {files.cause(error, Path(place))}"


def _replace_children(stream: int) -> None:
    """Start one child after the other, until one dies between runs, which nothing here explains."""
    code, folder = _Child(stream).wait()
    # One child is enough for most sweeps, and has loaded by itself what it needs.
    warm = False
    while folder or code == 0:
        if folder:
            _send(stream, {"ended": code, "folder": folder})
        if not warm:
            _warm_up()
            warm = True
        code, folder = _Child(stream).wait()


if __name__ == "__main__":
    main()
