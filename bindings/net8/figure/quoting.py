# SPDX-License-Identifier: GPL-2.0-only
"""Quoting of texts for gnuplot."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["quoted", "quoted_lines"]


def quoted(text: str) -> str:
    """Write a text for gnuplot; in single quotes gnuplot interprets nothing.

    @param text: any text
    @return: the text in quotes
    """
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"


def quoted_lines(lines: Sequence[str]) -> str:
    """Write a text of several lines for gnuplot.

    @param lines: any texts
    @return: an expression of gnuplot
    """
    return '."\\n".'.join(map(quoted, lines)) or "''"
