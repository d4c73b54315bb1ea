# SPDX-License-Identifier: GPL-2.0-only
"""Swept sizes that both ends will negotiate to something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net8.forecast.groups import Case
from net8.plan.plan import Plan

__all__ = ["negotiated_otherwise"]

_PLACES: Final = {"sdu": (0, "SDU"), "tdu": (1, "TDU")}
"""Place of a size among the numbers that are negotiated, and its name, by the last part of its keys."""


def negotiated_otherwise(plan: Plan, cases: Sequence[Case]) -> tuple[str, ...]:
    """Describe swept sizes that are not negotiated as they are asked for.

    @param plan: the plan with its sweep
    @param cases: its cases
    @return: a sentence for each axis and negotiated size
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for axis in plan.drawn_axes():
        for step in axis.steps:
            for key, asked in step.values.items():
                place, name = _PLACES.get(key.split(".")[-1], (-1, ""))
                theirs = [case for case in cases if case.labels[axis.name] == step.label]
                agreed = {
                    case.numbers["negotiated"][place] for case in theirs if "negotiated" in case.numbers
                }
                if name and agreed and agreed != {asked}:
                    told = f"{min(agreed):,}" + (f" to {max(agreed):,}" if len(agreed) > 1 else "")
                    found.setdefault((axis.name, name, told), []).append(str(step.label))
    return tuple(
        f"{axis} = {', '.join(labels)}: negotiated {name} {told} bytes"
        for (axis, name, told), labels in found.items()
    )
