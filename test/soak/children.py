# SPDX-License-Identifier: GPL-2.0-only
"""Starts net8 in processes forked from one that has loaded all of it, so that a command takes no longer than its work.

Nothing of net8 is replaced but how a worker process starts, and the figures, which nobody looks at here.
"""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import net8
from net8 import cli
from net8.campaign.results import Results
from net8.figure import plot
from net8.store import shelf
from net8.sweep import runner
from net8.task import pool, worker
from net8.task.forked import Forked
from net8.task.outcome import outcome
from net8.task.pool import Done, Job, OnReport

__all__ = ["INTERVALS_S", "load", "start"]

INTERVALS_S: Final = (0.0, 0.02, 0.25)
"""How long finished runs wait for each other: from none to what net8 has."""


def _nothing() -> None:
    """Do nothing."""


_REAL_JOBS: Final = pool.run_jobs

in_worker: Callable[[], None] = _nothing
"""Called in each worker process before it begins."""


def _draw_nothing(results: Results, folder: Path | None = None) -> list[Path]:
    """Stand in for the figures, which are drawn from the store that is looked at."""
    return []


def _here(jobs: Iterable[Job], *, workers: int, done: Done, on_report: OnReport) -> None:
    """Simulate in the process that stores, whose writes can be made to fail."""
    for job in jobs:
        on_report(job, None)
        done(job, outcome(job.message(), None))


def load() -> None:
    """Load and warm up here what no child is to load anew."""
    for module in pkgutil.walk_packages(net8.__path__, "net8."):
        if module.name not in ("net8.__main__", "net8.task.dask_pool"):
            importlib.import_module(module.name)
    plot.draw_figures = _draw_nothing
    pool.spawn = lambda: pool.Worker(Forked(lambda: in_worker()))
    worker._warm_up()
    gc.freeze()


def start(
    folder: Path,
    words: list[str],
    *,
    interval_s: float,
    said: Path,
    told: Path | None = None,
    alone: bool = False,
    prepare: Callable[[], None] = _nothing,
) -> int:
    """Start net8 in a process of its own.

    @param folder: where
    @param words: its command line
    @param interval_s: how long finished runs wait for each other
    @param said: where its standard error goes
    @param told: where its standard output goes; nowhere unless given
    @param alone: whether it simulates by itself, without workers
    @param prepare: called in the process before net8
    @return: the number of the process
    """
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        os.chdir(folder)
        shelf.INTERVAL_S = interval_s  # type: ignore[misc]
        vars(runner)["run_jobs"] = _here if alone else _REAL_JOBS
        sys.argv = ["net8", *words]
        prepare()
        with (
            said.open("w", encoding="utf-8") as sys.stderr,
            (told or Path(os.devnull)).open("w", encoding="utf-8") as sys.stdout,
        ):
            cli.main()
    except SystemExit as ended:
        os._exit(int(ended.code or 0))
    finally:
        os._exit(99)
