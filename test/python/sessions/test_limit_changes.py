# SPDX-License-Identifier: GPL-2.0-only
"""Limits of an instance that change while a run goes on: from their time on, and in forks as alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import net8
import pytest
from net8 import _core
from net8.plan.resolve import resolve
from net8.simulation.branches import Branches

CLIENTS = 4
CALL_S = 1.0
MORE: Mapping[str, Any] = {"at": "2s", "max_shared_servers": CLIENTS}


def shared(most: int, *changes: Mapping[str, Any]) -> net8.Plan:
    """Return a plan of four clients at once, whose calls take a shared server a second each."""
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"server": "shared", "count": CLIENTS},
            "server": {
                "handlers": "shared",
                "call_time": f"{CALL_S}s",
                "shared": {"max_shared_servers": most, "growth_interval": "0s"},
            },
            "query": {"rows": 10},
            "limit_change": list(changes),
        }
    )


def pooled(*changes: Mapping[str, Any]) -> net8.Plan:
    """Return a plan of eight sessions of a pool with one server for authentication and two for sessions."""
    pool = {"min_size": 3, "max_size": 3}
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"server": "pooled", "count": 8},
            "server": {"handlers": "pooled", "call_time": "200ms", "pool": pool},
            "query": {"rows": 10},
            "limit_change": list(changes),
        }
    )


def took_s(run: net8.Run) -> float:
    """Return the time from the first start to the last end."""
    return float(run.sessions["end_s"].max() - run.sessions["start_s"].min())


def test_more_shared_servers_from_a_time_on() -> None:
    """The client whose first call begins at 2 s then has a server for each of its calls."""
    alone, changed = net8.run(shared(1)), net8.run(shared(1, MORE))
    calls = alone.counters["shared_calls"] / CLIENTS
    assert calls == changed.counters["shared_calls"] / CLIENTS > 1
    assert took_s(alone) == pytest.approx(CLIENTS * calls * CALL_S, rel=0.01)
    assert took_s(changed) == pytest.approx(2 + calls * CALL_S, rel=0.01)
    assert (alone.counters["shared_servers_most"], changed.counters["shared_servers_most"]) == (1, CLIENTS)


def test_fewer_shared_servers_end_none() -> None:
    """Servers that are there go on; of those that are idle at the change none is made anew."""
    alone, changed = net8.run(shared(CLIENTS)), net8.run(shared(CLIENTS, {**MORE, "max_shared_servers": 1}))
    assert alone.counters["shared_servers_most"] == CLIENTS
    assert changed.digest == alone.digest
    early = net8.run(shared(CLIENTS, {"max_shared_servers": 1}))
    assert early.digest == net8.run(shared(1)).digest


def test_a_larger_pool_from_a_time_on() -> None:
    """Of six servers one is for authentication; five sessions have one each."""
    alone, changed = net8.run(pooled()), net8.run(pooled({"at": "1s", "pool_max_size": 6}))
    assert (alone.counters["pool_misses"], changed.counters["pool_misses"]) == (2, 5)
    assert took_s(changed) < took_s(alone) * 0.7


def test_each_fork_is_what_it_is_alone() -> None:
    """With changes of limits of one time with a fault, and with none."""
    hang = {"kind": "instance_hang", "at": "2s", "until": "3s"}
    own: Sequence[net8.Plan] = [
        shared(1),
        shared(1, MORE),
        shared(1, MORE).with_tables("fault", [hang]),
        shared(1, {**MORE, "max_shared_servers": 2}, {**MORE, "at": "4s"}),
    ]
    tasks = [resolve(plan) for plan in own]
    for number, task in enumerate(tasks):
        branches = Branches(tasks, [Path()] * len(tasks), partial(int, number))
        alone = _core.run(task.document(), 1, 1, "", False, None)
        told = _core.run(branches.document(), 1, 1, "", False, None, branches.later(), branches.choose)
        assert {
            name for name in alone["counters"] if alone["counters"][name] != told["counters"][name]
        } == set()
        for name, column in alone["calls"].items():
            assert list(column) == list(told["calls"][name]), name
        assert (alone["events"], alone["end_time_ns"]) == (told["events"], told["end_time_ns"])
