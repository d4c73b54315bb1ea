# SPDX-License-Identifier: GPL-2.0-only
"""What ``net8 describe`` prints."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from net8.base.sheet import Column, Sheet
from net8.forecast.chosen import chosen
from net8.forecast.describe import describe
from net8.plan.plan import Plan

__all__ = ["show_description"]


def show_description(console: Console, plan: Plan, *, everything: bool = False) -> None:
    """Print what a plan sets and what follows from it.

    @param console: where to
    @param plan: the plan
    @param everything: whether to print the keys that nobody set, too
    """
    found = describe(plan)
    if plan["title"]:
        console.print(Text(str(plan["title"]), style="bold"))
    spare = "a wider terminal also shows what each key means; net8 explain KEY tells it"
    settings = Sheet(Column("key", "name"), Column("value"), Column("set by"), Column("meaning", spare=spare))
    shown = found.settings if everything else chosen(plan, found.settings)
    for path, value, origin, text in shown:
        settings.add(path, value, origin, text, style="bold" if origin == "plan" else "")
    if not everything:
        settings.note = f"{len(found.settings)} keys in all, with their defaults: --all shows them"
    console.print(settings)
    if plan.axes:
        swept = Sheet(Column("swept", "name"), Column("values"))
        for axis in plan.axes:
            swept.add(axis.name, plan.swept_values(axis))
        console.print(swept)
    points = sum(1 for _point in plan.points())
    facts = Sheet(Column("what follows" + (f" (over {points} points)" if plan.axes else "")), Column(""))
    for name, value in found.facts:
        facts.add(name, value)
    console.print(facts)
    costs = Sheet(Column("what it takes (an estimate)"), Column(""))
    for name, value in found.costs:
        costs.add(name, value)
    console.print(costs)
    for warning in found.warnings:
        console.print(Text.assemble(("warning:", "yellow"), f" {warning}"))
