# SPDX-License-Identifier: GPL-2.0-only
"""Two captures of the same connections, one at the client and one at the server: network and server apart.

Each turn is in both. How long a reply was awaited at the client, less how long at the server, is the network, there and
back: the clocks of the two machines need not agree. Which bytes are a turn's is told by the TCP stream.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Final

from net8.base.extension import need_core
from net8.base.words import many
from net8.capture.streams import read_segments
from net8.record.captures import CAPTURE, Key, record_of, talks_of
from net8.record.record import Mark, Record
from net8.record.turns import Turn, served_of

__all__ = ["find_pairs", "read_pair"]

_Talks = Mapping[Key, tuple[int | None, Sequence[Turn]]]
_PLACES: Final = "captures at the client and at the server"


def find_pairs(paths: Sequence[Path], ports: Collection[int]) -> dict[Path, Path]:
    """Find captures of the same connections.

    @param paths: captures
    @param ports: TCP ports of listeners
    @return: for a capture the one nearer to the server
    """
    need_core()
    talks = {path: talks_of(path, read_segments(path), ports) for path in paths}
    found: dict[Path, Path] = {}
    for one, other in combinations(talks, 2):
        taken = {*found, *found.values()}
        if talks[one].keys() == talks[other].keys() and one not in taken and other not in taken:
            near, far = (one, other) if _away(talks[one]) >= _away(talks[other]) else (other, one)
            found[near] = far
    return found


def _away(talks: _Talks) -> int:
    """Return how far from the server a capture was taken: all waits for replies, SYNs included."""
    waits = sum(rtt or 0 for rtt, _turns in talks.values())
    return waits + sum(served or 0 for _rtt, turns in talks.values() for served in served_of(turns, turns))


def read_pair(near: Path, far: Path, ports: Collection[int], rtt_ns: int | None) -> Record:
    """Read two captures of the same connections.

    @param near: the one at the client
    @param far: the one at the server
    @param ports: TCP ports of listeners
    @param rtt_ns: round trip of the network for what they do not tell, or None
    @return: what they tell, the client's view of it
    """
    reading = read_segments(near)
    other = talks_of(far, read_segments(far), ports)
    told = {key: turns for key, (_rtt, turns) in other.items()}
    rtts = (rtt_ns, None if rtt_ns is None else 0)
    record = record_of(near, CAPTURE, reading, ports, rtts, told)
    seen = Mark("derived", f"waits for replies in two {_PLACES}: {near.name} and {far.name}")
    record.marks |= {"waits": seen}
    record.notes += _notes(far, talks_of(near, reading, ports), other)
    return record


def _notes(far: Path, near_talks: _Talks, far_talks: _Talks) -> Iterator[str]:
    """Say what was used, how far the clocks are apart, and what could not be matched."""
    yield f"{far} is of the same connections, nearer to the server: it tells network and server apart"
    offsets, missed = [], 0
    for key, (_rtt, turns) in near_talks.items():
        others = far_talks[key][1]
        served = served_of(turns, others)
        for turn, each in zip(turns, served, strict=True):
            missed += each is None and all(turn.sent(by_client=who) for who in (True, False))
        matched = zip(turns, others, served, strict=False)
        offsets += [_offset(turn, other) for turn, other, each in matched if each is not None]
    if offsets:
        yield f"its clock is {median(offsets) / 1e6:+,.3f} ms from the other, if both ways take equally long"
    if missed:
        yield f"{many(missed, 'turn')} differ between the two captures: there the round trip of the handshake counts"


def _offset(near: Turn, far: Turn) -> float:
    """Return how far the clock of one capture is ahead of the other, as NTP finds it (RFC 5905, 8)."""
    asked = far.sent(by_client=True)[-1].last_ns - near.sent(by_client=True)[-1].last_ns
    answered = far.sent(by_client=False)[0].first_ns - near.sent(by_client=False)[0].first_ns
    return (asked + answered) / 2
