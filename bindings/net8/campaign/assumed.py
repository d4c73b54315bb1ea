# SPDX-License-Identifier: GPL-2.0-only
"""Costs of 0 that decide the numbers of a table: told below it, so that nobody takes them for measured ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from net8.base.words import many
from net8.campaign.results import Results
from net8.plan.plan import Plan
from net8.schema.distributions import mean

__all__ = ["assumed_costs", "is_storm"]

_LOGON: Final = (
    "server.exec_cpu_time", "server.logon_cpu_time", "listener.accept_cpu_time", "listener.parse_cpu_time",
    "listener.fork_cpu_time",
)  # fmt: skip
_CALL: Final = ("server.call_time", "server.call_cpu_time")
_AT_ONCE: Final = 10
"""Sessions that are connecting at a time, on average, from which on a run is a storm."""
_SHORT_S: Final = 1e-3
"""Time of a call up to which the work of a server is no small part of it."""
_ROW_S: Final = 2e-6
"""Time of a row in a client: 1 to 3 us in OCI (general knowledge)."""
_SHARE: Final = 0.1
_EXAMPLE_S: Final = 0.01


def is_storm(results: Results) -> bool:
    """Return whether the logons are what a campaign is about: many at a time, and no shorter than the queries.

    @param results: results of the campaign
    @return: whether that holds at every point that has results
    """
    found = [
        answer
        for index in range(len(results.campaign.points))
        if (answer := _storms(results, index)) is not None
    ]
    return bool(found) and all(found)


def _storms(results: Results, index: int) -> bool | None:
    """Return whether that holds at one point; None without results."""
    sessions, half, most, drain, response = (
        _value(results, index, name)
        for name in ("sessions", "connect_time_p50", "connect_time_p95", "drain_time", "response_time")
    )
    if sessions is None:
        return None
    if not half or not most or not drain:
        return False
    return sessions * half / drain >= _AT_ONCE and (response is None or most >= response)


def assumed_costs(results: Results) -> list[str]:
    """Describe the costs of 0 that decide the numbers of a campaign.

    @param results: results of the campaign
    @return: sentences, none if other times are much longer
    """
    for index, point in enumerate(results.plan.points()):
        if told := list(_of_point(results, index, point.plan)):
            return told
    return []


def _of_point(results: Results, index: int, plan: Plan) -> Iterator[str]:
    """Yield the sentences of one point."""
    sessions, half, drain = (
        _value(results, index, name) for name in ("sessions", "connect_time_p50", "drain_time")
    )
    at_once = sessions * half / drain if sessions and half and drain else 0.0
    if sessions and at_once >= _AT_ONCE and _are_zero(plan, _LOGON):
        cores = int(str(plan["host.cpu.cores"]))
        yield (
            f"a logon costs the server no CPU here (server.exec_cpu_time, server.logon_cpu_time and those of the "
            f"listener are 0s), only server.handover_time = {plan['server.handover_time']}: each 10 ms of CPU would "
            f"keep {many(cores, 'core')} busy for {sessions * _EXAMPLE_S / cores:.3g} s of the drain time"
        )
    response, calls = (_value(results, index, name) for name in ("response_time", "fetch_calls"))
    if not response or not calls:
        return
    if response / calls < _SHORT_S and _are_zero(plan, _CALL):
        yield (
            f"server.call_time and call_cpu_time are 0s: a call takes {1e3 * response / calls:.3g} ms here, to which "
            "the server's own work is to be added"
        )
    rows = int(str(plan["query.rows"])) if not plan.tables("statement") else 0
    if rows * _ROW_S > _SHARE * response and _are_zero(plan, ("client.row_time",)):
        yield (
            f"client.row_time is 0s: at 1 to 3 us a row {rows:,} rows would add {rows * _ROW_S:.2g} s or so to the "
            f"response time of {response:.3g} s"
        )


def _are_zero(plan: Plan, keys: tuple[str, ...]) -> bool:
    """Return whether all of some times are nothing in a plan, its groups included."""
    names = [key.split(".") for key in keys]
    own = [
        table[name]
        for table in plan.groups
        for section, name in names
        if section == "client" and name in table
    ]
    return all(float(mean(value)) == 0 for value in (*(plan[key] for key in keys), *own))


def _value(results: Results, index: int, metric: str) -> float | None:
    """Return the mean of a metric over the runs of a point."""
    values = list(results.values(index, metric).values())
    return sum(values) / len(values) if values else None
