# SPDX-License-Identifier: GPL-2.0-only
"""Standard output and error as net8 uses them: text is text, whatever it says and whatever the terminal can show."""

from __future__ import annotations

import codecs
import functools
import io
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "plain", "prepare"]

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
_CONTROLS: Final = (*range(9), *range(11, 32), *range(127, 160))
_SHOWN: Final = {10: "\\n"} | {code: f"\\x{code:02x}" for code in _CONTROLS}
_DROPPED: Final = dict.fromkeys(_CONTROLS)
_SURROGATES: Final = range(0xDC80, 0xDD00)


def console(*, width: int | None = None, stderr: bool = False) -> Console:
    """Return a console that takes no text for markup: a title may hold [brackets] and :colons:.

    @param width: columns where there is no terminal and COLUMNS is not set
    @param stderr: whether it writes to standard error
    @return: the console
    """
    found = _kind()(stderr=stderr, markup=False, emoji=False)
    if width is None or found.is_terminal or os.environ.get("COLUMNS", "").isdigit():
        return found
    return _kind()(stderr=stderr, markup=False, emoji=False, width=width)


@functools.cache
def _kind() -> type[Console]:
    """Make the class of consoles when one is needed: rich takes a while to load."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Plain(Console):
        """A console that sends no control character of a text, which have no room in its tables."""

        def render(
            self, renderable: RenderableType, options: ConsoleOptions | None = None
        ) -> Iterable[Segment]:
            """Return the parts of what is printed; those that rich makes itself are marked as control."""
            for part in super().render(renderable, options):
                yield part if part.control else Segment(part.text.translate(_DROPPED), part.style)

    return Plain


def plain(text: str) -> str:
    """Write control characters, by which a text could take over a terminal, as they are written in Python.

    @param text: any text
    @return: one line without any
    """
    return text.translate(_SHOWN)


def prepare() -> None:
    """Let standard output and error write what their encoding lacks in other letters."""
    codecs.register_error("net8", _escape_unencodable)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="net8")


def _escape_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Write letters that an encoding lacks, and bytes of file names that are no text."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(map(_letter, letters)), error.end


def _letter(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code - 0xDC00:02x}" if code in _SURROGATES else _PLAIN.get(letter, "?")
