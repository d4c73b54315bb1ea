# SPDX-License-Identifier: GPL-2.0-only
"""Captures made by hand: TNS packets in TCP segments at given times, in any file format."""

from __future__ import annotations

import dataclasses
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import dpkt

CLIENT, SERVER = (bytes([192, 0, 2, 10]), 50000), (bytes([192, 0, 2, 20]), 1521)
TEXT = b"(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=orders)(CID=(PROGRAM=test)(HOST=h)(USER=u))))"
# Version 314, SDU 8192, TDU 32767: section 13 of the fact sheet on TNS, server 11.1.
ACCEPT = bytes.fromhex("0020000002000000013a084120007fff01000000002061410000000000000000")
# Version 315, SDU 8192, TDU 8192: section 13 of the fact sheet on TNS, server 12.1; lengths have 32 bits behind it.
ACCEPT_315 = (
    bytes.fromhex("0029000002000000013b0c41000000000100000000294141")
    + bytes(8)
    + bytes.fromhex("000020000000200000")
)
RESET = bytes.fromhex("000b00000c000000010002")
END_OF_FILE = bytes.fromhex("000a0000060000000040")
# Type 3, function 5, sequence number 7, cursor 1, 25 rows: the 21 bytes of OCI.
FETCH = bytes.fromhex("0015000006000000" "0000" "030507" "01000000" "19000000")  # fmt: skip


def connect(text: bytes = TEXT) -> bytes:
    """Return a CONNECT of version 314: section 13 of the fact sheet on TNS, OCI 11."""
    fixed = bytes.fromhex("01000000013a012c0c412000ffff7f0800000100")
    tail = struct.pack(">HHI", len(text), 58, 2048) + b"\x41\x41" + bytes(24)
    return struct.pack(">HH", 58 + len(text), 0) + fixed + tail + text


def data(payload: bytes, flags: int = 0) -> bytes:
    """Return a DATA packet with a 16-bit length."""
    return struct.pack(">HHBBHH", 10 + len(payload), 0, 6, 0, 0, flags) + payload


def lengthened(packet: bytes) -> bytes:
    """Return a packet with a 32-bit length."""
    return len(packet).to_bytes(4, "big") + packet[4:]


@dataclass(frozen=True)
class Sent:
    """One TCP segment."""

    time_ns: int  #: time of capture
    from_client: bool  #: who sent it
    sequence: int  #: number of its first byte
    payload: bytes = b""  #: what it carries
    flags: int = dpkt.tcp.TH_ACK  #: TCP flags
    urgent: int = 0  #: urgent pointer
    server: tuple[bytes, int] = SERVER  #: the listener
    acknowledged: int = 0  #: acknowledgement number
    window: int = 65535  #: window as written
    options: bytes = b""  #: TCP options, a multiple of 4

    def packet(self) -> bytes:
        """Return it as an IP packet."""
        source, target = (CLIENT, self.server) if self.from_client else (self.server, CLIENT)
        tcp = dpkt.tcp.TCP(
            sport=source[1], dport=target[1], seq=self.sequence % 2**32, flags=self.flags, urp=self.urgent,
            ack=self.acknowledged % 2**32, win=self.window, off=5 + len(self.options) // 4, opts=self.options,
            data=self.payload,
        )  # fmt: skip
        size = 40 + len(self.options) + len(self.payload)
        return bytes(dpkt.ip.IP(src=source[0], dst=target[0], p=dpkt.ip.IP_PROTO_TCP, len=size, data=tcp))


def ethernet(packet: bytes, *, vlan: int | None = None) -> bytes:
    """Put an IP packet into an Ethernet frame."""
    tag = b"" if vlan is None else struct.pack(">HH", 0x8100, vlan)
    return bytes(12) + tag + struct.pack(">H", 0x0800) + packet


def pcap(
    frames: list[tuple[int, bytes]],
    *,
    order: Literal["<", ">"] = "<",
    nanoseconds: bool = False,
    link: int = 1,
) -> bytes:
    """Return the bytes of a pcap file."""
    unit = 1 if nanoseconds else 1000
    magic = 0xA1B23C4D if nanoseconds else 0xA1B2C3D4
    parts = [struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, 65535, link)]
    for time_ns, frame in frames:
        seconds, rest = divmod(time_ns, 10**9)
        parts += [struct.pack(order + "IIII", seconds, rest // unit, len(frame), len(frame)), frame]
    return b"".join(parts)


def pcapng(
    frames: list[tuple[int, bytes]], *, order: Literal["<", ">"] = "<", offset_s: int | None = None
) -> bytes:  # fmt: skip
    """Return the bytes of a pcapng file with nanoseconds on a second interface, and perhaps an offset of its times."""

    def block(kind: int, body: bytes) -> bytes:
        body += bytes(-len(body) % 4)
        size = struct.pack(order + "I", 12 + len(body))
        return struct.pack(order + "I", kind) + size + body + size

    later = b"" if offset_s is None else struct.pack(order + "HHq", 14, 8, offset_s)
    resolution = struct.pack(order + "HHB3x", 9, 1, 9) + later + bytes(4)
    parts = [
        block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1)),
        block(1, struct.pack(order + "HHI", 147, 0, 0)),
        block(1, struct.pack(order + "HHI", 1, 0, 0) + resolution),
    ]
    for time_ns, frame in frames:
        fixed = struct.pack(order + "IIIII", 1, time_ns >> 32, time_ns & 0xFFFFFFFF, len(frame), len(frame))
        parts.append(block(6, fixed + frame))
    return b"".join(parts)


def acknowledging(segments: list[Sent]) -> list[Sent]:
    """Let each segment acknowledge what the other end has sent before it in the list."""
    behind = {True: 0, False: 0}
    found = []
    for sent in segments:
        found.append(dataclasses.replace(sent, acknowledged=behind[not sent.from_client]))
        numbered = len(sent.payload) + bool(sent.flags & (dpkt.tcp.TH_SYN | dpkt.tcp.TH_FIN))
        behind[sent.from_client] = (sent.sequence + numbered) % 2**32
    return found


def write(path: Path, segments: list[Sent]) -> Path:
    """Write segments as a pcap file with nanoseconds."""
    path.write_bytes(pcap([(s.time_ns, ethernet(s.packet())) for s in segments], nanoseconds=True))
    return path
