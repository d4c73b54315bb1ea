# SPDX-License-Identifier: GPL-2.0-only
"""Every stored run says what made it, and a store belongs to the sources of a model, not to a build."""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import net8
import pytest
import typer.testing
from net8.base import extension
from net8.base import provenance as made_by
from net8.base.extension import build, model_version
from net8.base.provenance import commit
from net8.campaign.provenance import provenance
from net8.cli.app import app
from net8.store.database import Row, Store

ROOT = Path(__file__).resolve().parents[3]
PLAN = '[path]\nkind = "lan"\n[query]\nrows = 3\n[sweep]\n"client.sdu" = [2048, 8192]\n'


def _run(tmp_path: Path, *arguments: str) -> Path:
    """Run a plan by the command line; return the output folder."""
    (tmp_path / "small.toml").write_text(PLAN)
    out = tmp_path / "runs"
    done = typer.testing.CliRunner().invoke(
        app, ["run", str(tmp_path / "small.toml"), "--out", str(out), *arguments]
    )
    assert done.exit_code == 0, done.output
    return out


def test_a_run_folder_says_what_made_it(tmp_path: Path) -> None:
    """Versions, build, commit, command, machine and times, in UTC."""
    before = datetime.now(UTC)
    out = _run(tmp_path)
    after = datetime.now(UTC)
    folders = sorted((out / "data").iterdir())
    assert len(folders) == 2
    for folder in folders:
        record = json.loads((folder / "row.json").read_text())["record"]
        made = record["made"]
        assert made["net8"] == net8.__version__
        assert made["python"] == platform.python_version()
        assert made["host"] == platform.node()
        assert re.fullmatch(r"3\.\d+(\.\d+)?(-dev)?", made["ns3"])
        assert re.match(r"(GNU|Clang) \d+", made["compiler"])
        assert made["compiler"] == build().compiler
        assert made["build_type"] == build().build_type
        assert made["build_type"]
        assert made["platform"] == platform.platform()
        assert made["commit"] == commit()
        assert set(made) == {
            "net8", "ns3", "compiler", "build_type", "python", "platform", "host", "command", "commit", "start", "end",
        }  # fmt: skip
        start, end = (datetime.fromisoformat(made[name]) for name in ("start", "end"))
        assert start <= end
        assert (start - before).total_seconds() > -0.002  # milliseconds are cut off
        assert (after - end).total_seconds() > -0.002
        assert record["model"] == model_version()


def test_a_campaign_says_who_made_its_runs(tmp_path: Path) -> None:
    """Runs of two commands are told apart; what is in common is told once."""
    out = _run(tmp_path)
    told = json.loads((out / "small" / "provenance.json").read_text())
    assert [group["runs"] for group in told["made"]] == [2]
    assert told["plan"] == "small"
    assert len(told["points"]) == 2
    code = (
        "import sys, net8; from net8.sweep.sweep import Sweep; sys.argv[0] = 'mine.py'\n"
        f"Sweep(net8.load({str(tmp_path / 'small.toml')!r}), runs=2, out={str(out)!r}).run_missing()"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
    _run(tmp_path, "--runs", "2")
    told = json.loads((out / "small" / "provenance.json").read_text())
    assert [group["runs"] for group in told["made"]] == [2, 2]
    assert told["made"][1]["command"] == "mine.py"
    assert told["made"][0]["end"] <= told["made"][1]["start"]


def test_runs_are_told_apart_by_each_thing_that_made_them() -> None:
    """The state of a build too: a debug build, another compiler or a changed tree is another origin."""
    same = {name: name for name in ("net8", "ns3", "compiler", "build_type", "python", "platform", "host", "command",
                                    "commit")}  # fmt: skip
    first = Row("k", "p", 1, 1, "m", "ok", "", "d", 1, False, 0.0, {}, same | {"start": "1", "end": "2"})
    assert [group["runs"] for group in provenance([first, replace(first, run=2)])] == [2]
    for name in same:
        second = replace(first, made={**first.made, name: "other", "start": "3", "end": "4"})
        one, other = provenance([first, second])
        assert (one[name], other[name]) == (name, "other")
        assert (other["start"], other["end"], other["runs"]) == ("3", "4", 1)
    assert [group["model"] for group in provenance([first, replace(first, model="n")])] == ["m", "n"]


def test_a_commit_says_whether_its_tree_was_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.net"]
    (tmp_path / "a.txt").write_text("1")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setattr(made_by, "_ROOT", tmp_path)
    head = subprocess.run(
        [*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    assert made_by.commit.__wrapped__() == head
    (tmp_path / "a.txt").write_text("2")
    assert made_by.commit.__wrapped__() == f"{head}-dirty"


def test_provenance_survives_merge_and_repair(tmp_path: Path) -> None:
    """What made a run stays with it wherever its folder goes."""
    out = _run(tmp_path)
    runner = typer.testing.CliRunner()
    other = tmp_path / "other"
    assert runner.invoke(app, ["merge", str(out), "--out", str(other)]).exit_code == 0
    (other / "campaign.sqlite").unlink()
    assert runner.invoke(app, ["repair", str(other)]).exit_code == 0
    with Store(out, writing=False) as store, Store(other, writing=False) as again:
        assert [row.made for row in again.all_rows()] == [row.made for row in store.all_rows()]
        assert all(row.made for row in again.all_rows())


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Copy a few sources into a tree of their own."""
    for name in ("model/text/net8-duration.cc", "model/topology/net8-topology.cc", "bindings/module.cc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def _hash(root: Path) -> str:
    """Let the build's script name the sources of a tree."""
    out = root / "build.json"
    script = ROOT / "cmake" / "describe_build.py"
    told = ["--ns3", "3.44", "--compiler", "GNU 12.2.0", "--build-type", "Release"]
    subprocess.run([sys.executable, str(script), str(root), str(out), *told], check=True)
    return str(json.loads(out.read_text())["sources"])


def test_the_model_is_its_sources(sources: Path) -> None:
    """A changed or renamed source is another model; what is not compiled is none."""
    first = _hash(sources)
    (sources / "model" / "notes.md").write_text("nothing\n")
    (sources / "bindings" / "net8").mkdir()
    (sources / "bindings" / "net8" / "new.py").write_text("\n")
    assert _hash(sources) == first
    path = sources / "model" / "topology" / "net8-topology.cc"
    path.rename(path.with_name("net8-way.cc"))
    renamed = _hash(sources)
    assert renamed != first
    path.with_name("net8-way.cc").write_text("int x;\n")
    assert _hash(sources) not in (first, renamed)


def test_the_model_is_not_its_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another compiler or place gives the same name; another ns-3 or other sources another one."""
    made = build()
    assert made.sources, "the extension was compiled without its description"

    def named(**changed: str) -> str:
        values = {
            name: getattr(made, name) for name in ("sources", "ns3", "compiler", "build_type", "commit")
        }
        monkeypatch.setattr(extension, "build", lambda: extension.Build(**(values | changed)))
        return extension.model_version.__wrapped__()

    assert named(compiler="Clang 16", build_type="Debug", commit="") == model_version()
    assert named(ns3="3.99") != model_version()
    assert named(sources="0" * 64) != model_version()
