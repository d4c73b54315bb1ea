# SPDX-License-Identifier: GPL-2.0-only
"""What ./net8 test and .ci/run count: tests that passed, that failed, and that nobody ran."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from script_file import load

pytestmark = pytest.mark.plain

PROJECT = Path(__file__).resolve().parents[3]

PYTEST = """<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="3" tests="6">
<testcase name="a"/><testcase name="b"><failure message="no"/></testcase>
<testcase name="c"><error message="no"/></testcase>
<testcase name="d"><skipped type="pytest.skip" message="tshark is not installed"/></testcase>
<testcase name="e"><skipped type="pytest.skip" message="tshark is not&#10;installed"/></testcase>
<testcase name="f"><skipped type="pytest.skip" message="no captures"/></testcase></testsuite></testsuites>"""
GOOGLE_TEST = """<testsuites tests="3" failures="0" disabled="1" errors="0" name="AllTests">
<testsuite name="Codec" tests="3" failures="0" disabled="1" skipped="1" errors="0">
<testcase name="A" status="run" result="completed"/><testcase name="B" status="notrun" result="suppressed"/>
<testcase name="C" status="run" result="skipped"><skipped message="x.cc:3&#x0A;not here"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture(scope="module")
def runner() -> ModuleType:
    """Provide test/run.py as a module."""
    return load(PROJECT / "test" / "run.py")


@pytest.mark.parametrize(("report", "code", "counts", "reasons"), [
    (PYTEST, 1, "1 passed, 2 failed, 3 skipped", {"tshark is not installed": 2, "no captures": 1}),
    (GOOGLE_TEST, 0, "1 passed, 0 failed, 2 skipped", {"disabled in its source": 1, "x.cc:3 not here": 1}),
    # A run that says it failed and shows no failure; one in which nothing ran.
    (GOOGLE_TEST, 3, "1 passed, 1 failed, 2 skipped", {"disabled in its source": 1, "x.cc:3 not here": 1}),
    ('<testsuite tests="0"/>', 0, "0 passed, 1 failed, 0 skipped", {}),
    ('<testsuite tests="1"><testcase name="a"><skipped/></testcase></testsuite>', 0,
     "0 passed, 1 failed, 1 skipped", {"no reason given": 1}),
], ids=["pytest", "GoogleTest", "bad exit", "empty", "nothing but skips"])  # fmt: skip
def test_skipped_tests_are_counted_apart(
    runner: ModuleType, tmp_path: Path, report: str, code: int, counts: str, reasons: dict[str, int]
) -> None:
    (tmp_path / "report.xml").write_text(report, encoding="utf-8")
    tally = runner.count_junit(tmp_path / "report.xml", code)
    assert (str(tally), tally.reasons) == (counts, reasons)


def test_each_reason_is_told_once(
    runner: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "report.xml").write_text(PYTEST, encoding="utf-8")
    step = ("pytest", lambda: runner.count_junit(tmp_path / "report.xml", 1))
    monkeypatch.setattr(runner, "steps", lambda quick: [step])
    monkeypatch.setattr(sys, "argv", ["run.py"])
    assert runner.main() == 1
    assert capsys.readouterr().out.splitlines()[2:] == [
        "    skipped 2: tshark is not installed", "    skipped 1: no captures", "0 s: pytest 100 %",
        "1 passed, 2 failed, 3 skipped",
    ]  # fmt: skip


def ci(folder: Path, lines: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run .ci/run beside a ./net8 that ends each verb with a line."""
    (folder / ".ci").mkdir()
    (folder / "shared" / "captures").mkdir(parents=True)
    (folder / ".ci" / "run").write_bytes((PROJECT / ".ci" / "run").read_bytes())
    verbs = "\n".join(f"{verb}) echo '{line}' ;;" for verb, line in lines.items())
    (folder / "net8").write_text(f'#!/bin/sh\ncase "$1" in\n{verbs}\nesac\n', encoding="utf-8")
    for name in ("net8", ".ci/run"):
        (folder / name).chmod(0o755)
    return subprocess.run(
        [str(folder / ".ci" / "run")], env=os.environ | {"NET8_SHARED": str(folder / "shared")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_ci_adds_up_what_each_part_counted(tmp_path: Path) -> None:
    lines = {
        "test": "10 passed, 0 failed, 2 skipped",
        "lint": "6 passed, 0 failed",
        "doc": "3 passed, 0 failed",
    }
    done = ci(tmp_path, lines)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "19 passed, 0 failed, 2 skipped")


def test_ci_fails_where_a_part_did_not_count(tmp_path: Path) -> None:
    lines = {"test": "10 passed, 1 failed, 2 skipped", "lint": "Traceback", "doc": "3 passed, 0 failed"}
    done = ci(tmp_path, lines)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "13 passed, 2 failed, 2 skipped")
