# SPDX-License-Identifier: GPL-2.0-only
"""Capture files and TCP streams: every format gives the same, and bytes come in order, once, at the right time."""

from __future__ import annotations

import struct
from pathlib import Path

import dpkt
import pytest
from made_capture import (
    ACCEPT,
    CLIENT,
    END_OF_FILE,
    FETCH,
    RESET,
    SERVER,
    Sent,
    connect,
    data,
    ethernet,
    pcap,
    pcapng,
    write,
)
from net8.capture import connections, segments
from net8.dissect import Session, dissect
from net8.dissect_json import as_object
from net8.errors import CaptureError

MS = 1_000_000
EPOCH = 1_700_000_000_000_000_000
CONNECT = connect()
# 300 bytes of rows, in a packet of 310.
REPLY = data(b"\x06" + bytes(299))
SYN, SYN_ACK = dpkt.tcp.TH_SYN, dpkt.tcp.TH_SYN | dpkt.tcp.TH_ACK


def session_of(client_isn: int = 1000, server_isn: int = 5000) -> list[Sent]:
    """Give a session with one fetch: request at 100 ms, reply of two segments at 150 and 170 ms."""
    c, s = client_isn + 1, server_isn + 1
    fetch, reply = c + len(CONNECT), s + len(ACCEPT)
    return [
        Sent(EPOCH, True, client_isn, flags=SYN),
        Sent(EPOCH + 5 * MS, False, server_isn, flags=SYN_ACK),
        Sent(EPOCH + 10 * MS, True, c, CONNECT),
        Sent(EPOCH + 60 * MS, False, s, ACCEPT),
        Sent(EPOCH + 100 * MS, True, fetch, FETCH),
        Sent(EPOCH + 150 * MS, False, reply, REPLY[:100]),
        Sent(EPOCH + 170 * MS, False, reply + 100, REPLY[100:]),
        Sent(EPOCH + 180 * MS, True, fetch + len(FETCH), END_OF_FILE, flags=SYN_ACK ^ SYN | dpkt.tcp.TH_FIN),
    ]


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


def test_a_segment_that_the_capture_lacks_is_counted(tmp_path: Path) -> None:
    """Without the first 100 bytes of the reply, 210 bytes of zeros belong to no packet; the client's are whole."""
    sent = session_of()
    del sent[5]
    session = only_session(write(tmp_path / "a.pcap", sent))
    assert [p.type for p in session.packets] == ["CONNECT", "ACCEPT", "DATA", "DATA"]
    assert session.errors() == ["210 bytes that belong to no packet", "100 bytes that the capture lacks"]
    assert session.calls[0].replies == []


def test_a_packet_whose_end_was_not_captured_is_counted(tmp_path: Path) -> None:
    session = only_session(write(tmp_path / "a.pcap", session_of()[:6]))
    assert session.errors() == ["100 bytes of packets whose end was not captured"]


def test_a_new_connection_on_the_same_ports_is_another_session(tmp_path: Path) -> None:
    again = [
        Sent(s.time_ns + 1000 * MS, s.from_client, s.sequence, s.payload, s.flags)
        for s in session_of(900_000, 700_000)
    ]
    found = dissect(write(tmp_path / "a.pcap", session_of() + again)).sessions
    assert [session.number for session in found] == [1, 2]
    for session in found:
        check_fetch(session, 50, 70)


def elsewhere(port: int) -> list[Sent]:
    """Give the session with a listener at another port."""
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
    with pytest.raises(CaptureError, match="no TNS packets.* name the listener's port with --port"):
        dissect(path)
    (session,) = dissect(path, ports={40000}).sessions
    assert session.outcome == "opening not captured"
    assert session.connection.client == CLIENT
    assert session.calls[0].rows_asked == 25


def formats() -> dict[str, bytes]:
    """Give the same session in every format of file and link."""
    packets = [(s.time_ns, s.packet()) for s in session_of()]
    frames = [(time_ns, ethernet(packet)) for time_ns, packet in packets]
    tagged = [(time_ns, ethernet(packet, vlan=7)) for time_ns, packet in packets]
    family = struct.pack("<I", 2)
    cooked = struct.pack(">HHH8sH", 0, 1, 6, bytes(8), 0x0800)
    return {
        "pcap little": pcap(frames),
        "pcap big": pcap(frames, order=">"),
        "pcap nanoseconds little": pcap(frames, nanoseconds=True),
        "pcap nanoseconds big": pcap(frames, nanoseconds=True, order=">"),
        "pcapng little": pcapng(frames),
        "pcapng big": pcapng(frames, order=">"),
        "vlan": pcap(tagged),
        "raw": pcap(packets, link=101),
        "ipv4": pcap(packets, link=228),
        "loopback": pcap([(t, family + p) for t, p in packets], link=0),
        "cooked": pcap([(t, cooked + p) for t, p in packets], link=113),
    }


@pytest.mark.parametrize("name", formats())
def test_every_format_gives_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(formats()[name])
    check_fetch(only_session(path), 50, 70)
    # 1700000000 s after the epoch.
    assert as_object(dissect(path))["start_time_utc"] == "2023-11-14T22:13:20.000000000Z"


@pytest.mark.parametrize("name", ["pcap little", "pcap big", "pcapng little", "pcapng big"])
def segments_of_cut(path: Path, content: bytes) -> int | str:
    """Give the number of segments of a file, or what is wrong with it."""
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
