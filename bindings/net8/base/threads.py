# SPDX-License-Identifier: GPL-2.0-only
"""How many threads this process has."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

__all__ = ["ONE_THREAD", "has_one_thread", "stay_with_one_thread"]

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
