# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says which values of some keys are best for a plan."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from net8.advice.advise import advise
from net8.advice.objective import OBJECTIVES
from net8.advice.views import show_advice
from net8.base.errors import PlanError
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.plans import PlanArgument, SetOption, complete_setting, load_plan, read_over

__all__ = ["advise_plan"]

_RECORDED: Final = (".pcap", ".pcapng", ".cap", ".trc")
"""How names of captures and traces end."""


@app.command("advise")
def advise_plan(
    plan: PlanArgument,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="KEY=A,B,C",
            help="Values of a key to choose from; repeatable.",
            show_default="usual ones of SDU, array size, buffers and others",
            autocompletion=complete_setting,
        ),
    ] = None,
    goal: Annotated[
        str, typer.Option("--for", metavar="METRIC", help=f"What shall be good: {', '.join(OBJECTIVES)}.")
    ] = OBJECTIVES[0],
    settings: SetOption = None,
    runs: Annotated[
        int | None,
        typer.Option(help="Most runs.", min=4, show_default="a twentieth of those of all combinations"),
    ] = None,
    confidence: Annotated[
        float, typer.Option(help="Confidence with which the winner is told from others.")
    ] = 0.95,
    margin: Annotated[
        str, typer.Option(metavar="PERCENT", help="What makes no difference, such as 1%.")
    ] = "1%",
    everything: Annotated[bool, typer.Option("--all", help="Show all that was tried.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Say which SDU, array size, buffers and other values are best for a plan, and what they gain and cost."""
    _refuse_recorded(Path(plan))
    axes = read_over(over or []) or None
    console = wide_console()
    read = load_plan(plan, settings, over or [])
    options = {"objective": goal, "runs": runs, "confidence": confidence, "margin": _read_margin(margin)}
    if as_json:
        found = advise(read, axes, jobs=jobs, out=out, **options)  # type: ignore[arg-type]
        print(json.dumps(found.as_object(), indent=1))
        return
    with show_progress(console) as progress:
        found = advise(read, axes, jobs=jobs, out=out, progress=progress, **options)  # type: ignore[arg-type]
    show_advice(console, found, everything=everything)


def _refuse_recorded(path: Path) -> None:
    """Refuse captures, traces and folders of runs."""
    recorded = path.suffix.lower() in _RECORDED or (path / "run.json").is_file()
    if path.exists() and recorded:
        raise PlanError(
            f"{path} is no plan but what was recorded; net8 replay {path} --write plan.toml makes a plan of it"
        )


def _read_margin(text: str) -> float:
    """Read --margin."""
    try:
        return float(text.strip().removesuffix("%")) / 100
    except ValueError:
        raise PlanError(f'--margin "{text}" is not a percentage; write one such as 1%') from None
