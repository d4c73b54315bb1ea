# SPDX-License-Identifier: GPL-2.0-only
"""An HTML page that needs no other file: good on a phone and in print, with how it was made at its end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from net8.base.extension import __version__
from net8.base.provenance import commit, now

__all__ = ["BAR", "COLOURS", "WIDTH", "box", "drawing", "figure", "missing", "scroll", "whole_page"]

COLOURS: Final = ("#0072B2", "#D55E00", "#999999", "#009E73", "#F0E442")
"""Colours that differ for all eyes (Okabe and Ito)."""
WIDTH: Final = 800
"""Width of a drawing."""
BAR: Final = 26
"""Height of a bar with the space below it."""
_STYLE: Final = """
@page { size: A4; margin: 12mm; }
body { font: 11pt/1.4 "DejaVu Sans", Arial, sans-serif; color: #111; margin: 1.5em auto; max-width: 60em;
  padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.5em; break-after: avoid; }
table { border-collapse: collapse; font-size: 0.85em; margin: 0.6em 0; }
caption { text-align: left; color: #444; padding: 2px 5px; }
th { text-align: left; border-bottom: 1.5px solid #111; } th, td { padding: 2px 6px; vertical-align: top; }
td { border-bottom: 0.5px solid #bbb; font-variant-numeric: tabular-nums; }
td:first-child { min-width: 6em; overflow-wrap: anywhere; } td:not(:first-child) { min-width: 3.2em; }
thead { display: table-header-group; } tr, figure { break-inside: avoid; }
div.scroll { overflow-x: auto; } figure { margin: 0.6em 0; } svg { width: 100%; height: auto; }
text { font-size: 13px; }
figcaption { font-size: 0.85em; } figcaption span { display: inline-block; width: 0.8em; height: 0.8em;
  margin: 0 0.3em 0 0.9em; border: 0.5px solid #444; }
code { overflow-wrap: anywhere; }
@media screen and (max-width: 700px) { body { margin: 0.5em auto; padding: 0 0.5em; } text { font-size: 24px; } }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 9pt; } div.scroll { overflow: visible; }
  span, rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def whole_page(title: str, body: Iterable[str], command: str) -> str:
    """Write a page.

    @param title: its heading
    @param body: what is on it, HTML
    @param command: the command that makes it again
    @return: HTML
    """
    made = f"net8 {__version__}{f', commit {commit()}' if commit() else ''}, {now()}"
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width, initial-scale=1'><title>{escape(title)}</title>"
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        + "\n".join(body)
        + f"\n<h2>How this page was made</h2>\n<p><code>{escape(command)}</code></p><p>{escape(made)}</p>"
        "\n</body></html>\n"
    )


def missing(notes: Sequence[str], title: str = "What is missing") -> str:
    """Write a list of sentences.

    @param notes: the sentences
    @param title: heading above them
    @return: HTML, empty without sentences
    """
    items = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return f"<h2>{escape(title)}</h2><ul>{items}</ul>" if notes else ""


def scroll(text: str) -> str:
    """Let what is too wide for a phone scroll.

    @param text: HTML
    @return: HTML
    """
    return f"<div class=scroll>{text}</div>"


def figure(drawn: str, caption: str, keys: Mapping[str, str]) -> str:
    """Write a figure with the meaning of its colours.

    @param drawn: the drawing
    @param caption: what it shows
    @param keys: colour by meaning
    @return: HTML
    """
    meanings = "".join(
        f"<span style='background:{colour}'></span>{escape(name)}" for name, colour in keys.items()
    )
    return f"<figure>{drawn}<figcaption>{escape(caption)}{meanings}</figcaption></figure>"


def drawing(height: float, parts: Iterable[str]) -> str:
    """Write a drawing.

    @param height: its height
    @param parts: SVG elements
    @return: SVG
    """
    drawn = "".join(parts)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' viewBox='0 0 {WIDTH} {height:g}'>{drawn}</svg>"
    )


def box(x: float, y: float, width: float, height: float, colour: str, told: str) -> str:
    """Write a box that says what it is.

    @param x: its left edge
    @param y: its upper edge
    @param width: its width
    @param height: its height
    @param colour: its colour
    @param told: what it is
    @return: SVG
    """
    return (
        f"<rect x='{x:.2f}' y='{y:.2f}' width='{width:.2f}' height='{height:.2f}' fill='{colour}' "
        f"stroke='#444' stroke-width='0.5'><title>{escape(told)}</title></rect>"
    )
