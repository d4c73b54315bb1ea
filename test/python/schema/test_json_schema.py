# SPDX-License-Identifier: GPL-2.0-only
"""The JSON Schema of plans: what plans say is let through, what they cannot say is refused, as net8 does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.schema.json_schema import json_schema
from net8.schema.table import CORE_LISTS, KEYS, TABLE

pytestmark = pytest.mark.plain

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios").glob("*/plan.toml"))
SCHEMA = json_schema()
TYPES: Mapping[str, tuple[type, ...]] = {
    "array": (list,), "boolean": (bool,), "integer": (int,), "number": (int, float), "object": (dict,),
    "string": (str,),
}  # fmt: skip


def fits(schema: Mapping[str, object], value: object) -> bool:
    """Return whether a value is what a schema asks for, as far as the one of plans goes: draft 7, word by word."""
    return all(RULES[word](schema[word], value, schema) for word in schema if word not in SILENT)


def in_type(name: object, value: object, _schema: object) -> bool:
    return isinstance(value, TYPES[str(name)]) and (name == "boolean" or not isinstance(value, bool))


def members(properties: object, value: object, schema: Mapping[str, object]) -> bool:
    assert isinstance(properties, dict)
    assert isinstance(value, dict)
    return all(fits(properties[name], entry) for name, entry in value.items() if name in properties)


def others(rule: object, value: object, schema: Mapping[str, object]) -> bool:
    known = schema.get("properties", {})
    assert isinstance(value, dict)
    assert isinstance(known, dict)
    more = [entry for name, entry in value.items() if name not in known]
    return all(fits(rule, entry) for entry in more) if isinstance(rule, dict) else bool(rule) or not more


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


SILENT = {"$schema", "title", "description", "default", "definitions"}
RULES: Mapping[str, Callable[[Any, Any, Any], object]] = {
    "$ref": lambda ref, value, _: fits(SCHEMA["definitions"][ref.removeprefix("#/definitions/")], value),  # type: ignore[index]
    "type": in_type,
    "enum": lambda words, value, _: value in words and not isinstance(value, bool),
    "const": lambda word, value, _: value == word,
    "pattern": lambda text, value, _: not isinstance(value, str) or re.search(text, value),
    "minLength": lambda least, value, _: len(value) >= least,
    "minimum": lambda least, value, _: not is_number(value) or value >= least,
    "maximum": lambda most, value, _: not is_number(value) or value <= most,
    "exclusiveMinimum": lambda least, value, _: not is_number(value) or value > least,
    "exclusiveMaximum": lambda most, value, _: not is_number(value) or value < most,
    "anyOf": lambda several, value, _: any(fits(each, value) for each in several),
    "items": lambda entry, value, _: all(fits(entry, each) for each in value),
    "minItems": lambda least, value, _: len(value) >= least,
    "required": lambda names, value, _: all(name in value for name in names),
    "properties": lambda properties, value, schema: isinstance(value, dict) and members(properties, value, schema),
    "additionalProperties": lambda rule, value, schema: isinstance(value, dict) and others(rule, value, schema),
}  # fmt: skip


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.parent.name)
def test_every_scenario_fits(path: Path) -> None:
    assert fits(SCHEMA, tomllib.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.parent.name)
def test_every_scenario_fits_as_net8_writes_it(path: Path) -> None:
    assert fits(SCHEMA, tomllib.loads(net8.load(path).to_toml()))


GOOD: dict[str, dict[str, object]] = {
    "times": {"client": {"think_time": "uniform(1us, 3us)", "connect_timeout": "1.5 s", "start": "2min"}},
    "random": {"query": {"row_length": {"distribution": "pareto", "scale": "1KiB", "shape": 1.5}}},
    "sizes": {"client": {"sdu": "8KiB", "tdu": "32767"}, "query": {"row_length": [100, "2kB"]}},
    "rows of a file": {"query": {"row_length": {"csv": "rows.csv", "column": "length"}}},
    "releases": {"client": {"release": 12.1}, "server": {"release": 19}},
    "a driver of one's own": {"client": {"driver": "file:mine.toml"}, "server": {"release": "file:r.toml"}},
    "queues": {"path": {"queue_size": "64 KiB"}},
    "hosts": {"path": {"host_names": {"db1": "server", "db2": ["server", "nowhere"]}}},
    "lists": {"group": [{"name": "app", "count": 3}], "fault": [{"kind": "link_down", "at": "1s"}]},
    "one figure": {"figure": {"x": "client.sdu"}, "sweep": {"client.sdu": [512, 1024]}},
    "a sweep of tables": {"sweep": {"client": {"sdu": [512]}, "path": [{"name": "LAN", "kind": "lan"}]}},
    "shares": {"query": {"columns": "2*number:5", "repetition": [0.1, 1]}},
}


@pytest.mark.parametrize("name", GOOD)
def test_what_a_plan_may_say_fits(name: str) -> None:
    net8.Plan.of(GOOD[name])
    assert fits(SCHEMA, GOOD[name])


BAD: dict[str, dict[str, object]] = {
    "no such section": {"clients": {"sdu": 512}},
    "no such key": {"client": {"fetch_size": 10}},
    "no such key of a list": {"group": [{"name": "app", "size": 3}]},
    "below the range": {"client": {"sdu": 511}},
    "above the range": {"client": {"array_size": 2**24}},
    "a word": {"path": {"kind": "van"}},
    "a unit": {"path": {"delay": "40sec"}},
    "no unit": {"path": {"delay": 40}},
    "a text for a number": {"client": {"count": "many"}},
    "a number for a truth": {"client": {"look_ahead": 1}},
    "a truth for a number": {"client": {"count": True}},
    "half a client": {"client": {"count": 1.5}},
    "certain loss": {"path": {"loss_rate": 1.0}},
    "a distribution": {"client": {"think_time": {"distribution": "gamma", "mean": "1s"}}},
    "half a distribution": {"client": {"think_time": {"distribution": "normal", "mean": "1s"}}},
    "a table for a list": {"group": {"name": "app"}},
    "a group without a name": {"group": [{"count": 3}]},
    "a list for a section": {"client": [{"sdu": 512}]},
    "an axis without values": {"sweep": {"client.sdu": []}},
    "an axis that is not a list": {"sweep": {"client.sdu": 512}},
    "no row at all": {"query": {"row_length": []}},
    "a share above 1": {"query": {"columns": "number:5", "repetition": 1.5}},
    "no rate": {"client": {"arrival_rate": "20/day"}},
}


@pytest.mark.parametrize("name", BAD)
def test_what_a_plan_cannot_say_is_refused_as_net8_does(name: str) -> None:
    with pytest.raises(net8.PlanError):
        net8.Plan.of(BAD[name])
    assert not fits(SCHEMA, BAD[name])


def test_every_key_is_there_with_its_sentence() -> None:
    for entry in TABLE:
        table: object = SCHEMA
        for name in filter(None, entry.name.split(".")):
            table = table["properties"][name]  # type: ignore[index]
        if entry.name == "sweep":
            continue
        for wrapped in ("anyOf", "items"):
            if entry.several and wrapped in table:  # type: ignore[operator]
                table = table[wrapped][0] if wrapped == "anyOf" else table[wrapped]  # type: ignore[index]
        for key in entry.keys:
            found = table["properties"][key.name]  # type: ignore[index]
            assert found["description"].startswith(key.help), key.path


@pytest.mark.parametrize("path", [path for path, key in KEYS.items() if key.default is not None])
def test_a_default_is_what_its_own_schema_takes(path: str) -> None:
    key = KEYS[path]
    document: object = list(key.default) if isinstance(key.default, tuple) else key.default
    for name in reversed(path.split(".")):
        document = {name: document}
    top = path.partition(".")[0]
    if top in CORE_LISTS:
        table = document[top]  # type: ignore[index]
        document = {top: [table | {"name": "one"}] if f"{top}.name" in KEYS else [table]}
    assert fits(SCHEMA, document)


def test_the_verb_prints_it() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "net8", "schema"], capture_output=True, text=True, check=True, timeout=60
    )
    assert json.loads(printed.stdout) == json.loads(json.dumps(SCHEMA))
