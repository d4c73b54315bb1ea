# SPDX-License-Identifier: GPL-2.0-only
"""A simulation in a child of this process, for a TCP that may end the program: its end is an error here."""

from __future__ import annotations

import os
import signal
import tempfile
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn, TypeVar

from net8.base.errors import Net8Error, RunError
from net8.base.progress import Report
from net8.base.threads import interrupts_held
from net8.plan.plan import Plan
from net8.plan.tcp import ends_with_ns3

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Look", "call_apart", "cause", "last_words"]

Look = Callable[[Report], bool]
T = TypeVar("T")

_LONGEST: Final = 300
"""Most characters that are told of what a simulation printed."""


def call_apart(call: Callable[[Look], T], look: Look | None, plan: Plan) -> T:
    """Simulate in a child of this process.

    @param call: the simulation; its argument is to be called with the progress and says whether to go on
    @param look: the same in this process, or None
    @param plan: the plan of the simulation
    @return: what the call returned, or RunError if the child died
    """
    from multiprocessing import Pipe

    ours, theirs = Pipe()
    # Both processes have the log, so nothing is lost of a child that dies.
    with ours, tempfile.TemporaryFile(buffering=0) as log:
        process = 0
        try:
            with interrupts_held():
                process = _fork()
                if process == 0:
                    _serve(call, theirs, log)
            theirs.close()
            found: T = _answer(ours, look)
        except EOFError:
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            process = 0
            raise RunError(cause(code) + last_words(_read(log), plan)) from None
        finally:
            if process:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
        os.write(2, _read(log).encode())
        return found


def cause(code: int) -> str:
    """Describe how a simulation died.

    @param code: exit code of its process, or the negative number of a signal
    @return: a sentence without its full stop
    """
    if code < 0:
        return f"the simulation was ended by {signal.Signals(-code).name}"
    return f"the simulation ended with code {code}"


def last_words(text: str, plan: Plan) -> str:
    """Describe what a simulation left when it died, and whether it ran a TCP that may have been the reason.

    @param text: what it printed
    @param plan: its plan
    @return: the end of a sentence
    """
    said = ": " + " ".join(text.split())[:_LONGEST] if text.strip() else "; it left no message"
    ends = " and ".join(ends_with_ns3(plan))
    return said + (
        f"; {ends} ran ns-3's own TCP, whose faults can end the program; use the TCP of net8" if ends else ""
    )


def _fork() -> int:
    """Fork; other threads of this process do not matter, as the child calls only the extension."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()


def _serve(call: Callable[[Look], object], theirs: Connection, log: BinaryIO) -> NoReturn:
    """Simulate, send the result or the error, and end this process."""

    def look(report: Report) -> bool:
        theirs.send(("progress", report))
        return bool(theirs.recv())

    try:
        # Ctrl-C reaches the process that waits, which ends this one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        try:
            theirs.send(("result", call(look)))
        except Net8Error as error:
            theirs.send(("error", error))
    finally:
        os._exit(1)


def _answer(ours: Connection, look: Look | None) -> Any:
    """Pass the progress on until the result comes."""
    while True:
        kind, told = ours.recv()
        if kind == "result":
            return told
        if kind == "error":
            raise told
        ours.send(look is None or look(told))


def _read(log: BinaryIO) -> str:
    """Return what a simulation printed."""
    log.seek(0)
    return log.read().decode(errors="replace")
