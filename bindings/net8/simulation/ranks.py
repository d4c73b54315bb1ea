# SPDX-License-Identifier: GPL-2.0-only
"""The MPI ranks that share a simulation: the rank of this process, and whether there are as many as needed."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from net8.base.errors import PlanError
from net8.base.extension import need_core

if TYPE_CHECKING:
    from net8.plan.resolve import Task

__all__ = ["Ranks", "join", "lacking_mpi", "started"]

_STARTERS: Final = (("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("PMI_RANK", "PMI_SIZE"))
"""Environment variables with rank and number of ranks, of Open MPI and of MPICH and its derivatives."""


def started() -> tuple[int, int]:
    """Return the rank of this process and the number of ranks, from the environment.

    @return: 0 and 1 for a process without MPI
    """
    for rank, size in _STARTERS:
        if rank in os.environ and size in os.environ:
            return int(os.environ[rank]), int(os.environ[size])
    return 0, 1


@dataclass(frozen=True, slots=True)
class Ranks:
    """The processes that share each simulation. At the end of its context the other ranks are released."""

    rank: int  #: number of this process
    size: int  #: number of processes

    def check_runs(self, tasks: Sequence[Task]) -> None:
        """Refuse more runs than a process can simulate.

        @param tasks: the tasks to simulate
        """
        if self.size > 1 and len(tasks) > 1 and tasks[0].plan["run.mpi"] == "null-message":
            raise PlanError(
                f'run.mpi = "null-message" supports one run for each mpirun, not {len(tasks)}; '
                'use run.mpi = "distributed"',
                where=tasks[0].plan.where("run.mpi"),
            )

    def __enter__(self) -> Ranks:
        """Begin."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Release the other ranks."""
        if self.size > 1:
            from net8 import _core

            _core.mpi_share(b"")


def lacking_mpi() -> str:
    """State that the ns-3 in use cannot simulate a partition.

    @return: a sentence, or "" if it can
    """
    need_core()
    from net8 import _core

    if _core.mpi_built:
        return ""
    return (
        f"run.partition needs an ns-3 built with MPI, and the ns-3 {_core.ns3_version} in use is not; "
        "leave it out, or build ns-3 as described in doc/scale.rst"
    )


def join(tasks: Sequence[Task]) -> Ranks:
    """Find the ranks that these tasks need, and join them.

    @param tasks: the tasks to simulate, all with the same partition
    @return: the ranks; one without a partition
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
    if tasks[0].plan["run.mpi"] == "distributed":
        # Open MPI: a rank that waits for the next window yields its core to others. With null messages ranks poll after
        # each event, and would yield each time.
        os.environ.setdefault("OMPI_MCA_mpi_yield_when_idle", "1")
    # MPI may still know the ranks if an unknown launcher started them.
    rank, size = _core.mpi_start() if started()[1] > 1 or "PMIX_RANK" in os.environ else (0, 1)
    atexit.register(_core.mpi_end)
    if size != needed:
        raise PlanError(
            f"run.partition has {needed} entries and needs as many MPI ranks, not {size}; "
            f"start it as mpirun -n {needed} net8 run PLAN, or leave run.partition out",
            where=where,
        )
    return Ranks(rank, size)
