# SPDX-License-Identifier: GPL-2.0-only
"""Direct path loads, sessionless transactions and what a client says of its high availability.

Sizes are worked out by hand from the source of python-oracledb 26.1; test/drivers holds them against its runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe

TOP = Path(__file__).resolve().parents[3]
Table = dict[str, object]
HEAD = 10
"""Bytes before a message in its packet."""
ROW = 4 + 3 + 21 + 9
"""Bytes of a row: the header of its piece, and each value after its length."""
LOAD: Table = {
    "name": "load",
    "kind": "direct path",
    "table": "SCOTT.JOURNAL",
    "binds": "number:7, varchar2:20, varchar2:8",
    "column_names": "A, B, C",
    "bind_rows": 25,
    "array_size": 10,
}
# A head of 3, operation 2, keywords 3, settings 3 and six pointers; names with 6 bytes each; 400 twice, 0xffff, 1, and
# eleven zeros.
PREPARE = 17 + (6 + 5) + (6 + 7) + 3 * (6 + 1) + (3 + 3 + 3 + 2 + 11)
# A head of 3, the cursor (2), a pointer, the size of the rows (3, of 185 bytes 2), the version (3), four bytes.
FULL, REST = 16 + 10 * ROW, 15 + 5 * ROW
# A head of 3, operation and cursor (2 each), four bytes.
FINISH = 11
BEGIN = 4 + 2 + 2 + 5 + 2 + 1 + 1 + 2 + 2 + 2 + 3 + 4 + 128 + 1
SUSPEND = 4 + 2 + 2 + 5 + 2 + 1 + 3 + 4 + 1
READY = 4 + 1 + 2 + 1 + 2 + 2 + 1 + 7 + (2 + 1 + 19) + (2 + 1 + 1) + 1
INSERT: Table = {"name": "insert", "kind": "dml", "binds": "number:7, varchar2:20"}


def plan_of(
    *statements: Mapping[str, object],
    steps: list[str] | None = None,
    client: Mapping[str, object] | None = None,
    release: str = "21c",
    server: Mapping[str, object] | None = None,
    **transaction: object,
) -> net8.Plan:
    document: dict[str, object] = {
        "path": {"kind": "wan", "delay": "10ms", "rate": "1Gbps", "lan_rate": "1Gbps"},
        "client": {"driver": "python-thin", **(client or {})},
        "server": {"release": release, **(server or {})},
        "statement": list(statements),
        "transaction": [
            {"name": "work", "steps": steps or [str(each["name"]) for each in statements], **transaction}
        ],
    }
    return net8.Plan.of(document, name="direct")


def calls_of(run: net8.Run) -> list[tuple[str, int]]:
    """Return purpose and bytes, without headers of packets, of the calls of statements."""
    calls = run.calls[run.calls["statement"] >= 0].sort_values(["session", "call"])
    bare = calls["request_bytes"] - HEAD * calls["request_packets"]
    return [(str(kind), int(size)) for kind, size in zip(calls["kind"], bare, strict=True)]


def test_a_load_is_a_prepare_a_call_a_batch_and_a_finish() -> None:
    run = net8.run(plan_of(LOAD))
    batches = [("load", FULL), ("load", FULL), ("load", REST)]
    assert calls_of(run) == [("prepare", PREPARE), *batches, ("finish", FINISH)]
    # Five round trips of 20 ms.
    assert run["transaction_time"] == pytest.approx(5 * 0.020, rel=0.01)


def test_node_loads_each_batch_by_itself() -> None:
    # Its prepare has three settings more: 0, 0xffff and 0xffff; its rows have headers of 2 bytes.
    run = net8.run(plan_of(LOAD, client={"driver": "node-thin"}))
    prepare, finish = ("prepare", PREPARE + 1 + 3 + 3), ("finish", FINISH)
    full, rest = ("load", FULL - 10 * 2), ("load", REST - 5 * 2)
    assert calls_of(run) == [prepare, full, finish, prepare, full, finish, prepare, rest, finish]


def test_batches_and_sizes_of_rows_are_two_habits_of_a_driver(tmp_path: Path) -> None:
    file = TOP / "model" / "profile" / "drivers" / "python-thin.toml"
    text = file.read_text(encoding="utf-8")
    assert "direct_path_row_size = true" in text
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace("direct_path_row_size = true", "direct_path_row_size = false"))
    run = net8.run(plan_of(LOAD, client={"driver": f"file:{mine}"}))
    batches = [("load", FULL - 10 * 2), ("load", FULL - 10 * 2), ("load", REST - 5 * 2)]
    assert calls_of(run) == [("prepare", PREPARE), *batches, ("finish", FINISH)]


def test_long_values_go_on_in_further_pieces() -> None:
    load = {"name": "load", "kind": "direct path", "binds": "varchar2:4, clob:70000", "column_names": "A, B"}
    # 140,000 bytes in parts of 65,512, 65,517 and 8,971, with three bytes each, and three headers of two bytes.
    pieces = 5 + 140_000 + 3 * 3 + 3 * 2
    assert calls_of(net8.run(plan_of(load)))[1] == ("load", 3 + 2 + 1 + 5 + 3 + 4 + pieces)


def test_all_rows_are_one_batch_by_default() -> None:
    load = {name: value for name, value in LOAD.items() if name != "array_size"}
    assert calls_of(net8.run(plan_of(load)))[1:] == [("load", 16 + 25 * ROW), ("finish", FINISH)]


def test_a_token_takes_a_byte_in_each_call() -> None:
    run = net8.run(plan_of(LOAD, release="23ai"))
    assert [size for _kind, size in calls_of(run)] == [
        size + 1 for size in (PREPARE, FULL, FULL, REST, FINISH)
    ]


def test_a_failed_batch_aborts_the_load() -> None:
    failing = {**LOAD, "fail_every": 2, "error_text": "ORA-01653: unable to extend table"}
    run = net8.run(plan_of(failing, {"name": "commit", "kind": "commit"}, on_error="continue"))
    assert [kind for kind, _size in calls_of(run)] == ["prepare", "load", "load", "finish", "commit"]
    assert list(run.calls[run.calls["kind"] == "load"]["error"]) == [0, 1653]
    assert run["failed_transactions"] == 1


def test_rows_take_time_of_the_server() -> None:
    quick, slow = (net8.run(plan_of({**LOAD, "row_cpu_time": each})) for each in ("0s", "1ms"))
    assert (slow["transaction_time"] or 0) - (quick["transaction_time"] or 0) == pytest.approx(
        0.025, rel=0.01
    )


def test_describe_shows_the_calls_of_a_load() -> None:
    facts = dict(describe(plan_of(LOAD)).facts)
    first = f"prepare {PREPARE + HEAD:,}/"
    assert facts["statement load"].startswith(first)
    assert f"2 x load {FULL + HEAD:,}/" in facts["statement load"]
    assert f"finish {FINISH + HEAD:,}/" in facts["statement load"]
    assert "5 round trips" in facts["transaction work"]
    assert any("direct path" in guess for guess in describe(plan_of(LOAD)).warnings)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"binds": ""}, "direct path load without columns"),
        ({"binds": "rowid:AAAAAAAAAAAAAAAAAA"}, "has a ROWID"),
        ({"table": "JOURNAL"}, 'such as "SCOTT.JOURNAL"'),
        ({"column_names": "A, B"}, "has 2 names for the 3 columns"),
        ({"out_binds": "number:1"}, 'cannot be combined with kind = "direct path"'),
        (
            {"binds": "clob:20000000", "column_names": "A", "array_size": 27, "bind_rows": 27},
            "array_size to at most 26",
        ),
        ({"kind": "dml"}, 'use "direct path"'),
    ],
)
def test_what_no_driver_loads_is_refused(changes: Table, message: str) -> None:
    with pytest.raises(PlanError, match=message):
        net8.run(plan_of({**LOAD, **changes}))


@pytest.mark.parametrize(
    ("driver", "release"), [("jdbc-thin", ""), ("oci", ""), ("python-thin", "2.0"), ("node-thin", "6.5")]
)
def test_other_drivers_have_none(driver: str, release: str) -> None:
    client = {"driver": driver} | ({"release": release} if release else {})
    with pytest.raises(PlanError, match="no direct path load that is modelled"):
        net8.run(plan_of(LOAD, client=client))


def test_a_sessionless_transaction_begins_and_is_suspended_by_calls() -> None:
    calls = [{"name": kind, "kind": kind} for kind in ("begin", "resume", "suspend")]
    run = net8.run(
        plan_of(INSERT, *calls, steps=["begin", "insert", "suspend", "resume", "suspend"], release="23ai")
    )
    found = [each for each in calls_of(run) if each[0] == "switch"]
    assert found == [("switch", size) for size in (BEGIN, SUSPEND, BEGIN, SUSPEND)]


def test_one_that_is_deferred_takes_no_round_trip() -> None:
    plain, deferred = (
        net8.run(plan_of(INSERT, {"name": "commit", "kind": "commit"}, release="23ai", sessionless=each))
        for each in ("no", "begin")
    )
    assert deferred["round_trips"] == plain["round_trips"]
    assert calls_of(deferred)[0][1] - calls_of(plain)[0][1] == BEGIN
    assert calls_of(deferred)[1] == calls_of(plain)[1]


@pytest.mark.parametrize(("driver", "release"), [("python-thin", "21c"), ("jdbc-thin", "23ai")])
def test_sessionless_transactions_need_a_driver_and_a_server(driver: str, release: str) -> None:
    begin = {"name": "begin", "kind": "begin"}
    for plan in (
        plan_of(begin, client={"driver": driver}, release=release),
        plan_of(INSERT, client={"driver": driver}, release=release, sessionless="resume"),
    ):
        with pytest.raises(PlanError, match="with sessionless transactions"):
            net8.run(plan)


@pytest.mark.parametrize("kind", ["direct path", "begin", "suspend"])
def test_a_pipeline_has_neither(kind: str) -> None:
    other = LOAD if kind == "direct path" else {"name": "load", "kind": kind}
    with pytest.raises(PlanError, match="no driver puts in a pipeline"):
        net8.run(plan_of(INSERT, other, release="23ai", pipeline=True))


def test_a_server_is_told_of_readiness_with_the_first_call() -> None:
    plain, told = (
        net8.run(plan_of(INSERT, steps=["2*insert"], release="23ai", server={"ha_readiness": each}))
        for each in (False, True)
    )
    more = [new - old for (_k, new), (_l, old) in zip(calls_of(told), calls_of(plain), strict=True)]
    assert more == [READY, 0]


@pytest.mark.parametrize("client", [{"driver": "node-thin"}, {"driver": "python-thin", "release": "3.4"}])
def test_drivers_that_do_not_know_it_say_nothing(client: Table) -> None:
    plain, told = (
        net8.run(plan_of(INSERT, client=client, release="23ai", server={"ha_readiness": each}))
        for each in (False, True)
    )
    assert calls_of(told) == calls_of(plain)
