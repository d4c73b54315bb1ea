# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 keys` and `net8 explain` print: the table of keys, from a terminal."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from net8.base.errors import PlanError
from net8.schema.distributions import PARAMETERS
from net8.schema.meanings import words_for
from net8.schema.table import KEYS, TABLE, Key, attribute
from net8.schema.values import meant, show

__all__ = ["show_key", "show_keys"]

_UNLIMITED: Final = 2**62
_HOW: Final = {
    "time": 'a time with its unit, such as "20ms"',
    "rate": 'a rate with its unit, such as "10Mbps"',
    "size": 'bytes, as a number or with a unit, such as "64KiB"',
    "queue": 'packets or bytes, such as "100p" or "64KiB"',
    "frequency": 'a frequency with its unit, such as "2.4GHz"',
    "fraction": "a number from 0 to 1",
    "bool": "true or false",
    "int": "a whole number",
    "number": "a number",
    "text": "a text",
    "words": "a list of texts",
    "shares": "a list of numbers from 0 to 1",
    "indices": "a list of whole numbers",
}
"""How a value of a kind is written."""


def show_keys(console: Console, word: str) -> None:
    """Print the keys whose name, meaning or other names have a word in them; all without one.

    @param console: where to
    @param word: the word, or ""
    @raises PlanError: when there is none
    """
    found = [key for key in KEYS.values() if _has(key, word.lower())]
    if not found:
        raise PlanError(f"no key has to do with {word!r}{meant(word, KEYS)}; net8 keys lists all")
    table = Table("key", "default", "meaning", box=box.SIMPLE_HEAD)
    for key in found:
        table.add_row(Text(key.path), Text(_default(key)), Text(key.help))
    console.print(table)
    console.print(f"net8 explain {found[0].path} tells more of it", highlight=False, markup=False)


def _has(key: Key, word: str) -> bool:
    """Return whether a key has to do with a word."""
    return word in key.path or word in key.help.lower() or word in words_for(key.path)


def _default(key: Key) -> str:
    """Describe what holds when a plan does not set the key."""
    return (key.unset or "unset") if key.default is None else show(key.default)


def show_key(console: Console, name: str) -> None:
    """Print all that is known of a key: meaning, how it is written, range, default and its source, owner.

    @param console: where to
    @param name: dotted name of the key
    @raises PlanError: when there is no such key
    """
    key = KEYS.get(name)
    if key is None:
        raise PlanError(
            f"there is no key {name}{meant(name, KEYS)}; net8 keys WORD lists those that have to do with a word"
        )
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
        ("written", _how(key)),
        ("range", _range(key)),
        ("unit", key.unit),
        ("default", _default(key)),
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


def _how(key: Key) -> str:
    """Describe how a value is written."""
    if key.kind == "random":
        forms = ", ".join(f"{name}({', '.join(wanted)})" for name, wanted in PARAMETERS.items())
        what = {"s": 'a time, such as "2ms"', "bytes": 'bytes, such as 400 or "64KiB"'}.get(
            key.unit, "a number"
        )
        return f"{what}, or random: {forms}, such as {_example(key)}"
    return f"one of {', '.join(key.choices)}" if key.choices else _HOW.get(key.kind, key.kind)


def _example(key: Key) -> str:
    """Write a random value of a key's unit."""
    return '"exponential(2ms)"' if key.unit == "s" else '"uniform(100, 400)"'


def _range(key: Key) -> str:
    """Say between which bounds a number lies."""
    if key.kind not in ("int", "number", "size") or not (key.low or key.high < _UNLIMITED):
        return ""
    return f"at least {key.low:,}" if key.high >= _UNLIMITED else f"{key.low:,} to {key.high:,}"
