# SPDX-License-Identifier: GPL-2.0-only
"""Means and percentiles of times by group, site and statement, held against definitions and numbers counted by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path

import net8
import numpy as np
import pytest
from net8.base.terminal import console
from net8.cli.time_views import show_times
from net8.results.times import time_rows
from net8.results.work import percentile

NETWORK = {
    "site": [{"name": "near"}, {"name": "far"}, {"name": "centre"}],
    "link": [
        {"name": "short", "between": ["near", "centre"], "delay": "1ms"},
        {"name": "long", "between": ["far", "centre"], "delay": "40ms"},
    ],
    "server": {"site": "centre"},
    "query": {"rows": 3},
    "group": [
        {"name": "web", "count": 2, "site": "near"},
        {"name": "batch", "count": 3, "site": "far"},
        {"name": "app", "count": 1, "site": "near"},
    ],
}


@pytest.mark.parametrize(
    ("size", "rank", "place"),
    # The least place k for which k of the size are at least so many of a hundred: k >= rank / 100 x size.
    [(1, 50, 1), (10, 50, 5), (10, 90, 9), (10, 91, 10), (1000, 99.9, 999), (999, 99.9, 999), (2000, 99.9, 1998),
     (10_000, 99.9, 9990), (7, 99, 7)],
)  # fmt: skip
def test_a_percentile_is_the_first_that_so_many_do_not_exceed(size: int, rank: float, place: int) -> None:
    assert percentile(np.arange(1.0, size + 1), rank) == place


def _columns(times_ms: list[int], groups: list[int]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Make sessions that log on in some milliseconds, and calls of none."""
    start = np.arange(len(times_ms), dtype=np.int64) * 1000
    names = (
        "session", "query", "statement", "transaction", "execution", "call", "kind", "start_ns", "end_ns", "work_ns",
        "reply_bytes", "reply_packets", "failed_rows", "error",
    )  # fmt: skip
    sessions = {
        "session": np.arange(len(times_ms)), "group": np.array(groups),
        "start_ns": start, "ready_ns": start + np.array(times_ms, dtype=np.int64) * 10**6,
    }  # fmt: skip
    return {name: np.zeros(0, dtype=np.int64) for name in names}, sessions


def test_times_are_told_by_group_and_site() -> None:
    """Groups a (1, 3, 8 ms and one that failed) and c (20 ms) are at x, group b (5 ms) at y."""
    calls, sessions = _columns([1, 20, 3, 5, 8, 99], [0, 2, 0, 1, 0, 0])
    outcome = ["closed"] * 5 + ["timed out"]
    rows = list(time_rows(calls, sessions, outcome, (), (("a", "b", "c"), ("x", "y", "x"))))
    assert [(row.what, row.name, row.time, row.count, row.failed) for row in rows] == [
        ("all", "", "logon_time", 5, 1),
        ("group", "a", "logon_time", 3, 1),
        ("group", "b", "logon_time", 1, 0),
        ("group", "c", "logon_time", 1, 0),
        ("site", "x", "logon_time", 4, 1),
        ("site", "y", "logon_time", 1, 0),
    ]
    a, x = rows[1], rows[4]
    assert (a.p50_s, a.p90_s, a.p99_9_s, a.max_s) == (0.003, 0.008, 0.008, 0.008)
    assert a.mean_s == pytest.approx(0.004)
    # Of 1, 3, 8 and 20 ms two are no longer than 3.
    assert (x.p50_s, x.p95_s) == (0.003, 0.020)
    assert x.mean_s == pytest.approx(0.008)


def test_a_group_that_all_failed_in_is_told() -> None:
    calls, sessions = _columns([1, 2], [0, 1])
    rows = list(time_rows(calls, sessions, ["closed", "refused"], (), (("a", "b"), ())))
    assert (rows[2].name, rows[2].count, rows[2].failed, rows[2].mean_s) == ("b", 0, 1, None)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> net8.Run:
    return net8.run(net8.Plan.of(NETWORK), folder=tmp_path_factory.mktemp("run"))


def test_means_are_the_metrics(run: net8.Run) -> None:
    everything = run.times[run.times["what"] == "all"].set_index("time")
    for name in ("logon_time", "response_time", "fetch_time"):
        assert everything.loc[name, "mean_s"] == pytest.approx(run[name], rel=1e-12)
    assert "transaction_time" not in everything.index
    assert everything.loc["logon_time", "count"] == 6
    assert everything.loc["call_time", "count"] == len(run.calls)


def test_sites_are_those_of_the_plan(run: net8.Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A round trip from far takes 80 ms, from near 2 ms; each session has more than one in its logon."""
    assert run.sites == ("near", "far", "near")
    times = run.times.set_index(["what", "name", "time"])
    assert times.loc[("site", "near", "logon_time"), "count"] == 3
    assert times.loc[("site", "far", "logon_time"), "p50_s"] > 0.160
    assert times.loc[("site", "near", "logon_time"), "max_s"] < 0.080
    assert times.loc[("group", "batch", "logon_time")].equals(times.loc[("site", "far", "logon_time")])
    assert run.folder is not None
    again = net8.Run.load(run.folder)
    assert again.sites == run.sites
    assert again.times.equals(run.times)
    show_times(console(width=180), run.times)
    shown = capsys.readouterr().out
    assert "p99.9 of fewer than 1,000 times is the longest" in shown
    assert "batch" in shown


def test_sites_that_are_not_one_for_each_group_are_refused(run: net8.Run, tmp_path: Path) -> None:
    run.save(tmp_path)
    path = tmp_path / "run.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(record | {"sites": ["near"]}), encoding="utf-8")
    with pytest.raises(net8.StoreError, match="run.json does not have one site for each group"):
        net8.Run.load(tmp_path)


def test_statements_and_transactions_have_their_times() -> None:
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"transactions": "order", "queries": 4},
            "statement": [
                {"name": "find", "kind": "query", "rows": 2},
                {"name": "put", "kind": "dml", "call_time": "30ms"},
            ],
            "transaction": [{"name": "order", "steps": ["find", "put"]}],
        }
    )
    found = net8.run(plan)
    times = found.times.set_index(["what", "name", "time"])
    assert times.loc[("statement", "put", "response_time"), "count"] == 4
    assert times.loc[("statement", "put", "response_time"), "p50_s"] > 0.030
    assert times.loc[("statement", "find", "response_time"), "max_s"] < 0.030
    assert times.loc[("all", "", "transaction_time"), "mean_s"] == pytest.approx(found["transaction_time"])
    by_name = {row.name: row for row in found.work}
    assert by_name["put"].p99_9_s == times.loc[("statement", "put", "response_time"), "p99_9_s"]
    assert not math.isnan(times.loc[("all", "", "call_time"), "p99_9_s"])


def test_a_sweep_has_the_times_of_all_runs(tmp_path: Path) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 3}, "client": {"count": 2}})
    sweep = net8.Sweep(plan, over={"client.sdu": [512, 2048]}, runs=2, out=tmp_path)
    sweep.run_missing()
    times = sweep.times()
    assert list(times.columns[:5]) == ["client.sdu", "seed", "run", "what", "name"]
    logons = times[times["time"] == "logon_time"]
    assert list(logons["count"]) == [2, 2, 2, 2]
