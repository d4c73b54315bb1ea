# SPDX-License-Identifier: GPL-2.0-only
"""An account as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net8.accounting.account import COUNTED, GROUPS, TIME, Account
from net8.base.sheet import Column, Sheet

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_account"]

_MOST_ROWS: Final = 20
_TEXT: Final = 60
_HEADS: Final = {"session": "session", "statement": "statement", "call": "call", TIME: "from (s)"}


def show_account(console: Console, account: Account, by: str | None, *, everything: bool = False) -> None:
    """Print what is missing, where the time went, and by which rules.

    @param console: where to
    @param account: the account
    @param by: session, statement or call, or None for no split
    @param everything: whether all rows of the split are shown
    """
    for note in account.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)
    for each in account.estimates:
        console.print(f"estimate: {each.text()}", markup=False, highlight=False, soft_wrap=True)
    console.print(_whole(account), markup=False, highlight=False)
    parts = Sheet(
        Column("part"), Column("time (s)", "number"), Column("share (%)", "number"), Column("count", "number"),
        title="Where the time went",
    )  # fmt: skip
    for part in account.parts:
        count = "" if part.count is None else f"{part.count:,}"
        parts.add(part.name, f"{part.time_ns / 1e9:.6f}", f"{part.share_percent:.1f}", count)
    parts.add("all", f"{account.time_ns / 1e9:.6f}", f"{_total(account):.1f}", "", style="bold")
    console.print(parts)
    if by:
        console.print(_split(account, by, everything))
    rules = Sheet(Column("part"), Column("by which rule"))
    for part in account.parts:
        rules.add(part.name, part.rule)
    console.print(rules)


def _total(account: Account) -> float:
    """Add up the shares as they are shown."""
    return sum(round(part.share_percent * 10) for part in account.parts) / 10


def _whole(account: Account) -> str:
    """Say what the account is of."""
    deeper = f" and {account.recursive_calls:,} recursive ones" if account.recursive_calls else ""
    return (
        f"{_count(account.sessions, 'session')}, {_count(account.calls, 'call')}{deeper}, "
        f"{_count(account.trips, 'round trip')}, {_count(account.rows, 'row')}"
    )


def _count(number: int, what: str) -> str:
    """Count something."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _split(account: Account, by: str, everything: bool) -> Sheet:
    """Return the account split by something."""
    rows = account.split[by]
    shown = rows if everything or by == TIME else rows[:_MOST_ROWS]
    title = f"By {by}; times of a {by} are its own, in per cent of them"
    if by == TIME:
        title = (
            f"Over time, by {account.interval_ns / 1e9:g} s from the first event of each file; a call counts with what "
            "was before it where it ends"
        )
    spare = "a wider terminal also shows calls and rows"
    counted = [name for name in COUNTED if any(name in row.counted for row in rows)]
    table = Sheet(
        Column(_HEADS[by], "name"), Column("time (s)", "number"), Column("share (%)", "number"),
        Column("round trips", "number"), Column("calls", "number", spare=spare), Column("rows", "number", spare=spare),
        *(Column(f"{group} (%)", "number") for group in GROUPS),
        *(Column(COUNTED[name], "number", spare="a wider terminal also shows blocks and misses") for name in counted),
        *([Column("text", spare="a wider terminal also shows the texts of statements")] if by == "statement" else []),
        title=title,
    )  # fmt: skip
    for row in shown:
        own = row.time_ns or 1
        table.add(
            row.name, f"{row.time_ns / 1e9:.6f}", f"{row.share_percent:.1f}", f"{row.trips:,}", f"{row.calls:,}",
            f"{row.rows:,}", *(f"{100 * row.groups[group] / own:.1f}" for group in GROUPS),
            *(f"{row.counted.get(name, 0):,}" for name in counted),
            *([row.text[:_TEXT]] if by == "statement" else []),
        )  # fmt: skip
    if len(shown) < len(rows):
        table.note = f"{len(rows) - len(shown)} more rows: --all shows them"
    return table
