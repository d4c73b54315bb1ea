# SPDX-License-Identifier: GPL-2.0-only
"""Draw the figures of a campaign."""

from __future__ import annotations

from pathlib import Path

from net8.campaign.results import Results
from net8.figure.chart import Chart
from net8.figure.drawing import draw
from net8.figure.series import build_series
from net8.figure.sweep import build_figures

__all__ = ["build_charts", "draw_figures"]


def build_charts(results: Results) -> list[Chart]:
    """Return all figures of a campaign: over swept values first, then over time and of distributions.

    @param results: results of the campaign
    @return: charts that have at least one point
    """
    return [*build_figures(results), *build_series(results)]


def draw_figures(results: Results, folder: Path | None = None) -> list[Path]:
    """Draw all figures of a campaign; files that are up to date are kept.

    @param results: results of the campaign
    @param folder: output folder; by default that of the campaign
    @return: SVG and PNG files
    """
    return [file for chart in build_charts(results) for file in draw(chart, folder or results.folder)]
