# SPDX-License-Identifier: GPL-2.0-only
"""Fetches of a statement cut anew for another array size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from net8.replaying.exchange import FETCH, Conversation, Exchange

__all__ = ["recut"]

_REPLY_BYTES: Final = 70
"""What a reply has beside its rows, at most."""


def recut(talk: Conversation, rows: int, was: int | None) -> tuple[Conversation, str]:
    """Cut the fetches of each result anew.

    Rows and their bytes stay; the work of both ends is per row. A driver asks until it gets fewer rows than it asked
    for, or is told the end with the last full array, whichever the file shows.

    @param talk: the session
    @param rows: rows of a fetch
    @param was: rows of a full fetch, where the file does not tell rows
    @return: the session with other fetches, and what could not be cut
    """
    found: list[Exchange] = []
    kept = 0
    for is_fetch, group in groupby(talk.exchanges, key=_of_result):
        part = list(group)
        known = _with_rows(part, was) if is_fetch else None
        if known is None:
            found += part
            kept += len(part) * bool(is_fetch)
        else:
            found += _cut(known, rows)
    what = "client.array_size: calls other than fetches keep their bytes, and so do rows that came with an execute"
    if kept:
        what += f"; of {kept:,} fetches the file tells no rows, so that they stay as they were; --was-array tells them"
    return replace(talk, exchanges=found), what


def _of_result(exchange: Exchange) -> tuple[str, str] | None:
    """Return which result a fetch belongs to, None for other calls."""
    return (exchange.statement, exchange.kind) if exchange.kind == FETCH else None


def _with_rows(fetches: Sequence[Exchange], was: int | None) -> list[Exchange] | None:
    """Return fetches with their rows, None if those are not known."""
    if any(each.rows > 0 for each in fetches):
        return [replace(each, rows=max(each.rows, 0)) for each in fetches]
    if was is None:
        return None
    full = max(each.reply_bytes for each in fetches)
    each_bytes = max(full - _REPLY_BYTES, 1) / was
    return [
        replace(each, rows=min(round(max(each.reply_bytes - _REPLY_BYTES, 0) / each_bytes), was))
        for each in fetches
    ]


def _cut(fetches: Sequence[Exchange], rows: int) -> Iterator[Exchange]:
    """Yield the fetches of a result with other numbers of rows."""
    total = sum(each.rows for each in fetches)
    least = min(min(each.reply_bytes for each in fetches), _REPLY_BYTES)
    data = sum(each.reply_bytes - least for each in fetches)
    server, client, writing = (
        sum(getattr(each, name) for each in fetches) for name in ("server_ns", "client_ns", "writing_ns")
    )
    counts = [rows] * (total // rows)
    if total % rows or not counts or fetches[-1].rows == 0:
        counts.append(total % rows)
    first = fetches[0]
    for number, count in enumerate(counts):
        share = count / total if total else 1 / len(counts)
        yield replace(
            first, rows=count, reply_bytes=least + round(data * share), server_ns=round(server * share),
            client_ns=round(client * share) if number or total else first.client_ns,
            writing_ns=round(writing * share),
        )  # fmt: skip
