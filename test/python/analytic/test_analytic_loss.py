# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms of TCP with loss against their papers' own statements."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable

import net8
import numpy as np
import pytest
from net8 import analytic


def test_response_function_of_standard_tcp() -> None:
    # RFC 3649, table 1: windows and round trips between losses; the table rounds the first and cuts the second.
    window, round_trips = analytic.response_window([1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
    assert np.rint(window).tolist() == [12, 38, 120, 379, 1200]
    assert np.floor(round_trips + 1e-9).tolist() == [8, 25, 80, 252, 800]


def test_ten_gigabit_per_second_need_a_window_of_83333_segments() -> None:
    # RFC 3649, abstract: 10 Gbit/s, 1500 bytes, 100 ms: 83,333 segments, at most one loss in 5,000,000,000 packets.
    window = analytic.bandwidth_delay_bytes(10e9, 0.1) / 1500
    assert window == pytest.approx(83_333, abs=1)
    # 1.5 / W^2 is one in 4.6e9; the abstract rounds, 8 per cent.
    assert 1 / (1.5 / window**2) == pytest.approx(5e9, rel=0.08)
    assert analytic.mathis_window(1.5 / window**2) == pytest.approx(window)


def test_constants_of_mathis() -> None:
    # Mathis et al. 1997, table 1: 1.22, 0.87 with delayed ACKs; random loss 1.31, 0.93.
    assert {key: round(value, 2) for key, value in analytic.MATHIS_CONSTANTS.items()} == {
        ("periodic", 1): 1.22, ("periodic", 2): 0.87, ("random", 1): 1.31, ("random", 2): 0.93,
    }  # fmt: skip
    # MSS / RTT x C0 / sqrt(p): 1460 / 0.1 x 1.31 / 0.1 = 191,260 bytes per second.
    assert analytic.mathis_bytes_s(1e-2, 0.1, 1460, constant=1.31) == pytest.approx(191_260)


def test_little_loss_makes_pftk_the_square_root_law() -> None:
    # Padhye et al. 1998: for p -> 0 the rate tends to sqrt(3 / (2 b p)) / RTT.
    for segments_per_ack in (1, 2):
        law = math.sqrt(3 / (2 * segments_per_ack * 1e-4)) / 0.1
        assert analytic.pftk_packets_s(1e-4, 0.1, 0.4, segments_per_ack=segments_per_ack) == pytest.approx(
            law, rel=0.005
        )


def test_without_loss_the_window_is_the_limit() -> None:
    with pytest.warns(analytic.OutOfRangeWarning, match="loss = 0 is outside 0.0001 to 0.3"):
        assert analytic.pftk_packets_s(0, 0.1, 0.4, window_segments=8) == 80
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.pftk_approximate_packets_s(0, 0.1, 0.4, window_segments=8) == 80


def test_parts_of_pftk_by_hand() -> None:
    # f(1) = 1 + 1 + 2 + 4 + 8 + 16 + 32 = 64. A window of 3 always ends in a timeout; for p -> 0 one of w does with
    # probability 3 / w.
    assert analytic.pftk_backoff(1.0) == 64
    assert analytic.pftk_timeout_share([1e-9, 1e-9, 0, 0.3], [6, 60, 6, 3]) == pytest.approx(
        [0.5, 0.05, 0.5, 1]
    )
    # b = 1, p = 3/11: a = 1, 8 (1 - p) / (3 p) = 64 / 9: E[W] = 1 + sqrt(64 / 9 + 1) = 1 + sqrt(73) / 3.
    assert analytic.pftk_window(3 / 11, 1) == pytest.approx(1 + math.sqrt(73) / 3)


def test_a_transfer_without_loss_is_slow_start() -> None:
    # For w1 = 1 and an ACK per segment the continuous form is log2(d + 1) round trips; the rounds are whole ones.
    segments = np.arange(1, 700)
    found = analytic.transfer_latency(segments, 0, 0.1, 0.4, segments_per_ack=1, delayed_ack_s=0)
    rounds = analytic.slow_start_rounds(segments)
    assert np.all(np.abs(found.total_s / 0.1 - rounds) <= 1)
    assert found.slow_start_segments.tolist() == segments.tolist()
    assert not found.avoidance_s.any()
    assert not found.recovery_s.any()


def test_a_limited_window_goes_on_at_its_own_pace() -> None:
    # Cardwell et al. 2000, with g = 2 and Wmax = 8, w1 = 1: 3 rounds to the window, its own one, then (d - 15) / 8.
    found = analytic.transfer_latency(95, 0, 0.1, 0.4, segments_per_ack=1, window_segments=8, delayed_ack_s=0)
    assert found.total_s == pytest.approx(0.1 * (3 + 1 + (95 - 15) / 8))


def test_handshakes_by_hand() -> None:
    # One way of loss 1/4: (3/4) / (1/2) - 1 = 1/2 of the timer; half of all lost never ends.
    assert analytic.connect_latency_s(0.1, 1.0, loss_there=0.25) == pytest.approx(0.6)
    with pytest.warns(analytic.OutOfRangeWarning):
        assert analytic.connect_latency_s(0.1, 1.0, loss_back=0.5) == math.inf


@pytest.mark.parametrize(
    "ask",
    [
        lambda: analytic.mathis_window(0.05),
        lambda: analytic.response_window(0.05),
        lambda: analytic.pftk_packets_s(0.4, 0.1, 0.4),
        lambda: analytic.pftk_approximate_packets_s(1e-5, 0.1, 0.4),
        lambda: analytic.rfc5348_bytes_s([0.01, 0.5], 0.1, 1460),
        lambda: analytic.transfer_latency(10, 0.25, 0.1, 0.4),
        lambda: analytic.transfer_latency(0, 0.01, 0.1, 0.4),
        lambda: analytic.slow_start_rounds(10, growth=3),
        lambda: analytic.stalled_calls_per_s(0.6),
    ],
)
def test_outside_its_range_a_model_warns(ask: Callable[[], object]) -> None:
    with pytest.warns(analytic.OutOfRangeWarning, match="for which the model holds"):
        ask()


def test_inside_its_range_a_model_is_silent() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        analytic.pftk_packets_s([1e-4, 0.3], 0.1, 0.4)
        analytic.transfer_latency([1, 1000], [0, 0.2], 0.1, 0.4, window_segments=[4, np.inf])


@pytest.mark.slow
def test_pftk_holds_reno_of_linux_as_it_holds_the_kernels() -> None:
    """3,460 segments at 2 % of loss both ways, RTT 40 ms and a timeout of 240 ms: 20.5 s by PFTK, one segment per ACK.

    The kernel's Reno took 16.6 s, the mean of ten (journal/linux-tcp.rst): it has SACK and loss probes, which PFTK's
    sender of 1990 lacks. Single fetches spread by 5 %, so means of five and of ten stray from one another by 3 %: the
    band of 10 % is three of these.
    """
    tcp = {"send_buffer": 2**24, "receive_buffer": 2**24, "congestion_control": "TcpLinuxReno"}
    plan = net8.Plan.of(
        {
            "path": {
                "kind": "wan", "rate": "100Mbps", "lan_rate": "1Gbps", "lan_delay": "0s", "delay": "20ms",
                "queue_size": "10000p", "loss_rate": 0.02,
            },
            "client": {
                "driver": "sqlplus", "release": "11.2", "sdu": 8192, "prefetch_rows": 3460,
                "tcp": {"receive_buffer": 2**24},
            },
            "server": {"release": "11.2", "sdu": 8192, "tcp": tcp},
            "query": {"rows": 3460, "row_length": 1448},
        }
    )  # fmt: skip
    calls = [net8.run(plan.with_values({"run.seed": seed})).calls for seed in range(1, 6)]
    taken = [each[each["kind"] == "execute"].iloc[0] for each in calls]
    mean = sum(call["end_s"] - call["start_s"] for call in taken) / len(taken)
    formula = 3460 / float(analytic.pftk_packets_s(0.02, 0.04, 0.24, segments_per_ack=1))
    assert mean == pytest.approx(16.6, rel=0.1)
    assert mean / formula == pytest.approx(16.6 / 20.5, rel=0.1)
