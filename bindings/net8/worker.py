# SPDX-License-Identifier: GPL-2.0-only
"""The process that runs simulations for a sweep: ``python -m net8.worker``.

It loads the extension once and then forks for each task, so every simulation starts in a fresh
process without paying for the loading. Tasks come as JSON lines on standard input, progress and
results leave as JSON lines on standard output. It does not import the user's main module, so a
script or a notebook may sweep without a guard around its main part.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
from pathlib import Path
from typing import Any

from net8.errors import Net8Error, PlanError
from net8.plan import Plan
from net8.resolve import Task


def _die_with_parent() -> None:
    """End this process when the other end of standard input is gone: nobody wants the result."""

    def watch() -> None:
        poll = select.poll()
        poll.register(0, select.POLLHUP)
        while not any(event & select.POLLHUP for _fd, event in poll.poll()):
            pass
        os._exit(3)

    threading.Thread(target=watch, daemon=True).start()


def _say(stream: int, message: dict[str, Any]) -> None:
    """Send one line; a line is far below the size up to which a pipe keeps lines whole."""
    os.write(stream, json.dumps(message).encode() + b"\n")


def _task(message: dict[str, Any]) -> Task:
    """Make the task of a message."""
    plan = Plan.of(message["plan"])
    return Task(
        message["sections"], message["cross_traffic"], message["row_lengths"], message["stop_time_ns"], plan,
        tuple(message["unmodelled"]), [tuple(group) for group in message["groups"]], message["hosts"],
        message["sample_interval_ns"],
        [tuple(instance) for instance in message["instances"]], message["end_points"], message["faults"],
    )  # fmt: skip


def _simulate(message: dict[str, Any], stream: int) -> None:
    """Run one simulation and send what came out."""
    from net8.simulation import simulate

    folder = Path(message["folder"])
    folder.mkdir(parents=True, exist_ok=True)
    log = os.open(folder / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(log, 1)
    os.dup2(log, 2)
    _die_with_parent()

    def progress(seconds: float, events: int) -> bool:
        _say(stream, {"progress": seconds, "events": events})
        return True

    try:
        run = simulate(
            _task(message), seed=message["seed"], run=message["run"], folder=folder, pcap=message["pcap"],
            progress=progress,
        )  # fmt: skip
    except PlanError as error:
        _say(stream, {"error": str(error), "refused": True})
    except Net8Error as error:
        _say(stream, {"error": str(error)})
    except Exception as error:
        import traceback

        traceback.print_exc()
        _say(stream, {"error": f"{type(error).__name__}: {error}"})
    else:
        values = {"digest": run.digest, "events": run.events, "wall_s": run.wall_s}
        _say(stream, values | {"metrics": run.metrics, "failures": run.failures})


def main() -> None:
    """Serve tasks until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Only whoever reads the answers may write to what was standard output.
    stream = os.dup(1)
    try:
        from net8.core import need_core

        need_core()
        import numpy  # noqa: F401
    except Net8Error as error:
        _say(stream, {"fatal": str(error)})
        return
    for line in sys.stdin:
        message = json.loads(line)
        child = os.fork()
        if child == 0:
            try:
                _simulate(message, stream)
                sys.stdout.flush()
            finally:
                os._exit(0)
        _pid, status = os.waitpid(child, 0)
        _say(stream, {"ended": os.waitstatus_to_exitcode(status)})


if __name__ == "__main__":
    main()
