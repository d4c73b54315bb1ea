# SPDX-License-Identifier: GPL-2.0-only
"""Reduce the rows of a run to the metrics of plans, tables and figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.results.queries import KEPT, LOB, LOGON, NOTIFICATION, PIPELINE, Queries
from net8.results.storm import attacking, measure_storm
from net8.results.work import measure_work
from net8.schema.metrics import METRICS

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]

__all__ = ["measure", "measure_series"]

_UNKNOWN: Final[Mapping[str, float | None]] = {
    metric.column: None for metric in METRICS.values() if not metric.series
}


def measure(
    calls: Columns, sessions: Columns, outcome: list[str], attempts: Columns, groups: Sequence[str]
) -> dict[str, float | None]:
    """Reduce the rows of a run to its metrics.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param outcome: how each session ended
    @param attempts: columns of the attempts
    @param groups: names of the groups by number
    @return: value by column name, None if no query or session succeeded
    """
    good = np.array([text == "closed" for text in outcome], dtype=bool)
    result = {**_UNKNOWN, **measure_storm(calls, sessions, attempts, groups)}
    result |= measure_work(calls, sessions, outcome)
    wanted = ~attacking(sessions, groups)
    result |= {
        "failed_sessions": float(np.count_nonzero(~good & wanted)),
        "sessions": float(np.count_nonzero(wanted)),
    }
    if not good.any():
        return result
    if not good.all():
        sessions = {name: values[good] for name, values in sessions.items()}
        theirs = np.isin(calls["session"], sessions["session"])
        calls = {name: values[theirs] for name, values in calls.items()}
    return result | _queries(calls) | _sessions(calls, sessions)


def _sessions(calls: Columns, sessions: Columns) -> dict[str, float | None]:
    """Average over successful sessions."""
    # The count of the session ends with the logon; each later call is one more, except in pipelines, cached results and
    # notifications.
    asked = np.count_nonzero(~np.isin(calls["kind"], (LOGON, KEPT, NOTIFICATION)))
    later = (asked - _piped(calls)) / sessions["session"].size
    return {
        "logon_time_s": _mean(sessions["ready_ns"] - sessions["start_ns"]) / 1e9,
        "bytes": _mean(sessions["bytes_sent"] + sessions["bytes_received"]),
        "rows": _mean(sessions["rows"]),
        "agreed_sdu_bytes": _agreed(sessions["sdu"]),
        "agreed_tdu_bytes": _agreed(sessions["tdu"]),
        "round_trips": _mean(sessions["round_trips"]) + later,
    }


def _agreed(sizes: npt.NDArray[Any]) -> float | None:
    """Average a negotiated size over the sessions that have one; those of other protocols do not."""
    known = sizes[sizes > 0]
    return _mean(known) if known.size else None


def _piped(calls: Columns) -> int:
    """Count the calls sent before the reply to the previous one: they take no round trip of their own."""
    if not np.any(calls["kind"] == PIPELINE):
        return 0
    order = np.lexsort((calls["call"], calls["session"]))
    session, start, end = (calls[name][order] for name in ("session", "start_ns", "end_ns"))
    return int(np.count_nonzero((session[1:] == session[:-1]) & (start[1:] < end[:-1])))


def _queries(calls: Columns) -> dict[str, float | None]:
    """Average over queries, each from its execute request until the client is done with the last reply."""
    queries = Queries.of(calls)
    if queries.first.size == 0:
        return {}
    end_ns, fetch_start_ns = queries.end_ns, queries.fetch_start_ns
    response = (end_ns - queries.start_ns) / 1e9
    fetched = fetch_start_ns >= 0
    fetch = (end_ns - fetch_start_ns)[fetched] / 1e9
    reply, timed = queries.total("reply_bytes"), response > 0
    lobs = int(np.count_nonzero(queries.calls["kind"] == LOB))
    return {
        "fetch_calls": (queries.calls["kind"].size - lobs) / queries.first.size,
        "response_time_s": _mean(response),
        "fetch_time_s": _mean(fetch) if fetch.size else 0.0,
        "throughput_bit_s": _mean(8 * reply[timed] / response[timed]) if timed.any() else None,
        "reply_packets": _mean(queries.total("reply_packets")),
    }


def _mean(values: npt.NDArray[Any]) -> float:
    """Average numbers: what numpy's mean computes, without what it looks at first, which takes longer for a few."""
    return float(np.add.reduce(values, dtype=np.float64) / values.size)


def measure_series(links: Columns, connections: Columns) -> dict[str, float | None]:
    """Reduce the series of links and sessions to their metrics.

    @param links: columns of the samples of links, or none
    @param connections: columns of the samples of sessions, or none
    @return: value by column name, empty without samples
    """
    found: dict[str, float | None] = {}
    if links:
        last = links["time_ns"] == links["time_ns"].max()
        end = float(links["time_ns"].max())
        found["link_load"] = float(links["busy_ns"][last].max()) / end if end else 0.0
        found["link_queue_packets"] = float(links["queue_packets"].max())
        found["link_drops"] = float(links["dropped_packets"][last].sum())
    if connections:
        server = connections["server"] == 1
        rtt = connections["rtt_ns"][server & (connections["rtt_ns"] > 0)]
        cwnd = connections["cwnd_bytes"][server]
        found["cwnd_bytes"] = float(cwnd.mean()) if cwnd.size else None
        found["rtt_s"] = float(rtt.mean()) / 1e9 if rtt.size else None
    return found
