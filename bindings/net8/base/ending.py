# SPDX-License-Identifier: GPL-2.0-only
"""The end of a program."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import sys
import threading
from collections.abc import Callable

__all__ = ["end_with"]


def end_with(program: Callable[[], object]) -> None:
    """Run a program and end this process without giving back its memory piece by piece, a fifth of its time.

    What waits for the end of the process, and what is buffered, is done before.

    @param program: raises SystemExit at its end
    """
    try:
        program()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        if threading.active_count() > 1:
            raise
    else:
        return
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    if "net8._core" in sys.modules:
        ctypes.CDLL(None).fflush(None)
    os._exit(code)
