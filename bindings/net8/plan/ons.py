# SPDX-License-Identifier: GPL-2.0-only
"""Checks of pools that act on events: whether anything is there that sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.plan.pool import pooled
from net8.plan.transport import is_tcp
from net8.schema.table import KEYS, keys_of
from net8.schema.values import show

__all__ = ["EVENTS", "check_ons", "subscribers"]

EVENTS: Final = ("host_down", "instance_down")
"""Kinds of faults that raise events."""


def subscribers(plan: Plan) -> list[Mapping[str, object]]:
    """Return the groups whose pools act on events.

    @param plan: a plan
    @return: their tables; an empty one for the clients of a plan without groups
    """
    return [
        table
        for table in plan.groups or ({},)
        if pooled(plan, table) and table.get("ons", plan["client.ons"]) == "reachable"
    ]


def check_ons(plan: Plan) -> None:
    """Refuse settings of ONS without events or without a pool that acts on them, and pools that could not tell theirs.

    @param plan: a plan, its pools and its cluster checked
    """
    asking = subscribers(plan)
    changed = next((key.path for key in keys_of("ons") if plan[key.path] != key.default), None)
    if not asking:
        if changed:
            raise PlanError(
                f"{changed} = {show(plan[changed])} changes nothing without a pool that subscribes; set "
                'client.ons = "reachable" and client.pool_max',
                where=plan.where(changed),
            )
        return
    if changed and not any(fault.get("kind", KEYS["fault.kind"].default) in EVENTS for fault in plan.faults):
        raise PlanError(
            f"{changed} = {show(plan[changed])} changes nothing, as nothing fails that ONS tells; add a [[fault]] of "
            f"kind {' or '.join(EVENTS)}",
            where=plan.where(changed),
        )
    path = f"group.{asking[0]['name']}.ons" if "ons" in asking[0] else "client.ons"
    told, where = f'{path} = "reachable"', plan.where(path)
    if not is_tcp(plan):
        raise PlanError(
            f"{told} needs TCP, and path.transport = {show(plan['path.transport'])}; leave one of them out",
            where=where,
        )
    if plan.tables("cman"):
        raise PlanError(
            f"{told}, but behind a [[cman]] a pool does not know the hosts of its connections; leave one of them out",
            where=where,
        )
    hosts: dict[str, str] = {}
    for table in plan.instances:
        host, name = str(table.get("host", table["name"])), str(table["name"])
        other = hosts.setdefault(host.lower(), name)
        if other != name:
            raise PlanError(
                f"{told}, but the instances {other} and {name} share the host {host}, and a pool tells its connections "
                "apart by host; give each instance a host of its own",
                where=where,
            )
