# SPDX-License-Identifier: GPL-2.0-only
"""The tutorial notebooks, which an installed package has with it: net8 tutorials copies them to where one works."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import PlanError, ToolError
from net8.base.files import cause
from net8.cli.app import app, wide_console

__all__ = ["copy_tutorials", "notebooks"]


def notebooks() -> list[Path]:
    """Find the notebooks: of the source tree, else of the installed package.

    @return: files of Jupyter, by name
    """
    package = Path(__file__).parents[1]
    for folder in (package.parents[1] / "examples" / "tutorials", package / "tutorials"):
        if found := sorted(folder.glob("*.ipynb")):
            return found
    return []


@app.command("tutorials")
def copy_tutorials(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to make for them.")] = Path(
        "net8-tutorials"
    ),
) -> None:
    """Copy the tutorial notebooks: a WAN, a storm, models, findings, fits, demands on a network, C++."""
    if folder.exists():
        raise PlanError(f"{folder} already exists; choose the name of a new folder")
    try:
        folder.mkdir(parents=True)
        for path in notebooks():
            (folder / path.name).write_bytes(path.read_bytes())
    except OSError as error:
        raise ToolError(f"{folder} cannot be written: {cause(error, folder)}") from None
    lines = [str(folder / path.name) for path in notebooks()]
    if find_spec("matplotlib") is None:
        lines += ["note: they draw with matplotlib, which is not installed: pip install ns3-net8[matplotlib]"]
    lines += ["next:", f"  jupyter lab {folder}"]
    wide_console().print("\n".join(lines), highlight=False, markup=False, soft_wrap=True)
