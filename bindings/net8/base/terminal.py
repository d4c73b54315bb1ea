# SPDX-License-Identifier: GPL-2.0-only
"""Standard output and error as net8 uses them: text is text, whatever it says and whatever the terminal can show."""

from __future__ import annotations

import codecs
import io
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "prepare"]

_PLAIN: Final = {
    "±": "+-",
    "…": "...",
    "\u00d7": "x",
    "µ": "u",
    "\u2013": "-",
    "\u2014": "-",
    "→": "->",
    "≤": "<=",
    "≥": ">=",
}
_SURROGATES: Final = range(0xDC80, 0xDD00)


def console(*, width: int | None = None, stderr: bool = False) -> Console:
    """Give a console that takes no text for markup: a title may hold [brackets] and :colons:.

    @param width: columns where there is no terminal
    @param stderr: whether it writes to standard error
    @return: the console
    """
    from rich.console import Console

    found = Console(stderr=stderr, markup=False, emoji=False)
    if width is None or found.is_terminal:
        return found
    return Console(stderr=stderr, markup=False, emoji=False, width=width)


def prepare() -> None:
    """Let standard output and error write what their encoding lacks in other letters."""
    codecs.register_error("net8", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="net8")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Write letters that an encoding lacks, and bytes of file names that are no text."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_letter, letters)), error.end


def _letter(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code - 0xDC00:02x}" if code in _SURROGATES else _PLAIN.get(letter, "?")
