# SPDX-License-Identifier: GPL-2.0-only
"""The verb that fits free parameters of a plan to measured values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base import files
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.plans import PlanArgument, SetOption, complete_setting, load_plan, read_range
from net8.cli.recorded_options import PortOption
from net8.finding.fit import DEFAULT_RUNS, Fit, fit
from net8.finding.fit_views import show_fit
from net8.record.sources import LISTENER_PORTS

__all__ = ["fit_plan"]


@app.command("fit")
def fit_plan(
    plan: PlanArgument,
    data: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="What was measured: a capture, a trace of event 10046, a run, or a CSV with a column for each key "
            'that varies, and one such as "response_time (s)", or "file" with such files.',
        ),
    ],
    free: Annotated[
        str,
        typer.Option(
            metavar="KEY,KEY=LOW..HIGH",
            help="What is fitted: keys, each with its range if it has one.",
            autocompletion=complete_setting,
        ),
    ],
    hold_out: Annotated[
        float, typer.Option(metavar="FRACTION", help="Part of the points that is predicted, not fitted to.")
    ] = 0.0,
    write: Annotated[
        Path | None,
        typer.Option(metavar="PLAN", help="Write the plan with the fitted values.", show_default=False),
    ] = None,
    settings: SetOption = None,
    runs: Annotated[
        int, typer.Option(help="Replications of each point, where there is chance in the plan.", min=1)
    ] = DEFAULT_RUNS,
    confidence: Annotated[float, typer.Option(help="Confidence of the intervals.")] = 0.95,
    ports: PortOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Fit keys of a plan to measured values: estimates with intervals, and what the values cannot tell."""
    if write is not None and write.exists():
        raise PlanError(f"--write {write} exists; choose another name")
    ranges = dict(_free(text) for text in free.split(",") if text.strip())
    read = load_plan(plan, settings)
    need_core()
    told = {
        "hold_out": hold_out, "runs": runs, "confidence": confidence, "ports": ports or LISTENER_PORTS, "jobs": jobs,
        "out": out,
    }  # fmt: skip
    if as_json:
        found: Fit = fit(read, data, ranges, **told)  # type: ignore[arg-type]
        print(json.dumps(found.as_object(), indent=1))
    else:
        console = wide_console()
        with show_progress(console) as progress:
            found = fit(read, data, ranges, progress=progress, **told)  # type: ignore[arg-type]
        show_fit(console, found)
    if write is not None:
        with files.explained(write):
            files.current.write(write, found.plan.to_toml().encode())


def _free(text: str) -> tuple[str, tuple[object, object] | None]:
    """Read one key of --free."""
    return read_range(text) if "=" in text else (text.strip(), None)
