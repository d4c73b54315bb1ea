# SPDX-License-Identifier: GPL-2.0-only
"""Lost connections that sessions survived, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["measure_failovers"]


def measure_failovers(failovers: Mapping[str, npt.NDArray[Any]]) -> dict[str, float | None]:
    """Reduce the failovers of a run to metrics.

    @param failovers: columns of the failovers, or none
    @return: value by column name; empty if no session lost its connection
    """
    if not failovers:
        return {}
    over = (failovers["end_ns"] >= 0) & (failovers["ora_code"] == 0)
    times = (failovers["end_ns"] - failovers["lost_ns"])[over] / 1e9
    return {
        "failovers": float(times.size),
        "failed_failovers": float(over.size - times.size),
        "failover_time_s": float(times.mean()) if times.size else None,
        "failover_time_max_s": float(times.max()) if times.size else None,
        "calls_again": float(failovers["calls_again"].sum()),
        "rows_again": float(failovers["rows_again"].sum()),
    }
