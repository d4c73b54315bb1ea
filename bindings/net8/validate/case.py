# SPDX-License-Identifier: GPL-2.0-only
"""A plan of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """One plan that is simulated for rows."""

    name: str  #: unlike that of any other plan
    document: Mapping[str, object]  #: the plan as nested tables
    runs: int = 1  #: replications in the full set
    quick_runs: int = 1  #: replications with --quick
    pcap: bool = False  #: whether rows read its captures

    def replications(self, *, quick: bool) -> int:
        """Return the number of replications.

        @param quick: whether time is short
        @return: how often it is simulated
        """
        return min(self.runs, self.quick_runs) if quick else self.runs
