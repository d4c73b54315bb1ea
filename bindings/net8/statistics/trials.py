# SPDX-License-Identifier: GPL-2.0-only
"""How many replications are enough, where a run has warmed up, and whether one system beats another.

SciPy does the mathematics; this module decides which test fits which design.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.base.errors import PlanError
from net8.statistics.intervals import Interval, interval

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = [
    "FIRST_RUNS",
    "LEAST_RUNS",
    "Difference",
    "compare_paired",
    "compare_welch",
    "is_reached",
    "replicate",
    "runs_for",
    "warm_up",
]

LEAST_RUNS: Final = 5
"""Replications before an interval is judged: with fewer, Student's t says little (Law, Simulation Modeling and
Analysis, section 9.4)."""

FIRST_RUNS: Final = 20
"""Replications before a sequence may stop: after 5, only 91 of 100 intervals of 95 % held the mean."""

BATCH: Final = 5
"""Observations that MSER-5 averages before it looks for the cut."""


def _target(mean: float, half_width: float | None, relative: float | None) -> float:
    """Return the wanted half width at a mean."""
    if (half_width is None) == (relative is None):
        raise PlanError(
            "set either half_width, in the unit of the metric, or relative, as a fraction of the mean"
        )
    wanted = half_width if half_width is not None else relative
    if wanted is None or not wanted > 0:
        raise PlanError(f"a half width of {wanted} is never reached; use a number above 0 such as 0.05")
    # An interval of relative half width g / (1 + g) is within g of the true mean (Law, section 9.4.1).
    return wanted if relative is None else wanted / (1 + wanted) * abs(mean)


def is_reached(found: Interval, *, half_width: float | None = None, relative: float | None = None) -> bool:
    """Return whether an interval is narrow enough.

    @param found: mean and interval
    @param half_width: target, in the unit of the values
    @param relative: target as a fraction of the mean, instead of half_width
    @return: whether its half width is at most the target; that of one value is not known
    """
    return found.half_width is not None and found.half_width <= _target(found.mean, half_width, relative)


def runs_for(
    found: Interval | None,
    *,
    half_width: float | None = None,
    relative: float | None = None,
    most: int = 10_000,
) -> int:
    """Estimate the replications after which an interval is narrow enough, from the variance so far.

    Source: Law, Simulation Modeling and Analysis, section 9.4.1: the least n with t sqrt(S^2 / n) <= target.

    @param found: mean and interval so far, by control variates or without
    @param half_width: target, in the unit of the values
    @param relative: target as a fraction of the mean, instead of half_width
    @param most: most replications
    @return: total replications, at most ``most``
    """
    from scipy.special import stdtrit

    if found is None:
        raise PlanError("there are no values to average; run the plan first")
    if found.half_width is None:
        raise PlanError("one value has no spread; pass the values of two replications or more")
    confidence = found.confidence
    target = _target(found.mean, half_width, relative)
    if found.half_width == 0:
        return found.n
    if is_reached(found, half_width=half_width, relative=relative):
        return found.n
    deviation = found.half_width * math.sqrt(found.n) / float(stdtrit(found.n - 1, (1 + confidence) / 2))
    for n in range(found.n, most):
        if float(stdtrit(n - 1, (1 + confidence) / 2)) * deviation / math.sqrt(n) <= target:
            return n
    return most


def replicate(
    draw: Callable[[int], float],
    *,
    half_width: float | None = None,
    relative: float | None = None,
    confidence: float = 0.95,
    least: int = LEAST_RUNS,
    most: int = 1000,
) -> Interval:
    """Make replications until the interval of their mean is narrow enough, or up to a limit.

    Source: the sequential procedure of Law, section 9.4.1 (Chow and Robbins 1965).

    @param draw: returns the value of a replication, by its number from 1
    @param half_width: target, in the unit of the values
    @param relative: target as a fraction of the mean, instead of half_width
    @param confidence: level between 0 and 1
    @param least: replications before the interval is judged, at least two
    @param most: most replications; the interval that is there then is wider than wanted
    @return: mean, half width and number of replications
    """
    if not 2 <= least <= most:
        raise PlanError(
            f"least = {least} and most = {most} do not fit; least must be 2 or more, and most not below it"
        )
    values = [draw(number) for number in range(1, least + 1)]
    while True:
        found = interval(values, confidence=confidence)
        target = _target(found.mean, half_width, relative)
        if (found.half_width or 0.0) <= target or len(values) >= most:
            return found
        values.append(draw(len(values) + 1))


def warm_up(values: Sequence[float] | npt.NDArray[Any]) -> int:
    """Return how many of the first observations of a run to leave out, by MSER-5.

    Of all cuts of whole batches of five, at most half of them, the best one minimizes the standard error of the
    rest: sum (Y - mean)^2 / (n - d)^2.

    Source: White, Simulation 69(6), 1997; White, Cobb, Spratt, Winter Simulation Conference 2000.

    @param values: observations of one run, in order, ten at least
    @return: observations to leave out, a multiple of five
    """
    series = np.asarray(values, dtype=np.float64)
    number = series.size // BATCH
    if number < 2:
        raise PlanError(f"{series.size} observations are too few to find a warm-up; use {2 * BATCH} or more")
    batches = series[: number * BATCH].reshape(number, BATCH).mean(axis=1)
    # A sum of squares from each batch on, around its own mean.
    left = np.arange(number, 0, -1)
    centred = batches - batches.mean()
    sums = np.cumsum(centred[::-1])[::-1]
    squares = np.cumsum(centred[::-1] ** 2)[::-1] - sums**2 / left
    errors = np.maximum(squares, 0.0)[: number // 2 + 1] / left[: number // 2 + 1] ** 2
    cut = int(np.argmin(errors))
    if cut == number // 2 and number // 2 > 0 and errors[cut] < errors[cut - 1]:
        raise PlanError("the run is too short: half of it is still warm-up; simulate longer")
    return cut * BATCH


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of one system less that of another, with its confidence."""

    difference: float  #: mean of the first less mean of the second
    half_width: float  #: half the interval of the difference
    confidence: float  #: level of the interval
    lower: float  #: confidence with which the mean of the first is below that of the second
    method: str  #: "paired t" or "Welch"
    n: tuple[int, int]  #: replications of both

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.difference - self.half_width

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.difference + self.half_width

    def beats(self, *, less_is_better: bool = True) -> bool | None:
        """Return whether the first beats the second: true, false, or None if the interval contains zero.

        @param less_is_better: whether the smaller mean wins, as with times
        @return: the verdict at the level of the interval
        """
        if self.low <= 0 <= self.high:
            return None
        return (self.difference < 0) == less_is_better

    def __str__(self) -> str:
        """Describe it in a sentence."""
        spread = f"{self.difference:.4g} ± {self.half_width:.2g} ({self.confidence:.0%}, {self.method})"
        sure = max(self.lower, 1 - self.lower)
        side = "below" if self.lower >= 0.5 else "above"
        return f"the first is {side} the second with {_percent(sure)} confidence: difference {spread}"


def _percent(level: float) -> str:
    """Write a confidence level, at most "more than 99.9 %"."""
    return "more than 99.9 %" if level > 0.999 else f"{100 * level:.1f} %"


def _check_samples(first: Sequence[float], second: Sequence[float], confidence: float) -> None:
    """Refuse samples that no test can compare."""
    if not 0 < confidence < 1:
        raise PlanError(f"confidence = {confidence} is not between 0 and 1; use a number such as 0.95")
    if min(len(first), len(second)) < 2:
        raise PlanError("a comparison needs two replications or more of each; simulate more runs")


def compare_paired(
    first: Sequence[float], second: Sequence[float], *, confidence: float = 0.95
) -> Difference:
    """Compare two systems with common random numbers: Student's t of the differences, run by run.

    Runs with the same seed and number have common random numbers: arrivals, losses and times come from streams that
    other values of a plan do not change.

    Source: Law, section 10.2.1.

    @param first: one value per run
    @param second: those of the same runs, in the same order
    @param confidence: level of the interval
    @return: the difference
    """
    _check_samples(first, second, confidence)
    if len(first) != len(second):
        raise PlanError(
            f"{len(first)} runs cannot be paired with {len(second)}; pass the same runs of both, or use compare_welch"
        )
    differences = [a - b for a, b in zip(first, second, strict=True)]
    found = interval(differences, confidence=confidence)
    sizes = len(first), len(second)
    if not found.half_width:
        return _without_spread(found.mean, confidence, "paired t", sizes)
    from scipy.stats import ttest_1samp

    lower = 1 - float(ttest_1samp(differences, 0.0, alternative="less").pvalue)
    return Difference(found.mean, found.half_width, confidence, lower, "paired t", sizes)


def compare_welch(first: Sequence[float], second: Sequence[float], *, confidence: float = 0.95) -> Difference:
    """Compare two systems with independent runs and possibly different variances.

    Source: Welch 1938; Law, section 10.2.2 (modified two-sample t).

    @param first: one value per run
    @param second: likewise, any number of them
    @param confidence: level of the interval
    @return: the difference
    """
    _check_samples(first, second, confidence)
    sizes = len(first), len(second)
    mean = math.fsum(first) / sizes[0] - math.fsum(second) / sizes[1]
    if min(first) == max(first) and min(second) == max(second):
        return _without_spread(first[0] - second[0], confidence, "Welch", sizes)
    from scipy.stats import ttest_ind

    test = ttest_ind(first, second, equal_var=False, alternative="less")
    both = ttest_ind(first, second, equal_var=False).confidence_interval(confidence)
    half = float(both.high - both.low) / 2
    return Difference(mean, half, confidence, 1 - float(test.pvalue), "Welch", sizes)


def _without_spread(difference: float, confidence: float, method: str, sizes: tuple[int, int]) -> Difference:
    """Return a difference without spread."""
    lower = 0.5 if difference == 0 else float(difference < 0)
    return Difference(difference, 0.0, confidence, lower, method, sizes)
