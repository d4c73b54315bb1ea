# SPDX-License-Identifier: GPL-2.0-only
"""Figures: which points they show, and that gnuplot draws them with names and units."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import net8
import pytest
from net8.campaign.report import table_csv
from net8.campaign.results import Results, read_results
from net8.figure.gnuplot import script
from net8.figure.plot import draw_figures
from net8.figure.scales import xtics
from net8.figure.sweep import build_figures, build_trial
from net8.store.database import Campaign, Row, Store, run_key

pytestmark = pytest.mark.plain

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
    assert (figure.x.label, figure.panels[0].y.label) == ("client SDU (bytes)", "response time (s)")
    assert figure.legend == "path delay"
    assert [panel.title for panel in figure.panels] == ["LAN", "WAN"]
    assert [curve.name for curve in figure.panels[0].curves] == ["5ms", "40ms"]
    (x1, y1, half), (x2, y2, _half) = figure.panels[0].curves[0].points
    # The intervals of the two curves overlap, so that they are moved sideways by less than two per cent.
    assert (x1, y1, x2, y2) == pytest.approx((512, 1, 2048, 4), rel=0.02)
    # That is less than a line is long: the one below is wider, so that both can be seen.
    below, above = figure.panels[0].curves
    assert below.look.width > above.look.width
    # Two values 0.9 and 1.1: deviation 0.141421, t(0.975; 1) = 12.706: 12.706 x 0.141421 / sqrt(2) = 1.2706.
    assert half == pytest.approx(1.2706, abs=1e-4)


def test_the_drawing_names_everything(tmp_path: Path) -> None:
    results = made_up(tmp_path, PLAN)
    svg, png = draw_figures(results)
    text = svg.read_text(encoding="utf-8")
    for word in (
        "A message",
        "client SDU (bytes)",
        "response time (s)",
        "path delay",
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
    assert figure.x.label == "path delay (ms)"
    assert figure.x.tics == ((5, "5"), (40, "40"))
    assert figure.legend == "client SDU (bytes)"


@pytest.mark.parametrize(
    ("times", "unit", "tics"),
    [
        (["500us", "10s"], "ms", ((0.5, "0.5"), (10000, "10000"))),
        (["1s", "60s"], "s", ((1, "1"), (60, "60"))),
        (["30s", "10min"], "s", ((30, "30"), (600, "600"))),
        (["15min", "30min", "4h"], "min", ((15, "15"), (30, "30"), (240, "240"))),
        (["30min", "1h", "12h"], "h", ((0.5, "0.5"), (1, "1"), (12, "12"))),
    ],
)
def test_a_time_axis_has_the_unit_of_its_values(
    tmp_path: Path, times: list[str], unit: str, tics: tuple[tuple[float, str], ...]
) -> None:
    text = MIXED.replace("listener.rate_limit", "client.start").replace(
        '["no", 25, "3"]', str(times).replace("'", '"')
    )
    (figure,) = build_figures(made_up(tmp_path, text, runs=1))
    assert figure.x.label == f"client start ({unit})"
    assert figure.x.tics == tics


def test_one_run_has_no_whiskers(tmp_path: Path) -> None:
    (figure,) = build_figures(made_up(tmp_path, PLAN, runs=1))
    assert "yerrorbars" not in script(figure)


def test_a_line_relative_to_a_point_with_published_points(tmp_path: Path) -> None:
    extra = 'relative_to = 2048\nreference = "paper.csv"\nselect = {path = "WAN"}\n'
    (tmp_path / "paper.csv").write_text("# a paper\nseries,x,y\n5ms,512,30\n5ms,2048,120\n", encoding="utf-8")
    (figure,) = build_figures(made_up(tmp_path, PLAN.replace('panels = "path"\n', extra)))
    curves = figure.panels[0].curves
    assert [curve.name for curve in curves] == ["5ms", "40ms", "5ms, published"]
    # 1 s and 4 s, and 30 and 120 in the paper: a quarter and one in both.
    for curve in curves:
        assert [point[1] for point in curve.points] == [pytest.approx(0.25), 1]
        assert [point[0] for point in curve.points] == pytest.approx([512, 2048], rel=0.02)
    assert figure.panels[0].y.label == "response time, relative to client SDU = 2048"


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
    assert (
        lines[0]
        == "client.sdu (bytes),path.delay,path,response_time_s,response_time_s_half_width,failed_sessions,sessions,runs"
    )
    assert lines[1] == "512,5ms,LAN,1.1,,0,0,1"
    assert len(lines) == 9


def looks(results: Results) -> dict[str, str]:
    """Return the look of each line that the legend of a drawn figure names."""
    svg, _png = draw_figures(results)
    drawn, text = svg.read_text(encoding="utf-8"), svg.with_suffix(".gp").read_text(encoding="utf-8")
    # The script has each line twice: for the SVG and for the PNG.
    named = {title: look for look, title in re.findall(r"with linespoints (.*) title '(.*?)'", text)}
    assert all(f">{title}<" in drawn for title in named), named
    return named


def test_every_one_of_many_lines_is_named_and_looks_its_own_way(tmp_path: Path) -> None:
    sizes = list(range(512, 512 + 45))
    text = PLAN.replace("[512, 2048]", str(sizes)).replace('x = "client.sdu"', 'x = "path.delay"')
    named = looks(made_up(tmp_path, text, runs=1))
    assert list(named) == [str(size) for size in sizes]
    assert len(set(named.values())) == 45


def test_a_published_line_of_the_first_panel_is_named(tmp_path: Path) -> None:
    rows = "".join(f"LAN,{name},512,30\nLAN,{name},2048,120\n" for name in "abcd")
    (tmp_path / "paper.csv").write_text(f"panel,series,x,y\n{rows}", encoding="utf-8")
    named = looks(made_up(tmp_path, PLAN + 'reference = "paper.csv"\n', runs=1))
    assert set(named) == {"5ms", "40ms", *(f"{name}, published" for name in "abcd")}
    assert len(set(named.values())) == 6


MIXED = """
[sweep]
"listener.rate_limit" = ["no", 25, "3"]
"client.sdu" = [512, 2048]
[figure]
x = "listener.rate_limit"
"""


def test_words_stand_behind_numbers_and_are_not_joined_to_them(tmp_path: Path) -> None:
    text = MIXED.replace("25", '"25"')
    (figure,) = build_figures(made_up(tmp_path, text, runs=1))
    assert figure.x.tics == ((0, "3"), (1, "25"), (2, "no"))
    assert "\n1 1.1 0\n\n2 1.1 0\n" in script(figure)


def test_choices_stand_as_the_plan_lists_them(tmp_path: Path) -> None:
    text = MIXED.replace("listener.rate_limit", "server.release").replace(
        '["no", 25, "3"]', '["19c", "9.2", "12.1"]'
    )
    (figure,) = build_figures(made_up(tmp_path, text, runs=1))
    assert [name for _place, name in figure.x.tics] == ["19c", "9.2", "12.1"]


WORDS = PLAN.replace('x = "client.sdu"\npanels = "path"', 'x = "path"\nselect = {"client.sdu" = 512}')


def test_points_at_words_are_not_joined_and_none_hides_another(tmp_path: Path) -> None:
    (figure,) = build_figures(made_up(tmp_path, WORDS, runs=1))
    assert " with linespoints " not in script(figure)
    first, second = figure.panels[0].curves
    # Each word at a whole number; two curves stand 0.15 apart about it.
    assert [point.x for point in first.points] == pytest.approx([-0.075, 0.925])
    assert [point.x for point in second.points] == pytest.approx([0.075, 1.075])
    assert figure.x.tics == ((0, "LAN"), (1, "WAN"))


def test_what_a_paper_says_of_the_first_word_is_found_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "paper.csv").write_text("series,x,y\n5ms,LAN,30\n5ms,WAN,120\n", encoding="utf-8")
    (figure,) = build_figures(made_up(tmp_path, WORDS + 'reference = "paper.csv"\n', runs=1))
    published = figure.panels[0].curves[-1]
    assert (published.kind, [point.y for point in published.points]) == ("points", [30, 120])
    assert [point.x for point in published.points] == pytest.approx([0.15, 1.15])


@pytest.mark.parametrize("words", [True, False])
def test_a_model_stands_where_the_runs_do(tmp_path: Path, words: bool) -> None:
    results = made_up(tmp_path, WORDS if words else PLAN, runs=1)
    predicted = [{"response_time": 1.0} for _point in results.campaign.points]
    (figure,) = build_trial(results, "mine", predicted)
    curves = {curve.name: curve for curve in figure.panels[0].curves}
    for name in ("5ms", "40ms"):
        model, runs = curves[f"{name}, mine"], curves[f"{name}, simulated"]
        assert model.kind == ("points" if words else "lines")
        assert [point.x for point in model.points] == pytest.approx([point.x for point in runs.points])


def test_random_times_are_numbers_of_an_axis(tmp_path: Path) -> None:
    text = MIXED.replace("listener.rate_limit", "client.think_time").replace(
        '["no", 25, "3"]', '["2s", "10ms", "1s"]'
    )
    (figure,) = build_figures(made_up(tmp_path, text, runs=1))
    assert figure.x.label == "client think time (ms)"
    assert figure.x.tics == ((10, "10"), (1000, "1000"), (2000, "2000"))


@pytest.mark.parametrize(
    ("places", "log", "expected"),
    [
        # One digit takes 8.3 pixels: 5 and 10 lie 1.6 pixels apart, 1 and 1000 far enough.
        ((1, 5, 10, 1000), False, "set xtics ('1' 1, '' 5, '' 10, '1000' 1000)"),
        ((1, 990, 1000), False, "set xtics ('1' 1, '' 990, '1000' 1000)"),
        ((1, 10, 100, 1000), True, "set xtics ('1' 1, '10' 10, '100' 100, '1000' 1000)"),
        # 35 pixels apart: five digits take 42 pixels flat, and 26 between lines that are turned.
        (tuple(range(10000, 20000, 1000)), False, "rotate by 35 right"),
        # The last two, one of seven doublings apart, lie 45 pixels apart: there is no room for a space of a letter.
        ((512, 2048, 8192, 32767, 65535), True, "rotate by 35 right"),
        ((7,), False, "set xtics ('7' 7)"),
    ],
)
def test_texts_of_tics_do_not_touch(places: tuple[int, ...], log: bool, expected: str) -> None:
    assert expected in xtics([(float(place), str(place)) for place in places], 318, log=log)
