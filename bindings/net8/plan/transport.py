# SPDX-License-Identifier: GPL-2.0-only
"""What carries Oracle Net in a plan: TCP, or a transport of LANs, which goes with few other keys."""

from __future__ import annotations

from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["check_transport", "is_tcp"]

_PROTOCOLS: Final = {"tcp": ("tcp", "tcps"), "spx": ("spx",), "decnet": ("decnet",), "netbios": ("nmp",)}
"""PROTOCOL of addresses, by transport."""
_MOST_ROUTERS: Final = {"spx": 15, "decnet": 30}
"""Routers that a packet passes at most: at 16 IPX drops it (RIP), Linux's DECnet behind 30."""


def is_tcp(plan: Plan) -> bool:
    """Return whether TCP carries Oracle Net.

    @param plan: a plan
    @return: whether it does
    """
    return plan["path.transport"] == "tcp"


def check_transport(plan: Plan) -> tuple[str, ...]:
    """Refuse what a transport of LANs does not go with.

    @param plan: a plan
    @return: addresses of connect descriptors that its transport does not lead to
    """
    left_out = _check_addresses(plan)
    if not is_tcp(plan):
        _check_keys(plan)
    return left_out


def _check_keys(plan: Plan) -> None:
    """Refuse keys that need TCP/IP, or more than ns-3's bus."""
    told, where = f"path.transport = {show(plan['path.transport'])}", plan.where("path.transport")
    if plan["path.kind"] == "wan":
        _check_routed(plan, told)
    if plan["path.queue_disc"] != "none":
        raise PlanError(
            f'path.queue_disc = {show(plan["path.queue_disc"])} takes packets of IP alone, and {told}; "none" would be '
            "right",
            where=plan.where("path.queue_disc"),
        )
    if plan["path.ip"] != "v4":
        raise PlanError(f'{told} needs path.ip = "v4": IPv4 addresses stay the names of hosts', where=where)
    words = plan["run.series"]
    if isinstance(words, tuple) and "sessions" in words:
        raise PlanError(f'run.series = "sessions" looks into TCP, and {told}', where=plan.where("run.series"))


def _check_routed(plan: Plan, told: str) -> None:
    """Refuse what routers of IPX and DECnet do not do."""
    if plan["path.transport"] == "netbios":
        raise PlanError(
            f'{told} needs path.kind = "lan" or "segment": its frames have no network that a router could forward '
            "them to",
            where=plan.where("path.transport"),
        )
    routers = int(str(plan["path.hops"])) + 1
    if routers > (most := _MOST_ROUTERS[str(plan["path.transport"])]):
        raise PlanError(
            f"path.hops = {routers - 1} makes {routers} routers, and with {told} a packet passes {most} at most; "
            f"{most - 1} hops or less would be right",
            where=plan.where("path.hops"),
        )
    for key, quiet in (("path.transport_background", False), ("path.spx_lookup", "known")):
        if plan[key] != quiet:
            raise PlanError(
                f'{key} = {show(plan[key])} needs path.kind = "lan" or "segment": routers here tell nothing of other '
                "networks",
                where=plan.where(key),
            )
    if plan["run.partition"]:
        raise PlanError(
            f"run.partition cuts a WAN link, and frames of {told} do not cross between processes",
            where=plan.where("run.partition"),
        )


def _check_addresses(plan: Plan) -> tuple[str, ...]:
    """Refuse a connect descriptor without an address of the plan's transport; name the other addresses of one with."""
    texts: list[tuple[str, object]] = [("client", plan["client.descriptor"])]
    texts += [(f"group.{table.get('name')}", table.get("descriptor")) for table in plan.groups]
    wanted = _PROTOCOLS[str(plan["path.transport"])]
    others = {name for names in _PROTOCOLS.values() for name in names if name not in wanted}
    left_out: list[str] = []
    for section, text in texts:
        if not text:
            continue
        need_core()
        from net8 import _core

        found = _core.check_descriptor(str(text))[2]
        if found and not set(found) & set(wanted):
            raise PlanError(
                f"{section}.descriptor has addresses of protocol {', '.join(dict.fromkeys(found))} alone, and "
                f"path.transport = {show(plan['path.transport'])} leads to those of {' or '.join(wanted)}",
                where=plan.where(f"{section}.descriptor"),
            )
        left_out += [
            f"PROTOCOL={name} (path.transport = {show(plan['path.transport'])})"
            for name in found
            if name in others
        ]
    return tuple(dict.fromkeys(left_out))
