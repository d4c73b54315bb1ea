# SPDX-License-Identifier: GPL-2.0-only
"""How far a sweep is: what runs say of themselves, added up, and how it is shown."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base import progress_view
from net8.base.progress import Progress, Report, Running, Tracker
from rich.console import Console

# Some seconds, so some reports at four a second.
# Longer than the start of a second process on a busy machine, and than what passes between two reports.
LONG = {"path": {"kind": "lan"}, "client": {"array_size": 10}, "query": {"rows": 800000}}


class Clock:
    """A wall time that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_shares_of_runs_under_way_count_for_the_rest() -> None:
    clock = Clock()
    heard: list[Progress] = []
    tracker = Tracker(4, heard.append, clock)
    tracker.start("a")
    tracker.start("b")
    clock.now += 10
    tracker.finish("a", failed=False)
    # One run of four in 10 s: 30 s are left.
    assert heard[-1].rest_s == pytest.approx(30)
    clock.now += 10
    tracker.update("b", Report(simulated_s=7.5, events=40_000, share=0.6))
    # 1.6 runs of 4 in 20 s, so 2.4 runs more take 30 s; 40,000 events since its start 20 s ago.
    assert heard[-1] == Progress(1, 4, 0, (Running(Report(7.5, 40_000, 0.6), 2000),), 20)
    assert heard[-1].rest_s == pytest.approx(30)
    clock.now += 5
    tracker.update("b", Report(simulated_s=8.0, events=90_000, share=0.7))
    assert heard[-1].events_per_s == pytest.approx(10_000)
    tracker.finish("b", failed=True)
    assert (heard[-1].done, heard[-1].failed, heard[-1].running) == (2, 1, ())


def test_nothing_is_said_of_the_rest_before_something_is_done() -> None:
    assert Progress(0, 5, 0, elapsed_s=3).rest_s is None


def test_a_run_that_starts_anew_elsewhere_counts_from_the_beginning() -> None:
    clock = Clock()
    heard: list[Progress] = []
    tracker = Tracker(1, heard.append, clock)
    tracker.start("a")
    for events in (500, 100):
        clock.now += 1
        tracker.update("a", Report(1.0, events, 0.1))
    assert heard[-1].events_per_s == 100


@pytest.mark.parametrize(
    ("progress", "expected"),
    [
        (Progress(0, 1, 0, elapsed_s=0.1), "0 of 1 run done; 1 s gone"),
        (
            Progress(3, 10, 1, (Running(Report(12.34, 10, 0.5), 1.21e6),), 70),
            # 70 s for 3.5 of 10 runs: 130 s for the rest.
            "3 of 10 runs (1 failed) done; 12.3 s simulated, 1.21 million events/s; 1 min 10 s gone, "
            "about 2 min 10 s left",
        ),
        (
            Progress(0, 2, 0, (Running(Report(5, 10, 0.25), 800), Running(Report(9, 10, 0.25), 700)), 3600),
            "0 of 2 runs done; at most 9 s simulated, 1.5 thousand events/s; 1 h 0 min gone, about 3 h 0 min left",
        ),
        (Progress(2, 2, 0, elapsed_s=4, note="no worker yet"), "2 of 2 runs done; no worker yet; 4 s gone"),
    ],
    ids=["start", "one", "several", "end"],
)
def test_one_line_tells_it(progress: Progress, expected: str) -> None:
    assert progress_view.sentence(progress) == expected


def test_a_log_gets_a_line_now_and_then_and_one_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("net8.base.progress_view.time.monotonic", clock)
    stream = io.StringIO()
    with progress_view.show_progress(Console(file=stream, width=40)) as tell:
        for second in range(12):
            clock.now = 100.0 + second
            tell(Progress(0, 2, 0, (Running(Report(second, 10, 0.1), 1e3),), second))
        tell(Progress(2, 2, 0, elapsed_s=12))
    assert stream.getvalue().splitlines() == [
        "0 of 2 runs done; 5 s simulated, 1 thousand events/s; 5 s gone, about 1 min 35 s left",
        "0 of 2 runs done; 10 s simulated, 1 thousand events/s; 10 s gone, about 3 min 10 s left",
        "2 of 2 runs done; 12 s gone",
    ]


def test_a_terminal_gets_a_bar() -> None:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=120)
    with progress_view.show_progress(console) as tell:
        tell(Progress(1, 2, 0, (Running(Report(3.5, 10, 0.5), 2e6),), 30))
        console.print("something else")
    assert "1 of 2 runs" in stream.getvalue()
    assert "3.5 s simulated, 2 million events/s; 30 s gone, about 10 s left" in stream.getvalue()


def test_a_long_run_reports_from_inside() -> None:
    heard: list[Progress] = []
    run = net8.run(net8.Plan.of(LONG), progress=heard.append)
    *during, last = heard
    assert (last.done, last.total, last.running) == (1, 1, ())
    assert during, "a run of some seconds said nothing"
    reports = [progress.running[0].report for progress in during]
    assert reports == sorted(reports, key=lambda report: report.simulated_s)
    assert 0 < reports[-1].events < run.events
    assert all(0 < report.share < 1 for report in reports)
    assert all(progress.events_per_s > 0 for progress in during)


def test_watching_changes_nothing(lan: net8.Plan) -> None:
    plan = lan.with_values({"query.rows": 30000})
    alone, watched = net8.run(plan), net8.run(plan, progress=lambda _progress: None)
    assert (watched.digest, watched.events) == (alone.digest, alone.events)


@pytest.mark.slow
def test_a_sweep_reports_runs_under_way(tmp_path: Path) -> None:
    heard: list[Progress] = []
    sweep = net8.Sweep(net8.Plan.of(LONG), runs=2, out=tmp_path)
    sweep.run_missing(jobs=2, progress=heard.append)
    assert heard[-1].done == heard[-1].total == 2
    assert max(len(progress.running) for progress in heard) == 2
    assert any(progress.rest_s for progress in heard)


def test_true_shows_it_here(lan: net8.Plan, capsys: pytest.CaptureFixture[str]) -> None:
    net8.run(lan, progress=True)
    assert capsys.readouterr().out == "1 of 1 run done; 1 s gone\n"


def test_a_notebook_gets_one_line_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, data: dict[str, str], *, raw: bool) -> None:
            assert raw
            shown.append(data["text/plain"])

    def display(data: dict[str, str], *, raw: bool, display_id: bool) -> Handle:
        assert raw
        assert display_id
        shown.append(data["text/plain"])
        return Handle()

    module: Any = type(progress_view)("IPython.display")
    module.display = display
    monkeypatch.setitem(__import__("sys").modules, "IPython", type(progress_view)("IPython"))
    monkeypatch.setitem(__import__("sys").modules, "IPython.display", module)
    with progress_view.show_progress(Console(force_jupyter=True)) as tell:
        tell(Progress(0, 2, 0, elapsed_s=1))
        tell(Progress(2, 2, 0, elapsed_s=3))
    assert shown == ["starting", "0 of 2 runs done; 1 s gone", "2 of 2 runs done; 3 s gone"]
