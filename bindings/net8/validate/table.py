# SPDX-License-Identifier: GPL-2.0-only
"""Simulate the rows of the catalogue and judge them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from net8.base.progress import Tell
from net8.validate.catalogue import ROWS
from net8.validate.charts import chart_cases
from net8.validate.found import Found
from net8.validate.judge import Outcome, judge
from net8.validate.row import Row
from net8.validate.simulate import simulate

__all__ = ["find_runs", "validate"]


def find_runs(
    rows: Sequence[Row],
    *,
    quick: bool = False,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path = "runs",
    settings: Mapping[str, object] | None = None,
    charts: bool = False,
    progress: Tell | None = None,
) -> Found:
    """Simulate what the store lacks of some rows.

    @param rows: the rows
    @param quick: whether rows that take long are left out and others have fewer replications
    @param seed: seed of all random streams
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store
    @param settings: dotted keys that are set otherwise in every plan
    @param charts: whether their charts are to be drawn
    @param progress: told how far it is
    @return: the runs
    """
    cases = [case for row in rows if row.quick or not quick for case in row.cases]
    if charts:
        cases += chart_cases({row.id for row in rows}, quick=quick)
    return simulate(
        cases, out=Path(out), seed=seed, quick=quick, jobs=jobs, settings=settings, progress=progress
    )


def validate(
    rows: Sequence[Row] = ROWS,
    *,
    quick: bool = False,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path = "runs",
    settings: Mapping[str, object] | None = None,
) -> list[Outcome]:
    """Simulate and judge rows; the parameters are those of find_runs.

    @return: an outcome for each row
    """
    found = find_runs(rows, quick=quick, seed=seed, jobs=jobs, out=out, settings=settings)
    return judge(rows, found, quick=quick)
