# SPDX-License-Identifier: GPL-2.0-only
"""``net8 campaigns`` and ``net8 gc``: what a store holds, and what none of its plans names."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import net8
import pytest
import typer.testing
from net8.base.extension import model_version
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
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a store of two points and two runs, of which a second command asks for one run and another SDU.

    The command is one of our own, as that of this process depends on who runs the tests.
    """
    first = net8.Plan.of(PLAN)
    of_command.cache_clear()
    monkeypatch.setattr(sys, "argv", ["first.py"])
    net8.Sweep(first, runs=2, out=tmp_path).run_missing()
    of_command.cache_clear()
    monkeypatch.setattr(sys, "argv", ["second.py", "--again"])
    net8.Sweep(first.sweep({"client.sdu": [2048, 4096]}), runs=1, out=tmp_path).run_missing()
    yield tmp_path
    of_command.cache_clear()


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
        assert [row.model for row in store.all_rows()] == [model_version()] * 2


def test_campaigns_tell_what_is_missing(out: Path) -> None:
    """A row for each plan: points, runs that are there and that are missing, and the command that ran it last."""
    # The second command asks for one run each at 2048 and at 4096 bytes and simulates the latter alone.
    row = r"^ *plan +2 x 1 +{there} +{missing} +\S+ +\d{{4}}-\d\d-\d\d \d\d:\d\d +{command} *$"
    told = _told("campaigns", "--out", str(out))
    assert re.search(row.format(there=2, missing=0, command="second.py --again"), told, re.MULTILINE), told
    with Store(out) as store:
        (missing,) = (run.key for run in store.all_rows() if run.made["command"] == "second.py --again")
        store.drop([missing])
    told = _told("campaigns", "--out", str(out))
    assert re.search(row.format(there=1, missing=1, command="first.py"), told, re.MULTILINE), told


def test_a_folder_without_a_store_is_one_sentence(tmp_path: Path) -> None:
    for verb in ("campaigns", "gc"):
        with pytest.raises(net8.StoreError, match="has no results; net8 run PLAN writes some"):
            typer.testing.CliRunner().invoke(app, [verb, "--out", str(tmp_path)], catch_exceptions=False)
