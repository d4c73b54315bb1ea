# SPDX-License-Identifier: GPL-2.0-only
"""The script of a SLURM job array: each task simulates a part of a sweep, a last job merges the parts."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError

__all__ = ["recipe"]

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")

_TEXT = """#!/usr/bin/env bash
# {title}
# Made by: {made_by}
# Run it on a login node: bash JOB.sh
# Each of {tasks} tasks simulates its part of the runs into its own store; when all have ended, even with errors, a last
# job merges the stores and simulates what is missing. Run it again to continue where it stopped.
set -euo pipefail
cd -- {folder}
mkdir -p -- {out}/parts

array=$(sbatch --parsable {options}--array=1-{tasks} <<'JOB'
#!/usr/bin/env bash
#SBATCH --job-name={name}
#SBATCH --cpus-per-task={jobs}
#SBATCH --output={log}/parts/%a.log
exec {net8} run {run} --jobs {jobs} --part "$SLURM_ARRAY_TASK_ID/{tasks}" --out {out}/parts/"$SLURM_ARRAY_TASK_ID"
JOB
)

sbatch {options}--dependency="afterany:$array" <<'JOB'
#!/usr/bin/env bash
#SBATCH --job-name={name}-merge
#SBATCH --cpus-per-task={jobs}
#SBATCH --output={log}/merge.log
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
    net8: Sequence[str],
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
    @param made_by: command that wrote it
    @param net8: words of the command that starts net8 on the nodes
    @param run: plan and options of net8 run, the same for all parts
    @param tasks: tasks of the array
    @param jobs: simulations at once in each task
    @param out: folder of the store, on a disk that all nodes share
    @param folder: working folder, from which plan and out are named
    @param options: further options of sbatch, such as --partition=long
    @return: a shell script
    @raises PlanError: when SLURM cannot write into that folder
    """
    if _CONTROL.search(str(out)):
        raise PlanError(
            f"--out {str(out)!a} has a control character, which sbatch does not accept in the name of a log file; "
            "choose another folder"
        )
    return _TEXT.format(
        name=shlex.quote(_CONTROL.sub("_", f"net8-{name}")),
        title=_line(title) or _line(name),
        made_by=_line(made_by),
        net8=" ".join(_word(word) for word in net8),
        run=" ".join(_word(word) for word in run),
        tasks=tasks,
        jobs=jobs,
        out=_word(str(out)),
        # sbatch replaces %a and the like in the name of a log by a number.
        log=shlex.quote(str(out).replace("%", "%%")),
        folder=_word(str(folder)),
        options="".join(f"{_word(option)} " for option in options),
    )


def _word(text: str) -> str:
    """Quote a word of a bash script on one line, so that it cannot end a here-document."""
    if not _CONTROL.search(text):
        return shlex.quote(text)
    escaped = text.replace("\\", r"\\").replace("'", r"\'")
    return "$'" + _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", escaped) + "'"


def _line(text: str) -> str:
    """Return a text that stays within one comment line."""
    return _CONTROL.sub(" ", " ".join(text.split()))
