# SPDX-License-Identifier: GPL-2.0-only
"""Times of calls that a file recorded, and those of the same calls in a run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from net8.base.errors import PlanError
from net8.base.words import many
from net8.record.record import NONE, REST, Record
from net8.record.sources import read
from net8.record.trace import TRACE
from net8.schema.metrics import Metric

__all__ = ["CALL_TIME", "SEEN_AT_SERVER", "Call", "calls_of_run", "read_calls"]

CALL_TIME: Final = Metric(
    "call_time", "call_time_s", "s", 1,
    "From the end of the round trip before a call of a statement until its own end.",
)  # fmt: skip
SEEN_AT_SERVER: Final = (
    "a trace tells times as the server sees them, from the end of a reply there to that of the next one: what replies "
    "need to the client differs from that where they are unequally long"
)
_STATEMENTS: Final = frozenset(
    (
        "parse", "execute", "fetch", "lob", "commit", "rollback", "ping", "pipeline", "call", "prepare", "load",
        "finish",
    )
)  # fmt: skip
"""Kinds of calls of statements; those of a logon are not in traces."""
_JOINED: Final = " + "


@dataclass(frozen=True, slots=True)
class Call:
    """A round trip of a session that is a call of a statement."""

    name: str  #: such as "session 1, call 3: fetch"
    kinds: frozenset[str]  #: kinds of its calls
    time_s: float | None  #: from the end of the round trip before it, None if the file has none


def read_calls(path: Path, ports: Collection[int]) -> tuple[list[Call], list[str]]:
    """Read the calls of statements of a file.

    @param path: a capture, a recording, a raw trace of event 10046, or the folder of a run
    @param ports: TCP ports of listeners, for captures
    @return: the calls session by session, and what to know about them
    """
    record = read(path, ports=ports)
    if record.calls.count:
        raise PlanError(
            f"{path} is {record.what}, which has sums of calls and not each of them; fit to the trace itself, or "
            "write a CSV"
        )
    found = _calls(record)
    if not any(call.time_s is not None for call in found):
        raise PlanError(
            f"{path} has no call of a statement after another round trip of its session, so that there is no time to "
            "fit to; name a capture, a trace of event 10046 or a run with a query"
        )
    return found, [f"{path.name}: {note}" for note in record.notes] + (
        [SEEN_AT_SERVER] if record.what == TRACE else []
    )


def calls_of_run(folder: Path, asked: list[Call], source: str) -> list[float]:
    """Return the times of the same calls in a run; refuse one that has others.

    @param folder: the run
    @param asked: calls of a file, session by session
    @param source: name of the file
    @return: seconds of each
    """
    made = _calls(read(folder))
    for mine, theirs in zip(made, asked, strict=False):
        if not mine.kinds & theirs.kinds or mine.name.partition(":")[0] != theirs.name.partition(":")[0]:
            raise PlanError(
                f"{theirs.name} in {source} is {mine.name} in the run of the plan; a plan that is fitted to calls "
                "makes the same ones, so set its statements, driver and array size, or fit to a CSV of totals"
            )
    if len(made) != len(asked):
        raise PlanError(
            f"{source} has {many(len(asked), 'call')} of statements, the run of the plan {len(made)}; a plan that is "
            "fitted to calls makes the same ones, so set its rows, driver and array size, or fit to a CSV of totals"
        )
    times = [call.time_s for call in made]
    return [time if time is not None else 0.0 for time in times]


def _calls(record: Record) -> list[Call]:
    """Return the calls of statements of a record, sessions in the order in which they begin."""
    calls = record.calls
    ours = np.flatnonzero(calls.column("parent") == NONE)
    session, trip = calls.column("session")[ours], calls.column("trip")[ours]
    found: list[Call] = []
    starts = [each.start_ns or 0 for each in record.sessions]
    for number, which in enumerate(sorted(range(len(starts)), key=starts.__getitem__), 1):
        mine = np.sort(ours[session == which])
        edges = [0, *(np.flatnonzero(np.diff(trip[session == which])) + 1).tolist(), len(mine)]
        ended: int | None = None
        place = 0
        for first, last in pairwise(edges):
            group = mine[first:last]
            kinds = {kind for at in group for kind in record.kinds[calls.kind[at]].split(_JOINED)}
            if not kinds - {REST}:
                continue
            end = max(int(calls.end_ns[at]) for at in group)
            if kinds & _STATEMENTS:
                place += 1
                told = _JOINED.join(sorted(kinds))
                name = f"session {number}, call {place}: {told}"
                found.append(Call(name, frozenset(kinds), None if ended is None else (end - ended) / 1e9))
            ended = end
    return found
