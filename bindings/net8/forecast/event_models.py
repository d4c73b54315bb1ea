# SPDX-License-Identifier: GPL-2.0-only
"""How dispatchers and brokers wait for their connections, which call of the system that is, and its cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.plan import Plan

__all__ = ["event_models"]

_PROCESSES: Final = {"shared": ("dispatcher", "off"), "pooled": ("broker", "on from 11g")}
_SYSTEMS: Final = {
    "linux": "epoll, which Linux has from 2.5.44 on (epoll(7))",
    "ns3": "epoll, /dev/poll or pollset",
    "solaris-2.5": "/dev/poll, which Solaris has only from 7 5/99 on",
    "windows-nt4": "an enhanced poll, which Windows has not",
}


def event_models(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe how processes wait that hold many connections.

    @param plans: the points of a plan, resolved
    @return: a fact for each kind of process, if a point has it
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for kind in _held(plan):
            found.setdefault(kind, {})[_told(plan, _PROCESSES[kind][0])] = None
    return tuple(
        (
            f"waits of a {process}",
            f"{' | or '.join(found[kind])}; Oracle's default of USE_ENHANCED_POLL is {default}",
        )
        for kind, (process, default) in _PROCESSES.items()
        if kind in found
    )


def _held(plan: Plan) -> set[str]:
    """Return the kinds of handlers of a plan whose processes hold many connections."""
    kinds = {
        word.strip()
        for table in plan.instances or ({},)
        for word in str(table.get("handlers", plan["server.handlers"])).split(",")
    }
    return kinds & _PROCESSES.keys()


def _told(plan: Plan, process: str) -> str:
    """Say how one waits."""
    if not plan[f"server.{process}.use_enhanced_poll"]:
        return f"by poll, {plan[f'server.{process}.poll_time']} for each connection at every poll, measured on Linux"
    return f"by {_SYSTEMS[str(plan['server.tcp.profile'])]}; it costs nothing, as measured for epoll alone"
