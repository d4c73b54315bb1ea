# SPDX-License-Identifier: GPL-2.0-only
"""What sessions do when their connection is lost: checks, and FAILOVER_MODE of a connect descriptor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.schema.failover import FAILOVER_KEYS
from net8.schema.values import show

__all__ = ["check_failover", "failover_of", "fails_over", "with_failover_mode"]

_ALONE: Final = {"behaviour": "normal", "subscribes": False}
"""Keys that leave nothing to restore, with the values that do not."""
_MODE: Final = re.compile(r"\(\s*FAILOVER_MODE\s*=\s*((?:\([^()]*\)\s*)*)\)", re.IGNORECASE)
_PART: Final = re.compile(r"\(\s*(\w+)\s*=\s*([^()]*?)\s*\)")


def with_failover_mode(plan: Plan, unmodelled: tuple[str, ...]) -> tuple[Plan, tuple[str, ...]]:
    """Take FAILOVER_MODE of the connect descriptor for the keys that a plan does not set.

    Descriptors of groups are not read for it.

    @param plan: a plan with its connect files read
    @param unmodelled: parameters of connect descriptors that change nothing
    @return: the plan, and these parameters without what is modelled now
    """
    found = _MODE.search(str(plan["client.descriptor"] or ""))
    if not found:
        return plan, unmodelled
    parts = {name.upper(): value.lower() for name, value in _PART.findall(found[1])}
    values: dict[str, object] = {
        f"client.failover_{name.lower()}": parts[name] for name in ("TYPE", "METHOD") if name in parts
    }
    if "RETRIES" in parts:
        values["client.failover_retries"] = (
            int(parts["RETRIES"]) if parts["RETRIES"].isdecimal() else parts["RETRIES"]
        )
    if "DELAY" in parts:
        values["client.failover_delay"] = f"{parts['DELAY']}s"
    own = {path: value for path, value in values.items() if not plan.is_set(path)}
    named = any(_MODE.search(str(table.get("descriptor", ""))) for table in plan.groups)
    left = unmodelled if named else tuple(name for name in unmodelled if not name.startswith("FAILOVER_MODE"))
    return plan.with_values(own, where=plan.where("client.descriptor")), (
        *left, *(name for name in parts if name not in ("TYPE", "METHOD", "RETRIES", "DELAY")),
    )  # fmt: skip


def fails_over(plan: Plan, table: Mapping[str, object]) -> bool:
    """Return whether the sessions of a group survive a lost connection.

    @param plan: the plan
    @param table: the group, or nothing
    @return: whether they do
    """
    return failover_of(plan, table, "failover_type") != "none"


def failover_of(plan: Plan, table: Mapping[str, object], name: str) -> object:
    """Return a value of a group, or of [client].

    @param plan: the plan
    @param table: the group, or nothing
    @param name: name of the key
    @return: its value
    """
    return table.get(name, plan[f"client.{name}"])


def check_failover(plan: Plan) -> None:
    """Refuse failover without a type, without a second address, and of sessions that cannot be restored.

    @param plan: the plan
    """
    for table in plan.groups or ({},):
        if not fails_over(plan, table):
            for key in FAILOVER_KEYS[1:]:
                if failover_of(plan, table, key.name) != key.default:
                    told = "changes nothing without failover_type; set that to session, select or transaction"
                    raise _error(plan, table, key.name, told)
            continue
        for name, free in _ALONE.items():
            if failover_of(plan, table, name) != free:
                raise _error(
                    plan, table, name, f"cannot be combined with failover_type = {_type(plan, table)}"
                )
        if plan["run.partition"]:
            raise _error(
                plan, table, "failover_type", "is not modelled with run.partition; leave one of them out"
            )
        piped = next((each for each in plan.tables("transaction") if each.get("pipeline")), None)
        if piped:
            told = f"is not modelled for the pipeline of transaction.{piped['name']}; leave one of them out"
            raise _error(plan, table, "failover_type", told)
        if failover_of(plan, table, "failover_method") == "preconnect" and _addresses(plan, table) < 2:
            told = 'needs a second address to connect to at the logon; give descriptor at least two, or use "basic"'
            raise _error(plan, table, "failover_method", told)


def _addresses(plan: Plan, table: Mapping[str, object]) -> int:
    """Return how many addresses a descriptor has; those of a SCAN name count one by one."""
    text = str(failover_of(plan, table, "descriptor"))
    if not text:
        return 1
    need_core()
    from net8 import _core

    found = _core.parse_connect_string(text)
    hosts = [
        str(address.get("host", ""))
        for description in _each(found, "descriptions")
        for listed in _each(description, "address_lists")
        for address in _each(listed, "addresses")
    ]
    scan = plan["listener.scan"]
    return sum(scan if host == "scan" and isinstance(scan, int) and scan > 0 else 1 for host in hosts)


def _each(node: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """Return a list in a descriptor."""
    value = node.get(name)
    return value if isinstance(value, list) else []


def _type(plan: Plan, table: Mapping[str, object]) -> str:
    """Return the type of failover as a plan writes it."""
    return show(failover_of(plan, table, "failover_type"))


def _error(plan: Plan, table: Mapping[str, object], name: str, problem: str) -> PlanError:
    """Return the error of a key."""
    path = f"group.{table['name']}.{name}" if name in table else f"client.{name}"
    return PlanError(f"{path} = {show(failover_of(plan, table, name))} {problem}", where=plan.where(path))
