# SPDX-License-Identifier: GPL-2.0-only
"""A worker process that is forked from this one, which has loaded all that it needs.

It shares no file, lock or handler of signals with this process, and never returns to what this process was doing.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO, Final, NoReturn

from net8.base.threads import ONE_THREAD, interrupts_held
from net8.task import worker

__all__ = ["Forked"]

_FIRST: Final = 3
"""First file after the three standard streams."""


def _nothing() -> None:
    """Do nothing."""


class Forked:
    """A process of net8.task.worker, used as subprocess.Popen is."""

    def __init__(self, prepare: Callable[[], None] = _nothing) -> None:
        """Fork it, in a session of its own.

        @param prepare: called in the process before it begins
        """
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        with interrupts_held():
            self.pid = os.fork()
            if self.pid == 0:
                _work(theirs_in, theirs_out, prepare)
        os.close(theirs_in)
        os.close(theirs_out)
        self.stdin: BinaryIO = os.fdopen(ours_in, "wb")
        self.stdout: BinaryIO = os.fdopen(ours_out, "rb")
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return its exit code, or None while it runs.

        @return: the code
        """
        if self._code is None:
            process, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if process else None
        return self._code

    def wait(self) -> int:
        """Wait for its end.

        @return: its exit code
        """
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code


def _work(tasks: int, answers: int, prepare: Callable[[], None]) -> NoReturn:
    """Serve tasks in the new process until its end."""
    try:
        os.setsid()
        _forget_handlers()
        os.dup2(tasks, 0)
        os.dup2(answers, 1)
        # Pipes of other workers, which would not notice that nobody listens, and the lock of the store.
        os.closerange(_FIRST, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        os.environ.update(ONE_THREAD)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        prepare()
        worker.main()
        os._exit(0)
    finally:
        os._exit(1)


def _forget_handlers() -> None:
    """Let signals do what they do in a process that has just been started."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
