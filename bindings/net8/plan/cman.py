# SPDX-License-Identifier: GPL-2.0-only
"""Checks of Connection Managers: routes that lead through them, and rules that let something pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.clients import client_groups
from net8.plan.network import has_sites, urgent_lines
from net8.plan.plan import Plan
from net8.schema.table import keys_of
from net8.schema.values import meant, show

__all__ = ["Route", "check_managers", "managers", "routes_through", "sdu_limit"]

_ADMIN: Final = "cmon"
"""Service of the manager's own administration, which no session asks for."""


@dataclass(frozen=True, slots=True)
class Route:
    """A route of SOURCE_ROUTE in the descriptor of some clients."""

    key: str  #: key with the descriptor
    hops: tuple[str, ...]  #: hosts in lower case: managers, and last the listener
    protocols: tuple[str, ...]  #: protocol of each hop
    service: str  #: SERVICE_NAME or SID


def managers(plan: Plan) -> list[Mapping[str, Any]]:
    """Return the Connection Managers of a plan, each with all its keys.

    @param plan: a plan
    """
    keys = keys_of("cman")
    return [{key.name: table.get(key.name, key.default) for key in keys} for table in plan.tables("cman")]


def routes_through(plan: Plan) -> list[Route]:
    """Return the routes of all descriptors with SOURCE_ROUTE.

    @param plan: a plan with its connect files read
    """
    texts: dict[str, str] = {"client.descriptor": str(plan["client.descriptor"] or "")}
    texts |= {
        f"group.{table['name']}.descriptor": str(table.get("descriptor") or "") for table in plan.groups
    }
    return [route for key, text in texts.items() if text for route in _routes(key, text)]


def sdu_limit(plan: Plan, descriptor: object) -> int | None:
    """Return the largest SDU that the managers on the way of clients let them agree on.

    @param plan: a plan
    @param descriptor: connect descriptor of the clients
    @return: bytes; nothing without a manager on their way
    """
    if not plan.tables("cman") or not descriptor:
        return None
    hops = {hop for route in _routes("", str(descriptor)) for hop in route.hops}
    return min(
        (int(each["sdu"]) for each in managers(plan) if str(each["name"]).lower() in hops), default=None
    )


def _routes(key: str, text: str) -> Iterator[Route]:
    """Yield the routes of a descriptor."""
    need_core()
    from net8 import _core

    found: list[dict[str, Any]] = _core.source_routes(text)
    for entry in found:
        yield Route(
            key,
            tuple(str(hop["host"]).lower() for hop in entry["hops"]),
            tuple(str(hop["protocol"]) for hop in entry["hops"]),
            str(entry["service"]),
        )


def check_managers(plan: Plan) -> None:
    """Refuse managers without rules or hosts, routes that do not lead through them, and rules for nobody.

    @param plan: a plan, its network and its connect files checked
    """
    found = managers(plan)
    if not found:
        return
    if not has_sites(plan):
        raise PlanError(
            "the plan has a [[cman]] but no [[site]], and [path] has no place between its ends; list the sites of the "
            "hosts and of the Connection Manager",
            where=plan.where(f"cman.{found[0]['name']}.name"),
        )
    _check_together(plan)
    routes = routes_through(plan)
    names = [str(manager["name"]).lower() for manager in found]
    for route in routes:
        _check_route(plan, route, names)
    for manager in found:
        name = str(manager["name"]).lower()
        _check_limits(plan, manager)
        _check_multiplex(plan, manager)
        nexts = [
            (after, route) for route in routes for hop, after in zip(route.hops, route.hops[1:], strict=False)
            if hop == name
        ]  # fmt: skip
        _check_rules(plan, manager, nexts)


def _check_together(plan: Plan) -> None:
    """Refuse what does not go through a Connection Manager here."""
    where = plan.where(f"cman.{plan.tables('cman')[0]['name']}.name")
    for path in urgent_lines(plan):
        raise PlanError(
            f"{path} = {show(plan[path])} lets urgent data pass, which a [[cman]] is not modelled to pass on; leave "
            "one of them out",
            where=plan.where(path),
        )
    if plan["run.partition"]:
        raise PlanError(
            "run.partition divides the plan among processes, and a [[cman]] joins clients and servers in one; leave "
            "one of them out",
            where=plan.where("run.partition") or where,
        )
    for path in ("client.tls", "listener.tls"):
        if plan[path]:
            raise PlanError(
                f"{path} = true encrypts connections by TLS, which a [[cman]] is not modelled to end or to begin; "
                "leave one of them out",
                where=plan.where(path) or where,
            )


def _check_route(plan: Plan, route: Route, names: Sequence[str]) -> None:
    """Refuse a route that leads to itself, or in which another host stands in the place of a manager."""
    where = plan.where(route.key) or plan.where("files.connect")
    told = " > ".join(route.hops)
    twice = next((hop for hop in route.hops if route.hops.count(hop) > 1), None)
    if twice is not None:
        raise PlanError(
            f"{route.key} has a SOURCE_ROUTE {told}, which leads from {twice} to itself; name each hop once",
            where=where,
        )
    for hop in route.hops[:-1]:
        if hop not in names:
            raise PlanError(
                f"{route.key} has a SOURCE_ROUTE {told}, but {hop} is no [[cman]]"
                f"{meant(hop, names) or '; the plan has ' + ', '.join(names)}",
                where=where,
            )
    if route.hops[-1] in names:
        raise PlanError(
            f"{route.key} has a SOURCE_ROUTE {told}, which ends at the [[cman]] {route.hops[-1]}; add the ADDRESS of a "
            "listener behind it",
            where=where,
        )
    if "tcps" in route.protocols:
        raise PlanError(
            f"{route.key} has a SOURCE_ROUTE {told} with PROTOCOL = tcps, and TLS through a [[cman]] is not modelled; "
            "use tcp",
            where=where,
        )


def _check_limits(plan: Plan, manager: Mapping[str, Any]) -> None:
    """Refuse more gateway processes from the start than there may be."""
    least, most = int(manager["min_gateway_processes"]), int(manager["max_gateway_processes"])
    path = f"cman.{manager['name']}"
    if least > most:
        raise PlanError(
            f"{path}.min_gateway_processes = {least} is above {path}.max_gateway_processes = {most}; make it at most "
            "as large",
            where=plan.where(f"{path}.min_gateway_processes") or plan.where(f"{path}.max_gateway_processes"),
        )


def _check_multiplex(plan: Plan, manager: Mapping[str, Any]) -> None:
    """Refuse session multiplexing where no instance has a dispatcher."""
    handlers = [str(table.get("handlers", plan["server.handlers"])) for table in plan.instances or ({},)]
    if manager["multiplex"] and not any("shared" in kinds for kinds in handlers):
        path = f"cman.{manager['name']}.multiplex"
        raise PlanError(
            f"{path} = true lets sessions of dispatchers share connections, but no instance has a dispatcher: "
            f"handlers = {show(handlers[0])}; add shared, or leave multiplex out",
            where=plan.where(path),
        )


def _check_rules(plan: Plan, manager: Mapping[str, Any], nexts: Sequence[tuple[str, Route]]) -> None:
    """Refuse rules that cannot be read or that match nothing."""
    need_core()
    from net8 import _core

    path = f"cman.{manager['name']}.rule_list"
    where = plan.where(path) or plan.where(f"cman.{manager['name']}.name")
    try:
        rules: list[dict[str, Any]] = _core.read_rule_list(str(manager["rule_list"]))
    except _core.ConnectError as error:
        raise PlanError(f"{path}: {error}", where=where) from None
    if not rules:
        raise PlanError(
            f"{path} has no rule, and what no rule matches is refused; write "
            '"(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))" to let all pass',
            where=where,
        )
    groups = {name.lower() for name, *_rest in client_groups(plan)}
    for number, rule in enumerate(rules, 1):
        source, target, service = (str(rule[name]) for name in ("source", "destination", "service"))
        if service.lower() == _ADMIN:
            continue
        if (
            rule["source_is_name"]
            and source.lower().rpartition("-")[0] not in groups
            and source.lower() not in groups
        ):
            raise PlanError(
                f"{path}: rule {number} has SRC={source}, which is not a group of clients; the plan has "
                f"{', '.join(sorted(groups))}",
                where=where,
            )
        to = [route for hop, route in nexts if not rule["destination_is_name"] or hop == target.lower()]
        if nexts and not to:
            raise PlanError(
                f"{path}: rule {number} has DST={target}, to which no client asks to be passed on; they ask for "
                f"{', '.join(sorted({hop for hop, _route in nexts}))}",
                where=where,
            )
        asked = sorted({route.service or str(plan["client.service_name"]) for route in to})
        if nexts and service != "*" and service.lower() not in (name.lower() for name in asked):
            raise PlanError(
                f"{path}: rule {number} has SRV={service}, for which no client asks there; they ask for "
                f"{', '.join(asked)}",
                where=where,
            )
