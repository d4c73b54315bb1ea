# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps in parts: stores that are merged, and the recipe of a SLURM job array."""

from __future__ import annotations

import dataclasses
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import net8
import pytest
from net8.store.database import Row, Store
from net8.store.merge import Merged
from net8.sweep.sweep import Outcome

# What sbatch does, one task after the other: a job number on standard output, the tasks of --array in the environment,
# options of the command line and of the script.
SBATCH = """#!/usr/bin/env bash
set -euo pipefail
script=$(cat)
echo "sbatch $*" >> "$LOG"
grep '^#SBATCH' <<< "$script" >> "$LOG"
tasks=$(sed -n 's/.*--array=1-\\([0-9]*\\).*/\\1/p' <<< "$*")
for task in $(seq "${tasks:-1}"); do
  if [ -z "$tasks" ] || [ "$task" != "${LOST_TASK:-0}" ]; then
    SLURM_ARRAY_TASK_ID=$task bash -s <<< "$script" >> "$LOG" 2>&1 || echo "task failed" >> "$LOG"
  fi
done
echo 4711
"""


def rows_of(out: Path) -> dict[str, tuple[object, ...]]:
    """Return what a store holds, but for the seconds it took."""
    with sqlite3.connect(out / "campaign.sqlite") as db:
        cursor = db.execute(
            "SELECT key, point, seed, run, model, status, error, digest, events, pcap, metrics FROM runs"
        )
        return {row[0]: row[1:] for row in cursor}


def in_parts(plan: net8.Plan, folder: Path, parts: int, runs: int = 3) -> list[Path]:
    """Simulate each part into a store of its own."""
    stores = [folder / f"part-{part}" for part in range(1, parts + 1)]
    for part, out in enumerate(stores, start=1):
        net8.Sweep(plan, runs=runs, out=out).run_missing(part=(part, parts))
    return stores


@pytest.mark.slow
def test_parts_are_the_whole(small_plan: Path, tmp_path: Path) -> None:
    plan = net8.load(small_plan)
    stores = in_parts(plan, tmp_path, 4)
    # 2 points of 3 runs in 4 parts: 2, 2, 1, 1.
    assert [len(rows_of(out)) for out in stores] == [2, 2, 1, 1]
    assert net8.merge(stores, tmp_path / "all") == Merged(("small",), taken=6, known=0)
    whole = net8.Sweep(plan, runs=3, out=tmp_path / "whole")
    whole.run_missing()
    assert rows_of(tmp_path / "all") == rows_of(tmp_path / "whole")
    merged = net8.Sweep(plan, runs=3, out=tmp_path / "all")
    assert merged.results.missing == 0
    assert merged.run_missing() == Outcome(simulated=0, reused=6, failed=0)
    for row in merged.results.rows.values():
        folder = tmp_path / "all" / "data" / row.key[:16]
        assert net8.Run.load(folder).digest == row.digest
    assert net8.merge(stores, tmp_path / "all") == Merged(("small",), taken=0, known=6)


def test_a_finished_run_takes_the_place_of_a_failed_one(small_plan: Path, tmp_path: Path) -> None:
    stores = in_parts(net8.load(small_plan), tmp_path, 2, runs=1)
    (good,) = rows_of(stores[0])
    with Store(stores[0]) as store, Store(tmp_path / "bad") as bad:
        row = store.rows([good])[good]
        bad.put(dataclasses.replace(row, status="error", error="no", digest="", files={}))
        bad.folder(row).mkdir(parents=True)
        bad.put_campaign(store.campaign("small"))
    for order in ([tmp_path / "bad", stores[0]], [stores[0], tmp_path / "bad"]):
        net8.merge(order, tmp_path / "all")
        assert rows_of(tmp_path / "all") == rows_of(stores[0])
        shutil.rmtree(tmp_path / "all")


def test_captures_come_along_and_take_the_place_of_a_run_without(small_plan: Path, tmp_path: Path) -> None:
    plan, bare, rich, out = net8.load(small_plan), tmp_path / "bare", tmp_path / "rich", tmp_path / "all"
    net8.Sweep(plan, out=bare).run_missing()
    net8.Sweep(plan, out=rich).run_missing(pcap=True)
    assert net8.merge([bare], out) == Merged(("small",), taken=2, known=0)
    assert net8.merge([rich, bare], out) == Merged(("small",), taken=2, known=2)
    with Store(out, writing=False) as merged, Store(rich, writing=False) as source:
        for row in merged.all_rows():
            taken, left = merged.folder(row), source.folder(source.rows([row.key])[row.key])
            captures = sorted(path.name for path in taken.glob("*.pcap"))
            assert row.pcap
            assert captures == ["capture-client.pcap", "capture-server.pcap"]
            for name in captures:
                assert (taken / name).read_bytes() == (left / name).read_bytes()


def test_what_does_not_belong_together_is_refused(
    small_plan: Path, lan: net8.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = net8.load(small_plan)
    one, two = in_parts(plan, tmp_path, 2)
    with pytest.raises(
        net8.PlanError, match="cannot be merged into itself; choose another folder with --out"
    ):
        net8.merge([one, two], tmp_path / "part-1")
    with pytest.raises(
        net8.StoreError, match="there is no results folder .*absent; net8 run PLAN creates it"
    ):
        net8.merge([tmp_path / "absent"], tmp_path / "all")
    other = dataclasses.replace(lan, name="small")
    net8.Sweep(other, out=tmp_path / "other").run_missing()
    with pytest.raises(
        net8.StoreError, match="other has a different plan named small than the previous stores"
    ):
        net8.merge([one, tmp_path / "other"], tmp_path / "all")
    monkeypatch.setattr("net8.sweep.sweep.model_version", lambda: "0.0.1+another")
    (three,) = in_parts(plan, tmp_path / "later", 1)
    with pytest.raises(net8.StoreError, match="results of two models cannot be merged"):
        net8.merge([one, three], tmp_path / "all")


def _with_another(row: Row, part: str) -> Row:
    """Return a run of the same name with something else in it."""
    name, (size, known, changed_ns) = next(iter(row.files.items()))
    others: dict[str, object] = {
        "digest": row.digest[::-1],
        "metrics": {**row.metrics, "response_time_s": 1.0},
        "fewer metrics": {name: value for name, value in row.metrics.items() if name != "fetch_time_s"},
        "error": "one session failed",
        "files": {**row.files, name: (size, known[::-1], changed_ns)},
    }
    return dataclasses.replace(row, **{part.split()[-1]: others[part]})  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("digest", "digest [0-9a-f]+ and [0-9a-f]+"),
        ("metrics", "response_time_s 1.0 and 0[.][0-9]+|response_time_s 0[.][0-9]+ and 1.0"),
        ("fewer metrics", "fetch_time_s None and [0-9.]+|fetch_time_s [0-9.]+ and None"),
        ("error", "error one session failed and none|error none and one session failed"),
        ("files", "attempts.csv is not the same file"),
    ],
)
def test_two_results_of_one_run_contradict_each_other(
    part: str, sentence: str, small_plan: Path, tmp_path: Path
) -> None:
    """Model, point, seed and run number decide all of it, so none of the two can be chosen."""
    (right,) = in_parts(net8.load(small_plan), tmp_path, 1, runs=1)
    wrong = tmp_path / "wrong"
    shutil.copytree(right, wrong)
    with Store(wrong) as store, store.lock():
        row = store.all_rows()[0]
        store.put(_with_another(row, part))
    point = row.point[:12]
    told = (
        f"hold different results of run 1 of point {point}, seed 1 .*: ({sentence}); one of them was changed"
    )
    for order in ([right, wrong], [wrong, right]):
        with pytest.raises(net8.StoreError, match=f"{order[1]} and {order[0]} {told}"):
            net8.merge(order, tmp_path / "all")
        assert not (tmp_path / "all").exists()
    # A store that is there already contradicts as well, and stays as it was.
    net8.merge([right], tmp_path / "all")
    before = rows_of(tmp_path / "all")
    with pytest.raises(net8.StoreError, match=f"{wrong} and .*all {told}"):
        net8.merge([wrong], tmp_path / "all")
    assert rows_of(tmp_path / "all") == before
    done = subprocess.run(
        [sys.executable, "-m", "net8", "merge", right, wrong, "--out", tmp_path / "third"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_part_does_not_make_a_campaign_smaller(small_plan: Path, tmp_path: Path) -> None:
    plan, few, many = net8.load(small_plan), tmp_path / "few", tmp_path / "many"
    net8.Sweep(plan, runs=1, out=few).run_missing()
    net8.Sweep(plan, runs=3, out=many).run_missing()
    # 2 points, one run of each in common.
    assert net8.merge([few], many) == Merged(("small",), taken=0, known=2)
    with Store(many, writing=False) as store:
        assert store.campaign("small").runs == 3


@pytest.mark.slow
@pytest.mark.parametrize("order", [(1, 3), (3, 1)])
def test_a_merged_campaign_has_the_most_runs_of_its_sources(
    small_plan: Path, tmp_path: Path, order: tuple[int, int]
) -> None:
    stores = [tmp_path / str(runs) for runs in order]
    for runs, out in zip(order, stores, strict=True):
        net8.Sweep(net8.load(small_plan), runs=runs, out=out).run_missing()
    net8.merge(stores, tmp_path / "all")
    with Store(tmp_path / "all", writing=False) as store:
        assert store.campaign("small").runs == 3


def test_a_store_with_a_lost_folder_is_refused(small_plan: Path, tmp_path: Path) -> None:
    (store,) = in_parts(net8.load(small_plan), tmp_path, 1)
    (key, *_rest) = rows_of(store)
    shutil.rmtree(store / "data" / key[:16])
    with pytest.raises(
        net8.StoreError, match=r"the folder .* of a run cannot be copied: .* is missing; net8 repair .*part-1"
    ):
        net8.merge([store], tmp_path / "all")
    row: Row
    with Store(tmp_path / "all") as merged:
        for row in merged.all_rows():
            assert merged.folder(row).is_dir()


@pytest.mark.slow
def test_the_recipe_of_slurm_runs_as_it_is(small_plan: Path, tmp_path: Path) -> None:
    tools, work = tmp_path / "bin", tmp_path / "a folder"
    tools.mkdir()
    work.mkdir()
    (tools / "sbatch").write_text(SBATCH, encoding="utf-8")
    (tools / "sbatch").chmod(0o755)
    plan = work / "my plan.toml"
    shutil.copy(small_plan, plan)
    made = subprocess.run(
        [sys.executable, "-m", "net8", "slurm", plan.name, "--runs", "4", "--tasks", "3", "--set", "query.rows=70",
         "--sbatch", "--time=1:00:00", "--out", "the runs"],
        capture_output=True, text=True, check=True, cwd=work,
    )  # fmt: skip
    (work / "job.sh").write_text(made.stdout, encoding="utf-8")
    log = tmp_path / "log"
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "LOG": str(log)}
    # Task 2 is lost with its node: the last job simulates what is missing.
    subprocess.run(
        ["bash", work / "job.sh"], check=True, cwd=tmp_path, env=environment | {"LOST_TASK": "2"}, capture_output=True
    )  # fmt: skip
    said = log.read_text(encoding="utf-8")
    assert "sbatch --parsable --time=1:00:00 --array=1-3" in said
    assert "sbatch --time=1:00:00 --dependency=afterany:4711" in said
    # 2 points of 4 runs in 3 parts: 3, 3, 2; without the second 5.
    assert "5 runs copied into the runs; 0 were already there" in said
    assert "3 runs simulated, 5 taken from the store" in said
    assert "task failed" not in said
    out = work / "the runs"
    assert (out / "my plan+query.rows=70" / "table.csv").is_file()
    alone = net8.Sweep(net8.load(plan).with_values({"query.rows": 70}), runs=4, out=tmp_path / "alone")
    alone.run_missing()
    assert rows_of(out) == rows_of(tmp_path / "alone")


def test_a_script_has_no_more_tasks_than_runs(small_plan: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "net8", "slurm", str(small_plan), "--tasks", "50"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    # 2 points of 1 run.
    assert "--array=1-2 " in made.stdout
    assert made.stderr == ""
