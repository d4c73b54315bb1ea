# SPDX-License-Identifier: GPL-2.0-only
"""Capture files and TCP streams: every format gives the same, and bytes come in order, once, at the right time."""

from __future__ import annotations

import dataclasses
import gzip
import io
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

import dpkt
import pytest
from made_capture import (
    ACCEPT,
    ACCEPT_315,
    CLIENT,
    END_OF_FILE,
    FETCH,
    RESET,
    SERVER,
    Sent,
    acknowledging,
    connect,
    data,
    ethernet,
    lengthened,
    pcap,
    pcapng,
    write,
)
from net8.base.errors import CaptureError
from net8.capture.frames import frames
from net8.capture.streams import _window_shift, connections, segments
from net8.dissect.as_json import as_object
from net8.dissect.sessions import Session, dissect
from net8.dissect.views import show_dissection
from rich.console import Console

pytestmark = pytest.mark.plain

MS = 1_000_000
EPOCH = 1_700_000_000_000_000_000
CONNECT = connect()
# 300 bytes of rows, in a packet of 310.
REPLY = data(b"\x06" + bytes(299))
SYN, SYN_ACK = dpkt.tcp.TH_SYN, dpkt.tcp.TH_SYN | dpkt.tcp.TH_ACK


def session_of(client_isn: int = 1000, server_isn: int = 5000) -> list[Sent]:
    """Return a session with one fetch: request at 100 ms, reply of two segments at 150 and 170 ms."""
    c, s = client_isn + 1, server_isn + 1
    fetch, reply = c + len(CONNECT), s + len(ACCEPT)
    return acknowledging([
        Sent(EPOCH, True, client_isn, flags=SYN),
        Sent(EPOCH + 5 * MS, False, server_isn, flags=SYN_ACK),
        Sent(EPOCH + 10 * MS, True, c, CONNECT),
        Sent(EPOCH + 60 * MS, False, s, ACCEPT),
        Sent(EPOCH + 100 * MS, True, fetch, FETCH),
        Sent(EPOCH + 150 * MS, False, reply, REPLY[:100]),
        Sent(EPOCH + 170 * MS, False, reply + 100, REPLY[100:]),
        Sent(EPOCH + 180 * MS, True, fetch + len(FETCH), END_OF_FILE, flags=SYN_ACK ^ SYN | dpkt.tcp.TH_FIN),
    ])  # fmt: skip


def only_session(path: Path) -> Session:
    """Read the one session of a capture."""
    (session,) = dissect(path).sessions
    return session


def check_fetch(session: Session, first_ms: int, last_ms: int) -> None:
    """Hold the one call against what was written."""
    assert [(p.type, p.length) for p in session.packets] == [
        ("CONNECT", len(CONNECT)), ("ACCEPT", 32), ("DATA", 21), ("DATA", 310), ("DATA", 10),
    ]  # fmt: skip
    (call,) = session.calls
    assert (call.message.function, call.rows_asked) == ("fetch", 25)
    assert (call.request_bytes, call.reply_bytes) == (21, 310)
    assert (call.first_byte_ns, call.last_byte_ns) == (first_ms * MS, last_ms * MS)
    assert session.errors() == []


def test_times_run_from_the_last_byte_of_the_request(tmp_path: Path) -> None:
    session = only_session(write(tmp_path / "a.pcap", session_of()))
    check_fetch(session, 50, 70)
    assert session.asked["service_name"] == "orders"
    assert session.asked["program"] == "test"
    assert (session.asked["sdu_bytes"], session.asked["tdu_bytes"]) == (8192, 65535)
    assert (session.agreed["sdu_bytes"], session.agreed["tdu_bytes"]) == (8192, 32767)
    assert (session.outcome, session.end) == ("accepted", "end of file")


def test_segments_out_of_order_are_there_when_the_first_is(tmp_path: Path) -> None:
    sent = session_of()
    first, second = sent[5], sent[6]
    sent[5:7] = [
        Sent(first.time_ns, False, second.sequence, second.payload),
        Sent(second.time_ns, False, first.sequence, first.payload),
    ]
    check_fetch(only_session(write(tmp_path / "a.pcap", sent)), 70, 70)


def test_what_is_sent_again_is_used_once(tmp_path: Path) -> None:
    sent = session_of()
    again = [Sent(sent[4].time_ns + 30 * MS, True, sent[4].sequence, FETCH),
             Sent(sent[6].time_ns + MS, False, sent[5].sequence, REPLY)]  # fmt: skip
    sent[5:5] = again[:1]
    sent[8:8] = again[1:]
    check_fetch(only_session(write(tmp_path / "a.pcap", sent)), 50, 70)


@pytest.mark.parametrize("isn", [2**32 - 1, 2**32 - 50, 2**32 - len(CONNECT) - 10])
def test_sequence_numbers_start_again_at_zero(tmp_path: Path, isn: int) -> None:
    check_fetch(only_session(write(tmp_path / "a.pcap", session_of(isn, isn))), 50, 70)


@pytest.mark.parametrize(
    ("options", "shift"),
    [
        (b"\x03\x03\x07", 7),
        (b"\x02\x04\x05\xb4\x01\x03\x03\x08", 8),  # MSS, then NOP, which is one byte
        (b"\x01\x01\x01\x03\x03\x0e", 14),
        (b"\x03\x03\x0f", 14),  # RFC 7323, 2.3: what is beyond 14 counts as 14
        (b"\x00\x03\x03\x07", None),  # nothing is read behind the end of the options
        (b"\x05\x00\x00\x00", None),  # a length of 0 does not stand still
        (b"\x03\x03", None),
    ],
)
def test_window_scale_is_found_among_options(options: bytes, shift: int | None) -> None:
    assert _window_shift(options) == shift


def test_a_time_of_zero_is_a_time(tmp_path: Path) -> None:
    sent = [Sent(s.time_ns - EPOCH, s.from_client, s.sequence, s.payload, s.flags) for s in session_of()]
    session = only_session(write(tmp_path / "a.pcap", sent))
    assert session.connection.first_ns == 0
    # The CONNECT came at 10 ms.
    assert session.seconds(session.packets[0].time_ns) == pytest.approx(0.010)


@pytest.mark.parametrize("alone", [True, False])
def test_the_out_of_band_byte_is_no_part_of_a_packet(tmp_path: Path, alone: bool) -> None:
    """An interrupted client sends the urgent byte 0x21, by itself or in front of the marker."""
    sent = session_of()
    at, time_ns = sent[7].sequence, EPOCH + 175 * MS
    urgent = dpkt.tcp.TH_ACK | dpkt.tcp.TH_URG
    if alone:
        middle = [Sent(time_ns, True, at, b"!", urgent, 1), Sent(time_ns + 1, True, at + 1, RESET)]
    else:
        middle = [Sent(time_ns, True, at, b"!" + RESET, urgent, 1)]
    sent[7:] = [*middle, Sent(EPOCH + 180 * MS, True, at + 12, END_OF_FILE)]
    session = only_session(write(tmp_path / "a.pcap", sent))
    assert [p.type for p in session.packets] == ["CONNECT", "ACCEPT", "DATA", "DATA", "MARKER", "DATA"]
    assert session.connection.urgent_bytes == 1
    assert session.calls[0].markers == {"reset": 1}
    assert session.errors() == []


@pytest.mark.parametrize("kind", ["0c00", "0c20", "0d00"])
@pytest.mark.parametrize("long_form", [False, True])
@pytest.mark.parametrize("alone", [False, True])
def test_an_urgent_byte_that_lost_its_mark_is_no_part_of_a_packet(
    tmp_path: Path, alone: bool, long_form: bool, kind: str
) -> None:
    """A firewall that clears URG leaves 0x21 in the stream: with 32-bit lengths, 21 00 00 00 0b is a RESEND of 8448."""
    grow = lengthened if long_form else bytes
    marker, accept = grow(RESET[:4] + bytes.fromhex(kind) + RESET[6:]), ACCEPT_315 if long_form else ACCEPT
    pieces = [b"!", marker] if alone else [b"!" + marker]
    sent = [Sent(EPOCH, True, 1, CONNECT), Sent(EPOCH + MS, False, 1, accept)]
    at = 1 + len(CONNECT)
    for payload in [*pieces, grow(FETCH)]:
        sent.append(Sent(sent[-1].time_ns + MS, True, at, payload))
        at += len(payload)
    sent += [Sent(EPOCH + 50 * MS, False, 1 + len(accept), grow(REPLY)),
             Sent(EPOCH + 60 * MS, True, at, grow(END_OF_FILE))]  # fmt: skip
    session = only_session(write(tmp_path / "a.pcap", acknowledging(sent)))
    middle = "ATTENTION" if kind == "0d00" else "MARKER"
    assert [p.type for p in session.packets] == ["CONNECT", "ACCEPT", middle, "DATA", "DATA", "DATA"]
    assert [call.reply_bytes for call in session.calls] == [310]
    assert session.errors() == ["1 out-of-band bytes in the stream, their URG flag cleared on the way"]
    assert as_object(dissect(tmp_path / "a.pcap"))["sessions"][0]["urgent_bytes_in_stream"] == 1


def test_an_urgent_byte_without_mark_may_be_the_last(tmp_path: Path) -> None:
    """python-oracledb breaks a call with the urgent byte alone; its marker answers the server's."""
    sent = session_of()[:7]
    sent.append(Sent(EPOCH + 175 * MS, True, sent[4].sequence + len(FETCH), b"!"))
    session = only_session(write(tmp_path / "a.pcap", acknowledging(sent)))
    assert session.errors() == ["1 out-of-band bytes in the stream, their URG flag cleared on the way"]


def test_a_resend_has_8_bytes_and_is_of_the_server(tmp_path: Path) -> None:
    """Sections 4 and 5 of the fact sheet on TNS: type 11, sent by listener or server, header only."""
    long_resend, resend = bytes.fromhex("000a00000b0000000000"), bytes.fromhex("000800000b000000")
    sent = session_of()
    at = sent[4].sequence
    sent[4:] = [Sent(EPOCH + 90 * MS, True, at, long_resend), Sent(EPOCH + 91 * MS, True, at + 10, resend)]
    session = only_session(write(tmp_path / "a.pcap", acknowledging(sent)))
    assert [p.type for p in session.packets] == ["CONNECT", "ACCEPT", "RESEND"]
    assert session.errors() == [
        "frame 6: a RESEND of the client; only servers send it", "10 bytes that belong to no packet",
    ]  # fmt: skip


def test_frames_are_sorted_by_time(tmp_path: Path) -> None:
    """A card with two queues writes first all of one direction, then all of the other."""
    sent = session_of()
    queues = [s for s in sent if not s.from_client] + [s for s in sent if s.from_client]
    path = write(tmp_path / "a.pcap", queues)
    check_fetch(only_session(path), 50, 70)
    # The client's are of 0, 10, 100 and 180 ms, the server's last one of 170 ms.
    assert dissect(path).reading.notes() == ["3 TCP segments come after later ones: sorted by time"]
    assert as_object(dissect(path))["sessions"][0]["start_time_s"] == 0


def three_fetches() -> list[Sent]:
    """Return a session with three fetches, asked at 100, 200 and 300 ms, each answered 50 ms later."""
    sent = session_of()[:4]
    c, s = sent[2].sequence + len(CONNECT), sent[3].sequence + len(ACCEPT)
    for number in range(3):
        asked = EPOCH + 100 * (number + 1) * MS
        sent += [Sent(asked, True, c, FETCH), Sent(asked + 50 * MS, False, s, REPLY)]
        c, s = c + len(FETCH), s + len(REPLY)
    return acknowledging(sent)


def calls_of(session: Session) -> list[tuple[str, int, int, int | None, bool]]:
    """Return what of calls a gap may change; times in ms."""
    return [
        (c.message.function, c.request_bytes, c.reply_bytes,
         None if c.last_byte_ns is None else c.last_byte_ns // MS, c.touches_gap)
        for c in session.calls
    ]  # fmt: skip


WHOLE = ("fetch", 21, 310, 50, False)


def test_acknowledgements_tell_which_reply_belongs_to_a_request(tmp_path: Path) -> None:
    """Two machines captured, and the clock at the server is 50.6 ms late: replies come before their requests."""
    early = [
        dataclasses.replace(s, time_ns=s.time_ns - 50_600_000 * (not s.from_client)) for s in three_fetches()
    ]
    path = write(tmp_path / "a.pcap", early)
    session = only_session(path)
    assert calls_of(session) == [("fetch", 21, 310, None, False)] * 3
    assert [packet.sender for packet in session.packets] == ["client", "server"] * 4
    # Frames 6, 8 and 10 bring the replies.
    told = "captured before the end of its request, by clocks that do not agree"
    assert session.errors() == [f"frame {frame}: {told}" for frame in (6, 8, 10)]
    out = io.StringIO()
    show_dissection(Console(file=out, width=200), dissect(path))
    assert "times contradict" in out.getvalue()
    assert not re.search(r"\s-\d", out.getvalue() + json.dumps(as_object(dissect(path))))


@pytest.mark.parametrize(("lost", "expected"), [
    # The reply of the first fetch: the second request acknowledges it, so it is not a part of the first request.
    ([5], [("fetch", 21, 0, None, True), WHOLE, WHOLE]),
    # The second request: the second reply acknowledges it, so it is not of the first call.
    ([6], [WHOLE, ("", 0, 310, None, True), WHOLE]),
    # The second request and its reply: what is lost may be more of the first reply, or of the last request.
    ([6, 7], [("fetch", 21, 310, 50, True), ("fetch", 21, 310, 50, True)]),
    # The last reply: nothing acknowledges it.
    ([9], [WHOLE, WHOLE, ("fetch", 21, 0, None, False)]),
])  # fmt: skip
def test_calls_that_touch_a_gap_are_marked(
    tmp_path: Path, lost: list[int], expected: list[tuple[str, int, int, int | None, bool]]
) -> None:
    left = [s for number, s in enumerate(three_fetches()) if number not in lost]
    assert calls_of(only_session(write(tmp_path / "a.pcap", left))) == expected


def test_a_gap_within_a_reply_marks_its_call_only(tmp_path: Path) -> None:
    """The second reply comes in segments of 100, 100 and 110 bytes, of which the capture lacks the second."""
    sent = three_fetches()
    reply = sent[7]
    parts = [dataclasses.replace(reply, sequence=reply.sequence + at, payload=REPLY[at:end])
             for at, end in ((0, 100), (200, 310))]  # fmt: skip
    session = only_session(write(tmp_path / "a.pcap", [*sent[:7], *parts, *sent[8:]]))
    assert calls_of(session) == [WHOLE, ("fetch", 21, 0, None, True), WHOLE]
    assert session.errors() == [
        "110 bytes that belong to no packet", "100 bytes of packets whose end was not captured",
        "100 bytes that the capture lacks", "1 call touches a gap: bytes, packets and times may be wrong there",
    ]  # fmt: skip


def test_a_lost_end_that_was_acknowledged_is_missing(tmp_path: Path) -> None:
    """The last reply was not captured, but the client's acknowledgement of it."""
    sent = three_fetches()
    last = sent.pop()
    sent.append(
        Sent(last.time_ns + MS, True, sent[-1].sequence + len(FETCH), acknowledged=last.sequence + 310)
    )
    session = only_session(write(tmp_path / "a.pcap", sent))
    assert calls_of(session) == [WHOLE, WHOLE, ("fetch", 21, 0, None, True)]
    assert "310 bytes that the capture lacks" in session.errors()


def test_a_segment_that_the_capture_lacks_is_counted(tmp_path: Path) -> None:
    """Without the first 100 bytes of the reply, 210 bytes of zeros belong to no packet; the client's are whole."""
    sent = session_of()
    del sent[5]
    session = only_session(write(tmp_path / "a.pcap", sent))
    assert [p.type for p in session.packets] == ["CONNECT", "ACCEPT", "DATA", "DATA"]
    assert session.errors() == [
        "210 bytes that belong to no packet", "100 bytes that the capture lacks",
        "1 call touches a gap: bytes, packets and times may be wrong there",
    ]  # fmt: skip
    assert session.calls[0].replies == []


def test_a_packet_whose_end_was_not_captured_is_counted(tmp_path: Path) -> None:
    session = only_session(write(tmp_path / "a.pcap", session_of()[:6]))
    assert session.errors() == [
        "100 bytes of packets whose end was not captured",
        "1 call touches a gap: bytes, packets and times may be wrong there",
    ]  # fmt: skip


def test_a_new_connection_on_the_same_ports_is_another_session(tmp_path: Path) -> None:
    again = [
        Sent(s.time_ns + 1000 * MS, s.from_client, s.sequence, s.payload, s.flags)
        for s in session_of(900_000, 700_000)
    ]
    found = dissect(write(tmp_path / "a.pcap", session_of() + again)).sessions
    assert [session.number for session in found] == [1, 2]
    for session in found:
        check_fetch(session, 50, 70)


def test_a_syn_that_is_seen_again_is_no_other_session(tmp_path: Path) -> None:
    sent = session_of()
    # The first SYN once more, behind the CONNECT, as one that went another way.
    sent.insert(3, Sent(EPOCH + 20 * MS, True, sent[0].sequence, flags=SYN))
    check_fetch(only_session(write(tmp_path / "a.pcap", sent)), 50, 70)


def elsewhere(port: int) -> list[Sent]:
    """Return the session with a listener at another port."""
    return [
        Sent(s.time_ns, s.from_client, s.sequence, s.payload, s.flags, s.urgent, (SERVER[0], port))
        for s in session_of()
    ]


def test_a_connect_shows_the_listener_at_any_port(tmp_path: Path) -> None:
    session = only_session(write(tmp_path / "a.pcap", elsewhere(40000)))
    check_fetch(session, 50, 70)
    assert session.connection.server == (SERVER[0], 40000)


def test_without_a_connect_the_port_has_to_be_given(tmp_path: Path) -> None:
    path = write(tmp_path / "a.pcap", elsewhere(40000)[4:])
    with pytest.raises(CaptureError, match="no TNS packets.* set the port of the listener with --port"):
        dissect(path)
    (session,) = dissect(path, ports={40000}).sessions
    assert session.outcome == "opening not captured"
    assert session.connection.client == CLIENT
    assert session.calls[0].rows_asked == 25


def _wrapped(packets: list[tuple[int, bytes]]) -> dict[str, bytes]:
    """Return the session in tags and tunnels, each made as its document says."""
    outer = b"\xc6\x33\x64\x01\xc6\x33\x64\x02"

    def ip(protocol: int, rest: bytes) -> bytes:
        return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(rest), 0, 0, 64, protocol, 0) + outer + rest

    def udp(port: int, rest: bytes) -> bytes:
        return ip(17, struct.pack(">HHHH", 49152, port, 8 + len(rest), 0) + rest)

    def typed(kind: int, rest: bytes) -> bytes:
        return bytes(12) + struct.pack(">H", kind) + rest

    def ip6(next_header: int, rest: bytes) -> bytes:
        return struct.pack(">IHBB32x", 6 << 28, len(rest), next_header, 64) + rest

    tag = bytes.fromhex("00070800")
    snap = b"\xaa\xaa\x03\0\0\0\x08\0"
    sll = struct.pack(">HHH8s", 0, 1, 6, bytes(8))
    made: dict[tuple[str, int], Callable[[bytes], bytes]] = {
        # IEEE 802.1Q, 802.1ad, and a tag behind Linux cooked mode of both versions.
        ("two tags", 1): lambda p: typed(0x88A8, bytes.fromhex("00088100") + tag + p),
        ("cooked tagged", 113): lambda p: sll + b"\x81\0" + tag + p,
        ("cooked 2 tagged", 276): lambda p: b"\x81\0" + bytes(18) + tag + p,
        # RFC 1042, with and without a tag.
        ("SNAP", 1): lambda p: typed(8 + len(p), snap + p),
        ("SNAP tagged", 1): lambda p: typed(0x8100, b"\0\x07" + struct.pack(">H", 8 + len(p)) + snap + p),
        ("cooked SNAP", 113): lambda p: sll + b"\0\x04" + snap + p,
        # RFC 2784 and 2890: nothing, all options, Ethernet inside; ERSPAN types I and II.
        ("GRE", 1): lambda p: typed(0x0800, ip(47, bytes.fromhex("00000800") + p)),
        ("GRE options", 1): lambda p: typed(0x0800, ip(47, bytes.fromhex("b0000800") + bytes(12) + p)),
        ("GRE bridged", 101): lambda p: ip(47, bytes.fromhex("00006558") + ethernet(p, vlan=7)),
        ("ERSPAN I", 101): lambda p: ip(47, bytes.fromhex("000088be") + ethernet(p)),
        ("ERSPAN II", 101): lambda p: ip(47, bytes.fromhex("100088be") + bytes(12) + ethernet(p)),
        # RFC 2003, 4213, 2473, 7348, 8926, 3032, 2516.
        ("IP in IP", 101): lambda p: ip(4, p),
        ("IP in IPv6", 101): lambda p: ip6(0, bytes.fromhex("0400000000000000") + p),
        # RFC 8200: hop-by-hop options of 8 + 8 x 1 bytes; RFC 4302: an authentication header of 4 x (4 + 2) bytes.
        ("hop by hop", 101): lambda p: ip6(0, bytes([4, 1]) + bytes(14) + p),
        ("authenticated", 101): lambda p: ip6(51, bytes([4, 4]) + bytes(22) + p),
        ("VXLAN", 101): lambda p: udp(4789, b"\x08" + bytes(7) + ethernet(p)),
        ("Geneve", 101): lambda p: udp(6081, bytes.fromhex("0100655800000000") + bytes(4) + ethernet(p)),
        ("MPLS", 1): lambda p: typed(0x8847, bytes.fromhex("0001004000020140") + p),
        ("PPPoE", 1): lambda p: typed(0x8864, struct.pack(">BBHHH", 0x11, 0, 1, 2 + len(p), 0x21) + p),
    }  # fmt: skip
    return {name: pcap([(t, wrap(p)) for t, p in packets], link=link) for (name, link), wrap in made.items()}


def formats() -> dict[str, bytes]:
    """Return the same session in every format of file and link."""
    packets = [(s.time_ns, s.packet()) for s in session_of()]
    frames = [(time_ns, ethernet(packet)) for time_ns, packet in packets]
    tagged = [(time_ns, ethernet(packet, vlan=7)) for time_ns, packet in packets]
    family = struct.pack("<I", 2)
    cooked = struct.pack(">HHH8sH", 0, 1, 6, bytes(8), 0x0800)
    return _wrapped(packets) | {
        "pcap little": pcap(frames),
        "pcap big": pcap(frames, order=">"),
        "pcap nanoseconds little": pcap(frames, nanoseconds=True),
        "pcap nanoseconds big": pcap(frames, nanoseconds=True, order=">"),
        "pcapng little": pcapng(frames),
        "pcapng big": pcapng(frames, order=">"),
        "vlan": pcap(tagged),
        # A frame check sequence: bits 28 to 31 count its 2-byte units, bit 26 says so (the draft of pcap).
        "checked": pcap([(t, ethernet(p) + bytes(4)) for t, p in packets], link=0x24000001),
        "raw": pcap(packets, link=101),
        "ipv4": pcap(packets, link=228),
        "loopback": pcap([(t, family + p) for t, p in packets], link=0),
        "cooked": pcap([(t, cooked + p) for t, p in packets], link=113),
    }


def test_times_of_pcapng_are_those_of_the_interface_of_the_section(tmp_path: Path) -> None:
    def block(kind: int, body: bytes) -> bytes:
        size = struct.pack("<I", 12 + len(body))
        return struct.pack("<I", kind) + size + body + size

    section = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    # pcapng draft, 4.2: a name of 5 bytes fills 8; if_tsresol 0x8a are ticks of 2^-10 s; if_tsoffset is in seconds.
    options = struct.pack("<HH5s3x", 2, 5, b"wlan0") + struct.pack("<HHB3x", 9, 1, 0x8A)
    options += struct.pack("<HHq", 14, 8, 1_700_000_000) + struct.pack("<HH", 0, 0)
    described = block(1, struct.pack("<HHI", 1, 0, 0) + options)
    plain = block(1, struct.pack("<HHI", 1, 0, 0))

    def packet(ticks: int) -> bytes:
        return block(6, struct.pack("<IIIII4s", 0, ticks >> 32, ticks & 0xFFFFFFFF, 4, 4, b"abcd"))

    path = tmp_path / "a.pcapng"
    # 512 of 1024 ticks behind the offset; then a section of its own, whose interface 0 counts microseconds.
    path.write_bytes(section + described + packet(512) + section + plain + packet(1_700_000_001_250_000))
    assert [frame.time_ns for frame in frames(path)] == [1_700_000_000_500_000_000, 1_700_000_001_250_000_000]


@pytest.mark.parametrize("name", formats())
def test_every_format_gives_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(formats()[name])
    check_fetch(only_session(path), 50, 70)
    # 1700000000 s after the epoch.
    assert as_object(dissect(path))["start_time_utc"] == "2023-11-14T22:13:20.000000000Z"


@pytest.mark.parametrize("name", ["pcap little", "pcap big", "pcapng little", "pcapng big"])
def segments_of_cut(path: Path, content: bytes) -> int | str:
    """Return the number of segments of a file, or what is wrong with it."""
    path.write_bytes(content)
    try:
        return len(list(segments(path)))
    except CaptureError as error:
        return str(error)


@pytest.mark.parametrize("name", ["pcap big", "pcapng little"])
def test_every_cut_through_a_file_is_told(tmp_path: Path, name: str) -> None:
    """A file that ends between two frames is whole; anywhere else it is cut short, or not yet a capture."""
    whole = formats()[name]
    found = [segments_of_cut(tmp_path / "a", whole[:size]) for size in range(len(whole))]
    # Whole files of 0 to 7 segments are among the cuts, in this order.
    assert sorted({told for told in found if isinstance(told, int)}) == list(range(8))
    sentences = [told for told in found if isinstance(told, str)]
    assert all("\n" not in told for told in sentences)
    assert sum("is cut short" in told for told in sentences) > 0.9 * len(whole)


FRAGMENTS = b"".join([b"\x45\0\0\x1c\0\x01\x20\0\x40\x06\0\0", CLIENT[0], SERVER[0], bytes(8)])
ESP = b"".join([b"\x45\0\0\x1c\0\0\0\0\x40\x32\0\0", CLIENT[0], SERVER[0], bytes(8)])


@pytest.mark.parametrize(("link", "frame", "told"), [
    (147, b"anything", "of its 3 frames, net8 cannot read 3 of link type 147 (USER0)"),
    (163, b"anything", "of its 3 frames, net8 cannot read 3 of link type 163 (IEEE 802.11 with AVS header)"),
    (999, b"anything", "of its 3 frames, net8 cannot read 3 of link type 999"),
    (1, ethernet(FRAGMENTS), "of its 3 frames, net8 cannot read 3 with fragments of IP packets"),
    (1, ethernet(ESP), "of its 3 frames, net8 cannot read 3 in an IPsec tunnel (ESP)"),
    (1, bytes(12) + b"\x88\xe5" + bytes(40), "of its 3 frames, net8 cannot read 3 encrypted by MACsec"),
    (1, bytes(12) + b"\x08\x06" + bytes(28), "none of its 3 frames holds TCP"),
], ids=["user", "avs", "unknown", "fragments", "esp", "macsec", "arp"])  # fmt: skip
def test_what_cannot_be_read_is_named(tmp_path: Path, link: int, frame: bytes, told: str) -> None:
    (tmp_path / "a.pcap").write_bytes(pcap([(EPOCH, frame)] * 3, link=link))
    with pytest.raises(CaptureError) as refused:
        dissect(tmp_path / "a.pcap")
    assert str(refused.value) == f"{tmp_path / 'a.pcap'} has no TNS packets: {told}"


def test_a_compressed_capture_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "a.pcap.gz").write_bytes(gzip.compress(formats()["pcap little"]))
    with pytest.raises(
        CaptureError, match=r"a\.pcap\.gz is compressed with gzip; unpack it first \(gunzip\)$"
    ):
        dissect(tmp_path / "a.pcap.gz")


def test_tls_is_named_where_nothing_else_is_there(tmp_path: Path) -> None:
    hello = bytes.fromhex("16030100050100000100")
    with pytest.raises(CaptureError) as refused:
        dissect(write(tmp_path / "a.pcap", [Sent(EPOCH, True, 1, hello, server=(SERVER[0], 2484))]))
    assert str(refused.value).endswith(": 1 of its 1 TCP connections speak TLS, which hides what is inside")


def test_what_of_a_session_was_not_read_is_told(tmp_path: Path) -> None:
    """One segment came in fragments, and the end of another is beyond the capture's length of frames."""
    frames = [(s.time_ns, ethernet(s.packet())) for s in session_of()]
    frames[6:7] = [(frames[6][0], frames[6][1][:-20]), (frames[6][0], ethernet(FRAGMENTS))]
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(frames))
    found = dissect(path)
    assert found.reading.notes() == [
        "1 frame with fragments of IP packets: not read",
        "1 TCP segments cut short by the capture: the missing bytes are gaps",
    ]
    assert as_object(found)["frames_not_read"] == {"with fragments of IP packets": 1}
    assert found.sessions[0].calls[0].touches_gap


def test_fragments_and_other_protocols_are_passed_over(tmp_path: Path) -> None:
    sent = session_of()
    udp = dpkt.ip.IP(src=CLIENT[0], dst=SERVER[0], p=17, len=28, data=dpkt.udp.UDP(sport=1521, dport=1521))
    arp = bytes(12) + b"\x08\x06" + bytes(28)
    frames = [(EPOCH, ethernet(bytes(udp))), (EPOCH, arp), (EPOCH, b"short")]
    frames += [(s.time_ns, ethernet(s.packet())) for s in sent]
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(frames))
    (found,) = connections(segments(path))
    assert found.client == CLIENT
    check_fetch(only_session(path), 50, 70)
