# SPDX-License-Identifier: GPL-2.0-only
"""Ranges of axes, and tics with labels that do not touch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

from net8.figure.chart import Chart, Panel, Point
from net8.figure.quoting import quoted

__all__ = ["BELOW", "has_cut", "is_cut", "turned_px", "x_scale", "xtics", "y_scale", "y_start"]

BELOW: Final = "an arrow: the interval goes on below the axis"
"""Note below a figure with an interval that ends below its logarithmic axis."""

_FARTHEST: Final = 5
"""A logarithmic axis shows the ends of intervals down to this part of the least value."""

_PX_PER_LETTER: Final = 8.3
"""Digits of DejaVu Sans are 0.636 of its size of 13 pixels wide."""
_SPACE_PX: Final = 7.2
# Turned by 35 degrees, lines of 15 pixels are 15 / sin(35) apart.
_TURNED_PX: Final = 26.0
_TURN_DEGREES: Final = 35
# Fraction of an axis that stays free at each end: with points at tics, and with lines over time.
_EDGE, _TIME_EDGE = 0.05, 0.01


def x_scale(chart: Chart, width_px: float, *, named: bool) -> list[str]:
    """Write range and tics of the horizontal axis.

    @param chart: the chart
    @param width_px: length of the axis
    @param named: whether its tics have labels
    @return: gnuplot's commands
    """
    axis, commands = chart.x, []
    low, high, log = _x_ends(chart)
    edge = _edge(chart)
    if log:
        commands.append("set logscale x")
        factor = max((high / low) ** edge, 1.05)
        start, end = low / factor, high * factor
    else:
        free = (high - low) * edge or 1.0
        start, end = low - free, high + free
    start = start if axis.low is None else axis.low
    end = end if axis.high is None else axis.high
    commands.append(f"set xrange [{start:.10g}:{end:.10g}]")
    if axis.tics:
        tics = axis.tics if named else tuple(tic._replace(text="") for tic in axis.tics)
        commands.append(xtics(tics, width_px * _tics_part(chart), log=log))
    return [*commands, f"set format x '{'%g' if named else ''}'"]


def _edge(chart: Chart) -> float:
    """Return the fraction of the horizontal axis that stays free at each end."""
    return _TIME_EDGE if chart.stacked and not chart.x.tics else _EDGE


def _x_ends(chart: Chart) -> tuple[float, float, bool]:
    """Return the least and the largest position of the horizontal axis, and whether it is logarithmic."""
    places = [point.x for point in chart.points if math.isfinite(point.x)]
    places += [tic.place for tic in chart.x.tics]
    low, high = min(places, default=0.0), max(places, default=1.0)
    return low, high, chart.x.log and low > 0


def _tics_part(chart: Chart) -> float:
    """Return the fraction of the axis between the first and the last tic."""
    low, high, log = _x_ends(chart)
    at = [math.log(place) if log else place for place in (low, high, chart.x.tics[0][0], chart.x.tics[-1][0])]
    whole = (at[1] - at[0]) * (1 + 2 * _edge(chart))
    return (at[3] - at[2]) / whole if whole else 1.0


def y_scale(chart: Chart, panel: Panel) -> list[str]:
    """Write range and tics of the vertical axis of a panel.

    @param chart: the chart
    @param panel: the panel
    @return: gnuplot's commands
    """
    axis, (start, end, log) = panel.y, _y_ends(chart, panel)
    commands = ["set logscale y"] if log else []
    commands.append(f"set yrange [{start:.10g}:{end:.10g}]")
    return commands if axis.step is None else [*commands, f"set ytics {axis.step:g}"]


def y_start(chart: Chart, panel: Panel) -> float | None:
    """Return where a logarithmic vertical axis begins.

    @param chart: the chart
    @param panel: the panel
    @return: the value, None of a linear axis
    """
    start, _end, log = _y_ends(chart, panel)
    return start if log else None


def is_cut(point: Point, start: float | None) -> bool:
    """Return whether the interval of a point ends below a logarithmic axis.

    @param point: the point
    @param start: where the axis begins, None of a linear one
    @return: whether it does
    """
    return start is not None and point.half > 0 and point.y - point.half < start


def has_cut(chart: Chart) -> bool:
    """Return whether an interval of a chart ends below a logarithmic axis.

    @param chart: the chart
    @return: whether one does
    """
    starts = [(panel, y_start(chart, panel)) for panel in chart.panels]
    return any(
        is_cut(point, start) for panel, start in starts for curve in panel.curves for point in curve.points
    )


def _y_ends(chart: Chart, panel: Panel) -> tuple[float, float, bool]:
    """Return where the vertical axis of a panel begins and ends, and whether it is logarithmic."""
    axis = panel.y
    panels = chart.panels if chart.same_y else (panel,)
    points = [
        point for each in panels for curve in each.curves for point in curve.points if math.isfinite(point.y)
    ]
    least = min((point.y for point in points), default=0.0)
    most = max((point.y + point.half for point in points), default=0.0)
    log = axis.log and least > 0
    if log:
        # An interval that reaches zero, or far down, does not decide where the axis begins.
        lows = [low for point in points if (low := point.y - point.half) > least / _FARTHEST]
        start = _round_step(min([least, *lows]), up=False)
        end = max(_round_step(most, up=True), start * 10)
    else:
        start, end = min(0.0, least * 1.06), most * 1.06 or 1.0
    start = start if axis.low is None else axis.low
    return start, end if axis.high is None else axis.high, log


def _round_step(value: float, *, up: bool) -> float:
    """Return the next of 1, 2 and 5 times a power of ten: a logarithmic axis ends there, beyond all points."""
    decade = 10.0 ** math.floor(math.log10(value))
    steps = [decade * step for step in (0.5, 1, 2, 5, 10, 20)]
    return (
        min(s for s in steps if s > value * (1 + 1e-9))
        if up
        else max(s for s in steps if s < value * (1 - 1e-9))
    )


def turned_px(chart: Chart, width_px: float) -> int:
    """Return the additional height of turned tic labels.

    @param chart: the chart
    @param width_px: length of the horizontal axis
    @return: pixels, 0 if no label is turned
    """
    if not chart.x.tics or " rotate " not in xtics(
        chart.x.tics, width_px * _tics_part(chart), log=_x_ends(chart)[2]
    ):
        return 0
    longest = max(len(tic.text) for tic in chart.x.tics)
    return round(longest * _PX_PER_LETTER * math.sin(math.radians(_TURN_DEGREES)))


def xtics(tics: Sequence[tuple[float, str]], width_px: float, *, log: bool) -> str:
    """Write the command for the tics of an axis.

    Labels that would touch are turned; if that is not enough, some tics get no label.

    @param tics: position and label of each, in order
    @param width_px: pixels from the first tic to the last
    @param log: whether the axis is logarithmic
    @return: gnuplot's command
    """
    at = [math.log(place) if log else place for place, _text in tics]
    scale = width_px / ((at[-1] - at[0]) or 1.0)
    px = [(place - at[0]) * scale for place in at]
    widths = [_PX_PER_LETTER * len(text) for _place, text in tics]
    if _are_apart(px, widths):
        return _command(tics, range(len(tics)), "")
    if all(b - a >= _TURNED_PX for a, b in itertools.pairwise(px)):
        # They end at their tics: there is space to the left of an axis, but the page may end to the right.
        return _command(tics, range(len(tics)), f" rotate by {_TURN_DEGREES} right")
    return _command(tics, _choose_texts(px, widths), "")


def _command(tics: Sequence[tuple[float, str]], named: Sequence[int], turn: str) -> str:
    """Write the command; tics that are not named have no label."""
    texts = ", ".join(
        f"{quoted(text if index in named else '')} {place:.10g}" for index, (place, text) in enumerate(tics)
    )
    return f"set xtics{turn} ({texts})"


def _are_apart(px: Sequence[float], widths: Sequence[float]) -> bool:
    """Return whether no label touches the next."""
    pairs = zip(itertools.pairwise(px), itertools.pairwise(widths), strict=True)
    return all(b - a >= (left + right) / 2 + _SPACE_PX for (a, b), (left, right) in pairs)


def _choose_texts(px: Sequence[float], widths: Sequence[float]) -> list[int]:
    """Choose the labels to keep: the first, the last, and those between that fit."""
    kept = [0]
    for index in range(1, len(px)):
        last = index == len(px) - 1
        while (
            last
            and len(kept) > 1
            and not _are_apart([px[kept[-1]], px[index]], [widths[kept[-1]], widths[index]])
        ):
            kept.pop()
        if _are_apart([px[kept[-1]], px[index]], [widths[kept[-1]], widths[index]]):
            kept.append(index)
    return kept
