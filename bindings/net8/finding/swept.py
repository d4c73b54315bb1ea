# SPDX-License-Identifier: GPL-2.0-only
"""A metric at all points of a sweep."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from net8.base.errors import PlanError
from net8.campaign.results import Results
from net8.schema.metrics import Metric

__all__ = ["point_name", "swept_values"]


def swept_values(results: Results, metric: Metric) -> NDArray[np.float64]:
    """Return the metric of each run of a sweep; refuse one of which a run has none.

    @param results: the sweep
    @param metric: the metric
    @return: a row for each point; one column where there is no chance
    """
    for labels, row in results.failed():
        raise PlanError(f"{point_name(labels)} cannot be simulated: {row.error}")
    points = range(len(results.campaign.points))
    chance = not all(results.is_one_run(index) for index in points)
    numbers = range(1, (results.campaign.runs if chance else 1) + 1)
    rows = []
    for index in points:
        found = results.values(index, metric.name)
        if lacking := [run for run in numbers if run not in found]:
            raise PlanError(
                f"run {lacking[0]} of {point_name(results.campaign.points[index][1])} has no {metric.name}; choose a "
                "metric or ranges that have it"
            )
        rows.append([found[run] for run in numbers])
    return np.array(rows)


def point_name(labels: Mapping[str, object]) -> str:
    """Name a point.

    @param labels: its values by key
    @return: such as "path.delay = 1ms, client.sdu = 2048"
    """
    return ", ".join(f"{name} = {label}" for name, label in labels.items())
