# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a sweep on MPI ranks: one after the other, each shared by all.

``mpirun -n 2 net8 run PLAN`` starts one process for each site of ``run.partition``. All read the plan.
The first one has the store and says what is simulated; the others help until it is done.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from net8.base.errors import PlanError
from net8.base.progress import Report
from net8.plan.partition import suggested
from net8.plan.plan import Plan
from net8.plan.resolve import Task
from net8.simulation.ranks import started
from net8.task.outcome import outcome
from net8.task.pool import Done, Job, OnReport
from net8.task.scheduler import Scheduler

__all__ = ["refuse_idle_ranks", "refuse_jobs", "refuse_scheduler", "run_jobs", "serve"]


def refuse_idle_ranks(plan: Plan) -> int:
    """Refuse to run a plan for one process on several.

    @param plan: a plan
    @return: rank of this process
    """
    rank, size = started()
    if size > 1 and not plan["run.partition"]:
        raise PlanError(
            f"there are {size} MPI ranks, but the plan has no run.partition; "
            f"add run.partition = {suggested(plan, size)}, or start net8 without mpirun"
        )
    return rank


def refuse_scheduler(tasks: Sequence[Task], scheduler: str | Scheduler) -> None:
    """Refuse to send partitioned simulations to a cluster, because its workers are not MPI ranks.

    @param tasks: the tasks to simulate
    @param scheduler: Dask scheduler, or ""
    """
    for task in tasks:
        if scheduler and task.partition:
            raise PlanError(
                f"run.partition needs MPI ranks, and the workers of the scheduler {scheduler} are not MPI ranks; "
                "leave one of them out",
                where=task.plan.where("run.partition"),
            )


def refuse_jobs(tasks: Sequence[Task], jobs: int | None) -> None:
    """Refuse several partitioned simulations at once: all ranks share each.

    @param tasks: the tasks to simulate
    @param jobs: simulations at once, None if not set
    """
    for task in tasks:
        if jobs is not None and jobs > 1 and task.partition:
            raise PlanError(
                f"run.partition takes all MPI ranks for one simulation, and --jobs {jobs} asks for {jobs} at once; "
                "leave one of them out",
                where=task.plan.where("run.partition"),
            )


def run_jobs(jobs: Iterable[Job], *, done: Done, on_report: OnReport) -> None:
    """Run all jobs one after the other with the help of the other ranks. Called by the first rank.

    @param jobs: the jobs
    @param done: called with each finished job and its result, or {"error": ...}
    @param on_report: called with each job that starts and None, then with its progress
    """
    from net8 import _core

    with _all_end_with_this():
        for job in jobs:

            def look(report: Report, job: Job = job) -> bool:
                on_report(job, report)
                return True

            message = job.message()
            _core.mpi_share(json.dumps(message).encode())
            on_report(job, None)
            result = outcome(message, look)
            done(job, result)
            _end_all_after(result)


def serve() -> None:
    """Help the first rank with its simulations until it ends the work. Called by the other ranks."""
    from net8 import _core

    with _all_end_with_this():
        while message := _core.mpi_share(b""):
            _end_all_after(outcome(json.loads(message), None))


@contextmanager
def _all_end_with_this() -> Iterator[None]:
    """End all ranks when this one is interrupted: they would wait for it forever."""
    try:
        yield
    except KeyboardInterrupt:
        from net8 import _core

        _core.mpi_abort(130)


def _end_all_after(result: dict[str, Any]) -> None:
    """End all ranks after an error that other ranks may not have: they would wait for this one forever."""
    if "error" in result and "refused" not in result:
        from net8 import _core

        _core.mpi_abort(1)
