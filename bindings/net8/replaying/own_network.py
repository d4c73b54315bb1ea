# SPDX-License-Identifier: GPL-2.0-only
"""What a file tells of the network that it was taken on: rate, loss, segments, windows, SDU."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.capture import tcp_header
from net8.capture.streams import Connection, Endpoint, Segment, connections, read_segments
from net8.dissect.sessions import dissect
from net8.record.turns import handshake

__all__ = ["FASTEST_BIT_S", "FRAME_BYTES", "NO_NETWORK", "OwnNetwork", "own_network"]

FASTEST_BIT_S: Final = 10**9
"""Rate of a network of which nothing tells a lower one."""
FRAME_BYTES: Final = 54
"""IP, TCP with timestamps, and the frame on the line, of a segment."""
_FULL_BYTES: Final = 500
_FEWEST: Final = 8
"""Pairs of full segments from which a rate is taken."""
_LONGEST_BYTES: Final = 6000
"""Bytes that one acknowledgement answers at most where its gap tells a rate."""
_SEGMENT_BYTES: Final = 1460
_SDU_BYTES: Final = 8192
_LEAST_SDU: Final = 512


@dataclass(frozen=True, slots=True)
class OwnNetwork:
    """What is known of a network."""

    rate_bit_s: int = FASTEST_BIT_S  #: rate of its slowest line
    rate_told: str = "assumed"  #: where that comes from
    fastest_bit_s: int = FASTEST_BIT_S  #: fastest pace of segments that follow each other
    loss: float = 0.0  #: share of data segments that were sent again
    loss_told: bool = False  #: whether that is told, and random
    segment_bytes: int = _SEGMENT_BYTES  #: smaller of the segments that both SYNs allow
    scaled: tuple[bool, bool] = (True, True)  #: whether the SYNs of client and server scale windows
    sdu_bytes: int = _SDU_BYTES  #: agreed SDU
    at_client: bool = True  #: whether the capture was taken nearer to the client
    both: bool = False  #: whether another capture was taken at the server, so that its work is seen
    none: bool = False  #: whether there was none between the record and either end


NO_NETWORK: Final = OwnNetwork(rate_bit_s=10 * FASTEST_BIT_S, rate_told="a port without network", none=True)
"""What a recording at a port was made on."""


def own_network(path: Path, ports: Collection[int]) -> OwnNetwork:
    """Look at the segments of a capture.

    @param path: a capture
    @param ports: TCP ports of listeners
    @return: what they tell
    """
    sdu = _SDU_BYTES
    try:
        found = dissect(path, ports=ports, tds=False)
    except CaptureError:
        segments = read_segments(path).segments
        talks = connections(segments)
    else:
        segments = found.reading.segments
        talks = [session.connection for session in found.sessions]
        agreed = [int(session.agreed["sdu_bytes"]) for session in found.sessions if session.agreed]
        sdu = max([each for each in agreed if each >= _LEAST_SDU], default=sdu)
    clients = {talk.client for talk in talks}
    at_client = _at_client(talks, segments)
    arriving = [segment for segment in segments if (segment.source in clients) != at_client]
    paces = _paces(arriving)
    rate = _quantile(paces, 0.9) or _rate_of_answers(arriving)
    sizes = [segment.largest for segment in segments if segment.largest]
    fastest = max(paces[-1:], default=rate or FASTEST_BIT_S)
    return OwnNetwork(
        rate or FASTEST_BIT_S, "gaps between segments" if rate else "assumed", fastest, _loss(segments), False,
        max(min(sizes, default=_SEGMENT_BYTES), 536), _scaled(segments, clients), sdu, at_client,
    )  # fmt: skip


def _at_client(talks: Sequence[Connection], segments: Sequence[Segment]) -> bool:
    """Return whether the server is further away from the capture than the client."""
    for talk in talks:
        ends = {talk.client, talk.server}
        opening = handshake([each for each in segments if {each.source, each.target} == ends], talk)
        if opening:
            return opening[1] >= opening[2]
    return True


def _paces(arriving: Iterable[Segment]) -> list[int]:
    """Return rates, in order, by segments that follow each other: the time of one on the slowest line is its gap."""
    return sorted(
        8 * 10**9 * (len(after.payload) + FRAME_BYTES) // (after.time_ns - before.time_ns)
        for before, after in _pairs(segment for segment in arriving if segment.payload)
        # A shorter one gains on a longer one on lines behind the slowest.
        if len(after.payload) >= max(_FULL_BYTES, len(before.payload))
        and before.sequence + len(before.payload) == after.sequence
        # Else it is another message, which waited for a request.
        and before.acknowledged == after.acknowledged
        and after.time_ns > before.time_ns
    )


def _rate_of_answers(arriving: Iterable[Segment]) -> int | None:
    """Take the rate from acknowledgements, where the capture sees long messages only as they leave."""
    rates = []
    for before, after in _pairs(arriving):
        if before.payload or after.payload:
            continue
        size = (after.acknowledged - before.acknowledged) % 2**32
        if _FULL_BYTES <= size <= _LONGEST_BYTES and after.time_ns > before.time_ns:
            frames = -(-size // _SEGMENT_BYTES) * FRAME_BYTES
            rates.append(8 * 10**9 * (size + frames) // (after.time_ns - before.time_ns))
    return _quantile(rates, 0.5)


def _pairs(segments: Iterable[Segment]) -> Iterator[tuple[Segment, Segment]]:
    """Yield segments of a direction that follow each other."""
    last: dict[tuple[Endpoint, Endpoint], Segment] = {}
    for segment in segments:
        ends = segment.source, segment.target
        if ends in last:
            yield last[ends], segment
        last[ends] = segment


def _quantile(rates: list[int], share: float) -> int | None:
    """Return a quantile of rates to three digits, None if they are few or of no slow line."""
    if len(rates) < _FEWEST:
        return None
    found = sorted(rates)[int(share * len(rates))]
    return round(found, 3 - len(str(found))) if found < FASTEST_BIT_S else None


def _loss(segments: Sequence[Segment]) -> float:
    """Return the share of data segments whose bytes had been sent before."""
    highest: dict[tuple[Endpoint, Endpoint], int] = {}
    sent = again = 0
    for segment in segments:
        if not segment.payload:
            continue
        ends = segment.source, segment.target
        end = segment.sequence + len(segment.payload)
        last = highest.get(ends)
        sent += 1
        if last is not None and (end - last + 2**31) % 2**32 - 2**31 <= 0:
            again += 1
        else:
            highest[ends] = end
    return again / sent if sent else 0.0


def _scaled(segments: Sequence[Segment], clients: Collection[Endpoint]) -> tuple[bool, bool]:
    """Return whether the SYNs of clients, and of servers, have a window scale."""
    syns = [segment for segment in segments if segment.flags & tcp_header.SYN]
    of_clients = [syn.shift is not None for syn in syns if syn.source in clients]
    of_servers = [syn.shift is not None for syn in syns if syn.source not in clients]
    return all(of_clients), all(of_servers)
