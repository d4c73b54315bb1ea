# SPDX-License-Identifier: GPL-2.0-only
"""Pools of connections: what becomes of requests, bad plans, and queueing theory.

Sources: Erlang, "Solution of some problems in the theory of probabilities", 1917: M/M/c/K with blocking (K = c: Erlang
B) and with waiting (K without limit: Erlang C); Kleinrock, "Queueing Systems" I, 3.8: finite sources, M/M/c//N. All by
their birth and death equations. ``NET8_REPLICATIONS=30`` runs as many as doc/pools.rst tells of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import net8
import numpy as np
import pytest
from net8.forecast.describe import describe
from wire_capture import DATA, packets

REPLICATIONS = int(os.environ.get("NET8_REPLICATIONS", "6"))
SERVICE_S = 0.050
CONNECTIONS = 4
PLAN: dict[str, dict[str, object]] = {
    "path": {"kind": "lan", "lan_rate": "10Gbps", "lan_delay": "0s"},
    "server": {"release": "21c", "resend": False, "handover_time": "0s"},
    "client": {"driver": "python-thin", "hosts": 1, "pool_min": CONNECTIONS, "pool_max": CONNECTIONS},
    "variation": {"when": "never"},
}
# Work of the server that is time of its own process: each connection is a server of M/M/c.
UPDATE = {"name": "update", "kind": "dml", "call_time": f"exponential({SERVICE_S}s)"}
WORK: dict[str, object] = {"statement": [UPDATE], "transaction": [{"name": "t", "steps": ["update"]}]}


def run_of(
    client: Mapping[str, object], number: int = 1, work: Mapping[str, object] | None = None
) -> net8.Run:
    """Simulate one replication."""
    document = {**PLAN, "client": {**PLAN["client"], **client}, **(WORK if work is None else work)}
    return net8.run(net8.Plan.of(document, name="pool"), run=number)


def states(rate: Callable[[int], float], servers: int, most: int) -> list[float]:
    """Return the probabilities of 0, 1, 2 ... requests, by births at some rates and deaths of exponential service."""
    weights = [1.0]
    for number in range(1, most + 1):
        weights.append(weights[-1] * rate(number - 1) * SERVICE_S / min(number, servers))
    return [weight / sum(weights) for weight in weights]


def test_states_have_the_values_of_erlang() -> None:
    # By hand: B(2, 1) = 1/2 / (1 + 1 + 1/2) = 0.2; of M/M/1//2 with as much thought as service, 2/5 both in it.
    assert states(lambda _n: 1 / SERVICE_S, 2, 2)[-1] == pytest.approx(0.2)
    assert states(lambda n: (2 - n) / SERVICE_S, 1, 2) == pytest.approx([0.2, 0.4, 0.4])


def held(values: list[float], expected: float, part: float = 0.002) -> bool:
    """Return whether a value is in the 95 % interval, but for microseconds of the network."""
    found = net8.interval(values)
    return found.low * (1 - part) <= expected <= found.high * (1 + part)


def test_a_pool_that_does_not_wait_blocks_as_erlang_b() -> None:
    """M/M/c/c: of open arrivals the part that finds all connections in use."""
    rate = 60.0
    client = {
        "count": 4000, "arrivals": "poisson", "arrival_rate": f"{rate}/s", "start": "5s", "pool_getmode": "nowait",
    }  # fmt: skip
    blocked = []
    for number in range(1, REPLICATIONS + 1):
        requests = run_of(client, number).request_columns
        assert set(requests["error"]) == {0, 24496}
        blocked.append(float((requests["error"] == 24496).mean()))
    assert held(blocked, states(lambda _n: rate, CONNECTIONS, CONNECTIONS)[-1])


def test_a_pool_that_waits_is_that_of_erlang_c() -> None:
    """M/M/c: mean wait of open arrivals, by the states of M/M/c/K with room for more than ever come."""
    rate = 60.0
    client = {"count": 4000, "arrivals": "poisson", "arrival_rate": f"{rate}/s", "start": "5s"}
    waits = [run_of(client, number)["pool_wait_time"] for number in range(1, REPLICATIONS + 1)]
    chances = states(lambda _n: rate, CONNECTIONS, 2000)
    queue = sum(max(0, number - CONNECTIONS) * chance for number, chance in enumerate(chances))
    assert queue / rate == pytest.approx(0.0254716981)  # C(4, 3) = 27/53 = 0.509; / (4 / 0.05 - 60)
    assert held([float(wait or 0) for wait in waits], queue / rate)


def test_users_in_a_closed_loop_are_finite_sources() -> None:
    """M/M/c//N: 12 users who think 100 ms, on 4 connections."""
    users, think_s = 12, 0.100
    client = {"count": users, "queries": 300, "think_time": f"exponential({think_s}s)", "start": "5s"}
    waits, rates = [], []
    for number in range(1, REPLICATIONS + 1):
        requests = run_of(client, number).request_columns
        first_done = min(requests["end_ns"][requests["user"] == user].max() for user in range(users))
        kept = (requests["start_ns"] > 6e9) & (requests["end_ns"] <= first_done)
        waits.append(float((requests["got_ns"] - requests["asked_ns"])[kept].mean()) / 1e9)
        rates.append(float(kept.sum()) / (first_done - 6e9) * 1e9)
    chances = states(lambda n: (users - n) / think_s, CONNECTIONS, users)
    through = sum((users - number) / think_s * chance for number, chance in enumerate(chances))
    queue = sum(max(0, number - CONNECTIONS) * chance for number, chance in enumerate(chances))
    assert held(waits, queue / through)
    assert held(rates, through)


def test_a_pool_grows_when_it_must_and_is_seen_over_time() -> None:
    """Five users at once, a connection from the start: four more are made, and no sixth."""
    work = {"statement": [{**UPDATE, "call_time": "2s"}], "transaction": [{"name": "t", "steps": ["update"]}]}
    run = run_of({"count": 5, "start": "5s", "pool_min": 1, "pool_max": 5, "arrivals": "batch"}, work=work)
    assert run["pool_size"] == 5
    assert run["requests"] == 5
    assert run["failed_sessions"] == 0
    pool = run.pool
    assert pool["connections"].iloc[0] == 1
    assert pool["connections"].max() == 5
    assert pool["in_use"].max() == 5
    assert pool["waiting"].max() == 4
    assert pool[["connections", "in_use", "waiting"]].iloc[-1].tolist() == [0, 0, 0]


def test_what_waits_too_long_fails_and_is_counted() -> None:
    work = {"statement": [{**UPDATE, "call_time": "2s"}], "transaction": [{"name": "t", "steps": ["update"]}]}
    client = {
        "count": 3, "start": "5s", "arrivals": "batch", "pool_min": 1, "pool_max": 1,
        "pool_getmode": "timedwait", "pool_wait_timeout": "3s",
    }  # fmt: skip
    run = run_of(client, work=work)
    requests = run.requests.sort_values("user")
    assert requests["error"].tolist() == [0, 0, 24457]
    assert requests["got_s"].tolist()[:2] == pytest.approx([5.0, 7.0], abs=0.01)
    assert requests["end_s"].iloc[2] == 8.0
    assert (run["requests"], run["failed_requests"]) == (2, 1)


def test_an_old_connection_is_pinged_and_cursors_stay_with_it() -> None:
    """Two requests 70 s apart, then one 10 s later: one ping, and the text of the statement goes once."""
    client = {"count": 1, "queries": 2, "think_time": "70s", "pool_min": 1, "pool_max": 1}
    kinds = run_of(client).calls["kind"].tolist()
    assert kinds[-4:] == ["execute", "ping", "execute", "logoff"]
    run = run_of({**client, "think_time": "10s"})
    assert "ping" not in set(run.calls["kind"])
    sent = run.calls["request_bytes"][run.calls["kind"] == "execute"].tolist()
    assert sent[1] < sent[0]


def test_idle_connections_are_closed_down_to_the_minimum() -> None:
    work = {"statement": [{**UPDATE, "call_time": "1s"}], "transaction": [{"name": "t", "steps": ["update"]}]}
    client = {
        "count": 3, "queries": 2, "think_time": "60s", "arrivals": "batch", "start": "5s", "pool_min": 1, "pool_max": 3,
        "pool_timeout": "20s", "pool_ping_interval": "1h",
    }  # fmt: skip
    pool = run_of(client, work=work).pool
    between = pool[(pool["time_s"] > 30) & (pool["time_s"] < 60)]
    before = pool[pool["time_s"] <= 30]
    assert before["connections"].max() == 3
    assert before["connections"].iloc[-1] == 1
    assert between.empty or between["connections"].max() == 1


def test_users_are_away_from_their_application() -> None:
    near, far = (
        run_of({"count": 1, "queries": 3, "user_delay": delay}, work={"query": {"rows": 1}}).requests
        for delay in ("0s", "30ms")
    )
    extra = (far["end_s"] - far["start_s"]) - (near["end_s"] - near["start_s"])
    # A near user asks again at once, when the application has just read: it reads again 5 us later (wake_up_time).
    assert extra.tolist()[1:] == pytest.approx([0.060, 0.060], abs=5e-6)
    assert (far["asked_s"] - far["start_s"]).tolist() == pytest.approx([0.030] * 3, abs=1e-9)


def test_users_share_a_line_to_their_application() -> None:
    """1,000 bytes at 1 Mbit/s take 8 ms, and 2,000 take 16: of three that come at once, one after the other."""
    client = {"count": 3, "arrivals": "batch", "start": "5s", "user_rate": "1Mbps", "user_request_length": 1000,
              "user_reply_length": 2000, "user_delay": "5ms"}  # fmt: skip
    found = run_of(client, work={"query": {"rows": 1}}).requests.sort_values("asked_s")
    assert (found["asked_s"] - found["start_s"]).tolist() == pytest.approx([0.013, 0.021, 0.029], abs=1e-9)
    # A query takes less than a request on the line: the line back is free until the answer before has left.
    ends = sorted(found["end_s"])
    first = float(found["done_s"].min())
    assert ends == pytest.approx([first + 0.016 * number + 0.005 for number in (1, 2, 3)], abs=1e-6)


def test_requests_take_the_processor_of_their_application() -> None:
    """Three requests of 10 ms on one core share it, on four they do not."""
    client: dict[str, object] = {"count": 3, "arrivals": "batch", "start": "5s", "request_cpu_time": "10ms"}
    for cores, asked in ((1, 0.030), (4, 0.010)):
        found = run_of(client | {"cpu": {"cores": cores}}, work={"query": {"rows": 1}}).requests
        assert (found["asked_s"] - found["start_s"]).tolist() == pytest.approx([asked] * 3, abs=1e-6)


def test_a_server_of_a_resident_pool_goes_back_with_each_request(tmp_path: Path) -> None:
    """Six connections and fewer servers: python-oracledb releases its server (TTC 26, function 163, no tag, mode 0)."""
    server = {**PLAN["server"], "handlers": "pooled", "pool": {"min_size": 3, "max_size": 3}}
    client = {"count": 6, "queries": 2, "think_time": "10s", "arrivals": "batch", "start": "5s", "server": "pooled",
              "pool_min": 6, "pool_max": 6}  # fmt: skip
    document = {**PLAN, "server": server, "client": {**PLAN["client"], **client}, "query": {"rows": 1}}
    run = net8.run(net8.Plan.of(document, name="resident"), folder=tmp_path, pcap=True)
    assert (run["requests"], run["failed_requests"]) == (12, 0)
    # A request of a user is one of the pool, and none waits for the end of a connection.
    assert run.counters["pool_requests"] == 12
    assert float((run.requests["end_s"] - run.requests["asked_s"]).max()) < 0.1
    released = [packet for packet in packets(next(tmp_path.glob("capture-client*.pcap")))
                if packet.kind == DATA and packet.data[:2] == b"\x1a\xa3"]  # fmt: skip
    assert [packet.length for packet in released] == [16] * 12
    assert {packet.data for packet in released} == {bytes.fromhex("1aa300000000")}


@pytest.mark.parametrize(("release", "ends"), [("21c", []), ("23ai", ["rollback"])])
def test_requests_end_with_a_rollback_where_the_server_knows_of_them(release: str, ends: list[str]) -> None:
    """As python-oracledb 26.1 does, and 2.0 does not; the ping of the pool is part of no request."""
    client = {
        **PLAN["client"],
        "count": 1,
        "queries": 2,
        "pool_min": 1,
        "pool_max": 1,
        "pool_ping_interval": "0s",
    }
    document = {**PLAN, **WORK, "server": {**PLAN["server"], "release": release}, "client": client}
    run = net8.run(net8.Plan.of(document, name="ends"))
    kinds = run.calls["kind"].tolist()
    request = ["execute", *ends]
    # The first request waits for the connection, which is new: nothing to be pinged.
    assert kinds[kinds.index("execute") :] == [*request, "ping", *request, "logoff"]
    assert run["failed_requests"] == 0
    older = net8.run(net8.Plan.of({**document, "client": {**client, "release": "2.0"}}, name="older"))
    assert "rollback" not in set(older.calls["kind"])


@pytest.mark.parametrize(("release", "length"), [("21c", 17), ("23ai", 18)])
def test_a_session_with_a_resident_pool_ends_without_a_logoff(
    release: str, length: int, tmp_path: Path
) -> None:
    """The release has a mode of two bytes then, as nobody is logged on any more (python-oracledb's source)."""
    server = {**PLAN["server"], "release": release, "handlers": "pooled"}
    document = {
        "server": server,
        "client": {"driver": "python-thin", "server": "pooled"},
        "query": {"rows": 1},
    }
    run = net8.run(net8.Plan.of(document, name="leaves"), folder=tmp_path, pcap=True)
    assert run["failed_sessions"] == 0
    assert "logoff" not in set(run.calls["kind"])
    sent = [packet for packet in packets(next(tmp_path.glob("capture-client*.pcap"))) if packet.kind == DATA]
    last = [(packet.length, packet.data[:2]) for packet in sent][-2:]
    assert last == [(length, b"\x1a\xa3"), (10, b"")]


def test_a_statement_that_fails_fails_its_request_and_not_the_connection() -> None:
    run = run_of(
        {"count": 1, "queries": 4, "pool_min": 1, "pool_max": 1},
        work={"query": {"rows": 1, "fail_every": 2}},
    )
    assert run.requests["error"].tolist() == [0, 942, 0, 942]
    assert len(run.sessions) == 1
    assert run["failed_sessions"] == 0


def test_a_server_that_is_not_there_fails_the_requests_with_its_error() -> None:
    document: dict[str, object] = {
        **PLAN,
        "client": {**PLAN["client"], "count": 3, "pool_min": 0, "pool_max": 2, "start": "1s"},
        "fault": [{"kind": "listener_down", "at": "0.5s"}],
        "query": {"rows": 1},
    }
    run = net8.run(net8.Plan.of(document, name="gone"))
    assert run["requests"] == 0
    assert run["failed_requests"] == 3
    assert set(run.requests["error"]) == {12541}


@pytest.mark.parametrize("kind", ["host_down", "host_hang"])
def test_no_request_is_lost_when_the_application_host_fails(kind: str) -> None:
    """It fails for 3 s in the midst of requests of 1 s, or for good: each request ends, and each is counted once."""
    work = {"statement": [{**UPDATE, "call_time": "1s"}], "transaction": [{"name": "t", "steps": ["update"]}]}
    for lasts in ({"until": "8.5s"}, {}):
        fault = {"kind": kind, "target": "clients", "at": "5.5s", **lasts}
        run = run_of(
            {"count": 6, "queries": 3, "arrivals": "batch", "start": "5s"}, work={**work, "fault": [fault]}
        )
        total = (run["requests"] or 0) + (run["failed_requests"] or 0)
        assert len(run.requests) == total
        assert not run.requests.duplicated(["user", "request"]).any()
        if lasts:
            assert total == 18
            assert (run["failed_requests"] or 0) == (4 if kind == "host_down" else 0)


def test_a_run_with_pools_is_read_back(tmp_path: Path) -> None:
    run = run_of({"count": 5, "queries": 2})
    run.save(tmp_path)
    again = net8.Run.load(tmp_path)
    assert again.metrics == run.metrics
    assert again.requests.equals(run.requests)
    assert np.array_equal(again.pool.to_numpy(), run.pool.to_numpy())


BAD = [
    ({"pool_max": -1}, "pool_max"),
    ({"pool_max": 2, "pool_min": 3}, "client.pool_min = 3 is more than pool_max = 2; use at most that"),
    (
        {"pool_max": 0, "pool_min": 3},
        "client.pool_min = 3 needs a pool; set pool_max, the most connections of a pool",
    ),
    (
        {"pool_wait_timeout": "1s"},
        'client.pool_wait_timeout = "1s" needs pool_getmode = "timedwait", but that is "wait"',
    ),
    ({"pool_getmode": "timedwait"}, "needs a time to wait"),
    ({"cycles": 2}, "client.cycles = 2 cannot be combined with pool_max"),
    ({"behaviour": "silent"}, 'client.behaviour = "silent" cannot be combined with pool_max'),
]


@pytest.mark.parametrize(("client", "sentence"), BAD)
def test_a_bad_pool_is_refused_in_a_sentence(client: Mapping[str, object], sentence: str) -> None:
    with pytest.raises(net8.PlanError) as error:
        run_of(client, work={})
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_describe_tells_of_pools_and_predict_leaves_them_out() -> None:
    document = {**PLAN, "client": {**PLAN["client"], "count": 40, "queries": 3}}
    plan = net8.Plan.of(document, name="pool")
    fact = dict(describe(plan).facts)["pool of clients"]
    assert fact.startswith(
        "4 to 4 connections on each of 1 hosts, for 40 users with 3 requests each; not modelled: "
    )
    assert net8.analytic.predict(plan).left_out == ("everything: client.pool_max = 4",)


def test_a_pool_waits_for_an_unreachable_ons() -> None:
    # Reports of pools of JDBC: 15 s until the first connection with FAN on and ONS out of reach, none with FAN off.
    client: dict[str, object] = {"count": 3, "start_spacing": "1s"}
    client |= {"pool_min": 1}
    ends = {
        ons: run_of(client | {"ons": ons}).sessions["start_s"].min()
        for ons in ("off", "reachable", "unreachable")
    }
    assert ends["off"] == 0 < ends["reachable"] < 0.001, "a round trip of the LAN"
    assert ends["unreachable"] == pytest.approx(15)
    plan = net8.Plan.of(
        {**PLAN, "client": {**PLAN["client"], "ons": "unreachable", "ons_timeout": "4s"}, **WORK}
    )
    assert net8.run(plan).sessions["start_s"].min() == pytest.approx(4)
    assert any("opened after 4s of waiting for ONS" in text for _name, text in describe(plan).facts)


def test_a_pool_keeps_its_least_size_between_waves_of_its_users(tmp_path: Path) -> None:
    # Three waves of ten users with one request each, 100 s apart: more than pool_timeout.
    times = "".join(f"{wave}s\n" * 10 for wave in (1, 101, 201))
    (tmp_path / "waves.txt").write_text(times, encoding="utf-8")
    client = {
        "driver": "python-thin", "hosts": 1, "count": 30, "queries": 1, "arrivals": "file",
        "arrival_file": "waves.txt", "pool_min": 5, "pool_max": 10, "pool_timeout": "20s",
    }  # fmt: skip
    plan = net8.Plan.of({"client": client, "query": {"rows": 1}}, folder=tmp_path)
    pool = net8.run(plan).pool
    between = pool[(pool["time_s"] > 50) & (pool["time_s"] < 101)]
    last = float(pool["time_s"].max())
    assert pool[pool["time_s"] < last - 1]["connections"].iloc[1:].min() >= 5
    assert between.empty or between["connections"].min() >= 5
    # It ends with its last user, and describe says so.
    assert pool["connections"].iloc[-1] == 0
    assert last < 203
    told = dict(describe(plan).facts)["pool of clients"]
    assert "those of pool_min too, are closed when the last of these users has its answer" in told
