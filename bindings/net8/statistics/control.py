# SPDX-License-Identifier: GPL-2.0-only
"""Means with a control variate: a number of each run whose mean is known takes out of an interval what it explains."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from net8.base.errors import PlanError
from net8.statistics.intervals import Interval, interval

__all__ = ["control_variate"]

_LEAST: Final = 4


def control_variate(
    values: Sequence[float], controls: Sequence[float], *, expected: float, confidence: float = 0.95
) -> Interval:
    """Return mean and interval of values, corrected by how far a control is from its known mean.

    The mean is that of the values less b times (mean of the controls - expected), with b by least squares; of the
    variance of the values the part R^2 that the control explains is gone. A closed form gives what is expected: packets
    lost of a number that is fixed, arrivals in a time, the work drawn for jobs. What it gives must be the mean of the
    control and not an estimate of it, or the result is biased by b times the error.

    Source: Lavenberg and Welch, Management Science 27(3), 1981; Law, Simulation Modeling and Analysis, section 11.4.

    @param values: one value per replication, four at least
    @param controls: the control in the same replications
    @param expected: mean of the control
    @param confidence: level between 0 and 1
    @return: mean, half width by Student's t with n - 2 degrees of freedom, and number of values
    """
    n = len(values)
    if len(controls) != n:
        raise PlanError(
            f"{n} values and {len(controls)} controls do not belong together; give one for each run"
        )
    if n < _LEAST:
        raise PlanError(f"{n} replications are too few for a control; give {_LEAST} or more")
    if not math.isfinite(expected):
        raise PlanError(f"expected = {expected} is no mean; give the known mean of the control")
    plain = interval(values, confidence=confidence)
    centre = math.fsum(controls) / n
    spread = math.fsum((c - centre) ** 2 for c in controls)
    if spread == 0 or not plain.half_width:
        return plain
    pairs = list(zip(values, controls, strict=True))
    slope = math.fsum((c - centre) * (y - plain.mean) for y, c in pairs) / spread
    left = math.fsum((y - plain.mean - slope * (c - centre)) ** 2 for y, c in pairs) / (n - 2)
    width = left * (1 / n + (centre - expected) ** 2 / spread)
    from scipy.special import stdtrit

    half = float(stdtrit(n - 2, (1 + confidence) / 2)) * math.sqrt(width)
    return Interval(plain.mean - slope * (centre - expected), half, n, confidence)
