# SPDX-License-Identifier: GPL-2.0-only
"""Traces of Oracle Net at level 16, and those of servers with event 10079: accounts and captures of their packets."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from made_capture import ACCEPT, END_OF_FILE, FETCH, connect, data
from made_net_trace import Head, brackets, dump, memory, repository, untimed
from made_trace import FROM, HEAD, TO, call, wait
from net8.base.errors import CaptureError
from net8.capture.talk import Said
from net8.dissect.sessions import dissect
from net8.record.byte_dumps import read_byte_dumps
from net8.record.net_trace import read_net_trace
from test_account import micros, tenths
from test_cli import net8 as command

TRACES = Path(os.environ.get("NET8_SHARED", Path(__file__).resolve().parents[4] / "shared")) / "traces"
MS = 1000
REPLY = data(b"\x06" + bytes(90))
SENDS, RECEIVES = ("nspsend", "nsbasic_bsd"), ("nsprecv", "nsbasic_brc")


def session(head: Head, *, client: bool, start_us: int = 0, socket: int = 14) -> str:
    """Return a session: a reply 20 ms after the CONNECT, 25 ms after a fetch; 1, 7 and 1 ms between."""
    ours, theirs = (SENDS, RECEIVES) if client else (RECEIVES, SENDS)
    told = (
        (0, ours[0], connect()), (20 * MS, theirs[0], ACCEPT), (21 * MS, ours[1], FETCH), (46 * MS, theirs[1], REPLY),
        (53 * MS, ours[1], FETCH), (78 * MS, theirs[1], REPLY), (79 * MS, ours[1], END_OF_FILE),
    )  # fmt: skip
    return "".join(dump(head, start_us + now, function, packet, socket) for now, function, packet in told)


@pytest.mark.parametrize("head", [brackets(), brackets("2144"), repository])
def test_a_trace_of_a_client_knows_the_client_and_not_the_network(tmp_path: Path, head: Head) -> None:
    """It waits 20 + 25 + 25 ms for replies and thinks 1 + 7 + 1 ms."""
    (tmp_path / "client.trc").write_text(session(head, client=True), encoding="ascii")
    found = net8.account(tmp_path / "client.trc")
    assert micros(found) == {
        "reply awaited: network and server": 70_000,
        "client: work and think time": 9_000,
    }
    assert tenths(found) == 1000
    assert (found.sessions, found.trips) == (1, 3)
    assert found.sources[0][1] == "trace of Oracle Net, client side"
    assert any("--rtt" in note for note in found.notes)
    told = micros(net8.account(tmp_path / "client.trc", rtt="15ms"))
    assert told == {
        "round trips: latency": 45_000, "server, CPU and waits together": 25_000, "client: work and think time": 9_000,
    }  # fmt: skip


def test_a_trace_of_a_server_knows_the_server_and_not_the_network(tmp_path: Path) -> None:
    (tmp_path / "server.trc").write_text(session(brackets(), client=False), encoding="ascii")
    found = micros(net8.account(tmp_path / "server.trc"))
    assert found == {"server, CPU and waits together": 70_000, "between calls: network and client": 9_000}
    # Before the second fetch 7 ms, of which 5 are a round trip; before the others 1 ms, all of it.
    told = micros(net8.account(tmp_path / "server.trc", rtt="5ms"))
    assert told == {
        "server, CPU and waits together": 70_000, "round trips: latency": 7_000, "client: work and think time": 2_000,
    }  # fmt: skip


def test_sockets_threads_and_connects_tell_connections_apart(tmp_path: Path) -> None:
    text = session(brackets("7"), client=True) + session(brackets("7"), client=True, start_us=100 * MS)
    text += session(brackets("8"), client=True, start_us=200 * MS)
    text += session(brackets("8"), client=True, start_us=300 * MS, socket=15)
    (tmp_path / "client.trc").write_text(text, encoding="ascii")
    trace = read_net_trace(tmp_path / "client.trc")
    assert (trace.place, trace.connections, len(trace.said)) == ("client", 4, 28)
    found = net8.account(tmp_path / "client.trc")
    assert found.sessions == 4
    assert found.time_ns == 4 * 79 * MS * 1000


def test_packets_become_a_capture_that_others_read(tmp_path: Path) -> None:
    """The bytes are those of the dumps; tshark finds whole packets and right checksums."""
    (tmp_path / "client.trc").write_text(session(repository, client=True), encoding="ascii")
    done = command("account", "client.trc", "--pcap", "made.pcap", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "made.pcap: 7 packets of 1 connection\n")
    (found,) = dissect(tmp_path / "made.pcap").sessions
    assert [packet.type for packet in found.packets] == [
        "CONNECT",
        "ACCEPT",
        "DATA",
        "DATA",
        "DATA",
        "DATA",
        "DATA",
    ]
    assert micros(net8.account(tmp_path / "made.pcap"))["reply awaited: network and server"] == 70_000
    clean(tmp_path / "made.pcap", 7)


def clean(path: Path, frames: int) -> None:
    """Have tshark look for anything wrong."""
    if shutil.which("tshark") is None:
        pytest.skip("tshark is not installed")
    options = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE")
    names = ("tns.type", "_ws.malformed", "_ws.expert.message", "tcp.checksum.status", "ip.checksum.status")
    fields = ("-T", "fields", "-E", "separator=,", *(word for name in names for word in ("-e", name)))
    done = subprocess.run(
        ["tshark", "-r", str(path), *options, *fields], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert len(lines) == frames
    assert [line for line in lines if re.fullmatch(r"\d+,,,1,1", line) is None] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{brackets()(0, 'nspsend')}entry\n", "without packet dumps; set TRACE_LEVEL_CLIENT"),
        (session(untimed, client=True), "packets but no times; set TRACE_TIMESTAMP_CLIENT"),
        (dump(repository, 0, "nspsend", b"\0\1"), "has no connection|no TNS packets"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "made.trc").write_text(text, encoding="ascii")
    with pytest.raises(CaptureError, match=sentence):
        net8.account(tmp_path / "made.trc")
    done = command("account", "made.trc", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_capture_is_of_one_trace(tmp_path: Path) -> None:
    (tmp_path / "made.trc").write_text(HEAD + call("EXEC", 1, 1, 1, 5), encoding="ascii")
    done = command("account", "made.trc", "--pcap", "made.pcap", cwd=tmp_path)
    assert done.returncode == 2
    assert "set event 10079 at level 2" in done.stderr
    done = command("account", "made.trc", "made.trc", "--pcap", "made.pcap", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("2 files")) == (2, 1)


def tns(payload: bytes) -> bytes:
    """Return the packet of a message."""
    return (len(payload) + 10).to_bytes(2, "big") + bytes.fromhex("0000060000000000") + payload


@pytest.mark.parametrize("little", [True, False])
def test_bytes_of_event_10079_are_messages(tmp_path: Path, little: bool) -> None:
    """A reply is on its way when the wait for the client begins, 2,000 us before its end; a request is there then.

    The first byte of a message stands apart, in a dump of its own (thick-25733.trc of the shared traces).
    """
    reply, request = b"\x08" + b"first row and the second, " * 3, b"\x03" + b"select" * 5 + bytes(64)
    text = (
        HEAD + "IFCDSEND: (bp=0xb6f1420, bl=1, isdblink=0)\n" + memory(0xB6F1420, reply[:1], little=little)
        + wait(1, TO, 3, 5_000) + "IFCDRECV: (bp=0x7fff70ea3990, bl=1, isdblink=0)\n"
        + f" {len(reply) - 1} bytes sent via fast-path\n"
        + memory(0xB9B3451, reply[1:], little=little) + "\n*** 2026-01-02 03:04:06.000\n" + wait(1, FROM, 2_000, 8_000)
        + f" {len(request)} bytes received via SQL*Net\n" + memory(0x7FFF70EA3990, request[:1], little=little)
        + memory(0xB9B1431, request[1:], little=little) + call("EXEC", 1, 1, 1, 9_000)
    )  # fmt: skip
    (tmp_path / "made.trc").write_text(text, encoding="ascii")
    assert read_byte_dumps(tmp_path / "made.trc") == [
        Said(6_000_000, 0, False, tns(reply)), Said(8_000_000, 0, True, tns(request)),
    ]  # fmt: skip


def test_a_long_message_is_cut_into_packets(tmp_path: Path) -> None:
    request = b"\x03" + b"0123456789" * 2_000
    text = (
        HEAD + wait(1, FROM, 2_000, 8_000) + f" {len(request)} bytes received via SQL*Net\n"
        + memory(0x1001, request)
    )  # fmt: skip
    (tmp_path / "made.trc").write_text(text, encoding="ascii")
    said = read_byte_dumps(tmp_path / "made.trc")
    assert [len(each.data) for each in said] == [8192, 8192, 20_001 - 2 * 8182 + 10]
    assert b"".join(each.data[10:] for each in said) == request


@pytest.mark.slow
@pytest.mark.skipif(
    not TRACES.is_dir(), reason=f"no traces in {TRACES}; NET8_SHARED names the folder above them"
)
@pytest.mark.parametrize(("name", "requests"), [("thick-25733", 95), ("thick-26239", 92)])
def test_published_traces_become_captures(tmp_path: Path, name: str, requests: int) -> None:
    """Each wait for the client, 95 and 92 counted from the lines, ends with a request; 87 read LOBs (function 0x60)."""
    said = read_byte_dumps(TRACES / f"{name}.trc")
    asked = [each.data[10:] for each in said if each.from_client]
    assert len(asked) == requests
    assert sum(message[:2] == b"\x03\x60" for message in asked) == 87
    command("account", str(TRACES / f"{name}.trc"), "--pcap", "made.pcap", cwd=tmp_path)
    clean(tmp_path / "made.pcap", len(said))
