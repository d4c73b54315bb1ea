# SPDX-License-Identifier: GPL-2.0-only
"""TDS over simulated TCP: captures that tshark reads without a complaint, and packets that arithmetic gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from net8.dissect import dissect

ROWS, BATCHES, CLIENTS = 100, 3, 2
# Columns 3 + 21, rows of 3 + 97, DONE 13.
RESULT = 24 + ROWS * 100 + 13


def simulated(folder: Path, size: int) -> Path:
    """Simulate in a process of its own; return what the client's side saw."""
    call = f"tds_simulate({str(folder / 'tds')!r}, {CLIENTS}, {size}, {BATCHES}, {ROWS})"
    subprocess.run([sys.executable, "-c", f"from net8 import _core; _core.{call}"], check=True)
    return folder / "tds-client.pcap"


def tshark(capture: Path, *words: str) -> list[str]:
    """Return the lines that tshark prints."""
    return subprocess.run(
        ["tshark", "-r", str(capture), *words], capture_output=True, text=True, check=True
    ).stdout.splitlines()


@pytest.mark.parametrize("size", [512, 4096, 32767])
def test_captures_are_clean(tmp_path: Path, size: int) -> None:
    capture = simulated(tmp_path, size)
    wrong = "_ws.malformed or _ws.expert.severity >= 0x600000 or tcp.checksum.status == 0 or ip.checksum.status == 0"
    checks = ("-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE")
    assert tshark(capture, *checks, "-Y", wrong) == []
    found = dissect(capture).tds_sessions
    assert len(found) == CLIENTS
    count = -(-RESULT // (size - 8))
    for session in found:
        assert session.errors() == []
        assert session.packet_size == size
        results = [message for message in session.messages if "100 rows" in message.detail]
        assert len(results) == BATCHES
        for message in results:
            lengths = [packet.length for packet in message.packets]
            assert lengths == [size] * (count - 1) + [RESULT - (count - 1) * (size - 8) + 8]
    shown = tshark(capture, "-Y", "tds", "-T", "fields", "-e", "tds.length", "-E", "aggregator=,")
    lengths = sorted(int(length) for line in shown for length in line.split(","))
    assert lengths == sorted(packet.length for session in found for packet in session.packets)
