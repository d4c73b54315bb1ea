# SPDX-License-Identifier: GPL-2.0-only
"""What the sessions of a plan with statements are to ask for, read of the plan alone, against what a run did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import Any, Final

import net8

__all__ = ["check_script", "planned"]

_EXECUTE: Final = 0  # of a call's kind
_EACH: Final = re.compile(r"for each row of (\w+):(.*)")
_TIMES: Final = re.compile(r"(?:(\d+)\s*\*)?(.*)")
_ROWS: Final = 10_000


@dataclass(frozen=True)
class _Done:
    """One execution of a statement."""

    statement: int  #: its place in the plan
    transaction: int  #: place of its transaction
    execution: int  #: which transaction of the session
    rows: int  #: rows that it brought
    executes: int  #: calls that executed it
    failed: bool  #: one of its calls did


class _Plan:
    """Statements and transactions of a plan."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Read them.

        @param document: the plan
        """
        self.statements: list[Mapping[str, Any]] = document["statement"]
        self.transactions: list[Mapping[str, Any]] = document["transaction"]
        self._query = document.get("query", {})
        self._client, self._groups = document.get("client", {}), document.get("group", [])

    def of_group(self, group: int, key: str, default: Any) -> Any:
        """Look a key up in a group, then in [client]."""
        own = self._groups[group].get(key) if self._groups else None
        return self._client.get(key, default) if own is None else own

    def mix(self, group: int) -> set[str]:
        """Return the names of the transactions that a group runs."""
        value = self.of_group(group, "transactions", self.transactions[0]["name"])
        return {value} if isinstance(value, str) else set(value)

    def rows(self, statement: int) -> int:
        """Return the rows that a statement brings; a block brings those of the cursors that it opens."""
        table = self.statements[statement]
        if table.get("kind", "query") != "query":
            opened = [*table.get("cursors", ()), *table.get("implicit_results", ())]
            names = [each["name"] for each in self.statements]
            return sum(self.rows(names.index(name)) for name in opened)
        return int(table.get("rows", self._query.get("rows", _ROWS)))

    def executes(self, statement: int) -> int:
        """Return the executes of a statement that sends arrays of binds; 0: it is none."""
        table = self.statements[statement]
        if table.get("kind") != "dml":
            return 0
        rows = int(table.get("bind_rows", 1))
        return -(-rows // int(table.get("array_size", rows)))

    def expected(self, transaction: int, done: Sequence[_Done]) -> Iterator[str]:
        """Yield the statements of a transaction; how often a loop goes round depends on what is done by then.

        @param transaction: one with steps
        @param done: its statements, as they were executed
        """
        told = 0
        for step in self.transactions[transaction]["steps"]:
            loop = _EACH.match(step)
            times, what = _TIMES.match(step).groups() if not loop else (None, loop[2])  # type: ignore[union-attr]
            count = self._brought(loop[1], done[:told]) if loop else int(times or 1)
            for _time in range(count):
                for name in what.strip(" ()").split(","):
                    told += 1
                    yield name.strip()

    def _brought(self, name: str, done: Sequence[_Done]) -> int:
        """Return the rows that the last execution of a statement brought."""
        return next(
            (each.rows for each in reversed(done) if self.statements[each.statement]["name"] == name), 0
        )


def check_script(document: Mapping[str, Any], run: net8.Run) -> list[str]:
    """Tell what a session did that its plan does not say, or left undone.

    @param document: a plan with statements
    @param run: what came out
    @return: a sentence for each kind of finding
    """
    plan = _Plan(document)
    found: dict[str, int] = {}
    done = _executed(run)
    for session, outcome in enumerate(run.outcome[: planned(document)]):
        whole = outcome == "closed"
        for text in _of_session(
            plan, int(run.session_columns["group"][session]), done.get(session, []), whole
        ):
            found.setdefault(text, session)
    return [f"session {session} {text}" for text, session in found.items()]


def planned(document: Mapping[str, Any]) -> int:
    """Count the sessions with work; behind them are second connections, which are numbered as they are opened.

    @param document: a plan without pools
    @return: their number
    """
    client = document.get("client", {})
    count = 0
    for group in document.get("group", []) or [{}]:
        clients, cycles = (int(group.get(key, client.get(key, 1))) for key in ("count", "cycles"))
        count += clients * cycles
    return count


def _executed(run: net8.Run) -> dict[int, list[_Done]]:
    """Put the calls of each session together to statements."""
    columns = run.call_columns
    names = ("session", "query", "statement", "transaction", "execution", "rows", "kind", "error", "call")
    calls = sorted(
        zip(*(columns[name].tolist() for name in names), strict=True), key=lambda each: (each[0], each[8])
    )
    queries: dict[tuple[int, int], list[tuple[int, ...]]] = {}
    # What a pipeline left is fetched behind it, so the calls of a query need not follow each other.
    for each in calls:
        if each[2] >= 0:
            queries.setdefault(each[:2], []).append(each)
    found: dict[int, list[_Done]] = {}
    for (session, _query), parts in queries.items():
        _, _, statement, transaction, execution, *_ = parts[0]
        rows, executes = sum(part[5] for part in parts), sum(part[6] == _EXECUTE for part in parts)
        failed = any(part[7] for part in parts)
        found.setdefault(session, []).append(_Done(statement, transaction, execution, rows, executes, failed))
    return found


def _of_session(plan: _Plan, group: int, done: Sequence[_Done], whole: bool) -> Iterator[str]:
    """Judge one session.

    @param plan: the plan
    @param group: its group
    @param done: its statements
    @param whole: whether it ended as it should, so that nothing may be missing
    """
    units = [list(unit) for _, unit in groupby(done, key=lambda each: each.execution)]
    if [unit[0].execution for unit in units] != list(range(len(units))):
        yield "numbers its transactions otherwise than in their order"
    queries = plan.of_group(group, "queries", 1)
    if len(units) > queries or (whole and len(units) < queries):
        yield f"made {len(units)} transactions of {queries}"
    for number, unit in enumerate(units):
        if {plan.transactions[each.transaction]["name"] for each in unit} - plan.mix(group):
            yield "ran a transaction that its group does not"
        yield from _of_unit(plan, unit, whole or number < len(units) - 1)
    # The last statement of a session that broke off may have been under way, and so all of its last pipeline; of one
    # that an error ended nothing is fetched behind.
    open_units = {done[-1].execution} if done and not whole else set()
    open_units |= {each.execution for each in done if each.failed}
    for each in done if whole else done[:-1]:
        if plan.transactions[each.transaction].get("pipeline") and each.execution in open_units:
            continue
        name = plan.statements[each.statement]["name"]
        if not each.failed and each.rows != plan.rows(each.statement):
            yield f"has {each.rows} of {plan.rows(each.statement)} rows of {name}"
        if not each.failed and plan.executes(each.statement) not in (0, each.executes):
            yield f"executed {name} {each.executes} times for {plan.executes(each.statement)} arrays"


def _of_unit(plan: _Plan, unit: Sequence[_Done], whole: bool) -> Iterator[str]:
    """Judge one transaction."""
    table = plan.transactions[unit[0].transaction]
    names = [plan.statements[each.statement]["name"] for each in unit]
    if mix := table.get("mix"):
        if len(unit) != 1 or names[0] not in ({mix} if isinstance(mix, str) else mix):
            yield f"ran {', '.join(names)} for the mix {table['name']}"
        return
    expected = list(plan.expected(unit[0].transaction, unit))
    ended = unit[-1].failed and table.get("on_error", "end") == "end"
    if names != expected[: len(names)]:
        yield f"ran other statements than the steps of {table['name']}"
    elif whole and not ended and len(names) < len(expected):
        yield f"left {table['name']} before its end"
    behind = list(dropwhile(lambda each: not each.failed, unit))
    # What a pipeline sent behind an error is answered with one.
    aborted = bool(table.get("pipeline")) and all(each.failed for each in behind)
    if table.get("on_error", "end") == "end" and len(behind) > 1 and not aborted:
        yield f"went on with {table['name']} after an error"
