# SPDX-License-Identifier: GPL-2.0-only
"""Calls of the statements and transactions of a plan before it runs, with their assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from net8.analytic.facts import negotiated
from net8.analytic.situation import Situation
from net8.analytic.work_calls import StatementCalls, pipeline_calls, round_trips, statement_calls
from net8.plan.clients import DEFAULT_GROUP
from net8.plan.complete import complete_group
from net8.plan.plan import Plan
from net8.plan.resolve import Task
from net8.plan.work import pauses_of, places_of, steps_of
from net8.schema.distributions import short
from net8.schema.work import SWITCH_KINDS

__all__ = ["work_facts", "work_guesses"]

_TOLD = ("module", "action", "client_identifier", "client_info", "schema")
Pair = tuple[StatementCalls, StatementCalls]
_NOT_MODELLED = (
    "pipelines of OCI, JDBC and ODP.NET; direct path loads of OCI and SQL*Loader; statement caches of OCI and JDBC; "
    "the ROWID in a reply to DML; notifications (CQN) over a second connection; "
    "LOBs in cursors of blocks"
)


def work_facts(tasks: Sequence[Task]) -> tuple[tuple[str, str], ...]:
    """Write the calls of each statement and transaction, for the clients of the first group.

    @param tasks: the points of a plan, resolved
    @return: name and value with unit; empty for a plan with only its query
    """
    found: dict[str, dict[str, None]] = {}
    for task in tasks:
        for name, text in _of_task(task):
            found.setdefault(name, {})[text] = None
    facts = tuple((name, _joined(list(texts))) for name, texts in found.items())
    return (*facts, ("statements without a model", _NOT_MODELLED)) if facts else ()


def _joined(texts: Sequence[str]) -> str:
    """Write a fact that may differ over the sweep."""
    more = f"; {len(texts)} values over the sweep, the last one {texts[-1]}" if len(texts) > 1 else ""
    return texts[0] + more


def _of_task(task: Task) -> Iterator[tuple[str, str]]:
    """Yield the facts of one point."""
    plan = task.plan
    if not plan.tables("transaction"):
        return
    situation = _situation(task)
    calls = statement_calls(situation)
    for table, pair in zip(plan.tables("statement"), calls, strict=True):
        pause = table.get("think_time")
        after = f"; before it {short(pause)} of the client, unless it begins a transaction" if pause else ""
        yield f"statement {table['name']}", _statement(pair) + after
    for table in plan.tables("transaction"):
        yield f"transaction {table['name']}", _transaction(plan, table, calls, situation.propagation_s)
        if table.get("pipeline"):
            yield f"pipeline {table['name']}", _pipeline(situation, table, calls)


def _situation(task: Task) -> Situation:
    """Return the first group of clients of a plan."""
    table = next(iter(task.plan.groups), {"name": DEFAULT_GROUP})
    values = {path: value for path, (value, _origin) in complete_group(task.plan, table).items()}
    return Situation(task, values, negotiated(values))


def _statement(pair: Pair) -> str:
    """Write the calls of a statement, bytes of request and reply each with their TNS headers."""
    first, again = map(_calls, pair)
    return f"{first} bytes" if first == again else f"{first} bytes; later {again}"


def _calls(calls: StatementCalls) -> str:
    """Write the calls of one execution."""
    parts = [
        f"{f'{each.calls:,} x ' if each.calls > 1 else ''}{kind} {each.request:,}/{each.reply:,}"
        for kind, each in zip(calls.kinds, calls.exchanges, strict=True)
    ]
    return ", ".join(parts if len(parts) <= 5 else [*parts[:3], "...", parts[-1]])


def _transaction(plan: Plan, table: Mapping[str, object], calls: Sequence[Pair], rtt_s: float) -> str:
    """Write a transaction: its statements in order, and their sums for transactions after the first of a session."""
    names = [str(each["name"]) for each in plan.tables("statement")]
    if isinstance(mix := table.get("mix"), Mapping):
        total = sum(map(float, mix.values()))
        return "one of " + ", ".join(f"{name} ({float(w) / total:.3g})" for name, w in mix.items())
    parts: list[str] = []
    trips = sent = received = 0
    steps, pauses = steps_of(plan, table), pauses_of(plan, table)
    paused_s = -pauses[steps[0].statements[0]]
    for step in steps:
        each = step.each_of
        times = step.times if each is None else sum(e.calls * e.rows for e in calls[each][1].exchanges)
        what = ", ".join(names[place] for place in step.statements)
        what = f"({what})" if len(step.statements) > 1 and times != 1 else what
        parts.append(what if times == 1 else f"{times:,} x {what}")
        for place in step.statements:
            again = calls[place][1]
            trips += times * again.calls
            sent += times * again.total("request")
            received += times * again.total("reply")
            paused_s += times * pauses[place]
    told = [name.replace("_", " ") for name in _TOLD if table.get(name)]
    told += ["the sessionless transaction"] if table.get("sessionless", "no") != "no" else []
    state = f"; {', '.join(told)} are sent with the first call, and not counted here" if told else ""
    thinks = f", {paused_s:.6g} s of the client between its statements" if paused_s > 0 else ""
    return (
        f"{'; '.join(parts)}: {_trips(trips)}, {sent:,} bytes sent, {received:,} received, {trips * rtt_s:.6g} s of "
        f"round trips alone{thinks}{state}"
    )


def _trips(trips: int) -> str:
    """Write a number of round trips."""
    return f"{trips:,} round trip{'' if trips == 1 else 's'}"


def _pipeline(situation: Situation, table: Mapping[str, object], calls: Sequence[Pair]) -> str:
    """Write the round trips of a pipeline, for all transactions after the first of a session."""
    places = places_of(situation.task.plan, table)
    if len(places) < 2:
        return "none: a single statement is sent as without a pipeline"
    found = pipeline_calls(situation, places)
    if found is None:
        return (
            f"none with a server of {situation.values['server.release']}; each statement waits for its reply"
        )
    again = found[1]
    trips, before = round_trips(again), sum(calls[place][1].calls for place in places)
    return (
        f"{_trips(trips)} instead of {before:,}, {again.total('request'):,} bytes sent, {again.total('reply'):,} "
        f"received: {_calls(again)}; {(before - trips) * situation.propagation_s:.6g} s of round trips saved. A query "
        "asks for an array of rows, an error causes no break, and calls after a failed one are answered with ORA-43610 "
        "(the token before each reply is as drivers read it)"
    )


def work_guesses(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe sizes of binds that are not measured.

    @param plans: the points of a plan, resolved
    @return: a sentence each
    """
    found = tuple(plans)
    return (*_of_kept_results(found), *_of_binds(found), *_of_loads(found), *_of_sessionless(found))


def _of_loads(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe what is guessed of direct path loads."""
    if not any(table.get("kind") == "direct path" for plan in plans for table in plan.tables("statement")):
        return ()
    return (
        "calls of direct path loads are those of python-oracledb and node-oracledb in runs; their replies are guessed, "
        "as no capture has one: the prepare returns 14 numbers of which one is not 0, a batch and the finish none. The "
        "server takes call_time, call_cpu_time and row_cpu_time for them as for dml, so set lower ones where a direct "
        "path load is cheaper",
    )


def _of_sessionless(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe what is guessed of sessionless transactions."""
    if not any(
        table.get("kind") in SWITCH_KINDS or table.get("sessionless", "no") != "no"
        for plan in plans
        for section in ("statement", "transaction")
        for table in plan.tables(section)
    ):
        return ()
    return (
        "sessionless transactions have identifiers of 16 bytes and a timeout of 60 s, as the drivers make them; the "
        "replies are guessed: neither a context nor what a server tells of the state of the transaction is counted, "
        "and locks are not modelled. A suspension along with a statement (suspend_on_success) is not modelled",
    )


def _of_kept_results(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe the assumptions about client result caches."""
    clients = (
        table
        for plan in plans
        for table in ({"result_cache_size": plan["client.result_cache_size"]}, *plan.groups)
    )
    if not any(table.get("result_cache_size") for table in clients):
        return ()
    return (
        "cached results (client.result_cache_size) need no call while they are current; the calls shown here are those "
        "without the cache. The cache is modelled from Oracle's documentation and was not measured with any driver. "
        "Assumed: a row takes the defined size of its columns in the cache, a change takes effect "
        "with its DML, not its commit, and after client.result_cache_lag a query is executed again completely",
    )


def _of_binds(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Describe sizes of binds that are not measured."""
    if not any(
        table.get(name)
        for plan in plans
        for table in plan.tables("statement")
        for name in ("binds", "out_binds", "in_out_binds", "cursors", "implicit_results")
    ):
        return ()
    cursors = any(
        table.get(name)
        for plan in plans
        for table in plan.tables("statement")
        for name in ("cursors", "implicit_results")
    )
    of_cursors = (
        "replies that describe cursors of blocks are as python-oracledb reads them, no capture has one; it is guessed "
        "that drivers other than python-oracledb and node-oracledb fetch from such cursors and do not close them",
    )
    return (
        *(of_cursors if cursors else ()),
        "sizes of binds are measured for python-oracledb and guessed for other drivers; OCI definitions of binds are "
        "as long as those of columns; returned values are as long as for thin drivers",
    )
