# SPDX-License-Identifier: GPL-2.0-only
"""The validation report: one HTML file with everything in it, made for printing as well."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from net8.base.extension import model_version
from net8.base.provenance import commit, now, of_machine
from net8.figure.drawing import draw
from net8.validate.account import account_of, migration
from net8.validate.charts import Illustration, build_charts
from net8.validate.fits import CHOSEN, FITS, READINGS
from net8.validate.found import Found
from net8.validate.judge import ERROR, FAIL, KNOWN, PASS, REJECTED, Outcome
from net8.validate.page_frame import contents, frame, row_filter
from net8.validate.row import SOURCES
from net8.validate.views import deviation_text, shown, simulated_text, tally

__all__ = ["write_report"]

_COLUMNS: Final = (
    ("row", 3, "left"), ("class", 5, "left"), ("quantity", 28, "left"), ("published", 13, "right"),
    ("closed form", 14, "right"), ("simulated", 13, "right"), ("off by", 6, "right"), ("band", 7, "left"),
    ("verdict", 11, "left"),
)  # fmt: skip
_MARKS: Final = {
    PASS: ("&#10003;", "pass"),
    FAIL: ("&#10007;", "bad"),
    ERROR: ("&#10007;", "bad"),
    KNOWN: ("!", "known"),
}


def write_report(
    folder: Path, outcomes: Sequence[Outcome], found: Found, *, seed: int, quick: bool, command: str
) -> list[Path]:
    """Write index.html and its figures.

    @param folder: where to
    @param outcomes: of all rows of the report
    @param found: their runs
    @param seed: seed of the runs
    @param quick: whether the set is the quick one
    @param command: how the report was made
    @return: the files
    """
    charts = build_charts(found, {outcome.row.id for outcome in outcomes}, quick=quick)
    files = [file for each in charts for file in draw(each.chart, folder)]
    parts = {
        "rows": ("All rows", _table(outcomes)),
        "figures": ("Figures", _figures(charts, folder)),
        "waits": ("Wait account of a database link", _waits(found, outcomes)),
        "fits": ("What was fitted, chosen, and what fails", _fits_and_failures(outcomes)),
        "sources": ("Sources", _sources()),
    }
    listed = contents([(name, title) for name, (title, part) in parts.items() if part])
    body = [_summary(outcomes, seed, quick, command), listed]
    body += [f"<div id='{name}'>{part}</div>" for name, (_title, part) in parts.items() if part]
    page = folder / "index.html"
    page.write_text(frame("\n".join(body)), encoding="utf-8")
    return [page, *files]


def _summary(outcomes: Sequence[Outcome], seed: int, quick: bool, command: str) -> str:
    """Write what the report is and how it came out."""
    set_ = "quick set: what takes long is left out, and replications are fewer" if quick else "full set"
    return (
        "<h1>Validation of ns3-net8</h1>"
        f"<p><b>{escape(tally(outcomes))}.</b> Made by <code>{escape(command)}</code> ({set_}), seed {seed}, model "
        f"{escape(model_version())}.</p>{_made()}"
        "<p>Each row holds a simulated number against a published one or a closed form.</p><ul>"
        "<li><b>EXACT</b>: the number itself is asked for.</li>"
        "<li><b>SHAPE</b>: a ratio, an order or a level in a band.</li>"
        "<li><b>MODEL</b>: a closed form and the simulator, within the tolerance of the model.</li>"
        "<li><b>DATA</b>: nothing to reproduce. <b>OPEN</b>: the source does not fix enough.</li></ul>"
        "<p>A <b>known failure</b> is a number that the simulator does not reproduce, with the reason. Intervals are "
        "those of Student's t at 95 %, n the number of replications. A <b>rejected reading</b> is a rival explanation "
        "that cannot give the number.</p>"
    )


def _made() -> str:
    """Write when the report was made, and by which versions."""
    machine = of_machine() | {"commit": commit()}
    names = {
        "net8": "net8", "ns3": "ns-3", "compiler": "", "build_type": "", "python": "Python", "platform": "on",
        "commit": "commit",
    }  # fmt: skip
    versions = ", ".join(f"{title} {machine[name]}".strip() for name, title in names.items() if machine[name])
    return f"<p>Made on {escape(now()[:10])} by {escape(versions)}.</p>"


def _rows(rows: Iterable[Sequence[str]], head: Sequence[str]) -> str:
    """Write a plain table; cells are HTML."""
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    heads = "".join(f"<th>{name}</th>" for name in head)
    return f"<div class=scroll><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>"


def _deviation(outcome: Outcome) -> str:
    """Write a deviation on one line."""
    text = deviation_text(outcome)
    return f"<span class=v>{escape(text)}</span>" if text else ""


def _verdict(outcome: Outcome) -> str:
    """Write a verdict with a mark that needs no colour."""
    mark, style = _MARKS.get(outcome.verdict, ("", ""))
    return f"<span class='{style}'>{mark} {escape(outcome.verdict)}</span>"


def _small(text: str) -> str:
    """Write a line in small print, or nothing."""
    return f"<small>{escape(text)}</small>" if text else ""


def _table(outcomes: Sequence[Outcome]) -> str:
    """Write the table of all rows."""
    lines, last = [], ""
    for o in outcomes:
        row = o.row
        unit = f" ({row.unit})" if row.unit else ""
        source = "" if row.source == "AN" or row.published is None else row.source
        first = "" if row.id == last else " class=first"
        cells = (
            row.id if row.id != last else f"<span class=again>{row.id}</span>",
            row.kind,
            escape(row.quantity + unit) + _small(row.note),
            escape(shown(row.published)) + _small(source),
            escape(shown(o.analytic)) + _small(row.model if o.analytic is not None else ""),
            escape(simulated_text(o)),
            _deviation(o),
            escape("" if row.band is None else row.band.text),
            _verdict(o),
        )
        columns = zip(_COLUMNS, cells, strict=True)
        told = "".join(_cell(name, align, cell) for (name, _width, align), cell in columns)
        lines.append(f"<tr{first} data-verdict='{escape(o.verdict)}'>{told}</tr>")
        last = row.id
    heads = "".join(
        f"<th style='width: {width}%; text-align: {align}'>{name}</th>" for name, width, align in _COLUMNS
    )
    chooser = row_filter(list(dict.fromkeys(o.verdict for o in outcomes)))
    table = f"<thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f"<h2>All rows</h2>{chooser}<table class=rows>{table}</table>"


def _cell(name: str, align: str, cell: str) -> str:
    """Write a cell, which tells the name of its column where a page is too narrow for a table."""
    return f"<td{' class=n' if align == 'right' else ''} data-name='{name}'>{cell}</td>"


def _kind(each: Illustration) -> str:
    """Name the size of a figure: a page has room for two wide or middle ones, or for four narrow ones."""
    return {1: "narrow", 2: "middle"}.get(len(each.chart.panels), "wide")


def _filling(charts: Sequence[Illustration]) -> list[Illustration]:
    """Return the charts in an order that fills pages: two narrow ones go where a wide or middle one is alone."""
    narrow = [chart for chart in charts if _kind(chart) == "narrow"]
    order = []
    for kind in ("wide", "middle"):
        order += (large := [chart for chart in charts if _kind(chart) == kind])
        if len(large) % 2:
            order += narrow[:2]
            narrow = narrow[2:]
    return order + narrow


def _figures(charts: Sequence[Illustration], folder: Path) -> str:
    """Write the figures; they are part of the file."""
    if not charts:
        return ""
    figures = []
    for each in _filling(charts):
        chart = each.chart
        image = base64.b64encode((folder / f"{chart.name}.svg").read_bytes()).decode()
        figures.append(
            f"<figure class={_kind(each)}><img src='data:image/svg+xml;base64,{image}' alt='{escape(chart.title)}'>"
            f"<figcaption>{escape(', '.join(each.ids))}</figcaption></figure>"
        )
    return (
        "<section class=page><h2>Figures</h2><p>Filled shapes are published points, lines closed forms, open shapes "
        "simulated points; whiskers are 95 % intervals.</p>" + "".join(figures) + "</section>"
    )


def _waits(found: Found, outcomes: Sequence[Outcome]) -> str:
    """Write the wait account where it was simulated."""
    if not any(outcome.row.id == "E21" for outcome in outcomes):
        return ""
    accounts = account_of(found)
    if not accounts:
        return ""
    blocks = "".join(
        f"<div><h3>SDU {account.sdu}</h3>"
        + "".join(f"<pre><b>{title}</b>\n{escape(text)}</pre>" for title, text in account.texts().items())
        + "</div>"
        for account in accounts
    )
    titles = list(accounts[-1].blocks)
    moved = _rows(
        ([escape(event), *(change[title] for title in titles)] for event, change in migration(accounts)),
        ("from SDU 2048 to 32767: seconds more", *titles),
    )
    return (
        "<section class=page><h2>Wait account of a database link (E21)</h2><p>The consumer reads a packet, works on it "
        "and reads the next. What the server gains by a larger SDU in <i>more data to client</i>, it waits longer in "
        "<i>message from client</i>: the wait moves, all of it with a larger send buffer.</p>"
        f"{moved}<div class=accounts>{blocks}</div></section>"
    )


def _fits_and_failures(outcomes: Sequence[Outcome]) -> str:
    """Write what was fitted, what fails, and which readings were compared."""
    ids = {outcome.row.id for outcome in outcomes}
    fits = [fit for fit in FITS if ids & set(fit.rows.split(", "))]
    parts = ["<section class=page><h2>What was fitted</h2>"]
    parts.append(
        _rows(
            (
                [fit.rows, escape(fit.name), escape(fit.value), escape(fit.on), escape(fit.residual)]
                for fit in fits
            ),
            ("rows", "parameter", "value", "fitted on", "residual"),
        )
    )
    chosen = [entry for entry in CHOSEN if ids & set(entry[0].split(", "))]
    if chosen:
        parts.append("<h2>What was chosen</h2>")
        parts.append(_rows(([escape(text) for text in entry] for entry in chosen), ("rows", "value", "why")))
    parts.append("<h2>What fails, and by how much</h2>")
    parts.append(_reasons(outcomes, (FAIL, ERROR, KNOWN)))
    parts.append("<h2>Rejected readings</h2>")
    parts.append(_reasons(outcomes, (REJECTED,)))
    parts.append(_readings(outcomes))
    return "".join(parts) + "</section>"


def _reasons(outcomes: Sequence[Outcome], verdicts: Sequence[str]) -> str:
    """Write the rows of some verdicts with their reasons."""
    chosen = [outcome for outcome in outcomes if outcome.verdict in verdicts]
    if not chosen:
        return "<p>Nothing.</p>"
    return _rows(
        ([o.row.id, escape(o.row.quantity), _deviation(o), _verdict(o), escape(o.reason)] for o in chosen),
        ("row", "quantity", "off by", "verdict", "why"),
    )


def _readings(outcomes: Sequence[Outcome]) -> str:
    """Write the rival readings side by side."""
    parts = []
    for name, text in READINGS.items():
        rows = [o for o in outcomes if o.row.hypothesis == name]
        if not rows:
            continue
        parts.append(f"<h2>Rival readings, {name}</h2><p>{escape(text)}</p>")
        cells = (
            [escape(o.row.quantity), escape(shown(o.row.published)), escape(simulated_text(o)),
             _deviation(o), _verdict(o)]
            for o in rows
        )  # fmt: skip
        parts.append(_rows(cells, ("reading", "published", "simulated", "off by", "verdict")))
    return "".join(parts)


def _sources() -> str:
    """Write the published sources."""
    entries = ((tag, escape(text)) for tag, text in SOURCES.items() if tag != "AN")
    return "<section class=sources><h2>Sources</h2>" + _rows(entries, ("tag", "source")) + "</section>"
