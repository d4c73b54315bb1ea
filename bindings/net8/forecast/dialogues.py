# SPDX-License-Identifier: GPL-2.0-only
"""The dialogue of clients with SQL Server, and what of it is not modelled."""

from __future__ import annotations

from collections.abc import Iterable

from net8.analytic.tds_situation import TdsSituation
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds

__all__ = ["dialogues"]

_LEFT_OUT = (
    "assumed: a server completes the current token before the DONE of an attention; not modelled: TLS, several "
    "requests at a time (MARS), cursors, memory and limits of the server, failing statements; errors of calls are SQL "
    "Server numbers, 3617 for a cancelled call; sdu, tdu and version of sessions are 0, there are no wait events"
)


def dialogues(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the dialogue of clients and server in order, with bytes and packets.

    @param plans: the points of a plan, resolved
    @return: a fact, if a point speaks TDS
    """
    situations = [TdsSituation.of(plan) for plan in plans if uses_tds(plan)]
    texts = dict.fromkeys(map(_text, situations))
    shown = list(texts)[:_SHOWN]
    more = f"; ... ({len(texts)} of them)" if len(texts) > _SHOWN else ""
    pipes = dict.fromkeys(filter(None, map(_pipe, situations)))
    told = (("dialogue", "; or ".join(shown) + more), ("of TDS", _LEFT_OUT)) if texts else ()
    return told + ((("named pipe", "; or ".join(pipes)),) if pipes else ())


_SHOWN = 6
"""Most dialogues of a sweep that are shown."""


_SMB = (
    "assumed: a write waits for the response to the previous one, a packet stays in the pipe until it is read, reads "
    "are as long as packets (large reads), the SMB server takes no time; not modelled: NetBIOS name claims and queries "
    "over UDP, signing, oplocks, raw reads"
)


def _pipe(situation: TdsSituation) -> str:
    """Describe how packets of one point pass a named pipe; empty without one."""
    values = situation.values
    if not values["tds.named_pipe"]:
        return ""
    over, ways = "NetBIOS frames", 4
    if values["path.transport"] == "tcp":
        direct = int(str(values["listener.port"])) == 445
        over, ways = ("TCP", 4) if direct else ("NetBIOS sessions on TCP", 5)
    session = "" if ways == 4 else "session, "
    again = f"repeated after {situation.seconds('tds.pipe_peek_interval'):g} s if the pipe is empty"
    looks = f"a PeekNmPipe (84 and 64 bytes), {again}, and "
    limit = values["tds.pipe_read_limit"]
    return (
        f"pipe sql\\query of SMB over {over}: {session}dialect, user, share and pipe before the PRELOGIN, {ways} round "
        "trips; each packet of the client a WriteAndX (64 and 47 bytes), each of the server "
        f"{looks if values['tds.pipe_read'] == 'peek' else ''}a ReadAndX (55 and 60 "
        f"bytes){f' for each {limit:,} bytes' if limit else ''}; {_SMB}"
    )


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
