# SPDX-License-Identifier: GPL-2.0-only
"""The verb that says which values of some keys are best for a plan."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from net8.advice.advise import advise
from net8.advice.objective import OBJECTIVES
from net8.advice.page import page
from net8.advice.views import show_advice
from net8.base import files as files_
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.progress_view import show_progress
from net8.cli.app import JobsOption, OutOption, app, wide_console
from net8.cli.plans import SetOption, complete_plan, complete_setting, load_plan, read_over, read_settings
from net8.cli.recorded_options import (
    LossOption,
    PortOption,
    RateOption,
    RowBytesOption,
    RttOption,
    WasArrayOption,
    WasLossOption,
    WasRateOption,
    WasRttOption,
)
from net8.plan.plan import Plan
from net8.record.sources import is_recorded
from net8.replaying.replay import Replay, replay

__all__ = ["advise_plan"]


@app.command("advise")
def advise_plan(
    plan: Annotated[
        str,
        typer.Argument(
            metavar="PLAN|FILE",
            help="A scenario folder, a plan file, a capture, a raw trace of event 10046, or a run's folder.",
            autocompletion=complete_plan,
        ),
    ],
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
        str | None,
        typer.Option(
            "--for",
            metavar="METRIC",
            help=f"What shall be good: {', '.join(OBJECTIVES)}.",
            show_default="response_time, of a file transaction_time",
        ),
    ] = None,
    settings: SetOption = None,
    rtt: RttOption = None,
    rate: RateOption = None,
    loss: LossOption = None,
    was_rtt: WasRttOption = None,
    was_rate: WasRateOption = None,
    was_loss: WasLossOption = None,
    was_array: WasArrayOption = None,
    row_bytes: RowBytesOption = None,
    merge: Annotated[
        int | None,
        typer.Option(
            "--merge",
            metavar="N",
            min=1,
            help="Copies of a file's session at the same time.",
            show_default=False,
        ),
    ] = None,
    ports: PortOption = None,
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
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="PAGE", help="Instead write it as an HTML page with figures.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    jobs: JobsOption = None,
    out: OutOption = Path("runs"),
) -> None:
    """Say which SDU, array size, buffers and other values are best for a plan or a recorded session."""
    axes = read_over(over or []) or None
    console = wide_console()
    told = {
        "rtt": rtt, "rate": rate, "loss": loss, "was_rtt": was_rtt, "was_rate": was_rate, "was_loss": was_loss,
        "was_array": was_array, "row_bytes": row_bytes, "merge": merge, "ports": ports,
    }  # fmt: skip
    read: Plan | Replay
    if is_recorded(Path(plan)):
        read = _replayed(Path(plan), settings, told)
    else:
        for name, value in told.items():
            if value is not None:
                raise PlanError(f"{_option(name)} is for captures and traces; of a plan, --set changes keys")
        read = load_plan(plan, settings, over or [])
    options = {"objective": goal, "runs": runs, "confidence": confidence, "margin": _read_margin(margin)}
    if as_json:
        found = advise(read, axes, jobs=jobs, out=out, **options)  # type: ignore[arg-type]
        print(json.dumps(found.as_object(), indent=1))
        return
    with show_progress(console) as progress:
        found = advise(read, axes, jobs=jobs, out=out, progress=progress, **options)  # type: ignore[arg-type]
    if html is not None:
        files_.current.write(html, page(found, plan, shlex.join(["net8", *sys.argv[1:]])).encode())
        print(f"{html}: the advice as a page")
        return
    show_advice(console, found, everything=everything)


def _replayed(path: Path, settings: list[str] | None, told: Mapping[str, object]) -> Replay:
    """Play what was recorded on its own network and on the one that is asked for."""
    need_core()
    given = {name: value for name, value in told.items() if value is not None}
    return replay(path, settings=dict(read_settings(settings)), costs=False, **given)  # type: ignore[arg-type]


def _option(name: str) -> str:
    """Return how an option is written."""
    return "--" + ("port" if name == "ports" else name.replace("_", "-"))


def _read_margin(text: str) -> float:
    """Read --margin."""
    try:
        return float(text.strip().removesuffix("%")) / 100
    except ValueError:
        raise PlanError(f'--margin "{text}" is not a percentage; write one such as 1%') from None
