# SPDX-License-Identifier: GPL-2.0-only
"""E14 and E15 over SPX and DECnet: the other two columns of Sun's tables, with the cost of a packet of its TCP."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from net8.validate.case import Case
from net8.validate.found import Found, Replication
from net8.validate.row import Row, exact, near, within
from net8.validate.rows_frames import BARE_ROWS

__all__ = ["LAN_ROWS", "STATS1_LANS", "STATS2_LANS", "batch_packets", "lan_case"]

STATS1_LANS: Final = {"spx": 70.07, "decnet": 70.92}
"""Mean of the twelve cells of stats1, s."""
STATS2_LANS: Final = {"spx": 152.20, "decnet": 164.45}
"""The same of stats2."""
_SPREADS: Final = {"spx": 0.7, "decnet": 1.0}
"""Largest less smallest cell of stats2 over the mean, %."""
_NAMES: Final = {"spx": "SPX/IPX", "decnet": "DECnet"}
_SDUS: Final = (1024, 2048, 4096, 8192)
_TDUS: Final = (32767, 1024, 2048)
_ROWS, _FULL = 4096, 273
"""Rows of a table, and its batches of 15 of them; a last one has one row."""
_FEW: Final = 150
"""Rows that show ten batches."""
_SEGMENT_S, _ROW_S = 0.1806, 0.00502
"""What a segment, and the work of a row, cost in the column of TCP/IP (F3), to which alone they are fitted."""


def lan_case(transport: str, row_length: int, tdu: int, sdu: int, rows: int = _ROWS) -> Case:
    """Return a case of the SDU sweep over SPX or DECnet.

    @param transport: spx or decnet
    @param row_length: 20 (stats1) or 100 (stats2)
    @param tdu: of both sides
    @param sdu: the client's; the server's is 8 KB
    @param rows: of the table; fewer for a capture
    @return: the case
    """
    return Case(
        f"sun {row_length} TDU {tdu} SDU {sdu}, {transport}, {rows} rows",
        {
            "path": {"kind": "segment", "lan_rate": "10Mbps", "transport": transport},
            "client": {
                "driver": "sqlplus", "release": "7.3", "array_size": 15, "prefetch_rows": 0, "tdu_rule": "min",
                "tdu": tdu, "sdu": sdu, "row_time": f"{_ROW_S * 1e3:.2f}ms",
                "tcp": {"profile": "windows-nt4", "segment_time": f"{_SEGMENT_S * 1e3:.1f}ms"},
            },
            "server": {"release": "7.3", "sdu": 8192, "tdu_rule": "min", "tdu": tdu, "tcp": {"profile": "solaris-2.5"}},
            "query": BARE_ROWS | {"rows": rows, "row_length": row_length},
        },
        pcap=rows == _FEW,
    )  # fmt: skip


def _payload(frame: bytes) -> int:
    """Return the user bytes of a data packet of SPX I or NSP on Ethernet II; 0 for any other packet."""
    if frame[12:14] == b"\x81\x37":
        data = not frame[44] & 0x80 and frame[45] < 0xFC  # no system packet, no end of the connection
        return int.from_bytes(frame[16:18], "big") - 42 if data else 0
    # Length, long routing header of 21 bytes, 11 of a data segment.
    return int.from_bytes(frame[14:16], "little") - 21 - 11 if not frame[37] & ~0x60 else 0


def batch_packets(run: Replication, row_length: int) -> tuple[int, ...]:
    """Count the packets of each full batch.

    @param run: with a capture
    @param row_length: bytes of a row
    @return: packets of the batches, in their order
    """
    client = run.frames[0].data[6:12]  # who asks for the connection
    found: list[list[int]] = [[]]
    for frame in run.frames:
        size = _payload(frame.data)
        if size and frame.data[6:12] == client:
            found.append([])
        elif size:
            found[-1].append(size)
    batch = 15 * row_length + 10
    # Cut at SDU or TDU, the second packet of Oracle Net has a header of its own.
    return tuple(len(reply) for reply in found if sum(reply) in (batch, batch + 10))


def _cells(transport: str, row_length: int, rows: int = _ROWS) -> tuple[Case, ...]:
    """Return the twelve cases of a table."""
    return tuple(lan_case(transport, row_length, tdu, sdu, rows) for tdu in _TDUS for sdu in _SDUS)


def _counted(transport: str) -> Callable[[Found], tuple[float, ...]]:
    """Return the function that gives the packets of a batch in each cell of stats2 and stats1."""

    def measure(found: Found) -> tuple[float, ...]:
        cells = [(length, case) for length in (100, 20) for case in _cells(transport, length, _FEW)]
        kinds = [set(batch_packets(found.one(case), length)) for length, case in cells]
        return tuple(float(max(kind)) if len(kind) == 1 else 0.0 for kind in kinds)

    return measure


def _times(found: Found, transport: str, row_length: int) -> list[float]:
    """Return the response times of a table in seconds."""
    return [found.one(case)["response_time"] for case in _cells(transport, row_length)]


def _by_hand(row_length: int) -> float:
    """Return the time of a table: work of rows, and a cost of each packet; the network takes less than a hundredth."""
    packets = 3 if row_length == 100 else 1
    return _ROWS * _ROW_S + (2 + _FULL * packets) * _SEGMENT_S


def _rows_of(transport: str) -> tuple[Row, ...]:
    """Return the rows of a transport."""
    name = _NAMES[transport]
    fitted = ("segment cost", "row work, segments")
    common: dict[str, Any] = {"kind": "SHAPE", "source": "S1", "parameters": fitted, "hypothesis": "F3"}
    times = partial(_times, transport=transport)
    both = (*_cells(transport, 100), *_cells(transport, 20))
    return (
        Row(id="E14", kind="EXACT", source="S1", quantity=f"packets of a batch, 12 cells of stats2 and stats1: {name}",
            unit="packets", published=(3.0,) * 12 + (1.0,) * 12,
            cases=(*_cells(transport, 100, _FEW), *_cells(transport, 20, _FEW)),
            analytic=lambda: (3.0,) * 12 + (1.0,) * 12, model="1510 bytes cut at SDU, TDU and packet; 310 bytes",
            measure=_counted(transport), band=exact(),
            note="that SDU and TDU change nothing is published; the counts follow from it for all sizes of 512 to 754"),
        Row(id="E14", quantity=f"spread of the 12 cells: {name}", unit="%", published=_SPREADS[transport],
            cases=_cells(transport, 100), analytic=lambda: 0.0, model="the same packets in each cell",
            measure=lambda found: _spread(times(found, row_length=100)), band=within(0, 1, "%"), **common),
        Row(id="E14", quantity=f"stats2 over stats1: {name}", published=STATS2_LANS[transport] / STATS1_LANS[transport],
            cases=both, analytic=lambda: _by_hand(100) / _by_hand(20), model="rows x work + packets x cost",
            measure=lambda found: statistics.fmean(times(found, row_length=100))
            / statistics.fmean(times(found, row_length=20)),
            band=near(0.12),
            note="costs of a further packet of 0.150, 0.171 and 0.181 s (SPX, DECnet, TCP), of which that of TCP is "
                 "taken: 2 x 274 x 0.031 s are 11 % of the ratio", **common),
        Row(id="E15", quantity=f"mean of the 12 cells: {name}", unit="s", published=STATS1_LANS[transport],
            cases=_cells(transport, 20), analytic=lambda: _by_hand(20), model="rows x work + packets x cost",
            measure=lambda found: statistics.fmean(times(found, row_length=20)), band=near(0.01),
            note="nothing is fitted to this column", **common),
    )  # fmt: skip


def _spread(times: list[float]) -> float:
    """Return largest less smallest over the mean, in per cent."""
    return 100 * (max(times) - min(times)) / statistics.fmean(times)


LAN_ROWS: Final = (*_rows_of("spx"), *_rows_of("decnet"))
"""Rows of the columns SPX/IPX and DECnet."""
