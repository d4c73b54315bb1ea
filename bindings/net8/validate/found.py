# SPDX-License-Identifier: GPL-2.0-only
"""The runs that a row reads: metrics from the store, calls, waits and captures from the folder of the run."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from net8.base.errors import RunError
from net8.capture.frames import Frame, frames
from net8.capture.streams import Segment, segments
from net8.dissect.sessions import Session, dissect
from net8.results.run import Run
from net8.schema.metrics import find_metric
from net8.validate.case import Case

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Found", "Replication"]


@dataclass(frozen=True)
class Replication:
    """One finished run of a case."""

    metrics: Mapping[str, float | None]  #: by column name
    folder: Path  #: its files

    @functools.cached_property
    def run(self) -> Run:
        """Read all of the run."""
        return Run.load(self.folder)

    @property
    def queries(self) -> pd.DataFrame:
        """The execute and fetch calls in order."""
        calls = self.run.calls
        return calls[calls["kind"].isin(["execute", "fetch"])]

    @property
    def capture(self) -> Path:
        """Name the capture of the client's side."""
        return self.folder / "capture-client.pcap"

    @functools.cached_property
    def session(self) -> Session:
        """Read the first session of the capture."""
        return dissect(self.capture).sessions[0]

    @functools.cached_property
    def segments(self) -> list[Segment]:
        """Read the TCP segments of the capture."""
        return list(segments(self.capture))

    @functools.cached_property
    def frames(self) -> list[Frame]:
        """Read the frames of the capture."""
        return list(frames(self.capture))

    @functools.cached_property
    def frame_bytes(self) -> dict[int, int]:
        """Read the bytes of each frame of the capture, by its number."""
        return {frame.number: len(frame.data) for frame in self.frames}

    def __getitem__(self, metric: str) -> float:
        """Return a metric by its plain name."""
        value = self.metrics[find_metric(metric).column]
        if value is None:
            raise RunError(f"no session ended well in {self.folder}, so there is no {metric}")
        return value

    def waits(self, event: str) -> tuple[int, float]:
        """Return number and total time of a wait event of the statement.

        @param event: such as "more data to client"
        @return: number, seconds
        """
        frame = self.run.waits
        rows = frame[(frame["scope"] == "statement") & (frame["event"] == f"SQL*Net {event}")]
        return int(rows["waits"].sum()), float(rows["total_s"].sum())


class Found:
    """All finished runs by case."""

    def __init__(
        self, runs: Mapping[str, list[Replication]], errors: Mapping[str, str] | None = None
    ) -> None:
        """Hold them.

        @param runs: runs by name of the case
        @param errors: what went wrong in a run, by name of the case
        """
        self._runs = runs
        self._errors = errors or {}

    def __getitem__(self, case: Case) -> list[Replication]:
        """Return the runs of a case; RunError where there are none."""
        if not self._runs.get(case.name):
            error = self._errors.get(case.name)
            raise RunError(f"{case.name} has no finished run" + (f": {error}" if error else ""))
        return self._runs[case.name]

    def one(self, case: Case) -> Replication:
        """Return the first run of a case.

        @param case: the case
        @return: its run
        """
        return self[case][0]
