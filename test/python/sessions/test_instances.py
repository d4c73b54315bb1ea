# SPDX-License-Identifier: GPL-2.0-only
"""Several instances and listeners: who gets a session, what listeners know of them, what is wrong in a plan."""

from __future__ import annotations

import tomllib
from pathlib import Path

import net8
import pytest
from instance_runs import LAN, NODES, Table, descriptor, outcome, run

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
    plan = net8.load(Path(__file__).resolve().parents[3] / "scenarios" / "stale-registration")
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


# WHAT IS WRONG IN A PLAN


def test_names_of_instances_and_targets_are_checked() -> None:
    with pytest.raises(net8.PlanError, match="an instance has no name; every"):
        run({}, instances=[{"host": "a"}])
    with pytest.raises(net8.PlanError, match=r'target = "rac9" is not an instance; known: rac1, rac2$'):
        run({}, faults=[{"kind": "instance_down", "target": "rac9"}])
    with pytest.raises(net8.PlanError, match=r'target = "rac1" is not a host; known: node1, node2$'):
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
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan
