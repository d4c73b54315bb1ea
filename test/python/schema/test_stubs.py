# SPDX-License-Identifier: GPL-2.0-only
"""Types of plan keys for editors: they are those of the table, and values have them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import assert_type

import net8
import pytest
from net8.plan.plan import Plan
from net8.schema.stubs import STUBS, stubs
from net8.schema.table import KEYS, LISTS, SECTIONS, TABLE

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios").glob("*/plan.toml"))
TYPES = {"Bool": bool, "Int": int, "Float": float, "Str": str}


def literals() -> dict[str, list[str]]:
    """Return the names of keys that each type of the stubs lists."""
    found = {}
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assert isinstance(node.value, ast.Subscript)
            found[node.targets[0].id] = [
                str(each.value) for each in ast.walk(node.value) if isinstance(each, ast.Constant)
            ]
    return found


def test_the_stubs_are_those_of_the_table() -> None:
    assert STUBS.read_text(encoding="utf-8") == stubs(), "python -m net8.schema.stubs writes them anew"


def test_every_key_and_every_section_is_in_the_stubs_once() -> None:
    named = [path for paths in literals().values() for path in paths]
    assert len(named) == len(set(named))
    single = {path for path, key in KEYS.items() if key.section not in LISTS}
    # What is not of one type, such as client.think_time, a time or a distribution, is an object.
    assert set(named) < single
    assert {KEYS[path].kind for path in single - set(named)} == {
        "mix", "random", "rows", "hosts", "indices", "rates", "shares", "words", "table",
    }  # fmt: skip
    tables: dict[str, set[str]] = {}
    for node in ast.parse(STUBS.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            base = node.bases[0]
            inherited = tables.get(base.id, set()) if isinstance(base, ast.Name) else set()
            tables[node.name] = inherited | {
                field.target.id
                for field in node.body
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            }
    for section in TABLE:
        name = "".join(part.capitalize() for part in re.split(r"[._]", section.name)) or "Document"
        assert section.name == "sweep" or {key.name for key in section.keys} <= tables[name]
    assert {name.partition(".")[0] for name in SECTIONS if name} <= tables["Document"]


def test_a_plan_tells_the_type_of_each_key_that_has_one() -> None:
    overloads = {
        ast.unparse(node.args.args[1].annotation or ast.Constant(""))
        for node in ast.walk(ast.parse(Path(str(Plan.of.__code__.co_filename)).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name == "__getitem__"
    }
    assert overloads == {f"typed.{name}" for name in literals()} | {"str"}


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.parent.name)
def test_values_have_the_types_that_are_told(path: Path) -> None:
    for point in net8.load(path).points():
        for name, keys in literals().items():
            kind = TYPES[name.removeprefix("Optional").removesuffix("Key")]
            for key in keys:
                value = point.plan[key]
                assert type(value) is kind or (value is None and name.startswith("Optional")), key


def test_editors_are_told_so() -> None:
    """Held by mypy, which reads this file: net8 lint fails where a type is another one."""
    plan = Plan.of({"path": {"kind": "lan"}, "client": {"sdu": 8192, "tcp": {"sack": False}}})
    assert_type(plan["client.sdu"], int | None)
    assert_type(plan["client.count"], int)
    assert_type(plan["path.delay"], str)
    assert_type(plan["path.loss_rate"], float)
    assert_type(plan["client.tcp.sack"], bool | None)
    assert_type(plan["client.think_time"], object)
    assert (plan["client.sdu"], plan["client.tcp.sack"]) == (8192, False)
