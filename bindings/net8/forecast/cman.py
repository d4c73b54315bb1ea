# SPDX-License-Identifier: GPL-2.0-only
"""Connection Managers of a plan: who goes through them, their limits, and what of them is not modelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from net8.base.units import seconds
from net8.plan.cman import managers, routes_through
from net8.plan.plan import Plan
from net8.schema.distributions import mean

__all__ = ["connection_managers"]

_LEFT_OUT: Final = (
    "databases that register with it, TLS, urgent data, RULE_GROUP, AUT and CONN_STATS, faults of it; the framing of "
    "session multiplexing, that it takes a CONNECT of its own and holds back no single session, that a CONNECT names "
    "all hops, which it takes off one by one, that a further gateway process starts when all others are full and takes "
    "no time, and the REFUSE without a number (ORA-12564) for a lack of gateways and for a next hop that does not "
    "answer are assumptions"
)
_TIMES: Final = ("inbound_connect_timeout", "outbound_connect_timeout", "idle_timeout", "session_timeout")


def connection_managers(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe Connection Managers.

    @param plans: the points of a plan, resolved
    @return: a fact for each, and one of what is left out; none without them
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for manager in managers(plan):
            found.setdefault(f"cman {manager['name']}", {})["; ".join(_told(plan, manager))] = None
    if not found:
        return ()
    facts = tuple((name, " | or ".join(texts)) for name, texts in found.items())
    return (*facts, ("cman, not modelled", _LEFT_OUT))


def _told(plan: Plan, manager: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is known of a manager."""
    name = str(manager["name"]).lower()
    through = [route for route in routes_through(plan) if name in route.hops[:-1]]
    yield f"at {manager['site'] or 'the only site'}, port {manager['port']}"
    if not through:
        yield "no client goes through it: no descriptor has SOURCE_ROUTE and its name"
        return
    keys = dict.fromkeys(route.key for route in through)
    yield f"clients of {', '.join(keys)} go through it: two TCP connections, each with its own window and losses"
    processes, each = int(manager["max_gateway_processes"]), int(manager["max_connections"])
    yield f"{processes * each:,} sessions at most ({processes} gateway processes of {each}), then ORA-12564"
    yield f"SDU of at most {manager['sdu']} bytes; {manager['relay_buffer']} bytes of a session each way"
    if manager["multiplex"]:
        yield (
            "sessions of dispatchers share connections, one of each gateway process to each listener and service, with "
            "10 bytes more for each packet (assumed)"
        )
    if by_address := _by_address(str(manager["rule_list"])):
        yield f"whether anyone matches {', '.join(by_address)} is not known before a run, which assigns addresses"
    times = [f"{key} = {manager[key]}" for key in _TIMES if seconds(manager[key])]
    yield ", ".join(times) or "no timeouts"
    free = [key for key in ("connect_cpu_time", "read_cpu_time") if float(mean(manager[key])) == 0]
    if free:
        yield f"{', '.join(free)} = 0s: no source tells its CPU time"


def _by_address(rule_list: str) -> list[str]:
    """Return what rules hold against addresses: a source or a destination that is neither a name nor all."""
    from net8 import _core

    rules: list[dict[str, Any]] = _core.read_rule_list(rule_list)
    return [
        f"{word}={rule[name]} of rule {number}"
        for number, rule in enumerate(rules, 1)
        for name, word in (("source", "SRC"), ("destination", "DST"))
        if not rule[f"{name}_is_name"] and rule[name] != "*"
    ]
