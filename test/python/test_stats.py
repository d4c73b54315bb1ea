# SPDX-License-Identifier: GPL-2.0-only
"""Confidence intervals against hand arithmetic with the t table."""

from __future__ import annotations

import net8
import pytest


def test_five_values() -> None:
    # 1..5: mean 3, variance (4+1+0+1+4)/4 = 2.5; t(0.975; 4) = 2.776 (any table): 2.776 sqrt(2.5/5) = 1.963.
    found = net8.interval([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.half_width == pytest.approx(1.963, abs=5e-4)
    assert found.n == 5
    assert (found.low, found.high) == pytest.approx((1.037, 4.963), abs=5e-4)


def test_two_values_at_ninety_percent() -> None:
    # 10, 12: mean 11, variance 2; t(0.95; 1) = 6.314: 6.314 sqrt(2/2) = 6.314.
    assert net8.interval([10, 12], confidence=0.9).half_width == pytest.approx(6.314, abs=5e-4)


def test_one_value_has_no_interval() -> None:
    found = net8.interval([7.5])
    assert (found.mean, found.half_width, found.n) == (7.5, None, 1)
    assert str(found) == "7.5 (n = 1, 95%)"


def test_equal_values_have_an_interval_of_nothing() -> None:
    # 0.1 + 0.1 + 0.1 is not 0.3 in binary, yet the three do not differ.
    found = net8.interval([0.1, 0.1, 0.1])
    assert (found.mean, found.half_width) == (0.1, 0)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_level_outside_zero_to_one_is_refused(confidence: float) -> None:
    with pytest.raises(net8.PlanError, match="is not between 0 and 1; use a number such as"):
        net8.interval([1, 2], confidence=confidence)


def test_no_values_are_refused() -> None:
    with pytest.raises(net8.PlanError, match="no values to average"):
        net8.interval([])
