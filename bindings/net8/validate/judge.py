# SPDX-License-Identifier: GPL-2.0-only
"""Hold what was simulated against what was published, and say how it came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from net8.base.errors import Net8Error
from net8.statistics.intervals import Interval, interval
from net8.validate.found import Found
from net8.validate.row import Row, Value, deviation

__all__ = ["GOOD", "Outcome", "judge"]

PASS, FAIL, KNOWN, REJECTED, DATA, OPEN, LATER, ERROR = (
    "pass", "FAILS", "known failure", "rejected reading", "data only", "open", "full set only", "ERROR",
)  # fmt: skip
GOOD = (PASS, KNOWN, REJECTED, DATA, OPEN, LATER)
"""Verdicts that leave the exit code at 0."""


@dataclass(frozen=True)
class Outcome:
    """What became of a row."""

    row: Row  #: the row
    verdict: str  #: how it came out
    reason: str = ""  #: why it fails, or what is not there
    analytic: Value | None = None  #: the closed form's value
    simulated: Value | None = None  #: the simulated value, a mean where there are replications
    spread: Interval | None = None  #: mean and interval over replications
    reference: Value | None = None  #: what the deviation and the band are about

    @property
    def good(self) -> bool:
        """Whether the row leaves the exit code at 0."""
        return self.verdict in GOOD

    @property
    def deviation(self) -> float | None:
        """The largest relative deviation from the reference."""
        return deviation(self.simulated, self.reference)


def judge(rows: Iterable[Row], found: Found, *, quick: bool = False) -> list[Outcome]:
    """Judge rows.

    @param rows: the rows
    @param found: runs of their cases
    @param quick: whether rows that take long were left out
    @return: an outcome for each, in the same order
    """
    return [_judge(row, found, quick) for row in rows]


def _judge(row: Row, found: Found, quick: bool) -> Outcome:
    """Judge one row."""
    analytic = None if row.analytic is None else row.analytic()
    if row.measure is None and row.band is None:
        return Outcome(row, OPEN if row.kind == "OPEN" else DATA, row.note, analytic)
    if quick and not row.quick:
        return Outcome(row, LATER, "takes too long for --quick", analytic)
    try:
        measured = None if row.measure is None else row.measure(found)
    except (Net8Error, ValueError, KeyError, IndexError, ZeroDivisionError) as error:
        return Outcome(row, ERROR, f"could not be measured: {error}", analytic)
    spread = interval(measured) if isinstance(measured, list) else None
    value: Value | None = spread.mean if spread else measured  # type: ignore[assignment]
    return _verdict(row, value, spread, analytic)


def _verdict(row: Row, value: Value | None, spread: Interval | None, analytic: Value | None) -> Outcome:
    """Compare the value with the band, and for EXACT rows the closed form with the published number too."""
    band = row.band
    reference = row.published
    if band is not None and (band.of == "analytic" or reference is None):
        reference = analytic
    holds = True
    if band is not None:
        half = spread.half_width or 0.0 if spread else 0.0
        judged = analytic if row.measure is None else value
        holds = judged is not None and band.holds(judged, reference, half)
    if holds and band is not None and band.rule == "exact" and None not in (row.published, analytic):
        holds = band.of == "analytic" or band.holds(analytic, row.published)  # type: ignore[arg-type]
    if band is None:
        verdict, reason = (OPEN if row.kind == "OPEN" else DATA), row.note
    elif holds:
        expected = row.fails or row.rejected
        verdict, reason = PASS, "was expected to fail: " + expected if expected else ""
    elif row.rejected:
        verdict, reason = REJECTED, row.rejected
    else:
        verdict, reason = (KNOWN, row.fails) if row.fails else (FAIL, f"not in its band, {band.text}")
    return Outcome(row, verdict, reason, analytic, value, spread, reference)
