# SPDX-License-Identifier: GPL-2.0-only
"""A campaign becomes one file that says what made it, and whoever has the file can prove it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from archive_case import METADATA, forge, net8_verb, refusal, rewrite
from net8.archive.plan_files import plan_files
from net8.base.errors import ArchiveError, PlanError, StoreError
from net8.store.database import Store

PLAN = """
title = "Rows of a file over a lossy LAN"
[path]
kind = "lan"
loss_rate = 0.01
[query]
row_length = { csv = "rows.csv", column = "bytes" }
[sweep]
"client.sdu" = [512, 2048]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Run a plan of two points twice and archive it; return its output folder and the archive."""
    home = tmp_path_factory.mktemp("home")
    (home / "rows.csv").write_text("bytes\n" + "".join(f"{100 + number}\n" for number in range(40)))
    (home / "lossy.toml").write_text(PLAN)
    out, archive = home / "runs", home / "lossy.crate.zip"
    ran = net8_verb("run", home / "lossy.toml", "--runs", 2, "--out", out)
    assert ran.exit_code == 0, ran.output
    packed = net8_verb("archive", "lossy", "--out", out, "--file", archive)
    assert packed.exit_code == 0, packed.output
    return out, archive


def _graph(archive: Path) -> dict[str, dict[str, Any]]:
    """Read the entities of an archive."""
    with zipfile.ZipFile(archive) as content:
        document = json.loads(content.read(METADATA))
    return {entity["@id"]: entity for entity in document["@graph"]}


@pytest.mark.slow
def test_an_archive_is_simulated_again_and_gives_the_same(made: tuple[Path, Path]) -> None:
    out, archive = made
    before = sorted(path.name for path in out.rglob("*"))
    done = net8_verb("verify", archive, "--all")
    assert done.exit_code == 0, done.output
    assert "4 of 4 runs simulated again: all equal" in done.output
    assert sorted(path.name for path in out.rglob("*")) == before
    assert "1 of 4 runs simulated again: all equal" in net8_verb("verify", archive, "--sample", 1).output


def test_an_archive_holds_all_that_made_it(made: tuple[Path, Path]) -> None:
    """What the profile of Workflow Run RO-Crate asks for, and every file with its sum."""
    out, archive = made
    graph = _graph(archive)
    root, plan = graph["./"], graph["scenario/lossy/plan.toml"]
    assert root["mainEntity"] == {"@id": plan["@id"]}
    assert {"name", "description", "datePublished", "license"} <= set(root)
    assert "https://w3id.org/ro/wfrun/workflow/0.5" in [entry["@id"] for entry in root["conformsTo"]]
    assert "ComputationalWorkflow" in plan["@type"]
    assert plan["programmingLanguage"]["@id"] in graph
    (action,) = (entity for entity in graph.values() if entity["@type"] == "CreateAction")
    assert {"@id": "scenario/lossy/rows.csv"} in action["object"]
    assert action["startTime"] <= action["endTime"]
    assert all(entry["@id"] in graph for entry in (*root["hasPart"], *root["mentions"], *action["result"]))
    with zipfile.ZipFile(archive) as content:
        names = set(content.namelist()) - {METADATA}
        assert {entry["@id"] for entry in root["hasPart"]} == names
        for name in names:
            assert graph[name]["sha256"] == hashlib.sha256(content.read(name)).hexdigest()
    assert {"campaign.sqlite", "lossy/table.csv", "lossy/provenance.json"} <= names
    with Store(out, writing=False) as store:
        assert {f"data/{row.folder}/calls.csv" for row in store.all_rows()} <= names


NETWORK = """
title = "Three clients of a file over a recorded link"
[[site]]
name = "office"
[[site]]
name = "centre"
[[link]]
name = "line"
between = ["office", "centre"]
delay = "5ms"
delivery_trace = "trace.txt"
[client]
site = "office"
count = 3
arrivals = "file"
arrival_file = "starts.txt"
[server]
site = "centre"
"""


def test_times_and_traces_beside_a_plan_go_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    for folder in (home, elsewhere):
        folder.mkdir()
    (home / "starts.txt").write_text("100ms\n200ms\n400ms\n")
    (home / "trace.txt").write_text("".join(f"{time}\n" for time in range(1, 51)))
    (home / "line.toml").write_text(NETWORK)
    # Nothing of it is in the folder where somebody stands.
    monkeypatch.chdir(elsewhere)
    out, archive = tmp_path / "runs", tmp_path / "line.crate.zip"
    assert net8_verb("run", home / "line.toml", "--out", out).exit_code == 0
    assert net8_verb("archive", "line", "--out", out, "--file", archive).exit_code == 0
    with zipfile.ZipFile(archive) as packed:
        assert {"scenario/line/starts.txt", "scenario/line/trace.txt"} <= set(packed.namelist())
    verdict = net8_verb("verify", archive, "--all")
    assert verdict.exit_code == 0, verdict.output
    assert "1 of 1 runs simulated again: all equal" in " ".join(verdict.output.split())


def test_an_archive_names_nobodys_folders(made: tuple[Path, Path], tmp_path: Path) -> None:
    """But for the command, which is told as it was typed."""
    _out, archive = made
    with zipfile.ZipFile(archive) as content:
        content.extractall(tmp_path)
    home = str(archive.parent).encode()
    found = [path.name for path in tmp_path.rglob("*") if path.is_file() and home in path.read_bytes()]
    assert found == []


def test_an_unpacked_archive_is_a_folder_of_results(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made
    with zipfile.ZipFile(archive) as content:
        content.extractall(tmp_path)
    shown = net8_verb("report", "lossy", "--out", tmp_path)
    assert shown.exit_code == 0, shown.output
    assert "Rows of a file over a lossy LAN" in shown.output
    assert "missing" not in shown.output


def test_a_changed_file_is_refused_by_name(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made

    def change(folder: Path) -> None:
        path = folder / "lossy" / "table.csv"
        path.write_text(path.read_text().replace("1", "2"))

    rewrite(archive, tmp_path / "changed.zip", change, sums=False)
    assert "lossy/table.csv is not what was archived" in refusal(
        ArchiveError, "verify", tmp_path / "changed.zip"
    )


def _alter_digest(folder: Path) -> None:
    """Write another digest into one run, with every checksum as net8 makes them."""
    with Store(folder, writing=False) as store:
        digest = store.all_rows()[0].digest

    def change(run: Path) -> None:
        path = run / "run.json"
        path.write_text(path.read_text().replace(digest, digest[::-1]))

    forge(folder, lambda row: replace(row, digest=digest[::-1]), change)


def test_a_run_that_was_forged_with_all_its_sums_is_told(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made
    rewrite(archive, tmp_path / "forged.zip", _alter_digest, sums=True)
    done = net8_verb("verify", tmp_path / "forged.zip", "--all")
    assert done.exit_code == 1, done.output
    assert "1 difference\n" in done.output
    assert "run" in done.output.split("differs: ")[1]
    assert "simulated" in done.output.split("differs: ")[1]


def test_a_table_that_was_forged_is_told(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made

    def change(folder: Path) -> None:
        path = folder / "lossy" / "table.csv"
        path.write_text(path.read_text().replace("1", "2"))

    rewrite(archive, tmp_path / "forged.zip", change, sums=True)
    done = net8_verb("verify", tmp_path / "forged.zip", "--sample", 1)
    assert done.exit_code == 1, done.output
    assert "table.csv is not the table of the store" in done.output


def test_a_plan_that_was_changed_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made

    def change(folder: Path) -> None:
        (folder / "scenario" / "lossy" / "rows.csv").write_text("bytes\n7\n")

    rewrite(archive, tmp_path / "changed.zip", change, sums=True)
    sentence = refusal(ArchiveError, "verify", tmp_path / "changed.zip")
    assert "its plan does not give the points that its store holds" in sentence


def test_an_archive_of_another_model_is_told_from_one_that_was_changed(
    made: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a wheel of an older commit made it: keys and defaults that came later make other points of its plan."""
    _out, archive = made
    monkeypatch.setattr("net8.archive.verify.model_version", lambda: "0.1.0+0123456789ab")
    monkeypatch.setattr("net8.archive.verify.point_hashes", lambda *_words: ["f" * 64] * 2)
    sentence = refusal(ArchiveError, "verify", archive)
    assert "and this is 0.1.0+0123456789ab, for which its plan stands for other points" in sentence
    assert "verify it with the net8 that made it" in sentence


def test_a_file_that_would_leave_the_folder_is_refused(made: tuple[Path, Path], tmp_path: Path) -> None:
    _out, archive = made
    target = tmp_path / "odd.zip"
    target.write_bytes(archive.read_bytes())
    with zipfile.ZipFile(target, "a") as content:
        content.writestr("../outside.txt", "x")
    assert "../outside.txt" in refusal(ArchiveError, "verify", target)
    assert not (tmp_path / "outside.txt").exists()


@pytest.mark.parametrize(
    ("content", "sentence"), [(None, "there is no archive"), (b"PK", "no archive of net8")]
)
def test_what_is_no_archive_is_said(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    if content is not None:
        path.write_bytes(content)
    assert sentence in refusal(ArchiveError, "verify", path)


def test_a_campaign_with_missing_runs_is_not_archived(made: tuple[Path, Path], tmp_path: Path) -> None:
    out, archive = made
    plan = archive.with_name("other.toml")
    plan.write_text(PLAN.replace("0.01", "0.02"))
    part = net8_verb("run", plan, "--part", "1/2", "--out", out)
    assert part.exit_code == 0, part.output
    sentence = refusal(StoreError, "archive", "other", "--out", out, "--file", tmp_path / "other.zip")
    assert "missing" in sentence
    assert not (tmp_path / "other.zip").exists()


def test_a_plan_whose_file_was_changed_since_is_not_archived(made: tuple[Path, Path], tmp_path: Path) -> None:
    out, archive = made
    rows = archive.with_name("rows.csv")
    before = rows.read_text()
    rows.write_text("bytes\n5\n")
    try:
        sentence = refusal(PlanError, "archive", "lossy", "--out", out, "--file", tmp_path / "lossy.zip")
    finally:
        rows.write_text(before)
    assert "is not what was simulated" in sentence


def test_files_of_a_plan_are_found_wherever_it_names_them(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("my.toml", "rows.csv", "sub/tnsnames.ora", "unused.csv"):
        (tmp_path / name).write_text("x")
    text = (
        '[client]\ndriver = "file:my.toml"\n[[group]]\nrow_length = "rows.csv"\n[sweep]\n'
        '"files.tnsnames" = ["sub/tnsnames.ora", "absent.ora"]\n'
    )
    assert plan_files(text, tmp_path) == ["my.toml", "rows.csv", "sub/tnsnames.ora"]
    with pytest.raises(PlanError, match="is not in the folder of its plan"):
        plan_files('[files]\ntnsnames = "../x.ora"\n', _beside(tmp_path))


def _beside(folder: Path) -> Path:
    """Make a folder with a file beside it."""
    (folder / "x.ora").write_text("x")
    (folder / "plan").mkdir()
    return folder / "plan"


def test_what_a_user_got_wrong_is_exit_code_2(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", "verify", "absent.zip"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "net8: there is no archive absent.zip; net8 archive makes one\n"
