# SPDX-License-Identifier: GPL-2.0-only
"""Results of queries that clients keep: what does not go together."""

from __future__ import annotations

from collections.abc import Mapping

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.plan.tables import plan_of_table
from net8.schema.values import show

__all__ = ["check_result_cache"]


def check_result_cache(plan: Plan) -> None:
    """Refuse results that nobody can keep, and changes of what is kept by nobody.

    @param plan: a plan, with its defaults
    """
    kept = [str(table["name"]) for table in plan.tables("statement") if table.get("result_cache")]
    for table in plan.tables("statement"):
        _check_statement(plan, table, kept)
    for table in plan.groups or ({},):
        _check_client(plan, table, kept)


def _refuse(plan: Plan, path: str, value: object, problem: str) -> None:
    """Refuse a value."""
    raise PlanError(f"{path} = {show(value)} {problem}", where=plan.where(path))


def _check_statement(plan: Plan, table: Mapping[str, object], kept: list[str]) -> None:
    """Refuse what only queries have, and names of what is no query whose result is kept."""
    path, kind = f"statement.{table['name']}", table.get("kind", "query")
    if table.get("result_cache"):
        columns = str(plan_of_table(plan, "query", table)["query.columns"])
        if kind != "query":
            _refuse(
                plan,
                f"{path}.result_cache",
                True,
                f"does not go with kind = {show(kind)}; a query has a result",
            )
        if any(word in columns for word in ("lob", "long")):
            _refuse(
                plan, f"{path}.result_cache", True, "is of a query with a LOB or LONG, which no client keeps"
            )
    elif table.get("bind_values", 1) != 1:
        problem = "is of a query whose result is kept; add result_cache = true"
        _refuse(plan, f"{path}.bind_values", table["bind_values"], problem)
    changed = table.get("changes", ())
    for name in changed if isinstance(changed, tuple) else ():
        if name not in kept:
            known = f"there is {', '.join(kept)}" if kept else "the plan has none"
            problem = f"names {name}, which is no query with result_cache = true; {known}"
            _refuse(plan, f"{path}.changes", changed, problem)


def _check_client(plan: Plan, table: Mapping[str, object], kept: list[str]) -> None:
    """Refuse room for results in a client whose driver keeps none, in one without such queries, and in parts."""
    from net8 import _core

    size = table.get("result_cache_size", plan["client.result_cache_size"])
    if not size:
        return
    path = (
        f"group.{table['name']}.result_cache_size"
        if "result_cache_size" in table
        else "client.result_cache_size"
    )
    driver = str(table.get("driver", plan["client.driver"]))
    release = str(table.get("release", plan["client.release"]) or "")
    if not kept:
        _refuse(
            plan, path, size, "is room for results that no statement has; give a query result_cache = true"
        )
    if not _core.driver_facts(driver, release, str(plan["server.release"]))["keeps_results"]:
        _refuse(
            plan,
            path,
            size,
            f"is nothing that {driver} {release}".rstrip() + " has; OCI from 11.1 on keeps results",
        )
    if plan["run.partition"]:
        _refuse(
            plan,
            path,
            size,
            "does not go with run.partition, whose parts learn nothing of each other's changes",
        )
