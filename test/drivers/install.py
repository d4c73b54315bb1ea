# SPDX-License-Identifier: GPL-2.0-only
"""Puts the pinned drivers into build/drivers; what is there already in the pinned version stays."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build" / "drivers"


def commands(name: str, target: Path) -> list[list[str]]:
    """Return what installs a driver.

    @param name: python, node or jdbc
    @param target: an empty folder for it
    @return: command lines
    """
    if name == "python":
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
               "--require-hashes", "--target"]  # fmt: skip
        return [[*pip, str(target), "-r", str(HERE / "requirements.txt")]] + [
            [*pip, str(list_of.parent), "-r", str(list_of)] for list_of in _older_lists(target)
        ]
    if name == "node":
        for pins in PINS[name]:
            shutil.copy(HERE / pins, target)
        # Thin mode has no compiled part, which is what the package's own script looks for.
        return [["npm", "ci", "--silent", "--ignore-scripts", "--prefix", str(target)]]
    programs = target / "programs"
    sources = [str(HERE / source) for source in PINS[name] if source.endswith(".java")]
    return [
        ["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:copy", f"-DoutputDirectory={target}"],
        ["javac", "-d", str(programs), "-cp", str(target / COMPILED_WITH), *sources],
    ]


def _older_lists(target: Path) -> list[Path]:
    """Write the pin of each older version of python-oracledb, with its hashes, into a folder of its own."""
    lists = []
    for line in (HERE / "requirements-older.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            version = line.split()[0].partition("==")[2]
            lists.append(target / version / "pin.txt")
            lists[-1].parent.mkdir()
            lists[-1].write_text(f"{line}\n", encoding="utf-8")
    return lists


def wrong_jars(target: Path) -> list[str]:
    """Compare JDBC with the checksums that it is to have.

    @param target: folder of the jars
    @return: names of those that are missing or different
    """
    wrong = []
    for line in (HERE / "jdbc.sha256").read_text(encoding="utf-8").splitlines():
        digest, jar = line.split()
        path = target / jar
        if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            wrong.append(jar)
    return wrong


COMPILED_WITH = "ojdbc11-23.26.4.0.0.jar"
"""The version of JDBC that the programs are compiled with; they run with all of them."""

PINS = {
    "python": ("requirements.txt", "requirements-older.txt"),
    "node": ("package.json", "package-lock.json"),
    "jdbc": ("pom.xml", "jdbc.sha256", "programs/RunJdbc.java", "programs/TimeJdbc.java"),
}
"""Files that name the versions of each driver, and what is compiled with it."""


def install(name: str) -> str:
    """Install one driver if it is not there.

    @param name: python, node or jdbc
    @return: what went wrong, empty if nothing
    """
    target = FOLDER / name
    stamp = FOLDER / f"{name}.installed"
    pins = [(HERE / pins).read_text(encoding="utf-8") for pins in PINS[name]]
    identity = "\n".join([sys.version, *pins])
    if stamp.exists() and stamp.read_text(encoding="utf-8") == identity:
        return ""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for command in commands(name, target):
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except OSError as error:
            return f"{name}: {command[0]} cannot be run: {error.strerror}"
        if done.returncode:
            return f"{name}: {' '.join(command[:3])} ended with {done.returncode}: {done.stderr[-500:]}"
    if name == "jdbc" and (wrong := wrong_jars(target)):
        return f"{name}: {', '.join(wrong)}: not the content that jdbc.sha256 names"
    stamp.write_text(identity, encoding="utf-8")
    return ""


def main() -> int:
    """Install all drivers.

    @return: how many are missing
    """
    os.chdir(HERE)
    problems = [problem for name in PINS if (problem := install(name))]
    for problem in problems:
        print(problem)
    return len(problems)


if __name__ == "__main__":
    sys.exit(main())
