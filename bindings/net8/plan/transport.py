# SPDX-License-Identifier: GPL-2.0-only
"""The transport of a plan: TCP, or a LAN transport, which can be combined with few other keys."""

from __future__ import annotations

from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.network import client_sites, links, server_sites
from net8.plan.plan import Plan
from net8.plan.preset import line_key
from net8.plan.routes import routes
from net8.schema.values import show

__all__ = ["check_transport", "is_tcp"]

_PROTOCOLS: Final = {"tcp": ("tcp", "tcps"), "spx": ("spx",), "decnet": ("decnet",), "netbios": ("nmp",)}
"""PROTOCOL of addresses, by transport."""
_OF_IP: Final = ("delivery_trace", "delivery_trace_up", "queue_disc", "duplicate", "tunnel_mtu")
"""Keys of a link that handle only IP packets."""
_MOST_ROUTERS: Final = {"spx": 15, "decnet": 30}
"""Most routers that a packet passes: IPX drops it at the 16th (RIP), Linux's DECnet after 30."""


def is_tcp(plan: Plan) -> bool:
    """Return whether TCP carries Oracle Net.

    @param plan: a plan
    @return: whether it does
    """
    return plan["path.transport"] == "tcp"


def check_transport(plan: Plan) -> tuple[str, ...]:
    """Refuse keys that cannot be combined with a LAN transport.

    @param plan: a plan
    @return: addresses of connect descriptors that use another transport
    """
    left_out = _check_addresses(plan)
    if not is_tcp(plan):
        _check_keys(plan)
    return left_out


def _check_keys(plan: Plan) -> None:
    """Refuse keys that need TCP/IP, or more than ns-3's bus."""
    told, where = f"path.transport = {show(plan['path.transport'])}", plan.where("path.transport")
    _check_network(plan, told)
    if plan["path.ip"] != "v4":
        raise PlanError(f'{told} needs path.ip = "v4": IPv4 addresses remain the names of hosts', where=where)
    if plan["listener.hand_off"] != "direct":
        raise PlanError(
            f"listener.hand_off = {show(plan['listener.hand_off'])} leads to ports of TCP, and {told}; "
            'use "direct"',
            where=plan.where("listener.hand_off"),
        )
    for section, table in [("client", {}), *((f"group.{group['name']}", group) for group in plan.groups)]:
        if table.get("naming", plan["client.naming"]) == "directory":
            raise PlanError(
                f'{section}.naming = "directory" needs TCP, and {told}; use "dns" or "tnsnames"',
                where=plan.where(f"{section}.naming") or plan.where("client.naming"),
            )
    words = plan["run.series"]
    if isinstance(words, tuple) and "sessions" in words:
        raise PlanError(
            f'run.series = "sessions" samples TCP, but the plan has {told}', where=plan.where("run.series")
        )


def _check_network(plan: Plan, told: str) -> None:
    """Refuse a network that the transport cannot cross."""
    lines = {line_key(plan, "link", link, key): link[key] for link in links(plan) for key in _OF_IP}
    for path, value in {**lines, "path.queue_disc": plan["path.queue_disc"]}.items():
        if value not in (None, "none", 0):
            raise PlanError(
                f"{path} = {show(value)} handles only IP packets, but the plan has {told}; leave it out",
                where=plan.where(path),
            )
    near, far = (sorted({*at.values()}) for at in (client_sites(plan), server_sites(plan)))
    ends = [(one, other) for one in near for other in far if one != other]
    if ends and plan["path.transport"] == "netbios":
        raise PlanError(
            f'{told} needs clients and servers at one site, as on a [path] of the kind "lan" or "segment": its frames '
            "have no network address that a router could forward them to",
            where=plan.where("path.transport"),
        )
    for (one, other), hops in zip(ends, routes(plan, ends), strict=True):
        crossed = len(hops or ())
        if crossed >= (most := _MOST_ROUTERS[str(plan["path.transport"])]):
            raise PlanError(
                f"{crossed} links from {one} to {other} join {crossed + 1} routers, but with {told} a packet passes at "
                f"most {most}; use {most - 1} links (path.hops) or less",
                where=plan.where("path.hops") or plan.where("path.transport"),
            )
    if lines:
        _check_routed(plan, told)


def _check_routed(plan: Plan, told: str) -> None:
    """Refuse keys that IPX and DECnet routers do not support."""
    if (
        plan["path.transport"] == "spx"
        and plan["path.spx_lookup"] == "sap"
        and not plan["path.transport_background"]
    ):
        raise PlanError(
            'path.spx_lookup = "sap" needs path.transport_background = true behind routers, which learn services from '
            "the announcements of servers",
            where=plan.where("path.spx_lookup"),
        )
    if plan["run.partition"]:
        raise PlanError(
            f"run.partition cuts a WAN link, and frames of {told} do not cross between processes",
            where=plan.where("run.partition"),
        )


def _check_addresses(plan: Plan) -> tuple[str, ...]:
    """Refuse a connect descriptor without an address of the plan's transport; return other addresses."""
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
