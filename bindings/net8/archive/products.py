# SPDX-License-Identifier: GPL-2.0-only
"""What of an archive is part of its campaign: tables and figures by name, and whether figures come out the same."""

from __future__ import annotations

import filecmp
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from net8.base.errors import ToolError
from net8.campaign.results import Results
from net8.figure.chart import Chart
from net8.figure.drawing import draw
from net8.figure.gnuplot import script
from net8.figure.plot import build_charts

__all__ = ["compare_figures", "products"]

_TABLES: Final = ("table.csv", "provenance.json")
_DATED: Final = ("pdf",)
"""Pictures that hold the time at which they were drawn."""
_PROGRAM: Final = re.compile(r"<desc>.*?</desc>")
"""Which gnuplot drew an SVG."""


def products(results: Results) -> list[str]:
    """Name what net8 run and net8 report write for a campaign.

    @param results: the campaign
    @return: names of files in its folder, whether they are there or not
    """
    return [*_TABLES, *(name for chart in build_charts(results) for name in _files(chart))]


def _files(chart: Chart) -> list[str]:
    """Name the files of a figure, its script first."""
    return [f"{chart.name}.{ending}" for ending in ("gp", *chart.page.formats)]


def compare_figures(results: Results, again: Path) -> tuple[str, list[str]]:
    """Draw the figures of a campaign again and compare them.

    @param results: the campaign, with its figures in its folder
    @param again: folder for the new ones
    @return: what was done, and what differs, one sentence each
    """
    charts = [
        c for c in build_charts(results) if any((results.folder / name).is_file() for name in _files(c))
    ]
    if not charts:
        return "none in it", []
    wrong = [
        f"{chart.name}.gp does not draw what the store holds"
        for chart in charts
        if _text(results.folder / f"{chart.name}.gp") != script(chart)
    ]
    try:
        for chart in charts:
            draw(chart, again)
    except ToolError as error:
        return f"not drawn again, only their data compared: {error}", wrong
    told = f"{len(charts)} drawn again"
    names = [name for chart in charts for name in _files(chart)[1:]]
    if other := _other_program(results.folder, again, names):
        return f"{told}, by another gnuplot than {other}, so that only their data were compared", wrong
    dated = [name for name in names if name.endswith(_DATED)]
    wrong += _other_pictures(results.folder, again, [name for name in names if name not in dated])
    return told + (f"; {', '.join(dated)} not compared, as each drawing has its date" if dated else ""), wrong


def _text(path: Path) -> str:
    """Return what a script says, or nothing."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _other_program(folder: Path, again: Path, names: Iterable[str]) -> str:
    """Return what says of itself that it drew the pictures, if it is not what draws here."""
    for name in names:
        if name.endswith(".svg"):
            told, here = (_PROGRAM.search(_text(place / name)) for place in (folder, again))
            if told and here and told[0] != here[0]:
                return told[0].removeprefix("<desc>Produced by ").removesuffix("</desc>").strip()
    return ""


def _other_pictures(folder: Path, again: Path, names: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for each picture that is not what is drawn here from the same data."""
    for name in names:
        if not (folder / name).is_file():
            yield f"{name} is missing"
        elif not filecmp.cmp(folder / name, again / name, shallow=False):
            yield f"{name} is not what gnuplot draws here from the store"
