# SPDX-License-Identifier: GPL-2.0-only
"""A real program over several round trips, each capture predicting what the program takes over the others."""

from __future__ import annotations

import itertools
import socket
import struct
import time
from pathlib import Path

import net8
import pytest
from fake_servers import serving
from served import served

RTTS_MS = (4, 20, 60)
RATE = "50Mbps"
REPLIES = (300, 300, 2_000, 60_000, 300, 60_000, 20_000, 300, 120_000, 300, 300, 5_000)
REQUESTS = (100, 40, 100, 40, 3_000, 40, 100, 20_000, 40, 100, 40, 100)
WORK_S, THINK_S = 0.002, 0.003


def whole(sock: socket.socket, size: int) -> bytes:
    """Read so many bytes, fewer at the end of the stream."""
    found = b""
    while len(found) < size and (piece := sock.recv(size - len(found))):
        found += piece
    return found


def work(time_s: float) -> float:
    """Take some time, and return how long that was: more than asked on a busy machine."""
    begun = time.monotonic()
    time.sleep(time_s)
    return time.monotonic() - begun


def server(sock: socket.socket, spent_s: list[float]) -> None:
    """Answer requests, each with its length and that of the reply in front, after some work."""
    while head := whole(sock, 8):
        request, reply = struct.unpack("!II", head)
        whole(sock, request - 8)
        spent_s.append(work(WORK_S))
        sock.sendall(bytes(reply))


def program(sock: socket.socket, spent_s: list[float]) -> None:
    """Ask for all replies, one after the other, and think in front of each request."""
    with sock:
        for request, reply in zip(REQUESTS, REPLIES, strict=True):
            spent_s.append(work(THINK_S))
            sock.sendall(struct.pack("!II", request, reply) + bytes(request - 8))
            assert len(whole(sock, reply)) == reply


def recorded(folder: Path, rtt_ms: int) -> tuple[Path, float]:
    """Run the program over a simulated path; return the capture at the client, and the work of both ends."""
    folder.mkdir()
    plan = f'[path]\nkind = "wan"\nrate = "{RATE}"\ndelay = "{rtt_ms / 2}ms"\n'
    plan += "".join(f"[{end}.tcp]\nno_delay = true\n" for end in ("client", "server"))
    options = ("--listen", "127.0.0.1:0", "--pcap", str(folder / "wire"))
    spent_s: list[float] = []
    with (
        serving(lambda sock: server(sock, spent_s)) as backend,
        served(plan, folder, *options, "--backend", backend) as run,
    ):
        program(run.connect(), spent_s)
        assert run.end() == 0
    return folder / "wire-client.pcap", sum(spent_s)


def worst(folder: Path) -> float:
    """Predict from each latency to the others; return the largest error, as a share of what was recorded there.

    Program and server take 5 ms a call, more on a busy machine; what they say that they took longer in one run
    than in the other is none of the prediction.
    """
    folder.mkdir()
    runs = {rtt_ms: recorded(folder / str(rtt_ms), rtt_ms) for rtt_ms in RTTS_MS}
    errors = []
    for (capture, here_s), (rtt_ms, (there, there_s)) in itertools.product(runs.values(), runs.items()):
        truth_s = net8.replay(there, was_rate=RATE, costs=False).total.old_s
        found = net8.replay(capture, rtt=f"{rtt_ms}ms", was_rate=RATE, costs=False).total
        predicted = found.new or found.own
        errors.append(abs(predicted.mean_s - truth_s - (here_s - there_s)) / truth_s)
    return max(errors)


@pytest.mark.slow
def test_each_latency_predicts_the_others(tmp_path: Path) -> None:
    """Within 5 %, in one of three tries: what else runs on this machine may disturb the others."""
    assert any(worst(tmp_path / str(number)) <= 0.05 for number in range(3))
