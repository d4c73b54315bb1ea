# SPDX-License-Identifier: GPL-2.0-only
"""Events that the pools of a plan act on, and what of them is assumed or not modelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.ons import EVENTS, subscribers
from net8.plan.plan import Plan

__all__ = ["ons"]

_ASSUMED: Final = (
    "the payload of an event is that of Oracle's logs; that its message begins with POST /event HTTP/1.1, its header "
    "lines and the message that subscribes are assumptions (no source), and so is that an instance's end is noticed "
    "after the whole of ons.check_interval"
)
_LEFT_OUT: Final = (
    "TLS of ONS, which recent releases use by default; heartbeats of ONS, so that a subscription whose only host was "
    "down is not renewed; time between the hosts of the cluster; virtual addresses that move to another host; events "
    "of services alone, of load (runtime load balancing), and of hosts and instances that hang, listeners and links"
)


def ons(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the events that pools act on.

    @param plans: the points of a plan, resolved
    @return: facts; none without a pool that subscribes
    """
    found: dict[str, None] = {}
    for plan in plans:
        if subscribers(plan):
            found[
                f"each pool has a connection to port {plan['ons.port']} of each database host; {EVENTS[0]} is told "
                f"{plan['ons.misscount']} later by the other hosts and to the listeners of the other hosts, "
                f"{EVENTS[1]} {plan['ons.check_interval']} later by all; a pool then closes its connections to that "
                "host, and requests that have one end or fail over; when the instance has registered again, the pool "
                "opens as many new ones"
            ] = None
    if not found:
        return ()
    return (
        ("ons", " | or ".join(found)),
        ("ons, assumed", _ASSUMED),
        ("ons, not modelled", _LEFT_OUT),
    )
