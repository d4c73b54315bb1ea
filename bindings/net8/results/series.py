# SPDX-License-Identifier: GPL-2.0-only
"""The time series of a run: what each server host did at equal intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

__all__ = ["SERIES_COLUMNS", "series_frame"]

SERIES_COLUMNS: Final = (
    "time_s", "host", "cpu_load", "run_queue", "memory_bytes", "sessions", "greetings", "backlog",
    "accepted_per_s", "refused_per_s", "overflows",
)  # fmt: skip
"""cpu_load is a fraction of all cores; overflows count from the start of the simulation."""


def series_frame(columns: Mapping[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Turn totals into loads and rates, each over the time since the sample before.

    @param columns: samples as the extension gives them, totals from the start of the simulation
    @return: one row per sample and host; 0 at time 0, before which nothing was
    """
    import pandas as pd

    if not columns:
        return pd.DataFrame(columns=list(SERIES_COLUMNS))
    totals = pd.DataFrame(dict(columns))
    names = ["time_ns", "busy_ns", "accepted", "refused"]
    since = totals.groupby("host")[names].diff()
    elapsed_s = since["time_ns"] / 1e9
    frame = totals.assign(
        time_s=totals["time_ns"] / 1e9,
        cpu_load=(since["busy_ns"] / since["time_ns"] / totals["cores"]).fillna(0.0),
        accepted_per_s=(since["accepted"] / elapsed_s).fillna(0.0),
        refused_per_s=(since["refused"] / elapsed_s).fillna(0.0),
    )
    return frame[list(SERIES_COLUMNS)]
