# SPDX-License-Identifier: GPL-2.0-only
"""Redo transport of a plan: who waits for what, and what of it is not modelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from net8.base import units
from net8.plan.plan import Plan
from net8.plan.redo import redo_links

__all__ = ["redo"]

_LEFT_OUT = (
    "redo of a statement is sent with its commit; the logon of the connection, log switches, the fetch of gaps from "
    "archived logs and apply on the standby are not modelled, nor are the contents of redo messages (no source); a "
    "trace of event 10046 does not tell the wait as log file sync; faults of an instance do not stop its log writer"
)


def redo(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe redo transport.

    @param plans: the points of a plan, resolved
    @return: a fact for each destination, and one of what is left out; none without redo transport
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for number, link in enumerate(redo_links(plan), 1):
            found.setdefault(f"redo {number}", {})["; ".join(_told(plan, link))] = None
    if not found:
        return ()
    facts = tuple((name, " | or ".join(texts)) for name, texts in found.items())
    return (*facts, ("redo, not modelled", _LEFT_OUT))


def _told(plan: Plan, link: Mapping[str, object]) -> Iterator[str]:
    """Yield what is known of a destination."""
    where = f"{link['instance'] or 'the first instance'} to the standby at {link['site'] or 'the only site'}"
    if link["state"] == "defer":
        yield f"{where}, deferred: commits wait for the log file alone"
        return
    confirms = "written" if link["affirm"] else "received"
    if link["transport"] == "sync":
        yield f"{where}, SYNC: a commit waits until the standby has confirmed what it has {confirms}"
        yield f"it is given up after {link['net_timeout']} and tried again {link['reopen']} later"
    else:
        yield f"{where}, ASYNC: no commit waits; the standby confirms what it has {confirms}"
    yield f"DATA packets of up to {link['sdu']} bytes, {plan['server.redo.commit_size']} bytes a commit"
    if (rate := plan["server.redo.background_rate"]) is not None:
        yield f"{units.format_rate(units.parse_rate(rate))} of other sessions"
