# SPDX-License-Identifier: GPL-2.0-only
"""What advice is for: a metric, and whether less or more of it is better."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from net8.base.errors import PlanError
from net8.schema.metrics import METRICS, Metric
from net8.schema.values import meant

__all__ = ["OBJECTIVES", "Objective", "objective"]

_LESS: Final = {
    "response_time": True, "throughput": False, "logon_time": True, "transaction_time": True,
    "transactions_per_s": False, "request_time": True, "requests_per_s": False, "connect_time_p95": True,
    "drain_time": True,
}  # fmt: skip
"""Whether less of a metric is better."""
OBJECTIVES: Final = tuple(_LESS)
"""Metrics that advice can be for."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A metric to make small or large."""

    metric: Metric  #: the metric
    less: bool  #: whether less of it is better

    def value(self, metrics: Mapping[str, float | None]) -> float | None:
        """Return the metric of a run, in which a session that failed counts as one that has to be repeated.

        @param metrics: of the run, by column
        @return: the metric over the share of sessions that ended well, a rate times it; None without a value
        """
        found, sessions = metrics.get(self.metric.column), metrics.get("sessions") or 0.0
        good = 1.0 - (metrics.get("failed_sessions") or 0.0) / sessions if sessions else 0.0
        if found is None or good <= 0 or found <= 0:
            return None
        return found / good if self.less else found * good

    def loss(self, value: float, best: float) -> float:
        """Return how much worse a value is than another.

        @param value: the value
        @param best: the other
        @return: as a part of the other; negative if it is better
        """
        if not best:
            # A rate of nothing, where all sessions failed.
            return -math.inf if value else 0.0
        return (value - best if self.less else best - value) / best


def objective(name: str) -> Objective:
    """Return an objective by the name of its metric.

    @param name: such as "response_time"
    @return: the objective
    """
    if name not in _LESS:
        raise PlanError(
            f"{name} is not what net8 advise can look for{meant(name, _LESS)}; it can for {', '.join(OBJECTIVES)}"
        )
    return Objective(METRICS[name], _LESS[name])
