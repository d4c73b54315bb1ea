# SPDX-License-Identifier: GPL-2.0-only
"""Means and confidence intervals over independent replications."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from net8.base.errors import PlanError

__all__ = ["Interval", "interval"]


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
