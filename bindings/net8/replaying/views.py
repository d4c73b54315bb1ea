# SPDX-License-Identifier: GPL-2.0-only
"""A replay as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.replaying.playing import Spread
from net8.replaying.result import HEADS, Line, Replay

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_replay"]

_MOST_ROWS: Final = 20
_SPARE: Final = "a wider terminal also shows the times of each call"


def show_replay(console: Console, found: Replay, by: str, *, everything: bool = False) -> None:
    """Print what is missing, the residual, and the times side by side.

    @param console: where to
    @param found: the replay
    @param by: call, statement or kind
    @param everything: whether all rows are shown
    """

    def say(text: str) -> None:
        console.print(text, markup=False, highlight=False, soft_wrap=True)

    for note in found.notes:
        say(f"note: {note}")
    for each in found.estimates:
        say(f"estimate: {each.text()}")
    say(
        f"{many(found.sessions, 'session')}, {many(found.calls, 'call')}, {many(found.trips, 'round trip')} with those "
        "of TCP and CONNECT"
    )
    say(f"own network: {found.own_network}")
    if found.new_network:
        say(f"new network: {found.new_network}")
    say(
        f"residual: its own network is predicted with {found.total.own.mean_s:.6f} s for {found.total.old_s:.6f} s, "
        f"{found.residual_percent:+.2f} %"
        + (
            "; trust the rest that far"
            if found.unfitted_percent is None
            else f", and {found.unfitted_percent:+.2f} % before times of hosts were fitted; trust the rest that far"
        )
    )
    console.print(_lines(found, by, everything))
    console.print(_account(found))
    if found.costs:
        console.print(_costs(found))
    own, new = found.closed_form_s
    say(
        f"closed form: {own:.6f} s for its own network"
        + (f", {new:.6f} s for the new one" if new is not None else "")
        + "; without queues, delayed acknowledgments and limits of buffers"
    )
    say("not known: " + "; ".join(found.unknown))


def _lines(found: Replay, by: str, everything: bool) -> Sheet:
    """Return the times side by side."""
    rows = found.split[by]
    shown = rows if everything else rows[:_MOST_ROWS]
    new = found.total.new is not None
    table = Sheet(
        Column(HEADS[by], "name"), Column("calls", "number"), Column("recorded (s)", "number"),
        Column("own network (s)", "number"),
        *([Column("new network (s)", "number"), Column("95 % of sessions (s)", "number")] if new else []),
        Column("recorded, each (ms)", "number", spare=_SPARE),
        *([Column("new, each (ms)", "number", spare=_SPARE)] if new else []),
        title="Response times, added up",
    )  # fmt: skip
    for line in ([found.opening] if found.opening else []) + list(shown):
        table.add(*_cells(line, new, each=True))
    table.add(*_cells(found.total, new, each=False), style="bold")
    notes = ["all also has the time of clients between calls"]
    if len(shown) < len(rows):
        notes.append(f"{len(rows) - len(shown)} more rows: --all shows them")
    table.note = "; ".join(notes)
    return table


def _cells(line: Line, new: bool, *, each: bool) -> Sequence[str]:
    """Return the cells of a line."""
    count = max(line.calls, 1)
    cells = [line.name, f"{line.calls:,}", f"{line.old_s:.6f}", f"{line.own.mean_s:.6f}"]
    if new and line.new:
        cells += [f"{line.new.mean_s:.6f}", _range(line.new)]
    cells.append(f"{1000 * line.old_s / count:.3f}" if each else "")
    if new and line.new:
        cells.append(f"{1000 * line.new.mean_s / count:.3f}" if each else "")
    return cells


def _range(spread: Spread) -> str:
    """Return the range of a time; one value where nothing is random."""
    if spread.low_s == spread.high_s:
        return "always"
    return f"{spread.low_s:.4f} to {spread.high_s:.4f}"


def _account(found: Replay) -> Sheet:
    """Return the account before and after."""
    new = found.total.new is not None
    table = Sheet(
        Column("part"), Column("recorded (s)", "number"), Column("own network (s)", "number"),
        *([Column("new network (s)", "number")] if new else []),
        title="Where the time goes",
    )  # fmt: skip
    for part in found.parts:
        after = [f"{part.new_s:.6f}"] if new and part.new_s is not None else []
        table.add(part.name, f"{part.old_s:.6f}", f"{part.own_s:.6f}", *after)
    total = found.total
    last = [f"{total.new.mean_s:.6f}"] if total.new else []
    table.add("all", f"{total.old_s:.6f}", f"{total.own.mean_s:.6f}", *last, style="bold")
    return table


def _costs(found: Replay) -> Sheet:
    """Return what small changes cost."""
    table = Sheet(
        Column("change of the network"), Column("costs (s)", "number"), Column("±", "number"),
        title="What a little less of the network costs",
    )  # fmt: skip
    for cost in found.costs:
        table.add(cost.change, f"{cost.cost_s:+.6f}", f"{cost.half_s:.6f}" if cost.half_s else "")
    return table
