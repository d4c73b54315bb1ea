# SPDX-License-Identifier: GPL-2.0-only
"""Instances, end points and faults in the form that the extension takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from net8.base import units
from net8.base.errors import PlanError
from net8.plan.clients import client_groups
from net8.plan.network import has_sites, link_names
from net8.plan.plan import Plan
from net8.plan.tables import own_attributes, plan_of_table
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = [
    "Instance",
    "check_cluster",
    "instance_plan",
    "instances",
    "server_hosts",
    "unreached",
]

Instance = tuple[str, str, int, dict[str, str]]
"""Name, host, additional delay in nanoseconds, and attributes that differ from [server]."""


def instances(plan: Plan) -> list[Instance]:
    """Return the instances of a plan; none where it lists none.

    @param plan: the plan
    @return: the instances; one without a host has a host of its own name
    """
    return [
        (
            str(table["name"]),
            str(table.get("host", table["name"])),
            units.parse_time(table.get("delay", "0s")),
            own_attributes("instance", table),
        )
        for table in plan.instances
    ]


def server_hosts(plan: Plan) -> list[str]:
    """Return the server hosts in the order in which runs number them: those of instances, then SCAN listeners.

    @param plan: the plan
    @return: their names
    """
    hosts: dict[str, str] = {}
    for table in plan.instances:
        host = str(table.get("host", table["name"]))
        hosts.setdefault(host.lower(), host)
    scan = int(str(plan["listener.scan"]))
    return [
        *(hosts.values() or ["server"]),
        *(f"{plan['listener.scan_name']}-{one}" for one in range(1, scan + 1)),
    ]


def servers_of(plan: Plan, group: Mapping[str, object]) -> Sequence[Mapping[str, object]]:
    """Return the instances that clients of a group may come to, as far as descriptors and registrations tell.

    @param plan: a plan with its connect files read
    @param group: the group; an empty one: clients of a plan without groups
    @return: tables of instances; none where the plan has none
    """
    asked = _asked_hosts(plan, str(group.get("descriptor", plan["client.descriptor"]) or ""))
    known = {str(table.get("host", table["name"])).lower() for table in plan.instances}
    if not asked or not asked <= known or int(str(plan["listener.scan"])):
        return plan.instances
    return [
        table
        for table in plan.instances
        if str(table.get("host", table["name"])).lower() in asked
        or table.get("remote_listener", plan["server.remote_listener"]) == "all"
    ]


def _asked_hosts(plan: Plan, descriptor: str) -> set[str]:
    """Return the server hosts, in lower case, with the listeners that a descriptor names."""
    first = server_hosts(plan)[0].lower()
    if not descriptor:
        return {first}
    from net8 import _core

    names: dict[str, list[str]] = {}
    hosts = plan["path.host_names"]
    for name, targets in hosts.items() if isinstance(hosts, Mapping) else ():
        names[str(name).lower()] = [targets] if isinstance(targets, str) else list(targets)
    found = set()
    read: Any = _core.resolve_connect(descriptor)
    for description in read["descriptions"]:
        for addresses in description["address_lists"]:
            for address in addresses["addresses"]:
                host = str(address["host"]).lower()
                found |= {target.lower() for target in names.get(host, [host])}
    return {first if host == "server" else host for host in found} - {"nowhere"}


def unreached(plan: Plan) -> str:
    """Name the hosts that no client reaches: no descriptor has them, and the first host's listener does not know them.

    @param plan: a plan with its connect files read
    @return: a sentence, or nothing
    """
    known: dict[str, bool] = {}
    for table in plan.instances:
        registers = table.get("remote_listener", plan["server.remote_listener"]) == "all"
        host = str(table.get("host", table["name"])).lower()
        known[host] = known.get(host, False) or registers
    names = [host for host in server_hosts(plan) if host.lower() in known]
    alone = [host for host in names[1:] if not known[host.lower()]]
    nameless = [
        str(table["name"]) for table in plan.groups if not table.get("descriptor", plan["client.descriptor"])
    ]
    everyone = len(nameless) == len(plan.groups)
    if not alone or (plan.groups and not nameless) or (not plan.groups and plan["client.descriptor"]):
        return ""
    whose = "all clients" if everyone else f"the clients of {', '.join(nameless)}"
    return (
        f"client.descriptor is empty, so {whose} go to the host {names[0]} and none to {', '.join(alone)}; write the "
        'hosts in client.descriptor, or set server.remote_listener = "all"'
    )


def instance_plan(plan: Plan, table: Mapping[str, object]) -> Plan:
    """Return a plan with the values of one instance as its [server].

    @param plan: the plan
    @param table: the instance
    @return: the plan with what the instance sets itself
    """
    return plan_of_table(plan, "server", table)


def check_cluster(plan: Plan) -> None:
    """Refuse hosts with two delays, and faults with an unknown target or an end before their start.

    @param plan: the plan
    """
    _check_delays(plan)
    for number, table in enumerate(plan.faults, 1):
        _check_target(plan, number, str(table.get("kind", KEYS["fault.kind"].default)))
        at, until = (str(table.get(name, "0s")) for name in ("at", "until"))
        if 0 < units.parse_time(until) <= units.parse_time(at):
            raise PlanError(
                f"fault.until = {show(until)} is not after fault.at = {show(at)}; use a later time, or leave it out",
                where=plan.where(f"fault.{number}.until"),
            )


def _check_delays(plan: Plan) -> None:
    """Refuse a host with two delays; the first host is the server of the path."""
    delays: dict[str, int] = {}
    for table in plan.instances:
        host = str(table.get("host", table["name"]))
        delay = units.parse_time(table.get("delay", "0s"))
        where = plan.where(f"instance.{table['name']}.delay")
        if not delays and delay:
            raise PlanError(
                f"instance.delay = {show(table['delay'])} is set for the first instance, which is on the server of "
                "the path; set path.delay instead",
                where=where,
            )
        if delays.setdefault(host.lower(), delay) != delay:
            raise PlanError(
                f"instance.delay of {table['name']} differs from that of the previous instance on the host {host}; "
                "set the same delay for both",
                where=where or plan.where(f"instance.{table['name']}.name"),
            )


def _check_target(plan: Plan, number: int, kind: str) -> None:
    """Refuse a fault with an unknown target."""
    target = str(plan.faults[number - 1].get("target", ""))
    known_links = link_names(plan)
    links = known_links or []
    if kind == "link_down" and not target and has_sites(plan) and len(links) != 1:
        raise PlanError(
            f"a fault of kind link_down has no target, and the plan has {len(links)} links; set target to one "
            "of them, or to a host",
            where=plan.where(f"fault.{number}.kind"),
        )
    if not target or (kind == "link_down" and (target in links or known_links is None)):
        return
    names = [str(table["name"]) for table in plan.instances] or [str(plan["server.instance_name"] or "orcl")]
    what = "an instance"
    if not kind.startswith("instance_"):
        what, names = "a host", server_hosts(plan)
    known = {name.lower() for name in names}
    if what == "a host" and not kind.startswith("listener_"):
        for group, hosts in _client_hosts(plan):
            known |= {group.lower(), *(f"{group}-{one}".lower() for one in range(1, hosts + 1))}
            names.append(group if hosts == 1 else f"{group} ({group}-1 to {group}-{hosts})")
    if kind == "link_down":
        what, names = "a host or link" if links else what, names + links
    if target.lower() not in known:
        raise PlanError(
            f"fault.target = {show(target)} is not {what}; known: {', '.join(names)}",
            where=plan.where(f"fault.{number}.target"),
        )


def _client_hosts(plan: Plan) -> list[tuple[str, int]]:
    """Return the groups with the number of their hosts, by default one for each client."""
    found = []
    for name, attributes, times in client_groups(plan):
        count = len(times) or int(attributes.get("Count", str(plan["client.count"])))
        hosts = attributes.get("Hosts", plan["client.hosts"])
        found.append((name, min(count, int(str(hosts))) if hosts else count))
    return found
