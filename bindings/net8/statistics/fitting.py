# SPDX-License-Identifier: GPL-2.0-only
"""Parameters of a model by weighted least squares: intervals, and which of them the data cannot tell apart.

All parameters are above zero and fitted as logarithms, so that a step is a part of the value and intervals stay above
zero. The sensitivities are those of the weighted values to these logarithms. Whole numbers have no derivatives: they
are searched, all others fitted anew for each, and their intervals are those of the profile of the likelihood.

Source: Seber and Wild, Nonlinear Regression, 1989, sections 2.1.2, 5.2 (intervals), 5.4 (profile), 3.17 (conditioning).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from net8.statistics.whole_numbers import Profile

__all__ = ["Estimate", "Fitted", "fit_parameters"]

Numbers = npt.NDArray[Any]
Model = Callable[[Sequence[float]], Sequence[float]]
"""Returns the values at all points for values of the parameters."""

_STEP: Final = 0.01
"""Step of a derivative, as a part of a parameter."""
_ACCURATE: Final = 1e-4
"""Change of the logarithm of a parameter that ends the search."""
_MOST_STEPS: Final = 40
_IDLE: Final = 1e-5
"""A parameter whose doubling changes values by less than this part of them has no effect."""
_CONDITION: Final = 300.0
"""Condition number of the scaled sensitivities from which on directions are not told: steps of 1 % leave no more."""
_SHARE: Final = 0.3
"""Weight in such a direction from which on a parameter belongs to it."""
_ALIKE: Final = 0.95
"""Correlation from which on two parameters are hard to tell apart."""
_ROUND: Final = 1e-6
"""What logarithms leave of a whole number."""
_FAR: Final = 4.0
"""Factor at which the likelihood is looked at with all others fitted anew."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A parameter that was fitted."""

    value: float  #: the estimate
    low: float | None  #: lower end of its interval, None if the data do not tell it
    high: float | None  #: upper end
    open: bool  #: whether values that are far away fit as well, with the others fitted anew


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was found."""

    estimates: tuple[Estimate, ...]  #: of each parameter
    values: tuple[float, ...]  #: of the model at each point
    correlation: tuple[tuple[float, ...], ...]  #: of the estimates, empty if some cannot be told
    condition: float  #: condition number of the scaled sensitivities
    idle: tuple[int, ...]  #: parameters without an effect
    confounded: tuple[tuple[int, ...], ...]  #: groups that the data cannot tell apart
    alike: tuple[tuple[int, int], ...]  #: pairs with a correlation above 0.95
    deviation: float  #: standard deviation of the residuals, or of weighted ones


def fit_parameters(
    model: Model,
    measured: Sequence[float],
    starts: Sequence[Sequence[float]],
    bounds: Sequence[tuple[float, float]],
    *,
    deviations: Sequence[float] | None = None,
    weights: Sequence[float] | None = None,
    whole: Mapping[int, Sequence[int]] | None = None,
    confidence: float = 0.95,
) -> Fitted:
    """Fit parameters.

    @param model: the values at all points for values of the parameters
    @param measured: what was measured at them
    @param starts: where searches begin; the best result counts
    @param bounds: lowest and highest value of each parameter, above zero
    @param deviations: standard deviations of what was measured, if they are known
    @param weights: how much each point counts, if that is known
    @param whole: parameters with whole numbers, and at which of these each search begins
    @param confidence: level of the intervals
    @return: estimates and what the data tell of them
    """
    search = _Search(model, measured, bounds, deviations, weights, whole or {})
    best = min(
        (search.best(np.log(np.asarray(start, dtype=np.float64))) for start in starts), key=search.square
    )
    while True:
        report = _Report(search, best, confidence, known=deviations is not None)
        if (better := report.better()) is None:
            return report.fitted()
        best = better


class _Search:
    """Least squares over the logarithms of parameters."""

    def __init__(
        self,
        model: Model,
        measured: Sequence[float],
        bounds: Sequence[tuple[float, float]],
        deviations: Sequence[float] | None,
        weights: Sequence[float] | None,
        whole: Mapping[int, Sequence[int]],
    ) -> None:
        """Prepare."""
        self._model, self.whole = model, whole
        self.measured = np.asarray(measured, dtype=np.float64)
        self.low, self.high = np.log(np.asarray(bounds, dtype=np.float64)).T
        self.weight: Numbers = np.ones_like(self.measured)
        if deviations is not None:
            self.weight = 1 / np.asarray(deviations, dtype=np.float64)
        elif weights is not None:
            self.weight = np.sqrt(np.asarray(weights, dtype=np.float64))
        self._known: dict[tuple[float, ...], Numbers] = {}

    def values(self, place: Numbers) -> Numbers:
        """Return what the model gives at the logarithms of parameters."""
        key = tuple(np.exp(place).tolist())
        if key not in self._known:
            self._known[key] = np.asarray(self._model(key), dtype=np.float64)
        return self._known[key]

    def residuals(self, place: Numbers) -> Numbers:
        """Return the weighted residuals."""
        found: Numbers = (self.values(place) - self.measured) * self.weight
        return found

    def square(self, place: Numbers) -> float:
        """Return the sum of their squares."""
        return float((self.residuals(place) ** 2).sum())

    def slopes(self, place: Numbers, free: Sequence[int]) -> Numbers:
        """Return the derivatives of the weighted values, by differences to both sides as far as bounds allow."""
        columns = []
        for number in free:
            up, down = place.copy(), place.copy()
            up[number] = min(place[number] + _STEP, self.high[number])
            down[number] = max(place[number] - _STEP, self.low[number])
            change = (self.values(up) - self.values(down)) * self.weight
            columns.append(change / (up[number] - down[number]))
        return np.column_stack(columns)

    def best(self, start: Numbers, fixed: frozenset[int] = frozenset()) -> Numbers:
        """Search from logarithms of parameters, with some of them fixed; return those of the best parameters."""
        for number in self.whole:
            if number not in fixed:
                profile = self.profile(number, start, fixed)
                return profile.places[profile.best(self.whole[number])]
        return self.run(start, fixed)

    def profile(self, number: int, start: Numbers, fixed: frozenset[int] = frozenset()) -> Profile:
        """Return the least sums of squares by values of a parameter with whole numbers."""

        def at(value: int, near: Numbers) -> tuple[Numbers, float]:
            place = near.copy()
            place[number] = math.log(value)
            place = self.best(place, fixed | {number})
            return place, self.square(place)

        ends = (
            math.ceil(math.exp(self.low[number]) - _ROUND),
            math.floor(math.exp(self.high[number]) + _ROUND),
        )
        return Profile(at, ends, start)

    def run(self, start: Numbers, fixed: frozenset[int]) -> Numbers:
        """Search by derivatives with some parameters fixed; return the logarithms of the best parameters."""
        from scipy.optimize import least_squares

        place = np.clip(start, self.low, self.high)
        free = [number for number in range(place.size) if number not in fixed]
        if not free:
            return place

        def whole(part: Numbers) -> Numbers:
            full = place.copy()
            full[free] = part
            return full

        inside = np.clip(place[free], self.low[free] + _STEP, self.high[free] - _STEP)
        found = least_squares(
            lambda part: self.residuals(whole(part)), inside, lambda part: self.slopes(whole(part), free),
            bounds=(self.low[free], self.high[free]), xtol=_ACCURATE, ftol=1e-10, gtol=1e-12, max_nfev=_MOST_STEPS,
        )  # fmt: skip
        return whole(found.x)


class _Report:
    """What the data tell at the best parameters."""

    def __init__(self, search: _Search, best: Numbers, confidence: float, *, known: bool) -> None:
        """Take the end of a search."""
        self._search, self._best, self._known = search, best, known
        self._slopes = np.zeros((search.measured.size, best.size))
        smooth = [number for number in range(best.size) if number not in search.whole]
        if smooth:
            self._slopes[:, smooth] = search.slopes(best, smooth)
        self._free = search.measured.size - best.size
        self._square = search.square(best)
        self._student = self._quantile(confidence)
        self._profiles = {number: self._profile(number) for number in search.whole}

    def _quantile(self, confidence: float) -> float:
        """Return how many standard errors an interval has to each side; infinitely many if none can be told."""
        from scipy.special import ndtri, stdtrit

        if self._known:
            return float(ndtri((1 + confidence) / 2))
        return float(stdtrit(self._free, (1 + confidence) / 2)) if self._free > 0 else math.inf

    def fitted(self) -> Fitted:
        """Return all that is to say."""
        size = float(np.linalg.norm(self._search.measured * self._search.weight))
        norms = np.linalg.norm(self._slopes, axis=0)
        smooth = [number for number in range(norms.size) if number not in self._search.whole]
        idle = tuple(
            number
            for number in range(norms.size)
            if (norms[number] < _IDLE * size if number in smooth else self._is_idle(number, size))
        )
        moving = [number for number in smooth if number not in idle]
        condition, confounded = self._directions(moving, norms)
        lost = {*idle, *(number for group in confounded for number in group)}
        inverse = self._inverse(moving, norms)
        covariance = inverse * (1.0 if self._known else self._square / self._free if self._free > 0 else 1.0)
        correlation = () if lost or self._search.whole else self._correlation(inverse)
        alike = tuple(
            (one, other)
            for one in range(len(correlation))
            for other in range(one + 1, len(correlation))
            if abs(correlation[one][other]) > _ALIKE
        )
        doubtful = {number for pair in alike for number in pair}
        estimates = tuple(
            self._estimate(number, None if number in lost else covariance, doubtful)
            for number in range(norms.size)
        )
        return Fitted(
            estimates, tuple(self._search.values(self._best).tolist()), correlation, condition, idle, confounded,
            alike, math.sqrt(self._square / self._free) if self._free else 0.0,
        )  # fmt: skip

    def _profile(self, number: int) -> tuple[Profile, tuple[int, int] | None]:
        """Return the profile of a parameter with whole numbers, and its interval if the data tell one."""
        profile = self._search.profile(number, self._best)
        value = round(math.exp(self._best[number]))
        profile.places[value], profile.squares[value] = self._best, self._square
        if not math.isfinite(self._student):
            return profile, None
        most = self._square + self._student**2 * (1.0 if self._known else self._square / self._free)
        size = float(
            (self._search.measured * self._search.weight) @ (self._search.measured * self._search.weight)
        )
        ends = profile.ends(value, most + _IDLE**2 * size)
        return profile, None if ends == profile.bounds else ends

    def better(self) -> Numbers | None:
        """Return a better place, if the profiles of whole numbers came by one."""
        found = self._best
        for profile, _ends in self._profiles.values():
            least = min(profile.squares, key=profile.squares.__getitem__)
            found = min(found, profile.places[least], key=self._search.square)
        return found if self._search.square(found) < (1 - _IDLE) * self._square else None

    def _is_idle(self, number: int, size: float) -> bool:
        """Return whether a parameter with whole numbers has no effect: all values that were looked at are as good."""
        squares = self._profiles[number][0].squares.values()
        return len(squares) > 1 and max(squares) - min(squares) < (_IDLE * size) ** 2

    def _directions(self, moving: Sequence[int], norms: Numbers) -> tuple[float, tuple[tuple[int, ...], ...]]:
        """Return the condition number of the scaled sensitivities, and the parameters of directions without effect."""
        if not moving:
            return math.inf, ()
        _left, sizes, rows = np.linalg.svd(self._slopes[:, moving] / norms[moving], full_matrices=True)
        whole = np.zeros(len(moving))
        whole[: sizes.size] = sizes
        least = float(whole.min())
        condition = float(whole.max()) / least if least > 0 else math.inf
        groups = []
        for size, row in zip(whole, rows, strict=True):
            if size * _CONDITION < whole.max():
                groups.append(tuple(moving[at] for at in np.flatnonzero(np.abs(row) > _SHARE).tolist()))
        return condition, tuple(groups)

    def _inverse(self, moving: Sequence[int], norms: Numbers) -> Numbers:
        """Return the covariance of the logarithms for residuals of 1, as far as the data tell directions."""
        inverse = np.linalg.pinv(self._slopes[:, moving] / norms[moving], rcond=1 / _CONDITION)
        found = np.zeros((norms.size, norms.size))
        found[np.ix_(moving, moving)] = (inverse @ inverse.T) / np.outer(norms[moving], norms[moving])
        return found

    def _correlation(self, covariance: Numbers) -> tuple[tuple[float, ...], ...]:
        """Return the correlations of the estimates."""
        errors = np.sqrt(np.diag(covariance))
        with np.errstate(invalid="ignore"):
            found = covariance / np.outer(errors, errors)
        return tuple(map(tuple, np.nan_to_num(found).tolist()))

    def _estimate(self, number: int, covariance: Numbers | None, doubtful: set[int]) -> Estimate:
        """Return one parameter with its interval."""
        value = math.exp(self._best[number])
        if number in self._profiles:
            low, high = self._profiles[number][1] or (None, None)
            return Estimate(round(value), low, high, open=False)
        if covariance is None or not math.isfinite(self._student):
            return Estimate(value, None, None, open=False)
        half = self._student * math.sqrt(max(float(covariance[number, number]), 0.0))
        centres = [self._best[number], *self._elsewhere(number)]
        least, most = (math.exp(min(end, 700.0)) for end in (min(centres) - half, max(centres) + half))
        return Estimate(value, least, most, open=number in doubtful and self._is_open(number))

    def _elsewhere(self, number: int) -> list[float]:
        """Return the logarithm of a parameter at both ends of the intervals of those with whole numbers."""
        return [
            float(profile.places[end][number])
            for profile, ends in self._profiles.values()
            for end in ends or profile.bounds
        ]

    def _is_open(self, number: int) -> bool:
        """Return whether a value far away fits as well: the profile of the likelihood."""
        for side in (-1, 1):
            place = self._best.copy()
            place[number] = np.clip(
                place[number] + side * math.log(_FAR), self._search.low[number], self._search.high[number]
            )
            there = self._search.square(self._search.run(place, frozenset((number, *self._search.whole))))
            scale = 1.0 if self._known else self._square / self._free
            if there - self._square <= self._student**2 * scale and place[number] != self._best[number]:
                return True
        return False
