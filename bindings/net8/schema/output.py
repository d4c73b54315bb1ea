# SPDX-License-Identifier: GPL-2.0-only
"""Keys of what is drawn or tabled."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["OUTPUT_KEYS"]

OUTPUT_KEYS: Final = (
    Key("table", "columns", "words", (), "Metrics shown.", core=False),
    Key("figure", "title", "text", "", "What the figure shows, as a sentence.", core=False),
    Key(
        "figure",
        "kind",
        "choice",
        "sweep",
        "Kind of figure: a metric over a swept key, quantities over time, or the share of clients logged on within a "
        "time.",
        choices=("sweep", "series", "distribution"),
        core=False,
    ),
    Key(
        "figure",
        "quantities",
        "words",
        (),
        "Quantities to draw over time (series), one panel each.",
        core=False,
    ),
    Key(
        "figure",
        "links",
        "words",
        (),
        "Links to draw over time, each by its name, or its name and up or down; empty: all, in both directions.",
        core=False,
    ),
    Key(
        "figure",
        "sessions",
        "indices",
        (),
        "Sessions to draw over time, counted from 0; empty: all that have series.",
        core=False,
    ),
    Key("figure", "x", "text", "", "Swept key along the horizontal axis.", core=False),
    Key("figure", "y", "text", "response_time", "Metric along the vertical axis.", core=False),
    Key("figure", "series", "words", (), "Swept keys that make the lines.", core=False),
    Key("figure", "panels", "text", "", "Swept key with one panel for each value.", core=False),
    Key("figure", "log", "text", "", "Axes with a logarithmic scale: x, y or xy.", core=False),
    Key(
        "figure",
        "select",
        "table",
        None,
        "Values of the swept keys that the figure leaves out of its axes, or for a swept key that is drawn a list of "
        "values to draw.",
        core=False,
    ),
    Key("figure", "relative_to", "any", None, "Value of x whose y becomes 1 in each line.", core=False),
    Key(
        "figure",
        "formats",
        "words",
        ("svg", "png"),
        "File formats: svg, png, pdf, tikz.",
        choices=("svg", "png", "pdf", "tikz"),
        core=False,
    ),
    Key("figure", "width", "text", "", 'Width on a printed page, such as "3.4in" or "86mm".', core=False),
    Key(
        "figure",
        "font_size",
        "number",
        None,
        "Font size of a figure with a width.",
        unit="pt",
        low=5,
        high=24,
        core=False,
        unset="8 pt",
    ),
    Key(
        "figure",
        "x_label",
        "text",
        "",
        "Title of the horizontal axis, without its unit; unset: that of the key.",
        core=False,
    ),
    Key("figure", "y_label", "text", "", "Title of the vertical axis, without its unit.", core=False),
    Key("figure", "reference", "text", "", "CSV file with published points: series, x, y.", core=False),
    Key("figure", "name", "text", "figure", "File name without extension and without a path.", core=False),
)
