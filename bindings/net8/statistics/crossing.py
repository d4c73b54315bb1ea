# SPDX-License-Identifier: GPL-2.0-only
"""Where a mean over replications changes its sign: stochastic root finding with common random numbers.

All places are looked at with the same replications, which have common random numbers. Then the mean and the ends of its
interval are fixed functions of the place, and the places whose interval contains zero are those that the replications
do not tell from the crossing: they are a confidence set for it, at the level of the interval, because the interval at
the crossing itself misses zero in as many cases as the level says. Bisection and secants find the ends of that set.

Places far from the crossing take few replications: where these already tell the side, with a small part of the error
that is allowed, no more are made.

Source: sample-path methods for stochastic root finding, Pasupathy and Kim, ACM Transactions on Modeling and Computer
Simulation 21(3), 2011; a confidence set by inversion of a test, Casella and Berger, Statistical Inference, 9.2.1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net8.statistics.intervals import Interval, interval

__all__ = ["FEW", "Crossing", "Measure", "Probe", "find_crossing"]

Measure = Callable[[float, int], Sequence[float]]
"""Returns the values at a place of the first replications, at most a number of them."""

_FINE: Final = 1e-3
"""Widest gap where nothing is undecided, as a part of the range."""
_EDGE: Final = 0.1
"""Widest gap at an end of what is undecided, as a part of that."""
_SAFE: Final = 0.1
"""A secant leaves this part of a gap at both sides."""
_QUARTERS: Final = (0.5, 0.25, 0.75)
"""Where to look if both ends have the same sign, as parts of the range."""
FEW: Final = 5
"""Replications after which a place is left if they tell its side."""
_ERROR: Final = 0.02
"""Part of the error that is allowed for that."""
_DIGITS: Final = 4
"""Digits of places, where that many are enough."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A place that was looked at."""

    at: float  #: the place
    found: Interval  #: mean there
    side: int  #: sign of the mean, 0 if the interval contains zero


@dataclass(frozen=True, slots=True)
class Crossing:
    """What was found: the places around the crossing, if there is one."""

    probes: tuple[Probe, ...]  #: all that was looked at, in order of place
    low: float | None = None  #: last place that is surely before the crossing, None if no crossing was found
    high: float | None = None  #: first place that is surely after it
    best: float | None = None  #: where the mean is zero, interpolated
    finest: float = 1.0  #: the wider gap at the ends of the interval, as a part of the range


def find_crossing(
    measure: Measure,
    low: float,
    high: float,
    *,
    runs: int = 10,
    confidence: float = 0.95,
    step: float = 0.0,
    log: bool = False,
    zero: int = 0,
    most: int = 40,
) -> Crossing:
    """Find where a mean changes its sign, with an interval.

    @param measure: returns a value for each of the first replications at a place, the same ones everywhere, as many as
        it is asked for; one value stands for a mean that is known
    @param low: where to begin
    @param high: where to end
    @param runs: replications where a side is not told by few of them
    @param confidence: level of the interval, between 0 and 1
    @param step: places are multiples of it, 0 for any number
    @param log: whether places are spread by their logarithms
    @param zero: sign that counts where all values are zero
    @param most: most places
    @return: the crossing; without one, places that tell why
    """
    walk = _Walk(measure, low, high, runs, confidence, step, log, zero)
    walk.look(low)
    walk.look(high)
    first, last = walk.probes[0].side, walk.probes[-1].side
    if first == last or 0 in (first, last):
        if first == last:
            for part in _QUARTERS:
                walk.look_between(walk.probes[0], walk.probes[-1], part)
        return Crossing(tuple(walk.probes))
    while len(walk.probes) < most and walk.narrow():
        pass
    return walk.crossing()


class _Walk:
    """The places that were looked at, on the way to the crossing."""

    def __init__(
        self,
        measure: Measure,
        low: float,
        high: float,
        runs: int,
        confidence: float,
        step: float,
        log: bool,
        zero: int,
    ) -> None:
        """Prepare; nothing is looked at yet."""
        self.probes: list[Probe] = []  #: in order of place
        self._measure, self._confidence, self._step, self._zero = measure, confidence, step, zero
        self._runs, self._log = runs, log
        self._range = self._place(high) - self._place(low)
        self._turn = 0

    def _place(self, at: float) -> float:
        """Return where a number stands."""
        return math.log(at) if self._log else at

    def look(self, at: float) -> None:
        """Look at a place.

        @param at: the place
        """
        if self._runs > FEW:
            values = self._measure(at, FEW)
            side = self._side(interval(values, confidence=1 - _ERROR * (1 - self._confidence)))
        if self._runs <= FEW or (side == 0 and len(values) > 1):
            values = self._measure(at, self._runs)
            side = self._side(interval(values, confidence=self._confidence))
        self.probes.append(Probe(at, interval(values, confidence=self._confidence), side))
        self.probes.sort(key=lambda probe: probe.at)

    def _side(self, found: Interval) -> int:
        """Return the sign of a mean, 0 if it is not told."""
        if found.low == found.high == 0:
            return self._zero
        return (found.low > 0) - (found.high < 0)

    def look_between(self, left: Probe, right: Probe, part: float) -> None:
        """Look at a place between two others, if there is one.

        @param left: the lower one
        @param right: the higher one
        @param part: how far from the lower one, from 0 to 1
        """
        at = self._between(left, right, part)
        if left.at < at < right.at and all(probe.at != at for probe in self.probes):
            self.look(at)

    def _between(self, left: Probe, right: Probe, part: float) -> float:
        """Return a place between two others, with few digits if that is enough."""
        place = (1 - part) * self._place(left.at) + part * self._place(right.at)
        at = math.exp(place) if self._log else place
        for digits in (_DIGITS, 2 * _DIGITS):
            short = float(f"{at:.{digits}g}")
            near = 0.25 * min(at - left.at, right.at - at)
            if abs(short - at) <= near:
                at = short
                break
        if self._step:
            steps = round(at / self._step)
            at = self._step * min(
                max(steps, math.floor(left.at / self._step) + 1), math.ceil(right.at / self._step) - 1
            )
        return at

    def _around(self) -> tuple[int, int]:
        """Return the last place that is as the first one, and the first that is not, by their numbers."""
        first = self.probes[0].side
        after = next(i for i, probe in enumerate(self.probes) if probe.side == -first)
        before = max(i for i, probe in enumerate(self.probes[:after]) if probe.side == first)
        return before, after

    def _gaps(self) -> list[tuple[float, Probe, Probe]]:
        """Return the gaps at both ends of what is undecided, one if nothing is, with their widths."""
        before, after = self._around()
        pairs = {(before, before + 1), (after - 1, after)}
        found = [(self.probes[left], self.probes[right]) for left, right in pairs]
        return [(self._width(left, right), left, right) for left, right in found]

    def _width(self, left: Probe, right: Probe) -> float:
        """Return how far two places are apart, as a part of the range."""
        return (self._place(right.at) - self._place(left.at)) / self._range

    def narrow(self) -> bool:
        """Look at a place in the widest gap that is wider than it should be.

        @return: whether there was one
        """
        before, after = self._around()
        whole = self._width(self.probes[before], self.probes[after])
        least = _FINE if after == before + 1 else max(_FINE, _EDGE * whole)
        wide = [
            (width, left, right)
            for width, left, right in self._gaps()
            if width > least and right.at - left.at > self._step
        ]
        if not wide:
            return False
        _width, left, right = max(wide, key=lambda gap: gap[0])
        self._turn += 1
        number = len(self.probes)
        self.look_between(left, right, _secant(left, right) if self._turn % 2 == 0 else 0.5)
        return len(self.probes) > number

    def crossing(self) -> Crossing:
        """Return what was found.

        @return: the crossing
        """
        before, after = self._around()
        return Crossing(
            tuple(self.probes), self.probes[before].at, self.probes[after].at, self._best(before, after),
            max(width for width, _left, _right in self._gaps()),
        )  # fmt: skip

    def _best(self, before: int, after: int) -> float:
        """Return where the mean is zero."""
        first = self.probes[0].side
        for left, right in zip(self.probes[before:after], self.probes[before + 1 : after + 1], strict=True):
            one, other = first * left.found.mean, first * right.found.mean
            if one >= 0 >= other:
                part = one / (one - other) if one > other else 0.5
                place = (1 - part) * self._place(left.at) + part * self._place(right.at)
                return math.exp(place) if self._log else place
        return self.probes[before].at


def _secant(left: Probe, right: Probe) -> float:
    """Return where a line through both is zero, as a part of the way: of means, or of the ends of intervals."""
    if left.side and right.side:
        one, other = abs(left.found.mean), abs(right.found.mean)
    else:
        sure, unsure = (left, right) if left.side else (right, left)
        one, other = (
            sure.side * probe.found.mean - (probe.found.half_width or 0.0) for probe in (sure, unsure)
        )
        one, other = (one, -other) if sure is left else (-other, one)
    part = one / (one + other) if one + other > 0 else 0.5
    return min(max(part, _SAFE), 1 - _SAFE)
