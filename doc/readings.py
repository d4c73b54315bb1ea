# SPDX-License-Identifier: GPL-2.0-only
"""What tables of READMEs read of runs and their captures, beside metrics (read in tables.toml)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from net8.results.run import Run
from net8.validate.found import Replication
from net8.validate.read import query_calls, reply_segments

__all__ = ["READINGS"]

_HEADER: Final = 10
"""Bytes of a data packet beside its data."""


def _seen(run: Run) -> Replication:
    """Return what a capture shows."""
    if run.folder is None:
        raise SystemExit("a reading of a capture needs a run that is stored")
    return Replication({}, run.folder)


def _rises(runs: Sequence[Run], _what: Mapping[str, Any]) -> str:
    """State whether the throughput rises from each run to the next."""
    rates = [float(str(run["throughput"])) for run in runs]
    return "yes" if rates == sorted(rates) else "no"


def _ratio(read: Callable[[Run], float]) -> Callable[[Sequence[Run], Mapping[str, Any]], str]:
    """Return a reading that holds the first run over the second."""
    return lambda runs, _what: f"{read(runs[0]) / read(runs[1]):.2f}"


def _metric(name: str) -> Callable[[Run], float]:
    """Return what reads a metric."""
    return lambda run: float(str(run[name]))


def _frame_rate(run: Run) -> float:
    """Return TCP segments of the query per second, both directions."""
    seen = _seen(run)
    calls = query_calls(seen)
    first, last = calls[0].requests[0].frame, calls[-1].replies[-1].frame
    return sum(first <= segment.frame <= last for segment in seen.segments) / float(str(run["response_time"]))


def _longest_gap(runs: Sequence[Run], _what: Mapping[str, Any]) -> str:
    """Return the longest time from one data segment of the server to its next, in ms."""
    times = [segment.time_ns for segment in reply_segments(_seen(runs[0]))]
    return f"{max(later - earlier for earlier, later in itertools.pairwise(times)) / 1e6:.1f}"


def _packets(runs: Sequence[Run], what: Mapping[str, Any]) -> list[int]:
    """Return the packets of the reply to a fetch (call), in bytes."""
    return [packet.length for packet in query_calls(_seen(runs[0]))[what["call"]].replies]


def _bytes_of_rows(runs: Sequence[Run], what: Mapping[str, Any]) -> str:
    """Return the bytes of the rows that answered a fetch."""
    return str(sum(length - _HEADER for length in _packets(runs, what)))


def _packets_of_rows(runs: Sequence[Run], what: Mapping[str, Any]) -> str:
    """Return the packets that answered a fetch."""
    return ", ".join(f"{length} = {length - _HEADER} + {_HEADER}" for length in _packets(runs, what))


def _frames_of_rows(runs: Sequence[Run], what: Mapping[str, Any]) -> str:
    """Return the Ethernet frames that brought the answer to a fetch, without FCS."""
    seen = _seen(runs[0])
    call = query_calls(seen)[what["call"]]
    first, last = call.requests[0].frame, call.replies[-1].frame
    server = seen.session.connection.server
    return ", ".join(
        str(seen.frame_bytes[segment.frame])
        for segment in seen.segments
        if segment.source == server and segment.payload and first < segment.frame <= last
    )


READINGS: Final[dict[str, Callable[[Sequence[Run], Mapping[str, Any]], str]]] = {
    "throughput rises": _rises,
    "throughput ratio": _ratio(_metric("throughput")),
    "time ratio": _ratio(_metric("response_time")),
    "frame rate ratio": _ratio(_frame_rate),
    "longest gap": _longest_gap,
    "bytes of rows": _bytes_of_rows,
    "packets of rows": _packets_of_rows,
    "frames of rows": _frames_of_rows,
}
"""Of the first run of each point of a cell, in the order of its steps, and what the cell says."""
