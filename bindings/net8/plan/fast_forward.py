# SPDX-License-Identifier: GPL-2.0-only
"""Whether calls of a run that repeat may be skipped, as far as its plan decides that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net8.base import units
from net8.plan.plan import Plan
from net8.plan.stages import why_nodes
from net8.schema.key import Key
from net8.schema.table import KEYS, LISTS

__all__ = ["may_skip", "why_all_calls"]

_KNOWN: Final = {
    "path": {"kind", "rate", "delay", "hops", "lan_rate", "lan_delay", "mtu", "queue_size"},
    "client": {
        "driver", "release", "sdu", "tdu", "tdu_rule", "array_size", "prefetch_rows", "prefetch_memory",
        "statement_cache", "fetch_habit", "grown_array_size", "look_ahead", "queries", "think_time", "call_time",
        "row_time", "start", "platform", "user_name", "program", "machine", "terminal", "os_user", "process_id",
    },
    "server": {
        "release", "sdu", "tdu", "tdu_rule", "platform", "character_set", "version_text", "handover_time",
        "call_time", "row_time", "packet_time",
    },
    "query": {
        "rows", "row_length", "columns", "column_names", "defined_length", "repeated_columns", "repetition",
        "elimination", "request_length", "statement_length", "row_overhead", "fetch_overhead", "row_header",
        "execute_overhead", "end_overhead",
    },
    "run": {"seed", "runs", "points", "stop_time", "max_wall_time", "max_memory", "fast_forward"},
}  # fmt: skip
"""Keys that change nothing in what one turn of a loop of fetches depends on, by section.

TCP is simulated in any case, with all of its keys but segment_time.
"""
_TIMES: Final = ("client.think_time", "client.call_time", "client.row_time", "server.call_time", "server.row_time",
                 "server.packet_time")  # fmt: skip
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
        if name not in _APART and plan.tables(name):
            yield f"the plan has [[{name}]]"
    for path, key in KEYS.items():
        told = key.section in _APART or not key.section or key.section in LISTS or _is_known(key)
        if not told and plan.is_set(path) and plan[path] != key.default:
            yield f"{path} is set"
    for path in _TIMES:
        if not _is_constant(plan[path]):
            yield f"{path} = {plan[path]!r} is random"
    for end in ("client", "server"):
        if plan[f"{end}.tcp.profile"] == "ns3":
            yield f'{end}.tcp.profile = "ns3" is TCP of ns-3'


def _is_known(key: Key) -> bool:
    """Return whether a key changes nothing that is skipped."""
    if key.section in ("client.tcp", "server.tcp"):
        return key.name != "segment_time"
    return key.name in _KNOWN.get(key.section, ())


def _is_constant(value: object) -> bool:
    """Return whether a time is always the same."""
    try:
        units.parse_time(value)
    except ValueError:
        return False
    return True
