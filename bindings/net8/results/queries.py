# SPDX-License-Identifier: GPL-2.0-only
"""The calls of a run grouped into queries: each an execute, its fetches and the reads of its LOBs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]
    Numbers = npt.NDArray[Any]

__all__ = ["EXECUTE", "FETCH", "KEPT", "LOB", "LOGON", "PIPELINE", "Queries"]

# Numbers of call kinds, as in the extension.
EXECUTE: Final = 0
FETCH: Final = 1
LOGON: Final = 2
PIPELINE: Final = 10
LOB: Final = 7
KEPT: Final = 12


@dataclass(frozen=True, slots=True)
class Queries:
    """The queries of a run, by session and then in order."""

    calls: Columns  #: columns of their calls, in order
    first: Numbers  #: row of the first call of each query

    @classmethod
    def of(cls, calls: Columns) -> Queries:
        """Group calls into queries.

        @param calls: columns of the calls of a run
        @return: the queries
        """
        kind = calls["kind"]
        keep = np.flatnonzero((kind == EXECUTE) | (kind == FETCH) | (kind == LOB))
        # Rows that are left after a pipeline belong to a query before others.
        order = keep[np.lexsort((calls["call"][keep], calls["query"][keep], calls["session"][keep]))]
        names = ("session", "query", "kind", "start_ns", "end_ns", "work_ns", "reply_bytes", "reply_packets")
        found = {name: calls[name][order] for name in names}
        changed = (np.diff(found["session"]) != 0) | (np.diff(found["query"]) != 0)
        return cls(found, np.flatnonzero(np.append(order[:1] >= 0, changed)))

    @property
    def start_ns(self) -> Numbers:
        """When each query's execute request was sent."""
        found: Numbers = self.calls["start_ns"][self.first]
        return found

    @property
    def end_ns(self) -> Numbers:
        """When the client was done with the last reply of each query."""
        last = np.append(self.first[1:], self.calls["kind"].size)[: self.first.size] - 1
        found: Numbers = self.calls["end_ns"][last] + self.calls["work_ns"][last]
        return found

    @property
    def fetch_start_ns(self) -> Numbers:
        """When each query's first fetch request was sent; -1 if it has none."""
        fetches = np.flatnonzero(self.calls["kind"] == FETCH)
        after = np.searchsorted(fetches, self.first)
        following = np.append(fetches, self.calls["kind"].size)[after]
        ends = np.append(self.first[1:], self.calls["kind"].size)[: self.first.size]
        starts = np.append(self.calls["start_ns"], -1)[following]
        found: Numbers = np.where(following < ends, starts, -1)
        return found

    def total(self, name: str) -> Numbers:
        """Add a column up over the calls of each query.

        @param name: the column
        @return: sums
        """
        found: Numbers = np.add.reduceat(self.calls[name], self.first)
        return found
