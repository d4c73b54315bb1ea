# SPDX-License-Identifier: GPL-2.0-only
"""Says how many lines the tests reach, room by room; called by ./net8 test --coverage once they have run.

Usage: line_coverage.py FOLDER, in which the C++ was built with --coverage and python.json is coverage.py's report.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

TOP: Final = Path(__file__).resolve().parent.parent
LEAST_FILES: Final = 10
"""So many files with the most lines that no test reaches are named."""

Lines = tuple[int, int]
"""Lines that can run, and those of them that did."""


def of_cpp(folder: Path) -> dict[str, Lines]:
    """Ask gcovr.

    @param folder: the build folder
    @return: lines of each source file of model and helper
    """
    report = folder / "cpp.json"
    command = [
        sys.executable,
        "-m",
        "gcovr",
        "--root",
        str(TOP),
        "--filter",
        "(model|helper)/",
        "--json-summary",
    ]
    subprocess.run([*command, str(report), str(folder)], check=True, stdout=subprocess.DEVNULL)
    files: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {each["filename"]: (each["line_total"], each["line_covered"]) for each in files}


def of_python(folder: Path) -> dict[str, Lines]:
    """Read what coverage.py found.

    @param folder: where python.json is
    @return: lines of each module of the package
    """
    files: dict[str, Any] = json.loads((folder / "python.json").read_text(encoding="utf-8"))["files"]
    sums = {name: each["summary"] for name, each in files.items()}
    return {name: (each["num_statements"], each["covered_lines"]) for name, each in sums.items()}


def table(files: dict[str, Lines]) -> str:
    """Add the files of a room together.

    @param files: lines of each file
    @return: a row for each room, and one for all
    """
    rooms: defaultdict[str, Lines] = defaultdict(lambda: (0, 0))
    for name, (lines, reached) in files.items():
        for room in (str(Path(name).parent), "all"):
            rooms[room] = rooms[room][0] + lines, rooms[room][1] + reached
    rows = [
        f"  {room:28} {lines:7,} lines {reached / max(lines, 1):8.1%}"
        for room, (lines, reached) in sorted(rooms.items(), key=lambda row: (row[0] == "all", row[0]))
    ]
    missed = sorted(files, key=lambda name: files[name][1] - files[name][0])[:LEAST_FILES]
    least = [
        f"  {files[name][0] - files[name][1]:5} of {files[name][0]:5} lines of {name}" for name in missed
    ]
    return "\n".join([*rows, "  most that no test reaches:", *least])


def main() -> None:
    """Print both tables."""
    folder = Path(sys.argv[1])
    print("C++, reached by GoogleTest and ns-3 suites (what Python's tests run is not counted)")
    print(table(of_cpp(folder)))
    print("Python, reached by pytest, its workers and commands")
    print(table(of_python(folder)))


if __name__ == "__main__":
    main()
