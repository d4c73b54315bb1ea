# SPDX-License-Identifier: GPL-2.0-only
"""Forks of this process: how many threads it has, and signals that come meanwhile."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["ONE_THREAD", "has_one_thread", "interrupts_held", "stay_with_one_thread"]

ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Environment of a process whose libraries start no thread: sweeps use all processors, and a fork copies one thread."""


def stay_with_one_thread() -> None:
    """Let numpy start no threads where nobody asked for them: their start takes as long as the rest of its import."""
    for name, number in ONE_THREAD.items():
        os.environ.setdefault(name, number)


def has_one_thread() -> bool:
    """Return whether this process has one thread, and its libraries will start no other.

    @return: whether it can be forked
    """
    if not ONE_THREAD.items() <= os.environ.items():
        return False
    with contextlib.suppress(OSError):
        return len([*Path("/proc/self/task").iterdir()]) == 1
    return False


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while this process forks and notes the new one.

    What Python calls after a fork ignores exceptions, so a KeyboardInterrupt would be lost there; a moment later it
    would leave a process that nobody ends.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
