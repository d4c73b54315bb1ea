# SPDX-License-Identifier: GPL-2.0-only
"""What the READMEs of the scenarios of storms say comes out."""

from __future__ import annotations

from pathlib import Path

import net8
import pandas as pd
import pytest

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"


def run(name: str, **values: object) -> net8.Run:
    """Simulate a scenario with some keys of [listener] set."""
    plan = net8.load(SCENARIOS / name)
    return net8.run(plan.with_values({f"listener.{key}": value for key, value in values.items()}))


def during(found: net8.Run) -> pd.DataFrame:
    """Return the samples of the seconds that lie entirely in the storm, which starts at 10 s."""
    drain = found["drain_time"] or 0.0
    return found.series[(found.series["time_s"] >= 11) & (found.series["time_s"] <= 10 + drain)]


@pytest.fixture(scope="module")
def unlimited() -> net8.Run:
    """Run the logon storm without a limit."""
    return run("logon-storm", rate_limit="no")


@pytest.fixture(scope="module")
def limited() -> net8.Run:
    """Run the logon storm with RATE_LIMIT = 3."""
    return run("logon-storm", rate_limit="3")


def test_without_a_limit_the_cpu_is_saturated_and_the_foreground_starves(unlimited: net8.Run) -> None:
    # The connects themselves take a millisecond of the first second.
    assert during(unlimited)["cpu_load"].min() == pytest.approx(1, abs=0.002)
    # 150 logons and 10 queries share 2 cores: 160 / 2 x 20 ms = 1.6 s, at the ends of the storm a little less.
    assert 0.95 * 1.6 < (unlimited["foreground_response_time"] or 0) < 1.6
    assert unlimited.series["run_queue"].max() == 160
    # 60 s of CPU on 2 cores, of which the foreground has at most 10 / 160.
    assert 30 < (unlimited["connect_time_max"] or 0) < 30 / (1 - 10 / 160) * 1.05


def test_with_a_limit_neither_happens(limited: net8.Run) -> None:
    load = during(limited)["cpu_load"]
    assert load.max() < 0.98
    # 3 x 0.4 s of logons and 0.38 of foreground on 2 cores: 0.79, and more while it catches up.
    assert 0.75 < load.mean() < 0.86
    # The three logons of a window, and fewer of the foreground's queries, which take 20 ms.
    assert 3 <= limited.series["run_queue"].max() < 6
    assert (limited["foreground_response_time"] or 1) < 2 * (limited["foreground_before"] or 0)


def test_the_limit_makes_fifty_windows(limited: net8.Run) -> None:
    sessions = limited.sessions[limited.sessions["group"] == "storm"]
    attempts = limited.attempts[limited.attempts["session"].isin(sessions["session"])]
    # The accept of a connection ends with exec_cpu_time; it was released in the second before its ACCEPT at most.
    waits = attempts["accepted_s"] - attempts["tcp_connected_s"]
    assert waits.mean() == pytest.approx(24.5, abs=0.5)
    assert 49 < (limited["connect_time_max"] or 0) < 50


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        # Logons leave in 50 windows of a second and take 0.4 s of processor time, 0.2 s at least on two cores.
        ("connect_time_p50", 24.5, 25.0),
        ("connect_time_max", 49.4, 50.0),
        # Twice its 20 ms while the logons of a window run, less between them.
        ("foreground_response_time", 0.035, 0.045),
    ],
)
def test_the_table_of_the_limited_storm(limited: net8.Run, name: str, low: float, high: float) -> None:
    assert low <= (limited[name] or 0) <= high


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("connect_time_p50", 33.0, 33.2),
        ("connect_time_max", 33.0, 33.2),
        ("foreground_response_time", 1.56, 1.58),
    ],
)
def test_the_table_of_the_unlimited_storm(unlimited: net8.Run, name: str, low: float, high: float) -> None:
    assert low <= (unlimited[name] or 0) <= high


def test_above_the_crossover_the_foreground_waits_again() -> None:
    found = run("logon-storm", rate_limit="5")
    # (2 - 0.38) / 0.4 = 4 logons a second are what the CPU can do.
    assert (found["foreground_response_time"] or 0) > 10 * (found["foreground_before"] or 1)


# With 60 s honest clients win few of the places that become free from 60 s on: they come from 40 s to 100 s and give up
# after 10 s, so of at most 2 x 50 that are there, and share the places with some hundred attackers.
@pytest.mark.parametrize(("timeout", "low", "high"), [("0s", 0, 0), ("60s", 1, 50), ("3s", 120, 120)])
def test_a_short_timeout_lets_honest_clients_in(timeout: str, low: int, high: int) -> None:
    found = run("dos", inbound_connect_timeout=timeout)
    assert low <= (found["admitted"] or 0) <= high
    assert found["timed_out"] == 120 - (found["admitted"] or 0)
    assert found["attempts"] == 120
    # 20 a second times the timeout of 3 s, else all that the listener holds.
    silent = found.series["greetings"]
    assert silent.max() == pytest.approx(20 * 3 if timeout == "3s" else 512, abs=1)
    if timeout == "0s":
        full = found.series["time_s"][silent >= 512].min()
        assert full == pytest.approx(512 / 20, abs=1)


@pytest.fixture(scope="module")
def architectures() -> dict[str, net8.Run]:
    """Run the same storm with each kind of server."""
    plan = net8.load(SCENARIOS / "storm-architectures")
    return {str(point.labels["architecture"]): net8.run(point.plan) for point in plan.points()}


def test_what_makes_the_architectures_differ(architectures: dict[str, net8.Run]) -> None:
    assert all(found["admitted"] == found["attempts"] == 150 for found in architectures.values())
    drain = {kind: found["drain_time"] or 0 for kind, found in architectures.items()}
    # 80 - 10 prespawned servers are idle when the storm comes: each saves 0.2 s of CPU on 2 cores, and some of what
    # the foreground takes meanwhile.
    assert drain["dedicated"] - drain["prespawned"] == pytest.approx(70 * 0.2 / 2, rel=0.1)
    assert architectures["prespawned"].counters["prespawn_hits"] == 80
    # Without processes to start, 150 x 0.2 s of logons and 150 x 20 ms of queries take 16.5 s, calls of logons more.
    assert 15 < drain["shared"] < 1.2 * 16.5
    # Two servers authenticate; a query shares two cores with at most five other jobs.
    assert (architectures["pooled"]["foreground_response_time"] or 1) < 3 * 0.02
    memory = {kind: found.series["memory_bytes"].max() / 2**20 for kind, found in architectures.items()}
    assert memory["dedicated"] == pytest.approx(160 * (4 + 400 / 1024), rel=0.01)
    assert memory["pooled"] == pytest.approx(40 * (4 + 400 / 1024) + 160 * 35 / 1024, rel=0.01)
