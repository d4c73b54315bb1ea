# SPDX-License-Identifier: GPL-2.0-only
"""One simulation on several MPI ranks: when it can be, and what each rank does.

``mpirun -n 2 net8 run PLAN`` starts one process for each site of ``run.partition``. All read the plan.
The first one has the store and says what is simulated; the others help until it is done.
"""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.units import format_size
from net8.plan.plan import Plan
from net8.schema.values import show

if TYPE_CHECKING:
    from net8.base.progress import Report
    from net8.plan.resolve import Task
    from net8.task.pool import Done, Hear, Job
from net8.task.scheduler import Scheduler

__all__ = [
    "Ranks",
    "check_partition",
    "join",
    "lacking_mpi",
    "refuse_idle_ranks",
    "refuse_jobs",
    "refuse_scheduler",
    "started",
]

SITES: Final = ("client", "server")
MAX_MTU: Final = 1500
"""Largest packet that fits the messages of 2000 bytes of ns-3's MPI, bytes."""

_STARTERS: Final = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"))
"""Variables in which Open MPI, and MPICH and its kin, tell a process its rank and their number."""


def started() -> tuple[int, int]:
    """Give the rank of this process and the number of ranks, as whoever started it tells.

    @return: 0 and 1 for a process on its own
    """
    for rank, size in _STARTERS:
        if rank in os.environ and size in os.environ:
            return int(os.environ[rank]), int(os.environ[size])
    return 0, 1


def check_partition(plan: Plan) -> list[str]:
    """Refuse a partition that the plan's path does not have.

    @param plan: a plan
    @return: site of each rank; none: one process
    """
    value = plan["run.partition"]
    sites = [str(site) for site in value] if isinstance(value, tuple) else []
    where = plan.where("run.partition")
    if sites and sorted(sites) != sorted(SITES):
        raise PlanError(f"run.partition = {show(value)} must name client and server once each", where=where)
    if sites and plan["path.kind"] != "wan":
        raise PlanError(
            f"run.partition cuts a WAN link, and path.kind = {show(plan['path.kind'])} has none; "
            'use path.kind = "wan", or leave run.partition out',
            where=where,
        )
    mtu = plan["path.mtu"]
    if sites and isinstance(mtu, int) and mtu > MAX_MTU:
        raise PlanError(
            f"path.mtu = {mtu} is too large for run.partition; give at most {MAX_MTU} bytes",
            where=plan.where("path.mtu"),
        )
    for limit in ("run.max_wall_time", "run.max_memory"):
        value = plan[limit]
        if sites and value is not None:
            text = f'"{format_size(value)}"' if isinstance(value, int) else show(value)
            raise PlanError(
                f"{limit} = {text} ends one process, and run.partition needs several; leave one of them out",
                where=plan.where(limit),
            )
    return sites


def refuse_idle_ranks(plan: Plan) -> int:
    """Refuse to run a plan for one process on several.

    @param plan: a plan
    @return: rank of this process
    """
    rank, size = started()
    if size > 1 and not plan["run.partition"]:
        raise PlanError(
            f"there are {size} MPI ranks, and the plan has no run.partition; "
            'add run.partition = ["client", "server"], or start net8 without mpirun'
        )
    return rank


def refuse_scheduler(tasks: Sequence[Task], scheduler: str | Scheduler) -> None:
    """Refuse to send partitioned simulations to a cluster, whose workers are no MPI ranks.

    @param tasks: what is to be simulated
    @param scheduler: Dask scheduler, or ""
    """
    for task in tasks:
        if scheduler and task.partition:
            raise PlanError(
                f"run.partition needs MPI ranks, and the workers of the scheduler {scheduler} are none; "
                "leave one of them out",
                where=task.plan.where("run.partition"),
            )


def refuse_jobs(tasks: Sequence[Task], jobs: int | None) -> None:
    """Refuse several partitioned simulations at once: all ranks share each.

    @param tasks: what is to be simulated
    @param jobs: simulations at once, None where nobody asked
    """
    for task in tasks:
        if jobs is not None and jobs > 1 and task.partition:
            raise PlanError(
                f"run.partition takes all MPI ranks for one simulation, and --jobs {jobs} asks for {jobs} at once; "
                "leave one of them out",
                where=task.plan.where("run.partition"),
            )


@dataclass(frozen=True, slots=True)
class Ranks:
    """The processes that share each simulation. As a context, the others are sent home at its end."""

    rank: int  #: number of this process
    size: int  #: number of processes

    def check_runs(self, tasks: Sequence[Task]) -> None:
        """Refuse more runs than a process can do.

        @param tasks: what is to be simulated
        """
        if self.size > 1 and len(tasks) > 1 and tasks[0].mpi == "null-message":
            raise PlanError(
                f'run.mpi = "null-message" can do one run for each mpirun, not {len(tasks)}; '
                'use run.mpi = "distributed"',
                where=tasks[0].plan.where("run.mpi"),
            )

    def run_jobs(self, jobs: Iterable[Job], *, done: Done, hear: Hear) -> None:
        """Run all jobs one after the other with the help of the other ranks. Called by the first rank.

        @param jobs: what to do
        @param done: called with each finished job and what came out, or {"error": ...}
        @param hear: told of each job that starts, with None, and how far it is
        """
        from net8 import _core
        from net8.task.worker import outcome

        with _all_end_with_this():
            for job in jobs:

                def look(report: Report, job: Job = job) -> bool:
                    hear(job, report)
                    return True

                message = job.message()
                _core.mpi_share(json.dumps(message).encode())
                hear(job, None)
                result = outcome(message, look)
                done(job, result)
                _end_all_after(result)

    def serve(self) -> None:
        """Help the first rank with its simulations until it sends us home. Called by the others."""
        from net8 import _core
        from net8.task.worker import outcome

        with _all_end_with_this():
            while message := _core.mpi_share(b""):
                _end_all_after(outcome(json.loads(message), None))

    def __enter__(self) -> Ranks:
        """Begin."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Send the others home."""
        if self.size > 1:
            from net8 import _core

            _core.mpi_share(b"")


@contextmanager
def _all_end_with_this() -> Iterator[None]:
    """End all ranks when this one is interrupted: they would wait for it forever."""
    try:
        yield
    except KeyboardInterrupt:
        from net8 import _core

        _core.mpi_abort(130)


def _end_all_after(result: dict[str, Any]) -> None:
    """End all ranks after an error that others need not have: they would wait for this one forever."""
    if "error" in result and "refused" not in result:
        from net8 import _core

        _core.mpi_abort(1)


def lacking_mpi() -> str:
    """Say that the ns-3 in use cannot simulate a partition.

    @return: a sentence, or "" where it can
    """
    need_core()
    from net8 import _core

    if _core.mpi_built:
        return ""
    return (
        f"run.partition needs an ns-3 built with MPI, and the ns-3 {_core.ns3_version} in use is not; "
        "leave it out, or build one as doc/scale.rst says"
    )


def join(tasks: Sequence[Task]) -> Ranks:
    """Find the ranks that these tasks need, and join them.

    @param tasks: what is to be simulated, all with the same partition
    @return: the ranks; one where there is no partition
    """
    partitions = {tuple(task.partition) for task in tasks}
    if partitions <= {()}:
        return Ranks(0, 1)
    plan = tasks[0].plan
    where = plan.where("run.partition")
    if len(partitions) > 1:
        raise PlanError("run.partition must be the same at all points of a sweep", where=where)
    from net8 import _core

    if problem := lacking_mpi():
        raise PlanError(problem, where=where)
    needed = len(tasks[0].partition)
    if tasks[0].mpi == "distributed":
        # Open MPI: a rank that waits for the next window lets others have its core. With null messages ranks look after
        # each event, and would give it away each time.
        os.environ.setdefault("OMPI_MCA_mpi_yield_when_idle", "1")
    # A starter that is not known may still have told MPI.
    rank, size = _core.mpi_start() if started()[1] > 1 or "PMIX_RANK" in os.environ else (0, 1)
    atexit.register(_core.mpi_end)
    if size != needed:
        raise PlanError(
            f"run.partition has {needed} sites and needs as many MPI ranks, not {size}; "
            f"start it as mpirun -n {needed} net8 run PLAN, or leave run.partition out",
            where=where,
        )
    return Ranks(rank, size)
