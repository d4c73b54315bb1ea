# SPDX-License-Identifier: GPL-2.0-only
"""The command line as a whole: what a user got wrong is one sentence and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Final

from net8.base import terminal
from net8.base.credentials import clean_setting
from net8.base.errors import (
    ArchiveError,
    CaptureError,
    ContradictionError,
    Net8Error,
    NoResultsError,
    PlanError,
    ToolError,
)
from net8.base.files import cause
from net8.base.threads import stay_with_one_thread
from net8.cli.app import app
from net8.simulation.ranks import started

__all__ = ["main"]

_ALLOCATIONS: Final = 20_000
"""Objects between two looks for garbage; Python has 700."""


def main() -> None:
    """Run the command line; what a user got wrong is one sentence and exit code 2."""
    # What is imported stays: looking for garbage in it takes a tenth of a short command.
    gc.set_threshold(_ALLOCATIONS)
    terminal.prepare()
    stay_with_one_thread()
    code = _serve()
    try:
        sys.stdout.flush()
    except OSError as error:
        # Nothing is left to be written when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = code or _complain(f"standard output cannot be written: {cause(error, Path())}", 1)
    sys.exit(code)


def _serve() -> int:
    """Run the command line and return its exit code."""
    try:
        _refuse_surroundings()
        # From here on no sentence, name, script or result can hold what was typed of a password.
        sys.argv[1:] = map(clean_setting, sys.argv[1:])
        app(prog_name="net8")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except (PlanError, CaptureError, ArchiveError, ContradictionError, NoResultsError) as error:
        return _complain(str(error), 2)
    except Net8Error as error:
        return _complain(str(error), 1)
    except OSError as error:
        place = os.fsdecode(error.filename) if error.filename else "standard output or a file"
        return _complain(f"{place} cannot be used: {cause(error, Path(place))}", 1)
    except MemoryError:
        return _complain("there is not enough memory; use a smaller input", 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _refuse_surroundings() -> None:
    """Refuse a working folder that is gone, and arguments that no message and no store could hold."""
    try:
        Path.cwd()
    except FileNotFoundError:
        raise ToolError("the working folder no longer exists; change to another folder") from None
    for word in sys.argv[1:]:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise PlanError(f"the argument {word!a} is not UTF-8; use only names in UTF-8") from None


def _complain(sentence: str, code: int) -> int:
    """Print one sentence and return the exit code."""
    if started()[0] == 0:
        print(f"net8: {terminal.plain(sentence)}", file=sys.stderr)
    return code
