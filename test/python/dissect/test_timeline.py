# SPDX-License-Identifier: GPL-2.0-only
"""Timelines over captures made by hand, over a simulated run, and over what is none."""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
from pathlib import Path

import dpkt
import net8
import pytest
from made_capture import ACCEPT, FETCH, Sent, connect, data, write
from net8.capture.streams import segments
from net8.cli import main
from net8.dissect import dissect
from net8.dissect.timeline import choose_tick, sequences, ticks
from net8.figure.timeline import draw_timelines

MS = 1_000_000
SYN, ACK = dpkt.tcp.TH_SYN, dpkt.tcp.TH_ACK
CONNECT = len(connect())
# The client's first byte is 50 bytes before sequence numbers start again at 2^32; the server's is number 200.
CLIENT_AT, SERVER_AT = 2**32 - 50, 200


def scale(shift: int) -> bytes:
    """Return the window scale option behind one byte of padding: RFC 7323, section 2.2."""
    return bytes([1, 3, 3, shift])


def made(tmp_path: Path, *, opened: bool = True, client_scales: bool = True) -> Path:
    """Write the capture of one session; the fetch request of 21 bytes is sent twice."""
    behind = CLIENT_AT + CONNECT
    opening = [
        Sent(0, True, CLIENT_AT - 1, flags=SYN, options=scale(2) if client_scales else b""),
        Sent(
            1 * MS, False, SERVER_AT - 1, b"", SYN | ACK, acknowledged=CLIENT_AT, window=500, options=scale(3)
        ),
    ]
    sent = [
        Sent(10 * MS, True, CLIENT_AT, connect(), acknowledged=SERVER_AT, window=700),
        Sent(30 * MS, False, SERVER_AT, ACCEPT, acknowledged=behind, window=1000),
        Sent(110 * MS, True, behind, data(bytes(2038))),
        Sent(130 * MS, False, SERVER_AT + 32, data(bytes(4086)), acknowledged=behind + 2048, window=900),
        Sent(150 * MS, True, behind + 2048, FETCH),
        Sent(180 * MS, True, behind + 2048, FETCH),
        Sent(300 * MS, False, SERVER_AT + 4128, data(bytes(8182)), acknowledged=behind + 2069, window=900),
    ]
    return write(tmp_path / "made.pcap", [*(opening if opened else []), *sent])


def test_ticks_of_a_made_capture(tmp_path: Path) -> None:
    found = ticks(dissect(made(tmp_path)).sessions, 100 * MS)
    # SDU 8192: DATA of 2048 and 21 bytes fill 25 % and 21 / 8192 = 0.25634765625 %, 4096 fill half, 8192 all.
    # Client: 10 to 110 ms is the longest gap. Server: 30 to 130 ms, then 130 to 300 ms, the start of the 4th tick.
    assert [(t.start_ns, t.sender, t.packets, t.bytes, t.longest_gap_ns, t.fill_percent) for t in found] == [
        (0, "client", 1, CONNECT, None, None),
        (0, "server", 1, 32, None, None),
        (100 * MS, "client", 2, 2069, 100 * MS, pytest.approx((25 + 0.25634765625) / 2)),
        (100 * MS, "server", 1, 4096, 100 * MS, 50.0),
        (200 * MS, "client", 0, 0, None, None),
        (200 * MS, "server", 0, 0, None, None),
        (300 * MS, "client", 0, 0, None, None),
        (300 * MS, "server", 1, 8192, 170 * MS, 100.0),
    ]


def test_a_tick_makes_about_a_hundred(tmp_path: Path) -> None:
    # From 10 to 300 ms: 2.9 ms would make 100; 5 ms is the next of 1, 2 and 5.
    assert choose_tick(dissect(made(tmp_path)).sessions) == 5 * MS
    # From 10 to 210 ms: 2 ms make 100.
    ends = [
        Sent(10 * MS, True, 100, connect()),
        Sent(210 * MS, False, 200, ACCEPT, acknowledged=100 + CONNECT),
    ]
    assert choose_tick(dissect(write(tmp_path / "ends.pcap", ends)).sessions) == 2 * MS


def test_sequence_numbers_of_a_made_capture(tmp_path: Path) -> None:
    path = made(tmp_path)
    client, server = sequences(dissect(path).sessions[0], segments(path))
    c = CONNECT
    assert [(s.time_ns // MS, s.start, s.end, s.again) for s in client.sent] == [
        (10, 0, c, False),
        (110, c, c + 2048, False),
        (150, c + 2048, c + 2069, False),
        (180, c + 2048, c + 2069, True),
    ]
    assert client.acknowledged == [(1 * MS, 0), (30 * MS, c), (130 * MS, c + 2048), (300 * MS, c + 2069)]
    # The window of a SYN is not scaled; the server's later ones count 2^3 bytes.
    assert [edge for _time, edge in client.window_edge] == [
        500, c + 8000, c + 2048 + 7200, c + 2069 + 7200
    ]  # fmt: skip
    assert [(s.start, s.end, s.again) for s in server.sent] == [
        (0, 32, False), (32, 4128, False), (4128, 12320, False),
    ]  # fmt: skip
    # The client's windows count 2^2 bytes.
    assert (server.acknowledged[0], server.window_edge[0]) == ((10 * MS, 0), (10 * MS, 2800))
    assert client.window_scaled
    assert server.window_scaled


@pytest.mark.parametrize(("opened", "scaled"), [(True, True), (False, False)])
def test_windows_are_scaled_only_when_both_ends_offer_it(tmp_path: Path, opened: bool, scaled: bool) -> None:
    path = made(tmp_path, opened=opened, client_scales=False)
    client, _server = sequences(dissect(path).sessions[0], segments(path))
    assert (CONNECT, CONNECT + 1000) in zip(
        [place for _time, place in client.acknowledged], [edge for _time, edge in client.window_edge], strict=True
    )  # fmt: skip
    assert client.window_scaled is scaled


def run_cli(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run net8 timeline and give its exit code."""
    monkeypatch.setattr(sys, "argv", ["net8", "timeline", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_the_command_writes_numbers_and_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    path = made(tmp_path)
    assert run_cli(monkeypatch, str(path), "--tick", "100ms", "--session", "1", "--out", str(out)) == 0
    shown = capsys.readouterr().out
    assert "The fullest 100 ms carried 8.19 kB in 1 TNS packet, server to client, from 0.3 s on" in shown
    assert "Session 1: 12.3 kB server to client, 1 retransmission" in shown
    for name in ("timeline", "sequence"):
        assert (out / f"made-{name}.png").read_bytes().startswith(b"\x89PNG")
        # gnuplot leaves out of an SVG what it takes to be off the page.
        assert "<text>time after the first TCP segment (ms)</text>" in (out / f"made-{name}.svg").read_text()
    lines = (out / "made-timeline.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "tick_start_s,direction,packets,bytes,longest_gap_ms,mean_fill_percent"
    assert lines[4] == "0.100000000,server to client,1,4096,100.000000,50.000"
    assert lines[5] == "0.200000000,client to server,0,0,,"
    rows = (out / "made-sequence.csv").read_text(encoding="utf-8").splitlines()
    again = f"0.180000000,client to server,retransmission,{CONNECT + 2048},{CONNECT + 2069}"
    assert rows[0] == "time_s,direction,what,from_byte,to_byte"
    assert again in rows


def test_one_packet_is_drawn_though_it_has_neither_gap_nor_fill(tmp_path: Path) -> None:
    path = write(tmp_path / "one.pcap", [Sent(0, True, 100, connect())])
    notes, files = draw_timelines(path, out=tmp_path)
    assert [note for note in notes if note.startswith("note")] == []
    assert sorted(file.name for file in files if file.is_file()) == sorted(
        f"one-{name}.{ending}" for name in ("timeline", "sequence") for ending in ("csv", "svg", "png")
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--tick", "0ms"], '--tick "0ms" is too short; write at least 1ns, such as 100ms'),
        (["--tick", "100"], '--tick "100" has no unit; write a time such as "80ms"'),
        (["--session", "2"], "which has only number 1"),
        (["--session", "0"], "which has only number 1"),
        # 10 to 300 ms are 290,000,001 ticks; 20,000 of 14,501 ns are enough.
        (["--tick", "1ns"], "290000001, where 20000 are the most; use a --tick of at least 14501ns"),
    ],
)
def test_wrong_arguments_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], sentence: str,
) -> None:  # fmt: skip
    assert run_cli(monkeypatch, str(made(tmp_path)), *arguments, "--out", str(tmp_path / "out")) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("plan.toml", "is not a capture"), ("folder", "has no capture-*.pcap"), ("gone.pcap", "cannot be read")],
)
def test_what_is_no_capture_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, sentence: str
) -> None:  # fmt: skip
    (tmp_path / "folder").mkdir()
    (tmp_path / "plan.toml").write_text('title = "a plan"\n', encoding="utf-8")
    assert run_cli(monkeypatch, str(tmp_path / name), "--out", str(tmp_path / "out")) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_simulated_run_with_loss(tmp_path: Path) -> None:
    plan = {
        "path": {"kind": "wan", "loss_list": [20, 40]},
        "client": {"array_size": 500},
        "query": {"rows": 1000},
    }
    sweep = net8.Sweep(net8.Plan.of(plan, name="lossy"), runs=1, out=tmp_path)
    sweep.run_missing(jobs=1, pcap=True)
    (capture,) = tmp_path.glob("data/*/capture-server.pcap")
    with (capture.parent / "sessions.csv").open(newline="", encoding="utf-8") as stream:
        (session,) = csv.DictReader(stream)
    notes, files = draw_timelines(capture.parent)
    assert all(file.is_file() for file in files)
    assert len(files) == 12
    assert not any(note.startswith("note") for note in notes)
    for end in ("client", "server"):
        with (capture.parent / f"capture-{end}-timeline.csv").open(newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        for direction, counted in (
            ("client to server", "bytes_sent"),
            ("server to client", "bytes_received"),
        ):
            carried = sum(int(row["bytes"]) for row in rows if row["direction"] == direction)
            assert carried == int(session[counted])


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_retransmissions_are_those_of_tshark(tmp_path: Path) -> None:
    plan = {
        "path": {"kind": "wan", "loss_list": [20, 40]},
        "client": {"array_size": 500},
        "query": {"rows": 1000},
    }
    net8.Sweep(net8.Plan.of(plan, name="lossy"), runs=1, out=tmp_path).run_missing(jobs=1, pcap=True)
    for capture in tmp_path.glob("data/*/capture-*.pcap"):
        condition = "tcp.len > 0 and (tcp.analysis.retransmission or tcp.analysis.out_of_order)"
        command = ["tshark", "-n", "-r", str(capture), "-Y", condition, "-T", "fields", "-e", "frame.number"]
        judged = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        ways = sequences(dissect(capture).sessions[0], segments(capture))
        found = sorted(sent.frame for way in ways for sent in way.sent if sent.again)
        assert found == [int(frame) for frame in judged]
        assert found
