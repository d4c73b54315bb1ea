# SPDX-License-Identifier: GPL-2.0-only
"""Checks of client result caches."""

from __future__ import annotations

from collections.abc import Mapping

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.plan.tables import plan_of_table
from net8.schema.columns import has_lobs
from net8.schema.values import show

__all__ = ["check_result_cache"]


def check_result_cache(plan: Plan) -> None:
    """Refuse results that no client can cache, and changes of results that are not cached.

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
    """Refuse keys that only queries have, and names that do not belong to a query with a cached result."""
    path, kind = f"statement.{table['name']}", table.get("kind", "query")
    if table.get("result_cache"):
        columns = str(plan_of_table(plan, "query", table)["query.columns"])
        if kind != "query":
            _refuse(
                plan,
                f"{path}.result_cache",
                True,
                f"cannot be combined with kind = {show(kind)}; a query has a result",
            )
        if has_lobs(columns) or "long" in columns:
            _refuse(
                plan,
                f"{path}.result_cache",
                True,
                "is set for a query with a LOB or LONG, which no client caches",
            )
    elif table.get("bind_values", 1) != 1:
        problem = "applies to queries with a cached result; add result_cache = true"
        _refuse(plan, f"{path}.bind_values", table["bind_values"], problem)
    changed = table.get("changes", ())
    for name in changed if isinstance(changed, tuple) else ():
        if name not in kept:
            known = f"the plan has {', '.join(kept)}" if kept else "the plan has none"
            problem = f"names {name}, which is not a query with result_cache = true; {known}"
            _refuse(plan, f"{path}.changes", changed, problem)


def _check_client(plan: Plan, table: Mapping[str, object], kept: list[str]) -> None:
    """Refuse a result cache for a driver without one, for a plan without such queries, and in a partition."""
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
            plan, path, size, "has no effect, because no query has result_cache = true; set it for a query"
        )
    if not _core.driver_facts(driver, release, str(plan["server.release"]))["keeps_results"]:
        _refuse(
            plan,
            path,
            size,
            f"is not a setting that {driver} {release}".rstrip()
            + " supports; OCI from 11.1 on caches results",
        )
    if plan["run.partition"]:
        _refuse(
            plan,
            path,
            size,
            "cannot be combined with run.partition, whose parts do not see each other's changes",
        )
