# SPDX-License-Identifier: GPL-2.0-only
"""Sessions that lose their connection, against the arithmetic of round trips and time-outs.

The line takes 10 ms each way at 1 Gbit/s and the server does nothing else: a call takes a round trip of 20 ms, and what
its bytes add is less than 1 ms.
"""

from __future__ import annotations

from typing import Any

import net8
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

Document = dict[str, Any]
RTT_S = 0.020
BYTES_S = 0.001  #: most that the bytes of a call add
LOST_S = 1.0  #: when the instance ends
NODES = (
    "(DESCRIPTION=(LOAD_BALANCE=off)(ADDRESS=(PROTOCOL=tcp)(HOST=node1)(PORT=1521))"
    "(ADDRESS=(PROTOCOL=tcp)(HOST=node2)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=sales)))"
)
#: TCP and CONNECT, answered with a REFUSE (ORA-12514): the listener knows at once that its instance is gone.
REFUSED_S = 2 * RTT_S


def nodes(client: Document, *, fault: Document | None = None, **more: object) -> Document:
    """Return a plan of a session on the first of two nodes, which loses its instance."""
    base: Document = {
        "path": {"kind": "wan", "delay": "10ms", "rate": "1Gbps", "lan_rate": "1Gbps"},
        "client": {"driver": "oci", "array_size": 50, "descriptor": NODES, "transport_connect_timeout": "3s"}
        | client,
        "query": {"rows": 10000, "row_length": 20},
        "server": {"service_name": "sales", "release": "19c", "handover_time": "0s"},
        "instance": [{"name": "rac1", "host": "node1"}, {"name": "rac2", "host": "node2"}],
        "fault": [{"kind": "instance_down", "target": "rac1", "at": f"{LOST_S}s"} | (fault or {})],
        "variation": {"when": "never"},
    }
    for name, table in more.items():
        assert isinstance(table, dict | list)
        base[name] = base.get(name, {}) | table if isinstance(table, dict) else table
    return base


def run(client: Document, **more: Any) -> net8.Run:
    """Run such a plan."""
    return net8.run(net8.Plan.of(nodes(client, **more)))


def lost(done: net8.Run) -> Any:
    """Return the only failover of a run."""
    assert len(done.failovers) == 1
    return done.failovers.iloc[0]


def before(done: net8.Run) -> Any:
    """Return the calls of statements that were answered before the loss was noticed."""
    calls = done.calls
    return calls[(calls["end_s"] <= lost(done).lost_s) & calls["kind"].isin(["execute", "fetch", "commit"])]


def logon_s(done: net8.Run) -> float:
    """Return how long a logon takes: TCP, and the round trips of the driver, which test_logon.py counts."""
    return (1 + int(done.sessions["round_trips"].iloc[0])) * RTT_S


def test_without_failover_the_session_ends() -> None:
    done = run({})
    assert list(done.sessions["ora_code"]) == [3113]
    assert done.failovers.empty
    assert done["failovers"] is None


def test_a_session_connects_and_logs_on_again() -> None:
    done = run({"failover_type": "session"})
    found = lost(done)
    assert found.lost_s == pytest.approx(LOST_S + RTT_S / 2, abs=BYTES_S)  # the RST
    assert found.failover_s == pytest.approx(REFUSED_S + logon_s(done), abs=2 * BYTES_S)
    assert found.logged_on_s == found.end_s
    assert (found.cause, found.ora_code, found.attempts, found.calls_again) == (3113, 0, 2, 0)
    assert list(done.attempts["ora_code"]) == [0, 12514, 0]
    # Its query is lost; there is no other, so that the session logs off in order.
    failed = done.calls[done.calls["error"] > 0]
    assert list(failed["error"]) == [25401]
    assert failed["end_s"].iloc[0] == found.end_s
    assert done.outcome == ("closed",)
    # The record of the session is that of its first connection.
    assert done.sessions["ready_s"].iloc[0] < LOST_S
    assert done.counters["sessions_of_rac2"] == 1


def test_select_fetches_again_what_had_come() -> None:
    done = run({"failover_type": "select"})
    found, had = lost(done), before(done)
    assert found.calls_again == len(had) > 30
    assert found.rows_again == had["rows"].sum() == done["rows_again"]
    # A refused address, a logon, and a round trip for each call that is made again.
    expected = REFUSED_S + logon_s(done) + len(had) * RTT_S
    assert found.failover_s == pytest.approx(expected, abs=(len(had) + 2) * BYTES_S)
    assert done["failover_time"] == found.failover_s
    # Each row reaches the application once, and crosses the network once or twice.
    assert done.sessions["rows"].iloc[0] == 10000
    assert done.calls["rows"].sum() == 10000 + found.rows_again
    assert done.outcome == ("closed",)
    assert done.sessions["failed_calls"].iloc[0] == 0


@pytest.mark.parametrize("kind", ["session", "select"])
def test_a_connection_opened_at_the_logon_needs_none(kind: str) -> None:
    done = run({"failover_type": kind, "failover_method": "preconnect"})
    found = lost(done)
    assert found.preconnected == 1
    assert found.attempts == 0
    assert found.logged_on_s == found.lost_s
    again = len(before(done)) if kind == "select" else 0
    assert found.failover_s == pytest.approx(again * RTT_S, abs=again * BYTES_S)
    # It costs an attempt at the listener of the other node, when the session is logged on, and a process there.
    assert list(done.attempts["address"]) == ["node1:1521", "node2:1521"]
    assert done.attempts["start_s"].iloc[1] == done.sessions["ready_s"].iloc[0]
    assert done.counters["sessions_of_rac1"] == done.counters["sessions_of_rac2"] == 1


def test_a_dead_host_costs_time_outs() -> None:
    done = run(
        {"failover_type": "session", "recv_timeout": "5s"}, fault={"kind": "host_down", "target": "node1"}
    )
    found = lost(done)
    # The last byte came up to half a round trip after the host died.
    assert found.lost_s == pytest.approx(LOST_S + 5, abs=RTT_S)
    assert found.cause == 12609
    assert found.failover_s == pytest.approx(3 + logon_s(done), abs=2 * BYTES_S)


def test_preconnect_spares_them() -> None:
    client = {"failover_type": "session", "failover_method": "preconnect", "recv_timeout": "5s"}
    assert lost(run(client, fault={"kind": "host_down", "target": "node1"})).failover_s == 0


ORCL: Document = {"service_name": "orcl"}
#: The instance is back at 5 s and registers at the end of its interval, at 6 s.
BACK = {"until": "5s"}


@pytest.mark.parametrize(
    ("client", "passes"),
    [
        ({}, 1),
        ({"failover_retries": 3}, 3),
        ({"failover_delay": "500ms"}, 5),
        ({"failover_retries": 2, "failover_delay": "100ms"}, 2),
    ],
)
def test_passes_that_are_in_vain(client: Document, passes: int) -> None:
    delay = {"500ms": 0.5, "100ms": 0.1}.get(str(client.get("failover_delay")), 1.0)
    done = run(
        {"failover_type": "select", "descriptor": ""} | client,
        instance=[],
        fault={"target": "orcl"},
        server=ORCL,
    )
    found = lost(done)
    assert found.ora_code == done.sessions["ora_code"].iloc[0] == 25403
    assert found.attempts == passes
    assert found.failover_s == pytest.approx(passes * REFUSED_S + (passes - 1) * delay, abs=BYTES_S)
    assert done["failed_failovers"] == 1


def test_passes_until_the_instance_is_back() -> None:
    done = run(
        {"failover_type": "session", "descriptor": "", "failover_retries": 20},
        instance=[],
        fault={"target": "orcl"} | BACK,
        server=ORCL | {"registration_interval": "2s"},
    )
    found = lost(done)
    # A pass takes 1.04 s with its pause; the CONNECT of the first arrives at 1.04 s, that of the sixth at 6.24 s.
    assert found.attempts == 6
    assert found.failover_s == pytest.approx(5 * (REFUSED_S + 1) + logon_s(done), abs=3 * BYTES_S)


ORDERS: Document = {
    "statement": [{"name": "insert", "kind": "dml"}, {"name": "commit", "kind": "commit"}],
    "transaction": [{"name": "order", "steps": ["5*insert", "commit"]}],
}
WORK: Document = {"transactions": "order", "queries": 20}


def test_an_open_transaction_is_replayed() -> None:
    done = run(WORK | {"failover_type": "transaction"}, **ORDERS)
    found, had = lost(done), before(done)
    lasting = had[had["execution"] == had["execution"].max()]
    open_ones = 0 if "commit" in set(lasting["kind"]) else len(lasting)
    # The question for the outcome, and the statements of the open transaction.
    assert found.calls_again == 1 + open_ones
    expected = REFUSED_S + logon_s(done) + (1 + open_ones) * RTT_S
    assert found.failover_s == pytest.approx(expected, abs=8 * BYTES_S)
    assert done["transactions"] == 20
    assert done["failed_transactions"] == 0


@pytest.mark.parametrize(("at", "kind", "error"), [("1s", "commit", 25405), ("1050ms", "execute", 25402)])
def test_an_open_transaction_is_lost_with_select(at: str, kind: str, error: int) -> None:
    done = run(WORK | {"failover_type": "select"}, fault={"at": at}, **ORDERS)
    failed = done.calls[done.calls["error"] > 0]
    assert [*failed["kind"], *failed["error"]] == [kind, error]
    assert done["failed_transactions"] == 1
    assert done["transactions"] == 19
    assert done.outcome == ("closed",)


def test_a_loss_between_two_queries_costs_none() -> None:
    done = run(
        {"failover_type": "session", "queries": 2, "think_time": "2s"}, query={"rows": 1, "row_length": 20}
    )
    found = lost(done)
    assert found.cause == 3135
    assert found.failover_s == pytest.approx(REFUSED_S + logon_s(done), abs=2 * BYTES_S)
    assert done["rows_received"] == 2
    assert done.sessions["failed_calls"].iloc[0] == 0


def test_what_is_assumed_is_told() -> None:
    facts = dict(describe(net8.Plan.of(nodes({"failover_type": "transaction"}))).facts)
    assert "one pass over its addresses" in facts["failover of clients"]
    assert "as short as a ping" in facts["failover, not modelled"]
    assert "failover of clients" not in dict(describe(net8.Plan.of(nodes({}))).facts)


def test_failover_mode_of_a_descriptor_is_read() -> None:
    mode = (
        "(CONNECT_DATA=(FAILOVER_MODE=(TYPE=select)(METHOD=preconnect)(RETRIES=20)(DELAY=15)(BACKUP=other))"
    )
    document = nodes({"descriptor": NODES.replace("(CONNECT_DATA=", mode), "failover_method": "basic"})
    task = resolve(net8.Plan.of(document))
    names = ("type", "method", "retries", "delay")
    assert [task.plan[f"client.failover_{name}"] for name in names] == ["select", "basic", 20, "15s"]
    assert task.unmodelled == ("BACKUP",)


def test_a_run_is_loaded_with_its_failovers(tmp_path: Any) -> None:
    done = run({"failover_type": "session"})
    done.save(tmp_path / "run")
    assert net8.Run.load(tmp_path / "run").failovers.equals(done.failovers)
