# SPDX-License-Identifier: GPL-2.0-only
"""Runs that differ only in faults share their beginning, and each is what it is alone."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import net8
import pytest
from net8 import _core
from net8.archive.pack import pack
from net8.archive.verify import verify
from net8.plan.resolve import resolve
from net8.simulation.branches import Branches
from net8.store.database import Store
from net8.task.copies import Copies

SOAK = Path(__file__).parents[2] / "soak"
Faults = Sequence[Mapping[str, Any]]
STORM: Mapping[str, Any] = {
    "path": {"kind": "wan", "delay": "10ms", "loss_rate": 0.01},
    "client": {"count": 30, "hosts": 3, "arrivals": "poisson", "arrival_rate": "20/s"},
    "query": {"rows": 100},
    "run": {"stop_time": "20s", "max_wall_time": "1h"},
}
"""Its clients start within 3 s at most, and their sessions take some round trips of 20 ms."""
CUT: Mapping[str, Any] = {"kind": "link_down", "at": "700ms", "until": "1500ms"}
HANG: Mapping[str, Any] = {"kind": "listener_hang", "at": "700ms", "until": "1s"}
DOWN: Mapping[str, Any] = {"kind": "instance_down", "at": "900ms"}
CASES: Mapping[str, Sequence[Faults]] = {
    "one each": ([CUT], [HANG], [DOWN], [{"kind": "host_hang", "at": "800ms", "until": "2s"}]),
    "none of its own": ([], [CUT]),
    "two of one time, in both orders": ([CUT, HANG], [HANG, CUT]),
    "one in common": ([HANG, CUT], [HANG, DOWN], [HANG]),
    "the end of one": ([CUT], [dict(CUT, until="1200ms")]),
    "at once": ([{"kind": "host_down", "until": "3s"}], [{"kind": "listener_down"}]),
    "after the end": ([dict(CUT, at="15s", until="16s")], [dict(DOWN, at="14s")]),
    "after the time is up": ([dict(DOWN, at="25s")], [dict(CUT, at="30s", until="31s")]),
    "clients": ([{"kind": "host_down", "target": "clients", "at": "1s", "until": "2s"}], [DOWN]),
}


def compared(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the extension says of a run, as values that can be compared."""
    return {name: value for name, value in raw.items() if not isinstance(value, dict)} | {
        f"{name}.{inner}": getattr(each, "tolist", lambda each=each: each)()
        for name, value in raw.items()
        if isinstance(value, dict)
        for inner, each in value.items()
    }


def hold(plans: Sequence[net8.Plan], seed: int = 3) -> None:
    """Hold each of several runs that are one at first against that run alone."""
    tasks = [resolve(plan) for plan in plans]
    for number, task in enumerate(tasks):
        branches = Branches(tasks, [Path()] * len(tasks), partial(int, number))
        alone = _core.run(task.document(), seed, 1, "", False, None)
        shared = _core.run(
            branches.document(), seed, 1, "", False, None, branches.own_faults(), branches.choose
        )
        assert branches.chosen == number
        told, expected = compared(shared), compared(alone)
        # Lines that a fault of another cuts look at each packet when it arrives, which takes an event.
        assert told.pop("events") >= expected.pop("events")
        assert {name: (told[name], value) for name, value in expected.items() if told[name] != value} == {}


@pytest.mark.parametrize("case", CASES)
def test_each_is_what_it_is_alone(case: str) -> None:
    """Equal in every value, also where two faults have one time, or come when all is over."""
    hold([net8.Plan.of({**STORM, "fault": faults}) for faults in CASES[case]])


@pytest.fixture(scope="module")
def world() -> Iterator[Any]:
    """Provide what makes the seeded worlds."""
    sys.path.insert(0, str(SOAK))
    try:
        import worlds

        yield worlds.world
    finally:
        sys.path.remove(str(SOAK))


@pytest.mark.slow
def test_random_plans(world: Any) -> None:
    """The same of plans with anything in them, which have the faults of others in addition to their own."""
    held = 0
    for number in range(60):
        document, other = world(7000 + number), world(8000 + number)
        later = [CUT] if "site" not in document and "site" not in other else [DOWN]
        faults = [list(document.get("fault", ())), [*document.get("fault", ()), *later]]
        plans = [document | {"fault": each} for each in faults]
        try:
            made = [net8.Plan.of(each) for each in plans]
            for each in made:
                net8.run(each, seed=1)
        except net8.Net8Error:
            continue
        hold(made, seed=number + 1)
        held += 1
    assert held > 20


FORKS = [
    {"name": "as planned", "at": "600ms"},
    {"name": "cut", "at": "600ms", "fault": [{"kind": "link_down", "until": "2s"}]},
    {"name": "hang", "at": "600ms", "fault": [dict(HANG)]},
]


def rows(out: Path) -> dict[str, tuple[object, ...]]:
    """Return what a store has of each point, and of its files."""
    with Store(out, writing=False) as store:
        return {
            row.point: (
                row.status,
                row.digest,
                row.events,
                row.metrics,
                row.files["calls.csv"][:2],
                row.files["plan.toml"][:2],
            )
            for row in store.all_rows()
        }


@pytest.mark.slow
def test_a_sweep_stores_what_runs_alone_store(tmp_path: Path) -> None:
    """The same rows and files, and the plan of each is one that can be run again."""
    plan = net8.Plan.of({**STORM, "fork": FORKS}, name="storm")
    sweep = net8.Sweep(plan, out=tmp_path / "shared")
    outcome = sweep.run_missing(jobs=2)
    assert (outcome.simulated, outcome.shared) == (3, 3)
    for point in plan.points():
        net8.Sweep(point.plan, out=tmp_path / "alone").run_missing(jobs=1)
    assert rows(tmp_path / "shared") == rows(tmp_path / "alone")
    assert len(rows(tmp_path / "alone")) == 3


def test_an_archive_of_them_is_verified(tmp_path: Path) -> None:
    """Simulated again alone they are what they were."""
    plan = net8.Plan.of({**STORM, "path": {"delay": "10ms"}, "fork": FORKS}, name="storm")
    sweep = net8.Sweep(plan, out=tmp_path / "runs")
    sweep.run_missing(jobs=2)
    pack(sweep.results, tmp_path / "storm.zip")
    assert not verify(tmp_path / "storm.zip", sample=None).differences


def test_a_sweep_finds_points_with_one_beginning(tmp_path: Path) -> None:
    """Of two arrays and three times of a fault, those of one array share theirs; a single one that is left does not."""
    over: dict[str, list[object]] = {"client.array_size": [10, 50], "fault.1.at": ["500ms", "1s", "2s"]}
    plan = net8.Plan.of({**STORM, "fault": [DOWN]})
    sweep = net8.Sweep(plan, over=over, out=tmp_path)
    part = sweep.run_missing(jobs=2, only=[(resolve(sweep.points[0].plan).digest(), 1)])
    assert (part.simulated, part.shared) == (1, 0)
    rest = sweep.run_missing(jobs=2)
    assert (rest.simulated, rest.reused, rest.shared) == (5, 1, 5)


def test_a_budget_ends_all(tmp_path: Path) -> None:
    """If the time is up before they part, each has that result."""
    slow = {**STORM, "client": {"count": 20000, "hosts": 3}, "run": {"max_wall_time": "100ms"}}
    plan = net8.Plan.of(
        {
            **slow,
            "fork": [
                {"name": "a", "at": "500s"},
                {"name": "b", "at": "500s", "fault": [{"kind": "link_down"}]},
            ],
        }
    )
    outcome = net8.Sweep(plan, out=tmp_path).run_missing(jobs=1)
    assert (outcome.simulated, outcome.failed) == (0, 2)


def test_a_copy_that_dies_is_told() -> None:
    """The others end as they would; which one died, and how, is known."""
    lost: list[tuple[int, int]] = []
    copies = Copies(3, 2, lambda number, code: lost.append((number, code)))
    if (number := copies.part()) is not None:
        os._exit(7 if number == 1 else 0)
    assert lost == [(1, 7)]


def test_written_and_read_again() -> None:
    """A plan with forks reads back equal; one variant can be chosen; other keys can be set beside it."""
    plan = net8.Plan.of({**STORM, "fork": FORKS})
    assert [axis.name for axis in plan.axes] == ["fork"]
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan
    one = plan.with_values({"fork": "cut", "client.array_size": 7})
    (point,) = one.points()
    assert point.plan.faults == ({"kind": "link_down", "at": "600ms", "until": "2s"},)
    assert point.plan["client.array_size"] == 7


@pytest.mark.parametrize(
    ("forks", "sentence"),
    [
        ([{"at": "1s"}], "a fork has no name"),
        ([{"name": "a"}], "fork.at is missing from"),
        ([{"name": "a", "at": "1s"}, {"name": "a", "at": "2s"}], "appears twice"),
        ([{"name": "a", "at": "1s", "fault": [{"at": "999ms"}]}], "is before fork.at"),
        ([{"name": "a", "at": "1s", "fault": "cut"}], "write each as a table"),
        ([{"name": "a", "at": "1s", "fault": [{"kind": "fire"}]}], "fault.kind"),
        ([{"name": "a", "at": "soon"}], "fork.at"),
        ([{"name": "a", "at": "1s", "rate": 1}], "rate"),
        ([{"name": "a", "at": "1s", "fault": [{"kind": "host_down", "target": "moon"}]}], "moon"),
    ],
)
def test_refused(forks: list[dict[str, Any]], sentence: str) -> None:
    """One sentence each."""
    with pytest.raises(net8.PlanError, match=sentence):
        list(map(resolve, [point.plan for point in net8.Plan.of({**STORM, "fork": forks}).points()]))


def test_two_kinds_of_forks() -> None:
    """They stand in one place."""
    with pytest.raises(net8.PlanError, match="keep one of them"):
        net8.Plan.of({**STORM, "fork": FORKS, "sweep": {"fork": [{"name": "a"}]}})
