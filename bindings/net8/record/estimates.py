# SPDX-License-Identifier: GPL-2.0-only
"""What a record does not tell but lets estimate, with intervals: round trip, cost of a call and of a row.

What the data cannot tell apart is named beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np

from net8.record.record import BEFORE, INSIDE, NONE, Part, Record
from net8.record.wait_classes import BREAK_RESET

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers = npt.NDArray[Any]

__all__ = ["Estimate", "estimates_of", "shortest_wait"]

_FEW: Final = 0.01
"""Share of the waits for the client that may be shorter than a round trip, as requests were there before them."""
_CONFIDENCE: Final = 0.95
_FEWEST: Final = 4
"""Calls from which costs are estimated: two more than there are costs."""
_NOT_WORK: Final = frozenset(get_args(Part)) - {"wait", "server"}
_FETCH: Final = "fetch"
_NOISE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that a file does not tell."""

    what: str  #: such as "round trip"
    value: float  #: in the unit
    low: float  #: lower end of its interval
    high: float | None  #: upper end, None where nothing bounds it
    unit: str  #: such as "ms"
    how: str  #: where it comes from
    not_apart: str = ""  #: what the data cannot tell it from, empty if there is nothing

    def text(self) -> str:
        """Write it in a line."""
        high = f"{self.high:.6g}" if self.high is not None else "any"
        beside = f"; not told apart from {self.not_apart}" if self.not_apart else ""
        return f"{self.what} {self.value:.6g} {self.unit} ({self.low:.6g} to {high}): {self.how}{beside}"

    def as_object(self) -> dict[str, Any]:
        """Return it for JSON."""
        return {
            "what": self.what, "value": self.value, "low": self.low, "high": self.high, "unit": self.unit,
            "how": self.how, "not_told_apart_from": self.not_apart or None,
        }  # fmt: skip


def estimates_of(record: Record, rtt_ns: int | None) -> list[Estimate]:
    """Estimate what a record does not tell.

    @param record: the record
    @param rtt_ns: round trip of its network, if that is told
    @return: round trip, cost of a call and of a row, as far as there is data
    """
    found = [] if rtt_ns is not None else _round_trip(record)
    return found + _costs(record)


def shortest_wait(record: Record) -> int:
    """Return the most that the round trip can be where only waits for the client tell it.

    @param record: a record
    @return: nanoseconds; 0 without waits
    """
    # Markers of an error are sent in one wait and answered in another, and tell nothing by themselves.
    chosen = np.array(
        [event.part == "between" and event.name != BREAK_RESET for event in record.events.all] or [False]
    )
    spans = record.spans
    before = (spans.column("place") == BEFORE) & chosen[spans.column("event")]
    waited = spans.column("time_ns")[before] // np.maximum(spans.column("count")[before], 1)
    waited = waited[waited > 0]
    return int(np.quantile(waited, _FEW, method="lower")) if waited.size else 0


def _round_trip(record: Record) -> list[Estimate]:
    """Estimate the round trip by handshakes, else by the shortest waits."""
    told = sorted(session.rtt_ns for session in record.sessions if session.rtt_ns is not None)
    if told and not told[-1]:
        return []
    if told:
        return [
            Estimate(
                "round trip",
                told[len(told) // 2] / 1e6,
                told[0] / 1e6,
                told[-1] / 1e6,
                "ms",
                "TCP handshakes",
            )
        ]
    least = shortest_wait(record)
    if not least:
        return []
    return [
        Estimate(
            "round trip", least / 1e6, 0.0, least / 1e6, "ms", "the shortest waits for the client, the most it can be",
            "the time that the client needs for each call",
        )
    ]  # fmt: skip


def _costs(record: Record) -> list[Estimate]:
    """Estimate what a fetch costs the server, and what each of its rows does."""
    calls = record.calls
    if calls.count or _FETCH not in record.kinds:
        return []
    mine = (calls.column("parent") == NONE) & (calls.column("kind") == record.kinds.index(_FETCH))
    rows, sizes = calls.column("rows"), calls.column("reply_bytes")
    by_rows = bool((rows[mine] > 0).any())
    if not by_rows and not calls.reply_bytes:
        return []
    work = _work(record)
    mine &= (rows >= 0) if by_rows else (sizes > 0)
    much = rows[mine] if by_rows else sizes[mine] / 1000
    unit, each = ("us", "a row") if by_rows else ("us", "1,000 bytes of a reply")
    how = f"least squares over {int(mine.sum()):,} fetches, 95 %"
    if mine.sum() < _FEWEST:
        return []
    fit = _line(much.astype(float), work[mine] / 1000)
    # Bytes are seen on a line, which needs time for each of them too; a trace has the server's own time.
    beside = "the rate of the slowest line" if calls.reply_bytes else ""
    if fit is None:
        mean = float(np.mean(work[mine])) / 1000
        return [
            Estimate(
                "server's time of a fetch", mean, float(np.min(work[mine])) / 1000, float(np.max(work[mine])) / 1000,
                unit, "mean of fetches that all have equally many rows, least and most" if by_rows
                else "mean of fetches of equal length, least and most", f"the cost of {each}",
            )
        ]  # fmt: skip
    (base, base_half), (slope, slope_half) = fit
    return [
        Estimate("server's cost of a fetch", base, base - base_half, base + base_half, unit, how),
        Estimate(
            f"server's cost of {each}", slope, slope - slope_half, slope + slope_half, unit, how, beside
        ),
    ]


def _work(record: Record) -> Numbers:
    """Return the time of each call that is not the network's or the client's, nanoseconds."""
    calls, spans = record.calls, record.spans
    found = (calls.column("end_ns") - calls.column("start_ns")).astype(np.int64)
    other = np.array([event.part in _NOT_WORK for event in record.events.all] or [False])
    chosen = (spans.column("place") == INSIDE) & other[spans.column("event")]
    np.subtract.at(found, spans.column("call")[chosen], spans.column("time_ns")[chosen])
    return found


def _line(x: Numbers, y: Numbers) -> Sequence[tuple[float, float]] | None:
    """Fit y = a + b x.

    @param x: numbers
    @param y: as many
    @return: a and b, each with half of its 95 % interval; None if all x are equal
    """
    from scipy.special import stdtrit

    spread = float(((x - x.mean()) ** 2).sum())
    if spread <= _NOISE * float(x.size):
        return None
    slope = float(((x - x.mean()) * (y - y.mean())).sum()) / spread
    base = float(y.mean()) - slope * float(x.mean())
    left = y - base - slope * x
    variance = float((left**2).sum()) / (x.size - 2)
    quantile = float(stdtrit(x.size - 2, (1 + _CONFIDENCE) / 2))
    halves = (variance * (1 / x.size + float(x.mean()) ** 2 / spread)) ** 0.5, (variance / spread) ** 0.5
    return (base, quantile * halves[0]), (slope, quantile * halves[1])
