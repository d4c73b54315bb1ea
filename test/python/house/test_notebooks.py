# SPDX-License-Identifier: GPL-2.0-only
"""What researchers do in a notebook: look at a plan, a run and a sweep, and go from a sweep to its calls."""

from __future__ import annotations

import html.parser
from pathlib import Path

import net8
import pytest
from net8.analytic.compare import compare
from net8.plan.plan import Plan
from net8.sweep.sweep import Sweep

PLAN = {
    "title": "Small & <quick>",
    "path": {"kind": "lan"},
    "query": {"rows": 3},
    "group": [{"name": "web", "count": 2}, {"name": "batch", "count": 1}],
}


class _Balance(html.parser.HTMLParser):
    """Count tags that are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, _attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def _texts(markup: str) -> list[str]:
    """Return the texts of a whole piece of HTML."""
    reader = _Balance()
    reader.feed(markup)
    assert reader.open == []
    return [text for text in reader.texts if text.strip()]


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    """Simulate two points twice."""
    made = Sweep(Plan.of(PLAN), over={"client.sdu": [512, 2048]}, runs=2, out=tmp_path_factory.mktemp("out"))
    made.run_missing()
    return made


def test_a_plan_is_walked_through() -> None:
    plan = Plan.of(PLAN)
    assert list(plan) == ["title", "path.kind", "query.rows", "group.web.count", "group.batch.count"]
    assert {key: plan[key] for key in plan}["group.web.count"] == 2
    assert "query.rows" in plan
    assert "client.sdu" not in plan


def test_a_plan_is_shown() -> None:
    texts = _texts(Plan.of(PLAN)._repr_html_())
    assert {"group.web.count", "query.rows", "3"} <= set(texts)
    assert "1 point; net8 describe --all shows all values" in texts


def test_a_run_is_shown_as_its_summary() -> None:
    run = net8.run(Plan.of(PLAN))
    texts = _texts(run._repr_html_())
    lines = [line.split(maxsplit=1) for line in run.summary().splitlines()]
    assert [" ".join(line) for line in lines] == [
        " ".join(pair) for pair in zip(texts[3::2], texts[4::2], strict=True)
    ]


def test_a_sweep_is_shown_as_its_table(sweep: Sweep, tmp_path: Path) -> None:
    texts = _texts(sweep._repr_html_())
    assert "client.sdu (bytes)" in texts
    assert {"512", "2048"} <= set(texts)
    empty = Sweep(Plan.of(PLAN), out=tmp_path / "empty")
    assert "nothing has been simulated yet" in empty._repr_html_()


def test_a_trial_of_models_is_shown_as_its_table() -> None:
    def none(_plan: Plan) -> dict[str, float]:
        return {"fetch_calls": 0.0}

    trial = compare(Plan.of(PLAN | {"group": []}), [none])
    assert repr(trial) == f"<Comparison: {len(trial.verdicts)} predictions, 1 wrong>"
    texts = _texts(trial._repr_html_())
    assert texts[0] == repr(trial)[1:-1]
    assert texts[-8:-4] == ["none", "fetch_calls", "0", "exact"]
    assert texts[-1] == "WRONG"


def test_from_a_sweep_to_its_calls(sweep: Sweep) -> None:
    """3 sessions in each of 4 runs; every call as Run.calls has it, with what tells the runs apart in front."""
    calls = sweep.calls()
    assert list(calls.columns[:3]) == ["client.sdu", "seed", "run"]
    sizes = calls.groupby(["client.sdu", "run"]).size()
    assert list(sizes.index) == [(512, 1), (512, 2), (2048, 1), (2048, 2)]
    alone = net8.run(Plan.of(PLAN | {"client": {"sdu": 2048}}), run=2).calls
    part = calls[(calls["client.sdu"] == 2048) & (calls["run"] == 2)].reset_index(drop=True)
    assert part[list(alone.columns)].equals(alone)
    sessions = sweep.sessions()
    assert len(sessions) == 12
    assert set(sessions["group"]) == {"web", "batch"}
    assert set(sessions["outcome"]) == {"closed"}
    assert len(sweep.attempts()) == 12
