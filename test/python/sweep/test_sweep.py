# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: only what is missing, in parallel, and whole after any interruption."""

from __future__ import annotations

import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import net8
import pandas as pd
import pytest
from net8.plan.resolve import resolve
from net8.results import run as results
from net8.store.database import Row, Store
from net8.sweep.sweep import Outcome
from net8.task import pool, worker
from net8.task.text import write_task
from processor_time import check_soon, interrupt

# Some tenths of a second of computing per run, so that there is a middle to interrupt.
LONG = {
    "path": {"kind": "lan", "loss_rate": 0.001},
    "client": {"sdu": 512, "array_size": 100},
    "query": {"rows": 60000},
}


def rows_of(out: Path) -> dict[str, tuple[object, ...]]:
    """Return what a store holds, but for the seconds it took."""
    with sqlite3.connect(out / "campaign.sqlite") as db:
        cursor = db.execute(
            "SELECT key, point, seed, run, model, status, error, digest, events, metrics FROM runs"
        )
        return {row[0]: row[1:] for row in cursor}


def count(out: Path) -> int:
    """Count the stored runs; a store that is not there yet holds none."""
    try:
        return len(rows_of(out))
    except sqlite3.OperationalError:
        return 0


def wait_for(condition: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


def start(plan: Path, out: Path, runs: int) -> subprocess.Popen[str]:
    """Start the command that sweeps."""
    command = [
        sys.executable,
        "-m",
        "net8",
        "run",
        str(plan),
        "--runs",
        str(runs),
        "--jobs",
        "2",
        "--out",
        str(out),
    ]
    # Tests that a shell runs in the background inherit that it ignores SIGINT.
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.fixture
def long_plan(tmp_path: Path) -> Path:
    """Provide a plan file whose runs take some tenths of a second."""
    path = tmp_path / "long.toml"
    path.write_text(net8.Plan.of(LONG).to_toml(), encoding="utf-8")
    return path


def test_the_second_call_simulates_nothing(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), runs=3, out=tmp_path / "runs")
    assert sweep.run_missing(jobs=2) == Outcome(simulated=6, reused=0, failed=0)
    assert sweep.run_missing(jobs=2) == Outcome(simulated=0, reused=6, failed=0)
    wider = net8.Sweep(net8.load(small_plan), runs=4, out=tmp_path / "runs")
    assert wider.run_missing() == Outcome(simulated=2, reused=6, failed=0)


def test_a_sweep_gives_what_single_runs_give(small_plan: Path, tmp_path: Path) -> None:
    plan = net8.load(small_plan)
    sweep = net8.Sweep(plan, runs=2, out=tmp_path / "runs")
    sweep.run_missing(jobs=2)
    stored = {(row.point, row.run): row for row in sweep.results.rows.values()}
    assert len(stored) == 4
    for index, point in enumerate(plan.points()):
        for number in (1, 2):
            run = net8.run(point.plan, run=number)
            row = sweep.results.runs_of(index)[number - 1]
            assert (row.digest, row.events, row.metrics) == (run.digest, run.events, run.metrics)


def test_run_folders_tell_everything(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), out=tmp_path / "runs")
    sweep.run_missing(pcap=True)
    row = sweep.results.runs_of(1)[0]
    folder = sweep.results.folder_of(row)
    names = {path.name for path in folder.iterdir()}
    assert {"plan.toml", "run.json", "calls.csv", "sessions.csv", "summary.json"} <= names
    # Nothing was printed.
    assert "log.txt" not in names
    assert any(name.endswith(".pcap") for name in names)
    again = net8.load(folder / "plan.toml")
    assert again["client.sdu"] == 2048
    assert net8.run(again).digest == row.digest
    assert net8.Run.load(folder).metrics == row.metrics


@dataclass
class Tasks:
    """A child's standard input and what it writes."""

    tasks: int  #: where tasks are written
    results: int  #: where results are read
    stream: int  #: where it writes results

    def simulate(self, folder: Path) -> Any:
        """Send it a task and return what it answers."""
        os.write(self.tasks, f'{{"folder": "{folder}"}}\t{{}}\n'.encode())
        return json.loads(os.read(self.results, 1000))


@pytest.fixture
def tasks() -> Iterator[Tasks]:
    """Provide a pipe in place of standard input, and one for results."""
    kept = os.dup(0)
    theirs, ours = os.pipe()
    results_end, stream = os.pipe()
    os.dup2(theirs, 0)
    os.close(theirs)
    yield Tasks(ours, results_end, stream)
    os.dup2(kept, 0)
    for end in (kept, ours, results_end, stream):
        os.close(end)


def test_what_a_simulation_printed_before_it_died_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tasks: Tasks
) -> None:
    def die(_message: object, stream: int, _log: object) -> None:
        os.write(2, b"the last words\n")
        os.write(stream, b"{}\n")
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(worker, "_simulate", die)
    folder = tmp_path / "rün"
    child = worker._Child(tasks.stream)
    tasks.simulate(folder)
    assert child.wait() == (-signal.SIGKILL, str(folder))
    assert (folder / "log.txt").read_text(encoding="utf-8") == "the last words\n"


def test_a_child_that_simulates_is_replaced_after_many_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tasks: Tasks
) -> None:
    def answer(message: dict[str, object], stream: int, _log: object) -> None:
        os.write(stream, json.dumps([message["folder"], os.getpid()]).encode())

    monkeypatch.setattr(worker, "_simulate", answer)
    monkeypatch.setattr(worker, "_RUNS_OF_A_CHILD", 3)
    found = []
    for _child in range(2):
        child = worker._Child(tasks.stream)
        found += [tasks.simulate(tmp_path / str(number)) for number in range(3)]
        assert child.wait() == (0, "")
    first, second = found[0][1], found[3][1]
    assert first != second
    assert found == [[str(tmp_path / str(number)), child] for child in (first, second) for number in range(3)]


def test_a_log_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tasks: Tasks
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "run"

    def say(_message: object, _look: object) -> dict[str, object]:
        os.write(2, b"something\n")
        return {}

    monkeypatch.setattr(worker, "outcome", say)
    monkeypatch.setattr(worker, "_RUNS_OF_A_CHILD", 1)
    child = worker._Child(tasks.stream)
    assert tasks.simulate(folder) == {"error": f"{folder} cannot be written: not a directory", "disk": True}
    assert child.wait() == (0, "")


def test_a_child_that_dies_after_its_result_costs_no_other_run(tmp_path: Path) -> None:
    process = pool.Worker(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
    job = pool.Job("second", lambda: {"task": "{}", "folder": str(tmp_path / "second")})
    process.start(job)
    assert process.handle({"ended": -9, "folder": str(tmp_path / "first")}, None) == []
    assert process.job is job
    assert process.handle({"ended": -9, "folder": str(tmp_path / "second")}, None) == [
        (job, {"error": "the simulation was ended by SIGKILL", "died": True})
    ]
    process.stop()


def test_a_child_that_dies_between_runs_ends_the_sweep_in_a_sentence(tmp_path: Path) -> None:
    task = write_task(resolve(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}})))
    message = {
        "task": task,
        "seed": 1,
        "run": 1,
        "pcap": False,
        "trace10046": False,
        "folder": str(tmp_path / "run"),
    }
    process = pool.spawn()
    process.start(pool.Job("", lambda: dict(message)))
    assert process.has_output(60)
    (result,) = process.lines()
    assert result["digest"]
    main = process.process.pid
    (child,) = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
    # It sleeps once it waits for a task.
    wait_for(lambda: state(child) == "S")
    os.kill(int(child), signal.SIGKILL)
    wait_for(lambda: ended(str(main)))
    process.start(pool.Job("", lambda: dict(message)))
    with pytest.raises(net8.ToolError, match="^a worker process ended unexpectedly; the same command"):
        process.handle(process.lines()[0], None)
    process.stop()


def state(pid: str) -> str:
    """Return in which state a process is (proc(5)); "" if there is none."""
    status = Path(f"/proc/{pid}/stat")
    return status.read_text(encoding="utf-8").rpartition(") ")[2][:1] if status.exists() else ""


def ended(pid: str) -> bool:
    """Return whether a process has ended, be it that nobody has asked for its exit code."""
    return state(pid) in ("", "Z")


@pytest.mark.parametrize("end", ["the results have no reader", "the worker is stopped"])
def test_a_simulation_ends_with_who_wants_it(tmp_path: Path, end: str) -> None:
    task = write_task(resolve(net8.Plan.of(LONG | {"query": {"rows": 60_000_000}})))
    message = {
        "task": task,
        "seed": 1,
        "run": 1,
        "pcap": False,
        "trace10046": False,
        "folder": str(tmp_path / "run"),
    }
    process = pool.spawn()
    process.start(pool.Job("", lambda: message))
    assert process.has_output(60)
    assert "progress" in process.lines()[0]
    main = process.process.pid
    (child,) = Path(f"/proc/{main}/task/{main}/children").read_text(encoding="ascii").split()
    if end == "the worker is stopped":
        process.stop()
    else:
        assert process.process.stdin is not None
        process.process.stdin.close()
    wait_for(lambda: ended(child) and ended(str(main)))
    process.stop()


def test_files_written_in_parts_are_those_written_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = net8.run(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 200}}))
    run.save(tmp_path / "once")
    monkeypatch.setattr(results, "_CSV_ROWS", 2)
    run.save(tmp_path / "parts")
    for path in (tmp_path / "once").glob("*.csv"):
        assert (tmp_path / "parts" / path.name).read_bytes() == path.read_bytes()
    assert (tmp_path / "parts" / "calls.csv").read_bytes().count(b"\n") == 1 + len(run.calls)


def test_a_capture_wanted_later_is_made_later(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), out=tmp_path / "runs")
    sweep.run_missing()
    before = rows_of(tmp_path / "runs")
    assert sweep.run_missing(pcap=True).simulated == 2
    assert sweep.run_missing(pcap=False).simulated == 0
    assert {key: row[6] for key, row in rows_of(tmp_path / "runs").items()} == {
        key: row[6] for key, row in before.items()
    }


@pytest.mark.slow
def test_kill_in_the_middle_then_the_same_command_gives_the_same_store(
    long_plan: Path, tmp_path: Path
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    process = start(long_plan, broken, 12)
    wait_for(lambda: count(broken) >= 3)
    process.kill()
    process.communicate()
    left = count(broken)
    assert 3 <= left < 12
    assert start(long_plan, broken, 12).communicate()[0].count(f" simulated, {left} taken") == 1
    start(long_plan, whole, 12).communicate()
    assert rows_of(broken) == rows_of(whole)
    names = [sorted(path.name for path in (out / "data").iterdir()) for out in (broken, whole)]
    assert names[0] == names[1]
    assert not any(name.startswith(".tmp-") for name in names[0])


@pytest.mark.slow
def test_ctrl_c_ends_soon_and_keeps_what_is_finished(long_plan: Path, tmp_path: Path) -> None:
    process = start(long_plan, tmp_path / "runs", 200)
    wait_for(lambda: count(tmp_path / "runs") >= 2)
    stopped = interrupt(process)
    check_soon(stopped)
    assert process.returncode == 130
    assert "the same command continues from here" in stopped.error
    assert "Traceback" not in stopped.error
    kept = count(tmp_path / "runs")
    assert kept >= 2
    time.sleep(0.5)
    assert count(tmp_path / "runs") == kept


def _processor_time() -> tuple[int, int]:
    """Return the idle and the whole time of all processors since the machine started, in ticks."""
    ticks = [int(word) for word in Path("/proc/stat").read_text(encoding="ascii").split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


@pytest.mark.slow
def test_sixty_runs_use_both_processors(tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.Plan.of(LONG), runs=60, out=tmp_path)
    idle, total = _processor_time()
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    assert sweep.run_missing(jobs=2).simulated == 60
    elapsed, after = time.monotonic() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    alone = sum(row.wall_s for row in sweep.results.rows.values())
    # Two at a time: the runs' own seconds add up to nearly twice the elapsed ones, however busy the machine is.
    assert alone / elapsed > 1.5, f"{alone:.1f} s of runs in {elapsed:.1f} s"
    # And so do the processor seconds, or others left no processor to us.
    idle_after, total_after = _processor_time()
    idle_share = (idle_after - idle) / (total_after - total)
    assert cpu / elapsed > 1.5 or idle_share < 0.25, f"{cpu:.1f} s of processor in {elapsed:.1f} s"


def test_a_failing_run_leaves_its_error_and_the_rest_goes_on(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), out=tmp_path / "runs")
    sweep._tasks[0].sections["client"]["Sdu"] = "balloon"
    assert sweep.run_missing() == Outcome(simulated=1, reused=0, failed=1, refused=1)
    ((labels, row),) = sweep.results.failed()
    assert labels == {"client.sdu": 512}
    assert row.status == "error"
    assert "balloon" in row.error
    folder = tmp_path / "runs" / "data" / row.key[:16]
    assert (folder / "error.txt").read_text(encoding="utf-8") == row.error + "\n"
    assert (folder / "plan.toml").is_file()
    assert sweep.results.missing == 1
    # What failed is tried again, what ended well is not.
    assert sweep.run_missing() == Outcome(simulated=0, reused=1, failed=1, refused=1)


def test_two_sweeps_do_not_write_at_once(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), out=tmp_path)
    with (
        Store(tmp_path) as store,
        store.lock(),
        pytest.raises(net8.BusyError, match="another net8 run is writing"),
    ):
        sweep.run_missing()


def test_a_store_of_another_format_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "campaign.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(net8.StoreError, match="written by another version of net8"):
        Store(tmp_path)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "campaign.sqlite").write_text(
        "not a database, long enough to be looked at " * 50, encoding="utf-8"
    )
    with pytest.raises(net8.StoreError, match="cannot be used as a campaign store"):
        Store(tmp_path)


@pytest.mark.parametrize("part", [(0, 2), (3, 2), (-1, 2)])
def test_a_part_beyond_the_last_is_refused(lan: net8.Plan, tmp_path: Path, part: tuple[int, int]) -> None:
    with pytest.raises(net8.PlanError, match=r"is not a part; use \(3, 8\) for the third of eight"):
        net8.Sweep(lan, out=tmp_path).run_missing(part=part)


def test_a_row_is_replaced_whole(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        row = Row("k", "p", 1, 1, "m", "error", "no", "", 0, False, 0.5, {})
        store.put(row)
        better = Row("k", "p", 1, 1, "m", "ok", "", "d", 7, False, 0.5, {"bytes": 1.0})
        store.put(better)
        assert store.rows(["k", "absent"]) == {"k": better}


def test_frames_and_intervals(small_plan: Path, tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.load(small_plan), over={"client.array_size": [10, 50]}, runs=3, out=tmp_path)
    sweep.run_missing()
    frame, table_units = sweep.frame(), sweep.interval("response_time").attrs["units"]
    assert list(frame.columns[:4]) == ["client.array_size", "seed", "run", "response_time_s"]
    assert list(frame["run"]) == [1, 2, 3, 1, 2, 3]
    assert frame.attrs["units"] == table_units == {"client.array_size": "rows"}
    assert {kind.kind for kind in frame.dtypes} <= {"i", "f"}, "a column of numbers is one of objects"
    table = sweep.interval("response_time")
    assert list(table.columns) == [
        "client.array_size",
        "response_time_s_mean",
        "response_time_s_half_width",
        "n",
        "failed_sessions",
    ]
    mean = frame[frame["client.array_size"] == 10]["response_time_s"].mean()
    assert table["response_time_s_mean"][0] == pytest.approx(mean)
    assert list(table["n"]) == [3, 3]
    arrays = sweep.dataset()
    times = arrays["response_time_s"]
    assert dict(times.sizes) == {"client.array_size": 2, "seed": 1, "run": 3}
    assert float(times.sel({"client.array_size": 10, "seed": 1}).mean()) == pytest.approx(mean)
    assert (times.attrs["units"], arrays["client.array_size"].attrs["units"]) == ("s", "rows")
    assert arrays["throughput_bit_s"].attrs["units"] == "bit/s"
    calls = sweep.calls()
    calls.to_parquet(tmp_path / "calls.parquet")
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "calls.parquet"), calls)


def test_a_sweep_keeps_its_results_where_another_takes_its_name(lan: net8.Plan, tmp_path: Path) -> None:
    first = net8.Sweep(lan, over={"client.array_size": [1, 31]}, out=tmp_path)
    first.run_missing()
    before = first.frame()
    # As many points under the same name, on slower lines.
    second = net8.Sweep(lan, over={"path.lan_rate": ["1Mbps", "2Mbps"]}, out=tmp_path)
    second.run_missing()
    assert first.frame().equals(before)
    assert not second.frame()["response_time_s"].equals(before["response_time_s"])


def test_arrays_keep_the_order_of_the_plan_and_miss_what_did_not_run(
    small_plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over: dict[str, list[object]] = {
        "client.array_size": [50, 10],
        "client.driver": ["python-thin", "jdbc-thin"],
    }
    sweep = net8.Sweep(net8.load(small_plan), over=over, runs=1, out=tmp_path)
    sweep.run_missing(part=(1, 2))
    times = sweep.dataset()["response_time_s"]
    assert [list(times[name].values) for name in times.dims[:2]] == [[50, 10], ["python-thin", "jdbc-thin"]]
    assert int(times.notnull().sum()) == len(sweep.frame()) == 2
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.raises(net8.ToolError, match=r"need xarray: pip install ns3-net8\[xarray\]"):
        sweep.dataset()
