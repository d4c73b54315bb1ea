# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 connect` prints."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from rich.console import Console

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.sheet import Column, Sheet
from net8.plan.connect import settings_of
from net8.plan.connect_file import (
    Alias,
    Parameter,
    aliases,
    kind_of_file,
    parameters,
    resolve_alias,
    resolve_text,
)

__all__ = ["is_connect_string", "show_alias", "show_connect_string", "show_file"]

_KINDS: Final = {
    "tnsnames": "a tnsnames.ora: aliases and what they stand for",
    "listener": "a listener.ora: end points and services of listeners",
    "sqlnet": "a sqlnet.ora: settings of all connections of a client or a server",
    "cman": "a cman.ora: end points, rules and settings of Connection Manager",
    "ldap": "an ldap.ora: the directory servers that resolve names",
}
_INSTEAD: Final = {
    "cman": "; a [[cman]] of a plan has its rules as rule_list, and its parameters as keys",
    "ldap": '; client.naming = "directory" looks names up in a simulated directory, client.name_servers in number',
    "sqlnet": "; doc/plan.rst lists the parameters that do",
}
_NOTHING: Final = "changes nothing"
_CONNECT_STRING: Final = re.compile(
    r"jdbc:|oracle(\+\w+)?://|\s*\(|//|tcps?://|.+@|.*\b(data source|password|pwd)\s*=|[\w.-]+:\d+",
    re.IGNORECASE | re.DOTALL,
)
"""How texts begin that are no file names."""


def show_file(console: Console, file: Path, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print what kind of connect file this is and what it holds.

    @param console: where to
    @param file: a tnsnames.ora, listener.ora, sqlnet.ora, cman.ora or ldap.ora
    @param sqlnet: a sqlnet.ora or none
    @param as_json: print one JSON object instead of a table
    @raises PlanError: after that, if nothing of the file can be used
    """
    kind = kind_of_file(file)
    if kind in ("tnsnames", "listener"):
        _show_aliases(console, file, kind, sqlnet=sqlnet, as_json=as_json)
    else:
        _show_parameters(console, file, kind, as_json=as_json)


def _show_aliases(console: Console, file: Path, kind: str, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print the aliases of a tnsnames.ora, or the listeners of a listener.ora."""
    found = aliases(file, sqlnet=sqlnet)
    if not found:
        raise PlanError(f"{file} has no aliases; use a tnsnames.ora or a listener.ora")
    broken = [alias for alias in found if alias.error]
    if as_json:
        entries = [asdict(alias) for alias in found]
        print(json.dumps({"file": str(file), "kind": kind, "aliases": entries}, indent=1))
    else:
        _print_aliases(console, kind, found)
    if len(broken) == len(found):
        raise PlanError(f"{file} holds nothing that can be used; the first reason: {broken[0].error}")


def _print_aliases(console: Console, kind: str, found: Sequence[Alias]) -> None:
    """Print a table of aliases, then those that cannot be used."""
    table = Sheet(
        Column("alias"), Column("line", "number"), Column("addresses"), Column("service"),
        Column("changes nothing in the model"), leading=1,
    )  # fmt: skip
    for alias in found:
        if not alias.error:
            names = ", ".join(dict.fromkeys(text.split(" (")[0] for text in alias.unmodelled))
            addresses = ", ".join(map(str, alias.addresses))
            table.add(", ".join(alias.names), alias.line, addresses, alias.service, names)
    console.print(f"{_KINDS[kind]}.", highlight=False)
    if len(table):
        console.print(table)
    broken = [alias for alias in found if alias.error]
    for alias in broken:
        console.print(
            f"cannot be used: {', '.join(alias.names)}: {alias.error}", markup=False, highlight=False
        )
    console.print(f"{len(found) - len(broken)} of {len(found)} can be used", highlight=False)


def _show_parameters(console: Console, file: Path, kind: str, *, as_json: bool) -> None:
    """Print the parameters of a file without aliases, and which of them act on a plan."""
    found = parameters(file)
    set_keys, without = _acting(file) if kind == "sqlnet" else ({}, {entry.name.upper() for entry in found})
    rows = [(entry, _effect(entry, without)) for entry in found]
    if as_json:
        entries = [
            {"name": entry.name, "file": entry.file, "line": entry.line, "value": entry.value, "effect": effect,
             "error": entry.error}
            for entry, effect in rows
        ]  # fmt: skip
        print(
            json.dumps({"file": str(file), "kind": kind, "parameters": entries, "keys": set_keys}, indent=1)
        )
    else:
        table = Sheet(Column("parameter"), Column("line", "number"), Column("value"), Column("in the model"))
        for entry, effect in rows:
            table.add(entry.name, entry.line, entry.error or entry.value, effect)
        console.print(f"{_KINDS[kind]}.", highlight=False)
        if found:
            console.print(table)
        for key, value in set_keys.items():
            console.print(f"sets {key} = {value}", markup=False, highlight=False)
    if all(effect == _NOTHING for _entry, effect in rows):
        raise PlanError(f"{file} holds nothing that changes the model{_INSTEAD.get(kind, '')}")


def _acting(file: Path) -> tuple[dict[str, str], set[str]]:
    """Return the keys that a sqlnet.ora sets, and which of its parameters change nothing."""
    need_core()
    from net8 import _core

    # The keys of a host alone, which any client has, are not those of the file.
    try:
        bare, read = (
            _core.resolve_connect("host"),
            _core.resolve_connect("(ADDRESS=(HOST=host))", sqlnet=str(file)),
        )
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None
    known = settings_of(bare) | {"client.descriptor": None}
    keys = {key: str(value) for key, value in settings_of(read).items() if key not in known}
    unmodelled = read["unmodelled"]
    names = {str(entry[0]).upper() for entry in unmodelled} if isinstance(unmodelled, list) else set()
    return keys, names


def _effect(entry: Parameter, without: Collection[str]) -> str:
    """Say whether a parameter acts, and what of its value does not."""
    name = entry.name.upper()
    if name in without:
        return _NOTHING
    parts = [other.partition("=")[2] for other in without if other.startswith(f"{name}=")]
    if not parts:
        return "acts"
    words = re.findall(r"[^\s,()]+", entry.value)
    return f"acts, but for {', '.join(sorted(parts))}" if len(words) > len(parts) else _NOTHING


def show_alias(console: Console, file: Path, alias: str, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print what one alias of a connect file resolves to.

    @param console: where to
    @param file: a tnsnames.ora or a listener.ora
    @param alias: the alias
    @param sqlnet: a sqlnet.ora or none
    @param as_json: print one JSON object instead of a table
    """
    _show(console, resolve_alias(file, alias, sqlnet=sqlnet), as_json=as_json)


def is_connect_string(text: str) -> bool:
    """Return whether a text is a connect string and no file.

    @param text: what stands where a file is expected
    @return: whether it is
    """
    return bool(_CONNECT_STRING.match(text)) and not Path(text).exists()


def show_connect_string(console: Console, text: str, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print what a connect string resolves to, without user and password.

    @param console: where to
    @param text: the connect string
    @param sqlnet: a sqlnet.ora or none
    @param as_json: print one JSON object instead of a table
    """
    _show(console, resolve_text(text, sqlnet=sqlnet), as_json=as_json)


def _show(console: Console, found: Alias, *, as_json: bool) -> None:
    """Print what an alias or a connect string resolves to."""
    if as_json:
        print(json.dumps(asdict(found), indent=1))
        return
    table = Sheet(Column("what", "name"), Column("value"))
    for name, value in _settings(found):
        table.add(name, value)
    console.print(table)
    for name in found.unmodelled:
        console.print(f"note: {name} is read but changes nothing in the model", markup=False, highlight=False)


def _settings(alias: Alias) -> list[tuple[str, str]]:
    """Return the settings that an alias has."""
    rows = [
        ("alias", ", ".join(alias.names)),
        ("file", f"{alias.file}:{alias.line}" if alias.file else ""),
        *((f"address {number}", str(address)) for number, address in enumerate(alias.addresses, 1)),
        ("service", alias.service),
        ("SDU", f"{alias.sdu_bytes:,} bytes" if alias.sdu_bytes else ""),
        ("descriptor", alias.descriptor),
    ]
    return [(name, value) for name, value in rows if value]
