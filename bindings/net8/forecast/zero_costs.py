# SPDX-License-Identifier: GPL-2.0-only
"""Work without a time in a plan: named in its description, so that nobody takes its times for measured ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from net8.plan.clients import kinds
from net8.plan.complete import complete_group
from net8.plan.plan import Plan
from net8.schema.distributions import mean

__all__ = ["zero_costs"]

_COSTS: Final[Mapping[str, tuple[str, ...]]] = {
    "client": ("call_time", "row_time", "packet_time", "byte_time"),
    "server": ("call_time", "call_cpu_time", "row_time", "packet_time"),
}

_MEANING: Final = {
    "client": "there is no default for drivers, as no source separates their time from the server's; an OCI client "
    "takes 1 to 3 us a row (general knowledge)",
    "server": "a reply is sent as soon as the call has arrived",
}


def zero_costs(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """List the times of calls, rows, packets and bytes that are 0 for all clients at all points.

    @param plans: the points of a plan, resolved
    @return: a fact of the client and one of the server, each only if one of its times is 0; none for clients with
        processors, which have their own costs
    """
    plans, sections = list(plans), dict(_COSTS)
    if any(plan["client.cpu.cores"] != 0 for plan in plans):
        sections = {"server": _COSTS["server"]}
    everywhere = [
        {path: value for path, (value, _origin) in complete_group(plan, table).items()}
        for plan in plans
        for table in kinds(plan)
    ]
    found = []
    for section, names in sections.items():
        keys = [f"{section}.{name}" for name in names]
        zero = [key for key in keys if all(_is_zero(values[key]) for values in everywhere)]
        if zero:
            found.append((f"{section} times of 0", f"{', '.join(zero)} = 0s: {_MEANING[section]}"))
    return tuple(found)


def _is_zero(value: object) -> bool:
    """Return whether a time, or the mean of a random one, is nothing."""
    return float(mean(value)) == 0
