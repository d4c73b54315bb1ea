# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the handlers of an instance: their list and the limits of pools."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["check_handlers"]

KINDS: Final = ("dedicated", "prespawned", "shared", "pooled")
"""Words allowed in ``server.handlers``."""


def check_handlers(plan: Plan) -> None:
    """Refuse an impossible list of handlers, or impossible limits of a pool.

    @param plan: the plan
    """
    kinds = {
        kind
        for table in plan.instances or ({},)
        for kind in _kinds(plan, f"instance.{table['name']}" if table else "server", table)
    }
    _check_shares(plan)
    if "pooled" in kinds:
        _check_order(plan, "server.pool.min_size", "server.pool.max_size")
        _check_authentication(plan)
    if "prespawned" in kinds:
        _check_order(plan, "server.prespawn.pool_size", "server.prespawn.prespawn_max")
    _check_changes(plan)


_CHANGED: Final = {"max_shared_servers": "shared", "pool_max_size": "pooled"}
"""Kind of servers whose limit a key of [[limit_change]] changes."""


def _check_changes(plan: Plan) -> None:
    """Refuse changes of limits of unknown instances, of servers that they do not have, and without effect."""
    tables = {str(table["name"]).lower(): table for table in plan.instances} or {
        str(plan["server.instance_name"] or "orcl").lower(): dict[str, object]()
    }
    for number, change in enumerate(plan.tables("limit_change"), 1):
        path = f"limit_change.{number}"
        name = str(change.get("instance", "")) or next(iter(tables))
        if name.lower() not in tables:
            raise PlanError(
                f"limit_change.instance = {show(name)} is not an instance; the plan has {', '.join(tables)}",
                where=plan.where(f"{path}.instance"),
            )
        table = tables[name.lower()]
        kinds = _kinds(plan, f"instance.{name}" if table else "server", table)
        for key, kind in _CHANGED.items():
            if key in change and kind not in kinds:
                raise PlanError(
                    f"limit_change.{key} = {show(change[key])} changes nothing, as {name} has no {kind} servers "
                    f"(handlers = {show(', '.join(kinds))}); add {kind} to its handlers",
                    where=plan.where(f"{path}.{key}"),
                )
        if not {*_CHANGED} & {*change}:
            raise PlanError(
                f"a [[limit_change]] changes nothing; set one of {', '.join(_CHANGED)}",
                where=next((plan.where(f"{path}.{key}") for key in change), ""),
            )
        most, least = int(str(change.get("pool_max_size", 0))), int(str(plan["server.pool.min_size"]))
        if most and max(least, _authenticating(plan, most) + 1) > most:
            raise PlanError(
                f"limit_change.pool_max_size = {most} is too small for server.pool.min_size = {least} and the servers "
                f"reserved for authentication ({_authenticating(plan, most)}), which leave one for sessions; use a "
                "greater one",
                where=plan.where(f"{path}.pool_max_size"),
            )


def _kinds(plan: Plan, section: str, table: Mapping[str, object]) -> list[str]:
    """Return the handlers of an instance, its own or those of [server]."""
    text = str(table.get("handlers", plan["server.handlers"]))
    kinds = [word.strip() for word in text.split(",")]
    if problem := _list_problem(kinds, table.get("registration", plan["server.registration"])):
        path = f"{section if 'handlers' in table else 'server'}.handlers"
        where = plan.where(path) or plan.where(f"{section}.registration")
        name = "instance.handlers" if "handlers" in table else "server.handlers"
        raise PlanError(f"{name} = {show(text)} {problem}", where=where)
    return kinds


def _list_problem(kinds: list[str], registration: object) -> str:
    """Describe what is wrong with the list, or nothing."""
    for kind in kinds:
        if kind not in KINDS:
            return f'names "{kind}", which is not one of {", ".join(KINDS)}'
        if kinds.count(kind) > 1:
            return f"names {kind} twice; once is enough"
    if {"dedicated", "prespawned"} <= set(kinds):
        return (
            "names dedicated and prespawned; leave dedicated out, because where no prespawned server "
            "is idle, a dedicated one is started anyway"
        )
    if registration == "static" and not {"dedicated", "prespawned"} & set(kinds):
        return (
            'has no dedicated server, the only kind that server.registration = "static" lets '
            "listeners know; add one, or register dynamically"
        )
    return ""


def _check_shares(plan: Plan) -> None:
    """Refuse more entries of a PATH on network shares than it has."""
    tables = [
        ("server", dict[str, object]()),
        *((f"instance.{table['name']}", table) for table in plan.instances),
    ]
    for section, table in tables:
        shares, entries = (
            int(str(table.get(name, plan[f"server.{name}"]))) for name in ("path_shares", "path_entries")
        )
        if shares > entries:
            where = plan.where(f"{section}.path_shares") or plan.where(f"{section}.path_entries")
            raise PlanError(
                f"{section}.path_shares = {shares} is more than path_entries = {entries}, which counts all entries of "
                "the PATH; use at most that",
                where=where,
            )


def _check_order(plan: Plan, least: str, most: str) -> None:
    """Refuse a lower limit above the upper one."""
    low, high = plan[least], plan[most]
    if isinstance(low, int) and isinstance(high, int) and low > high:
        where = plan.where(least) if plan.is_set(least) else plan.where(most)
        raise PlanError(f"{least} = {low} is above {most} = {high}; use at most that", where=where)


def _authenticating(plan: Plan, most: int) -> int:
    """Return how many of a pool's servers are reserved for authentication."""
    return math.ceil(float(str(plan["server.pool.authentication_share"])) * most)


def _check_authentication(plan: Plan) -> None:
    """Refuse a pool with no servers left for sessions."""
    share, most = plan["server.pool.authentication_share"], plan["server.pool.max_size"]
    if _authenticating(plan, most) >= most:
        name = "server.pool.authentication_share"
        where = plan.where(name) if plan.is_set(name) else plan.where("server.pool.max_size")
        raise PlanError(
            f"{name} = {show(share)} of server.pool.max_size = {most} leaves no server for sessions; "
            "use a larger pool or a smaller share",
            where=where,
        )
