# SPDX-License-Identifier: GPL-2.0-only
"""SQL Server through a named pipe of SMB, over TCP and over NetBIOS frames, and right on transports without IP.

Sizes of SMB are those of MS-CIFS and of a public capture (facts of the seeds, old transports, 3.3): a write has 64
bytes in front of its data and an answer of 47, a look 84 and 64, a read 55 and, in front of its data, 60.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from net8 import Plan, PlanError
from net8.analytic import predict
from net8.forecast.describe import describe
from test_transports import frames

PIPE = {
    "client.protocol": "tds",
    "path.kind": "lan",
    "tds.named_pipe": True,
    "query.rows": 100,
    "query.row_length": 97,
}
RESULT = 30 + 100 * 100 + 13
LLC, NBF, NBT = 4, 14, 4
ROOM = 1482


def pipe(transport: str = "tcp", **over: object) -> Plan:
    """Return a plan with a named pipe."""
    return Plan.of(PIPE | {"path.transport": transport} | over)


def messages(capture: Path, filter_: str = "smb", *fields: str) -> list[list[str]]:
    """Return fields of the frames that tshark shows with a filter."""
    shown = [part for field in fields or ("smb.cmd",) for part in ("-e", field)]
    command = ["tshark", "-r", str(capture), "-Y", filter_, "-T", "fields", *shown]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line.split("\t") for line in lines]


def frames_with_data(capture: Path) -> list[int]:
    """Return the bytes behind NetBIOS of each frame of a session with data, in order."""
    found = []
    for frame in frames(capture):
        length = int.from_bytes(frame[12:14], "big")
        if length < 1500 + 1 and frame[14] == 0xF0 and not frame[16] & 1 and frame[18 + 4] in (0x15, 0x16):
            found.append(length - LLC - NBF)
    return found


@pytest.mark.parametrize("transport", ["tcp", "netbios"])
@pytest.mark.parametrize("read", ["peek", "read"])
def test_calls_are_those_of_a_socket(transport: str, read: str) -> None:
    over = {"tds.packet_size": 512, "client.queries": 2}
    run = net8.run(pipe(transport, **{"tds.pipe_read": read}, **over))
    plain = net8.run(Plan.of(PIPE | over | {"tds.named_pipe": False}))
    assert run.sessions["outcome"].tolist() == ["closed"]
    columns = ["kind", "request_bytes", "reply_bytes", "request_packets", "reply_packets", "rows"]
    assert run.calls[columns].equals(plain.calls[columns])


@pytest.mark.parametrize("size", [512, 4096, 32767])
def test_frames_of_netbios_by_hand(size: int, tmp_path: Path) -> None:
    net8.run(pipe("netbios", **{"tds.packet_size": size}), folder=tmp_path, pcap=True)
    data = frames_with_data(tmp_path / "capture-server.pcap")
    # The query: 22 + 42 + 8 bytes written, then each packet looked for and read, at last the pipe closed.
    expected = [64 + 72, 47]
    left = RESULT
    while left:
        packet = min(left, size - 8)
        left -= packet
        expected += [84, 64, 55]
        message = 60 + 8 + packet
        expected += [min(ROOM, message - at) for at in range(0, message, ROOM)]
    assert data[-len(expected) - 2 :] == [*expected, 41, 35]


def test_a_client_looks_again_until_there_is_something(tmp_path: Path) -> None:
    plan = pipe("netbios", **{"server.call_time": "95ms", "tds.pipe_peek_interval": "20ms"})
    net8.run(plan, folder=tmp_path, pcap=True)
    data = frames_with_data(tmp_path / "capture-server.pcap")
    # Looks at about 0, 20, 40, 60 and 80 ms find nothing, that at 100 ms does: six looks for the first packet.
    at = data.index(64 + 72)
    assert data[at + 2 : at + 16] == [84, 64] * 6 + [55, 1482]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("transport", "over"),
    [
        ("tcp", {}),
        ("tcp", {"listener.port": 445, "tds.pipe_read": "read"}),
        ("netbios", {"tds.pipe_read_limit": 4292, "tds.packet_size": 32767}),
        ("netbios", {"client.call_timeout": "50ms", "server.call_time": "1s"}),
    ],
)
def test_tshark_knows_every_message(transport: str, over: dict[str, object], tmp_path: Path) -> None:
    net8.run(pipe(transport, **over), folder=tmp_path, pcap=True)
    capture = tmp_path / "capture-server.pcap"
    wrong = "_ws.malformed || _ws.expert.severity >= 0x600000"
    assert messages(capture, wrong, "frame.number") == []
    found = [command for (line,) in messages(capture) for command in line.split(",") if command != "0xff"]
    # Dialect, user, share, pipe; then writes, looks and reads; the pipe is closed: each asked and answered.
    assert [word.lower() for word in found[:8]] == [
        each for pair in ("0x72", "0x73", "0x75", "0xa2") for each in (pair, pair)
    ]
    assert found[-2:] == ["0x04", "0x04"]
    kinds = {"0x2f", "0x2e"} | ({"0x25"} if over.get("tds.pipe_read") != "read" else set())
    assert set(found[8:-2]) == kinds
    sessions = messages(capture, "nbss.type == 0x81 || nbss.type == 0x82", "nbss.type")
    assert len(sessions) == (2 if transport == "tcp" and "listener.port" not in over else 0)
    assert messages(capture, "smb.nt_status != 0 && smb.nt_status != 0x80000005", "frame.number") == []


def test_a_call_that_takes_too_long_is_cancelled_through_a_pipe() -> None:
    over = {"client.call_timeout": "1s", "server.call_time": "5s", "client.queries": 2}
    for read in ("peek", "read"):
        run = net8.run(pipe("netbios", **{"tds.pipe_read": read}, **over))
        asked = run.calls[run.calls["kind"] == "execute"]
        assert asked["error"].tolist() == [3617, 3617]
        assert asked["reply_bytes"].tolist() == [8 + 13] * 2


@pytest.mark.parametrize("transport", ["tcp", "netbios"])
def test_a_wrong_password_comes_through_the_pipe(transport: str) -> None:
    run = net8.run(pipe(transport, **{"client.wrong_password": True}))
    assert "did not accept user name or password" in run.sessions["outcome"].iloc[0]
    assert run.counters["client_logon_denied"] == run.counters["server_logon_denied"] == 1


@pytest.mark.parametrize(("transport", "room"), [("spx", 534), ("decnet", 563), ("netbios", ROOM)])
def test_packets_go_right_on_a_transport(transport: str, room: int) -> None:
    """Without a pipe each packet is a message of the transport."""
    plan = Plan.of(PIPE | {"tds.named_pipe": False, "path.transport": transport, "tds.packet_size": 4096})
    run = net8.run(plan)
    assert run.sessions["outcome"].tolist() == ["closed"]
    assert run.calls["reply_bytes"].iloc[-1] == RESULT + 3 * 8
    # PRELOGIN 8 + 35, LOGIN7, transaction, batch; answers; 4096 + 4096 + 1875 bytes cut at what a packet carries.
    cut = sum(-(-part // room) for part in (4096, 4096, RESULT + 24 - 8192))
    confirm = transport == "netbios"  # SESSION CONFIRM is a frame of the link as data are
    assert run.counters["server_transport_data"] == cut + 3 + confirm


def test_what_does_not_go_together_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlanError, match=r"tds\.pipe_read needs tds\.named_pipe = true; leave it out"):
        net8.run(Plan.of({"client.protocol": "tds", "tds.pipe_read": "read"}))
    with pytest.raises(PlanError, match=r'tds\.named_pipe = true needs SMB, .*, not over "spx"'):
        net8.run(pipe("spx"))
    with pytest.raises(PlanError, match=r'tds\.named_pipe has no meaning with client\.protocol = "net8"'):
        net8.run(Plan.of({"tds.named_pipe": True}))


def test_what_is_assumed_is_told() -> None:
    told = dict(describe(pipe("netbios")).facts)
    assert "SMB over NetBIOS frames" in told["named pipe"]
    assert "4 round trips" in told["named pipe"]
    assert "a write waits for the response to the previous one" in told["named pipe"]
    assert "each packet of SMB is a message" in told["transport"]
    over = dict(describe(pipe()).facts)["named pipe"]
    assert "NetBIOS sessions on TCP" in over
    assert "5 round trips" in over
    assert predict(pipe()).left_out == ("everything: tds.named_pipe = true",)
