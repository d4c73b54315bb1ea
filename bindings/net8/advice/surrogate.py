# SPDX-License-Identifier: GPL-2.0-only
"""A Gaussian process over the combinations: what those that were not simulated would give, and how sure that is.

Values are logarithms. Their mean is a + b times what the closed forms say, if they say anything; what is left is
a process with the Matérn kernel 5/2 over the places of the combinations and what closed forms say of them. Scale, b and
length are those of the greatest likelihood; so is which keys seem to change nothing.

Source: Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, sections 2.7 and 5.4; expected
improvement: Jones, Schonlau, Welch, Journal of Global Optimization 13, 1998.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
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
_FEW: Final = 4
"""Values that say nothing of slopes and keys."""
_IDLE: Final = 0.1
"""Weight of a key that seems to change nothing."""
_WORTH: Final = 1.0
"""Gain of log-likelihood for which a key is taken to change nothing, or closed forms to hold less than they say."""
_LEAST_SCALE: Final = 0.003
"""Least standard deviation of what closed forms leave over: they hold within 1 %."""
_WIDE: Final = 0.3
"""Standard deviation of what is not known before anything is, beside closed forms or without them."""


@dataclass(frozen=True, slots=True)
class _Fit:
    """A process that fits some values."""

    likelihood: float  #: logarithm, without constants
    scale: float  #: variance
    offset: float  #: mean beside the closed forms
    rest: Numbers  #: the rest of the values, by the inverse of the kernel
    weight: Numbers  #: ones, likewise
    factor: tuple[Numbers, bool]  #: Cholesky factor of the kernel


class Surrogate:
    """What is known of the values of all combinations."""

    def __init__(self, places: Numbers, forms: Numbers | None) -> None:
        """Know nothing but the closed forms.

        @param places: a row for each combination
        @param forms: logarithm of what the closed forms say of each, or None
        """
        self._forms = forms
        # What has the same prediction differs little, however many keys differ.
        self._places = places if forms is None else np.column_stack([_KEYS * places, forms])
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
        if at.size < _FEW:
            slopes = slopes[:1]
        even = np.ones(self._places.shape[1])
        best, shape = max(
            ((self._fit(at, values, slope, even / length), (slope, even / length)) for slope, length in
             itertools.product(slopes, _LENGTHS)),
            key=lambda fit: fit[0].likelihood - (_WORTH if fit[1][0] != slopes[0] else 0.0),
        )  # fmt: skip
        for key in range(even.size if at.size >= _FEW else 0):
            scales = shape[1].copy()
            scales[key] *= _IDLE
            if (fit := self._fit(at, values, shape[0], scales)).likelihood > best.likelihood + _WORTH:
                best, shape = fit, (shape[0], scales)
        self._expect(at, best, *shape)

    def _trend(self, slope: float) -> Numbers:
        """Return what closed forms of some weight say of each combination."""
        return slope * self._forms if self._forms is not None else np.zeros(len(self._places))

    def _fit(self, at: Numbers, values: Numbers, slope: float, scales: Numbers) -> _Fit:
        """Fit a process with one weight of the closed forms, and scales of the places."""
        from scipy.linalg import cho_factor, cho_solve

        known = _matern(self._places[at] * scales, self._places[at] * scales) + _NUGGET * np.eye(at.size)
        factor = cho_factor(known, lower=True)
        weight = cho_solve(factor, np.ones(at.size))
        left = values - self._trend(slope)[at]
        offset = float(weight @ left) / float(weight.sum())
        rest = cho_solve(factor, left - offset)
        least = _LEAST_SCALE if slope == 1.0 else 10 * _LEAST_SCALE
        # Few values say little of how far values spread: one of what is expected counts with them.
        prior = (_WIDE if at.size < 3 else least) ** 2
        square = float((left - offset) @ rest)
        scale = max((square + prior) / (at.size + 1), least**2)
        likelihood = -0.5 * (
            at.size * math.log(scale) + 2 * np.log(np.diag(factor[0])).sum() + square / scale
        )
        return _Fit(float(likelihood), scale, offset, rest, weight, factor)

    def _expect(self, at: Numbers, fit: _Fit, slope: float, scales: Numbers) -> None:
        """Compute what a process expects of all combinations."""
        from scipy.linalg import cho_solve

        kernel = _matern(self._places * scales, self._places[at] * scales)
        self.mean = self._trend(slope) + fit.offset + kernel @ fit.rest
        unknown = 1.0 - (kernel.T * cho_solve(fit.factor, kernel.T)).sum(axis=0)
        unknown += (1.0 - kernel @ fit.weight) ** 2 / float(fit.weight.sum())
        self.deviation = np.sqrt(np.clip(fit.scale * unknown, 0.0, None))

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


def _matern(some: Numbers, others: Numbers) -> Numbers:
    """Return the Matérn kernel 5/2 between places in lengths."""
    far = math.sqrt(5.0) * np.linalg.norm(some[:, None, :] - others[None, :, :], axis=2)
    found: Numbers = (1.0 + far + far * far / 3.0) * np.exp(-far)
    return found
