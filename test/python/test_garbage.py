# SPDX-License-Identifier: GPL-2.0-only
"""``net8 campaigns`` and ``net8 gc``: what a store holds, and what none of its plans names."""

from __future__ import annotations

from pathlib import Path

import net8
import net8.cli.store_verbs
import pytest
import typer.testing
from net8.base.provenance import of_command
from net8.cli.app import app
from net8.store.database import Store
from net8.store.garbage import remove_unused, unused

PLAN = {"path": {"kind": "lan"}, "query": {"rows": 3}, "sweep": {"client.sdu": [2048, 8192]}}


def _told(*arguments: str) -> str:
    """Return what a verb prints."""
    done = typer.testing.CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Make a store of two points and two runs, of which a second command asks for one run and another SDU."""
    first = net8.Plan.of(PLAN)
    net8.Sweep(first, runs=2, out=tmp_path).run_missing()
    net8.Sweep(first.sweep({"client.sdu": [2048, 4096]}), runs=1, out=tmp_path).run_missing()
    return tmp_path


def _left(out: Path) -> set[tuple[str, int]]:
    """Return hash of point and run number of all runs; each has a whole folder and none is left over."""
    with Store(out, writing=False) as store:
        rows = store.all_rows()
    assert {path.name for path in (out / "data").iterdir()} == {row.folder for row in rows}
    return {(row.point, row.run) for row in rows}


def test_what_no_plan_names_is_told_and_removed(out: Path) -> None:
    """Of five runs two are named: one run at 2048 and at 4096 bytes."""
    before = _left(out)
    assert len(before) == 5
    told = _told("gc", "--out", str(out))
    assert "3 runs of model" in told
    assert f"net8 gc --remove --out {out} removes 3 runs" in " ".join(told.split())
    assert _left(out) == before
    assert "3 runs" in _told("campaigns", "--out", str(out))
    assert "3 runs removed" in _told("gc", "--remove", "--out", str(out))
    after = _left(out)
    assert after < before
    assert {run for _point, run in after} == {1}
    assert len(after) == 2
    assert "nothing to remove" in _told("gc", "--out", str(out))


def test_runs_of_another_model_are_named_by_no_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan was run again by another model: the runs of the first one are left over."""
    monkeypatch.setattr("net8.sweep.sweep.model_version", lambda: "0.0.1+another")
    net8.Sweep(net8.Plan.of(PLAN), runs=1, out=tmp_path).run_missing()
    monkeypatch.undo()
    net8.Sweep(net8.Plan.of(PLAN), runs=1, out=tmp_path).run_missing()
    with Store(tmp_path, writing=False) as store:
        assert [row.model for row in unused(store)] == ["0.0.1+another"] * 2
    remove_unused(tmp_path)
    with Store(tmp_path, writing=False) as store:
        assert {row.model for row in store.all_rows()} == {net8.base.extension.model_version()}


def test_campaigns_tell_what_is_missing(out: Path) -> None:
    """A row for each plan, with the command that ran it last."""
    with Store(out) as store:
        row = next(row for row in store.all_rows() if row.run == 1)
        store.drop([row.key])
    told = _told("campaigns", "--out", str(out)).split("\n")
    assert sum("2 x 1" in line for line in told) == 1
    assert any(of_command()["command"][:20] in line for line in told)


def test_a_folder_without_a_store_is_one_sentence(tmp_path: Path) -> None:
    for verb in ("campaigns", "gc"):
        with pytest.raises(net8.StoreError, match="holds no results yet"):
            typer.testing.CliRunner().invoke(app, [verb, "--out", str(tmp_path)], catch_exceptions=False)
