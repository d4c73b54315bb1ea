# SPDX-License-Identifier: GPL-2.0-only
"""Path MTU discovery: a router tells the sender what fits; and the search of hosts that nobody tells (mtu_probing)."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from wire_capture import segments

# Logon and execute of SQL*Plus 10.2 are no full segments; a fetch of 100 rows of 100 bytes is five TNS packets of 2048
# bytes (its SDU) and a rest, each written by itself: a segment of 1448 bytes and one of 600.
TOO_LARGE = 5
WORK: dict[str, dict[str, Any]] = {
    "client": {"driver": "sqlplus", "release": "10.2", "array_size": 100},
    "server": {"release": "19c"},
    "query": {"rows": 300, "row_length": 100},
    "run": {"stop_time": "1200s"},
}
PATH = {"kind": "wan", "rate": "10Mbps", "delay": "20ms", "hops": 1}
SITES = {"site": [{"name": "a"}, {"name": "b"}], "router": [{"name": "r"}]}


def over_a_wan(path: Mapping[str, object], **more: Mapping[str, object]) -> net8.Plan:
    """Return a plan with the query over a WAN."""
    sections = {name: WORK.get(name, {}) | dict(more.get(name, {})) for name in {*WORK, *more}}
    return net8.Plan.of({**sections, "path": {**PATH, **path}})


def over_two_links(**first: object) -> net8.Plan:
    """Return a plan with the query over a router between two links: 20 ms to the clients, 10 ms to the server."""
    document: dict[str, Any] = {key: dict(table) for key, table in WORK.items()} | SITES
    document["client"]["site"], document["server"]["site"] = "a", "b"
    line = {"rate": "10Mbps", "mtu": 1500}
    document["link"] = [
        {"name": "far", "between": ["a", "r"], "delay": "20ms", **line, **first},
        {"name": "near", "between": ["r", "b"], "delay": "10ms", **line},
    ]
    return net8.Plan.of(document)


def fetches_ms(run: net8.Run) -> list[float]:
    """Return the time of each fetch."""
    calls = run.calls[run.calls.kind == "fetch"]
    return [float(x) for x in (calls.end_s - calls.start_s) * 1e3]


def test_the_first_large_reply_costs_a_round_trip_to_the_router() -> None:
    # Router r drops what the server sends and answers: 10 ms there, 10 ms back, and a frame of 1514 bytes takes 1.2 ms
    # at 10 Mb/s. The message, 56 bytes, and the LAN of 100 Mb/s are less than the tolerance.
    plain, told = (net8.run(over_two_links(**link)) for link in ({}, {"tunnel_mtu": "1400B"}))
    one, other = fetches_ms(plain), fetches_ms(told)
    assert other[0] - one[0] == pytest.approx(20 + 1514 * 8 / 10e6 * 1e3, abs=0.5)
    # From then on segments fit.
    assert other[1:] == pytest.approx(one[1:], abs=0.2)
    assert told.counters["packets_too_big_down_on_far"] == TOO_LARGE
    assert told.calls.rows.sum() == 300


def test_on_a_wan_the_router_is_next_door() -> None:
    # It is on the server's LAN. At 1 Gb/s the reply is 5 * (1514 + 666) bytes, 0.09 ms, behind which what is sent again
    # waits; a round trip to the router is 12 us of the first frame and 2 * 5 us.
    fast = {"rate": "1Gbps", "lan_rate": "1Gbps"}
    plain, told = (net8.run(over_a_wan(fast | path)) for path in ({}, {"tunnel_mtu": "1400B"}))
    assert 0.02 < fetches_ms(told)[0] - fetches_ms(plain)[0] < 0.3
    assert told.counters["packets_too_big_down_on_wan"] == TOO_LARGE


@pytest.mark.parametrize("ip", ["v4", "v6"])
def test_a_thin_driver_logs_on(ip: str) -> None:
    # Its data types are more than a segment: with black_hole_mtu it never logs on.
    run = net8.run(
        over_a_wan({"tunnel_mtu": "1400B", "ip": ip}, client={"driver": "python-thin", "release": "2.0"})
    )
    assert run.sessions.iloc[0].end_s < 5
    assert run.counters["packets_too_big_up_on_wan"] > 0
    assert run.calls.rows.sum() == 300


def test_the_host_remembers_for_its_next_connection() -> None:
    # Linux keeps the MTU of a destination for 600 s (net.ipv4.route.mtu_expires): later connections of the server to
    # that client have segments that fit, but not after 600 s.
    def dropped(pause: str) -> int:
        plan = over_a_wan(
            {"tunnel_mtu": "1400B"}, client={"cycles": 2, "pause": pause}, run={"stop_time": "2000s"}
        )
        return int(net8.run(plan).counters["packets_too_big_down_on_wan"])

    assert dropped("10s") == TOO_LARGE
    assert dropped("700s") == 2 * TOO_LARGE


def test_hosts_of_other_systems_hear_the_router_too() -> None:
    for profile in ("solaris-2.5", "windows-nt4"):
        run = net8.run(over_a_wan({"tunnel_mtu": "1400B"}, server={"tcp": {"profile": profile}}))
        assert run.sessions.iloc[0].end_s < 30
        assert run.calls.rows.sum() == 300


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("ip", "message", "field"), [("v4", "icmp", "icmp.mtu"), ("v6", "icmpv6", "icmpv6.mtu")]
)
def test_captures_show_the_message(tmp_path: Path, ip: str, message: str, field: str) -> None:
    net8.run(over_a_wan({"tunnel_mtu": "1400B", "ip": ip}), folder=tmp_path, pcap=True)
    kind = {"v4": "icmp.type == 3 && icmp.code == 4", "v6": "icmpv6.type == 2"}[ip]
    told = subprocess.run(
        ["tshark", "-n", "-r", str(tmp_path / "capture-server.pcap"), "-Y", kind, "-T", "fields", "-e", field,
         "-e", f"{message}.checksum.status", "-e", "_ws.malformed", "-e", "tcp.dstport", "-e", "tcp.srcport"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    # Each tells the MTU, has a true checksum and quotes a segment from the listener's port.
    assert len(told) == TOO_LARGE
    for line in told:
        assert line.split("\t")[:3] == ["1400", "1", ""]
        assert line.split("\t")[4] == "1521"
    # After the messages no packet is larger than 1400 bytes.
    sizes = [found.ip_bytes for found in segments(tmp_path / "capture-server.pcap") if found.to_client]
    last = max(number for number, size in enumerate(sizes) if size > 1400)
    assert sum(size > 1400 for size in sizes) == TOO_LARGE
    assert max(sizes[last + 1 :]) == 1400


def test_with_mtu_probing_a_black_hole_costs_four_timeouts() -> None:
    # Server to client 40 ms of round trip and a little: the timeout is 240 to 248 ms (RTT + 200 ms, ticks of 4 ms). The
    # tail loss probe after 2 RTT restarts it: expiries 1, 1 + 2, 1 + 2 + 4 and 1 + 2 + 4 + 8 = 15 timeouts later. The
    # last one is 14 timeouts = 3.4 s after the first retransmission, more than the 3 s of tcp_retries1 = 3 (15 * 200
    # ms), and sends 1024 bytes. So the fetch takes 2 * 40 + 15 * 240 = 3680 ms and a few round trips more.
    run = net8.run(over_a_wan({"black_hole_mtu": "1400B"}, server={"tcp": {"mtu_probing": 1}}))
    first, *rest = fetches_ms(run)
    assert 3680 < first < 4100
    assert all(each < 200 for each in rest)
    assert run.calls.rows.sum() == 300


def test_mtu_probing_from_the_start_needs_no_timeout() -> None:
    run = net8.run(over_a_wan({"black_hole_mtu": "1400B"}, server={"tcp": {"mtu_probing": 2}}))
    assert max(fetches_ms(run)) < 200
    tcp = {"tcp": {"mtu_probing": 2, "base_mss": 512}}
    small = net8.run(over_a_wan({"black_hole_mtu": "700B"}, client=tcp, server=tcp))
    # Twice as many segments, of which the initial window takes half, and probes that are lost: round trips of 40 ms.
    assert max(fetches_ms(small)) < 500


def test_results_are_those_of_nodes_and_the_plan_says_so() -> None:
    nodes, stages = (
        net8.run(over_two_links(tunnel_mtu="1400B").with_values({"run.network": network}))
        for network in ("nodes", "stages")
    )
    assert nodes.digest == stages.digest
    asked = over_two_links(tunnel_mtu="1400B").with_values({"run.network": "stages"})
    assert "link far has tunnel_mtu = 1400, whose router sends packets of its own" in told_of(asked)


def told_of(plan: net8.Plan) -> str:
    """Return what describe says, in one line."""
    return " ".join(str(describe(plan)).split())


def test_describe_says_what_happens() -> None:
    told = told_of(over_a_wan({"tunnel_mtu": "1400B"}))
    assert "a router drops IP packets of more than 1,400 bytes and tells their sender by ICMP" in told
    assert "as where routers clamp the MSS" in told_of(over_two_links(mtu=1400))


@pytest.mark.parametrize(
    ("path", "more", "message"),
    [
        ({"tunnel_mtu": 500}, {}, "path.tunnel_mtu = 500 is below the 576 bytes that IPv4 needs"),
        (
            {"tunnel_mtu": 1000, "ip": "v6"},
            {},
            "path.tunnel_mtu = 1000 is below the 1280 bytes that IPv6 needs",
        ),
        (
            {"tunnel_mtu": 1400},
            {"server": {"tcp": {"profile": "ns3"}}},
            "which ns-3's own TCP of server.tcp does not",
        ),
        ({"tunnel_mtu": 1400, "tcp_demux": "stock"}, {}, 'path.tcp_demux = "stock" does not pass on'),
        ({"tunnel_mtu": 1400, "hops": 2}, {}, "is of a WAN with path.hops = 1"),
    ],
)
def test_what_cannot_be_is_refused(path: dict[str, object], more: dict[str, Any], message: str) -> None:
    with pytest.raises(PlanError) as refused:
        net8.run(over_a_wan(path, **more))
    assert message in str(refused.value)
