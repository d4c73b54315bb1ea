# SPDX-License-Identifier: GPL-2.0-only
"""Processor time until a command of net8 has answered, over that of Python alone and of importing pandas.

A plan of ten rows takes 3 ms to simulate, so that ``net8 run`` of it is all start: what is imported, the processes
that simulate, the store and the table. The commands take turns with a bare Python and with ``import pandas``, and the
least of several rounds counts, as a busy machine only adds. Processes that a command starts are counted with it.

Ends with exit code 1 when ``net8 run`` takes more than LIMIT of the time of ``import pandas``.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

LIMIT: Final = 0.85
PLAN: Final = '[path]\nkind = "lan"\n[query]\nrows = 10\n'
ROUNDS: Final = 9

BARE, PANDAS, RUN = "python -c pass", "python -c 'import pandas'", "net8 run ten"


@dataclass(frozen=True)
class Figure:
    """One command of the benchmark."""

    command: str  #: what is started
    ms: float  #: least processor time, ms
    over_bare: float  #: over that of Python alone
    over_pandas: float  #: over that of import pandas
    limit: float | None = None  #: largest value that is right of the last


def processor_s(command: list[str], folder: Path) -> float:
    """Return the processor time of a command and of all processes that it starts.

    @param command: its words
    @param folder: its working folder
    @return: seconds
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"start: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(rounds: int, folder: Path) -> list[Figure]:
    """Measure all commands in turns.

    @param rounds: how often each is started
    @param folder: where plan and results go
    @return: the figures
    """
    (folder / "ten.toml").write_text(PLAN, encoding="utf-8")
    python = [sys.executable, "-P"]
    command = [*python, "-m", "net8"]
    commands = {
        BARE: [*python, "-c", "pass"],
        PANDAS: [*python, "-c", "import pandas"],
        "net8 --version": [*command, "--version"],
        "net8 describe ten": [*command, "describe", "ten.toml"],
        RUN: [*command, "run", "ten.toml"],
        "net8 run ten, from the store": [*command, "run", "ten.toml"],
        "net8 report ten": [*command, "report", "ten"],
    }
    least = dict.fromkeys(commands, float("inf"))
    for _round in range(rounds):
        for name, words in commands.items():
            if name == RUN:
                shutil.rmtree(folder / "runs", ignore_errors=True)
            least[name] = min(least[name], processor_s(words, folder))
    return [
        Figure(
            name,
            value * 1e3,
            value / least[BARE],
            value / least[PANDAS],
            LIMIT if name == RUN else None,
        )
        for name, value in least.items()
    ]


def main(
    rounds: Annotated[int, typer.Option(help="How often each command is started.", min=1)] = ROUNDS,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each figure.")] = False,
) -> None:
    """Measure what the start of a command costs."""
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(rounds, Path(folder))
    if as_json:
        for figure in figures:
            print(json.dumps(asdict(figure)))
    else:
        table = Table(
            "", "ms", "over Python alone", "over import pandas", "at most", box=box.SIMPLE_HEAD,
            title=f"processor time of a command; least of {rounds}",
        )  # fmt: skip
        for figure in figures:
            limit = "" if figure.limit is None else f"{figure.limit:.2f}"
            table.add_row(
                figure.command, f"{figure.ms:,.0f}", f"{figure.over_bare:.1f}", f"{figure.over_pandas:.2f}",
                limit,
            )  # fmt: skip
        Console().print(table)
    if any(figure.limit is not None and figure.over_pandas > figure.limit for figure in figures):
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
