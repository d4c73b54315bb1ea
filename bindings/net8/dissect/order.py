# SPDX-License-Identifier: GPL-2.0-only
"""In which order the packets of both directions were sent, and where bytes are missing between them.

Acknowledgements prove what times only suggest: who acknowledges the last byte of a packet sent what follows after it.
Times of two network cards or two machines may differ by more than an answer takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from net8.dissect.packet import TnsPacket

__all__ = ["Gap", "find_answers", "find_gaps", "in_order"]

_URGENT: Final = 1
"""Bytes that may lie between two packets of a client: the out-of-band one."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes of one direction that are missing, or belong to no packet."""

    sender: str  #: who sent them
    first: int  #: they may lie in front of the packet at this place
    last: int  #: and of each one up to this place; behind the last packet where there is none


def in_order(client: Sequence[TnsPacket], server: Sequence[TnsPacket]) -> list[TnsPacket]:
    """Put the packets of both directions into one order.

    @param client: packets of the client, in the order of their bytes
    @param server: packets of the server, in the order of their bytes
    @return: all of them: behind what their sender had acknowledged, else in the order in which they were whole
    """
    found: list[TnsPacket] = []
    mine, theirs = 0, 0
    while mine < len(client) and theirs < len(server):
        one, other = client[mine], server[theirs]
        after, before = one.had >= other.end, other.had >= one.end
        if after == before:
            before = (one.time_ns, one.frame) <= (other.time_ns, other.frame)
        if before:
            found.append(one)
            mine += 1
        else:
            found.append(other)
            theirs += 1
    return [*found, *client[mine:], *server[theirs:]]


def find_gaps(packets: Sequence[TnsPacket], ends: Mapping[str, int]) -> list[Gap]:
    """Find out where bytes are missing, or belong to no packet.

    @param packets: packets of both directions in order
    @param ends: place behind the last byte of each direction
    @return: gaps in the order of their ends
    """
    found: list[Gap] = []
    # Place behind the last packet of each direction, and where the next packet comes.
    reached, following = dict.fromkeys(ends, 0), dict.fromkeys(ends, 0)
    for number, packet in enumerate(packets):
        side = packet.sender
        if packet.start - reached[side] > _URGENT:
            found.append(_narrow(packets, Gap(side, following[side], number), reached[side], packet.start))
        reached[side], following[side] = packet.end, number + 1
    for side, end in ends.items():
        if end - reached[side] > _URGENT:
            found.append(_narrow(packets, Gap(side, following[side], len(packets)), reached[side], end))
    return found


def find_answers(packets: Sequence[TnsPacket]) -> frozenset[int]:
    """Find the packets whose sender had more of the other side than was captured before them.

    Such a packet does not go on with the one of its side before it: between them came something that is not there.

    @param packets: packets of both directions in order
    @return: their places
    """
    reached: dict[str, int] = {}
    found = set()
    for number, packet in enumerate(packets):
        others = [end for side, end in reached.items() if side != packet.sender]
        if others and packet.had - others[0] > _URGENT:
            found.add(number)
        reached[packet.sender] = packet.end
    return frozenset(found)


def _narrow(packets: Sequence[TnsPacket], gap: Gap, start: int, end: int) -> Gap:
    """Narrow down where a gap is: the other side did not have it yet, or had all of it."""
    first, last = gap.first, gap.last
    while first < last and packets[first].had == start:
        first += 1
    for number in range(first, last):
        if packets[number].had >= end:
            last = number
            break
    return Gap(gap.sender, first, last)
