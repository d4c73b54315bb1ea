# SPDX-License-Identifier: GPL-2.0-only
"""Sessions that fail are counted wherever a mean leaves them out, and are no broken run."""

from __future__ import annotations

import io
from pathlib import Path

import net8
import pytest
from net8.campaign.report import table_csv
from net8.cli.views import show_table
from net8.figure.sweep import build_figures
from net8.results.run import Run
from net8.results.storm import TIMEOUT_CODES, UNANSWERED_CODES
from net8.sweep.sweep import Sweep
from rich.console import Console

# Ten clients, one every 100 ms, with a query of some milliseconds each; at half a second the server's host is lost.
LOST = {
    "path": {"kind": "lan"},
    "client": {"count": 10, "start_spacing": "100ms", "connect_timeout": "2s"},
    "query": {"rows": 5},
    "server": {"handover_time": "1ms"},
    "fault": [{"kind": "host_down", "at": "450ms"}],
    "sweep": {"client.array_size": [1, 5]},
}


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    sweep = Sweep(net8.Plan.of(LOST, name="lost"), out=tmp_path_factory.mktemp("runs"))
    sweep.run_missing(jobs=1)
    return sweep


def shown(sweep: Sweep) -> str:
    console = Console(file=io.StringIO(), width=200)
    show_table(console, sweep.results)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def test_a_table_counts_them(sweep: Sweep) -> None:
    text = shown(sweep)
    # Clients 1 to 5 start at 0, 100 ... 400 ms and are done before the fault.
    assert text.count("5 of 10") == 4  # a cell and a line for each point
    assert "means leave failed sessions out" in text


def test_a_fault_is_no_broken_run(sweep: Sweep) -> None:
    assert sweep.results.failed() == []
    assert len(sweep.results.incomplete()) == 2
    lines = [line for line in shown(sweep).splitlines() if "5 of 10 sessions" in line]
    assert len(lines) == 2
    assert all(line.startswith("note (the plan has faults): client.array_size = ") for line in lines)


def test_csv_and_intervals_count_them(sweep: Sweep) -> None:
    head, *rows = table_csv(sweep.results).splitlines()
    assert head.endswith(",failed_sessions,sessions,runs")
    assert all(row.endswith(",5,10,1") for row in rows)
    assert list(sweep.interval("response_time")["failed_sessions"]) == [5, 5]


def test_a_summary_counts_them_beside_each_mean(sweep: Sweep) -> None:
    (first, _second) = (sweep.out / "data" / row.key[:16] for _labels, row in sweep.results.incomplete())
    lines = dict(line.split(maxsplit=1) for line in Run.load(first).summary().splitlines())
    for name in ("response_time", "logon_time", "bytes", "rows"):
        assert lines[name].endswith("(without 5 of 10 sessions, which failed)")
    assert lines["failed_sessions"] == "5"
    assert lines["sessions"] == "10"


def test_a_figure_says_so(sweep: Sweep) -> None:
    (figure,) = build_figures(sweep.results)
    assert figure.note == "without up to 5 of 10 sessions, which failed"


def test_where_none_fails_nothing_is_said(tmp_path: Path) -> None:
    sweep = Sweep(net8.Plan.of(LOST | {"fault": []}, name="kept"), out=tmp_path)
    sweep.run_missing(jobs=1)
    assert "failed" not in shown(sweep)
    assert build_figures(sweep.results)[0].note == ""


def test_errors_of_attempts_are_of_one_kind() -> None:
    text = (Path(__file__).parents[3] / "model" / "profile" / "net8-oracle-error.h").read_text(
        encoding="utf-8"
    )
    section = text.partition("namespace oracle_error")[2].partition("}")[0]
    own = {int(line.split("=")[1].split(";")[0]) for line in section.splitlines() if "=" in line}
    # What a client finds out by itself is a time-out or no answer. A REFUSE (12564) and a handshake of TLS that fails
    # (28859, 29019) are answers; 25403 is a failover that no address took.
    assert sorted(own) == sorted([*TIMEOUT_CODES, *UNANSWERED_CODES, 12564, 25403, 28859, 29019])
