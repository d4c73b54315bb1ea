# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms against published numbers."""

from __future__ import annotations

import math

import pytest
from net8 import analytic


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
