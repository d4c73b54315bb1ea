# SPDX-License-Identifier: GPL-2.0-only
"""A condition on a metric, such as "connect_time_p95 < 30 s"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.units import QuantityError
from net8.schema.metrics import Metric, find_metric

__all__ = ["Condition", "read_condition", "read_quantity"]

_CONDITION: Final = re.compile(r"\s*(\w+)\s*(<=|>=|<|>)\s*(\S.*?)\s*")
_NUMBER: Final = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?)\s*(\S*)\s*")
_QUANTITIES: Final[Mapping[str, Callable[[object], float]]] = {
    "s": lambda text: units.parse_time(text) / 1e9, "bit/s": units.parse_rate, "bytes": units.parse_size,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Condition:
    """A metric that shall be below or above a limit."""

    metric: Metric  #: the metric
    sign: str  #: one of < <= > >=
    limit: float  #: in the unit in which the metric is stored
    text: str  #: as it was written, in one form

    @property
    def below(self) -> bool:
        """Whether the metric shall be below the limit."""
        return self.sign[0] == "<"

    @property
    def at_limit(self) -> int:
        """Sign that counts where the metric is exactly the limit: -1 as if below it, 1 as if above."""
        return -1 if self.sign in ("<=", ">") else 1

    def holds(self, side: int) -> bool:
        """Return whether it holds.

        @param side: -1 where the metric is below the limit, 1 above
        @return: whether it does
        """
        return (side < 0) == self.below


def read_condition(text: str) -> Condition:
    """Read a condition.

    @param text: such as "connect_time_p95 < 30 s"
    @return: the condition
    """
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise PlanError(
            f'"{text}" is not a condition; write a metric, one of < <= > >= and a limit with its unit, such as '
            '"response_time < 2 s"'
        )
    metric = find_metric(found[1])
    limit = read_quantity(metric, found[3], f'the limit "{found[3]}" of {metric.name}')
    return Condition(metric, found[2], limit, f"{metric.name} {found[2]} {found[3]}")


def read_quantity(metric: Metric, text: str, what: str) -> float:
    """Read a value of a metric with its unit.

    @param metric: the metric
    @param text: such as "30 s"
    @param what: what it is, for messages
    @return: the value in the unit in which the metric is stored
    """
    try:
        if read := _QUANTITIES.get(metric.stored_unit):
            return float(read(text))
        return _bare(metric, text)
    except QuantityError as error:
        raise PlanError(f"{what} {error}") from None


def _bare(metric: Metric, text: str) -> float:
    """Read a count, a share, or a rate of events."""
    found = _NUMBER.fullmatch(text)
    known = {"", metric.unit} | ({"/s"} if metric.unit == "1/s" else set())
    if found is None or found[2] not in known:
        unit = f", of {metric.unit}" if metric.unit else " without a unit"
        example = f"12 {metric.unit}".strip()
        raise QuantityError(f"is not a number{unit}; write one such as {example}")
    return float(found[1]) / (metric.scale if found[2] == metric.unit != "" else 1.0)
