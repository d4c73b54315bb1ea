# SPDX-License-Identifier: GPL-2.0-only
"""The verbs that look into captures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import (
    PlanError,
)
from net8.base.extension import need_core
from net8.cli.app import PortOption, app, wide_console
from net8.cli.plans import (
    SetOption,
    load_plan,
)
from net8.cli.profile_files import write_profile
from net8.comparison.inputs import compare as lay_side_by_side
from net8.comparison.views import as_object as comparison_object
from net8.comparison.views import show_comparison
from net8.plan.plan import Plan

__all__ = ["compare", "dissect", "timeline"]


@app.command()
def dissect(
    capture: Annotated[Path, typer.Argument(metavar="FILE", help="A packet capture, pcap or pcapng.")],
    ports: PortOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    profile: Annotated[
        Path | None,
        typer.Option(
            "--profile",
            metavar="DRIVER.toml",
            help="Write a draft of a driver file, a release file and a plan.",
        ),
    ] = None,
    session: Annotated[
        int, typer.Option(help="Session that --profile reads, as net8 dissect shows it.", min=1)
    ] = 1,
) -> None:
    """Show the Oracle Net sessions of a capture: packets, negotiated values, calls, errors and timings."""
    need_core()
    if profile is not None:
        write_profile(wide_console(), capture, profile, session, ports)
        return
    from net8.dissect.as_json import as_object
    from net8.dissect.sessions import LISTENER_PORTS
    from net8.dissect.sessions import dissect as read_capture
    from net8.dissect.views import show_dissection

    found = read_capture(capture, ports=ports or LISTENER_PORTS)
    if as_json:
        print(json.dumps(as_object(found), indent=1))
        return
    show_dissection(wide_console(), found)


@app.command()
def compare(
    real: Annotated[Path, typer.Argument(metavar="REAL", help="A packet capture, pcap or pcapng.")],
    simulated: Annotated[
        str, typer.Argument(metavar="SIMULATED", help="A capture, a run's folder, or a plan to simulate.")
    ],
    settings: SetOption = None,
    real_stream: Annotated[
        int, typer.Option("--real-stream", help="Number of the session, as net8 dissect shows it.")
    ] = 1,
    simulated_stream: Annotated[int, typer.Option("--simulated-stream", help="The same.")] = 1,
    real_packets: Annotated[
        str | None,
        typer.Option("--real-packets", metavar="RANGES", help="Compare only these packets: 1-20,35-37."),
    ] = None,
    simulated_packets: Annotated[
        str | None, typer.Option("--simulated-packets", metavar="RANGES", help="The same.")
    ] = None,
    tolerance: Annotated[
        float, typer.Option(help="Tolerance of the bytes of a direction, in per cent.")
    ] = 2.0,
    ports: PortOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Show repeated packets one by one.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare a real session with a simulated one, packet by packet: exit code 0 if they agree, 1 if they differ."""
    found = lay_side_by_side(
        real, _simulated(simulated, settings), real_stream=real_stream, simulated_stream=simulated_stream,
        real_packets=real_packets, simulated_packets=simulated_packets, tolerance_percent=tolerance,
        ports=ports or (1521, 1522),
    )  # fmt: skip
    if as_json:
        print(json.dumps(comparison_object(found), indent=1))
    else:
        show_comparison(wide_console(), found, everything=everything)
    if not found.agrees:
        raise typer.Exit(1)


def _simulated(name: str, settings: list[str] | None) -> str | Plan:
    """Tell a plan from a capture or the folder of a run."""
    path = Path(name)
    is_run = path.is_dir() and ((path / "run.json").is_file() or not (path / "plan.toml").is_file())
    is_capture = path.is_file() and path.suffix != ".toml"
    if not (is_run or is_capture):
        return load_plan(name, settings)
    if settings:
        raise PlanError(f"--set {settings[0]} needs a plan, and {name} is not a plan")
    return name


@app.command()
def timeline(
    capture: Annotated[
        Path, typer.Argument(metavar="FILE", help="A packet capture, or the folder of a run with captures.")
    ],
    tick: Annotated[
        str | None,
        typer.Option(help="Length of a tick, such as 100ms.", show_default="about 100 ticks"),
    ] = None,
    session: Annotated[
        int | None,
        typer.Option(help="Number of a session, as net8 dissect shows it.", show_default="all sessions"),
    ] = None,
    ports: PortOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Folder for the files.", show_default="run or working folder"
        ),
    ] = None,
) -> None:
    """Draw packets, bytes, gaps and fill per tick, and TCP sequence numbers against time."""
    need_core()
    from net8.dissect.sessions import LISTENER_PORTS
    from net8.figure.timeline import draw_timelines

    notes, files = draw_timelines(capture, tick=tick, number=session, ports=ports or LISTENER_PORTS, out=out)
    for line in [*notes, "files:", *(f"  {file}" for file in files)]:
        print(line)
