# SPDX-License-Identifier: GPL-2.0-only
"""Write the hashes into requirements.txt: of each pinned package, the wheels that pip takes on Linux, x86-64.

Usage: .venv/bin/python test/pin.py, after a version was changed. It asks the package index of pip and installs nothing.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PINS = Path(__file__).resolve().parent.parent / "requirements.txt"
PYTHONS = ("3.11", "3.12", "3.13")
"""Those for which there is a wheel of ns-3."""


def name_of(pin: str) -> str:
    """Give the name of a package as an index compares it."""
    return re.sub(r"[-_.]+", "-", pin.partition("==")[0]).lower()


def hashes(pins: list[str], python: str) -> dict[str, str]:
    """Ask pip which file it would take of each package for a version of Python, and for its hash."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder) / "pins.txt", Path(folder) / "report.json"
        wanted.write_text("\n".join(pins) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run",
                   "--ignore-installed", "--no-deps", "--only-binary", ":all:", "--python-version", python,
                   "--target", folder, "--report", str(report), "-r", str(wanted)]  # fmt: skip
        subprocess.run(command, check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        name_of(each["metadata"]["name"]): each["download_info"]["archive_info"]["hashes"]["sha256"]
        for each in found
    }


def main() -> None:
    """Write the file anew, comments and order as they were."""
    lines = PINS.read_text(encoding="utf-8").splitlines()
    pins = [line.split()[0] for line in lines if "==" in line and not line.startswith("#")]
    known: defaultdict[str, set[str]] = defaultdict(set)
    for python in PYTHONS:
        for name, value in hashes(pins, python).items():
            known[name].add(value)
    for place, line in enumerate(lines):
        if "==" in line and not line.startswith("#"):
            pin = line.split()[0]
            lines[place] = " ".join(
                [pin, *(f"--hash=sha256:{value}" for value in sorted(known[name_of(pin)]))]
            )
    PINS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
