# SPDX-License-Identifier: GPL-2.0-only
"""One command of net8 in this process, in which all is loaded: what it said, and what it took."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.cli import command_line as cli

__all__ = ["Said", "call"]

_ESCAPED: Final = 99
"""Stands for the exit code of a command that an exception has left."""


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended and what it said."""

    code: int  #: its exit code
    out: str  #: standard output
    error: str  #: standard error
    cpu_s: float  #: processor time of this process
    grown_mib: float  #: what its memory grew by at its peak


def call(words: list[str], folder: Path, notes: Path) -> Said:
    """Run a command.

    @param words: such as ["describe", "plan.toml"]
    @param folder: where it runs
    @param notes: a folder for what it says
    @return: how it ended
    """
    # What ns-3 says when it aborts is then found in the same files.
    with _into(1, notes / "out"), _into(2, notes / "error"):
        os.chdir(folder)
        sys.argv = ["net8", *words]
        before_kib = _start_peak()
        started = time.process_time()
        code = _main()
        cpu_s = time.process_time() - started
        grown_mib = (_kib("VmHWM") - before_kib) / 1024
    out, error = ((notes / name).read_text(encoding="utf-8", errors="replace") for name in ("out", "error"))
    return Said(code, out, error, cpu_s, grown_mib)


def _main() -> int:
    """Do what the command line says."""
    try:
        cli.main()
    except SystemExit as ended:
        return int(ended.code or 0)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        return _ESCAPED
    finally:
        # What was left open is told by the command that left it.
        gc.collect()
    return 0


@contextmanager
def _into(number: int, path: Path) -> Iterator[None]:
    """Let standard output or error go to a file."""
    name = {1: "stdout", 2: "stderr"}[number]
    kept, stream = os.dup(number), getattr(sys, name)
    stream.flush()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(file, number)
    os.close(file)
    with os.fdopen(number, "w", encoding="utf-8", closefd=False) as written:
        setattr(sys, name, written)
        try:
            yield
        finally:
            setattr(sys, name, stream)
    os.dup2(kept, number)
    os.close(kept)


def _start_peak() -> int:
    """Let the kernel measure the peak of the memory anew (proc(5), clear_refs); give what is in use, KiB."""
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _kib("VmRSS")


def _kib(name: str) -> int:
    """Return a number of proc(5)'s status, KiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1])
