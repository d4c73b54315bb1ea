# SPDX-License-Identifier: GPL-2.0-only
"""Agreement of models as sentences and a table for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.finding.agreement import Agreement

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["show_agreement"]


def show_agreement(console: Console, found: Agreement) -> None:
    """Print which model agrees best, and what each lacks.

    @param console: where to
    @param found: the agreement
    """
    console.print(found.sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(_table(found))
    for sentence in found.lacks():
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)
    told = f"{many(len(found.points), 'point')}, {many(found.runs, 'run')} of each"
    console.print(told, markup=False, highlight=False)
    for note in found.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)


def _table(found: Agreement) -> Sheet:
    """Return the table of the models."""
    unit = f" ({found.metric.unit})" if found.metric.unit else ""
    table = Sheet(
        Column("model"), Column(f"bias{unit}", "number"), Column("±", "number"),
        Column(f"limits of agreement{unit}", "number"), Column("±", "number"),
        Column(f"root mean square{unit}", "number"),
        Column("mean error (%)", "number"), Column("outside its band", "number"),
        title=f"Model less simulation, {found.metric.title}; ± at {found.confidence:.0%}", leading=1,
    )  # fmt: skip
    scale = found.metric.scale
    for each in found.models:
        limits = each.limits
        table.add(
            each.name, f"{limits.bias.mean * scale:+.4g}", f"{(limits.bias.half_width or 0.0) * scale:.2g}",
            f"{limits.low * scale:+.4g} to {limits.high * scale:+.4g}", f"{limits.half_width * scale:.2g}",
            f"{each.root_mean_square * scale:.4g}", f"{100 * each.relative:.3g}",
            f"{len(each.left)} of {len(each.verdicts)}",
        )  # fmt: skip
    return table
