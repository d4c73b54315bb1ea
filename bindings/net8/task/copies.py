# SPDX-License-Identifier: GPL-2.0-only
"""Copies of a process that simulates: one for each of several runs that were one so far."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

__all__ = ["Copies"]


class Copies:
    """Copies of this process, some at once, each of which ends with its run."""

    def __init__(self, number: int, at_once: int, lost: Callable[[int, int], None]) -> None:
        """Prepare.

        @param number: how many there will be
        @param at_once: how many of them go on at once
        @param lost: called with the number of a copy that ended in another way, and its exit code
        """
        self._number, self._at_once, self._lost = number, at_once, lost
        self._first = os.getpid()

    def part(self) -> int | None:
        """Make the copies and wait for their ends.

        @return: in each copy its number, from 0; None in this process, after all have ended
        """
        running: dict[int, int] = {}
        for number in range(self._number):
            if len(running) == self._at_once:
                self._wait(running)
            process = os.fork()
            if process == 0:
                return number
            running[process] = number
        while running:
            self._wait(running)
        return None

    def _wait(self, running: dict[int, int]) -> None:
        """Wait for the end of one."""
        process, status = os.wait()
        number = running.pop(process)
        if code := os.waitstatus_to_exitcode(status):
            self._lost(number, code)

    def end_if_orphaned(self) -> None:
        """End a copy whose first process is gone, as the sweep then is."""
        if os.getpid() != self._first and os.getppid() != self._first:
            os.kill(os.getpid(), signal.SIGKILL)
