# SPDX-License-Identifier: GPL-2.0-only
"""What clients do about a call that is not answered: each driver has its own rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from net8.analytic.facts import driver_facts
from net8.base import units
from net8.plan.clients import kind_of
from net8.plan.complete import complete_groups
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds

__all__ = ["timeouts"]

_RULES: Final = {
    "break": "sends a break and waits for the answer as long as TCP does, on a dead path until that gives up (Linux: "
    "after 924.6 s of retransmission or more, tcp_retries2 = 15)",
    "break and close": "sends a break and closes the connection if not a byte comes for another {limit:g} s: {twice:g} "
    "s after the request on a dead path",
    "close": "closes the connection if not a byte has come; if bytes keep coming, it sends a break",
}
_NONE: Final = (
    "client.call_timeout and recv_timeout are 0s: a call on a dead path waits until TCP gives up (Linux: after 924.6 s "
    "of retransmission or more, tcp_retries2 = 15)"
)


def timeouts(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe what ends a call that is not answered, for each group.

    @param plans: the points of a plan, resolved
    @return: a fact for each group with a call timeout or a pool; for plans with faults, whether there is none
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        texts: dict[str, list[tuple[str, str]]] = {}
        for table, known in complete_groups(plan) if not uses_tds(plan) else ():
            if (kind := kind_of(table)) not in texts:
                texts[kind] = list(_of_group(plan, {path: value for path, (value, _origin) in known.items()}))
            for name, text in texts[kind]:
                found.setdefault(f"{name} of {table['name']}", {})[text] = None
    return tuple((name, "; or ".join(each)) for name, each in found.items())


def _of_group(plan: Plan, values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the facts of one group."""
    facts = driver_facts(values)
    limit = units.parse_time(values["client.call_timeout"]) / 1e9
    chosen = str(values["client.call_timeout_rule"]).replace("_", " ")
    if limit:
        rule = str(facts["call_timeout"]) if chosen == "driver" else chosen
        told = f"after {limit:g} s the driver {_RULES[rule].format(limit=limit, twice=2 * limit)}"
        yield "call timeout", f"{told}{_codes(facts)}"
    elif plan.faults and not units.parse_time(values["client.recv_timeout"]):
        yield "call timeout", _NONE
    ping = units.parse_time(values["client.pool_ping_timeout"]) / 1e9
    if values["client.pool_max"] and ping:
        rule = _RULES[str(facts["ping_timeout"])].format(limit=ping, twice=2 * ping)
        yield (
            "ping of the pool",
            f"after {ping:g} s the driver {rule}; then the request gets another connection",
        )


def _codes(facts: Mapping[str, object]) -> str:
    """Describe the codes of its own that a driver reports then."""
    entries = facts["reports"]
    codes = dict(str(entry).split(" ", 1) for entry in entries) if isinstance(entries, list | tuple) else {}
    names = {"call_cancelled": "a cancelled call", "call_timeout": "a closed connection"}
    told = [f"{what} is reported as {codes[name]}" for name, what in names.items() if name in codes]
    return f"; {', '.join(told)}" if told else ""
