# SPDX-License-Identifier: GPL-2.0-only
"""Figures of models against simulation: both values, differences with limits of agreement, differences by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net8.figure.chart import Axis, Chart, Curve, Panel, Point, Tic, make_points
from net8.figure.looks import line, outline, published_line
from net8.figure.titles import key_words, number_axis
from net8.schema.metrics import Metric
from net8.schema.scale import Scale
from net8.statistics.agreement import Limits

__all__ = ["Row", "both_chart", "difference_chart", "residual_chart"]

Row = tuple[str, Sequence[float], Sequence[float], Limits]
"""A model: its name, simulated values, differences, limits of agreement."""
_APART: Final = 0.08
"""Distance of the points of two models at a tic."""


def both_chart(metric: Metric, rows: Sequence[Row]) -> Chart:
    """Return the figure of models over simulation, with the line on which both are equal.

    @param metric: what was compared
    @param rows: the models
    @return: the chart
    """
    scale = metric.scale
    ends = sorted(value * scale for value in rows[0][1])
    equal = Curve("equal", "lines", published_line(0), tuple(Point(end, end) for end in (ends[0], ends[-1])))
    curves = [
        Curve(name, "points", outline(number), tuple(sorted(
            Point(value * scale, (value + off) * scale) for value, off in zip(values, differences, strict=True)
        )))
        for number, (name, values, differences, _limits) in enumerate(rows)
    ]  # fmt: skip
    return Chart(
        name=f"models-{metric.name}", title=f"Models of the {metric.title} over simulation",
        x=Axis(f"simulated {metric.title}", metric.unit),
        panels=(Panel(Axis(f"predicted {metric.title}", metric.unit), (equal, *curves)),),
    )  # fmt: skip


def difference_chart(metric: Metric, rows: Sequence[Row]) -> Chart:
    """Return the figure of Bland and Altman: differences over the means of both, with bias and limits of agreement.

    @param metric: what was compared
    @param rows: the models
    @return: the chart, a panel for each
    """
    scale, panels = metric.scale, []
    for number, (name, values, differences, limits) in enumerate(rows):
        points = sorted(
            Point((value + off / 2) * scale, off * scale)
            for value, off in zip(values, differences, strict=True)
        )
        ends = points[0].x, points[-1].x
        level = [
            Curve(word, "lines", published_line(place), make_points(ends, (at * scale, at * scale)))
            for word, at, place in (
                ("bias", limits.bias.mean, 0),
                ("limits of agreement", limits.low, 3), ("limits of agreement", limits.high, 3),
            )
        ]  # fmt: skip
        curves = (Curve(name, "points", line(number), tuple(points)), *level)
        panels.append(Panel(Axis(f"{name} less simulation", metric.unit), curves))
    return Chart(
        name=f"agreement-{metric.name}", title=f"Agreement of models with the simulated {metric.title}",
        x=Axis("mean of both", metric.unit), panels=tuple(panels), stacked=len(panels) > 1,
        note="95 % of differences are between the limits, if they are normal",
    )  # fmt: skip


def residual_chart(
    metric: Metric, rows: Sequence[Row], key: str, labels: Sequence[object], places: Scale | Sequence[str]
) -> Chart:
    """Return the figure of the differences by the values of a key.

    @param metric: what was compared
    @param rows: the models
    @param key: the key
    @param labels: its value at each point
    @param places: the key as numbers, or its values in order
    @return: the chart
    """
    if isinstance(places, Scale):
        numbers = [places.number(label) for label in labels]
        title, unit, factor = number_axis(places, max(numbers))
        at, apart = [number * factor for number in numbers], 0.0
        axis = Axis(title, unit)
    else:
        at, apart = [float(places.index(str(label))) for label in labels], _APART
        axis = Axis(key_words(key), tics=tuple(Tic(place, word) for place, word in enumerate(places)),
                    low=-0.5, high=len(places) - 0.5)  # fmt: skip
    curves = [
        Curve(name, "points", line(number), tuple(sorted(
            Point(place + apart * (number - (len(rows) - 1) / 2), off * metric.scale)
            for place, off in zip(at, differences, strict=True)
        )))
        for number, (name, _values, differences, _limits) in enumerate(rows)
    ]  # fmt: skip
    return Chart(
        name=f"residual-{metric.name}-{key}".replace("/", "-"),
        title=f"What models lack, by {key_words(key)}", x=axis,
        panels=(Panel(Axis("model less simulation", metric.unit), tuple(curves)),),
    )  # fmt: skip
