# SPDX-License-Identifier: GPL-2.0-only
"""Replications, warm-up and comparisons against textbook numbers and hand arithmetic."""

from __future__ import annotations

from pathlib import Path

import net8
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from net8.statistics.trials import compare_paired, compare_welch, replicate, runs_for, warm_up
from net8.sweep.sweep import Outcome

# Law and Kelton, Simulation Modeling and Analysis: ten observations, mean 1.34, S^2 = 0.17, 90 % interval 1.34 +- 0.24.
TEN = [1.20, 1.50, 1.68, 1.89, 0.95, 1.49, 1.58, 1.55, 0.50, 1.09]
# The same, chapter 10: average cost of two inventory policies in five replications.
FIRST = [126.97, 124.31, 126.68, 122.66, 127.23]
SECOND = [118.21, 120.22, 122.45, 122.68, 119.40]


def test_interval_of_ten_observations() -> None:
    found = net8.interval(TEN, confidence=0.9)
    assert (found.mean, found.half_width) == pytest.approx((1.34, 0.24), abs=0.005)


def test_replications_needed_by_hand() -> None:
    # S = 0.41: t(0.95; n - 1) x 0.4105 / sqrt(n) <= 0.2: 1.771 x 0.4105 / sqrt(14) = 0.194 and, with 13,
    # 1.782 x 0.4105 / sqrt(13) = 0.203.
    assert runs_for(net8.interval(TEN, confidence=0.9), half_width=0.2) == 14
    assert runs_for(net8.interval(TEN, confidence=0.9), half_width=1) == 10
    assert runs_for(net8.interval(TEN, confidence=0.9), half_width=1e-6, most=50) == 50
    # Within 10 % of the mean asks for 1.343 x 0.1 / 1.1 = 0.1221: 1.694 x 0.4105 / sqrt(33) = 0.1211, 32: 0.1230.
    assert runs_for(net8.interval(TEN, confidence=0.9), relative=0.1) == 33
    assert runs_for(net8.interval([2.0, 2.0]), relative=0.1) == 2


def test_replicate_stops_at_its_target_or_its_cap() -> None:
    seen = []

    def draw(number: int) -> float:
        seen.append(number)
        return TEN[(number - 1) % 10]

    found = replicate(draw, half_width=0.2, confidence=0.9, least=5, most=100)
    assert found.half_width is not None
    assert found.half_width <= 0.2
    assert seen == list(range(1, found.n + 1))
    # One replication less did not do.
    before = net8.interval([TEN[number % 10] for number in range(found.n - 1)], confidence=0.9)
    assert before.half_width is not None
    assert before.half_width > 0.2
    capped = replicate(draw, half_width=1e-9, most=7)
    assert capped.n == 7
    assert replicate(lambda _number: 3.0, relative=0.01).n == 5


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({}, "set either half_width, in the unit of the metric, or relative"),
        (
            {"half_width": 1.0, "relative": 0.1},
            "set either half_width, in the unit of the metric, or relative",
        ),
        ({"relative": 0.0}, "a half width of 0.0 is never reached; use a number above 0"),
        ({"relative": 0.1, "least": 1}, "least = 1 and most = 1000 do not fit"),
        ({"relative": 0.1, "most": 3}, "least = 5 and most = 3 do not fit"),
    ],
)
def test_wrong_targets_are_refused(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(net8.PlanError, match=message):
        replicate(lambda number: float(number), **wrong)  # type: ignore[arg-type]


def test_mser5_by_hand() -> None:
    # Batches of five: 10, 10, then 0, 1, 0, 1, ... (eight). Without a cut the sum of squares around 2.4 is 146.4 over
    # 100; cutting one batch 82.2 / 81, cutting two 2 / 64; cutting three leaves 12 / 7 over 49, which is more.
    series = np.repeat([10, 10, 0, 1, 0, 1, 0, 1, 0, 1], 5)
    assert warm_up(series) == 10
    # Nothing warms up where nothing changes, or where all goes up and down alike.
    assert warm_up([1.0] * 40) == 0
    assert warm_up([0.0, 1.0] * 50) == 0
    # What does not fill a batch is left aside.
    assert warm_up([*series.tolist(), 99, 99]) == 10


def test_mser5_refuses_what_is_too_short() -> None:
    with pytest.raises(net8.PlanError, match="9 observations are too few"):
        warm_up([1.0] * 9)
    with pytest.raises(net8.PlanError, match="half of it is still warm-up"):
        warm_up(np.repeat([50, 40, 30, 20, 10, 0, 0, 0, 0.0], 5)[:35])


@given(st.lists(st.floats(-100, 100), min_size=10, max_size=200))
def test_mser5_is_the_least_standard_error(values: list[float]) -> None:
    batches = np.array(values[: len(values) // 5 * 5]).reshape(-1, 5).mean(axis=1)
    errors = [
        float(((batches[d:] - batches[d:].mean()) ** 2).sum()) / (batches.size - d) ** 2
        for d in range(batches.size // 2 + 1)
    ]
    try:
        cut = warm_up(values) // 5
    except net8.PlanError:
        cut = batches.size // 2
    assert errors[cut] <= min(errors) + 1e-6


def test_paired_comparison_of_two_policies() -> None:
    # Z = 8.76, 4.09, 4.23, -0.02, 7.83: mean 4.98, variance of the mean 2.44, 90 % interval [1.65, 8.31].
    found = compare_paired(FIRST, SECOND, confidence=0.9)
    assert found.difference == pytest.approx(4.98, abs=0.005)
    assert (found.low, found.high) == pytest.approx((1.65, 8.31), abs=0.01)
    assert found.beats() is False
    assert found.beats(less_is_better=False) is True


def test_welch_comparison_of_two_policies() -> None:
    # S1^2 = 4.00, S2^2 = 3.76, 7.99 degrees of freedom, 90 % interval [2.67, 7.30] (t = 1.860).
    found = compare_welch(FIRST, SECOND, confidence=0.9)
    assert (found.low, found.high) == pytest.approx((2.67, 7.30), abs=0.01)
    # t = 4.98 / sqrt(4.00 / 5 + 3.76 / 5) = 4.00 at 8 degrees of freedom: 0.2 % in any table (3.833 is 0.25 %).
    assert found.lower == pytest.approx(0.002, abs=0.0005)
    assert str(found).startswith(
        "the first is above the second with 99.8 % confidence: difference 4.978 ± 2.3"
    )


def test_what_cannot_be_told_apart_beats_nothing() -> None:
    found = compare_welch([1.0, 2.0, 3.0], [1.1, 2.1, 2.8])
    assert found.beats() is None
    same = compare_paired([1.0, 2.0], [1.0, 2.0])
    assert same.beats() is None
    assert same.lower == 0.5  # neither side
    assert compare_paired([1.0, 2.0], [2.0, 3.0]).beats() is True
    assert compare_welch([1.0, 1.0], [2.0, 2.0, 2.0]).lower == 1
    assert "more than 99.9 %" in str(compare_welch([1.0, 1.0], [2.0, 2.0, 2.0]))


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(net8.PlanError, match="3 runs cannot be paired with 2"):
        compare_paired([1, 2, 3], [1, 2])
    with pytest.raises(net8.PlanError, match="two replications or more"):
        compare_welch([1], [1, 2])
    with pytest.raises(net8.PlanError, match="confidence = 95 is not between 0 and 1"):
        compare_welch([1, 2], [1, 2], confidence=95)


LOSSY = net8.Plan.of(
    {
        "path": {"kind": "wan", "rate": "10Mbps", "delay": "5ms", "loss_rate": 0.02},
        "client": {"array_size": 15},
        "query": {"rows": 151},
    },
    name="lossy",
)


@pytest.mark.slow
def test_a_sweep_runs_until_it_is_narrow_enough(tmp_path: Path) -> None:
    sweep = net8.Sweep(LOSSY, over={"client.array_size": [15, 50]}, out=tmp_path)
    outcome = sweep.run_until("response_time", relative=0.2, most=1000, jobs=2)
    frame = sweep.interval("response_time")
    relative = frame["response_time_s_half_width"] / frame["response_time_s_mean"]
    assert (relative <= 0.2 / 1.2).all()
    assert frame["n"].min() == sweep.runs < 1000
    assert outcome.simulated == 2 * sweep.runs
    # All is stored, and asking for less asks for nothing.
    again = net8.Sweep(LOSSY, over={"client.array_size": [15, 50]}, runs=sweep.runs, out=tmp_path)
    assert again.run_until("response_time", relative=0.2, jobs=2).simulated == 0


def test_a_sweep_stops_at_its_cap(tmp_path: Path) -> None:
    sweep = net8.Sweep(LOSSY, out=tmp_path)
    sweep.run_until("response_time", relative=1e-6, most=8, jobs=2)
    assert sweep.runs == 8


def test_runs_that_gave_nothing_do_not_lift_the_cap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lan: net8.Plan
) -> None:
    class Two:
        """Two runs that gave a value, however many there are."""

        def interval_of(self, _point: int, _metric: str, **_options: object) -> net8.Interval:
            return net8.interval([1.0, 100.0])

        def is_one_run(self, _point: int) -> bool:
            return False

    monkeypatch.setattr(net8.Sweep, "run_missing", lambda *_words, **_options: Outcome(0, 0, 0))
    monkeypatch.setattr(net8.Sweep, "results", Two())
    sweep = net8.Sweep(lan, out=tmp_path)
    # Eight values would be needed at least, and all runs but two gave none: 8 more than there are, but for the cap.
    sweep.run_until("response_time", relative=0.01, most=8)
    assert sweep.runs == 8


def test_points_of_a_sweep_are_compared_with_common_random_numbers(tmp_path: Path) -> None:
    sweep = net8.Sweep(LOSSY, over={"client.array_size": [15, 50, 150]}, runs=24, out=tmp_path)
    sweep.run_missing(jobs=2)
    found = sweep.difference(
        "response_time", {"client.array_size": 150}, {"client.array_size": 15}, confidence=0.95
    )
    # Arrays of 150 save nine of the eleven round trips of 10 ms: paired run by run, they win,
    # though a loss costs a timeout of 0.2 s or more: 24 pairs are enough to see 0.09 s.
    assert found.method == "paired t"
    assert found.n == (24, 24)
    assert found.beats() is True
    values = sweep.frame().pivot(index="run", columns="client.array_size", values="response_time_s")
    assert found.difference == pytest.approx((values[150] - values[15]).mean())
    apart = sweep.difference(
        "response_time", {"client.array_size": 150}, {"client.array_size": 15}, common=False
    )
    assert apart.method == "Welch"
    assert apart.difference == pytest.approx(found.difference)


def test_points_that_are_not_there_are_refused(tmp_path: Path) -> None:
    sweep = net8.Sweep(LOSSY, over={"client.array_size": [15, 50]}, runs=2, out=tmp_path)
    sweep.run_missing(jobs=2)
    with pytest.raises(net8.PlanError, match="client.array_size = 99 selects no point of the sweep"):
        sweep.difference("response_time", {"client.array_size": 99}, {"client.array_size": 15})
    with pytest.raises(net8.PlanError, match="selects 2 points of the sweep"):
        sweep.difference("response_time", {}, {"client.array_size": 15})


def test_common_random_numbers_narrow_the_interval() -> None:
    def waits(accept: str) -> list[float]:
        plan = net8.Plan.of(
            {
                "path": {"kind": "lan"},
                "client": {
                    "driver": "oci", "queries": 0, "count": 200, "hosts": 10, "arrivals": "poisson",
                    "arrival_rate": "30/s",
                },
                "listener": {"accept_cpu_time": accept, "queue_size": 1000},
                "query": {"rows": 0},
            }
        )  # fmt: skip
        found = [net8.run(plan, run=number)["logon_time"] for number in range(1, 9)]
        return [value for value in found if value is not None]

    slow, fast = waits("22ms"), waits("20ms")
    paired, apart = compare_paired(slow, fast), compare_welch(slow, fast)
    # The same clients come at the same times in both: what differs is the listener alone.
    assert paired.difference == pytest.approx(apart.difference)
    assert paired.half_width < apart.half_width / 2
    assert paired.beats() is False
