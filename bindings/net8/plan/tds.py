# SPDX-License-Identifier: GPL-2.0-only
"""Plans with SQL Server: which keys have a meaning, and attributes that differ."""

from __future__ import annotations

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.schema.table import KEYS
from net8.schema.tds import PIPE_PORT, TDS_MEANS, TDS_PORT
from net8.schema.values import show

__all__ = ["check_tds", "has_meaning", "tds_attributes", "tds_defaults", "uses_tds"]

_WITHOUT = (
    "client.cpu", "server.shared", "server.dispatcher", "server.pool", "server.broker", "server.prespawn",
    "server.redo", "redo", "cman", "ons",
    "host.memory", "files", "end_point", "instance", "limit_change", "statement", "transaction",
)  # fmt: skip
"""Sections and lists without a meaning in TDS."""


def uses_tds(plan: Plan) -> bool:
    """Return whether clients and server speak TDS.

    @param plan: a plan
    @return: whether they do
    """
    return plan["client.protocol"] == "tds"


def has_meaning(plan: Plan, path: str) -> bool:
    """Return whether a key has a meaning with the protocol of a plan.

    @param plan: a plan
    @param path: dotted key
    @return: whether it does
    """
    section, _, name = path.rpartition(".")
    if not uses_tds(plan):
        return section != "tds"
    if section in _WITHOUT:
        return False
    return section not in TDS_MEANS or name in TDS_MEANS[section]


def check_tds(plan: Plan) -> None:
    """Refuse keys without a meaning in the protocol of a plan, and a driver that cannot be read.

    @param plan: a plan
    """
    told = f"client.protocol = {show(plan['client.protocol'])}"
    for path, value in plan.values.items():
        if not has_meaning(plan, path) and value != KEYS[path].default:
            raise PlanError(f"{path} has no meaning with {told}; leave it out", where=plan.where(path))
    if not uses_tds(plan):
        return
    for name in _WITHOUT:
        if "." not in name and plan.tables(name):
            raise PlanError(f"[[{name}]] has no meaning with {told}; leave it out", where=_place(plan, name))
    for table in plan.groups:
        for key in table:
            if key != "name" and key not in TDS_MEANS["client"]:
                path = f"group.{table['name']}.{key}"
                raise PlanError(f"{path} has no meaning with {told}; leave it out", where=plan.where(path))
    _check_pipe(plan)
    _check_faults(plan, told)
    need_core()
    from net8 import _core

    try:
        _core.tds_driver_facts(str(plan["tds.driver"]))
    except ValueError as error:
        raise PlanError(str(error), where=plan.where("tds.driver")) from None


def _check_faults(plan: Plan, told: str) -> None:
    """Refuse faults of components that SQL Server does not have."""
    for number, table in enumerate(plan.faults, 1):
        kind = str(table.get("kind", KEYS["fault.kind"].default))
        if not kind.startswith(("host_", "link_")):
            raise PlanError(
                f"fault.kind = {show(kind)} has no meaning with {told}, whose server has neither listener nor "
                "instances; use host_down, host_hang or link_down",
                where=plan.where(f"fault.{number}.kind"),
            )


def _check_pipe(plan: Plan) -> None:
    """Refuse a named pipe over a transport without SMB, and keys of pipes without a pipe."""
    if not plan["tds.named_pipe"]:
        for path, value in plan.values.items():
            if path.startswith("tds.pipe_") and value != KEYS[path].default:
                raise PlanError(f"{path} needs tds.named_pipe = true; leave it out", where=plan.where(path))
        return
    if plan["path.transport"] not in ("tcp", "netbios"):
        raise PlanError(
            f'tds.named_pipe = true needs SMB, which is modelled over path.transport = "tcp" or "netbios", not over '
            f"{show(plan['path.transport'])}",
            where=plan.where("path.transport"),
        )


def _port(plan: Plan) -> int:
    """Return the default port of the server."""
    return PIPE_PORT if plan["tds.named_pipe"] else TDS_PORT


def _place(plan: Plan, name: str) -> str:
    """Return the place of the first key of a list."""
    return next((plan.where(path) for path in plan.lines if path.startswith(f"{name}.")), "")


def tds_attributes(plan: Plan, sections: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Remove [tds] from the attributes of a plan with Oracle Net, and set the port of SQL Server in a plan with TDS.

    @param plan: a plan
    @param sections: its attributes by section
    @return: the same as it is simulated
    """
    if not uses_tds(plan):
        return {name: values for name, values in sections.items() if name != "tds"}
    port = {} if plan.is_set("listener.port") else {"Port": str(_port(plan))}
    return sections | {"listener": sections["listener"] | port}


def tds_defaults(plan: Plan) -> dict[str, tuple[object, str]]:
    """Return the defaults of keys that differ with TDS, and where they come from.

    @param plan: a plan of TDS
    @return: (canonical value, origin) by dotted key
    """
    need_core()
    from net8 import _core

    driver = str(plan["tds.driver"])
    facts = _core.tds_driver_facts(driver)
    return {
        "listener.port": (_port(plan), "SMB" if plan["tds.named_pipe"] else "SQL Server"),
        "client.tcp.no_delay": (facts["no_delay"], driver),
        "server.tcp.no_delay": (True, "SQL Server"),
        "tds.packet_size": (facts["packet_size"] or None, driver),
        "tds.request": (facts["request"], driver),
    }
