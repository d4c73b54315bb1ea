# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the connection pools of a plan."""

from __future__ import annotations

from collections.abc import Mapping

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.pool import POOL_KEYS
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = ["check_pools", "pooled"]


def pooled(plan: Plan, table: Mapping[str, object]) -> bool:
    """Return whether the clients of a group are users that share pools.

    @param plan: the plan
    @param table: the group, or nothing
    @return: whether they are
    """
    return _value(plan, table, "pool_max") != 0


def check_pools(plan: Plan) -> None:
    """Refuse impossible pools, and keys of pools without a pool.

    @param plan: the plan
    """
    for table in plan.groups or ({},):
        if pooled(plan, table):
            _check_pool(plan, table)
            continue
        own = table if plan.groups else {key.name: plan[key.path] for key in POOL_KEYS}
        for key in POOL_KEYS[1:]:
            if own.get(key.name, key.default) != key.default:
                raise _error(
                    plan, table, key.name, "needs a pool; set pool_max, the most connections of a pool"
                )


def _check_pool(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse one pool."""
    least, most = (int(str(_value(plan, table, name))) for name in ("pool_min", "pool_max"))
    if least > most:
        raise _error(plan, table, "pool_min", f"is more than pool_max = {most}; use at most that")
    mode, limit = (_value(plan, table, name) for name in ("pool_getmode", "pool_wait_timeout"))
    default = KEYS["client.pool_wait_timeout"].default
    if mode != "timedwait" and limit != default:
        raise _error(
            plan, table, "pool_wait_timeout", f'needs pool_getmode = "timedwait", but that is {show(mode)}'
        )
    if mode == "timedwait" and limit == default:
        raise _error(
            plan,
            table,
            "pool_getmode",
            'needs a time to wait; set pool_wait_timeout, or pool_getmode = "nowait"',
        )
    if _value(plan, table, "behaviour") != "normal":
        raise _error(plan, table, "behaviour", "cannot be combined with pool_max; attackers have no pool")
    if _value(plan, table, "cycles") != 1:
        raise _error(
            plan,
            table,
            "cycles",
            "cannot be combined with pool_max; users make as many requests as set by queries",
        )
    if plan["run.partition"]:
        raise PlanError(
            "run.partition cannot be combined with client.pool_max: pools open sessions while they run; leave one of "
            "them out",
            where=plan.where("run.partition"),
        )


def _value(plan: Plan, table: Mapping[str, object], name: str) -> object:
    """Return a value of a group, or of [client]."""
    return table.get(name, plan[f"client.{name}"])


def _error(plan: Plan, table: Mapping[str, object], name: str, problem: str) -> PlanError:
    """Return the error of a key."""
    path = f"group.{table['name']}.{name}" if name in table else f"client.{name}"
    return PlanError(f"{path} = {show(_value(plan, table, name))} {problem}", where=plan.where(path))
