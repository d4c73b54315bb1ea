# SPDX-License-Identifier: GPL-2.0-only
"""What pools heard of hosts and instances that went down, from the counters of a run."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["measure_fan"]


def measure_fan(counters: Mapping[str, int]) -> dict[str, float | None]:
    """Measure events of FAN.

    @param counters: those of a run
    @return: value by column name; nothing for a run in which no pool subscribes
    """
    if "fan_events" not in counters:
        return {}
    received = counters["fan_events_received"]
    return {
        "fan_events": counters["fan_events"],
        "fan_events_received": received,
        "fan_event_time_s": counters["fan_event_time_sum_ns"] / received / 1e9 if received else None,
        "fan_event_time_max_s": counters["fan_event_time_max_ns"] / 1e9 if received else None,
        "fan_connections_closed": counters["fan_connections_closed"],
        "fan_connections_opened": counters["fan_connections_opened"],
    }
