# SPDX-License-Identifier: GPL-2.0-only
"""Requests of users to applications with pools of connections, in numbers and over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from net8.results.work import percentile

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Columns = Mapping[str, npt.NDArray[Any]]
    Numbers = npt.NDArray[Any]

__all__ = ["measure_requests", "pool_frame"]


def measure_requests(requests: Columns, sessions: Columns) -> dict[str, float | None]:
    """Reduce the requests of a run to metrics.

    @param requests: columns of the requests, or none
    @param sessions: columns of the sessions
    @return: value by column name; empty if the run has no requests
    """
    if not requests:
        return {}
    good, start, end = requests["error"] == 0, requests["start_ns"], requests["end_ns"]
    times = np.sort((end - start)[good] / 1e9)
    served = requests["got_ns"] >= 0
    waits = np.sort((requests["got_ns"] - requests["asked_ns"])[served] / 1e9)
    ended = end[end >= 0]
    span = float(ended.max() - start.min()) / 1e9 if ended.size else 0.0
    pooled = np.isin(sessions["group"], requests["group"])
    found: dict[str, float | None] = {
        "requests": float(times.size),
        "failed_requests": float(good.size - times.size),
        "requests_per_s": times.size / span if span > 0 else None,
        "request_time_s": float(times.mean()) if times.size else None,
        "request_time_max_s": float(times[-1]) if times.size else None,
        "pool_wait_time_s": float(waits.mean()) if waits.size else None,
        "pool_wait_time_p95_s": percentile(waits, 95) if waits.size else None,
        "pool_wait_time_max_s": float(waits[-1]) if waits.size else None,
        "pool_size_connections": float(_open(sessions, pooled)[1].max(initial=0)),
    }
    for rank in (50, 90, 95, 99):
        found[f"request_time_p{rank}_s"] = percentile(times, rank) if times.size else None
    return found


def pool_frame(requests: Columns, sessions: Columns, groups: Sequence[str]) -> pd.DataFrame:
    """Return the state of pools over time.

    @param requests: columns of the requests, or none
    @param sessions: columns of the sessions
    @param groups: names of the groups by number
    @return: a row per group and change: time, connections, those in use, requests that wait
    """
    import pandas as pd

    names = ("time_s", "group", "connections", "in_use", "waiting")
    frames = [pd.DataFrame({name: [] for name in names}), *_frames(requests, sessions, groups)]
    frames = frames[1:] or frames
    return pd.concat(frames, ignore_index=True)


def _frames(requests: Columns, sessions: Columns, groups: Sequence[str]) -> Iterator[pd.DataFrame]:
    """Yield the states of the pools of each group."""
    import pandas as pd

    for group in np.unique(requests["group"]) if requests else ():
        own = {name: values[requests["group"] == group] for name, values in requests.items()}
        waited = np.where(own["got_ns"] >= 0, own["got_ns"], own["done_ns"])
        steps = [
            _open(sessions, sessions["group"] == group),
            _steps(own["got_ns"], own["done_ns"]),
            _steps(own["asked_ns"], waited),
        ]
        times = np.unique(np.concatenate([at for at, _level in steps]))
        columns = {
            name: _level_at(times, at, level)
            for name, (at, level) in zip(("connections", "in_use", "waiting"), steps, strict=True)
        }
        yield pd.DataFrame({"time_s": times / 1e9, "group": groups[int(group)], **columns})


def _open(sessions: Columns, chosen: Numbers) -> tuple[Numbers, Numbers]:
    """Return when the number of connections changed, and its new values."""
    return _steps(sessions["start_ns"][chosen], sessions["end_ns"][chosen])


def _steps(begins: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """Return when the number of intervals under way changed, and its new values.

    @param begins: when each began; negative: never
    @param ends: when it ended; negative: it did not
    @return: times, each once, and levels
    """
    began = begins >= 0
    times = np.concatenate((begins[began], ends[began & (ends >= 0)]))
    changes = np.concatenate((np.ones(int(began.sum())), -np.ones(int((began & (ends >= 0)).sum()))))
    found, place = np.unique(times, return_inverse=True)
    levels: Numbers = np.cumsum(np.bincount(place, weights=changes, minlength=found.size)).astype(np.int64)
    return found, levels


def _level_at(times: Numbers, at: Numbers, level: Numbers) -> Numbers:
    """Return the level at each of some times, 0 before the first change."""
    place = np.searchsorted(at, times, side="right")
    found: Numbers = np.concatenate((np.zeros(1, dtype=np.int64), level))[place]
    return found
