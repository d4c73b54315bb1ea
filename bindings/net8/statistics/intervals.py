# SPDX-License-Identifier: GPL-2.0-only
"""Means and confidence intervals over independent replications."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from net8.base.errors import PlanError

__all__ = ["Interval", "interval", "runs_for_skew"]

_SKEW: Final = 25
"""Times the squared skewness: values from which on 95 % intervals of the mean miss it at most once in 17 (Cochran)."""
_SIGNIFICANT: Final = 2.0
"""Standard errors beyond which a skewness is taken for more than chance."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its confidence interval."""

    mean: float  #: arithmetic mean
    half_width: float | None  #: half the interval's width, None for fewer than two values
    n: int  #: number of values
    confidence: float  #: level, such as 0.95

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - (self.half_width or 0.0)

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + (self.half_width or 0.0)

    def __str__(self) -> str:
        """Write mean, half width and number of values."""
        width = "" if self.half_width is None else f" ± {self.half_width:.3g}"
        return f"{self.mean:.6g}{width} (n = {self.n}, {self.confidence:.0%})"


def interval(values: Iterable[float], *, confidence: float = 0.95) -> Interval:
    """Return mean and Student's t interval of independent values.

    @param values: one value per replication
    @param confidence: level between 0 and 1
    @return: mean, half width and number of values
    """
    numbers = [float(value) for value in values]
    n = len(numbers)
    if not 0 < confidence < 1:
        raise PlanError(f"confidence = {confidence} is not between 0 and 1; use a number such as 0.95")
    if n == 0:
        raise PlanError("there are no values to average; run the plan first")
    mean = math.fsum(numbers) / n
    if n == 1:
        return Interval(mean, None, 1, confidence)
    if min(numbers) == max(numbers):
        # Not from the mean: its rounding would look like spread.
        return Interval(numbers[0], 0.0, n, confidence)
    variance = math.fsum((x - mean) ** 2 for x in numbers) / (n - 1)
    # scipy.special loads in a third of the time of scipy.stats and has the same quantile.
    from scipy.special import stdtrit

    return Interval(
        mean, float(stdtrit(n - 1, (1 + confidence) / 2)) * math.sqrt(variance / n), n, confidence
    )


def runs_for_skew(values: Iterable[float]) -> int | None:
    """Return how many values Student's interval needs for the skew of these: W. G. Cochran, Sampling Techniques, 2.15.

    @param values: one value per replication
    @return: 25 times their squared skewness, rounded up, if they are fewer and so skewed that it is more than chance
        (two standard errors of normal values); else None
    """
    numbers = [float(value) for value in values]
    n = len(numbers)
    if n < 3 or min(numbers) == max(numbers):
        return None
    # As statistics.fmean, whose module takes 4 ms to import.
    mean = math.fsum(numbers) / n
    moments = [math.fsum((x - mean) ** power for x in numbers) / n for power in (2, 3)]
    skew = moments[1] / moments[0] ** 1.5 * math.sqrt(n * (n - 1)) / (n - 2)
    error = math.sqrt(6 * n * (n - 1) / ((n - 2) * (n + 1) * (n + 3)))
    # Rounded, so that what is exact by hand is not one more.
    needed = math.ceil(round(_SKEW * skew * skew, 6))
    return needed if abs(skew) > _SIGNIFICANT * error and needed > n else None
