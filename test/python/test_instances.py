# SPDX-License-Identifier: GPL-2.0-only
"""Several instances and listeners, and what happens when one of them goes down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import net8
import pytest

Table = Mapping[str, object]

LAN = {"kind": "lan"}
NODES = ({"name": "rac1", "host": "node1"}, {"name": "rac2", "host": "node2"})


def descriptor(hosts: Sequence[str], options: str = "", wanted: str = "(SERVICE_NAME=sales)") -> str:
    """Return a descriptor with one address for each host."""
    addresses = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in hosts)
    return f"(DESCRIPTION={options}{addresses}(CONNECT_DATA={wanted}))"


def run(
    client: Table,
    server: Table | None = None,
    instances: Sequence[Table] = NODES,
    faults: Sequence[Table] = (),
    listener: Table | None = None,
    groups: Sequence[Table] = (),
    rows: int = 0,
    **limits: object,
) -> net8.Run:
    """Simulate sessions on a LAN, by default with two hosts that serve sales."""
    document = {
        "path": LAN,
        "client": {"descriptor": descriptor(["node1"])} | dict(client),
        "group": list(groups),
        "listener": dict(listener or {}),
        "server": {"service_name": "sales", "release": "12.1"} | dict(server or {}),
        "instance": list(instances),
        "fault": list(faults),
        "query": {"rows": rows},
        "run": {"stop_time": "1h"} | limits,
    }
    return net8.run(net8.Plan.of(document))


def outcome(done: net8.Run) -> list[int]:
    """Return how each session ended."""
    return list(done.sessions["ora_code"])


# BALANCING


def test_long_balances_sessions_over_the_instances() -> None:
    done = run(
        {"count": 10, "start_spacing": "1s", "think_time": "100s", "queries": 2}, {"remote_listener": "all"}
    )
    assert outcome(done) == [0] * 10
    # One listener gets all of them: every second one is for the other instance.
    assert (done.counters["sessions_of_rac1"], done.counters["sessions_of_rac2"]) == (5, 5)
    assert done.counters["redirected"] == 5
    assert sorted(done.attempts["redirects"]) == [0] * 5 + [1] * 5


def test_without_remote_listener_each_listener_has_its_own() -> None:
    done = run({"count": 4, "descriptor": descriptor(["node2"])})
    assert done.counters["sessions_of_rac2"] == 4
    assert "redirected" not in done.counters


def test_short_goes_by_goodness_and_its_delta() -> None:
    instances = [
        NODES[0] | {"goodness": 10.0, "goodness_delta": 4.0},
        NODES[1] | {"goodness": 17.0, "goodness_delta": 1.0},
    ]
    done = run(
        {"count": 4, "start_spacing": "1s"}, {"remote_listener": "all", "balance_goal": "short"}, instances
    )
    # rac1 while 10, then 14 are below 17; then it has 18, and rac2 17 and, after one more, 18, which is no less.
    assert (done.counters["sessions_of_rac1"], done.counters["sessions_of_rac2"]) == (3, 1)


def test_load_goes_by_the_host_before_the_sessions() -> None:
    # The documentation's example (fact sheet 3.4) in small: node1 is busier (there 600 to 400, here 6 calls that
    # want the one core, to 4), sales2 has more sessions (300 to 200, here 7 to 6). sales2 is the choice.
    def at(number: int) -> str:
        return descriptor([f"node{number}"], wanted=f"(SID=sales{number})")

    groups: list[Table] = [
        {"name": "idle", "count": 3, "descriptor": at(2), "queries": 2, "think_time": "30min"},
        {"name": "sales1", "count": 6, "start": "3min", "descriptor": at(1), "queries": 60},
        {"name": "sales2", "count": 4, "start": "3min", "descriptor": at(2), "queries": 60},
        {"name": "asked", "start": "200s"},
    ]
    server = {"remote_listener": "all", "registration_interval": "5s", "call_cpu_time": "2s"}
    instances = [{"name": f"sales{number}", "host": f"node{number}"} for number in (1, 2)]
    for goal, redirects in (("load", 1), ("long", 0)):
        done = run({}, server | {"balance_goal": goal}, instances, groups=groups)
        assert list(done.attempts[done.attempts["session"] == 13]["redirects"]) == [redirects]


@pytest.mark.parametrize(("goal", "served"), [("load", ("sales2", "D000")), ("long", ("sales1", "D000"))])
def test_the_balancing_example_of_the_documentation(goal: str, served: tuple[str, str]) -> None:
    # Fact sheet 3.4, in its own numbers: node loads 600 (sales1) and 400 (sales2), sessions 200 and 300, dispatchers
    # 200 | 100, 200; the choice is sales2 and its dispatcher with 100. All of it is made by sessions: another
    # instance of each host has as many calls that want its one core, and the ones of sales think. 100 sessions of
    # sales2's first dispatcher have left: they came in turn with 100 of the second one, which stay.
    def at(number: int, sid: str = "sales") -> str:
        return descriptor([f"node{number}"], wanted=f"(SID={sid}{number})")

    thinking = {"queries": 2, "think_time": "1h", "hosts": 1}
    in_turn = {"count": 100, "start_spacing": "20ms", "descriptor": at(2), **thinking}
    busy = {"arrivals": "batch", "queries": 1, "hosts": 1, "start": "30s"}
    groups: list[Table] = [
        {"name": "sales1", "count": 200, "start_spacing": "10ms", "descriptor": at(1), **thinking},
        {"name": "left", **in_turn, "think_time": "20s"},
        {"name": "stays", **in_turn, "start": "10ms"},
        {
            "name": "both",
            "count": 200,
            "start": "3s",
            "start_spacing": "10ms",
            "descriptor": at(2),
            **thinking,
        },
        {"name": "batch1", "count": 600, "descriptor": at(1, "batch"), **busy},
        {"name": "batch2", "count": 400, "descriptor": at(2, "batch"), **busy},
        {"name": "asked", "start": "61s"},
    ]
    shared = {"handlers": "shared", "service_name": "sales"}
    batch = {"handlers": "dedicated", "service_name": "batch", "call_cpu_time": "1h"}
    done = run(
        {"driver": "python-thin"},
        {"remote_listener": "all", "registration_interval": "60s", "balance_goal": goal},
        [
            {"name": "sales1", "host": "node1", **shared},
            {"name": "sales2", "host": "node2", "dispatchers": 2, **shared},
            {"name": "batch1", "host": "node1", **batch},
            {"name": "batch2", "host": "node2", **batch},
        ],
        groups=groups,
        stop_time="62s",
        sample_interval="60s",
    )
    sessions = done.sessions
    # What the instances registered at 60 s is what the example says.
    update = sessions[(sessions["accepted_s"] < 60) & ~(sessions["end_s"] < 60)]
    assert update.groupby(["instance", "handler"]).size().to_dict() == {
        ("sales1", "D000"): 200,
        ("sales2", "D000"): 100,
        ("sales2", "D001"): 200,
        ("batch1", "DEDICATED"): 600,
        ("batch2", "DEDICATED"): 400,
    }
    looks = done.series[done.series["time_s"] == 60]
    assert dict(zip(looks["host"], looks["run_queue"], strict=True)) == {0: 600, 1: 400}
    asked = sessions.iloc[-1]
    assert (asked["instance"], asked["handler"]) == served


# REDIRECT AND SCAN


def test_a_redirect_costs_a_tcp_and_a_connect_round_trip() -> None:
    wan = {"kind": "wan", "delay": "50ms", "rate": "1Gbps", "lan_rate": "1Gbps"}
    times = []
    for host in ("node2", "node1"):
        plan = net8.Plan.of(
            {
                "path": wan,
                "client": {
                    "descriptor": descriptor([host], wanted="(SERVICE_NAME=sales)(INSTANCE_NAME=rac2)")
                },
                "server": {"service_name": "sales", "remote_listener": "all", "release": "12.1"},
                "instance": list(NODES),
                "query": {"rows": 0},
            }
        )
        done = net8.run(plan)
        times.append(float(done.sessions["accepted_s"][0]))
    # Fact sheet 4: each REDIRECT is one more TCP handshake and one more CONNECT, 2 x 100 ms.
    assert times[1] - times[0] == pytest.approx(0.2, abs=0.002)


def test_a_scan_name_leads_to_the_instances() -> None:
    done = run({"count": 6, "start_spacing": "1s", "descriptor": descriptor(["SCAN"])}, listener={"scan": 3})
    assert outcome(done) == [0] * 6
    # No instance is at a SCAN address.
    assert list(done.attempts["redirects"]) == [1] * 6
    assert done.counters["sessions_of_rac1"] + done.counters["sessions_of_rac2"] == 6
    assert done.counters["redirected"] == 6


def test_all_addresses_of_a_scan_name_are_tried() -> None:
    client = {"descriptor": descriptor(["scan"], "(TRANSPORT_CONNECT_TIMEOUT=3)")}
    faults = [{"kind": "host_down", "target": f"scan-{number}"} for number in (1, 2)]
    done = run(client | {"start": "1s"}, listener={"scan": 3}, faults=faults)
    assert list(done.attempts["ora_code"]) == [12170, 12170, 0]
    assert done.sessions["connected_s"][0] - 1 == pytest.approx(6, abs=0.01)


# REGISTRATION


def test_a_stale_registration_admits_what_is_left_in_each_interval() -> None:
    # Analytic model 11.11: L - n connections between two updates, whatever has left. L = 5, 60 s, none stays.
    done = run({"count": 120, "start_spacing": "1s"}, {"processes": 5}, [NODES[0]])
    refused = [code != 0 for code in outcome(done)]
    assert set(outcome(done)) == {0, 12516}
    # The sessions of seconds 60, 61 ... are admitted again when the update of second 60 is in.
    assert [index for index, no in enumerate(refused) if not no][:5] == [0, 1, 2, 3, 4]
    assert sum(not no for no in refused[:60]) == 5
    assert sum(not no for no in refused[61:]) in (4, 5)
    assert done.counters["refused_ora_12516"] == sum(refused)


@pytest.mark.parametrize(
    ("interval", "admitted"), [("10s", 600), ("30s", 400), ("60s", 200), ("120s", 100), ("600s", 20)]
)
def test_the_scenario_follows_the_rule(interval: str, admitted: int) -> None:
    # 600 x min(1, 20 / interval in s)
    plan = net8.load(Path(__file__).resolve().parents[2] / "scenarios" / "stale-registration")
    done = net8.run(plan.with_values({"server.registration_interval": interval}))
    assert outcome(done).count(0) == admitted
    assert outcome(done).count(12516) == 600 - admitted


def test_a_static_registration_is_never_blocked() -> None:
    done = run({"count": 20, "start_spacing": "1s"}, {"processes": 5, "registration": "static"}, [NODES[0]])
    assert outcome(done) == [0] * 20


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("(SERVICE_NAME=sales)(INSTANCE_NAME=rac3)", 12521),
        ("(SERVICE_NAME=hr)", 12514),
        ("(SID=rac3)", 12505),
        ("(SERVICE_NAME=sales)(SERVER=shared)", 12520),
        ("(SERVICE_NAME=sales)(INSTANCE_NAME=rac1)", 0),
    ],
)
def test_what_is_asked_for_and_is_not_there(wanted: str, code: int) -> None:
    assert outcome(run({"descriptor": descriptor(["node1"], wanted=wanted)})) == [code]


# FAULTS

LONG = {"queries": 100, "think_time": "1s"}


def check_books(done: net8.Run) -> None:
    """Every session is in the books, and every attempt is one of its session."""
    assert list(done.sessions["session"]) == list(range(len(done.sessions)))
    assert done.sessions["attempts"].sum() == len(done.attempts)
    assert all(value >= 0 for value in done.counters.values())


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


# WHAT IS WRONG IN A PLAN


def test_names_of_instances_and_targets_are_checked() -> None:
    with pytest.raises(net8.PlanError, match="an instance has no name; give each"):
        run({}, instances=[{"host": "a"}])
    with pytest.raises(net8.PlanError, match=r'target = "rac9" is no instance; there is rac1, rac2$'):
        run({}, faults=[{"kind": "instance_down", "target": "rac9"}])
    with pytest.raises(net8.PlanError, match=r'target = "rac1" is no host; there is node1, node2$'):
        run({}, faults=[{"kind": "listener_down", "target": "rac1"}])
    with pytest.raises(net8.PlanError, match="a later time, or leave it out"):
        run({}, faults=[{"at": "5s", "until": "4s"}])


def test_further_end_points() -> None:
    text = descriptor(["node1"]).replace("1521", "1522")
    plan = {"path": LAN, "client": {"descriptor": text}, "query": {"rows": 0}}
    assert net8.run(net8.Plan.of(plan)).sessions["ora_code"][0] == 12541
    with_end_point = plan | {"end_point": [{"port": 1522, "rate_limit": "2"}]}
    done = net8.run(net8.Plan.of(with_end_point | {"client": {"descriptor": text, "count": 5}}))
    assert list(done.sessions["ora_code"]) == [0] * 5
    # Two in each second of the clock: three of five wait.
    assert done.counters["rate_limited"] == 3


def test_a_plan_with_lists_reads_back() -> None:
    document = {"instance": [dict(NODES[0], processes=4)], "fault": [{"kind": "host_hang", "at": "3s"}],
                "end_point": [{"port": 1526}]}  # fmt: skip
    plan = net8.Plan.of(document)
    import tomllib

    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan
