# SPDX-License-Identifier: GPL-2.0-only
"""Where on the path advice is another: on links that are longer, shorter, slower or faster.

Closed forms say where, corrected by what simulation gave on the plan's own path; as far as runs are left, simulation
confirms or refutes it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net8.advice.choices import Choice, choice_of
from net8.advice.search import Search
from net8.base.errors import PlanError
from net8.base.units import QuantityError, format_rate, format_time, parse_rate, parse_time
from net8.plan.plan import Plan

__all__ = ["Flip", "find_flips"]

_FACTORS: Final = (0.25, 4.0)
_STEPS: Final = 4
"""Halvings of a factor's logarithm to find where advice turns."""
_MOST: Final = 8
"""Most combinations that are compared."""
_LEAST: Final = 0.02
"""By how much another one must be better: closed forms hold within 1 %, each."""

Change = Callable[[Plan, float], tuple[Plan, str]]


@dataclass(frozen=True, slots=True)
class Flip:
    """A place on the path from which on another combination is better than the advised one."""

    key: str  #: key of the path
    at: str  #: value from which on it is, in the direction away from the plan's, by the closed forms
    values: Mapping[str, object]  #: the better combination
    end: str  #: the farthest value that was looked at
    loss: float  #: by how much the advised one is worse there, as a part
    simulated: bool  #: whether that was simulated


def find_flips(search: Search, best: Choice) -> tuple[tuple[Flip, ...], tuple[str, ...]]:
    """Find where on the path the advice is another.

    @param search: a search that is over
    @param best: the advised combination
    @return: a flip for each direction in which there is one, and what to say if it cannot be told
    """
    if not search.turns:
        return (), (
            "where on the path the advice is another can be told only of a WAN that closed forms cover",
        )
    rivals = _rivals(search, best)
    found = [_flip(search, best, rivals, *change) for change in _changes()]
    return tuple(flip for flip in found if flip is not None), ()


def _rivals(search: Search, best: Choice) -> list[Choice]:
    """Return what the advised combination is compared with: ends of each key beside it, and the best that was seen."""
    beside = [
        choice
        for axis in search.choices.axes
        if best.number >= 0
        for choice in search.choices.ends(best, axis)
    ]
    ranked = [choice for choice in search.seen() if choice.number >= 0]
    return [choice for choice in dict.fromkeys([*beside, *ranked]) if choice is not best][:_MOST]


def _changes() -> Iterator[tuple[str, Change, float]]:
    """Yield keys of the path, how to change them by a factor, and the factors."""
    for key, change in (("path.delay", _delay), ("path.rate", _rate)):
        for factor in _FACTORS:
            yield key, change, factor


def _delay(plan: Plan, factor: float) -> tuple[Plan, str]:
    """Change the delay."""
    text = format_time(_rounded(parse_time(plan["path.delay"]) * factor))
    return plan.with_values({"path.delay": text}), text


def _rate(plan: Plan, factor: float) -> tuple[Plan, str]:
    """Change the rate."""
    text = format_rate(_rounded(parse_rate(plan["path.rate"]) * factor))
    return plan.with_values({"path.rate": text}), text


def _rounded(value: float) -> int:
    """Round to three digits."""
    return int(float(f"{value:.3g}"))


def _flip(
    search: Search, best: Choice, rivals: list[Choice], key: str, change: Change, factor: float
) -> Flip | None:
    """Look for a better combination on a path that is changed by a factor, and where it begins to be better."""

    @functools.cache
    def form(choice: Choice, by: float) -> float | None:
        """Predict a combination on a path changed by a factor."""
        try:
            return search.forms.rough(change(choice.task.plan, by)[0] if by != 1.0 else choice.task.plan)[0]
        except (PlanError, QuantityError):
            return None

    def loss(choice: Choice, by: float) -> float:
        """Return by how much the advised combination is worse than another."""
        both = []
        for each in (best, choice):
            here, there = form(each, 1.0), form(each, by)
            if here is None or there is None:
                return 0.0
            both.append(search.expected(each) * there / here)
        return search.goal.loss(*both)

    found = {choice: loss(choice, factor) for choice in rivals}
    winner = max(found, key=lambda choice: found[choice], default=best)
    if winner is best or found[winner] <= max(search.margin, _LEAST):
        return None
    near, far = 0.0, math.log(factor)
    for _step in range(_STEPS):
        middle = (near + far) / 2
        near, far = (near, middle) if loss(winner, math.exp(middle)) > search.margin else (middle, far)
    at, end = (change(best.task.plan, by)[1] for by in (math.exp(far), factor))
    worse, simulated = _confirm(search, best, winner, change, factor), True
    if worse is None:
        worse, simulated = found[winner], False
    return Flip(key, at, winner.labels, end, worse, simulated) if worse > search.margin else None


def _confirm(search: Search, best: Choice, winner: Choice, change: Change, factor: float) -> float | None:
    """Simulate both on the changed path; return by how much the advised one is worse, None if no runs are left."""
    if search.trials.left < 2:
        return None
    pair = [choice_of(choice.labels, change(choice.task.plan, factor)[0]) for choice in (best, winner)]
    search.trials.run((choice, 1) for choice in pair)
    one, other = (search.mean(choice) for choice in pair)
    return search.goal.loss(one, other) if 0 < other < math.inf else 0.0
