# SPDX-License-Identifier: GPL-2.0-only
"""Goodput of the flows of background traffic, from the counters of a run."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

__all__ = ["count_flow_times", "measure_flows"]

_BYTES: Final = re.compile(r"(cross_traffic_\d+)_flow_\d+_bytes")


def count_flow_times(spans_ns: Sequence[tuple[int, int]], end_ns: int) -> dict[str, int]:
    """Return the time in which each source of background traffic sends, as counters of a run.

    @param spans_ns: start and stop of each source; a stop of 0 is the end of the run
    @param end_ns: end of the run
    @return: nanoseconds by name, such as cross_traffic_1_time_ns
    """
    times = ((min(stop, end_ns) if stop else end_ns) - start for start, stop in spans_ns)
    return {f"cross_traffic_{number}_time_ns": max(0, time) for number, time in enumerate(times, 1)}


def measure_flows(counters: Mapping[str, int]) -> dict[str, float | None]:
    """Measure the goodput of flows.

    @param counters: those of a run
    @return: value by column name; nothing for a run without background traffic
    """
    found = [
        8e9 * count / time
        for name, count in counters.items()
        if (flow := _BYTES.fullmatch(name)) and (time := counters.get(f"{flow[1]}_time_ns", 0))
    ]
    if not found:
        return {}
    return {
        "flow_goodput_bit_s": sum(found) / len(found),
        "flow_goodput_min_bit_s": min(found),
        "flow_goodput_max_bit_s": max(found),
    }
