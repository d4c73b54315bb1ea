# SPDX-License-Identifier: GPL-2.0-only
"""What carries Oracle Net in a plan: TCP, or a transport of LANs, which goes with few other keys."""

from __future__ import annotations

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["check_transport", "is_tcp"]


def is_tcp(plan: Plan) -> bool:
    """Return whether TCP carries Oracle Net.

    @param plan: a plan
    @return: whether it does
    """
    return plan["path.transport"] == "tcp"


def check_transport(plan: Plan) -> None:
    """Refuse what a transport of LANs does not go with.

    @param plan: a plan
    """
    if is_tcp(plan):
        return
    told, where = f"path.transport = {show(plan['path.transport'])}", plan.where("path.transport")
    if plan["path.transport"] == "netbios":
        raise PlanError(
            f"{told} is not simulated: no host here has NetBIOS; tcp, spx and decnet are", where=where
        )
    if plan["path.kind"] == "wan":
        raise PlanError(
            f'{told} needs path.kind = "lan" or "segment": no router here forwards IPX or DECnet', where=where
        )
    if plan["path.ip"] != "v4":
        raise PlanError(f'{told} needs path.ip = "v4": IPv4 addresses stay the names of hosts', where=where)
    if (
        plan["path.kind"] == "segment"
        and plan["path.transport"] == "spx"
        and plan["path.spx_frame"] != "ethernet_ii"
    ):
        raise PlanError(
            'path.spx_frame must be "ethernet_ii" on a segment: ns-3\'s CSMA takes every other frame for one of SNAP',
            where=plan.where("path.spx_frame"),
        )
    words = plan["run.series"]
    if isinstance(words, tuple) and "sessions" in words:
        raise PlanError(f'run.series = "sessions" looks into TCP, and {told}', where=plan.where("run.series"))
