# SPDX-License-Identifier: GPL-2.0-only
"""Names of what can be drawn of a run over time, each with its unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from net8.base.errors import PlanError
from net8.schema.values import meant

__all__ = ["QUANTITIES", "Quantity", "check_quantity"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """What can be drawn over time."""

    title: str  #: in words
    unit: str  #: of its values
    kind: Literal["lines", "steps", "fsteps"]  #: of line: fsteps holds a value since the time before
    sampled: bool = True  #: needs samples
    is_time: bool = False  #: a time goes on a logarithmic axis where the plan asks for one


QUANTITIES: Final[Mapping[str, Quantity]] = {
    "cpu_load": Quantity("CPU load", "% of all cores", "fsteps"),
    "run_queue": Quantity("run queue", "jobs", "steps"),
    "memory": Quantity("memory", "MiB", "steps"),
    "sessions": Quantity("sessions", "", "steps"),
    "greetings": Quantity("open greetings", "", "steps"),
    "backlog": Quantity("backlog", "connections", "steps"),
    "overflows": Quantity("overflows so far", "", "steps"),
    "accepted_per_s": Quantity("accepted", "1/s", "fsteps"),
    "refused_per_s": Quantity("refused", "1/s", "fsteps"),
    "asked_per_s": Quantity("connects asked", "1/s", "fsteps", False),
    "admitted_per_s": Quantity("connects admitted", "1/s", "fsteps", False),
    "foreground_response_time": Quantity("foreground response", "s", "lines", False, True),
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
