# SPDX-License-Identifier: GPL-2.0-only
"""How far two ways of measuring agree: bias, limits of agreement, and on what their difference depends.

Sources: Bland and Altman, Lancet 327, 1986; intervals of the limits, Bland and Altman, Statistical Methods in Medical
Research 8, 1999; the part of a variance that groups explain, corrected for their number (epsilon squared), Kelley,
Proceedings of the National Academy of Sciences 21, 1935.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from net8.statistics.intervals import Interval, interval

__all__ = ["LEAST", "Limits", "explained", "groups_of", "limits_of_agreement"]

LEAST: Final = 3
"""Fewest differences that have limits of agreement."""
_WIDE: Final = 1.96
"""Standard deviations between which 95 % of normal differences are."""
_GROUPS: Final = 5
"""Groups into which places are cut if each has too few points."""
_MEMBERS: Final = 3
"""Fewest points of a place on average."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Agreement of two ways of measuring, as differences of the first less the second."""

    bias: Interval  #: mean difference
    deviation: float  #: standard deviation of differences
    low: float  #: lower limit of agreement: 95 % of differences are between both, if they are normal
    high: float  #: upper limit
    half_width: float  #: half the interval of each limit


def limits_of_agreement(differences: Sequence[float], confidence: float = 0.95) -> Limits:
    """Return bias and limits of agreement.

    @param differences: three or more
    @param confidence: level of the intervals of bias and limits
    @return: the agreement
    """
    bias = interval(differences, confidence=confidence)
    number = len(differences)
    deviation = math.sqrt(math.fsum((each - bias.mean) ** 2 for each in differences) / (number - 1))
    # The variance of a limit is that of the mean, and 1.96^2 times that of the deviation, s^2 / 2 (n - 1).
    wider = math.sqrt(1 + number * _WIDE**2 / (2 * (number - 1)))
    low, high = (bias.mean + sign * _WIDE * deviation for sign in (-1, 1))
    return Limits(bias, deviation, low, high, (bias.half_width or 0.0) * wider)


def groups_of(places: Sequence[float]) -> list[int]:
    """Group points by their place; where most places have few points, into five groups of like size.

    @param places: place of each point
    @return: number of the group of each
    """
    different = sorted(set(places))
    if len(places) >= _MEMBERS * len(different):
        return [different.index(place) for place in places]
    ordered = sorted(places)
    size = len(places) / min(_GROUPS, max(len(places) // _MEMBERS, 1))
    return [int(ordered.index(place) / size) for place in places]


def explained(values: Sequence[float], groups: Sequence[Hashable]) -> float:
    """Return the part of the variance of values that groups explain, corrected for what chance explains.

    @param values: the values
    @param groups: group of each
    @return: from 0 to 1
    """
    mean, members = math.fsum(values) / len(values), {}  # type: float, dict[Hashable, list[float]]
    for value, group in zip(values, groups, strict=True):
        members.setdefault(group, []).append(value)
    free = len(values) - len(members)
    total = math.fsum((value - mean) ** 2 for value in values)
    if free < 1 or total == 0 or len(members) < 2:
        return 0.0
    within = math.fsum(
        (value - math.fsum(each) / len(each)) ** 2 for each in members.values() for value in each
    )
    return max(0.0, 1 - within / free / (total / (len(values) - 1)))
