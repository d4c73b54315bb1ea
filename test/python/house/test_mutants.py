# SPDX-License-Identifier: GPL-2.0-only
"""The lists of mutants fit the sources, and the script that tries them tells killed from survivors."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from script_file import load

pytestmark = pytest.mark.plain

TOP = Path(__file__).parents[3]
SCRIPT = TOP / "test" / "mutants" / "run.py"


MUTANTS = load(SCRIPT).read_mutants()


def test_there_are_enough_of_them() -> None:
    assert len(MUTANTS) >= 150
    assert {mutant.compiled for mutant in MUTANTS} == {True, False}
    names = Counter((mutant.room, mutant.what) for mutant in MUTANTS)
    assert [name for name, count in names.items() if count > 1] == []


def test_each_old_text_stands_once_in_its_file() -> None:
    texts = {mutant.file: (TOP / mutant.file).read_text(encoding="utf-8") for mutant in MUTANTS}
    wrong = [
        f"{mutant.file}: {mutant.what}: {texts[mutant.file].count(mutant.old)} times"
        for mutant in MUTANTS
        if texts[mutant.file].count(mutant.old) != 1 or mutant.old == mutant.new
    ]
    assert wrong == []


def test_each_test_that_is_named_is_there() -> None:
    texts = {
        kind: "".join(path.read_text(encoding="utf-8") for path in (TOP / "test" / kind).glob("*.cc"))
        for kind in ("suite", *(path.name for path in (TOP / "model").iterdir()))
    }
    for test in sorted({test for mutant in MUTANTS for test in mutant.tests}):
        kind, _, name = test.partition(":")
        if kind == "suite":
            assert f'TestSuite("{name}"' in texts[kind], test
        elif kind in texts:
            group, _, case = name.removesuffix("*").partition(".")
            assert re.search(rf"TEST\w*\({group}, {case}" if group else "TEST", texts[kind]), test
        else:
            file, _, function = test.partition("::")
            assert f"def {function}(" in (TOP / file).read_text(encoding="utf-8") or not function, test


ONE = """
[[mutant]]
what = "{what}"
file = "bindings/net8/base/units.py"
old = '''{old}'''
new = '''{new}'''
tests = ["test/python/base/test_units.py"]
"""


@pytest.mark.slow
def test_what_is_noticed_is_killed_and_what_is_not_survives(tmp_path: Path) -> None:
    minute = ONE.format(what="a minute", old="Decimal(60 * 10**9)", new="Decimal(61 * 10**9)")
    (tmp_path / "some.toml").write_text(
        minute + ONE.format(what="a comment's end", old="such as 8192 or \"8KiB\"')\n        return value",
                             new="such as 8192 or \"8KiB\"')\n        # Bytes.\n        return value"),
        encoding="utf-8",
    )  # fmt: skip
    before = (TOP / "bindings" / "net8" / "base" / "units.py").read_bytes()
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--lists", str(tmp_path)], capture_output=True, text=True, check=False
    )
    first, second, survivor, count = done.stdout.splitlines()
    assert re.fullmatch(r"some: a minute: killed by test/python/base/test_units.py \(\d+ s\)", first)
    assert re.fullmatch(r"some: a comment's end: SURVIVES \(\d+ s\)", second)
    assert survivor == "survivor: a comment's end (bindings/net8/base/units.py): no reason is given"
    assert count == "1 of 2 mutants killed (50.0 %)"
    assert done.returncode == 1
    assert (TOP / "bindings" / "net8" / "base" / "units.py").read_bytes() == before
