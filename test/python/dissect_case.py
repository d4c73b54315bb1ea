# SPDX-License-Identifier: GPL-2.0-only
"""What must hold for net8 dissect whatever the bytes of a file are, and captures made of any bytes."""

from __future__ import annotations

import io
import json
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import dpkt
from made_capture import Sent, ethernet, pcap, pcapng
from net8.base.errors import CaptureError
from net8.capture.streams import segments
from net8.dissect.as_json import as_object
from net8.dissect.sessions import Dissection, dissect
from net8.dissect.timeline import Tick, choose_tick, sequences, sequences_csv, ticks, ticks_csv
from net8.dissect.views import show_dissection
from rich.console import Console

MS = 1_000_000
# What Python objects cost: a packet of 8 bytes has a row of its own in every list. The fixed part is what a library
# makes at its first call.
MEMORY_PER_BYTE, MEMORY_BASE = 400, 4_000_000
CPU_S = 5.0

_AS_IT_IS = 0
_LISTENERS = ((bytes([192, 0, 2, 20]), 1521), (bytes([192, 0, 2, 21]), 1521), (bytes([192, 0, 2, 22]), 4000))


def read(path: Path) -> Dissection | str:
    """Return what is in a file, or the sentence that refuses it."""
    try:
        return dissect(path)
    except CaptureError as error:
        return str(error)


def ticked(found: Dissection) -> list[Tick]:
    """Return the timeline of a capture, nothing if it would be too long."""
    try:
        return ticks(found.sessions, choose_tick(found.sessions))
    except CaptureError:
        return []


def draw(found: Dissection) -> None:
    """Make the numbers of the figures; no packet is lost."""
    assert sequences_csv(sequences(found.sessions[0], segments(found.path)))
    counted = ticked(found)
    assert len(ticks_csv(counted).splitlines()) == len(counted) + 1
    assert not counted or sum(tick.packets for tick in counted) == sum(len(s.packets) for s in found.sessions)


def examine(path: Path, *, tables: bool = True) -> int:
    """Dissect a file and show it; return the packets found.

    @param path: a file with any content
    @param tables: whether to print the tables as well
    @return: number of TNS packets
    """
    found = read(path)
    if isinstance(found, str):
        assert "\n" not in found
        assert found.startswith(str(path))
        return 0
    json.dumps(as_object(found), allow_nan=False)
    if tables:
        out = io.StringIO()
        show_dissection(Console(file=out, width=150), found)
        assert "\x1b" not in out.getvalue()
    packets = [packet for session in found.sessions for packet in session.packets]
    # No byte is in two packets.
    assert sum(packet.length for packet in packets) <= path.stat().st_size
    draw(found)
    return len(packets)


def examine_within_bounds(path: Path, *, tables: bool = True) -> int:
    """Examine a file with an eye on memory and time, which have to be in proportion to its size.

    @param path: a file with any content
    @param tables: whether to print the tables as well
    @return: number of TNS packets
    """
    started = time.process_time()
    tracemalloc.start()
    try:
        packets = examine(path, tables=tables)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MEMORY_BASE + MEMORY_PER_BYTE * path.stat().st_size
    assert time.process_time() - started < CPU_S
    return packets


def capture_of(data: bytes) -> bytes:
    """Make a capture of any bytes, so that a fuzzer need not find out what Ethernet, IP and TCP look like.

    The first byte is 0 for a file that follows as it is. Else its bit 0 chooses pcap or pcapng and TCP segments
    follow: a byte of flags (bit 0 from the server, 1 SYN, 2 FIN, 3 RST, 4 urgent pointer follows, 5 step in the
    sequence numbers follows, 6 and 7 the connection), those two bytes if asked for, a length, as many bytes.

    @param data: any bytes
    @return: content of a capture file
    """
    if not data or data[0] == _AS_IT_IS:
        return data[1:]
    feed = io.BytesIO(data[1:])
    next_byte: Counter[tuple[int, bool]] = Counter()
    frames: list[tuple[int, bytes]] = []
    while head := feed.read(1):
        flags = head[0]
        sent = _segment(flags, len(frames), feed, next_byte)
        frames.append((sent.time_ns, ethernet(sent.packet())))
    return pcap(frames) if data[0] & 1 else pcapng(frames)


def _segment(flags: int, number: int, feed: io.BytesIO, next_byte: Counter[tuple[int, bool]]) -> Sent:
    """Read one segment."""
    way = (flags >> 6) % len(_LISTENERS), not flags & 1
    urgent = int.from_bytes(feed.read(1)) if flags & 16 else 0
    next_byte[way] += int.from_bytes(feed.read(1), signed=True) if flags & 32 else 0
    payload = feed.read(int.from_bytes(feed.read(1)))
    sequence = next_byte[way] % 2**32
    next_byte[way] += len(payload)
    tcp = (flags >> 1 & 1) * dpkt.tcp.TH_SYN | (flags >> 2 & 1) * dpkt.tcp.TH_FIN
    tcp |= (flags >> 3 & 1) * dpkt.tcp.TH_RST | (flags >> 4 & 1) * dpkt.tcp.TH_URG
    if not tcp & dpkt.tcp.TH_SYN:
        tcp |= dpkt.tcp.TH_ACK
    return Sent(number * MS, way[1], sequence, payload, tcp, urgent, _LISTENERS[way[0]])
