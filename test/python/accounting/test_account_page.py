# SPDX-License-Identifier: GPL-2.0-only
"""Accounts over time, and as a page of HTML: numbers counted by hand, and a page that needs nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import net8
import pytest
from made_trace import FROM, HEAD, SIMPLE, call, parsing, wait, write
from net8.accounting.page import page
from net8.base.errors import PlanError
from net8.base.extension import __version__
from page_reader import PageReader
from test_cli import net8 as command

pytestmark = pytest.mark.plain

THREE = (
    HEAD + parsing(1, "select 1 <b>&", 1_000_000) + call("EXEC", 1, 200, 400, 1_000_400)
    + wait(1, FROM, 999_000, 2_000_000) + call("EXEC", 1, 100, 300, 2_000_300, rows=3)
    + wait(1, FROM, 7_000_000, 9_001_000) + call("EXEC", 1, 100, 500, 9_001_500, rows=4)
)  # fmt: skip
"""Three calls that end 0.0004 s, 1.0003 s and 8.0015 s after the first began."""


def test_a_call_counts_in_the_interval_in_which_it_ends(tmp_path: Path) -> None:
    found = net8.account(write(tmp_path, THREE), interval="2s")
    rows = {row.name: (row.time_ns // 1000, row.calls, row.trips, row.rows) for row in found.split["time"]}
    assert rows == {"0": (1_000_300, 2, 2, 3), "8": (7_001_200, 1, 1, 4)}
    assert found.interval_ns == 2 * 10**9
    assert sum(round(row.share_percent * 10) for row in found.split["time"]) == 1000
    assert all(sum(row.groups.values()) == row.time_ns for row in found.split["time"])


@pytest.mark.parametrize(
    ("end_us", "interval_s"), [(8_001_500, 0.5), (20_000_000, 1), (41_000_000, 5), (190_000_000, 10)]
)
def test_without_an_interval_there_are_about_twenty(tmp_path: Path, end_us: int, interval_s: float) -> None:
    """A twentieth of 8, 20, 41 and 190 s is 0.4, 1, 2.05 and 9.5 s; the next of 1, 2 and 5 of a unit is taken."""
    text = (
        HEAD
        + call("EXEC", 1, 0, 100, 100)
        + wait(1, FROM, end_us - 200, end_us - 100)
        + call("EXEC", 1, 0, 100, end_us)
    )
    assert net8.account(write(tmp_path, text)).interval_ns == round(interval_s * 1e9)


def test_intervals_that_are_too_many_or_not_asked_for_are_refused(tmp_path: Path) -> None:
    write(tmp_path, THREE)
    for words, sentence in (
        (("--by", "time", "--interval", "1us"), "divides 8.0015 s into more than 100,000 parts"),
        (("--by", "time", "--interval", "5"), '--interval "5" has no unit'),
        (("--interval", "5s"), "--interval needs --by time or --html"),
    ):
        done = command("account", "made.trc", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert sentence in done.stderr
    with pytest.raises(PlanError, match="--interval divides"):
        net8.account(tmp_path / "made.trc", interval="1us")


def test_the_command_shows_it_over_time(tmp_path: Path) -> None:
    write(tmp_path, THREE)
    done = command("account", "made.trc", "--by", "time", "--interval", "2s", cwd=tmp_path)
    assert "Over time, by 2 s from the first event of each file" in done.stdout
    rows = [line.split()[:2] for line in done.stdout.splitlines() if re.match(r"[08] ", line)]
    assert rows == [["0", "1.000300"], ["8", "7.001200"]]
    told = json.loads(command("account", "made.trc", "--json", cwd=tmp_path).stdout)
    assert (told["interval_s"], told["by_time"][0]["time"]) == (0.5, "0")


def test_a_page_has_figures_numbers_rules_and_its_command(tmp_path: Path) -> None:
    write(tmp_path, THREE)
    done = command("account", "made.trc", "--rtt", "20ms", "--html", "page.html", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "page.html: the account as a page\n")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    read = PageReader()
    read.feed(text)
    assert read.open == []
    assert read.points == []  # nothing else is needed
    found = net8.account(tmp_path / "made.trc", rtt="20ms")
    words = " ".join(read.words)
    for part in found.parts:
        assert part.rule in words
        assert f"{part.time_ns / 1e9:,.6f}" in words
    # A bar for each part, and at least one box for each interval with time.
    assert read.boxes >= len(found.parts) + len(found.split["time"])
    for told in (
        "account made.trc --rtt 20ms --html page.html",
        __version__,
        "select 1 <b>&",
        "derived",
        "absent",
    ):
        assert told in words
    assert "name='viewport'" in text
    assert "@media print" in text


def test_a_page_says_first_what_is_missing(tmp_path: Path) -> None:
    found = net8.account(write(tmp_path, SIMPLE + "EXEC #1:c=1"))
    text = page(found, "net8 account made.trc")
    assert "it ends in the middle of a line" in text
    assert text.index("What is missing") < text.index("<h2>Parts</h2>")
