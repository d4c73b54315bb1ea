# SPDX-License-Identifier: GPL-2.0-only
"""Confidence intervals against hand arithmetic with the t table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import net8
import pytest
from net8.campaign.cells import skew_notes
from net8.campaign.results import Results
from net8.schema.metrics import find_metric
from net8.statistics.intervals import runs_for_skew

pytestmark = pytest.mark.plain


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


# By hand for y = 1, 2, 4, 5 and x = -1, 0, 0, 1: slope 4 / 2 = 2; residuals 0, -1, 1, 0 around 3 + 2 x; their square of
# deviation 2 / (4 - 1 - 1) = 1. At x = m the mean is 3 + 2 m and its variance 1 / 4 + m^2 / 2. Student's t for two
# degrees of freedom is 4.302653; without a control it is 3.182446 for three, and y has the variance 10 / 3.
Y, X = [1.0, 2.0, 4.0, 5.0], [-1.0, 0.0, 0.0, 1.0]
PLAIN = (3.0, 3.182446 * (10 / 3 / 4) ** 0.5)


@pytest.mark.parametrize(
    ("known", "mean", "variance"), [(0.0, 3.0, 0.25), (1.0, 5.0, 0.75), (-0.5, 2.0, 0.375)]
)
def test_a_control_moves_the_mean_and_narrows_the_interval(
    known: float, mean: float, variance: float
) -> None:
    found = net8.control_variate(Y, X, expected=known)
    assert (found.mean, found.half_width) == pytest.approx((mean, 4.302653 * variance**0.5), rel=1e-6)


def test_a_control_that_follows_from_another_takes_no_degree_of_freedom() -> None:
    found = net8.control_variates(Y, [X, [2 * x + 7 for x in X]], expected=[0.0, 7.0])
    assert (found.mean, found.half_width) == pytest.approx((3.0, 4.302653 * 0.5), rel=1e-6)


@pytest.mark.parametrize(
    "controls",
    [
        [[2.0] * 4],  # says nothing
        [X, [0.0, 1.0, -1.0, 0.0]],  # two would leave one degree of freedom
    ],
)
def test_controls_that_are_no_use_leave_the_plain_interval(controls: list[list[float]]) -> None:
    found = net8.control_variates(Y, controls, expected=[1.0] * len(controls))
    assert (found.mean, found.half_width) == pytest.approx(PLAIN, rel=1e-6)


ONE_OF_TEN = [0.0] * 9 + [1.0]
"""p = 0.1: skewness (1 - 2p) / sqrt(p (1 - p)) = 8/3; of a sample of 10, sqrt(10 x 9) / 8 times it, squared 10."""


def test_a_long_tail_needs_more_runs() -> None:
    # Cochran: 25 x 10; the standard error of ten normal values is sqrt(6 x 10 x 9 / (8 x 11 x 13)) = 0.687.
    assert runs_for_skew(ONE_OF_TEN) == 250
    assert runs_for_skew(-value for value in ONE_OF_TEN) == 250


def test_what_may_be_chance_or_is_enough_needs_none() -> None:
    assert runs_for_skew(range(10)) is None
    # p = 0.3: squared skewness 0.4^2 / 0.21 x 90 / 64 = 1.071, below (2 x 0.687)^2 = 1.888.
    assert runs_for_skew([0.0] * 7 + [1.0] * 3) is None
    # 40 of 400: squared skewness about 7.1, so 179 runs do, and there are 400.
    assert runs_for_skew(ONE_OF_TEN * 40) is None
    assert runs_for_skew([1.0, 1.0, 1.0]) is None
    assert runs_for_skew([1.0, 5.0]) is None


def test_a_table_says_where_its_runs_are_too_few() -> None:
    values = [dict(enumerate(ONE_OF_TEN)), dict(enumerate(range(10)))]
    made = SimpleNamespace(
        campaign=SimpleNamespace(points=[None, None]), values=lambda index, _name: values[index]
    )
    (note,) = skew_notes(cast(Results, made), [find_metric("response_time")])
    assert note.startswith("95 % intervals are likely too narrow at 1 of 2 points")
    assert "--runs 250 " in note
