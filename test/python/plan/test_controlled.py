# SPDX-License-Identifier: GPL-2.0-only
"""What losses explain of a time is taken out of its interval, without a bias."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import net8
import pytest
from net8.results.chance import loss_excesses
from net8.sweep.sweep import Sweep

LOSS = 0.03
RUNS = 40


@pytest.fixture(scope="module")
def lossy(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    """Simulate a query over a WAN that loses 3 % of all packets."""
    plan = net8.Plan.of(
        {
            "path": {"kind": "wan", "rate": "10Mbps", "delay": "40ms", "loss_rate": LOSS},
            "query": {"rows": 2000},
        },
        name="lossy",
    )
    made = Sweep(plan, runs=RUNS, out=tmp_path_factory.mktemp("out"))
    made.run_missing()
    return made


def test_every_loss_is_counted_with_its_chance(lossy: Sweep) -> None:
    results = lossy.results
    for row in results.runs_of(0)[:10]:
        counters = net8.Run.load(results.folder_of(row)).counters
        for way in ("to_client", "to_server"):
            parts = counters[f"losses_of_ends_{way}"] + counters[f"losses_of_others_{way}"]
            assert parts == counters[f"loss_drops_{way}"]


def test_losses_beyond_what_was_to_be_expected_are_none_in_the_mean(lossy: Sweep) -> None:
    """A martingale: its variance is that of a chance, p (1 - p), for each packet that met it."""
    results = lossy.results
    runs = [net8.Run.load(results.folder_of(row)).counters for row in results.runs_of(0)]
    sums = [sum(each) for each in zip(*(loss_excesses(counters, LOSS) for counters in runs), strict=True)]
    kinds = ("of_ends_to_client", "of_ends_to_server", "of_others_to_client", "of_others_to_server")
    for kind, found in zip(kinds, sums, strict=True):
        draws = sum(counters[f"loss_draws_{kind}"] for counters in runs)
        assert draws > RUNS * 10
        assert abs(found) < 4 * math.sqrt(LOSS * (1 - LOSS) * draws), kind


def test_a_fifth_of_the_runs_is_enough(lossy: Sweep) -> None:
    """The half width of 95 % falls with the root of the runs: a fifth of them is a fifth of its square."""
    plain = lossy.results.interval_of(0, "response_time")
    controlled = lossy.results.interval_of(0, "response_time", controlled=True)
    assert plain is not None
    assert controlled is not None
    assert plain.half_width is not None
    assert controlled.half_width is not None
    assert controlled.half_width**2 < plain.half_width**2 / 5
    # Both are intervals of the same mean.
    assert abs(plain.mean - controlled.mean) < plain.half_width + controlled.half_width
    shown = lossy.interval("response_time", controlled=True)
    assert shown["response_time_s_mean"].iloc[0] == controlled.mean


def test_runs_without_losses_have_nothing_to_be_controlled_by(tmp_path: Path) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 3}}, name="quiet")
    sweep = Sweep(plan, runs=5, out=tmp_path)
    sweep.run_missing()
    results = sweep.results
    assert loss_excesses(net8.Run.load(results.folder_of(results.runs_of(0)[0])).counters, 0.0) == ()
    assert results.interval_of(0, "response_time", controlled=True) == results.interval_of(0, "response_time")


def test_fewer_runs_reach_the_same_target(lossy: Sweep, tmp_path: Path) -> None:
    few = Sweep(lossy.plan, out=tmp_path)
    few.run_until("response_time", relative=0.05, most=RUNS, controlled=True)
    assert few.runs < RUNS
    found = few.results.interval_of(0, "response_time", controlled=True)
    assert found is not None
    assert found.half_width is not None
    assert found.half_width <= 0.05 / 1.05 * found.mean


def test_what_is_controlled_needs_a_target(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", "run", "wan-fetch", "--controlled"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == ("net8: --controlled needs --until; use both, such as --until response_time=5%\n")
