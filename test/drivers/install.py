# SPDX-License-Identifier: GPL-2.0-only
"""Puts the pinned drivers into build/drivers; what is there already in the pinned version stays."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "build" / "drivers"


def commands(name: str, target: Path) -> list[list[str]]:
    """Give what installs a driver.

    @param name: python, node or jdbc
    @param target: an empty folder for it
    @return: command lines
    """
    if name == "python":
        pins = str(HERE / "requirements.txt")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
        return [[*pip, "--target", str(target), "-r", pins]]
    if name == "node":
        shutil.copy(HERE / "package.json", target)
        # Thin mode has no compiled part, which is what the package's own script looks for.
        return [
            ["npm", "install", "--silent", "--no-package-lock", "--ignore-scripts", "--prefix", str(target)]
        ]
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={target}"]
    return [["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), *goal]]


PINS = {"python": "requirements.txt", "node": "package.json", "jdbc": "pom.xml"}
"""File that names the version of each driver."""


def install(name: str) -> str:
    """Install one driver if it is not there.

    @param name: python, node or jdbc
    @return: what went wrong, empty if nothing
    """
    target = FOLDER / name
    stamp = FOLDER / f"{name}.installed"
    identity = f"{sys.version}\n" + (HERE / PINS[name]).read_text(encoding="utf-8")
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
