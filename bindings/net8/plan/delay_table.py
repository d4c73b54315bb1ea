# SPDX-License-Identifier: GPL-2.0-only
"""Tables of delays of one's own for the jitter of a link or a path, in the form of iproute2."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.plan import Plan

__all__ = ["delay_table_of", "with_delay_table"]

_MOST: Final = 16384
"""Entries that tc takes (MAX_DIST)."""
_ENTRY: Final = 2**15
"""An entry has 16 bits, with a sign."""


def delay_table_of(plan: Plan, table: Mapping[str, object], path: str) -> str | None:
    """Read the table that a link or a path names.

    @param plan: the plan
    @param table: the keys of the link, or of the path
    @param path: its dotted name, for messages
    @return: its entries as text; None if it has none
    @raises PlanError: when the file cannot be read, with the line and what would be right
    """
    name = table.get("jitter_file")
    if name is None:
        return None
    where = plan.where(f"{path}.jitter_file")
    file = (plan.folder or Path()) / str(name)
    try:
        found = file.stat()
        return _read(file, (found.st_mtime_ns, found.st_size))
    except FileNotFoundError:
        raise PlanError(
            f'there is no file "{name}" beside the plan for {path}.jitter_file; tables of iproute2 are in '
            "/usr/lib/tc, such as experimental.dist",
            where=where,
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise PlanError(f'"{name}" cannot be read as text: {why}', where=where) from None


# A sweep reads it at each of its points.
@functools.lru_cache(maxsize=16)
def _read(file: Path, _changed: tuple[int, int]) -> str:
    """Read a file."""
    entries: list[int] = []
    for number, line in enumerate(read_text(file, TABLE_LIMIT).splitlines(), 1):
        for word in line.partition("#")[0].split():
            digits = word.removeprefix("-")
            entry = int(word) if digits.isascii() and digits.isdigit() and len(digits) < 6 else _ENTRY
            if not -_ENTRY <= entry < _ENTRY:
                raise PlanError(
                    f"{word!r} is not an entry of a table of delays; those are whole numbers from -32768 to 32767, in "
                    "units of 1/8192 of the jitter",
                    where=f"{file}:{number}",
                )
            entries.append(entry)
    if not 1 <= len(entries) <= _MOST:
        raise PlanError(
            f"it has {len(entries):,} entries; a table of delays has 1 to {_MOST:,}", where=str(file)
        )
    return " ".join(map(str, entries))


def with_delay_table(
    plan: Plan, table: Mapping[str, object], path: str, attributes: Mapping[str, str]
) -> dict[str, str]:
    """Replace the name of a table of delays by its contents.

    @param plan: the plan
    @param table: the keys of a link, or of the path
    @param path: its dotted name
    @param attributes: its attributes
    @return: the attributes
    """
    text = delay_table_of(plan, table, path)
    return dict(attributes) if text is None else {**attributes, "JitterFile": text}
