# SPDX-License-Identifier: GPL-2.0-only
"""Figures for a printed page: files, width, letters, words along the axes, and what their bars are."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from net8.base.errors import PlanError
from net8.figure.chart import Axis, Chart, Curve, Panel, Point
from net8.figure.drawing import draw
from net8.figure.gnuplot import script
from net8.figure.looks import line
from net8.figure.page import Page, read_page
from net8.figure.sweep import build_figures, check_figures
from net8.plan.plan import Plan
from net8.sweep.sweep import Sweep

pytestmark = pytest.mark.plain

PLAN = {
    "path": {"kind": "wan", "loss_rate": 0.02},
    "query": {"rows": 40},
    "sweep": {"client.array_size": [5, 40]},
}


def _chart(page: Page) -> Chart:
    """Make a chart of two panels, its texts full of what TeX and gnuplot read something into."""
    curve = Curve("100 % of $x_1 & {y}", "linespoints", line(0), (Point(1, 2, 0.5), Point(10, 20, 0.5)))
    title = "A title with 50 % & more_words that is longer than a column of 3.4 inches is wide"
    panels = (Panel(Axis("time", "s"), (curve,), "5 ms"), Panel(Axis("time", "s"), (curve,), "40 ms"))
    return Chart("chart", title, Axis("rows"), panels, legend="what_differs", same_y=True, page=page)


def _svg_letters(svg: Path) -> set[float]:
    """Return the sizes of letters of an SVG, pixels."""
    return {float(size) for size in re.findall(r'font-size="([\d.]+)"', svg.read_text(encoding="utf-8"))}


def test_a_figure_is_as_wide_as_a_column_in_every_format(tmp_path: Path) -> None:
    """3.4 inches are 326.4 pixels of 1/96 inch in an SVG, 244.8 points in a PDF, 1020 pixels at 300 dpi."""
    page = Page(("svg", "png", "pdf", "tikz"), 3.4, 8.0)
    svg, png, pdf, tikz = draw(_chart(page), tmp_path)
    width = float(ET.parse(svg).getroot().attrib["width"].removesuffix("px"))
    assert abs(width - 326.4) < 1.5
    assert abs(int.from_bytes(png.read_bytes()[16:20], "big") - 1020) <= 3
    box = re.search(rb"/MediaBox \[ 0 0 (\d+) (\d+) \]", pdf.read_bytes())
    assert box is not None
    assert abs(int(box[1]) - 244.8) <= 1.5
    text = tikz.read_text(encoding="utf-8")
    # 3.4 in x 2.54 cm/in = 8.636 cm.
    corner = re.search(r"rectangle \(([\d.]+),", text)
    assert corner is not None
    assert abs(float(corner[1]) - 8.636) < 0.02
    # Letters of 8 points are 8 x 96 / 72 = 10.67 pixels.
    assert any(abs(size - 10.67) < 0.05 for size in _svg_letters(svg))


def test_tex_reads_the_words_as_they_are(tmp_path: Path) -> None:
    (tikz,) = draw(_chart(Page(("tikz",))), tmp_path)
    text = tikz.read_text(encoding="utf-8")
    assert r"100 \% of \$x\_1 \& \{y\}" in text
    assert r"50 \% \& more\_words" in text
    nodes = re.findall(r"\\node.*\{(.*)\};", text)
    assert nodes
    assert not any(re.search(r"(?<!\\)[%&_$]", node) for node in nodes)


def test_a_long_title_is_broken_and_not_cut(tmp_path: Path) -> None:
    (svg,) = draw(_chart(Page(("svg",), 3.4)), tmp_path)
    words = " ".join(" ".join(ET.parse(svg).getroot().itertext()).split())
    assert "…" not in words
    for word in _chart(Page()).title.split():
        assert word in words


def _places(svg: Path) -> dict[str, tuple[float, float]]:
    """Return the last place of each text of an SVG, pixels from the left and upper edge."""
    found = re.findall(
        r'<g transform="translate\(([\d.]+),([\d.]+)\)[^>]*>\s*<text>([^<]*)', svg.read_text(encoding="utf-8")
    )
    return {text: (float(x), float(y)) for x, y, text in found}


def test_a_column_has_room_for_long_names(tmp_path: Path) -> None:
    """Letters of DejaVu Sans are 0.6 times as wide as high on average: 6.4 pixels of 10.67."""
    names = [f"Solaris, {number} ms a segment" for number in range(181, 187)]
    points = (Point(1, 2, 0.0), Point(10, 20, 0.0))
    curves = tuple(Curve(name, "linespoints", line(index), points) for index, name in enumerate(names))
    height = Axis("response time, relative to client SDU = 8192")
    panels = (Panel(height, curves, "TDU 1024"), Panel(height, curves, "TDU 2048"))
    title = "Rules of the sender beside each other; the last one of all of them pauses 50 s at every TDU"
    page = Page(("svg",), 3.4, 8.0)
    chart = Chart("chart", title, Axis("rows"), panels, legend="hypothesis", same_y=True, page=page)
    places = _places(draw(chart, tmp_path)[0])
    lines = [places[name] for name in names]
    assert all(x + 6.4 * len(name) <= 327 for (x, _y), name in zip(lines, names, strict=True))
    assert all(below - above >= 10.67 for (_, above), (_, below) in pairwise(lines))
    assert lines[0][1] - places["hypothesis"][1] >= 10.67
    assert places["TDU 1024"][1] - lines[-1][1] >= 10.67
    # The name of an axis is no longer than its panel is high, and a number keeps its unit.
    assert {"response time, relative", "to client SDU = 8192"} <= set(places)
    assert any("50 s" in text for text in places)


def test_figures_for_a_screen_are_as_they_were() -> None:
    text = script(_chart(Page()))
    assert "set terminal svg noenhanced font 'DejaVu Sans,13' background '#ffffff' size " in text
    assert "set terminal pngcairo noenhanced font 'DejaVu Sans,10' size " in text


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        ({"width": "3.4"}, 'figure.width = "3.4" is not a width from 2 to 20 inches'),
        ({"width": "1in"}, 'figure.width = "1in" is not a width'),
        ({"width": "3 feet"}, "such as"),
        ({"font_size": 8}, "figure.font_size needs a figure.width"),
        ({"formats": ["gif"]}, "gif"),
    ],
)
def test_a_bad_page_is_one_sentence(figure: dict[str, object], sentence: str) -> None:
    with pytest.raises(PlanError) as caught:
        check_figures(Plan.of(PLAN | {"figure": [figure]}))
    assert sentence in str(caught.value)


def test_widths_are_read_in_the_units_of_journals() -> None:
    assert read_page({"width": "86.36 mm"}).width_in == pytest.approx(3.4)
    assert read_page({"width": "8.636cm"}).width_in == pytest.approx(3.4)
    # TeX's point: 72.27 an inch.
    assert read_page({"width": "245.718pt"}).width_in == pytest.approx(3.4)


def test_a_figure_says_what_its_bars_are_and_takes_words_for_its_axes(tmp_path: Path) -> None:
    figure = {"x": "client.array_size", "x_label": "array size", "y_label": "time of a query"}
    plan = Plan.of(PLAN | {"figure": [figure]})
    sweep = Sweep(plan, runs=3, out=tmp_path)
    sweep.run_missing()
    (chart,) = build_figures(sweep.results)
    assert chart.note == "bars: 95 % confidence intervals of 3 runs (Student's t)"
    assert chart.x.label == "array size (rows)"
    assert chart.panels[0].y.label == "time of a query (s)"
    sweep = Sweep(plan, runs=1, out=tmp_path)
    sweep.run_missing()
    assert [chart.note for chart in build_figures(sweep.results)] == [""]
