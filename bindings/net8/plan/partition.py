# SPDX-License-Identifier: GPL-2.0-only
"""A plan that is cut at its WAN, so that several processes simulate it together: whether it can be."""

from __future__ import annotations

from typing import Final

from net8.base.errors import PlanError
from net8.base.units import format_size
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["check_partition"]

SITES: Final = ("client", "server")
MAX_MTU: Final = 1500
"""Largest packet that fits the messages of 2000 bytes of ns-3's MPI, bytes."""


def check_partition(plan: Plan) -> list[str]:
    """Refuse a partition that the plan's path does not have.

    @param plan: a plan
    @return: site of each rank; none: one process
    """
    value = plan["run.partition"]
    sites = [str(site) for site in value] if isinstance(value, tuple) else []
    where = plan.where("run.partition")
    if sites and sorted(sites) != sorted(SITES):
        raise PlanError(f"run.partition = {show(value)} must name client and server once each", where=where)
    if sites and plan["path.kind"] != "wan":
        raise PlanError(
            f"run.partition cuts a WAN link, and path.kind = {show(plan['path.kind'])} has none; "
            'use path.kind = "wan", or leave run.partition out',
            where=where,
        )
    mtu = plan["path.mtu"]
    if sites and isinstance(mtu, int) and mtu > MAX_MTU:
        raise PlanError(
            f"path.mtu = {mtu} is too large for run.partition; give at most {MAX_MTU} bytes",
            where=plan.where("path.mtu"),
        )
    for limit in ("run.max_wall_time", "run.max_memory"):
        value = plan[limit]
        if sites and value is not None:
            text = f'"{format_size(value)}"' if isinstance(value, int) else show(value)
            raise PlanError(
                f"{limit} = {text} ends one process, and run.partition needs several; leave one of them out",
                where=plan.where(limit),
            )
    return sites
