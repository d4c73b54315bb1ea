# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run, that all of them get on with each other, and that Linux's is Linux's."""

from __future__ import annotations

import itertools
import re
import statistics

import net8
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

PROFILES = ("linux", "solaris-2.5", "windows-nt4", "ns3")
LOSSY = {"kind": "wan", "rate": "10Mbps", "delay": "10ms", "queue_size": "20p", "loss_rate": 0.05}


def pair(client: dict[str, object], server: dict[str, object], **path: object) -> net8.Plan:
    """Make a plan whose packets get lost."""
    return net8.Plan.of(
        {
            "path": LOSSY | path,
            "client": {"array_size": 1000, "tcp": client},
            "server": {"tcp": server},
            "query": {"rows": 5001, "row_length": 100},
        }
    )


@pytest.mark.parametrize(("client", "server"), list(itertools.product(PROFILES, PROFILES)))
def test_all_profiles_get_on_with_each_other(client: str, server: str) -> None:
    run = net8.run(pair({"profile": client}, {"profile": server}, loss_direction="both"))
    assert run.outcome == ("closed",)
    assert run["rows"] == 5001


@pytest.mark.parametrize("control", ["TcpLedbat", "TcpLp", "TcpVegas", "TcpHybla"])
def test_ns3_outlives_a_window_that_never_opens(control: str) -> None:
    # A buffer of one byte is less than a unit of the scaled window, so the window is 0 from the SYN on. Once all is
    # sent, ns-3 would probe it with a byte that nobody has written, and end the program.
    run = net8.run(
        net8.Plan.of(
            {"client": {"tcp": {"rmem_default": 1}}, "server": {"tcp": {"congestion_control": control}}}
        )
    )
    assert run.outcome == ("failed: cut off by the end of the simulation",)


@pytest.mark.parametrize(
    ("tcp", "words"),
    [
        ({}, "the TCP of net8"),
        ({"congestion_control": "TcpLinuxReno"}, "the TCP of net8"),
        ({"congestion_control": "TcpVegas"}, "ns-3's own TCP with the values of the profile linux"),
        (
            {"profile": "solaris-2.5"},
            "the TCP of net8, with delayed ACKs, buffers, timers and Nagle's algorithm of solaris-2.5",
        ),
        (
            {"profile": "windows-nt4"},
            "the TCP of net8, with delayed ACKs, buffers, timers and Nagle's algorithm of windows-nt4",
        ),
        (
            {"profile": "windows-nt4", "congestion_control": "TcpVegas"},
            "ns-3's own TCP with the values of the profile windows-nt4",
        ),
        ({"profile": "ns3"}, "ns-3's own TCP with the values of the profile ns3"),
    ],
)
def test_describe_says_which_tcp_an_end_runs(tcp: dict[str, object], words: str) -> None:
    facts = dict(describe(net8.Plan.of({"server": {"tcp": tcp}})).facts)
    assert facts["server's TCP"].startswith(words)
    assert facts["client's TCP"].startswith("the TCP of net8")


@pytest.mark.parametrize(("profile", "which"), [("solaris-2.5", 3), ("windows-nt4", 2)])
def test_describe_says_how_an_old_system_recovers(profile: str, which: int) -> None:
    # tcp_dupack_fast_retransmit of illumos; TcpMaxDupAcks of Microsoft's Q162179, which Service Pack 2 brought.
    fact = dict(describe(net8.Plan.of({"server": {"tcp": {"profile": profile}}})).facts)["server's TCP"]
    assert f"fast retransmit at duplicate ACK {which} " in fact
    assert ("Service Pack 2" in fact) == (profile == "windows-nt4")


def calls_ms(path: dict[str, object], fetch: dict[str, int], **tcp: object) -> list[float]:
    """Simulate array fetches of replies of bare rows, and return the time of each call in ms."""
    size = {"sdu": fetch["sdu"]}
    plan = net8.Plan.of(
        {
            "path": {"kind": "wan", "lan_rate": "1000Gbps", "lan_delay": "0s", "queue_size": "1000p"} | path,
            "client": {
                "driver": "dblink", "release": "12.1", "array_size": fetch["array"], "prefetch_rows": 0,
                "look_ahead": True, "fetch_habit": "array", "tcp": tcp,
            } | size,
            "server": {
                "release": "19c", "resend": False, "native_services": False, "handover_time": "0s", "tcp": tcp,
            } | size,
            "query": {
                "rows": 10 * fetch["array"], "row_length": fetch["row"], "row_overhead": 0, "row_header": 0,
                "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0,
            },
        }
    )  # fmt: skip
    calls = net8.run(plan).calls.query("kind == 'fetch'")
    return [1e3 * float(each) for each in calls["end_s"] - calls["start_s"]]


M10: dict[str, object] = {"rate": "9.92Mbps", "delay": "5ms"}
M45: dict[str, object] = {"rate": "44.64Mbps", "delay": "40ms"}


@pytest.mark.parametrize(
    ("path", "fetch", "tcp", "measured_ms"),
    [
        # The median call where Nagle's algorithm is on: the second write waits for a delayed ACK, or goes at once.
        (M10, {"sdu": 512, "array": 15, "row": 50}, {"no_delay": False}, 64.0),
        (M10, {"sdu": 2048, "array": 21, "row": 100}, {"no_delay": False}, 22.3),
        # The same without.
        (M10, {"sdu": 2048, "array": 21, "row": 100}, {"no_delay": True}, 12.25),
        # Small packets, and replies of 500 kB.
        (M10, {"sdu": 512, "array": 1000, "row": 100}, {}, 99.28),
        (M45, {"sdu": 8192, "array": 5000, "row": 100}, {}, 173.7),
    ],
)
def test_a_call_takes_the_time_that_linux_takes(
    path: dict[str, object], fetch: dict[str, int], tcp: dict[str, object], measured_ms: float
) -> None:
    # Measured with Linux 6.18 between two network namespaces over an emulated line. A frame there has 1514 bytes of
    # Ethernet, here 1502: the rate is lower by as much. Host time of 0.2 to 0.5 ms a call is in what was measured.
    assert statistics.median(calls_ms(path, fetch, **tcp)) == pytest.approx(measured_ms, rel=0.04)


def test_the_first_call_finds_a_window_of_segments() -> None:
    # The same testbed: 100 kB in packets of 2048 bytes take a round trip more than in packets of 8192, as frames of 600
    # bytes use up the window like full ones: 323 and 253 ms.
    first = {sdu: calls_ms(M45, {"sdu": sdu, "array": 1000, "row": 100})[0] for sdu in (2048, 8192)}
    assert first[2048] == pytest.approx(323.2, rel=0.02)
    assert first[8192] == pytest.approx(252.7, rel=0.02)


def test_segments_take_their_time_one_after_the_other() -> None:
    # By hand: a reply of 100 kB is 70 segments of 1448 bytes or fewer, more with packets that end them early; each
    # takes 10 ms on its arrival, whatever is sent meanwhile. What else a call takes is the same without.
    tcp = {"profile": "linux", "no_delay": True}
    plan = {
        "path": {"kind": "lan"},
        "client": {"array_size": 5000, "prefetch_rows": 0, "tcp": tcp},
        "server": {"tcp": tcp},
        "query": {"rows": 1000, "row_length": 100},
    }
    without = net8.run(net8.Plan.of(plan))
    slow = plan | {"client": {"array_size": 5000, "prefetch_rows": 0, "tcp": tcp | {"segment_time": "10ms"}}}
    run = net8.run(net8.Plan.of(slow))
    fetches = [r.calls.query("kind == 'fetch'") for r in (without, run)]
    took, takes = (float((f["end_s"] - f["start_s"]).sum()) for f in fetches)
    size = float(fetches[0]["reply_bytes"].sum())
    assert 0.01 * size / 1448 < takes < 0.01 * (size / 1448 + size / 8192 + 2) + took


@pytest.mark.parametrize(
    "tcp", [{"profile": "ns3"}, {"profile": "windows-nt4", "congestion_control": "TcpVegas"}]
)
def test_tcp_of_ns3_has_no_segment_time(tcp: dict[str, object]) -> None:
    with pytest.raises(net8.PlanError, match="segment_time cannot be combined with ns-3's own TCP"):
        net8.run(net8.Plan.of({"client": {"tcp": tcp | {"segment_time": "1ms"}}}))


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({"client": {"keep_alive": True}}, "client.keep_alive"),
        ({"client": {"expire_time": "10min"}}, "client.expire_time"),
        ({"client": {"tcp": {"keep_alive_count": 3}}}, "client.tcp.keep_alive_count"),
        ({"group": [{"name": "a", "keep_alive": True}]}, "group.a.keep_alive"),
        ({"server": {"expire_time": "10min"}}, "server.expire_time"),
        ({"listener": {"overflow": "reset"}}, "listener.overflow"),
    ],
)
def test_tcp_of_ns3_has_no_keepalive_and_no_reset(document: dict[str, object], words: str) -> None:
    plan = net8.Plan.of(document)
    resolve(plan)
    stock = plan.with_values({"client.tcp.profile": "ns3", "server.tcp.profile": "ns3"})
    with pytest.raises(net8.PlanError, match=f"^{re.escape(words)} cannot be combined with ns-3's own TCP"):
        resolve(stock)


@pytest.mark.parametrize("server", [{"ns_probes": True}, {"release": "11.2"}])
def test_packets_of_oracle_net_probe_over_the_tcp_of_ns3(server: dict[str, object]) -> None:
    stock: dict[str, object] = {"expire_time": "1min", "tcp": {"profile": "ns3"}}
    plan = net8.Plan.of(
        {
            "client": {"queries": 2, "think_time": "150s"},
            "server": stock | server,
            "run": {"stop_time": "10min"},
        }
    )
    assert net8.run(plan).counters["ns_probes"] == 2


def test_describe_lists_what_goes_wrong_with_the_tcp_of_ns3() -> None:
    name = "what is known to go wrong with ns-3's TCP"
    flow = {"kind": "bulk", "congestion_control": "TcpVegas"}
    for document in ({"server": {"tcp": {"profile": "ns3"}}}, {"cross_traffic": [flow]}):
        facts = dict(describe(net8.Plan.of({"path": {"kind": "wan"}, **document})).facts)
        assert all(
            words in facts[name]
            for words in ("Nagle's algorithm", "D-SACK", "reads late", "behind the last byte")
        )
    assert name not in dict(describe(net8.Plan.of({"cross_traffic": [{"kind": "bulk"}]})).facts)
