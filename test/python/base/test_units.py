# SPDX-License-Identifier: GPL-2.0-only
"""Quantities: every notation reads to one number, and what is written reads back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from net8.base import units

pytestmark = pytest.mark.plain

WHOLE = st.integers(min_value=0, max_value=2**60)


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [("80ms", 80_000_000), ("0.08s", 80_000_000), (".08 s", 80_000_000), ("5us", 5_000), ("5µs", 5_000),
     ("2min", 120_000_000_000), ("1e-3s", 1_000_000), ("0s", 0), ("1h", 3_600_000_000_000)],
)  # fmt: skip
def test_times(text: str, nanoseconds: int) -> None:
    assert units.parse_time(text) == nanoseconds


@pytest.mark.parametrize(
    ("text", "bits"),
    [("10Mbps", 10_000_000), ("10 Mbit/s", 10_000_000), ("10Mb/s", 10_000_000), ("0.5Gbps", 500_000_000),
     ("1Kibps", 1024), ("9600bps", 9600)],
)  # fmt: skip
def test_rates(text: str, bits: int) -> None:
    assert units.parse_rate(text) == bits


@pytest.mark.parametrize(
    ("text", "size"),
    [(8192, 8192), ("8192", 8192), ("8KiB", 8192), ("8kB", 8000), ("1500B", 1500), ("0.5MiB", 524288)],
)
def test_sizes(text: object, size: int) -> None:
    assert units.parse_size(text) == size


@given(WHOLE)
def test_written_times_read_back(nanoseconds: int) -> None:
    assert units.parse_time(units.format_time(nanoseconds)) == nanoseconds


@given(WHOLE)
def test_written_rates_read_back(bits: int) -> None:
    assert units.parse_rate(units.format_rate(bits)) == bits


@given(st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.lists(st.integers())))
@pytest.mark.parametrize("parse", [units.parse_time, units.parse_rate, units.parse_size])
def test_anything_gives_a_number_or_a_sentence(parse: Callable[[object], int], value: object) -> None:
    try:
        number, sentence = parse(value), ""
    except units.QuantityError as error:
        number, sentence = 0, str(error)
    assert number >= 0
    assert sentence == "" or len(sentence) > 10


def test_the_ends_of_what_is_taken() -> None:
    assert units.parse_time(f"{2**62}ns") == 2**62
    for text, sentence in (("-1ns", "is negative"), (f"{2**62 + 1}ns", "is too large")):
        with pytest.raises(units.QuantityError, match=sentence):
            units.parse_time(text)
    # Bytes without a unit, up to 18 digits.
    assert units.parse_size("1" * 18) == 111_111_111_111_111_111
    with pytest.raises(units.QuantityError, match="has no unit"):
        units.parse_size("1" * 19)


def test_times_become_seconds() -> None:
    assert units.seconds("250ms") == 0.25


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (1500, "1,500 B"), (3 * 2**10, "3 KiB"), (2**20 + 1, "1,048,577 B"), (2**21, "2 MiB")],
)
def test_sizes_for_people_are_exact(size: int, text: str) -> None:
    assert units.format_size(size) == text


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (1666.6, ",.3g", "1,670"),
        (16.66, ",.3g", "16.7"),
        (411234, ",.2g", "410,000"),
        (0.0161, ".2g", "0.016"),
    ],
)
def test_large_numbers_have_no_power_of_ten(value: float, form: str, text: str) -> None:
    assert units.plain(value, form) == text
