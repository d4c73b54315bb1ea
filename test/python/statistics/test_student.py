# SPDX-License-Identifier: GPL-2.0-only
"""Quantiles of Student's t, against SciPy's and against the normal distribution's."""

import pytest
from net8.statistics.student import student
from scipy.special import stdtrit


@pytest.mark.parametrize("free", [1, 30, 199, 200, 1_000, 10**6])
@pytest.mark.parametrize("probability", [0.05, 0.5, 0.8, 0.95, 0.975, 0.995, 0.99995])
def test_it_is_the_quantile(free: int, probability: float) -> None:
    assert student(probability, free) == pytest.approx(stdtrit(free, probability), rel=1e-9, abs=1e-12)


def test_of_very_many_values_it_is_that_of_the_normal_distribution() -> None:
    assert student(0.975, 10**12) == pytest.approx(1.959963984540054, abs=1e-10)
