# SPDX-License-Identifier: GPL-2.0-only
"""How long something takes on a machine that others use, too: by processor time, or beside a start of Python."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass

import psutil  # type: ignore[import-untyped]

__all__ = ["Stopped", "check_soon", "children_s", "interrupt"]

_HANG_S = 300
_SOON_S = 2.0
_STARTS = 3


@dataclass(frozen=True)
class Stopped:
    """How a process ended that was sent Ctrl-C."""

    elapsed_s: float  #: until it had ended
    processor_s: float  #: what it and all that it started have computed from then on
    error: str  #: what it wrote on standard error


def children_s() -> float:
    """Return the processor seconds of all processes that were waited for, and of those that they waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _so_far_s(process: int) -> float:
    """Return the processor seconds of a process and all below it."""
    top = psutil.Process(process)
    times = [each.cpu_times() for each in (top, *top.children(recursive=True))]
    return float(sum(t.user + t.system + t.children_user + t.children_system for t in times))


def interrupt(process: subprocess.Popen[str]) -> Stopped:
    """Send Ctrl-C to a process and wait for its end.

    @param process: with a pipe for its errors
    @return: how it ended
    """
    before, until = children_s(), _so_far_s(process.pid)
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    _out, error = process.communicate(timeout=_HANG_S)
    return Stopped(time.monotonic() - asked, children_s() - before - until, error)


def check_soon(stopped: Stopped) -> None:
    """Hold the end of a process to a second, more on a machine on which a start of Python takes longer than usual.

    @param stopped: how it ended
    """
    assert stopped.processor_s < _SOON_S
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", "import net8.cli"], check=True, timeout=_HANG_S)
    assert stopped.elapsed_s < _SOON_S + _STARTS * (time.monotonic() - started)
