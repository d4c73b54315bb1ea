# SPDX-License-Identifier: GPL-2.0-only
"""Types of plan keys for editors and type checkers, made of the table of keys.

``python -m net8.schema.stubs`` writes typed.pyi anew; a test fails while the two differ.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from net8.schema.key import CLIENT_RELEASES, RELEASES, BuiltIn
from net8.schema.table import KEYS, LISTS, TABLE, Key

__all__ = ["STUBS", "stubs"]

STUBS: Final = Path(__file__).with_name("typed.pyi")
"""The file with the types."""

_HEAD: Final = '''# SPDX-License-Identifier: GPL-2.0-only
"""Types of plan keys, made by net8.schema.stubs: names of keys by the type of their values, and tables of a plan."""

# fmt: off
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict
'''
_VALUES: Final = {
    "int": "int", "size": "int", "number": "float", "fraction": "float", "bool": "bool", "text": "str",
    "connect": "str", "choice": "str", "class": "str", "time": "str", "rate": "str", "frequency": "str", "queue": "str",
    "columns": "str", "name": "str",
}  # fmt: skip
"""Type of a key's canonical value by its kind; those of the others depend on what is written."""
_GIVEN: Final = {
    "size": "int | str", "number": "float", "random": "str | Mapping[str, object]",
    "rows": "int | str | Sequence[int] | Mapping[str, object]",
    "hosts": "Mapping[str, str | Sequence[str]]", "indices": "Sequence[int]", "rates": "str | Sequence[str]",
    "shares": "float | Sequence[float]", "words": "str | Sequence[str]", "table": "Mapping[str, object]",
    "any": "object", "mix": "str | Mapping[str, float]", "steps": "str | Sequence[str]",
}  # fmt: skip
"""Type of what may be written by kind, where it is not that of the canonical value."""
_WIDTH: Final = 118
_MANY: Final = 10
"""Keys of a section that another one does not repeat."""


def stubs() -> str:
    """Return the text of the file with the types.

    @return: Python stubs
    """
    return "\n".join([_HEAD, *_names(), *_tables()])


def _names() -> Iterator[str]:
    """Write a type for the names of all keys whose values have one type."""
    for kind in ("bool", "int", "float", "str"):
        for unset in (False, True):
            names = [
                key.path
                for key in KEYS.values()
                if _VALUES.get(key.kind) == kind
                and (key.default is None) == unset
                and key.section not in LISTS
            ]
            if names:
                yield f"{'Optional' if unset else ''}{kind.capitalize()}Key = {_literal(names, 0)}\n"


def _literal(words: Sequence[str], indent: int) -> str:
    """Write the type that is one of some words, on lines that are not too long."""
    text = ", ".join(f'"{word}"' for word in words)
    if len(text) < _WIDTH // 2:
        return f"Literal[{text}]"
    inner, outer = " " * (indent + 4), " " * indent
    lines = textwrap.wrap(text, _WIDTH - indent - 4, break_on_hyphens=False)
    return "Literal[\n" + "\n".join(inner + line for line in lines) + f"\n{outer}]"


def _tables() -> Iterator[str]:
    """Write a type for each section and list, inner ones first, and for the whole plan."""
    keys = {section.name: {key.name: _given(key) for key in section.keys} for section in TABLE}
    inner = _inner_tables()
    bases = {name: _base(name, keys) for name in keys}
    written: set[str] = set()
    for name in sorted(inner, key=lambda name: -len(name.split(".")) if name else 0):
        base, fields = bases.get(name, ""), keys.get(name, {})
        if base and base not in written:
            written.add(base)
            yield _class(f"{_name(base)}Keys", "TypedDict, total=False", keys[base])
        if base:
            fields = {word: kind for word, kind in fields.items() if word not in keys[base]}
        yield _class(_name(name), f"{_name(base)}Keys, total=False" if base else "TypedDict, total=False",
                     fields | inner[name])  # fmt: skip


def _inner_tables() -> dict[str, dict[str, str]]:
    """Return the types of tables inside each section, and inside those that have no keys of their own, such as host."""
    found: dict[str, dict[str, str]] = {}
    for section in TABLE:
        name, kind = section.name, _name(section.name)
        kind = f"Sequence[{kind}]" if section.several else kind
        if name == "sweep":
            found[""][name] = "Mapping[str, object]"
            continue
        found.setdefault(name, {})
        while name:
            outer, _, word = name.rpartition(".")
            found.setdefault(outer, {}).setdefault(word, kind)
            name, kind = outer, _name(outer)
    return found


def _base(name: str, keys: Mapping[str, Mapping[str, str]]) -> str:
    """Return the section whose keys all are among those of another one, such as client for group; it is one itself."""
    shared = [other for other, its in keys.items() if len(its) >= _MANY and its.items() <= keys[name].items()]
    others = [each for each, its in keys.items() if shared and each != shared[0]
              and keys[shared[0]].items() <= its.items()]  # fmt: skip
    return shared[0] if others else ""


def _class(name: str, base: str, fields: Mapping[str, str]) -> str:
    """Write a table."""
    lines = "\n".join(f"    {word}: {kind}" for word, kind in fields.items()) or "    pass"
    return f"class {name}({base}):\n{lines}\n"


def _name(section: str) -> str:
    """Name the type of a section: ClientTcp for client.tcp, Document for a whole plan."""
    return "".join(part.capitalize() for part in re.split(r"[._]", section)) or "Document"


def _given(key: Key) -> str:
    """Return the type of what may be written for a key."""
    if key.kind in ("choice", "class"):
        # What is built in may grow, and files may stand beside it.
        built_in = isinstance(key.choices, BuiltIn)
        numbers = " | float" if any(key.choices is each for each in (RELEASES, CLIENT_RELEASES)) else ""
        return f"str{numbers}" if built_in else _literal(key.choices, 4)
    return _GIVEN.get(key.kind) or _VALUES[key.kind]


if __name__ == "__main__":
    STUBS.write_text(stubs(), encoding="utf-8")
