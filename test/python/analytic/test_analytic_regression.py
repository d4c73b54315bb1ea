# SPDX-License-Identifier: GPL-2.0-only
"""Regression: values computed from the formulas for this project, without an outside authority.

They hold the code against slips of later changes; that the formulas are right is for the published checkpoints of the
other files to say.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from net8 import analytic

pytestmark = pytest.mark.plain

RTT, T0 = 0.1, 0.4


def test_regression_packets() -> None:
    assert analytic.packet_sizes(1500, 1024).tolist() == [1024, 496]


@pytest.mark.parametrize(("sdu", "tdu"), [*itertools.product((1024, 2048, 4096, 8192), (1024, 2048, 32767))])
@pytest.mark.parametrize("batch", [300, 1500])
def test_regression_writes_of_bulumulle(sdu: int, tdu: int, batch: int) -> None:
    # Cut at the SDU, then at the TDU, then at 1460: the table of writes and segments derived from Sun BluePrints.
    writes = analytic.write_sizes(analytic.packet_sizes(batch, sdu), tdu).tolist()
    if batch == 300:
        expected = [310]
    elif sdu == 1024:
        expected = [1024, 496]
    else:
        expected = [1024, 486] if tdu == 1024 else [1510]
    assert writes == expected
    segments = analytic.segment_sizes(writes, 1460).tolist()
    assert segments == ([1460, 50] if expected == [1510] else expected)


def test_regression_calls() -> None:
    assert analytic.fetch_calls(999_001, 10, 1, look_ahead=True) == 99_901


def test_regression_goodput() -> None:
    assert analytic.goodput_share(1460) == pytest.approx(0.94928, abs=5e-6)
    assert analytic.goodput_share(1448, timestamps=True) == pytest.approx(0.94148, abs=5e-6)


def test_regression_windows() -> None:
    assert analytic.window_cap_bit_s(65535, [0.1, 0.56]) == pytest.approx([5.243e6, 0.936e6], abs=500)


def test_regression_slow_start_rounds() -> None:
    assert analytic.slow_start_rounds(69, [1, 2, 3, 4, 10]).tolist() == [7, 6, 5, 5, 3]


def test_regression_latency_without_loss() -> None:
    found = analytic.transfer_latency([4, 8, 16, 69, 685], 0, RTT, T0).slow_start_s
    assert found == pytest.approx([0.2710, 0.3969, 0.5419, 0.8804, 1.4401], abs=5e-5)


def test_regression_latency_with_loss() -> None:
    found = analytic.transfer_latency(69, 0.01, RTT, T0)
    assert found.slow_start_segments == pytest.approx(50.52, abs=5e-3)
    assert (found.slow_start_s, found.recovery_s, found.avoidance_s, found.total_s) == pytest.approx(
        (0.8060, 0.0821, 0.2374, 1.2255), abs=6e-5
    )
    more = analytic.transfer_latency([69, 685], [0.05, 0.001], RTT, T0)
    assert more.total_s == pytest.approx([2.818, 2.214], abs=5e-4)


def test_regression_handshake() -> None:
    loss = np.array([0.01, 0.05])
    old = analytic.connect_latency_s(RTT, 3, loss_there=loss, loss_back=loss)
    new = analytic.connect_latency_s(RTT, 1, loss_there=loss, loss_back=loss)
    assert old == pytest.approx([0.1612, 0.4333], abs=5e-5)
    assert new == pytest.approx([0.1204, 0.2111], abs=5e-5)


def test_regression_pftk() -> None:
    loss = np.array([1e-4, 1e-3, 1e-2, 2e-2, 5e-2, 0.1])
    full = [862.79, 269.09, 77.85, 50.85, 26.71, 15.15]
    approximate = [865.25, 271.42, 79.43, 51.79, 26.06, 12.52]
    assert analytic.pftk_packets_s(loss, RTT, T0) == pytest.approx(full, abs=5e-3)
    assert analytic.pftk_approximate_packets_s(loss, RTT, T0) == pytest.approx(approximate, abs=5e-3)
    limited = analytic.pftk_packets_s([1e-4, 1e-3], RTT, T0, window_segments=8)
    assert limited == pytest.approx([79.72, 77.26], abs=5e-3)


def test_regression_rfc5348() -> None:
    assert analytic.rfc5348_bytes_s([1e-3, 1e-2, 0.1], RTT, 1460) == pytest.approx(
        [560_412, 164_005, 25_844], abs=0.6
    )


@pytest.mark.parametrize(("writes", "stalls"), [([1510], 1), ([1024, 486], 1), ([310], 0)])
def test_regression_nagle_stalls(writes: list[int], stalls: int) -> None:
    assert analytic.nagle_stalls(writes, 1460) == stalls


def test_regression_sigma() -> None:
    rho = np.array([0.2, 0.8, 0.9, 0.95])
    assert analytic.dm1_sigma(rho) == pytest.approx([0.00698, 0.62863, 0.80690, 0.90170], abs=5e-6)
    found = analytic.dm1_wait_s(np.append(rho, 0.5), 1.0)
    assert found == pytest.approx([0.00703, 1.69273, 4.17866, 9.17243, 0.25500], abs=5e-6)
