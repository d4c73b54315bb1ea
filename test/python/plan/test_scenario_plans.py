# SPDX-License-Identifier: GPL-2.0-only
"""What net8-digest is given of the scenarios: all of them, every step of their sweeps, every section of their plans."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import net8
import pytest
from net8.plan.resolve import resolve
from script_file import load

pytestmark = pytest.mark.plain

TOP = Path(__file__).resolve().parents[3]


def script() -> ModuleType:
    return load(TOP / "test" / "digest" / "scenario_plans.py")


SCRIPT = script()
PLANS = list(SCRIPT.plans())
FOLDERS = sorted(path.parent for path in (TOP / "scenarios").glob("*/plan.toml"))


def test_every_scenario_is_there() -> None:
    assert FOLDERS
    assert {name.split()[0] for name, _plan in PLANS} == {folder.name for folder in FOLDERS}
    assert len({name for name, _plan in PLANS}) == len(PLANS)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_step_and_every_section_is_there(folder: Path) -> None:
    plan = net8.load(folder)
    mine = [shortened for name, shortened in PLANS if name.split()[0] == folder.name]
    # The first point, and one for each further step of each axis.
    assert len(mine) == 1 + sum(len(axis.steps) - 1 for axis in plan.axes)
    for axis in plan.axes:
        for step in axis.steps:
            wanted = {path: SCRIPT.shortened(path, value) for path, value in step.values.items()}
            assert any(all(each[path] == value for path, value in wanted.items()) for each in mine)
    for each in mine:
        assert set(plan.values) <= set(each.values)
        for name in ("cross_traffic", "groups", "end_points", "instances", "faults"):
            tables, shortened = getattr(plan, name), getattr(each, name)
            assert [_kept(plan, name, n, table) for n, table in enumerate(tables, 1)] == [
                _kept(plan, name, n, table) for n, table in enumerate(shortened, 1)
            ]


def _kept(plan: net8.Plan, name: str, number: int, table: Mapping[str, object]) -> set[str]:
    """Return the keys of a table, but for those that a sweep may set to their default, which leaves them out."""
    swept = {path for axis in plan.axes for step in axis.steps for path in step.values}
    section, called = name.removesuffix("s"), (number, table.get("name"))
    return {key for key in table if not swept & {f"{section}.{each}.{key}" for each in called}}


def test_what_is_cut_short_is_number_alone() -> None:
    _name, storm = next(entry for entry in PLANS if entry[0].startswith("logon-storm"))
    assert (storm["group.storm.count"], storm["group.foreground.queries"], storm["query.rows"]) == (8, 3, 1)
    assert (
        storm["group.storm.think_time"]
        == net8.load(TOP / "scenarios" / "logon-storm")["group.storm.think_time"]
    )


def test_a_field_with_the_signs_of_the_format_stays_one() -> None:
    plan = net8.Plan.of(
        {"client": {"program": "a\tb\\c"}, "group": [{"name": "g"}], "query": {"row_length": [7, 9]}}
    )
    lines = SCRIPT.written("odd name", resolve(plan)).splitlines()
    assert lines[0].split("\t") == ["plan", "odd name", "1"], "with its seed"
    assert [line for line in lines if line.startswith("row")] == ["row\t7", "row\t9"]
    assert [line for line in lines if line.startswith("group")] == ["group\tg"]
    assert "attribute\tProgram\ta\\tb\\\\c" in lines
