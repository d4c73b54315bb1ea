# SPDX-License-Identifier: GPL-2.0-only
"""The prediction of a model for one quantity of a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from net8.plan.plan import Plan

__all__ = ["Model", "Prediction", "Predictions", "counted", "plain", "timed"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """A value with the band of a model."""

    value: float  #: what the model gives, in seconds, bytes, bits per second or counts
    unit: str  #: "s", "bytes", "bit/s" or nothing
    low: float  #: lower end of the band
    high: float  #: upper end of the band
    model: str  #: which model, or which of its terms
    source: str  #: where the model is from

    def holds(self, value: float) -> bool:
        """Return whether a value is inside the band.

        @param value: simulated or measured
        @return: whether the model holds
        """
        return self.meets(value, value)

    def meets(self, low: float, high: float) -> bool:
        """Return whether an interval and the band overlap, apart from rounding.

        @param low: lower end of the interval
        @param high: upper end
        @return: whether the model holds
        """
        slack = 1e-9 * max(abs(self.low), abs(self.high))
        return low <= self.high + slack and high >= self.low - slack


class Predictions(dict[str, Prediction]):
    """Predictions by name, and what the models do not cover."""

    def __init__(self, found: Mapping[str, Prediction], left_out: tuple[str, ...] = ()) -> None:
        """Store them.

        @param found: predictions by name
        @param left_out: what of the plan has no prediction, and why
        """
        super().__init__(found)
        self.left_out = left_out  #: such as "times: path.last_hop = radio"

    def __str__(self) -> str:
        """Write a line for each prediction, with its band and model, and one for each that is left out.

        @return: the lines
        """
        lines = [
            f"{name}: {each.value:,.6g}{each.unit and ' ' + each.unit} "
            f"({each.low:,.6g} to {each.high:,.6g}), by {each.model}"
            for name, each in self.items()
        ]
        return "\n".join(lines + [f"left out: {reason}" for reason in self.left_out])


Model: TypeAlias = Callable[[Plan], Mapping[str, Prediction | float]]
"""A model of the user: predictions for a plan by name, or plain numbers."""

_PLAIN_PART: Final = 0.01
"""Band of a plain number that is a time or a rate, as a part of it: what the closed forms of net8 claim of times."""


def counted(value: float, model: str, source: str, *, unit: str = "") -> Prediction:
    """Return a prediction that must hold exactly.

    @param value: what the model gives
    @param model: which model
    @param source: where it is from
    @param unit: unit of the value
    @return: the prediction
    """
    return Prediction(float(value), unit, float(value), float(value), model, source)


def timed(
    value: float, model: str, source: str, *, part: float = 0.01, less_s: float = 0.0, more_s: float = 0.0
) -> Prediction:
    """Return the prediction of a time.

    @param value: seconds
    @param model: which model
    @param source: where it is from
    @param part: tolerance as a part of the value
    @param less_s: what it may be less beside that
    @param more_s: what it may be more beside that
    @return: the prediction
    """
    low, high = max(value * (1 - part) - less_s, 0.0), value * (1 + part) + more_s
    return Prediction(float(value), "s", float(low), float(high), model, source)


def plain(value: float, unit: str, model: str) -> Prediction:
    """Return the prediction for a plain number: a time or a rate holds within 1 %, a count or bytes exactly.

    @param value: what the model gives
    @param unit: unit of the quantity
    @param model: which model
    @return: the prediction
    """
    part = _PLAIN_PART if unit in ("s", "bit/s", "1/s") else 0.0
    low, high = sorted((value * (1 - part), value * (1 + part)))
    return Prediction(value, unit, low, high, model, "a plain number")
