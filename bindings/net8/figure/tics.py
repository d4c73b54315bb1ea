# SPDX-License-Identifier: GPL-2.0-only
"""The tics of a horizontal axis: texts that do not touch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Final

from net8.figure.gnuplot import quoted

__all__ = ["xtics"]

_PX_PER_LETTER: Final = 7.2
_SPACE_PX: Final = 7.2
# Turned by 35 degrees, lines of 15 pixels stand 15 / sin(35) apart.
_TURNED_PX: Final = 26.0

Tic = tuple[float, str]


def xtics(tics: Sequence[Tic], width_px: float, *, log: bool) -> str:
    """Write the command for the tics of an axis.

    Texts that would touch are turned; where that is not enough, a tic stays without a text.

    @param tics: place and text of each, in order
    @param width_px: pixels from the first tic to the last
    @param log: whether the axis is logarithmic
    @return: gnuplot's command
    """
    at = [math.log(place) if log else place for place, _text in tics]
    scale = width_px / ((at[-1] - at[0]) or 1.0)
    px = [(place - at[0]) * scale for place in at]
    widths = [_PX_PER_LETTER * len(text) for _place, text in tics]
    if _apart(px, widths):
        return _command(tics, range(len(tics)), "")
    if all(b - a >= _TURNED_PX for a, b in itertools.pairwise(px)):
        return _command(tics, range(len(tics)), " rotate by -35")
    return _command(tics, _fitting(px, widths), "")


def _command(tics: Sequence[Tic], named: Sequence[int], turn: str) -> str:
    """Write the command; tics that are not named have no text."""
    texts = ", ".join(
        f"{quoted(text if index in named else '')} {place:.10g}" for index, (place, text) in enumerate(tics)
    )
    return f"set xtics{turn} ({texts})"


def _apart(px: Sequence[float], widths: Sequence[float]) -> bool:
    """Return whether no text touches the next."""
    pairs = zip(itertools.pairwise(px), itertools.pairwise(widths), strict=True)
    return all(b - a >= (left + right) / 2 + _SPACE_PX for (a, b), (left, right) in pairs)


def _fitting(px: Sequence[float], widths: Sequence[float]) -> list[int]:
    """Choose the texts that stay: the first, the last, and those between that have room."""
    kept = [0]
    for index in range(1, len(px)):
        last = index == len(px) - 1
        while (
            last
            and len(kept) > 1
            and not _apart([px[kept[-1]], px[index]], [widths[kept[-1]], widths[index]])
        ):
            kept.pop()
        if _apart([px[kept[-1]], px[index]], [widths[kept[-1]], widths[index]]):
            kept.append(index)
    return kept
