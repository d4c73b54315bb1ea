# SPDX-License-Identifier: GPL-2.0-only
"""The sizes that doc/architecture.md tells: files, those of Python too, classes and their attributes in C++."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ROOMS = ("model", "helper", "bindings", "test", "bench", "examples")
MOST_LINES_OF_A_FILE = 600
MOST_LINES_OF_A_CLASS = 500
MOST_ATTRIBUTES = 25


def _sources(*rooms: str, suffix: str) -> list[Path]:
    """Find the files of some rooms."""
    return sorted(path for room in rooms for path in (TOP / room).rglob(f"*{suffix}"))


def _member_lines() -> Counter[str]:
    """Count the lines that the members of each class take outside its definition."""
    lines: Counter[str] = Counter()
    for path in _sources("model", "helper", "bindings", suffix=".cc"):
        text = path.read_text(encoding="utf-8").split("\n")
        for number, line in enumerate(text):
            if found := re.match(r"(?:[\w:<>,&* ]+ )?[&*]*([A-Z]\w+)::~?\w+\(", line):
                end = text.index("}", number) if not line.endswith(";") else number
                lines[found[1]] += end - number + 1
    return lines


def test_no_file_is_longer_than_anyone_reads() -> None:
    files = [path for suffix in (".cc", ".h", ".py") for path in _sources(*ROOMS, suffix=suffix)]
    assert len(files) > 900
    long = {
        path.name: count
        for path in files
        if (count := len(path.read_bytes().splitlines())) > MOST_LINES_OF_A_FILE
    }
    assert long == {}


def test_no_class_is_longer_than_anyone_keeps_in_mind() -> None:
    lines = _member_lines()
    assert lines["Net8Listener"] > 200
    assert {name for name, count in lines.items() if count > MOST_LINES_OF_A_CLASS} == set()


def test_no_class_has_more_attributes_than_fit_in_a_head() -> None:
    counts = {
        path.name: path.read_text(encoding="utf-8").count(".AddAttribute(")
        for path in _sources("model", "helper", suffix=".cc")
    }
    assert max(counts.values()) >= 20  # those of the result set: the count counts
    assert {name for name, count in counts.items() if count > MOST_ATTRIBUTES} == set()
