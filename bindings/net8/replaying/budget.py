# SPDX-License-Identifier: GPL-2.0-only
"""Round trips and time of recorded sessions on one or more paths, held against what is allowed."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from net8.base.errors import PlanError
from net8.base.units import parse_time
from net8.base.words import many
from net8.record.sources import LISTENER_PORTS
from net8.replaying.exchange import Exchange
from net8.replaying.path import path_of
from net8.replaying.playing import Spread, spread_of
from net8.replaying.replay import Stage, quantity, read_scripts
from net8.replaying.script import Network, Script
from net8.replaying.wall import overlapping, together_s

__all__ = ["NOT_MODELLED", "Budget", "OnPath", "Trips", "budget"]

_RUNS: Final = 20
_SHOWN: Final = 3
_HANDSHAKE: Final = "TCP handshake"
NOT_MODELLED: Final = (
    "what the program does differently when replies come later (time-outs, more connections): its own time between "
    "calls stays as recorded, or as pinned",
    "the server under other load: its times stay as recorded, or as pinned, also where calls meet that did not",
    "connections on one line: each has the path to itself, so that rates are not shared",
    "clients that work on a reply while it comes: their time counts after it, as recorded or as pinned",
    "how many packets wait for the slowest line before others are dropped, where a path does not tell it: 1,000",
    "what is inside TLS: turns and sizes count, statements are not known, and its records keep their lengths",
    "which request waits for replies on other connections: without calls that overlap one thread makes all, one after "
    "the other; with such, connections with the same jobs share them, others go on by themselves",
    "how the server waits for requests, which its send buffer depends on: with poll or epoll, but for those of Oracle "
    "and SQL Server, which are taken to wait in read",
)
"""What a budget does not know, told with each."""


@dataclass(frozen=True, slots=True)
class Trips:
    """Round trips of one statement, or of one kind of request."""

    name: str  #: statement as shortened, else the kind of the request
    trips: int  #: how many
    request_bytes: int  #: bytes of the client
    reply_bytes: int  #: bytes of the server


@dataclass(frozen=True, slots=True)
class OnPath:
    """The time on one path."""

    path: str  #: as it was given
    time: Spread  #: from the start of the first session to the last reply
    latency_s: float  #: of that the round trips themselves, of all sessions
    server_s: float  #: of that the server's, of all sessions
    over: bool  #: whether the mean is more than is allowed


@dataclass(frozen=True)
class Budget:
    """What was recorded, on each path, and whether it keeps to the budget."""

    source: str  #: the file
    notes: tuple[str, ...]  #: what is missing, and what that does to the answer
    sessions: int  #: connections that were played
    trips: int  #: round trips, those that open connections included
    request_bytes: int  #: bytes of the clients
    reply_bytes: int  #: bytes of the servers
    recorded_s: float  #: how long it took when it was recorded
    by: tuple[Trips, ...]  #: round trips by statement, the most first
    paths: tuple[OnPath, ...]  #: the time on each path
    most_trips: int | None  #: round trips that are allowed
    most_s: float | None  #: time that is allowed
    failed: int  #: sessions that did not end well in the simulations

    @property
    def passed(self) -> bool:
        """Whether nothing is over the budget."""
        return not self.complaints()

    def complaints(self) -> list[str]:
        """Return what is over the budget, one sentence each."""
        found = []
        if self.most_trips is not None and self.trips > self.most_trips:
            found.append(f"{many(self.trips, 'round trip')} where {self.most_trips:,} may be: {self._most()}")
        found += [
            f"{_seconds(each.time.mean_s)} at {each.path} where {_seconds(self.most_s or 0)} may be: "
            f"{many(self.trips, 'round trip')} ({_seconds(each.latency_s)} of latency), {self._most()}; server "
            f"{_seconds(each.server_s)}"
            for each in self.paths
            if each.over
        ]
        return found

    def _most(self) -> str:
        """Say which statements have most of the round trips."""
        shown = [f"{each.trips:,} of them `{each.name}`" for each in self.by[:_SHOWN]]
        rest = sum(each.trips for each in self.by[_SHOWN:])
        return ", ".join(shown) + (f", {rest:,} others" if rest else "")

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only; times in seconds.

        @return: an object for json.dumps
        """
        return {
            "file": self.source, "notes": list(self.notes), "passed": self.passed, "over": self.complaints(),
            "sessions": self.sessions, "round_trips": self.trips, "request_bytes": self.request_bytes,
            "reply_bytes": self.reply_bytes, "recorded_s": self.recorded_s,
            "most_round_trips": self.most_trips, "most_s": self.most_s,
            "by_statement": [
                {
                    "name": each.name, "round_trips": each.trips, "request_bytes": each.request_bytes,
                    "reply_bytes": each.reply_bytes,
                }
                for each in self.by
            ],
            "paths": [
                {
                    "path": each.path, "mean_s": each.time.mean_s, "low_s": each.time.low_s,
                    "high_s": each.time.high_s, "runs": each.time.runs, "latency_s": each.latency_s,
                    "server_s": each.server_s, "over": each.over,
                }
                for each in self.paths
            ],
            "not_modelled": list(NOT_MODELLED),
        }  # fmt: skip


def _seconds(time_s: float) -> str:
    """Write a time with three digits."""
    return (
        f"{1000 * time_s:.3g} ms"
        if time_s < 0.9995
        else f"{time_s:.3g} s"
        if time_s < 999.5
        else f"{time_s:,.0f} s"
    )


def budget(
    file: str | Path,
    paths: Sequence[str],
    *,
    round_trips: int | None = None,
    time: str | None = None,
    pin_server_time: str | None = None,
    pin_client_time: str | None = None,
    runs: int = _RUNS,
    ports: Collection[int] = LISTENER_PORTS,
) -> Budget:
    """Play a recording on paths, and hold round trips and times against a budget.

    @param file: a recording of net8 record, or what net8 replay reads
    @param paths: paths such as "80ms,100Mbps,0.5%,1000p"
    @param round_trips: most round trips, those that open connections included; None for any
    @param time: longest time, such as "600ms", None for any; where something is random its mean counts
    @param pin_server_time: time of the server for each call in place of those recorded, such as "2ms"
    @param pin_client_time: time of the client before each call in place of those recorded
    @param runs: simulations where losses are random
    @param ports: TCP ports of listeners, for captures
    @return: round trips, times, and what is over the budget
    @raises CaptureError: when the file has nothing to play
    @raises PlanError: when an argument is wrong
    """
    if round_trips is not None and round_trips < 0:
        raise PlanError(f"--round-trips {round_trips} is below 0")
    if runs < 1:
        raise PlanError(f"--runs {runs} is below 1")
    networks = [path_of(text) for text in paths]
    most_ns = quantity("--time", time, parse_time)
    if most_ns is not None and not networks:
        raise PlanError("--time needs --paths, such as --paths 80ms,100Mbps,0.5%")
    pins = (
        quantity("--pin-server-time", pin_server_time, parse_time),
        quantity("--pin-client-time", pin_client_time, parse_time),
    )
    _records, scripts, notes = read_scripts([Path(file)], ports, (None, None, None))
    on_paths, failed = [], 0
    with tempfile.TemporaryDirectory(prefix="net8-budget-") as folder:
        stage = Stage(Path(folder), runs)
        scripts = [_pinned(stage.fitted(stage.settled(script)), *pins) for script in scripts]
        for text, network in zip(paths, networks, strict=True):
            found, lost = _on_path(stage, scripts, network, pins[1])
            failed += lost
            spread = spread_of(found, min(found))
            on_paths.append(
                OnPath(
                    text, spread, sum(script.talk.trips for script in scripts) * network.rtt_ns / 1e9,
                    sum(script.on(network).talk.server_ns for script in scripts) / 1e9,
                    most_ns is not None and spread.mean_s > most_ns / 1e9,
                )
            )  # fmt: skip
    by = _by_statement(scripts)
    if failed:
        notes.append(
            f"{many(failed, 'session')} of the simulations did not end well; their times are too short"
        )
    at_once = overlapping(scripts)
    if at_once:
        notes.append(
            f"{many(at_once, 'connection')} at work at the same time: which reply a request has waited for is a guess "
            "there, so that times may be off by some round trips"
        )
    if any(pins) and len(scripts) > 1:
        notes.append("with several connections pinned times settle no order of calls that overlapped")
    return Budget(
        str(file), tuple(notes), len(scripts), sum(each.trips for each in by),
        sum(each.request_bytes for each in by), sum(each.reply_bytes for each in by), _recorded_s(scripts), by,
        tuple(on_paths), round_trips, None if most_ns is None else most_ns / 1e9, failed,
    )  # fmt: skip


def _on_path(
    stage: Stage, scripts: Sequence[Script], network: Network, client_ns: int | None
) -> tuple[list[float], int]:
    """Play sessions on a path; return their time together in each simulation, and how many did not end well."""
    plays = [stage.play(script, network, None) for script in scripts]
    return together_s(scripts, plays, network, client_ns), sum(each.failed for each in plays)


def _pinned(script: Script, server_ns: int | None, client_ns: int | None) -> Script:
    """Return a script with the same time of an end for each call."""
    if server_ns is None and client_ns is None:
        return script

    def pinned(each: Exchange, first: bool) -> Exchange:
        # How a pipeline was cut, and what the server answered meanwhile, are matters of time, too.
        if server_ns is not None:
            whole = each.reply_bytes + each.early_bytes
            each = replace(each, server_ns=server_ns, answering_ns=0, reply_bytes=whole, early_bytes=0)
        if client_ns is not None:
            each = replace(each, client_ns=0 if first else client_ns, asking_ns=0, request_writes=1)
        return each

    talk = script.talk
    opening = [pinned(each, True) for each in talk.opening]
    exchanges = [pinned(each, not opening and not place) for place, each in enumerate(talk.exchanges)]
    return replace(script, talk=replace(talk, opening=opening)).with_exchanges(exchanges)


def _by_statement(scripts: Sequence[Script]) -> tuple[Trips, ...]:
    """Count the round trips of each statement, the most first."""
    found: dict[str, list[int]] = {}

    def add(name: str, request_bytes: int, reply_bytes: int) -> None:
        entry = found.setdefault(name, [0, 0, 0])
        for place, value in enumerate((1, request_bytes, reply_bytes)):
            entry[place] += value

    for script in scripts:
        if script.recorded.opened:
            add(_HANDSHAKE, 0, 0)
        for each in (*script.recorded.opening, *script.recorded.exchanges):
            add(each.statement or each.kind, each.request_bytes, each.reply_bytes)
    lines = [Trips(name, *values) for name, values in found.items()]
    return tuple(sorted(lines, key=lambda line: -line.trips))


def _recorded_s(scripts: Sequence[Script]) -> float:
    """Return the time from the start of the first session to the last reply, as recorded."""
    begun = min(script.recorded.start_ns for script in scripts)
    ended = max(
        each.end_ns for script in scripts for each in (*script.recorded.opening, *script.recorded.exchanges)
    )
    return max(ended - begun, 0) / 1e9
