# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 connect` prints."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.plan.connect_file import Alias, aliases, resolve_alias

__all__ = ["show_alias", "show_aliases"]


def show_aliases(console: Console, file: Path, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print the entries of a connect file.

    @param console: where to
    @param file: a tnsnames.ora or a listener.ora
    @param sqlnet: a sqlnet.ora or none
    @param as_json: print one JSON object instead of a table
    """
    found = aliases(file, sqlnet=sqlnet)
    if as_json:
        print(json.dumps({"file": str(file), "aliases": [asdict(alias) for alias in found]}, indent=1))
        return
    if not found:
        raise PlanError(f"{file} has no aliases; use a tnsnames.ora or a listener.ora")
    table = Sheet(
        Column("alias"), Column("line", "number"), Column("addresses"), Column("service"),
        Column("changes nothing in the model"), leading=1,
    )  # fmt: skip
    for alias in found:
        if not alias.error:
            names = ", ".join(dict.fromkeys(text.split(" (")[0] for text in alias.unmodelled))
            addresses = ", ".join(map(str, alias.addresses))
            table.add(", ".join(alias.names), alias.line, addresses, alias.service, names)
    if len(table):
        console.print(table)
    broken = [alias for alias in found if alias.error]
    for alias in broken:
        console.print(
            f"cannot be used: {', '.join(alias.names)}: {alias.error}", markup=False, highlight=False
        )
    console.print(f"{len(found) - len(broken)} of {len(found)} can be used", highlight=False)


def show_alias(console: Console, file: Path, alias: str, *, sqlnet: Path | None, as_json: bool) -> None:
    """Print what one alias of a connect file resolves to.

    @param console: where to
    @param file: a tnsnames.ora or a listener.ora
    @param alias: the alias
    @param sqlnet: a sqlnet.ora or none
    @param as_json: print one JSON object instead of a table
    """
    found = resolve_alias(file, alias, sqlnet=sqlnet)
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
