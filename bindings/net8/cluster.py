# SPDX-License-Identifier: GPL-2.0-only
"""Instances, end points and faults as the extension takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net8 import units
from net8.plan import Plan
from net8.schema import attribute, keys_of
from net8.values import to_ns3

__all__ = ["Instance", "attribute_lists", "instances"]

Instance = tuple[str, str, int, dict[str, str]]
"""Name, host, further delay in nanoseconds, and attributes beside those of [server]."""


def instances(plan: Plan) -> list[Instance]:
    """Give the instances of a plan; none where it lists none.

    @param plan: the plan
    @return: the instances; one without a host has one of its own name
    """
    return [
        (
            str(table["name"]),
            str(table.get("host", table["name"])),
            units.parse_time(table.get("delay", "0s")),
            {
                attribute(key.name): to_ns3(key, table[key.name])
                for key in keys_of("instance")
                if key.core and key.name in table
            },
        )
        for table in plan.instances
    ]


def attribute_lists(section: str, tables: Sequence[Mapping[str, object]]) -> list[dict[str, str]]:
    """Write the attributes of a list of objects, defaults included.

    @param section: name of the list
    @param tables: values by key name
    @return: attributes of each
    """
    keys = list(keys_of(section))
    values = [{key: table.get(key.name, key.default) for key in keys} for table in tables]
    return [
        {attribute(key.name): to_ns3(key, value) for key, value in entry.items() if value is not None}
        for entry in values
    ]
