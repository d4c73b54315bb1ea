# SPDX-License-Identifier: GPL-2.0-only
"""Assumed processor times of client hosts, and their sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.plan import Plan
from net8.schema.distributions import short
from net8.schema.table import KEYS

__all__ = ["client_cpu"]

_COSTS: Final = ("call_cpu_time", "row_cpu_time", "byte_cpu_time")


def client_cpu(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the processor times of calls, rows and bytes at client hosts.

    @param plans: the points of a plan, resolved
    @return: a fact, if any of them has such processors
    """
    found = [plan for plan in plans if plan["client.cpu.cores"] != 0]
    if not found:
        return ()
    costs = []
    for key in (KEYS[f"client.cpu.{name}"] for name in _COSTS):
        values = dict.fromkeys(short(plan[key.path]) for plan in found)
        told = any(plan.is_set(key.path) for plan in found)
        costs.append(f"{' or '.join(values)} a {key.name.split('_')[0]}{'' if told else ' (assumed)'}")
    cores = " or ".join(dict.fromkeys(str(plan["client.cpu.cores"]) for plan in found))
    assumed = f"; assumed: {KEYS['client.cpu.call_cpu_time'].source}" if "assumed" in "".join(costs) else ""
    text = f"{cores} cores a host, {', '.join(costs)}{assumed}; TLS handshakes take additional time"
    return (("client's processor", text),)
