# SPDX-License-Identifier: GPL-2.0-only
"""Statements and transactions of a run in numbers, in total and by name and group.

A transaction lasts from its first request until the client has processed the last reply of its last statement; pauses
are part of it. A transaction with a failed statement has failed, and so has the last one of a session that did not
end normally; failed transactions are counted separately and not included in times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]
    Numbers = npt.NDArray[Any]

__all__ = ["ARRAY_ERRORS", "CUT_OFF", "Executions", "WorkRow", "measure_work", "percentile", "work_rows"]

ARRAY_ERRORS: Final = 24381
"""Error number of a call in which some rows failed and the others succeeded (batch errors)."""
CUT_OFF: Final = -1
"""Error number of work that was cut off by the end of its session or of the run."""

_RANKS: Final = (50, 90, 95, 99, 99.9)


@dataclass(frozen=True, slots=True)
class Executions:
    """Units of work, by session and then in order."""

    session: Numbers  #: number of the session
    number: Numbers  #: number of the statement or transaction in the plan
    start_ns: Numbers  #: when the first request was written
    end_ns: Numbers  #: when the client had processed the last reply
    error: Numbers  #: Oracle error number; 0: success; CUT_OFF: it did not end
    failed_rows: Numbers  #: rows of binds that failed while the others succeeded

    @classmethod
    def of(cls, calls: Columns, name: str, unit: str, cut: Numbers) -> Executions:
        """Group calls into executions.

        @param calls: columns of the calls of a run
        @param name: column with its number: statement or transaction
        @param unit: column that tells one execution in a session from the next: query or execution
        @param cut: numbers of the sessions that did not end normally
        @return: the executions
        """
        keep = np.flatnonzero(calls[name] >= 0)
        # Rows that are left after a pipeline belong to a statement before others.
        order = keep[np.lexsort((calls["call"][keep], calls[unit][keep], calls["session"][keep]))]
        session, unit_of = calls["session"][order], calls[unit][order]
        changed = (np.diff(session) != 0) | (np.diff(unit_of) != 0)
        first = np.flatnonzero(np.append(order[:1] >= 0, changed))
        last = np.append(first[1:], order.size)[: first.size] - 1
        error = np.maximum.reduceat(calls["error"][order], first) if first.size else first
        found = session[first]
        final = np.append(np.diff(found) != 0, found[:1] >= 0)
        error = np.where((error == 0) & final & np.isin(found, cut), CUT_OFF, error)
        ends = (calls["end_ns"] + calls["work_ns"])[order[last]]
        rows = np.add.reduceat(calls["failed_rows"][order], first) if first.size else first
        return cls(found, calls[name][order[first]], calls["start_ns"][order[first]], ends, error, rows)

    def where(self, chosen: Numbers) -> Executions:
        """Select executions.

        @param chosen: true or false for each
        @return: the selected ones
        """
        return Executions(*(getattr(self, name)[chosen] for name in self.__slots__))

    @property
    def times_s(self) -> Numbers:
        """Return the times of successful executions, in seconds, sorted."""
        good = self.error == 0
        found: Numbers = np.sort((self.end_ns - self.start_ns)[good] / 1e9)
        return found

    @property
    def rate_s(self) -> float | None:
        """Return the successful executions per second, from the first start to the last end of all."""
        if not self.error.size:
            return None
        span_s = float(self.end_ns.max() - self.start_ns.min()) / 1e9
        return self.times_s.size / span_s if span_s > 0 else None


@dataclass(frozen=True, slots=True)
class WorkRow:
    """One statement, transaction or group in numbers; times are those of executions that did not fail."""

    what: str  #: statement, transaction or group
    name: str  #: its name
    count: int  #: executions, failed ones included
    failed: int  #: those that failed or did not end
    errors: Mapping[int, int]  #: failed ones by Oracle error number; CUT_OFF: the session ended first
    rate_s: float | None  #: successful executions per second
    mean_s: float | None  #: mean time, None if all failed
    p50_s: float | None  #: half of them took no longer
    p90_s: float | None  #: 90 of 100
    p95_s: float | None  #: 95 of 100
    p99_s: float | None  #: 99 of 100
    p99_9_s: float | None  #: 999 of 1,000; of fewer than 1,000 the longest
    max_s: float | None  #: all of them
    failed_rows: int = 0  #: rows of binds that failed while their executes succeeded (batch errors)

    @property
    def told(self) -> str:
        """Write the numbers for people, each with its unit."""
        text = f"{self.count:,}"
        if self.mean_s is not None:
            rate = "" if self.rate_s is None else f", {self.rate_s:.4g}/s"
            times = (self.p50_s, self.p90_s, self.p95_s, self.p99_s, self.p99_9_s)
            ranks = zip(_RANKS, times, strict=True)
            told = ", ".join(f"p{rank} {value:.4g}" for rank, value in ranks)
            text += f"{rate}, mean {self.mean_s:.4g} s ({told}, most {self.max_s:.4g} s)"
        errors = (
            f"{count:,} {'cut off' if code == CUT_OFF else f'ORA-{code:05d}'}"
            for code, count in self.errors.items()
        )
        text += f"; failed {self.failed:,}: {', '.join(errors)}" if self.failed else ""
        rows = f"; {self.failed_rows:,} rows of arrays failed alone (ORA-{ARRAY_ERRORS})"
        return text + (rows if self.failed_rows else "")


def percentile(ordered: Numbers, rank: float) -> float:
    """Return a percentile: the smallest value that is not below the given share of all.

    @param ordered: sorted values, at least one
    @param rank: per cent, with at most one decimal
    @return: one of the values
    """
    # In whole numbers, because 99.9 is not exact in binary.
    return float(ordered[(round(10 * rank) * ordered.size + 999) // 1000 - 1])


def _row(what: str, name: str, found: Executions) -> WorkRow:
    """Reduce executions to a row."""
    times, bad = found.times_s, found.error[found.error != 0]
    codes, counts = np.unique(bad, return_counts=True)
    errors = {int(code): int(count) for code, count in zip(codes, counts, strict=True)}
    p50, p90, p95, p99, p99_9 = (percentile(times, rank) if times.size else None for rank in _RANKS)
    mean, most = (float(times.mean()), float(times[-1])) if times.size else (None, None)
    counts_of = int(found.error.size), int(bad.size)
    numbers = found.rate_s, mean, p50, p90, p95, p99, p99_9, most
    return WorkRow(what, name, *counts_of, errors, *numbers, int(found.failed_rows.sum()))


def _cut(sessions: Columns, outcome: Sequence[str]) -> Numbers:
    """Return the numbers of the sessions that did not end normally."""
    bad = np.array([text != "closed" for text in outcome], dtype=bool)
    found: Numbers = sessions["session"][bad]
    return found


def work_rows(
    calls: Columns,
    sessions: Columns,
    outcome: Sequence[str],
    names: tuple[Sequence[str], Sequence[str]],
    groups: Sequence[str],
) -> Iterator[WorkRow]:
    """Yield counts and times of statements, transactions and groups.

    @param calls: columns of the calls of a run
    @param sessions: columns of its sessions
    @param outcome: how each session ended
    @param names: names of statements and of transactions, by number
    @param groups: names of groups, by number
    @return: statements, then transactions, then the transactions of each group
    """
    cut = _cut(sessions, outcome)
    # The call that cut a session off has no end, so the last statement with an end did not fail.
    statements = Executions.of(calls, "statement", "query", cut[:0])
    for number, name in enumerate(names[0]):
        yield _row("statement", name, statements.where(statements.number == number))
    transactions = Executions.of(calls, "transaction", "execution", cut)
    for number, name in enumerate(names[1]):
        yield _row("transaction", name, transactions.where(transactions.number == number))
    group = sessions["group"][transactions.session]
    for number, name in enumerate(groups if names[1] else ()):
        yield _row("group", name, transactions.where(group == number))


def measure_work(calls: Columns, sessions: Columns, outcome: Sequence[str]) -> dict[str, float | None]:
    """Reduce the transactions of a run to metrics.

    @param calls: columns of the calls of a run
    @param sessions: columns of its sessions
    @param outcome: how each session ended
    @return: value by column name; empty if the run has no transactions
    """
    if "transaction" not in calls or not np.any(calls["transaction"] >= 0):
        return {}
    row = _row("", "", Executions.of(calls, "transaction", "execution", _cut(sessions, outcome)))
    return {
        "transactions": float(row.count - row.failed),
        "failed_transactions": float(row.failed),
        "failed_rows": float(row.failed_rows),
        "transactions_per_s": row.rate_s,
        "transaction_time_s": row.mean_s,
        "transaction_time_p50_s": row.p50_s,
        "transaction_time_p90_s": row.p90_s,
        "transaction_time_p95_s": row.p95_s,
        "transaction_time_p99_s": row.p99_s,
        "transaction_time_max_s": row.max_s,
    }
