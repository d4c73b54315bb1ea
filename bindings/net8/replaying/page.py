# SPDX-License-Identifier: GPL-2.0-only
"""A replay as one HTML page that needs no other file: figures, numbers, assumptions, and its making."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from net8.base.html import table_html
from net8.base.page import BAR, COLOURS, WIDTH, box, drawing, figure, missing, scroll, whole_page
from net8.base.words import many
from net8.replaying.result import BY, HEADS, Line, Replay

__all__ = ["page"]

_MOST_ROWS: Final = 20
_MOST_BARS: Final = 8
_LEAST_BAR: Final = 0.005
"""Part of the longest bar that can be seen."""


def page(found: Replay, command: str) -> str:
    """Write a replay as a page.

    @param found: the replay
    @param command: the command that makes it again
    @return: HTML
    """
    return whole_page("What another network would do", _body(found), command)


def _body(found: Replay) -> Iterator[str]:
    """Yield what is on the page."""
    yield f"<p>{escape(_answer(found))}</p>"
    yield scroll(table_html("Files", ("file", "kind"), found.sources))
    yield scroll(table_html("Networks", ("", "what it is"), _networks(found)))
    yield missing(found.notes)
    yield "<h2>Where the time goes</h2>"
    keys = {part.name: colour for part, colour in zip(found.parts, COLOURS, strict=False)}
    yield figure(_bars(found), "Seconds of all sessions, added up. Colours:", keys)
    yield scroll(_parts(found))
    yield "<h2>Response times</h2>"
    names = dict(zip(_columns(found), COLOURS, strict=False))
    yield figure(_kinds(found), "Seconds of the kinds of calls that take most, added up. Colours:", names)
    for what in BY:
        yield scroll(_times(found, what))
    if found.costs:
        rows = [
            (cost.change, f"{cost.cost_s:+.6f}", f"{cost.half_s:.6f}" if cost.half_s else "")
            for cost in found.costs
        ]
        yield "<h2>What a little less of the network costs</h2>"
        yield scroll(table_html("", ("change of the network", "costs (s)", "± (s)"), rows))
    yield "<h2>Assumptions</h2>"
    own, new = found.closed_form_s
    told = f"{own:,.6f} s for its own network" + ("" if new is None else f", {new:,.6f} s for the new one")
    yield (
        "<p>The work of both ends and the bytes stay as recorded, the network is simulated. The closed form, without "
        f"queues, delayed acknowledgments and limits of buffers, gives {escape(told)}.</p>"
    )
    yield missing(found.unknown, "What the prediction does not know")


def _answer(found: Replay) -> str:
    """Say what comes out in a few sentences."""
    total, calls = found.total, f"{many(found.calls, 'call')}, {many(found.trips, 'round trip')}"
    told = f"{many(found.sessions, 'session')}, {calls}: recorded {total.old_s:,.6f} s. "
    if total.new is not None:
        new = total.new
        spread = (
            ""
            if new.low_s == new.high_s
            else f" (one session in 95 of 100 cases {new.low_s:,.4f} to {new.high_s:,.4f} s)"
        )
        told += f"On the new network {new.mean_s:,.6f} s{spread}. "
    return told + (
        f"Its own network is predicted with {total.own.mean_s:,.6f} s, {found.residual_percent:+.2f} %: "
        "trust the rest that far."
    )


def _networks(found: Replay) -> Iterator[tuple[str, str]]:
    """Yield the networks."""
    yield "own network", found.own_network
    if found.new_network:
        yield "new network", found.new_network


def _columns(found: Replay) -> tuple[str, ...]:
    """Return what is set side by side."""
    return ("recorded", "own network", *(["new network"] if found.total.new is not None else []))


def _bars(found: Replay) -> str:
    """Draw a bar for what was recorded, and for each network, of the parts of the account."""
    stacks = [[part.old_s for part in found.parts], [part.own_s for part in found.parts]]
    if found.total.new is not None:
        stacks.append([part.new_s or 0.0 for part in found.parts])
    sums = [found.total.old_s, found.total.own.mean_s, *([found.total.new.mean_s] if found.total.new else [])]
    most = max([*sums, *(sum(max(each, 0.0) for each in stack) for stack in stacks)]) or 1.0
    drawn = []
    for place, (name, stack, whole) in enumerate(zip(_columns(found), stacks, sums, strict=True)):
        top, left = place * 2 * BAR, 1.0
        drawn.append(f"<text x='0' y='{top + BAR * 0.8:g}'>{name}: {whole:,.6f} s</text>")
        for part, colour, time in zip(found.parts, COLOURS, stack, strict=False):
            wide = max(time, 0.0) / most * (WIDTH - 2)
            if wide:
                drawn.append(box(left, top + BAR, wide, BAR * 0.7, colour, f"{part.name}: {time:,.6f} s"))
            left += wide
    return drawing(2 * BAR * len(stacks), drawn)


def _kinds(found: Replay) -> str:
    """Draw a bar for each kind of call, recorded and on each network."""
    every = [*([found.opening] if found.opening else []), *found.split["kind"]]
    most = max((max(_values(line)) for line in every), default=0.0) or 1.0
    lines = [line for line in every if max(_values(line)) >= _LEAST_BAR * most][:_MOST_BARS]
    drawn, top = [], 0.0
    for line in lines:
        drawn.append(f"<text x='0' y='{top + BAR * 0.8:g}'>{escape(_named(line))}</text>")
        top += BAR
        for name, colour, time in zip(_columns(found), COLOURS, _values(line), strict=False):
            wide = max(time / most * (WIDTH - 2), 0.5)
            drawn.append(box(1, top, wide, BAR * 0.5, colour, f"{line.name}, {name}: {time:,.6f} s"))
            top += BAR * 0.6
        top += BAR * 0.4
    return drawing(top, drawn)


def _named(line: Line) -> str:
    """Name a row with its numbers."""
    return f"{line.name}, {many(line.calls, 'call')}: " + ", ".join(
        f"{each:,.4f} s" for each in _values(line)
    )


def _values(line: Line) -> list[float]:
    """Return the times of a row."""
    return [line.old_s, line.own.mean_s, *([line.new.mean_s] if line.new else [])]


def _parts(found: Replay) -> str:
    """Write the account before and after."""
    rows = [
        (part.name, *(f"{time:,.6f}" for time in (part.old_s, part.own_s, part.new_s) if time is not None))
        for part in found.parts
    ]
    rows.append(("all", *(f"{time:,.6f}" for time in _values(found.total))))
    return table_html("", ("part", *_heads(found)), rows)


def _heads(found: Replay) -> Sequence[str]:
    """Return the heads of columns of seconds."""
    return [f"{name} (s)" for name in _columns(found)]


def _times(found: Replay, what: str) -> str:
    """Write the times side by side."""
    new = found.total.new is not None
    head = (HEADS[what], "calls", *_heads(found), *(["95 % of sessions (s)"] if new else []), "recorded, each (ms)",
            *(["new, each (ms)"] if new else []))  # fmt: skip
    lines = found.split[what]
    shown = [*([found.opening] if found.opening else []), *lines[:_MOST_ROWS]]
    rows = [_cells(line) for line in shown]
    left = len(lines) - min(len(lines), _MOST_ROWS)
    return table_html(
        f"By {HEADS[what]}", head, rows, f"{left:,} more rows: net8 replay --by {what} --all" if left else ""
    )


def _cells(line: Line) -> list[str]:
    """Return the cells of a row."""
    count = max(line.calls, 1)
    cells = [line.name, f"{line.calls:,}", *(f"{time:,.6f}" for time in _values(line))]
    if line.new:
        same = line.new.low_s == line.new.high_s
        cells.append("always" if same else f"{line.new.low_s:,.4f} to {line.new.high_s:,.4f}")
    cells.append(f"{1000 * line.old_s / count:,.3f}")
    if line.new:
        cells.append(f"{1000 * line.new.mean_s / count:,.3f}")
    return cells
