# SPDX-License-Identifier: GPL-2.0-only
"""Queues in a few lines, whose mean waits have closed forms: cases with a known threshold for searches of one.

Runs of one number draw the same random numbers, whatever the rates: waits are continuous in the rate of arrivals.
Sources: Gross, Shortle, Thompson, Harris, Fundamentals of Queueing Theory, 2.2 (M/M/1), 2.3 (M/M/c), 5.1.1 (M/D/1).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt

__all__ = ["KINDS", "QueueCase", "draw_case", "mean_wait"]

KINDS: Final = ("M/M/1", "M/D/1", "M/M/2", "M/M/3")
_WARM_UP: Final = 1000
_COUNTED: Final = 4000

Numbers = npt.NDArray[Any]


def mean_wait(kind: str, arrivals: float, service: float) -> float:
    """Return the mean wait before service: Pollaczek and Khinchine, or Erlang's C over what is left of the rate."""
    servers = int(kind[-1])
    load = arrivals / service
    if kind == "M/D/1":
        return load / (2 * service * (1 - load))
    last = load**servers / math.factorial(servers) / (1 - load / servers)
    waits = last / (sum(load**k / math.factorial(k) for k in range(servers)) + last)
    return waits / (servers * service - arrivals)


@dataclass(frozen=True)
class QueueCase:
    """A queue of which the rate of arrivals is asked at which the mean wait passes a limit."""

    kind: str
    service: float
    truth: float  #: rate of arrivals at which the mean wait is the limit
    low: float
    high: float
    seed: int
    runs: int = 10
    made: dict[float, int] = field(default_factory=dict)  #: runs by place

    def measure(self) -> Callable[[float, int], list[float]]:
        """Return what simulates the mean waits of some runs, less the limit."""
        limit = mean_wait(self.kind, self.truth, self.service)
        draw = np.random.default_rng(self.seed)
        customers = _WARM_UP + _COUNTED
        apart, work = draw.standard_exponential((2, self.runs, customers))
        work = (np.ones_like(work) if self.kind == "M/D/1" else work) / self.service

        def measure(arrivals: float, runs: int) -> list[float]:
            self.made[arrivals] = runs
            waits = _waits(apart[:runs] / arrivals, work[:runs], int(self.kind[-1]))
            return [float(mean) - limit for mean in waits[:, _WARM_UP:].mean(axis=1)]

        return measure


def _waits(apart: Numbers, work: Numbers, servers: int) -> Numbers:
    """Return the wait of each customer: Lindley's recursion, or Kiefer and Wolfowitz's for several servers."""
    if servers == 1:
        steps = np.cumsum(np.hstack([np.zeros((len(work), 1)), work[:, :-1] - apart[:, 1:]]), axis=1)
        waits: Numbers = steps - np.minimum.accumulate(steps, axis=1)
        return waits
    left = np.zeros((len(work), servers))
    waits = np.zeros_like(work)
    for number in range(work.shape[1]):
        left = np.maximum(left - apart[:, number : number + 1], 0.0)
        left.sort(axis=1)
        waits[:, number] = left[:, 0]
        left[:, 0] += work[:, number]
    return waits


def draw_case(seed: int) -> QueueCase:
    """Draw a queue, its threshold at a load of 30 to 70 %, between arrivals at 2 % and at 98 % of what it serves."""
    draw = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    service = round(10 ** draw.uniform(-1, 2), 3)
    most = service * int(kind[-1])
    if kind == "M/D/1":
        most = service
    return QueueCase(kind, service, draw.uniform(0.3, 0.7) * most, 0.02 * most, 0.98 * most, seed)
