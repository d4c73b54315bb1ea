# SPDX-License-Identifier: GPL-2.0-only
"""Calls on a path that is dead: when each driver gives up, what it reports, and where the session stood.

Sources: python-oracledb 26.1, ``Protocol._process_message`` (a break, the same time again, disconnect) and pools, which
ping with that rule; node-oracledb 26.0, ``protocol.js`` (a break and no timer) and ``pool.js`` (disconnected after the
ping's timeout); issue 1541 of node-oracledb, OCI 21.7: with 5 s closed after 10.0 s; oracle.jdbc.ReadTimeout closes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path

import net8
import numpy as np
import pytest
from net8.base.terminal import console
from net8.campaign.cells import Cells, table_cells
from net8.cli.time_views import show_ends, show_times
from net8.cli.views import show_table
from net8.forecast.describe import describe
from net8.results.ends import measure_ends
from net8.sweep.sweep import Sweep
from rich.console import Console

# The first query ends within a second, the next one begins 5 s later on a dead path.
DEAD = {
    "path": {"kind": "wan", "delay": "20ms"},
    "fault": [{"kind": "link_down", "at": "3s"}],
    "query": {"rows": 100, "row_length": 100},
}
CLIENT = {"queries": 2, "think_time": "5s"}
# tcp_retries2 = 15 from 200 ms: nine doublings until 120 s are reached, then six times 120 s.
LIMIT_S = 0.2 * (2**10 - 1) + 6 * 120


def run(client: Mapping[str, object], **more: object) -> net8.Run:
    """Simulate clients whose path dies."""
    return net8.run(net8.Plan.of({**DEAD, "client": {**CLIENT, **client}, **more}, name="dead"))


@pytest.mark.parametrize(
    ("driver", "rule", "lasts_s", "reported"),
    [
        ("python-thin", "driver", 10, "DPY-4011"),
        ("oci", "driver", 10, "ORA-03156 (ODPI-C: DPI-1080)"),
        ("jdbc-thin", "driver", 5, "ORA-17002"),
        ("node-thin", "break_and_close", 10, "NJS-500"),
        ("sqlplus", "close", 5, ""),
    ],
)
def test_a_driver_gives_up_a_call_by_its_rule(driver: str, rule: str, lasts_s: float, reported: str) -> None:
    found = run({"driver": driver, "call_timeout": "5s", "call_timeout_rule": rule})
    session = found.sessions.iloc[0]
    assert session["end_s"] - session["waiting_since_s"] == pytest.approx(lasts_s, abs=1e-6)
    assert session["ora_code"] == 3156
    assert found.counters["client_call_timeout"] == 1
    assert "(ORA-03156)" in found.outcome[0]
    assert ("the driver reports" in found.outcome[0]) == bool(reported)
    assert reported in found.outcome[0]
    assert found["time_in_last_call"] == pytest.approx(lasts_s, abs=1e-6)
    assert found["time_until_failure"] == pytest.approx(session["end_s"] - session["start_s"])
    assert found["rows_received"] == 100
    span_s = session["end_s"] - session["start_s"]
    assert found["goodput"] == pytest.approx(8 * session["bytes_received"] / span_s)


@pytest.mark.parametrize(
    ("driver", "rule"), [("node-thin", "driver"), ("jdbc-thin", "break"), ("oci", "break")]
)
def test_a_break_without_limit_waits_for_tcp(driver: str, rule: str) -> None:
    found = run({"driver": driver, "call_timeout": "5s", "call_timeout_rule": rule})
    session = found.sessions.iloc[0]
    assert session["ora_code"] == 3113
    assert pytest.approx(924.6) == LIMIT_S
    told = re.search(r"after ([\d.]+) s of retransmission, its limit being ([\d.]+) s", found.outcome[0])
    assert told is not None
    assert float(told[2]) == pytest.approx(LIMIT_S)
    assert float(told[1]) == pytest.approx(session["retransmitted_s"], abs=0.05)
    # The timer that finds the limit exceeded is at most 120 s late, and the first retransmission came after one RTO.
    assert LIMIT_S <= session["retransmitted_s"] < LIMIT_S + 120
    lasted = session["end_s"] - session["waiting_since_s"]
    assert 0.2 < lasted - session["retransmitted_s"] < 1


def test_a_reset_is_no_retransmission() -> None:
    fault = [{"kind": "host_down", "at": "3s", "until": "4s"}]
    found = run({"driver": "python-thin"}, fault=fault)
    assert found.sessions["retransmitted_s"].isna().all()
    assert "retransmission" not in found.outcome[0]
    assert "the driver reports DPY-4011" in found.outcome[0]


def test_a_slow_answer_is_awaited_like_that_of_oci_in_issue_1541() -> None:
    # 5 s, and a server that works for 8 s: ORA-03156 8,031 ms after the start there, and the session goes on.
    plan = {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "call_timeout": "5s"},
        "server": {"call_time": "8s"},
        "query": {"rows": 1},
    }
    found = net8.run(net8.Plan.of(plan))
    assert found.outcome == ("closed",)
    call = found.calls.query("kind == 'execute'").iloc[0]
    assert call["error"] == 1013
    assert 5 <= call["end_s"] - call["start_s"] <= 8.1


@pytest.mark.parametrize(
    ("driver", "ping", "each_s"),
    [("python-thin", "5s", 10), ("node-thin", "5s", 5), ("jdbc-thin", "5s", 5), ("oci", "2s", 2)],
)
def test_a_pool_finds_its_dead_connections_by_the_timeout_of_its_ping(
    driver: str, ping: str, each_s: float
) -> None:
    """A firewall forgets three connections; the request that comes then gets a new one."""
    plan = {
        "site": [{"name": "office"}, {"name": "centre"}],
        "link": [{"name": "wan", "between": ["office", "centre"], "delay": "10ms", "idle_time": "60s"}],
        "server": {"site": "centre"},
        "client": {
            "driver": driver, "site": "office", "start": "100s", "pool_min": 3, "pool_max": 4, "queries": 1,
            "pool_ping_timeout": ping,
        },
        "query": {"rows": 1},
    }  # fmt: skip
    found = net8.run(net8.Plan.of(plan, name="ping"))
    assert found.counters["client_call_timeout"] == 3
    assert found.requests["error"].tolist() == [0]
    request = found.requests.iloc[0]
    # Three pings in vain, then a logon.
    assert 3 * each_s < request["got_s"] - request["asked_s"] < 3 * each_s + 1


def test_a_session_that_is_cut_off_by_the_end_of_the_run_is_told(tmp_path: Path) -> None:
    found = run({"driver": "python-thin", "count": 2}, run={"stop_time": "60s"})
    sessions = found.sessions
    assert found.outcome == ("failed: cut off by the end of the simulation",) * 2
    assert sessions["end_s"].isna().all()
    assert found["time_until_failure"] == pytest.approx((60 - sessions["start_s"]).mean())
    assert found["time_in_last_call"] == pytest.approx((60 - sessions["waiting_since_s"]).mean())
    assert (sessions["waiting_since_s"] > 5).all()
    assert found["rows_received"] == 200
    found.save(tmp_path)
    again = net8.Run.load(tmp_path)
    assert again.ends.equals(found.ends)
    assert found.ends["what"].tolist() == ["all", "session", "session"]
    text = found.summary()
    assert re.search(r"time_in_last_call +5\d\.", text)


def test_ends_are_told_by_group_and_session() -> None:
    groups = [
        {"name": "web", "driver": "python-thin", "call_timeout": "5s", "count": 2},
        {"name": "batch", "driver": "jdbc-thin", "queries": 1},
    ]
    document = {**DEAD, "group": [{**CLIENT, **group} for group in groups]}
    found = net8.run(net8.Plan.of(document, name="dead"))
    rows = found.ends.set_index(["what", "name"])
    assert list(rows.index) == [
        ("all", ""),
        ("group", "web"),
        ("group", "batch"),
        ("session", "0"),
        ("session", "1"),
    ]
    assert rows.loc[("all", ""), ["sessions", "failed", "rows"]].tolist() == [3, 2, 300]
    assert rows.loc[("group", "web"), "time_in_last_call_s"] == pytest.approx(10)
    assert rows.loc[("group", "batch"), ["failed", "reason"]].tolist() == [0, ""]
    assert "DPY-4011" in rows.loc[("session", "1"), "reason"]
    stream = io.StringIO()
    show_ends(Console(file=stream, width=300), found.ends)
    lines = stream.getvalue().splitlines()
    (web,) = (line.split() for line in lines if "web" in line)
    assert web[:5] == ["group", "web", "2", "of", "2"]
    assert web[6:8] == ["10", "200"]
    (why,) = (line for line in lines if line.startswith("why 1: "))
    assert "DPY-4011" in why
    assert all(line.split()[-1] == "1" for line in lines if " session " in f" {line} ")


def table_of(document: Mapping[str, object], folder: Path) -> Cells:
    """Run a plan and return its table."""
    sweep = Sweep(net8.Plan.of(dict(document), name="dead"), out=folder)
    sweep.run_missing(jobs=1)
    stream = io.StringIO()
    show_table(Console(file=stream, width=300), sweep.results)
    found = table_cells(sweep.results)
    assert all(cell in stream.getvalue() for row in found.rows for cell in row)
    return found


def test_an_attack_that_begins_after_the_last_session_has_no_end() -> None:
    """The run ends with its last session, at 0.5 s; until nothing is under way any more, attacks go on."""
    zero = np.zeros(2, dtype=np.int64)
    columns = dict.fromkeys(("session", "group", "rows", "bytes_received"), zero) | {
        "start_ns": np.array([0, 700 * 10**6]),
        "end_ns": np.array([500 * 10**6, -1]),
        "waiting_since_ns": np.array([-1, -1]),
    }
    found = measure_ends(
        columns, ["failed: x", "failed: cut off by the end of the simulation"], ["g"], 500 * 10**6
    )
    assert found["time_until_failure_s"] == 0.5


def test_ends_of_a_sweep_are_those_of_its_runs(tmp_path: Path) -> None:
    client = {**CLIENT, "driver": "jdbc-thin", "call_timeout": "5s"}
    sweep = Sweep(
        net8.Plan.of({**DEAD, "client": client, "sweep": {"fault.1.at": ["3s", "1h"]}}, name="dead"),
        out=tmp_path,
    )
    sweep.run_missing(jobs=1)
    found = sweep.results.ends()
    assert found["fault.1.at"].tolist() == ["3s"]
    assert found["time_in_last_call_s"].tolist() == pytest.approx([5])
    assert found.dtypes[["time_until_failure_s", "goodput_bit_s"]].tolist() == [float, float]
    stream = io.StringIO()
    show_ends(Console(file=stream, width=300), found)
    assert "1 of 1" in stream.getvalue()
    assert "why 1: the driver closed the connection" in stream.getvalue()
    show_times(Console(file=stream, width=300), sweep.results.times().iloc[:0], ended=True)
    assert "no session ended well, so there are no times" in stream.getvalue()


def test_a_table_in_which_nothing_ends_well_shows_how_it_ended(tmp_path: Path) -> None:
    found = table_of({**DEAD, "client": {**CLIENT, "driver": "python-thin", "call_timeout": "5s"}}, tmp_path)
    ends = ["time until failure (s)", "time in last call (s)", "rows received", "goodput (Mbit/s)"]
    assert found.head == [*ends, "failed sessions"]
    (row,) = found.rows
    assert (row[1], row[2], row[4]) == ("10", "100", "1 of 1")
    assert float(row[0]) > 15  # a think time of 5 s, and the call


def test_chosen_columns_stay_and_the_ends_follow(tmp_path: Path) -> None:
    document = {**DEAD, "client": CLIENT | {"driver": "jdbc-thin", "call_timeout": "5s"}}
    found = table_of({**document, "table": {"columns": ["response_time", "goodput"]}}, tmp_path)
    assert [head.split(" (")[0] for head in found.head] == [
        "response time", "goodput", "time until failure", "time in last call", "rows received", "failed sessions",
    ]  # fmt: skip
    assert found.rows[0][0] == "-"


def test_columns_that_all_have_values_stay_alone(tmp_path: Path) -> None:
    # One of two clients has done its work before the path dies.
    groups = [
        {"name": "early", "queries": 1},
        {"name": "late", "queries": 2, "call_timeout": "5s", "think_time": "5s"},
    ]
    found = table_of({**DEAD, "group": groups}, tmp_path)
    assert "time until failure (s)" not in found.head
    assert found.rows[0][-1] == "1 of 2"


def test_a_table_of_calls_shows_their_transactions(tmp_path: Path) -> None:
    document = {
        "path": {"kind": "wan", "delay": "20ms"},
        "client": {"queries": 3},
        "statement": [{"name": "ping", "kind": "ping"}, {"name": "commit", "kind": "commit"}],
        "transaction": [{"name": "check", "steps": ["ping", "commit"]}],
    }
    found = table_of(document, tmp_path)
    assert found.head[:2] == ["transaction time (s)", "transaction time p95 (s)"]
    assert "response time (s)" not in found.head
    # Two calls of a round trip of 40 ms each.
    assert float(found.rows[0][0]) == pytest.approx(0.080, rel=0.03)
    assert "-" not in found.rows[0]


def test_a_storm_shows_who_got_in_and_what_costs_nothing(tmp_path: Path) -> None:
    storm = {
        "path": {"kind": "lan"},
        "client": {"count": 100, "hosts": 10, "arrivals": "batch"},
        "query": {"rows": 1},
        "variation": {"when": "never"},
    }
    found = table_of(storm, tmp_path)
    assert found.head == ["connect time p95 (s)", "drain time (s)", "admitted", "refused", "timed out"]
    # 100 logons of 10 ms on the only core: 1 s.
    assert "each 10 ms of CPU would keep 1 core busy for 1 s of the drain time" in found.note
    assert "server.handover_time = 18ms" in found.note
    costly = {**storm, "server": {"logon_cpu_time": "10ms", "call_time": "1ms"}}
    found = table_of(costly, tmp_path / "costly")
    assert found.head[1] == "drain time (s)"
    assert float(found.rows[0][1]) > 1
    assert "no CPU" not in found.note


def test_sessions_that_start_one_after_the_other_are_no_storm(tmp_path: Path) -> None:
    calm = {"path": {"kind": "lan"}, "client": {"count": 50, "start_spacing": "1s"}, "query": {"rows": 1}}
    assert table_of(calm, tmp_path).head[0] == "response time (s)"


def test_a_short_path_names_the_work_that_costs_nothing(tmp_path: Path) -> None:
    found = table_of({"path": {"kind": "lan"}, "query": {"rows": 10}}, tmp_path)
    assert "server.call_time and call_cpu_time are 0s: a call takes" in found.note
    far = {"path": {"kind": "wan", "delay": "20ms"}, "query": {"rows": 10}}
    assert "server.call_time" not in table_of(far, tmp_path / "far").note


def test_describe_tells_the_rule() -> None:
    def told(client: Mapping[str, object], **more: object) -> dict[str, str]:
        return dict(describe(net8.Plan.of({**DEAD, "client": {**CLIENT, **client}, **more})).facts)

    name = "call timeout of clients"
    assert (
        "10 s after the request on a dead path" in told({"driver": "python-thin", "call_timeout": "5s"})[name]
    )
    assert "DPY-4024" in told({"driver": "python-thin", "call_timeout": "5s"})[name]
    assert "as long as TCP does" in told({"driver": "node-thin", "call_timeout": "5s"})[name]
    assert "waits until TCP gives up" in told({"driver": "jdbc-thin"})[name]
    assert name not in told({"driver": "jdbc-thin"}, fault=[])
    pool = told({"driver": "node-thin", "pool_max": 2}, fault=[])
    assert "after 5 s the driver closes the connection" in pool["ping of the pool of clients"]


def test_autotrace_has_the_statement_beside_the_sessions() -> None:
    """Case of datacadamia.com: 66,650 rows by ARRAYSIZE 2 take 33,326 round trips and 366,960 bytes received.

    366,960 = 33,325 fetches of 11 bytes + 385 of the execute; 7,201,134 bytes sent go with a table that is not told.
    """
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus", "release": "10.2", "array_size": 2, "look_ahead": True},
            "server": {"release": "10.2"},
            "query": {"rows": 66_650, "row_length": 20, "request_length": 366_960 - 33_325 * 11},
        }
    )
    found = net8.run(plan)
    statement, session = found.trace().split("Statistics of the sessions")
    assert f"{33_326:>11}  SQL*Net roundtrips to/from client" in statement.splitlines()
    assert f"{366_960:>11}  bytes received via SQL*Net from client" in statement.splitlines()
    assert found["statement_round_trips"] == 33_326
    assert found["statement_bytes_from_client"] == 366_960
    assert (
        f"{found['statement_bytes_to_client']:>11.0f}  bytes sent via SQL*Net to client"
        in statement.splitlines()
    )
    # All calls from the first of the logon on: CONNECT and ACCEPT are no calls, as the server counts.
    trips = int(re.search(r"(\d+)  SQL\*Net roundtrips", session)[1])  # type: ignore[index]
    assert trips == len(found.calls) > 33_326


def test_a_console_prints_nothing_where_none_failed() -> None:
    found = net8.run(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 1}}))
    assert found.ends.empty
    show_ends(console(width=80), found.ends)
    assert found["time_until_failure"] is None
