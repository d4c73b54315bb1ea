# SPDX-License-Identifier: GPL-2.0-only
"""How far a sweep or a single run is, and how long the rest will take."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Progress", "Report", "Running", "Tell", "Tracker"]

_EARLY_SHARE = 1e-3
"""Up to this part of the whole nothing can be said of the rest."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a simulation under way says of itself, every quarter of a second."""

    simulated_s: float  #: simulated time, s
    events: int  #: events of the simulator so far
    share: float  #: part of the run that is done, 0 to 1: rows, sessions or time, whichever is furthest


@dataclass(frozen=True, slots=True)
class Running:
    """A run under way."""

    report: Report  #: what it said last
    events_per_s: float  #: events per second of wall time between its last two reports


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is."""

    done: int  #: finished runs of this call
    total: int  #: runs of this call
    failed: int  #: failed runs among them
    running: tuple[Running, ...] = ()  #: runs under way that have reported, the longest first
    elapsed_s: float = 0.0  #: wall time since the start, s
    note: str = ""  #: why nothing happens, or nothing

    @property
    def share(self) -> float:
        """The part of the whole that is done, 0 to 1."""
        return (self.done + sum(run.report.share for run in self.running)) / self.total

    @property
    def rest_s(self) -> float | None:
        """Estimate the wall time that is left, in seconds; None while nothing can be said."""
        share = self.share
        return self.elapsed_s * (1 - share) / share if share > _EARLY_SHARE else None

    @property
    def events_per_s(self) -> float:
        """The events per second of wall time of all runs under way."""
        return sum(run.events_per_s for run in self.running)


Tell = Callable[[Progress], None]


@dataclass
class Tracker:
    """Gathers what runs report into Progress."""

    total: int  #: runs in all
    tell: Tell | None  #: whom to tell
    clock: Callable[[], float] = time.monotonic  #: wall time, s
    _done: int = 0
    _failed: int = 0
    _started: float = field(init=False)
    _running: dict[str, Running] = field(default_factory=dict)
    _heard: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Start the clock."""
        self._started = self.clock()

    def update(self, key: str, report: Report) -> None:
        """Handle a report of a run under way.

        @param key: name of the run
        @param report: what it says
        """
        now = self.clock()
        before = self._running.get(key)
        # A run that starts anew elsewhere counts from the beginning.
        events = report.events - (
            before.report.events if before and before.report.events < report.events else 0
        )
        seconds = now - self._heard.get(key, now)
        self._running[key] = Running(report, events / seconds if seconds > 0 else 0.0)
        self._heard[key] = now
        self.say()

    def start(self, key: str) -> None:
        """Handle the start of a run.

        @param key: name of the run
        """
        self._heard[key] = self.clock()

    def finish(self, key: str, *, failed: bool) -> None:
        """Handle the end of a run.

        @param key: name of the run
        @param failed: whether it ended with an error
        """
        self._running.pop(key, None)
        self._heard.pop(key, None)
        self._done += 1
        self._failed += failed
        self.say()

    def say(self, note: str = "") -> None:
        """Report the progress.

        @param note: why nothing happens, or nothing
        """
        if self.tell is not None:
            elapsed = self.clock() - self._started
            running = tuple(self._running.values())
            self.tell(Progress(self._done, self.total, self._failed, running, elapsed, note))
