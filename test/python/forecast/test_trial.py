# SPDX-License-Identifier: GPL-2.0-only
"""What describe says of events and time, against runs: within a factor of two, for plans that no closed form knows."""

from __future__ import annotations

import net8
import pytest
from net8.forecast.estimate import estimate
from net8.forecast.trial import tried
from net8.plan.resolve import resolve
from net8.simulation.one_run import simulate

LOBS = {
    "path": {"kind": "wan", "delay": "10ms"}, "client": {"driver": "sqlplus", "array_size": 100},
    "query": {"rows": 300, "columns": "varchar2:20, clob:100"},
}  # fmt: skip
LOSSES = {"path": {"kind": "wan", "delay": "10ms", "loss_rate": 0.2}, "query": {"rows": 2000}}


@pytest.mark.parametrize("document", [LOBS, LOSSES], ids=["lobs", "losses"])
def test_events_are_those_of_the_run_within_a_factor_of_two(document: dict[str, object]) -> None:
    """Reads of LOBs and retransmissions are in no closed form, and the trial counts them."""
    plan = net8.Plan.of(document)
    run = net8.run(plan)
    task = resolve(plan)
    (found,) = tried([task], [estimate(task)])
    assert found.events == pytest.approx(run.events, rel=0.5)


@pytest.mark.slow
def test_a_long_run_is_projected_from_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of seconds is stopped after a quarter of one, and its events are as many as the share that is done says."""
    plan = net8.Plan.of(
        {"path": {"kind": "lan"}, "client": {"count": 20, "array_size": 10}, "query": {"rows": 100_000}}
    )
    events = net8.run(plan).events
    begun: list[int] = []

    def noted(*given: object, **named: object) -> net8.Run:
        found = simulate(*given, **named)  # type: ignore[arg-type]
        begun.append(found.events)
        return found

    monkeypatch.setattr("net8.forecast.trial.simulate", noted)
    task = resolve(plan)
    (found,) = tried([task], [estimate(task)])
    assert begun[0] < events / 2, "the trial is cheaper than the run"
    assert events / 2 < found.events < 2 * events


def test_three_points_of_a_sweep_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one with the least events, the one in the middle and the one with the most; the others follow them."""
    tasks = [
        resolve(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": rows}}))
        for rows in range(100, 1100, 100)
    ]
    rows: list[object] = []

    def noted(task: object, **named: object) -> net8.Run:
        rows.append(task.plan["query.rows"])  # type: ignore[attr-defined]
        return simulate(task, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("net8.forecast.trial.simulate", noted)
    found = tried(tasks, list(map(estimate, tasks)))
    assert rows == [100, 500, 1000]
    events = [net8.run(task.plan).events for task in tasks]
    assert all(truth / 2 < each.events < truth * 2 for each, truth in zip(found, events, strict=True))
