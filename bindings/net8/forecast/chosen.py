# SPDX-License-Identifier: GPL-2.0-only
"""The settings of a plan in short: values that were chosen, and each table of a list in one row."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

from net8.plan.plan import Plan
from net8.schema.columns import has_lobs
from net8.schema.lists import element

__all__ = ["UNSET", "Row", "chosen"]

Row = tuple[str, str, str, str]
"""Key, value, origin, meaning."""

UNSET: Final = "-"
"""Written for a key that has no value."""
_BY_USER: Final = ("plan", "sweep")


def chosen(plan: Plan, settings: Sequence[Row]) -> list[Row]:
    """Return the settings that are not defaults: those of the plan, its sweep and files, its drivers and releases.

    Keys without a value are left out, and so are values of the TCP profile if that profile is the default.

    @param plan: the plan
    @param settings: all of its settings
    @return: a row for each key; for each table of a list one row with all of its keys
    """
    kept = [row for row in settings if row[1] != UNSET and row[2] != "default"]
    if not _has_lobs(plan):
        kept = [row for row in kept if row[2] in _BY_USER or ".lob_" not in row[0]]
    profiles = {path.removesuffix("profile") for path, _value, origin, _help in settings
                if path.endswith(".tcp.profile") and origin == "default"}  # fmt: skip
    kept = [row for row in kept if row[2] in _BY_USER or row[0].rpartition(".")[0] + "." not in profiles]
    names = dict(_tables(plan))
    tables: dict[str, list[Row]] = {table: [] for table in names}
    sections: list[Row] = []
    for row in kept:
        tables.get(_table_of(row[0], names), sections).append(row)
    return sections + [_joined(table, names[table], rows) for table, rows in tables.items() if rows]


def _has_lobs(plan: Plan) -> bool:
    """Return whether a query of a plan has LOBs, so that what drivers do with them matters."""
    own = (table.get("columns", "") for table in plan.tables("statement"))
    return any(map(has_lobs, own)) or any(has_lobs(point.plan["query.columns"]) for point in plan.points())


def _tables(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the path of each table of a list, and its name."""
    for section, tables in plan.lists.items():
        for index, table in enumerate(tables):
            name = element(section, index, table)
            yield f"{section}.{name}", name


def _table_of(path: str, tables: Container[str]) -> str:
    """Return the path of the table with a key, or ""; names may have dots."""
    while path and path not in tables:
        path = path.rpartition(".")[0]
    return path


def _joined(table: str, name: str, rows: Sequence[Row]) -> Row:
    """Join the keys of a table into one row; its name is in its path."""
    keys = [(path.removeprefix(f"{table}."), value) for path, value, _origin, _help in rows]
    texts = [f"{key} = {value}" for key, value in keys if (key, value) != ("name", name)]
    return table, ", ".join(texts), ", ".join(dict.fromkeys(row[2] for row in rows)), ""
