# SPDX-License-Identifier: GPL-2.0-only
"""The terminals of gnuplot for the files of a figure, and texts in TeX."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from net8.figure.chart import Axis, Chart, Curve, Panel, Tic
from net8.figure.page import Page

__all__ = ["Terminal", "in_tex", "terminal_of"]

_PX_PER_IN: Final = 96
_PRINTED_DPI, _PT_PER_IN = 300, 72
# Cairo terminals treat a point of a font as a pixel of 1/96 inch: their letters are larger by a third.
_SVG_LETTERS, _SVG_TITLE = 13, 15
_PNG_LETTERS, _PNG_TITLE = 10, 11
_TITLE: Final = 1.1
"""Font size of a title, relative to that of other texts."""
_TEX: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
        "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "±": r"$\pm$", "µ": r"$\mu$", "\u00d7": r"$\times$",
        "…": r"\ldots{}", "→": r"$\rightarrow$", "≤": r"$\leq$", "≥": r"$\geq$",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terminal:
    """A terminal for one file."""

    options: str  #: after "set terminal"
    title_font: str  #: after the title


def terminal_of(ending: str, size_px: tuple[int, int], page: Page) -> Terminal:
    """Choose the terminal for a file.

    @param ending: extension of the file
    @param size_px: of the figure as it is laid out
    @param page: the page for which it is drawn
    @return: the terminal
    """
    width, height = (side * page.scale for side in size_px)
    inches = f"{width / _PX_PER_IN:.4f}in,{height / _PX_PER_IN:.4f}in"
    if ending == "tikz":
        # It uses the font of the document and reads texts as TeX.
        return Terminal(f"tikz size {inches} fontscale {page.scale:.3f}", "")
    if ending == "pdf":
        points = page.font_pt if page.width_in is not None else _SVG_LETTERS * _PT_PER_IN / _PX_PER_IN
        points *= _PT_PER_IN / _PX_PER_IN
        options = f"pdfcairo noenhanced font 'DejaVu Sans,{points:.4g}' fontscale 1 size {inches}"
        return Terminal(
            f"{options} linewidth {page.scale:.3g} pointscale {page.scale:.3g}", _bold(points * _TITLE)
        )
    if page.width_in is None:
        if ending == "svg":
            options = f"svg noenhanced font 'DejaVu Sans,{_SVG_LETTERS}' background '#ffffff'"
            return Terminal(f"{options} size {size_px[0]},{size_px[1]}", _bold(_SVG_TITLE))
        options = f"pngcairo noenhanced font 'DejaVu Sans,{_PNG_LETTERS}'"
        return Terminal(f"{options} size {size_px[0]},{size_px[1]}", _bold(_PNG_TITLE))
    if ending == "svg":
        letters = _SVG_LETTERS * page.scale
        options = f"svg noenhanced font 'DejaVu Sans,{letters:.4g}' background '#ffffff'"
        return Terminal(
            f"{options} size {round(width)},{round(height)} linewidth {page.scale:.3g}",
            _bold(letters * _TITLE),
        )
    dots = _PRINTED_DPI / _PX_PER_IN
    letters = page.font_pt / _PX_PER_IN * _PRINTED_DPI
    options = f"pngcairo noenhanced font 'DejaVu Sans,{letters:.4g}'"
    scale = page.scale * dots
    return Terminal(
        f"{options} size {round(width * dots)},{round(height * dots)} linewidth {scale:.3g} pointscale {scale:.3g}",
        _bold(letters * _TITLE),
    )


def _bold(size: float) -> str:
    """Write the font of a title."""
    return f" font 'DejaVu Sans:Bold,{size:.3g}'"


def in_tex(chart: Chart) -> Chart:
    """Escape all texts of a chart for TeX.

    @param chart: the chart
    @return: the same with escaped texts
    """
    panels = tuple(
        Panel(_axis(panel.y), tuple(map(_curve, panel.curves)), _text(panel.title), _text(panel.note))
        for panel in chart.panels
    )
    return replace(
        chart, title=_text(chart.title), x=_axis(chart.x), panels=panels, legend=_text(chart.legend),
        note=_text(chart.note),
    )  # fmt: skip


def _text(text: str) -> str:
    """Escape a text."""
    return text.translate(_TEX)


def _axis(axis: Axis) -> Axis:
    """Escape the texts of an axis."""
    tics = tuple(Tic(place, _text(text)) for place, text in axis.tics)
    return replace(axis, title=_text(axis.title), unit=_text(axis.unit), tics=tics)


def _curve(curve: Curve) -> Curve:
    """Escape the name of a curve."""
    return replace(curve, name=_text(curve.name))
