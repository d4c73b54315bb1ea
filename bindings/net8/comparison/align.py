# SPDX-License-Identifier: GPL-2.0-only
"""Pairing of the packets of two sessions, and grouping of equal rows of a table."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from net8.comparison.rows import Item, Row

__all__ = ["SMALL_BYTES", "Repeat", "align", "collapse"]

SMALL_BYTES: Final = 8
"""Differences up to this are small: names of users and machines cause them."""

# The time for matching grows with the product of the lengths between equal starts and ends.
_MATCHED: Final = 1_000_000
_LONGEST_UNIT: Final = 8
_FEWEST_REPEATS: Final = 3


@dataclass(frozen=True, slots=True)
class Repeat:
    """Rows that are repeated."""

    rows: tuple[Row, ...]  #: all of them
    unit: int  #: number of rows that are repeated
    count: int  #: number of repetitions

    def nth(self, place: int) -> tuple[Row, ...]:
        """Return one row of the unit with its repeats.

        @param place: which one, from 0
        @return: the rows
        """
        return self.rows[place :: self.unit]


def align(real: Sequence[Item], simulated: Sequence[Item]) -> Iterator[Row]:
    """Pair the packets of two sessions by sender, type and message.

    @param real: packets of the real session
    @param simulated: packets of the simulated session
    @return: pairs and packets without a counterpart, in order
    """
    keys = [item.key for item in real], [item.key for item in simulated]
    head = _equal_length(*keys)
    tail = _equal_length(keys[0][head:][::-1], keys[1][head:][::-1])
    ends = len(real) - tail, len(simulated) - tail
    yield from itertools.starmap(Row, zip(real[:head], simulated[:head], strict=True))
    yield from _align_middle(real[head : ends[0]], simulated[head : ends[1]])
    yield from itertools.starmap(Row, zip(real[ends[0] :], simulated[ends[1] :], strict=True))


def _equal_length(one: Sequence[object], other: Sequence[object]) -> int:
    """Count the equal packets at the start."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


def _align_middle(real: Sequence[Item], simulated: Sequence[Item]) -> Iterator[Row]:
    """Pair the packets between equal starts and ends; too many of them are shown one after the other."""
    first, second = [item.key for item in real], [item.key for item in simulated]
    if len(real) * len(simulated) > _MATCHED:
        blocks = [difflib.Match(len(real), len(simulated), 0)]
    else:
        blocks = difflib.SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    done_real = done_simulated = 0
    for block in blocks:
        yield from (Row(item, None) for item in real[done_real : block.a])
        yield from (Row(None, item) for item in simulated[done_simulated : block.b])
        done_real, done_simulated = block.a + block.size, block.b + block.size
        yield from itertools.starmap(
            Row, zip(real[block.a : done_real], simulated[block.b : done_simulated], strict=True)
        )


def collapse(rows: Sequence[Row]) -> list[Repeat]:
    """Join rows that are repeated, such as a fetch and its reply.

    Rows are equal if sender, type, message and flags are the same and the lengths of both sides differ by the same
    number of bytes, or by a small one.

    @param rows: rows of a comparison
    @return: groups in order; a single row is a group of one
    """
    signs = [_sign(row) for row in rows]
    runs: list[Repeat] = []
    place = 0
    while place < len(rows):
        unit, count = _repeats(signs, place)
        runs.append(Repeat(tuple(rows[place : place + unit * count]), unit, count))
        place += unit * count
    return runs


def _sign(row: Row) -> tuple[object, ...]:
    """Return what must be the same in all rows of a group."""
    difference = row.difference_bytes
    small = difference is not None and abs(difference) <= SMALL_BYTES
    sides = [(side.key, side.flags) if side else None for side in (row.real, row.simulated)]
    return (*sides, "small" if small else difference)


def _repeats(signs: Sequence[tuple[object, ...]], place: int) -> tuple[int, int]:
    """Find the unit that saves the most rows when its repetitions are joined."""
    best = 1, 1
    for unit in range(1, _LONGEST_UNIT + 1):
        pattern, count = signs[place : place + unit], 1
        while signs[place + count * unit : place + (count + 1) * unit] == pattern and len(pattern) == unit:
            count += 1
        if count >= _FEWEST_REPEATS and unit * (count - 1) > best[0] * (best[1] - 1):
            best = unit, count
    return best
