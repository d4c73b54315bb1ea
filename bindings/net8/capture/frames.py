# SPDX-License-Identifier: GPL-2.0-only
"""Frames of a capture file, pcap or pcapng, each with its time in nanoseconds.

Own code, because the reader must recognize a file that was cut short, must keep nanoseconds and the link type of
each interface, and must stay linear in the size of a file whose bytes are hostile.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from net8.base.errors import CaptureError
from net8.base.reading import read_bytes

__all__ = ["Frame", "frames"]

_ByteOrder = Literal["little", "big"]

CAPTURE_LIMIT: Final = 256 << 20
"""Longest capture that is read, bytes: the results need four times as much memory."""

_PCAP_HEADER: Final = 24
_RECORD_HEADER: Final = 16
_NANOSECONDS: Final = 10**9
# Magic number of a pcap file in its own byte order, and the nanoseconds of its smaller unit of time.
_PCAP_MAGIC: Final = {0xA1B2C3D4: 1000, 0xA1B23C4D: 1}

# Other kinds of files, by their first bytes.
_ELSE: Final = {
    b"\x1f\x8b": "compressed with gzip; unpack it first (gunzip)",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; unpack it first (unzstd)",
    b"\xfd7zXZ\0": "compressed with xz; unpack it first (unxz)",
    b"BZh": "compressed with bzip2; unpack it first (bunzip2)",
    b"\x04\x22\x4d\x18": "compressed with lz4; unpack it first (unlz4)",
    b"PK\x03\x04": "a zip archive; unpack it first (unzip)",
    b"snoop\0\0\0": "a snoop capture; convert it to pcap first (editcap -F pcap)",
    b"GMBU": "a capture of Microsoft Network Monitor; convert it to pcap first (editcap -F pcap)",
    b"\x34\xcd\xb2\xa1": "a pcap file of a modified libpcap; convert it to pcap first (editcap -F pcap)",
}

_SECTION: Final = 0x0A0D0D0A
_INTERFACE, _OLD_PACKET, _SIMPLE_PACKET, _PACKET = 1, 2, 3, 6
_BYTE_ORDER_MAGIC: Final = 0x1A2B3C4D
_SMALLEST_BLOCK: Final = 12
_RESOLUTION_OPTION, _OFFSET_OPTION = 9, 14


@dataclass(frozen=True, slots=True)
class Frame:
    """One captured frame."""

    number: int  #: place in the file, from 1 on
    time_ns: int  #: time of capture since the epoch
    link_type: int  #: link type of the bytes, as numbered by tcpdump
    data: bytes  #: its captured bytes


@dataclass(frozen=True, slots=True)
class _Interface:
    """Description of one interface in a pcapng file."""

    link_type: int  #: link type of its frames
    ticks_per_s: int = 10**6  #: unit of its times
    offset_s: int = 0  #: added to its times

    def time_ns(self, ticks: int) -> int:
        """Return nanoseconds since the epoch."""
        return self.offset_s * _NANOSECONDS + ticks * _NANOSECONDS // self.ticks_per_s


def frames(path: Path) -> Iterator[Frame]:
    """Return the frames of a file in order.

    @param path: a pcap or pcapng file
    @return: its frames
    @raises CaptureError: when it is not a capture, or ends inside a frame
    """
    try:
        content = read_bytes(path, CAPTURE_LIMIT)
    except OSError as error:
        raise CaptureError(f"{path} cannot be read: {error.strerror}") from None
    if not content:
        raise CaptureError(f"{path} is empty; a pcap or pcapng file is needed")
    for order in ("little", "big"):
        unit_ns = _PCAP_MAGIC.get(int.from_bytes(content[:4], order))
        if unit_ns is not None:
            return _pcap(path, content, order, unit_ns)
    if int.from_bytes(content[:4], "big") == _SECTION:
        return _Pcapng(path, content).frames()
    for start, hint in _ELSE.items():
        if content.startswith(start):
            raise CaptureError(f"{path} is {hint}")
    raise CaptureError(f"{path} is not a capture: it starts with {content[:4].hex()}, not as pcap or pcapng")


def _cut_short(path: Path, at: int, number: int) -> CaptureError:
    """Return the error of a file that ends too early."""
    return CaptureError(
        f"{path} is cut short: it ends inside the block or frame that starts at byte {at}, after {number} complete "
        "frames"
    )


def _pcap(path: Path, content: bytes, order: _ByteOrder, unit_ns: int) -> Iterator[Frame]:
    """Yield the frames of a pcap file."""
    if len(content) < _PCAP_HEADER:
        raise _cut_short(path, 0, 0)
    mark = "<" if order == "little" else ">"
    # The upper bits contain the length of a frame check sequence.
    link_type = int.from_bytes(content[20:24], order) & 0xFFFF
    record = struct.Struct(mark + "IIII")
    position, number = _PCAP_HEADER, 0
    while position < len(content):
        start = position + _RECORD_HEADER
        if start > len(content):
            raise _cut_short(path, position, number)
        seconds, fraction, captured, _ = record.unpack_from(content, position)
        if start + captured > len(content):
            raise _cut_short(path, position, number)
        number += 1
        time_ns = seconds * _NANOSECONDS + fraction * unit_ns
        yield Frame(number, time_ns, link_type, content[start : start + captured])
        position = start + captured


class _Pcapng:
    """Reader of pcapng: blocks in sections, each section with its byte order and interfaces."""

    def __init__(self, path: Path, content: bytes) -> None:
        """Start at the beginning of a file."""
        self.path = path
        self.content = content
        self.order: _ByteOrder = "little"
        self.interfaces: list[_Interface] = []
        self.number = 0  #: frames so far

    def frames(self) -> Iterator[Frame]:
        """Yield the frames of all sections."""
        position = 0
        while position < len(self.content):
            kind, length = self._block(position)
            body = self.content[position + 8 : position + length - 4]
            if kind == _SECTION:
                self.interfaces = []
            elif kind == _INTERFACE:
                self.interfaces.append(self._interface(body))
            elif (frame := self._frame(kind, body)) is not None:
                yield frame
            position += length

    def _integer(self, data: bytes) -> int:
        """Read a number in the byte order of the section."""
        return int.from_bytes(data, self.order)

    def _block(self, position: int) -> tuple[int, int]:
        """Return type and length of the block at a position."""
        head = self.content[position : position + _SMALLEST_BLOCK]
        if len(head) < _SMALLEST_BLOCK:
            raise _cut_short(self.path, position, self.number)
        if int.from_bytes(head[:4], "big") == _SECTION:
            self._section(head, position)
        length = self._integer(head[4:8])
        if length < _SMALLEST_BLOCK or length % 4:
            raise CaptureError(
                f"{self.path} is not whole: the pcapng block at byte {position} has a length of {length} bytes, "
                "but a multiple of 4 and at least 12 is needed"
            )
        if position + length > len(self.content):
            raise _cut_short(self.path, position, self.number)
        return self._integer(head[:4]), length

    def _section(self, head: bytes, position: int) -> None:
        """Read the byte order of a section."""
        for order in ("little", "big"):
            if int.from_bytes(head[8:12], order) == _BYTE_ORDER_MAGIC:
                self.order = order
                return
        raise CaptureError(
            f"{self.path} is not a capture: the pcapng section at byte {position} has the byte order mark "
            f"{head[8:12].hex()}, but 1a2b3c4d or its reverse is needed"
        )

    def _interface(self, body: bytes) -> _Interface:
        """Read the description of an interface."""
        link_type = self._integer(body[:2])
        ticks_per_s, offset_s = 10**6, 0
        position = 8
        while position + 4 <= len(body):
            code = self._integer(body[position : position + 2])
            length = self._integer(body[position + 2 : position + 4])
            value = body[position + 4 : position + 4 + length]
            if code == 0:
                break
            if code == _RESOLUTION_OPTION and length == 1 and value:
                ticks_per_s = (2 if value[0] & 0x80 else 10) ** (value[0] & 0x7F)
            elif code == _OFFSET_OPTION and len(value) == 8:
                offset_s = int.from_bytes(value, self.order, signed=True)
            position += 4 + length + -length % 4
        return _Interface(link_type, ticks_per_s, offset_s)

    def _frame(self, kind: int, body: bytes) -> Frame | None:
        """Read a block that holds a frame."""
        if kind == _SIMPLE_PACKET:
            index, ticks, start, captured = 0, 0, 4, min(self._integer(body[:4]), len(body) - 4)
        elif kind in (_PACKET, _OLD_PACKET):
            index = self._integer(body[: 4 if kind == _PACKET else 2])
            ticks = self._integer(body[4:8]) << 32 | self._integer(body[8:12])
            start, captured = 20, self._integer(body[12:16])
        else:
            return None
        if index >= len(self.interfaces) or captured < 0 or start + captured > len(body):
            raise CaptureError(
                f"{self.path} is not whole: frame {self.number + 1} names interface {index} and "
                f"{captured} bytes, which the file does not have"
            )
        interface = self.interfaces[index]
        self.number += 1
        data = body[start : start + captured]
        return Frame(self.number, interface.time_ns(ticks), interface.link_type, data)
