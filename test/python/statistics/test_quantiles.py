# SPDX-License-Identifier: GPL-2.0-only
"""Each quantile that a run is told by, against values counted by hand.

Of 2,000 times, 1 to 2,000 s in any order, the smallest that so many of 100 do not exceed is 20 times as many.
"""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from net8.results import storm, times, work
from net8.results.requests import measure_requests
from net8.results.work import Executions

pytestmark = pytest.mark.plain

SECONDS = np.random.default_rng(1).permutation(np.arange(1, 2001)).astype(np.int64)
COUNTED = {
    "mean_s": 1000.5,
    "p50_s": 1000,
    "p90_s": 1800,
    "p95_s": 1900,
    "p99_s": 1980,
    "p99_9_s": 1998,
    "max_s": 2000,
}


def test_quantiles_of_a_table_of_times() -> None:
    row = asdict(times._row("all", "", "response", np.sort(SECONDS).astype(float), 3))
    assert {name: row[name] for name in COUNTED} == COUNTED
    assert (row["count"], row["failed"]) == (2000, 3)


def test_quantiles_of_statements_leave_failed_ones_out() -> None:
    """Five failed ones took a year each."""
    failed = np.full(5, 31_536_000)
    taken = np.concatenate((SECONDS, failed)) * 10**9
    some = np.zeros(taken.size, dtype=np.int64)
    error = np.where(np.arange(taken.size) < 2000, 0, 1722)
    row = asdict(work._row("statement", "s", Executions(some, some, some, taken, error, some)))
    assert {name: row[name] for name in COUNTED} == COUNTED
    assert (row["count"], row["failed"], row["errors"]) == (2005, 5, {1722: 5})


def test_quantiles_of_times_to_get_in_are_of_those_who_did() -> None:
    taken = np.concatenate((SECONDS, np.full(7, 10**6))) * 10**9
    admitted = np.arange(taken.size) < 2000
    assert storm._connect_times(taken, admitted) == {
        "connect_time_p50_s": 1000, "connect_time_p95_s": 1900, "connect_time_p99_s": 1980, "connect_time_max_s": 2000,
    }  # fmt: skip
    assert storm._connect_times(taken, ~admitted)["connect_time_p50_s"] == 10**6
    assert storm._connect_times(taken, np.zeros(taken.size, dtype=bool)) == {}
    # Of ten the 95th of 100 is the tenth, of twenty the nineteenth.
    for size, place in ((10, 10), (20, 19), (21, 20)):
        found = storm._connect_times(np.arange(1, size + 1) * 10**9, np.ones(size, dtype=bool))
        assert found["connect_time_p95_s"] == place


def test_quantiles_of_requests_and_of_waits_for_a_pool() -> None:
    """A request waits a thousandth of the time it takes; one that was never served counts nowhere."""
    taken = SECONDS * 10**9
    zero = np.zeros(taken.size + 1, dtype=np.int64)
    requests = {
        "error": np.append(zero[1:], 24457), "start_ns": zero, "end_ns": np.append(taken, 10**15), "asked_ns": zero,
        "got_ns": np.append(taken // 1000, -1), "group": zero,
    }  # fmt: skip
    sessions = {"group": zero[:2], "start_ns": zero[:2], "end_ns": np.array([10**15, 10**14])}
    found = measure_requests(requests, sessions)
    assert (found["requests"], found["failed_requests"]) == (2000, 1)
    for name, value in COUNTED.items():
        if name in ("p50_s", "p90_s", "p95_s", "p99_s", "max_s"):
            assert found[f"request_time_{name}"] == value
    assert found["request_time_s"] == COUNTED["mean_s"]
    assert found["pool_wait_time_s"] == pytest.approx(COUNTED["mean_s"] / 1000)
    assert found["pool_wait_time_p95_s"] == pytest.approx(1.9)
    assert found["pool_wait_time_max_s"] == pytest.approx(2.0)
    # All of it within the 1,000,000 s until the last one failed.
    assert found["requests_per_s"] == pytest.approx(2000 / 10**6)
    assert found["pool_size_connections"] == 2


def test_percentile_is_the_smallest_value_that_is_not_below_its_share() -> None:
    # 95 of 100 are 9.5 of ten, 19 of twenty and 19.95 of 21; 99.9 of 100 are 999 of 1,000 and 1,000.998 of 1,002.
    for size, rank, place in (
        (10, 95, 10),
        (20, 95, 19),
        (21, 95, 20),
        (1000, 99.9, 999),
        (1002, 99.9, 1001),
    ):
        assert work.percentile(np.arange(1.0, size + 1), rank) == place
