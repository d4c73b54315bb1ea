# SPDX-License-Identifier: GPL-2.0-only
"""Intervals in figures: beside each other where they overlap, an arrow where they end below the axis, units once."""

from __future__ import annotations

import re

import pytest
from net8.figure.chart import Axis, Chart, Curve, Panel, Point
from net8.figure.gnuplot import script
from net8.figure.looks import line
from net8.figure.scales import has_cut
from net8.figure.sidestep import sidestep


def curve(name: str, *points: Point) -> Curve:
    """Return a curve of some points."""
    return Curve(name, "linespoints", line(0), points)


def moved(log: bool = False) -> dict[str, list[float]]:
    """Return where three curves stand of which two have overlapping intervals: 5 +- 2 and 6 +- 2, far from 20 +- 1."""
    curves = [
        curve(name, *(Point(x, y, half) for x in (10, 20, 40)))
        for name, y, half in (("a", 5, 2), ("b", 6, 2), ("c", 20, 1))
    ]
    found = sidestep({"": curves}, log=log)
    return {each.name: [point.x for point in each.points] for each in found[""]}


def test_overlapping_intervals_stand_beside_each_other() -> None:
    """Two curves are moved by half a step of 1.8 % of the 30 between first and last; the third stays."""
    places = moved()
    assert places["a"] == pytest.approx([10 - 0.27, 20 - 0.27, 40 - 0.27])
    assert places["b"] == pytest.approx([10 + 0.27, 20 + 0.27, 40 + 0.27])
    assert places["c"] == [10, 20, 40]


def test_a_logarithmic_axis_moves_them_by_a_factor() -> None:
    """Half of 1.8 % of the way from 10 to 40: a factor of 4 ** 0.009."""
    factor = 4**0.009
    assert moved(log=True)["b"] == pytest.approx([10 * factor, 20 * factor, 40 * factor])


def test_points_without_intervals_stay() -> None:
    """Points that coincide without intervals are shown by wider lines, at their places."""
    curves = [curve(name, Point(1, 5), Point(2, 5)) for name in "ab"]
    assert sidestep({"": curves}, log=False) == {"": curves}


def drawn(*points: Point, log: bool = True) -> tuple[str, Chart]:
    """Return the script of a chart."""
    chart = Chart("f", "t", Axis("x"), (Panel(Axis("time", "s", log=log), (curve("", *points),)),))
    return script(chart), chart


def test_an_interval_that_reaches_zero_on_a_logarithmic_axis_is_an_arrow() -> None:
    """Of 0.2 +- 0.3 the upper end is drawn, and from the point an arrow to where the axis begins."""
    text, chart = drawn(Point(1, 0.2, 0.3), Point(2, 1.0, 0.1))
    start = re.findall(r"set yrange \[([^:]+):", text)[0]
    assert float(start) == pytest.approx(0.1)
    assert "$p0c0cut << EOD\n1 0.2 0.1\nEOD" in text
    assert "1 0.2 0.3 0.2 0.5" in text  # its lower end is the point itself
    assert "2 1 0.1 0.9 1.1" in text
    assert "with vectors filled" in text
    assert has_cut(chart)


def test_ends_above_zero_are_shown_and_stretch_the_axis_a_little_only() -> None:
    """0.2 +- 0.1 ends at 0.1 and is shown whole; 5 +- 4.999 would stretch the axis by two decades and is an arrow."""
    text, chart = drawn(Point(1, 0.2, 0.1), Point(2, 5.0, 1.0))
    assert not has_cut(chart)
    start = re.findall(r"set yrange \[([^:]+):", text)[0]
    assert float(start) < 0.1
    assert has_cut(drawn(Point(1, 0.2, 0.1), Point(2, 5.0, 4.999))[1])


def test_a_linear_axis_shows_the_whole_interval() -> None:
    """Below zero there is room."""
    text, chart = drawn(Point(1, 0.2, 0.3), log=False)
    assert not has_cut(chart)
    assert "with vectors" not in text


@pytest.mark.parametrize(("title", "unit", "label"), [
    ("array size", "rows", "array size (rows)"), ("array size (rows)", "rows", "array size (rows)"),
    ("query rows", "rows", "query rows"), ("array size (rows a fetch)", "rows", "array size (rows a fetch)"),
    ("time (95 %)", "s", "time (95 %) (s)"), ("loss rate", "", "loss rate"),
])  # fmt: skip
def test_a_unit_is_said_once(title: str, unit: str, label: str) -> None:
    """A label of the plan that has the unit gets no second one."""
    assert Axis(title, unit).label == label
