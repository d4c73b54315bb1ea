# SPDX-License-Identifier: GPL-2.0-only
"""How narrow intervals are to be before a campaign ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from net8.base.progress import Tell
from net8.campaign.cells import main_metric
from net8.campaign.results import Results
from net8.schema.metrics import find_metric
from net8.statistics.trials import is_reached
from net8.sweep.sweep import Outcome, Sweep
from net8.task.scheduler import Scheduler

__all__ = ["ControlledOption", "MostOption", "Target", "UntilOption"]

UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="METRIC=WIDTH",
        help="Add runs until the half-width of the 95 % interval of each point is at most this: response_time=5%, or "
        "5% of the metric of the plan.",
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

    metric: str  #: its name, "" for that of the plan
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

    def told(self, results: Results) -> Iterator[str]:
        """Say at how many points it is reached, and where runs came to their most before.

        @param results: what there is now
        @return: lines
        """
        metric = find_metric(self.metric or main_metric(results))
        points = range(len(results.campaign.points))
        found = [results.interval_of(index, metric.name, controlled=self.controlled) for index in points]
        wide = [
            each
            for index, each in zip(points, found, strict=True)
            if not results.is_one_run(index)
            and (each is None or not is_reached(each, half_width=self.half_width, relative=self.relative))
        ]
        how = ", without what losses explain" if self.controlled else ""
        target = (
            f"{self.relative:.3g} of the mean"
            if self.relative
            else f"{self.half_width} {metric.unit}".rstrip()
        )
        yield (
            f"{metric.name} is known within {target}{how} at {len(found) - len(wide):,} of {len(found):,} points, "
            f"after {results.campaign.runs:,} runs of each"
        )
        if wide:
            yield f"note: the others have come to --most {self.most:,} before; allow more, or a wider interval"
