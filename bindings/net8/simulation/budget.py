# SPDX-License-Identifier: GPL-2.0-only
"""Limits of a run: wall time and memory."""

from __future__ import annotations

import contextlib
import functools
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.base.progress import Report
from net8.base.units import format_size, parse_time
from net8.plan.plan import Plan
from net8.schema.values import show

__all__ = ["Budget", "Limits", "resident_bytes"]

WALL_NS: Final = 12 * 3600 * 10**9
"""Default limit of the wall time of a run: no run of this project takes an hour."""
MEMORY_SHARE: Final = 0.9
"""Default limit of the memory of a run, as a fraction of the machine's memory."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of wall time and memory of a run."""

    wall_ns: int | None  #: wall time, ns; None on several ranks
    memory_bytes: int | None  #: resident memory, bytes; None on several ranks
    wall: str  #: the first in words
    memory: str  #: the second in words

    @classmethod
    def of(cls, plan: Plan) -> Limits:
        """Return the limits of a plan, or the default ones.

        @param plan: the plan
        @return: its limits
        """
        wall, memory = plan["run.max_wall_time"], plan["run.max_memory"]
        if plan["run.partition"]:
            # One process alone cannot end a simulation of several ranks.
            return cls(None, None, "", "")
        if isinstance(memory, int):
            most, text = memory, format_size(memory)
        else:
            most = int(MEMORY_SHARE * _machine_bytes())
            text = f"{most / 2**30:.1f} GiB (nine tenths of this machine's, as the plan sets no limit)"
        if wall is None:
            return cls(WALL_NS, most, "12h (as the plan sets no limit)", text)
        return cls(parse_time(wall), most, show(wall), text)

    def passed(self, wall_s: float, memory_bytes: float) -> str:
        """Compare the use of a run with its limits.

        @param wall_s: wall time, s
        @param memory_bytes: resident memory, bytes
        @return: the exceeded limit in words, or ""
        """
        if self.wall_ns is not None and wall_s * 1e9 > self.wall_ns:
            return f"run.max_wall_time = {self.wall}"
        if self.memory_bytes is not None and memory_bytes > self.memory_bytes:
            return f"run.max_memory = {self.memory}"
        return ""


@dataclass
class Budget:
    """The limits of one run, checked a few times a second while it is built and simulated."""

    plan: Plan  #: the plan with its limits
    exceeded: str = ""  #: why the run must end, or nothing
    _limits: Limits = field(init=False)
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Read the limits."""
        self._limits = Limits.of(self.plan)

    def look(self, report: Report) -> bool:
        """Compare the use of the run with its limits.

        @param report: the progress
        @return: whether it may continue
        """
        wall_s, used = time.monotonic() - self._started, resident_bytes()
        if limit := self._limits.passed(wall_s, used):
            too_long = limit.startswith("run.max_wall_time")
            what = "took longer than" if too_long else f"holds {used / 2**20:.0f} MiB, more than"
            self.exceeded = (
                f"stopped at {report.simulated_s:.6g} s of simulated time: it {what} {limit}; its results so far are "
                "kept, net8 describe estimates what it takes; raise the limit or make the plan smaller"
            )
        return not self.exceeded


@functools.cache
def _machine_bytes() -> int:
    """Return the memory of this machine, or the smaller limit of the control group."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    with contextlib.suppress(OSError, ValueError):
        return min(total, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    return total


def resident_bytes() -> int:
    """Return the resident memory of this process.

    @return: bytes
    """
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
