# SPDX-License-Identifier: GPL-2.0-only
"""What a run may take of the machine: wall time and memory."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from net8.plan import Plan
from net8.progress import Report
from net8.units import format_size, parse_time
from net8.values import show

__all__ = ["Budget"]


@dataclass
class Budget:
    """The budget of one run, looked at a few times a second while it is built and simulated."""

    plan: Plan  #: the plan with its limits
    exceeded: str = ""  #: why the run must end, or nothing
    _wall_ns: int | None = field(init=False)
    _memory: int | None = field(init=False)
    _started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        """Read the limits."""
        wall, memory = self.plan["run.max_wall_time"], self.plan["run.max_memory"]
        self._wall_ns = None if wall is None else parse_time(wall)
        self._memory = memory if isinstance(memory, int) else None

    def look(self, report: Report) -> bool:
        """Compare what the run takes with its budget.

        @param report: how far it is
        @return: whether it may go on
        """
        where = f"stopped at {report.simulated_s:.6g} s of simulated time"
        if self._wall_ns is not None and (time.monotonic() - self._started) * 1e9 > self._wall_ns:
            limit = show(self.plan["run.max_wall_time"])
            self.exceeded = f"{where}: it took longer than run.max_wall_time = {limit}"
        elif self._memory is not None and (used := _resident_bytes()) > self._memory:
            limit = format_size(self._memory)
            self.exceeded = f"{where}: it holds {used / 2**20:.0f} MiB, more than run.max_memory = {limit}"
        return not self.exceeded


def _resident_bytes() -> int:
    """Give the memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE")
