# SPDX-License-Identifier: GPL-2.0-only
"""Traces of event 10046 that simulated servers write, read back, and held against the tables of their run."""

from __future__ import annotations

import re
from pathlib import Path

import net8
import numpy as np
import pytest
from net8.base.errors import PlanError
from net8.record.trace import read_trace
from net8.results.server_trace import TRACE_FILE, sql_id
from net8.sweep.sweep import Sweep
from test_account import TRACES, micros, tenths

PLAN = """
[path]
delay = "10ms"
rate = "100Mbps"
[client]
count = 2
start_spacing = "5ms"
queries = 5
transactions = "order"
[server]
release = "RELEASE"
call_cpu_time = "2ms"
call_time = "3ms"
[[statement]]
name = "find"
rows = 300
row_length = 100
array_size = 50
prefetch_rows = 0
[[statement]]
name = "change"
kind = "dml"
binds = "number:8"
[[statement]]
name = "keep"
kind = "commit"
[[transaction]]
name = "order"
think_time = "20ms"
steps = ["find", "change", "keep"]
"""


def ran(folder: Path, release: str = "19c") -> net8.Run:
    """Run the plan with a trace."""
    (folder / "plan.toml").write_text(PLAN.replace("RELEASE", release), encoding="utf-8")
    return net8.run(net8.load(folder / "plan.toml"), folder=folder / "run", trace10046=True)


def from_client_us(run: net8.Run) -> int:
    """Return the waits for clients that the run counted."""
    waits = run.wait_columns
    chosen = (waits["event"] == 1) & (waits["statement"] == 0)
    return int(waits["total_ns"][chosen].sum()) // 1000


def test_a_trace_of_a_run_reads_back_as_what_the_run_knows(tmp_path: Path) -> None:
    """Each call takes its server 2 ms of CPU and 3 ms of waits; what else there is, is the network and the client."""
    run = ran(tmp_path)
    found = net8.account(tmp_path / "run" / TRACE_FILE)
    times = micros(found)
    kinds = run.calls["kind"].tolist()
    on_cursors = kinds.count("execute") + kinds.count("fetch")
    assert kinds.count("commit") == 10
    assert times["server CPU"] == pytest.approx(2_000 * on_cursors, rel=0.01)
    assert times["server waits, User I/O"] == pytest.approx(3_000 * len(kinds), rel=0.01)
    assert times["between calls: network and client"] == pytest.approx(from_client_us(run), rel=0.01)
    assert found.sessions == 2
    assert found.trips == len(kinds)
    assert found.rows == int(run.call_columns["rows"].sum())
    begun = run.session_columns["accepted_ns"] - 10_000_000  # ACCEPT came half a round trip later
    whole = (run.session_columns["end_ns"] - begun).sum() / 1000
    assert found.time_ns / 1000 == pytest.approx(whole, rel=0.01)


def test_a_told_round_trip_splits_it_as_the_tables_do(tmp_path: Path) -> None:
    """The round trip of the handshake is known to the run: 20 ms and the time of a frame."""
    run = ran(tmp_path)
    trace = micros(net8.account(tmp_path / "run" / TRACE_FILE, rtt="20ms"))
    tables = micros(net8.account(tmp_path / "run"))
    # The tables also have the TCP handshake of each of the two sessions.
    assert trace["round trips: latency"] == pytest.approx(tables["round trips: latency"] - 40_000, rel=0.01)
    # 5 transactions of 3 statements, a pause of 20 ms between two of their statements.
    assert tables["client: work and think time"] >= 2 * 5 * 2 * 20_000
    assert run.outcome == ("closed", "closed")


def test_statements_have_their_calls_and_rows(tmp_path: Path) -> None:
    """300 rows by 50: six or seven fetches an execution, by whether the end comes with the last rows."""
    run = ran(tmp_path)
    record = read_trace(tmp_path / "run" / TRACE_FILE)
    texts = {statement.text for statement in record.statements.all if statement.text}
    assert {re.search(r"statement (\w+)", text)[1] for text in texts} == {"find", "change"}  # type: ignore[index]
    calls = run.call_columns
    fetched = int(((calls["kind"] == 1) & (calls["rows"] > 0)).sum())
    column = record.calls.column("kind")
    rows = record.calls.column("rows")
    assert int(((column == record.kind("fetch")) & (rows > 0)).sum()) == fetched
    assert np.count_nonzero(column == record.kind("commit")) == 10
    assert set(record.notes) == set()


@pytest.mark.parametrize("release", ["8.1", "9.2", "10.2", "11.2"])
def test_older_releases_write_as_they_did(tmp_path: Path, release: str) -> None:
    """8i counts hundredths of a second; up to 9.2 waits have no time; SQL_ID and CLOSE came with 11.1.

    Formats: HammerDB's reader of traces, issues 590 and 718, and raw traces of these releases.
    """
    run = ran(tmp_path, release)
    text = (tmp_path / "run" / TRACE_FILE).read_text(encoding="ascii")
    wait = re.search(r"WAIT #.*", text)[0]  # type: ignore[index]
    assert (" tim=" in wait) == (release in ("10.2", "11.2"))
    assert ("sqlid=" in text) == ("plh=" in text) == (release == "11.2")
    lengths = [int(length) for length in re.findall(r"message from client' ela= (\d+)", text)]
    unit = 10_000 if release == "8.1" else 1
    assert unit * sum(lengths) == pytest.approx(from_client_us(run), abs=unit * len(lengths))
    found = net8.account(tmp_path / "run" / TRACE_FILE)
    assert found.trips == len(lengths) == len(run.calls)
    assert tenths(found) == 1000


def test_a_trace_changes_nothing_of_a_run(tmp_path: Path) -> None:
    traced = ran(tmp_path)
    assert net8.run(net8.load(tmp_path / "plan.toml")).digest == traced.digest


def test_errors_and_breaks_are_in_the_trace(tmp_path: Path) -> None:
    plan = net8.Plan.of({
        "path": {"kind": "lan"}, "statement": [{"name": "bad", "fail_every": 1, "error_text": "ORA-00942: no table"}],
        "transaction": [{"name": "try", "steps": ("bad",), "on_error": "continue"}],
    })  # fmt: skip
    run = net8.run(plan, folder=tmp_path, trace10046=True)
    text = (tmp_path / TRACE_FILE).read_text(encoding="ascii")
    assert text.count(":err=942 tim=") == int((run.call_columns["error"] == 942).sum()) > 0
    waits = run.wait_columns
    breaks = int(waits["waits"][(waits["event"] == 4) & (waits["statement"] == 0)].sum())
    assert text.count("nam='SQL*Net break/reset to client'") == breaks > 0


def test_a_sql_id_is_made_as_oracle_makes_it() -> None:
    """Of the statements in a trace of 12.2, by their texts."""
    path = TRACES / "session-9850.trc"
    if not path.exists():
        pytest.skip("the shared traces are not here")
    data = path.read_bytes()
    named = re.compile(rb"PARSING IN CURSOR #\d+ len=(\d+) [^\n]*hv=(\d+) [^\n]*sqlid='([^']*)'\n")
    found = [
        (data[each.end() :][: int(each[1])].decode(), int(each[2]), each[3].decode())
        for each in named.finditer(data)
    ]
    assert len(found) == 31
    assert [sql_id(text) for text, _value, _name in found] == [(name, value) for _text, value, name in found]


def test_sql_server_has_no_such_trace(tmp_path: Path) -> None:
    plan = net8.Plan.of({"client": {"protocol": "tds"}})
    with pytest.raises(PlanError, match="client.protocol = tds"):
        net8.run(plan, folder=tmp_path, trace10046=True)
    with pytest.raises(PlanError, match="folder"):
        net8.run(net8.Plan.of({}), trace10046=True)


def test_a_stored_run_without_trace_is_run_again_and_keeps_its_captures(tmp_path: Path) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 3}})
    sweep = Sweep(plan, out=tmp_path)
    assert sweep.run_missing(pcap=True, jobs=1).simulated == 1
    assert sweep.run_missing(trace10046=True, jobs=1).simulated == 1
    assert sweep.run_missing(trace10046=True, pcap=True, jobs=1).simulated == 0
    (folder,) = {path.parent for path in tmp_path.rglob(TRACE_FILE)}
    assert list(folder.glob("capture*.pcap"))
