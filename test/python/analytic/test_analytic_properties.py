# SPDX-License-Identifier: GPL-2.0-only
"""What must hold of closed forms whatever they are given: order, limits, arrays like loops."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from net8 import analytic
from net8.analytic.throughput import pftk_unchecked

pytestmark = pytest.mark.plain

LOSS = st.floats(1e-4, 0.2)
TRIP = st.floats(1e-3, 1.0)
LOAD = st.floats(0.01, 0.98)
SEGMENTS = st.integers(1, 10_000)

# Every function of numbers, with two inputs of each kind.
VECTORS: list[tuple[Callable[..., object], tuple[list[float], ...]]] = [
    (analytic.tns_packets, ([0, 5000], [512, 8192])),
    (analytic.more_data_waits, ([0, 5000], [512, 8192])),
    (
        lambda r, b, s: analytic.row_packets(r, b, s, before_rows_bytes=32),
        ([10, 500], [20, 100], [512, 8192]),
    ),
    (lambda n, a, p: analytic.fetch_calls(n, a, p, look_ahead=True), ([7, 500], [15, 100], [1, 2])),
    (lambda n, a, p: analytic.fetch_calls(n, a, p, look_ahead=False), ([7, 500], [15, 100], [1, 2])),
    (
        lambda n, a, p: analytic.fetch_calls(n, a, p, look_ahead=False, rounded=True),
        ([7, 500], [15, 100], [1, 2]),
    ),
    (analytic.fetch_calls_growing, ([9, 1000],)),
    (analytic.reply_bytes, ([0, 15], [20, 100])),
    (analytic.wire_bytes, ([1, 1460],)),
    (analytic.frames, ([1, 8192], [536, 1460])),
    (analytic.acks, ([1, 8], [1, 2])),
    (analytic.frame_rate, ([64, 1518], [10e6, 1e9])),
    (analytic.goodput_share, ([536, 1460],)),
    (analytic.call_time_s, ([0.01, 0.1], [100, 1e6], [1e6, 1e9])),
    (analytic.fetch_time_s, ([4, 100], [0.01, 0.1])),
    (analytic.window_cap_bit_s, ([65535, 1e6], [0.0, 0.1])),
    (analytic.throughput_bit_s, ([65535, 1e6], [0.1, 0.2], [1e6, 1e9])),
    (analytic.dominating_limit, ([65535, 1e6], [0.1, 0.2], [1e6, 1e9])),
    (analytic.slow_start_rounds, ([1, 69], [1, 10])),
    (analytic.slow_start_latency_s, ([500, 5000], [536, 1460], [28e3, 10e6], [0.1, 1])),
    (analytic.static_window_latency_s, ([500, 5000], [536, 1460], [28e3, 10e6], [0.1, 1], [1, 8])),
    (analytic.mathis_bytes_s, ([1e-4, 1e-2], [0.1, 0.2], [536, 1460])),
    (analytic.pftk_timeout_share, ([0, 0.1], [2, 20])),
    (analytic.pftk_packets_s, ([1e-4, 0.1], [0.1, 0.2], [0.4, 1])),
    (analytic.pftk_approximate_packets_s, ([1e-4, 0.1], [0.1, 0.2], [0.4, 1])),
    (analytic.rfc5348_bytes_s, ([1e-4, 0.1], [0.1, 0.2], [536, 1460])),
    (analytic.connect_latency_s, ([0.1, 0.2], [1, 3])),
    (lambda *given: analytic.transfer_latency(*given).total_s, ([4, 685], [0, 0.1], [0.1, 0.2], [0.4, 1])),
    (analytic.retransmission_timeout_s, ([0.1, 2], [0.05, 1])),
    (analytic.erlang_b, ([0.5, 3], [1, 4])),
    (analytic.erlang_c, ([0.5, 3], [1, 4])),
    (lambda *given: analytic.mmc(*given).response_s, ([0.5, 3], [0.1, 1], [1, 4])),
    (analytic.mg1_wait_s, ([0.5, 3], [0.1, 0.2], [0, 1])),
    (analytic.dm1_wait_s, ([0.5, 3], [0.1, 0.2])),
    (analytic.servers_for_wait, ([0.5, 30], [0.1, 1], [0.1, 0.5])),
    (analytic.limiter_mean_delay_s, ([5, 150], [3, 4])),
    (analytic.storm_duration_s, ([5, 150], [0.5, 1], [2, 4])),
]


@pytest.mark.parametrize(("model", "values"), VECTORS)
def test_an_array_gives_what_a_loop_gives(
    model: Callable[..., object], values: tuple[list[float], ...]
) -> None:
    grid = np.meshgrid(*values, indexing="ij")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", analytic.OutOfRangeWarning)
        found = np.asarray(model(*grid))
        loop = [float(np.asarray(model(*point))) for point in zip(*(g.flat for g in grid), strict=True)]
    assert found.shape == grid[0].shape
    assert found.ravel().tolist() == loop
    assert len(set(loop)) > 1


@given(st.integers(0, 10**7), st.integers(11, 2**21), st.integers(1, 5000))
def test_packets_hold_their_message(message: int, sdu: int, more: int) -> None:
    if message // (sdu - 10) < 10_000:
        sizes = analytic.packet_sizes(message, sdu)
        assert sizes.sum() == message + 10 * len(sizes)
        assert sizes.max() <= sdu
        assert len(sizes) == analytic.tns_packets(message, sdu)
    # Packets never get fewer with more bytes, nor more with a larger SDU.
    assert analytic.tns_packets(message + more, sdu) >= analytic.tns_packets(message, sdu)
    assert analytic.tns_packets(message, sdu + more) <= analytic.tns_packets(message, sdu)


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=8), st.integers(100, 1460))
def test_segments_hold_their_writes(writes: list[int], mss: int) -> None:
    apart = analytic.segment_sizes(writes, mss)
    together = analytic.segment_sizes(writes, mss, merged=True)
    assert apart.sum() == together.sum() == sum(writes)
    assert len(together) <= len(apart)
    # A first write below the MSS leaves at once and alone; only a rest of what follows it can wait.
    alone = writes[0] if writes[0] < mss else 0
    assert analytic.nagle_stalls(writes, mss) <= ((sum(writes) - alone) % mss != 0)
    assert analytic.nagle_stalls([sum(writes) * mss], mss) == 0


@given(st.integers(0, 10**6), st.integers(1, 5000), st.integers(0, 100))
def test_calls_bring_all_rows(rows: int, array: int, prefetch: int) -> None:
    for look_ahead in (True, False):
        calls = int(analytic.fetch_calls(rows, array, prefetch, look_ahead=look_ahead))
        assert prefetch + (calls - 1) * array >= rows
        # One call less would leave rows, or leave the end of the data unknown, as without prefetched rows.
        known = look_ahead and prefetch > 0
        assert calls == 1 or prefetch + (calls - 2) * array < rows + (not known)


@given(LOSS, LOSS, TRIP, st.floats(2, 1000))
def test_more_loss_is_slower(one: float, other: float, trip: float, window: float) -> None:
    low, high = sorted((one, other))
    for rate in (analytic.pftk_packets_s, analytic.pftk_approximate_packets_s):
        least, most = (float(rate(p, trip, 4 * trip, window_segments=window)) for p in (high, low))
        # Where E[W] reaches Wmax the full model steps up by some per cent: two regimes meet there.
        assert least <= most * 1.15
        assert most <= window / trip * (1 + 1e-9) or rate is analytic.pftk_packets_s
    assert analytic.rfc5348_bytes_s(high, trip, 1460) <= analytic.rfc5348_bytes_s(low, trip, 1460)


@given(TRIP, st.floats(2, 1000))
def test_pftk_tends_to_its_window_without_loss(trip: float, window: float) -> None:
    assert pftk_unchecked(1e-12, trip, 4 * trip, 2, window) == pytest.approx(window / trip, rel=1e-3)


@given(SEGMENTS, TRIP, st.integers(1, 2), st.integers(1, 10))
def test_latency_without_loss_is_that_of_hardly_any(d: int, trip: float, b: int, w1: int) -> None:
    none, some = (
        analytic.transfer_latency(d, p, trip, 4 * trip, segments_per_ack=b, initial_window=w1).total_s
        for p in (0, 1e-12)
    )
    assert some == pytest.approx(float(none), rel=1e-4)


@given(SEGMENTS, SEGMENTS, LOSS, LOSS, TRIP)
def test_more_segments_and_more_loss_take_longer(d1: int, d2: int, p1: float, p2: float, trip: float) -> None:
    (few, many), (low, high) = sorted((d1, d2)), sorted((p1, p2))
    base = float(analytic.transfer_latency(few, low, trip, 4 * trip).total_s)
    assert analytic.transfer_latency(many, low, trip, 4 * trip).total_s >= base * (1 - 1e-9)
    assert analytic.transfer_latency(few, high, trip, 4 * trip).total_s >= base * (1 - 1e-9)


@given(LOAD, LOAD, st.integers(1, 50))
def test_more_load_waits_longer_and_more_servers_shorter(one: float, other: float, servers: int) -> None:
    low, high = sorted((one, other))
    assert (
        analytic.mmc(low * servers, 1.0, servers).wait_s <= analytic.mmc(high * servers, 1.0, servers).wait_s
    )
    assert analytic.erlang_b(low * servers, servers) <= analytic.erlang_b(high * servers, servers)
    assert analytic.erlang_c(low * servers, servers + 1) <= analytic.erlang_c(low * servers, servers)
    # The more even the arrivals and services, the shorter the wait: D/M/1 <= M/M/1, M/D/1 is half of M/M/1.
    mm1 = float(analytic.mmc(low, 1.0).wait_s)
    assert analytic.dm1_wait_s(low, 1.0) <= mm1
    assert analytic.mg1_wait_s(low, 1.0) == pytest.approx(mm1 / 2)


@given(LOAD, st.integers(1, 8))
def test_many_places_make_a_limited_queue_an_unlimited_one(load: float, servers: int) -> None:
    rho = min(load, 0.9)
    queue = analytic.mmck(rho * servers, 1.0, servers, 500)
    assert queue.response_s == pytest.approx(float(analytic.mmc(rho * servers, 1.0, servers).response_s))


@given(st.integers(1, 200), st.floats(0.1, 100), st.floats(0.1, 10), st.integers(1, 10))
def test_closed_clients_stay_below_their_bounds(n: int, think: float, service: float, servers: int) -> None:
    found = float(analytic.finite_sources(n, think, service, servers).throughput_per_s)
    bound = analytic.machine_repair_limit_per_s(n, think, service, service / servers)
    assert found <= bound * (1 + 1e-9)
    # Little's law over the whole circle.
    assert analytic.little_jobs(
        found, think + analytic.finite_sources(n, think, service, servers).response_s
    ) == (pytest.approx(n))


@given(st.integers(1, 5000), st.integers(1, 50))
def test_the_limiter_keeps_order_and_limit(requests: int, limit: int) -> None:
    releases = analytic.limiter_releases_s(requests, limit)
    assert np.bincount(releases.astype(int)).max() <= limit
    assert releases[-1] == analytic.limiter_drain_windows(requests, limit) - 1
    assert releases.mean() == pytest.approx(float(analytic.limiter_mean_delay_s(requests, limit)))


@given(st.integers(1, 2000), st.integers(1, 200), st.floats(0, 100))
def test_nobody_gets_into_a_backlog_twice(requests: int, backlog: int, rate: float) -> None:
    admitted = analytic.backlog_admissions(requests, backlog, served_per_s=rate)
    assert admitted.sum() <= requests
    assert admitted.min() >= 0
    assert admitted[0] == min(requests, backlog)


@given(st.floats(1, 1e7), st.floats(0.001, 1), st.floats(1e3, 1e9), st.floats(536, 1e6))
def test_a_call_takes_at_least_its_round_trip_and_its_bytes(
    reply: float, trip: float, rate: float, window: float
) -> None:
    wide = analytic.call_time_s(trip, reply, rate)
    assert wide == pytest.approx(trip + 8 * reply / rate)
    assert analytic.call_time_s(trip, reply, rate, window_bytes=window) >= wide * (1 - 1e-9)


def test_an_sdu_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="an SDU must be above 10 bytes"):
        analytic.tns_packets(100, 10)
    with pytest.raises(ValueError, match="a row does not fit a packet"):
        analytic.row_packets(10, 600, 512)
    assert math.isinf(analytic.window_cap_bit_s(1, 0))
