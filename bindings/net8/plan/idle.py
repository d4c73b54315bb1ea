# SPDX-License-Identifier: GPL-2.0-only
"""Network keys that a plan sets without effect, because of the value of another key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net8.plan.network import of_one_path
from net8.plan.plan import Plan
from net8.plan.preset import CONDITIONS
from net8.plan.tds import has_meaning
from net8.schema.lists import element
from net8.schema.table import KEYS, keys_of
from net8.schema.values import show

__all__ = ["applies", "idle_keys", "is_idle"]


Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Rule:
    """Keys that take effect only with some values of another key of their section."""

    section: str  #: section, or list of tables
    names: tuple[str, ...]  #: keys
    by: tuple[str, ...]  #: keys that decide; one of them is enough
    words: tuple[str, ...] = ()  #: values with which they take effect; empty: all but the default


def _conditions(section: str) -> tuple[_Rule, ...]:
    """Return the rules of what a line does to packets."""
    return (
        _Rule(
            section,
            ("jitter_correlation", "jitter_table", "jitter_file", "jitter_direction", "overtake"),
            ("jitter",),
        ),
        _Rule(section, ("like_netem",), ("jitter_correlation",)),
        _Rule(section, ("burst_length", "burst_loss"), ("burst_rate",)),
        _Rule(section, ("loss_p31", "loss_p32", "loss_p23"), ("loss_p13", "loss_p14")),
        _Rule(section, ("duplicate_correlation",), ("duplicate",)),
        _Rule(section, ("reorder_correlation", "reorder_gap"), ("reorder",)),
        _Rule(section, ("slot_packets", "slot_bytes"), ("slot_min", "slot_max")),
        _Rule(section, ("netem_direction",), ("duplicate", "reorder", "slot_min", "slot_max")),
        _Rule(section, ("idle_action",), ("idle_time",)),
    )


_RADIO: Final = ("radio_rates", "radio_dwell_time", "radio_frame_loss", "radio_attempts")
_SHIPPED: Final = (
    "transport", "affirm", "net_timeout", "reopen", "sdu", "send_buffer", "receive_buffer", "max_message",
    "standby_write_time", "standby_write_rate",
)  # fmt: skip
_ALL: Final = (
    _Rule("path", ("rate", "delay", "hops", *CONDITIONS), ("kind",), ("wan",)),
    _Rule("path", ("loss_direction",), ("loss_rate", "burst_rate", "loss_p13", "loss_p14")),
    _Rule("path", ("queue_ecn",), ("queue_disc",), ("red", "codel", "fq_codel")),
    _Rule("path", ("queue_threshold",), ("queue_disc",), ("threshold",)),
    _Rule("path", _RADIO, ("last_hop",), ("radio",)),
    _Rule("path", ("transport_messages",), ("transport",), ("spx", "decnet", "netbios")),
    _Rule("path", ("transport_background",), ("transport",), ("spx", "decnet")),
    _Rule(
        "path",
        ("spx_packet", "spx_version", "spx_window", "spx_frame", "spx_lookup"),
        ("transport",),
        ("spx",),
    ),
    _Rule("path", ("decnet_buffer", "decnet_flow"), ("transport",), ("decnet",)),
    _Rule("path", ("netbios_max_out", "netbios_max_in", "netbios_send"), ("transport",), ("netbios",)),
    _Rule(
        "client",
        (
            "name_site",
            "lookup_time",
            "name_servers",
            "silent_name_servers",
            "name_timeout",
            "name_failure_proceeds",
        ),
        ("naming",),
        ("dns", "directory"),
    ),
    _Rule("client", ("ons_timeout",), ("ons",), ("reachable", "unreachable")),
    _Rule("server", ("environment_cpu_time",), ("environment_size",)),
    _Rule("server", ("path_entry_cpu_time",), ("path_entries",)),
    _Rule("server", ("path_share_time",), ("path_shares",)),
    _Rule(
        "listener",
        ("name_servers", "silent_name_servers", "name_timeout", "name_attempts"),
        ("reverse_lookup",),
    ),
    _Rule("client", ("name_attempts", "search_domains", "second_query"), ("naming",), ("dns",)),
    _Rule("client", ("naming_entries", "entry_time"), ("naming",), ("tnsnames", "indexed")),
    _Rule("client", ("ldap_bind",), ("naming",), ("directory",)),
    _Rule("site", _RADIO, ("kind",), ("radio",)),
    _Rule("site", ("queue_size",), ("kind",), ("switched", "radio", "routed")),
    *_conditions("path"),
    *_conditions("link"),
    _Rule("link", ("queue_ecn",), ("queue_disc",), ("red", "codel", "fq_codel")),
    _Rule("link", ("queue_threshold",), ("queue_disc",), ("threshold",)),
    _Rule("link", ("loss_direction",), ("loss_rate", "burst_rate", "loss_p13", "loss_p14")),
    _Rule("cross_traffic", ("rate", "packet_size"), ("kind",), ("constant", "pareto")),
    _Rule("cross_traffic", ("congestion_control", "send_buffer", "receive_buffer"), ("kind",), ("bulk",)),
    _Rule("cross_traffic", ("mean_on", "mean_off", "shape"), ("kind",), ("pareto",)),
    _Rule(
        "end_point",
        ("page_size", "requests", "request_start", "request_interval"),
        ("presentation",),
        ("http", "ftp"),
    ),
    _Rule("redo", ("net_timeout",), ("transport",), ("sync",)),
    _Rule("redo", _SHIPPED, ("state",), ("enable",)),
)
_RULES: Final = {section: [rule for rule in _ALL if rule.section == section]
                 for section in dict.fromkeys(rule.section for rule in _ALL)}  # fmt: skip


def idle_keys(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe the network keys that are set but change nothing.

    @param plans: the points of a plan
    @return: a sentence for each key that is so at all points
    """
    found: dict[str, str] = {}
    for number, plan in enumerate(plans):
        idle = dict(_idle(plan))
        found = idle if number == 0 else {path: text for path, text in found.items() if path in idle}
    return tuple(found.values())


def applies(plan: Plan, path: str) -> bool:
    """Return whether a key has a meaning with the network and the protocol of a plan.

    @param plan: the plan
    @param path: dotted key
    @return: whether it does
    """
    return not of_one_path(plan, path) and has_meaning(plan, path)


def is_idle(plan: Plan, path: str) -> bool:
    """Return whether a key of the path has no effect because of another key.

    @param plan: a plan
    @param path: dotted key
    @return: whether it does
    """
    section, _, name = path.rpartition(".")
    whole = _set_of(plan, "path")
    return section == "path" and any(name in rule.names and _reason(rule, whole) for rule in _RULES["path"])


def _set_of(plan: Plan, section: str) -> Table:
    """Return the keys of a section that a plan sets."""
    return {key.name: plan[key.path] for key in keys_of(section) if plan.is_set(key.path)}


def _places(plan: Plan) -> Iterator[tuple[str, str, Table, list[Table]]]:
    """Yield section, path, own keys and all keys of each table with rules; [client] once for each group."""
    sections = ("path", "client", "listener", "server")
    path, client, listener, server = (_set_of(plan, section) for section in sections)
    yield "path", "path", path, [path]
    yield "listener", "listener", listener, [listener]
    yield "server", "server", server, [server]
    yield "client", "client", client, [{**client, **table} for table in plan.groups] or [client]
    for table in plan.groups:
        yield "client", f"group.{table['name']}", table, [{**client, **table}]
    for section in _RULES:
        for index, table in enumerate(plan.tables(section)):
            yield section, f"{section}.{element(section, index, table)}", table, [table]


def _idle(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the keys that change nothing at a point, and why."""
    for section, place, own, wholes in _places(plan):
        for rule in _RULES[section]:
            reasons = [_reason(rule, whole) for whole in wholes]
            for name in rule.names:
                if all(reasons) and name in own:
                    yield (
                        f"{place}.{name}",
                        f"{place}.{name} changes nothing, because {reasons[0].format(place=place)}",
                    )


def _reason(rule: _Rule, table: Table) -> str:
    """Return the reason why the keys of a rule have no effect, with {place} before each key; empty if they have one."""
    values = [(name, table.get(name, KEYS[f"{rule.section}.{name}"].default)) for name in rule.by]
    for name, value in values:
        if value in rule.words if rule.words else value != KEYS[f"{rule.section}.{name}"].default:
            return ""
    here = " and ".join(f"{{place}}.{name} = {show(value)}" for name, value in values)
    return here + (f"; it applies with {' or '.join(map(show, rule.words))}" if rule.words else "")
