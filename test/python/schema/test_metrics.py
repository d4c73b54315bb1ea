# SPDX-License-Identifier: GPL-2.0-only
"""Metrics worked out by hand for two sessions, one of which fails, and for queries with LOBs and in storms."""

from __future__ import annotations

import numpy as np
import pytest
from net8.results.measure import measure
from net8.schema.metrics import METRICS

MS = 1_000_000


def columns(**lists: list[int]) -> dict[str, np.ndarray]:
    """Make columns of integers."""
    return {name: np.array(values, dtype=np.int64) for name, values in lists.items()}


# Session 0: a logon call, then a query of an execute and two fetches from 100 to 400 ms, then a query of an
# execute alone from 1000 to 1100 ms, then the logoff. The client works on each reply, 20 and 60 ms on the last ones.
# Session 1 fails in its first fetch.
CALLS = columns(
    session=[0, 0, 0, 0, 0, 0, 1, 1],
    query=[0, 0, 0, 0, 1, 2, 0, 0],
    call=[0, 1, 2, 3, 4, 5, 0, 1],
    kind=[2, 0, 1, 1, 0, 3, 0, 1],
    start_ns=[0, 100 * MS, 200 * MS, 300 * MS, 1000 * MS, 1200 * MS, 0, 90 * MS],
    end_ns=[50 * MS, 190 * MS, 290 * MS, 400 * MS, 1100 * MS, 1300 * MS, 80 * MS, -1],
    work_ns=[0, 10 * MS, 10 * MS, 20 * MS, 60 * MS, 0, 0, 0],
    reply_bytes=[500, 1000, 2000, 3000, 1000, 9, 1, 1],
    reply_packets=[1, 1, 2, 3, 1, 1, 1, 1],
)
SESSIONS = columns(
    session=[0, 1], group=[0, 0], start_ns=[0, 0], ready_ns=[60 * MS, 70 * MS], bytes_sent=[300, 1],
    bytes_received=[8000, 1], round_trips=[9, 3], fetch_calls=[3, 1], rows=[31, 1],
    sdu=[8192, 0], tdu=[2097152, 0],
)  # fmt: skip


def test_means_of_queries_and_sessions_that_ended_well() -> None:
    found = measure(CALLS, SESSIONS, ["closed", "failed: connection lost"], {}, ("clients",))
    assert found["response_time_s"] == pytest.approx((0.32 + 0.16) / 2)
    assert found["fetch_time_s"] == pytest.approx(0.22)
    assert found["logon_time_s"] == pytest.approx(0.06)
    # 6000 bytes in 0.32 s are 150 kbit/s, 1000 bytes in 0.16 s are 50 kbit/s.
    assert found["throughput_bit_s"] == pytest.approx(100_000)
    assert found["reply_packets"] == pytest.approx((6 + 1) / 2)
    # An execute and two fetches, then an execute alone.
    assert found["fetch_calls"] == (3 + 1) / 2
    assert found["bytes"] == 8300
    # 9 up to the logon, two executes, two fetches and the logoff.
    assert found["round_trips"] == 14
    assert found["rows"] == 31
    assert found["failed_sessions"] == 1


def test_a_query_ends_with_its_last_lob_and_may_execute_twice() -> None:
    # An execute, a second one that defines the columns, and two reads of LOBs: 100 to 900 ms, work of 50 ms.
    calls = columns(
        session=[0] * 4, query=[0] * 4, call=[0, 1, 2, 3], kind=[0, 0, 7, 7],
        start_ns=[100 * MS, 300 * MS, 500 * MS, 700 * MS], end_ns=[200 * MS, 400 * MS, 600 * MS, 900 * MS],
        work_ns=[0, 0, 0, 50 * MS], reply_bytes=[1000, 1000, 4000, 4625], reply_packets=[1, 1, 1, 2],
    )  # fmt: skip
    sessions = {name: values[:1] for name, values in SESSIONS.items()}
    found = measure(calls, sessions, ["closed"], {}, ("clients",))
    assert found["response_time_s"] == pytest.approx(0.85)
    assert found["fetch_time_s"] == 0
    # 10,625 bytes in 0.85 s
    assert found["throughput_bit_s"] == pytest.approx(100_000)
    assert found["reply_packets"] == 5
    assert found["fetch_calls"] == 2


def test_nothing_is_made_up_when_all_fail() -> None:
    sessions = SESSIONS | {"ready_ns": np.array([-1, -1])}
    found = measure(CALLS, sessions, ["failed: a", "failed: b"], {}, ("clients",))
    assert (found.pop("failed_sessions"), found.pop("sessions")) == (2, 2)
    named = {metric.column for metric in METRICS.values() if not metric.series}
    assert set(found) == named - {"failed_sessions", "sessions"}
    assert all(value is None for value in found.values())


# A foreground session, whose queries run from 0.5 to 0.6 s and from 2 to 3 s; four clients of the storm, which start
# at 1 s and are in after 1, 2 and 4 s, the fourth not at all; an attacker that starts at 0.
STORM_CALLS = columns(
    session=[0, 0, 0], query=[0, 1, 1], call=[0, 1, 2], kind=[0, 0, 1],
    start_ns=[500 * MS, 2000 * MS, 2300 * MS], end_ns=[600 * MS, 2200 * MS, 2800 * MS],
    work_ns=[0, 100 * MS, 200 * MS],
    reply_bytes=[1, 1, 1], reply_packets=[1, 1, 1],
)  # fmt: skip
STORM_SESSIONS = columns(
    session=[0, 1, 2, 3, 4, 5], group=[0, 1, 1, 1, 1, 2],
    start_ns=[0, 1000 * MS, 1000 * MS, 1000 * MS, 1000 * MS, 0],
    ready_ns=[100 * MS, 2000 * MS, 3000 * MS, 5000 * MS, -1, -1],
    bytes_sent=[1] * 6, bytes_received=[1] * 6, round_trips=[1] * 6, fetch_calls=[1] * 6, rows=[1] * 6,
    sdu=[8192] * 6, tdu=[0] * 6,
)  # fmt: skip
# Sessions 1 and 2 get in at once, 3 after a reset and a time-out, 4 was refused and is not done.
STORM_ATTEMPTS = columns(
    session=[0, 1, 2, 3, 3, 3, 4, 4, 5], ora_code=[0, 0, 0, 12541, 12170, 0, 12516, -1, 12537],
    ip_version=[4, 4, 6, 6, 4, 4, 4, 6, 6],
)  # fmt: skip


def test_a_storm_is_counted_and_timed_without_foreground_and_attackers() -> None:
    groups = ("foreground", "storm", "attackers")
    found = measure(STORM_CALLS, STORM_SESSIONS, ["closed"] * 6, STORM_ATTEMPTS, groups)
    names = ("attempts", "admitted", "refused", "reset", "timed_out", "unfinished_attempts", "sessions")
    assert [found[name] for name in names] == [7, 3, 1, 1, 1, 1, 5]
    assert (found["admitted_ipv4"], found["admitted_ipv6"]) == (2, 1)
    # Of 1, 2 and 4 s, half take at most 2 s; 95 of 100 need all of them.
    times = [found[f"connect_time_{rank}_s"] for rank in ("p50", "p95", "p99", "max")]
    assert times == [2, 4, 4, 4]
    assert found["drain_time_s"] == 4
    assert found["foreground_before_s"] == pytest.approx(0.1)
    assert found["foreground_response_time_s"] == pytest.approx(1.0)
