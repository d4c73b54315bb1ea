# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 keys` and `net8 explain` print: the table of keys, from a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.cli.key_help import default_of, how_written, range_of
from net8.schema.meanings import words_for
from net8.schema.table import KEYS, TABLE, Key, attribute
from net8.schema.values import meant

__all__ = ["show_key", "show_keys"]


def show_keys(console: Console, word: str) -> None:
    """Print the keys whose name, meaning or other names have a word in them; all without one.

    @param console: where to
    @param word: the word, or ""
    @raises PlanError: when there is none
    """
    found = [key for key in KEYS.values() if _has(key, word.lower())]
    if not found:
        raise PlanError(f"no key matches {word!r}{meant(word, KEYS)}; net8 keys lists all keys")
    table = Sheet(Column("key", "name"), Column("default"), Column("meaning"))
    for key in found:
        table.add(key.path, default_of(key), key.help)
    console.print(table)
    console.print(f"net8 explain {found[0].path} tells more of it", highlight=False, markup=False)


def _has(key: Key, word: str) -> bool:
    """Return whether a key has to do with a word."""
    return word in key.path or word in key.help.lower() or word in words_for(key.path)


def show_key(console: Console, name: str) -> None:
    """Print all that is known of a key: meaning, how it is written, range, default and its source, owner.

    @param console: where to
    @param name: dotted name of the key
    @raises PlanError: when there is no such key
    """
    key = KEYS.get(name)
    if key is None:
        raise PlanError(f"there is no key {name}{meant(name, KEYS)}; net8 keys WORD searches for a word")
    console.print(Text(key.path, style="bold"))
    console.print(Text(key.help))
    table = Table(box=None, show_header=False)
    for label, text in _details(key):
        table.add_row(label, Text(text))
    console.print(table)


def _details(key: Key) -> list[tuple[str, str]]:
    """Return what is to say of a key, line by line."""
    section = next(entry for entry in TABLE if entry.name == key.section)
    brackets = "[[{}]]" if section.several else "[{}]"
    lines = [
        ("written", how_written(key)),
        ("range", range_of(key)),
        ("unit", key.unit),
        ("default", default_of(key)),
        ("source", key.source),
        ("stands in", brackets.format(key.section) if key.section else "the top of the plan"),
        ("set by", f"--set {key.path}=VALUE" if not section.several else ""),
        ("in C++", _attribute(key, section.owners)),
        ("also called", ", ".join(words_for(key.path))),
    ]  # fmt: skip
    return [(label, text) for label, text in lines if text]


def _attribute(key: Key, owners: tuple[str, ...]) -> str:
    """Name the attribute of a key, where C++ has one."""
    if not (key.core and owners):
        return ""
    return f"{attribute(key.name)} of {owners[0]}{' or of one of its parts' * (len(owners) > 1)}"
