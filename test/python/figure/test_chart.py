# SPDX-License-Identifier: GPL-2.0-only
"""The one chart model: whatever is in it is on the page, in both arrangements of panels."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from net8.figure.chart import Axis, Chart, Curve, Kind, Panel, Point, Tic, make_points
from net8.figure.coincide import widen_covered
from net8.figure.drawing import draw
from net8.figure.gnuplot import script
from net8.figure.looks import line, model, outline, published, published_line, trace

pytestmark = pytest.mark.plain

X = (1.0, 2.0, 3.0)
KINDS: tuple[Kind, ...] = ("lines", "points", "linespoints", "steps", "fsteps", "bars", "strokes")


def chart(stacked: bool) -> Chart:
    """Return two panels, of which the second has values of six digits."""
    points = make_points(X, (10, 20, 30), (1, 2, 3))
    large = tuple(Point(x, y * 1e4, half) for x, y, half in points)
    first = tuple(Curve(kind, kind, line(n), points, bar=0.5) for n, kind in enumerate(KINDS))
    return Chart(
        "made", "A message", Axis("place", "m", tics=tuple(Tic(x, f"at {x:g}") for x in X)),
        (
            Panel(Axis("count"), first, "few", "mind this"),
            Panel(Axis("rate", "bit/s"), (Curve("other", "lines", line(7), large),), "many"),
        ),
        legend="differ", note="without those that failed", stacked=stacked,
    )  # fmt: skip


@pytest.mark.parametrize("stacked", [False, True])
def test_titles_units_names_and_notes_are_on_the_page(stacked: bool, tmp_path: Path) -> None:
    svg, png = draw(chart(stacked), tmp_path)
    shown = set(re.findall(r"<text>(?:<[^>]*>)?([^<]*)<", svg.read_text(encoding="utf-8")))
    assert {
        "A message",
        "place (m)",
        "count",
        "rate (bit/s)",
        "few",
        "many",
        "differ",
        *KINDS,
        "other",
    } <= shown
    assert {"mind this", "without those that failed", "at 1", "at 2", "at 3", "300000"} <= shown
    assert png.read_bytes().startswith(b"\x89PNG")


def test_a_gap_parts_a_line_and_a_curve_without_points_is_named_still(tmp_path: Path) -> None:
    gap = Curve("parted", "lines", line(0), make_points(X, (1, math.nan, 3)))
    nothing = Curve("nothing", "points", line(1), make_points(X[:1], (math.nan,)))
    made = replace(chart(False), panels=(Panel(Axis("count"), (gap, nothing)),))
    assert "\n1 1 0\n\n3 3 0\n" in script(made)
    assert "nothing" in draw(made, tmp_path)[0].read_text(encoding="utf-8")


def test_panels_with_one_axis_have_its_range_and_its_title_once() -> None:
    def ranges(made: Chart) -> list[str]:
        # The script has each panel twice: for the SVG and for the PNG.
        return re.findall(r"set yrange (\S+)", script(made))[:2]

    own, same = chart(False), replace(chart(False), same_y=True)
    # 6 % beyond the end of the topmost whisker: 33 and 300,003.
    assert ranges(own) == ["[0:34.98]", "[0:318003.18]"]
    assert ranges(same) == ["[0:318003.18]"] * 2
    assert script(same).count("\nset ylabel") == 2
    assert script(own).count("\nset ylabel") == 4


@pytest.mark.parametrize(
    ("values", "expected"),
    [((20, 300), "[10:500]"), ((2, 2), "[1:10]"), ((1, 10), "[0.5:20]"), ((0, 300), "[0:318]")],
)
def test_a_logarithmic_axis_ends_beyond_its_points_and_needs_positive_ones(
    values: tuple[int, ...], expected: str
) -> None:
    curve = Curve("", "points", line(0), make_points(range(len(values)), values))
    text = script(replace(chart(False), panels=(Panel(Axis("count", log=True), (curve,)),)))
    assert f"set yrange {expected}" in text
    assert ("set logscale y" in text) == (min(values) > 0)


def test_looks_differ() -> None:
    assert len({line(number) for number in range(320)}) == 320
    assert len({trace(number) for number in range(80)}) == 80
    assert len({outline(number) for number in range(36)}) == 36
    for look in (published, published_line, model):
        assert len({look(number) for number in range(12)}) == 12
    # In grey, where a colour is no help, neighbours differ in dashes or markers.
    for each in (line, trace):
        for number in range(79):
            left, right = each(number), each(number + 1)
            assert (left.dash, left.marker) != (right.dash, right.marker)


def _lines(*heights: tuple[float, ...]) -> list[Curve]:
    return [Curve(str(n), "linespoints", line(n), make_points(X, y)) for n, y in enumerate(heights)]


def test_a_line_that_others_lie_on_is_wider_than_they_are() -> None:
    """The first two have a piece in common, from 2 to 3; the third meets them in one point, the last nowhere."""
    curves = _lines((10, 20, 30), (15, 20, 30), (40, 50, 30), (90, 80, 100))
    widths = [curve.look.width for curve in widen_covered(curves, log=False)]
    assert widths[0] > widths[1] == widths[2] == widths[3] == line(0).width
    three = [curve.look.width for curve in widen_covered(_lines((1, 2, 3), (1, 2, 3), (1, 2, 3)), log=True)]
    assert three[0] > three[1] > three[2]
    # Colour, dash and marker, by which the legend names it, stay.
    below, own = widen_covered(curves, log=False)[0].look, line(0)
    assert (below.colour, below.dash, below.marker) == (own.colour, own.dash, own.marker)


def test_lines_coincide_as_an_axis_shows_them() -> None:
    """1 and 2 of 1,000 are one height of an even axis, but not of a logarithmic one."""
    curves = _lines((1, 1, 1000), (2, 2, 1000))
    assert widen_covered(curves, log=False)[0].look.width > line(0).width
    assert widen_covered(curves, log=True)[0].look.width == line(0).width
