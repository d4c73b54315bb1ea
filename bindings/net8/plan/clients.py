# SPDX-License-Identifier: GPL-2.0-only
"""Groups of clients in the form that the extension takes, and the host names that they resolve."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.reading import TABLE_LIMIT, read_text
from net8.base.units import QuantityError
from net8.plan.plan import Plan
from net8.plan.tables import own_attributes, plan_of_table
from net8.schema.key import DRIVERS, FILE
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = [
    "DEFAULT_GROUP", "ClientGroup", "arrival_times", "check_names", "check_releases", "client_groups", "group_plan",
    "host_names", "kind_of", "kinds", "overridden", "own_files",
]  # fmt: skip

ClientGroup = tuple[str, dict[str, str], list[int]]
"""Name, attributes that differ from [client], and arrival times in nanoseconds if they come from a file."""

DEFAULT_GROUP = "clients"
"""Name of the group of a plan without [[group]]."""
RESOLVER_SERVERS: Final = 3
"""Name servers that glibc takes from resolv.conf (MAXNS)."""


def client_groups(plan: Plan) -> list[ClientGroup]:
    """Return the groups of a plan; a plan without groups has one with the values of [client].

    @param plan: the plan
    @return: the groups
    """
    tables = plan.groups or ({"name": DEFAULT_GROUP},)
    return [
        (str(table["name"]), own_attributes("group", table), arrival_times(plan, table)) for table in tables
    ]


def kind_of(table: Mapping[str, object]) -> str:
    """Return what a group sets, but for its name and its site; groups of a kind differ only in their paths.

    @param table: the group
    @return: a text that is the same for groups of a kind
    """
    return repr(
        sorted((name, repr(value) * (name != "site")) for name, value in table.items() if name != "name")
    )


def kinds(plan: Plan) -> tuple[Mapping[str, object], ...]:
    """Return the first group of each kind.

    @param plan: the plan
    @return: the groups; for a plan without groups the one that it has by default
    """
    found: dict[str, Mapping[str, object]] = {}
    for table in plan.groups or ({"name": DEFAULT_GROUP},):
        found.setdefault(kind_of(table), table)
    return tuple(found.values())


def group_plan(plan: Plan, table: Mapping[str, object]) -> Plan:
    """Return a plan with the values of one group as its [client].

    @param plan: the plan
    @param table: the group
    @return: the plan with what the group sets itself
    """
    return plan_of_table(plan, "client", table)


def check_releases(plan: Plan) -> None:
    """Refuse wrong files of drivers and releases, and releases that a driver does not have.

    @param plan: the plan
    """
    need_core()
    from net8 import _core

    for table in kinds(plan):
        own = group_plan(plan, table)
        driver, release = str(own["client.driver"]), own["client.release"]
        _check_owner(plan, table, driver, release)
        try:
            _core.driver_facts(driver, str(release or ""))
        except ValueError as error:
            path = f"group.{table['name']}.driver" if "driver" in table else "client.driver"
            raise PlanError(str(error), where=plan.where(path)) from None
    try:
        _core.server_defaults(str(plan["server.release"]))
    except _core.PlanError as error:
        raise PlanError(str(error), where=plan.where("server.release")) from None


def own_files(
    sections: Mapping[str, Mapping[str, str]],
    groups: Iterable[ClientGroup],
    instances: Iterable[tuple[str, str, int, Mapping[str, str]]],
) -> dict[str, str]:
    """Return the texts of the files of drivers and releases, which are part of what is simulated.

    @param sections: attributes by C++ object
    @param groups: groups of clients
    @param instances: instances
    @return: the texts by the name of the file, in the order in which they are named
    """
    client, server = sections.get("client", {}), sections.get("server", {})
    named = [client.get("Driver", ""), server.get("Release", ""), sections.get("tds", {}).get("Driver", "")]
    named += [group[1].get("Driver", "") for group in groups]
    named += [instance[3].get("Release", "") for instance in instances]
    paths = dict.fromkeys(name.removeprefix(FILE) for name in named if name.startswith(FILE))
    return {path: read_text(Path(path), TABLE_LIMIT) for path in paths}


def _check_owner(plan: Plan, table: Mapping[str, object], driver: str, release: object) -> None:
    """Refuse a version that belongs to another driver."""
    from net8 import _core

    if driver.startswith(FILE) or release is None or release in _core.driver_releases(driver):
        return
    owner = next((name for name in DRIVERS if release in _core.driver_releases(name)), "no driver")
    path = f"group.{table['name']}.release" if "release" in table else "client.release"
    raise PlanError(
        f"{path} = {show(release)} is a version of {owner}, not of {driver}; use an Oracle release, "
        'such as "19c"',
        where=plan.where(path),
    )


def overridden(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe what is set for [client] but used by no group, because each group sets its own.

    @param plans: the points of a plan
    @return: a sentence for each key that has no effect at any point
    """
    found: dict[str, str] = {}
    for number, plan in enumerate(plans):
        idle = {
            path: f"{path} changes nothing, because every group sets its own; set group.{plan.groups[0]['name']}.{name}"
            for path in plan.values
            if path.startswith("client.") and plan.groups
            if all((name := path.removeprefix("client.")) in table for table in plan.groups)
        }
        found = idle if number == 0 else {path: text for path, text in found.items() if path in idle}
    return tuple(found.values())


def arrival_times(plan: Plan, table: Mapping[str, object]) -> list[int]:
    """Read the file with the starts of a group's clients.

    @param plan: the plan
    @param table: the group
    @return: nanoseconds after its start; empty where no file is asked for
    """
    kind = table.get("arrivals", plan["client.arrivals"])
    name = table.get("arrival_file", plan["client.arrival_file"])
    places = [
        f"{section}.{key}"
        for key in ("arrival_file", "arrivals")
        for section in (f"group.{table['name']}", "client")
    ]
    where = next(filter(None, map(plan.where, places)), "")
    if kind != "file":
        return []
    if name is None:
        raise PlanError(
            'arrivals = "file" needs arrival_file, a file with a time such as 1.5s on each line', where=where
        )
    path = (plan.folder or Path()) / str(name)
    try:
        lines = read_text(path, TABLE_LIMIT).splitlines()
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for arrival_file', where=where) from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read as text: {error.strerror}', where=where) from None
    except UnicodeDecodeError as error:
        raise PlanError(f'"{name}" cannot be read as text: {error}', where=where) from None
    times = [_time(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if _text(line)]
    if not times:
        raise PlanError("holds no times; write at least one, such as 1.5s", where=str(path))
    return times


def _text(line: str) -> str:
    """Return a line without its comment."""
    return line.partition("#")[0].strip()


def _time(line: str, where: str) -> int:
    """Read one line of an arrival file."""
    try:
        return units.parse_time(_text(line))
    except QuantityError as error:
        raise PlanError(f'"{_text(line)}" {error}', where=where) from None


def check_names(plan: Plan) -> None:
    """Refuse more silent name servers than there are, and more than a resolver asks.

    @param plan: the plan
    """
    tables: list[tuple[str, Mapping[str, object]]] = [("listener", {"naming": "dns"}), ("client", {})]
    tables += [(f"group.{group['name']}", group) for group in plan.groups]
    for section, table in tables:
        shared = "listener" if section == "listener" else "client"
        method, servers, silent = (
            table[name] if name in table else plan[f"{shared}.{name}"]
            for name in ("naming", "name_servers", "silent_name_servers")
        )
        where = plan.where(f"{section}.silent_name_servers") or plan.where(f"{section}.name_servers")
        if int(str(silent)) > int(str(servers)):
            raise PlanError(
                f"{section}.silent_name_servers = {silent} is more than name_servers = {servers}; it counts the first "
                "of them that do not answer",
                where=where,
            )
        if method == "dns" and int(str(servers)) > RESOLVER_SERVERS:
            raise PlanError(
                f"{section}.name_servers = {servers} is more than a resolver takes from resolv.conf; use 1 to "
                f"{RESOLVER_SERVERS}",
                where=where,
            )


def host_names(plan: Plan) -> dict[str, list[str]]:
    """Return the hosts behind each host name.

    @param plan: the plan
    @return: "server", "nowhere" or the host of an instance for each address, by host name
    """
    table = plan["path.host_names"]
    if not isinstance(table, Mapping):
        raise PlanError(f"path.host_names is not a table; {KEYS['path.host_names'].help}")
    found = {name: [entry] if isinstance(entry, str) else list(entry) for name, entry in table.items()}
    known = {"server", "nowhere"} | {str(each.get("host", each["name"])).lower() for each in plan.instances}
    for name, targets in found.items():
        for target in targets:
            if target.lower() not in known:
                raise PlanError(
                    f'path.host_names = {show(table)} has {show(target)} at the host {name}; write "server", '
                    '"nowhere", the host of an instance or a list of them',
                    where=plan.where("path.host_names"),
                )
    return found
