# SPDX-License-Identifier: GPL-2.0-only
"""A storm in numbers: who got in, when, and how sessions that were already in were affected.

Groups have roles by their names: "foreground" is in before the storm and suffers from it, "attackers" are nobody's
clients; all others are the storm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.results.queries import Queries

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]

__all__ = [
    "ATTACKERS", "FOREGROUND", "TIMEOUT_CODES", "UNANSWERED_CODES", "attacking", "foreground_queries",
    "measure_storm", "storm_rows",
]  # fmt: skip

FOREGROUND: Final = "foreground"
"""Name of the group that was in before the storm."""

ATTACKERS: Final = "attackers"
"""Name of the group of attackers."""

TIMEOUT_CODES: Final = (3156, 12170, 12535, 12608, 12609)
"""Oracle error numbers of attempts that ended by a timeout."""

UNANSWERED_CODES: Final = (
    3106, 3113, 3135, 12154, 12537, 12540, 12541, 12543, 12545, 12547, 12549, 12571, 12592, 12618, 12637, 28860,
)  # fmt: skip
"""Oracle error numbers that the client itself raises: the connection was reset, closed or cut, or never made,
or TLS failed."""


def storm_rows(sessions: Columns, groups: Sequence[str]) -> npt.NDArray[Any]:
    """Return which sessions belong to the storm.

    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: true or false for each session
    """
    others: npt.NDArray[Any] = _members(sessions, groups, FOREGROUND) | attacking(sessions, groups)
    return ~others


def attacking(sessions: Columns, groups: Sequence[str]) -> npt.NDArray[Any]:
    """Return which sessions are attacks.

    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: true or false for each session
    """
    return _members(sessions, groups, ATTACKERS)


def _members(sessions: Columns, groups: Sequence[str], name: str) -> npt.NDArray[Any]:
    """Return which sessions belong to a group, which need not exist."""
    # No session has the number -1.
    found: npt.NDArray[Any] = sessions["group"] == (groups.index(name) if name in groups else -1)
    return found


def foreground_queries(
    calls: Columns, sessions: Columns, groups: Sequence[str]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return start and response time of the queries of the foreground.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: starts and response times in nanoseconds, by session and query
    """
    if FOREGROUND not in groups:
        return (nothing := np.zeros(0, dtype=np.int64)), nothing
    members = sessions["session"][_members(sessions, groups, FOREGROUND)]
    theirs = np.isin(calls["session"], members)
    queries = Queries.of({name: column[theirs] for name, column in calls.items()})
    return queries.start_ns, queries.end_ns - queries.start_ns


def measure_storm(
    calls: Columns, sessions: Columns, attempts: Columns, groups: Sequence[str]
) -> dict[str, float | None]:
    """Reduce a run to the metrics of its storm.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param attempts: columns of the attempts
    @param groups: names of the groups by number
    @return: value by column name; empty if the run has no storm
    """
    storm = storm_rows(sessions, groups)
    if not storm.any():
        return {}
    started = int(sessions["start_ns"][storm].min())
    ready = sessions["ready_ns"][storm]
    last = int(ready.max())
    result = _connect_times(ready - sessions["start_ns"][storm], ready >= 0)
    result |= _attempts(attempts, sessions["session"][storm])
    if last >= 0:
        result["drain_time_s"] = (last - started) / 1e9
    starts, responses = foreground_queries(calls, sessions, groups)
    during = (starts >= started) & (starts <= last)
    if during.any():
        result["foreground_response_time_s"] = float(responses[during].mean()) / 1e9
    if (before := starts < started).any():
        result["foreground_before_s"] = float(responses[before].mean()) / 1e9
    return result


def _connect_times(times_ns: npt.NDArray[Any], admitted: npt.NDArray[Any]) -> dict[str, float | None]:
    """Return percentiles of the time to get in, for sessions that did; a percentile is one of these times."""
    if not admitted.any():
        return {}
    found = np.sort(times_ns[admitted] / 1e9)
    result: dict[str, float | None] = {
        # The smallest time that is not below the given share of all.
        f"connect_time_p{rank}_s": float(found[(rank * found.size + 99) // 100 - 1])
        for rank in (50, 95, 99)
    }
    return result | {"connect_time_max_s": float(found[-1])}


def _attempts(attempts: Columns, members: npt.NDArray[Any]) -> dict[str, float | None]:
    """Count the attempts by their outcome; every attempt is counted once."""
    if not attempts:
        return {}
    theirs = np.zeros(int(max(members.max(), attempts["session"].max(initial=0))) + 1, dtype=bool)
    theirs[members] = True
    rows = theirs[attempts["session"]]
    code, version = attempts["ora_code"][rows], attempts["ip_version"][rows]
    version_of_admitted = version[code == 0]
    failed = code[code > 0]
    late = np.count_nonzero(np.isin(failed, TIMEOUT_CODES)) if failed.size else 0
    unanswered = np.count_nonzero(np.isin(failed, UNANSWERED_CODES)) if failed.size else 0
    return {
        "attempts": float(code.size),
        "admitted": float(version_of_admitted.size),
        "admitted_ipv4": float(np.count_nonzero(version_of_admitted == 4)),
        "admitted_ipv6": float(np.count_nonzero(version_of_admitted == 6)),
        "refused": float(failed.size - late - unanswered),
        "reset": float(unanswered),
        "timed_out": float(late),
        "unfinished_attempts": float(np.count_nonzero(code < 0)),
    }
