# SPDX-License-Identifier: GPL-2.0-only
"""How long several sessions take together, each at its own pace.

A request follows the last reply on its connection, as long after it as recorded, unless whole calls on other
connections lie between the two, as of a program that takes one connection of a pool after the other. Then it follows
the last of these where no calls overlap hereabouts: one thread makes them all.

Where some do, several threads are at work, and who goes on is one that rests. A protocol that tells when a session is
in no transaction tells jobs, too: what lies between two such times. Connections that do the same jobs are those of a
pool: a job goes to the one that is free first, which need not be that of the recording, as long as all are in use. They
are as many as their jobs overlap at most, but where jobs are single calls, which next to the server hardly overlap, all
of them. Elsewhere, and where all are at work and each has as many jobs, each connection goes on by itself.
"""

from __future__ import annotations

import bisect
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from net8.replaying.playing import OPENING_ROW, Played, responses_of
from net8.replaying.script import Network, Script

__all__ = ["overlapping", "together_s"]

_NEAR: Final = 64
"""Calls before a step, and after it, of which two that overlap tell that several threads are at work."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What a session does without the program in between: its opening, or a call."""

    start_ns: int  #: recorded
    end_ns: int  #: recorded
    session: int  #: number of the session
    opens: bool  #: whether it is the opening
    statement: str  #: of a call, empty if it is not known
    free: bool  #: whether the session is in no transaction then, as its protocol tells
    took_ns: int  #: on the new network


def together_s(
    scripts: Sequence[Script], plays: Sequence[Played], network: Network, client_ns: int | None = None
) -> list[float]:  # fmt: skip
    """Return the time from the start of the first session to the last reply of all.

    @param scripts: sessions
    @param plays: each of them on a network
    @param network: the network
    @param client_ns: time of the program between a reply and the next request, None as recorded
    @return: seconds, one for each simulation
    """
    runs = max(len(each.total_s) for each in plays)
    on = [script.on(network) for script in scripts]
    return [
        _Walk(
            [
                step
                for number, (script, played) in enumerate(zip(on, plays, strict=True))
                for step in _steps(number, script, played, run % len(played.total_s))
            ],
            client_ns,
        ).end_ns()
        / 1e9
        for run in range(runs)
    ]


def overlapping(scripts: Sequence[Script]) -> int:
    """Count the sessions with calls under way at the same time as those of another one.

    @param scripts: sessions
    @return: how many
    """
    calls = sorted(
        (each.start_ns, each.end_ns, number)
        for number, script in enumerate(scripts)
        for each in script.recorded.exchanges
    )
    return len({call[2] for call, overlaps in zip(calls, _overlaps(calls), strict=True) if overlaps})


def _overlaps(calls: Sequence[tuple[int, int, int]]) -> list[bool]:
    """Return which calls overlap one of another session; start, end and session of each, in the order of the starts."""
    found = [False] * len(calls)
    open_: list[int] = []
    for place, (start_ns, _end_ns, session) in enumerate(calls):
        open_ = [each for each in open_ if calls[each][1] > start_ns]
        for each in open_:
            if calls[each][2] != session:
                found[place] = found[each] = True
        open_.append(place)
    return found


def _steps(session: int, script: Script, played: Played, run: int) -> list[_Step]:
    """Return the steps of a session in one simulation; what the server took for a call is the call's own."""
    talk = script.talk
    found = []
    if talk.opened or talk.opening:
        end = talk.opening[-1].end_ns if talk.opening else talk.start_ns
        opening_ns = round(1e9 * played.by_name[OPENING_ROW][run])
        # The plan has the client's time before the first call there.
        opening_ns -= talk.first_ns if talk.opening else 0
        free = bool(talk.opening) and talk.opening[-1].free
        found.append(_Step(talk.start_ns, end, session, True, "", free, opening_ns))
    for each, response_ns in zip(talk.exchanges, responses_of(script, played, run), strict=True):
        took_ns = max(response_ns + each.asking_ns, 0)
        found.append(_Step(each.start_ns, each.end_ns, session, False, each.statement, each.free, took_ns))
    return found


@dataclass(slots=True)
class _Done:
    """A step that was walked."""

    step: _Step
    ended_ns: int  #: on the new network
    followed: bool = False  #: whether a later step began when it ended


@dataclass(slots=True)
class _Job:
    """Steps of a session from one time without a transaction to the next."""

    steps: list[_Step] = field(default_factory=list)

    @property
    def what(self) -> tuple[str, ...]:
        """What it does: its statements, without what prepares them."""
        return tuple(each.statement for each in self.steps if each.statement)


class _Walk:
    """Lets each step begin when what it follows has ended."""

    def __init__(self, steps: Sequence[_Step], client_ns: int | None) -> None:
        """Take the steps of all sessions, and the time of the program before each, None as recorded."""
        self._ordered = sorted(steps, key=lambda each: (each.start_ns, each.end_ns))
        self._client_ns = client_ns
        self._done: list[_Done] = []
        self._last: dict[int, _Done] = {}
        self._jobs = _jobs(self._ordered)
        # Of each kind of job: the places of those of each session.
        self._pools: dict[tuple[str, ...], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        for place, job in enumerate(self._jobs.values()):
            self._pools[job.what][job.steps[0].session].append(place)
        self._place = {first: place for place, first in enumerate(self._jobs)}
        self._at_once = _at_once(list(self._jobs.values()))
        self._free_ns: dict[int, int] = {}

    def end_ns(self) -> int:
        """Return when the last step ends, after the start of the first."""
        walked: set[int] = set()
        for step, threads in zip(self._ordered, _overlapping(self._ordered), strict=True):
            if id(step) in walked:
                continue
            job = self._jobs.get(id(step)) if threads else None
            own = self._last.get(step.session)
            if job is None or own is None or not own.step.free or not self._is_pooled(job):
                self._free_ns[step.session] = self._add(step, self._began(step, own, threads))
            else:
                self._dispatch(job)
                walked |= {id(each) for each in job.steps}
        return max((each.ended_ns for each in self._done), default=0)

    def _add(self, step: _Step, began_ns: int) -> int:
        """Add a step, and return when it ends."""
        done = self._last[step.session] = _Done(step, began_ns + step.took_ns)
        bisect.insort(self._done, done, key=_end)
        return done.ended_ns

    def _after(self, start_ns: int, end_ns: int) -> int:
        """Return the time of the program between a recorded reply and a recorded request."""
        return start_ns - end_ns if self._client_ns is None else self._client_ns

    def _began(self, step: _Step, own: _Done | None, threads: bool) -> int:
        """Return when a step begins that is no job of a pool."""
        follows = self._followed(own, step.start_ns, threads)
        if follows is None:
            return step.start_ns - self._ordered[0].start_ns if self._client_ns is None else 0
        follows.followed = True
        began_ns = follows.ended_ns + self._after(step.start_ns, follows.step.end_ns)
        return max(began_ns, own.ended_ns if own else 0)

    def _followed(self, own: _Done | None, start_ns: int, threads: bool) -> _Done | None:
        """Return the step that the next one of a session follows; threads is whether several of them are at work."""
        done, since_ns = self._done, own.step.end_ns if own else 0
        ended = bisect.bisect_right(done, start_ns, key=_end)
        later = (
            done[place] for place in range(ended - 1, bisect.bisect_right(done, since_ns, key=_end) - 1, -1)
        )
        between = next((each for each in later if each.step.start_ns >= since_ns), None)
        if between is None or (threads and own is not None and not own.followed):
            return own
        if not threads:
            return between
        return next(
            (done[place] for place in range(ended - 1, -1, -1) if not done[place].followed), own or between
        )

    def _is_pooled(self, job: _Job) -> bool:
        """Return whether connections share jobs of a kind; where all are at work, with as many, they need not."""
        uses = self._pools[job.what]
        some = len(job.steps) > 1 and self._at_once[id(job.steps[0])] < len(uses)
        return some or len({len(places) for places in uses.values()}) > 1

    def _dispatch(self, job: _Job) -> None:
        """Give a job to the connection of its pool that is free first."""
        first = job.steps[0]
        place, uses = self._place[id(first)], self._pools[job.what]
        # Connections that are used no more, or not yet, take nothing.
        pool = [
            each
            for each, places in uses.items()
            if each in self._last and places[0] - 2 * len(uses) < place < places[-1] + 2 * len(uses)
        ]
        threads = self._at_once[id(first)] if len(job.steps) > 1 else len(pool)
        lanes = sorted(pool, key=lambda each: (-self._free_ns[each], each))[:threads]
        lane = min(lanes, key=lambda each: (self._free_ns[each], each != first.session, each))
        # Its thread rests for longer than all others that rest, as the one that goes on does.
        rest = sorted(
            (end for each in pool if (end := self._last[each].step.end_ns) <= first.start_ns), reverse=True
        )
        busy = len(pool) - len(rest)
        since_ns = rest[max(len(lanes) - busy, 1) - 1] if rest else first.start_ns
        now_ns = self._free_ns[lane] + self._after(first.start_ns, since_ns)
        before = first
        for step in job.steps:
            if step is not first:
                now_ns += self._after(step.start_ns, before.end_ns)
            now_ns, before = self._add(step, now_ns), step
        self._free_ns[lane] = now_ns


def _end(done: _Done) -> int:
    """Return when a step ended, as recorded."""
    return done.step.end_ns


def _jobs(ordered: Sequence[_Step]) -> dict[int, _Job]:
    """Return the jobs, by the identity of their first step; what comes before a session is free is none."""
    found: dict[int, _Job] = {}
    before: dict[int, tuple[_Step, _Job | None]] = {}
    for step in ordered:
        last, job = before.get(step.session, (None, None))
        if last is not None and last.free:
            job = found[id(step)] = _Job()
        if job is not None:
            job.steps.append(step)
        before[step.session] = step, job
    return found


def _at_once(jobs: Sequence[_Job]) -> dict[int, int]:
    """Return how many jobs are under way at most near each, itself included, by the identity of its first step."""
    open_: list[int] = []
    counts = []
    for job in jobs:
        open_ = [*(each for each in open_ if each > job.steps[0].start_ns), job.steps[-1].end_ns]
        counts.append(len(open_))
    return {
        id(job.steps[0]): max(counts[max(place - _NEAR, 0) : place + _NEAR + 1])
        for place, job in enumerate(jobs)
    }


def _overlapping(ordered: Sequence[_Step]) -> list[bool]:
    """Return whether the calls near each step are made by several threads: some of them overlap others.

    Connections that open at the same time tell nothing, as pools do that for one thread, too, unless no connection has
    a second call.
    """
    calls = [each for each in ordered if not each.opens]
    if len({each.session for each in calls}) == len(calls):
        calls = list(ordered)
    overlap = _overlaps([(each.start_ns, each.end_ns, each.session) for each in calls])
    sums = [0, *accumulate(overlap)]
    starts = [each.start_ns for each in calls]
    found = []
    for step in ordered:
        place = bisect.bisect_left(starts, step.start_ns)
        low, high = max(place - _NEAR, 0), min(place + _NEAR + 1, len(calls))
        found.append(sums[high] > sums[low])
    return found
