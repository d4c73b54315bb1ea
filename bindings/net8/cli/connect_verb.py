# SPDX-License-Identifier: GPL-2.0-only
"""The verb that reads connect files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.cli.app import app, wide_console
from net8.cli.connect_views import is_connect_string, show_alias, show_connect_string, show_file

__all__ = ["connect"]


@app.command()
def connect(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A connect file: tnsnames, listener, sqlnet; or a connect string."
        ),
    ],
    alias: Annotated[
        str | None, typer.Argument(metavar="ALIAS", help="One of its names.", show_default="all")
    ] = None,
    sqlnet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A sqlnet.ora with the rules for names.", show_default="none"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Say what a connect file holds: aliases and what they resolve to, or settings and which act."""
    if alias is not None:
        show_alias(wide_console(), Path(file), alias, sqlnet=sqlnet, as_json=as_json)
    elif is_connect_string(file):
        show_connect_string(wide_console(), file, sqlnet=sqlnet, as_json=as_json)
    else:
        show_file(wide_console(), Path(file), sqlnet=sqlnet, as_json=as_json)
