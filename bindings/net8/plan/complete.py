# SPDX-License-Identifier: GPL-2.0-only
"""A plan with all defaults written out: the table's, the driver's, the release's, the TCP profile's."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final

from net8.base.extension import need_core
from net8.base.units import QuantityError
from net8.plan.clients import DEFAULT_GROUP, group_plan, kind_of
from net8.plan.plan import Plan
from net8.plan.tcp import TUNED, runs_linux
from net8.plan.tds import tds_defaults, uses_tds
from net8.schema.columns import column_count
from net8.schema.sysctls import SYSCTLS
from net8.schema.table import CORE_SECTIONS, KEYS, Key, attribute, keys_of, snake
from net8.schema.values import canonical, to_ns3

__all__ = ["complete", "complete_group", "complete_groups", "settle"]

_SECTIONS = ("", *CORE_SECTIONS, "run")
_OF_LIBRARY = ("network.library", "network.settings")
"""Keys that apply only to plans with a network from a library."""
_DRIVEN: Final = (
    "driver", "release", "platform", "sdu", "tdu", "array_size", "prefetch_rows", "prefetch_memory", "fetch_habit",
    "look_ahead", "transport_connect_timeout", "retry_delay",
)  # fmt: skip
"""Keys of [client] with defaults from the driver, and the keys on which these defaults depend."""


def complete(plan: Plan) -> dict[str, tuple[object, str]]:
    """Return every key of a plan with its value and who set it; the statement is that of the first group's driver.

    @param plan: a plan with its connect files read
    @return: (canonical value or None, origin) by dotted key
    """
    found = _complete(plan)
    if plan.groups:
        first = _complete(group_plan(plan, plan.groups[0]))
        found |= {path: first[path] for path in first if path.startswith("query.")}
    return found


def complete_group(plan: Plan, table: Mapping[str, object]) -> dict[str, tuple[object, str]]:
    """Return every key of a plan as one of its groups of clients has it.

    @param plan: a plan with its connect files read
    @param table: the group
    @return: as ``complete``, with [client] and the overheads of the group
    """
    return _complete(group_plan(plan, table))


def complete_groups(
    plan: Plan,
) -> Iterator[tuple[Mapping[str, object], dict[str, tuple[object, str]]]]:
    """Yield each group with its keys; groups that differ only in name and site are completed once.

    @param plan: a plan with its connect files read
    @return: the group and what ``complete_group`` returns for it
    """
    done: dict[str, dict[str, tuple[object, str]]] = {}
    for table in plan.groups or ({"name": DEFAULT_GROUP},):
        kind = kind_of(table)
        if kind not in done:
            done[kind] = complete_group(plan, table)
        own: dict[str, tuple[object, str]] = (
            {"client.site": (table["site"], "plan")} if "site" in table else {}
        )
        yield table, done[kind] | own


def settle(values: Mapping[str, tuple[object, str]]) -> dict[str, tuple[object, str]]:
    """Return what a driver decides at run time, for keys that ``complete`` must leave open.

    Given in a plan, some of these values would stop the driver's habit, such as an array size that grows.

    @param values: as ``complete`` returns them
    @return: (canonical value, driver) by dotted key, for keys without a value
    """
    need_core()
    from net8 import _core

    texts: dict[str, dict[str, str]] = {"client": {}, "query": {}}
    wanted = [f"client.{name}" for name in _DRIVEN] + [key.path for key in keys_of("query")]
    for path in wanted:
        key, value = KEYS[path], values[path][0]
        # Lengths from a list or a file decide nothing here.
        if value is not None and key.kind != "rows":
            texts[key.section][attribute(key.name)] = to_ns3(key, value)
    same = values["client.platform"][0] == values["server.platform"][0]
    settled = _core.settle(texts["client"], texts["query"], str(values["server.release"][0]), same)
    driver = str(values["client.driver"][0])
    by_memory = values["client.prefetch_memory"][0]
    return {
        path: (from_ns3(KEYS[path], settled[name]), driver)
        for path in wanted
        if values[path][0] is None and (name := attribute(KEYS[path].name)) in settled
        if not (by_memory and name == "PrefetchRows")
    }


def _complete(plan: Plan) -> dict[str, tuple[object, str]]:
    """Return every key of a plan, as if it had no groups."""
    driver, release = str(plan["client.driver"]), str(plan["server.release"])
    same = plan["client.platform"] == plan["server.platform"]
    profiles = tuple(
        (str(plan[f"{end}.tcp.profile"]), str(plan[f"{end}.tcp.congestion_control"] or ""))
        for end in ("client", "server")
    )
    columns = str(plan["query.columns"]), str(plan["query.column_names"])
    defaults = _defaults(driver, str(plan["client.release"] or ""), release, same, profiles, columns)
    known = {*defaults, *_OF_LIBRARY}
    if uses_tds(plan):
        defaults = defaults | tds_defaults(plan)
    return defaults | {path: (value, "plan") for path, value in plan.values.items() if path in known}


# A sweep has few of these, and thousands of runs.
@functools.lru_cache(maxsize=64)
def _defaults(
    driver: str,
    client_release: str,
    release: str,
    same_platform: bool,
    profiles: tuple[tuple[str, str], ...],
    columns: tuple[str, str],
) -> dict[str, tuple[object, str]]:
    """Return the default of each key, and where it comes from.

    @param driver: client.driver
    @param client_release: client.release, or ""
    @param release: server.release
    @param same_platform: whether client and server run on the same platform
    @param profiles: profile and congestion control of client and server
    @param columns: query.columns and query.column_names
    @return: (canonical value or None, origin) by dotted key
    """
    need_core()
    from net8 import _core

    here = _core.driver_defaults(driver, client_release, release, same_platform)
    there = _core.server_defaults(release)
    rows = here | {"RowOverhead": str(_row_overhead(*columns, int(here["ColumnIndicator"])))}
    found = {
        "client": (here, driver),
        "query": (rows, driver),
        "server": (there, release),
        "client.tcp": (_profile(*profiles[0], here), profiles[0][0]),
        "server.tcp": (_profile(*profiles[1], there), profiles[1][0]),
    }
    result = {}
    for section in _SECTIONS:
        texts, origin = found.get(section, ({}, ""))
        texts = {snake(name): text for name, text in texts.items()}
        for key in keys_of(section):
            result[key.path] = _default(key, texts, origin)
    return result


def _row_overhead(columns: str, names: str, indicator: int) -> int:
    """Return the bytes of a row in addition to its values: message type, indicators, lengths outside of columns."""
    if columns:
        return 1 + column_count(columns) * indicator
    return 1 + (names.count(",") + 1) * (1 + indicator)


def _profile(profile: str, congestion_control: str, program: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values that the TCP profile of one end fixes; TCP_NODELAY is left to the Oracle program."""
    from net8 import _core

    linux = runs_linux(profile, congestion_control)
    open_ones = {"NoDelay"} | (TUNED if linux else {attribute(name) for name in SYSCTLS})
    values = {name: text for name, text in _core.tcp_profile(profile).items() if name not in open_ones}
    return values | {name: text for name, text in program.items() if name == "NoDelay"}


def _default(key: Key, texts: Mapping[str, str], origin: str) -> tuple[object, str]:
    """Return one value: that of the table, or the text under the name of the key."""
    if key.default is not None:
        return key.default, "default"
    text = texts.get(key.name)
    if text is None:
        return None, key.unset
    value = from_ns3(key, text)
    return (value, origin) if value is not None else (None, key.unset or origin)


def from_ns3(key: Key, text: str) -> object:
    """Read an ns-3 attribute text as a canonical value.

    @param key: the key it belongs to
    @param text: such as "+40ms", "true", "8192" or "ns3::TcpCubic"
    @return: the canonical value, or None if the text means "unset"
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
