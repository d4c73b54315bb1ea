# SPDX-License-Identifier: GPL-2.0-only
"""Storms of connections: limits, backlogs, time-outs and queues of a listener against arithmetic and theory."""

from __future__ import annotations

import math

import net8
import numpy as np
import pytest
from net8.statistics.intervals import interval

Table = dict[str, object]


def storm(client: Table, listener: Table | None = None, **more: Table) -> net8.Plan:
    """Make a plan of clients on a LAN that log on and off; nothing but what is told takes time."""
    document: Table = {
        "path": {"kind": "lan", "queue_size": "10000p"},
        "client": {"driver": "oci", "queries": 0, "hosts": 10, "arrivals": "batch", "start": "10s"} | client,
        "listener": {"queue_size": 1000} | (listener or {}),
        "server": {"handover_time": "0s"} | (more.pop("server", None) or {}),
        "query": {"rows": 0},
    }
    return net8.Plan.of(document | more)


def windows(run: net8.Run) -> list[int]:
    """Count the connections accepted in each second from the first one on."""
    seconds = np.floor(run.attempts["accepted_s"].to_numpy()).astype(int)
    return list(np.bincount(seconds - seconds.min()))


# Seed experiment E32 and section 11.8: request i (0-based) of N at time 0 is released in window floor(i / R).


@pytest.fixture(scope="module")
def e32() -> net8.Run:
    """Run the storm of the seed experiment: 150 at once, RATE_LIMIT = 3."""
    return net8.run(storm({"count": 150}, {"rate_limit": "3"}))


def test_e32_takes_fifty_windows_of_three(e32: net8.Run) -> None:
    assert windows(e32) == [3] * 50
    assert e32["admitted"] == e32["attempts"] == 150


def test_e32_waits_24_5_seconds_on_average(e32: net8.Run) -> None:
    attempts = e32.attempts
    # (0 + 1 + ... + 49) x 3 / 150 = 24.5 s; a connect takes a millisecond of the window in which it comes.
    assert (attempts["accepted_s"] - attempts["tcp_connected_s"]).mean() == pytest.approx(24.5, abs=0.005)
    # The last starts in window 49, and a logon without work takes some round trips on the LAN.
    assert e32["drain_time"] == pytest.approx(49, abs=0.1)


@pytest.mark.parametrize(("count", "rate"), [(10, 4), (12, 5), (7, 7), (20, 1)])
def test_a_limit_releases_per_second(count: int, rate: int) -> None:
    full, rest = divmod(count, rate)
    run = net8.run(storm({"count": count}, {"rate_limit": str(rate)}))
    assert windows(run) == [rate] * full + [rest] * (rest > 0)
    # A listener writes TNS-01158 for each that has to wait.
    assert run.counters.get("rate_limited", 0) == count - min(count, rate)


def at_port(name: str, port: int) -> Table:
    """Make a group of clients that go to one port."""
    address = f"(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT={port}))"
    return {"name": name, "descriptor": f"(DESCRIPTION={address}(CONNECT_DATA=(SERVICE_NAME=orcl)))"}


@pytest.mark.parametrize(("scope", "expected"), [("total", [5, 5, 5, 5]), ("each", [10, 10])])
def test_connection_rate_counts_all_end_points_or_each(scope: str, expected: list[int]) -> None:
    # Ten clients at each of two end points, and the two published readings of CONNECTION_RATE = 5.
    listener: Table = {"rate_limit": "yes", "connection_rate": 5, "rate_scope": scope}
    plan = storm({"count": 10}, listener)
    groups = (at_port("a", 1521), at_port("b", 1522))
    further: Table = {"port": 1522, "rate_limit": "yes"}
    assert (
        windows(net8.run(plan.with_tables("group", groups).with_tables("end_point", [further]))) == expected
    )


def test_two_end_points_on_one_port_are_refused() -> None:
    with pytest.raises(net8.PlanError, match="end_point.port = 1521 is used by another end point"):
        net8.run(storm({"count": 1}).with_tables("end_point", [{"rate_limit": "3"}]))


# Section 11.9: N logons of w CPU seconds on c cores.

WORK: Table = {"exec_cpu_time": "200ms", "logon_cpu_time": "200ms"}


def test_a_storm_without_limit_takes_its_work_over_all_cores() -> None:
    plan = storm({"count": 150}, server=WORK, host={"cpu": {"cores": 2}}, run={"sample_interval": "1s"})
    run = net8.run(plan)
    # 150 x 0.4 s / 2 = 30 s.
    assert run["drain_time"] == pytest.approx(30, rel=0.01)
    during = run.series[(run.series["time_s"] > 11) & (run.series["time_s"] < 39)]
    assert during["cpu_load"].min() == pytest.approx(1, abs=0.001)


INHERITED: Table = {
    "environment_size": "1MB",
    "path_entries": 500,
    "path_shares": 20,
    "path_share_time": "25ms",
}


def inherited_s(**more: Table) -> float:
    """Return by how much the logon of one client is longer for what its server inherits."""
    times = [
        net8.run(storm({"count": 1}, server=server, **more))["logon_time"] or 0 for server in ({}, INHERITED)
    ]
    return times[1] - times[0]


def test_environment_and_path_cost_each_logon() -> None:
    # 1,000 kB x 970 ns, 500 entries x 578 ns and 20 shares x 25 ms.
    assert inherited_s() == pytest.approx(970e-6 + 289e-6 + 0.5, abs=2e-5)


def test_a_slow_core_takes_longer_for_the_environment() -> None:
    # The CPU times are for a core of speed 1; the shares are no work of the host.
    assert inherited_s(host={"cpu": {"speed": 0.1}}) == pytest.approx(10 * (970e-6 + 289e-6) + 0.5, abs=2e-5)


def test_environment_and_path_that_cost_nothing_change_nothing() -> None:
    # Shared and pooled servers are not forked by the listener.
    for kind in ("shared", "pooled"):
        client: Table = {"count": 1, "server": kind}
        runs = [net8.run(storm(client, server={"handlers": kind} | server)) for server in ({}, INHERITED)]
        assert runs[0].digest == runs[1].digest


def test_more_shares_than_entries_are_refused() -> None:
    with pytest.raises(net8.PlanError, match="server.path_shares = 3 is more than path_entries = 2"):
        net8.run(storm({"count": 1}, server={"path_entries": 2, "path_shares": 3}))


def test_a_limit_sets_the_cpu_load() -> None:
    plan = storm(
        {"count": 150}, {"rate_limit": "3"}, server=WORK, host={"cpu": {"cores": 2}},
        run={"sample_interval": "1s"},
    )  # fmt: skip
    run = net8.run(plan)
    # 3 logons a second x 0.4 s on 2 cores, from the storm at 10 s to the start of the last window at 59 s.
    during = run.series[(run.series["time_s"] >= 12) & (run.series["time_s"] <= 59)]
    assert during["cpu_load"].mean() == pytest.approx(0.6, abs=0.005)
    assert run["drain_time"] == pytest.approx(49 + 3 * 0.4 / 2, abs=0.3)


# Section 11.10: beyond the backlog, SYNs are dropped and come again 1, 3, 7, ... seconds after the first.


def test_a_full_backlog_drops_and_clients_come_again() -> None:
    # The process accepts 10 a second, and the backlog holds 10: it is empty again when the next ones come.
    tcp: Table = {"profile": "ns3", "initial_rto": "1s"}
    client: Table = {"count": 60, "hosts": 60, "arrivals": "spaced", "start_spacing": "1ms", "tcp": tcp}
    server: Table = {"handover_time": "0s", "tcp": tcp}
    run = net8.run(storm(client, {"queue_size": 10, "accept_cpu_time": "99ms"}, server=server))
    waits = run.attempts["tcp_connected_s"] - run.attempts["start_s"]
    times, counts = np.unique(np.round(waits.to_numpy(), 1), return_counts=True)
    assert list(times) == [0, 1, 3, 7, 15, 31]
    assert list(counts) == [10] * 6
    assert run.counters["backlog_overflows"] >= 50 + 40 + 30 + 20 + 10


def test_linux_takes_one_more_and_comes_again_each_second() -> None:
    client: Table = {"count": 60, "hosts": 60, "arrivals": "spaced", "start_spacing": "1ms"}
    run = net8.run(storm(client, {"queue_size": 10, "accept_cpu_time": "99ms"}))
    waits = run.attempts["tcp_connected_s"] - run.attempts["start_s"]
    times, counts = np.unique(np.round(waits.to_numpy()), return_counts=True)
    # sk_acceptq_is_full: 10 + 1. Four repetitions a second apart, then 1, 2, 4, ... (tcp_syn_linear_timeouts); who is
    # answered before the queue is full again is let in.
    assert counts[0] == 11
    assert set(times) <= {0, 1, 2, 3, 4, 5, 7, 11, 19}
    assert counts.sum() == 60


def test_a_full_backlog_resets_where_the_system_does() -> None:
    # All have asked after 30 ms, and the first is accepted only after a second. Linux lets one more than 10 wait.
    client: Table = {"count": 30, "hosts": 30, "arrivals": "spaced", "start_spacing": "1ms"}
    run = net8.run(storm(client, {"queue_size": 10, "overflow": "reset", "accept_cpu_time": "1s"}))
    codes, counts = np.unique(run.attempts["ora_code"], return_counts=True)
    assert dict(zip(codes.tolist(), counts.tolist(), strict=True)) == {0: 11, 12541: 19}
    assert (run["admitted"], run["refused"], run["reset"], run["timed_out"]) == (11, 0, 19, 0)


# Clients that send nothing, and clients that are not wanted.


def test_the_inbound_connect_timeout_closes_silent_connections() -> None:
    run = net8.run(storm({"count": 5, "behaviour": "silent"}, {"inbound_connect_timeout": "3s"}))
    held = run.attempts["end_s"] - run.attempts["tcp_connected_s"]
    assert held.to_numpy() == pytest.approx([3] * 5, abs=0.01)
    # What a listener writes into its log as ORA-12525.
    assert run.counters["server_inbound_timeout"] == 5


def test_the_inbound_connect_timeout_ends_with_the_greeting() -> None:
    # The CONNECT is there after a round trip of the LAN. Then the listener reads it for 5 s and the session thinks for
    # 5 s between its queries; both are longer than the 2 s in which a client is to say what it wants.
    client: Table = {"count": 1, "queries": 2, "think_time": "5s"}
    run = net8.run(storm(client, {"inbound_connect_timeout": "2s", "parse_cpu_time": "5s"}))
    assert run.outcome == ("closed",)
    assert "server_inbound_timeout" not in run.counters
    assert run["drain_time"] == pytest.approx(5, abs=0.1)


def test_a_full_listener_accepts_no_more() -> None:
    listener: Table = {"inbound_connect_timeout": "2s", "max_all_connections": 5}
    plan = storm({"count": 20, "behaviour": "silent"}, listener, run={"sample_interval": "100ms"})
    run = net8.run(plan)
    # Five at a time, each for two seconds: the listener is rid of them after 2, 4, 6 and 8 s.
    ends, counts = np.unique(np.round(run.attempts["end_s"].to_numpy() - 10, 1), return_counts=True)
    assert list(ends) == [2, 4, 6, 8]
    assert list(counts) == [5] * 4
    assert run.series["greetings"].max() == 5


def test_a_client_that_gave_up_before_the_accept_leaves_no_server_behind() -> None:
    # The first client is silent for 2 s, the second gives up after 300 ms in the backlog; its CONNECT is there.
    groups: list[Table] = [
        {"name": "attackers", "behaviour": "silent"},
        {"name": "late", "start": "10.1s", "connect_timeout": "300ms"},
        {"name": "last", "start": "60s"},
    ]
    listener: Table = {"max_all_connections": 1, "inbound_connect_timeout": "2s"}
    plan = storm(
        {"hosts": 1}, listener, run={"sample_interval": "1s"}, server={"inbound_connect_timeout": "0s"}
    )
    series = net8.run(plan.with_tables("group", groups)).series.set_index("time_s")
    assert series.loc[50.0, ["memory_bytes", "sessions", "greetings", "backlog"]].tolist() == [0] * 4
    assert series["accepted_per_s"].loc[13.0] > 0


@pytest.mark.parametrize(
    ("nodes", "admitted"),
    [
        ({"invited_nodes": "192.0.2.1"}, 0),
        ({"invited_nodes": "192.0.2.1, 10.*"}, 3),
        ({"excluded_nodes": "10.0.0.0/8"}, 0),
        ({"excluded_nodes": "192.0.2.0/24"}, 3),
        ({"invited_nodes": "10.0.0.0/8", "excluded_nodes": "10.*"}, 3),
    ],
)
def test_valid_nodes(nodes: Table, admitted: int) -> None:
    run = net8.run(storm({"count": 3}, {"valid_node_checking": True} | nodes))
    assert run["admitted"] == admitted
    # Oracle's clients see ORA-12537: the connection was closed.
    assert set(run.attempts["ora_code"]) == {0 if admitted else 12537}


# Sections 11.5, 11.6 and 11.12: the process as a queue. By Little's law the mean of those that wait or are being
# accepted is the arrival rate times the time of both.

SERVICE_S = 0.01


def mean_backlogs(client: Table, accept: object, replications: int = 30) -> list[float]:
    """Return the mean backlog of each replication, without the first quarter."""
    means = []
    for number in range(1, replications + 1):
        plan = storm(
            {"count": 400, "hosts": 20, "start": "1s", "behaviour": "garbage"} | client,
            {"accept_cpu_time": accept}, host={"cpu": {"cores": 1}}, run={"sample_interval": "7.3ms"},
        )  # fmt: skip
        run = net8.run(plan, run=number)
        starts = run.sessions["start_s"].sort_values().to_numpy()
        series = run.series
        steady = series[(series["time_s"] > starts[100]) & (series["time_s"] < starts[-1])]
        means.append(float(steady["backlog"].mean()))
    return means


def inside(means: list[float], expected: float) -> bool:
    """Return whether the 95 % interval of some replications holds a number."""
    found = interval(means, confidence=0.95)
    assert found.half_width is not None
    assert found.half_width < 0.1 * expected
    return abs(found.mean - expected) <= found.half_width


def test_poisson_arrivals_and_constant_work_are_m_d_1() -> None:
    # rho = 0.5: Wq = rho s / (2 (1 - rho)) = 0.5 s, so the backlog is lambda (Wq + s) = 0.5 x 1.5 = 0.75.
    assert inside(mean_backlogs({"arrivals": "poisson", "arrival_rate": "50/s"}, "10ms"), 0.75)


@pytest.mark.slow
def test_poisson_arrivals_and_exponential_work_are_m_m_1() -> None:
    # rho = 0.5: L = rho / (1 - rho) = 1.
    work = {"distribution": "exponential", "mean": "10ms"}
    assert inside(mean_backlogs({"arrivals": "poisson", "arrival_rate": "50/s"}, work), 1.0)


@pytest.mark.slow
def test_spaced_arrivals_smooth_the_queue_as_d_m_1() -> None:
    # rho = 0.8: sigma = exp(-(1 - sigma) / rho) = 0.62863, the sojourn is s / (1 - sigma), and L = rho / (1 - sigma).
    sigma = 0.62863
    assert sigma == pytest.approx(math.exp(-(1 - sigma) / 0.8), abs=1e-5)
    work = {"distribution": "exponential", "mean": "10ms"}
    means = mean_backlogs({"arrivals": "spaced", "start_spacing": "12.5ms"}, work)
    assert inside(means, 0.8 / (1 - sigma))
    # M/M/1 has 0.8 / 0.2 = 4.
    assert np.mean(means) < 4


# Samples.


def test_samples_change_nothing() -> None:
    plain = net8.run(storm({"count": 20}, {"rate_limit": "5"}, server=WORK))
    sampled = net8.run(
        storm({"count": 20}, {"rate_limit": "5"}, server=WORK, run={"sample_interval": "10ms"})
    )
    assert (plain.digest, plain.events, plain.metrics) == (sampled.digest, sampled.events, sampled.metrics)
    assert plain.series.empty
    assert list(plain.series.columns) == list(sampled.series.columns)


def test_series_are_loads_and_rates() -> None:
    plan = storm({"count": 6}, {"rate_limit": "2"}, server=WORK, run={"sample_interval": "500ms"})
    series = net8.run(plan).series.set_index("time_s")
    # Two are accepted at 10 s, two at 11 s and two at 12 s; each pair has 0.8 s of work for the one core.
    assert series["accepted_per_s"].loc[10.5] == pytest.approx(2 / 0.5)
    assert series["cpu_load"].loc[[10.5, 11.0, 11.5, 12.0]].sum() * 0.5 == pytest.approx(1.6, abs=0.01)
    assert series["backlog"].loc[10.5] == 4
    assert series["memory_bytes"].iloc[0] == 0


def test_a_run_is_read_back_with_its_series(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    run = net8.run(storm({"count": 2}, run={"sample_interval": "1s"}), folder=folder)
    again = net8.Run.load(folder)
    assert again.series.equals(run.series)
    assert again.metrics == run.metrics
