# SPDX-License-Identifier: GPL-2.0-only
"""Figures of rankings: indices with intervals, main effects, interactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from net8.figure.chart import Axis, Chart, Curve, Panel, Point, Tic, make_points
from net8.figure.looks import line
from net8.figure.titles import key_words
from net8.schema.metrics import Metric
from net8.statistics.ranking import Index

__all__ = ["effects_chart", "index_chart", "interaction_chart"]

_APART: Final = 0.12
"""Distance of the two numbers of a key from its tic."""


def index_chart(
    name: str,
    title: str,
    heads: tuple[str, str],
    rows: Sequence[tuple[str, tuple[Index, Index]]],
    scale: float,
    note: str,
) -> Chart:
    """Return the figure of the indices of all keys.

    @param name: file name without extension
    @param title: the message
    @param heads: names of both numbers
    @param rows: key and both numbers
    @param scale: what numbers are multiplied by
    @param note: what stands below
    @return: the chart
    """
    curves = []
    for number, head in enumerate(heads):
        indices = [row[1][number] for row in rows]
        at = [place + (2 * number - 1) * _APART for place in range(len(rows))]
        ends = [
            (place, index.low, index.high)
            for place, index in zip(at, indices, strict=True)
            if index.low is not None and index.high is not None
        ]
        strokes = tuple(
            Point(place, scale * (low + high) / 2, scale * (high - low) / 2) for place, low, high in ends
        )
        points = tuple(Point(place, scale * index.value) for place, index in zip(at, indices, strict=True))
        curves += [Curve("", "strokes", line(number), strokes)] if strokes else []
        curves.append(Curve(head, "points", line(number), points))
    tics = tuple(Tic(place, key_words(key)) for place, (key, _both) in enumerate(rows))
    unit = heads[0].rpartition(" (")[2].removesuffix(")") if heads[0].endswith(")") else ""
    lowest = min(
        scale * (index.value if index.low is None else index.low) for _key, both in rows for index in both
    )
    y = Axis(
        "effect" if unit or heads[0].startswith("mean") else "share of the variance",
        unit,
        low=min(lowest, 0.0),
    )
    x = Axis("key", tics=tics, low=-0.5, high=len(rows) - 0.5)
    return Chart(name=name, title=title, x=x, panels=(Panel(y, tuple(curves)),), note=note)


def effects_chart(metric: Metric, steps: Mapping[str, Sequence[str]], means: NDArray[np.float64]) -> Chart:
    """Return the main effects of a grid: the metric at each value of a key, averaged over all other keys.

    @param metric: what was measured
    @param steps: values of each key
    @param means: the metric as printed, an axis for each key
    @return: the chart, keys side by side
    """
    curves, tics, place = [], [], 0
    for axis, (key, values) in enumerate(steps.items()):
        others = tuple(other for other in range(means.ndim) if other != axis)
        points = []
        for value, mean in zip(values, means.mean(axis=others), strict=True):
            tics.append(Tic(place, value))
            points.append(Point(place, float(mean)))
            place += 1
        place += 1
        curves.append(Curve(key_words(key), "linespoints", line(axis), tuple(points)))
    return Chart(
        name=f"effects-{metric.name}",
        title=f"Main effects on the {metric.title}",
        x=Axis("value of the key", tics=tuple(tics)),
        panels=(Panel(Axis(metric.title, metric.unit), tuple(curves)),),
        legend="key",
        note="means over all values of the other keys",
    )


def interaction_chart(
    metric: Metric, steps: Mapping[str, Sequence[str]], means: NDArray[np.float64], pair: tuple[int, int]
) -> Chart:
    """Return how the effect of one key depends on another: parallel lines where it does not.

    @param metric: what was measured
    @param steps: values of each key
    @param means: the metric as printed, an axis for each key
    @param pair: places of both keys
    @return: the chart
    """
    first, second = (list(steps)[axis] for axis in pair)
    both = means.mean(axis=tuple(axis for axis in range(means.ndim) if axis not in pair))
    curves = tuple(
        Curve(value, "linespoints", line(number), make_points(range(len(both)), both[:, number]))
        for number, value in enumerate(steps[second])
    )
    tics = tuple(Tic(at, value) for at, value in enumerate(steps[first]))
    return Chart(
        name=f"interaction-{metric.name}-{first}-{second}".replace("/", "-"),
        title=f"Interaction of {key_words(first)} and {key_words(second)}",
        x=Axis(key_words(first), tics=tics),
        panels=(Panel(Axis(metric.title, metric.unit), curves),),
        legend=key_words(second),
        note="there is none where lines are parallel; means over all values of the other keys",
    )
