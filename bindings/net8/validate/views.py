# SPDX-License-Identifier: GPL-2.0-only
"""The validation table for a terminal, and as JSON."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from net8.base.extension import model_version
from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.validate.judge import Outcome
from net8.validate.row import SOURCES, Value

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["as_object", "deviation_text", "show_outcomes", "shown", "simulated_text", "tally"]

_STYLES: Final = {
    "pass": "green",
    "known failure": "yellow",
    "rejected reading": "dim",
    "FAILS": "bold red",
    "ERROR": "bold red",
}
_DIGITS: Final = 5
_VALUE_WIDTH: Final = 19
_BAND_WIDTH: Final = 14
_NO_DEVIATION: Final = 1e-9


def shown(value: Value | None) -> str:
    """Write a value: counts whole, measured numbers with five digits.

    @param value: the value
    @return: such as "1,024, 496"
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        groups = [(part, len(list(same))) for part, same in itertools.groupby(value)]
        return ", ".join(shown(part) + (f" x {n}" if n > 1 else "") for part, n in groups)
    if value == int(value) or abs(value) >= 10**_DIGITS:
        return f"{value:,.0f}"
    return f"{value:.{_DIGITS}g}"


def simulated_text(outcome: Outcome) -> str:
    """Write the simulated value with its interval.

    @param outcome: of a row
    @return: such as "0.52 ± 0.01 (n = 30)"
    """
    spread = outcome.spread
    if spread is None or spread.n < 2:
        return shown(outcome.simulated)
    half = spread.half_width or 0.0
    if half == 0:
        return f"{shown(spread.mean)} (n = {spread.n})"
    places = max(0, 1 - math.floor(math.log10(half)))
    return f"{spread.mean:,.{places}f} ± {half:,.{places}f} (n = {spread.n})"


def deviation_text(outcome: Outcome) -> str:
    """Write the deviation in per cent.

    @param outcome: of a row
    @return: such as "+1.2 %"
    """
    found = outcome.deviation
    if found is None:
        return ""
    if abs(found) < _NO_DEVIATION:
        return "0"
    return f"{100 * found:+.0f} %" if abs(found) >= 0.1 else f"{100 * found:+.2g} %"


def show_outcomes(console: Console, outcomes: Sequence[Outcome]) -> None:
    """Print the table, what fails and why, and the count of verdicts.

    @param console: where to
    @param outcomes: of all rows
    """
    table = Sheet(
        Column("row", "name"), Column("class", "name"), Column("quantity"),
        *(Column(label, "number") for label in ("published", "analytic", "simulated", "off by")),
        Column("band"), Column("verdict", "name"), title="Validation", leading=1,
    )  # fmt: skip
    last = ""
    for outcome in outcomes:
        row = outcome.row
        table.add(
            "" if row.id == last else row.id, row.kind, row.quantity + (f" ({row.unit})" if row.unit else ""),
            shown(row.published), shown(outcome.analytic), simulated_text(outcome), deviation_text(outcome),
            "" if row.band is None else row.band.text, outcome.verdict, style=_STYLES.get(outcome.verdict, "dim"),
        )  # fmt: skip
        last = row.id
    console.print(table, highlight=False)
    for title, verdicts in (
        ("Failing, and why", ("FAILS", "ERROR")), ("Known to fail, and why", ("known failure",)),
        ("Rejected readings, and why", ("rejected reading",)),
    ):  # fmt: skip
        chosen = [outcome for outcome in outcomes if outcome.verdict in verdicts]
        if chosen:
            console.print(title, style="bold", highlight=False)
        for outcome in chosen:
            console.print(f"  {outcome.row.key}: {outcome.reason}", markup=False, highlight=False)
    console.print(tally(outcomes), highlight=False)


def tally(outcomes: Sequence[Outcome]) -> str:
    """Count the verdicts.

    @param outcomes: of all rows
    @return: such as "120 rows: 80 pass, 4 known failure"
    """
    counts = Counter(outcome.verdict for outcome in outcomes)
    return f"{many(len(outcomes), 'row')}: " + ", ".join(
        f"{n} {verdict}" for verdict, n in counts.most_common()
    )


def as_object(outcomes: Sequence[Outcome], *, seed: int, quick: bool) -> dict[str, Any]:
    """Return the table as plain values for JSON.

    @param outcomes: of all rows
    @param seed: seed of the runs
    @param quick: whether the set is the quick one
    @return: what was judged, the count of each verdict, and an entry for each row
    """
    return {
        "model": model_version(),
        "seed": seed,
        "quick": quick,
        "verdicts": dict(Counter(outcome.verdict for outcome in outcomes)),
        "rows": [_row_object(outcome) for outcome in outcomes],
    }


def _row_object(outcome: Outcome) -> dict[str, Any]:
    """Return a row as plain values."""
    row, spread = outcome.row, outcome.spread
    return {
        "id": row.id,
        "quantity": row.quantity,
        "unit": row.unit,
        "class": row.kind,
        "source": SOURCES[row.source],
        "published": row.published,
        "analytic": outcome.analytic,
        "closed_form": row.model,
        "simulated": outcome.simulated,
        "half_width": None if spread is None else spread.half_width,
        "replications": None if spread is None else spread.n,
        "deviation": outcome.deviation,
        "band": None if row.band is None else row.band.text,
        "verdict": outcome.verdict,
        "reason": outcome.reason,
        "note": row.note,
    }
