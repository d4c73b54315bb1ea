# SPDX-License-Identifier: GPL-2.0-only
"""Checks of run.partition: a plan divided at links with delay and simulated by several processes together."""

from __future__ import annotations

from typing import Final

from net8.base.errors import PlanError
from net8.base.units import format_size
from net8.plan.network import does_more, has_sites
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["check_partition", "sites_of_ranks", "suggested"]

SITES: Final = ("client", "server")
SHARE: Final = "share"
"""Word for a rank that simulates a share of the sites of a network."""
MAX_MTU: Final = 1500
"""Largest packet that fits the messages of 2000 bytes of ns-3's MPI, bytes."""


def sites_of_ranks(plan: Plan) -> list[str]:
    """Return what each MPI rank simulates.

    @param plan: a plan
    @return: site of each rank; none: one process
    """
    value = plan["run.partition"]
    return [str(site) for site in value] if isinstance(value, tuple) else []


def suggested(plan: Plan, size: int) -> str:
    """Suggest a partition of a plan.

    @param plan: a plan
    @param size: number of MPI ranks
    @return: value of run.partition
    """
    words = (SHARE,) * size if has_sites(plan) else SITES
    return "[" + ", ".join(map(show, words)) + "]"


def check_partition(plan: Plan) -> None:
    """Refuse a partition that does not fit the plan.

    @param plan: a plan
    """
    sites = sites_of_ranks(plan)
    if sites and has_sites(plan):
        _check_shares(plan, sites)
    elif sites:
        _check_path(plan, sites)
    for limit in ("run.max_wall_time", "run.max_memory"):
        value = plan[limit]
        if sites and value is not None:
            text = f'"{format_size(value)}"' if isinstance(value, int) else show(value)
            raise PlanError(
                f"{limit} = {text} limits one process, but run.partition needs several; leave one of them out",
                where=plan.where(limit),
            )


def _check_shares(plan: Plan, sites: list[str]) -> None:
    """Refuse a partition that does not fit a network of sites."""
    if len(sites) < 2 or set(sites) != {SHARE}:
        raise PlanError(
            f"run.partition = {show(plan['run.partition'])} does not fit a plan with [[site]], where ranks share the "
            "sites by "
            'expected load; write "share" once for each rank, two or more',
            where=plan.where("run.partition"),
        )
    if plan["run.mpi"] == "null-message":
        raise PlanError(
            'run.mpi = "null-message" needs a [path], where two ranks are neighbours, but this plan has [[site]]; '
            'use run.mpi = "distributed"',
            where=plan.where("run.mpi"),
        )


def _check_path(plan: Plan, sites: list[str]) -> None:
    """Refuse a partition that does not fit a path."""
    where = plan.where("run.partition")
    if sorted(sites) != sorted(SITES):
        raise PlanError(
            f"run.partition = {show(plan['run.partition'])} must contain client and server once each",
            where=where,
        )
    if plan["path.kind"] != "wan":
        raise PlanError(
            f"run.partition divides a plan at a WAN link, but path.kind = {show(plan['path.kind'])} has none; "
            'use path.kind = "wan", or leave run.partition out',
            where=where,
        )
    if more := [*does_more(plan)]:
        raise PlanError(
            f"{more[0]} = {show(plan[more[0]])} decides on packets of both directions, which run.partition cuts apart; "
            "leave one of them out",
            where=plan.where(more[0]) or where,
        )
    for number, change in enumerate(plan.tables("link_change"), 1):
        if key := next((name for name in ("delay", "delay_up") if name in change), ""):
            raise PlanError(
                f"link_change.{key} = {show(change[key])} changes the delay by which the ranks of run.partition run "
                "apart; leave one of them out",
                where=plan.where(f"link_change.{number}.{key}") or where,
            )
    mtu = plan["path.mtu"]
    if isinstance(mtu, int) and mtu > MAX_MTU:
        raise PlanError(
            f"path.mtu = {mtu} is too large for run.partition; use at most {MAX_MTU} bytes",
            where=plan.where("path.mtu"),
        )
