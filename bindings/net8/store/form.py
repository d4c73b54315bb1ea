# SPDX-License-Identifier: GPL-2.0-only
"""Checks of rows and plans of a store: a correct checksum does not prove that net8 wrote them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["check_contents", "is_count", "is_label", "is_metric", "is_name", "is_number", "is_text"]

_LARGEST: Final = 1e100
"""Far above any metric, and its square is still finite."""
_NAME_BYTES: Final = 255


def check_contents(files: object) -> None:
    """Refuse an impossible list of the files of a folder.

    @param files: bytes, checksum and perhaps a time, by name
    @raises ValueError: when it is impossible
    """
    if not isinstance(files, Mapping):
        raise ValueError("its list of files is not a list of files")
    for name, entry in files.items():
        if not is_name(name):
            raise ValueError(f"it names the file {str(name)[:40]!r}")
        size, known, *time = entry if isinstance(entry, list | tuple) and len(entry) in (2, 3) else ("", "")
        if not (isinstance(known, str) and all(map(is_count, (size, *time)))):
            raise ValueError(f"its record of the file {name} is not a size and checksum")


def is_count(value: object) -> bool:
    """Return whether it is a count, or a time in nanoseconds."""
    return type(value) is int and 0 <= value < 1 << 63


def is_number(value: object) -> bool:
    """Return whether it is a finite number of 0 or more."""
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0
    )


def is_metric(entry: tuple[Any, Any]) -> bool:
    """Return whether it is name and value of a metric."""
    name, value = entry
    return isinstance(name, str) and (value is None or (is_number(value) and value < _LARGEST))


def is_label(value: object) -> bool:
    """Return whether it can be a label: the value of a key, or the name of a variant."""
    if isinstance(value, str):
        return is_text(value)
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list | tuple):
        return all(map(is_label, value))
    if isinstance(value, Mapping):
        return all(is_text(name) and is_label(inner) for name, inner in value.items())
    return isinstance(value, int)


def is_text(value: object) -> bool:
    """Return whether it is text that a file can hold."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def is_name(value: object) -> bool:
    """Return whether it can name a file in a folder, and nothing outside it."""
    if not is_text(value):
        return False
    name = str(value)
    return name not in ("", ".", "..") and not {"/", "\0"} & {*name} and len(name.encode()) <= _NAME_BYTES
