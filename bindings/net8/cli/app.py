# SPDX-License-Identifier: GPL-2.0-only
"""The command line's verbs have this in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from net8.base import terminal

__all__ = ["JobsOption", "OutOption", "app", "wide_console"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

JobsOption = Annotated[
    int | None, typer.Option(help="Simulations at once.", min=1, show_default="one per processor")
]
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results.")]


def wide_console(width: int = 150) -> Console:
    """Return a console; a pipe gets lines wide enough for a table.

    @param width: columns of a pipe
    @return: the console
    """
    return terminal.console(width=width)
