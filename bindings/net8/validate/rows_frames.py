# SPDX-License-Identifier: GPL-2.0-only
"""E1 to E12: layering, packing and frame sizes (Bulumulle, Hooper)."""

from __future__ import annotations

from typing import Any, Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.read import reply_packets, reply_segments, request_frame
from net8.validate.row import Row, Value, exact

__all__ = ["BARE_ROWS", "BARE_TCP", "FRAME_ROWS", "HOOPER_QUERY", "HOOPER_ROW", "batches", "counts", "hooper"]

BARE_ROWS: Final = {"row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0}
"""Batches as in the literature: rows and nothing else."""

BARE_TCP: Final = {"timestamps": False}
"""Segments of 1460 bytes."""

_WRITE: Final = "10us"
"""Each TNS packet is a write of its own, as on a real server: the next one is ready a little later."""

HOOPER_ROW: Final = (889.0, 86.0)
"""Bytes of a row: whole, and without the eight columns that repeat the row before. 8 x (1 + 9) + 8 x (1 + 100) + 1;
8 x 10 + 1 for the row, and 5 for the bit vector."""

_BEFORE, _BEHIND = 32, 56
"""Bytes before the rows and behind them: fitted to 8155 and to 1761 bytes, see F2."""

HOOPER_QUERY: Final[dict[str, Any]] = {
    "columns": "8*varchar2:9, 8*varchar2:100", "repeated_columns": 8, "row_header": _BEFORE,
    "fetch_overhead": _BEFORE + _BEHIND, "execute_overhead": 0, "end_overhead": 0,
}  # fmt: skip
"""16 columns, eight of which never change."""


def counts(values: object) -> tuple[float, ...]:
    """Return what a closed form returned as plain numbers.

    @param values: an array, or a list
    @return: numbers
    """
    return tuple(float(value) for value in values)  # type: ignore[attr-defined]


def batches(name: str, array_size: int, sdu: int, *, first: int | None = None, **query: Any) -> Case:
    """Return a case whose replies are arrays of rows over a LAN.

    @param name: name of the case
    @param array_size: rows a call
    @param sdu: client's SDU in bytes
    @param first: rows with the execute; by default an array
    @param query: keys of [query]
    @return: the case, with a capture
    """
    client = {
        "driver": "sqlplus", "sdu": sdu, "array_size": array_size, "fetch_habit": "array", "tcp": BARE_TCP,
        "prefetch_rows": array_size if first is None else first,
    }  # fmt: skip
    document = {
        "path": {"kind": "lan"},
        "client": client,
        "server": {"packet_time": _WRITE, "tcp": BARE_TCP},
        "query": BARE_ROWS | query,
    }
    return Case(name, document, pcap=True)


def hooper(name: str, rows: int, array_size: int, **server: Any) -> Case:
    """Return a case with the rows of Hooper's query.

    @param name: name of the case
    @param rows: rows of the result
    @param array_size: rows a fetch
    @param server: keys of [server]
    @return: the case, with a capture
    """
    document = {
        "path": {"kind": "lan"},
        "client": {
            "driver": "sqlplus",
            "release": "11.1",
            "sdu": 8192,
            "array_size": array_size,
            "tcp": BARE_TCP,
        },
        "server": {"release": "11.2", "sdu": 8192, "packet_time": _WRITE, "tcp": BARE_TCP} | server,
        "query": {"rows": rows} | HOOPER_QUERY,
    }
    return Case(name, document, pcap=True)


_SPLIT = [
    Case(
        f"E1 calls of {time}",
        {
            "path": {"kind": "lan"}, "client": {"driver": "sqlplus", "array_size": 15},
            "server": {"call_time": time}, "query": {"rows": 136},
        },
    )
    for time in ("0s", "2ms")
]  # fmt: skip
_E2 = Case(
    "E2",
    {
        "path": {"kind": "lan"}, "client": {"driver": "sqlplus", "array_size": 15},
        "query": {"rows": 4096, "row_length": 0},
    },
)  # fmt: skip
_E3 = batches("E3", 3, 2048, rows=6, row_length=[1511, 410, 730, 300, 200, 500])
_E6 = batches("E6", 1, 2048, rows=1, row_length=1442)
_E7 = batches("E7", 15, 2048, rows=60, row_length=20)
_E8 = batches("E8", 15, 2048, rows=15, row_length=100)
_E8_SPLIT = batches("E8 at SDU 1024", 15, 1024, rows=15, row_length=100)
_E9 = {
    (sdu, nagle): Case(
        f"E9 SDU {sdu}, " + ("Nagle" if nagle else "no delay"),
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus", "sdu": sdu, "array_size": 100, "tcp": BARE_TCP},
            "server": {"packet_time": _WRITE, "tcp": BARE_TCP | {"no_delay": not nagle}},
            "query": {"rows": 4001, "row_length": 100},
        },
    )
    for sdu in (1460, 8192)
    for nagle in (False, True)
}
_E10 = batches("E10", 10, 8192, rows=1, row_length=9, request_length=640)
_E11 = hooper("E11", 11, 10)
_E12 = hooper("E12", 5001, 5000, pack="row")


def _split(found: Found) -> Value:
    """Return the time that the server's work adds to the response."""
    without, with_work = (found.one(case)["response_time"] for case in _SPLIT)
    return with_work - without


def _fetch_sizes(found: Found, case: Case, start: int) -> tuple[float, ...]:
    """Return the payloads of the segments behind those of the first row's reply."""
    return tuple(float(s.payload) for s in reply_segments(found.one(case))[start:])


def _advice(nagle: bool) -> Row:
    """Compare an SDU of one segment with 8 KB."""
    small, large = _E9[1460, nagle], _E9[8192, nagle]
    return Row(
        id="E9", kind="DATA", source="S1", unit="",
        quantity=f"time at SDU 1460 over SDU 8192, {'Nagle on' if nagle else 'Nagle off'}",
        published="SDU = MTU is ideal (S1); never (S2)", cases=(small, large),
        measure=lambda found: found.one(small)["response_time"] / found.one(large)["response_time"],
        note="the two sources contradict each other (I10); the simulation says which advice holds when",
    )  # fmt: skip


FRAME_ROWS: Final = (
    Row(
        id="E1", kind="EXACT", source="S1", unit="s",
        quantity="total less transfer time = server time: 10 calls of 2 ms",
        published=0.020, analytic=lambda: float(analytic.fetch_calls(136, 15, 1, look_ahead=True)) * 0.002,
        model="calls x work", cases=tuple(_SPLIT), measure=_split, band=exact(),
    ),
    Row(
        id="E2", kind="EXACT", source="S1", unit="calls", quantity="4096 rows in arrays of 15",
        published=274.0, analytic=lambda: float(analytic.fetch_calls(4096, 15, 1, look_ahead=True)),
        model="1 + ceil((rows - 1) / array)", cases=(_E2,),
        measure=lambda found: found.one(_E2)["fetch_calls"], band=exact(),
    ),
    Row(
        id="E3", kind="EXACT", source="S1", unit="bytes",
        quantity="rows of 1511, 410, 730 | 300, 200, 500 at SDU 2048: packets",
        published=(2048.0, 623.0, 1010.0),
        analytic=lambda: counts([*analytic.packet_sizes(2651, 2048), *analytic.packet_sizes(1000, 2048)]),
        model="cut at SDU - 10", cases=(_E3,), measure=lambda found: reply_packets(found.one(_E3)), band=exact(),
    ),
    Row(
        id="E4", kind="EXACT", source="S1", unit="bytes", quantity="packet of 2048: Ethernet frames",
        published=(1514.0, 642.0),
        analytic=lambda: counts(analytic.frame_bytes(analytic.segment_sizes([2048], 1460), fcs=False)),
        model="MSS 1460, headers 40 + 14", cases=(_E3,),
        measure=lambda found: tuple(float(s.frame) for s in reply_segments(found.one(_E3))[:2]), band=exact(),
    ),
    Row(
        id="E5", kind="EXACT", source="S1", unit="bytes", quantity="packet of 623: Ethernet frame",
        published=677.0, analytic=lambda: float(analytic.frame_bytes(623, fcs=False)), model="headers 40 + 14",
        cases=(_E3,), measure=lambda found: float(reply_segments(found.one(_E3))[2].frame), band=exact(),
        note="the source pads odd lengths and says 678; neither IP nor Ethernet does (I3)",
    ),
    Row(
        id="E6", kind="EXACT", source="S1", unit="bytes", quantity="1442 bytes of data: TNS, IP, Ethernet",
        published=(1452.0, 1492.0, 1506.0),
        analytic=lambda: (1452.0, float(analytic.ip_bytes(1452)), float(analytic.frame_bytes(1452, fcs=False))),
        model="headers 10, 40, 14", cases=(_E6,),
        measure=lambda found: (
            *reply_packets(found.one(_E6)),
            float(reply_segments(found.one(_E6))[0].ip),
            float(reply_segments(found.one(_E6))[0].frame),
        ),
        band=exact(), note="the source calls the Ethernet header 12 bytes; its total needs 14 (I1)",
    ),
    Row(
        id="E7", kind="EXACT", source="S1", unit="bytes", quantity="15 rows of 20: IP packet, four times",
        published=(350.0,) * 4, analytic=lambda: (float(analytic.ip_bytes(15 * 20 + 10)),) * 4,
        model="300 + 10 + 40", cases=(_E7,),
        measure=lambda found: tuple(float(s.ip) for s in reply_segments(found.one(_E7))), band=exact(),
    ),
    Row(
        id="E8", kind="EXACT", source="S1", unit="bytes", quantity="15 rows of 100, unsplit, one IP header",
        published=1550.0, analytic=lambda: float(analytic.ip_bytes(1510)), model="1500 + 10 + 40", cases=(_E8,),
        measure=lambda found: 40.0 + sum(s.payload for s in reply_segments(found.one(_E8))), band=exact(),
    ),
    Row(
        id="E8", kind="EXACT", source="S1", unit="bytes", quantity="the same at SDU 1024: IP packets together",
        published=1600.0,
        analytic=lambda: float(sum(analytic.ip_bytes(analytic.packet_sizes(1500, 1024)))),
        model="cut at SDU - 10", cases=(_E8_SPLIT,),
        measure=lambda found: float(sum(s.ip for s in reply_segments(found.one(_E8_SPLIT)))), band=exact(),
    ),
    Row(
        id="E8", kind="EXACT", source="S1", unit="bytes", quantity="the same: packets by the rule of E3",
        published=(1024.0, 496.0), analytic=lambda: counts(analytic.packet_sizes(1500, 1024)),
        model="cut at SDU - 10", cases=(_E8_SPLIT,),
        measure=lambda found: reply_packets(found.one(_E8_SPLIT)), band=exact(),
        note="the source splits into 1000 + 600: 1 KB taken as 1000 and TCP/IP counted in (I2)",
    ),
    _advice(nagle=False),
    _advice(nagle=True),
    Row(
        id="E10", kind="EXACT", source="S5", unit="bytes", quantity="first statement: data, TNS, Ethernet",
        published=(640.0, 650.0, 704.0),
        analytic=lambda: (640.0, 650.0, float(analytic.frame_bytes(650, fcs=False))),
        model="headers 10, 40, 14", cases=(_E10,), measure=lambda found: request_frame(found.one(_E10)),
        band=exact(),
    ),
    Row(
        id="E11", kind="EXACT", source="S5", unit="bytes", quantity="reply of ten rows: segments",
        published=(1460.0, 301.0),
        analytic=lambda: counts(
            analytic.segment_sizes([10 + _BEFORE + HOOPER_ROW[0] + 9 * HOOPER_ROW[1] + _BEHIND], 1460)
        ),
        model="10 + 32 + 889 + 9 x 86 + 56", cases=(_E11,),
        measure=lambda found: _fetch_sizes(found, _E11, 1), band=exact(), parameters=("h", "t"),
        note="32 and 56 bytes around the rows are fitted, see F2",
    ),
    Row(
        id="E12", kind="EXACT", source="S5", unit="bytes", quantity="packet of 8155: segments",
        published=(1460.0,) * 5 + (855.0,), analytic=lambda: counts(analytic.segment_sizes([8155], 1460)),
        model="MSS 1460", cases=(_E12,), measure=lambda found: _fetch_sizes(found, _E12, 1)[:6], band=exact(),
        parameters=("h", "t"), note="the source calls the last segment a packet of 855 bytes (I12)",
    ),
)  # fmt: skip
"""Rows of the layering."""
