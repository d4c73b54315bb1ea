# SPDX-License-Identifier: GPL-2.0-only
"""Write the hashes into each list of pins: of each package, the wheels that pip takes on Linux, x86-64.

Usage: .venv/bin/python test/pin.py [FILE], after a version was changed. It asks pip's index and installs nothing.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PINS = (
    TOP / "requirements.txt",
    TOP / "test" / "requirements.txt",
    TOP / "test" / "drivers" / "requirements.txt",
    TOP / "test" / "drivers" / "requirements-older.txt",
    TOP / "test" / "coverage-requirements.txt",
    TOP / "bench" / "postgres" / "requirements.txt",
)
"""What runs net8, what else development needs, the driver in Python, older versions of it, what counts lines."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Those that wheels are built for."""
WITHOUT = {"3.14": {"ns3"}}
"""Packages that have no wheel for a version of Python; net8 can be built for it against ns-3 of another version."""


def is_pin(line: str) -> bool:
    """Tell a pin from a comment."""
    return "==" in line and not line.startswith("#")


def name_of(pin: str) -> str:
    """Return the name of a package as an index compares it."""
    return re.sub(r"[-_.]+", "-", pin.partition("==")[0]).lower()


def hashes(pins: list[str], python: str) -> dict[str, str]:
    """Ask pip which file it would take of each package for a version of Python, and for its hash."""
    with tempfile.TemporaryDirectory() as folder:
        wanted, report = Path(folder) / "pins.txt", Path(folder) / "report.json"
        wanted.write_text("\n".join(pins) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run",
                   "--ignore-installed", "--no-deps", "--only-binary", ":all:", "--python-version", python,
                   "--target", folder, "--report", str(report), "-r", str(wanted)]  # fmt: skip
        if subprocess.run(command, check=False).returncode != 0:
            print(f"no wheels of {', '.join(pins)} for Python {python}")
            return {}
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return {
        name_of(each["metadata"]["name"]): each["download_info"]["archive_info"]["hashes"]["sha256"]
        for each in found
    }


def known_hashes(pins: list[str]) -> dict[str, list[str]]:
    """Return the hashes of each pin, for all versions of Python."""
    # Several versions of one package are installed one by one.
    alone = len({name_of(pin) for pin in pins}) < len(pins)
    known: defaultdict[str, set[str]] = defaultdict(set)
    for python in PYTHONS:
        for batch in [[pin] for pin in pins] if alone else [pins]:
            batch = [pin for pin in batch if name_of(pin) not in WITHOUT.get(python, ())]
            found = hashes(batch, python) if batch else {}
            for pin in batch:
                known[pin] |= {found[name_of(pin)]} if name_of(pin) in found else set()
    if bare := [pin for pin in pins if not known[pin]]:
        sys.exit(f"there are no wheels of {', '.join(bare)}")
    return {pin: sorted(values) for pin, values in known.items()}


def write(path: Path) -> None:
    """Write a list anew, comments and order as they were."""
    lines = path.read_text(encoding="utf-8").splitlines()
    known = known_hashes([line.split()[0] for line in lines if is_pin(line)])
    for place, line in enumerate(lines):
        if is_pin(line):
            pin = line.split()[0]
            lines[place] = " ".join([pin, *(f"--hash=sha256:{value}" for value in known[pin])])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Write the lists that are named, or all."""
    for path in [Path(name).resolve() for name in sys.argv[1:]] or PINS:
        write(path)


if __name__ == "__main__":
    main()
