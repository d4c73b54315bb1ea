# SPDX-License-Identifier: GPL-2.0-only
"""Statements and transactions over replications, with an interval for each number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from net8.results.run import Run
from net8.results.work import WorkRow
from net8.statistics.intervals import Interval, interval

__all__ = ["WorkIntervals", "work_intervals"]

_NUMBERS = ("rate_s", "mean_s", "p50_s", "p90_s", "p95_s", "p99_s", "p99_9_s", "max_s")


@dataclass(frozen=True, slots=True)
class WorkIntervals:
    """Intervals of one statement, transaction or group over replications."""

    what: str  #: statement, transaction or group
    name: str  #: its name
    count: int  #: executions in all runs, failed ones included
    failed: int  #: those that failed or did not end
    errors: Mapping[int, int]  #: failed ones by Oracle error number; -1: the session ended first
    failed_rows: int  #: rows of binds that failed while their executes succeeded (batch errors)
    numbers: Mapping[
        str, Interval
    ]  #: by name of a number of WorkRow, such as p95_s; without those that no run has


def work_intervals(runs: Iterable[Run], *, confidence: float = 0.95) -> list[WorkIntervals]:
    """Combine the work of replications.

    @param runs: runs of one point of a plan
    @param confidence: such as 0.95
    @return: statements, transactions and groups in the order of the plan
    """
    rows: dict[tuple[str, str], list[WorkRow]] = {}
    for run in runs:
        for row in run.work:
            rows.setdefault((row.what, row.name), []).append(row)
    return [_combine(what, name, found, confidence) for (what, name), found in rows.items()]


def _combine(what: str, name: str, rows: list[WorkRow], confidence: float) -> WorkIntervals:
    """Combine one statement, transaction or group."""
    errors: dict[int, int] = {}
    for row in rows:
        for code, count in row.errors.items():
            errors[code] = errors.get(code, 0) + count
    numbers = {}
    for number in _NUMBERS:
        values = [value for row in rows if (value := getattr(row, number)) is not None]
        if values:
            numbers[number] = interval(values, confidence=confidence)
    counts = (sum(row.count for row in rows), sum(row.failed for row in rows))
    return WorkIntervals(what, name, *counts, errors, sum(row.failed_rows for row in rows), numbers)
