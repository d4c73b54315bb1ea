# SPDX-License-Identifier: GPL-2.0-only
"""The subscriptions of a plan, and what of them is assumed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.clients import DEFAULT_GROUP
from net8.plan.plan import Plan
from net8.plan.subscription import subscribes
from net8.schema.values import show

__all__ = ["subscriptions"]

_ASSUMED: Final = (
    "each second connection is a session of its own in results. Assumed, as only a server knows it: the length of a "
    "notification (server.notification_length), 102 bytes and an end of call in the replies that begin and end a "
    "subscription, and a dedicated process for SERVER=emon. Not modelled: what causes a notification and what it costs "
    "the server beside server.call_cpu_time, the number of the registration in the execute that registers a query, and "
    "the work of a client with a notification. Where the second connection fails, the first one does its work without"
)


def subscriptions(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the subscriptions of each group.

    @param plans: the points of a plan, resolved
    @return: a fact for each group with subscriptions
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for table in plan.groups or ({"name": DEFAULT_GROUP},):
            if not subscribes(plan, table):
                continue
            interval, length = (plan[f"server.notification_{name}"] for name in ("interval", "length"))
            text = (
                "subscribe, a second connection with SERVER=emon and its logon, then the work; every "
                f"{show(interval).strip(chr(34))} a notification of {length} bytes"
            )
            found.setdefault(f"subscriptions of {table['name']}", {})[text] = None
    return tuple((name, f"{'; or '.join(texts)}; {_ASSUMED}") for name, texts in found.items())
