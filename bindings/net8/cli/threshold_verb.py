# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says where along a key a condition flips."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.progress import Tell
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.plans import (
    PlanArgument,
    SetOption,
    complete_setting,
    load_plan,
    read_over,
    read_range,
)
from net8.finding.threshold import DEFAULT_RUNS, Threshold, crossover, threshold
from net8.finding.views import show_threshold

__all__ = ["find_threshold"]


@app.command("threshold")
def find_threshold(
    plan: PlanArgument,
    over: Annotated[
        str,
        typer.Option(
            "--over",
            metavar="KEY=LOW..HIGH",
            help="Key and range to look in, such as listener.rate_limit=1..200.",
            autocompletion=complete_setting,
        ),
    ],
    until: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION",
            help='What flips: a metric, one of < <= > >= and a limit, such as "response_time < 2 s".',
            show_default=False,
        ),
    ] = None,
    between: Annotated[
        str | None,
        typer.Option(
            metavar="KEY=A,B",
            help="Two designs instead: where the better one changes, such as client.sdu=2048,8192.",
            show_default=False,
            autocompletion=complete_setting,
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="METRIC",
            help="Metric by which designs are compared.",
            show_default="response_time",
        ),
    ] = None,
    settings: SetOption = None,
    runs: Annotated[
        int, typer.Option(help="Replications of each point, where there is chance in the plan.", min=1)
    ] = DEFAULT_RUNS,
    confidence: Annotated[float, typer.Option(help="Confidence of the interval.")] = 0.95,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object, and draw no figure.")
    ] = False,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Say at which value of a key a condition flips, or the better one of two designs changes, with an interval."""
    if (until is None) == (between is None):
        raise PlanError(
            'say what flips: --until with a condition, such as "response_time < 2 s", or --between with two designs, '
            "such as client.sdu=2048,8192"
        )
    if by is not None and between is None:
        raise PlanError("--by names the metric of --between; of a condition, --until names it")
    console = wide_console()
    key, ends = read_range(over)
    read = load_plan(plan, settings, [over])
    need_core()

    def ask(progress: Tell | None) -> Threshold:
        """Ask for the threshold."""
        axis = {key: ends}
        if until is not None:
            return threshold(
                read, axis, until, runs=runs, confidence=confidence, jobs=jobs, out=out, progress=progress
            )
        return crossover(
            read, axis, read_over([between or ""]), by or "response_time", runs=runs, confidence=confidence,
            jobs=jobs, out=out, progress=progress,
        )  # fmt: skip

    if as_json:
        print(json.dumps(ask(None).as_object(), indent=1))
        return
    with show_progress(console) as progress:
        found = ask(progress)
    show_threshold(console, found)
    for file in found.plot(out / read.name):
        console.print(f"figure: {file}", markup=False, highlight=False, soft_wrap=True)
