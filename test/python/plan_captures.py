# SPDX-License-Identifier: GPL-2.0-only
"""The plans of ``test/plans`` beside the captures that they imitate, and the tables of doc/compare.rst about them.

The comments on top of a plan name its capture, the session in it and the packets that are compared, and the session of
the simulation where that is not the first, and packets that have other flags, if any. Run as a program
this file writes the tables anew, and keeps the reasons that they give:
``.venv/bin/python test/python/plan_captures.py``.
"""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path

import net8
from net8.dissect import dissect

__all__ = [
    "CAPTURES",
    "COVERED",
    "DIFFERENCES",
    "LARGE_BYTES",
    "PLANS",
    "SUMS",
    "beside",
    "covered",
    "differences",
    "heading",
    "reasons",
    "sums",
    "table",
]

PROJECT = Path(__file__).resolve().parents[2]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
PLANS = sorted((PROJECT / "test" / "plans").glob("*.toml"))
DIFFERENCES = PROJECT / "doc" / "compare-differences.csv"
SUMS = PROJECT / "doc" / "compare-sums.csv"
COVERED = PROJECT / "doc" / "compare-captures.csv"
LARGE_BYTES = 8

_DIFFERENCES_HEAD = [
    "plan",
    "packet",
    "what",
    "real (bytes)",
    "simulated (bytes)",
    "difference (bytes)",
    "reason",
]
_SUMS_HEAD = [
    "plan", "capture", "packets", "client: real (bytes)", "simulated (bytes)", "difference (%)",
    "server: real (bytes)", "simulated (bytes)", "difference (%)",
]  # fmt: skip


_COVERED_HEAD = [
    "capture", "session", "packets", "compared (packets)", "compared", "plan", "client: difference (%)",
    "server: difference (%)", "what is not compared, and why",
]  # fmt: skip


def heading(plan: Path) -> dict[str, str]:
    """Read what the comments of a plan say of its capture."""
    return dict(re.findall(r"^# ([a-z ]+): (.+)$", plan.read_text(encoding="utf-8"), re.MULTILINE))


def beside(plan: Path) -> net8.Comparison:
    """Simulate a plan and lay it beside its capture."""
    said = heading(plan)
    return net8.compare(
        CAPTURES / said["capture"],
        net8.load(plan),
        real_stream=int(said.get("session", 1)),
        simulated_stream=int(said.get("simulated session", 1)),
        real_packets=said.get("packets"),
        simulated_packets=said.get("simulated packets"),
    )


def differences(plan: Path, found: net8.Comparison) -> list[list[str]]:
    """Return the lines of the table of differences above 8 bytes, without their reasons."""
    return [
        [
            plan.stem, str(row.real.number), f"{row.real.type} {row.real.message}".strip(),
            str(row.real.bytes), str(row.simulated.bytes), f"{row.difference_bytes:+d}",
        ]
        for row in found.differences(above_bytes=LARGE_BYTES)
        if row.real and row.simulated
    ]  # fmt: skip


def sums(plan: Path, found: net8.Comparison) -> list[str]:
    """Return the line of the table of sums."""
    line = [plan.stem, heading(plan)["capture"], str(len(found.rows))]
    for total in found.totals:
        line += [str(total.real_bytes), str(total.simulated_bytes), f"{total.difference_percent:+.2f}"]
    return line


def covered() -> list[list[str]]:
    """Return the lines of the table of sessions, without reasons and without captures of ``drivers``."""
    totals = {line[0]: line for line in table(SUMS)}
    lines = []
    for path in sorted(path for path in CAPTURES.rglob("*.pcap*") if path.parent.name != "drivers"):
        name = path.relative_to(CAPTURES).as_posix()
        for number, session in enumerate(dissect(path).sessions, 1):
            packets = len(session.packets)
            plans = [
                plan.stem
                for plan in PLANS
                if heading(plan)["capture"] == name and int(heading(plan).get("session", 1)) == number
            ]
            most = max(plans, key=lambda plan: int(totals[plan][2]), default="")
            compared = int(totals[most][2]) if most else 0
            how = "whole" if compared == packets else "in part" if compared else "no"
            percent = [totals[most][5], totals[most][8]] if most else ["", ""]
            lines.append([name, str(number), str(packets), str(compared), how, most, *percent])
    return lines


def table(path: Path) -> list[list[str]]:
    """Read the lines of a table, its head left out."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.reader(stream))[1:]


def reasons() -> dict[tuple[str, str], str]:
    """Return the reasons that the table of differences has, by plan and packet."""
    return {(line[0], line[1]): line[-1] for line in table(DIFFERENCES)}


def write(path: Path, head: list[str], lines: list[list[str]]) -> None:
    """Write a table."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([head, *lines])


def write_tables() -> None:
    """Write the tables."""
    given = reasons()
    found = [(plan, beside(plan)) for plan in PLANS]
    lines = [line for plan, comparison in found for line in differences(plan, comparison)]
    write(DIFFERENCES, _DIFFERENCES_HEAD, [[*line, given.get((line[0], line[1]), "")] for line in lines])
    write(SUMS, _SUMS_HEAD, [sums(plan, comparison) for plan, comparison in found])
    why = {(line[0], line[1]): line[-1] for line in table(COVERED)}
    write(COVERED, _COVERED_HEAD, [[*line, why.get((line[0], line[1]), "")] for line in covered()])


if __name__ == "__main__":
    write_tables()
