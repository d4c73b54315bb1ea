# SPDX-License-Identifier: GPL-2.0-only
"""What of the things net8 uses is on this machine, and how to get what is not."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace

import typer
from rich.console import Console

from net8.base.errors import ToolError
from net8.base.extension import __version__, model_version, need_core
from net8.base.sheet import Column, Sheet
from net8.cli.app import app, wide_console

__all__ = ["Finding", "doctor", "examine"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for."""

    name: str  #: what it is
    found: str  #: version, or "" when it is missing
    needed: bool  #: whether net8 run works without it
    advice: str  #: what it is for and how to get it


_TOOLS = (
    (
        "C++ compiler",
        ("g++", "c++", "clang++"),
        True,
        "builds the extension; apt-get install g++ (12 or later)",
    ),
    ("CMake", ("cmake",), True, "builds the extension; apt-get install cmake"),
    ("Ninja", ("ninja",), True, "builds the extension; apt-get install ninja-build"),
    ("git", ("git",), False, "gets the sources; apt-get install git"),
    ("gnuplot", ("gnuplot",), False, "draws figures; apt-get install gnuplot-nox"),
    ("mpirun", ("mpirun",), False, "runs one plan on several cores; apt-get install openmpi-bin"),
    ("tshark", ("tshark",), False, "checks captures in the tests; apt-get install tshark"),
)


@app.command()
def doctor() -> None:
    """List the programs found on this machine, and how to install missing ones."""
    if not _show(wide_console(), examine()):
        raise typer.Exit(1)


def _show(console: Console, findings: list[Finding]) -> bool:
    """Print what doctor found.

    @param console: where to
    @param findings: the findings
    @return: whether everything that is needed is there
    """
    sheet = Sheet(Column("what", "name"), Column("found"), Column("note"))
    for finding in findings:
        style = "" if finding.found else "red" if finding.needed else "yellow"
        sheet.add(
            finding.name, finding.found or "missing", "" if finding.found else finding.advice, style=style
        )
    console.print(sheet)
    lacking = [finding.name for finding in findings if finding.needed and not finding.found]
    console.print(
        f"needed and missing: {', '.join(lacking)}" if lacking else "everything that is needed is here"
    )
    return not lacking


def examine() -> list[Finding]:
    """Look for everything net8 uses.

    @return: what was found
    """
    findings = [
        Finding("net8", __version__, True, f"model version {model_version()}"),
        Finding("Python", f"{platform.python_version()} ({sys.executable})", True, "3.11 or later"),
        _extension(),
        _mpi(),
        *(_package(name) for name in ("numpy", "pandas", "scipy", "typer", "rich")),
        replace(
            _package("distributed"), needed=False, advice="sweeps on many machines; pip install distributed"
        ),
    ]
    for name, programs, needed, advice in _TOOLS:
        findings.append(Finding(name, _version(programs), needed, advice))
    return findings


def _extension() -> Finding:
    """Load the compiled part and ask which ns-3 is in it."""
    advice = "the compiled part; ./net8 builds it, or pip install ."
    try:
        need_core()
        from net8 import _core
    except ToolError as error:
        return Finding("ns-3", "", True, f"{error}; {advice}")
    return Finding("ns-3", _core.ns3_version, True, advice)


def _mpi() -> Finding:
    """Ask whether that ns-3 can simulate one plan on several MPI ranks."""
    advice = "runs a plan with run.partition on several cores; ns-3 must be built for it, see doc/scale.rst"
    try:
        need_core()
        from net8 import _core
    except ToolError:
        return Finding("ns-3 with MPI", "", False, advice)
    return Finding("ns-3 with MPI", "yes" if _core.mpi_built else "", False, advice)


def _package(name: str) -> Finding:
    """Look for a Python package."""
    try:
        return Finding(name, importlib.metadata.version(name), True, "")
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, "", True, f"pip install {name}")


def _version(programs: tuple[str, ...]) -> str:
    """Return the version of the first program there is."""
    for program in programs:
        if path := shutil.which(program):
            try:
                done = subprocess.run(
                    [path, "--version"], capture_output=True, text=True, timeout=10, check=False
                )
            except (OSError, subprocess.TimeoutExpired):
                return f"{path} (unknown version)"
            number = re.search(r"\d+\.\d+(?:\.\d+)?(?: patchlevel \d+)?", done.stdout or done.stderr)
            return f"{number[0] if number else 'unknown version'} ({path})"
    return ""
