# SPDX-License-Identifier: GPL-2.0-only
"""Times of a run as means and percentiles: of everything, and by group, by site and by statement.

Times of sessions and queries are those of successful sessions, as in the metrics of the same names; failed
sessions are counted separately. Times of statements are those of executions that did not fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from net8.results.queries import Queries
from net8.results.storm import attacking
from net8.results.work import Executions, percentile

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]
    Numbers = npt.NDArray[Any]

__all__ = ["RANKS", "TimeRow", "time_rows"]

RANKS: Final[Mapping[str, float]] = {
    "p50_s": 50, "p90_s": 90, "p95_s": 95, "p99_s": 99, "p99_9_s": 99.9,
}  # fmt: skip
"""Percentage of times that are not longer, by column."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """One time of a run, or of one of its groups, sites or statements; None if nothing succeeded."""

    what: str  #: all, group, site or statement
    name: str  #: its name; empty for all
    time: str  #: logon_time, response_time, fetch_time, transaction_time or call_time
    count: int  #: number of times
    failed: int  #: failed sessions; for a statement failed executions
    mean_s: float | None  #: their mean
    p50_s: float | None  #: half of them are no longer
    p90_s: float | None  #: 90 of 100
    p95_s: float | None  #: 95 of 100
    p99_s: float | None  #: 99 of 100
    p99_9_s: float | None  #: 999 of 1,000; with fewer than 1,000 the longest
    max_s: float | None  #: all of them


class _Times(NamedTuple):
    """Times of one kind, each with the session, or the statement, that it belongs to."""

    owner: Numbers
    seconds: Numbers


class _Kind(NamedTuple):
    """Owners with a name."""

    what: str
    names: Sequence[str]
    number: Numbers  #: of the name, by owner


def time_rows(
    calls: Columns,
    sessions: Columns,
    outcome: Sequence[str],
    statements: Sequence[str],
    places: tuple[Sequence[str], Sequence[str]],
) -> Iterator[TimeRow]:
    """Yield the times of a run: of all, then of each group, each site and each statement.

    @param calls: columns of its calls
    @param sessions: columns of its sessions
    @param outcome: how each session ended
    @param statements: names of statements, by number
    @param places: names of groups by number, and the site of each, or nothing where there are none
    @return: rows, none for times without an attempt and for the only group or site
    """
    groups, sites = places
    good = np.array([text == "closed" for text in outcome], dtype=bool)
    failed = ~good & ~attacking(sessions, groups)
    found = _of_sessions(calls, sessions, good)
    kinds = [_Kind("all", ("",), np.zeros_like(sessions["group"]))]
    kinds += [_Kind("group", groups, sessions["group"])] if len(groups) > 1 else []
    names = list(dict.fromkeys(sites))
    if len(names) > 1:
        of_group = np.array([names.index(site) for site in sites])
        kinds.append(_Kind("site", names, of_group[sessions["group"]]))
    for kind in kinds:
        bad = np.bincount(kind.number[failed], minlength=len(kind.names))
        yield from _rows(kind, found, bad)
    yield from _of_statements(calls, statements)


def _of_sessions(calls: Columns, sessions: Columns, good: Numbers) -> dict[str, _Times]:
    """Return the times of successful sessions, of their queries, transactions and calls."""
    numbers = np.flatnonzero(good)
    found = {"logon_time": _Times(numbers, (sessions["ready_ns"] - sessions["start_ns"])[good] / 1e9)}
    theirs = {name: values[good[calls["session"]]] for name, values in calls.items()}
    queries = Queries.of(theirs)
    owner = queries.calls["session"][queries.first]
    found["response_time"] = _Times(owner, (queries.end_ns - queries.start_ns) / 1e9)
    fetched = queries.fetch_start_ns >= 0
    found["fetch_time"] = _Times(owner[fetched], (queries.end_ns - queries.fetch_start_ns)[fetched] / 1e9)
    whole = Executions.of(theirs, "transaction", "execution", numbers[:0])
    whole = whole.where(whole.error == 0)
    found["transaction_time"] = _Times(whole.session, (whole.end_ns - whole.start_ns) / 1e9)
    ended = theirs["end_ns"] >= 0
    lasted = (theirs["end_ns"] - theirs["start_ns"])[ended] / 1e9
    found["call_time"] = _Times(theirs["session"][ended], lasted)
    return found


def _of_statements(calls: Columns, names: Sequence[str]) -> Iterator[TimeRow]:
    """Yield the times of statements, including those of sessions that failed later."""
    found = Executions.of(calls, "statement", "query", calls["session"][:0])
    good = found.error == 0
    bad = np.bincount(found.number[~good], minlength=len(names))
    times = _Times(found.number[good], ((found.end_ns - found.start_ns) / 1e9)[good])
    yield from _rows(_Kind("statement", names, np.arange(len(names))), {"response_time": times}, bad)


def _rows(kind: _Kind, found: Mapping[str, _Times], failed: Numbers) -> Iterator[TimeRow]:
    """Yield the rows of some owners, name by name; times are sorted once for all of them."""
    ordered = {time: _split(kind, times) for time, times in found.items()}
    for number, name in enumerate(kind.names):
        for time, parts in ordered.items():
            # A time that the plan does not have gets no row; a time that all failed to reach does.
            if parts[number].size or (failed[number] and found[time].seconds.size):
                yield _row(kind.what, name, time, parts[number], int(failed[number]))


def _split(kind: _Kind, times: _Times) -> list[Numbers]:
    """Return the times of each name, in order of length."""
    number = kind.number[times.owner]
    order = np.lexsort((times.seconds, number))
    ends = np.searchsorted(number[order], np.arange(1, len(kind.names)))
    return np.split(times.seconds[order], ends)


def _row(what: str, name: str, time: str, ordered: Numbers, failed: int) -> TimeRow:
    """Reduce sorted times to a row."""
    if not ordered.size:
        return TimeRow(what, name, time, 0, failed, None, None, None, None, None, None, None)
    p50, p90, p95, p99, p99_9 = (percentile(ordered, rank) for rank in RANKS.values())
    mean, most = float(ordered.mean()), float(ordered[-1])
    return TimeRow(what, name, time, int(ordered.size), failed, mean, p50, p90, p95, p99, p99_9, most)
