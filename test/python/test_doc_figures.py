# SPDX-License-Identifier: GPL-2.0-only
"""Figures of the documentation show what the code of today gives; ./net8 figures NAME draws one anew."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

DOC = Path(__file__).parents[2] / "doc"
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


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOC))
        return importlib.import_module("figures")


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


@pytest.mark.parametrize("name", CHEAP)
def test_a_figure_is_fresh(name: str, figures: ModuleType, store: Path, tmp_path: Path) -> None:
    anew = figures.draw_anew(name, store, tmp_path)
    assert stamp_of(anew) == stamp_of(DOC / "figures" / f"{name}.svg"), f"./net8 figures {name} draws it anew"
