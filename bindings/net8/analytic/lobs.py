# SPDX-License-Identifier: GPL-2.0-only
"""The calls by which a client reads the LOBs of a query, and how its rows travel because of them.

Range: LOBs that the application reads whole, up to a limit, or not at all; no call that fails. Source: the drivers'
files (traces of a server of 11.2.0.4, sources of python-oracledb, node-oracledb and DBD::Oracle, documentation).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from net8.analytic.calls import Asking, Batch
from net8.analytic.facts import asking, driver_facts, whole
from net8.schema.columns import has_lobs

__all__ = ["Lob", "LobRule", "asking_with_lobs", "lob_calls", "lob_rule"]


@dataclass(frozen=True, slots=True)
class Lob:
    """A LOB column."""

    size: int  #: bytes of its value
    ahead: int  #: bytes that come with the row


@dataclass(frozen=True, slots=True)
class LobRule:
    """What a driver does with the LOBs of a query."""

    lobs: tuple[Lob, ...]  #: its LOB columns
    rows: str  #: how rows travel, a word of client.lob_rows
    prefetch: int  #: what comes of each LOB with its row, as query.lob_prefetch
    inline: bool  #: whether LOBs are strings without locators
    reads: bool  #: whether the application reads them
    length_call: bool  #: whether a LOB takes a call for its length before it is read
    amount: int  #: bytes that one call reads; 0: all
    limit: int  #: bytes that are read of a LOB; 0: all
    array_read: int  #: LOBs that one call reads

    @property
    def sized(self) -> bool:
        """Return whether the size of a LOB comes with its row."""
        return self.prefetch >= 0 or self.inline


def lob_rule(values: Mapping[str, object]) -> LobRule | None:
    """Return what a driver does with the LOBs of the query.

    @param values: complete values by dotted key
    @return: None if the query has no LOBs
    """
    columns = str(values["query.columns"] or "")
    if not has_lobs(columns):
        return None
    from net8 import _core

    facts = driver_facts(values)
    inline = not values["client.fetch_lobs"]
    prefetch = whole(values, "query.lob_prefetch", whole(facts, "lob_prefetch", -1))
    rows = str(values["client.lob_rows"] or facts["lob_rows"])
    asked = values["client.lob_length_call"]
    return LobRule(
        lobs=tuple(Lob(*each) for each in _core.lob_columns(columns, prefetch, inline)),
        rows="as_others" if inline and rows == "one" else rows,
        prefetch=prefetch,
        inline=inline,
        reads=bool(values["client.read_lobs"]),
        length_call=bool(facts["lob_length_call"] if asked is None else asked),
        amount=whole(values, "client.lob_amount", whole(facts, "lob_amount", 0)),
        limit=whole(values, "client.lob_limit", whole(facts, "lob_limit", 0)),
        array_read=whole(values, "client.lob_array_read", 1),
    )


def asking_with_lobs(values: Mapping[str, object]) -> Asking:
    """Return the rows that the calls of a query request, with LOBs as the driver does with them.

    @param values: complete values by dotted key
    @return: rows of the first calls and of all further ones
    """
    rule, plain = lob_rule(values), asking(values)
    if rule is None or rule.rows == "as_others":
        return plain
    if rule.rows == "one":
        return Asking((0,), 1, look_ahead=False)
    if rule.rows == "defined" and rule.sized:
        return Asking((0, *plain.first), plain.further, look_ahead=False)
    # The execute prefetches no rows, so that the first fetch is that of a driver which does not.
    bare = asking({**values, "client.prefetch_rows": 0, "client.prefetch_memory": 0})
    first = (0, *bare.first) if rule.rows == "defined_apart" else bare.first
    return replace(bare, first=first, look_ahead=False)


def lob_calls(rule: LobRule, batches: Sequence[Batch]) -> int:
    """Count the calls that read the LOBs of a query.

    @param rule: what the driver does with them
    @param batches: the calls that bring rows
    @return: calls
    """
    if not rule.reads or rule.inline:
        return 0
    return sum(batch.calls * _of_reply(rule, batch.rows) for batch in batches)


def _of_reply(rule: LobRule, rows: int) -> int:
    """Count the calls for the LOBs in the rows of one reply."""
    asks = rule.length_call and not rule.sized
    pieces = [_pieces(rule, lob) for lob in rule.lobs]
    if rule.array_read == 1 or asks:
        return rows * sum(each + asks for each in pieces)
    calls, open_lobs = 0, 0
    for each in pieces * rows:
        if each == 0:
            continue
        # A call ends with its last LOB, or with a piece that is not the end of its LOB.
        calls += open_lobs == 0
        open_lobs += 1
        if each > 1:
            calls, open_lobs = calls + each - 1, 1
        open_lobs %= rule.array_read
    return calls


def _pieces(rule: LobRule, lob: Lob) -> int:
    """Count the reads of a LOB."""
    end = min(lob.size, rule.limit) if rule.limit else lob.size
    left = max(end - lob.ahead, 0)
    return -(-left // rule.amount) if rule.amount and left else int(left > 0)
