# SPDX-License-Identifier: GPL-2.0-only
"""Structure of pcapng: sections of both byte orders, interfaces of any link and clock, blocks of any kind."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any, Final

from fuzz_kind import Command, Kind, Parts
from fuzz_values import EDGES
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, connect, data, ethernet

__all__ = ["PCAPNG"]

_FILE: Final = "fuzzed.pcapng"
_SECTION, _INTERFACE, _OLD, _SIMPLE, _PACKET = 0x0A0D0D0A, 1, 2, 3, 6
_KINDS: Final = (
    _SECTION,
    _INTERFACE,
    _OLD,
    _SIMPLE,
    4,
    5,
    _PACKET,
    9,
    10,
    0xBAD,
    0x40000BAD,
    0,
    0xFFFFFFFF,
    0x80000001,
)
_LINKS: Final = (1, 0, 101, 113, 276, 9, 105, 147, 228, 65535)
_OPTIONS: Final = (1, 2, 3, 4, 8, 9, 11, 12, 13, 14, 2988, 0xFFFF)
_TICKS: Final = (0, 1, 10**6, 2**31, 2**32, 2**52, 2**63, 2**64 - 1)
_DELAY_TICKS: Final = 1000


def _frames() -> list[bytes]:
    """Return the frames of a session of a few packets."""
    opening = connect()
    at = len(opening)
    sent = [
        Sent(0, True, 0, opening), Sent(0, False, 0, ACCEPT), Sent(0, True, at, FETCH),
        Sent(0, False, 32, data(b"\x06" + bytes(90) + b"ORA-01403: no data found\n")),
        Sent(0, True, at + 21, END_OF_FILE),
    ]  # fmt: skip
    return [ethernet(segment.packet()) for segment in sent]


_FRAMES: Final = _frames()

# A block is its byte order, its kind, its body, and what its two lengths say beyond what is right.


def _block(order: str, kind: int, body: bytes, first: int = 0, last: int = 0) -> list[Any]:
    return [order, kind, body.hex(), first, last]


def _section(order: str, options: bytes = b"", length: int = -1) -> list[Any]:
    return _block(order, _SECTION, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, length) + options)


def _interface(order: str, link: int = 1, options: bytes = b"", limit: int = 0) -> list[Any]:
    return _block(order, _INTERFACE, struct.pack(order + "HHI", link, 0, limit) + options)


def _option(order: str, code: int, content: bytes, length: int | None = None) -> bytes:
    told = len(content) if length is None else length
    return struct.pack(order + "HH", code, told) + content + bytes(-len(content) % 4)


def _packet(order: str, index: int, ticks: int, frame: bytes, captured: int | None = None) -> list[Any]:
    told = len(frame) if captured is None else captured
    fixed = struct.pack(order + "IIIII", index, ticks >> 32, ticks & 0xFFFFFFFF, told, len(frame))
    return _block(order, _PACKET, fixed + frame + bytes(-len(frame) % 4))


def _draw(rng: random.Random) -> Parts:
    """Draw the blocks of a file."""
    blocks: Parts = []
    for _section_number in range(rng.choice([1, 1, 1, 2, 3])):
        blocks += _drawn_section(rng)
    for _change in range(rng.choice([0, 1, 1, 2, 5])):
        _change_blocks(rng, blocks)
    return blocks


def _drawn_section(rng: random.Random) -> Parts:
    """Draw a section with some interfaces and the frames of a session."""
    order = rng.choice("<>")
    count = rng.choice([1, 1, 2, 3])
    blocks = [_section(order, _drawn_options(rng, order), rng.choice([-1, -1, 0, 7, 2**62]))]
    for number in range(count):
        link = 1 if number == 0 or rng.random() < 0.5 else rng.choice(_LINKS)
        blocks.append(_interface(order, link, _drawn_options(rng, order), rng.choice([0, 65535, 1])))
    start, wild = rng.choice(_TICKS), rng.random() < 0.2
    for number, frame in enumerate(_FRAMES):
        ticks = rng.choice(_TICKS) if wild else (start + number * _DELAY_TICKS) % 2**64
        index = 0 if rng.random() < 0.9 else rng.randrange(count + 1)
        blocks.append(_as_drawn(rng, order, index, ticks, frame))
    return blocks


def _as_drawn(rng: random.Random, order: str, index: int, ticks: int, frame: bytes) -> list[Any]:
    """Put a frame into a block of one of the kinds that hold one."""
    drawn = rng.random()
    if drawn < 0.05:
        return _block(
            order,
            _SIMPLE,
            struct.pack(order + "I", rng.choice([len(frame), *EDGES])) + frame + bytes(-len(frame) % 4),
        )
    if drawn < 0.1:
        fixed = struct.pack(
            order + "HHIIII", index, 0, ticks >> 32, ticks & 0xFFFFFFFF, len(frame), len(frame)
        )
        return _block(order, _OLD, fixed + frame + bytes(-len(frame) % 4))
    if drawn < 0.15:
        return _packet(order, index, ticks, frame, rng.choice(EDGES))
    return _packet(order, index, ticks, frame)


def _drawn_options(rng: random.Random, order: str) -> bytes:
    """Draw options: clocks of any resolution and offset among them, lengths that lie."""
    made = b""
    for _number in range(rng.choice([0, 0, 1, 2])):
        match rng.randrange(4):
            case 0:
                made += _option(order, 9, bytes([rng.choice([0, 3, 6, 9, 12, 20, 127, 0x80, 0x8A, 0xFF])]))
            case 1:
                seconds = rng.choice([0, -1, 1, 2**31, 2**62, -(2**63)])
                made += _option(order, 14, struct.pack(order + "q", seconds))
            case 2:
                made += _option(order, rng.choice(_OPTIONS), rng.randbytes(rng.randrange(9)))
            case _:
                made += _option(order, rng.choice(_OPTIONS), b"abcd", rng.choice([0, 3, 5, 0xFFFF]))
    return made + (bytes(4) if rng.random() < 0.5 else b"")


def _change_blocks(rng: random.Random, blocks: Parts) -> None:
    """Make one change."""
    at = rng.randrange(len(blocks))
    block = list(blocks[at])
    match rng.randrange(8):
        case 0:
            block[1] = rng.choice(_KINDS)
        case 1:
            block[3] = rng.choice([-12, -8, -4, -1, 1, 4, 8, 2**31, -(2**31)])
        case 2:
            block[4] = rng.choice([-4, -1, 1, 4, 2**31])
        case 3:
            block[0] = ">" if block[0] == "<" else "<"
        case 4 | 5:
            body = bytearray.fromhex(block[2])
            place = rng.randrange(len(body) + 1)
            body[place : place + 4] = rng.choice(EDGES).to_bytes(4, rng.choice(["little", "big"]))[
                : rng.choice([1, 2, 4])
            ]
            block[2] = body.hex()
        case 6:
            blocks.insert(rng.randrange(len(blocks) + 1), block)
        case _:
            block[2] = block[2][: 2 * rng.randrange(len(block[2]) // 2 + 1)]
    blocks[at] = block


def _lay(parts: Parts, folder: Path) -> None:
    """Write the file."""
    content = bytearray()
    for order, kind, body, first, last in parts:
        size = 12 + len(body) // 2
        lengths = [struct.pack(order + "I", (size + wrong) % 2**32) for wrong in (first, last)]
        content += struct.pack(order + "I", kind) + lengths[0] + bytes.fromhex(body) + lengths[1]
    (folder / _FILE).write_bytes(content)


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that read a capture."""
    drawn = len(repr(parts)) % 4 == 0
    return [
        Command(("dissect", _FILE), names=_FILE),
        Command(("dissect", _FILE, "--json"), names=_FILE),
        Command(("account", _FILE, "--by", "call"), names=_FILE),
        *([Command(("replay", _FILE, "--runs", "2"), names=_FILE)] if drawn else []),
        Command(("compare", _FILE, "real.pcap"), names=_FILE),
        Command(("compare", "real.pcap", _FILE, "--json"), names=_FILE),
        *([Command(("timeline", _FILE, "--out", "new"), writes=("new",), names=_FILE)] if drawn else []),
    ]


PCAPNG: Final = Kind("pcapng", _draw, _lay, _commands)
