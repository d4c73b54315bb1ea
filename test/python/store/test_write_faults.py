# SPDX-License-Identifier: GPL-2.0-only
"""Every write fails: at each call of the file layer, in ways that a disk, a kill or a power cut has.

After each, no row of the store is without its whole folder, what was said is one sentence, and the same command ends in
the store that an undisturbed one leaves.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import json
import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
import typer.main
from fault_files import DIED, MODES, FaultFiles
from net8.base import files
from net8.cli import main
from net8.store.database import Store
from net8.task import dask_pool
from net8.task.outcome import outcome
from net8.task.pool import Done, Job, OnReport
from store_state import state, whole

ONE_POINT = """
[path]
kind = "lan"
[query]
rows = 5
"""
TWO_POINTS = f"""{ONE_POINT}
[sweep]
"client.sdu" = [512, 2048]
"""

# What was written to DISK in each command; test/README.md says how many there are.
COMMANDS = {
    "sweep": ["run", "plan.toml"],
    "sweep that comes packed": ["run", "plan.toml"],
    "pcap rerun": ["run", "plan.toml", "--pcap"],
    "merge": ["merge", "part-1", "part-2"],
    "repair": ["repair"],
}

# What one run leaves behind for the next is that of the sweep; here it is the run itself that differs.
PLANS = {"sweep that comes packed": ONE_POINT, "pcap rerun": ONE_POINT}

# Unpacking differs from simulating in how files are written, not in how the store takes them.
OF_PACKED = ("torn", "torn and killed")
FAULTS = [
    (name, mode) for name in COMMANDS for mode in (OF_PACKED if name == "sweep that comes packed" else MODES)
]

# Each way meets every third call, the six together each call twice; seeded worlds draw call and way anew each time.
EACH = 3

# Making the command of 23 verbs takes longer than most of what they do here; children have it of their parent.
_get_command = functools.cache(typer.main.get_command)


def _here(jobs: Iterable[Job], *, workers: int, done: Done, on_report: OnReport) -> None:
    """Simulate in this process, whose writes can be made to fail."""
    for job in jobs:
        on_report(job, None)
        done(job, outcome(job.message(), None))


def _packed(jobs: Iterable[Job], *, workers: int, done: Done, on_report: OnReport) -> None:
    """Simulate elsewhere and unpack the files here, as a Dask worker's."""
    for job in jobs:
        on_report(job, None)
        disk, files.current = files.current, files.Files()
        with tempfile.TemporaryDirectory() as folder:
            result = outcome(job.message() | {"folder": f"{folder}/run"}, None)
            archive = dask_pool._pack(Path(folder) / "run")
        files.current = disk
        dask_pool._unpack(archive, Path(job.message()["folder"]))
        done(job, result)


def in_child(do: Callable[[], int]) -> int:
    """Do something in a process of its own, which may be ended at any time; return its exit code."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            code = do()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def command(folder: Path, words: list[str], disk: FaultFiles | None = None) -> tuple[int, str]:
    """Run net8 in a folder; return exit code and what it said on standard error."""
    said = folder.parent / "said.txt"

    def do() -> int:
        os.chdir(folder)
        sys.argv = ["net8", *words]
        files.current = disk or files.Files()
        with (
            said.open("w", encoding="utf-8") as sys.stderr,
            Path(os.devnull).open("w", encoding="utf-8") as sys.stdout,
        ):
            try:
                main()
            except SystemExit as ended:
                return int(ended.code or 0)
        return 98

    return in_child(do), said.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load here what the commands load, so that no child does it anew."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("net8.sweep.runner.run_jobs", _here)
        patch.setattr("net8.figure.plot.draw_figures", lambda _results: [])
        patch.setattr(typer.main, "get_command", _get_command)
        folder = tmp_path_factory.mktemp("loaded")
        patch.chdir(folder)
        (folder / "plan.toml").write_text(TWO_POINTS, encoding="utf-8")
        for words in (
            ["run", "plan.toml"],
            ["merge", "runs", "--out", "all"],
            ["repair"],
            ["run", "plan.toml", "--pcap"],
        ):
            patch.setattr(sys, "argv", ["net8", *words])
            with pytest.raises(SystemExit):
                main()
    gc.collect()
    gc.freeze()


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """Work in memory where Linux has a file system for that: what a disk does wrong is done above it, by FaultFiles."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="net8-") as folder:
        yield Path(folder)


@pytest.fixture
def prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, loaded: None
) -> Path:
    """Provide a folder in which a command has everything that it needs."""
    name = request.getfixturevalue("name")
    monkeypatch.setattr("net8.sweep.runner.run_jobs", _packed if "packed" in name else _here)
    monkeypatch.setattr("net8.figure.plot.draw_figures", lambda _results: [])
    monkeypatch.setattr(typer.main, "get_command", _get_command)
    folder = tmp_path / "before" / "work"
    folder.mkdir(parents=True)
    (folder / "plan.toml").write_text(PLANS.get(name, TWO_POINTS), encoding="utf-8")
    for words in {
        "pcap rerun": [["run", "plan.toml"]],
        "merge": [["run", "plan.toml", "--part", f"{part}/2", "--out", f"part-{part}"] for part in (1, 2)],
        "repair": [["run", "plan.toml"]],
    }.get(name, []):
        assert command(folder, words) == (0, "")
    if name == "repair":
        with (folder / "runs" / "campaign.sqlite").open("r+b") as stream:
            stream.seek(4096)
            stream.write(b"\xff" * 4096)
    return folder


def copy_of(prepared: Path, place: Path) -> Path:
    """Return a copy of a folder, times included."""
    shutil.copytree(prepared, place / "work")
    return place / "work"


def points(prepared: Path, place: Path, words: list[str]) -> list[str]:
    """Return the write points of a command."""
    folder, told = copy_of(prepared, place), place / "calls.json"

    def do() -> int:
        disk = FaultFiles(folder)
        code, error = command_here(folder, words, disk)
        told.write_text(json.dumps([code, error, disk.calls]), encoding="utf-8")
        return code

    assert in_child(do) == 0
    found: list[str] = json.loads(told.read_text(encoding="utf-8"))[2]
    return found


def command_here(folder: Path, words: list[str], disk: FaultFiles) -> tuple[int, str]:
    """Run net8 in this process, which is a child."""
    os.chdir(folder)
    sys.argv, files.current = ["net8", *words], disk
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0), ""
    return 98, ""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "mode"), FAULTS)
def test_writes_fail(prepared: Path, tmp_path: Path, name: str, mode: str) -> None:
    words = COMMANDS[name]
    # What is stored names the folder of the plan, so all is done in one place.
    place = tmp_path / "now"
    count = len(points(prepared, place, words))
    shutil.rmtree(place)
    expected = state_after(prepared, place, words)
    shutil.rmtree(place)
    assert count > 10
    for at in range(1 + [*MODES].index(mode) % EACH, count + 1, EACH):
        folder = copy_of(prepared, place)
        code, said = command(folder, words, FaultFiles(folder, at, mode))
        context = f"{name}: {mode} at call {at} of {count}: {code} {said}"
        assert whole(folder / "runs") or name == "repair", context
        if code == DIED:
            assert said == "", context
        elif code:
            assert code == 1, context
            assert said.startswith("net8: "), context
            assert said.count("\n") == 1, context
            assert ("input/output error" if mode == "error once" else "disk is full") in said, context
        assert command(folder, words) == (0, ""), context
        assert state(folder / "runs") == expected, context
        shutil.rmtree(place)


def state_after(prepared: Path, place: Path, words: list[str]) -> object:
    """Return the store that an undisturbed command leaves."""
    folder = copy_of(prepared, place)
    assert command(folder, words) == (0, "")
    return state(folder / "runs")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_order_of_writes(prepared: Path, tmp_path: Path, name: str) -> None:
    calls = points(prepared, tmp_path / "now", COMMANDS[name])
    # Files, then their names, then the rows: from each sync of run folders on.
    starts = [index for index, call in enumerate(calls) if call == "sync"]
    assert len(starts) == (0 if name == "repair" else 2 if name == "merge" else len(starts) or 1)
    for start in starts:
        end = calls.index("commit", start)
        assert set(calls[start + 1 : end - 1]) <= {"remove", "rename"}
        assert calls[end - 2 : end] == ["rename", "sync_one"]
        assert "remove" not in calls[start:end] or name != "pcap rerun"


def _synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the files that are synced from here on, and their folders."""
    found: list[str] = []

    def fsync(descriptor: int) -> None:
        found.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))

    monkeypatch.setattr(os, "fsync", fsync)
    return found


def test_what_is_to_last_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "run"
    files.Files().make_folder(folder)
    for name in ("calls.csv", "run.json"):
        files.Files().write(folder / name, b"x")
    seen = _synced(monkeypatch)
    files.Files().sync([folder])
    # The files before the folder that names them.
    assert (sorted(seen[:2]), seen[2:]) == ([f"{folder}/calls.csv", f"{folder}/run.json"], [str(folder)])
    seen.clear()
    files.Files().replace(folder / "campaign.json", b"{}")
    assert seen == [f"{folder}/.tmp-campaign.json", str(folder)]
    seen.clear()
    files.Files().keep_folder(folder / "a" / "b")
    assert seen == [str(folder), f"{folder}/a"]


def test_many_folders_are_synced_by_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / str(number) for number in range(3)]
    for folder in folders:
        folder.mkdir()
    asked: list[str] = []

    class Libc:
        @staticmethod
        def syncfs(descriptor: int) -> int:
            asked.append(str(Path(f"/proc/self/fd/{descriptor}").readlink()))
            return 0

    monkeypatch.setattr(ctypes, "CDLL", lambda *_words, **_options: Libc)
    seen = _synced(monkeypatch)
    files.Files().sync(folders)
    assert (asked, seen) == ([str(folders[0])], [])


def test_a_commit_is_on_the_disk(tmp_path: Path) -> None:
    with Store(tmp_path) as store, store.lock():
        # 2 is FULL: SQLite syncs its journal at each commit.
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    with sqlite3.connect(tmp_path / "campaign.sqlite") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
