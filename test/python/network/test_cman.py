# SPDX-License-Identifier: GPL-2.0-only
"""Connection Manager, by hand arithmetic: the time of a fetch over two connections, and what it refuses.

Office, middle and centre are joined by two lines of 40 ms each way, so that a round trip takes 160 ms. Lines and LANs
have 1 Gbit/s: a full frame takes 12 us a hop.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import net8
import pytest
from net8 import analytic
from net8.forecast.describe import describe
from wire_capture import ACCEPT, CONNECT, DATA, REFUSE, packets

Document = dict[str, Any]
RTT_S = 0.160
LEG_S = 0.080
ALL = "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))"


def way(*hosts: str) -> str:
    """Return a descriptor that leads through hosts."""
    hops = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in hosts)
    return f"(DESCRIPTION=(SOURCE_ROUTE=yes){hops}(CONNECT_DATA=(SERVICE_NAME=orcl)))"


def across(manager: Document | None = None, *, through: bool = True, **more: object) -> net8.Plan:
    """Return a plan of clients in the office and a server in the centre."""
    line = {"rate": "1Gbps", "delay": "40ms", "queue_size": "100000p"}
    base: Document = {
        "site": [{"name": name, "rate": "1Gbps"} for name in ("office", "middle", "centre")],
        "link": [
            {"name": "access", "between": ["office", "middle"]} | line,
            {"name": "backbone", "between": ["middle", "centre"]} | line,
        ],
        "client": {"driver": "sqlplus", "site": "office", "array_size": 5000},
        "server": {"site": "centre"},
        "query": {"rows": 1},
        "cman": [{"name": "cman", "site": "middle", "rule_list": ALL} | (manager or {})],
    }
    if through:
        base["client"]["descriptor"] = way("cman", "db")
    for name, table in more.items():
        assert isinstance(table, dict | list)
        base[name] = base.get(name, {}) | table if isinstance(table, dict) else table
    return net8.Plan.of(base)


def response_s(plan: net8.Plan, **options: Any) -> float:
    """Run a plan whose sessions end well, and return the response time."""
    run = net8.run(plan, **options)
    assert set(run.outcome) == {"closed"}
    found = run["response_time"]
    assert found is not None
    return found


@pytest.mark.parametrize("through", [True, False])
def test_a_round_trip_takes_both_lines(through: bool) -> None:
    # 101 rows in arrays of 1, one of them with the execute: 1 + 100 round trips, and a fetch that finds the end.
    plan = across(through=through, client={"array_size": 1}, query={"rows": 101})
    calls = net8.run(plan)["fetch_calls"]
    assert calls is not None
    trips = response_s(plan) / RTT_S
    assert calls <= trips < calls * 1.005


def test_connecting_takes_a_tcp_connect_more_and_repeats_less() -> None:
    # Without a manager: a round trip for TCP, one for CONNECT and RESEND, one for CONNECT and ACCEPT. With one, TCP
    # takes a round trip of each line; the manager answers RESEND, over its line, and only the last exchange takes both.
    plans = [
        across(through=through, server={"site": "centre", "handover_time": "0s"}) for through in (True, False)
    ]
    through_s, direct_s = (
        (run.session_columns["accepted_ns"][0] - run.session_columns["start_ns"][0]) / 1e9
        for run in map(net8.run, plans)
    )
    assert through_s == pytest.approx(2 * LEG_S + LEG_S + RTT_S, abs=0.002)
    assert direct_s == pytest.approx(3 * RTT_S, abs=0.002)


def test_the_window_of_each_line_is_its_own() -> None:
    # Without window scaling (RFC 7323) 65,535 bytes a round trip: 160 ms, or 80 ms on each line at the same time.
    plain = {"tcp": {"window_scaling": False}}
    size = 2_000_000
    for through, rtt_s in ((False, RTT_S), (True, LEG_S)):
        plan = across(
            through=through,
            client=plain,
            server=plain | {"site": "centre"},
            query={"rows": 2001, "row_length": 1000},
        )
        by_window_s = size / 65535 * rtt_s
        # One round trip for the execute, one for the request of the fetch, and slow start before the window is full:
        # 10 of 45 segments at first, so 2 to 4 round trips that are not full.
        found_s = response_s(plan)
        assert by_window_s + RTT_S < found_s < by_window_s + 2 * RTT_S + 4 * rtt_s


def test_slow_start_takes_the_round_trips_of_a_line() -> None:
    # 200 segments from 10 on: 10 + 20 + 40 + 80 are 150, so five rounds; the fetch itself and the execute take a whole
    # round trip each, and four more rounds one of a line.
    rounds = float(analytic.slow_start_rounds(200, 10))
    assert rounds == 5
    size = {"rows": 291, "row_length": 1000}
    direct_s = response_s(across(through=False, query=size))
    through_s = response_s(across(query=size))
    assert direct_s == pytest.approx(2 * RTT_S + (rounds - 1) * RTT_S, abs=RTT_S * 0.6)
    assert through_s == pytest.approx(2 * RTT_S + (rounds - 1) * LEG_S, abs=LEG_S * 1.1)


def test_loss_costs_by_the_round_trip_of_its_line() -> None:
    # PFTK (Padhye et al. 1998) for a line of 20 ms instead of 160 ms; timeouts of Linux are RTT + 200 ms.
    loss = 0.01
    lossy = [
        {"name": "access", "between": ["office", "middle"], "rate": "1Gbps", "delay": "10ms", "queue_size": "100000p",
         "loss_rate": loss, "loss_direction": "down"},
        {"name": "backbone", "between": ["middle", "centre"], "rate": "1Gbps", "delay": "70ms",
         "queue_size": "100000p"},
    ]  # fmt: skip
    reno = {"site": "centre", "tcp": {"congestion_control": "TcpLinuxReno", "sack": False}}
    # Linux's Reno grows by the segments that an ACK acknowledges, as with an ACK for each of them: b = 1.
    expected = {
        rtt_s: float(analytic.pftk_packets_s(loss, rtt_s, rtt_s + 0.2, segments_per_ack=1))
        for rtt_s in (0.160, 0.020)
    }
    rates = {}
    for through, rtt_s in ((False, 0.160), (True, 0.020)):
        times = [
            response_s(
                across(
                    through=through, link=lossy, server=reno, query={"rows": 5001, "row_length": 1000},
                    run={"seed": seed},
                )
            )
            for seed in range(1, 9)
        ]  # fmt: skip
        rates[rtt_s] = 5_000_000 / 1448 * len(times) / sum(times)
        # Independent losses give more than those that PFTK takes as correlated in a round (row A3 of validate).
        assert rates[rtt_s] == pytest.approx(expected[rtt_s], rel=0.2)
    gain = expected[0.020] / expected[0.160]
    assert rates[0.020] / rates[0.160] == pytest.approx(gain, rel=0.15)


def test_a_client_that_is_slow_stops_the_server() -> None:
    # A client that takes 1 ms for each of 2,001,000 bytes / 8,192 packets decides, not the manager's buffer.
    plan = across(
        client={"packet_time": "10ms", "read_ahead": False, "tcp": {"receive_buffer": 65536}},
        query={"rows": 2001, "row_length": 1000},
    )
    run = net8.run(plan)
    assert set(run.outcome) == {"closed"}
    assert run.counters["cman_cman_longest_held_bytes"] <= 8192
    # All that the client received but the ACCEPT of 41 bytes went through the buffer.
    assert run.counters["cman_cman_bytes_to_client"] == run.session_columns["bytes_received"][0] - 41


def test_the_cpu_of_a_gateway_is_shared_by_its_sessions() -> None:
    # A request and its reply are two reads of 5 ms. With two clients on one gateway each of them may wait for one of
    # the other client.
    runs = [
        net8.run(
            across(
                {"read_cpu_time": "5ms", "max_gateway_processes": 1, "min_gateway_processes": 1},
                client={"count": count, "array_size": 1}, query={"rows": 21},
            )
        )
        for count in (1, 2)
    ]  # fmt: skip
    (one_s, two_s), calls = (float(run["response_time"] or 0) for run in runs), runs[0]["fetch_calls"]
    assert calls is not None
    assert one_s == pytest.approx(calls * (RTT_S + 0.010), rel=0.01)
    assert one_s < two_s < calls * (RTT_S + 0.020) * 1.01


@pytest.mark.parametrize(
    ("manager", "client", "codes"),
    [
        ({"rule_list": "(RULE=(SRC=*)(DST=db)(SRV=orcl)(ACT=accept))"}, {}, {0}),
        ({"rule_list": "(RULE=(SRC=clients-1)(DST=*)(SRV=*)(ACT=reject))" + ALL}, {}, {12529}),
        ({"rule_list": "(RULE=(SRC=192.0.2.0/24)(DST=*)(SRV=*)(ACT=accept))"}, {}, {12529}),
        ({"rule_list": "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=drop))"}, {}, {12537}),
        (
            {"max_connections": 1, "min_gateway_processes": 1, "max_gateway_processes": 2},
            {"count": 3},
            {0, 12564},
        ),
        ({}, {"descriptor": way("cman", "db").replace("1521))(CONN", "1522))(CONN")}, {12564}),
    ],
)
def test_what_is_refused(manager: Document, client: Document, codes: set[int]) -> None:
    run = net8.run(across(manager, client=client))
    assert set(run.session_columns["ora_code"]) == codes
    counters = {name.removeprefix("cman_cman_"): n for name, n in run.counters.items() if "cman" in name}
    refused = sum(counters[name] for name in ("rejected", "dropped", "full", "unreachable"))
    assert counters["accepted"] == counters["relayed"] + refused
    assert refused == sum(code != 0 for code in run.session_columns["ora_code"])


@pytest.mark.parametrize(
    "short",
    [{"idle_timeout": "2s"}, {"rule_list": ALL[:-1] + "(ACTION_LIST=(MIT=2)))", "idle_timeout": "9s"}],
)
def test_an_idle_session_is_ended(short: Document) -> None:
    # The second query comes after 3 s of thinking, and finds the connection closed.
    idle = net8.run(across(short, client={"queries": 2, "think_time": "3s"}))
    assert idle.counters["cman_cman_idle_timeouts"] == 1
    assert set(idle.session_columns["ora_code"]) <= {3113, 3135}
    awake = net8.run(across({"idle_timeout": "4s"}, client={"queries": 2, "think_time": "3s"}))
    assert awake.counters["cman_cman_idle_timeouts"] == 0
    assert set(awake.outcome) == {"closed"}


def test_a_long_session_is_ended() -> None:
    long = net8.run(across({"session_timeout": "5s"}, client={"queries": 5, "think_time": "3s"}))
    assert long.counters["cman_cman_session_timeouts"] == 1
    assert set(long.session_columns["ora_code"]) <= {3113, 3135}


def test_two_managers_in_a_row() -> None:
    both = [
        {"name": name, "site": site, "rule_list": ALL} for name, site in (("c1", "office"), ("c2", "middle"))
    ]
    run = net8.run(across(cman=both, client={"descriptor": way("c1", "c2", "db"), "queries": 3}))
    assert set(run.outcome) == {"closed"}
    assert run.counters["cman_c1_bytes_to_client"] == run.counters["cman_c2_bytes_to_client"]
    # What the server knows of the session is found under its client.
    assert set(run.wait_columns["session"]) == {0}


def test_the_manager_limits_the_sdu() -> None:
    for limit, agreed in ((8192, 8192), (2048, 2048), (65535, 32767)):
        plan = across({"sdu": limit}, client={"sdu": 32767}, server={"site": "centre", "sdu": 65535})
        assert net8.run(plan)["agreed_sdu"] == agreed
        assert f"SDU {agreed:,} bytes" in dict(describe(plan).facts)["negotiated"]


@pytest.mark.parametrize("driver", ["sqlplus", "jdbc-thin", "python-thin", "node-thin"])
def test_packets_of_both_connections(tmp_path: Path, driver: str) -> None:
    net8.run(across(client={"driver": driver}, query={"rows": 100}), folder=tmp_path, pcap=True)
    near, far = (packets(tmp_path / f"capture-{end}.pcap") for end in ("client", "server"))
    asked, passed = (
        b"".join(packet.content for packet in found if not packet.to_client)[:800] for found in (near, far)
    )
    hops = [b"(ADDRESS=(PROTOCOL=tcp)(HOST=%s)(PORT=1521))" % host for host in (b"cman", b"db")]
    assert b"(SOURCE_ROUTE=yes)" + b"".join(hops) in asked
    assert b"SOURCE_ROUTE" not in passed
    assert hops[0] not in passed
    assert hops[1] in passed
    # From the ACCEPT on each packet is the same on both sides.
    both = [[packet.content for packet in found if packet.kind in (ACCEPT, DATA)] for found in (near, far)]
    skipped = [sum(b"CONNECT_DATA" in content for content in found) for found in both]
    assert both[0][skipped[0] :] == both[1][skipped[1] :]
    assert {packet.kind for packet in near} >= {CONNECT, ACCEPT, DATA}


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize("rules", [ALL, ALL.replace("accept", "reject")])
def test_tshark_finds_nothing_wrong_in_captures(tmp_path: Path, rules: str) -> None:
    net8.run(across({"rule_list": rules}, query={"rows": 100}), folder=tmp_path, pcap=True)
    for end in ("client", "server") if rules == ALL else ("client",):
        told = subprocess.run(
            ["tshark", "-n", "-r", str(tmp_path / f"capture-{end}.pcap"), "-o", "tcp.check_checksum:TRUE",
             "-d", "tcp.port==1521,tns", "-T", "fields", "-e", "tns.type", "-e", "tcp.checksum.status",
             "-e", "_ws.malformed", "-e", "tcp.analysis.flags"],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip
        lines = [line.split("\t") for line in told if line]
        types = {kind for line in lines for kind in line[0].split(",") if kind}
        assert types == ({"1", "2", "6"} if rules == ALL else {"1", "4"}) or types == {"1", "2", "6", "11"}
        assert {line[1] for line in lines} <= {"1", ""}
        assert {line[2] for line in lines} <= {""}
    if rules != ALL:
        refusal = [found for found in packets(tmp_path / "capture-client.pcap") if found.kind == REFUSE]
        assert b"(ERR=12529)" in refusal[0].content


def test_describe_says_who_goes_through_and_what_is_not_modelled() -> None:
    facts = dict(describe(across({"max_connections": 100, "idle_timeout": "30s"})).facts)
    told = facts["cman cman"]
    assert "clients of client.descriptor go through it" in told
    assert "1,600 sessions at most (16 gateway processes of 100), then ORA-12564" in told
    assert "idle_timeout = 30s" in told
    assert "read_cpu_time = 0s: no source tells its CPU time" in told
    assert "session multiplexing" in facts["cman, not modelled"]
    assert "before a run" not in told
    rules = "(RULE=(SRC=192.0.2.0/24)(DST=10.*)(SRV=*)(ACT=reject))" + ALL
    told = dict(describe(across({"rule_list": rules})).facts)["cman cman"]
    assert (
        "whether anyone matches SRC=192.0.2.0/24 of rule 1, DST=10.* of rule 1 is not known before a run"
        in told
    )
    alone = dict(describe(across(through=False)).facts)
    assert "no client goes through it" in alone["cman cman"]
