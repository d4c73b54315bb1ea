# SPDX-License-Identifier: GPL-2.0-only
"""A short trial of a plan, whose events are counted and projected: no closed form knows losses, retries and faults."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Final

from net8.base.errors import Net8Error
from net8.base.progress import Report
from net8.forecast.estimate import EVENT_S, RUN_S, Estimate
from net8.plan.outside import is_outside
from net8.plan.resolve import Task
from net8.simulation.one_run import simulate

__all__ = ["tried", "try_out"]

_LONGEST_S: Final = 0.2
"""Wall time of a trial; a report comes every quarter of a second, so that none takes much longer than that."""
_TRIALS: Final = 3
"""Most points of a sweep that are begun: that with the least events, that in the middle, that with the most."""
_LEAST_SHARE: Final = 0.01
"""Part of the run that a trial must reach to be projected."""


@dataclass
class _Watch:
    """Ends a trial after its time, and keeps what it said last."""

    started: float
    last: Report | None = None

    def look(self, report: Report) -> bool:
        """Note the progress and return whether the trial may go on."""
        self.last = report
        return time.perf_counter() - self.started < _LONGEST_S


def tried(tasks: Sequence[Task], known: Sequence[Estimate]) -> list[Estimate]:
    """Correct the estimates of the points of a plan: some are begun, and the others are corrected as these.

    @param tasks: the points, resolved
    @param known: their estimates from closed forms
    @return: the corrected ones
    """
    order = sorted(range(len(tasks)), key=lambda index: known[index].events)
    chosen = (
        {order[place * (len(order) - 1) // (_TRIALS - 1)] for place in range(_TRIALS)} if order else set()
    )
    found = {index: try_out(tasks[index], known[index]) for index in sorted(chosen)}
    pairs = [(known[index], each) for index, each in found.items()]
    events = math.exp(
        fmean(math.log(max(1.0, each.events) / max(1.0, least.events)) for least, each in pairs)
    )
    wall = math.exp(fmean(math.log(each.wall_s / least.wall_s) for least, each in pairs))
    return [
        found.get(index) or replace(each, events=each.events * events, wall_s=each.wall_s * wall)
        for index, each in enumerate(known)
    ]


def try_out(task: Task, known: Estimate) -> Estimate:
    """Correct an estimate by beginning the run; one that ends within a quarter of a second is counted as it is.

    @param task: a resolved plan
    @param known: its estimate from closed forms
    @return: the corrected one, or the same where a trial is not possible or shows too little
    """
    # Of a large network the trial would take as long as building it.
    if task.partition or is_outside(task.plan) or known.built_s > _LONGEST_S:
        return known
    watch = _Watch(time.perf_counter())
    try:
        run = simulate(
            task, seed=int(str(task.plan["run.seed"])), run=1, folder=None, pcap=False, look=watch.look
        )
    except Net8Error:
        return known
    took_s = time.perf_counter() - watch.started
    if watch.last is None or took_s < _LONGEST_S:
        return replace(known, events=run.events, wall_s=max(RUN_S, took_s))
    share = min(1.0, watch.last.share)
    if share < _LEAST_SHARE:
        least = max(known.events, run.events)
        return replace(known, events=least, wall_s=max(known.wall_s, took_s, RUN_S + least * EVENT_S))
    return replace(known, events=run.events / share, wall_s=max(RUN_S, took_s / share))
