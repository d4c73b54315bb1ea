# SPDX-License-Identifier: GPL-2.0-only
"""What the closed forms say of combinations, before any is simulated."""

from __future__ import annotations

import functools
import math
import warnings
from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from net8.advice.choices import Choices
from net8.advice.objective import Objective
from net8.analytic.arrays import OutOfRangeWarning
from net8.analytic.predict import predict
from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.plan.traffic import without_demands

__all__ = ["Form", "Forms"]

Form = Callable[[Plan, Objective], float | None]
"""Predicts a metric of a plan by arithmetic that belongs to it alone."""

_MOST: Final = 120
"""Most combinations that are predicted, 15 ms each; a form of a plan's own takes less, and predicts all."""
_SPREAD: Final = 60
"""Of these, those that lie apart from each other."""
_SIMPLER: Final = {"path.queue_size": "1000000p", "client.count": 1, "client.pool_max": 0}
"""What a plan has that closed forms cover more of."""


def _predicted(plan: Plan, goal: Objective) -> tuple[float | None, tuple[str, ...]]:
    """Predict a metric of a plan; without a value, say what the closed forms leave out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OutOfRangeWarning)
        try:
            found = predict(plan)
        except PlanError as error:
            return None, (str(error),)
    band = found.get(goal.metric.name)
    return (None if band is None or band.value <= 0 else band.value), found.left_out


def _simpler(plan: Plan) -> Plan:
    """Return a plan of one client on a path of its own whose queues hold everything, which closed forms cover."""
    plan = without_demands(plan).with_tables("cross_traffic", ()).with_tables("fault", ())
    return plan.with_values({name: value for name, value in _SIMPLER.items() if plan[name] != value})


class Forms:
    """Predictions of combinations; with many, those between are interpolated."""

    def __init__(self, choices: Choices, goal: Objective, form: Form | None = None) -> None:
        """Predict.

        @param choices: the combinations
        @param goal: the metric
        @param form: what predicts these plans in place of the closed forms
        """
        self._form = form
        self.values: dict[int, float] = {}  #: prediction by number of the combination
        self._rough: dict[int, float] = {}  #: the same, or that of a simpler plan
        self._asked: set[int] = set()
        self._choices, self._goal = choices, goal
        numbers = range(len(choices.all))
        whole = form is not None or len(numbers) <= _MOST
        self._ask(numbers if whole else _spread(choices.places, _SPREAD))
        while len(self._asked) < min(_MOST, len(numbers)) and self._rough:
            best = min(self._rough, key=self._log)
            near = {
                other.number for axis in choices.axes for other in choices.neighbours(choices.all[best], axis)
            }
            if not (left := sorted(near - self._asked)):
                break
            self._ask(left)

    def predicted(self, plan: Plan) -> tuple[float | None, tuple[str, ...]]:
        """Predict the metric of a plan.

        @param plan: the plan
        @return: its value, or None and what the closed forms leave out
        """
        own = self._form and self._form(plan, self._goal)
        return (own, ()) if own else _predicted(plan, self._goal)

    def rough(self, plan: Plan) -> tuple[float | None, bool]:
        """Predict the metric of a plan, or of a simpler one if no closed form covers it.

        @param plan: the plan
        @return: its value or None, and whether it is that of the plan itself
        """
        value, _why = self.predicted(plan)
        return (value, True) if value is not None else (_predicted(_simpler(plan), self._goal)[0], False)

    def _ask(self, numbers: Iterable[int]) -> None:
        """Predict some; if the first few have no prediction, none has."""
        for number in numbers:
            if len(self._asked) >= 3 and not self._rough:
                return
            self._asked.add(number)
            plan = self._choices.all[number].task.plan
            value, own = self.rough(plan)
            if value is not None:
                self._rough[number] = value
                self.values |= {number: value} if own else {}

    def _log(self, number: int) -> float:
        """Return the logarithm of a prediction, its negative where more is better."""
        return math.log(self._rough[number]) * (1 if self._goal.less else -1)

    @functools.cached_property
    def logs(self) -> npt.NDArray[Any] | None:
        """Logarithms for all combinations, less is better; None if nothing is predicted."""
        if not self._rough:
            return None
        at = sorted(self._rough)
        known = np.array([self._log(number) for number in at])
        found = np.empty(len(self._choices.all))
        others = np.setdiff1d(np.arange(found.size), at)
        found[at] = known
        if others.size:
            places = self._choices.places
            found[others] = _between(places[at], known, places[others])
        return found


def _between(
    places: npt.NDArray[Any], values: npt.NDArray[Any], others: npt.NDArray[Any]
) -> npt.NDArray[Any]:
    """Interpolate values at other places, by distances from those that are known (linear radial basis functions)."""
    number = len(places)
    system = np.ones((number + 1, number + 1))
    system[:number, :number] = -_apart(places, places)
    system[number, number] = 0.0
    weights = np.linalg.solve(system, np.append(values, 0.0))
    found: npt.NDArray[Any] = weights[number] - _apart(others, places) @ weights[:number]
    return found


def _apart(some: npt.NDArray[Any], others: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the distance of each from each."""
    found: npt.NDArray[Any] = np.linalg.norm(some[:, None, :] - others[None, :, :], axis=2)
    return found


def _spread(places: npt.NDArray[Any], number: int) -> list[int]:
    """Choose combinations apart from each other: each is the farthest from those before it."""
    chosen = [0]
    far = np.linalg.norm(places - places[0], axis=1)
    while len(chosen) < min(number, len(places)):
        chosen.append(int(np.argmax(far)))
        far = np.minimum(far, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return chosen
