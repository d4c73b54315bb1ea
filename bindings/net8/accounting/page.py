# SPDX-License-Identifier: GPL-2.0-only
"""An account as one HTML page that needs no other file: figures, numbers, rules, what is missing, and its making."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from net8.accounting.account import BY, GROUPS, TIME, Account, Row
from net8.base.html import table_html
from net8.base.page import BAR, COLOURS, WIDTH, box, drawing, figure, missing, scroll, whole_page

__all__ = ["page"]

_COLOURS: Final = dict(zip(GROUPS, COLOURS, strict=True))
_MOST_ROWS: Final = 20
_HEIGHT: Final = 240
_LABEL: Final = 40


def page(account: Account, command: str) -> str:
    """Write an account as a page.

    @param account: the account
    @param command: the command that makes it again
    @return: HTML
    """
    return whole_page("Where the time went", _body(account), command)


def _body(account: Account) -> Iterator[str]:
    """Yield what is on the page."""
    yield (
        f"<p>{account.time_ns / 1e9:,.6f} s of {account.sessions:,} sessions, {account.calls:,} calls, "
        f"{account.trips:,} round trips, {account.rows:,} rows.</p>"
    )
    yield scroll(table_html("Files", ("file", "kind"), account.sources))
    yield missing([*account.notes, *(f"estimate: {each.text()}" for each in account.estimates)])
    yield "<h2>Parts</h2>"
    yield figure(_parts(account), "Each part in per cent of the whole. Colours:", _COLOURS)
    rows = [
        (
            part.name, f"{part.time_ns / 1e9:,.6f}", f"{part.share_percent:.1f}",
            "" if part.count is None else f"{part.count:,}",
        )
        for part in account.parts
    ]  # fmt: skip
    whole = sum(round(part.share_percent * 10) for part in account.parts) / 10
    rows.append(("all", f"{account.time_ns / 1e9:,.6f}", f"{whole:.1f}", ""))
    yield scroll(table_html("", ("part", "time (s)", "share (%)", "count"), rows))
    yield "<h2>Over time</h2>"
    yield figure(
        _over_time(account),
        f"Seconds of sessions in each {account.interval_ns / 1e9:g} s from the first event of each file; a call "
        "counts, with what was before it, where it ends. Colours:",
        _COLOURS,
    )
    for what in BY:
        yield f"<h2>By {what}</h2>"
        yield scroll(_split(account.split[what], what))
    yield "<h2>Rules and assumptions</h2>"
    yield scroll(
        table_html("", ("part", "by which rule"), ((part.name, part.rule) for part in account.parts))
    )
    yield scroll(table_html("What each file tells", ("file", "field", "origin", "how"), _marks(account)))


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


def _parts(account: Account) -> str:
    """Draw a bar for each part."""
    drawn = []
    for place, part in enumerate(account.parts):
        top = place * 2 * BAR
        told = f"{part.name}: {part.time_ns / 1e9:,.6f} s, {part.share_percent:.1f} %"
        drawn.append(f"<text x='0' y='{top + BAR * 0.8:g}'>{escape(told)}</text>")
        width = max(part.share_percent / 100 * (WIDTH - 2), 0.5)
        drawn.append(box(1, top + BAR, width, BAR * 0.7, _COLOURS[part.group], told))
    return drawing(2 * BAR * max(len(account.parts), 1), drawn)


def _over_time(account: Account) -> str:
    """Draw a stack of the groups for each interval."""
    rows = account.split[TIME]
    width_s = account.interval_ns / 1e9
    last = float(rows[-1].name) + width_s if rows else width_s
    most = max((row.time_ns for row in rows), default=0) or 1
    wide, high = (WIDTH - _LABEL) * width_s / last, _HEIGHT - 2 * _LABEL
    drawn = [
        f"<text x='0' y='{_LABEL - 8}'>{most / 1e9:,.4g} s</text>",
        f"<text x='{_LABEL}' y='{_HEIGHT - 12}'>0</text>",
        f"<text x='{WIDTH}' y='{_HEIGHT - 12}' text-anchor='end'>{last:,.6g} s</text>",
        f"<line x1='{_LABEL}' x2='{WIDTH}' y1='{_HEIGHT - _LABEL}' y2='{_HEIGHT - _LABEL}' stroke='#111'/>",
    ]
    for row in rows:
        bottom = float(_HEIGHT - _LABEL)
        left = _LABEL + float(row.name) / width_s * wide
        for group in GROUPS:
            tall = high * row.groups[group] / most
            if tall:
                bottom -= tall
                told = f"from {row.name} s: {group} {row.groups[group] / 1e9:,.6f} s"
                drawn.append(box(left, bottom, max(wide - 1, 0.3), tall, _COLOURS[group], told))
    return drawing(_HEIGHT, drawn)
