# SPDX-License-Identifier: GPL-2.0-only
"""Indices of functions whose variances arithmetic tells."""

from __future__ import annotations

import math

import numpy as np
import pytest
from net8.plan.design import Design
from net8.statistics.ranking import decompose, morris, sobol
from numpy.typing import NDArray
from scipy.stats import sobol_indices

Array = NDArray[np.float64]
A, B = 7.0, 0.1


def ishigami(places: Array) -> Array:
    """Ishigami and Homma 1990, over -pi to pi."""
    one, two, three = (2 * places.T - 1) * math.pi
    return np.asarray(np.sin(one) + A * np.sin(two) ** 2 + B * three**4 * np.sin(one))


def test_sobols_indices_of_ishigamis_function_are_within_their_intervals() -> None:
    """Over -pi to pi sin has mean 0 and mean square 1/2, sin^2 has variance 1/8, x^4 has mean pi^4/5, x^8 pi^8/9.

    f = sin x1 (1 + b x3^4) + a sin^2 x2, so that given x1 the mean is sin x1 (1 + b pi^4/5) and a constant: it has
    variance V1 = (1 + b pi^4/5)^2 / 2. V2 = a^2/8. The variance of the first term is its mean square,
    (1 + 2 b pi^4/5 + b^2 pi^8/9) / 2, and what V1 does not hold of it is due to x1 and x3 together:
    V13 = b^2 pi^8 (1/9 - 1/25) / 2.
    """
    v1, v2 = (1 + B * math.pi**4 / 5) ** 2 / 2, A**2 / 8
    v13 = B**2 * math.pi**8 * (1 / 9 - 1 / 25) / 2
    every = v1 + v2 + v13
    known = [(v1, v1 + v13), (v2, v2), (0.0, v13)]
    held = 0
    for seed in range(1, 11):
        design = Design("sobol", 256, {})
        values = ishigami(design.places(3, seed)).reshape(-1, 5)
        main, total = sobol(values, 0.95)
        for (first, both), one, other in zip(known, main, total, strict=True):
            for right, found in ((first / every, one), (both / every, other)):
                assert found.low is not None
                assert found.high is not None
                held += found.low <= right <= found.high
                assert found.value == pytest.approx(right, abs=0.15)
    # 60 intervals at 95 %; those of points of a sequence, which are more even than random ones, hold more.
    assert held >= 57


def test_they_are_those_of_scipy() -> None:
    values = ishigami(Design("sobol", 64, {}).places(3, 1)).reshape(-1, 5)
    main, total = sobol(values, 0.95)
    # SciPy takes means and variances of A and B, too.
    given = {"f_A": values[:, :1].T, "f_B": values[:, -1:].T, "f_AB": values[:, 1:-1].T[:, None, :]}
    theirs = sobol_indices(func=given, n=64)
    assert [each.value for each in main] == pytest.approx(theirs.first_order)
    assert [each.value for each in total] == pytest.approx(theirs.total_order)


def test_effects_of_morris_are_the_slopes_of_a_line() -> None:
    """Of 3x - 2y each effect is the slope; of xy it is the other one, which on the grid is at least 0 and at most 1."""
    design = Design("morris", 12, {})
    places = design.places(3, 1)
    x, y, z = places.T
    values = (3 * x - 2 * y + y * z).reshape(-1, 4)
    size, spread = morris(values, places.reshape(-1, 4, 3), 0.95)
    assert size[0].value == pytest.approx(3)
    assert spread[0].value == pytest.approx(0, abs=1e-12)
    assert 1 < size[1].value < 2
    assert 0 < size[2].value < 1
    assert spread[1].value > 0.1
    assert size[1].low is not None
    assert size[1].low <= size[1].value
    # Each step changes one of them by two thirds of its range.
    steps = np.abs(np.diff(places.reshape(-1, 4, 3), axis=1))
    assert np.allclose(np.sort(steps, axis=2), [0, 0, 2 / 3])
    assert places.min() >= 0
    assert places.max() == pytest.approx(1)


def test_the_variance_of_a_grid_is_that_of_its_terms() -> None:
    """A + 2b + ab with a, b = -1, 1 has terms that do not correlate, with variances 1, 4 and 1 of 6."""
    a, b = np.array([-1.0, 1.0])[:, None], np.array([-1.0, 1.0])
    main, total, pairs = decompose((a + 2 * b + a * b)[..., None], 0.95)
    assert [each.value for each in main] == pytest.approx([1 / 6, 4 / 6])
    assert [each.value for each in total] == pytest.approx([2 / 6, 5 / 6])
    assert pairs[0, 1].value == pytest.approx(1 / 6)
    assert main[0].low is None


def test_replications_of_a_grid_give_its_shares_intervals() -> None:
    noise = np.random.default_rng(1).normal(0, 0.5, (2, 2, 20))
    a, b = np.array([-1.0, 1.0])[:, None, None], np.array([-1.0, 1.0])[:, None]
    main, _total, _pairs = decompose(a + 2 * b + noise, 0.95)
    assert main[0].low is not None
    assert main[0].high is not None
    assert main[0].low < 1 / 5 < main[0].high


@pytest.mark.parametrize("kind", ["latin-hypercube", "sobol", "morris"])
def test_points_follow_from_the_seed(kind: str) -> None:
    design = Design(kind, 8, {})
    assert np.array_equal(design.places(3, 5), design.places(3, 5))
    assert not np.array_equal(design.places(3, 5), design.places(3, 6))
    assert len(design.places(3, 5)) == design.rows(3)


@pytest.mark.parametrize("kind", ["sobol", "morris"])
def test_more_points_keep_those_that_are_there(kind: str) -> None:
    few, more = (Design(kind, number, {}).places(3, 5) for number in (8, 16))
    assert np.array_equal(more[: len(few)], few)


def test_a_latin_hypercube_has_a_point_in_each_slice() -> None:
    places = Design("latin-hypercube", 10, {}).places(3, 1)
    assert np.array_equal(np.sort(np.floor(places * 10), axis=0), np.tile(np.arange(10.0)[:, None], 3))
