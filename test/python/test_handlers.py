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
    """Give a plan of eight clients at once, with keys written with two underscores for dots."""
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
