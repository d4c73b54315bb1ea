# SPDX-License-Identifier: GPL-2.0-only
"""Runs that differ only in what happens later share their beginning, and each is what it is alone."""

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
        shared = _core.run(branches.document(), seed, 1, "", False, None, branches.later(), branches.choose)
        assert branches.chosen == number
        told, expected = compared(shared), compared(alone)
        # Lines that a fault of another cuts look at each packet when it arrives, which takes an event.
        assert told.pop("events") >= expected.pop("events")
        assert {name: (told[name], value) for name, value in expected.items() if told[name] != value} == {}


@pytest.mark.parametrize("case", CASES)
def test_each_is_what_it_is_alone(case: str) -> None:
    """Equal in every value, also where two faults have one time, or come when all is over."""
    hold([net8.Plan.of({**STORM, "fault": faults}) for faults in CASES[case]])


NETWORK: Mapping[str, Any] = {
    "site": [{"name": "office"}, {"name": "centre"}],
    "link": [{"name": "line", "between": ["office", "centre"], "rate": "4Mbps", "delay": "10ms"}],
    "client": {"count": 20, "hosts": 2, "site": "office"},
    "server": {"site": "centre"},
    "query": {"rows": 2000},
    "run": {"stop_time": "60s", "max_wall_time": "1h"},
}
"""Its 2,000 rows of 100 bytes for each client take 8 s of the line at 4 Mbit/s, so that a change finds its queue full:
packets of the next 300 ms (100 of 1,500 bytes) are computed by then."""
SLOW: Mapping[str, Any] = {"at": "1s", "rate": "1Mbps"}
FAR: Mapping[str, Any] = {"at": "1500ms", "delay": "60ms", "delay_up": "1ms"}
FAST: Mapping[str, Any] = {"at": "1s", "rate": "40Mbps", "rate_up": "1Mbps"}
CHANGES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "none, slower, farther": ({}, {"link_change": [SLOW]}, {"link_change": [FAR]}),
    "slower and a fault, faster": ({"link_change": [SLOW], "fault": [DOWN]}, {"link_change": [FAST]}),
    "two of one time, in both orders": ({"link_change": [SLOW, FAST]}, {"link_change": [FAST, SLOW]}),
    "one in common, which is later": ({"link_change": [FAR, SLOW]}, {"link_change": [FAR]}),
    "one in common, of the same time": (
        {"link_change": [SLOW, FAST]},
        {"link_change": [SLOW, dict(FAR, at="1s")]},
    ),
    "there and back": (
        {"link_change": [SLOW, dict(FAST, at="2s")]},
        {"link_change": [FAR, dict(FAR, at="3s", delay="1ms")]},
    ),
    "a fault in one, a change in another": ({"fault": [CUT]}, {"link_change": [dict(FAST, at="500ms")]}),
    "from the start": ({"link_change": [dict(SLOW, at="0s")]}, {}),
    "after the end": ({"link_change": [dict(SLOW, at="50s")]}, {"link_change": [dict(FAR, at="55s")]}),
    "after the time is up": ({"link_change": [dict(SLOW, at="70s")]}, {"link_change": [dict(FAR, at="80s")]}),
}  # fmt: skip


@pytest.mark.parametrize("network", ["stages", "nodes"])
@pytest.mark.parametrize("case", CHANGES)
def test_each_change_of_a_link_is_what_it_is_alone(case: str, network: str) -> None:
    """Equal in every value, where hops are computed ahead of the time of the change as well."""
    base = {**NETWORK, "run": {**NETWORK["run"], "network": network}}
    hold([net8.Plan.of({**base, **own}) for own in CHANGES[case]])


@pytest.mark.parametrize(
    "line",
    [
        {"jitter": "3ms"},
        {"jitter": "3ms", "overtake": True, "loss_rate": 0.02},
        {"idle_time": "1h"},
        {"burst_rate": 0.02, "burst_length": 3.0},
        {"queue_size": "5000p", "queue_size_up": "3p"},
    ],
)
def test_changes_of_links_with_conditions(line: Mapping[str, Any]) -> None:
    """Delays that are drawn, firewalls and long queues decide on packets in other places."""
    base = {**NETWORK, "link": [{**NETWORK["link"][0], **line}]}
    hold([net8.Plan.of({**base, "link_change": changes}) for changes in ([], [SLOW], [FAR, FAST])])


def test_changes_of_links_of_a_path() -> None:
    """The WAN of a path is a link as well."""
    base = {**STORM, "link_change": [{"at": "700ms", "delay": "20ms"}]}
    more = [[], [{"at": "900ms", "rate": "1Mbps"}], [{"link": "wan", "at": "800ms", "delay_up": "5ms"}]]
    hold([net8.Plan.of({**base, "link_change": base["link_change"] + each}) for each in more])


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


def test_a_sweep_finds_changes_of_links(tmp_path: Path) -> None:
    """Points that differ in keys of a change have one beginning, and each the rows of that point alone."""
    small = {**NETWORK, "client": {**NETWORK["client"], "count": 3}, "link_change": [dict(SLOW, at="100ms")]}
    over: dict[str, list[object]] = {"link_change.1.rate": ["1Mbps", "2Mbps", "8Mbps"]}
    sweep = net8.Sweep(net8.Plan.of(small), over=over, out=tmp_path / "shared")
    outcome = sweep.run_missing(jobs=1)
    assert (outcome.simulated, outcome.shared) == (3, 3)
    for point in sweep.points:
        net8.Sweep(point.plan, out=tmp_path / "alone").run_missing(jobs=1)
    assert rows(tmp_path / "shared") == rows(tmp_path / "alone")
    assert len({row[1] for row in rows(tmp_path / "alone").values()}) == 3


def test_forks_with_changes_of_links() -> None:
    """They are in addition to those of the plan, at the time of the fork, and are written as they were read."""
    forks = [{"name": "a", "at": "2s"}, {"name": "b", "at": "2s", "link_change": [{"rate": "1Mbps"}]}]
    plan = net8.Plan.of({**NETWORK, "link_change": [SLOW], "fork": forks})
    assert [point.plan.tables("link_change") for point in plan.points()] == [
        (SLOW,),
        (SLOW, {"at": "2s", "rate": "1Mbps"}),
    ]
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan
    forks[1] = {"name": "b", "at": "2s", "link_change": [{"link": "moon", "rate": "1Mbps"}]}
    wrong = [point.plan for point in net8.Plan.of({**NETWORK, "fork": forks}).points()]
    with pytest.raises(net8.PlanError, match='"moon" is not a link'):
        list(map(resolve, wrong))


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
        ([{"name": "a", "at": "1s", "link_change": [{"at": "10ms", "rate": "1Mbps"}]}], "is before fork.at"),
        ([{"name": "a", "at": "1s", "link_change": {"rate": "1Mbps"}}], "write each as a table"),
        ([{"name": "a", "at": "1s", "link_change": [{"link": "wann", "rate": "1Mbps"}]}], "did you mean wan"),
        ([{"name": "a", "at": "1s", "link_change": [{"loss": 1}]}], "link_change.loss is not a key"),
        ([{"name": "a", "at": "1s", "client": {"count": 3}}], "cannot change while a run goes on"),
        ([{"name": "a", "at": "20s"}], 'fork.at = "20s" of "a" is not before run.stop_time = "20s"'),
    ],
)
def test_refused(forks: list[dict[str, Any]], sentence: str) -> None:
    """One sentence each."""
    with pytest.raises(net8.PlanError, match=sentence):
        list(map(resolve, [point.plan for point in net8.Plan.of({**STORM, "fork": forks}).points()]))


def test_refused_with_file_and_line(tmp_path: Path) -> None:
    """The line is that of the key, or of the table."""
    path = tmp_path / "plan.toml"
    text = '[run]\nstop_time = "20s"\n\n[[fork]]\nname = "a"\nat = "{}"\n\n[[fork.{}]]\n{}\n'
    for at, section, key, line in (
        ("30s", "fault", 'kind = "link_down"', 6),
        ("1s", "fault", 'at = "10ms"', 9),
        ("1s", "client", "count = 3", 8),
        ("1s", "link_change", 'speed = "1Mbps"', 9),
        ("1s", "link_change", 'link = "line"\nrate = "1Mbps"', 8),
    ):
        path.write_text(text.format(at, section, key))
        with pytest.raises(net8.PlanError) as caught:
            list(map(resolve, [point.plan for point in net8.load(path).points()]))
        assert f"plan.toml:{line}" in str(caught.value), (at, section, key)


def test_a_stop_before_a_fork_is_refused() -> None:
    """Also where the time is set later."""
    plan = net8.Plan.of({**STORM, "fork": FORKS})
    with pytest.raises(net8.PlanError, match="is not before run.stop_time"):
        plan.with_values({"run.stop_time": "500ms"})


def test_two_kinds_of_forks() -> None:
    """They stand in one place."""
    with pytest.raises(net8.PlanError, match="keep one of them"):
        net8.Plan.of({**STORM, "fork": FORKS, "sweep": {"fork": [{"name": "a"}]}})
