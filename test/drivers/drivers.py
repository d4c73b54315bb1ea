# SPDX-License-Identifier: GPL-2.0-only
"""The real drivers, and how one process of each goes through all cases against the responder."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from expected import EXPECTED
from install import FOLDER
from responder.cases import CASES, FULL_CASES, SHORT_PATIENCE_S, Case
from responder.dialogue import Manner
from responder.listener import Listener
from responder.recording import Recording
from responder.replay import replies
from responder.table import STATEMENT

__all__ = ["DRIVERS", "Driver", "Outcome", "Run", "outcomes"]

_PROGRAMS: Final = Path(__file__).resolve().parent / "programs"
_LIMIT_S: Final = 80
# What would change what a driver sends.
_UNWANTED: Final = ("TNS_ADMIN", "ORA_SDTZ", "NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "LC_ALL")
_JAVA_OPTIONS: Final = ("-Duser.timezone=Etc/UTC", "-Duser.language=en", "-Duser.country=US")
_DEFAULTS: Final = (
    "full-250-default",
    "full-1000-default",
    "full-wrong-password",
    "full-no-table",
    "full-23ai",
)


@dataclass(frozen=True)
class Driver:
    """One driver."""

    name: str  #: as in the names of the captures
    title: str  #: what it calls itself
    version: str  #: the version of the captures
    model: str  #: its name in a plan
    manner: Manner  #: what the responder must know of it
    fraction_digits: int = 6  #: digits of a second that its language has
    full: tuple[str, ...] = ()  #: its cases with a query

    @property
    def cases(self) -> list[Case]:
        """Give the cases that it goes through: all without a query, and those with one that its capture has."""
        waits = (self._waits(case.name) and case.answer != "silent" for case in CASES)
        short = [
            replace(case, patience_s=SHORT_PATIENCE_S) if wait else case
            for case, wait in zip(CASES, waits, strict=True)
        ]
        return [*short, *(case for case in FULL_CASES if case.name in self.full)]

    def _waits(self, case: str) -> bool:
        """Tell whether it waits for more than it gets."""
        return any(text.endswith("(silence)") for text in EXPECTED[self.name][case].connections)

    @property
    def command(self) -> list[str]:
        """Give the command line of its program, without the list of cases."""
        if self.name == "python":
            return [sys.executable, str(_PROGRAMS / "run_python.py")]
        if self.name == "node":
            return ["node", str(_PROGRAMS / "run_node.js")]
        return ["java", *_JAVA_OPTIONS, "-cp", str(FOLDER / "jdbc" / "*"), str(_PROGRAMS / "RunJdbc.java")]

    @property
    def environment(self) -> dict[str, str]:
        """Give the environment of its program."""
        kept = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
        paths = {
            "PYTHONPATH": str(FOLDER / "python"),
            "NODE_PATH": str(FOLDER / "node" / "node_modules"),
        }
        return kept | paths | {"TZ": "Etc/UTC", "LANG": "C.UTF-8"}


DRIVERS: Final = (
    Driver(
        "python",
        "python-oracledb",
        "26.1.0",
        "python-thin",
        Manner(marks_end=False, end_of_response=True),
        full=(*_DEFAULTS, "full-1000-prefetch"),
    ),
    Driver(
        "node",
        "node-oracledb",
        "26.0.0",
        "node-thin",
        Manner(marks_end=True, end_of_response=True),
        fraction_digits=3,  # a Date of JavaScript ends with milliseconds
        full=(*_DEFAULTS, "full-1000-array"),
    ),
    Driver(
        "jdbc",
        "ojdbc11",
        "23.26.4.0.0",
        "jdbc-thin",
        Manner(marks_end=True, logon_types_11g=True, wide_scale=True),
        full=(*_DEFAULTS, "full-1000-array-100"),
    ),
)
"""The drivers of the captures."""


@dataclass
class Outcome:
    """What came of one case of one driver."""

    case: Case  #: the case
    ports: dict[str, int]  #: numbers of ports A and B
    recordings: list[Recording] = field(default_factory=list)  #: connections, in order of arrival
    rows: list[list[str]] = field(default_factory=list)  #: what the driver returned
    error: str = ""  #: what the driver raised
    done: bool = False  #: whether the driver came to the end of the case


@dataclass
class Run:
    """What the program of a driver printed."""

    version: str = ""
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def take(self, line: str) -> None:
        """Take a line that the program printed."""
        name, kind, *words = line.split("\t")
        if name == "version":
            self.version = f"{kind} {words[0]}"
        elif kind == "row":
            self.outcomes[name].rows.append(words)
        elif kind == "error":
            self.outcomes[name].error += words[0]
        else:
            self.outcomes[name].done = kind == "done"


def _list_of(listeners: Sequence[Listener]) -> str:
    """Write the list of cases for a program."""
    lines = []
    for listener in listeners:
        case = listener.case
        numbers = (listener.port("A"), case.service, case.sdu, case.rows, case.prefetch, case.array)
        lines.append("\t".join([case.name, *map(str, numbers), STATEMENT]))
    return "".join(line + "\n" for line in lines)


def _run(driver: Driver) -> Run:
    """Let one driver go through all cases."""
    run = Run()
    with ExitStack() as stack:
        listeners = [stack.enter_context(Listener(case, driver.manner)) for case in driver.cases]
        for listener in listeners:
            ports = {name: listener.port(name) for name in ("A", "B")}
            run.outcomes[listener.case.name] = Outcome(listener.case, ports)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cases = folder / "cases"
        cases.write_text(_list_of(listeners), encoding="utf-8")
        for line in _printed([*driver.command, str(cases)], driver.environment, folder):
            run.take(line)
    for listener in listeners:
        run.outcomes[listener.case.name].recordings = listener.recordings
    return run


def _printed(command: list[str], environment: dict[str, str], folder: Path) -> list[str]:
    """Run a program and give the lines that it printed."""
    process = subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    watch = threading.Timer(_LIMIT_S, process.kill)
    watch.start()
    output, errors = process.communicate()
    watch.cancel()
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}: {errors[-2000:]}")
    return output.splitlines()


@functools.cache
def outcomes() -> dict[str, Run]:
    """Run all drivers at the same time, once in a process.

    @return: by name of the driver, its version and what came of each case
    """
    replies()  # says what to do where the captures are not
    with ThreadPoolExecutor(max_workers=len(DRIVERS)) as pool:
        runs = dict(zip((driver.name for driver in DRIVERS), pool.map(_run, DRIVERS), strict=True))
    lines = [f"{run.version}: {len(run.outcomes)} cases\n" for run in runs.values()]
    (FOLDER / "run.txt").write_text("".join(lines), encoding="utf-8")
    return runs
