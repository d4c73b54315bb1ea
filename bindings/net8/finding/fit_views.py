# SPDX-License-Identifier: GPL-2.0-only
"""What was fitted, as tables and sentences for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from net8.base.sheet import Column, Sheet
from net8.finding.fit import Fit

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_fit"]

_SHOWN: Final = 20
"""Points that are shown."""


def show_fit(console: Console, found: Fit) -> None:
    """Print the estimates, what the data cannot tell, the residuals and the errors of predictions.

    @param console: where to
    @param found: what was fitted
    """
    console.print(_estimates(found))
    for sentence in found.findings:
        console.print(f"not told: {sentence}", markup=False, highlight=False, soft_wrap=True)
    if len(found.correlation) > 1:
        console.print(_correlation(found))
    console.print(_points(found))
    if found.prediction_error is not None:
        worst = max(abs(each.error) for each in found.held_out)
        console.print(
            f"{len(found.held_out)} points to which nothing was fitted are predicted within "
            f"{100 * found.prediction_error:.2g} % on average, {100 * worst:.2g} % at worst",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip
    console.print(f"{found.runs} runs", markup=False, highlight=False)
    for note in found.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)


def _estimates(found: Fit) -> Sheet:
    """Return the table of the estimates."""
    table = Sheet(
        Column("key"), Column("fitted", "number"), Column("from", "number"), Column("to", "number"),
        title=f"Fitted to {found.data}, with intervals at {found.confidence:.0%}", leading=1,
    )  # fmt: skip
    for each in found.parameters:
        ends = [str(end) if each.told else "not told" for end in (each.low, each.high)]
        table.add(each.key, str(each.value), *ends)
    return table


def _correlation(found: Fit) -> Sheet:
    """Return the table of correlations."""
    keys = [each.key for each in found.parameters]
    table = Sheet(
        Column("correlation"),
        *(Column(key, "number") for key in keys),
        title="Correlation of estimates",
        leading=1,
    )
    for key, row in zip(keys, found.correlation, strict=True):
        table.add(key, *(f"{value:+.3f}" for value in row))
    return table


def _points(found: Fit) -> Sheet:
    """Return the table of measured and simulated values; of many calls those with the largest errors."""
    told = [(each, "fitted") for each in found.points] + [(each, "held out") for each in found.held_out]
    keys = list(dict.fromkeys(key for each, _used in told for key in each.values))
    calls = any(each.call for each, _used in told)
    shown = set(sorted(range(len(told)), key=lambda at: -abs(told[at][0].error))[:_SHOWN])
    label, scale = found.metric.label, found.metric.scale
    table = Sheet(
        *(Column(key, "number") for key in keys), *([Column("call")] if calls else []),
        Column(f"measured {label}", "number"), Column("simulated", "number"),
        Column("error (%)", "number"), Column("used"), title="Residuals", leading=len(keys) + calls,
    )  # fmt: skip
    for number, (each, used) in enumerate(told):
        if number in shown:
            table.add(
                *(str(each.values[key]) for key in keys),
                *([each.call] if calls else []),
                f"{each.measured * scale:.6g}",
                f"{each.simulated * scale:.6g}",
                f"{100 * each.error:+.2f}",
                used,
            )
    if len(told) > len(shown):
        table.note = f"{len(told) - len(shown)} more with smaller errors: --json has them"
    return table
