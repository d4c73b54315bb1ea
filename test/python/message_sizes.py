# SPDX-License-Identifier: GPL-2.0-only
"""The table of message sizes in doc/message-sizes.csv: each message of each captured session beside the model's.

Run as a program this file writes the table anew, and keeps the reasons that it gives:
``.venv/bin/python test/python/message_sizes.py``.
"""

from __future__ import annotations

import csv
from pathlib import Path

import net8
from plan_captures import CAPTURES, LARGE_BYTES, PLANS, PROJECT, beside, table

__all__ = ["CAPTURES", "SIZES", "needs_reason", "read", "sizes"]

SIZES = PROJECT / "doc" / "message-sizes.csv"
_HEAD = ["message", "capture (bytes)", "model (bytes)", "difference (bytes)", "plans", "reason"]
_PREFIXES = ("session switch + ", "close cursors + ")


def _named(message: str) -> str:
    """Name a request by its call: what rides along in front is part of its size."""
    for prefix in _PREFIXES:
        message = message.removeprefix(prefix)
    return message


def sizes(plan: Path, found: net8.Comparison) -> list[list[str]]:
    """Return the lines of one plan: packets of one message are added up, equal messages count once."""
    messages: list[tuple[str, int, int]] = []
    asked = ""
    for row in found.rows:
        if not (row.real and row.simulated):
            continue
        real, simulated = row.real, row.simulated
        if real.message == "continued":
            name, *before = messages.pop()
            messages.append((name, before[0] + real.bytes, before[1] + simulated.bytes))
            continue
        asked = (_named(real.message) or real.type) if real.sender == "client" else asked
        name = asked if real.sender == "client" else f"reply to {asked}"
        messages.append((name if real.type == "DATA" else real.type, real.bytes, simulated.bytes))
    return [
        [name, str(real), str(model), f"{model - real:+d}", plan.stem]
        for name, real, model in dict.fromkeys(messages)
    ]


def needs_reason(line: list[str]) -> bool:
    """Return whether a difference is large enough to be explained."""
    return abs(int(line[3])) > LARGE_BYTES


def read() -> list[list[str]]:
    """Read the table, its head left out."""
    return table(SIZES)


def grouped(lines: list[list[str]]) -> list[list[str]]:
    """Join lines that differ in their plan only; put the lines of one message together."""
    groups: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for *size, plan in lines:
        groups.setdefault(size[0], {}).setdefault(tuple(size), []).append(plan)
    return [[*size, ", ".join(plans)] for message in groups.values() for size, plans in message.items()]


def all_sizes() -> list[list[str]]:
    """Return the lines of all plans, reasons left out."""
    return grouped([line for plan in PLANS for line in sizes(plan, beside(plan))])


def write_table() -> None:
    """Write the table."""
    given = {tuple(line[:3]): line[-1] for line in read()}
    lines = [[*line, given.get(tuple(line[:3]), "")] for line in all_sizes()]
    with SIZES.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([_HEAD, *lines])


if __name__ == "__main__":
    write_table()
