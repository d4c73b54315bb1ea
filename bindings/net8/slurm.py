# SPDX-License-Identifier: GPL-2.0-only
"""The recipe of a SLURM job array: each task simulates a part of a sweep, a last job puts the parts together."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

__all__ = ["recipe"]

_TEXT = """#!/usr/bin/env bash
# {title}
# Made by: {made_by}
# Run it on a login node: bash JOB.sh
# Each of {tasks} tasks simulates its part of the runs into a store of its own; when all have ended, well or not, a last
# job merges the stores and simulates what is missing. Run it again to go on where it stopped.
set -euo pipefail
cd {folder}
mkdir -p {out}/parts

array=$(sbatch --parsable {options}--array=1-{tasks} <<'JOB'
#!/usr/bin/env bash
#SBATCH --job-name={name}
#SBATCH --cpus-per-task={jobs}
#SBATCH --output={out}/parts/%a.log
exec {net8} run {run} --jobs {jobs} --part "$SLURM_ARRAY_TASK_ID/{tasks}" --out {out}/parts/"$SLURM_ARRAY_TASK_ID"
JOB
)

sbatch {options}--dependency="afterany:$array" <<'JOB'
#!/usr/bin/env bash
#SBATCH --job-name={name}-merge
#SBATCH --cpus-per-task={jobs}
#SBATCH --output={out}/merge.log
set -euo pipefail
{net8} merge {out}/parts/*/ --out {out}
exec {net8} run {run} --jobs {jobs} --out {out}
JOB
"""


def recipe(
    *,
    name: str,
    title: str,
    made_by: str,
    net8: str,
    run: Sequence[str],
    tasks: int,
    jobs: int,
    out: Path,
    folder: Path,
    options: Sequence[str],
) -> str:
    """Write the script.

    @param name: name of the jobs
    @param title: what is simulated
    @param made_by: command that asked for it
    @param net8: command that starts net8 on the nodes
    @param run: plan and options of net8 run, the same for all parts
    @param tasks: tasks of the array
    @param jobs: simulations at once in each task
    @param out: folder of the store, on a disk that all nodes share
    @param folder: working folder, from which plan and out are named
    @param options: further options of sbatch, such as --partition=long
    @return: a shell script
    """
    return _TEXT.format(
        name=shlex.quote(f"net8-{name}"),
        title=_line(title) or name,
        made_by=_line(made_by),
        net8=net8,
        run=shlex.join(run),
        tasks=tasks,
        jobs=jobs,
        out=shlex.quote(str(out)),
        folder=shlex.quote(str(folder)),
        options="".join(f"{shlex.quote(option)} " for option in options),
    )


def _line(text: str) -> str:
    """Give a text that stays within one comment."""
    return " ".join(text.split())
