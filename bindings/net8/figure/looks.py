# SPDX-License-Identifier: GPL-2.0-only
"""Colours, dashes and markers: curves that can be distinguished in colour, with any colour vision, and in grey."""

from __future__ import annotations

from typing import Final

from net8.figure.chart import Look

__all__ = ["COLOURS", "SHADE", "line", "model", "outline", "published", "published_line", "trace"]

# Okabe and Ito: distinguishable with any colour vision.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
SHADE: Final = "#D9E6F2"
"""Of a range that is shaded behind curves."""
_BLACK, _GREY = "#000000", "#555555"

_FILLED: Final = (7, 5, 9, 11, 13, 4, 6, 8)
_FILLED_PUBLISHED: Final = (7, 5, 9)
_CROSSES: Final = (2, 1, 3)
_OPEN: Final = (4, 8, 6, 12, 10, 2)
_LATER_DASHES: Final = ("1", "(8,3)", "(2,3)", "(8,3,2,3)", "(14,4)")
_DASHES: Final = ("1", "(12,4)", "(3,3)", "(14,4,3,4)", "(6,6)")
_MODEL_DASHES: Final = ("1", "2", "4", "5")


def line(number: int) -> Look:
    """Return the look of a line with markers; those beyond the eighth are dashed.

    @param number: from 0 on
    @return: a look that no other number below 320 has
    """
    turn, style = divmod(number, len(COLOURS))
    marker = _FILLED[(style + turn) % len(_FILLED)]
    return Look(COLOURS[style], dash=_LATER_DASHES[turn % len(_LATER_DASHES)], marker=marker)


def published_line(number: int) -> Look:
    """Return the look of a line of the literature: black and dashed.

    @param number: from 0 on
    @return: a look that no other number below 12 has
    """
    turn, shape = divmod(number, len(_CROSSES))
    return Look(_BLACK, width=2.0, dash=str(turn + 2), marker=_CROSSES[shape])


def trace(number: int) -> Look:
    """Return the look of a line without markers, dashed from the second on.

    @param number: from 0 on
    @return: a look that no other number below 80 has, with or without colour
    """
    wide = number // (len(COLOURS) * len(_DASHES))
    width = 1.4 if number == 0 else 2.2 + 1.6 * wide
    return Look(COLOURS[number % len(COLOURS)], width=width, dash=_DASHES[number % len(_DASHES)])


def published(number: int) -> Look:
    """Return the look of points of the literature: small filled shapes.

    @param number: from 0 on
    @return: a look that no other number below 12 has
    """
    turn, shape = divmod(number, len(_FILLED_PUBLISHED))
    return Look(_BLACK, marker=_FILLED_PUBLISHED[shape], size=0.8 + 0.3 * turn)


def model(number: int) -> Look:
    """Return the look of a closed form: a grey line.

    @param number: from 0 on
    @return: a look that no other number below 12 has
    """
    turn, dash = divmod(number, len(_MODEL_DASHES))
    return Look(_GREY, width=1.8 + 1.6 * turn, dash=_MODEL_DASHES[dash])


def outline(number: int) -> Look:
    """Return the look of simulated points next to published ones: open shapes, larger than those.

    @param number: from 0 on
    @return: a look that no other number below 36 has
    """
    # Another colour for the same shape, turn by turn; black and grey are those of published points and models.
    turn, shape = divmod(number, len(_OPEN))
    return Look(COLOURS[(shape + turn) % 6], marker=_OPEN[shape], size=1.6)
