# SPDX-License-Identifier: GPL-2.0-only
"""What a command line changes of a plan gets a campaign of its own; keys can be swept without a file."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer.testing
from net8.base.errors import PlanError
from net8.cli.app import app
from net8.cli.plans import name_campaign, sweep_over
from net8.plan.plan import Plan
from net8.store.database import Store

PLAN = '[path]\nkind = "lan"\n[query]\nrows = 3\n[client]\nsdu = 4096\n'


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Write a plan of milliseconds."""
    path = tmp_path / "small.toml"
    path.write_text(PLAN)
    return path


def _net8(*arguments: object) -> typer.testing.Result:
    """Do a verb of the command line."""
    return typer.testing.CliRunner().invoke(app, [*map(str, arguments)])


def _campaigns(out: Path) -> dict[str, list[object]]:
    """Read the campaigns of a store and the labels of their points."""
    with Store(out, writing=False) as store:
        every = map(store.campaign, store.campaigns())
        return {campaign.name: [dict(labels) for _point, labels in campaign.points] for campaign in every}


def test_a_setting_never_writes_over_the_results_of_the_plan(plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    assert _net8("run", plan, "--out", out).exit_code == 0
    before = (out / "small" / "table.csv").read_bytes()
    assert _net8("run", plan, "--set", "client.sdu=512", "--out", out).exit_code == 0
    assert (out / "small" / "table.csv").read_bytes() == before
    assert list(_campaigns(out)) == ["small", "small+client.sdu=512"]
    assert _net8("report", "small+client.sdu=512", "--out", out).exit_code == 0


def test_a_campaign_is_named(plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    done = _net8("run", plan, "--set", "client.sdu=512", "--name", "tight", "--out", out)
    assert done.exit_code == 0, done.output
    assert list(_campaigns(out)) == ["tight"]
    assert (out / "tight" / "table.csv").is_file()


@pytest.mark.parametrize("name", ["a/b", "", ".."])
def test_a_name_that_is_no_folder_is_refused(name: str, plan: Path, tmp_path: Path) -> None:
    done = _net8("run", plan, "--name", name, "--out", tmp_path / "runs")
    assert isinstance(done.exception, PlanError)
    assert "cannot be the name of a folder" in str(done.exception)


def test_a_key_is_swept_from_the_command_line(plan: Path, tmp_path: Path) -> None:
    """One that the plan sets, too; units and lists of TOML as in a plan."""
    out = tmp_path / "runs"
    words = [
        "sweep",
        str(plan),
        "--over",
        "client.sdu=512,2048",
        "--over",
        "query.rows=[3, 5]",
        "--name",
        "both",
    ]
    done = _net8(*words, "--out", out)
    assert done.exit_code == 0, done.output
    assert _campaigns(out)["both"] == [
        {"client.sdu": sdu, "query.rows": rows} for sdu in (512, 2048) for rows in (3, 5)
    ]
    assert "4 runs simulated" in done.output
    # What is suggested comes to the same campaign.
    (hint,) = re.findall(r"^  net8 (.*?)   \(", "".join(done.output.split("next:\n")[1:]), re.MULTILINE)
    assert shlex.split(hint) == [*words, "--out", str(out), "--pcap"]
    assert _net8("report", "both", "--out", out).exit_code == 0


def test_a_figure_may_name_what_the_command_line_sweeps(plan: Path, tmp_path: Path) -> None:
    text = plan.read_text(encoding="utf-8")
    plan.write_text(f'{text}\n[[figure]]\nx = "query.rows"\nseries = ["client.sdu"]\n', encoding="utf-8")
    out = tmp_path / "runs"
    over = ["--over", "client.sdu=512,2048", "--over", "query.rows=3,5"]
    done = _net8("sweep", plan, *over, "--set", "client.array_size=2", "--name", "both", "--out", out)
    assert done.exit_code == 0, done.output
    script = (out / "both" / "figure.gp").read_text(encoding="utf-8")
    assert "set xlabel 'query rows'" in script
    assert "title '512'" in script
    # Without them it is told before anything runs.
    for words in (["run", plan], ["sweep", plan, *over[:2]]):
        done = _net8(*words, "--out", out)
        assert isinstance(done.exception, PlanError)
        assert "figure.x names query.rows, which the plan does not sweep" in str(done.exception)


def test_quantities_are_swept_with_their_units() -> None:
    found = sweep_over(Plan.of({"path": {"kind": "wan"}}), ["path.delay=5ms,40ms"])
    assert [point.plan["path.delay"] for point in found.points()] == ["5ms", "40ms"]


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        (["client.sdu"], "has no values; write key=a,b,c"),
        (["client.sdu="], "has no values; write key=a,b,c"),
        (["client.sdu=512", "client.sdu=2048"], "--over names client.sdu twice"),
        (["client.sduu=512"], "client.sduu"),
        (["client.sdu=5"], "client.sdu = 5"),
    ],
)
def test_a_bad_sweep_is_one_sentence(over: list[str], sentence: str) -> None:
    with pytest.raises(PlanError) as caught:
        sweep_over(Plan.of({}), over)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_of_many_settings_stay_short_and_differ() -> None:
    changes = [f"client.tcp.{'x' * 40}={number}" for number in range(5)]
    first = name_campaign(Plan.of({}), None, changes).name
    other = name_campaign(Plan.of({}), None, [*changes[:4], "client.sdu=1"]).name
    assert len(first) < 120
    assert first != other
    assert name_campaign(Plan.of({}), None, []).name == "plan"
    assert name_campaign(Plan.of({}), None, ["a=/etc/x y"]).name == "plan+a=etcxy"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["explain", "client.array"], "client.array_size"),
        (["run", "wan-fetch", "--set", "client.sd"], "client.sdu="),
        (["describe", "wan-f"], "wan-fetch"),
        (["arch"], "archive"),
    ],
)
def test_a_shell_completes_verbs_plans_and_keys(words: list[str], found: str) -> None:
    """As bash asks for it: the words so far, and the number of the one that is typed."""
    asked = {
        "_NET8_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["net8", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'net8'; from net8.cli import main; main()"],
        env=os.environ | asked, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == [found], done.stderr
