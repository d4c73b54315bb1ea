# SPDX-License-Identifier: GPL-2.0-only
"""Series of links, background flows and sessions: which ones a plan requests, and checks."""

from __future__ import annotations

from net8.base.errors import PlanError
from net8.plan.network import link_names
from net8.plan.plan import Plan
from net8.plan.tcp import ends_with_ns3
from net8.schema.values import show

__all__ = ["check_series"]


def check_series(plan: Plan) -> None:
    """Refuse series that cannot be sampled.

    @param plan: a plan, its network checked
    """
    words = plan["run.series"]
    if not isinstance(words, tuple) or not words:
        return
    where = plan.where("run.series")
    if plan["run.sample_interval"] is None:
        raise PlanError('run.series needs samples; set run.sample_interval, such as "100ms"', where=where)
    if plan["run.partition"]:
        raise PlanError("run.series works in one process only; leave run.partition out", where=where)
    if "links" in words and link_names(plan) == []:
        raise PlanError(
            'run.series = "links" samples links between routers, but this plan has none; use path.kind = "wan", '
            "or add a [[link]]",
            where=where,
        )
    if "flows" in words and not plan.cross_traffic:
        raise PlanError(
            'run.series = "flows" samples background traffic, but this plan has none; add a [[cross_traffic]]',
            where=where,
        )
    if "sessions" in words:
        _check_tcp(plan, where)


def _check_tcp(plan: Plan, where: str) -> None:
    """Refuse session series of a TCP that cannot be sampled."""
    for end in ("client", "server"):
        if f"{end}.tcp" in ends_with_ns3(plan):
            raise PlanError(
                f'run.series = "sessions" samples the TCP of net8, but {end}.tcp runs that of ns-3; set '
                f'{end}.tcp.profile = "linux" with a congestion control of the TCP of net8',
                where=where,
            )
    if plan["path.tcp_demux"] != "hashed":
        raise PlanError(
            f'run.series = "sessions" needs path.tcp_demux = "hashed", which is '
            f"{show(plan['path.tcp_demux'])} here",
            where=where,
        )
