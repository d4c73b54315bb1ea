# SPDX-License-Identifier: GPL-2.0-only
"""The server of a plan in place of the recorded one: its times for calls and rows, and its processors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from net8.base.units import format_time
from net8.plan.plan import Plan
from net8.replaying.exchange import Exchange
from net8.replaying.folding import Piece
from net8.schema.distributions import mean

__all__ = ["note_of", "served", "server_of", "times_of"]

_CALL: Final = "server.call_time"
_ROW: Final = "server.row_time"
_CPU: Final = "server.call_cpu_time"
_HOST: Final = "host.cpu."
_LOGON: Final = frozenset((
    "native services", "fast authentication", "protocol", "data types", "OSESSKEY", "OAUTH", "version", "logon",
    "logoff",
))  # fmt: skip
"""Kinds of calls to which call_cpu_time does not apply."""


def _set(onto: Plan) -> dict[str, object]:
    """Return what a plan sets of the server's work for a call."""
    return {key: onto[key] for key in (_CALL, _ROW, _CPU) if onto.is_set(key)}


def server_of(onto: Plan) -> dict[str, object]:
    """Return the processors of the server's host that a plan sets, where its calls need them.

    @param onto: the plan
    @return: values by key
    """
    if not onto.is_set(_CPU):
        return {}
    return {key: value for key, value in onto.values.items() if key.startswith(_HOST)}


def served(exchanges: Sequence[Exchange], onto: Plan) -> list[Exchange]:
    """Give calls the mean times that they take at the server of a plan.

    @param exchanges: calls
    @param onto: the plan
    @return: copies; the same if the plan sets none of them
    """
    told = _set(onto)
    if not told:
        return list(exchanges)
    call, row, cpu = (float(mean(told.get(key, "0s"))) for key in (_CALL, _ROW, _CPU))
    cpu /= float(str(onto[f"{_HOST}speed"]))
    found = []
    for each in exchanges:
        work = call + row * max(each.rows, 0) + cpu * (not _is_logon(each.kind))
        found.append(replace(each, server_ns=round(1e9 * work), answering_ns=0, writing_ns=0))
    return found


def _is_logon(kind: str) -> bool:
    """Return whether a kind of calls is one of logons or the logoff."""
    return not _LOGON.isdisjoint(kind.split(" + "))


def times_of(piece: Piece, onto: Plan) -> dict[str, object]:
    """Return the times of a statement at the server of a plan.

    @param piece: the statement
    @param onto: the plan
    @return: values by name of the key; nothing if the plan sets none of them
    """
    told = _set(onto)
    if not told:
        return {}
    call, row = told.get(_CALL, "0s"), float(mean(told.get(_ROW, "0s")))
    rows_s = row * sum(max(each.rows, 0) for each in piece.exchanges) / len(piece.exchanges)
    found: dict[str, object] = {"call_time": call}
    if rows_s:
        found["call_time"] = format_time(round(1e9 * (float(mean(call)) + rows_s)))
    if _CPU in told and not _is_logon(piece.kind):
        found["call_cpu_time"] = told[_CPU]
    return found


def note_of(onto: Plan, rows_told: bool) -> str:
    """Say which times of the server are played.

    @param onto: the plan
    @param rows_told: whether the files tell the rows of calls
    @return: a sentence
    """
    told = _set(onto)
    if not told:
        return f"{onto.name} sets none of {_CALL}, {_ROW} and {_CPU}: the server takes for each call what was recorded"
    keys = ", ".join(f"{key} = {_show(value)}" for key, value in (told | server_of(onto)).items())
    text = f"{keys} of {onto.name} replace the recorded work of the server for calls"
    if _ROW in told and not rows_told:
        text += f"; the files tell no rows, so that {_ROW} changes nothing"
    elif _ROW in told and isinstance(told.get(_CALL), Mapping):
        text += f"; calls with rows take the mean of {_CALL}"
    return text


def _show(value: object) -> str:
    """Return a value for a sentence."""
    return (
        f"{value['distribution']}, mean {format_time(round(1e9 * mean(value)))}"
        if isinstance(value, Mapping)
        else str(value)
    )
