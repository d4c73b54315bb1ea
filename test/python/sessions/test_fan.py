# SPDX-License-Identifier: GPL-2.0-only
"""Pools that act on events of FAN, by hand arithmetic: when events come, what they close and what is opened again.

The way to both nodes takes 10 ms at 1 Gbit/s. An event is a frame of less than 500 bytes that passes three lines of
that rate, 12 us, and a SYN is smaller: less than 0.1 ms beside the delay.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

Document = dict[str, Any]
WAY_S = 0.010
LINE_S = 0.0001
DOWN_S = 21.0
DESCRIPTOR = (
    "(DESCRIPTION=(TRANSPORT_CONNECT_TIMEOUT=3)(RETRY_COUNT=20)(RETRY_DELAY=1)(ADDRESS_LIST=(LOAD_BALANCE=off)"
    "(FAILOVER=on)(ADDRESS=(PROTOCOL=tcp)(HOST=node2)(PORT=1521))(ADDRESS=(PROTOCOL=tcp)(HOST=node1)(PORT=1521)))"
    "(CONNECT_DATA=(SERVICE_NAME=sales)))"
)


def rac(client: Document | None = None, fault: Document | None = None, **more: Document) -> net8.Plan:
    """Return a plan of a pool of four connections, two to each of two nodes; node1 goes down at 21 s.

    Four of eight users ask every two seconds, from 0.4 s on, and 20 ms later the others: nobody waits at 21 s. The
    listener of node2 knows both instances and sends each new connection to the one with fewer sessions.
    """
    down: Document = {"kind": "host_down", "target": "node1", "at": f"{DOWN_S:g}s"}
    document: Document = {
        "path": {"kind": "wan", "delay": "10ms", "rate": "1Gbps", "lan_rate": "1Gbps"},
        "client": {
            "driver": "jdbc-thin", "hosts": 1, "count": 8, "queries": 20, "think_time": "2s", "pool_min": 4,
            "pool_max": 4, "ons": "reachable", "descriptor": DESCRIPTOR,
        } | (client or {}),
        "query": {"rows": 1},
        "server": {
            "service_name": "sales", "release": "19c", "remote_listener": "all", "registration_interval": "7s",
        } | more.pop("server", {}),
        "instance": [{"name": "rac1", "host": "node1"}, {"name": "rac2", "host": "node2"}],
        "fault": [down | (fault or {})],
        "variation": {"when": "never"},
        "run": {"stop_time": "1h"},
    }  # fmt: skip
    return net8.Plan.of(document | more, name="fan")


@pytest.mark.parametrize(
    ("fault", "ons", "delay_s"),
    [
        # A node that went down is told by the other one, after misscount.
        ({}, {}, 30),
        ({}, {"misscount": "3s"}, 3),
        # The end of an instance is told after check_interval, by both.
        ({"kind": "instance_down", "target": "rac1"}, {}, 1),
        ({"kind": "instance_down", "target": "rac1"}, {"check_interval": "250ms"}, 0.25),
    ],
)
def test_an_event_takes_its_delay_and_the_way(fault: Document, ons: Document, delay_s: float) -> None:
    found = net8.run(rac(fault=fault, ons=ons))
    told_s = found.metrics["fan_event_time_s"]
    assert told_s is not None
    assert delay_s + WAY_S < told_s < delay_s + WAY_S + LINE_S
    both = fault.get("kind") == "instance_down"
    assert found.counters["fan_events"] == found.counters["fan_events_received"] == 1
    assert found.counters["fan_messages_sent"] == (2 if both else 1)
    # Idle connections that were reset with their instance would be found dead by the next request.
    assert found.metrics["fan_connections_closed"] == 2
    assert found.metrics["failed_requests"] == (0 if both else 2)


def test_requests_on_a_dead_host_end_with_its_event() -> None:
    # What two of the first four users send to node1 at 22.4 s gets no answer until the event.
    found = net8.run(rac(ons={"misscount": "3s"}))
    failed = found.requests[found.requests["error"] != 0]
    assert len(failed) == 2
    told_s = DOWN_S + 3 + WAY_S
    assert list(failed["end_s"]) == pytest.approx([told_s] * len(failed), abs=LINE_S)
    # All others end well, and none waits longer than a logon at the other node takes.
    assert len(found.requests) == 160
    assert found.metrics["request_time_max_s"] is not None
    assert found.metrics["request_time_max_s"] < 1
    # The listener of node2 heard of it, too: no session is sent to node1 when two connections are too few.
    later = found.sessions[found.sessions["start_s"] > DOWN_S]
    assert set(later["instance"]) == {"rac2"}
    assert (later["ready_s"] - later["start_s"]).max() < 1


def test_a_session_with_failover_goes_on_after_the_event() -> None:
    # TAF logs on at the other node, where the first logon of the run took nine round trips of 20 ms, and asks again.
    found = net8.run(rac({"failover_type": "select"}, ons={"misscount": "3s"}))
    assert found["failed_requests"] == 0
    assert set(found.outcome) == {"closed"}
    hit = found.requests[found.requests["start_s"].between(DOWN_S, DOWN_S + 3)]
    late_s = hit["end_s"].max() - (DOWN_S + 3 + WAY_S)
    assert 9 * 2 * WAY_S < late_s < 11 * 2 * WAY_S


@pytest.mark.parametrize(
    ("client", "ons", "ends_s"),
    [
        # From the request at 22.4 s, or from the fault.
        ({"ons": "off", "recv_timeout": "10s"}, {}, (None, 10)),
        ({}, {"misscount": "3s"}, (DOWN_S, 3 + WAY_S)),
        ({"recv_timeout": "10s"}, {"misscount": "3s"}, (DOWN_S, 3 + WAY_S)),
        ({"recv_timeout": "10s"}, {"misscount": "30s"}, (None, 10)),
        ({"ons": "unreachable", "recv_timeout": "10s"}, {}, (None, 10)),
    ],
)
def test_whatever_comes_first_ends_the_wait_and_taf_goes_on(
    client: Document, ons: Document, ends_s: tuple[float | None, float]
) -> None:
    for taf in (False, True):
        more = {"failover_type": "select"} if taf else {}
        found = net8.run(rac(client | more, ons=ons)).requests
        hit = found[found["end_s"] - found["got_s"] > 1]
        assert len(hit) == 2
        assert bool((hit["error"] == 0).all()) == taf
        since, after_s = ends_s
        ends = hit["end_s"] - (hit["got_s"] if since is None else since)
        # TAF needs a connect and a logon at the other node, nine round trips, and the call that is made again.
        least, most = (9 * 2 * WAY_S, 11 * 2 * WAY_S) if taf else (0.0, LINE_S)
        assert ends.between(after_s + least - 1e-6, after_s + most).all()


def test_without_events_they_end_when_tcp_gives_up() -> None:
    # tcp_retries2 = 15 gives up at the first repetition after 924.6 s. With a round trip of 20 ms the RTO is 220 ms
    # (the least deviation is 200 ms): 0.22 (2^10 - 1) s are 225.06 s, and six of 120 s more are 945.06 s. ACKs
    # that were delayed by 40 ms make it 260 ms at most: 985.98 s.
    found = net8.run(rac({"ons": "off"}))
    failed = found.requests[found.requests["error"] != 0]
    assert len(failed) == 2
    waits = failed["end_s"] - failed["got_s"]
    assert waits.between(945.06, 985.98).all()
    assert found["fan_events"] is None


def test_a_pool_opens_as_many_again_when_the_instance_has_registered() -> None:
    # Node1 is up again at 30 s and registers at 35 s, a multiple of 7 s; the event follows at once.
    plan = rac({"queries": 30}, fault={"until": "30s"}, ons={"misscount": "3s"})
    found = net8.run(plan)
    closed = found.counters["fan_connections_closed"]
    assert closed == 2
    assert found.counters["fan_connections_opened"] == closed
    assert found.counters["fan_events"] == found.counters["fan_events_received"] == 2
    # Both nodes can tell that; node1's ONS has no subscriber before.
    assert found.counters["fan_messages_sent"] == 2
    assert found.metrics["fan_event_time_max_s"] == pytest.approx(5 + WAY_S, abs=LINE_S)
    sessions = found.sessions
    again = sessions[sessions["start_s"] > 34]
    assert list(again["start_s"]) == pytest.approx([35 + WAY_S] * closed, abs=LINE_S)
    assert found.counters["sessions_of_rac1"] == 4


def test_a_fault_shorter_than_misscount_is_not_told() -> None:
    found = net8.run(rac(fault={"until": "22s"}, ons={"misscount": "3s"}))
    assert found.counters["fan_events"] == 0
    assert found.metrics["fan_event_time_s"] is None


def test_a_pool_waits_for_the_first_connection_to_ons() -> None:
    # One round trip if it answers; with the first host down it is that to the second.
    opened = {
        name: net8.run(plan).sessions["start_s"].min()
        for name, plan in {
            "up": rac(),
            "half": rac(fault={"at": "0s", "until": "10s"}),
            "off": rac({"ons": "off"}),
            "silent": rac({"ons": "unreachable"}),
            "short": rac({"ons": "unreachable", "ons_timeout": "1s"}),
        }.items()
    }
    assert opened["off"] == 0
    assert [opened["up"], opened["half"]] == pytest.approx([2 * WAY_S] * 2, abs=LINE_S)
    assert opened["silent"] == 15
    assert opened["short"] == 1


def test_a_pool_whose_hosts_are_all_down_waits_as_for_silence() -> None:
    # Nobody answers the SYN before 14 s. Linux repeats it after 1, 3, 7 and 15 s: the answer to the last comes late.
    down = [{"kind": "host_down", "target": f"node{n}", "at": "0s", "until": "14s"} for n in (1, 2)]
    found = net8.run(rac().with_tables("fault", down))
    assert found.sessions["start_s"].min() == 15


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_the_messages_of_ons(tmp_path: Path) -> None:
    net8.run(rac(fault={"until": "30s"}, ons={"misscount": "3s"}), folder=tmp_path, pcap=True)
    told = subprocess.run(
        ["tshark", "-n", "-r", str(tmp_path / "capture-client.pcap"), "-o", "tcp.check_checksum:TRUE",
         "-d", "tcp.port==6200,http", "-Y", "tcp.port==6200", "-T", "fields", "-e", "http.request.uri",
         "-e", "tcp.checksum.status", "-e", "_ws.malformed", "-e", "_ws.expert.message"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    lines = [line.split("\t") for line in told if line]
    uris = [line[0] for line in lines if line[0]]
    # Two subscriptions, node1 down from node2, rac1 up from node2; and a new subscription at node1.
    assert sorted(uris) == ["/event"] * 2 + ["/subscribe"] * 3
    assert {line[1] for line in lines} == {"1"}
    assert {line[2] for line in lines} == {""}


def test_describe_says_what_is_assumed() -> None:
    facts = dict(describe(rac()).facts)
    assert "host_down is told 30s later by the other hosts" in facts["ons"]
    assert "no source" in facts["ons, assumed"]
    assert "TLS of ONS" in facts["ons, not modelled"]
    assert "ons" not in dict(describe(rac({"ons": "off"})).facts)
