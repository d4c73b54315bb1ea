# SPDX-License-Identifier: GPL-2.0-only
"""What clients of a SQL Server and it say to each other, and what of that is not modelled."""

from __future__ import annotations

from collections.abc import Iterable

from net8.analytic.tds_situation import TdsSituation
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds

__all__ = ["dialogues"]

_LEFT_OUT = (
    "assumed: a server ends the token under way before the DONE of an attention; not modelled: TLS, several requests "
    "at a time (MARS), cursors, memory and limits of the server, failing statements; errors of calls are numbers of "
    "SQL Server, 3617 of one that is cancelled; sdu, tdu and version of sessions stay 0, there are no wait events"
)


def dialogues(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Say what clients and server say, one behind the other, with bytes and packets.

    @param plans: the points of a plan, resolved
    @return: a fact, if a point speaks TDS
    """
    texts = dict.fromkeys(_text(TdsSituation.of(plan)) for plan in plans if uses_tds(plan))
    shown = list(texts)[:_SHOWN]
    more = f"; ... ({len(texts)} of them)" if len(texts) > _SHOWN else ""
    return (("dialogue", "; or ".join(shown) + more), ("of TDS", _LEFT_OUT)) if texts else ()


_SHOWN = 6
"""Dialogues that are shown of a sweep."""


def _text(situation: TdsSituation) -> str:
    """Describe the dialogue of one point."""
    trips = situation.logon_round_trips
    begin = ", begin of a transaction" if trips > 2 else ""
    logon = f"PRELOGIN, LOGIN7{begin}: {trips} round trips"
    (query,) = situation.statement(first=True).exchanges
    what = "a call of sp_executesql" if situation.request == "rpc" else "a batch"
    about = "" if not situation.mixed else "about "
    return (
        f"{logon}; each query {what} of {query.request:,} bytes and one reply of {query.rows:,} rows in "
        f"{about}{query.reply:,} bytes in {query.packets:,} packets of {situation.packet_size:,}: 1 round trip; "
        "no logoff"
    )
