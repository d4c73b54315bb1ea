# SPDX-License-Identifier: GPL-2.0-only
"""Models that are wrong by a known time at known points, and what is said of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import net8
import pytest
from command_line import command
from net8 import analytic
from net8.finding.agreement import Agreement

PLAN: dict[str, Any] = {
    "path": {"rate": "10Mbps"},
    "query": {"rows": 60, "row_length": 100},
    "sweep": {"client.array_size": [2, 10, 60], "path.delay": ["2ms", "20ms", "60ms"]},
}
MODELS = '''
from net8 import analytic

def late(plan):
    """100 ms too late where arrays have two rows."""
    known = analytic.predict(plan)["response_time"].value
    return {"response_time": known + 0.1 * (plan["client.array_size"] == 2)}

def raises(plan):
    return {"response_time": 1 / (plan["client.array_size"] - 10)}

def other(plan):
    return {"fetch_calls": 1}
'''


def late(plan: net8.Plan) -> dict[str, float]:
    """Be 100 ms too late where arrays have two rows."""
    known = analytic.predict(plan)["response_time"].value
    return {"response_time": known + 0.1 * (plan["client.array_size"] == 2)}


def half(plan: net8.Plan) -> dict[str, float]:
    """Be half of it everywhere."""
    return {"response_time": analytic.predict(plan)["response_time"].value / 2}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    """Compare both with nine points."""
    out = tmp_path_factory.mktemp("out")
    return net8.agreement(net8.Plan.of(PLAN, name="nine"), [late, half], "response_time", jobs=1, out=out)


def test_a_bias_is_found_where_it_was_put(found: Agreement) -> None:
    """Of nine differences three are larger by 0.1 s than those of the closed forms: the mean is by 0.1 / 3."""
    models = {each.name: each for each in found.models}
    assert [each.name for each in found.models] == ["predict", "late", "half"]
    off = [
        one - other
        for one, other in zip(models["late"].differences, models["predict"].differences, strict=True)
    ]
    assert off == pytest.approx([0.1] * 3 + [0] * 6)
    bias = models["late"].limits.bias.mean - models["predict"].limits.bias.mean
    assert bias == pytest.approx(0.1 / 3)
    assert not models["predict"].left
    assert {found.points[index].labels["client.array_size"] for index in models["late"].left} == {2}
    assert next(iter(models["late"].depends)) == "client.array_size"
    assert models["late"].depends["client.array_size"] > 0.99
    assert models["late"].depends["path.delay"] < 0.01
    assert models["half"].relative == pytest.approx(0.5, abs=0.01)
    said = found.lacks()
    assert "late: outside its band at 3 of 9 points, all of them with client.array_size = 2" in said
    assert "predict: inside its band at all 9 points" in said


def test_figures_show_both_and_what_is_lacking(found: Agreement, tmp_path: Path) -> None:
    charts = {chart.name: chart for chart in found.charts()}
    assert {
        "models-response_time",
        "agreement-response_time",
        "residual-response_time-path.delay",
    } <= charts.keys()
    panel = charts["residual-response_time-client.array_size"].panels[0]
    (curve,) = (each for each in panel.curves if each.name == "late")
    assert [round(point.y, 2) for point in curve.points] == [0.1] * 3 + [0.0] * 6
    assert [tic.text for tic in charts["residual-response_time-client.array_size"].x.tics] == [
        "2",
        "10",
        "60",
    ]
    assert len(charts["agreement-response_time"].panels) == 3
    assert len(found.plot(tmp_path)) == 2 * len(charts)
    frame = found.frame()
    assert list(frame[frame["model"] == "late"]["holds"]) == [False] * 3 + [True] * 6


def test_a_design_has_its_figures_too(tmp_path: Path) -> None:
    sweep = {
        "design": "latin-hypercube",
        "points": 6,
        "path.delay": "2ms..60ms",
        "client.array_size": "2..60 log",
    }
    plan = net8.Plan.of({**PLAN, "sweep": sweep}, name="lhs")
    found = net8.agreement(plan, [half], "response_time", jobs=1, out=tmp_path)
    names = [chart.name for chart in found.charts()]
    assert names[2:] == ["residual-response_time-path.delay", "residual-response_time-client.array_size"]
    assert found.charts()[2].x.label == "path delay (ms)"


@pytest.mark.slow
def test_the_command_says_it_and_refuses_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, file = tmp_path / "p.toml", tmp_path / "mine.py"
    plan.write_text(net8.Plan.of(PLAN).to_toml(), encoding="utf-8")
    file.write_text(MODELS, encoding="utf-8")
    words = ["agree", str(plan), "--out", str(tmp_path / "runs"), "--jobs", "1", "--by", "response_time"]
    assert command([*words, "--model", f"{file}:late"], monkeypatch) == 0
    said = capsys.readouterr().out
    assert "predict is of 2 models the best" in said
    assert "late: differences depend on client.array_size" in said
    assert command([*words, "--model", f"{file}:late", "--json"], monkeypatch) == 0
    assert len(json.loads(capsys.readouterr().out)["models"][1]["left"]) == 3
    grid = ["--over", "client.array_size=2,10,60", "--over", "path.delay=2ms,20ms,60ms"]
    assert command([*words, *grid, "--json"], monkeypatch) == 0
    assert json.loads(capsys.readouterr().out)["points"] == 9
    for more, said in (
        (["--points", "9"], "--design and --points say how --over is sampled"),
        (
            ["--model", f"{file}:raises"],
            "the model raises raises ZeroDivisionError: division by zero at client.array",
        ),
        (["--model", f"{file}:other"], "the model other predicts no response_time at client.array_size = 2"),
        (["--model", f"{file}:late", "--model", f"{file}:late"], "2 models are called late"),
        (
            ["--set", "client.array_size=2", "--set", "path.delay=2ms"],
            "1 points are too few for limits of agreement",
        ),
    ):
        assert command([*words, *more], monkeypatch) == 2
        assert said in " ".join(capsys.readouterr().err.split())
