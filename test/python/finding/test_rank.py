# SPDX-License-Identifier: GPL-2.0-only
"""Rankings of simulated plans against the variances of the whole grid, their figures, and wrong questions."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import net8
import pytest
from archive_case import net8_verb
from command_line import command
from net8.archive.pack import pack
from net8.sweep.sweep import Sweep

FETCH: dict[str, Any] = {"path": {"rate": "10Mbps"}, "query": {"rows": 60, "row_length": 100}}
VARIED: dict[str, Any] = {
    "path.delay": ["2ms", "20ms", "60ms"],
    "client.array_size": [2, 10, 60],
    "client.sdu": [1024, 8192],
}
STORM: dict[str, Any] = {"path": {"kind": "lan"}, "query": {"rows": 1}}
"""Clients that log on at once, as in scenarios/logon-storm."""
VARIED_STORM: dict[str, Any] = {"client.count": [5, 20], "listener.rate_limit": ["5", "10", "40"]}


def made(document: dict[str, Any], sweep: dict[str, Any], name: str = "rank") -> net8.Plan:
    return net8.Plan.of({**document, "sweep": sweep}, name=name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("document", "varied", "metric"),
    [(FETCH, VARIED, "response_time"), (STORM, VARIED_STORM, "drain_time")],
)
def test_sobols_indices_agree_with_the_variances_of_the_grid(
    document: dict[str, Any], varied: dict[str, Any], metric: str, tmp_path: Path
) -> None:
    """Lists of a design have levels that are equally likely, as in the grid, whose runs they therefore need."""
    grid = net8.rank(made(document, varied, "grid"), metric, jobs=1, out=tmp_path)
    plan = made(document, {"design": "sobol", "points": 128, **varied})
    found = net8.rank(plan, metric, jobs=1, out=tmp_path)
    assert Sweep(plan, out=tmp_path).run_missing(jobs=1).simulated == 0
    theirs = {each.key: each for each in grid.effects}
    for each in found.effects:
        for mine, right in ((each.main, theirs[each.key].main), (each.total, theirs[each.key].total)):
            assert mine.low is not None
            assert mine.high is not None
            assert mine.low - 1e-3 <= right.value <= mine.high + 1e-3
    strong = [each.key for each in grid.effects if each.total.value > 0.01]
    assert {each.key for each in found.effects[: len(strong)]} == set(strong)


def test_a_design_is_stored_archived_and_read_back(tmp_path: Path) -> None:
    sweep = {"design": "morris", "points": 2, "path.delay": "1ms..9ms", "client.array_size": "1..100 log"}
    plan = made(FETCH, {**sweep, "client.sdu": [1024, 8192]}, "designed")
    again = net8.Plan.of(tomllib.loads(plan.to_toml()), name="designed")
    assert again == plan
    assert [point.labels for point in again.points()] == [point.labels for point in plan.points()]
    other = [point.labels for point in plan.with_values({"run.seed": 2}).points()]
    assert other != [point.labels for point in plan.points()]
    done = Sweep(plan, out=tmp_path / "runs")
    assert len(done.points) == plan.combinations() == 8
    assert done.run_missing(jobs=1).failed == 0
    assert len(done.frame()) == 8
    with pytest.raises(net8.PlanError, match="are no grid"):
        done.dataset()
    file = tmp_path / "designed.zip"
    pack(done.results, file)
    assert net8_verb("verify", file, "--jobs", 1).exit_code == 0


def test_levels_of_a_factorial_are_spread_over_the_range() -> None:
    """From 1 to 100 by logarithms in three levels: 1, 10, 100; from 2 ms to 10 ms: 2, 6, 10."""
    plan = made(
        FETCH,
        {"design": "factorial", "points": 3, "client.array_size": "1..100 log", "path.delay": "2ms..10ms"},
    )
    assert plan.design is None
    assert [[step.label for step in axis.steps] for axis in plan.axes] == [
        [1, 10, 100],
        ["2ms", "6ms", "10ms"],
    ]
    assert made(FETCH, {"design": "factorial", "path.delay": "2ms..10ms"}).combinations() == 2


def test_values_of_a_range_stay_inside() -> None:
    plan = made(
        FETCH,
        {"design": "latin-hypercube", "points": 40, "client.sdu": "512..32767", "path.delay": "1ms..3ms"},
    )
    sizes = [int(str(point.labels["client.sdu"])) for point in plan.points()]
    assert 512 <= min(sizes) < 1400
    assert 31900 < max(sizes) <= 32767
    assert plan.with_values({"client.sdu": 2048}).combinations() == 40
    assert replace(plan, axes=()).with_values({}).to_toml().count("design") == 0


def test_figures_of_a_grid_show_means(tmp_path: Path) -> None:
    found = net8.rank(made(FETCH, VARIED), "response_time", jobs=1, out=tmp_path)
    names = [chart.name for chart in found.charts()]
    assert names[:2] == ["rank-response_time", "effects-response_time"]
    assert "interaction-response_time-path.delay-client.array_size" in names
    (panel,) = found.charts()[1].panels
    frame = Sweep(made(FETCH, VARIED), out=tmp_path).frame()
    for curve, key in zip(panel.curves, VARIED, strict=True):
        means = frame.groupby(key, sort=False)["response_time_s"].mean()
        assert [point.y for point in curve.points] == pytest.approx(list(means))
    assert {file.suffix for file in found.plot(tmp_path)} == {".svg", ".png"}
    shares = sum(each.main.value for each in found.effects) + sum(each.value for each in found.pairs.values())
    assert shares == pytest.approx(1, abs=0.01)


def test_the_command_says_it_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "p.toml"
    # Which of its points figures show is of no matter to what --over names.
    shown = {"run": {"points": "figures"}, "figure": [{"x": "path.delay"}], "sweep": {"path.delay": ["1ms"]}}
    plan.write_text(net8.Plan.of({**FETCH, **shown}).to_toml(), encoding="utf-8")
    several = tmp_path / "s.toml"
    shown["sweep"] = {"path.delay": ["1ms", "60ms"], "client.array_size": [2, 60]}
    shown["figure"] = [{"x": "path.delay", "select": {"client.array_size": 2}}]
    several.write_text(net8.Plan.of({**FETCH, **shown}).to_toml(), encoding="utf-8")
    assert len(list(net8.load(several).points())) == 2
    # A plan's own sweep is ranked whole, under a name of its own.
    assert command(["rank", str(several), "--jobs", "1", "--out", str(tmp_path / "whole")], monkeypatch) == 0
    said = capsys.readouterr().out
    assert "4 points, 1 run of each" in said
    assert "s+run.points=all/rank-response_time.svg" in said
    grid = ["rank", str(plan), "--over", "path.delay=1ms,60ms", "--design", "factorial", "--jobs", "1"]
    assert command([*grid, "--out", str(tmp_path / "grid")], monkeypatch) == 0
    assert "path.delay explains 100% of the variance" in capsys.readouterr().out
    words = ["rank", str(plan), "--over", "path.delay=1ms..60ms", "--over", "client.array_size=2,60"]
    words += ["--jobs", "1"]
    words += ["--design", "morris", "--points", "3", "--out", str(tmp_path / "runs")]
    assert command(words, monkeypatch) == 0
    said = capsys.readouterr().out
    assert "has the largest effect on response_time" in said
    assert "9 points, 1 run of each" in said
    assert "rank-response_time.svg" in said
    assert command([*words, "--json"], monkeypatch) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["key"] for each in told["keys"]} == {"path.delay", "client.array_size"}


@pytest.mark.plain
@pytest.mark.parametrize(
    ("sweep", "said"),
    [
        ({"design": "sobel", "path.delay": ["1ms"]}, 'sweep.design = "sobel" is not a design '),
        ({"design": "sobol", "path.delay": "1ms..2ms"}, "sweep.points is not set; sweep.points are points"),
        ({"design": "sobol", "points": 12, "path.delay": "1ms..2ms"}, "is not a power of two, which"),
        ({"design": "morris", "points": 1, "path.delay": "1ms..2ms"}, "= 1 is not a whole number of 2 or more"),
        ({"design": "morris", "points": 4}, "sweep.design has nothing to vary"),
        ({"design": "morris", "points": 4, "path.delay": "2ms..1ms"}, "begins above its end; write the lower"),
        ({"design": "morris", "points": 4, "path.delay": "0ms..1ms log"}, "begins at 0, which has no logarithm"),
        ({"design": "morris", "points": 4, "path.delay": "fast"}, "is not a range; write two values"),
        ({"design": "morris", "points": 4, "client.driver": "a..b"}, "client.driver"),
        ({"points": 4, "path.delay": ["1ms"]}, "sweep.points = 4 counts points of a design"),
        ({"path.delay": "1ms..2ms"}, "is a range; set sweep.design"),
    ],
)  # fmt: skip
def test_designs_that_make_no_sense_are_refused_in_a_sentence(sweep: dict[str, Any], said: str) -> None:
    with pytest.raises(net8.PlanError) as refused:
        made(FETCH, sweep)
    assert said in str(refused.value)


def test_what_cannot_be_ranked_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "p.toml"
    plan.write_text(net8.Plan.of(FETCH).to_toml(), encoding="utf-8")
    out = ["--out", str(tmp_path / "runs"), "--jobs", "1"]
    for words, said in (
        ([], "sweeps nothing to rank"),
        (["--design", "sobol"], "--design and --points say how --over is sampled"),
        (
            ["--over", "path.delay=1ms..2ms", "--design", "latin-hypercube", "--points", "4"],
            "a latin hypercube does",
        ),
        (
            ["--over", "client.retry_delay=1s,2s", "--design", "factorial"],
            "response_time is the same at all 2 points",
        ),
        (
            ["--over", "path.delay=1ms,2ms", "--by", "transaction_time"],
            "has no transaction_time; choose a metric",
        ),
        (["--over", "path.delay=1ms..2ms", "--confidence", "2"], "confidence = 2.0 is not between 0 and 1"),
    ):
        assert command(["rank", str(plan), *words, *out], monkeypatch) == 2
        assert said in " ".join(capsys.readouterr().err.split())
