# SPDX-License-Identifier: GPL-2.0-only
"""Queues and storms against textbook numbers and hand arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest
from net8 import analytic

pytestmark = pytest.mark.plain


def test_eye_clinic() -> None:
    # Gross and Harris: 6 patients an hour, 20 minutes each, 3 doctors: C = 4/9, Lq = 8/9, Wq = 4/27 h = 0.1481.
    clinic = analytic.mmc(6, 1 / 3, 3)
    assert clinic.wait_probability == pytest.approx(4 / 9)
    assert clinic.waiting_jobs == pytest.approx(8 / 9)
    assert clinic.wait_s == pytest.approx(0.1481, abs=5e-5)
    # W is Wq + s = 4/27 + 9/27 = 13/27 h (28.9 minutes). The 29/54 h of a list of checkpoints contradict that list's
    # own Wq and are not used.
    assert clinic.response_s == pytest.approx(13 / 27)


def test_one_server_is_mm1() -> None:
    # rho = 0.8: wait 4 services, and P(wait > t) = 0.8 exp(-0.2 t).
    queue = analytic.mmc(0.8, 1.0)
    assert (queue.wait_s, queue.response_s, queue.waiting_jobs) == pytest.approx((4, 5, 3.2))
    assert queue.wait_above([0, 5]) == pytest.approx([0.8, 0.8 * math.exp(-1)])


def test_one_per_cent_traffic_table() -> None:
    # Erlang B tables, as in any telephone handbook: traffic that servers carry with 1 % lost.
    servers = np.array([1, 2, 5, 10, 20, 50, 100])
    traffic = np.array([0.0101, 0.153, 1.361, 4.461, 12.031, 37.901, 84.064])
    assert np.round(analytic.erlang_b(traffic, servers), 4).tolist() == pytest.approx([0.01] * 7, abs=1e-9)


def test_waits_of_md1() -> None:
    # Textbook: 0.5, 2 and 4.5 services at loads of 0.5, 0.8 and 0.9; exponential service waits twice as long.
    assert analytic.mg1_wait_s([0.5, 0.8, 0.9], 1.0) == pytest.approx([0.5, 2, 4.5])
    assert analytic.mg1_wait_s(0.8, 1.0, squared_variation=1) == pytest.approx(4)


def test_sigma_of_dm1() -> None:
    # Kleinrock I: sigma = 0.20319 at rho = 0.5. A limiter's even spacing brings the wait at 0.8 from 4.0 to 1.69.
    assert analytic.dm1_sigma(0.5) == pytest.approx(0.20319, abs=5e-6)
    assert analytic.dm1_wait_s(0.8, 1.0) == pytest.approx(1.69, abs=0.005)


def test_a_limiter_of_one_is_dm1() -> None:
    # D^[1]/M/1 by its embedded chain and D/M/1 by its root are one and the same queue.
    assert analytic.limiter_wait_s(1, 0.8) == pytest.approx(analytic.dm1_wait_s(1.0, 0.8), rel=1e-6)


def test_connections_of_a_pool() -> None:
    # Public sizing note: 300 requests a second of 0.100 s in the database keep 30 connections busy.
    assert analytic.little_jobs(300, 0.100) == pytest.approx(30)


def test_limits_of_closed_clients() -> None:
    # By hand: Z = 9 s, D = 1 s, of which 0.5 s at the busiest station: N* = 20; 10 clients make 1 call a second.
    assert analytic.machine_repair_saturation(9, 1, 0.5) == pytest.approx(20)
    assert analytic.machine_repair_limit_per_s([10, 20, 40], 9, 1, 0.5) == pytest.approx([1, 2, 2])


def test_finite_queues_by_hand() -> None:
    # M/M/1/2 at load 1: three states, equally likely; one of three arrivals is refused, 1 job present.
    queue = analytic.mm1k(1.0, 1.0, 2)
    assert (queue.refused, queue.jobs, queue.throughput_per_s, queue.response_s) == pytest.approx(
        (1 / 3, 1, 2 / 3, 1.5)
    )
    # Without room to wait it is Erlang B.
    assert analytic.mmck(2.0, 1.0, 3, 3).refused == pytest.approx(analytic.erlang_b(2, 3))
    # Two clients that think 1 s and a server of 1 s: states 1 : 2 : 2, busy 4/5 of the time, 6/5 jobs.
    closed = analytic.finite_sources(2, 1.0, 1.0, 1)
    assert (closed.throughput_per_s, closed.jobs, closed.response_s) == pytest.approx((0.8, 1.2, 1.5))
    with pytest.raises(ValueError, match="2 places are fewer than 3 servers"):
        analytic.mmck(1.0, 1.0, 3, 2)


def test_processor_sharing() -> None:
    # Kleinrock II: x / (1 - rho) on one core; on several x and x / (1 - rho) are bounds.
    assert analytic.processor_sharing_s(0.04, 10, 0.05) == pytest.approx((0.08, 0.08))
    assert analytic.processor_sharing_s(0.04, 20, 0.05, cores=2) == pytest.approx((0.04, 0.08))


def test_without_equilibrium_waits_have_no_end() -> None:
    with pytest.warns(analytic.OutOfRangeWarning, match="rho = 1.2 is outside"):
        queue = analytic.mmc(1.2, 1.0)
    assert [float(queue.wait_probability), float(queue.wait_s)] == [1, math.inf]
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.mg1_wait_s(2, 1.0) == math.inf
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.dm1_wait_s(1.0, 1.0) == math.inf
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.processor_sharing_s(1, 1, 1)[1] == math.inf


def test_servers_for_a_target() -> None:
    # The clinic again: with 3 doctors 44 of 100 wait; of 4, C = B / (1 - rho (1 - B)) with B = 2/21, rho = 1/2: 4/23.
    assert analytic.erlang_c(2, 4) == pytest.approx(4 / 23)
    assert analytic.servers_for_wait(6, 1 / 3, [0.45, 0.44, 0.17]).tolist() == [3, 4, 5]


def test_shared_servers() -> None:
    # One server for ten sessions, each with a call of 50 ms every second: rho = 0.5.
    assert analytic.shared_server_load(10, 1, 0.05) == pytest.approx(0.5)


def test_limiter_on_150_logons() -> None:
    # Seed experiment E32: 3 a second need 50 windows; 24.5 s mean delay.
    assert analytic.limiter_drain_windows(150, 3) == 50
    assert analytic.limiter_mean_delay_s(150, 3) == pytest.approx(24.5)
    releases = analytic.limiter_releases_s(150, 3)
    assert releases[[0, 2, 3, 149]].tolist() == [0, 0, 1, 49]
    # Where the limit does not divide the requests: 0, 0, 0, 1, 1.
    assert analytic.limiter_mean_delay_s(5, 3) == pytest.approx(0.4)
    assert analytic.limiter_releases_s(5, 3).mean() == pytest.approx(0.4)


def test_requests_of_one_window() -> None:
    # Six together, 0.1 s each, two at a time: 0, 0, 0.1, 0.1, 0.2, 0.2.
    assert analytic.batch_waits_s(6, 0.1, 2) == pytest.approx([0, 0, 0.1, 0.1, 0.2, 0.2])
    with pytest.warns(analytic.OutOfRangeWarning):
        analytic.batch_waits_s(30, 0.1, 2)


def test_fluid_storm_by_hand() -> None:
    # 150 logons of 0.5 s on 4 cores with 1 of them taken: 75 / 3 = 25 s; with 3 a second 50 s, and 2.5 cores of load.
    assert analytic.storm_duration_s(150, 0.5, 4, background=1) == pytest.approx(25)
    assert analytic.storm_duration_s(150, 0.5, 4, background=1, limit_per_s=3) == pytest.approx(50)
    assert analytic.storm_cpu_load(3, 0.5, 1) == pytest.approx(2.5)
    # From 3 / 0.5 = 6 logons a second on nothing is left.
    assert analytic.starvation_rate_per_s(4, 0.5, 1) == pytest.approx(6)
    assert analytic.slowed_response_factor([0, 7], 1, 4).tolist() == [1, 2]
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.storm_duration_s(1, 0.5, 2, background=2) == math.inf


def test_full_backlog_by_hand() -> None:
    # 100 at once, 20 places, 10 served a second: 20 at 0, 10 at 1 s; at 3, 7 and 15 s all have been served, 20 each;
    # the last 10 at 31 s.
    assert analytic.backlog_admissions(100, 20, served_per_s=10).tolist() == [20, 10, 20, 20, 20, 10, 0]


def test_stale_registration() -> None:
    # 150 processes, 100 sessions at the update, updates each minute: 50 connects a minute.
    assert analytic.stale_registration_rate_per_s(150, 100, 60) == pytest.approx(50 / 60)
