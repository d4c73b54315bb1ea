# SPDX-License-Identifier: GPL-2.0-only
"""What can be drawn of a run over time: each quantity with its unit, and where it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from net8.base.errors import PlanError
from net8.results.run import Run
from net8.results.storm import foreground_queries, storm_rows
from net8.schema.values import meant

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = ["QUANTITIES", "Quantity", "check_quantity"]

_SECOND_NS: Final = 10**9
_MOST_STEPS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Quantity:
    """What can be drawn over time."""

    title: str  #: in words
    unit: str  #: of its values
    get: Callable[[Run, int], tuple[Numbers, Numbers]]  #: of a run and a host, times in seconds and values
    kind: Literal["lines", "steps", "fsteps"]  #: of line: fsteps holds a value since the time before
    sampled: bool = True  #: needs samples
    is_time: bool = False  #: a time goes on a logarithmic axis where the plan asks for one


def _sampled(column: str, scale: float = 1.0) -> Callable[[Run, int], tuple[Numbers, Numbers]]:
    """Take a column of the series of a server host."""

    def get(run: Run, host: int) -> tuple[Numbers, Numbers]:
        frame = run.series
        frame = frame[frame["host"] == host]
        return frame["time_s"].to_numpy(), frame[column].to_numpy() * scale

    return get


def _per_second(column: str) -> Callable[[Run, int], tuple[Numbers, Numbers]]:
    """Count the storm's sessions by the second in which something happened to them."""

    def get(run: Run, _host: int) -> tuple[Numbers, Numbers]:
        times = run.session_columns[column][storm_rows(run.session_columns, run.groups)]
        width = _step_s(run)
        steps = times[(times >= 0) & (times <= run.end_time_ns)] // (width * _SECOND_NS)
        counts = np.bincount(steps, minlength=run.end_time_ns // (width * _SECOND_NS) + 1)
        return np.arange(counts.size + 1) * width, np.concatenate(([0], counts)) / width

    return get


def _step_s(run: Run) -> int:
    """Return the time over which is counted: a second, or so long that there are not too many."""
    return 1 + run.end_time_ns // _SECOND_NS // _MOST_STEPS


def _foreground(run: Run, _host: int) -> tuple[Numbers, Numbers]:
    """Average the response times of the foreground by the second in which its queries start."""
    starts, responses = foreground_queries(run.call_columns, run.session_columns, run.groups)
    width = _step_s(run)
    inside = (starts >= 0) & (starts <= run.end_time_ns)
    steps = starts[inside] // (width * _SECOND_NS)
    counts, sums = np.bincount(steps), np.bincount(steps, weights=responses[inside] / 1e9)
    there = np.flatnonzero(counts)
    return (there + 0.5) * width, sums[there] / counts[there]


QUANTITIES: Final[Mapping[str, Quantity]] = {
    "cpu_load": Quantity("CPU load", "% of all cores", _sampled("cpu_load", 100.0), "fsteps"),
    "run_queue": Quantity("run queue", "jobs", _sampled("run_queue"), "steps"),
    "memory": Quantity("memory", "MiB", _sampled("memory_bytes", 1 / 2**20), "steps"),
    "sessions": Quantity("sessions", "", _sampled("sessions"), "steps"),
    "greetings": Quantity("open greetings", "", _sampled("greetings"), "steps"),
    "backlog": Quantity("backlog", "connections", _sampled("backlog"), "steps"),
    "overflows": Quantity("overflows so far", "", _sampled("overflows"), "steps"),
    "accepted_per_s": Quantity("accepted", "1/s", _sampled("accepted_per_s"), "fsteps"),
    "refused_per_s": Quantity("refused", "1/s", _sampled("refused_per_s"), "fsteps"),
    "asked_per_s": Quantity("connects asked", "1/s", _per_second("start_ns"), "fsteps", False),
    "admitted_per_s": Quantity("connects admitted", "1/s", _per_second("accepted_ns"), "fsteps", False),
    "foreground_response_time": Quantity("foreground response", "s", _foreground, "lines", False, True),
}
"""What a figure over time may show."""


def check_quantity(name: str, *, sampled: bool) -> None:
    """Refuse what cannot be drawn over time.

    @param name: such as "cpu_load"
    @param sampled: whether samples are taken
    """
    if name not in QUANTITIES:
        raise PlanError(
            f"{name} is nothing that is drawn over time{meant(name, QUANTITIES)}; there are {', '.join(QUANTITIES)}"
        )
    if QUANTITIES[name].sampled and not sampled:
        raise PlanError(f'{name} is drawn from samples; give run.sample_interval, such as "1s"')
