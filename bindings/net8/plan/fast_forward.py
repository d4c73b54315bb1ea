# SPDX-License-Identifier: GPL-2.0-only
"""Whether calls of a run that repeat may be skipped, as far as its plan decides that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from net8.base import units
from net8.plan.network import NETWORK_LISTS, whole_table
from net8.plan.plan import Plan
from net8.plan.stages import why_nodes
from net8.schema.key import Key
from net8.schema.table import KEYS, LISTS, keys_of

__all__ = ["may_skip", "why_all_calls"]

_SECURITY: Final = {
    "encryption", "encryption_types", "crypto_checksum", "crypto_checksum_types", "cipher_rate", "compression",
    "compression_levels", "compression_threshold", "compression_ratio", "compression_rate",
}  # fmt: skip
_TLS: Final = {
    "tls", "tls_version", "tls_min_version", "tls_cipher", "tls_certificates", "tls_key", "tls_client_authentication",
    "use_sni", "tls_handshake_time", "tls_cipher_rate",
}  # fmt: skip
_CPU: Final = {"cores", "speed", "quantum", "context_switch_cost", "context_switch_growth"}
_KNOWN: Final = {
    "path": {
        "kind", "rate", "delay", "hops", "lan_rate", "lan_delay", "mtu", "queue_size", "ip", "client_ip", "server_ip",
        "host_names",
    },
    "network": {
        "file", "sites", "rate", "delay", "rate_attribute", "rate_unit", "delay_attribute", "delay_unit", "km_per_ms",
        "detour",
    },
    "site": {"name", "kind", "rate", "delay", "mtu", "queue_size", "latitude", "longitude"},
    "router": {"name", "latitude", "longitude"},
    "link": {
        "name", "between", "rate", "rate_up", "delay", "delay_up", "mtu", "queue_size", "queue_size_up",
    },
    "route": {"at", "target", "link"},
    "client": {
        "driver", "release", "sdu", "tdu", "tdu_rule", "array_size", "prefetch_rows", "prefetch_memory",
        "statement_cache", "fetch_habit", "grown_array_size", "look_ahead", "queries", "think_time", "call_time",
        "row_time", "packet_time", "byte_time", "read_ahead", "count", "hosts", "site", "arrivals", "start",
        "start_spacing", "arrival_rate", "arrival_file", "cycles", "pause", "descriptor", "prefer_ip",
        "transport_connect_timeout", "connect_timeout", "retry_count", "retry_delay", "keep_alive", "expire_time",
        "naming", "naming_entries", "entry_time", "lookup_time", "name_site", "name_servers", "silent_name_servers",
        "name_timeout", "name_attempts", "search_domains", "second_query", "name_failure_proceeds", "ldap_bind",
        "service_name", "server", "connect_data", "commits", "authentication_services", "disable_oob",
        "disable_oob_auto", "platform", "user_name", "program", "machine", "terminal", "os_user", "process_id",
        *_SECURITY, *_TLS,
    },
    "client.cpu": {*_CPU, "call_cpu_time", "row_cpu_time", "byte_cpu_time"},
    "listener": {
        "port", "queue_size", "overflow", "ip", "valid_node_checking", "invited_nodes", "excluded_nodes",
        "default_service", "max_all_connections", "hand_off", "inbound_connect_timeout", "reverse_lookup",
        "name_servers", "silent_name_servers", "name_timeout", "name_attempts", "scan", "scan_name", "accept_cpu_time",
        "parse_cpu_time", "fork_cpu_time", *_TLS,
    },
    "server": {
        "release", "site", "sdu", "tdu", "tdu_rule", "service_name", "sdu_reserve", "platform", "character_set",
        "version_text", "ha_readiness", "verifier11g", "native_services", "disable_oob_auto", "resend",
        "handover_time", "instance_name", "processes", "sessions", "inbound_connect_timeout", "expire_time",
        "exec_cpu_time", "environment_size", "environment_cpu_time", "path_entries", "path_entry_cpu_time",
        "path_shares", "path_share_time", "logon_cpu_time", "call_cpu_time", "process_memory", "session_memory",
        "call_time", "row_time", "packet_time", *_SECURITY,
    },
    "host.cpu": _CPU,
    "host.memory": {"limit"},
    "query": {
        "rows", "row_length", "columns", "column_names", "defined_length", "repeated_columns", "repetition",
        "elimination", "request_length", "statement_length", "long_column", "row_overhead", "fetch_overhead",
        "row_header", "execute_overhead", "end_overhead",
    },
    "variation": {"when", "timer_phase", "start_spread", "frame_time"},
    "run": {"seed", "runs", "points", "stop_time", "max_wall_time", "max_memory", "fast_forward"},
}  # fmt: skip
"""Keys that change nothing in what one turn of a loop of fetches depends on, by section or list.

They act before the loop, or add the same to each turn: a constant time, bytes that follow from the length of a
message, a hop. Net8FastForward skips nothing unless each turn leaves behind the same events at the same times, but for
those of TCP, which is simulated in any case, with all of its keys but polls and segment_time.
"""
_TIMES: Final = (
    "client.call_time", "client.row_time", "client.packet_time", "client.byte_time", "client.cpu.call_cpu_time",
    "client.cpu.row_cpu_time", "client.cpu.byte_cpu_time", "server.call_cpu_time", "server.call_time",
    "server.row_time", "server.packet_time",
)  # fmt: skip
"""Times that are drawn in each turn if they are random."""
_APART: Final = {"sweep", "figure", "table"}
"""Sections that say nothing about one run."""


def may_skip(plan: Plan) -> bool:
    """Return whether calls that repeat may be skipped.

    @param plan: a plan
    @return: True unless something in the plan stands against it
    """
    return not why_all_calls(plan)


def why_all_calls(plan: Plan) -> str:
    """Explain why all calls of a plan are simulated.

    @param plan: a plan
    @return: the reason; empty if those that repeat are skipped
    """
    if not plan["run.fast_forward"]:
        return "run.fast_forward is false"
    if why := why_nodes(plan):
        return why
    return next(_obstacles(plan), "")


def _obstacles(plan: Plan) -> Iterator[str]:
    """Yield what a plan has besides a loop of fetches."""
    for name in LISTS:
        if name not in (*_APART, *_KNOWN, "group") and plan.tables(name):
            yield f"the plan has [[{name}]]"
    for table in plan.groups:
        yield from _obstacles_of(table)
    for name in NETWORK_LISTS:
        for number, table in enumerate(plan.tables(name)):
            if unknown := _unknown_in(name, table):
                yield f"{name}.{table.get('name', number + 1)}.{unknown} is set"
    for path, key in KEYS.items():
        told = key.section in _APART or not key.section or key.section in LISTS or _is_known(key)
        if not told and plan.is_set(path) and plan[path] != key.default:
            yield f"{path} is set"
    for path in _TIMES:
        if not _is_constant(plan[path]):
            yield f"{path} = {plan[path]!r} is random"
    if _draws_frame_times(plan):
        yield (
            f"a host takes up to {plan['variation.frame_time']} for each segment, at random where sessions compete, so "
            'that no turn is like another (variation.frame_time = "0s", or variation.when = "never", draws none)'
        )
    for end in ("client", "server"):
        if plan[f"{end}.tcp.profile"] == "ns3":
            yield f'{end}.tcp.profile = "ns3" is TCP of ns-3'


def _obstacles_of(group: Mapping[str, object]) -> Iterator[str]:
    """Yield what clients of a group have besides a loop of fetches."""
    for name, value in group.items():
        if name not in _KNOWN["client"] | {"name"}:
            yield f"{name} of the group {group['name']} is set"
        elif f"client.{name}" in _TIMES and not _is_constant(value):
            yield f"{name} = {value!r} of the group {group['name']} is random"


def _unknown_in(name: str, table: Mapping[str, object]) -> str:
    """Return the first key of a table of a list by which it is not known; empty if there is none."""
    values = whole_table(name, table)
    keys = (key for key in keys_of(name) if key.name not in _KNOWN.get(name, ()))
    return next((key.name for key in keys if values[key.name] != key.default), "")


def _draws_frame_times(plan: Plan) -> bool:
    """Return whether the time that a host takes for a segment is drawn for each."""
    when = plan["variation.when"]
    draws = when == "always" or (when == "competing" and plan.count_clients() > 1)
    return draws and units.parse_time(plan["variation.frame_time"]) > 0


def _is_known(key: Key) -> bool:
    """Return whether a key changes nothing that is skipped."""
    if key.section in ("client.tcp", "server.tcp"):
        return key.name not in ("polls", "segment_time")
    return key.name in _KNOWN.get(key.section, ())


def _is_constant(value: object) -> bool:
    """Return whether a time is always the same."""
    try:
        units.parse_time(value)
    except ValueError:
        return False
    return True
