# SPDX-License-Identifier: GPL-2.0-only
"""Quantities of a run over time, for figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.results.run import Run
from net8.results.storm import foreground_queries, storm_rows

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = ["read_curves", "read_quantity"]

_SECOND_NS: Final = 10**9
_MOST_STEPS: Final = 100_000


def _sampled(column: str, scale: float = 1.0) -> Callable[[Run, int], tuple[Numbers, Numbers]]:
    """Return a column of the series of a server host."""

    def get(run: Run, host: int) -> tuple[Numbers, Numbers]:
        frame = run.series
        frame = frame[frame["host"] == host]
        return frame["time_s"].to_numpy(), frame[column].to_numpy() * scale

    return get


def _per_second(column: str) -> Callable[[Run, int], tuple[Numbers, Numbers]]:
    """Count the sessions of the storm by the second of an event."""

    def get(run: Run, _host: int) -> tuple[Numbers, Numbers]:
        times = run.session_columns[column][storm_rows(run.session_columns, run.groups)]
        width = _step_s(run)
        steps = times[(times >= 0) & (times <= run.end_time_ns)] // (width * _SECOND_NS)
        counts = np.bincount(steps, minlength=run.end_time_ns // (width * _SECOND_NS) + 1)
        return np.arange(counts.size + 1) * width, np.concatenate(([0], counts)) / width

    return get


def _step_s(run: Run) -> int:
    """Return the length of the counting intervals: a second, or more if there would be too many."""
    return 1 + run.end_time_ns // _SECOND_NS // _MOST_STEPS


def _foreground(run: Run, _host: int) -> tuple[Numbers, Numbers]:
    """Average the response times of the foreground by the second in which the queries start."""
    starts, responses = foreground_queries(run.call_columns, run.session_columns, run.groups)
    width = _step_s(run)
    inside = (starts >= 0) & (starts <= run.end_time_ns)
    steps = starts[inside] // (width * _SECOND_NS)
    counts, sums = np.bincount(steps), np.bincount(steps, weights=responses[inside] / 1e9)
    there = np.flatnonzero(counts)
    return (there + 0.5) * width, sums[there] / counts[there]


_READ: Final[Mapping[str, Callable[[Run, int], tuple[Numbers, Numbers]]]] = {
    "cpu_load": _sampled("cpu_load", 100.0),
    "run_queue": _sampled("run_queue"),
    "memory": _sampled("memory_bytes", 1 / 2**20),
    "sessions": _sampled("sessions"),
    "greetings": _sampled("greetings"),
    "backlog": _sampled("backlog"),
    "overflows": _sampled("overflows"),
    "accepted_per_s": _sampled("accepted_per_s"),
    "refused_per_s": _sampled("refused_per_s"),
    "asked_per_s": _per_second("start_ns"),
    "admitted_per_s": _per_second("accepted_ns"),
    "foreground_response_time": _foreground,
}
"""How each quantity is read."""


_OF_SESSIONS: Final = {"cwnd": "cwnd_bytes", "rtt": "rtt_s", "in_flight": "in_flight_bytes"}
_COLUMNS: Final = {
    "link_queue": "queue_packets",
    "link_load": "load",
    "link_drops": "dropped_packets",
    "link_losses": "lost_packets",
    "link_goodput": "goodput_bit_s",
    "flow_goodput": "goodput_bit_s",
    **_OF_SESSIONS,
}
_SCALES: Final = {
    "link_load": 100.0, "link_goodput": 1e-6, "flow_goodput": 1e-6, "cwnd": 1e-3, "rtt": 1e3, "in_flight": 1e-3,
}  # fmt: skip


def read_curves(
    name: str, run: Run, links: Collection[object] = (), sessions: Collection[object] = ()
) -> dict[str, tuple[Numbers, Numbers]]:
    """Return a quantity of links, background flows or sessions over time.

    @param name: one of QUANTITIES that needs a series
    @param run: the run
    @param links: links to include, each as its name, or its name and up or down; empty: all, both ways
    @param sessions: sessions to include, by number; empty: all with series
    @return: times in seconds and values, by name of the link, flow or session
    """
    if name in _OF_SESSIONS:
        frame = run.session_series
        frame = frame[(frame["end"] == "server") & frame[_OF_SESSIONS[name]].notna()]
        shown = frame["session"].isin(list(sessions)) if sessions else frame["session"] >= 0
        names = "session " + frame["session"].astype(str)
    elif name == "flow_goodput":
        frame = run.flow_series
        shown = frame["flow"] > 0
        names = "cross_traffic " + frame["traffic"].astype(str) + ", flow " + frame["flow"].astype(str)
    else:
        frame = run.link_goodput if name == "link_goodput" else run.link_series
        ways = frame["link"] + " " + frame["direction"]
        shown = ways.isin(list(links)) | frame["link"].isin(list(links)) if links else ways.notna()
        names = ways + ", " + frame["group"] if name == "link_goodput" else ways
    column = _COLUMNS[name]
    return {
        str(label): (rows["time_s"].to_numpy(), rows[column].to_numpy() * _SCALES.get(name, 1.0))
        for label, rows in frame[shown].groupby(names[shown], sort=False)
    }


def read_quantity(name: str, run: Run, host: int) -> tuple[Numbers, Numbers]:
    """Return a quantity of a run over time.

    @param name: one of QUANTITIES that needs no series
    @param run: the run
    @param host: number of the server host, for a quantity of a host
    @return: times in seconds, and values
    """
    return _READ[name](run, host)
