# SPDX-License-Identifier: GPL-2.0-only
"""SPX and DECnet under Oracle Net: packets of a batch, captures, what is told and what is refused.

Counts are arithmetic on the tables of Sun's paper of 2002 (E14, E15): a batch of 15 rows of 100 bytes is 1510 bytes of
Oracle Net, one of 20 bytes 310. SPX takes 534 bytes a packet, NSP 563 a segment.
"""

from __future__ import annotations

import itertools
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

SDUS = (1024, 2048, 4096, 8192)
TDUS = (32767, 1024, 2048)
BATCHES = 4
IPX, DECNET = 0x8137, 0x6003


def plan(transport: str, **values: object) -> net8.Plan:
    """Return the plan of the paper's test bed, a few batches long."""
    document: dict[str, Any] = {
        "path": {"kind": "segment", "lan_rate": "10Mbps", "transport": transport},
        "client": {
            "driver": "sqlplus", "release": "7.3", "array_size": 15, "prefetch_rows": 0, "tdu_rule": "min",
        },
        "server": {"release": "7.3", "sdu": 8192, "tdu_rule": "min"},
        "query": {
            "rows": 15 * BATCHES, "row_length": 100, "row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0,
            "end_overhead": 0,
        },
    }  # fmt: skip
    return net8.Plan.of(document).with_values(
        {key.replace("__", "."): value for key, value in values.items()}
    )


def frames(capture: Path) -> list[bytes]:
    """Return the frames of a capture file."""
    data, at, found = capture.read_bytes(), 24, []
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 8)[0]
        found.append(data[at + 16 : at + 16 + size])
        at += 16 + size
    return found


def payload(frame: bytes) -> int:
    """Return the user bytes of a data packet of SPX or NSP; 0 for any other packet."""
    kind = struct.unpack_from(">H", frame, 12)[0]
    if kind == IPX:
        length, control, stream = struct.unpack_from(">H", frame, 16)[0], frame[44], frame[45]
        return length - 42 if not control & 0x80 and stream < 0xFC else 0
    assert kind == DECNET
    return struct.unpack_from("<H", frame, 14)[0] - 21 - 11 if not frame[37] & ~0x60 else 0


def replies(capture: Path) -> list[list[int]]:
    """Return the sizes of what the server sent between two packets of the client."""
    found: list[list[int]] = [[]]
    server = None
    for frame in frames(capture):
        source, size = frame[6:12], payload(frame)
        server = server or frame[:6]  # the first frame asks for the connection
        if size and source != server:
            found.append([])
        elif size:
            found[-1].append(size)
    return found


def batches(transport: str, folder: Path, **values: object) -> list[list[int]]:
    """Run the plan, and return the packets of its full batches."""
    folder.mkdir(parents=True, exist_ok=True)
    run = net8.run(plan(transport, **values), folder=folder, pcap=True)
    assert run.metrics["failed_sessions"] == 0
    size = 15 * int(str(values.get("query__row_length", 100))) + 10
    # Cut at SDU or TDU, the second packet of Oracle Net has a header of its own.
    return [reply for reply in replies(folder / "capture-server.pcap") if sum(reply) in (size, size + 10)]


@pytest.mark.parametrize("transport", ["spx", "decnet"])
def test_a_batch_is_three_packets_or_one_in_every_cell(transport: str, tmp_path: Path) -> None:
    """1510 bytes: 534 + 534 + 442, or 534 + 490 and 496; 563 + 563 + 384, or 563 + 461 and 496. 310 bytes: one."""
    piece = {"spx": 534, "decnet": 563}[transport]
    for (sdu, tdu), (row, count) in itertools.product(itertools.product(SDUS, TDUS), ((100, 3), (20, 1))):
        folder = tmp_path / f"{sdu}-{tdu}-{row}"
        cell = {"client__sdu": sdu, "client__tdu": tdu, "server__tdu": tdu, "query__row_length": row}
        found = batches(transport, folder, **cell)
        assert len(found) == BATCHES, (sdu, tdu, row)
        assert {len(reply) for reply in found} == {count}, (sdu, tdu, row)
        assert max(max(reply) for reply in found) == (piece if count == 3 else 310)


def test_bytes_that_fill_packets_know_no_messages(tmp_path: Path) -> None:
    """Of 1024 + 496 bytes, written one behind the other, the second follows the first in its packet: 534 + 534 + 452.

    As messages they are 534 + 490 and 496.
    """
    cell = {"client__sdu": 1024, "path__spx_window": 1}
    packet, stream = (
        batches("spx", tmp_path / word, path__transport_messages=word, **cell)
        for word in ("packet", "stream")
    )
    assert {tuple(reply) for reply in packet} == {(534, 490, 496)}
    assert {tuple(reply) for reply in stream} == {(534, 534, 452)}


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("transport", "values"),
    [
        ("spx", {}),
        ("spx", {"path__kind": "lan"}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "802.3", "path__spx_packet": 1497}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "802.2", "path__spx_window": 4}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "snap"}),
        ("decnet", {}),
        ("decnet", {"path__kind": "lan", "path__decnet_flow": "segment", "path__decnet_buffer": 1479}),
        ("decnet", {"path__kind": "lan", "path__decnet_flow": "message", "path__loss_list": [9, 20]}),
    ],
)
def test_tshark_reads_every_frame(transport: str, values: dict[str, object], tmp_path: Path) -> None:
    run = net8.run(plan(transport, query__rows=300, **values), folder=tmp_path, pcap=True)
    assert run.metrics["failed_sessions"] == 0
    wanted = {"spx": "spx", "decnet": "dec_dna.nsp.msg_type"}[transport]
    for name in ("capture-client.pcap", "capture-server.pcap"):
        count = len(frames(tmp_path / name))
        told = {
            filter_: subprocess.run(
                ["tshark", "-r", str(tmp_path / name), "-Y", filter_],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.splitlines()
            for filter_ in (wanted, "_ws.malformed || _ws.expert.severity >= 0x600000")
        }
        assert count > 100
        assert [len(lines) for lines in told.values()] == [count, 0], list(told.values())[1][:3]


def test_a_packet_of_spx_takes_its_time_and_that_of_its_acknowledgement(tmp_path: Path) -> None:
    """One packet at a time on switched Ethernet of 10 Mbit/s: hosts, links and a switch that stores and forwards.

    A full packet is 14 + 576 bytes and FCS, preamble 24 with the gap, 614; its acknowledgement the smallest frame, 84.
    Each of two links takes its bytes less the gap of 12, and 5 us: 2 x (602 + 72) x 0.8 us + 4 x 5 us = 1098.4 us.
    """
    one = net8.run(
        plan(
            "spx",
            path__kind="lan",
            query__rows=15,
            query__row_length=3552,
            client__sdu=32767,
            server__sdu=32767,
        ),
        folder=tmp_path,
        pcap=True,
    )
    assert one.metrics["failed_sessions"] == 0
    data, at, times = (tmp_path / "capture-server.pcap").read_bytes(), 24, []
    while at < len(data):
        seconds, micros, size = struct.unpack_from("<III", data, at)
        if payload(data[at + 16 : at + 16 + size]) == 534:
            times.append(seconds * 10**6 + micros)
        at += 16 + size
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    whole = [gap for gap in gaps if gap < 1500]
    assert len(whole) > 90
    assert sum(whole) / len(whole) == pytest.approx(1098.4, rel=0.001)


@pytest.mark.parametrize("transport", ["spx", "decnet"])
def test_lost_packets_come_in_the_end(transport: str) -> None:
    lossy = plan(transport, query__rows=300, path__loss_rate=0.02)
    first, again = (net8.run(lossy, seed=2) for _ in range(2))
    assert first.metrics["failed_sessions"] == 0
    assert first.counters["server_transport_repeated"] > 0
    assert first.digest == again.digest


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"path.transport": "netbios"}, "no host here has NetBIOS"),
        ({"path.transport": "spx", "path.kind": "wan"}, 'needs path.kind = "lan" or "segment"'),
        ({"path.transport": "decnet", "path.ip": "v6"}, 'needs path.ip = "v4"'),
        ({"path.transport": "spx", "path.spx_frame": "snap"}, 'must be "ethernet_ii" on a segment'),
        (
            {"path.transport": "spx", "run.series": ["sessions"], "run.sample_interval": "1s"},
            'run.series = "sessions" looks into TCP',
        ),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence.replace(".", r"\.")):
        net8.run(plan("tcp").with_values(values))


def test_frames_that_do_not_fit_are_refused_in_a_sentence() -> None:
    large = plan("decnet", path__decnet_buffer=1498, path__mtu=1000)
    with pytest.raises(
        net8.PlanError, match="decnet_buffer 1498 makes frames that carry 1519 bytes, and mtu is 1000"
    ):
        net8.run(large)


def test_what_is_assumed_is_told() -> None:
    facts = dict(describe(plan("spx")).facts)
    assert "534 bytes a packet, 1 on its way" in facts["transport"]
    assert "assumed: each packet of Oracle Net is a message" in facts["transport"]
    assert "563 bytes a packet" in dict(describe(plan("decnet")).facts)["transport"]
    assert "transport" not in dict(describe(plan("tcp")).facts)
    assert net8.analytic.predict(plan("spx")).left_out == ("everything: path.transport = spx",)
