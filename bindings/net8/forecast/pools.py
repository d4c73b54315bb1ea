# SPDX-License-Identifier: GPL-2.0-only
"""The connection pools of a plan, and what of them is not modelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.clients import DEFAULT_GROUP
from net8.plan.plan import Plan
from net8.plan.pool import pooled

__all__ = ["pools"]

_NOT_MODELLED: Final = (
    "not modelled: TCP between users and application (client.user_rate is the rate of a line with a queue, user_delay "
    "its delay) and the lifetime of connections. A server of a resident pool (DRCP) is released after each request; "
    "its cursors stay open. python-oracledb from 3.0 on ends each request with a rollback if the server is 23ai. "
    "The connections of a pool, those of pool_min too, are closed when the last of these users has its answer"
)


def pools(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the pools of each group.

    @param plans: the points of a plan, resolved
    @return: a fact for each group with pools
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for table in plan.groups or ({"name": DEFAULT_GROUP},):
            if not pooled(plan, table):
                continue
            names = ("count", "hosts", "pool_min", "pool_max", "queries")
            users, hosts, least, most, requests = (table.get(name, plan[f"client.{name}"]) for name in names)
            text = (
                f"{least} to {most} connections on each of {users if hosts is None else hosts} hosts, for "
                f"{users} users with {requests} requests each"
            )
            ons, timeout = (table.get(name, plan[f"client.{name}"]) for name in ("ons", "ons_timeout"))
            text += f", opened after {timeout} of waiting for ONS" if ons == "unreachable" else ""
            found.setdefault(f"pool of {table['name']}", {})[text] = None
    return tuple((name, f"{'; or '.join(texts)}; {_NOT_MODELLED}") for name, texts in found.items())
