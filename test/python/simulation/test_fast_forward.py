# SPDX-License-Identifier: GPL-2.0-only
"""Runs that skip calls that repeat, against the same runs that simulate all of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import net8
import numpy as np
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

PLANS: Final = 60
"""Random plans, in each run of the tests."""
TABLES: Final = (
    "call_columns", "session_columns", "wait_columns", "attempt_columns", "sample_columns", "request_columns",
)  # fmt: skip
TICKS_MS: Final = (4, 10, 40, 44, 52, 64, 200, 204, 208, 250, 256, 300, 512, 1000)
"""Around these times Linux's timers fire: its tick, delayed ACKs, retransmissions, steps of its timer wheel."""
LOOP: Final[dict[str, Any]] = {
    "path": {"kind": "wan", "rate": "10Mbps", "delay": "10ms"},
    "client": {"driver": "sqlplus", "array_size": 100},
    "query": {"rows": 20_000, "row_length": 100},
}


def run_of(document: dict[str, Any], *, skips: bool) -> net8.Run:
    """Simulate a plan.

    @param document: the plan
    @param skips: whether calls that repeat are skipped
    @return: the run
    """
    return net8.run(net8.Plan.of({**document, "run": {**document.get("run", {}), "fast_forward": skips}}))


def compared(document: dict[str, Any]) -> net8.Run:
    """Hold a run that skips against one that does not.

    @param document: the plan
    @return: the run that skips
    """
    plain, fast = run_of(document, skips=False), run_of(document, skips=True)
    assert fast.digest == plain.digest, document
    for name in TABLES:
        left, right = getattr(plain, name), getattr(fast, name)
        assert left.keys() == right.keys(), (name, document)
        for column in left:
            assert np.array_equal(left[column], right[column]), (name, column, document)
    assert fast.counters == plain.counters
    assert fast.outcome == plain.outcome
    assert fast.end_time_ns == plain.end_time_ns
    assert fast.metrics == plain.metrics
    assert fast.passed == plain.passed
    assert fast.events_left == plain.events_left, document
    assert (plain.skipped_calls, plain.why_not_skipped) == (0, "")
    assert fast.skipped_calls < len(fast.call_columns["call"])
    assert (fast.skipped_calls > 0) == (fast.why_not_skipped == "")
    return fast


def with_more(document: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """Add values to a plan.

    @param document: the plan
    @param more: keys of its sections, and whole lists
    @return: the plan with them
    """
    return document | {
        section: {**document.get(section, {}), **values} if isinstance(values, dict) else values
        for section, values in more.items()
    }


def plan_of(seed: int) -> dict[str, Any]:
    """Make a plan with a loop of fetches.

    Times are at random, off in half of them, and in a fifth within 100 us of times at which TCP's timers fire.

    @param seed: decides all of it
    @return: the plan
    """
    rng = random.Random(seed)
    kind = rng.choice(("lan", "wan", "wan"))
    delay_us = rng.choice(
        (rng.randrange(1, 300), rng.randrange(300, 60_000), rng.choice((20_000, 100_000, 270_000)))
    )
    path: dict[str, Any] = {
        "kind": kind,
        "lan_delay": f"{rng.randrange(200, 20_000)}ns",
        "lan_rate": rng.choice(("100Mbps", "1Gbps", "93Mbps")),
        "mtu": rng.choice((1500, 1500, 9000, 1400)),
    }
    if kind == "wan":
        path |= {
            "delay": f"{delay_us * 1000 + rng.choice((0, rng.randrange(1000)))}ns",
            "rate": rng.choice(
                ("2Mbps", "10Mbps", "100Mbps", "1Gbps", f"{rng.randrange(1_000_000, 90_000_000)}bps")
            ),
            "hops": rng.choice((1, 1, 3)),
            "queue_size": rng.choice(("100p", "20p", "1000p")),
        }

    def time_of(odds: float) -> str:
        if rng.random() > odds:
            return "0s"
        if rng.random() < 0.4:
            return f"{rng.choice(TICKS_MS) * 1_000_000 + rng.randrange(-100_000, 100_000)}ns"
        return f"{rng.randrange(1000, 3_000_000)}ns"

    array = rng.choice((1, 2, 5, 10, 15, 50, 100, 500, 1000, 5000))
    calls = rng.randrange(20, 300)
    client: dict[str, Any] = {
        "driver": rng.choice(("sqlplus", "jdbc-thin", "python-thin")),
        "array_size": array,
        "call_time": time_of(0.25),
        "row_time": rng.choice(("0s", "0s", "0s", "137ns")),
        "queries": rng.choice((1, 1, 2)),
        "think_time": time_of(0.3),
    }
    oddities: tuple[dict[str, Any], ...] = (
        {"timestamps": False}, {"sack": False}, {"min_rtt_wlen": 1}, {"wake_up_time": "0s"}, {"pingpong_thresh": 3},
        {"slow_start_after_idle": False}, {"min_rto": "60ms"},
    )  # fmt: skip
    ends: dict[str, dict[str, Any]] = {}
    for end in ("client", "server"):
        profile = rng.choice(("linux",) * 8 + ("solaris-2.5", "windows-nt4"))
        ends[end] = {"profile": profile}
        if profile == "linux":
            ends[end]["congestion_control"] = rng.choice(("TcpCubic", "TcpCubic", "TcpLinuxReno", "TcpBbr"))
            ends[end] |= rng.choice(oddities) if rng.random() < 0.2 else {}
    return {
        "path": path,
        "client": {**client, "tcp": ends["client"]},
        "server": {"call_time": time_of(0.25), "tcp": ends["server"]},
        "query": {
            "rows": min(array * calls + rng.randrange(array + 1), 60_000),
            "row_length": rng.choice((1, 20, 100, 400)),
        },
        "run": {"seed": seed + 1},
    }


def wider_plan_of(seed: int) -> dict[str, Any]:
    """Make a plan with a loop of fetches and some of what else may be skipped.

    Processors, TLS, encryption and compression, IPv6, sites behind routers, listed lengths of rows, several sessions
    one after the other, keepalive, and all that is done before the loop.

    @param seed: decides all of it
    @return: the plan
    """
    plan = plan_of(seed)
    rng = random.Random(-seed - 1)
    client, server, query = plan["client"], plan["server"], plan["query"]

    def now_and_then(odds: float = 0.3) -> bool:
        return rng.random() < odds

    def us() -> str:
        return f"{rng.randrange(1, 2_000_000)}ns"

    if now_and_then():
        client["cpu"] = {
            "cores": rng.choice((1, 4)),
            "speed": rng.choice((0.7, 1.0, 3.3)),
            "call_cpu_time": us(),
        }
    if now_and_then():
        server |= {"call_cpu_time": us(), "logon_cpu_time": us(), "exec_cpu_time": us()}
        plan["host"] = {"cpu": {"cores": rng.choice((1, 2)), "speed": rng.choice((0.7, 1.0, 3.3))}}
    if now_and_then(0.2):
        client |= {
            "packet_time": us(),
            "byte_time": f"{rng.randrange(1, 30)}ns",
            "read_ahead": now_and_then(0.5),
        }
    if now_and_then(0.2):
        server["packet_time"] = f"{rng.randrange(1, 50_000)}ns"
    if now_and_then():
        tls = {"tls": True, "tls_version": rng.choice(("1.2", "1.3"))}
        client |= {**tls, "use_sni": now_and_then()}
        plan["listener"] = {**tls, "tls_cipher": rng.choice(("", "aes_cbc_sha384, aes128_gcm"))}
    elif now_and_then():
        server |= {"encryption": "requested", "crypto_checksum": rng.choice(("accepted", "requested"))}
    if now_and_then(0.2):
        packed = {
            "compression": True,
            "compression_ratio": 3.0,
            "compression_threshold": rng.choice((100, 1024)),
        }
        client |= packed
        server |= packed
    if now_and_then():
        query["row_length"] = [rng.randrange(1, 300) for _row in range(rng.choice((2, 3, 10, 97)))]
    if now_and_then(0.2):
        client |= {"cycles": 2, "pause": us()}
    if now_and_then(0.2):
        client |= {"keep_alive": True, "expire_time": rng.choice(("0s", "1s", "60s"))}
    if now_and_then(0.2):
        server["expire_time"] = "60s"
    if now_and_then(0.2):
        client |= {"naming": "dns", "lookup_time": us(), "retry_count": 1, "transport_connect_timeout": "9s"}
    path = plan["path"]
    if now_and_then():
        path["ip"] = rng.choice(("v6", "dual"))
    if now_and_then():
        del plan["path"]
        line = {"rate": path.get("rate", "10Mbps"), "delay": path.get("delay", "1ms")}
        lan = {
            "kind": rng.choice(("switched", "routed")),
            "rate": path["lan_rate"],
            "delay": path["lan_delay"],
        }
        plan |= {
            "site": [{"name": "near", **lan}, {"name": "far", "kind": "switched"}],
            "router": [{"name": "middle"}],
            "link": [
                {"name": "one", "between": ["near", "middle"], **line, "rate_up": "3Mbps"},
                {"name": "other", "between": ["middle", "far"], **line},
                {"name": "back", "between": ["near", "far"], "rate": "20Mbps", "delay": us()},
            ],
            "route": [{"at": "near", "target": "far", "link": rng.choice(("one", "back"))}],
        }
        client["site"], server["site"] = "near", "far"
    return plan


def shared_plan_of(seed: int) -> dict[str, Any]:
    """Make a plan in which several sessions fetch in loops, from some hosts and times on, sometimes of two kinds.

    @param seed: decides all of it
    @return: the plan
    """
    rng = random.Random(7 * seed + 3)
    plan = (wider_plan_of if rng.random() < 0.7 else plan_of)(seed)
    client, query = plan["client"], plan["query"]
    client["count"] = count = rng.choice((2, 2, 3, 4, 6, 10))
    if rng.random() < 0.5:
        client["hosts"] = rng.randint(1, count)
    if rng.random() < 0.6:
        client["start_spacing"] = f"{rng.randrange(5_000_000)}ns"
    if rng.random() < 0.3:
        other: dict[str, Any] = {"name": "other", "count": rng.randint(1, 3)}
        kinds: tuple[dict[str, Any], ...] = (
            {}, {"array_size": 2 * client["array_size"]}, {"start": "1s"},
            {"call_time": f"{rng.randrange(5_000_000)}ns"},
        )  # fmt: skip
        plan["group"] = [{"name": "one"}, {**other, **rng.choice(kinds), **rng.choice(kinds)}]
    plan["variation"] = rng.choice(({"when": "never"}, {"frame_time": "0s"}))
    query["rows"] = max(2 * query["rows"] // count, 1)
    if rng.random() < 0.2:
        plan["run"]["stop_time"] = f"{rng.randrange(300, 20_000)}ms"
    return plan


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(PLANS))
def test_skipping_changes_nothing(seed: int) -> None:
    compared(plan_of(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(PLANS))
def test_skipping_changes_nothing_in_wider_plans(seed: int) -> None:
    compared(wider_plan_of(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*range(PLANS), 61414])  # IPv6, with frames that may not be computed ahead.
def test_skipping_changes_nothing_for_several_sessions(seed: int) -> None:
    compared(shared_plan_of(seed))


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("two on two hosts", {"client": {"count": 2}}),
        ("two on one host", {"client": {"count": 2, "hosts": 1}}),
        ("five that start apart", {"client": {"count": 5, "start_spacing": "1.7ms"}}),
        ("three with a time of the client", {"client": {"count": 3, "hosts": 1, "call_time": "3ms"}}),
        ("three with a time of the server", {"client": {"count": 3}, "server": {"call_time": "2ms"}}),
        ("three that share a processor", {"client": {"count": 3}, "server": {"call_cpu_time": "2ms"}}),
        ("three with TLS", {"client": {"count": 3, "tls": True}, "listener": {"tls": True}}),
        ("three with encryption", {"client": {"count": 3}, "server": {"encryption": "required"}}),
        ("three on a LAN", {"client": {"count": 3}, "path": {"kind": "lan"}}),
        ("three over IPv6", {"client": {"count": 3}, "path": {"ip": "v6"}}),
        ("three with listed lengths", {"client": {"count": 3}, "query": {"row_length": [10, 20, 300]}}),
        ("three that come again", {"client": {"count": 3, "cycles": 2, "pause": "1s"}}),
        ("two that start in turn", {"client": {"count": 2, "start_spacing": "2s"}}),
        ("three of two kinds", {"group": [{"name": "a", "count": 2}, {"name": "b", "array_size": 50}]}),
    ],
)
def test_sessions_that_share_a_path_are_skipped_together(name: str, more: dict[str, Any]) -> None:
    fast = compared(with_more({**LOOP, "variation": {"when": "never"}}, more))
    assert fast.skipped_calls > 0.6 * len(fast.call_columns["call"]), name


@pytest.mark.parametrize("times", [("1s", "0s"), ("0s", "1s")])
def test_a_session_that_pauses_while_others_make_calls(times: tuple[str, str]) -> None:
    groups = [{"name": f"g{number}", "call_time": time} for number, time in enumerate(times)]
    fast = compared(with_more({**LOOP, "variation": {"when": "never"}}, {"group": groups}))
    # 208 calls take one of them 6 s, after which the other one, with some six of its own, is alone.
    assert fast.skipped_calls > 100


@pytest.mark.parametrize("spacing_ms", range(3001, 3041, 8))
def test_the_reply_being_made_is_another_one(spacing_ms: int) -> None:
    # Some 80 turns after the first session the second one gets shorter replies, from a fetch on that its server is at
    # work on somewhere in a turn of 37 ms of the first one, for 8 ms: what it answers next is then that of this fetch,
    # what it has written in this turn is not.
    more = {
        "client": {"count": 2, "start_spacing": f"{spacing_ms}ms"},
        "server": {"call_time": "8ms"},
        "query": {
            "rows": 30_000,
            "row_length": [100] * 15_001 + [90] * 14_999,
        },  # The first fetch has one row.
    }
    fast = compared(with_more({**LOOP, "variation": {"when": "never"}}, more))
    assert fast.skipped_calls > 350


@pytest.mark.parametrize("rate", [87_000_000, 88_374_225, 90_000_000, 92_000_000])
def test_a_queue_ahead_of_another_one_grows_unseen(rate: int) -> None:
    # The line of the WAN never rests, so that nobody sees when packets come to it, over a LAN that is not much faster,
    # until they find its queue full.
    document = {
        "path": {
            "kind": "wan", "lan_delay": "18996ns", "lan_rate": "93Mbps", "delay": "16001ns", "rate": f"{rate}bps",
            "hops": 3, "queue_size": "100p", "ip": "v6",
        },
        "client": {"driver": "sqlplus", "array_size": 2000, "queries": 2, "count": 2},
        "query": {"rows": 60_000, "row_length": 100},
        "variation": {"when": "never"},
    }  # fmt: skip
    compared(document)


def test_a_switch_forgets_nobody_while_time_is_skipped() -> None:
    # It forgets after 300 s without a frame, and floods: here into the way of another session.
    document = {
        "path": {"kind": "lan", "lan_rate": "10Mbps"},
        "client": {"array_size": 50, "count": 6, "call_time": "700ms", "start_spacing": "1us"},
        "query": {"rows": 61_400, "row_length": 20},
        "variation": {"when": "never"},
        "run": {"stop_time": "1000h"},
    }
    assert compared(document).skipped_calls > 7000


def test_sessions_of_which_each_segment_draws_a_time_are_simulated() -> None:
    fast = compared(with_more(LOOP, {"client": {"count": 2}}))
    assert fast.why_not_skipped.startswith("a host takes up to 4us for each segment, at random")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        # Its application runs in the event in which a segment comes.
        ("a server of 1995", {"server": {"tcp": {"profile": "solaris-2.5"}}}),
        # After a pause of its retransmission timeout a server acknowledges a request at once.
        ("a slow server", {"server": {"call_time": "500ms"}}),
        ("CPU of the client", {"client": {"cpu": {"cores": 1}}}),
        ("CPU of the server", {"server": {"call_cpu_time": "1234567ns"}, "host": {"cpu": {"speed": 0.7}}}),
        ("times of packets", {"client": {"packet_time": "13us", "byte_time": "3ns", "read_ahead": False}}),
        ("TLS", {"client": {"tls": True}, "listener": {"tls": True}}),
        ("encryption", {"server": {"encryption": "required", "crypto_checksum": "required"}}),
        ("IPv6", {"path": {"ip": "v6"}}),
        ("two sessions", {"client": {"cycles": 2, "pause": "1s"}}),
        ("a random think time", {"client": {"think_time": {"distribution": "exponential", "mean": "1ms"}}}),
        (
            "sites",
            {
                "site": [{"name": "near"}, {"name": "far", "kind": "routed"}],
                "router": [{"name": "middle"}],
                "link": [
                    {"name": "one", "between": ["near", "middle"]},
                    {"name": "other", "between": ["middle", "far"]},
                ],
                "client": {"site": "near"},
                "server": {"site": "far"},
            },
        ),
    ],
)
def test_what_each_turn_adds_is_skipped_as_well(name: str, more: dict[str, Any]) -> None:
    sections = {} if "site" in more else {"path": LOOP["path"]}
    document = {**sections, "client": LOOP["client"], "query": LOOP["query"]}
    assert compared(with_more(document, more)).skipped_calls > 150, name


@pytest.mark.parametrize(("length", "calls"), [(2, 200), (7, 150), (12, 150), (450, 150)])
def test_listed_lengths_are_skipped_with_their_period(length: int, calls: int) -> None:
    # In fetches of 100 the lengths come again after length / gcd(length, 100) of them: 1, 7, 3 and 9.
    rng = random.Random(length)
    document = {
        **LOOP,
        "query": {"rows": 20_000, "row_length": [rng.randrange(50, 150) for _row in range(length)]},
    }
    assert compared(document).skipped_calls > calls - 30


def test_most_of_a_long_loop_is_skipped() -> None:
    # 20,000 rows in fetches of 100 are 200 calls and some. Slow start ends within the first of them.
    fast = compared(LOOP)
    assert fast.skipped_calls > 150
    assert fast.skipped_events > 5 * fast.events
    assert f"{fast.skipped_calls:,} calls that repeat" in fast.summary()


@pytest.mark.parametrize("queue", ["8p", "12p", "20p"])
def test_a_loop_is_skipped_again_once_segments_were_lost(queue: str) -> None:
    # Five replies of 69 segments overflow a short queue; those of 7 that follow, 195 of 200, do not.
    document = {
        **LOOP,
        "path": {**LOOP["path"], "queue_size": queue},
        "query": {"rows": 20_000, "row_length": [1000] * 500 + [100] * 19_500},
    }
    fast = compared(document)
    assert fast.counters["queue_drops_to_client"] > 0
    assert fast.skipped_calls > 150


@pytest.mark.parametrize("seed", range(20))
def test_waits_of_the_server_around_timers(seed: int) -> None:
    # A server that answers just before or after the delayed ACK of its host (40 ms and the next tick of 4 ms), or about
    # when the client's timer for retransmissions (200 ms beyond the round trip) or its loss probe is due.
    rng = random.Random(seed)
    wait_ns = rng.choice((36, 40, 44, 48, 200, 220, 224, 260)) * 1_000_000 + rng.randrange(
        -2_000_000, 2_000_000
    )
    compared({**LOOP, "server": {"call_time": f"{wait_ns}ns"}, "query": {"rows": 9000}})


@pytest.mark.parametrize("pause_ms", range(200, 216))
def test_a_client_that_pauses_about_as_long_as_a_retransmission_takes(pause_ms: int) -> None:
    # The server's TCP starts anew after a pause of its retransmission timeout (RFC 2861), which it measures in ticks of
    # 4 ms: 200 ms beyond a round trip of 20.3 ms, in which the phase of a tick decides, so that calls change late.
    client = {"driver": "sqlplus", "array_size": 500, "call_time": f"{pause_ms * 1_000_000 + 10_007}ns"}
    compared({**LOOP, "client": client, "query": {"rows": 60_000}})


@pytest.mark.parametrize("lengths", [[100] * 9000, [100, 101] * 4500, [100] * 5000 + [99] + [100] * 3999])
def test_replies_of_other_lengths_are_not_skipped(lengths: list[int]) -> None:
    fast = compared({**LOOP, "query": {"row_length": lengths}})
    assert fast.skipped_calls > 50
    changed = [
        i // 100 for i in range(1, 9000) if lengths[i] != lengths[i - 1] and lengths.count(lengths[i]) == 1
    ]
    assert fast.skipped_calls <= 90 - len(changed)


def test_statements_that_are_repeated() -> None:
    fast = compared({**LOOP, "client": {**LOOP["client"], "queries": 3, "think_time": "1234567ns"}})
    assert fast.skipped_calls > 450


def test_a_run_that_stops_within_the_loop() -> None:
    # A fetch takes a round trip of more than 20 ms, so that 2 s end within 200 of them.
    run = compared({**LOOP, "run": {"stop_time": "2s"}})
    assert run.skipped_calls > 20
    assert run.outcome != ("closed",)


def test_a_drawn_time_keeps_its_run_as_it_is() -> None:
    document = {
        **LOOP,
        "client": {**LOOP["client"], "row_time": {"distribution": "exponential", "mean": "1us"}},
    }
    fast = compared(document)
    assert fast.skipped_calls == 0
    told = dict(describe(net8.Plan.of({**document, "run": {"fast_forward": True}})).facts)
    assert told["repeated calls"].startswith("all are simulated (client.row_time")


def test_drawn_lengths_of_rows_keep_their_run_as_it_is() -> None:
    fast = compared(
        {**LOOP, "query": {"rows": 5000, "row_length": {"distribution": "uniform", "min": 50, "max": 150}}}
    )
    assert fast.skipped_calls == 0
    assert fast.why_not_skipped


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"client": {"count": 2}}, "a host takes up to 4us for each segment"),
        ({"client": {"call_timeout": "60s"}}, "client.call_timeout is set"),
        ({"group": [{"name": "a", "call_timeout": "60s"}]}, "call_timeout of the group a is set"),
        (
            {"group": [{"name": "a", "row_time": {"distribution": "exponential", "mean": "1us"}}]},
            "row_time = ",
        ),
        ({"path": {"loss_rate": 0.001}}, "path.loss_rate is set"),
        ({"path": {"queue_disc": "fq_codel"}}, "decides while packets wait"),
        ({"server": {"handlers": "shared"}}, "server.handlers is set"),
        ({"fault": [{"kind": "host_hang", "at": "1s", "until": "2s"}]}, "the plan has [[fault]]"),
        ({"cross_traffic": [{"kind": "constant", "rate": "1Mbps"}]}, "the plan has [[cross_traffic]]"),
        ({"run": {"sample_interval": "100ms"}}, "run.sample_interval is set"),
        ({"run": {"network": "nodes"}}, 'run.network = "nodes"'),
        ({"client": {"tcp": {"profile": "ns3"}}}, 'client.tcp.profile = "ns3"'),
    ],
)
def test_what_is_not_understood_is_simulated(more: dict[str, Any], why: str) -> None:
    document = {**more, "run": {**more.get("run", {}), "fast_forward": True}}
    assert why in dict(describe(net8.Plan.of(document)).facts)["repeated calls"]


@pytest.fixture
def any_plan_may_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let C++ decide alone what is skipped."""
    monkeypatch.setattr("net8.plan.resolve.may_skip", lambda plan: bool(plan["run.fast_forward"]))


@pytest.mark.usefixtures("any_plan_may_skip")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        (
            {"client": {"tcp": {"profile": "ns3"}}},
            "a connection is not one of net8's own TCP, or not there yet",
        ),
        (
            {"client": {"count": 2}},
            "in two turns: the server of session 1 did something at another time",
        ),
        ({"path": {"loss_rate": 0.001}}, "random numbers are drawn"),
        # A turn of the first one takes 29 ms.
        (
            {
                "group": [{"name": "a"}, {"name": "b", "call_time": "1s"}],
                "variation": {"when": "never"},
                "run": {"stop_time": "5s"},
            },
            "a session makes no call while another one makes some",
        ),
        # Each write is told of the path, and that is believed for 10 minutes; the loop takes 17.
        (
            {"path": {"tunnel_mtu": 1400}, "client": {"call_time": "1s"}, "query": {"rows": 100_000}},
            "the server of session 0 was told of the MTU of its path",
        ),
        (
            {"query": {"row_length": {"distribution": "uniform", "min": 100, "max": 100}}},
            "random numbers are drawn",
        ),
    ],
)
def test_what_cannot_be_skipped_is_simulated(more: dict[str, Any], why: str) -> None:
    fast = compared(with_more(LOOP, more))
    assert fast.skipped_calls == 0
    assert why in fast.why_not_skipped


@pytest.mark.usefixtures("any_plan_may_skip")
@pytest.mark.parametrize("target", ["clients", "clients-2"])
@pytest.mark.parametrize("at_ms", range(2000, 2060, 12))
@pytest.mark.parametrize("stops", [False, True])
def test_hosts_that_hang_after_turns_that_were_skipped(stops: bool, at_ms: int, target: str) -> None:
    # A turn takes 59 ms: 20 for the round trip, 9 for 100 rows at 10 Mbit/s, 30 of the client. When it ends, one of the
    # clients is amid these, and some of the hosts hang before they are over: what is left of them counts, and that
    # their event goes.
    more = {
        "client": {"count": 3, "call_time": "30ms", "start_spacing": "27ms"},
        "fault": [{"kind": "host_hang", "target": target, "at": f"{at_ms}ms", "until": f"{at_ms + 2000}ms"}],
        "run": {"stop_time": f"{at_ms + 1}ms"} if stops else {},
    }
    fast = compared(with_more({**LOOP, "variation": {"when": "never"}}, more))
    assert fast.skipped_calls > 0  # Before the hosts hang, if it stops then.


@pytest.mark.usefixtures("any_plan_may_skip")
def test_a_client_that_waits_for_so_long_only() -> None:
    # 100 rows of 100 bytes take 29 ms, with 1,250 bytes each 126 ms: a time of 140 ms that began a fetch earlier would
    # be over.
    rng = random.Random(1)
    lengths: list[int] = []
    while len(lengths) < 60_000:
        lengths += [100] * (100 * rng.randrange(40, 80)) + [1250] * 100
    client = {**LOOP["client"], "call_timeout": "140ms"}
    fast = compared({**LOOP, "client": client, "query": {"row_length": lengths}})
    calls = fast.call_columns
    assert 120e6 < max(calls["end_ns"] - calls["start_ns"]) < 140e6


def test_a_capture_has_every_packet(tmp_path: Path) -> None:
    plan = net8.Plan.of({**LOOP, "query": {"rows": 5000}})
    sizes = []
    for skips in (False, True):
        folder = tmp_path / str(skips)
        run = net8.run(plan.with_values({"run.fast_forward": skips}), folder=folder, pcap=True)
        assert run.skipped_calls == 0
        assert (run.why_not_skipped == "something looks at every packet or moment") == skips
        sizes.append([path.read_bytes() for path in sorted(folder.glob("*.pcap"))])
    assert sizes[0] == sizes[1]


def test_a_folder_keeps_what_was_skipped(tmp_path: Path) -> None:
    plan = net8.Plan.of({**LOOP, "run": {"fast_forward": True}})
    run = net8.run(plan, folder=tmp_path / "run")
    again = net8.Run.load(tmp_path / "run")
    assert again.skipped_calls == run.skipped_calls > 0
    assert (again.skipped_time_ns, again.skipped_events) == (run.skipped_time_ns, run.skipped_events)
    assert again.digest == run.digest


def test_the_time_that_is_skipped_is_counted() -> None:
    # Fetches take as long as each other, also those before the last one, which the logoff follows.
    fast = compared(LOOP)
    starts = fast.call_columns["start_ns"]
    assert fast.skipped_time_ns == fast.skipped_calls * (starts[-3] - starts[-4])


def test_an_application_that_wakes_up_late() -> None:
    # Each end reads no earlier than 50 ms after it has read, longer than a round trip of 20 ms.
    ends = {end: {"tcp": {"wake_up_time": "50ms"}} for end in ("client", "server")}
    fast = compared(with_more(LOOP, ends))
    assert fast.skipped_calls > 150


def test_a_sweep_takes_it_for_the_same_point() -> None:
    plan = net8.Plan.of(LOOP)
    assert resolve(plan).digest() == resolve(plan.with_values({"run.fast_forward": True})).digest()
