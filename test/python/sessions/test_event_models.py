# SPDX-License-Identifier: GPL-2.0-only
"""What poll costs a dispatcher or a broker: a look at all of its connections before it works on what it found.

A call passes a dispatcher twice, to be read and to be answered: with a poll of 10 us for each of 101 connections, that
is 2.02 ms more. Calls that arrive together are found by one look.
"""

from __future__ import annotations

from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

IDLE = 100
POLL_S = 10e-6
CALLS = 20


def plan(handler: str, *, enhanced: bool, callers: int = 1, poll_time: str = "10us") -> net8.Plan:
    """Return a plan of sessions that stay and do nothing, and of one or more that call, one call a query."""
    process = {"shared": "dispatcher", "pooled": "broker"}[handler]
    document: dict[str, Any] = {
        "path": {"kind": "lan"},
        "client": {"driver": "python-thin", "server": handler},
        "server": {"handlers": handler, process: {"use_enhanced_poll": enhanced, "poll_time": poll_time},
                   "shared": {"shared_servers": 200}, "pool": {"min_size": 150, "max_size": 200}},
        "query": {"rows": 1},
        "group": [
            {"name": "idle", "count": IDLE, "queries": 2, "think_time": "200s"},
            {"name": "calls", "count": callers, "queries": CALLS, "start": "50s", "hosts": callers},
        ],
    }  # fmt: skip
    return net8.Plan.of(document)


def call_times_s(found: net8.Run) -> list[float]:
    """Return the times of the executes of the second group."""
    columns, groups = found.call_columns, found.session_columns["group"]
    return [
        (int(end) - int(start)) / 1e9
        for session, kind, start, end in zip(
            columns["session"], columns["kind"], columns["start_ns"], columns["end_ns"], strict=True
        )
        if kind == 0 and groups[session] == 1
    ]


def test_a_dispatcher_looks_twice_for_a_call() -> None:
    times = {
        enhanced: call_times_s(net8.run(plan("shared", enhanced=enhanced))) for enhanced in (False, True)
    }
    assert len(times[True]) == len(times[False]) == CALLS
    for with_poll, without in zip(times[False], times[True], strict=True):
        assert with_poll - without == pytest.approx(2 * (IDLE + 1) * POLL_S, abs=1e-5)


def test_a_broker_looks_once_for_a_request() -> None:
    # The first call of a session asks for a server; the session keeps it for the others, which go past the broker.
    times = {
        enhanced: call_times_s(net8.run(plan("pooled", enhanced=enhanced))) for enhanced in (False, True)
    }
    first, *others = (one - other for one, other in zip(times[False], times[True], strict=True))
    # Up to 4 us of a host for each segment are drawn (variation.frame_time).
    assert first == pytest.approx((IDLE + 1) * POLL_S, abs=1e-5)
    assert others == pytest.approx([0] * (CALLS - 1), abs=1e-5)


def test_calls_that_come_together_share_a_look() -> None:
    # 50 callers always call again: where each call had two looks of its own at 150 connections, a call would take
    # 50 x 2 x 1.5 ms = 150 ms. A look finds what has come by its end: a call and its reply wait for four at most.
    found = call_times_s(net8.run(plan("shared", enhanced=False, callers=50)))
    look_s = (IDLE + 50) * POLL_S
    assert look_s <= min(found)
    assert max(found) < 4 * look_s + 0.005


@pytest.mark.parametrize(
    ("handler", "profile", "enhanced", "said"),
    [
        ("shared", "linux", True, "by epoll, which Linux has from 2.5.44 on (epoll(7)); it costs nothing"),
        ("shared", "solaris-2.5", True, "by /dev/poll, which Solaris has only from 7 5/99 on"),
        ("pooled", "windows-nt4", True, "by an enhanced poll, which Windows has not"),
        ("pooled", "linux", False, "by poll, 10us for each connection at every poll, measured on Linux"),
    ],
)
def test_describe_says_how_they_wait(handler: str, profile: str, enhanced: bool, said: str) -> None:
    process, default = {"shared": ("dispatcher", "off"), "pooled": ("broker", "on from 11g")}[handler]
    told = plan(handler, enhanced=enhanced).with_values({"server.tcp.profile": profile})
    facts = dict(describe(told).facts)
    assert facts[f"waits of a {process}"].startswith(said)
    assert facts[f"waits of a {process}"].endswith(f"Oracle's default of USE_ENHANCED_POLL is {default}")
    alone = told.with_values({"server.handlers": "dedicated", "client.server": "dedicated"})
    assert not any("waits of a" in name for name in dict(describe(alone).facts))
