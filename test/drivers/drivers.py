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
from responder.cases import (
    ALONE_CASES,
    BATCH_CASES,
    BLOCK_CASES,
    CASES,
    CURSOR_CASES,
    DDL_CASES,
    DIRECT_CASES,
    DRCP_CASES,
    FULL_CASES,
    LOB_CASES,
    PIPELINE_CASES,
    POOL_CASES,
    READ_CASES,
    READY_CASES,
    SESSIONLESS_CASES,
    SHORT_PATIENCE_S,
    WATCH_CASES,
    WORK_CASES,
    Case,
)
from responder.listener import Listener
from responder.recording import Recording
from responder.replay import replies
from responder.table import (
    ABORTS,
    ALONE,
    BATCH,
    BLOCKS,
    CURSORS,
    DDL,
    DEFERRED,
    DIRECT,
    DRCP,
    GOES_ON,
    INSERT,
    LETTERS,
    LOB,
    PIPE,
    PIPE_POOL,
    PIPES,
    POOL,
    SESSIONLESS,
    STATEMENT,
    WATCH,
)

__all__ = ["CAPTURED", "DRIVERS", "Driver", "Outcome", "Run", "outcomes"]

_PROGRAMS: Final = Path(__file__).resolve().parent / "programs"
_LIMIT_S: Final = 300
_AT_A_TIME: Final = 4
# What would change what a driver sends.
_UNWANTED: Final = ("TNS_ADMIN", "ORA_SDTZ", "NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "LC_ALL")
# What each process would otherwise compile again, it runs once.
_JAVA_OPTIONS: Final = (
    "-XX:TieredStopAtLevel=1",
    "-Duser.timezone=Etc/UTC",
    "-Duser.language=en",
    "-Duser.country=US",
)
# What a program is told by the work of a case.
_STATEMENTS: Final = {
    "": STATEMENT,
    "insert": INSERT,
    "blocks": BLOCKS,
    "cursors": CURSORS,
    "lobs": LOB,
    "reads": LETTERS,
    "batch": BATCH,
    "pipe": PIPE,
    "alone": ALONE,
    "pipes": PIPES,
    "aborts": ABORTS,
    "goes on": GOES_ON,
    "pipe pool": PIPE_POOL,
    "ddl": DDL,
    "pool": POOL,
    "drcp": DRCP,
    "direct": DIRECT,
    "sessionless": SESSIONLESS,
    "deferred": DEFERRED,
    "watch": WATCH,
}
_PIPES: Final = (*PIPELINE_CASES, *ALONE_CASES)
_WORKS: Final = (
    *WORK_CASES,
    *BLOCK_CASES,
    *LOB_CASES,
    *READ_CASES,
    *BATCH_CASES,
    *CURSOR_CASES,
    *_PIPES,
    *DDL_CASES,
    *POOL_CASES,
    *DRCP_CASES,
    *DIRECT_CASES,
    *SESSIONLESS_CASES,
    *READY_CASES,
    *WATCH_CASES,
)
# Of the requests of a pool node-oracledb tells nothing, and it has no program for the others.
_NODE_WORKS: Final = (
    *(case for case in _PIPES if case.work != "pipe pool"),
    *DDL_CASES,
    *DIRECT_CASES,
    # It suspends only a transaction of which the server has told the state.
    *(case for case in SESSIONLESS_CASES if case.work == "deferred"),
)
_DEFAULTS: Final = (
    "full-250-default",
    "full-1000-default",
    "full-wrong-password",
    "full-no-table",
    "full-23ai",
)


@dataclass(frozen=True)
class Driver:
    """One version of a driver."""

    maker: str  #: python, node or jdbc
    title: str  #: what it calls itself
    version: str  #: as its registry has it
    model: str  #: its name in a plan
    release: str = ""  #: its release in a plan, empty for the model's own
    captured: bool = False  #: whether it is the version of the captures
    fraction_digits: int = 6  #: digits of a second that its language has
    full: tuple[str, ...] = _DEFAULTS  #: its cases with a query
    work_cases: tuple[Case, ...] = ()  #: its cases in which it does more than query

    @property
    def name(self) -> str:
        """Its name: of the version of the captures the one that those have."""
        return self.maker if self.captured else f"{self.maker}-{self.version}"

    @property
    def cases(self) -> list[Case]:
        """The cases that it goes through: with a query, and those without one if a capture tells what to see."""
        full = [*(case for case in FULL_CASES if case.name in self.full), *self.work_cases]
        if not self.captured:
            return full
        waits = (self._waits(case.name) and case.answer != "silent" for case in CASES)
        short = [
            replace(case, patience_s=SHORT_PATIENCE_S) if wait else case
            for case, wait in zip(CASES, waits, strict=True)
        ]
        return [*short, *full]

    def _waits(self, case: str) -> bool:
        """Return whether it waits for more than it gets."""
        return any(text.endswith("(silence)") for text in EXPECTED[self.name][case].connections)

    @property
    def command(self) -> list[str]:
        """The command line of the program that goes through cases, without the list of cases."""
        return self._program("run")

    @property
    def timing(self) -> list[str]:
        """The command line of the program that tells times, without what time_python.py says."""
        return self._program("time")

    def _program(self, verb: str) -> list[str]:
        """Return the command line of the program that does something."""
        if self.maker == "python":
            return [sys.executable, str(_PROGRAMS / f"{verb}_python.py")]
        if self.maker == "node":
            package = "oracledb" if self.captured else f"oracledb-{self.version}"
            return ["node", str(_PROGRAMS / f"{verb}_node.js"), package]
        path = [FOLDER / "jdbc" / f"{self.title}-{self.version}.jar", FOLDER / "jdbc" / "programs"]
        return [
            "java",
            *_JAVA_OPTIONS,
            "-cp",
            os.pathsep.join(map(str, path)),
            f"{verb.title()}Jdbc",
            self.title,
        ]

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its program."""
        kept = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
        python = FOLDER / "python"
        # What python-oracledb needs is where the version of the captures is.
        folders = [python] if self.captured else [python / self.version, python]
        paths = {
            "PYTHONPATH": os.pathsep.join(map(str, folders)),
            "NODE_PATH": str(FOLDER / "node" / "node_modules"),
        }
        return kept | paths | {"TZ": "Etc/UTC", "LANG": "C.UTF-8"}


_PYTHON: Final = Driver("python", "python-oracledb", "26.1.0", "python-thin", captured=True)
_NODE: Final = Driver(
    "node",
    "node-oracledb",
    "26.0.0",
    "node-thin",
    captured=True,
    fraction_digits=3,  # a Date of JavaScript ends with milliseconds
)
_JDBC: Final = Driver("jdbc", "ojdbc11", "23.26.4.0.0", "jdbc-thin", captured=True)


def _older(driver: Driver, version: str, release: str, title: str = "") -> Driver:
    """Return an older version of a driver."""
    return replace(
        driver, version=version, release=release, title=title or driver.title, captured=False, full=_DEFAULTS
    )


DRIVERS: Final = (
    replace(_PYTHON, full=(*_DEFAULTS, "full-1000-prefetch"), work_cases=_WORKS),
    replace(_NODE, full=(*_DEFAULTS, "full-1000-array"), work_cases=_NODE_WORKS),
    replace(_JDBC, full=(*_DEFAULTS, "full-1000-array-100")),
    _older(_PYTHON, "1.4.2", "1.4"),
    _older(_PYTHON, "2.0.0", "2.0"),
    replace(
        _older(_PYTHON, "3.4.1", "3.4"), work_cases=(*_PIPES, *DDL_CASES, *DIRECT_CASES, *SESSIONLESS_CASES)
    ),
    _older(_NODE, "6.0.0", "6.0"),
    _older(_NODE, "6.5.0", "6.5"),
    _older(_JDBC, "12.2.0.1", "12.2", "ojdbc8"),
    _older(_JDBC, "19.3.0.0", "19c", "ojdbc8"),
    _older(_JDBC, "21.1.0.0", "21c", "ojdbc8"),
    _older(_JDBC, "23.3.0.23.09", "23.3"),
)
"""The drivers: first those of the captures, then older ones."""

CAPTURED: Final = tuple(driver for driver in DRIVERS if driver.captured)
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
        lines.append("\t".join([case.name, *map(str, numbers), _STATEMENTS[case.work]]))
    return "".join(line + "\n" for line in lines)


def _run(driver: Driver) -> Run:
    """Let one driver go through all cases."""
    run = Run()
    with ExitStack() as stack:
        listeners = [stack.enter_context(Listener(case)) for case in driver.cases]
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


def _try(driver: Driver) -> Run | RuntimeError:
    """Let one driver go through all cases; a driver that cannot be run is a result, too."""
    try:
        return _run(driver)
    except RuntimeError as error:
        return error


@functools.cache
def _runs() -> dict[str, Run | RuntimeError]:
    """Run all drivers, some at the same time, once in a process."""
    replies()  # says what to do where the captures are not
    with ThreadPoolExecutor(max_workers=_AT_A_TIME) as pool:
        return dict(zip((driver.name for driver in DRIVERS), pool.map(_try, DRIVERS), strict=True))


@functools.cache
def outcomes() -> dict[str, Run]:
    """Run all drivers, once in a process.

    @return: by name of the driver, its version and what came of each case
    """
    runs = {}
    for name, run in _runs().items():
        if isinstance(run, RuntimeError):
            raise run
        runs[name] = run
    lines = [f"{run.version}: {len(run.outcomes)} cases\n" for run in runs.values()]
    (FOLDER / "run.txt").write_text("".join(lines), encoding="utf-8")
    return runs
