# SPDX-License-Identifier: GPL-2.0-only
"""Bias, limits of agreement and what explains differences, by hand."""

from __future__ import annotations

import math

import pytest
from net8.statistics.agreement import explained, groups_of, limits_of_agreement


@pytest.mark.plain
def test_limits_are_those_of_bland_and_altman() -> None:
    """Of 1, 2 and 3 the mean is 2 and the deviation 1; t of two degrees of freedom is 4.3027 at 95 %.

    The variance of a limit is s^2 / n + 1.96^2 s^2 / 2 (n - 1) = 1/3 + 3.8416 / 4 (Bland and Altman 1999).
    """
    found = limits_of_agreement([1.0, 2.0, 3.0])
    assert found.bias.mean == 2
    assert found.deviation == pytest.approx(1)
    assert (found.low, found.high) == pytest.approx((0.04, 3.96))
    assert found.bias.half_width == pytest.approx(4.3027 / math.sqrt(3), rel=1e-4)
    assert found.half_width == pytest.approx(4.3027 * math.sqrt(1 / 3 + 0.9604), rel=1e-4)
    same = limits_of_agreement([0.5, 0.5, 0.5])
    assert (same.low, same.high, same.half_width) == (0.5, 0.5, 0)


@pytest.mark.plain
def test_groups_explain_what_differs_between_them() -> None:
    assert explained([0, 0, 1, 1], "aabb") == 1
    # Both groups have the same mean.
    assert explained([0, 1, 0, 1], "aabb") == 0
    assert explained([0, 0, 0], "abc") == 0
    # Within: 4 x 0.25 over two degrees of freedom; all: mean 2, 4 + 1 + 1 + 4 over three.
    assert explained([0, 1, 3, 4], "aabb") == pytest.approx(1 - (1 / 2) / (10 / 3))


@pytest.mark.plain
def test_places_with_few_points_are_cut_into_groups_of_like_size() -> None:
    assert groups_of([1, 1, 1, 2, 2, 2]) == [0, 0, 0, 1, 1, 1]
    assert groups_of([float(place) for place in range(15)]) == [place // 3 for place in range(15)]
    assert groups_of([3.0, 1.0, 2.0]) == [0, 0, 0]
