# SPDX-License-Identifier: GPL-2.0-only
"""What the models do not cover in a plan, in words, so that a missing prediction is not taken for an oversight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.analytic.admission import refusal
from net8.analytic.facts import driver_facts
from net8.analytic.overflow import overflow
from net8.analytic.prediction import Prediction
from net8.analytic.situation import Situation
from net8.plan.plan import Plan
from net8.schema.columns import has_lobs
from net8.schema.sysctls import SYSCTLS
from net8.schema.values import show

__all__ = ["left_out", "unregarded"]

_OTHERS: Final = frozenset({"polls", "sack", "wake_up_time"})
"""Keys of a TCP section besides sysctls that no model reads."""
_MARKS: Final = ("path.queue_ecn", "path.queue_threshold")
"""Keys by which queues mark packets."""


def left_out(situation: Situation, found: Mapping[str, Prediction]) -> tuple[str, ...]:
    """Describe what is left out for a plan, and because of which keys.

    @param situation: the plan
    @param found: what is predicted
    @return: a phrase for each reason; empty if the models cover the plan
    """
    if not situation.ip:
        return ("everything: client, server and listener have no IP version in common",)
    reasons = [*_of_clients(situation), *_of_calls(situation), *_of_times(situation)]
    number = situation.number("client.count")
    if number > 1 and situation.groups == 1:
        if not reasons and "drain_time" not in found and "logon_time" not in found:
            reasons.append("waits of the storm: retries, cycles, limits in time or a backlog that overflows")
        if situation.number("client.queries"):
            reasons.append(f"times of queries: client.count = {number} share path and server")
    return tuple(reasons)


def unregarded(plan: Plan) -> tuple[str, ...]:
    """Name the keys of TCP and of queues that a plan sets and no model reads, so that predictions are as without them.

    @param plan: the plan
    @return: a phrase; empty if it sets none of them
    """
    keys = [f"{end}.tcp.{name}" for end in ("client", "server") for name in sorted(SYSCTLS | _OTHERS)]
    told = [f"{key} = {show(plan[key])}" for key in (*keys, *_MARKS) if plan.is_set(key)]
    return (f"the effect of {', '.join(told)}, which no model reads",) if told else ()


def _of_clients(situation: Situation) -> list[str]:
    """Return the reasons that are due to the clients."""
    behaviour, reasons = situation.values["client.behaviour"], []
    if situation.groups != 1:
        reasons.append(f"everything but caps: {situation.groups} [[group]]s")
    if behaviour != "normal":
        reasons.append(f"everything: client.behaviour = {behaviour}")
    if refused := refusal(situation):
        reasons.append(f"everything but caps: {refused}")
    if situation.values["client.wrong_password"]:
        reasons.append("logon: client.wrong_password")
    if situation.values["client.not_in_password_file"]:
        reasons.append("logon: client.not_in_password_file")
    if situation.values["client.failover_method"] == "preconnect":
        reasons.append("logon: client.failover_method = preconnect")
    if situation.values["client.naming"] != "none":
        reasons.append(f"logon: client.naming = {situation.values['client.naming']}")
    return reasons


def _of_calls(situation: Situation) -> list[str]:
    """Return the reasons why the calls of a query are not known."""
    if not situation.number("client.queries"):
        return []
    values, reasons = situation.values, []
    if situation.transacts:
        return []
    if has_lobs(values["query.columns"]):
        reasons.append("calls and times of queries: LOBs in query.columns")
    if driver_facts(values)["parses_apart"]:
        told = f"client.driver = {values['client.driver']} of release {values['client.release']}"
        reasons.append(f"calls and times of queries: {told} parses in a call of its own")
    if situation.prefetch_unknown:
        reasons.append("calls and times of queries: client.prefetch_memory with rows of a file")
    if situation.number("query.fail_every"):
        reasons.append("calls and times of queries: query.fail_every")
    for path in ("client.call_timeout", "client.recv_timeout"):
        if situation.seconds(path):
            reasons.append(f"calls and times of queries: {path}")
    return reasons


def _of_times(situation: Situation) -> list[str]:
    """Return the reasons why times are not known."""
    values, task, reasons = situation.values, situation.task, []
    if situation.has_radio:
        radio = "[[site]] of kind radio" if task.plan.tables("site") else "path.last_hop = radio"
        reasons.append(f"times: {radio}")
    reasons += [f"times: {end}.tcp.segment_time" for end in situation.slow_ends]
    if cores := situation.number("client.cpu.cores"):
        reasons.append(f"times: client.cpu.cores = {cores}")
    if not situation.own_process:
        reasons.append(f"times: server.handlers = {values['server.handlers']}")
    if not situation.reads_ahead:
        reasons.append("times of queries: client.read_ahead = false")
    if task.plan.faults:
        reasons.append("times, and calls of sessions that it ends: [[fault]]")
    reasons += [f"times: [[{name}]]" for name in ("link_change", "limit_change") if task.plan.tables(name)]
    if task.plan.cross_traffic:
        reasons.append("times: [[cross_traffic]]")
    if any(table.get("requests") for table in task.plan.end_points):
        reasons.append("times: [[end_point]] with requests")
    if task.plan.tables("site"):
        reasons.append("logon and times: a network of [[site]] and [[link]]")
    reasons += [f"times: {path}" for path in situation.line_conditions]
    if len(task.plan.groups) > 1 and situation.groups == 1:
        reasons.append("times: foreground or attackers beside the storm")
    if task.instances or task.hosts or values.get("path.host_names") or situation.number("listener.scan"):
        reasons.append("logon and times: several hosts or instances")
    if (situation.loss.to_client or situation.loss.to_server) and situation.wired:
        reasons.append("logon time: path.loss_rate")
    if situation.wired and situation.by_itself and situation.counts_query and (lost := overflow(situation)):
        reasons.append(f"times of queries: {lost}")
    return reasons
