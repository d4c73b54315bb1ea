# SPDX-License-Identifier: GPL-2.0-only
"""Texts as gnuplot takes them."""

from __future__ import annotations

__all__ = ["quoted"]


def quoted(text: str) -> str:
    """Write a text for gnuplot; single quotes keep it from reading anything into it.

    @param text: any text
    @return: the text in quotes
    """
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"
