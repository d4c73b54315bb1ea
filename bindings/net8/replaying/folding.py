# SPDX-License-Identifier: GPL-2.0-only
"""Many calls as a few statements and loops: what a person can read and edit."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from net8.replaying.exchange import Exchange

__all__ = ["MOST_STATEMENTS", "MOST_STEPS", "Folded", "Piece", "fold"]

MOST_STATEMENTS: Final = 40
MOST_STEPS: Final = 60
_TOLERANCES: Final = (0.0, 0.02, 0.05, 0.1, 0.25, 1.0, 10.0)
"""By how much the bytes of calls that are folded may differ, tried in this order."""
_LONGEST_UNIT: Final = 128
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_]+")


@dataclass(slots=True)
class Piece:
    """Calls that count as one statement."""

    name: str  #: name in the plan
    kind: str  #: kind of the calls
    statement: str  #: statement of the file, empty if not known
    exchanges: list[Exchange] = field(default_factory=list)  #: the calls

    def mean(self, name: str) -> float:
        """Return the mean of a number of its calls.

        @param name: field of an exchange
        @return: the mean
        """
        return float(sum(getattr(each, name) for each in self.exchanges)) / len(self.exchanges)


@dataclass(frozen=True, slots=True)
class Folded:
    """A session as statements and steps."""

    pieces: tuple[Piece, ...]  #: statements, in order of their first call
    steps: tuple[str, ...]  #: steps of the transaction
    tolerance: float  #: by how much the bytes of calls in a statement differ
    in_order: bool  #: whether the steps have the order of the calls


def fold(exchanges: Sequence[Exchange]) -> Folded:
    """Fold equal calls into statements, and what repeats into loops.

    @param exchanges: calls in order, at least one
    @return: statements and steps; bytes and times of a statement are means, so that their sums stay
    """
    for tolerance in _TOLERANCES:
        groups: dict[Hashable, list[int]] = defaultdict(list)
        for number, each in enumerate(exchanges):
            groups[_key(each, tolerance)].append(number)
        if len(groups) <= MOST_STATEMENTS:
            break
    else:
        groups = defaultdict(list)
        for number, each in enumerate(exchanges):
            groups[each.kind].append(number)
    pieces, order = _pieces(exchanges, list(groups.values()))
    names = [piece.name for piece in pieces]
    steps = [_step(names, unit, count) for unit, count in _loops(order)]
    in_order = len(steps) <= MOST_STEPS
    if not in_order:
        steps = [_step(names, (place,), len(piece.exchanges)) for place, piece in enumerate(pieces)]
    return Folded(tuple(pieces), tuple(steps), tolerance, in_order)


def _key(exchange: Exchange, tolerance: float) -> Hashable:
    """Return what calls of one statement have in common."""
    numbers = exchange.request_bytes, exchange.reply_bytes, exchange.request_writes
    return exchange.kind, exchange.statement, *(_bucket(each, tolerance) for each in numbers)


def _bucket(number: int, tolerance: float) -> int:
    """Return the same number for numbers that differ little."""
    return round(math.log(max(number, 1)) / math.log1p(tolerance)) if tolerance else number


def _pieces(exchanges: Sequence[Exchange], groups: Sequence[Sequence[int]]) -> tuple[list[Piece], list[int]]:
    """Name the groups in order of their first call; return them, and the group of each call."""
    taken: set[str] = set()
    pieces: list[Piece] = []
    order = [0] * len(exchanges)
    for place, numbers in enumerate(groups):
        first = exchanges[numbers[0]]
        piece = Piece(_name(first, taken), first.kind, first.statement)
        for number in numbers:
            piece.exchanges.append(exchanges[number])
            order[number] = place
        pieces.append(piece)
    return pieces, order


def _name(exchange: Exchange, taken: set[str]) -> str:
    """Make a name for a statement that no other has, from what the file tells."""
    words = _NO_NAME.sub("-", f"{exchange.statement} {exchange.kind}").strip("-")[:50].strip("-")
    base = words if words[:1].isalpha() else f"sql-{words}".strip("-")
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    taken.add(name)
    return name


def _loops(order: Sequence[int]) -> list[tuple[tuple[int, ...], int]]:
    """Find what repeats: at each place the unit that saves the most steps."""
    found: list[tuple[tuple[int, ...], int]] = []
    place = 0
    while place < len(order):
        best = (1, 1)
        for unit in range(1, min(_LONGEST_UNIT, len(order) - place) + 1):
            if order[place + unit : place + unit + 1] != order[place : place + 1]:
                continue
            pattern, count = order[place : place + unit], 1
            while order[place + count * unit : place + (count + 1) * unit] == pattern:
                count += 1
            if unit * (count - 1) > best[0] * (best[1] - 1):
                best = (unit, count)
        found.append((tuple(order[place : place + best[0]]), best[1]))
        place += best[0] * best[1]
    return found


def _step(names: Sequence[str], unit: Sequence[int], count: int) -> str:
    """Write a step of a transaction."""
    inner = ", ".join(names[place] for place in unit)
    if count == 1:
        return inner
    return f"{count}*{inner}" if len(unit) == 1 else f"{count}*({inner})"
