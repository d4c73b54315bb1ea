# SPDX-License-Identifier: GPL-2.0-only
"""The axes of a sweep: which values each swept key takes, and how to call them in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from net8.base.units import QuantityError
from net8.schema.lists import find_key
from net8.schema.table import CORE_LISTS, KEYS, LISTS, SECTIONS
from net8.schema.values import canonical, complaint, meant

__all__ = ["DESIGNS", "Axis", "Step", "flatten", "read_axis"]

DESIGNS: Final = {
    "latin-hypercube": "points", "sobol": "points of the sequence", "morris": "trajectories",
    "factorial": "levels of a range",
}  # fmt: skip
"""What ``sweep.points`` counts, by design."""


@dataclass(frozen=True, slots=True)
class Step:
    """One value of an axis."""

    label: object  #: what tables and legends show
    values: Mapping[str, object]  #: canonical values by dotted key
    lists: Mapping[str, tuple[Mapping[str, object], ...]] = field(default_factory=dict)
    """Lists that take the place of the plan's: its network."""
    lines: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Places of their keys, by dotted key."""
    ignored: tuple[str, ...] = field(default=(), compare=False)
    """What of a network's file changes nothing."""
    later: Mapping[str, tuple[Mapping[str, object], ...]] = field(default_factory=dict)
    """Tables in addition to those of the plan: faults, and what else a fork has of its own."""
    at: str = ""
    """Of a fork: the time up to which it is one run with the others."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One swept key, or a set of named variants that change several keys."""

    name: str  #: dotted key, section or free name
    steps: tuple[Step, ...]  #: its values in plan order

    @property
    def unit(self) -> str:
        """The unit of the labels, or nothing."""
        key = find_key(self.name)
        return key.unit if key is not None and key.kind in ("int", "size", "rows") else ""


def flatten(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Turn nested tables into dotted keys, stopping at keys that take a table themselves.

    @param table: nested TOML tables
    @param prefix: dotted prefix
    @return: dotted key to value
    """
    result: dict[str, object] = {}
    for name, value in table.items():
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(value, Mapping) and find_key(path) is None:
            result.update(flatten(value, path))
        else:
            result[path] = value
    return result


def checked(path: str, value: object) -> object:
    """Check one value by its dotted key.

    @param path: dotted key
    @param value: as read
    @return: canonical value
    """
    key = find_key(path)
    if key is None:
        raise QuantityError(f"{path} is not a key of a plan{meant(path, KEYS)}")
    try:
        return canonical(key, value)
    except QuantityError as error:
        raise QuantityError(complaint(path, value, error)) from None


def read_axis(name: str, steps: object) -> Axis:
    """Read one entry of [sweep].

    @param name: dotted key, section or free name
    @param steps: its list
    @return: the axis; QuantityError says what is wrong
    """
    if not isinstance(steps, list | tuple) or not steps:
        what = "is empty" if isinstance(steps, list | tuple) else "is not a list"
        raise QuantityError(f"sweep.{name} {what}; write the values to sweep, such as [512, 2048, 8192]")
    if key := find_key(name):
        if key.section in ("run", "table", "files", "") or key.name == "name":
            raise QuantityError(f"{name} cannot be swept; sweep keys of path, client, server or query")
        # A network may be written out in place of the name of its file.
        read: Callable[[object], Step] = lambda value: (  # noqa: E731
            _preset(name, value)
            if name == "network.file" and isinstance(value, Mapping)
            else _read_value(name, value)
        )
    elif all(isinstance(step, Mapping) for step in steps):
        read = lambda value: _preset(name, value)  # noqa: E731
    else:
        raise QuantityError(f"sweep.{name} is not a key of a plan{_suggest_key(name)}")
    axis = Axis(name, tuple(read(step) for step in steps))
    labels = [str(step.label) for step in axis.steps]
    for label in labels:
        if labels.count(label) > 1:
            raise QuantityError(f'sweep.{name} has the value "{label}" twice; each may appear once')
    return axis


def _suggest_key(name: str) -> str:
    """Suggest a key: one of a list needs the element before it."""
    section, _, last = name.rpartition(".")
    top, _, middle = section.partition(".")
    if top not in CORE_LISTS:
        return meant(name, KEYS) or "; net8 keys lists them"
    if not middle:
        which = "NAME" if f"{top}.name" in KEYS else "1"
        return f"; write {top}.{which}.{last} for one of the list"
    return meant(name, [f"{section}.{key.name}" for key in KEYS.values() if key.section == top])


def _read_value(name: str, value: object) -> Step:
    """Read one value of a swept key."""
    good = checked(name, value)
    label = value if isinstance(good, Mapping | tuple) else good
    return Step(str(label) if isinstance(label, Mapping | list | tuple) else label, {name: good})


def _preset(name: str, value: object) -> Step:
    """Read one named variant: keys of a section, or dotted keys of any section."""
    table = dict(value) if isinstance(value, Mapping) else {}
    label = table.pop("name", None)
    if not isinstance(label, str) or not label:
        raise QuantityError(f'sweep.{name} has a variant without name = "..."; each variant needs one')
    prefix = name if name in SECTIONS and name not in LISTS else ""
    return Step(label, {path: checked(path, entry) for path, entry in flatten(table, prefix).items()})
