# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms of packing, calls, frames, windows and timers against published numbers.

What only the formula itself stands for is in test_analytic_regression.py.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from net8 import analytic

pytestmark = pytest.mark.plain


def test_bandwidth_delay_products() -> None:
    # Data Guard network advice: 622 Mbit/s and 30 ms; Net Services guide: 100 Mbit/s and 5 ms.
    assert analytic.bandwidth_delay_bytes(622e6, 0.030) == pytest.approx(2_332_500)
    assert analytic.bandwidth_delay_bytes(100e6, 0.005) == pytest.approx(62_500)


def test_window_caps() -> None:
    # 8 x 65535 / 0.1 = 5,242,800 bit/s; 8 x 65535 / 0.56 = 936,214 bit/s.
    assert analytic.window_cap_bit_s(65535, 0.1) == pytest.approx(5_242_800)
    assert analytic.window_cap_bit_s(65535, 0.56) == pytest.approx(936_214, abs=1)
    assert analytic.window_cap_bit_s(65535, 0) == math.inf


@pytest.mark.parametrize(
    ("array", "calls"), [(10, 99901), (50, 19981), (100, 9991), (500, 1999), (1000, 1000), (5000, 201)]
)
def test_fetch_calls_of_sqlplus(array: int, calls: int) -> None:
    # Hooper 2010, 999,001 rows.
    assert analytic.fetch_calls(999_001, array, 1, look_ahead=True) == calls


def test_fetch_calls_of_a_database_link() -> None:
    # Ameen's tkprof report: 353 fetch calls for 11,503,946 rows at 32,767 rows each.
    assert analytic.fetch_calls(11_503_946, 32_767, 1, look_ahead=True) == 353


@pytest.mark.parametrize(
    ("size", "sdu", "packets"), [(2651, 2048, 2), (1000, 2048, 1), (1500, 1024, 2), (0, 512, 1)]
)
def test_tns_packets(size: int, sdu: int, packets: int) -> None:
    # Sun BluePrints, October 2002: 2651 bytes at SDU 2048 make 2048 + 623.
    assert analytic.tns_packets(size, sdu) == packets


@pytest.mark.parametrize(
    ("rows", "calls"),
    [
        (9, 1),  # fewer than the first ten
        (10, 2),  # ten rows, then an empty call
        (250, 4),  # runs of JDBC 23.26: 10, 10, 10, 250 asked for a table of 250 rows
        (1000, 7),  # 30, then 250 + 250 + 250 + 220
        (279, 4),  # 30, then 249 of the 250 asked for: that was the end
        (280, 5),  # 30, then all 250: only an empty call tells the end
    ],
)
def test_fetch_calls_of_jdbc(rows: int, calls: int) -> None:
    """JDBC's default fetch size grows from the fourth call on."""
    assert analytic.fetch_calls_growing(rows) == calls


@pytest.mark.parametrize(
    ("rows", "array", "prefetch", "calls"),
    [(250, 100, 2, 4), (1000, 500, 501, 2), (1, 100, 2, 1), (2, 100, 2, 2), (102, 100, 2, 3)],
)
def test_fetch_calls_of_python(rows: int, array: int, prefetch: int, calls: int) -> None:
    """The first two are runs of python-oracledb: 2, 100, 100, 100 rows asked, and 501, 500."""
    assert analytic.fetch_calls(rows, array, prefetch, look_ahead=False) == calls


@pytest.mark.parametrize(
    ("rows", "array", "prefetch", "look_ahead", "calls"),
    [
        (149, 50, 7, False, 4),  # 7, 43, 50, 49
        (150, 50, 7, False, 5),  # 7, 43, 50, 50, 0
        (150, 50, 7, True, 4),
        (201, 100, 2, False, 4),  # 2, 98, 100, 1: node-oracledb
        (6, 50, 7, False, 1),
        (7, 50, 7, False, 2),
        (7, 50, 7, True, 1),
        (149, 100, 100, False, 2),  # 100, 49: a whole array came first
        (1000, 500, 501, False, 3),  # 501, 499, 0: node-oracledb
        (1000, 500, 501, True, 2),
        (1001, 500, 1001, False, 2),  # 1001, 0
        (1000, 500, 1001, False, 1),
    ],
)
def test_calls_where_the_first_fetch_fills_an_array(
    rows: int, array: int, prefetch: int, look_ahead: bool, calls: int
) -> None:
    assert analytic.fetch_calls(rows, array, prefetch, look_ahead=look_ahead, rounded=True) == calls


def test_packets_of_the_row_length_example() -> None:
    # Sun BluePrints, October 2002: 2651 and 1000 bytes at SDU 2048.
    assert analytic.packet_sizes(2651, 2048).tolist() == [2048, 623]
    assert analytic.packet_sizes(1000, 2048).tolist() == [1010]


def test_segments_of_the_row_length_example() -> None:
    # The same: IP packets of 1500 and 628 bytes, frames of 1514 and 642, without FCS.
    segments = analytic.segment_sizes(2048, 1460)
    assert analytic.ip_bytes(segments).tolist() == [1500, 628]
    assert analytic.frame_bytes(segments, fcs=False).tolist() == [1514, 642]
    # 623 + 40 + 14: 677 (the text has 678, with a padding byte that neither IP nor Ethernet adds).
    assert analytic.frame_bytes(623, fcs=False) == 677


def test_frames_and_segments_of_hooper() -> None:
    # "Network Monitoring Experimentations 5": a frame of 704 around 650 around 640; 1761 and 8155 bytes in segments.
    assert analytic.packet_sizes(640, 8192).tolist() == [650]
    assert analytic.frame_bytes(650, fcs=False) == 704
    assert analytic.segment_sizes(1761, 1460).tolist() == [1460, 301]
    assert analytic.segment_sizes(8155, 1460).tolist() == [1460] * 5 + [855]


def test_rows_of_hoopers_packet() -> None:
    # 10 + 32 + 889 + 84 x 86 = 8155: 85 rows of which the first is sent whole; 803 bytes more than a later row.
    first, _later = analytic.rows_per_packet(86, 8192, before_rows_bytes=32 + 889 - 86)
    assert first == 85
    # The 8155 bytes as reply: header message 32, rows, no end of call in this packet.
    assert analytic.reply_bytes(85, 86, first_row_bytes=889, reply_overhead_bytes=32) + 10 == 8155
    # And ten rows with the end of call of 56 bytes: 1761.
    assert (
        analytic.reply_bytes(10, 86, first_row_bytes=889, reply_overhead_bytes=32, end_bytes=56) + 10 == 1761
    )


def test_more_data_waits_of_ameen() -> None:
    # 351 fetches of 32,767 rows and one of 2728, at 6.93 bytes a row: 38,970 and 2106 (38,967 and 2223 observed).
    sizes = np.array([6.93 * 32767, 6.93 * 2728])
    fetches = np.array([351, 1])
    assert fetches @ analytic.more_data_waits(sizes, 2048) == 38_970
    assert fetches @ analytic.more_data_waits(sizes, 32767) == 2106


@pytest.mark.parametrize(
    ("frame", "rates"), [(64, (14_880, 148_809, 1_488_095)), (1518, (812, 8_127, 81_274))]
)
def test_frame_rates(frame: int, rates: tuple[int, ...]) -> None:
    # RFC 2544, appendix B: frames per second of 10 Mbit/s, 100 Mbit/s, 1 Gbit/s Ethernet, rounded down.
    assert np.floor(analytic.frame_rate(frame, [10e6, 100e6, 1e9])).tolist() == list(rates)


def test_three_times_the_bandwidth_delay_product() -> None:
    # Data Guard network advice: 6,997,500 bytes; E27: 40 Mbit/s and 25 ms, twice the product of 125,000 bytes.
    assert 3 * analytic.bandwidth_delay_bytes(622e6, 0.030) == pytest.approx(6_997_500)
    assert 2 * analytic.bandwidth_delay_bytes(40e6, 0.025) == pytest.approx(250_000)


def test_slow_start_of_kurose_and_ross() -> None:
    # Computer Networking, 2nd ed.: S = 536, O = 5000 bytes; stalls P, without and with slow start, at RTT 0.1 and 1 s.
    rates = np.array([28e3, 100e3, 1e6, 10e6])
    assert analytic.slow_start_stalls(5000, 536, rates, 0.1).tolist() == [1, 2, 3, 3]
    assert analytic.slow_start_stalls(5000, 536, rates, 1.0).tolist() == [3, 3, 3, 3]
    near = analytic.slow_start_latency_s(5000, 536, rates, 0.1)
    far = analytic.slow_start_latency_s(5000, 536, rates, 1.0)
    assert near == pytest.approx([1.73, 0.757, 0.52, 0.50], abs=0.005)
    assert far == pytest.approx([5.8, 5.2, 5.0, 5.0], abs=0.05)
    # A window that holds the object from the start: 2 RTT + O / R.
    assert analytic.static_window_latency_s(5000, 536, rates, 0.1, 1e6) == pytest.approx(
        [1.63, 0.60, 0.24, 0.20], abs=0.005
    )
    assert analytic.static_window_latency_s(5000, 536, rates, 1.0, 1e6) == pytest.approx(
        [3.4, 2.4, 2.0, 2.0], abs=0.05
    )


def test_rounds_of_slow_start_by_hand() -> None:
    # Windows 1, 2, 4, ...: 1 segment is one round, 3 are two, the fourth begins the third; from 2 on, 6 are two rounds.
    assert analytic.slow_start_rounds([1, 3, 4, 7, 8]).tolist() == [1, 2, 3, 3, 4]
    assert analytic.slow_start_rounds([2, 6, 7], 2).tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("writes", "stalls"),
    [
        ([100], 0),  # nothing is outstanding
        ([100, 100], 1),  # write, write, read: the second waits for the ACK of the first (Heidemann 1997)
        ([1560], 1),  # one full segment is out, its ACK is delayed, and 100 bytes wait for it
        ([3020], 0),  # the second full segment is acknowledged at once
        ([1460], 0),  # nothing is left over
    ],
)
def test_nagle_holds_back_what_fills_no_segment(writes: list[int], stalls: int) -> None:
    # RFC 896, segments of 1460 bytes, and RFC 1122: an ACK behind every second segment.
    assert analytic.nagle_stalls(writes, 1460) == stalls


@pytest.mark.parametrize(
    ("writes", "mss", "stalls"),
    [
        ([1520], 1460, None),  # 60 bytes behind a full segment go at once
        ([1024, 496], 1460, 1),  # 496 bytes behind 1024 wait for the delayed ACK
        ([310], 1460, None),  # nothing is outstanding
        ([1460, 100, 100], 1460, 0),  # 100 behind 100 wait, for the ACK behind the second segment
        ([4094, 4094], 8960, 1),  # on jumbo frames as well
        ([4094, 4095], 8960, None),  # but from 4095 bytes on nothing waits
        ([4095, 100], 8960, None),
    ],
)
def test_solaris_holds_back_what_is_short_behind_what_is_short(
    writes: list[int], mss: int, stalls: int | None
) -> None:
    # tcp_output.c of illumos-gate: usable < naglim && naglim > last_sent_len && snxt != suna, naglim min(MSS, 4095).
    assert analytic.solaris_stalls(writes, mss) == stalls


def test_a_static_window_below_the_path_stalls() -> None:
    # By hand: O = 10 segments of 1000 bytes at 8 Mbit/s (1 ms each), W = 4, RTT 10 ms: three windows, the first two
    # wait for 1 + 10 - 4 = 7 ms each: 20 + 10 + 14 ms.
    assert analytic.static_window_latency_s(10_000, 1000, 8e6, 0.010, 4) == pytest.approx(0.044)


def test_a_window_that_stops_growing_waits_alike_from_then_on() -> None:
    # By hand: 11 segments of 1 ms, acknowledged 10 ms after they begin; windows of 2, then 4 but for a most of 3. The
    # first waits for 8 ms, of the three that hold the other 9 segments two wait for 7 ms each.
    assert analytic.sender_idle_s(
        11, 2, growth=2, largest_window_segments=3, segment_s=0.001, acknowledged_s=0.010
    ) == pytest.approx(0.022)


@pytest.mark.parametrize(
    ("retries", "initial", "linear", "times", "give_up"),
    [
        (6, 1, 0, [1, 3, 7, 15, 31, 63], 127),  # kernel documentation, ip-sysctl
        (
            6,
            1,
            4,
            [1, 2, 3, 4, 5, 7, 11, 19, 35, 67],
            131,
        ),  # the same, with four linear timeouts: 67 and 131 s
        (5, 1, 0, [1, 3, 7, 15, 31], 63),  # SYN-ACKs
        (3, 3, 0, [3, 9, 21], 45),  # old stacks with 3 s
    ],
)
def test_syn_retries(retries: int, initial: float, linear: int, times: list[float], give_up: float) -> None:
    assert analytic.syn_retry_times_s(retries, initial_s=initial, linear=linear).tolist() == times
    assert analytic.syn_give_up_s(retries, initial_s=initial, linear=linear) == give_up


def test_retransmission_timeout() -> None:
    # RFC 6298, section 2: SRTT + max(G, 4 RTTVAR), at least 1 s; after a first sample R, RTTVAR = R / 2: 3 R.
    assert analytic.retransmission_timeout_s(0.5, 0.25) == pytest.approx(1.5)
    assert analytic.retransmission_timeout_s(0.1, 0.05) == 1
    assert analytic.retransmission_timeout_s(0.1, 0.05, least_s=0.2) == pytest.approx(0.3)
    assert analytic.retransmission_timeout_s(0.1, 0.0, least_s=0.2, granularity_s=0.2) == pytest.approx(0.3)
    assert analytic.retransmission_timeout_s(0.1, 0.05, retries=[0, 1, 5, 6]).tolist() == [1, 2, 32, 60]


def test_a_stall_in_each_call_allows_five_calls_a_second() -> None:
    # Heidemann 1997: a delayed ACK of 200 ms a call.
    assert analytic.stalled_calls_per_s(0.2) == pytest.approx(5)


def test_times_of_calls_by_hand() -> None:
    # 4 calls of 80 ms and 2 + 1 ms of work, 1000 rows of 10 us, 125,000 bytes at 10 Mbit/s: 0.332 + 0.01 + 0.1.
    assert analytic.fetch_time_s(
        4, 0.080, server_call_s=0.002, client_call_s=0.001, rows=1000, row_s=10e-6, wire_bytes=125_000,
        rate_bit_s=10e6,
    ) == pytest.approx(0.442)  # fmt: skip
    # 7 round trips of OCI, 80 ms each, 20 ms in the server, 1250 bytes at 1 Mbit/s.
    wire = analytic.serialisation_s(1250, 1e6)
    assert analytic.logon_time_s(7, 0.080, server_s=0.020, serialisation_s=wire) == pytest.approx(0.590)
    # A round trip of 40 ms and 1 ms for a call weigh as much as 410 rows of 0.1 ms.
    assert analytic.array_knee_rows(0.040, 0.001, 0.0001) == pytest.approx(410)
    # 10,000 bytes at 8 Mbit/s: 10 ms; in windows of 4000 bytes: three, of which two wait for 100 ms, and 2 ms.
    assert analytic.call_time_s(0.1, 10_000, 8e6) == pytest.approx(0.110)
    assert analytic.call_time_s(0.1, 10_000, 8e6, window_bytes=4000) == pytest.approx(0.302)


def test_the_least_limit_dominates() -> None:
    # 65,535 bytes in 100 ms are 5.24 Mbit/s; half of 8 Mbit/s are 4; what loss leaves is 1 Mbit/s.
    limits = [analytic.dominating_limit(65535, 0.1, rate, share=0.5, loss_cap_bit_s=cap)
              for rate, cap in ((100e6, math.inf), (8e6, math.inf), (8e6, 1e6))]  # fmt: skip
    assert [analytic.LIMITS[int(limit)] for limit in limits] == ["window", "rate", "loss"]
    assert analytic.throughput_bit_s(65535, 0.1, [100e6, 8e6], share=0.5) == pytest.approx([5_242_800, 4e6])


def test_bytes_around_a_segment_by_hand() -> None:
    # 1 byte: 41 bytes of IP padded to 46, 14 + 4 + 8 + 12 around them; with timestamps 53, over IPv6 73 and 4 of VLAN.
    assert analytic.wire_bytes(1) == 46 + 38
    assert analytic.wire_bytes(1, timestamps=True) == 53 + 38
    assert analytic.wire_bytes(1, timestamps=True, ipv6=True, vlan=True) == 73 + 42
    assert analytic.ppp_bytes(1) == 43
    # RFC 8446: 5 bytes in front, AES-GCM tag of 16 behind.
    assert analytic.tls_record_bytes(100) == 121
    # 10 full segments and a short one: 11 frames, 6 ACKs.
    assert analytic.frames(14_601, 1460) == 11
    assert analytic.acks(11) == 6


def test_what_a_server_leaves_free_holds_no_row() -> None:
    # 8192 - 10 bytes hold eight rows of 1000 bytes; with 200 bytes less, 7982, seven.
    assert [int(rows) for rows in analytic.rows_per_packet(1000, 8192)] == [8, 8]
    assert [int(rows) for rows in analytic.rows_per_packet(1000, 8192, reserve_bytes=200)] == [7, 7]


def test_a_write_of_whole_segments_leaves_none_empty() -> None:
    assert analytic.segment_sizes([2920, 1000], 1460).tolist() == [1460, 1460, 1000]
