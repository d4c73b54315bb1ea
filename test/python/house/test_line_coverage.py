# SPDX-License-Identifier: GPL-2.0-only
"""How lines reached are counted: a header has one name, whoever includes it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

SCRIPT = Path(__file__).resolve().parents[2] / "line_coverage.py"


def _file(name: str, counts: dict[int, int]) -> dict[str, object]:
    """Make what gcovr says of a file."""
    return {
        "file": name,
        "lines": [{"line_number": number, "count": count} for number, count in counts.items()],
    }


def test_a_header_behind_a_link_is_one_file_of_its_room(tmp_path: Path) -> None:
    """Its own room reaches lines 3 and 4, another room 4 and 9 and has line 12 too: three of four."""
    header = tmp_path / "model" / "wire" / "net8-x.h"
    link = tmp_path / "build" / "include" / "wire" / "ns3" / "net8-x.h"
    for folder in (header.parent, link.parent):
        folder.mkdir(parents=True)
    header.write_text("// a header without a source file\n")
    link.symlink_to(header)
    merged = runpy.run_path(str(SCRIPT))["merged"]
    found = merged(
        [
            _file("model/wire/net8-x.h", {3: 1, 4: 2, 9: 0}),
            _file("build/include/wire/ns3/net8-x.h", {3: 0, 4: 1, 9: 5, 12: 0}),
            _file("model/wire/net8-y.h", {}),
        ],
        tmp_path,
    )
    assert found == {"model/wire/net8-x.h": (4, 3)}


def test_too_few_lines_are_one_sentence() -> None:
    """The floors of C++ are 80 %: 4 of 5 lines are enough, 79 of 100 are not."""
    below_floor = runpy.run_path(str(SCRIPT))["below_floor"]
    assert below_floor("cpp", {"model/wire/net8-x.h": (5, 4)}) == ""
    assert "reach 79.0% of 100 lines, fewer than the 80%" in below_floor(
        "cpp", {"a.cc": (90, 70), "b.cc": (10, 9)}
    )
