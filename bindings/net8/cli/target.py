# SPDX-License-Identifier: GPL-2.0-only
"""How narrow intervals are to be before a campaign ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from net8.base.progress import Tell
from net8.sweep.sweep import Outcome, Sweep
from net8.task.scheduler import Scheduler

__all__ = ["ControlledOption", "MostOption", "Target", "UntilOption"]

UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="METRIC=WIDTH",
        help="Add runs until the half-width of the 95 % interval of each point is at most this: response_time=5%.",
    ),
]
MostOption = Annotated[int, typer.Option("--most", help="Most runs of a point with --until.", min=2)]
ControlledOption = Annotated[
    bool,
    typer.Option(
        "--controlled",
        help="Use control variates with --until: remove from the intervals the variation explained by losses.",
    ),
]


@dataclass(frozen=True, slots=True)
class Target:
    """What --until asks for."""

    metric: str  #: its name
    half_width: float | None  #: in the unit of the metric, or none
    relative: float | None  #: as a part of the mean, or none
    most: int  #: runs of a point
    controlled: bool = False  #: whether control variates take out what losses explain

    def reach(
        self, sweep: Sweep, *, jobs: int | None, progress: bool | Tell | None, scheduler: str | Scheduler
    ) -> Outcome:
        """Simulate until it is reached.

        @param sweep: the campaign
        @param jobs: simulations at once
        @param progress: told how far it is
        @param scheduler: Dask scheduler whose workers simulate, or ""
        @return: what was done
        """
        return sweep.run_until(
            self.metric, half_width=self.half_width, relative=self.relative, most=self.most,
            controlled=self.controlled, jobs=jobs, progress=progress, scheduler=scheduler,
        )  # fmt: skip
