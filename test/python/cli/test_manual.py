# SPDX-License-Identifier: GPL-2.0-only
"""The manual page has every verb and option, and man understands it; --until stops where it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import cast

import net8
import pytest
from net8.cli.app import LOADED, VERBS, app
from net8.cli.manual import manual
from net8.cli.plans import read_until
from net8.cli.tree_verbs import TREE_VERBS
from typer.core import TyperGroup
from typer.main import get_command


def test_the_manual_has_every_verb_and_every_option() -> None:
    command = cast(TyperGroup, get_command(app))
    context = command.make_context("net8", [], resilient_parsing=True)
    text = manual()
    verbs = sorted(set(VERBS) - set(TREE_VERBS))
    assert re.findall(r'^\.SS "net8 (\S+)"$', text, re.MULTILINE) == verbs
    plain = text.replace(r"\-", "-")
    for verb in verbs:
        found = command.get_command(context, verb)
        assert found is not None
        for parameter in found.params:
            assert all(name in plain for name in parameter.opts if name.startswith("--")), parameter.opts
    # All modules are loaded by now, and none has a verb that the table of verbs lacks.
    assert LOADED.keys() == VERBS.keys()


def test_a_verb_loads_no_module_of_another() -> None:
    code = (
        "import atexit, sys; from net8 import cli; sys.argv[1:] = ['keys', 'sdu']\n"
        "atexit.register(lambda: print(*sys.modules)); cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert {f"net8.cli.{VERBS[verb]}" for verb in VERBS} & {*loaded} == {"net8.cli.plan_verbs"}


def test_a_verb_that_does_not_exist_is_refused_with_the_nearest() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", "acount"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Did you mean 'account'" in done.stderr


@pytest.mark.slow
def test_help_in_a_clone_shows_the_verbs_of_the_script() -> None:
    """And an installed net8 neither shows nor does them, but says whose they are."""
    script = (Path(__file__).parents[3] / "net8").read_text(encoding="utf-8")
    cases = script[script.rindex("case $verb in") :]
    assert sorted(re.findall(r"^  (\w+)\)$", cases, re.MULTILINE)) == sorted(TREE_VERBS)

    def net8_says(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        known = {name: value for name, value in os.environ.items() if name != "NET8_COMMAND"}
        return subprocess.run(
            [sys.executable, "-m", "net8", *words], env=known | variables, capture_output=True, text=True,
            check=False, timeout=60,
        )  # fmt: skip

    shown = net8_says("--help", NET8_COMMAND="./net8").stdout
    hidden = net8_says("--help").stdout
    for verb in TREE_VERBS:
        line = re.compile(rf"^\W*{verb} ", re.MULTILINE)
        assert line.search(shown), verb
        assert not line.search(hidden), verb
    done = net8_says("test", "--quick")
    assert (done.returncode, done.stderr) == (
        2,
        "net8: test is a verb of the source tree; in a clone, call ./net8 test\n",
    )


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff on this machine")
def test_man_understands_the_manual() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8"], input=manual(), capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "net8 validate" in re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("response_time=5%", ("response_time", None, 0.05)),
        ("logon_time = 0.02", ("logon_time", 0.02, None)),
        ("2%", ("", None, 0.02)),
    ],
)
def test_a_target_is_read(text: str, target: tuple[str, float | None, float | None]) -> None:
    assert read_until(text) == target


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("response_time", '--until "response_time" is not a target; write METRIC=WIDTH'),
        ("0%", '--until "0%" is not a target'),
        ("2", '--until "2" is not a target'),
        ("x", '--until "x" is not a target'),
        ("response_time=0%", '--until "response_time=0%" is not a target'),
        ("response_time=wide", '--until "response_time=wide" is not a target'),
        ("responsetime=5%", "responsetime is not a metric .did you mean response_time"),
    ],
)
def test_what_is_no_target_is_told(text: str, sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence):
        read_until(text)


@pytest.mark.slow
def test_runs_go_on_until_the_target_or_the_most(tmp_path: Path) -> None:
    """What has no luck in it stops after the least number of runs, 20; what spreads too much at --most."""
    (tmp_path / "mine.toml").write_text(
        'title = "Luck"\n[path]\nkind = "lan"\n[query]\nrows = 3\n[server]\nlogon_cpu_time = "exponential(50ms)"\n',
        encoding="utf-8",
    )

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "net8", "run", "mine.toml", *arguments], cwd=tmp_path,
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip

    same = run("--until", "response_time=5%", "--jobs", "1")
    assert (
        "response_time is known within 0.05 of the mean at 1 of 1 points, after 20 runs of each"
        in same.stdout
    ), same.stdout + same.stderr
    wide = run("--until", "logon_time=0.1%", "--most", "22", "--jobs", "1")
    assert "2 runs simulated, 20 taken" in wide.stdout, wide.stdout + wide.stderr
    assert (
        "at 0 of 1 points, after 22 runs of each\nnote: the others have come to --most 22 before"
        in wide.stdout
    )
    wrong = run("--until", "logon_time=0.1%", "--part", "1/2")
    assert (wrong.returncode, "--until needs all runs in one store" in wrong.stderr) == (2, True)
