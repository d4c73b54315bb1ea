# SPDX-License-Identifier: GPL-2.0-only
"""The verbs that simulate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.base import terminal
from net8.base.errors import (
    PlanError,
)
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, PcapOption, RunsOption, TraceOption, app, wide_console
from net8.cli.plans import (
    NameOption,
    OverOption,
    PlanArgument,
    SetOption,
    load_plan,
    name_campaign,
    read_part,
    read_until,
    same_command,
    sweep_over,
)
from net8.cli.target import ControlledOption, MostOption, Target, UntilOption
from net8.cli.views import conclude, count_outcome, show_table
from net8.sweep.sweep import Sweep
from net8.task.ranks import refuse_idle_ranks
from net8.task.scheduler import Scheduler

__all__ = ["run", "sweep_plan"]


@app.command()
def run(
    plan: PlanArgument,
    settings: SetOption = None,
    runs: RunsOption = None,
    jobs: JobsOption = None,
    pcap: PcapOption = False,
    trace10046: TraceOption = False,
    scheduler: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Simulate on the workers of this Dask scheduler.", show_default=False
        ),
    ] = "",
    tls_ca: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Certificate of the authority of a tls:// scheduler.", show_default=False
        ),
    ] = "",
    tls_cert: Annotated[
        str,
        typer.Option(metavar="FILE", help="Certificate to show to a tls:// scheduler.", show_default=False),
    ] = "",
    tls_key: Annotated[
        str, typer.Option(metavar="FILE", help="Key of --tls-cert, if not in its file.", show_default=False)
    ] = "",
    part: Annotated[
        str | None,
        typer.Option(
            metavar="I/N", help="Simulate only part I of N of the runs; net8 merge joins the stores."
        ),
    ] = None,
    until: UntilOption = None,
    most: MostOption = 1000,
    controlled: ControlledOption = False,
    name: NameOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Simulate the missing runs of a plan, show its table and draw its figures."""
    share = read_part(part)
    if not scheduler and (tls_ca or tls_cert or tls_key):
        raise PlanError(
            "--tls-ca, --tls-cert and --tls-key need a --scheduler with an address that begins with tls://"
        )
    cluster = Scheduler(scheduler, tls_ca, tls_cert, tls_key) if scheduler else ""
    if scheduler and jobs:
        raise PlanError(
            "--jobs applies to processes of this machine, but --scheduler uses none; leave one of them out"
        )
    named = name_campaign(load_plan(plan, settings), name, settings or [])
    sweep = Sweep(named, runs=runs, out=out)
    target = _target(until, most, controlled, alone=not (share or pcap or trace10046))
    asked = same_command("run", plan, settings=settings, name=name, out=out)
    _simulate(
        sweep, asked, jobs=jobs, pcap=pcap or None, trace10046=trace10046, scheduler=cluster, part=share,
        target=target,
    )  # fmt: skip


@app.command("sweep")
def sweep_plan(
    plan: PlanArgument,
    over: OverOption,
    settings: SetOption = None,
    runs: RunsOption = None,
    jobs: JobsOption = None,
    pcap: PcapOption = False,
    until: UntilOption = None,
    most: MostOption = 1000,
    controlled: ControlledOption = False,
    name: NameOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Simulate a plan over values of some keys instead of its own sweep: --over client.sdu=2048,8192."""
    target = _target(until, most, controlled, alone=not pcap)
    changed = sweep_over(load_plan(plan, settings, over), over)
    sweep = Sweep(name_campaign(changed, name, [*(settings or []), *over]), runs=runs, out=out)
    asked = same_command("sweep", plan, over=over, settings=settings, name=name, out=out)
    _simulate(sweep, asked, jobs=jobs, pcap=pcap or None, target=target)


def _target(until: str | None, most: int, controlled: bool, *, alone: bool) -> Target | None:
    """Read what --until and its options ask for; alone is whether all runs go into one store, without more files."""
    if until is not None and not alone:
        raise PlanError(
            "--until needs all runs in one store, without captures and traces; leave --part, --pcap and --trace10046 "
            "out"
        )
    if controlled and until is None:
        raise PlanError("--controlled needs --until; use both, such as --until response_time=5%")
    return None if until is None else Target(*read_until(until), most, controlled)


def _simulate(
    sweep: Sweep,
    asked: str,
    *,
    jobs: int | None,
    pcap: bool | None,
    trace10046: bool = False,
    scheduler: Scheduler | str = "",
    part: tuple[int, int] | None = None,
    target: Target | None = None,
) -> None:
    """Simulate what is missing of a sweep, or a part of it, and show it; asked is the command that does it again."""
    console = wide_console()
    if part is None and sweep.plan.figures:
        from net8.figure.sweep import check_figures

        check_figures(sweep.plan)
    if refuse_idle_ranks(sweep.plan) > 0:
        sweep.run_missing(
            jobs=jobs, pcap=pcap, trace10046=trace10046, scheduler=scheduler, part=part or (1, 1)
        )
        return
    for name in sweep.unmodelled:
        console.print(f"note: {name} is read but changes nothing in the model", markup=False)
    for sentence in sweep.remarks:
        console.print(f"note: {sentence}", markup=False)
    try:
        with show_progress(console) as progress:
            if target is None:
                outcome = sweep.run_missing(
                    jobs=jobs, pcap=pcap, trace10046=trace10046, progress=progress, scheduler=scheduler,
                    part=part or (1, 1),
                )  # fmt: skip
            else:
                outcome = target.reach(sweep, jobs=jobs, progress=progress, scheduler=scheduler)
    except KeyboardInterrupt:
        left = sweep.results.missing
        terminal.console(stderr=True).print(
            f"stopped with {left} runs left; the same command continues from here"
        )
        raise typer.Exit(130) from None
    results = sweep.results
    if part is None:
        show_table(console, results)
        conclude(console, results, outcome, asked)
        for line in target.told(results) if target else ():
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    else:
        count_outcome(console, outcome)
    if outcome.failed:
        raise typer.Exit(2 if outcome.refused == outcome.failed else 1)
