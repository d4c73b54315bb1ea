# SPDX-License-Identifier: GPL-2.0-only
"""The wait account of E21, laid out like a tkprof report: published, predicted, simulated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from net8.base.errors import RunError
from net8.results.waits import tkprof_lines
from net8.validate.found import Found
from net8.validate.rows_link import GROWN, PUBLISHED_WAITS, SDUS, Waited, predict_waits, simulated_waits

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Account", "account_of", "migration", "show_accounts"]


@dataclass(frozen=True)
class Account:
    """The waits of one SDU: published, predicted, simulated."""

    sdu: int  #: in bytes
    blocks: dict[str, Mapping[str, Waited]]  #: by title, then by event

    def texts(self) -> dict[str, str]:
        """Write each account as tkprof does.

        @return: lines of text by title
        """
        return {
            title: "\n".join(
                tkprof_lines(
                    (f"SQL*Net {event}", w.times, w.longest_s, w.total_s) for event, w in waits.items()
                )
            )
            for title, waits in self.blocks.items()
        }


def account_of(found: Found) -> list[Account]:
    """Return the account of the whole query with the slow consumer.

    @param found: the runs
    @return: one for each SDU; none where it was not simulated
    """
    accounts = [
        Account(sdu, {"published": PUBLISHED_WAITS[sdu], "predicted": predict_waits(sdu)}) for sdu in SDUS
    ]
    last = accounts[-1].blocks
    try:
        for account in accounts:
            account.blocks["simulated"] = simulated_waits(found, account.sdu)
        last[f"predicted, {GROWN.name}"] = predict_waits(SDUS[-1], GROWN)
        last[f"simulated, {GROWN.name}"] = simulated_waits(found, SDUS[-1], GROWN)
    except RunError:
        return []
    return accounts


def migration(accounts: list[Account]) -> list[tuple[str, dict[str, str]]]:
    """Say by how many seconds each event changes from the first SDU to the last.

    @param accounts: by SDU
    @return: event and change by title
    """
    first, last = accounts[0].blocks, accounts[-1].blocks
    return [
        (
            event,
            {
                title: _change(first[title.partition(",")[0]][event], waits[event])
                for title, waits in last.items()
            },
        )
        for event in first["published"]
    ]


def _change(before: Waited, after: Waited) -> str:
    """Write by how many seconds a wait got longer."""
    known = before.total_s is not None and after.total_s is not None
    return f"{(after.total_s or 0.0) - (before.total_s or 0.0):+.1f}" if known else "not given"


def show_accounts(console: Console, accounts: list[Account]) -> None:
    """Print the accounts, and how the time moves.

    @param console: where to
    @param accounts: by SDU
    """
    for account in accounts:
        for title, text in account.texts().items():
            console.print(f"\nSDU {account.sdu}, {title}", style="bold", highlight=False)
            console.print(text, markup=False, highlight=False)
    console.print(f"\nFrom SDU {SDUS[0]} to {SDUS[-1]}, seconds more", style="bold", highlight=False)
    for event, change in migration(accounts):
        moved = ", ".join(f"{title} {seconds}" for title, seconds in change.items())
        console.print(f"  SQL*Net {event}: {moved}", markup=False, highlight=False)
