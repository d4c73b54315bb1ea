# SPDX-License-Identifier: GPL-2.0-only
"""Results that clients keep: no round trip as long as they are fresh, and what makes them stale."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8 import analytic
from net8.forecast.describe import describe

Table = dict[str, object]

LOOKUP: Table = {"name": "lookup", "rows": 10, "columns": "varchar2:100", "result_cache": True}
CHANGE: Table = {"name": "change", "kind": "dml", "binds": "number:8", "changes": ["lookup"]}
COMMIT: Table = {"name": "commit", "kind": "commit"}
WAN: Table = {"kind": "wan", "delay": "10ms", "rate": "1Gbps", "lan_rate": "1Gbps"}


def plan_of(statements: list[Table], steps: list[str], client: Table, **more: object) -> net8.Plan:
    """Return a plan of one transaction."""
    own = {"driver": "oci", "array_size": 50, "result_cache_size": "1MB", **client}
    work = {"statement": statements, "transaction": [{"name": "t", "steps": steps}]}
    return net8.Plan.of({"path": WAN, "client": own, **work, **more})


def kinds(run: net8.Run) -> list[str]:
    """Return the calls of the statements."""
    return [str(kind) for kind in run.calls[run.calls["statement"] >= 0]["kind"]]


def number(run: net8.Run, name: str) -> float:
    """Return a metric that is there."""
    value = run[name]
    assert value is not None
    return value


def test_a_kept_result_takes_no_round_trip() -> None:
    shape = plan_of([LOOKUP, COMMIT], ["3*lookup", "commit"], {"queries": 2})
    run, bare = (net8.run(each) for each in (shape, shape.with_values({"client.result_cache_size": 0})))
    assert kinds(run) == ["execute", "kept", "kept", "commit", "kept", "kept", "kept", "commit"]
    # 5 of 8 calls are none, each of a round trip of 20 ms.
    assert number(bare, "round_trips") - number(run, "round_trips") == 5
    assert number(bare, "transaction_time") - number(run, "transaction_time") == pytest.approx(
        2.5 * 0.020, rel=0.02
    )
    assert run["rows"] == bare["rows"] == 6 * 10
    kept = run.calls[run.calls["kind"] == "kept"]
    assert list(kept["rows"]) == [10] * 5
    assert set(kept["request_bytes"]) == set(kept["reply_bytes"]) == {0}


def test_each_value_of_the_binds_has_a_result_of_its_own() -> None:
    several = LOOKUP | {"binds": "number:8", "bind_values": 4}
    run = net8.run(plan_of([several], ["400*lookup"], {}))
    # The first of each of 4 values goes to the server.
    assert kinds(run).count("execute") == 4
    assert kinds(run).count("kept") == 396


def test_sessions_of_a_host_share_what_was_kept() -> None:
    client: Table = {"count": 6, "hosts": 2, "start_spacing": "1s"}
    run = net8.run(plan_of([LOOKUP, COMMIT], ["lookup", "commit"], client))
    assert kinds(run).count("execute") == 2  # one for each host


def test_a_change_is_learned_with_the_next_reply() -> None:
    # One session asks at 0, 1, 2 ... s; another one changes the table at 2.5 s. The first ask goes to the server, the
    # next ones are kept; behind 2.5 s one more is, as nothing told of the change; the reply to its commit does.
    document = {
        "path": WAN,
        "client": {"driver": "oci", "array_size": 50, "result_cache_size": "1MB", "result_cache_lag": "100s"},
        "statement": [LOOKUP, CHANGE, COMMIT],
        "transaction": [
            {"name": "read", "steps": ["lookup", "commit"]},
            {"name": "write", "steps": ["change", "commit"]},
        ],
        "group": [
            {"name": "reader", "queries": 5, "think_time": "1s", "transactions": "read"},
            {
                "name": "writer",
                "queries": 1,
                "transactions": "write",
                "start": "2.5s",
                "result_cache_size": 0,
            },
        ],
    }
    run = net8.run(net8.Plan.of(document))
    reader = run.calls[(run.calls["session"] == 0) & (run.calls["statement"] == 0)]
    assert list(reader["kind"]) == ["execute", "kept", "kept", "kept", "execute"]


@pytest.mark.parametrize(
    ("lag", "found"),
    # Nothing but a lookup each 5 s: behind Oracle's default of 3 s there was no reply in time; within 10 s of the first
    # reply are those at 5 s and 10 s, and not the one at 15 s.
    [("3s", ["execute"] * 4), ("10s", ["execute", "kept", "kept", "execute"])],
)
def test_a_result_is_asked_for_anew_behind_the_lag(lag: str, found: list[str]) -> None:
    client: Table = {"queries": 4, "think_time": "5s", "result_cache_lag": lag}
    assert kinds(net8.run(plan_of([LOOKUP], ["lookup"], client))) == found


def test_the_least_recently_used_result_makes_room() -> None:
    # 10 rows of 100 bytes each: two results fit 2,500 bytes. a, b, a, c (drops b), a is kept, b is asked for again.
    three = [LOOKUP | {"name": name} for name in "abc"]
    run = net8.run(plan_of(three, ["a", "b", "a", "c", "a", "b"], {"result_cache_size": 2500}))
    assert kinds(run) == ["execute", "execute", "kept", "execute", "kept", "execute"]
    one = net8.run(plan_of(three, ["a", "a"], {"result_cache_size": 999}))
    assert kinds(one) == ["execute", "execute"]  # larger than all the room


def test_a_kept_result_takes_the_time_of_its_rows_and_cpu() -> None:
    shape = plan_of([LOOKUP], ["2*lookup"], {"row_time": "1ms", "cpu": {"cores": 1, "call_cpu_time": "2ms"}})
    run = net8.run(shape)
    kept = run.calls[run.calls["kind"] == "kept"]
    # 2 ms of CPU for the call, 700 ns for each of 10 rows, and 1 ms a row of the session alone.
    assert list(kept["work_s"]) == pytest.approx([0.002 + 10 * 700e-9 + 10 * 0.001])


def test_describe_says_what_is_assumed_and_nothing_is_predicted() -> None:
    shape = plan_of([LOOKUP], ["2*lookup"], {})
    told = [text for text in describe(shape).warnings if "cached results" in text]
    assert len(told) == 1
    assert "not measured with any driver" in told[0]
    found = analytic.predict(shape)
    assert "round_trips" not in found
    assert "transaction_time" not in found


def test_runs_with_kept_results_and_pipelines_are_read_back(tmp_path: Path) -> None:
    shape = plan_of([LOOKUP], ["2*lookup"], {})
    net8.run(shape, folder=tmp_path)
    assert kinds(net8.Run.load(tmp_path)) == ["execute", "kept"]


@pytest.mark.parametrize(
    ("statements", "client", "told"),
    [
        (
            [LOOKUP],
            {"driver": "python-thin"},
            "client.result_cache_size = 1000000 is not a setting that python-thin supports",
        ),
        (
            [LOOKUP],
            {"release": "10.2"},
            "is not a setting that oci 10.2 supports; OCI from 11.1 on caches results",
        ),
        ([LOOKUP | {"result_cache": False}], {}, "has no effect, because no query has result_cache = true"),
        (
            [LOOKUP, CHANGE | {"changes": ["other"]}],
            {},
            "names other, which is not a query with result_cache = true",
        ),
        ([LOOKUP, CHANGE | {"result_cache": True}], {}, "a query has a result"),
        ([LOOKUP, COMMIT | {"changes": ["lookup"]}], {}, "which is a call without text and rows"),
        (
            [LOOKUP | {"columns": "clob:10"}],
            {},
            "is set for a query with a LOB or LONG, which no client caches",
        ),
        ([{"name": "lookup", "bind_values": 3}], {}, "applies to queries with a cached result"),
    ],
)
def test_what_does_not_go_together_is_told(statements: list[Table], client: Table, told: str) -> None:
    steps = [str(each["name"]) for each in statements]
    with pytest.raises(net8.PlanError, match=told.replace("(", r"\(")):
        net8.run(plan_of(statements, steps, client))
