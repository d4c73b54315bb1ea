# SPDX-License-Identifier: GPL-2.0-only
"""Figures and tables of the documentation show what the code of today gives; ./net8 figures NAME makes one anew."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

DOC = Path(__file__).parents[3] / "doc"
# The others take from ten seconds to minutes.
CHEAP = (
    "address-family",
    "rac-failover",
    "rac-failover-connect-times",
    "abilene-topology",
    "three-offices-topology",
    "logon-storm",
    "logon-storm-connect-times",
)
CHEAP_TABLES = (
    "address-family",
    "dos",
    "logon-storm",
    "page-of-queries",
    "rac-failover",
    "row-lengths",
    "stale-registration",
    "storm-architectures",
    "sun-sdu",
    "sun-sdu-protocols",
)


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOC))
        return importlib.import_module("figures")


@pytest.fixture(scope="module")
def tables(figures: ModuleType) -> ModuleType:
    found: ModuleType = figures.tables
    return found


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


def stamp_of(svg: Path) -> str:
    found = re.search(r"<metadata>net8 ([0-9a-f]{64})</metadata>", svg.read_text(encoding="utf-8"))
    assert found, f"{svg.name} has no stamp; ./net8 figures {svg.stem} draws it anew"
    return found[1]


def test_every_figure_can_be_drawn_anew(figures: ModuleType) -> None:
    there = {path.stem for path in (DOC / "figures").glob("*.svg")}
    assert there == {*figures.SCENARIOS, *figures.NETWORKS, *figures.REPORTED}
    for svg in (DOC / "figures").glob("*.svg"):
        stamp_of(svg)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHEAP)
def test_a_figure_is_fresh(name: str, figures: ModuleType, store: Path, tmp_path: Path) -> None:
    anew = figures.draw_anew(name, store, tmp_path)
    assert stamp_of(anew) == stamp_of(DOC / "figures" / f"{name}.svg"), f"./net8 figures {name} draws it anew"


def test_every_marked_table_is_one_that_runs_write(tables: ModuleType) -> None:
    marked = {
        path.parent.name
        for path in (DOC.parent / "scenarios").glob("*/README.md")
        if tables.MARK in path.read_text(encoding="utf-8")
    }
    assert marked == {table.scenario for table in tables.all_tables().values()}
    for table in tables.all_tables().values():
        lines = table.there()
        assert lines[:2] == table.head
        assert [line.split("|")[1].strip() for line in lines[2:]] == [name for name, _what in table.rows]
        # Each cell of a scenario that nobody ran since a row or column was added would be empty.
        assert all(cell.strip() for line in lines[2:] for cell in line.split("|")[1:-1])


@pytest.mark.slow
@pytest.mark.parametrize("scenario", CHEAP_TABLES)
def test_a_table_is_fresh(scenario: str, tables: ModuleType, store: Path) -> None:
    table = tables.all_tables()[scenario]
    assert table.there() == table.anew(store), f"./net8 figures {scenario} writes it anew"


@pytest.mark.parametrize(
    ("mean", "half", "text"),
    [
        (54.604, 0.0003, "54.6"),
        (0.35, 0.16, "0.35 ± 0.16"),
        (54.98, 0.27, "55.0 ± 0.3"),
        (0.0895, 0.0024, "0.0895 ± 0.0024"),
        (192.8, 3.7, "193 ± 4"),
        (5.3, 1.44, "5.3 ± 1.4"),
        (110.2, 20.4, "110 ± 20"),
        (0.9996, 0, "1.00"),
        (600, 0, "600"),
        (2009.3, 0, "2009"),
        (245670, 0, "245,670"),
        (0, 0, "0"),
    ],
)
def test_numbers_of_tables_end_where_their_interval_does(
    mean: float, half: float, text: str, tables: ModuleType
) -> None:
    assert tables.number(mean, half) == text
