# SPDX-License-Identifier: GPL-2.0-only
"""What a disk or a hand has changed is told in one sentence, and had again from the run folders."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

import net8
import pytest
from net8.campaign.report import find_results
from net8.cli import main
from net8.store.database import Row, Store
from net8.store.run_folder import damage
from net8.sweep.runner import Runner
from net8.sweep.sweep import Outcome
from small_plan import SMALL


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder with a finished sweep in "runs"."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    sweep = net8.Sweep(net8.load(folder / "small.toml"), runs=3, out=folder / "runs")
    assert sweep.run_missing().simulated == 6
    return folder


_NOBODY = 65534


@pytest.fixture
def work(finished: Path, tmp_path: Path) -> Path:
    """Provide a copy of the finished sweep, times of files included."""
    shutil.copytree(finished, tmp_path / "work")
    return tmp_path / "work"


def sweep_of(work: Path) -> net8.Sweep:
    """Return the sweep."""
    return net8.Sweep(net8.load(work / "small.toml"), runs=3, out=work / "runs")


def shown(work: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command; return exit code, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "net8", *arguments], cwd=work, capture_output=True, text=True, check=False, timeout=120
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def contents(work: Path) -> dict[str, tuple[object, ...]]:
    """Return the rows of the store."""
    with Store(work / "runs", writing=False) as store:
        return {
            row.key: (row.digest, row.status, row.events, dict(row.metrics), row.folder)
            for row in store.all_rows()
        }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda folder: shutil.rmtree(folder), "is missing"),
        (lambda folder: (folder / "calls.csv").unlink(), "calls.csv is missing"),
        (lambda folder: os.truncate(folder / "calls.csv", 10), "calls.csv has 10 bytes instead of"),
        (lambda folder: flip(folder / "calls.csv", 99), "calls.csv is not what was stored"),
        (lambda folder: flip(folder / "row.json", 99), "row.json is not what was stored"),
    ],
)  # fmt: skip
def test_a_harmed_run_folder_is_told_and_simulated_again(
    work: Path, harm: Callable[[Path], object], told: str
) -> None:
    sweep = sweep_of(work)
    before = sweep.results
    row = next(iter(before.rows.values()))
    harm(before.folder_of(row))
    ((wrong_row, wrong),) = sweep.results.damaged()
    assert (wrong_row.key, told in wrong) == (row.key, True)
    _code, out, _error = shown(work, "report", "small")
    assert told in out
    assert "1 runs are missing, failed or damaged; net8 run simulates them" in out
    assert sweep.run_missing() == Outcome(simulated=1, reused=5, failed=0)
    assert sweep.results.damaged() == []
    assert {key: each[:4] for key, each in contents(work).items()} == {
        key: (each.digest, each.status, each.events, dict(each.metrics)) for key, each in before.rows.items()
    }
    # The other name: at no moment was there a row whose folder was on its way.
    assert contents(work)[row.key][4] == f"{row.folder}-b"
    assert not before.folder_of(row).exists()


def test_a_copied_store_is_whole(work: Path, tmp_path: Path) -> None:
    shutil.copytree(work, tmp_path / "other", copy_function=shutil.copyfile)
    assert sweep_of(tmp_path / "other").run_missing() == Outcome(simulated=0, reused=6, failed=0)


def test_the_folder_of_a_rerun_is_another_one_until_its_row_is_stored(work: Path) -> None:
    sweep = sweep_of(work)
    before = contents(work)
    sweep.run_missing(pcap=True)
    after = contents(work)
    assert {key: each[4] for key, each in after.items()} == {
        key: f"{each[4]}-b" for key, each in before.items()
    }
    assert {path.name for path in (work / "runs" / "data").iterdir()} == {each[4] for each in after.values()}


def test_a_failed_rerun_leaves_the_run_that_is_there(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(work)
    finish = Runner._handle_result
    monkeypatch.setattr(
        Runner, "_handle_result", lambda runner, job, _result: finish(runner, job, {"error": "no luck"})
    )
    outcome = sweep_of(work).run_missing(pcap=True)
    assert (outcome.simulated, outcome.failed) == (0, 6)
    assert outcome.notes[0] == "run 1 failed when it was repeated for its captures: no luck"
    assert contents(work) == before
    assert sweep_of(work).results.damaged() == []


def flip(path: Path, bit: int) -> None:
    """Turn one bit of a file around."""
    content = bytearray(path.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)


def read_or_told(out: Path) -> object:
    """Return the values of the store, or the sentence that says that it is damaged."""
    with Store(out, writing=False) as store:
        rows = {row.key: (row.digest, row.events, dict(row.metrics)) for row in store.all_rows()}
        campaign = store.campaign("small")
        return rows, campaign.points, campaign.plan


@pytest.mark.slow
def test_a_flipped_bit_gives_the_right_table_or_a_sentence(work: Path) -> None:
    path = work / "runs" / "campaign.sqlite"
    good, right = path.read_bytes(), read_or_told(work / "runs")
    bits = random.Random(13)
    told: list[str] = []
    for _trial in range(300):
        path.write_bytes(good)
        # Mostly one bit, now and then twenty.
        for _flip in range(bits.choice((1, 1, 1, 20))):
            flip(path, bits.randrange(len(good) * 8))
        for writing in (False, True):
            try:
                if writing:
                    Store(work / "runs").close()
                else:
                    assert read_or_told(work / "runs") == right
            except net8.StoreError as error:
                told.append(str(error))
    assert len(told) > 100
    assert all("net8 repair" in sentence and "\n" not in sentence for sentence in told)


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 1, 100, 4096, 5000, -1])
def test_a_truncated_store_is_told(work: Path, size: int) -> None:
    path = work / "runs" / "campaign.sqlite"
    os.truncate(path, size if size >= 0 else path.stat().st_size - 4096)
    for arguments in (("report", "small"), ("run", "small.toml", "--runs", "3")):
        code, _out, error = shown(work, *arguments)
        assert code == 1
        assert error.startswith("net8: runs/campaign.sqlite ")
        assert "net8 repair runs rebuilds it from its 6 run folders" in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("page", [0, 1, 2, 3, 4])
def test_a_zeroed_page_is_told(work: Path, page: int) -> None:
    path = work / "runs" / "campaign.sqlite"
    with path.open("r+b") as stream:
        stream.seek(4096 * page)
        stream.write(bytes(4096))
    with pytest.raises(net8.StoreError, match="rebuilds it from its 6 run folders"):
        read_or_told(work / "runs")
    with pytest.raises(net8.StoreError, match="rebuilds it from its 6 run folders"):
        sweep_of(work).run_missing()


def test_repair_gives_the_store_back(work: Path) -> None:
    before, rows = read_or_told(work / "runs"), contents(work)
    (work / "runs" / "campaign.sqlite").write_bytes(b"gone" * 5000)
    code, out, error = shown(work, "repair", "runs")
    assert (code, error) == (0, "")
    assert "6 runs of small read from their folders, 0 skipped" in out
    assert (read_or_told(work / "runs"), contents(work)) == (before, rows)
    assert sweep_of(work).run_missing() == Outcome(simulated=0, reused=6, failed=0)
    assert (work / "runs" / "campaign.sqlite.before-repair").read_bytes() == b"gone" * 5000


def test_repair_leaves_out_what_is_damaged_even_with_its_size_and_time(work: Path) -> None:
    results = sweep_of(work).results
    rows = list(results.rows.values())
    for row, name in ((rows[0], "sessions.csv"), (rows[1], "row.json")):
        path = results.folder_of(row) / name
        times = path.stat()
        flip(path, 99)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        # Only who reads everything can know.
        assert damage(results.folder_of(row), row.files) == ""
    found = net8.repair(work / "runs")
    assert (found.campaigns, found.runs, len(found.lost)) == (("small",), 4, 2)
    assert sorted(wrong for _folder, wrong in found.lost) == [
        "row.json is not what was stored", "sessions.csv is not what was stored",
    ]  # fmt: skip
    assert sweep_of(work).run_missing() == Outcome(simulated=2, reused=4, failed=0)
    with pytest.raises(net8.StoreError, match="no run folders to rebuild a store from"):
        net8.repair(work / "elsewhere")


def test_repair_takes_no_plan_from_a_copy_of_its_folder(work: Path) -> None:
    before = read_or_told(work / "runs")
    copied = work / "runs" / "small-old"
    shutil.copytree(work / "runs" / "small", copied)
    found = net8.repair(work / "runs")
    assert found.campaigns == ("small",)
    assert found.lost == ((copied / "campaign.json", "it belongs to small"),)
    assert read_or_told(work / "runs") == before


def test_a_harmed_folder_is_neither_shown_nor_merged(work: Path) -> None:
    results = sweep_of(work).results
    row = next(iter(results.rows.values()))
    flip(results.folder_of(row) / "waits.csv", 5)
    with pytest.raises(net8.StoreError, match=r"waits.csv is not what was stored; net8 repair removes it"):
        net8.Run.load(results.folder_of(row))
    with pytest.raises(
        net8.StoreError, match=r"cannot be copied: waits.csv is not what was stored; net8 repair"
    ):
        net8.merge([work / "runs"], work / "all")


def test_a_merge_replaces_a_run_whose_folder_is_harmed(work: Path) -> None:
    net8.merge([work / "runs"], work / "all")
    row = next(iter(sweep_of(work).results.rows.values()))
    shutil.rmtree(work / "all" / "data" / row.folder)
    assert net8.merge([work / "runs"], work / "all") == net8.Merged(("small",), taken=1, known=5)
    merged = net8.Sweep(net8.load(work / "small.toml"), runs=3, out=work / "all")
    assert merged.results.damaged() == []


@pytest.mark.parametrize("killed", [False, True], ids=["at rest", "after a kill"])
def test_a_read_only_store_is_read_and_merged_from(
    work: Path, killed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = work / "runs" / "campaign.sqlite"
    if killed:
        # What a killed process leaves: a journal with rows that are not in the file yet.
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("UPDATE runs SET key = key")
            for ending in ("", "-wal"):
                shutil.copyfile(f"{path}{ending}", work / f"kept{ending}")
        db.close()
        for ending in ("", "-wal"):
            shutil.copyfile(work / f"kept{ending}", f"{path}{ending}")
    reachable(work)
    for entry in [work / "runs", *(work / "runs").rglob("*")]:
        entry.chmod(entry.stat().st_mode & ~0o222)
    (work / "room").mkdir()
    (work / "room").chmod(0o777)
    # All that is needed is loaded before this process gives up its rights.
    find_results("small", work / "runs").damaged()
    net8.merge([work / "runs"], work / "loaded")
    before = sorted((entry.name, entry.stat().st_mtime_ns) for entry in (work / "runs").iterdir())
    monkeypatch.setattr(tempfile, "tempdir", str(work / "room"))
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgid(_NOBODY)
                os.setuid(_NOBODY)
            results = find_results("small", work / "runs")
            assert (results.missing, results.damaged()) == (0, [])
            assert net8.merge([work / "runs"], work / "room" / "all").taken == 6
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert sorted((entry.name, entry.stat().st_mtime_ns) for entry in (work / "runs").iterdir()) == before


def reachable(path: Path) -> None:
    """Let another user enter a folder: pytest keeps its folders to itself."""
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.getuid() and folder.is_dir() and not folder.stat().st_mode & 0o005:
            folder.chmod(folder.stat().st_mode | 0o055)


def test_a_store_that_is_gone_is_not_begun_anew_in_silence(work: Path) -> None:
    (work / "runs" / "campaign.sqlite").unlink()
    with pytest.raises(
        net8.StoreError, match="campaign.sqlite is missing or empty; net8 repair .* from its 6 run folders"
    ):
        sweep_of(work).run_missing()


def test_a_row_carries_its_checksum(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put(Row("k", "p", 1, 1, "m", "ok", "", "d", 7, False, 0.5, {"bytes": 1.0}))
    with sqlite3.connect(tmp_path / "campaign.sqlite") as db:
        db.execute("UPDATE runs SET events = 8")
    with (
        Store(tmp_path) as store,
        pytest.raises(net8.StoreError, match="the row of run 'k' is not what was stored"),
    ):
        store.all_rows()


def test_the_command_says_what_it_did(
    work: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(work)
    monkeypatch.setattr(sys, "argv", ["net8", "repair", "nowhere"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == (
        "net8: nowhere has no run folders to rebuild a store from; net8 run PLAN writes some\n"
    )
