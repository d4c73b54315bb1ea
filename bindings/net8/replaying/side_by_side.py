# SPDX-License-Identifier: GPL-2.0-only
"""Recorded and predicted times side by side: of all, of the opening, of statements and kinds of calls, of parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from net8.replaying.exchange import Conversation
from net8.replaying.folding import Piece
from net8.replaying.playing import OPENING_ROW, Played, Spread, spread_of
from net8.replaying.result import Line, PartTimes
from net8.replaying.script import Script

__all__ = ["BothNetworks", "parts_of", "sum_of", "total_of"]

_NO_STATEMENT: Final = "no statement"


def sum_of(plays: Sequence[Played], runs: int) -> list[float]:
    """Add up the totals of sessions, simulation by simulation.

    @param plays: one for each session
    @param runs: simulations
    @return: seconds, one for each simulation
    """
    return [sum(each.total_s[number % len(each.total_s)] for each in plays) for number in range(runs)]


def total_of(plays: Sequence[Played]) -> Spread:
    """Return the total of sessions.

    @param plays: one for each session
    @return: mean and range
    """
    runs = max(len(each.total_s) for each in plays)
    least = None
    if any(each.least_s is not None for each in plays):
        least = sum(min(each.total_s) if each.least_s is None else each.least_s for each in plays)
    return spread_of(sum_of(plays, runs), least)


def _rows(plays: Sequence[Played], picked: Sequence[Sequence[str]]) -> Spread:
    """Add up the times of some statements of each session."""
    runs = max(len(each.total_s) for each in plays)
    values = [
        sum(
            each.by_name[name][number % len(each.total_s)]
            for each, names in zip(plays, picked, strict=True)
            for name in names
        )
        for number in range(runs)
    ]
    return spread_of(values, 0.0)


@dataclass
class BothNetworks:
    """Scripts played on both networks."""

    old: Sequence[Script]  #: as recorded
    new: Sequence[Script]  #: with fetches cut anew
    own_plays: Sequence[Played]  #: on their own network
    new_plays: Sequence[Played] | None  #: on the new network

    def line(self, name: str, of: Callable[[Piece], bool]) -> Line:
        """Return the times of some statements.

        @param name: what they are
        @param of: which they are
        @return: the times
        """
        picked = [[piece.name for piece in script.folded.pieces if of(piece)] for script in self.old]
        exchanges = [
            each
            for script in self.old
            for piece in script.folded.pieces
            if of(piece)
            for each in piece.exchanges
        ]
        new = None
        if self.new_plays is not None:
            again = [[piece.name for piece in script.folded.pieces if of(piece)] for script in self.new]
            new = _rows(self.new_plays, again)
        return Line(
            name, len(exchanges), sum(each.response_ns for each in exchanges) / 1e9, _rows(self.own_plays, picked), new,
            sum(each.server_ns for each in exchanges) / 1e9,
        )  # fmt: skip

    def opening(self) -> Line | None:
        """Return the times before the first call.

        @return: the times, None if no session has an opening
        """
        if not any(script.talk.opened or script.talk.opening for script in self.old):
            return None
        names = [[OPENING_ROW]] * len(self.old)
        old = sum(script.recorded.opening_ns for script in self.old) / 1e9
        trips = sum(len(script.talk.opening) + script.talk.opened for script in self.old)
        new = _rows(self.new_plays, names) if self.new_plays is not None else None
        hosts = sum(_opening_hosts_ns(script.recorded) for script in self.old) / 1e9
        return Line(OPENING_ROW, trips, old, _rows(self.own_plays, names), new, hosts)

    def split(self) -> dict[str, tuple[Line, ...]]:
        """Return the times by statement of the plan, statement of the file and kind of call.

        @return: lines by what they are split by
        """
        pieces = [piece for script in self.old for piece in script.folded.pieces]
        found: dict[str, tuple[Line, ...]] = {}
        for what, field_name in (("call", "name"), ("statement", "statement"), ("kind", "kind")):
            names = dict.fromkeys(getattr(piece, field_name) for piece in pieces)
            lines = [self.line(name or _NO_STATEMENT, _picker(field_name, name)) for name in names]
            found[what] = tuple(sorted(lines, key=lambda line: -line.old_s))
        return found


def _picker(field_name: str, name: str) -> Callable[[Piece], bool]:
    """Return what picks the statements with a field of some value."""
    return lambda piece: bool(getattr(piece, field_name) == name)


def _opening_hosts_ns(talk: Conversation) -> int:
    """Return the work of client and server before the first call."""
    return sum(each.server_ns + each.client_ns for each in talk.opening) + talk.first_ns


def parts_of(both: BothNetworks, total: Line, merge: int) -> tuple[PartTimes, ...]:
    """Return the account of what was recorded, and of what is predicted.

    @param both: what was played
    @param total: its times
    @param merge: copies that shared the new network
    @return: its parts
    """

    def work(scripts: Sequence[Script]) -> tuple[float, float]:
        server = sum(script.talk.server_ns for script in scripts) / 1e9
        client = sum(script.talk.client_ns for script in scripts) / 1e9
        return server, client

    def latency(scripts: Sequence[Script], plays: Sequence[Played] | None) -> float:
        if plays is None:
            return sum(script.talk.trips * script.recorded.rtt_ns for script in scripts) / 1e9
        return sum(script.talk.trips * each.rtt_s for script, each in zip(scripts, plays, strict=True))

    recorded = [script.recorded for script in both.old]
    old = [sum(each.server_ns for each in recorded) / 1e9, sum(each.client_ns for each in recorded) / 1e9,
           latency(both.old, None)]  # fmt: skip
    own = [*work(both.old), latency(both.old, both.own_plays)]
    new = [*work(both.new), latency(both.new, both.new_plays)] if both.new_plays else None
    queued = " and queues behind the others" if merge > 1 else ""
    names = (
        "server", "client", "round trips: latency",
        f"transfer: lines, windows, acknowledgements, losses{queued}",
    )  # fmt: skip
    rests = (total.old_s - sum(old), total.own.mean_s - sum(own))
    columns = [[*old, rests[0]], [*own, rests[1]]]
    after = [*new, total.new.mean_s - sum(new)] if new and total.new else [None] * len(names)
    return tuple(
        PartTimes(name, columns[0][place], columns[1][place], after[place])
        for place, name in enumerate(names)
    )
