# SPDX-License-Identifier: GPL-2.0-only
"""Plans with each kind of server: every session is served, waits are those of the queues, runs repeat."""

from __future__ import annotations

import net8
import pytest

CLIENTS = 8
ROWS = 40
# Which SERVER a client asks for, for each kind of handler.
SERVERS = {"dedicated": "dedicated", "prespawned": "dedicated", "shared": "shared", "pooled": "pooled"}


def plan(handlers: str, **values: object) -> net8.Plan:
    """Return a plan of eight clients at once, with keys written with two underscores for dots."""
    first = {
        "path.kind": "lan",
        "client.server": SERVERS[handlers],
        "client.count": CLIENTS,
        "query.rows": ROWS,
        "server.handlers": handlers,
    }
    keys = {name.replace("__", "."): value for name, value in values.items()}
    return net8.Plan.of({}).with_values(first | keys)


@pytest.mark.parametrize("handlers", SERVERS)
def test_every_session_gets_its_rows(handlers: str) -> None:
    run = net8.run(plan(handlers))
    assert list(run.sessions["outcome"]) == ["closed"] * CLIENTS
    assert list(run.sessions["rows"]) == [ROWS] * CLIENTS
    assert net8.run(plan(handlers)).digest == run.digest


def test_one_shared_server_does_one_call_at_a_time() -> None:
    times = {"server__call_time": "100ms", "server__shared__max_shared_servers": 1}
    run = net8.run(plan("shared", **times))
    # Each call, of logon and logoff, too, takes the one server 100 ms.
    busy = run.counters["shared_calls"] * 0.1
    assert run.counters["shared_servers_most"] == 1
    assert run.counters["shared_waits"] > 0
    took = run.sessions["end_s"].max() - run.sessions["start_s"].min()
    assert busy < took < busy * 1.05


def test_shared_servers_follow_their_queue() -> None:
    grown = {"server__call_time": "100ms", "server__shared__growth_interval": "0s"}
    run = net8.run(plan("shared", **grown))
    # Eight clients have at most eight calls at a time.
    assert 1 < run.counters["shared_servers_most"] <= CLIENTS


def test_a_pool_lends_each_server_to_one_session_at_a_time() -> None:
    # One server for authentication, two for eight sessions, which are of one class.
    run = net8.run(plan("pooled", server__pool__min_size=3, server__pool__max_size=3))
    counters = run.counters
    assert counters["pool_authentications"] == counters["pool_requests"] == CLIENTS
    assert counters["pool_misses"] == 2
    assert counters["pool_hits"] == CLIENTS - 2
    assert counters["pool_waits"] == CLIENTS - 2


def test_prespawned_servers_serve_the_first_sessions() -> None:
    small = {"server__prespawn__pool_size": 3, "server__prespawn__prespawn_max": 3}
    run = net8.run(plan("prespawned", **small))
    assert run.counters["prespawn_hits"] == 3
    assert run.counters["prespawn_misses"] == CLIENTS - 3


@pytest.mark.parametrize(("limit", "code"), [("processes", 20), ("sessions", 18)])
def test_limits_of_an_instance_in_sid_list(limit: str, code: int) -> None:
    values: dict[str, object] = {f"server__{limit}": 5, "server__registration": "static"}
    run = net8.run(plan("dedicated", **values))
    assert run.counters[f"rejected_ora_{code}"] == CLIENTS - 5
    assert sorted(run.sessions["ora_code"]) == [0] * 5 + [code] * (CLIENTS - 5)


@pytest.mark.parametrize(("server", "code"), [("shared", 12520), ("pooled", 12520), ("any", 0)])
def test_a_kind_of_server_that_is_not_there(server: str, code: int) -> None:
    run = net8.run(plan("dedicated", client__server=server))
    assert set(run.sessions["ora_code"]) == {code}


def test_memory_that_is_full_ends_in_12518() -> None:
    # Process and session of the fact sheet: 4 MiB and 400 KiB.
    room = 6 * (4 * 2**20 + 400 * 2**10)
    run = net8.run(plan("dedicated", host__memory__limit=room))
    assert sorted(run.sessions["ora_code"]) == [0] * 6 + [12518] * 2


def pool_of_one(**values: object) -> net8.Run:
    """Simulate eight pooled sessions, one after the other, of a pool with one server for sessions."""
    one: dict[str, object] = {
        "client__start_spacing": "10s",
        "server__pool__min_size": 2,
        "server__pool__max_size": 2,
        "server__broker__session_time": "1s",
    }
    run = net8.run(plan("pooled", **(one | values)))
    assert list(run.sessions["outcome"]) == ["closed"] * CLIENTS
    return run


@pytest.mark.parametrize(("purity", "misses"), [("any", 1), ("self", 1), ("new", CLIENTS)])
def test_purity_decides_whether_a_used_session_will_do(purity: str, misses: int) -> None:
    run = pool_of_one(client__pool_purity=purity)
    assert run.counters["pool_misses"] == misses
    assert run.counters.get("pool_hits", 0) == CLIENTS - misses
    # A session that is to be made takes its server a second.
    assert (run.calls["response_time_s"] > 1).sum() == misses


def test_sessions_of_another_class_will_not_do() -> None:
    groups = [
        {"name": name, "count": 4, "start": start, "start_spacing": "20s", "pool_connection_class": name}
        for name, start in (("web", "0s"), ("batch", "10s"))
    ]
    document = {"path": {"kind": "lan"}, "client": {"server": "pooled"}, "group": groups,
                "server": {"handlers": "pooled", "pool": {"min_size": 2, "max_size": 2}}}  # fmt: skip
    # In turn, with one server: each finds a session of the other class.
    assert net8.run(net8.Plan.of(document)).counters["pool_misses"] == 8
    document["server"] = {"handlers": "pooled", "pool": {"min_size": 3, "max_size": 3}}
    # With two servers each class keeps its session.
    assert net8.run(net8.Plan.of(document)).counters["pool_misses"] == 2


def test_a_class_of_the_descriptor_goes_before_that_of_the_plan() -> None:
    text = "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)(SERVER=pooled)"
    own = {"client__descriptor": text + "(POOL_PURITY=new)))", "client__pool_purity": "self"}
    assert pool_of_one(**own).counters["pool_misses"] == CLIENTS


@pytest.mark.parametrize(
    ("limit", "misses", "recycled"),
    # Lent 3 times each: sessions 1 to 3, 4 to 6, 7 and 8. Ten seconds apart, 25 s last for three clients, too, and the
    # eighth comes within the time of the seventh's.
    [({"max_use_session": 3}, 3, 2), ({"max_lifetime_session": "25s"}, 3, 2), ({"max_use_session": 0}, 1, 0)],
)
def test_sessions_end_for_their_uses_or_their_age(
    limit: dict[str, object], misses: int, recycled: int
) -> None:
    run = pool_of_one(**{f"server__pool__{name}": value for name, value in limit.items()})
    assert run.counters["pool_misses"] == misses
    assert run.counters.get("pool_sessions_recycled", 0) == recycled
