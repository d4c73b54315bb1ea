# SPDX-License-Identifier: GPL-2.0-only
"""The calls of statements as written by driver and server of a plan, without a run.

Range: statements whose rows have no drawn lengths; those count with lengths of some stream. Source: the engine itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from net8.analytic.packing import DATA_HEADER_BYTES, tns_packets
from net8.analytic.situation import Situation
from net8.analytic.statement import Exchange
from net8.results.run import KINDS

__all__ = ["StatementCalls", "pipeline_calls", "round_trips", "statement_calls"]


@dataclass(frozen=True, slots=True)
class StatementCalls:
    """The calls of one execution of a statement."""

    kinds: tuple[str, ...]  #: what each run of calls that are alike is for: execute, fetch, commit ...
    exchanges: tuple[Exchange, ...]  #: the same calls in numbers

    @property
    def calls(self) -> int:
        """Return their number, which is that of the round trips."""
        return sum(exchange.calls for exchange in self.exchanges)

    def total(self, name: str) -> int:
        """Add a quantity up over all calls.

        @param name: a field of Exchange
        @return: the sum
        """
        return sum(exchange.calls * int(getattr(exchange, name)) for exchange in self.exchanges)


def statement_calls(situation: Situation, group: int = 0) -> list[tuple[StatementCalls, StatementCalls]]:
    """List the calls of each statement of a plan.

    @param situation: the plan
    @param group: number of the group of clients in the plan
    @return: by statement, the calls of its first execution in a session and of a later one
    """
    from net8 import _core

    limits = situation.packet_limit("client"), situation.packet_limit("server")
    rows = _core.statement_calls(situation.task.document(), group)
    count = len(situation.task.plan.tables("statement"))
    return [
        (_gather(rows, place, limits, again=False), _gather(rows, place, limits, again=True))
        for place in range(count)
    ]


def pipeline_calls(
    situation: Situation, statements: Sequence[int], group: int = 0
) -> tuple[StatementCalls, StatementCalls] | None:
    """List the calls of statements in a pipeline.

    @param situation: the plan
    @param statements: their places in the plan, in their order
    @param group: number of the group of clients in the plan
    @return: the calls of the first pipeline of a session and of a later one: those of the pipeline, its end, and what
        is fetched behind it; nothing where driver and server have no pipelines
    """
    from net8 import _core

    limits = situation.packet_limit("client"), situation.packet_limit("server")
    rows = _core.pipeline_calls(situation.task.document(), list(statements), group)
    own = [(0, *row[1:]) for row in rows]
    if not own:
        return None
    return _gather(own, 0, limits, again=False), _gather(own, 0, limits, again=True)


def round_trips(calls: StatementCalls) -> int:
    """Count the round trips of a pipeline.

    @param calls: its calls
    @return: one for all up to its end, and one for each call behind it
    """
    end = calls.kinds.index("pipeline")
    return 1 + sum(exchange.calls for exchange in calls.exchanges[end + 1 :])


def _gather(
    rows: Sequence[tuple[int, bool, int, int, int, int]], place: int, limits: tuple[int, int], *, again: bool
) -> StatementCalls:
    """Collect the calls of one execution, with consecutive equal calls as one."""
    own = [row[2:] for row in rows if row[0] == place and row[1] == again]
    kinds, exchanges = [], []
    for (kind, request, reply, returned), alike in groupby(own):
        asked, answered = (
            int(tns_packets(size, limit)) for size, limit in zip((request, reply), limits, strict=True)
        )
        kinds.append(KINDS[kind])
        exchanges.append(
            Exchange(
                len(list(alike)), returned, answered, 0,
                reply + answered * DATA_HEADER_BYTES, request + asked * DATA_HEADER_BYTES, asked,
            )
        )  # fmt: skip
    return StatementCalls(tuple(kinds), tuple(exchanges))
