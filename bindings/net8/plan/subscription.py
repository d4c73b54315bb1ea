# SPDX-License-Identifier: GPL-2.0-only
"""Checks of clients that subscribe to changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = ["check_subscriptions", "subscribes"]

_ALONE: Final = ("pool_max", "behaviour")
"""Keys that leave no room for a second connection, unless they have their defaults."""
_SERVERS: Final = ("dedicated", "prespawned")


def subscribes(plan: Plan, table: Mapping[str, object]) -> bool:
    """Return whether the sessions of a group subscribe.

    @param plan: the plan
    @param table: the group, or nothing
    @return: whether they do
    """
    return bool(_value(plan, table, "subscribes"))


def check_subscriptions(plan: Plan) -> None:
    """Refuse subscriptions of clients that have none, and where nobody would send notifications.

    @param plan: the plan
    """
    for table in plan.groups or ({},):
        if not subscribes(plan, table):
            continue
        _check_driver(plan, table)
        for name in _ALONE:
            if (value := _value(plan, table, name)) != KEYS[f"client.{name}"].default:
                raise _error(plan, table, f"cannot be combined with client.{name} = {show(value)}")
        if _value(plan, table, "server") == "pooled":
            raise _error(
                plan,
                table,
                'cannot be combined with client.server = "pooled", whose servers do not stay with a session',
            )
        if plan["run.partition"]:
            raise _error(
                plan,
                table,
                "cannot be combined with run.partition: subscriptions open connections while they run",
            )
        _check_handlers(plan, table)


def _check_driver(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse a driver without subscriptions, and a protocol that has none."""
    driver, release = (_value(plan, table, name) for name in ("driver", "release"))
    need_core()
    from net8 import _core

    if plan["client.protocol"] == "tds":
        raise _error(plan, table, "is of Oracle Net; leave it out of a plan with SQL Server")
    if not _core.driver_facts(str(driver), str(release or ""), str(plan["server.release"]))[
        "subscribe_bytes"
    ]:
        named = f"{driver}{f' {release}' if release else ''}"
        raise _error(
            plan,
            table,
            f"needs a driver that opens the second connection itself, which {named} does in no way that is modelled; "
            'use driver = "python-thin" (4.0 or newer)',
        )


def _check_handlers(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse an instance without servers of their own for second connections."""
    for instance in plan.instances or ({},):
        text = str(instance.get("handlers", plan["server.handlers"]))
        if not any(word.strip() in _SERVERS for word in text.split(",")):
            raise _error(
                plan,
                table,
                f"needs a process for each second connection, but handlers = {show(text)}; add dedicated",
            )


def _value(plan: Plan, table: Mapping[str, object], name: str) -> object:
    """Return a value of a group, or of [client]."""
    return table.get(name, plan[f"client.{name}"])


def _error(plan: Plan, table: Mapping[str, object], problem: str) -> PlanError:
    """Return the error of a group or of [client]."""
    path = f"group.{table['name']}.subscribes" if "subscribes" in table else "client.subscribes"
    return PlanError(f"{path} = true {problem}", where=plan.where(path))
