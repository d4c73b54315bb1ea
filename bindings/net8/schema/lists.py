# SPDX-License-Identifier: GPL-2.0-only
"""Keys of the tables of a list: ``group.app.count`` is ``count`` of the group app, ``fault.2.at`` of fault 2."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final

from net8.base.units import QuantityError
from net8.schema.table import CORE_LISTS, KEYS, LISTS, Key
from net8.schema.values import meant

__all__ = ["EVERY", "check_element", "check_elements", "element", "find_key", "split"]

EVERY: Final = "*"
"""In place of an element: all elements of a list."""

Tables = Sequence[Mapping[str, object]]


@functools.lru_cache(maxsize=4096)  # a plan asks for each of some 470 keys more than once
def split(path: str) -> tuple[str, str, str] | None:
    """Take the path of a list's key apart.

    @param path: such as "group.app.count"
    @return: list, element and key; None where the path is of no list
    """
    section, _, rest = path.partition(".")
    name, _, key = rest.rpartition(".")
    return (section, name, key) if section in CORE_LISTS and name and key else None


@functools.lru_cache(maxsize=4096)
def find_key(path: str) -> Key | None:
    """Find a key that a plan has once, or once in an element of a list.

    @param path: dotted key
    @return: the key, or None
    """
    if parts := split(path):
        return KEYS.get(f"{parts[0]}.{parts[2]}")
    key = KEYS.get(path)
    return None if key is None or key.section in LISTS else key


def element(section: str, index: int, table: Mapping[str, object]) -> str:
    """Name an element of a list as paths do: by its name, else by its number from 1.

    @param section: the list
    @param index: place in it, from 0
    @param table: the element
    @return: such as "app" or "2"
    """
    return str(table.get("name")) if f"{section}.name" in KEYS else str(index + 1)


def check_element(path: str, tables: Tables) -> int:
    """Find the element of a list that a path means.

    @param path: dotted key of a list
    @param tables: the list
    @return: its place in it, from 0; QuantityError says what is wrong
    """
    section, name, _key = split(path) or ("", "", "")
    known = [element(section, index, table) for index, table in enumerate(tables)]
    if name not in known:
        there = f"it has {', '.join(known)}" if known else "it has none"
        raise QuantityError(
            f"{path} refers to a [[{section}]] that the plan does not have{meant(name, known) or '; ' + there}"
        )
    return known.index(name)


def check_elements(path: str, tables: Tables) -> list[int]:
    """Find the elements of a list that a path means: one, or all where it has EVERY in place of one.

    @param path: dotted key of a list
    @param tables: the list
    @return: their places in it, from 0; QuantityError says what is wrong
    """
    if (split(path) or ("", "", ""))[1] == EVERY and tables:
        return list(range(len(tables)))
    return [check_element(path, tables)]
