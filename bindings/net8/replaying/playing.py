# SPDX-License-Identifier: GPL-2.0-only
"""Play scripts: simulate their plans, measure their calls, and say how much one session may differ from another."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from net8.plan.plan import Plan
from net8.replaying.script import Script
from net8.results.run import Run
from net8.simulation.one_run import run
from net8.statistics.intervals import interval

__all__ = ["OPENING_ROW", "Begin", "Played", "Spread", "play", "responses_of", "spread_of"]

Begin = Literal["handshake", "alone", "connect", "call"]
"""Where a recorded session begins: its TCP handshake and CONNECT, the handshake alone, its CONNECT, its first call."""

OPENING_ROW: Final = "opening"
"""Name of what comes before the first call: TCP handshake, CONNECT and ACCEPT."""
_CONFIDENCE: Final = 0.95
_MODEL_ERROR: Final = 0.01
"""By how much predictions without loss are off at most (bench prediction)."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A time with the range in which one session falls."""

    mean_s: float  #: mean over the simulations
    low_s: float  #: lower end of the range
    high_s: float  #: upper end of the range
    runs: int  #: simulations


@dataclass(frozen=True, slots=True)
class Played:
    """Times of a script, one entry for each simulation."""

    total_s: tuple[float, ...]  #: from the start to the last reply
    by_name: Mapping[str, tuple[float, ...]]  #: response times of the calls of each statement, added up
    rtt_s: float  #: round trip of the TCP handshake
    least_s: float | None  #: total without loss less the error of that, where losses are random
    failed: int  #: sessions that did not end well, of all simulations
    responses_s: tuple[
        tuple[float, ...], ...
    ]  #: of the calls of the first session, in order, of each simulation


def spread_of(values: Sequence[float], least: float | None = None) -> Spread:
    """Return mean and the range in which one more value falls with 95 per cent.

    Student's t for one further value; a session is not faster than without loss, and the range holds all values seen.

    @param values: one for each simulation
    @param least: the value without loss, or None
    @return: mean and range
    """
    found = interval(values, confidence=_CONFIDENCE)
    if not found.half_width:
        return Spread(found.mean, min(values), max(values), found.n)
    half = found.half_width * math.sqrt(found.n + 1)
    low = found.mean - half
    if least is not None:
        low = max(low, least)
    elif low < 0:
        low = min(values)
    return Spread(found.mean, min(low, *values), max(found.mean + half, *values), found.n)


def play(plan: Plan, *, runs: int, lossy: bool, plain: bool, begin: Begin = "handshake") -> Played:
    """Simulate a plan of one script.

    @param plan: the plan
    @param runs: simulations where times are random
    @param lossy: whether the path loses packets at random
    @param plain: whether nothing else can be random
    @param begin: where the recorded session begins, as only that is compared
    @return: times
    """
    done = [run(plan, run=1)]
    if not lossy and not plain:
        done.append(run(plan, run=2))
        lossy = done[0].digest != done[1].digest
        done = done if lossy else done[:1]
    done += [run(plan, run=number) for number in range(len(done) + 1, (runs if lossy else 1) + 1)]
    least = None
    if lossy and plan.is_set("path.loss_rate"):
        free = run(plan.with_values({"path.loss_rate": 0.0}))
        least = (1 - _MODEL_ERROR) * (_measure(free, begin)[OPENING_ROW] + _rest(free))
    measured = [_measure(each, begin) for each in done]
    names = [OPENING_ROW, *done[0].statements]
    by_name = {name: tuple(each.get(name, 0.0) for each in measured) for name in names}
    totals = tuple(each[OPENING_ROW] + _rest(result) for each, result in zip(measured, done, strict=True))
    failed = sum(outcome != "closed" for each in done for outcome in each.outcome)
    return Played(totals, by_name, _rtt(done[0]), least, failed, tuple(map(_responses, done)))


def responses_of(script: Script, played: Played, run: int = 0) -> list[int]:
    """Return what each exchange of a session took in a simulation.

    @param script: the session
    @param played: its simulations
    @param run: which of them
    @return: nanoseconds, with the server's own time of each in place of the mean of its statement
    """
    talk, folded = script.talk, script.folded
    of = {id(each): piece for piece in folded.pieces for each in piece.exchanges}
    responses = played.responses_s[run]
    told = folded.in_order and len(responses) == len(talk.exchanges)
    found = []
    for place, each in enumerate(talk.exchanges):
        piece = of[id(each)]
        response = responses[place] if told else played.by_name[piece.name][run] / len(piece.exchanges)
        found.append(round(1e9 * response - piece.mean("server_ns")) + each.server_ns)
    return found


def _responses(result: Run) -> tuple[float, ...]:
    """Return the response times of the calls of the first session, in order."""
    calls = result.call_columns
    ours = np.flatnonzero((calls["statement"] >= 0) & (calls["end_ns"] >= 0) & (calls["session"] == 0))
    ours = ours[np.argsort(calls["start_ns"][ours], kind="stable")]
    return tuple(((calls["end_ns"][ours] - calls["start_ns"][ours]) / 1e9).tolist())


def _rest(result: Run) -> float:
    """Return the time from the first call to the last reply, the mean of the sessions."""
    calls = result.call_columns
    ours = (calls["statement"] >= 0) & (calls["end_ns"] >= 0)
    spent = [
        int(calls["end_ns"][mine].max() - calls["start_ns"][mine].min())
        for number in np.unique(calls["session"][ours])
        for mine in (ours & (calls["session"] == number),)
    ]
    return float(np.mean(spent)) / 1e9 if spent else 0.0


def _measure(result: Run, begin: Begin) -> dict[str, float]:
    """Add up the response times of each statement, and of the opening; means of the sessions."""
    calls, sessions = result.call_columns, result.session_columns
    ours = (calls["statement"] >= 0) & (calls["end_ns"] >= 0)
    count = max(len(np.unique(calls["session"][ours])), 1)
    found: dict[str, float] = {}
    spent = calls["end_ns"] - calls["start_ns"]
    for place, name in enumerate(result.statements):
        found[name] = float(spent[ours & (calls["statement"] == place)].sum()) / 1e9 / count
    opening = 0.0
    if begin == "alone":
        opening = _rtt(result)
    elif begin != "call":
        waits = [
            int(calls["start_ns"][ours & (calls["session"] == number)].min() - sessions["start_ns"][number])
            for number in np.unique(calls["session"][ours])
        ]
        opening = float(np.mean(waits)) / 1e9 if waits else 0.0
        opening -= _rtt(result) if begin == "connect" else 0.0
    found[OPENING_ROW] = opening
    return found


def _rtt(result: Run) -> float:
    """Return the round trip of the first TCP handshake."""
    attempts = result.attempt_columns
    connected = attempts["tcp_connected_ns"] >= 0
    taken = (attempts["tcp_connected_ns"] - attempts["start_ns"])[connected]
    return float(taken.min()) / 1e9 if taken.size else 0.0
