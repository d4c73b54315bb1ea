# SPDX-License-Identifier: GPL-2.0-only
"""What both ends negotiated at the points of a sweep, and which of its values give the same results."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final

from net8.campaign.results import Results

__all__ = ["agreed_notes", "negotiated_differently"]

_SIZES: Final = {"sdu": "SDU", "tdu": "TDU"}
"""Sizes that both ends negotiate: the last part of their keys, and what they are called."""


def negotiated_differently(results: Results) -> list[str]:
    """Return the metrics of sizes that a sweep asks for and that were negotiated to something else.

    @param results: results of the campaign
    @return: agreed_sdu, agreed_tdu or nothing
    """
    found = [size for size, _axis, _label, _agreed in _others(results)]
    return [f"agreed_{size}" for size in dict.fromkeys(found)]


def agreed_notes(results: Results) -> list[str]:
    """Describe which swept values were negotiated to something else, and which change nothing at all.

    @param results: results of the campaign
    @return: a sentence for each size, and for each axis with values whose results are equal in every digit
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for size, axis, label, agreed in _others(results):
        told = f"{min(agreed):,.0f}" + (f" to {max(agreed):,.0f}" if len(agreed) > 1 else "")
        found.setdefault((size, axis, told), []).append(label)
    notes = [
        f"{axis} = {', '.join(labels)}: negotiated {_SIZES[size]} {told} bytes"
        for (size, axis, told), labels in found.items()
    ]
    return notes + [
        f"{axis} = {' and '.join(labels)} give the same results in every digit"
        for axis, labels in _alike(results)
    ]


def _others(results: Results) -> Iterator[tuple[str, str, str, set[float]]]:
    """Yield the values of swept sizes that were not negotiated as asked: size, axis, label, what was agreed."""
    for axis in results.plan.drawn_axes():
        for size in _SIZES:
            for step in axis.steps:
                asked = next(
                    (value for key, value in step.values.items() if key.split(".")[-1] == size), None
                )
                if not isinstance(asked, int):
                    continue
                agreed = {
                    value
                    for index, (_point, labels) in enumerate(results.campaign.points)
                    if str(labels[axis.name]) == str(step.label)
                    for value in results.values(index, f"agreed_{size}").values()
                }
                if agreed and agreed != {float(asked)}:
                    yield size, axis.name, str(step.label), agreed


def _alike(results: Results) -> Iterator[tuple[str, list[str]]]:
    """Yield the values of each axis whose results are equal at all values of the other axes."""
    for axis in results.plan.axes:
        seen: dict[str, list[tuple[Hashable, Hashable]]] = {}
        for index, (_point, labels) in enumerate(results.campaign.points):
            others = tuple(str(label) for name, label in labels.items() if name != axis.name)
            measured = tuple(
                (row.run, row.status, _frozen(row.metrics))
                for row in results.runs_of(index)
                if row.status == "ok"
            )
            if measured:
                seen.setdefault(str(labels[axis.name]), []).append((others, measured))
        yield from ((axis.name, labels) for labels in _classes(seen) if len(labels) > 1)


def _frozen(metrics: Mapping[str, float | None]) -> Hashable:
    """Return the metrics of a run as a value that can be compared and hashed."""
    return tuple(sorted(metrics.items(), key=lambda entry: entry[0]))


def _classes(seen: Mapping[str, Sequence[Hashable]]) -> list[list[str]]:
    """Put values with the same results together."""
    found: dict[Hashable, list[str]] = {}
    for label, results in seen.items():
        found.setdefault(tuple(results), []).append(label)
    return list(found.values())
