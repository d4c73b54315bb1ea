# SPDX-License-Identifier: GPL-2.0-only
"""What holds a page of the report together: its style on a screen, on a phone and on paper, contents, and a filter."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

__all__ = ["contents", "frame", "row_filter"]

_STYLE: Final = """
@page { size: A4 landscape; margin: 12mm; }
body { font: 10pt/1.35 "DejaVu Sans", Arial, sans-serif; color: #111; margin: 2em auto; max-width: 277mm; }
h1 { font-size: 17pt; } h2 { font-size: 13pt; margin-top: 1.6em; break-after: avoid; } h2 + p { break-after: avoid; }
table { border-collapse: collapse; width: 100%; font-size: 8pt; }
thead { display: table-header-group; }
th { text-align: left; border-bottom: 1.5px solid #111; padding: 2px 5px; }
td { vertical-align: top; border-bottom: 0.5px solid #bbb; padding: 2px 5px; overflow-wrap: anywhere; }
table.rows { table-layout: fixed; }
tr, figure, pre { break-inside: avoid; }
tr.first td { border-top: 1px solid #666; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } .v { white-space: nowrap; }
td small { color: #444; display: block; }
.pass, .bad, .known { white-space: nowrap; }
.pass { color: #14532d; } .bad { font-weight: bold; color: #b00020; } .known { font-weight: bold; color: #7a4a00; }
figure { margin: 0.5em 0 0; vertical-align: top; } figure.narrow {
  display: inline-block; width: 43%; margin-right: 3%; }
figure img { max-width: 100%; } figure.wide img { width: 82%; } figure.middle img { width: 70%; }
figcaption { font-size: 8.5pt; } section.sources { break-inside: avoid; }
pre { font: 7pt/1.2 "DejaVu Sans Mono", monospace; margin: 0.3em 0; } h3 { margin: 0.6em 0; }
div.accounts { display: grid; grid-template-columns: 1fr 1fr; }
section.page { break-before: page; }
div.scroll { overflow-x: auto; } tr.away { display: none; }
nav ul { columns: 2; padding-left: 1.2em; } form { margin: 0.6em 0; } form label { margin-right: 1em; }
span.again { visibility: hidden; } table.filtered span.again { visibility: visible; }
@media screen and (max-width: 800px) {
  body { margin: 0.6em; font-size: 12pt; overflow-wrap: break-word; } nav ul { columns: 1; }
  td { overflow-wrap: break-word; } .pass, .bad, .known { white-space: normal; }
  table.rows { font-size: 11pt; } table.rows thead { display: none; }
  table.rows, table.rows tbody, table.rows tr, table.rows td { display: block; width: auto; }
  table.rows tr { border-bottom: 1px solid #666; padding: 0.4em 0; } table.rows tr.away { display: none; }
  table.rows td { border: none; } table.rows td:empty { display: none; } td.n { text-align: left; }
  table.rows td::before { content: attr(data-name) ": "; color: #444; } span.again { visibility: visible; }
  figure.narrow, figure.middle, figure.wide { display: block; width: auto; margin-right: 0; }
  figure img { width: 100%; } figure.middle, figure.wide { overflow-x: auto; }
  figure.middle img { width: 36em; max-width: none; } figure.wide img { width: 54em; max-width: none; }
  div.accounts { grid-template-columns: minmax(0, 1fr); } pre { overflow-x: auto; }
  input, select { font-size: 12pt; max-width: 100%; }
}
@media print { body { margin: 0; max-width: none; } nav, form { display: none; } }
"""

_FILTER: Final = """
const form = document.querySelector("form.filter"), table = document.querySelector("table.rows");
function choose() {
  const word = form.word.value.toLowerCase(), verdict = form.verdict.value;
  let left = 0;
  for (const row of table.tBodies[0].rows) {
    const there = row.textContent.toLowerCase().includes(word) && (!verdict || row.dataset.verdict === verdict);
    row.classList.toggle("away", !there);
    left += there;
  }
  table.classList.toggle("filtered", word !== "" || verdict !== "");
  form.querySelector("output").textContent = left + " of " + table.tBodies[0].rows.length + " rows";
}
form.addEventListener("input", choose);
form.addEventListener("submit", (event) => event.preventDefault());
choose();
"""


def frame(body: str) -> str:
    """Write a whole page, which needs no other file.

    @param body: what is on it
    @return: HTML
    """
    script = f"<script>{_FILTER}</script>" if "<form class=filter" in body else ""
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'><title>Validation of ns3-net8</title>"
        f"<style>{_STYLE}</style></head>\n<body>\n{body}\n{script}</body></html>\n"
    )


def contents(sections: Sequence[tuple[str, str]]) -> str:
    """Write the contents of a page.

    @param sections: id and title of each of its sections
    @return: HTML
    """
    lines = "".join(f"<li><a href='#{name}'>{escape(title)}</a></li>" for name, title in sections)
    return f"<nav><ul>{lines}</ul></nav>"


def row_filter(verdicts: Sequence[str]) -> str:
    """Write the form that leaves some rows of the table; without a script it is not shown.

    @param verdicts: those that rows have
    @return: HTML
    """
    options = "".join(f"<option>{escape(verdict)}</option>" for verdict in verdicts)
    return (
        "<form class=filter><label>rows with <input name=word type=search placeholder='E14, SDU, ...'></label>"
        f"<label>verdict <select name=verdict><option value=''>any</option>{options}</select></label>"
        "<output></output></form>"
    )
