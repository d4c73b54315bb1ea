# SPDX-License-Identifier: GPL-2.0-only
"""Says how many lines the tests reach, room by room; called by ./net8 test --coverage once they have run.

Usage: line_coverage.py FOLDER [TABLES], in which the C++ was built with --coverage and python.json is coverage.py's
report; writes a table of rooms and one of packages to TABLES.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

TOP: Final = Path(__file__).resolve().parent.parent
FLOORS: Final = {"cpp": 0.80, "python": 0.95}
"""Less of all lines reached is a failure; a point or two below what doc/coverage.rst shows, as each change moves it."""
LEAST_FILES: Final = 10
"""So many files with the most lines that no test reaches are named."""

Lines = tuple[int, int]
"""Lines that can run, and those of them that did."""


def of_cpp(folder: Path) -> dict[str, Lines]:
    """Ask gcovr.

    A header is found under its own name and under that of the link by which other rooms include it; a line is reached
    if it is in any of the two.

    @param folder: the build folder
    @return: lines of each source file and header of model and helper
    """
    report = folder / "cpp.json"
    command = [sys.executable, "-m", "gcovr", "--root", str(TOP), "--filter", "(model|helper)/", "--json"]
    subprocess.run(
        [*command, str(report), str(folder)], check=True, stdout=subprocess.DEVNULL, cwd=TOP
    )  # a filter is relative to the folder that gcovr runs in
    return merged(json.loads(report.read_text(encoding="utf-8"))["files"], TOP)


def merged(files: list[dict[str, Any]], top: Path) -> dict[str, Lines]:
    """Bring the names of one file together.

    @param files: what gcovr's JSON says of each
    @param top: folder that their names are relative to
    @return: lines of each file
    """
    reached: defaultdict[str, dict[int, bool]] = defaultdict(dict)
    for each in files:
        name = str((top / each["file"]).resolve().relative_to(top.resolve()))
        for line in each["lines"]:
            number = line["line_number"]
            reached[name][number] = reached[name].get(number, False) or line["count"] > 0
    return {name: (len(lines), sum(lines.values())) for name, lines in reached.items() if lines}


def of_python(folder: Path) -> dict[str, Lines]:
    """Read what coverage.py found.

    @param folder: where python.json is
    @return: lines of each module of the package
    """
    files: dict[str, Any] = json.loads((folder / "python.json").read_text(encoding="utf-8"))["files"]
    sums = {name: each["summary"] for name, each in files.items()}
    return {name: (each["num_statements"], each["covered_lines"]) for name, each in sums.items()}


def by_room(files: dict[str, Lines]) -> dict[str, Lines]:
    """Add the files of a room together.

    @param files: lines of each file
    @return: lines of each room, in the order of their names, and last those of all
    """
    rooms: defaultdict[str, Lines] = defaultdict(lambda: (0, 0))
    for name, (lines, reached) in files.items():
        for room in (str(Path(name).parent), "all"):
            rooms[room] = rooms[room][0] + lines, rooms[room][1] + reached
    return dict(sorted(rooms.items(), key=lambda row: (row[0] == "all", row[0])))


def table(files: dict[str, Lines]) -> str:
    """Show the rooms, and the files with the most lines that no test reaches.

    @param files: lines of each file
    @return: a row for each room, one for all, and the files
    """
    rows = [
        f"  {room:28} {lines:7,} lines {reached / max(lines, 1):8.1%}"
        for room, (lines, reached) in by_room(files).items()
    ]
    missed = sorted(files, key=lambda name: files[name][1] - files[name][0])[:LEAST_FILES]
    least = [
        f"  {files[name][0] - files[name][1]:5} of {files[name][0]:5} lines of {name}" for name in missed
    ]
    return "\n".join([*rows, "  most that no test reaches:", *least])


def write_csv(path: Path, files: dict[str, Lines]) -> None:
    """Write the rooms, with their lines and the part of them that is reached.

    @param path: the file
    @param files: lines of each file
    """
    rows = [
        f"{room},{lines},{100 * reached / max(lines, 1):.1f}"
        for room, (lines, reached) in by_room(files).items()
    ]
    path.write_text("\n".join(["room,lines,reached in %", *rows, ""]), encoding="utf-8")


def below_floor(name: str, files: dict[str, Lines]) -> str:
    """Hold the lines of all files against their floor.

    @param name: a key of FLOORS
    @param files: lines of each file
    @return: one sentence where too few are reached; otherwise nothing
    """
    lines, reached = by_room(files)["all"]
    if reached >= FLOORS[name] * lines:
        return ""
    asked = f"fewer than the {FLOORS[name]:.0%} asked for"
    return f"{name}: the tests reach {reached / lines:.1%} of {lines:,} lines, {asked}"


def main() -> None:
    """Print both tables, and write them where a second argument names a folder for them; fail below a floor."""
    folder = Path(sys.argv[1])
    into = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    parts = {
        "cpp": (
            "C++, reached by GoogleTest and ns-3 suites (what Python's tests run is not counted)",
            of_cpp,
        ),
        "python": ("Python, reached by pytest, its workers and commands", of_python),
    }
    low = []
    for name, (title, read) in parts.items():
        files = read(folder)
        low.append(below_floor(name, files))
        print(title)
        print(table(files))
        if into:
            write_csv(into / f"coverage-{name}.csv", files)
    sys.exit("\n".join(filter(None, low)) or None)


if __name__ == "__main__":
    main()
