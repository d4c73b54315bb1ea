# SPDX-License-Identifier: GPL-2.0-only
"""Frames of IEEE 802.11, bare and behind a radiotap header, written byte by byte after their standards."""

from __future__ import annotations

import struct

import pytest
from net8.capture.link_layers import Tcp, unwrap

pytestmark = pytest.mark.plain

SEGMENT = struct.pack(">HHIIBBHHH", 50_000, 1521, 1, 1, 0x50, 0x10, 1000, 0, 0) + b"hello"
IPV4 = struct.pack(
    ">BBHHHBBH4s4s", 0x45, 0, 20 + len(SEGMENT), 1, 0, 64, 6, 0, bytes((192, 0, 2, 1)), bytes((192, 0, 2, 2))
)
SNAP = bytes.fromhex("aaaa030000000800")
CHECKSUM = b"\xde\xad\xbe\xef"


def wifi(kind: int = 0x08, flags: int = 0x01, *, fragment: int = 0, more: bytes = b"") -> bytes:
    """Return a frame: control, duration, three addresses, sequence, what follows them, LLC and IP, checksum."""
    header = bytes((kind, flags)) + b"\0\0" + bytes(range(18)) + struct.pack("<H", fragment)
    return header + more + SNAP + IPV4 + SEGMENT + CHECKSUM


def radiotap(present: bytes, fields: bytes = b"") -> bytes:
    """Return a header: version, pad, its length, which fields there are, the fields."""
    return struct.pack("<BBH", 0, 0, 4 + len(present) + len(fields)) + present + fields


FLAGS_ALONE = bytes.fromhex("02000000")
TIMER_AND_FLAGS = bytes.fromhex("03000000")


@pytest.mark.parametrize(("link_type", "frame"), [
    (105, wifi()),
    (105, wifi(0x88, more=b"\0\0")),  # QoS data
    (105, wifi(0x88, 0x81, more=bytes(6))),  # with HT control
    (105, wifi(0x08, 0x03, more=bytes(6))),  # between two access points: a fourth address
    (127, radiotap(bytes(4)) + wifi()),
    (127, radiotap(FLAGS_ALONE, b"\x10") + wifi()),
    (127, radiotap(TIMER_AND_FLAGS, bytes(8) + b"\x10\x6c") + wifi()),  # 8 + 8 bytes of time, flags, rate
    # Two words of fields, the timer aligned to 16; the header of 26 bytes is padded to 28.
    (127, radiotap(bytes.fromhex("0300008000000000"), bytes(4) + bytes(8) + b"\x30") + wifi(0x88, more=bytes(4))),
])  # fmt: skip
def test_tcp_in_data_frames_is_read(link_type: int, frame: bytes) -> None:
    """Whatever stands before LLC; the checksum at the end is not of the segment."""
    assert unwrap(link_type, frame) == Tcp(bytes((192, 0, 2, 1)), bytes((192, 0, 2, 2)), SEGMENT)


@pytest.mark.parametrize(("frame", "why"), [
    (wifi(0x08, 0x41), "encrypted by Wi-Fi (WEP or WPA)"), (wifi(0x08, 0x05), "with fragments of Wi-Fi frames"),
    (wifi(fragment=2), "with fragments of Wi-Fi frames"),
    (wifi(0x88, more=b"\x80\0"), "in aggregates of Wi-Fi frames (A-MSDU)"),
    (wifi(0x80), None), (wifi(0xD4), None), (wifi(0x48), None), (wifi()[:20], None), (b"", None),
])  # fmt: skip
def test_what_is_not_read_has_its_reason(frame: bytes, why: str | None) -> None:
    """Beacons, acknowledgements, frames without data and cut ones are not TCP."""
    assert unwrap(105, frame) == why


def test_a_frame_with_a_wrong_checksum_is_none() -> None:
    """The card passes it on, and radiotap says that it is broken."""
    assert unwrap(127, radiotap(FLAGS_ALONE, b"\x50") + wifi()) is None
