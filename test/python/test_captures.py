# SPDX-License-Identifier: GPL-2.0-only
"""Every TNS packet of every public capture decodes and encodes back byte for byte.

The captures live outside the project, in the folder ``captures`` of ``NET8_SHARED`` (default:
``../shared`` beside the project). Their README.md says how many packets of each type they hold,
and which files are odd.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import dpkt
import pytest
from net8 import _core

PROJECT = Path(__file__).resolve().parents[2]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
PORTS = {1521, 1522}
LETTERS = {
    "C": "CONNECT",
    "A": "ACCEPT",
    "R": "REFUSE",
    "Rd": "REDIRECT",
    "D": "DATA",
    "Rs": "RESEND",
    "M": "MARKER",
}
# README: the first CONNECT segment of these carries one byte more than the TNS length says.
SURPLUS_BYTE = {"trex_cap2_Oracle.pcap", "trex_tun_oracle_mss440.pcap"}

Key = tuple[bytes, int, bytes, int]
Chunk = tuple[int, bytes]

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(),
    reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them",
)


def capture_files() -> list[Path]:
    """All captures, those of the driver runs included."""
    return sorted(CAPTURES.glob("**/*.pcap*"))


def tcp_segments(path: Path) -> Iterator[tuple[Key, dpkt.tcp.TCP]]:
    """TCP segments of a capture with the addresses and ports of their direction."""
    with path.open("rb") as stream:
        for _, frame in dpkt.pcap.UniversalReader(stream):
            ip = dpkt.ethernet.Ethernet(frame).data
            if isinstance(ip, dpkt.ip.IP | dpkt.ip6.IP6) and isinstance(ip.data, dpkt.tcp.TCP):
                tcp = ip.data
                if PORTS & {tcp.sport, tcp.dport}:
                    yield (ip.src, tcp.sport, ip.dst, tcp.dport), tcp


def without_urgent(tcp: dpkt.tcp.TCP) -> Chunk:
    """Sequence number and payload, the out-of-band byte (not part of TNS) taken out."""
    data = bytes(tcp.data)
    if tcp.flags & dpkt.tcp.TH_URG and 0 < tcp.urp <= len(data):
        assert data[tcp.urp - 1] == 0x21
        return tcp.seq + (1 if tcp.urp == 1 else 0), data[: tcp.urp - 1] + data[tcp.urp :]
    return tcp.seq, data


def reassemble(chunks: list[Chunk]) -> list[bytes]:
    """Streams of one direction: the bytes in order, cut where the capture lacks segments."""
    streams: list[bytes] = []
    expected = -1
    for seq, data in sorted(chunks, key=lambda chunk: chunk[0]):
        if not data:
            continue
        if expected < 0 or seq > expected + 1:
            streams.append(b"")
            expected = seq
        # The out-of-band byte leaves a hole of one.
        fresh = data[max(0, expected - seq) :]
        streams[-1] += fresh
        expected = max(expected, seq + len(data))
    return streams


def directions(path: Path) -> dict[Key, list[bytes]]:
    """Reassembled bytes of a capture by direction."""
    chunks: dict[Key, list[Chunk]] = defaultdict(list)
    for key, tcp in tcp_segments(path):
        chunks[key].append(without_urgent(tcp))
    return {key: reassemble(parts) for key, parts in chunks.items()}


def cut(stream: bytes, long_lengths: bool, skip: int) -> Iterator[tuple[bytes, bool]]:
    """Packets of one direction with their length form.

    Lengths have 16 bits up to the ACCEPT: in CONNECT and what listeners answer, and in the DATA
    packet that brings text which one of those announced.
    """
    position = 0
    announced = False
    opening = {1, 2, 4, 5, 11}
    while position < len(stream):
        kind = stream[position + 4]
        long_form = long_lengths and kind not in opening and not announced
        size = int.from_bytes(stream[position : position + (4 if long_form else 2)], "big")
        packet = stream[position : position + size]
        yield packet, long_form
        position += size
        if kind == 1 and skip:
            position, skip = position + skip, 0
        fields = _core.decode_packet(packet, long_form)
        announced = bool(fields.get("data_follows", False))


def accepted_version(streams: list[bytes]) -> int:
    """Version in the ACCEPT of a server's direction, 0 without one."""
    for stream in streams:
        for packet, long_form in cut(stream, False, 0):
            fields = _core.decode_packet(packet, long_form)
            if fields["type"] == "ACCEPT":
                return int(str(fields["version"]))
    return 0


def check(path: Path) -> Counter[str]:
    """Decode and encode all packets of a capture; count them by type."""
    counts: Counter[str] = Counter()
    streams = directions(path)
    surplus = 1 if path.name in SURPLUS_BYTE else 0
    for key, parts in streams.items():
        reverse = (key[2], key[3], key[0], key[1])
        server = parts if key[1] in PORTS else streams.get(reverse, [])
        version = accepted_version(server)
        for part in parts:
            for packet, long_form in cut(part, version >= 315, surplus):
                assert _core.roundtrip_packet(packet, long_form) == packet
                counts[str(_core.decode_packet(packet, long_form)["type"])] += 1
            surplus = 0 if key[3] in PORTS else surplus
    return counts


def published_counts() -> dict[str, dict[str, int]]:
    """Read the counts by type that README.md gives, by file name."""
    found: dict[str, dict[str, int]] = {}
    last: dict[str, int] = {}
    for row in (CAPTURES / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) < 6 or not cells[1].startswith("`"):
            continue
        names = re.findall(r"`([^`]+)`", cells[1])
        pairs = re.findall(r"\b(Rs|Rd|[CARDM])(\d+)\b", cells[4])
        last = {LETTERS[letter]: int(number) for letter, number in pairs} or last
        for name in names:
            full = name if "." in name else names[0].replace("-1.", f"{name}.")
            found[full] = last
    return found


@pytest.mark.parametrize("path", capture_files(), ids=lambda path: path.stem)
def test_every_packet_encodes_back(path: Path) -> None:
    """100 % of the packets come back byte for byte, in the numbers that README.md gives."""
    counts = check(path)
    print(f"{path.name}: {sum(counts.values())} packets, {dict(counts)}")
    assert sum(counts.values()) > 0
    expected = published_counts().get(path.name)
    if expected is not None:
        assert dict(counts) == expected


def test_readme_gives_counts_of_every_real_capture() -> None:
    """The comparison above leaves out none of the captures of real servers."""
    assert set(published_counts()) == {path.name for path in CAPTURES.glob("*.pcap*")}
