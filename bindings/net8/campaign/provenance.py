# SPDX-License-Identifier: GPL-2.0-only
"""Provenance of the runs of a campaign, from their rows in the store."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from net8.campaign.results import Results
from net8.store.row import SHARED_BEGINNING, Row

__all__ = ["provenance", "provenance_json"]

_TIMES: Final = ("start", "end")
_OF_ONE_RUN: Final = (*_TIMES, "same_as", SHARED_BEGINNING)


def provenance(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Summarize the provenance of some runs: one entry for runs of the same net8, machine and command.

    @param rows: the runs
    @return: their common values, their number ("runs"), the first start and the last end
    """
    found: dict[tuple[tuple[str, str], ...], list[Row]] = {}
    for row in rows:
        common = tuple(sorted((name, value) for name, value in row.made.items() if name not in _OF_ONE_RUN))
        found.setdefault((("model", row.model), *common), []).append(row)
    return sorted(
        (_add_times(dict(common), each) for common, each in found.items()), key=lambda told: told["start"]
    )


def _add_times(common: dict[str, str], rows: list[Row]) -> dict[str, Any]:
    """Add the times to the common values of some runs."""
    starts, ends = (sorted(filter(None, (row.made.get(name) for row in rows))) for name in _TIMES)
    return common | {
        "runs": len(rows), "start": starts[0] if starts else "", "end": ends[-1] if ends else "",
    }  # fmt: skip


def provenance_json(results: Results) -> str:
    """Write the provenance of the runs of a campaign.

    @param results: the campaign
    @return: a JSON object with plan, seed, replications, the hash of each point, and the provenance of its runs
    """
    campaign = results.campaign
    rows = (row for index in range(len(campaign.points)) for row in results.runs_of(index))
    told = {
        "plan": campaign.name, "model": campaign.model, "seed": campaign.seed, "runs": campaign.runs,
        "points": [point for point, _labels in campaign.points], "made": provenance(rows),
    }  # fmt: skip
    return json.dumps(told, indent=2) + "\n"
