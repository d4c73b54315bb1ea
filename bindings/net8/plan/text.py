# SPDX-License-Identifier: GPL-2.0-only
"""Write a plan as TOML."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from net8.plan.design import Design
from net8.schema.axes import Axis, Step
from net8.schema.table import LISTS, SECTIONS, keys_of
from net8.schema.values import show

__all__ = ["write_plan", "write_values"]


def write_values(values: Mapping[str, object], notes: Mapping[str, str] | None = None) -> str:
    """Write dotted values as TOML sections in table order.

    @param values: canonical values by dotted key
    @param notes: comments by dotted key
    @return: TOML text
    """
    lines: list[str] = []
    notes = notes or {}
    for section in SECTIONS:
        if section in LISTS:
            continue
        keys = [key for key in keys_of(section) if key.path in values]
        if section and keys:
            lines += ["", f"[{section}]"]
        for key in keys:
            value, note = values[key.path], notes.get(key.path)
            line = (_line_of_word if type(value) in _WORDS else _line)(key.name, value)
            lines.append(f"{line}  # {note}" if note else line)
    return "\n".join(lines).lstrip("\n") + "\n"


def _line(name: str, value: object) -> str:
    """Write one value."""
    return f"{name} = {show(value)}"


_WORDS = (str, int, bool)
# Most of them the next plan has too. True and 1 are equal and written differently.
_line_of_word = functools.lru_cache(maxsize=4096, typed=True)(_line)


def write_tables(section: str, tables: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """Write an array of tables.

    @param section: its name
    @param tables: its entries
    @return: lines
    """
    for table in tables:
        yield f"\n[[{section}]]"
        yield from (f"{name} = {show(value)}" for name, value in table.items())


def _step(axis: str, step: Step) -> object:
    """Return one value of an axis as the plan wrote it."""
    if axis in step.values:
        return step.values[axis]
    return (
        {"name": str(step.label)}
        | {
            path.removeprefix(axis + ".") if axis in SECTIONS else path: value
            for path, value in step.values.items()
        }
        | {section: list(tables) for section, tables in step.lists.items()}
        | {section: list(tables) for section, tables in step.later.items() if tables}
    )


def _is_fork(axis: Axis) -> bool:
    """Return whether an axis was written as [[fork]]."""
    return any(step.at for step in axis.steps)


def _fork(step: Step) -> dict[str, object]:
    """Return a fork as a table."""
    own = {section: list(tables) for section, tables in step.later.items() if tables}
    return {"name": str(step.label), "at": step.at, **own}


def write_plan(
    values: Mapping[str, object],
    lists: Mapping[str, Sequence[Mapping[str, object]]],
    axes: Sequence[Axis],
    figures: Sequence[Mapping[str, object]],
    design: Design | None = None,
) -> str:
    """Write a plan with its lists, sweep and figures.

    @param values: canonical values by dotted key
    @param lists: tables by the name of their list
    @param axes: what is swept
    @param figures: what is drawn
    @param design: which points of the sweep are run
    @return: TOML text that reads back to an equal plan
    """
    fitted = values.get("fitted")
    notes = dict.fromkeys(fitted, "fitted") if isinstance(fitted, Mapping) else {}
    lines = [write_values(values, notes).rstrip("\n")]
    for section, tables in lists.items():
        lines += write_tables(section, tables)
    swept = [axis for axis in axes if not _is_fork(axis)]
    if swept or design:
        lines.append("\n[sweep]")
        if design:
            lines += (f"design = {show(design.kind)}", f"points = {design.points}")
        ranges = design.ranges if design else {}
        lines += (
            f"{show(a.name)} = {show(ranges.get(a.name) or [_step(a.name, s) for s in a.steps])}"
            for a in swept
        )
    for axis in axes:
        if _is_fork(axis):
            lines += write_tables("fork", [_fork(step) for step in axis.steps])
    lines += write_tables("figure", figures)
    return "\n".join(lines).lstrip("\n") + "\n"
