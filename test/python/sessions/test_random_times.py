# SPDX-License-Identifier: GPL-2.0-only
"""Random times of clients, TLS, handlers and segments: drawn where a constant is added, each from its own stream."""

from __future__ import annotations

from collections.abc import Mapping

import net8
import pytest
from net8.forecast.describe import describe

WAIT_MS = 2

CASES: Mapping[str, Mapping[str, Mapping[str, object]]] = {
    "client.packet_time": {},
    "client.byte_time": {},
    "client.entry_time": {"client": {"naming": "tnsnames", "naming_entries": 40}},
    "client.lookup_time": {"client": {"naming": "directory"}},
    "client.tls_handshake_time": {"client": {"tls": True}, "listener": {"tls": True}},
    "listener.tls_handshake_time": {"client": {"tls": True}, "listener": {"tls": True}},
    "client.cpu.byte_cpu_time": {"client": {"cpu": {"cores": 1}}},
    "client.tcp.segment_time": {},
    "server.tcp.segment_time": {},
    "server.dispatcher.read_time": {"server": {"handlers": "shared"}},
    "server.dispatcher.write_time": {"server": {"handlers": "shared"}},
    # Some clients at once, and one server: others are made for the calls that wait.
    "server.shared.spawn_time": {
        "client": {"count": 5},
        "server": {"handlers": "shared", "call_time": "50ms", "shared": {"growth_interval": "0s"}},
    },
    "server.broker.accept_time": {"client": {"server": "pooled"}, "server": {"handlers": "pooled"}},
    "server.broker.lend_time": {"client": {"server": "pooled"}, "server": {"handlers": "pooled"}},
    "server.broker.session_time": {"client": {"server": "pooled"}, "server": {"handlers": "pooled"}},
    "server.pool.spawn_time": {
        "client": {"count": 3, "server": "pooled"},
        "server": {"handlers": "pooled", "call_time": "50ms", "pool": {"min_size": 1}},
    },
    # One is idle; who comes while the next one is made has a server of its own, which takes longer.
    "server.prespawn.spawn_time": {
        "client": {"count": 20, "arrivals": "spaced", "start_spacing": "1ms"},
        "server": {
            "handlers": "prespawned",
            "exec_cpu_time": "50ms",
            "prespawn": {"pool_size": 1, "prespawn_max": 20},
        },
    },
}
"""What each time needs to be taken."""


def run(path: str, value: object, seed: int = 1, **more: object) -> net8.Run:
    """Run a plan with one of these times.

    @param path: the key
    @param value: its value
    @param seed: of all streams
    @param more: further keys of [client]
    @return: the run
    """
    needed = {section: dict(keys) for section, keys in CASES[path].items()}
    client = {"driver": "python-thin", "array_size": 10} | more
    needed["client"] = client | needed.get("client", {})
    exact = {"when": "never"}
    plan = net8.Plan.of({**needed, "query": {"rows": 30}, "run": {"seed": seed}, "variation": exact})
    return net8.run(plan.with_values({path: value}))


def ends(run: net8.Run) -> list[float]:
    """Return when the sessions of a run were over, in seconds."""
    return [float(end) for end in run.sessions["end_s"]]


@pytest.mark.parametrize("path", CASES)
def test_what_is_drawn_comes_where_a_constant_does(path: str) -> None:
    """A uniform time from 2 ms to 2 ms is 2 ms: nothing else may differ."""
    constant, drawn, none = (run(path, value) for value in ("2ms", "uniform(2ms, 2ms)", "0s"))
    assert ends(drawn) == ends(constant)
    assert ends(constant) > ends(none)
    assert list(drawn.calls["work_s"]) == list(constant.calls["work_s"])


@pytest.mark.parametrize("path", CASES)
def test_draws_are_those_of_the_seed(path: str) -> None:
    # A shared server that is there within some milliseconds waits for the line like the one before it.
    drawn = "exponential(20ms)" if path == "server.shared.spawn_time" else "exponential(2ms)"
    first, again, other = (run(path, drawn, seed) for seed in (1, 1, 2))
    assert ends(first) == ends(again)
    assert ends(first) != ends(other)


def test_each_packet_draws_and_the_bytes_of_a_message_draw_once() -> None:
    """Of n draws from 0 to 2 ms the mean lies within 4 standard deviations of 1 ms: 4 x 2 / sqrt(12 n)."""
    packets = run("client.packet_time", "uniform(0ms, 2ms)", queries=200)
    calls = packets.calls[packets.calls["kind"] == "fetch"]
    assert set(calls["reply_packets"]) == {1}
    work_ms = calls["work_s"] * 1e3
    assert work_ms.nunique() > 0.99 * len(work_ms)
    assert work_ms.max() <= 2
    assert float(work_ms.mean()) == pytest.approx(1, abs=4 * 2 / (12 * len(work_ms)) ** 0.5)
    bytes_ = run("client.byte_time", "uniform(0us, 2us)", queries=200)
    calls = bytes_.calls[bytes_.calls["kind"] == "fetch"]
    each_us = calls["work_s"] * 1e6 / calls["reply_bytes"]
    assert float(each_us.max()) <= 2
    assert float(each_us.mean()) == pytest.approx(1, abs=4 * 2 / (12 * len(each_us)) ** 0.5)


def test_work_between_reads_is_not_done_twice() -> None:
    """A client that works on a reply between its reads has nothing of it left, whatever was drawn."""
    plan = {"client": {"array_size": 500, "read_ahead": False, "sdu": 512}, "server": {"sdu": 512}}
    both = []
    for value in ("10us", "uniform(10us, 10us)"):
        found = net8.run(
            net8.Plan.of({**plan, "query": {"rows": 400}}).with_values({"client.packet_time": value})
        )
        both.append((ends(found), list(found.calls["work_s"])))
    assert both[0] == both[1]


def test_describe_writes_them_as_a_plan_may() -> None:
    plan = net8.Plan.of(
        {
            "client": {
                "tls": True, "tls_handshake_time": "exponential(1ms)",
                "cpu": {"cores": 1, "byte_cpu_time": {"distribution": "uniform", "min": "1ns", "max": "3ns"}},
            },
            "listener": {"tls": True},
        }
    )  # fmt: skip
    facts = dict(describe(plan).facts)
    assert "A handshake takes exponential(1ms) of CPU at clients and 500us at the listener" in facts["TLS"]
    assert "uniform(1ns, 3ns) a byte" in facts["client's processor"]
