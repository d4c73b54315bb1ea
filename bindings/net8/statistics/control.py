# SPDX-License-Identifier: GPL-2.0-only
"""Means with control variates: quantities with known means that remove the variation they explain from an interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from net8.base.errors import PlanError
from net8.statistics.intervals import Interval, interval

__all__ = ["control_variate", "control_variates"]

_LEAST_LEFT: Final = 2
"""Least remaining degrees of freedom, so that one control needs at least four replications."""


def control_variate(
    values: Sequence[float], controls: Sequence[float], *, expected: float, confidence: float = 0.95
) -> Interval:
    """Return mean and interval of values, corrected by how far a control is from its known mean.

    The mean comes from a closed form: losses among a fixed number of packets, arrivals in a time, the work drawn for
    jobs. It must be the exact mean of the control, not an estimate, or the result is biased by b times
    the error, b the slope of the regression.

    @param values: one value per replication, four at least
    @param controls: the control in the same replications
    @param expected: mean of the control
    @param confidence: level between 0 and 1
    @return: mean, half width by Student's t with n - 2 degrees of freedom, and number of values
    """
    if len(values) < _LEAST_LEFT + 2:
        raise PlanError(
            f"{len(values)} replications are too few for a control; simulate {_LEAST_LEFT + 2} or more"
        )
    return control_variates(values, [controls], expected=[expected], confidence=confidence)


def control_variates(
    values: Sequence[float],
    controls: Sequence[Sequence[float]],
    *,
    expected: Sequence[float],
    confidence: float = 0.95,
) -> Interval:
    """Return mean and interval of values, corrected by how far several controls are from their known means.

    The values are regressed on the controls less their known means, by least squares; the intercept is the mean.
    The fraction R^2 of the variance, which the controls explain, is removed. Controls that are constant or follow from
    others are left out, and all of them if they would leave less than two degrees of freedom.

    Source: Lavenberg and Welch, Management Science 27(3), 1981; Law, Simulation Modeling and Analysis, section 11.4.

    @param values: one value per replication
    @param controls: the values of each control in the same replications
    @param expected: the mean of each control
    @param confidence: level between 0 and 1
    @return: mean, half width by Student's t with n - 1 - k degrees of freedom for k controls, and number of values
    """
    n = len(values)
    if len(controls) != len(expected):
        raise PlanError(f"{len(controls)} controls have {len(expected)} means; pass one for each")
    for each, mean in zip(controls, expected, strict=True):
        if len(each) != n:
            raise PlanError(f"{n} values and {len(each)} values of a control; pass one of each for every run")
        if not math.isfinite(mean):
            raise PlanError(f"expected = {mean} is not a number; pass the known mean of the control")
    plain = interval(values, confidence=confidence)
    used = _independent(
        [np.asarray(each, dtype=np.float64) - mean for each, mean in zip(controls, expected, strict=True)]
    )
    left = n - 1 - len(used)
    if not used or not plain.half_width or left < _LEAST_LEFT:
        return plain
    design = np.column_stack([np.ones(n), *used])
    y = np.asarray(values, dtype=np.float64)
    slopes = np.linalg.lstsq(design, y, rcond=None)[0]
    variance = float(((y - design @ slopes) ** 2).sum()) / left
    width = variance * float(np.linalg.inv(design.T @ design)[0, 0])
    from scipy.special import stdtrit

    half = float(stdtrit(left, (1 + confidence) / 2)) * math.sqrt(max(width, 0.0))
    return Interval(float(slopes[0]), half, n, confidence)


def _independent(controls: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return the linearly independent controls that are not constant, scaled to a deviation of 1."""
    used: list[np.ndarray] = []
    for each in controls:
        spread = float(each.std())
        if spread <= 1e-12 * max(1.0, float(np.abs(each).max())):
            continue
        columns = [np.ones(each.size), *used, each / spread]
        if np.linalg.matrix_rank(np.column_stack(columns)) == len(columns):
            used.append(each / spread)
    return used
