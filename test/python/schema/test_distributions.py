# SPDX-License-Identifier: GPL-2.0-only
"""Random times and lengths: both notations, and the sentence that shows the right one."""

from __future__ import annotations

import importlib
import math
import re
from pathlib import Path

import net8
import pytest
from net8.schema import distributions
from net8.schema.distributions import PARAMETERS
from net8.schema.table import KEYS

pytestmark = pytest.mark.plain

PAGE = Path(__file__).parents[3] / "doc" / "plan.rst"


@pytest.mark.parametrize(
    ("short", "table"),
    [
        ("exponential(5s)", {"distribution": "exponential", "mean": "5s"}),
        (" uniform( 1ms ,3ms ) ", {"distribution": "uniform", "min": "1ms", "max": "3ms"}),
        ("normal(5s, 1s)", {"distribution": "normal", "mean": "5s", "deviation": "1s"}),
        ("lognormal(5s, 2s)", {"distribution": "lognormal", "mean": "5s", "deviation": "2s"}),
        ("pareto(1s, 1.5)", {"distribution": "pareto", "scale": "1s", "shape": 1.5}),
    ],
)
def test_a_text_is_short_for_a_table(short: str, table: dict[str, object]) -> None:
    plans = [net8.Plan.of({"client": {"think_time": value}}) for value in (short, table)]
    assert plans[0] == plans[1]
    assert plans[0]["client.think_time"] == table


@pytest.mark.parametrize(
    "value", ["exponential(5s)", {"distribution": "uniform", "min": "0s", "max": "1s"}, "normal(1s)"]
)
def test_a_time_that_is_one_number_says_so(value: object) -> None:
    with pytest.raises(
        net8.PlanError,
        match=r"is random, but this time is a constant in the model; write a time such as \"80ms\"",
    ):
        net8.Plan.of({"client": {"recv_timeout": value}})


def test_a_row_length_is_short_too() -> None:
    plan = net8.Plan.of({"query": {"row_length": "uniform(100, 200)"}})
    assert plan["query.row_length"] == {"distribution": "uniform", "min": 100, "max": 200}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("about 5s", 'client.think_time = "about 5s" is not a time; write a number with its unit, such as "80ms", or a '
         'random one such as "exponential(5s)"'),
        (5, 'client.think_time = 5 has no unit; write a time such as "80ms", or a random one such as '
         '"exponential(5s)"'),
        ("exponential(5)", 'client.think_time = "exponential(5)" has no unit; write a time such as "80ms"'),
        ("uniform(5s)", 'client.think_time = "uniform(5s)" has 1 of the numbers of uniform(min, max)'),
        ("gauss(5s)", 'client.think_time = "gauss(5s)" has distribution = "gauss"; use uniform, exponential, normal, '
         'lognormal, pareto'),
        ("pareto(1s, x)", 'client.think_time = "pareto(1s, x)" has shape = x, which must be a number above 1 for a '
         "mean to exist"),
        ("pareto(1s, 1)", "which must be a number above 1 for a mean to exist"),
        ("uniform(101s, 100s)", 'client.think_time = "uniform(101s, 100s)" has min'),
        ("exponential(0s)", 'client.think_time = "exponential(0s)" has mean = 0, which must be above 0'),
        ("exponential(5s", 'client.think_time = "exponential(5s" is not a time'),
    ],
)  # fmt: skip
def test_a_wrong_one_is_told_what_is_right(value: object, sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=re.escape(sentence)):
        net8.Plan.of({"client": {"think_time": value}})


def test_the_page_names_every_distribution_and_its_parameters() -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition("Random times and lengths\n")[2].partition("\nConnect files\n")[0]
    for name, parameters in PARAMETERS.items():
        row = section.partition(f"* - ``{name}``")[2].partition("* - ``")[0]
        assert f"``{name}(" in row
        assert all(f"``{parameter}``" in row for parameter in parameters), name


def test_random_keys_say_so_in_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parent))
    generate = importlib.import_module("generate")
    assert "random" in generate.meaning(KEYS["client.think_time"])
    assert "random" not in generate.meaning(KEYS["path.delay"])


def parameters(table: dict[str, object]) -> dict[str, float]:
    """Return what ns-3 is told, by name."""
    inside = distributions.to_ns3(table).partition("[")[2].rstrip("]")
    return {name: float(value) for name, _, value in (entry.partition("=") for entry in inside.split("|"))}


def test_ns3_gets_the_mean_and_deviation_of_people() -> None:
    told = {"mean": "2ms", "deviation": "1ms"}
    normal = parameters({"distribution": "normal", **told})
    assert normal == {"Mean": 0.002, "Variance": pytest.approx(1e-6)}
    # Of a lognormal variable the mean is exp(mu + sigma^2 / 2), the variance (exp(sigma^2) - 1) mean^2.
    found = parameters({"distribution": "lognormal", **told})
    square = found["Sigma"] ** 2
    assert math.exp(found["Mu"] + square / 2) == pytest.approx(0.002)
    assert (math.exp(square) - 1) * 0.002**2 == pytest.approx(1e-6)


def test_means_by_hand() -> None:
    assert distributions.mean({"distribution": "uniform", "min": "1s", "max": "4s"}) == 2.5
    # shape x scale / (shape - 1) = 1.5 x 2 / 0.5
    assert distributions.mean({"distribution": "pareto", "scale": "2s", "shape": 1.5}) == 6
