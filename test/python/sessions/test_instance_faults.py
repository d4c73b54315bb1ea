# SPDX-License-Identifier: GPL-2.0-only
"""What happens when an instance, a listener, a host, a link or a client host goes down, hangs or comes back."""

from __future__ import annotations

import pytest
from instance_runs import LONG, NODES, Table, check_books, descriptor, outcome, run

# FAULTS


def test_an_instance_that_goes_down_resets_its_sessions() -> None:
    faults = [{"kind": "instance_down", "target": "rac1", "at": "10.5s", "until": "20s"}]
    late: list[Table] = [
        {"name": "now", **LONG},
        {"name": "meanwhile", "start": "12s"},
        {"name": "back", "start": "30s"},
        {"name": "registered", "start": "61s"},
    ]
    done = run({}, faults=faults, groups=late)
    # It is unknown until the end of its registration interval of 60 s. The session that is thinking finds its
    # connection dead with the next of its queries, which are a second apart.
    assert outcome(done) == [3135, 12514, 12514, 0]
    assert done.counters["server_server_down"] == 1
    assert 10.5 < done.sessions["end_s"][0] <= 11.5
    check_books(done)


def test_an_instance_that_goes_down_in_a_call_cuts_it() -> None:
    faults = [{"kind": "instance_down", "target": "rac1", "at": "10.5s"}]
    done = run(LONG, {"row_time": "2h"}, faults=faults, rows=1)
    assert outcome(done) == [3113]
    assert done.sessions["end_s"][0] == pytest.approx(10.5, abs=0.01)


def test_new_connections_go_to_the_instance_that_is_left() -> None:
    faults = [{"kind": "instance_down", "target": "rac1", "at": "5s"}]
    done = run({"start": "6s", "count": 3, "descriptor": descriptor(["node1", "node2"])}, faults=faults)
    assert outcome(done) == [0] * 3
    assert list(done.attempts["ora_code"]) == [12514, 0] * 3
    assert done.counters["sessions_of_rac2"] == 3


def test_a_host_that_goes_down_says_nothing() -> None:
    faults = [{"kind": "host_down", "target": "node1", "at": "10.5s"}]
    client = {
        "recv_timeout": "20s",
        "descriptor": descriptor(["node1", "node2"], "(TRANSPORT_CONNECT_TIMEOUT=3)"),
    }
    done = run(client, faults=faults, groups=[{"name": "now", **LONG}, {"name": "later", "start": "12s"}])
    # The session in a call waits for its receive timeout, the new one for the timeout of its first address.
    assert outcome(done) == [12609, 0]
    assert done.counters["frames_cut_off"] > 0
    first, second = done.attempts[done.attempts["session"] == 1]["ora_code"]
    assert (first, second) == (12170, 0)
    assert done.sessions["connected_s"][1] - 12 == pytest.approx(3, abs=0.01)
    check_books(done)


def test_a_host_that_comes_back_resets_what_it_does_not_know() -> None:
    faults = [{"kind": "host_down", "target": "node1", "at": "10.5s", "until": "11.2s"}]
    done = run({}, faults=faults, groups=[{"name": "now", **LONG}, {"name": "later", "start": "70s"}])
    # Its next call, or the repetition of it, is answered with a RST: the connection is found cut.
    assert outcome(done) == [3113, 0]
    assert done.sessions["end_s"][0] < 20
    check_books(done)


def test_listeners_of_other_hosts_notice_a_dead_host_at_the_next_update() -> None:
    faults = [{"kind": "host_down", "target": "node2", "at": "5s"}]
    groups: list[Table] = [{"name": f"at{second}", "start": f"{second}s"} for second in (6, 7, 61, 62)]
    limits = "(CONNECT_TIMEOUT=3)(TRANSPORT_CONNECT_TIMEOUT=2)"
    done = run(
        {"descriptor": descriptor(["node1"], limits)},
        {"remote_listener": "all"},
        faults=faults,
        groups=groups,
    )
    # At first every second client is sent to the dead host and gets no answer there.
    assert sorted(outcome(done)[:2]) == [0, 12170]
    assert outcome(done)[2:] == [0, 0]


def test_a_link_that_is_cut_holds_sessions_up() -> None:
    faults = [{"kind": "link_down", "at": "10.5s", "until": "12s"}]
    done = run(LONG | {"queries": 20}, faults=faults)
    assert outcome(done) == [0]
    plain = run(LONG | {"queries": 20})
    # TCP repeats what was lost; its timer doubles, so it may wait as long again as the link was cut.
    assert 0 < done.sessions["end_s"][0] - plain.sessions["end_s"][0] < 4
    check_books(done)


def test_a_listener_that_is_down_refuses_and_forgets() -> None:
    faults = [{"kind": "listener_down", "target": "node1", "at": "10s", "until": "20s"}]
    groups: list[Table] = [
        {"name": "now", **LONG, "queries": 30},
        {"name": "down", "start": "15s"},
        {"name": "new", "start": "21s"},
        {"name": "registered", "start": "61s"},
    ]
    done = run({}, faults=faults, groups=groups)
    assert outcome(done) == [0, 12541, 12514, 0]
    assert "server_server_down" not in done.counters


def test_a_listener_that_is_down_twice_at_a_time_is_up_when_both_are_over() -> None:
    faults = [{"kind": "listener_down", "target": "node1", "at": at, "until": until}
              for at, until in (("10s", "20s"), ("15s", "25s"))]  # fmt: skip
    starts = ("12s", "17s", "22s", "26s", "90s")
    done = run({}, faults=faults, groups=[{"name": f"at-{start}", "start": start} for start in starts])
    # At 26 s it is up and knows no service; instances register once a minute.
    assert outcome(done) == [12541, 12541, 12541, 12514, 0]


def test_a_listener_that_hangs_lets_connections_wait() -> None:
    faults = [{"kind": "listener_hang", "target": "node1", "at": "10s", "until": "20s"}]
    done = run({"start": "12s"}, faults=faults, groups=[{"name": "waits"}, {"name": "late", "start": "14s"}])
    assert outcome(done) == [0, 0]
    assert all(20 < time < 20.1 for time in done.sessions["accepted_s"])
    # TCP knows nothing of it: the handshake takes no longer.
    assert done.sessions["connected_s"][0] == pytest.approx(12, abs=0.01)


@pytest.mark.parametrize("kind", ["instance_hang", "host_hang"])
def test_what_hangs_goes_on_where_it_stood(kind: str) -> None:
    target = "rac1" if kind == "instance_hang" else "node1"
    faults = [{"kind": kind, "target": target, "at": "10.5s", "until": "15.5s"}]
    client = LONG | {"queries": 20}
    done, plain = run(client, faults=faults), run(client)
    assert outcome(done) == [0]
    assert len(done.calls) == len(plain.calls)
    longest = (done.calls["end_s"] - done.calls["start_s"]).max()
    # The call that came at most 1 s after the fault waits for its end.
    assert 4 <= longest <= 5
    check_books(done)


@pytest.mark.parametrize("kind", ["instance_hang", "host_hang"])
def test_a_reply_under_way_waits_while_its_server_hangs(kind: str) -> None:
    target = "rac1" if kind == "instance_hang" else "node1"
    faults = [{"kind": kind, "target": target, "at": "12s", "until": "17s"}]
    client: Table = {"start": "10s", "array_size": 2000, "recv_timeout": "20s"}
    # Its packets of 8 KB come one each 100 ms.
    server: Table = {"packet_time": "100ms"}
    done = run(client, server, faults=faults, rows=4000)
    plain = run(client, server, rows=4000)
    assert outcome(done) == [0]
    under_way = plain.calls[(plain.calls["first_byte_s"] < 11.8) & (plain.calls["end_s"] > 12.2)]
    assert len(under_way) == 1
    # The packet that it was at takes what was left of its 100 ms.
    late = done.sessions["end_s"] - plain.sessions["end_s"]
    assert late[0] == pytest.approx(5, abs=1e-6)
    check_books(done)


@pytest.mark.parametrize("timeout", ["inbound_connect_timeout", "recv_timeout"])
def test_time_limits_of_a_server_that_hangs_stand_still(timeout: str) -> None:
    faults = [{"kind": "instance_hang", "target": "rac1", "at": "10.01s", "until": "60s"}]
    done = run({"start": "10s"}, {timeout: "5s"}, faults=faults)
    assert outcome(done) == [0]
    check_books(done)


def test_a_run_with_faults_repeats() -> None:
    faults = [{"kind": "host_down", "target": "node2", "at": "2s", "until": "20s"},
              {"kind": "instance_down", "target": "rac1", "at": "3s", "until": "9s"},
              {"kind": "listener_hang", "target": "node1", "at": "12s", "until": "14s"}]  # fmt: skip
    client = {"count": 30, "arrivals": "poisson", "arrival_rate": "2/s", "recv_timeout": "5s", "queries": 3,
              "think_time": "1s", "descriptor": descriptor(["node1", "node2"], "(LOAD_BALANCE=on)(CONNECT_TIMEOUT=5)"
                                                           "(TRANSPORT_CONNECT_TIMEOUT=1)(RETRY_COUNT=2)")}  # fmt: skip
    runs = [run(client, faults=faults) for _ in range(2)]
    assert runs[0].digest == runs[1].digest
    check_books(runs[0])
    assert not runs[0].sessions["outcome"].str.contains("cut off").any()


# FAULTS OF CLIENT HOSTS


def test_a_client_host_that_goes_down_leaves_its_sessions_at_the_server() -> None:
    faults = [{"kind": "host_down", "target": "app", "at": "10.5s", "until": "20s"}]
    groups: list[Table] = [
        {"name": "app", **LONG, "count": 4, "hosts": 2, "cycles": 2, "queries": 30, "think_time": "1s"},
        {"name": "other", **LONG, "queries": 60},
    ]
    done = run({}, faults=faults, groups=groups, sample_interval="1s")
    sessions = done.sessions
    gone = sessions[sessions["outcome"] == "failed: the client's host went down"]
    assert list(gone["session"]) == [0, 1, 2, 3]
    assert (gone["end_s"] == 10.5).all()
    assert (gone["ora_code"] == 0).all()
    # The second sessions of its clients start at once when it is back, and end well.
    second = sessions[sessions["session"].between(4, 7)]
    assert (second["start_s"] == 20).all()
    assert set(second["outcome"]) == {"closed"}
    assert done.counters["client_host_down"] == 4
    # The server knows of nothing: the five sessions are still there when the host comes back, beside the new ones.
    seen = done.series[done.series["host"] == 0].set_index("time_s")["sessions"]
    assert (seen[11.0], seen[19.0], seen[25.0]) == (5, 5, 9)
    assert sessions["outcome"].iloc[-1] == "closed"
    check_books(done)


def test_one_client_host_of_a_group() -> None:
    faults = [{"kind": "host_down", "target": "app-2", "at": "5s"}]
    clients = [{"name": "app", **LONG, "count": 4, "hosts": 2, "cycles": 2, "queries": 10}]
    done = run({}, faults=faults, groups=clients)
    # Clients go to hosts in turn. For good: what was to come on this host does not.
    assert [text == "closed" for text in done.sessions["outcome"]] == [True, False] * 4
    assert list(done.sessions["attempts"]) == [1] * 5 + [0, 1, 0]
    check_books(done)


def test_a_client_host_that_is_down_twice_at_a_time_is_back_when_both_are_over() -> None:
    faults = [{"kind": "host_down", "target": "app", "at": at, "until": until}
              for at, until in (("10s", "20s"), ("15s", "25s"))]  # fmt: skip
    done = run({}, faults=faults, groups=[{"name": "app", "start": "12s"}])
    assert outcome(done) == [0]
    assert list(done.sessions["start_s"]) == [25]


def test_an_attempt_of_a_client_host_that_goes_down_has_no_outcome() -> None:
    faults = [
        {"kind": "host_down", "target": "node1", "at": "5s"},
        {"kind": "host_down", "target": "app", "at": "12s"},
    ]
    done = run({}, faults=faults, groups=[{"name": "app", "start": "10s"}])
    assert list(done.attempts["ora_code"]) == [-1]
    assert list(done.attempts["end_s"]) == [12]
    assert done.metrics["attempts"] == done.metrics["unfinished_attempts"] == 1


def test_a_client_host_that_hangs_goes_on_where_it_stood() -> None:
    faults = [{"kind": "host_hang", "target": "app", "at": "10.5s", "until": "40.5s"}]
    # None of the time limits counts the 30 s.
    limits = {"recv_timeout": "5s", "call_timeout": "5s"}
    groups: list[Table] = [
        {"name": "app", **LONG, "queries": 20, **limits},
        {"name": "late", "start": "12s"},
    ]
    done, plain = run({}, faults=faults, groups=groups), run({}, groups=groups)
    assert outcome(done) == [0, 0]
    assert len(done.calls) == len(plain.calls)
    late = done.sessions["end_s"] - plain.sessions["end_s"]
    assert late[0] == pytest.approx(30, abs=1e-6)
    assert late[1] == 0
    check_books(done)


def test_a_client_host_that_hangs_reads_its_reply_late() -> None:
    faults = [{"kind": "host_hang", "target": "app", "at": "11s", "until": "40s"}]
    groups = [{"name": "app", "start": "10s", "recv_timeout": "5s"}]
    done = run({}, {"call_time": "200ms"}, faults=faults, groups=groups)
    assert outcome(done) == [0]
    # The reply of the call under way is in the socket by then; all further calls come after it.
    longest = done.calls.assign(took=done.calls["response_time_s"]).sort_values("took").iloc[-1]
    assert longest["end_s"] == pytest.approx(40, abs=1e-6)
    check_books(done)


def test_the_link_of_a_client_host_is_cut() -> None:
    faults = [{"kind": "link_down", "target": "app", "at": "10.5s", "until": "12s"}]
    groups: list[Table] = [{"name": "app", **LONG, "queries": 20}, {"name": "other", **LONG, "queries": 20}]
    done, plain = run({}, faults=faults, groups=groups), run({}, groups=groups)
    assert outcome(done) == [0, 0]
    late = done.sessions["end_s"] - plain.sessions["end_s"]
    assert 0 < late[0] < 4
    assert late[1] == 0
    check_books(done)


def test_dead_connection_detection_ends_what_a_client_host_left_behind() -> None:
    faults = [{"kind": "host_down", "target": "app", "at": "10.5s"}]
    groups: list[Table] = [{"name": "app", **LONG}, {"name": "other", **LONG, "queries": 200}]
    done = run({}, {"expire_time": "60s"}, faults=faults, groups=groups, sample_interval="1s")
    seen = done.series[done.series["host"] == 0].set_index("time_s")["sessions"]
    # The last segment came at 10 s; 60 s later the first of ten probes goes out, 6 s apart.
    assert (seen[125.0], seen[135.0]) == (2, 1)
    assert done.counters["server_dead_connection"] == 1


# FAULTS OF POOLS

MIB, KIB = 2**20, 2**10


@pytest.mark.parametrize("kind", ["instance_down", "host_down"])
def test_pools_begin_anew_after_a_fault(kind: str) -> None:
    target = "rac1" if kind == "instance_down" else "node1"
    faults = [{"kind": kind, "target": target, "at": "20.5s", "until": "40s"}]
    groups: list[Table] = [
        {"name": server, "count": 12, "server": server, **LONG}
        for server in ("dedicated", "shared", "pooled")
    ]
    groups.append({"name": "late", "start": "49s"})
    done = run(
        {"recv_timeout": "5s"},
        {
            "handlers": "prespawned, shared, pooled",
            "call_time": "200ms",
            "shared": {"shared_servers": 2, "growth_interval": "1s"},
            "pool": {"min_size": 4, "max_size": 20, "authentication_share": 0.05},
            "prespawn": {"pool_size": 3, "prespawn_max": 20},
        },
        [NODES[0]],
        faults=faults,
        groups=groups,
        stop_time="50s",
        sample_interval="1s",
    )
    assert (done.sessions["end_s"][:-1] < 40).all()
    memory = done.series[done.series["host"] == 0].set_index("time_s")["memory_bytes"]
    # At the start and after the fault: 2 shared and 3 prespawned servers of 4 MiB. Of the 4 pooled ones one is
    # kept for authentication; all have a session of 400 KiB.
    rest = (2 + 3 + 4) * 4 * MIB + 4 * 400 * KIB
    assert memory[20.0] > rest + 36 * 35 * KIB
    assert (memory[21.0], memory[39.0]) == (0, 0)
    assert memory[45.0] == rest
    check_books(done)


def test_a_pool_serves_again_after_a_fault() -> None:
    faults = [{"kind": "instance_down", "target": "rac1", "at": "20.5s", "until": "40s"}]
    again = [
        {"name": name, "count": 6, "start": start, "queries": 3}
        for name, start in (("a", "0s"), ("b", "61s"))
    ]
    done = run(
        {"server": "pooled"}, {"handlers": "pooled", "pool": {"min_size": 3}}, faults=faults, groups=again
    )
    assert outcome(done) == [0] * 12
    # Of six at once each needs a server of its own. The sessions of the first six ended with their servers.
    assert done.counters["pool_misses"] == 12
    assert "pool_hits" not in done.counters
