# SPDX-License-Identifier: GPL-2.0-only
"""Figures: which points they show, and that gnuplot draws them with names and units."""

from __future__ import annotations

import tomllib
from pathlib import Path

import net8
import pytest
from net8.campaign import Results, read_results
from net8.figure import build_figures
from net8.plot import draw_figures, script
from net8.report import table_csv
from net8.store import Campaign, Row, Store, run_key

PLAN = """
title = "A message"
[sweep]
"client.sdu" = [512, 2048]
"path.delay" = ["5ms", "40ms"]
path = [{name = "LAN", kind = "lan"}, {name = "WAN", kind = "wan"}]
[figure]
x = "client.sdu"
panels = "path"
log = "x"
"""


def made_up(folder: Path, plan_text: str, runs: int = 2) -> Results:
    """Store runs whose response time is 1 s per 512 bytes of SDU, plus or minus 0.1 s."""
    plan = net8.Plan.of(tomllib.loads(plan_text), name="made-up", folder=folder)
    points = []
    with Store(folder / "runs") as store:
        for index, point in enumerate(plan.points()):
            points.append((f"p{index}", dict(point.labels)))
            for run in range(1, runs + 1):
                seconds = float(str(point.plan["client.sdu"])) / 512 + (0.1 if run % 2 else -0.1)
                key = run_key(f"p{index}", 1, run, "m")
                store.put(
                    Row(
                        key,
                        f"p{index}",
                        1,
                        run,
                        "m",
                        "ok",
                        "",
                        "d",
                        1,
                        False,
                        0,
                        {"response_time_s": seconds},
                    )
                )
        store.put_campaign(Campaign("made-up", plan.to_toml(), str(folder), "m", 1, runs, tuple(points)))
        return read_results(store, "made-up")


def test_panels_lines_and_intervals(tmp_path: Path) -> None:
    (figure,) = build_figures(made_up(tmp_path, PLAN))
    assert (figure.x_label, figure.y_label) == ("client.sdu (bytes)", "response time (s)")
    assert figure.legend == "path.delay"
    assert [panel.title for panel in figure.panels] == ["LAN", "WAN"]
    assert [line.label for line in figure.panels[0].lines] == ["5ms", "40ms"]
    (x1, y1, half), (x2, y2, _half) = figure.panels[0].lines[0].points
    assert (x1, y1, x2, y2) == pytest.approx((512, 1, 2048, 4))
    # Two values 0.9 and 1.1: deviation 0.141421, t(0.975; 1) = 12.706: 12.706 x 0.141421 / sqrt(2) = 1.2706.
    assert half == pytest.approx(1.2706, abs=1e-4)


def test_the_drawing_names_everything(tmp_path: Path) -> None:
    results = made_up(tmp_path, PLAN)
    svg, png = draw_figures(results)
    text = svg.read_text(encoding="utf-8")
    for word in (
        "A message",
        "client.sdu (bytes)",
        "response time (s)",
        "path.delay",
        "LAN",
        "WAN",
        "40ms",
    ):
        assert word in text, word
    assert png.read_bytes()[:4] == b"\x89PNG"
    assert "yerrorbars" in svg.with_suffix(".gp").read_text(encoding="utf-8")
    drawn = svg.stat().st_mtime_ns
    draw_figures(results)
    assert svg.stat().st_mtime_ns == drawn


def test_a_time_axis_has_its_unit_in_the_label(tmp_path: Path) -> None:
    text = PLAN.replace('x = "client.sdu"', 'x = "path.delay"')
    (figure,) = build_figures(made_up(tmp_path, text))
    assert figure.x_label == "path.delay (ms)"
    assert figure.x_tics == ((5, "5"), (40, "40"))
    assert figure.legend == "client.sdu (bytes)"


def test_one_run_has_no_whiskers(tmp_path: Path) -> None:
    (figure,) = build_figures(made_up(tmp_path, PLAN, runs=1))
    assert "yerrorbars" not in script(figure)


def test_a_line_relative_to_a_point_with_published_points(tmp_path: Path) -> None:
    extra = 'relative_to = 2048\nreference = "paper.csv"\nselect = {path = "WAN"}\n'
    (tmp_path / "paper.csv").write_text("# a paper\nseries,x,y\n5ms,512,30\n5ms,2048,120\n", encoding="utf-8")
    (figure,) = build_figures(made_up(tmp_path, PLAN.replace('panels = "path"\n', extra)))
    lines = figure.panels[0].lines
    assert [(line.label, line.published) for line in lines] == [
        ("5ms", False),
        ("40ms", False),
        ("5ms", True),
    ]
    # 1 s and 4 s, and 30 and 120 in the paper: a quarter and one in both.
    for line in lines:
        assert [point[:2] for point in line.points] == [(512, pytest.approx(0.25)), (2048, 1)]
    assert figure.y_label == "response time, relative to client.sdu = 2048"


@pytest.mark.parametrize("content", ["series,x\na,512\n", "series,x,y\na,512,much\n"])
def test_a_wrong_reference_is_one_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "paper.csv").write_text(content, encoding="utf-8")
    with pytest.raises(net8.PlanError, match=r'"paper\.csv" must have the columns series, x and y'):
        build_figures(made_up(tmp_path, PLAN + 'reference = "paper.csv"\n'))


def test_quotes_in_a_title_reach_the_figure_and_nothing_else(tmp_path: Path) -> None:
    text = PLAN.replace("A message", "it's; system('touch bad') {/Bold x}")
    svg, _png = draw_figures(made_up(tmp_path, text))
    assert "it's; system('touch bad') {/Bold x}" in svg.read_text(encoding="utf-8").replace("&apos;", "'")
    assert not (svg.parent / "bad").exists()


def test_table_as_csv(tmp_path: Path) -> None:
    text = PLAN + '[table]\ncolumns = ["response_time"]\n'
    lines = table_csv(made_up(tmp_path, text, runs=1)).splitlines()
    assert lines[0] == "client.sdu (bytes),path.delay,path,response_time_s,response_time_s_half_width,runs"
    assert lines[1] == "512,5ms,LAN,1.1,,1"
    assert len(lines) == 9
