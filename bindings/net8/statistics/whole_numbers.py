# SPDX-License-Identifier: GPL-2.0-only
"""The whole number at which a function is least, and those at which it stays below a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy.typing as npt

__all__ = ["Profile"]

_STEP: Final = 0.05
"""Steps of a search for an end, as a part of the value."""
_FAR: Final = 1.5
"""How far beyond the last value below a limit another one is looked for, as a factor."""


class Profile:
    """The least sum of squares for each value of a parameter, with all others fitted anew: a profile of the likelihood.

    What is fitted for one value is where the search begins for the next one near it.
    """

    def __init__(
        self,
        at: Callable[[int, npt.NDArray[Any]], tuple[npt.NDArray[Any], float]],
        bounds: tuple[int, int],
        start: npt.NDArray[Any],
    ) -> None:
        """Prepare.

        @param at: returns place and sum of squares of a value, found from another place on
        @param bounds: least and greatest value
        @param start: a place
        """
        self._at, self.bounds, self._start = at, bounds, start
        self.places: dict[int, npt.NDArray[Any]] = {}  #: by value
        self.squares: dict[int, float] = {}  #: by value

    def square(self, value: int) -> float:
        """Return the least sum of squares of a value.

        @param value: a whole number between the bounds
        @return: the sum
        """
        if value not in self.squares:
            nearest = min(self.places, key=lambda known: abs(known - value), default=None)
            near = self._start if nearest is None else self.places[nearest]
            self.places[value], self.squares[value] = self._at(value, near)
        return self.squares[value]

    def best(self, grid: Sequence[int]) -> int:
        """Return the value with the least sum: that of a grid, then between it and its neighbours.

        @param grid: values where to begin
        @return: the value
        """
        low, high = self.bounds
        new = [min(max(value, low), high) for value in grid]
        while new:
            for value in new:
                self.square(value)
            found = min(sorted(self.squares), key=self.squares.__getitem__)
            below = max((value for value in self.squares if value < found), default=None)
            above = min((value for value in self.squares if value > found), default=None)
            new = [
                max(found // 2, low) if below is None else _middle(below, found),
                min(found * 2, high) if above is None else _middle(found, above),
            ]
            new = [value for value in new if value not in self.squares]
        return found

    def ends(self, best: int, most: float) -> tuple[int, int]:
        """Return the outermost values about the best one whose sums are not above a limit.

        As a profile may be rough, a value above the limit ends the search only if all up to half as far again are.

        @param best: the best value
        @param most: the limit
        @return: least and greatest value; where they are bounds, nothing else ends them
        """
        return self._end(best, most, -1), self._end(best, most, 1)

    def _end(self, best: int, most: float, side: int) -> int:
        """Return such a value to one side."""
        bound = self.bounds[side > 0]
        inside, outside, value = best, None, best
        while value != bound and max(value, inside) < _FAR * min(value, inside) + 2:
            value += side * min(max(1, round(value * _STEP)), abs(bound - value))
            if self.square(value) <= most:
                inside, outside = value, None
            elif outside is None:
                outside = value
        if outside is None:
            return inside
        while abs(outside - inside) > 1:
            middle = (inside + outside) // 2
            if self.square(middle) > most:
                outside = middle
            else:
                inside = middle
        return inside


def _middle(low: int, high: int) -> int:
    """Return the whole number between two, by logarithms; one of them if there is none."""
    return min(max(math.isqrt(low * high), low + 1), high - 1) if high - low > 1 else low
