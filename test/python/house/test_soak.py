# SPDX-License-Identifier: GPL-2.0-only
"""The seeded worlds themselves: what they draw, and that they find what is wrong."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.plan.resolve import resolve

SOAK = Path(__file__).parents[2] / "soak"

# A store that says that a run is there before its folder has its name, and dies in between.
ROWS_FIRST = """
import os
from net8.store.shelf import Shelf

def store_all(self, waiting):
    self._store.put(*(each.row for each in waiting))
    os._exit(137)

Shelf._store_all = store_all
"""


@pytest.fixture(scope="module")
def soak() -> Any:
    """Provide the modules of the worlds."""
    sys.path.insert(0, str(SOAK))
    try:
        import shrink
        import worlds

        yield worlds, shrink
    finally:
        sys.path.remove(str(SOAK))


@pytest.mark.slow
def test_few_worlds_are_refused(soak: Any) -> None:
    worlds, _shrink = soak
    refused = 0
    for seed in range(1, 401):
        try:
            resolve(net8.Plan.of(worlds.world(seed)))
        except net8.PlanError:
            refused += 1
    # Of three in a hundred the values are left as they were drawn; a tenth would be too many.
    assert 0 < refused < 40


@pytest.mark.slow
def test_worlds_set_every_key(soak: Any) -> None:
    worlds, _shrink = soak
    # So many as keys that go with few others (those of named pipes, say) need, whatever is drawn before them.
    found = set().union(*(worlds.set_keys(worlds.world(seed)) for seed in range(1, 2001)))
    assert found == worlds.drawn_keys()


def test_a_world_is_that_of_its_seed(soak: Any) -> None:
    worlds, _shrink = soak
    assert worlds.world(7) == worlds.world(7) != worlds.world(8)


def test_a_plan_is_shrunk_to_what_fails(soak: Any) -> None:
    _worlds, shrink = soak
    plan = {
        "path": {"ip": "v6", "mtu": 1280},
        "fault": [{"kind": "a"}, {"kind": "b"}],
        "run": {"stop_time": "1s"},
    }
    least = shrink.shrink(plan, lambda one: {"kind": "b"} in one.get("fault", []))
    assert least == {"fault": [{"kind": "b"}], "run": {"stop_time": "1s"}}
    assert shrink.shrink(plan, lambda _one: True, until=0) == plan


WORK: dict[str, Any] = {
    "path": {"kind": "lan"},
    "client": {"queries": 2},
    "statement": [
        {"name": "orders", "rows": 3},
        {"name": "items", "kind": "dml", "binds": "number:3", "bind_rows": 10, "array_size": 4},
        {"name": "end", "kind": "commit"},
    ],
    "transaction": [{"name": "unit", "steps": ["orders", "for each row of orders: items", "end"]}],
    "run": {"stop_time": "60s"},
}


@pytest.mark.parametrize(
    ("section", "asked", "finding"),
    [
        ("statement", {"rows": 4}, "has 3 of 4 rows of orders"),
        ("statement", {"name": "orders", "rows": 3}, ""),
        ("transaction", {"steps": ["orders", "end"]}, "ran other statements than the steps of unit"),
        ("transaction", {"steps": ["orders", "for each row of orders: items", "2*end"]},
         "left unit before its end"),
        ("transaction", {"mix": {"orders": 1, "end": 1}}, "for the mix unit"),
        ("transaction", {"name": "other"}, ""),
        ("client", {"queries": 3}, "made 2 transactions of 3"),
        ("client", {"queries": 1}, "made 2 transactions of 1"),
    ],
)  # fmt: skip
def test_a_session_is_held_against_its_script(
    soak: Any, section: str, asked: dict[str, Any], finding: str
) -> None:
    import script

    run = net8.run(net8.Plan.of(WORK))
    assert script.check_script(WORK, run) == []
    other = copy.deepcopy(WORK)
    table = other[section] if section == "client" else other[section][0]
    if "mix" in asked:
        del table["steps"]
    table |= asked
    found = script.check_script(other, run)
    assert any(finding in text for text in found) if finding else not found


def test_arrays_and_errors_are_held_against_the_script(soak: Any) -> None:
    import script

    run = net8.run(net8.Plan.of(WORK))
    other = copy.deepcopy(WORK)
    other["statement"][1]["array_size"] = 5
    assert script.check_script(other, run) == ["session 0 executed items 3 times for 2 arrays"]
    failing = copy.deepcopy(WORK)
    failing["statement"][1]["fail_every"] = 2
    failing["transaction"][0]["on_error"] = "continue"
    run = net8.run(net8.Plan.of(failing))
    assert script.check_script(failing, run) == []
    assert script.check_script(WORK, run) == ["session 0 went on with unit after an error"]


def endured(tmp_path: Path, campaign: dict[str, Any], wrong: str = "") -> subprocess.CompletedProcess[str]:
    """Run a campaign in a process of its own, which may have something wrong in it."""
    script = f"""
import json, sys
from pathlib import Path
sys.path.insert(0, {str(SOAK)!r})
import children, endure
children.load()
endure.become_reaper()
{wrong}
print(json.dumps(endure.endure(json.loads(sys.argv[1]), Path(sys.argv[2]))))
"""
    return subprocess.run(
        [sys.executable, "-c", script, json.dumps(campaign), str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


CAMPAIGN = {
    "plan": {"path": {"kind": "lan"}, "query": {"rows": 5}, "sweep": {"client.sdu": [512, 2048]}},
    "steps": [{"do": "run", "faults": []}],
}


def with_faults(*faults: dict[str, Any]) -> dict[str, Any]:
    """Return the campaign with what befalls its one step."""
    return CAMPAIGN | {"steps": [{"do": "run", "faults": list(faults)}]}


@pytest.mark.slow
def test_a_campaign_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    faults = (
        {"kind": "write", "mode": "power cut", "at": 20, "hours": -48, "jump_at": 3},
        {"kind": "kill", "part": 0.5, "slow_ms": 1},
        {"kind": "rival", "rival": "same", "part": 0.1},
        {"kind": "damage", "place": 0.0, "bytes": 16},
        {"kind": "room", "kib": 4},
    )
    done = endured(tmp_path, with_faults(*faults))
    assert (done.returncode, done.stderr) == (0, "")
    tried = json.loads(done.stdout)
    assert {kind: tried[kind] for kind in ("write", "kill", "rival", "damage", "room")} == dict.fromkeys(
        ("write", "kill", "rival", "damage", "room"), 1
    )
    assert tried["write hit"] == tried["damage hit"] == 1


@pytest.mark.slow
def test_a_rival_may_come_before_there_is_anything(tmp_path: Path) -> None:
    rivals = [{"kind": "rival", "rival": name, "part": 0.0} for name in ("report", "repair", "merge")]
    # Each of them comes first in a store of its own.
    steps = [{"do": "parts", "faults": [rival]} for rival in rivals]
    for number, step in enumerate(steps):
        (tmp_path / str(number)).mkdir()
        done = endured(tmp_path / str(number), CAMPAIGN | {"steps": [step]})
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_one_that_is_killed_at_once_says_nothing(tmp_path: Path) -> None:
    wrong = """
import os, signal
start = children.start
def begin(*arguments, **named):
    count[0] += 1
    if count[0] == 3:
        named["prepare"] = lambda: os.kill(os.getpid(), signal.SIGKILL)
    return start(*arguments, **named)
count = [0]
children.start = begin
"""
    faults = ({"kind": "write", "mode": "error once", "at": 4}, {"kind": "kill", "part": 0.1})
    done = endured(tmp_path, with_faults(*faults), wrong)
    assert (done.returncode, done.stderr) == (0, "")
    tried = json.loads(done.stdout)
    assert tried["write hit"] == tried["kill hit"] == 1


@pytest.mark.slow
def test_a_row_before_its_folder_is_found(tmp_path: Path) -> None:
    wrong = f"""
import textwrap
start = children.start
def begin(*arguments, prepare, **named):
    count[0] += 1
    def both():
        prepare()
        if count[0] == 2:
            exec({ROWS_FIRST!r}, {{}})
    return start(*arguments, prepare=both, **named)
count = [0]
children.start = begin
"""
    done = endured(tmp_path, with_faults({"kind": "none"}), wrong)
    assert done.returncode == 1
    assert "FindingError: a row lacks its folder" in done.stderr
