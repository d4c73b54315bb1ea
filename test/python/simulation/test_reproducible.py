# SPDX-License-Identifier: GPL-2.0-only
"""Same plan, same seed, same run number: same digest, whatever else the process does.

Release against debug builds: ``test/digest`` and the step of ``test/run.py`` that compares both.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import net8
import pytest
from net8.schema.table import CONGESTION

SEED = 11

PLANS: dict[str, dict[str, object]] = {
    "lan": {"path": {"kind": "lan"}, "query": {"rows": 500}},
    "loss": {
        "path": {"kind": "wan", "loss_rate": 0.02, "hops": 2},
        "client": {"driver": "jdbc-thin", "array_size": 500},
        "query": {"rows": 10000},
    },
    "shared": {
        "path": {"kind": "wan", "queue_disc": "red", "queue_size": "40p"},
        "client": {"driver": "python-thin", "count": 2, "start_spacing": "100ms"},
        "cross_traffic": [{"kind": "pareto", "rate": "8Mbps"}, {"kind": "bulk", "flows": 2}],
        "query": {"rows": 3000},
    },
    "random": {
        "path": {"kind": "segment", "ip": "v6"},
        "client": {
            "driver": "node-thin",
            "queries": 3,
            "think_time": {"distribution": "exponential", "mean": "500ms"},
        },
        "server": {"call_time": {"distribution": "uniform", "min": "0s", "max": "2ms"}},
        "query": {"rows": 800, "row_length": {"distribution": "uniform", "min": 20, "max": 400}},
    },
}
RANDOM = [name for name in PLANS if name != "lan"]


def plan_of(name: str) -> net8.Plan:
    """Return one of the plans."""
    return net8.Plan.of(PLANS[name], name=name)


def digest_of(name: str, *, seed: int = SEED, run: int = 1) -> str:
    """Simulate one of the plans and give its digest."""
    result = net8.run(plan_of(name), seed=seed, run=run)
    assert set(result.outcome) == {"closed"}
    return result.digest


@pytest.mark.parametrize("name", PLANS)
def test_two_runs_in_one_process(name: str) -> None:
    first = digest_of(name)
    # Another simulation in between leaves nothing behind.
    digest_of("random", seed=5)
    assert digest_of(name) == first


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
def test_two_processes(name: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(plan_of(name).to_toml(), encoding="utf-8")
    program = "import sys, net8; print(net8.run(net8.load(sys.argv[1]), seed=int(sys.argv[2])).digest)"
    # Another hash seed and another place in memory: neither order of dictionaries nor addresses count.
    done = subprocess.run(
        [sys.executable, "-c", program, str(plan), str(SEED)],
        capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": "99", "PAD": "x" * 5000},
    )  # fmt: skip
    assert done.stdout.strip() == digest_of(name)


@pytest.mark.parametrize("name", PLANS)
def test_with_and_without_captures(name: str, tmp_path: Path) -> None:
    result = net8.run(plan_of(name), seed=SEED, folder=tmp_path, pcap=True)
    assert (tmp_path / "capture-client.pcap").stat().st_size > 24
    assert result.digest == digest_of(name)


@pytest.mark.parametrize("name", PLANS)
def test_plan_with_all_defaults_written_out(name: str, tmp_path: Path) -> None:
    first = net8.run(plan_of(name), seed=SEED, folder=tmp_path)
    again = net8.run(net8.load(tmp_path / "plan.toml"), seed=SEED)
    assert again.digest == first.digest


@pytest.mark.parametrize("name", RANDOM)
def test_another_seed_or_run_number_gives_another_digest(name: str) -> None:
    digests = {digest_of(name), digest_of(name, seed=SEED + 1), digest_of(name, run=2)}
    assert len(digests) == 3


def test_seed_does_not_matter_where_nothing_is_random() -> None:
    assert digest_of("lan") == digest_of("lan", seed=SEED + 1) == digest_of("lan", run=2)


def test_digest_covers_what_happened() -> None:
    # One byte more in the last row changes the digest though no call more is made.
    lengths = [20] * 30
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 30, "row_length": lengths}})
    longer = plan.with_values({"query.row_length": [*lengths[:-1], 21]})
    assert net8.run(plan).digest != net8.run(longer).digest


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", CONGESTION)
def test_every_congestion_control(algorithm: str) -> None:
    # ns-3 copies the algorithm of the listening socket for each session; what a copy leaves out shows here.
    tcp = {"congestion_control": algorithm}
    plan = net8.Plan.of(
        {
            # TcpLp yields before a queue is full.
            "path": {"kind": "wan", "queue_size": "20p", "delay": "10ms", "loss_rate": 0.01},
            "client": {"driver": "jdbc-thin", "array_size": 1000, "count": 3, "tcp": tcp},
            "server": {"tcp": tcp},
            "query": {"rows": 6000},
        }
    )
    results = [net8.run(plan, seed=SEED) for _ in range(4)]
    assert results[0].counters["loss_drops_to_client"] > 0
    assert len({result.digest for result in results}) == 1


def test_seeds_and_runs_far_apart_have_streams_of_their_own() -> None:
    plan = net8.Plan.of({
        "path": {"kind": "lan"}, "query": {"rows": 1}, "client": {"count": 3, "arrivals": "poisson"},
    })  # fmt: skip
    numbers = [(seed, run) for seed in (1, 9, 17, 257) for run in (1, 9, 17, 257)]
    digests = {net8.run(plan, seed=seed, run=run).digest for seed, run in numbers}
    assert len(digests) == len(numbers)
