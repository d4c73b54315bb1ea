# SPDX-License-Identifier: GPL-2.0-only
"""The files that a plan names: connect files, drivers, lists of times or losses, wherever in the plan they stand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from net8.base.errors import PlanError

__all__ = ["plan_files"]


def plan_files(text: str, folder: Path) -> list[str]:
    """Find the files that a plan names.

    @param text: the plan as TOML
    @param folder: where its relative file names start
    @return: their names, each below that folder, in alphabetical order
    @raises PlanError: when one lies elsewhere, where no archive could put it
    """
    names = {name.removeprefix("file:") for name in _texts(tomllib.loads(text)) if name.strip()}
    found = sorted(name for name in names if _is_file(folder / name))
    for name in found:
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise PlanError(
                f"{name} is not in the folder of its plan, {folder}; copy it there and name it without a path, "
                "so that an archive can hold it"
            )
    return found


def _texts(value: object) -> Iterator[str]:
    """Yield every text of a document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _is_file(path: Path) -> bool:
    """Return whether a text names a file; many can name none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
