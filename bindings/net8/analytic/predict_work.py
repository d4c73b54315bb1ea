# SPDX-License-Identifier: GPL-2.0-only
"""Predictions for a plan with transactions: round trips of a session, and the time of a transaction of one client.

Range: one transaction without a mix whose statements do not fail; times without loss, of a client by itself, where each
request fits a segment and each reply the first window. Source: the engine's messages, arithmetic on frames.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from net8.analytic.prediction import Prediction, counted, timed
from net8.analytic.situation import Situation
from net8.analytic.statement import Statement
from net8.analytic.statement_time import without_loss
from net8.analytic.work_calls import StatementCalls, pipeline_calls, round_trips, statement_calls
from net8.plan.plan import Plan
from net8.plan.work import executions_of, pauses_of, places_of, steps_of
from net8.schema.distributions import mean

__all__ = ["predict_work", "work_left_out"]

_CALLS = "the engine's calls"
_SUM = "Kurose and Ross, 2nd ed., 3.7; arithmetic on frames"


def work_left_out(situation: Situation) -> tuple[str, ...]:
    """Describe what is left out for transactions.

    @param situation: the plan
    @return: a phrase for each reason; nothing where all is covered, or where there are none
    """
    if not situation.transacts:
        return ()
    if reason := _uncounted(situation):
        return (f"calls and times of transactions: {reason}",)
    reason = _untimed(situation, statement_calls(situation))
    return (f"times of transactions: {reason}",) if reason else ()


def predict_work(situation: Situation) -> dict[str, Prediction]:
    """Predict transactions.

    @param situation: the plan
    @return: predictions by name of a metric
    """
    if not situation.transacts or _uncounted(situation) or not situation.ip:
        return {}
    calls, queries = statement_calls(situation), situation.number("client.queries")
    executed = [round(each) for each in executions_of(situation.task.plan, {})]
    trips = sum(
        first.calls + (times * queries - 1) * again.calls
        for times, (first, again) in zip(executed, calls, strict=True)
        if times
    )
    saved = _saved(situation, calls)
    trips -= saved
    trips += situation.logon_round_trips + situation.number("client.commits") + situation.logs_off
    found = {"round_trips": counted(trips, "calls of the statements", _CALLS)}
    if not _untimed(situation, calls):
        found["transaction_time"] = _time(situation, calls, executed)
    return found


def _saved(situation: Situation, calls: list[tuple[StatementCalls, StatementCalls]]) -> int:
    """Return the round trips that a session saves by a pipeline."""
    places, queries = _piped(situation), situation.number("client.queries")
    found = pipeline_calls(situation, places) if len(places) > 1 else None
    if not found:
        return 0
    seen: set[int] = set()
    before = 0
    for place in places * queries:
        before += calls[place][place in seen].calls
        seen.add(place)
    return before - round_trips(found[0]) - (queries - 1) * round_trips(found[1])


def _piped(situation: Situation) -> list[int]:
    """Return the statements of the transaction that is run, in their order, if it is a pipeline."""
    plan = situation.task.plan
    name = situation.values["client.transactions"] or plan.tables("transaction")[0]["name"]
    name = next(iter(name)) if isinstance(name, Mapping) else name
    (table,) = (table for table in plan.tables("transaction") if table["name"] == name)
    if not table.get("pipeline"):
        return []
    return places_of(plan, table)


def _uncounted(situation: Situation) -> str:
    """Explain why the calls of the plan's transactions are not known before a run; empty if they are."""
    plan = situation.task.plan
    if situation.groups != 1:
        return f"{situation.groups} [[group]]s"
    if situation.values["client.behaviour"] != "normal" or not situation.number("client.queries"):
        return "clients that ask nothing"
    if situation.number("client.result_cache_size"):
        return "results that clients keep"
    value = situation.values["client.transactions"]
    if (isinstance(value, Mapping) and len(value) > 1) or any(
        t.get("mix") for t in plan.tables("transaction")
    ):
        return "a mix, which is drawn"
    for statement in plan.tables("statement"):
        if statement.get("fail_every", plan["query.fail_every"]):
            return f"fail_every of the statement {statement['name']}"
    if any(situation.seconds(path) for path in ("client.call_timeout", "client.recv_timeout")):
        return "timeouts of calls"
    return ""


def _untimed(situation: Situation, calls: list[tuple[StatementCalls, StatementCalls]]) -> str:
    """Explain why times are not known; empty if they are."""
    if not situation.wired or not situation.by_itself:
        return "one client by itself on a path of links is covered"
    if _piped(situation):
        return "a pipeline, whose replies overlap"
    opening = ("cursors", "implicit_results")
    if any(table.get(key) for table in situation.task.plan.tables("statement") for key in opening):
        return "cursors of blocks, which are fetched in the server's time of their queries"
    if situation.loss.to_client or situation.loss.to_server:
        return "path.loss_rate"
    sender = situation.sender
    exchanges = [exchange for pair in calls for each in pair for exchange in each.exchanges]
    if any(exchange.request > sender.path.mss_bytes for exchange in exchanges):
        return "requests of more than a segment"
    if any(sender.idle_s(exchange.reply, sender.first_window) for exchange in exchanges):
        return "replies of more than the first window"
    return ""


def _time(
    situation: Situation, calls: list[tuple[StatementCalls, StatementCalls]], executed: list[int]
) -> Prediction:
    """Return the mean time of a transaction: that of its statements and of the pauses between them."""
    plan, queries = situation.task.plan, situation.number("client.queries")
    total = 0.0
    for times, pair, table in zip(executed, calls, plan.tables("statement"), strict=True):
        if times:
            first, again = (_statement_s(situation, each, table) for each in pair)
            total += first + (times * queries - 1) * again
    name = situation.values["client.transactions"] or plan.tables("transaction")[0]["name"]
    name = next(iter(name)) if isinstance(name, Mapping) else name
    (table,) = (table for table in plan.tables("transaction") if table["name"] == name)
    total = total / queries + _pauses_s(plan, table, executed)
    return timed(total, "round trips and bytes of statements", _SUM, part=0.02)


def _pauses_s(plan: Plan, transaction: Mapping[str, object], executed: list[int]) -> float:
    """Return the client's time between the first statement of a transaction and its end."""
    each_s = pauses_of(plan, transaction)
    first = steps_of(plan, transaction)[0].statements[0]
    return sum(times * each for times, each in zip(executed, each_s, strict=True)) - each_s[first]


def _statement_s(situation: Situation, calls: StatementCalls, table: Mapping[str, object]) -> float:
    """Return the time of one execution."""
    work, speed = situation.work, float(str(situation.values["host.cpu.speed"]))
    wait_s = float(mean(table.get("call_time", situation.values["server.call_time"])))
    cpu_s = float(mean(table.get("call_cpu_time", situation.values["server.call_cpu_time"])))
    row_s = float(mean(table.get("row_cpu_time", "0s")))
    packet_s = float(mean(table.get("packet_time", situation.values["server.packet_time"])))
    found = 0.0
    for exchange in calls.exchanges:
        call_s = wait_s + (cpu_s + exchange.rows * row_s) / speed
        own = replace(work, server_call=call_s, server_packet=packet_s)
        if table.get("kind", "query") != "query":
            # Rows of binds are neither written by the server nor read by the client.
            own = replace(own, server_row=0.0, client_row=0.0)
        found += without_loss(Statement((exchange,)), situation.sender, own).response
        found += exchange.calls * work.asking_s(exchange) if len(calls.exchanges) > 1 else 0.0
    return found
