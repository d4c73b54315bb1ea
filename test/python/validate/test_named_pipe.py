# SPDX-License-Identifier: GPL-2.0-only
"""E22 and E23 by TDS over a named pipe and over TCP; packets are those of the engine."""

from __future__ import annotations

import itertools

import pytest
from net8.analytic import PipeReading, pipe_result, tcp_result
from net8.validate.rows_packet_size import PACKET_SIZES, PIPE, PIPE_DATA, STROM
from net8_testing import TdsClientSettings, tds_dialogue

# The table of facts/old-transports.md, section 3.4: packets, thousands of bytes, frames.
SHEET = {512: (482, 452.2, 2217), 4096: (60, 276.6, 465), 6144: (40, 270.6, 437), 8096: (30, 265.8, 378),
         32_768: (8, 257.0, 296)}  # fmt: skip
CONNECTED = 3


@pytest.mark.parametrize("size", PACKET_SIZES)
def test_the_reading_gives_the_numbers_of_the_sheet(size: int) -> None:
    sent, frames = pipe_result(PIPE_DATA, size, PIPE)
    assert (round(sent / 1e3, 1), round(frames)) == SHEET[size][1:]


def test_one_packet_by_hand() -> None:
    # Looking 116 + 96, asking 87, answering two frames: 1500 + 60 + 2 x 32; RR: 2 x 0.5 x 60.
    assert pipe_result(1492, 1500, PipeReading(ready_frames=0.5)) == (116 + 96 + 87 + 1624 + 60, 6.0)
    # Without looking, in reads of 1000 and 500 bytes.
    assert pipe_result(1492, 1500, PipeReading(peeks=False, read_limit_bytes=1000)) == (
        2 * (87 + 92) + 1500,
        4.0,
    )
    # Packets of 512 and 504 bytes in frames of 566 and 558, an acknowledgement of 60 for both.
    assert tcp_result(1000, 512, 2) == (566 + 558 + 60, 3.0)
    # A packet of 3000 bytes takes three segments.
    assert tcp_result(2992, 3000, 3) == (3000 + 3 * 54 + 60, 4.0)


def test_the_fit_is_the_best_of_its_kind() -> None:
    def residual(data: int, ready: float) -> float:
        found = {size: pipe_result(data, size, PipeReading(ready_frames=ready)) for size in PACKET_SIZES}
        return sum(
            (value / seen - 1) ** 2
            for size in PACKET_SIZES
            for value, seen in zip(found[size], STROM[size], strict=True)
        )

    best = min(
        residual(data, step / 20) for data, step in itertools.product(range(235_000, 250_001, 500), range(21))
    )
    # Bytes and frames weigh alike there; the sheet's pair, which weighs bytes more, is within a tenth of the best.
    assert residual(PIPE_DATA, 0.60) < 1.1 * best


@pytest.mark.parametrize("size", PACKET_SIZES)
def test_the_engine_cuts_as_many_packets(size: int) -> None:
    # Columns 3 + 21, DONE 13, rows 3 + n: 1263 rows of 132 bytes and 537 of 131 make 242,500.
    rows = [[b"x" * (132 if number < 1263 else 131)] for number in range(1800)]
    assert 24 + 13 + sum(3 + len(row[0]) for row in rows) == PIPE_DATA
    settings = TdsClientSettings()
    # 32,768 is one more than TDS allows today; 32,767 cuts as many.
    settings.packet_size = min(size, 32_767)
    _, answered = tds_dialogue(settings, ["select"], [("TXT", 0xA7, 255)], rows)
    assert len(answered) - CONNECTED == SHEET[size][0]
