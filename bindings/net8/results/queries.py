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

__all__ = ["EXECUTE", "FETCH", "KEPT", "LOB", "LOGON", "NOTIFICATION", "PIPELINE", "Queries"]

# Numbers of call kinds, as in the extension.
EXECUTE: Final = 0
FETCH: Final = 1
LOGON: Final = 2
PIPELINE: Final = 10
LOB: Final = 7
KEPT: Final = 12
NOTIFICATION: Final = 17


@dataclass(frozen=True, slots=True)
class Queries:
    """The queries of a run, by session and then in order."""

    calls: Columns  #: columns of their calls, in order
    first: Numbers  #: row of the first call of each query
    end: Numbers  #: row after the last call of each query

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
        session, query = found["session"], found["query"]
        begins = np.ones(order.size, dtype=bool)
        begins[1:] = (session[1:] != session[:-1]) | (query[1:] != query[:-1])
        first = np.flatnonzero(begins)
        end = np.full_like(first, order.size)
        end[:-1] = first[1:]
        return cls(found, first, end)

    @property
    def start_ns(self) -> Numbers:
        """When each query's execute request was sent."""
        found: Numbers = self.calls["start_ns"][self.first]
        return found

    @property
    def end_ns(self) -> Numbers:
        """When the client was done with the last reply of each query."""
        last = self.end - 1
        found: Numbers = self.calls["end_ns"][last] + self.calls["work_ns"][last]
        return found

    @property
    def fetch_start_ns(self) -> Numbers:
        """When each query's first fetch request was sent; -1 if it has none."""
        fetches = np.flatnonzero(self.calls["kind"] == FETCH)
        found = np.full_like(self.first, -1)
        if fetches.size == 0:
            return found
        after = fetches.searchsorted(self.first)
        following = fetches[np.minimum(after, fetches.size - 1)]
        theirs = (following >= self.first) & (following < self.end)
        found[theirs] = self.calls["start_ns"][following[theirs]]
        return found

    def total(self, name: str) -> Numbers:
        """Add a column up over the calls of each query.

        @param name: the column
        @return: sums
        """
        found: Numbers = np.add.reduceat(self.calls[name], self.first)
        return found
