# SPDX-License-Identifier: GPL-2.0-only
"""Draw the figures of a campaign."""

from __future__ import annotations

from pathlib import Path

from net8.campaign.results import Results
from net8.figure.drawing import draw
from net8.figure.series import build_series
from net8.figure.sweep import build_figures

__all__ = ["draw_figures"]


def draw_figures(results: Results, folder: Path | None = None) -> list[Path]:
    """Draw all figures of a campaign; what is drawn already is left alone.

    @param results: results of the campaign
    @param folder: where to; by default the campaign's folder
    @return: SVG and PNG files
    """
    charts = [*build_figures(results), *build_series(results)]
    return [file for chart in charts for file in draw(chart, folder or results.folder)]
