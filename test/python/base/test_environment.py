# SPDX-License-Identifier: GPL-2.0-only
"""What stands in the environment changes no result and breaks no run; what would is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import net8
import pytest
from net8.schema.run import MAX_SEED

LAN = "net8.Plan.of({'path': {'kind': 'lan'}, 'query': {'rows': 5}})"
RUN = f"import net8; print(net8.run({LAN}).digest)"
SWEEP = (
    f"import net8; sweep = net8.Sweep({LAN}, runs=2); sweep.run_missing(); print(len(sweep.frame()), 'rows')"
)


def python(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NS_ATTRIBUTE_DEFAULT", "ns3::net8::Net8Path::Delay=5ms"),
        ("NS_GLOBAL_VALUE", "SimulatorImplementationType=ns3::RealtimeSimulatorImpl"),
    ],
)
def test_what_changes_defaults_of_ns3_is_refused(name: str, value: str, tmp_path: Path) -> None:
    done = python(RUN, tmp_path, **{name: value})
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"net8.base.errors.PlanError: the environment variable {name} ({value!r}) changes")
    assert last.endswith("unset it, and set keys of the plan instead")


@pytest.mark.slow
@pytest.mark.parametrize("value", ["NoSuchComponent", "print-list", "Net8Client=nosuchlevel"])
def test_a_log_that_ns3_refuses_is_one_sentence(value: str, tmp_path: Path) -> None:
    for code in (RUN, SWEEP):
        done = python(code, tmp_path, NS_LOG=value)
        assert done.returncode == 1
        error, _colon, sentence = done.stderr.splitlines()[-1].partition(": ")
        assert error in ("net8.base.errors.PlanError", "net8.base.errors.ToolError")
        assert sentence.startswith(f"ns-3 does not run with the environment variable NS_LOG = {value!r}")


@pytest.mark.slow
def test_a_log_of_everything_leaves_results_as_they_are(tmp_path: Path) -> None:
    quiet = python(RUN, tmp_path)
    loud = python(RUN, tmp_path, NS_LOG="Net8Client=level_all")
    assert loud.returncode == 0
    assert loud.stdout.splitlines()[-1] == quiet.stdout.splitlines()[-1]
    assert python(SWEEP, tmp_path, NS_LOG="TcpSocketBase=level_all").stdout.endswith("2 rows\n")


@pytest.mark.parametrize("seed", [0, MAX_SEED + 1, 4294967087, 2**32 - 1])
def test_a_seed_that_ns3_cannot_take_is_refused(seed: int, lan: net8.Plan) -> None:
    with pytest.raises(net8.PlanError, match=f"seed = {seed} must be from 1 to 4294944442"):
        net8.run(lan, seed=seed)
    with pytest.raises(net8.PlanError, match="4294944442"):
        lan.with_values({"run.seed": seed})


def test_run_numbers_begin_at_one(lan: net8.Plan) -> None:
    with pytest.raises(net8.PlanError, match="run = 0 must be 1 or more"):
        net8.run(lan, run=0)


def test_the_largest_seed_runs(lan: net8.Plan) -> None:
    # L'Ecuyer, Operations Research 47(1), 1999: the moduli of MRG32k3a are 2^32 - 209 and 2^32 - 22853.
    assert min(2**32 - 209, 2**32 - 22853) - 1 == MAX_SEED
    assert net8.run(lan, seed=MAX_SEED).failures == ""
