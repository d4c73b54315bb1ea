# SPDX-License-Identifier: GPL-2.0-only
"""What users write into a plan, a setting or a path stays a word of the script that net8 slurm prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from net8.task.slurm import recipe

ENDING = "a\nJOB\ntouch owned\n'\\x41 $(touch owned) `touch owned` \"\t"


def script(
    tmp_path: Path, *, name: str = "plan", run: str = "x", out: str = "runs", option: str = "-x"
) -> str:
    """Return a script of two tasks."""
    return recipe(
        name=name, title=f"title {run}", made_by=f"net8 slurm {run}", net8=["net8"], run=["p.toml", "--set", run],
        tasks=2, jobs=1, out=Path(out), folder=tmp_path, options=[option],
    )  # fmt: skip


def words(line: str) -> list[str]:
    """Let bash read a line that starts with exec and give its words."""
    command = line.replace("exec ", "printf '%s\\0' ", 1)
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    return done.stdout.split("\0")[:-1]


def test_no_setting_ends_a_here_document(tmp_path: Path) -> None:
    made = script(tmp_path, run=ENDING, name=ENDING, option=ENDING)
    lines = made.splitlines()
    assert lines.count("JOB") == 2
    assert not any(line.startswith("touch") for line in lines)
    (first, last) = [words(line) for line in lines if line.startswith("exec ")]
    assert first[:5] == ["net8", "run", "p.toml", "--set", ENDING]
    assert last[:5] == ["net8", "run", "p.toml", "--set", ENDING]
    assert subprocess.run(["bash", "-n"], input=made, text=True, check=False).returncode == 0


def test_the_script_gives_sbatch_its_options_as_words(tmp_path: Path) -> None:
    """A sbatch that writes down its words and leaves its here-document alone."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "sbatch").write_text('#!/bin/sh\nprintf "%s\\0" "$@" >>"$0.log"\necho 7\n', encoding="utf-8")
    (tools / "sbatch").chmod(0o755)
    subprocess.run(
        ["bash"], input=script(tmp_path, option=ENDING), text=True, check=True, capture_output=True, cwd=tmp_path,
        env={"PATH": f"{tools}:/usr/bin:/bin"},
    )  # fmt: skip
    assert (tools / "sbatch.log").read_text(encoding="utf-8").split("\0")[:-1] == [
        "--parsable", ENDING, "--array=1-2", ENDING, "--dependency=afterany:7",
    ]  # fmt: skip
    assert not (tmp_path / "owned").exists()


def test_a_percent_in_the_folder_is_no_number_of_a_job(tmp_path: Path) -> None:
    made = script(tmp_path, out="50%a")
    assert "#SBATCH --output=50%%a/parts/%a.log\n" in made
    assert "--out 50%a/parts/" in made


def test_a_folder_that_sbatch_cannot_have_is_one_sentence(small_plan: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", "slurm", str(small_plan), "--out", "a\nJOB"],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "net8: --out 'a\\nJOB' has a control character, which sbatch does not accept in the name of a log file; "
        "choose another folder\n"
    )


@pytest.mark.parametrize("word", ["plain", "two words", "a'b\nc", "\\\n", "é\x7f", "-"])
def test_every_word_comes_back(tmp_path: Path, word: str) -> None:
    lines = script(tmp_path, run=word).splitlines()
    assert words(next(line for line in lines if line.startswith("exec ")))[4] == word
