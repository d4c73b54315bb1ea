# SPDX-License-Identifier: GPL-2.0-only
"""Which points of a sweep a figure shows."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["selected", "shows"]


def selected(table: Mapping[str, object]) -> dict[str, object]:
    """Return what a figure selects.

    @param table: a [[figure]]
    @return: the value that it shows, or several, by swept key; of other keys it shows all
    """
    chosen = table.get("select") or {}
    return dict(chosen) if isinstance(chosen, Mapping) else {}


def shows(table: Mapping[str, object], labels: Mapping[str, object]) -> bool:
    """Return whether a figure shows a point.

    @param table: a [[figure]]
    @param labels: the labels of the point, by swept key
    @return: whether they are among what it selects
    """
    return all(
        str(labels[name]) in map(str, value if isinstance(value, list | tuple) else [value])
        for name, value in selected(table).items()
        if name in labels
    )
