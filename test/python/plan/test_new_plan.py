# SPDX-License-Identifier: GPL-2.0-only
"""The first plan of whoever begins."""

from __future__ import annotations

import re
from pathlib import Path

import net8
import pytest
import typer.testing
from net8 import _core
from net8.base.errors import PlanError
from net8.cli.app import app
from net8.cli.new_plan import first_plan, write_first_plan
from net8.plan.scenario import scenario_folders
from net8.schema.table import KEYS
from net8.sweep.sweep import Sweep

TOP = Path(__file__).resolve().parents[3]


def test_a_first_plan_runs_as_it_is(tmp_path: Path) -> None:
    done = typer.testing.CliRunner().invoke(app, ["new", str(tmp_path / "my wan")])
    assert done.exit_code == 0, done.output
    plan = net8.load(tmp_path / "my wan")
    assert plan["title"] == "my wan"
    assert plan["path.kind"] == "wan"
    sweep = Sweep(plan, out=tmp_path / "runs")
    assert sweep.run_missing().simulated == 6


def test_every_default_that_a_first_plan_shows_can_be_set(tmp_path: Path) -> None:
    """Without its # such a line is still a plan, and says what was so anyway."""
    text = first_plan("all")
    shown = re.findall(r"^# (\w+) = ", text, re.MULTILINE)
    assert len(shown) >= 8
    path = tmp_path / "plan.toml"
    path.write_text(re.sub(r"^# (\w+ = )", r"\1", text, flags=re.MULTILINE), encoding="utf-8")
    plan = net8.load(path)
    for key in plan:
        if key.rpartition(".")[2] in shown:
            assert plan[key] == KEYS[key].default, key


def test_a_first_plan_takes_the_place_of_nothing(tmp_path: Path) -> None:
    write_first_plan(tmp_path / "one")
    with pytest.raises(PlanError, match="already exists"):
        write_first_plan(tmp_path / "one")
    with pytest.raises(PlanError, match="cannot be the name of a folder"):
        write_first_plan(tmp_path / "...")


def test_scenarios_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "wan-fetch" in [folder.name for folder in scenario_folders()]
    (tmp_path / "scenarios" / "mine").mkdir(parents=True)
    (tmp_path / "scenarios" / "mine" / "plan.toml").write_text("")
    assert [folder.name for folder in scenario_folders()] == ["mine"]


def test_an_installed_package_has_the_scenarios() -> None:
    """They lie beside the extension, where net8 looks for them when there is no source tree."""
    beside = Path(_core.__file__).parent / "scenarios" / "wan-fetch"
    assert net8.load(beside)["title"] == net8.load(TOP / "scenarios" / "wan-fetch")["title"]
    assert (beside / "tnsnames.ora").is_file()
