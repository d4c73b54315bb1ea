# SPDX-License-Identifier: GPL-2.0-only
"""Listeners that start a dedicated server and send the client to the port of that server."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8.analytic import compare
from net8.dissect import dissect
from net8.forecast.describe import describe

Table = Mapping[str, object]

PLAN: dict[str, Table] = {
    "path": {"kind": "lan"},
    "listener": {"hand_off": "redirect"},
    "query": {"rows": 3},
    "run": {"stop_time": "1h", "sample_interval": "100ms"},
}


def run(folder: Path | None = None, **tables: Table) -> net8.Run:
    """Simulate a plan."""
    sections = {name: dict(PLAN.get(name, {})) | dict(tables.get(name, {})) for name in {*PLAN, *tables}}
    return net8.run(net8.Plan.of(sections), folder=folder, pcap=folder is not None)


@pytest.mark.parametrize("release", ["9.2", "11.2", "19c"])
@pytest.mark.parametrize("ip", ["v4", "v6", "dual"])
def test_a_client_comes_to_the_port_of_its_server(release: str, ip: str) -> None:
    done = run(server={"release": release}, path={"kind": "lan", "ip": ip})
    assert list(done.sessions["ora_code"]) == [0]
    assert list(done.attempts["redirects"]) == [1]
    assert done.counters["redirected"] == 1


def test_the_server_answers_there_without_resend_and_9_2_marks_all_packets(tmp_path: Path) -> None:
    run(tmp_path, client={"driver": "sqlplus", "release": "9.2"}, server={"release": "9.2"})
    first, second = dissect(next(tmp_path.glob("*client*.pcap"))).sessions
    assert [packet.type for packet in first.packets] == ["CONNECT", "REDIRECT"]
    # Captures TNS_Oracle2 and 3: CONNECT, ACCEPT, and header flag 0x04 on each packet of both ends.
    assert [packet.type for packet in second.packets[:3]] == ["CONNECT", "ACCEPT", "DATA"]
    assert {packet.flags for packet in first.packets} == {0}
    assert {packet.flags for packet in second.packets} == {0x04}


def test_later_releases_mark_the_connect_alone(tmp_path: Path) -> None:
    run(tmp_path, client={"driver": "sqlplus", "release": "11.2"}, server={"release": "11.2"})
    _, second = dissect(next(tmp_path.glob("*client*.pcap"))).sessions
    assert [packet.flags for packet in second.packets[:2]] == [0x04, 0]


@pytest.mark.parametrize("resend", [True, False])
def test_a_logon_takes_as_long_as_is_predicted(resend: bool) -> None:
    sections = PLAN | {"path": {"kind": "wan", "delay": "40ms"}, "server": {"resend": resend}}
    found = {each.quantity: each for each in compare(net8.Plan.of(sections)).verdicts}
    assert found["logon_round_trips"].holds
    assert found["logon_time"].holds


def test_a_server_whose_client_does_not_come_ends_and_gives_back_what_it_had() -> None:
    # The process takes 2 s to be there, one client waits 1 s: the REDIRECT finds nobody. The other one stays for 10 s.
    groups = [{"name": "gone", "connect_timeout": "1s"}, {"name": "there", "queries": 2, "think_time": "10s"}]
    server = {"handover_time": "2s", "inbound_connect_timeout": "3s"}
    done = net8.run(
        net8.Plan.of(PLAN | {"client": {"driver": "python-thin"}, "group": groups, "server": server})
    )
    print(done.counters)
    assert (done.sessions["ora_code"] == 0).sum() == 1
    assert done.counters["server_inbound_timeout"] == 1
    held = done.series.set_index("time_s")["memory_bytes"]
    # Started at once, there at 2 s, given up at 5 s; a process takes 4 MiB and a session 400 KiB.
    assert held.loc[4.9] == 2 * (4 * 2**20 + 400 * 2**10)
    assert held.loc[5.2] == 4 * 2**20 + 400 * 2**10


@pytest.mark.parametrize("hand_off", ["direct", "redirect"])
def test_a_waiting_server_counts_for_processes(hand_off: str) -> None:
    done = run(
        client={"count": 2, "driver": "python-thin"},
        server={"handover_time": "1s", "processes": 1},
        listener={"hand_off": hand_off},
    )
    assert sorted(done.sessions["ora_code"]) == [0, 12516]


@pytest.mark.parametrize(("at", "code"), [("3500ms", 12518), ("4500ms", 12541)])
def test_an_instance_that_goes_down_takes_waiting_servers_along(at: str, code: int) -> None:
    # The CONNECT is there at 3 s, the port at 4 s, the SYN to it at 6 s.
    sections = PLAN | {
        "client": {"driver": "python-thin", "connect_timeout": "20s"},
        "path": {"kind": "wan", "delay": "1s"},
        "server": {"handover_time": "1s"},
        "fault": [{"kind": "instance_down", "at": at}],
    }
    done = net8.run(net8.Plan.of(sections))
    assert list(done.sessions["ora_code"]) == [code]
    assert done.series["memory_bytes"].iloc[-1] == 0


def test_a_server_that_hangs_tells_its_port_later() -> None:
    sections = PLAN | {
        "client": {"driver": "python-thin"},
        "server": {"handover_time": "1s"},
        "fault": [{"kind": "instance_hang", "at": "500ms", "until": "3s"}],
    }
    done = net8.run(net8.Plan.of(sections))
    assert list(done.sessions["ora_code"]) == [0]
    # What is left of the hand-over goes on at 3 s.
    assert done.sessions["accepted_s"][0] >= 3


@pytest.mark.parametrize("transport", ["spx", "decnet", "netbios"])
def test_other_transports_have_no_such_ports(transport: str) -> None:
    plan = net8.Plan.of(PLAN | {"path": {"kind": "lan", "transport": transport}})
    with pytest.raises(net8.PlanError, match='listener.hand_off = "redirect" leads to ports of TCP'):
        net8.run(plan)


@pytest.mark.parametrize("stop", ["1s", "3s", "2040ms"])
def test_a_run_may_end_while_a_server_waits(stop: str) -> None:
    # Its process is not there yet; its client has gone; its client is about to connect.
    gone = {"driver": "python-thin"} | ({"connect_timeout": "1s"} if stop == "3s" else {})
    done = run(
        client=gone,
        server={"handover_time": "2s"},
        path={"kind": "wan", "delay": "10ms"},
        run={"stop_time": stop, "sample_interval": "100ms"},
    )
    assert list(done.sessions["accepted_s"].dropna()) == []


@pytest.mark.parametrize(("kind", "code"), [("host_down", 12170), ("listener_down", 0), ("listener_hang", 0)])
def test_faults_of_hosts_and_listeners_meet_waiting_servers(kind: str, code: int) -> None:
    # The REDIRECT is on its way from 2.01 s on; the listener is not a part of what follows.
    sections = PLAN | {
        "client": {"driver": "python-thin", "transport_connect_timeout": "5s"},
        "path": {"kind": "wan", "delay": "1s"},
        "server": {"handover_time": "10ms"},
        "fault": [{"kind": kind, "at": "3100ms"}],
    }
    done = net8.run(net8.Plan.of(sections))
    assert list(done.sessions["ora_code"]) == [code]


def test_a_listener_that_goes_down_resets_who_waits_for_a_server() -> None:
    # Down at 1 s, before the process has told its port: the connection with the listener is reset, ORA-12547.
    sections = PLAN | {
        "client": {"driver": "python-thin"},
        "server": {"handover_time": "2s", "inbound_connect_timeout": "1s"},
        "fault": [{"kind": "listener_down", "at": "1s"}],
        "run": {"stop_time": "10s", "sample_interval": "100ms"},
    }
    done = net8.run(net8.Plan.of(sections))
    assert list(done.sessions["ora_code"]) == [12547]


def test_describe_says_what_is_assumed_of_it() -> None:
    facts = dict(describe(net8.Plan.of(PLAN)).facts)
    assert "without RESEND. Captures exist for 9.2 only" in facts["clients come to servers"]
    assert "clients come to servers" not in dict(describe(net8.Plan.of({"path": {"kind": "lan"}})).facts)
