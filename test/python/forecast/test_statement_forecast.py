# SPDX-License-Identifier: GPL-2.0-only
"""What is said of statements and transactions before a run, held against runs."""

from __future__ import annotations

from collections.abc import Mapping

import net8
import pytest
from net8.analytic import predict
from net8.forecast.describe import describe

Tables = list[Mapping[str, object]]
CLIENT = {"driver": "python-thin", "queries": 4, "think_time": "200ms"}
SERVER = {"release": "21c", "resend": False, "call_time": "1ms"}
ORDERS: Mapping[str, object] = {"name": "orders", "rows": 5, "columns": "number:1, varchar2:30"}
PRICE: Mapping[str, object] = {
    "name": "price",
    "rows": 1,
    "columns": "number:1",
    "binds": "number:5",
    "call_time": "3ms",
}
LOG: Mapping[str, object] = {
    "name": "log",
    "kind": "dml",
    "statement_length": 33,
    "binds": "number:7, varchar2:20, varchar2:8",
    "bind_rows": 25,
    "array_size": 10,
    "call_cpu_time": "2ms",
    "row_cpu_time": "100us",
}
COMMIT: Mapping[str, object] = {"name": "commit", "kind": "commit"}
STEPS = ["orders", "for each row of orders: price", "log", "commit"]


def plan_of(
    client: Mapping[str, object] | None = None,
    transactions: Tables | None = None,
    statements: Tables | None = None,
    path: Mapping[str, object] | None = None,
) -> net8.Plan:
    document: dict[str, object] = {
        "path": path or {"kind": "wan", "delay": "10ms", "rate": "100Mbps"},
        "client": {**CLIENT, **(client or {})},
        "server": SERVER,
        "statement": statements or [ORDERS, PRICE, LOG, COMMIT],
        "transaction": transactions or [{"name": "page", "steps": STEPS, "think_time": "10ms"}],
    }
    return net8.Plan.of(document, name="forecast")


def facts_of(plan: net8.Plan) -> dict[str, str]:
    return dict(describe(plan).facts)


def test_describe_shows_the_calls_of_a_transaction() -> None:
    facts = facts_of(plan_of())
    # Runs: 478, 349 and 179 bytes of TTC, and 10 of the packet. Replies of 12.1: parameters 16, end of call 37.
    arrays = "execute 488/63, execute 359/63, execute 189/63 bytes"
    assert facts["statement log"] == f"{arrays}; later 2 x execute 359/63, execute 189/63"
    # Two rows come with the execute, the others with a fetch; runs: 7 bytes of a fetch, 13 of a commit with its packet.
    assert facts["statement orders"].count("fetch 17/") == 2
    assert facts["statement commit"] == "commit 13/14 bytes"
    told = facts["transaction page"]
    # 2 calls, 5 queries of one, 3 arrays, a commit: 11 round trips, each 20 ms and the wires of two LANs.
    assert told.startswith("orders; 5 x price; log; commit: 11 round trips, ")
    assert float(told.split(" s of round trips")[0].rsplit(" ", 1)[1]) == pytest.approx(0.22, rel=0.01)
    assert "pipelines" in facts["statements without a model"]


@pytest.mark.parametrize("driver", ["python-thin", "jdbc-thin", "sqlplus"])
def test_the_calls_are_those_of_a_run(driver: str) -> None:
    plan = plan_of({"driver": driver, "queries": 2})
    run = net8.run(plan)
    told = describe(plan)
    calls = run.calls[run.calls["execution"] == 1].sort_values("call")
    for number, name in enumerate(run.statements):
        first = calls[calls["statement"] == number]
        # A plan of SQL*Plus closes a cursor in front of an execute, and only the second one of a session does.
        seen = [f"{row.kind} {row.request_bytes:,}/{row.reply_bytes:,}" for row in first.itertuples()]
        fact = dict(told.facts)[f"statement {name}"]
        assert seen[0] in fact, fact
        assert seen[-1] in fact, fact
    assert any("sizes of binds are measured for python-oracledb" in warning for warning in told.warnings)


def test_predict_has_the_round_trips_and_the_time() -> None:
    plan = plan_of()
    found, run = predict(plan), net8.run(plan)
    assert found.left_out == ()
    # 11 calls in each of four transactions, four of the logon behind the CONNECT, the CONNECT and the logoff.
    assert found["round_trips"].value == 4 * 11 + 6
    for name in ("round_trips", "transaction_time"):
        value = run[name]
        assert value is not None
        assert found[name].holds(value), (name, found[name], value)


def test_pauses_and_packets_of_statements_are_predicted_and_described() -> None:
    """Before each price 40 ms, before log 10 of the transaction and before commit nothing: 5 x 40 + 10."""
    price, commit = {**PRICE, "think_time": "40ms", "packet_time": "2ms"}, {**COMMIT, "think_time": "0s"}
    plan = plan_of(statements=[ORDERS, price, LOG, commit])
    found, run, facts = predict(plan), net8.run(plan), facts_of(plan)
    value = run["transaction_time"]
    assert value is not None
    assert found["transaction_time"].holds(value)
    usual = net8.run(plan_of())["transaction_time"]
    assert usual is not None
    # Five pauses are 30 ms longer, that before the commit is none, and five replies have a packet of 2 ms.
    assert value - usual == pytest.approx(5 * 0.030 - 0.010 + 5 * 0.002, abs=1e-4)
    assert "0.21 s of the client between its statements" in facts["transaction page"]
    assert facts["statement price"].endswith("; before it 40ms of the client, unless it begins a transaction")


@pytest.mark.parametrize(
    ("client", "transactions", "reason"),
    [
        ({}, [{"name": "page", "mix": {"orders": 1, "log": 2}}], "a mix, which is drawn"),
        ({"count": 2}, None, "one client by itself on a path of links is covered"),
    ],
)
def test_what_is_not_predicted_is_said(
    client: Mapping[str, object], transactions: Tables | None, reason: str
) -> None:
    found = predict(plan_of(client, transactions))
    assert "transaction_time" not in found
    assert any(reason in text for text in found.left_out)


def test_large_requests_are_left_out_of_times() -> None:
    found = predict(plan_of(statements=[ORDERS, PRICE, {**LOG, "array_size": 25, "bind_rows": 500}, COMMIT]))
    assert "round_trips" in found
    assert found.left_out == ()
    found = predict(plan_of(statements=[ORDERS, PRICE, {**LOG, "array_size": 500, "bind_rows": 500}, COMMIT]))
    assert found.left_out == ("times of transactions: requests of more than a segment",)


def test_cursors_and_arrays_of_blocks_are_described() -> None:
    statements: Tables = [
        {"name": "rows", "rows": 50, "columns": "number:7"},
        {"name": "opens", "kind": "plsql", "cursors": ["rows"], "implicit_results": ["rows"]},
        {"name": "each", "kind": "plsql", "binds": "number:7", "in_out_binds": "date", "bind_rows": 3},
    ]
    plan = plan_of(None, [{"name": "page", "steps": ["opens", "each"]}], statements)
    run, found, facts = net8.run(plan), predict(plan), facts_of(plan)
    calls = run.calls[run.calls["execution"] == 1]
    for number, name in enumerate(run.statements[1:], start=1):
        own = calls[calls["statement"] == number]
        for row in own.itertuples():
            assert f"{row.kind} {row.request_bytes:,}/{row.reply_bytes:,}" in facts[f"statement {name}"]
    assert found["round_trips"].value == run["round_trips"]
    assert found.left_out == (
        "times of transactions: cursors of blocks, which are fetched in the server's time of their queries",
    )
    assert any("no capture has one" in text for text in describe(plan).warnings)


def test_work_over_replications_has_intervals() -> None:
    transactions: Tables = [{"name": "page", "steps": STEPS, "think_time": "exponential(10ms)"}]
    runs = [net8.run(plan_of(None, transactions, path={"kind": "lan"}), run=number) for number in (1, 2, 3)]
    rows = {row.name: row for row in net8.work_intervals(runs)}
    page = rows["page"]
    assert page.count == 12
    means = [next(row.mean_s for row in run.work if row.name == "page") for run in runs]
    assert page.numbers["mean_s"].mean == pytest.approx(sum(filter(None, means)) / 3)
    assert page.numbers["p95_s"].low <= page.numbers["p95_s"].mean <= page.numbers["p95_s"].high
    assert rows["price"].count == 60
    assert "transaction page" in runs[0].summary()


def test_blocks_lobs_and_errors_of_rows_are_forecast() -> None:
    binds = {"binds": "number:7, varchar2:20"}
    statements: Tables = [
        {"name": "block", "kind": "plsql", "out_binds": "number:8, varchar2:40", **binds},
        {**LOG, "name": "returning", "out_binds": "number:8"},
        {**LOG, "name": "batch", "batch_errors": 2},
        {"name": "lob", "kind": "dml", "binds": "number:7, clob:300", "bind_rows": 2, "array_size": 1},
    ]
    steps = ["2*block", "returning", "batch", "lob"]
    plan = plan_of({"lob_amount": 500}, [{"name": "page", "steps": steps}], statements)
    run, found, facts = net8.run(plan), predict(plan), facts_of(plan)
    calls = run.calls[run.calls["execution"] == 1]
    for number, name in enumerate(run.statements):
        own = calls[calls["statement"] == number]
        seen = {f"{row.kind} {row.request_bytes:,}/{row.reply_bytes:,}" for row in own.itertuples()}
        assert all(each in facts[f"statement {name}"] for each in seen), (seen, facts[f"statement {name}"])
    # A block twice, three arrays twice, and for each of two rows a LOB, made and written in two pieces, and an execute.
    assert found["round_trips"].value == 4 * (2 + 3 + 3 + 2 * 4) + 6 == run["round_trips"]
    value = run["transaction_time"]
    assert value is not None
    assert found["transaction_time"].holds(value), (found["transaction_time"], value)


@pytest.mark.parametrize(("driver", "logoffs"), [("python-thin", 0), ("sqlplus", 1)])
@pytest.mark.parametrize("transacts", [False, True])
def test_a_driver_that_leaves_a_resident_pool_sends_no_logoff(
    driver: str, logoffs: int, transacts: bool
) -> None:
    document: dict[str, object] = {
        "path": {"kind": "wan", "delay": "10ms"},
        "client": {"driver": driver, "server": "pooled", "queries": 2, "commits": 1},
        "server": {"release": "23ai", "handlers": "dedicated, pooled"},
        "query": {"rows": 150},
    }
    if transacts:
        document |= {
            "statement": [ORDERS, COMMIT],
            "transaction": [{"name": "page", "steps": ["orders", "commit"]}],
        }
    plan = net8.Plan.of(document, name="resident")
    run = net8.run(plan)
    assert (run.calls["kind"] == "logoff").sum() == logoffs
    # By hand: what is called on the session, and the logon.
    logon = int(predict(plan)["logon_round_trips"].value)
    assert run.metrics["round_trips"] == logon + (run.calls["kind"] != "logon").sum()
    assert predict(plan)["round_trips"].value == run.metrics["round_trips"]
