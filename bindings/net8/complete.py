# SPDX-License-Identifier: GPL-2.0-only
"""A plan with all defaults written out: the table's, the driver's, the release's, the TCP profile's."""

from __future__ import annotations

from collections.abc import Mapping

from net8.columns import column_count
from net8.core import need_core
from net8.plan import Plan
from net8.schema import CORE_SECTIONS, KEYS, Key, keys_of, snake
from net8.units import QuantityError
from net8.values import canonical

__all__ = ["complete"]

_SECTIONS = ("", *CORE_SECTIONS, "run")


def complete(plan: Plan) -> dict[str, tuple[object, str]]:
    """Give every key of a plan with its value and who set it.

    @param plan: a plan with its connect files read
    @return: (canonical value or None, origin) by dotted key
    """
    need_core()
    from net8 import _core

    driver, release = str(plan["client.driver"]), str(plan["server.release"])
    same = plan["client.platform"] == plan["server.platform"]
    here = _core.driver_defaults(driver, str(plan["client.release"] or ""), release, same)
    there = _core.server_defaults(release)
    rows = here | {"RowOverhead": str(_row_overhead(plan, int(here["ColumnIndicator"])))}
    found = {
        "client": (here, driver),
        "query": (rows, driver),
        "server": (there, release),
        "client.tcp": _profile(plan, "client.tcp", here),
        "server.tcp": _profile(plan, "server.tcp", there),
    }
    result = {}
    for section in _SECTIONS:
        texts, origin = found.get(section, ({}, ""))
        texts = {snake(name): text for name, text in texts.items()}
        for key in keys_of(section):
            result[key.path] = _value(plan, key, texts, origin)
    return result


def _row_overhead(plan: Plan, indicator: int) -> int:
    """Give the bytes of a row beside its values: the message type, indicators, lengths that no column counts."""
    columns, names = str(plan["query.columns"]), str(plan["query.column_names"])
    if columns:
        return 1 + column_count(columns) * indicator
    return 1 + (names.count(",") + 1) * (1 + indicator)


def _profile(plan: Plan, section: str, program: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """Give the values of one end's TCP profile; whether Nagle is off, the Oracle program decides."""
    from net8 import _core

    profile = str(plan[f"{section}.profile"])
    values = {name: text for name, text in _core.tcp_profile(profile).items() if name != "NoDelay"}
    return values | {name: text for name, text in program.items() if name == "NoDelay"}, profile


def _value(plan: Plan, key: Key, texts: Mapping[str, str], origin: str) -> tuple[object, str]:
    """Give one value: the plan's, the table's, or that of texts by name of the key."""
    if plan.is_set(key.path):
        return plan[key.path], "plan"
    if key.default is not None:
        return key.default, "default"
    text = texts.get(key.name)
    if text is None:
        return None, key.unset
    return from_ns3(key, text), origin


def from_ns3(key: Key, text: str) -> object:
    """Read an ns-3 attribute text as a canonical value.

    @param key: the key it belongs to
    @param text: such as "+40ms", "true", "8192" or "ns3::TcpCubic"
    @return: the canonical value, or None when it stands for "unset"
    """
    value: object = text.strip().removeprefix("+").removeprefix("ns3::")
    if key.kind == "bool":
        value = value in ("true", "on", "1")
    elif key.kind == "int":
        value = int(str(value))
    elif key.kind in ("time", "random") and str(value)[:1].isdigit() and not str(value)[-1:].isalpha():
        value = f"{value}s"
    try:
        return canonical(KEYS[key.path], value)
    except QuantityError:
        return None
