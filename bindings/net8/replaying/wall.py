# SPDX-License-Identifier: GPL-2.0-only
"""How long several sessions take together, each at its own pace.

A request follows the last reply on its connection, as long after it as recorded. If whole calls on other connections
lie between the two, as of a program that takes one connection of a pool after the other, it follows the last of these;
so does the first request of a connection. Connections with calls under way at the same time are independent of each
other: what lies between two calls of the one is not told by the other, whose call before was under way with the first.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from net8.replaying.playing import OPENING_ROW, Played, responses_of
from net8.replaying.script import Network, Script

__all__ = ["together_s"]


@dataclass(frozen=True, slots=True)
class _Step:
    """What a session does without the program in between: its opening, or a call."""

    start_ns: int  #: recorded
    end_ns: int  #: recorded
    session: int  #: number of the session
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
        _walk(
            [
                step
                for number, (script, played) in enumerate(zip(on, plays, strict=True))
                for step in _steps(number, script, played, run % len(played.total_s))
            ],
            client_ns,
        )
        / 1e9
        for run in range(runs)
    ]


def _steps(session: int, script: Script, played: Played, run: int) -> list[_Step]:
    """Return the steps of a session in one simulation; what the server took for a call is the call's own."""
    talk = script.talk
    found = []
    if talk.opened or talk.opening:
        end = talk.opening[-1].end_ns if talk.opening else talk.start_ns
        opening_ns = round(1e9 * played.by_name[OPENING_ROW][run])
        # The plan has the client's time before the first call there.
        opening_ns -= talk.first_ns if talk.opening else 0
        found.append(_Step(talk.start_ns, end, session, opening_ns))
    for each, response_ns in zip(talk.exchanges, responses_of(script, played, run), strict=True):
        found.append(_Step(each.start_ns, each.end_ns, session, max(response_ns + each.asking_ns, 0)))
    return found


@dataclass(frozen=True, slots=True)
class _Done:
    """A step that was walked."""

    step: _Step
    ended_ns: int  #: on the new network
    before: _Done | None  #: the one before it in its session


def _walk(steps: Sequence[_Step], client_ns: int | None) -> int:
    """Let each step begin when what it follows has ended, and return when the last one ends."""
    done: list[_Done] = []
    last: dict[int, _Done] = {}
    first = min((step.start_ns for step in steps), default=0)
    for step in sorted(steps, key=lambda each: (each.start_ns, each.end_ns)):
        own = last.get(step.session)
        follows = _between(done, own, step.start_ns) or own
        if follows is None:
            began = step.start_ns - first if client_ns is None else 0
        else:
            began = follows.ended_ns + (
                step.start_ns - follows.step.end_ns if client_ns is None else client_ns
            )
        began = max(began, own.ended_ns if own else 0)
        last[step.session] = _Done(step, began + step.took_ns, own)
        bisect.insort(done, last[step.session], key=_end)
    return max((each.ended_ns for each in last.values()), default=0)


def _end(done: _Done) -> int:
    """Return when a step ended."""
    return done.step.end_ns


def _between(done: Sequence[_Done], own: _Done | None, start_ns: int) -> _Done | None:
    """Return the last call that began and ended between a step of a session and its next one."""
    since_ns = own.step.end_ns if own else 0
    for place in range(bisect.bisect_right(done, start_ns, key=_end) - 1, -1, -1):
        each = done[place]
        if each.step.end_ns <= since_ns:
            return None
        if each.step.start_ns >= since_ns and not _together(each.before, own):
            return each
    return None


def _together(one: _Done | None, other: _Done | None) -> bool:
    """Return whether two steps were under way at the same time."""
    if one is None or other is None:
        return False
    return one.step.end_ns > other.step.start_ns and one.step.start_ns < other.step.end_ns
