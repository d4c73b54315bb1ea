# SPDX-License-Identifier: GPL-2.0-only
"""Sysctls of Linux as keys of a TCP profile, initial windows below 10, readers, ECN and marking queues."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from net8.plan.complete import complete
from net8.schema.sysctls import SYSCTLS
from wire_capture import segments

_ROW = 100


def document(
    rows: int,
    calls: int,
    path: Mapping[str, object],
    both: Mapping[str, object] | None = None,
    **more: Mapping[str, object],
) -> dict[str, Any]:
    """Return calls of equal replies over a WAN between hosts that take no time, as the kernel was measured."""
    tcp = {"no_delay": True, **(both or {})}
    own = {end: tcp | dict(more.get(end, {})) for end in ("client", "server")}
    return {
        "path": {"kind": "wan", "lan_rate": "1000Gbps", "lan_delay": "0s", "queue_size": "1000p", **path},
        "client": {
            "driver": "dblink", "release": "12.1", "sdu": 8192, "array_size": rows, "prefetch_rows": 0,
            "look_ahead": True, "fetch_habit": "array", "tcp": own["client"], **more.get("app", {}),
        },
        "server": {
            "release": "19c", "sdu": 8192, "handover_time": "0s", "resend": False, "native_services": False,
            "tcp": own["server"],
        },
        "query": {
            "rows": rows * calls, "row_length": _ROW, "row_overhead": 0, "fetch_overhead": 0, "row_header": 0,
            "execute_overhead": 0, "end_overhead": 0,
        },
    }  # fmt: skip


def plan(
    rows: int,
    calls: int,
    path: Mapping[str, object],
    both: Mapping[str, object] | None = None,
    **more: Mapping[str, object],
) -> net8.Plan:
    """Return the plan of such a document."""
    return net8.Plan.of(document(rows, calls, path, both, **more))


def fetches_ms(run: net8.Run) -> list[float]:
    """Return the time of each fetch."""
    calls = run.calls[run.calls.kind == "fetch"]
    return [float(x) for x in (calls.end_s - calls.start_s) * 1e3]


def test_send_buffer_of_a_small_initial_window_is_that_of_linux() -> None:
    # Kernel, 20 Mb/s, 50 ms, replies of 50 kB, initcwnd 3: call 2 takes 105.6 ms, because the send buffer, which has
    # the constant 10 (tcp_sndbuf_expand), is not what limits call 1, so that the window stays smaller.
    run = net8.run(plan(500, 4, {"rate": "20Mbps", "delay": "25ms"}, {"initial_window": 3}))
    assert fetches_ms(run)[1] == pytest.approx(105.6, rel=0.03)


def test_slow_start_after_idle_costs_round_trips_after_a_pause() -> None:
    # 200 kB are 139 segments. A window that grew to that holds the reply in one round trip; after a pause of two
    # seconds, more than four timeouts of 0.4 s, it has been halved to 10, and doubles from there: 10, 20, 40, 80.
    times = {}
    for on in (True, False):
        tcp = {"slow_start_after_idle": on}
        run = net8.run(plan(2000, 8, {"rate": "1Gbps", "delay": "100ms"}, tcp, app={"call_time": "2s"}))
        times[on] = fetches_ms(run)[-2]  # the last brings the end alone, as the array before it was full
    assert times[False] == pytest.approx(200, rel=0.1)
    assert times[True] == pytest.approx(800, rel=0.1)


@pytest.mark.parametrize("name", sorted(SYSCTLS))
def test_each_sysctl_is_a_key_with_the_value_of_linux(name: str) -> None:
    value, origin = complete(plan(10, 1, {}))[f"server.tcp.{name}"]
    assert value is not None
    assert origin == "linux"


LINUX_6_18 = {
    # Documentation/networking/ip-sysctl.rst
    "slow_start_after_idle": True, "ecn": 2, "ecn_fallback": True, "dsack": True, "frto": 2, "early_retrans": 3,
    "recovery": 1, "reordering": 3, "max_reordering": 300, "retrans_collapse": True, "synack_retries": 5,
    "syn_linear_timeouts": 4, "retries2": 15, "min_rtt_wlen": 300, "comp_sack_nr": 44, "min_tso_segs": 2,
    "tso_win_divisor": 3, "tso_rtt_log": 9, "pacing_ss_ratio": 200, "pacing_ca_ratio": 120, "rmem_max": 33554432,
    "wmem_max": 4194304, "rmem_default": 131072, "wmem_default": 16384, "moderate_rcvbuf": True, "retries1": 3,
    "mtu_probing": 0, "mtu_probe_floor": 48, "probe_threshold": 8, "probe_interval": "600s",
    # tcp.h: TCP_BASE_MSS
    "base_mss": 1024,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(LINUX_6_18))
def test_defaults_are_those_of_the_documentation(name: str) -> None:
    assert complete(plan(10, 1, {}))[f"client.tcp.{name}"][0] == LINUX_6_18[name]


def test_retries2_ends_a_dead_connection_earlier() -> None:
    # By rule (tcp_model_timeout): the time that 5 doublings of 200 ms take, 0.2 * (2^6 - 1) = 12.6 s.
    app = {"call_time": "50ms"}
    going = document(10, 400, {"rate": "10Mbps", "delay": "10ms"}, {"retries2": 5}, app=app)
    cut = net8.Plan.of(going | {"fault": [{"kind": "link_down", "at": "5s"}], "run": {"stop_time": "120s"}})
    session = net8.run(cut, seed=1).sessions.iloc[0]
    assert 12.6 < session.end_s - 5 < 2 * 12.6 + 1


@pytest.mark.parametrize("profile", ["solaris-2.5", "windows-nt4", "ns3"])
def test_a_sysctl_of_linux_is_refused_elsewhere(profile: str) -> None:
    wrong = plan(10, 1, {}, server={"profile": profile, "slow_start_after_idle": False})
    with pytest.raises(PlanError, match=r"server\.tcp\.slow_start_after_idle is a sysctl of Linux"):
        net8.run(wrong)


def test_polls_of_linux_are_refused_elsewhere() -> None:
    wrong = plan(10, 1, {}, server={"profile": "solaris-2.5", "polls": True})
    with pytest.raises(PlanError, match=r"server\.tcp\.polls is a rule of Linux"):
        net8.run(wrong)


def test_values_outside_the_range_are_refused() -> None:
    with pytest.raises(PlanError, match=r"client\.tcp\.ecn"):
        net8.run(plan(10, 1, {}, client={"ecn": 3}))


def test_frames_of_one_instant_are_read_together(tmp_path: Path) -> None:
    # Jitter that keeps the order, frames 12 ns apart at the client (1000 Gb/s). The kernel's reader sent 207 ACKs where
    # one that ran with each frame sent 288, a ratio of 0.72. How often frames meet depends on the
    # draws of a run, so several are counted.
    acks = {"0s": 0, "5us": 0}
    for wake, seed in itertools.product(acks, range(1, 7)):
        line = {"name": "line", "between": ["a", "b"], "rate": "10Mbps", "delay": "20ms", "jitter": "10ms"}
        sites = [{"name": name, "rate": "1000Gbps", "delay": "0s"} for name in ("a", "b")]
        made = document(1000, 8, {}, client={"wake_up_time": wake})
        del made["path"]
        made |= {"site": sites, "link": [line | {"queue_size": "1000p"}]}
        made["client"]["site"], made["server"]["site"] = "a", "b"
        net8.run(net8.Plan.of(made), seed=seed, folder=tmp_path / wake / str(seed), pcap=True)
        sent = segments(tmp_path / wake / str(seed) / "capture-client.pcap")
        acks[wake] += sum(1 for each in sent if not each.to_client and not each.payload and each.flags == 16)
    assert 0.6 < acks["5us"] / acks["0s"] < 0.85


MARKING: dict[str, dict[str, object]] = {
    "threshold": {"queue_disc": "threshold", "queue_threshold": "20p"},
    "red": {"queue_disc": "red", "queue_ecn": True},
    "codel": {"queue_disc": "codel", "queue_ecn": True},
    "fq_codel": {"queue_disc": "fq_codel", "queue_ecn": True},
}


@pytest.mark.parametrize("disc", sorted(MARKING))
def test_marks_take_the_place_of_drops(disc: str) -> None:
    path = {"rate": "10Mbps", "delay": "20ms", "queue_size": "60p", **MARKING[disc]}
    asks = net8.run(plan(20000, 2, path, client={"ecn": 1}), seed=1)
    # Linux's default: the client does not ask, so that nothing is marked.
    default = net8.run(plan(20000, 2, path), seed=1)
    assert asks.counters["queue_marks_to_client"] > 0
    assert "queue_marks_to_client" not in default.counters
    assert asks.counters["queue_drops_to_client"] < default.counters["queue_drops_to_client"]


def test_dctcp_keeps_the_queue_at_the_threshold() -> None:
    # Alizadeh et al. 2010, 3.3: the queue swings around K and the line stays busy where K > BDP / 7. Here the BDP is
    # 10 Mb/s * 40 ms = 33 frames and K = 20: 4 MB of payload take their 2,763 frames of 1,502 bytes, 3.32 s.
    path = {"rate": "10Mbps", "delay": "20ms", "queue_size": "1000p", **MARKING["threshold"]}
    both = {"congestion_control": "TcpDctcp"}
    run = net8.run(plan(40000, 2, path, both), seed=1)
    assert fetches_ms(run)[1] == pytest.approx(3320, rel=0.03)
    assert run.counters["queue_drops_to_client"] == 0
    assert run.counters["queue_marks_to_client"] > 50


def test_describe_tells_of_ecn_and_of_what_is_left_out() -> None:
    facts = dict(describe(plan(10, 1, {})).facts)
    assert "the client does not ask" in facts["ECN"]
    assert "path MTU discovery" in facts["left out of TCP"]
    facts = dict(describe(plan(10, 1, {}, client={"ecn": 1})).facts)
    assert facts["ECN"].startswith("used")


def test_reno_over_a_small_queue_is_that_of_the_kernel() -> None:
    # Kernel 6.18.44, Reno, 0.8 Mb/s, 120 ms, queue of 6 beside the frame on the line, one reply of 3 MB: 33.73 s in two
    # of three runs, 32.96 s in the third. The rate is that of frames of 1,514 bytes, which have 1,502 here.
    path = {"rate": f"{round(0.8e6 * 1502 / 1514)}bps", "delay": "60ms", "queue_size": "6p"}
    run = net8.run(plan(30000, 1, path, {"congestion_control": "TcpLinuxReno"}), seed=1)
    assert fetches_ms(run)[0] == pytest.approx(33730, rel=0.02)
