# SPDX-License-Identifier: GPL-2.0-only
"""Sessions of TDS in captures: one of nDPI against what tshark shows of it, and a logon made of the specification."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from made_capture import SERVER, Sent, ethernet, pcap
from net8.base.errors import CaptureError
from net8.dissect import dissect
from net8_testing import TdsServer

PROJECT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "transports"
CAPTURE = FOLDER / "ndpi_mssql_tds.pcap"
PORT_1433 = (SERVER[0], 1433)

# Examples 4.1 (but without encryption: 2) and 4.2 of MS-TDS, and a batch: headers of 22 bytes and a text.
PRELOGIN = bytes.fromhex(
    "1201002f0000010000001a00060100200001020021000103002200040400260001ff0900000000000200b80d000001"
)
LOGIN = bytes.fromhex(
    "1001009000000100880000000200097200100000000000070001000000000000e0030000e0010000090400005e000800"
    "6e0002007200000072000700800000008000000080000400880000008800000000508be2b78f88000000880000008800"
    "00000000000073006b006f00730074006f0076003100730061004f00530051004c002d00330032004f00440042004300"
)
BATCH = bytes.fromhex("0101002e0000010016000000120000000200000000000000000001000000") + "select 1".encode(
    "utf-16-le"
)


@pytest.mark.skipif(not CAPTURE.is_file(), reason=f"no {CAPTURE}; NET8_SHARED names the folder two above it")
def test_packets_of_a_real_capture_are_those_of_tshark() -> None:
    found = dissect(CAPTURE)
    assert found.sessions == []
    assert len(found.tds_sessions) == 12
    packets = sorted(
        (packet.frame, int(str(packet.fields["type"])), packet.flags, packet.length)
        for session in found.tds_sessions
        for packet in session.packets
    )
    fields = ("frame.number", "tds.type", "tds.status", "tds.length")
    command = ["tshark", "-r", str(CAPTURE), "-Y", "tds", "-T", "fields"]
    shown = subprocess.run(
        [*command, *(part for name in fields for part in ("-e", name))],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    told = [line.split("\t") for line in shown.splitlines()]
    assert packets == sorted((int(a), int(b), int(c, 16), int(d)) for a, b, c, d in told)
    assert all(session.errors() == [] for session in found.tds_sessions)
    # Frames 31 and 32: one call in packets of 8000 and 339 bytes (facts/old-transports.md, section 4).
    long = found.tds_sessions[5].messages
    assert [packet.length for packet in long[0].packets] == [8000, 339]
    assert [message.detail for message in found.tds_sessions[4].messages[9:10]] == [
        "3 columns, 3 rows, done, done"
    ]


def conversation() -> list[tuple[bool, bytes]]:
    """Let the engine's server answer a client made of the examples: who sent what."""
    server = TdsServer([("N", 0x38, 4)], [[b"\7\0\0\0"]], "sa", "")
    said: list[tuple[bool, bytes]] = []
    for data in (PRELOGIN, LOGIN, BATCH):
        said += [(True, data), (False, server.feed(data))]
    assert server.error == ""
    assert server.asked == ["select 1"]
    return said


def capture(path: Path, said: list[tuple[bool, bytes]]) -> Path:
    """Write a capture, a segment for each of them."""
    places = {True: 1, False: 1}
    frames = []
    for number, (mine, data) in enumerate(said, start=1):
        sent = Sent(number * 10**6, mine, places[mine], data, server=PORT_1433, acknowledged=places[not mine])
        frames.append((sent.time_ns, ethernet(sent.packet())))
        places[mine] += len(data)
    path.write_bytes(pcap(frames))
    return path


def test_a_logon_tells_the_packet_size(tmp_path: Path) -> None:
    (session,) = dissect(capture(tmp_path / "a.pcap", conversation())).tds_sessions
    assert session.packet_size == 4096
    assert [(message.sender, message.type) for message in session.messages] == [
        ("client", "prelogin"), ("server", "reply"), ("client", "login"), ("server", "reply"),
        ("client", "batch"), ("server", "reply"),
    ]  # fmt: skip
    assert session.errors() == []
    login, answer, batch, result = session.messages[2:]
    assert login.detail == "packet size 4096, program OSQL-32"
    assert "logon accepted" in answer.detail
    assert batch.detail == "select 1"
    assert (batch.size, batch.length) == (38, 46)
    # 81 and count 3; user type 4, flags 2, type 1, name 1 + 2; row 1 + 4; done 13.
    assert (result.size, result.detail) == (3 + 10 + 5 + 13, "1 columns, 1 row, done")
    assert session.seconds(result.packets[0].time_ns) == pytest.approx(0.005)


def test_bytes_that_are_none_are_counted(tmp_path: Path) -> None:
    said = conversation()
    said[4:] = [(True, b"GET / HTTP/1.1\r\n\r\n"), (True, BATCH[:-2]), (True, b"")]
    (session,) = dissect(capture(tmp_path / "a.pcap", said[:6])).tds_sessions
    assert (session.skipped_bytes, session.unfinished_bytes) == (18, len(BATCH) - 2)
    assert "18 bytes that belong to no packet" in session.errors()


def test_a_message_that_is_not_read_is_told(tmp_path: Path) -> None:
    wrong = (True, bytes.fromhex("0301000c00000100ffff0a00"))
    (session,) = dissect(capture(tmp_path / "a.pcap", [*conversation(), wrong])).tds_sessions
    assert session.errors() == ["frame 7: a call of 4 bytes that is not read"]


def test_commands_of_oracle_net_alone_say_that_there_is_none(tmp_path: Path) -> None:
    path = capture(tmp_path / "a.pcap", conversation())
    with pytest.raises(CaptureError, match="has no TNS packets"):
        dissect(path, tds=False)


def test_the_command_shows_them(tmp_path: Path) -> None:
    path = capture(tmp_path / "a.pcap", conversation())
    command = [sys.executable, "-m", "net8", "dissect", str(path)]
    shown = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True).stdout
    (session,) = json.loads(shown)["tds_sessions"]
    assert session["packet_size_bytes"] == 4096
    assert session["messages"][4]["packet_lengths_bytes"] == [46]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "packet size 4096 bytes" in table
    assert "select 1" in table
