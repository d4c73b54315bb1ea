# SPDX-License-Identifier: GPL-2.0-only
"""Intervals of 95 % hold the true mean in 93 to 97 of 100 of 1,000 experiments, whose true means are known."""

from __future__ import annotations

import math
from collections.abc import Callable

import net8
import numpy as np
import pytest
from net8.statistics.trials import FIRST_RUNS, runs_for

EXPERIMENTS = 1000
RUNS = 10


def _covered(experiment: Callable[[np.random.Generator], tuple[float, float]], truth: float) -> float:
    """Return the part of the experiments whose interval holds the truth."""
    draws = np.random.default_rng(8)
    found = [experiment(draws) for _number in range(EXPERIMENTS)]
    return sum(low <= truth <= high for low, high in found) / EXPERIMENTS


def _plain(draws: np.random.Generator) -> tuple[float, float]:
    found = net8.interval(draws.normal(3.0, 1.0, RUNS))
    return found.low, found.high


def _controlled(draws: np.random.Generator) -> tuple[float, float]:
    """Draw times of 2 s and 0.4 s for each loss, of which there are 5 in the mean, and noise: R^2 is 0.9."""
    losses = draws.normal(5.0, 1.0, RUNS)
    times = 2.0 + 0.4 * losses + draws.normal(0.0, 0.4 / 3, RUNS)
    found = net8.control_variate(times.tolist(), losses.tolist(), expected=5.0)
    return found.low, found.high


def _controlled_by_two(draws: np.random.Generator) -> tuple[float, float]:
    """Draw the same with a second control, and a third that says nothing more."""
    losses, jobs = draws.normal(5.0, 1.0, RUNS), draws.normal(0.0, 1.0, RUNS)
    times = 2.0 + 0.4 * losses - jobs + draws.normal(0.0, 0.1, RUNS)
    controls = [losses.tolist(), jobs.tolist(), (losses + jobs).tolist()]
    found = net8.control_variates(times.tolist(), controls, expected=[5.0, 0.0, 5.0])
    return found.low, found.high


def _paired(draws: np.random.Generator) -> tuple[float, float]:
    """Let both systems meet the same luck, of which the second feels twice as much."""
    luck = draws.normal(0.0, 1.0, RUNS)
    first, second = 5.0 + luck, 4.0 + 2 * luck + draws.normal(0.0, 0.1, RUNS)
    found = net8.compare_paired(list(first), list(second))
    return found.low, found.high


def _welch(draws: np.random.Generator) -> tuple[float, float]:
    found = net8.compare_welch(list(draws.normal(5.0, 1.0, RUNS)), list(draws.normal(4.0, 3.0, 2 * RUNS)))
    return found.low, found.high


def _sequential(draws: np.random.Generator) -> tuple[float, float]:
    """Stop at a half width of 5 % of values that spread by 10 % of their mean: about 18 of them."""
    found = net8.replicate(lambda _number: float(draws.normal(3.0, 0.3)), relative=0.05, least=RUNS)
    return found.low, found.high


def _batches(draw: Callable[[int], np.ndarray]) -> tuple[float, float]:
    """Go on as --until does: twenty values, then as many as their variance asks for, until 10 % are reached."""
    values = list(draw(FIRST_RUNS))
    while (needed := runs_for(net8.interval(values), relative=0.1)) > len(values):
        values += list(draw(needed - len(values)))
    found = net8.interval(values)
    return found.low, found.high


def _until(draws: np.random.Generator) -> tuple[float, float]:
    """Stop at 10 % of times that spread by a third of their mean, with a long tail: about 55 of them."""
    return _batches(lambda number: draws.lognormal(0.0, 0.3, number))


def _until_of_fetches(draws: np.random.Generator) -> tuple[float, float]:
    """Stop at 10 % of times of 2 s and 0.2 s for each packet that is lost, of which there are 10 in the mean."""
    return _batches(lambda number: 2.0 + 0.2 * draws.poisson(10.0, number))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("experiment", "truth"),
    [
        (_plain, 3.0),
        (_controlled, 4.0),
        (_controlled_by_two, 4.0),
        (_paired, 1.0),
        (_welch, 1.0),
        (_sequential, 3.0),
        (_until, math.exp(0.3**2 / 2)),
        (_until_of_fetches, 4.0),
    ],
)
def test_intervals_hold_what_they_say(
    experiment: Callable[[np.random.Generator], tuple[float, float]], truth: float
) -> None:
    # 95 % of 1,000 have a standard error of sqrt(0.95 x 0.05 / 1000) = 0.7 %: the band is three of them.
    assert 0.93 <= _covered(experiment, truth) <= 0.97


def test_a_control_takes_out_what_it_explains() -> None:
    """With R^2 = 0.9 a tenth of the variance is left, so that a fifth of the runs give a narrower interval."""
    draws = np.random.default_rng(9)
    losses = draws.normal(5.0, 1.0, 200)
    times = 2.0 + 0.4 * losses + draws.normal(0.0, 0.4 / 3, 200)
    few = net8.control_variate(times[:40].tolist(), losses[:40].tolist(), expected=5.0)
    many = net8.interval(times)
    assert few.half_width is not None
    assert many.half_width is not None
    assert few.half_width < many.half_width


def test_a_control_is_the_regression_at_its_known_mean() -> None:
    """The same as SciPy's regression line over the control less its mean: intercept and standard error."""
    from scipy.stats import linregress, t

    values, controls = [1.0, 3.0, 2.0, 6.0, 4.0], [0.0, 2.0, 1.0, 3.0, 3.0]
    line = linregress([control - 1.5 for control in controls], values)
    found = net8.control_variate(values, controls, expected=1.5)
    assert found.mean == pytest.approx(line.intercept)
    assert found.half_width == pytest.approx(t.ppf(0.975, 3) * line.intercept_stderr)
    # What it explains altogether has no spread left: 3 + 2 c, of which c is 4 in the mean.
    exact = net8.control_variate([3.0, 5.0, 9.0, 13.0], [0.0, 1.0, 3.0, 5.0], expected=4.0)
    assert exact.mean == pytest.approx(11.0)
    assert exact.half_width == pytest.approx(0.0, abs=1e-12)


def test_several_controls_are_the_regression_at_their_known_means() -> None:
    """What two explain altogether has no spread left: 3 + 2 c - 5 d, with means of 4 and 1."""
    first, second = [0.0, 1.0, 3.0, 5.0, 2.0], [1.0, 0.0, 2.0, 1.0, 4.0]
    values = [3 + 2 * c - 5 * d for c, d in zip(first, second, strict=True)]
    found = net8.control_variates(values, [first, second], expected=[4.0, 1.0])
    assert found.mean == pytest.approx(3 + 2 * 4 - 5)
    assert found.half_width == pytest.approx(0.0, abs=1e-9)
    # A control that follows from the others, or that does not spread, adds nothing and takes no degree of freedom.
    more = [first, second, [c + d for c, d in zip(first, second, strict=True)], [7.0] * 5]
    assert net8.control_variates(values, more, expected=[4.0, 1.0, 5.0, 6.0]).mean == pytest.approx(
        found.mean
    )
    # Two degrees of freedom must be left.
    assert net8.control_variates(values[:4], [first[:4], second[:4]], expected=[4.0, 1.0]) == net8.interval(
        values[:4]
    )
    with pytest.raises(net8.PlanError, match="2 controls have 1 means; pass one for each"):
        net8.control_variates(values, [first, second], expected=[4.0])


def test_controls_that_say_nothing_change_nothing() -> None:
    values = [1.0, 2.0, 4.0, 3.0]
    assert net8.control_variate(values, [7.0] * 4, expected=5.0) == net8.interval(values)


@pytest.mark.parametrize(
    ("controls", "expected", "sentence"),
    [
        ([1.0], 1.0, "4 values and 1 values of a control"),
        ([1.0, 2.0, 3.0, 4.0], math.inf, "expected = inf is not a number"),
    ],
)
def test_wrong_controls_are_told(controls: list[float], expected: float, sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence):
        net8.control_variate([1.0, 2.0, 3.0, 4.0], controls, expected=expected)
    with pytest.raises(net8.PlanError, match="3 replications are too few for a control; simulate 4 or more"):
        net8.control_variate([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], expected=2.0)
