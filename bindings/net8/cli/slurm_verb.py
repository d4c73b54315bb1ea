# SPDX-License-Identifier: GPL-2.0-only
"""The verb that writes a job array of SLURM."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import (
    PlanError,
)
from net8.cli.app import OutOption, PcapOption, RunsOption, app
from net8.cli.plans import (
    PlanArgument,
    SetOption,
    load_plan,
    name_campaign,
)
from net8.sweep.sweep import Sweep
from net8.task.slurm import recipe

__all__ = ["slurm"]


@app.command()
def slurm(
    plan: PlanArgument,
    settings: SetOption = None,
    runs: RunsOption = None,
    tasks: Annotated[int, typer.Option(help="Tasks of the job array.", min=1, max=100_000)] = 10,
    jobs: Annotated[int, typer.Option(help="Parallel simulations in each task.", min=1)] = 1,
    pcap: PcapOption = False,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--sbatch", metavar="OPTION", help="An option of sbatch, such as --time=2:00:00; repeatable."
        ),
    ] = None,
    out: OutOption = Path("runs"),
) -> None:
    """Print a script that simulates a plan as a SLURM job array and merges the results."""
    sweep = Sweep(name_campaign(load_plan(plan, settings), None, settings or []), runs=runs, out=out)
    if sweep.plan["run.partition"]:
        raise PlanError(
            "run.partition needs mpirun, which the tasks of net8 slurm do not start; leave it out",
            where=sweep.plan.where("run.partition"),
        )
    command = [plan, *(word for setting in settings or [] for word in ("--set", setting))]
    command += ["--runs", str(runs)] if runs else []
    command += ["--pcap"] if pcap else []
    script = recipe(
        name=sweep.plan.name, title=str(sweep.plan["title"]), made_by=shlex.join(["net8", *sys.argv[1:]]),
        net8=[sys.executable, "-P", "-m", "net8"], run=command,
        tasks=min(tasks, len(sweep.points) * sweep.runs), jobs=jobs, out=out, folder=Path.cwd(),
        options=options or [],
    )  # fmt: skip
    print(script, end="")
