# SPDX-License-Identifier: GPL-2.0-only
"""Small random storms: whatever the plan, the books are right and the same plan does the same again.

NET8_SOAK sets the number of plans.
"""

from __future__ import annotations

import os
from typing import Any

import net8
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PLANS = int(os.environ.get("NET8_SOAK", "25"))
TIMES = st.sampled_from(["0s", "1ms", "50ms"])


def client_groups() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Give groups of clients, attackers among them."""
    group = st.fixed_dictionaries(
        {
            "driver": st.sampled_from(["oci", "python-thin", "jdbc-thin", "sqlplus"]),
            "count": st.integers(1, 12),
            "hosts": st.integers(1, 3),
            "arrivals": st.sampled_from(["batch", "poisson", "spaced"]),
            "arrival_rate": st.sampled_from(["5/s", "200/s"]),
            "start_spacing": st.sampled_from(["0s", "70ms"]),
            "behaviour": st.sampled_from(["normal", "normal", "normal", "silent", "garbage", "drip"]),
            "connect_timeout": st.sampled_from(["300ms", "5s", "40s"]),
            "transport_connect_timeout": st.sampled_from(["500ms", "10s"]),
            "retry_count": st.integers(0, 2),
            "retry_delay": st.sampled_from(["0s", "1s"]),
            "queries": st.integers(0, 2),
            "cycles": st.integers(1, 2),
        }
    )
    return st.lists(group, min_size=1, max_size=3).map(
        lambda groups: [{"name": f"g{number}"} | one for number, one in enumerate(groups)]
    )


def plans() -> st.SearchStrategy[dict[str, Any]]:
    """Give storms that are over within a minute or two of simulated time."""
    return st.fixed_dictionaries(
        {
            "path": st.fixed_dictionaries(
                {"kind": st.sampled_from(["lan", "wan"]), "loss_rate": st.sampled_from([0.0, 0.0, 0.02])}
            ),
            "group": client_groups(),
            "query": st.just({"rows": 2}),
            "listener": st.fixed_dictionaries(
                {
                    "queue_size": st.sampled_from([1, 3, 100]),
                    "overflow": st.sampled_from(["drop", "reset"]),
                    "rate_limit": st.sampled_from(["no", "1", "7"]),
                    "inbound_connect_timeout": st.sampled_from(["0s", "2s"]),
                    "max_all_connections": st.sampled_from([1, 5, 4096]),
                    "accept_cpu_time": TIMES,
                    "parse_cpu_time": TIMES,
                    "fork_cpu_time": TIMES,
                }
            ),
            "server": st.fixed_dictionaries(
                {
                    "exec_cpu_time": TIMES,
                    "logon_cpu_time": TIMES,
                    "call_cpu_time": TIMES,
                    "inbound_connect_timeout": st.sampled_from(["100ms", "5s", "0s"]),
                    "processes": st.sampled_from([0, 2]),
                }
            ),
            "host": st.fixed_dictionaries(
                {
                    "cpu": st.fixed_dictionaries({"cores": st.integers(1, 3)}),
                    "memory": st.fixed_dictionaries({"limit": st.sampled_from([0, 20 * 2**20])}),
                }
            ),
            "run": st.just({"stop_time": "300s", "sample_interval": "500ms"}),
        }
    )


def expected_sessions(plan: dict[str, Any]) -> int:
    """Count the sessions that a plan asks for."""
    return sum(group["count"] * group["cycles"] for group in plan["group"])


@settings(max_examples=PLANS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(plans())
def test_the_books_of_any_storm_are_right(document: dict[str, Any]) -> None:
    run = net8.run(net8.Plan.of(document))
    sessions, attempts = run.session_columns, run.attempt_columns

    # No session is lost, and each ends once.
    assert list(sessions["session"]) == list(range(expected_sessions(document)))
    assert len(run.outcome) == sessions["session"].size

    # Each attempt belongs to a session, and has one outcome; a session that is in was admitted by one of them.
    made = np.bincount(attempts["session"], minlength=sessions["session"].size)
    assert np.array_equal(made, sessions["attempts"])
    code = attempts["ora_code"]
    assert ((code == 0) == (attempts["accepted_ns"] >= 0)).all()
    admitted = np.bincount(attempts["session"][code == 0], minlength=sessions["session"].size)
    assert (admitted <= 1).all()
    assert (admitted[sessions["ready_ns"] >= 0] == 1).all()
    metrics = run.metrics
    parts = ("admitted", "refused", "timed_out", "unfinished_attempts")
    assert metrics["attempts"] == sum(metrics[part] or 0 for part in parts) == code.size

    # Times go forward, counters and samples are never below zero.
    for early, late in (
        ("start_ns", "connected_ns"),
        ("connected_ns", "accepted_ns"),
        ("accepted_ns", "ready_ns"),
    ):
        both = (sessions[early] >= 0) & (sessions[late] >= 0)
        assert (sessions[early][both] <= sessions[late][both]).all()
    assert all(count >= 0 for count in run.counters.values())
    series = run.series
    assert (series.drop(columns="host") >= 0).all(axis=None)
    assert series["cpu_load"].max() <= 1 + 1e-9
    assert series["greetings"].max() <= document["listener"]["max_all_connections"]
    assert (run.sample_columns["memory_bytes"] <= (document["host"]["memory"]["limit"] or 2**62)).all()

    # The same again.
    assert net8.run(net8.Plan.of(document)).digest == run.digest


@settings(max_examples=PLANS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(plans())
def test_memory_is_back_when_all_have_left(document: dict[str, Any]) -> None:
    # A last client asks when all others are long gone, and finds a host as it was at the start.
    last = {"name": "last", "start": "200s", "queries": 0, "driver": "oci", "hosts": 1, "count": 1}
    run = net8.run(net8.Plan.of(document | {"group": [*document["group"], last]}))
    series = run.series.set_index("time_s")
    others = run.session_columns["end_ns"][:-1]
    if (others < 0).any() or others.max() > 150 * 10**9:
        return
    before = series.loc[199.0]
    assert (before["memory_bytes"], before["sessions"], before["greetings"], before["backlog"]) == (
        0,
        0,
        0,
        0,
    )
    assert before["run_queue"] == 0
