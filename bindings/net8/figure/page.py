# SPDX-License-Identifier: GPL-2.0-only
"""The page for which a figure is drawn: its files, and the width and font size that a journal requires."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from net8.base.errors import PlanError

__all__ = ["FORMATS", "SCREEN", "Page", "read_page"]

FORMATS: Final = ("svg", "png", "pdf", "tikz")
"""File formats of figures."""

_INCHES: Final = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "pt": 1 / 72.27}
_NARROWEST_IN, _WIDEST_IN = 2.0, 20.0
_SMALLEST_PT, _LARGEST_PT = 5.0, 24.0
_PX_PER_IN, _PT_PER_IN = 96, 72
_FONT_PT: Final = 8.0
_LETTERS_PX: Final = 13
"""Font size for which figures are laid out."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to draw for."""

    formats: tuple[str, ...] = ("svg", "png")  #: extensions of the files
    width_in: float | None = None  #: width of the figure, inches; None: that of its panels
    font_pt: float = _FONT_PT  #: font size of a figure with a width, points

    @property
    def scale(self) -> float:
        """The factor by which the layout is scaled, so that the font has its size."""
        return 1.0 if self.width_in is None else self.font_pt / _PT_PER_IN * _PX_PER_IN / _LETTERS_PX

    @property
    def layout_px(self) -> int | None:
        """The width for which it is laid out, pixels."""
        return None if self.width_in is None else round(self.width_in * _PX_PER_IN / self.scale)


SCREEN: Final = Page()
"""The default page."""


def read_page(table: Mapping[str, object]) -> Page:
    """Read the page of a [[figure]].

    @param table: values of the figure
    @return: the page
    @raises PlanError: when a width or font size is wrong
    """
    formats = table.get("formats") or ()
    chosen = tuple(dict.fromkeys(map(str, formats))) if isinstance(formats, list | tuple) else ()
    size = float(str(table.get("font_size") or _FONT_PT))
    if not _SMALLEST_PT <= size <= _LARGEST_PT:
        raise PlanError(f"figure.font_size = {size:g} is out of range; use 5 to 24 points, such as 8")
    text = str(table.get("width") or "")
    width = _inches(text) if text else None
    if width is None and table.get("font_size"):
        raise PlanError('figure.font_size needs a figure.width, such as "3.4in"; set both or neither')
    return Page(chosen or SCREEN.formats, width, size)


def _inches(text: str) -> float:
    """Read a width."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(in|mm|cm|pt)\s*", text)
    inches = float(found[1]) * _INCHES[found[2]] if found else 0.0
    if not _NARROWEST_IN <= inches <= _WIDEST_IN:
        raise PlanError(
            f'figure.width = "{text}" is not a width from 2 to 20 inches; write a number with in, mm, cm or pt, '
            'such as "3.4in" or "86mm"'
        )
    return inches
