# SPDX-License-Identifier: GPL-2.0-only
"""Models of one's own beside the simulator: right ones hold, wrong ones do not, and slips are told in one sentence."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import net8
import numpy as np
import pytest
from net8 import analytic
from net8.analytic import Prediction
from net8.results.quantities import UNITS, quantities

TOP = Path(__file__).resolve().parents[3]
PLAN = net8.Plan.of({"path": {"kind": "lan"}, "client": {"array_size": 15}, "query": {"rows": 1500}})


def whole_arrays(plan: net8.Plan) -> dict[str, Prediction]:
    """Forget the one row that SQL*Plus fetches first."""
    calls = -(-int(str(plan["query.rows"])) // 15)
    return {"fetch_calls": analytic.counted(calls, "rows / array", "a guess")}


def first_row(plan: net8.Plan) -> dict[str, Prediction]:
    """Remember it."""
    calls = 1 + -(-(int(str(plan["query.rows"])) - 1) // 15)
    return {"fetch_calls": analytic.counted(calls, "1 + (rows - 1) / array", "Hooper 2010")}


def test_a_model_that_forgets_the_first_row_is_wrong() -> None:
    # 1500 rows: 100 arrays of 15, or 1 + ceil(1499 / 15) = 101 calls.
    found = analytic.compare(PLAN, [whole_arrays, first_row])
    assert found.failures("whole_arrays") == ["fetch_calls"]
    assert found.failures("first_row") == []
    assert found.failures("predict") == []
    frame = found.frame().set_index(["model", "quantity"])
    assert frame.loc[("whole_arrays", "fetch_calls"), ["predicted", "simulated"]].tolist() == [100, 101]
    assert "WRONG" in str(found)


def test_the_example_shows_two_wrong_models() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(TOP / "examples/models_on_trial.py")],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    wrong = [line.split()[0] for line in done.stdout.splitlines() if line.endswith("WRONG")]
    assert wrong == ["forgets_first_row", "forgets_slow_start"]


@pytest.mark.parametrize(
    ("values", "low", "high", "holds"),
    [
        ([10.0], 9, 11, True),
        ([12.0], 9, 11, False),
        # Mean 12, half width 12.7 x 1.414 / 1.414 (t of one degree of freedom): 12 +- 12.7 reaches the band.
        ([11.0, 13.0], 9, 11, True),
        # The whole band is inside the interval.
        ([0.0, 20.0], 9.9, 10.1, True),
        ([30.0, 30.0], 9, 11, False),
    ],
)
def test_a_verdict_is_whether_band_and_interval_meet(
    values: list[float], low: float, high: float, holds: bool
) -> None:
    prediction = Prediction(10.0, "s", low, high, "mine", "a guess")
    verdicts = analytic.judge("mine", {"time": prediction}, [{"time": value} for value in values])
    assert [each.holds for each in verdicts] == [holds]


def test_what_is_not_measured_gets_no_verdict() -> None:
    prediction = analytic.counted(1, "mine", "a guess")
    assert analytic.judge("mine", {"unheard_of": prediction}, [{"time": 1.0}]) == []


def test_more_runs_give_an_interval() -> None:
    plan = PLAN.with_values({"path.loss_rate": 0.02})
    found = analytic.compare(plan, runs=3).frame().set_index("quantity")
    assert found.loc["response_time", "half_width"] > 0
    assert found.loc["fetch_calls", "half_width"] == 0


def test_a_model_is_loaded_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def model(plan):\n    return {}\n", encoding="utf-8")
    assert analytic.load_model(f"{file}:model")(PLAN) == {}


@pytest.mark.parametrize(
    ("text", "content", "message"),
    [
        (
            "mine.py",
            None,
            '"mine.py" is not the name of a model; write file and function, such as mine.py:my_model',
        ),
        (
            "mine.py:",
            None,
            '"mine.py:" is not the name of a model; write file and function, such as mine.py:my_model',
        ),
        ("mine.py:model", None, "there is no file mine.py with a model; write the path of a Python file"),
        ("mine.txt:model", "", "mine.txt is not a Python file; its name must end with .py"),
        ("mine.py:model", "def other(): ...", "mine.py has no function model; its functions are other"),
        ("mine.py:model", "model = 3", "mine.py has no function model, nor any other"),
        ("mine.py:model", "1 / 0", "mine.py cannot be loaded: ZeroDivisionError: division by zero"),
        ("mine.py:model", "def model(:", "mine.py cannot be loaded: SyntaxError: "),
    ],
)
def test_a_wrong_model_is_told_in_a_sentence(
    text: str, content: str | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path(text.partition(":")[0]).write_text(content, encoding="utf-8")
    with pytest.raises(net8.PlanError, match="^" + re.escape(message)):
        analytic.load_model(text)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (3, "the model mine returns no predictions by name; return something like "),
        ({"fetch_calls": "many"}, "the model mine returns fetch_calls = 'many'; return a number, in s, bytes, bit/s"),
        ({"fetch_calls": True}, "the model mine returns fetch_calls = True; return a number"),
        ({"response_time": float("nan")}, "the model mine returns response_time = nan; return a number"),
        ({"fetch_cals": 3}, "the model mine predicts fetch_cals, which is not a quantity of a run (did you mean "
         "fetch_calls?); names are those of metrics"),
    ],
)  # fmt: skip
def test_an_answer_that_is_no_prediction_is_told(answer: object, sentence: str) -> None:
    def mine(_plan: net8.Plan) -> object:
        return answer

    with pytest.raises(net8.PlanError, match="^" + re.escape(sentence)):
        analytic.compare(PLAN, [mine])  # type: ignore[list-item]


def test_plain_numbers_are_predictions() -> None:
    """A count is to be met exactly, a time within 1 %; each has the unit of what it predicts."""

    def mine(_plan: net8.Plan) -> dict[str, float]:
        return {"fetch_calls": 101, "response_time": 2.0, "throughput": 1e6, "reply_bytes": np.float64(3)}

    found = {each.quantity: each for each in analytic.compare(PLAN, [mine]).verdicts if each.model == "mine"}
    bands = {name: (v.prediction.unit, v.prediction.low, v.prediction.high) for name, v in found.items()}
    assert bands == {
        "fetch_calls": ("", 101, 101), "response_time": ("s", 1.98, 2.02),
        "throughput": ("bit/s", 0.99e6, 1.01e6), "reply_bytes": ("bytes", 3, 3),
    }  # fmt: skip
    assert found["fetch_calls"].holds
    assert not found["response_time"].holds


def test_every_quantity_of_a_run_has_a_unit_and_predict_has_the_same() -> None:
    measured = quantities(net8.run(PLAN))
    assert set(measured) <= set(UNITS)
    for name, each in analytic.predict(PLAN).items():
        assert UNITS.get(name, each.unit) == each.unit, name


MODELS = """
def fails_once(plan):
    if plan["client.array_size"] == 10:
        raise ValueError("ten is not for me")
    return {"fetch_calls": 1 + -(-(int(str(plan["query.rows"])) - 1) // int(str(plan["client.array_size"])))}

def says_nothing(plan):
    return {}
"""
PLAN_FILE = """
title = "Arrays"
[path]
kind = "lan"
[query]
rows = 61
[sweep]
"client.array_size" = [10, 15, 30]
[[figure]]
y = "fetch_calls"
"""


@pytest.mark.slow
def test_a_model_is_tried_on_a_plan_of_ones_own(tmp_path: Path) -> None:
    """60 rows behind the first one: 1 + 4 calls of 15, 1 + 2 of 30; the point at which the model fails ends nothing."""
    (tmp_path / "models.py").write_text(MODELS, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(PLAN_FILE, encoding="utf-8")

    def validate(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "net8", "validate", *arguments], cwd=tmp_path,
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    done = validate("--model", "models.py:fails_once", "--plan", "mine.toml", "--json")
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)["own_model"]
    assert [(each["predicted"], each["simulated"], each["holds"]) for each in found["predictions"]] == [
        (5, 5, True),
        (3, 3, True),
    ]
    assert found["failed"] == [
        {"plan": "mine: client.array_size = 10", "why": "ValueError: ten is not for me"}
    ]
    drawn = (tmp_path / "runs/mine/trial-fails_once-figure.svg").read_text(encoding="utf-8")
    assert "fails_once" in drawn
    assert "simulated" in drawn
    for arguments, sentence in (
        (("--model", "models.py:says_nothing", "--plan", "mine.toml"), "the model predicts nothing that runs of"),
        (("--plan", "mine.toml"), "--plan puts a model on trial on a plan of your own; give --model"),
        (("--plan", "mine.toml", "--model", "models.py:fails_once", "--only", "E2"), "--plan puts a model on trial"),
        (("--plan", "theirs.toml", "--model", "models.py:fails_once"), "there is no plan theirs.toml"),
    ):  # fmt: skip
        wrong = validate(*arguments)
        assert (wrong.returncode, sentence in wrong.stderr, "Traceback" in wrong.stderr) == (
            2,
            True,
            False,
        ), wrong.stderr
