# SPDX-License-Identifier: GPL-2.0-only
"""Attributes of sections, and of tables that override one: groups override [client], instances [server]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from net8.plan.plan import Plan
from net8.plan.row_lengths import csv_column
from net8.schema.table import KEYS, attribute, keys_of
from net8.schema.values import to_ns3

__all__ = ["attribute_lists", "own_attributes", "plan_of_table", "section_attributes"]


def section_attributes(plan: Plan, section: str) -> dict[str, str]:
    """Write the attributes of one C++ object; unset ones keep their C++ defaults.

    @param plan: a plan
    @param section: name of its section
    @return: values in ns-3's notation by attribute
    """
    result = {}
    for key in keys_of(section):
        value = plan[key.path]
        csv_or_list = key.kind == "rows" and (isinstance(value, tuple) or csv_column(value) is not None)
        if key.core and value is not None:
            result[attribute(key.name)] = "" if csv_or_list else to_ns3(key, value)
    return result


def own_attributes(section: str, table: Mapping[str, object]) -> dict[str, str]:
    """Write the attributes that a table sets itself.

    @param section: name of its list
    @param table: values by key name
    @return: values in ns-3's notation by attribute
    """
    return {
        attribute(key.name): to_ns3(key, table[key.name])
        for key in keys_of(section)
        if key.core and key.name in table
    }


def attribute_lists(section: str, tables: Sequence[Mapping[str, object]]) -> list[dict[str, str]]:
    """Write the attributes of a list of objects, defaults included.

    @param section: name of the list
    @param tables: values by key name
    @return: attributes of each
    """
    keys = [key for key in keys_of(section) if key.core]
    values = [{key: table.get(key.name, key.default) for key in keys} for table in tables]
    return [
        {attribute(key.name): to_ns3(key, value) for key, value in entry.items() if value is not None}
        for entry in values
    ]


def plan_of_table(plan: Plan, section: str, table: Mapping[str, object]) -> Plan:
    """Return a plan with the values of one table in its section.

    @param plan: the plan
    @param section: client for a group, server for an instance
    @param table: the group or instance
    @return: the plan with what the table sets itself
    """
    own = {f"{section}.{name}": value for name, value in table.items() if f"{section}.{name}" in KEYS}
    return replace(plan, values=MappingProxyType({**plan.values, **own}))
