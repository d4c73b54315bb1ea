# SPDX-License-Identifier: GPL-2.0-only
"""An account as one HTML page that needs no other file: figures, numbers, rules, what is missing, and its making."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from net8.accounting.account import BY, GROUPS, TIME, Account, Row
from net8.base.extension import __version__
from net8.base.html import table_html
from net8.base.provenance import commit, now

__all__ = ["page"]

_COLOURS: Final = dict(zip(GROUPS, ("#0072B2", "#D55E00", "#999999", "#009E73", "#F0E442"), strict=True))
"""Colours that differ for all eyes (Okabe and Ito)."""
_MOST_ROWS: Final = 20
_WIDTH: Final = 800
_BAR: Final = 26
_HEIGHT: Final = 240
_LABEL: Final = 40
_STYLE: Final = """
@page { size: A4; margin: 12mm; }
body { font: 11pt/1.4 "DejaVu Sans", Arial, sans-serif; color: #111; margin: 1.5em auto; max-width: 60em;
  padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.5em; break-after: avoid; }
table { border-collapse: collapse; font-size: 0.85em; } caption { text-align: left; color: #444; padding: 2px 5px; }
th { text-align: left; border-bottom: 1.5px solid #111; } th, td { padding: 2px 6px; vertical-align: top; }
td { border-bottom: 0.5px solid #bbb; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
td:not(:first-child) { min-width: 3.2em; } thead { display: table-header-group; } tr, figure { break-inside: avoid; }
div.scroll { overflow-x: auto; } figure { margin: 0.6em 0; } svg { width: 100%; height: auto; }
text { font-size: 13px; }
figcaption { font-size: 0.85em; } figcaption span { display: inline-block; width: 0.8em; height: 0.8em;
  margin: 0 0.3em 0 0.9em; border: 0.5px solid #444; }
code { overflow-wrap: anywhere; }
@media screen and (max-width: 700px) { body { margin: 0.5em auto; padding: 0 0.5em; } text { font-size: 20px; } }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 9pt; } div.scroll { overflow: visible; }
  span, rect { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def page(account: Account, command: str) -> str:
    """Write an account as a page.

    @param account: the account
    @param command: the command that makes it again
    @return: HTML
    """
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'><title>Where the time went</title>"
        f"<style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(_body(account, command))
        + "\n</body></html>\n"
    )


def _body(account: Account, command: str) -> Iterator[str]:
    """Yield what is on the page."""
    yield "<h1>Where the time went</h1>"
    yield (
        f"<p>{account.time_ns / 1e9:,.6f} s of {account.sessions:,} sessions, {account.calls:,} calls, "
        f"{account.trips:,} round trips, {account.rows:,} rows.</p>"
    )
    yield _scroll(table_html("Files", ("file", "kind"), account.sources))
    if account.notes:
        yield (
            "<h2>What is missing</h2><ul>"
            + "".join(f"<li>{escape(note)}</li>" for note in account.notes)
            + "</ul>"
        )
    yield "<h2>Parts</h2>"
    yield _figure(_parts(account), "Each part in per cent of the whole. Colours:")
    rows = [
        (
            part.name, f"{part.time_ns / 1e9:,.6f}", f"{part.share_percent:.1f}",
            "" if part.count is None else f"{part.count:,}",
        )
        for part in account.parts
    ]  # fmt: skip
    whole = sum(round(part.share_percent * 10) for part in account.parts) / 10
    rows.append(("all", f"{account.time_ns / 1e9:,.6f}", f"{whole:.1f}", ""))
    yield _scroll(table_html("", ("part", "time (s)", "share (%)", "count"), rows))
    yield "<h2>Over time</h2>"
    yield _figure(
        _over_time(account),
        f"Seconds of sessions in each {account.interval_ns / 1e9:g} s from the first event of each file; a call "
        "counts, with what was before it, where it ends. Colours:",
    )
    for what in BY:
        yield f"<h2>By {what}</h2>"
        yield _scroll(_split(account.split[what], what))
    yield "<h2>Rules and assumptions</h2>"
    yield _scroll(
        table_html("", ("part", "by which rule"), ((part.name, part.rule) for part in account.parts))
    )
    yield _scroll(table_html("What each file tells", ("file", "field", "origin", "how"), _marks(account)))
    yield "<h2>How this page was made</h2>"
    made = f"net8 {__version__}{f', commit {commit()}' if commit() else ''}, {now()}"
    yield f"<p><code>{escape(command)}</code></p><p>{escape(made)}</p>"


def _scroll(text: str) -> str:
    """Let what is too wide for a phone scroll."""
    return f"<div class=scroll>{text}</div>"


def _marks(account: Account) -> Iterator[tuple[str, str, str, str]]:
    """Yield where the fields of files come from."""
    for file, fields in account.marks.items():
        yield from ((file, name, origin, how) for name, (origin, how) in fields.items())


def _split(rows: tuple[Row, ...], what: str) -> str:
    """Write the account split by something."""
    head = (
        what,
        "time (s)",
        "share (%)",
        "round trips",
        "calls",
        "rows",
        *(f"{group} (%)" for group in GROUPS),
    )
    cells = [
        (
            f"{row.name} {row.text}".strip(), f"{row.time_ns / 1e9:,.6f}", f"{row.share_percent:.1f}", f"{row.trips:,}",
            f"{row.calls:,}", f"{row.rows:,}",
            *(f"{100 * row.groups[group] / (row.time_ns or 1):.1f}" for group in GROUPS),
        )
        for row in rows[:_MOST_ROWS]
    ]  # fmt: skip
    left = len(rows) - len(cells)
    return table_html("", head, cells, f"{left:,} more rows: net8 account --by {what} --all" if left else "")


def _figure(drawing: str, caption: str) -> str:
    """Write a figure with the meaning of its colours."""
    keys = "".join(f"<span style='background:{colour}'></span>{group}" for group, colour in _COLOURS.items())
    return f"<figure>{drawing}<figcaption>{escape(caption)}{keys}</figcaption></figure>"


def _svg(height: float, parts: Iterable[str]) -> str:
    """Write a drawing."""
    drawn = "".join(parts)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' viewBox='0 0 {_WIDTH} {height:g}'>{drawn}</svg>"
    )


def _box(x: float, y: float, width: float, height: float, group: str, told: str) -> str:
    """Write a box that says what it is."""
    return (
        f"<rect x='{x:.2f}' y='{y:.2f}' width='{width:.2f}' height='{height:.2f}' fill='{_COLOURS[group]}' "
        f"stroke='#444' stroke-width='0.5'><title>{escape(told)}</title></rect>"
    )


def _parts(account: Account) -> str:
    """Draw a bar for each part."""
    drawn = []
    for place, part in enumerate(account.parts):
        top = place * 2 * _BAR
        told = f"{part.name}: {part.time_ns / 1e9:,.6f} s, {part.share_percent:.1f} %"
        drawn.append(f"<text x='0' y='{top + _BAR * 0.8:g}'>{escape(told)}</text>")
        width = max(part.share_percent / 100 * (_WIDTH - 2), 0.5)
        drawn.append(_box(1, top + _BAR, width, _BAR * 0.7, part.group, told))
    return _svg(2 * _BAR * max(len(account.parts), 1), drawn)


def _over_time(account: Account) -> str:
    """Draw a stack of the groups for each interval."""
    rows = account.split[TIME]
    width_s = account.interval_ns / 1e9
    last = float(rows[-1].name) + width_s if rows else width_s
    most = max((row.time_ns for row in rows), default=0) or 1
    wide, high = (_WIDTH - _LABEL) * width_s / last, _HEIGHT - 2 * _LABEL
    drawn = [
        f"<text x='0' y='{_LABEL - 8}'>{most / 1e9:,.4g} s</text>",
        f"<text x='{_LABEL}' y='{_HEIGHT - 12}'>0</text>",
        f"<text x='{_WIDTH}' y='{_HEIGHT - 12}' text-anchor='end'>{last:,.6g} s</text>",
        f"<line x1='{_LABEL}' x2='{_WIDTH}' y1='{_HEIGHT - _LABEL}' y2='{_HEIGHT - _LABEL}' stroke='#111'/>",
    ]
    for row in rows:
        bottom = float(_HEIGHT - _LABEL)
        left = _LABEL + float(row.name) / width_s * wide
        for group in GROUPS:
            tall = high * row.groups[group] / most
            if tall:
                bottom -= tall
                told = f"from {row.name} s: {group} {row.groups[group] / 1e9:,.6f} s"
                drawn.append(_box(left, bottom, max(wide - 1, 0.3), tall, group, told))
    return _svg(_HEIGHT, drawn)
