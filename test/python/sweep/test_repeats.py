# SPDX-License-Identifier: GPL-2.0-only
"""Runs that cannot differ from another one are not simulated, and what is stored of them is what they would give."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import net8
import pytest
from net8 import _core
from net8.archive.pack import pack
from net8.archive.verify import verify
from net8.store.database import Store
from net8.store.merge import merge
from net8.sweep.repeats import SAME_AS

SOAK = Path(__file__).parents[2] / "soak"
QUIET: Mapping[str, Any] = {"query": {"rows": 40}, "client": {"array_size": 20}, "run": {"runs": 4}}
LOSSY: Mapping[str, Any] = {**QUIET, "path": {"kind": "wan", "loss_rate": 0.005}}
"""Some 30 packets, of which a run loses none with 0.86."""
SITES: Mapping[str, Any] = {
    **QUIET,
    "site": [{"name": "office"}, {"name": "centre"}],
    "link": [
        {
            "name": "line",
            "between": ["office", "centre"],
            "rate": "10Mbps",
            "delay": "5ms",
            "loss_rate": 0.005,
        }
    ],
    "client": {"site": "office", "array_size": 20},
    "server": {"site": "centre"},
}


@pytest.fixture(scope="module")
def world() -> Iterator[Any]:
    """Provide what makes the seeded worlds."""
    sys.path.insert(0, str(SOAK))
    try:
        import worlds

        yield worlds.world
    finally:
        sys.path.remove(str(SOAK))


def told(run: net8.Run) -> dict[str, object]:
    """Return all that a run gives but for its number and the seconds it took."""
    left_out = ("run", "wall_s", "folder", "metrics")
    columns = {name: value for name, value in vars(run).items() if name not in left_out}
    text = json.dumps(columns, default=lambda value: getattr(value, "tolist", lambda: str(value))())
    found: dict[str, object] = json.loads(text)
    return found


def hold_against_others(plan: net8.Plan, seed: int, numbers: range) -> tuple[int, int]:
    """Hold a run against those with other numbers that it stands for, and those against it that it does not stand for.

    @return: how many there are of each
    """
    first = net8.run(plan, seed=seed, run=numbers.start)
    same = other = 0
    for number in numbers[1:] if first.passed is not None else ():
        assert first.passed is not None
        run = net8.run(plan, seed=seed, run=number)
        if _core.is_same(seed, number, first.passed):
            assert told(run) == told(first), number
            same += 1
        else:
            # The first of its draws that is below the rate came before the end of the other run: a packet was lost.
            assert run.passed is None
            assert run.digest != first.digest
            other += 1
    return same, other


@pytest.mark.parametrize("document", [QUIET, LOSSY, SITES])
def test_a_run_stands_for_those_that_draw_alike_and_no_others(document: Mapping[str, Any]) -> None:
    plan = net8.Plan.of(document)
    start = next(number for number in range(1, 20) if net8.run(plan, run=number).passed is not None)
    same, other = hold_against_others(plan, 1, range(start, start + 40))
    assert (same > 20 and other > 0) if document is not QUIET else (same, other) == (39, 0)


@pytest.mark.slow
def test_random_worlds(world: Any) -> None:
    stand = 0
    for seed in range(1, 81):
        document = world(seed)
        document["run"] |= {"stop_time": "20s", "max_wall_time": "20s"}
        document.get("query", {})["rows"] = random.Random(seed).choice([1, 50])
        try:
            same, _other = hold_against_others(net8.Plan.of(document), seed, range(1, 4))
        except net8.Net8Error:
            continue
        stand += same > 0
    # Worlds of one session without a random key are common.
    assert stand > 5


def test_what_was_drawn() -> None:
    assert net8.run(net8.Plan.of(QUIET)).passed == ()
    run = next(
        run for run in (net8.run(net8.Plan.of(LOSSY), run=number) for number in range(1, 20)) if run.passed
    )
    assert run.passed is not None
    drawn = sum(draws for _stream, _rate, draws in run.passed)
    assert drawn == sum(count for name, count in run.counters.items() if name.startswith("loss_draws_"))
    assert {rate for _stream, rate, _draws in run.passed} == {0.005}
    assert len(run.passed) == 2  # one for each direction


@pytest.mark.parametrize(
    "document",
    [
        {"path": {"kind": "wan", "jitter": "1ms"}},
        {"client": {"think_time": {"distribution": "exponential", "mean": "1ms"}, "queries": 2}},
        {"client": {"arrivals": "poisson", "count": 2}},
        {"path": {"kind": "wan", "loss_rate": 0.9}},
        {"variation": {"when": "always"}},
        {"query": {"rows": 40, "row_length": {"distribution": "exponential", "mean": 200}}},
    ],
)
def test_where_chance_decides_something_a_run_stands_for_none(document: Mapping[str, Any]) -> None:
    assert net8.run(net8.Plan.of({**QUIET, **document})).passed is None


def rows_of(out: Path) -> dict[int, Any]:
    """Return the rows of a store with one point by run."""
    with Store(out, writing=False) as store:
        return {row.run: row for row in store.all_rows()}


def test_a_sweep_stores_what_all_its_runs_would_give(tmp_path: Path) -> None:
    plan = net8.Plan.of(LOSSY, name="lossy")
    outcome = net8.Sweep(plan, runs=60, out=tmp_path).run_missing(jobs=2)
    rows = rows_of(tmp_path)
    assert sorted(rows) == list(range(1, 61))
    repeats = {number: row for number, row in rows.items() if SAME_AS in row.made}
    assert (outcome.simulated, outcome.repeated) == (60, len(repeats))
    assert len(repeats) > 30  # 0.86 of 60 lose none, less the first ones
    for number, row in rows.items():
        alone = net8.run(plan, run=number)
        stored = net8.Run.load(tmp_path / "data" / row.folder)
        assert told(stored) == told(alone), number
        assert (row.digest, dict(row.metrics), stored.run) == (alone.digest, alone.metrics, number)


def test_runs_of_a_store_stand_for_later_ones(tmp_path: Path) -> None:
    plan = net8.Plan.of(QUIET, name="quiet")
    net8.Sweep(plan, runs=1, out=tmp_path).run_missing()
    later = net8.Sweep(plan, runs=30, out=tmp_path)
    outcome = later.run_missing()
    assert (outcome.simulated, outcome.reused, outcome.repeated) == (29, 1, 29)
    assert later.results.is_one_run(0)
    assert not later.results.damaged()
    assert {row.made.get(SAME_AS) for row in rows_of(tmp_path).values()} == {None, "run 1"}


def test_captures_are_simulated(tmp_path: Path) -> None:
    plan = net8.Plan.of({**QUIET, "run": {"runs": 3, "pcap": True}}, name="seen")
    sweep = net8.Sweep(plan, out=tmp_path)
    assert sweep.run_missing(jobs=1).repeated == 0
    assert all((tmp_path / "data" / row.folder / "capture-server.pcap").is_file()
               for row in rows_of(tmp_path).values())  # fmt: skip


def test_a_repeated_run_is_a_run_in_archives_and_merged_stores(tmp_path: Path) -> None:
    path = tmp_path / "quiet.toml"
    path.write_text("[query]\nrows = 40\n[run]\nruns = 4\n", encoding="utf-8")
    plan = net8.load(path)
    here, alone = tmp_path / "here", tmp_path / "alone"
    sweep = net8.Sweep(plan, out=here)
    assert sweep.run_missing(jobs=1).repeated == 3
    point = net8.Sweep(plan, out=alone)
    # The third run by itself, which is simulated: the two stores do not contradict each other.
    wanted = {(row.point, row.run) for row in rows_of(here).values() if row.run == 3}
    assert point.run_missing(only=wanted).repeated == 0
    merged = merge([here, alone], tmp_path / "both")
    assert (merged.taken, merged.known) == (4, 1)
    pack(sweep.results, tmp_path / "quiet.zip")
    assert not verify(tmp_path / "quiet.zip", sample=None).differences
