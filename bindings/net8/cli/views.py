# SPDX-License-Identifier: GPL-2.0-only
"""What the verbs of the command line print."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net8.base import files
from net8.base.errors import ToolError
from net8.campaign.provenance import provenance_json
from net8.campaign.report import table, table_csv
from net8.campaign.results import Results
from net8.store.database import Row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from net8.sweep.sweep import Outcome

__all__ = ["conclude", "count_outcome", "show_missing", "show_table"]

_FAILURES_SHOWN: Final = 5
_RUNS_FOR_INTERVALS: Final = 10
_POINTS_TO_CAPTURE: Final = 20


def show_table(console: Console, results: Results) -> None:
    """Print the table of a campaign, the runs that failed, and those in which sessions did.

    @param console: where to
    @param results: the results
    """
    console.print(table(results))
    _show_runs(console, results, "failed", results.failed())
    by_plan = " (the plan has faults)" if results.plan.faults else ""
    _show_runs(console, results, f"note{by_plan}", results.incomplete())


def _show_runs(
    console: Console, results: Results, what: str, runs: list[tuple[Mapping[str, object], Row]]
) -> None:
    """Print what is to say of some runs."""
    for labels, row in runs[:_FAILURES_SHOWN]:
        point = ", ".join(f"{name} = {value}" for name, value in labels.items())
        where = results.folder_of(row)
        console.print(f"{what}: {point or 'the plan'}, run {row.run}: {row.error} ({where})", markup=False)
    if len(runs) > _FAILURES_SHOWN:
        console.print(f"{what}: {len(runs) - _FAILURES_SHOWN} more runs, see campaign.sqlite", markup=False)


def show_missing(console: Console, results: Results) -> None:
    """Print how many runs are missing, and which have lost their files.

    @param console: where to
    @param results: the results
    """
    damaged = results.damaged()
    for row, wrong in damaged[:_FAILURES_SHOWN]:
        console.print(f"damaged: {results.folder_of(row)}: {wrong}", highlight=False, soft_wrap=True)
    if len(damaged) > _FAILURES_SHOWN:
        console.print(f"damaged: {len(damaged) - _FAILURES_SHOWN} more run folders", highlight=False)
    if missing := results.missing + len(damaged):
        console.print(f"{missing} runs are missing, failed or damaged; net8 run simulates them")


def conclude(console: Console, results: Results, outcome: Outcome, asked: str) -> None:
    """Write table and figures, then say where everything is and what to try next.

    @param console: where to
    @param results: the results
    @param outcome: what the sweep did
    @param asked: verb, plan and options as the user gave them, for a shell
    """
    path = results.folder / "table.csv"
    with files.explained(path):
        files.current.keep_folder(results.folder)
        files.current.replace(path, table_csv(results).encode())
        files.current.replace(results.folder / "provenance.json", provenance_json(results).encode())
    made = [path, results.folder / "provenance.json"]
    try:
        made += _draw(results)
    except ToolError as error:
        console.print(f"note: {error}", markup=False)
    count_outcome(console, outcome)
    console.print("files:")
    for file in made:
        console.print(f"  {file}", markup=False, highlight=False)
    console.print(
        f"  {results.out / 'data'}/ (one folder per run: plan, calls, sessions, summary)", highlight=False
    )
    console.print(f"next:\n  {_next(results, asked)}", markup=False, highlight=False, soft_wrap=True)


def _draw(results: Results) -> list[Path]:
    """Draw the figures of a plan, if it can have any."""
    if not (results.plan.axes or results.plan.figures):
        return []
    from net8.figure.plot import draw_figures

    return draw_figures(results)


def count_outcome(console: Console, outcome: Outcome) -> None:
    """Print how many runs were simulated.

    @param console: where to
    @param outcome: what the sweep did
    """
    console.print(
        f"{outcome.simulated} run{'' if outcome.simulated == 1 else 's'} simulated, "
        f"{outcome.reused} taken from the store" + (f", {outcome.failed} failed" if outcome.failed else ""),
        highlight=False,
    )
    if outcome.repeated:
        console.print(
            f"{outcome.repeated} of the {outcome.simulated} took no simulation: no number that they draw makes them "
            "differ from another run of their point",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    if outcome.shared:
        console.print(
            f"{outcome.shared} of the {outcome.simulated} differ only in what happens later: what is before the first "
            "fault or change in which they differ was simulated once",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    for note in outcome.notes:
        console.print(f"note: {note}", highlight=False, soft_wrap=True)


def _next(results: Results, asked: str) -> str:
    """Suggest what is most useful after this run."""
    command = os.environ.get("NET8_COMMAND", "net8")
    same = f"{command} {asked}"
    points = len(results.campaign.points)
    lossy = results.plan["path.loss_rate"] or any(axis.name == "path.loss_rate" for axis in results.plan.axes)
    if lossy and results.campaign.runs < _RUNS_FOR_INTERVALS:
        return f"{same} --runs {_RUNS_FOR_INTERVALS}   (intervals of confidence)"
    if points > _POINTS_TO_CAPTURE:
        where = "" if results.out == Path("runs") else f" --out {shlex.quote(str(results.out))}"
        return (
            f"{command} report {shlex.quote(results.plan.name)}{where}   (this table again, from the store)"
        )
    for row in results.runs_of(0):
        capture = results.folder_of(row) / "capture-server.pcap"
        if capture.is_file():
            return f"wireshark {capture}"
    return f"{same} --pcap   (captures for Wireshark in each run's folder)"
