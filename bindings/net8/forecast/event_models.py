# SPDX-License-Identifier: GPL-2.0-only
"""How dispatchers and brokers wait for their connections, which call of the system that is, and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
        for process, default in _held(plan):
            found.setdefault(f"waits of a {process}", {})[_told(plan, process, default)] = None
    return tuple((name, " | or ".join(texts)) for name, texts in found.items())


def _held(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the processes of a plan that hold many connections, and Oracle's default."""
    kinds = {
        word.strip()
        for table in plan.instances or ({},)
        for word in str(table.get("handlers", plan["server.handlers"])).split(",")
    }
    yield from (told for kind, told in _PROCESSES.items() if kind in kinds)


def _told(plan: Plan, process: str, default: str) -> str:
    """Say how one waits."""
    asked = f"Oracle's default of USE_ENHANCED_POLL is {default}"
    if not plan[f"server.{process}.use_enhanced_poll"]:
        return (
            f"by poll, {plan[f'server.{process}.poll_time']} for each connection at every poll, measured on Linux; "
            f"{asked}"
        )
    system = _SYSTEMS[str(plan["server.tcp.profile"])]
    return f"by {system}; it costs nothing, as measured for epoll alone; {asked}"
