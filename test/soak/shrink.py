# SPDX-License-Identifier: GPL-2.0-only
"""Makes a plan smaller for as long as it still shows what it showed."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator
from typing import Any

from worlds import Document

__all__ = ["shrink"]


def shrink(
    document: Document, fails: Callable[[Document], bool], most: int = 400, until: float = math.inf
) -> Document:
    """Leave out tables, entries of lists and keys one by one.

    @param document: a plan that fails
    @param fails: whether a plan still does
    @param most: how many plans to try at most
    @param until: when to stop, by time.monotonic
    @return: a plan of which nothing more can be left out, or the smallest one found
    """
    tries = 0
    smaller = True
    while smaller:
        smaller = False
        for candidate in _candidates(document):
            tries += 1
            if tries > most or time.monotonic() >= until:
                return document
            if fails(candidate):
                document, smaller = candidate, True
                break
    return document


def _candidates(document: Document) -> Iterator[Document]:
    """Yield the plans that lack one thing, the largest things first."""
    for place in sorted(_places(document), key=len):
        candidate = copy.deepcopy(document)
        inner: Any = candidate
        for step in place[:-1]:
            inner = inner[step]
        del inner[place[-1]]
        yield candidate


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of each table, entry and key; a budget stays."""
    steps: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for step, inner in steps:
        place = (*above, step)
        if place not in (("run",), ("run", "max_wall_time"), ("run", "stop_time")):
            yield place
        if isinstance(inner, (dict, list)):
            yield from _places(inner, place)
