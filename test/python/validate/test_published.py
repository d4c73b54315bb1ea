# SPDX-License-Identifier: GPL-2.0-only
"""Published frame sizes and call counts, read from the capture that a simulation wrote.

Sources: S1 is Bulumulle, Sun BluePrints OnLine, October 2002; S3 is Ameen's note on SQL*Net more data to
client; S5 is Hooper, Network Monitoring Experimentations 5, 2010. E-numbers are those of the project's list of
seed experiments. Frames are counted as there: with the 14-byte Ethernet header, without FCS.
"""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from wire_capture import EXECUTE, Exchange, Segment, data_exchanges, segments

# Batches as in the literature: rows and nothing else; no TCP option, so that a segment holds 1460 bytes.
BARE_ROWS = {"row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0}
BARE_TCP = {"timestamps": False}
# Each TNS packet is a write of its own, as on a real server: the next one is ready a little later.
WRITE_BY_WRITE = "10us"


def batches(array_size: int, sdu: int, **query: object) -> net8.Plan:
    """Return a plan whose every reply is one array of rows over a LAN."""
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {
                "driver": "sqlplus", "sdu": sdu, "array_size": array_size, "prefetch_rows": array_size,
                "fetch_habit": "array",
                "tcp": BARE_TCP,
            },
            "server": {"packet_time": WRITE_BY_WRITE, "tcp": BARE_TCP},
            "query": BARE_ROWS | query,
        }
    )  # fmt: skip


def simulate(plan: net8.Plan, folder: Path) -> Path:
    """Run a plan and give the capture of the client."""
    result = net8.run(plan, folder=folder, pcap=True)
    assert result.outcome == ("closed",)
    return folder / "capture-client.pcap"


def reply_packets(capture: Path) -> list[list[int]]:
    """Return the TNS bytes of the packets of each reply to execute or fetch."""
    return [[packet.length for packet in exchange.replies] for exchange in data_exchanges(capture)]


def reply_segments(capture: Path) -> list[Segment]:
    """Return the segments with data that answered execute and fetch."""
    calls = data_exchanges(capture)
    first, last = calls[0].requests[0].time_s, calls[-1].replies[-1].time_s
    return [s for s in segments(capture) if s.to_client and s.payload and first < s.time_s <= last]


def request_segment(capture: Path, exchange: Exchange) -> Segment:
    """Return the one segment of a request."""
    time_s = exchange.requests[0].time_s
    (found,) = [s for s in segments(capture) if not s.to_client and s.payload and s.time_s == time_s]
    return found


@pytest.fixture(scope="module")
def e3_capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Simulate the row-length example of S1: SDU 2048, arrays of 3, six rows."""
    plan = batches(3, 2048, rows=6, row_length=[1511, 410, 730, 300, 200, 500])
    return simulate(plan, tmp_path_factory.mktemp("e3"))


def test_e3_row_lengths_make_packets_of_2048_623_and_1010_bytes(e3_capture: Path) -> None:
    # 1511 + 410 + 730 = 2651 = 2038 + 613, each with 10 bytes of header; 300 + 200 + 500 = 1000.
    assert reply_packets(e3_capture) == [[2048, 623], [1010]]


def test_e4_packet_of_2048_bytes_makes_frames_of_1514_and_642_bytes(e3_capture: Path) -> None:
    # 2048 = 1460 + 588; 40 bytes of TCP and IP header, 14 of Ethernet.
    first = reply_segments(e3_capture)[:2]
    assert [len(s.payload) for s in first] == [1460, 588]
    assert [s.ip_bytes for s in first] == [1500, 628]
    assert [s.frame_bytes for s in first] == [1514, 642]


def test_e5_packet_of_623_bytes_makes_a_frame_of_677_bytes(e3_capture: Path) -> None:
    # 623 + 40 + 14; the 678 of S1 pads an odd length, which neither IP nor Ethernet does.
    segment = reply_segments(e3_capture)[2]
    assert (len(segment.payload), segment.frame_bytes) == (623, 677)


def test_e6_row_of_1442_bytes_fits_one_frame_of_1506_bytes(tmp_path: Path) -> None:
    capture = simulate(batches(1, 2048, rows=1, row_length=1442), tmp_path)
    assert reply_packets(capture) == [[1442 + 10]]
    (segment,) = reply_segments(capture)
    assert (segment.ip_bytes, segment.frame_bytes) == (1452 + 40, 1492 + 14)


def test_e7_fifteen_rows_of_20_bytes_make_ip_packets_of_350_bytes(tmp_path: Path) -> None:
    capture = simulate(batches(15, 2048, rows=60, row_length=20), tmp_path)
    found = reply_segments(capture)
    # 15 x 20 + 10 + 40, four times.
    assert [s.ip_bytes for s in found] == [350] * 4
    assert [s.frame_bytes for s in found] == [364] * 4


def test_e8_fifteen_rows_of_100_bytes_unsplit(tmp_path: Path) -> None:
    capture = simulate(batches(15, 2048, rows=15, row_length=100), tmp_path)
    assert reply_packets(capture) == [[15 * 100 + 10]]
    # S1 counts the 1510 bytes as one datagram of 1550; TCP cuts it at 1460.
    found = reply_segments(capture)
    assert sum(len(s.payload) for s in found) + 40 == 1550
    assert [s.ip_bytes for s in found] == [1500, 50 + 40]


def test_e8_sdu_of_1024_splits_fifteen_rows_by_the_rule_of_e3(tmp_path: Path) -> None:
    capture = simulate(batches(15, 1024, rows=15, row_length=100), tmp_path)
    # 1500 = 1014 + 486, each with 10 bytes of header; with 40 bytes more each, 1600 bytes in all as in S1.
    assert reply_packets(capture) == [[1024, 496]]
    found = [s.ip_bytes for s in reply_segments(capture)]
    assert found == [1064, 536]
    assert sum(found) == 1600


def test_e10_statement_of_640_bytes_makes_a_frame_of_704_bytes(tmp_path: Path) -> None:
    capture = simulate(batches(10, 8192, rows=1, row_length=9, request_length=640), tmp_path)
    execute = data_exchanges(capture)[0]
    assert execute.function == EXECUTE
    assert [packet.length for packet in execute.requests] == [640 + 10]
    # 14 Ethernet + 20 IP + 20 TCP + 650
    assert request_segment(capture, execute).frame_bytes == 704
