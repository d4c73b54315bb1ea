# SPDX-License-Identifier: GPL-2.0-only
"""What redo transport cost and brought, from the counters of a run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["measure_redo"]

_BYTES: Final = re.compile(r"redo_\d+_bytes")
_LAGS: Final = re.compile(r"redo_\d+_longest_lag_bytes")


def measure_redo(counters: Mapping[str, int], end_ns: int) -> dict[str, float | None]:
    """Measure redo transport.

    @param counters: those of a run
    @param end_ns: end of the run
    @return: value by column name; nothing for a run without redo transport
    """
    if "redo_writes" not in counters:
        return {}
    commits, writes = counters["redo_commits"], counters["redo_writes"]
    shipped = [count for name, count in counters.items() if _BYTES.fullmatch(name)]
    lags = [count for name, count in counters.items() if _LAGS.fullmatch(name)]
    return {
        "commit_wait_s": counters["redo_commit_wait_ns"] / commits / 1e9 if commits else None,
        "commits_per_write": commits / writes if writes else None,
        "redo_goodput_bit_s": 8e9 * max(shipped) / end_ns if end_ns else None,
        "redo_lag_bytes": max(lags),
    }
