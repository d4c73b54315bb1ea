# SPDX-License-Identifier: GPL-2.0-only
"""The paper: its numbers are those of the catalogue, its references are there, and its length is a paper's."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest
from script_file import load

PAPER = Path(__file__).parents[3] / "paper"


@pytest.fixture(scope="module")
def fill() -> ModuleType:
    return load(PAPER / "fill.py")


def test_numbers_are_those_of_the_catalogue(fill: ModuleType) -> None:
    text = (PAPER / "paper.md").read_text(encoding="utf-8")
    assert fill.catalogue() in text, "python paper/fill.py writes them anew"


def test_verdicts_of_a_report_are_told(fill: ModuleType) -> None:
    report = {"verdicts": {"known failure": 2, "pass": 30}, "seed": 1, "quick": True}
    told = fill.verdicts(report)
    assert told == "Of the quick set with seed 1, in rows: 30 pass, 2 known failure."
    text = (PAPER / "paper.md").read_text(encoding="utf-8")
    assert told in fill.fill(text, "first", told)
    with pytest.raises(SystemExit, match="0 places"):
        fill.fill("no place", told)


def test_references_are_those_that_are_cited() -> None:
    cited = set(re.findall(r"@(\w+)", (PAPER / "paper.md").read_text(encoding="utf-8")))
    listed = set(
        re.findall(r"^@\w+\{(\w+),", (PAPER / "paper.bib").read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert cited == listed


def test_the_paper_has_the_length_that_joss_asks_for() -> None:
    """JOSS asks for 250 to 1,000 words, references aside."""
    body = (PAPER / "paper.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    assert 250 <= len(body.split()) <= 1000


def test_commands_of_the_artifact_are_verbs_and_files() -> None:
    from net8.cli.app import VERBS

    text = (PAPER / "artifact.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\./net8 (\w+)", text)) <= set(VERBS)
    for path in re.findall(r"(?:examples|doc)/[\w./-]*\w", text):
        assert (PAPER.parent / path).exists(), path
