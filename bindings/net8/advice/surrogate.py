# SPDX-License-Identifier: GPL-2.0-only
"""A Gaussian process over the combinations: what those that were not simulated would give, and how sure that is.

Values are logarithms. Their mean is a + b times what the closed forms say, if they say anything; what is left is
a process with the Matérn kernel 5/2 over the places of the combinations and what closed forms say of them. Scale, b and
length are those of the greatest likelihood.

Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, sections 2.7 and 5.4; expected
improvement: Jones, Schonlau, Welch, Journal of Global Optimization 13, 1998.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["Surrogate"]

Numbers = npt.NDArray[Any]

_LENGTHS: Final = (0.2, 0.4, 0.8, 1.6)
"""Lengths that are tried, in parts of the range of a key."""
_SLOPES: Final = (1.0, 0.5, 0.0)
"""Weights of the closed forms that are tried."""
_KEYS: Final = 0.3
"""Weight of the range of a key beside a factor e between closed forms."""
_NUGGET: Final = 1e-5
"""Part of the variance that neighbours have nothing to do with."""
_LEAST_SCALE: Final = 0.003
"""Least standard deviation of what closed forms leave over: they hold within 1 %."""
_WIDE: Final = 0.3
"""Standard deviation of what is not known before anything is, beside closed forms or without them."""


class Surrogate:
    """What is known of the values of all combinations."""

    def __init__(self, places: Numbers, forms: Numbers | None) -> None:
        """Know nothing but the closed forms.

        @param places: a row for each combination
        @param forms: logarithm of what the closed forms say of each, or None
        """
        self._forms = forms
        if forms is not None:
            # What has the same prediction differs little, however many keys differ.
            places = np.column_stack([_KEYS * places, forms])
        self._apart = np.sqrt(((places[:, None, :] - places[None, :, :]) ** 2).sum(axis=2))
        start = forms if forms is not None else np.zeros(len(places))
        self.mean: Numbers = start.copy()  #: what is expected of each
        self.deviation: Numbers = np.full(len(places), _WIDE)  #: its standard deviation

    def learn(self, seen: Mapping[int, float]) -> None:
        """Take values of some combinations into account.

        @param seen: logarithm of the value by number of the combination
        """
        at = np.array(sorted(seen), dtype=np.int64)
        if not at.size:
            return
        values = np.array([seen[number] for number in at.tolist()])
        slopes = _SLOPES if self._forms is not None else (0.0,)
        if at.size < 4:
            slopes = slopes[:1]
        fits = (self._fit(at, values, slope, length) for slope, length in itertools.product(slopes, _LENGTHS))
        _likelihood, self.mean, self.deviation = max(fits, key=lambda fit: fit[0])

    def _fit(
        self, at: Numbers, values: Numbers, slope: float, length: float
    ) -> tuple[float, Numbers, Numbers]:
        """Fit a process of one slope and one length; return log-likelihood, means and deviations."""
        from scipy.linalg import cho_factor, cho_solve

        trend = slope * self._forms if self._forms is not None and slope else np.zeros(len(self._apart))
        kernel = _matern(self._apart[:, at] / length)
        known = kernel[at] + _NUGGET * np.eye(at.size)
        factor = cho_factor(known, lower=True)
        ones = np.ones(at.size)
        left, weight = values - trend[at], cho_solve(factor, ones)
        offset = float(weight @ left) / float(weight @ ones)
        rest = cho_solve(factor, left - offset)
        least = _LEAST_SCALE if slope == 1.0 else 10 * _LEAST_SCALE
        # Few values say little of how far values spread: one of what is expected counts with them.
        prior = (_WIDE if at.size < 3 else least) ** 2
        scale = max((float((left - offset) @ rest) + prior) / (at.size + 1), least**2)
        mean = trend + offset + kernel @ rest
        solved = cho_solve(factor, kernel.T)
        unknown = (
            1.0 - (kernel.T * solved).sum(axis=0) + (1.0 - weight @ kernel.T) ** 2 / float(weight @ ones)
        )
        likelihood = -0.5 * (at.size * math.log(scale) + 2 * np.log(np.diag(factor[0])).sum())
        likelihood -= 0.5 * float((left - offset) @ rest) / scale
        return float(likelihood), mean, np.sqrt(np.clip(scale * unknown, 0.0, None))

    def improvement(self, best: float) -> Numbers:
        """Return by how much each is expected to be below the best value.

        @param best: logarithm of the best value so far
        @return: expected improvement of each, as a difference of logarithms
        """
        from scipy.special import ndtr

        wide = np.maximum(self.deviation, 1e-12)
        z = (best - self.mean) / wide
        found: Numbers = (best - self.mean) * ndtr(z) + wide * np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
        return found


def _matern(distance: Numbers) -> Numbers:
    """Return the Matérn kernel 5/2 at a distance in lengths."""
    far = math.sqrt(5.0) * distance
    found: Numbers = (1.0 + far + far * far / 3.0) * np.exp(-far)
    return found
