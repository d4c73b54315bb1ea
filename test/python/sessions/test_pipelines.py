# SPDX-License-Identifier: GPL-2.0-only
"""Transactions whose statements go in a pipeline: round trips, what is foretold, errors, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

Table = dict[str, object]
QUERY: Table = {"name": "orders", "rows": 150, "columns": "number:1234, varchar2:40"}
INSERT: Table = {"name": "log", "kind": "dml", "binds": "number:1234", "bind_rows": 10}
COMMIT: Table = {"name": "commit", "kind": "commit"}
STEPS = ["orders", "2*log", "orders", "commit"]


def plan_of(
    transaction: Mapping[str, object] | None = None,
    statements: tuple[Mapping[str, object], ...] = (QUERY, INSERT, COMMIT),
    release: str = "23ai",
    **client: object,
) -> net8.Plan:
    return net8.Plan.of(
        {
            "path": {"kind": "wan", "delay": "10ms"},
            "client": {"driver": "python-thin", "queries": 3, **client},
            "server": {"release": release},
            "statement": statements,
            "transaction": [{"name": "page", "steps": STEPS, "pipeline": True, **(transaction or {})}],
        },
        name="pipeline",
    )


# The logon of node-oracledb begins with native services.
@pytest.mark.parametrize(("driver", "logon"), [("python-thin", 3), ("node-thin", 4)])
def test_a_pipeline_is_one_round_trip_and_its_fetches(driver: str, logon: int) -> None:
    plan = plan_of(driver=driver)
    run = net8.run(plan)
    calls = run.calls.sort_values("call")
    first = calls[calls["transaction"] == 0].query("execution == 0")
    # Five statements and the end, sent at once; 100 of 150 rows come with each execute, then the rest.
    assert list(first["kind"]) == ["execute"] * 4 + ["commit", "pipeline"] + ["fetch"] * 2
    assert list(first["rows"]) == [100, 0, 0, 100, 0, 0, 50, 50]
    # Fetches belong to the statement that they fetch for.
    assert list(first["query"]) == [0, 1, 2, 3, 4, 5, 0, 3]
    piped = first.iloc[:6]
    assert piped["start_s"].nunique() == 1
    assert list(piped["end_s"]) == sorted(piped["end_s"])
    # By hand: the logon, three times 1 and 2 fetches, the logoff.
    assert run.metrics["round_trips"] == logon + 3 * 3 + 1
    assert net8.analytic.predict(plan)["round_trips"].value == run.metrics["round_trips"]
    # Two of them in each of three transactions; the last row of the second ends its transaction.
    work = {row.name: row for row in run.work}
    assert [work[name].count for name in ("orders", "log", "commit", "page")] == [6, 6, 3, 3]
    assert work["orders"].max_s == work["page"].max_s


def test_the_same_statements_wait_where_a_server_has_no_pipelines() -> None:
    run = net8.run(plan_of(release="19c"))
    calls = run.calls.sort_values("call")
    assert "pipeline" not in set(calls["kind"])
    assert (calls["start_s"].to_numpy()[1:] >= calls["end_s"].to_numpy()[:-1]).all()
    plain = net8.run(plan_of({"pipeline": False}, release="19c"))
    assert run.digest == plain.digest


# ORA-43610, Pipeline, Aborted due to abort on error settings in pipeline mode.
@pytest.mark.parametrize(("on_error", "errors"), [("end", [942, 43610]), ("continue", [942, 0])])
def test_an_error_in_a_pipeline_is_a_reply(on_error: str, errors: list[int]) -> None:
    bad: Table = {"name": "bad", "kind": "dml", "fail_every": 1}
    good: Table = {"name": "good", "kind": "dml"}
    transaction = {"steps": ["good", "bad", "good"], "on_error": on_error}
    run = net8.run(plan_of(transaction, (bad, good), queries=1))
    calls = run.calls.sort_values("call").query("kind == 'execute'")
    assert list(calls["error"]) == [0, *errors]
    assert run.metrics["failed_transactions"] == 1


def test_describe_shows_the_round_trips_saved() -> None:
    facts = dict(describe(plan_of()).facts)
    # 150 rows are an execute and two fetches without a pipeline: 3 + 1 + 1 + 3 + 1 calls.
    assert facts["pipeline page"].startswith("3 round trips instead of 9, ")
    assert "0.12" in facts["pipeline page"]
    assert "answered with ORA-43610" in facts["pipeline page"]
    older = dict(describe(plan_of(release="19c")).facts)
    assert older["pipeline page"].startswith("none with a server of 19c")


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (plan_of({"think_time": "1s"}), "transaction.page.pipeline cannot be combined with think_time"),
        (
            plan_of(statements=(QUERY, {**INSERT, "think_time": "1s"}, COMMIT)),
            'think_time = "1s" cannot be combined with transaction.page.pipeline',
        ),
        (
            plan_of({"steps": ["orders", "for each row of orders: log"]}),
            "cannot be combined with a step for each row",
        ),
        (plan_of({"steps": ["commit", "log"]}), "begins with a commit"),
        (plan_of({"steps": ["70000*log"]}), "has 70,000 statements; a pipeline takes at most 65,535"),
        (plan_of(driver="sqlplus"), "and sqlplus has no pipelines that are modelled"),
        (plan_of(driver="jdbc-thin"), "and jdbc-thin has no pipelines that are modelled"),
        (
            plan_of(statements=({**QUERY, "columns": "clob:10"}, INSERT, COMMIT)),
            "the statement orders has a LOB",
        ),
        (
            plan_of(statements=(QUERY, {**INSERT, "array_size": 5}, COMMIT)),
            "has array_size below bind_rows = 10",
        ),
        (
            plan_of({"steps": ["log", "undo"]}, (INSERT, {"name": "undo", "kind": "rollback"})),
            "the statement undo is a rollback, which no driver puts in a pipeline",
        ),
    ],
)
def test_what_is_none_is_refused(plan: net8.Plan, told: str) -> None:
    with pytest.raises(PlanError, match=told.replace("(", r"\(")):
        resolve(plan)
