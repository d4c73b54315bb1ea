# SPDX-License-Identifier: GPL-2.0-only
"""The command line's verbs have this in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from net8.base import terminal

__all__ = ["OutOption", "app", "wide_console"]

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results.")]


def wide_console(width: int = 150) -> Console:
    """Return a console; a pipe gets lines wide enough for a table.

    @param width: columns of a pipe
    @return: the console
    """
    return terminal.console(width=width)
