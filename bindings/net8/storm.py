# SPDX-License-Identifier: GPL-2.0-only
"""A storm in numbers: who got in, when, and what those who were in already had to bear.

Groups have roles by their names: "foreground" is in before the storm and suffers from it, "attackers" are nobody's
clients; all others are the storm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]

__all__ = [
    "ATTACKERS", "FOREGROUND", "TIMEOUT_CODES", "attacking", "foreground_queries", "measure_storm", "storm_rows",
]  # fmt: skip

FOREGROUND: Final = "foreground"
"""Name of the group whose response time the storm spoils."""

ATTACKERS: Final = "attackers"
"""Name of the group that wants no session."""

TIMEOUT_CODES: Final = (12170, 12535, 12609)
"""Oracle error numbers of attempts that a timer or TCP itself gave up."""

EXECUTE: Final = 0
FETCH: Final = 1


def storm_rows(sessions: Columns, groups: Sequence[str]) -> npt.NDArray[Any]:
    """Tell which sessions are the storm.

    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: true or false for each session
    """
    import numpy as np

    others = [number for number, name in enumerate(groups) if name in (FOREGROUND, ATTACKERS)]
    return ~np.isin(sessions["group"], others)


def attacking(sessions: Columns, groups: Sequence[str]) -> npt.NDArray[Any]:
    """Tell which sessions are attacks.

    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: true or false for each session
    """
    import numpy as np

    return np.isin(sessions["group"], [number for number, name in enumerate(groups) if name == ATTACKERS])


def foreground_queries(
    calls: Columns, sessions: Columns, groups: Sequence[str]
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Give start and response time of the queries of the foreground.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: starts and response times in nanoseconds, by session and query
    """
    import numpy as np

    number = groups.index(FOREGROUND) if FOREGROUND in groups else -1
    members = sessions["session"][sessions["group"] == number]
    keep = np.isin(calls["session"], members) & np.isin(calls["kind"], (EXECUTE, FETCH))
    order = np.lexsort((calls["call"][keep], calls["session"][keep]))
    kind, start, end = (calls[name][keep][order] for name in ("kind", "start_ns", "end_ns"))
    first = np.flatnonzero(kind == EXECUTE)
    last = np.append(first[1:], kind.size) - 1 if first.size else first
    return start[first], end[last] - start[first]


def measure_storm(
    calls: Columns, sessions: Columns, attempts: Columns, groups: Sequence[str]
) -> dict[str, float | None]:
    """Reduce a run to the metrics of its storm.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param attempts: columns of the attempts
    @param groups: names of the groups by number
    @return: value by column name; nothing where a run has no storm
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
    """Give percentiles of the time to get in, of those who did; a percentile is the time of one of them."""
    import numpy as np

    if not admitted.any():
        return {}
    found = times_ns[admitted] / 1e9
    ranks = (50, 95, 99)
    values = np.percentile(found, ranks, method="inverted_cdf")
    result: dict[str, float | None] = {
        f"connect_time_p{rank}_s": float(value) for rank, value in zip(ranks, values, strict=True)
    }
    return result | {"connect_time_max_s": float(found.max())}


def _attempts(attempts: Columns, members: npt.NDArray[Any]) -> dict[str, float | None]:
    """Count what became of each attempt; no attempt is counted twice or not at all."""
    import numpy as np

    if not attempts:
        return {}
    rows = np.isin(attempts["session"], members)
    code, version = attempts["ora_code"][rows], attempts["ip_version"][rows]
    late = np.isin(code, TIMEOUT_CODES)
    return {
        "attempts": float(code.size),
        "admitted": float((code == 0).sum()),
        "admitted_ipv4": float(((code == 0) & (version == 4)).sum()),
        "admitted_ipv6": float(((code == 0) & (version == 6)).sum()),
        "refused": float(((code > 0) & ~late).sum()),
        "timed_out": float(late.sum()),
        "unfinished_attempts": float((code < 0).sum()),
    }
