# SPDX-License-Identifier: GPL-2.0-only
"""Records of files that tell sums: one call stands for many, and there is no order."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from net8.base.errors import CaptureError
from net8.record.record import BEFORE, INSIDE, REST, Record
from net8.record.wait_classes import FROM_CLIENT, wait_event

__all__ = ["MOST", "MOST_NS", "Sums", "SumsWriter", "nanoseconds"]

MOST: Final = 2**31 - 1
"""Largest count that a record holds."""
MOST_NS: Final = 2**55
"""Longest time that is read, so that some can be added up."""
_LATEST_NS: Final = 2**62
"""Latest time, so that all fit into 64 bits."""


def nanoseconds(text: str, unit_s: int = 1) -> int:
    """Read a time, exactly.

    @param text: a decimal number, perhaps with commas between thousands
    @param unit_s: seconds of its unit
    @return: nanoseconds, MOST_NS at most
    """
    whole, _point, fraction = text.replace(",", "").partition(".")
    return min(unit_s * (int(whole or 0) * 10**9 + int(fraction[:9].ljust(9, "0"))), MOST_NS)


@dataclass(slots=True)
class Sums:
    """Sums of a statement, or of all; times are nanoseconds."""

    calls: dict[str, list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0] * 7)
    )  #: by kind: count, processor time, elapsed time, rows, and blocks from disk, in consistent and in current mode
    waits: dict[str, list[int]] = field(
        default_factory=lambda: defaultdict(lambda: [0, 0])
    )  #: by event: count and time

    misses: dict[str, int] = field(
        default_factory=lambda: defaultdict(int)
    )  #: by kind of call: how many did not find their statement in the library cache

    def add(self, other: Sums, sign: int = 1) -> None:
        """Add other sums, or take them away.

        @param other: the other sums
        @param sign: 1 adds, -1 takes away
        """
        for mine, theirs in ((self.calls, other.calls), (self.waits, other.waits)):
            for name, values in theirs.items():
                mine[name] = [one + sign * each for one, each in zip(mine[name], values, strict=True)]
        for name, count in other.misses.items():
            self.misses[name] += sign * count


class SumsWriter:
    """Adds sums to a record, one after the other, as there is no order."""

    def __init__(self, record: Record, *, counted: bool = False) -> None:
        """Start at time 0.

        @param record: a record with one session
        @param counted: whether blocks and misses are told
        """
        self.record, self.counted, self.now, self.waits = record, counted, 0, 0

    def add(self, name: bytes, text: bytes, sums: Sums, depth: int = 0) -> None:
        """Add the sums of a statement: its waits belong to its longest call, those for the client before it.

        @param name: name of the statement
        @param text: its text
        @param sums: its sums
        @param depth: its recursive depth
        @raises CaptureError: when times are longer than can be
        """
        record = self.record
        statement = record.statements.number(name, text)
        longest = max(sums.calls, key=lambda kind: sums.calls[kind][2], default=None)
        if longest is None and sums.waits:
            longest, sums.calls[REST] = REST, [1, *[0] * 6]
        for kind, (count, cpu, elapsed, rows, *blocks) in sums.calls.items():
            waits = sums.waits if kind == longest else {}
            told = [(event, times, time) for event, (times, time) in waits.items()]
            between = [each for each in told if _is_between(each[0])]
            inside = [each for each in told if not _is_between(each[0])]
            self.now += sum(time for _event, _count, time in between)
            # Rounded sums may say that waits took longer than the calls.
            end = self.now + max(elapsed, sum(time for _event, _count, time in inside))
            if end > _LATEST_NS:
                raise CaptureError(
                    f"{record.source} tells more than {_LATEST_NS / 3.15576e16:,.0f} years in sum; it is damaged"
                )
            number = record.add_call(
                0, statement, record.kind(kind), self.now, end, trip=0, rows=min(rows, MOST)
            )
            record.calls.cpu_ns.append(cpu)
            record.calls.count.append(min(count, MOST))
            record.calls.depth[-1] = depth
            if self.counted:
                for column, value in zip(record.calls.counted(), (*blocks, sums.misses[kind]), strict=True):
                    column.append(value)
            self.now = end
            for place, some in ((BEFORE, between), (INSIDE, inside)):
                for event, times, time in some:
                    self._span(number, event, place, statement, times, time)

    def _span(self, number: int, event: str, place: int, statement: int, count: int, time: int) -> None:
        """Add waits."""
        record = self.record
        record.spans.add(number, record.events.number(wait_event(event)), place, statement, time)
        record.spans.count[-1] = min(count, MOST)
        self.waits += count
        if event == FROM_CLIENT:
            record.sessions[0].trips += count

    def finish(self) -> None:
        """End the session."""
        self.record.sessions[0].end_ns = self.now


def _is_between(event: str) -> bool:
    """Return whether a wait is between calls."""
    return wait_event(event).part == "between"
