# SPDX-License-Identifier: GPL-2.0-only
"""The table of plan keys as a JSON Schema (draft 7), by which editors complete and check plan files.

What a schema cannot say is left to ``net8.load``: ranges of quantities that are written with a unit, names that must be
those of another table, and keys that do not go together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from net8.base import units
from net8.schema.axes import DESIGNS
from net8.schema.distributions import PARAMETERS
from net8.schema.key import CLIENT_RELEASES, DRIVERS, FILE, RELEASES, TDS_DRIVERS
from net8.schema.table import KEYS, TABLE, Key

__all__ = ["DRAFT", "json_schema"]

Schema = dict[str, object]

DRAFT: Final = "http://json-schema.org/draft-07/schema#"
_NUMBER: Final = r"[+]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?"
_LARGEST: Final = 2**53
"""Largest whole number that every reader of JSON keeps exactly."""


def _quantity(known: Mapping[str, object]) -> Schema:
    """Return the schema of a number with its unit."""
    names = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return {"type": "string", "pattern": rf"^\s*{_NUMBER}\s*({names})\s*$"}


_TIME: Final = _quantity(units.TIME_UNITS)
_RATE: Final = _quantity(units.RATE_UNITS)
_SIZE_TEXT: Final[Schema] = {
    "anyOf": [{"type": "string", "pattern": r"^\s*\d{1,18}\s*$"}, _quantity(units.SIZE_UNITS)]
}
_RANDOM_TEXT: Final[Schema] = {"type": "string", "pattern": rf"^\s*({'|'.join(PARAMETERS)})\s*\(.*\)\s*$"}
_TEXT: Final[Schema] = {"type": "string"}


def _distribution(entry: Schema) -> Schema:
    """Return the schema of a table such as {distribution = "exponential", mean = "2ms"}.

    @param entry: that of one of its quantities
    """
    tables: list[Schema] = []
    for name, parameters in PARAMETERS.items():
        numbers = {
            each: {"type": "number", "exclusiveMinimum": 1} if each == "shape" else entry
            for each in parameters
        }
        tables.append(_object({"distribution": {"const": name}, **numbers}, ["distribution", *parameters]))
    return {"anyOf": [_RANDOM_TEXT, *tables]}


def _object(properties: Mapping[str, object], required: list[str] | None = None) -> Schema:
    """Return the schema of a table with these keys and no others."""
    schema: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return schema | ({"required": required} if required else {})


def _range(key: Key) -> Schema:
    """Return the ends of a key's range; one that a reader of JSON would not keep exactly is left out."""
    ends: Schema = {"minimum": key.low}
    return ends | ({"maximum": key.high} if key.high <= _LARGEST else {})


def _choice(key: Key) -> Schema:
    """Return the schema of a word; a release may be a number, a driver or a server's release a file."""
    words: list[Schema] = [{"enum": list(key.choices)}]
    if any(key.choices is names for names in (DRIVERS, RELEASES, TDS_DRIVERS)):
        words.append({"type": "string", "pattern": f"^{FILE}."})
    if key.choices is RELEASES or key.choices is CLIENT_RELEASES:
        words.append({"enum": _numbers()})
    return words[0] if len(words) == 1 else {"anyOf": words}


def _numbers() -> list[object]:
    """Return what releases are called in short: 12.1, 19 and "19"."""
    short = [name.rstrip("aci") for name in CLIENT_RELEASES]
    return [
        *dict.fromkeys(short),
        *dict.fromkeys(float(name) if "." in name else int(name) for name in short),
    ]


def _listed(entry: Schema, least: int = 0) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": entry} | ({"minItems": least} if least else {})


def _size(key: Key) -> Schema:
    """Return the schema of a size: bytes, or a text with a unit."""
    return {"anyOf": [{"type": "integer", **_range(key)}, _SIZE_TEXT]}


def _rows(key: Key) -> Schema:
    """Return the schema of the length of a row."""
    size = _size(key)
    column = _object({"csv": _TEXT, "column": _TEXT}, ["csv", "column"])
    return {"anyOf": [size, _listed(size, 1), _distribution(size), column]}


def _words(key: Key) -> Schema:
    """Return the schema of a list of names, or of one."""
    word: Schema = {"enum": list(key.choices)} if key.choices else _TEXT
    return {"anyOf": [_TEXT, _listed(word)]}


def _kind(key: Key) -> Schema:
    """Return the schema of what may stand for a key."""
    match key.kind:
        case "choice" | "class":
            return _choice(key)
        case "int" | "number":
            return {"type": "integer" if key.kind == "int" else "number", **_range(key)}
        case "fraction":
            return {"type": "number", "minimum": 0, "exclusiveMaximum": 1}
        case "bool":
            return {"type": "boolean"}
        case "size":
            return _size(key)
        case "rows":
            return _rows(key)
        case "random":
            return {"anyOf": [_TIME, *_of(_distribution(_TIME))]}
        case "words":
            return _words(key)
        case "rates":
            return {"anyOf": [_RATE, _listed(_RATE, 1)]}
        case "indices":
            return _listed({"type": "integer", "minimum": 0})
        case "shares":
            share: Schema = {"type": "number", "minimum": 0, "maximum": 1}
            return {"anyOf": [share, _listed(share, 1)]}
        case "mix":
            weights: Schema = {"type": "number", "exclusiveMinimum": 0}
            return {"anyOf": [_TEXT, {"type": "object", "additionalProperties": weights, "minProperties": 1}]}
        case "steps":
            return {"anyOf": [_TEXT, _listed(_TEXT)]}
        case "hosts":
            target: Schema = {"type": "string", "minLength": 1}
            return {"type": "object", "additionalProperties": {"anyOf": [target, _listed(target, 1)]}}
        case kind:
            return _PLAIN[kind]


def _of(schema: Schema) -> list[object]:
    """Return what a schema lets one choose from."""
    several = schema["anyOf"]
    return several if isinstance(several, list) else []


_PLAIN: Final[Mapping[str, Schema]] = {
    "text": _TEXT,
    "connect": _TEXT,
    "name": {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,99}$"},
    "columns": _TEXT,
    "time": _TIME,
    "rate": _RATE,
    "frequency": {"type": "string", "pattern": r"^\s*\d+(\.\d+)?\s*/\s*(s|min|h)\s*$"},
    "queue": {
        "anyOf": [
            {"type": "string", "pattern": r"^\s*\d{1,9}\s*(p|packets)\s*$"},
            _quantity(units.SIZE_UNITS),
        ]
    },
    "table": {"type": "object"},
    "any": {},
}
"""Kinds of keys that are all alike."""


def _described(key: Key) -> Schema:
    """Return the schema of a key with its sentence, unit, source and default."""
    parts = [
        key.help,
        f"Unit: {key.unit}." if key.unit else "",
        f"Source: {key.source}." if key.source else "",
    ]
    if key.default is None and key.unset:
        parts.append(f"Unset: {key.unset}.")
    schema: Schema = {"description": " ".join(filter(None, parts)), **_kind(key)}
    default = list(key.default) if isinstance(key.default, tuple) else key.default
    return schema if default is None else schema | {"default": default}


def _section(name: str) -> Schema:
    """Return the schema of a section or of one table of a list, with the sections inside it."""
    keys = next((entry.keys for entry in TABLE if entry.name == name), ())
    inner = {
        entry.name[len(name) + 1 :].partition(".")[0]: None
        for entry in TABLE
        if name and entry.name.startswith(f"{name}.")
    }
    properties = {key.name: _described(key) for key in keys} | {
        each: _section(f"{name}.{each}") for each in inner
    }
    return _object(properties)


def _sweep() -> Schema:
    """Return the schema of [sweep]: lists of values or presets and ranges of a design, by dotted key or in tables."""
    listed: Schema = {"type": "array", "minItems": 1}
    spread: Schema = {"type": "string", "pattern": r"\.\."}
    points: Schema = {"type": "integer", "minimum": 1}
    entry: Schema = {"anyOf": [listed, spread, {"$ref": "#/definitions/sweep"}]}
    return {
        "type": "object",
        "properties": {
            "design": {"anyOf": [{"enum": list(DESIGNS)}, listed]},
            "points": {"anyOf": [points, listed]},
        },
        "additionalProperties": entry,
    }


def json_schema() -> Schema:
    """Return the schema of plan files.

    @return: a JSON Schema, draft 7
    """
    properties: dict[str, object] = {key.name: _described(key) for key in KEYS.values() if not key.section}
    for entry in TABLE:
        top = entry.name.partition(".")[0]
        if entry.name == "sweep":
            properties[top] = {"$ref": "#/definitions/sweep"}
        elif top and entry.several:
            table = _section(entry.name)
            if entry.owners and f"{entry.name}.name" in KEYS:
                table["required"] = ["name"]
            properties[top] = _listed(table) if entry.owners else {"anyOf": [_listed(table), table]}
        elif top and top not in properties:
            properties[top] = _section(top)
    return {
        "$schema": DRAFT,
        "title": "A plan of net8",
        **_object(properties),
        "definitions": {"sweep": _sweep()},
    }
