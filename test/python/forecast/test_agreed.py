# SPDX-License-Identifier: GPL-2.0-only
"""Points of a sweep that negotiate to something else than they ask for: table, figure and describe say so."""

from __future__ import annotations

import re
from pathlib import Path

import net8
import pytest
from net8.campaign.agreed import agreed_notes
from net8.campaign.cells import table_cells
from net8.figure.gnuplot import script
from net8.figure.sweep import build_figures
from net8.forecast.describe import describe
from net8.sweep.sweep import Sweep

# Each end offers an SDU, and the smaller one is used (Net Services Reference, SDU): 2,048, then 8,192 twice.
SIZES = {
    "path": {"kind": "lan"}, "client": {"array_size": 100}, "server": {"sdu": 8192}, "query": {"rows": 300},
    "run": {"runs": 2},
}  # fmt: skip
ASKED = [2048, 8192, 65535]
NOTE = "client.sdu = 65535: negotiated SDU 8,192 bytes"


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    """Run a sweep of the client's SDU against a server of 8,192 bytes."""
    made = Sweep(
        net8.Plan.of(SIZES, name="sizes"), over={"client.sdu": ASKED}, out=tmp_path_factory.mktemp("runs")
    )
    made.run_missing(jobs=1)
    return made


def test_the_table_shows_what_was_negotiated(sweep: Sweep) -> None:
    """A column has the SDU of the sessions, and a note names the value that was cut and its equal."""
    cells = table_cells(sweep.results)
    assert cells.head[:2] == ["client.sdu (bytes)", "agreed SDU (bytes)"]
    assert [row[:2] for row in cells.rows] == [["2048", "2,048"], ["8192", "8,192"], ["65535", "8,192"]]
    assert NOTE in cells.note
    assert "client.sdu = 8192 and 65535 give the same results in every digit" in cells.note


def test_the_figure_says_it(sweep: Sweep) -> None:
    """The same sentences stand below the figure."""
    (chart,) = build_figures(sweep.results)
    assert NOTE in chart.note


def test_describe_says_it_before_anything_runs() -> None:
    """What both ends offer is known before the run."""
    plan = Sweep(net8.Plan.of(SIZES, name="sizes"), over={"client.sdu": ASKED}).plan
    assert NOTE in describe(plan).warnings


def test_values_that_are_negotiated_as_asked_need_no_note(tmp_path: Path) -> None:
    """Against a server of 65,535 bytes, each SDU is what the client asks for."""
    plan = net8.Plan.of({**SIZES, "server": {"sdu": 65535}}, name="wide")
    sweep = Sweep(plan, over={"client.sdu": [2048, 8192]}, runs=1, out=tmp_path)
    sweep.run_missing(jobs=1)
    assert agreed_notes(sweep.results) == []
    assert "agreed SDU (bytes)" not in table_cells(sweep.results).head
    assert not any("negotiated" in warning for warning in describe(sweep.plan).warnings)


def test_any_key_without_effect_is_named(tmp_path: Path) -> None:
    """A limit that is never reached changes no digit, at any value of the other axis."""
    over: dict[str, list[object]] = {"query.rows": [100, 200], "client.connect_timeout": ["50s", "60s"]}
    sweep = Sweep(net8.Plan.of({"path": {"kind": "lan"}}, name="idle"), over=over, runs=1, out=tmp_path)
    sweep.run_missing(jobs=1)
    assert agreed_notes(sweep.results) == [
        "client.connect_timeout = 50s and 60s give the same results in every digit"
    ]


def test_a_long_note_below_a_figure_is_broken_not_cut(sweep: Sweep) -> None:
    """Each line of the note fits the picture: 8.4 pixels a letter."""
    (chart,) = build_figures(sweep.results)
    text = script(chart)
    (size,) = re.findall(r"set terminal svg [^\n]*size (\d+),", text)[:1]
    note = next(line for line in text.splitlines() if line.startswith("set label 3"))
    lines = note.split("'")[1::2]
    assert len(lines) > 1
    assert max(map(len, lines)) * 8.4 <= int(size)
    assert " ".join(lines) == chart.note
