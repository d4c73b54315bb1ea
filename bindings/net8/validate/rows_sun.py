# SPDX-License-Identifier: GPL-2.0-only
"""E13 to E19, F3 and F4: the experiments of Sun BluePrints, October 2002 (Bulumulle)."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Sequence
from typing import Any, Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.predicted import PREDICT, predicted
from net8.validate.read import reply_packets
from net8.validate.row import Row, Value, exact, near, within
from net8.validate.rows_frames import BARE_ROWS, BARE_TCP
from net8.validate.rows_sun_lans import LAN_ROWS

__all__ = [
    "ARRAYS",
    "LONG_TIMES",
    "NAGLE",
    "PACKET_COST",
    "ROW_AND_BYTE",
    "SDUS",
    "SOLARIS",
    "STATS1",
    "STATS2",
    "SUN_ROWS",
    "TDUS",
    "query_case",
    "query_model",
    "segment_model",
    "stall_model",
    "sun_case",
    "sun_time",
]

SDUS: Final = (1024, 2048, 4096, 8192)
TDUS: Final = {"TDU default": 32767, "TDU 1024": 1024, "TDU 2048": 2048}
STATS2: Final = {
    "TDU default": (211.9547, 133.3079, 128.0889, 124.5137),
    "TDU 1024": (162.6090, 159.7580, 161.8337, 160.5553),
    "TDU 2048": (172.2118, 119.0573, 118.9678, 120.9134),
}
"""Connect time against SDU 1, 2, 4, 8 KB, TCP/IP, 4096 rows of 100 bytes; read as seconds (I4)."""
STATS1: Final = {
    "TDU default": (70.2852, 70.1914, 70.3982, 70.2184),
    "TDU 1024": (70.2717, 71.6192, 69.7773, 70.2174),
    "TDU 2048": (70.3445, 70.1581, 70.3625, 70.1279),
}
"""The same for 4096 rows of 20 bytes."""
LONG_TIMES: Final = (9.1504, 9.1395, 9.1149, 9.0861)
ARRAYS: Final = {
    1: 2.4602, 2: 2.3780, 5: 2.3346, 10: 2.3202, 25: 2.3126, 50: 2.3122, 100: 2.3120, 150: 2.3117, 1000: 2.3105,
}  # fmt: skip
"""Query time against array size; read as seconds (I5)."""

_ROWS: Final = 4096
_BATCHES: Final = 274
_CHUNK: Final = Case(
    "E19",
    {
        "path": {"kind": "lan"},
        "client": {
            "driver": "sqlplus", "release": "7.3", "array_size": 15, "prefetch_rows": 15, "sdu": 8192, "tdu": 1024,
            "tdu_rule": "min", "tcp": BARE_TCP,
        },
        "server": {"release": "7.3", "sdu": 8192, "tdu_rule": "min", "tcp": BARE_TCP},
        "query": BARE_ROWS | {"rows": 15, "row_length": 100},
    },
    pcap=True,
)  # fmt: skip
_STALL_S: Final = 0.2
_WORK_S: Final = 0.01715
_SEGMENT_S: Final = 0.1806
_BESIDE_SEGMENTS_S: Final = 0.00502

NAGLE: Final = "Nagle, delayed ACK"
SOLARIS: Final = "Solaris, 181 ms a segment"
PACKET_COST: Final = "150 ms a packet, no Nagle"
ROW_AND_BYTE: Final = "per row and byte, no Nagle"
_STALLING: Final = {"no_delay": False}
_HYPOTHESES: Final[dict[str, dict[str, Any]]] = {
    # As RFC 896 has it, which is NT's, so that the server has NT's TCP, too.
    NAGLE: {
        "tcp": {"no_delay": False}, "server": "windows-nt4",
        "row_time": {20: "17.15ms", 100: "17.15ms", 67: "17.15ms"},
    },
    # (119.65 - 70.33) s / 273 batches of two segments for one; the work of a row fitted to the mean of stats1 again.
    SOLARIS: {
        "tcp": {"no_delay": False}, "client": {"segment_time": f"{_SEGMENT_S * 1e3:.1f}ms"},
        "row_time": dict.fromkeys((20, 100, 67), f"{_BESIDE_SEGMENTS_S * 1e3:.2f}ms"),
    },
    # (160.8 - 119.6) s / 274 batches; the work of a row fitted to the mean of stats1 again.
    PACKET_COST: {
        "tcp": {"no_delay": True}, "packet_time": "150ms",
        "row_time": {20: "7.08ms", 100: "7.08ms", 67: "7.08ms"},
    },
    # 0.01416 s a row and 0.0001504 s a byte, fitted to 70.33 s and 119.6 s.
    ROW_AND_BYTE: {
        "tcp": {"no_delay": True},
        "row_time": {20: "17.168ms", 100: "29.2ms", 67: "24.2368ms"},
    },
}  # fmt: skip


def sun_case(row_length: int, tdu: int, sdu: int, hypothesis: str = NAGLE) -> Case:
    """Return a case of the SDU sweep.

    @param row_length: 20 (stats1), 100 (stats2), 67 (the LONG table, 131 bytes a packet)
    @param tdu: of both sides
    @param sdu: the client's; the server's is 8 KB
    @param hypothesis: what takes the time
    @return: the case
    """
    reading = _HYPOTHESES[hypothesis]
    is_long = row_length == 67
    document = {
        "path": {"kind": "segment", "lan_rate": "10Mbps"},
        "client": {
            "driver": "sqlplus", "release": "7.3", "array_size": 15, "prefetch_rows": 0, "tdu_rule": "min", "tdu": tdu,
            "sdu": sdu, "row_time": reading["row_time"][row_length],
            "tcp": {"profile": "windows-nt4"} | reading["tcp"] | reading.get("client", {}),
        },
        "server": {
            "release": "7.3", "sdu": 8192, "tdu_rule": "min", "tdu": tdu,
            "packet_time": reading.get("packet_time", "0s"),
            "tcp": {"profile": reading.get("server", "solaris-2.5")} | reading["tcp"],
        },
        "query": BARE_ROWS
        | {"rows": 410 if is_long else _ROWS, "row_length": row_length, "long_column": is_long}
        | ({"row_overhead": 54} if is_long else {}),
    }  # fmt: skip
    return Case(f"sun {row_length} TDU {tdu} SDU {sdu}, {hypothesis}", document)


def sun_time(found: Found, case: Case) -> float:
    """Return the response time of a case in seconds."""
    return found.one(case)["response_time"]


def stall_model(row_length: int, tdu: int) -> tuple[float, ...]:
    """Return the work of the rows and a delayed ACK for each stall (F3, Nagle's algorithm) at each SDU.

    @param row_length: in bytes
    @param tdu: of both sides
    @return: seconds
    """
    batch = 15 * row_length
    # The last batch, of one row, has none.
    return tuple(
        _ROWS * _WORK_S
        + (_BATCHES - 1)
        * _STALL_S
        * analytic.nagle_stalls(analytic.packet_sizes(batch, min(sdu, tdu)).tolist(), 1460)
        for sdu in SDUS
    )


def segment_model(row_length: int, tdu: int, sdu: int) -> float:
    """Return work of the rows, a cost of each segment and a delayed ACK for each stall of Solaris's rule.

    @param row_length: in bytes; 67 for the LONG table, a row a batch
    @param tdu: of both sides
    @param sdu: the client's
    @return: seconds
    """
    rows, batches, batch = (_ROWS, _BATCHES, 15 * row_length) if row_length != 67 else (410, 410, 121)
    packets = analytic.packet_sizes(batch, min(sdu, tdu)).tolist()
    segments = sum(-(-packet // 1460) for packet in packets)
    stalls = int(analytic.solaris_stalls(packets, 1460) or 0)
    # The execute has a reply of one segment, and so has the last batch, of one row.
    full = batches - 1
    return float(rows * _BESIDE_SEGMENTS_S + (2 + full * segments) * _SEGMENT_S + full * stalls * _STALL_S)


def _cells(row_length: int, tdus: tuple[int, ...], hypothesis: str = NAGLE) -> tuple[Case, ...]:
    """Return the cases of some TDUs over all SDUs."""
    return tuple(sun_case(row_length, tdu, sdu, hypothesis) for tdu in tdus for sdu in SDUS)


def _of_times(cases: tuple[Case, ...], reduce: Callable[[list[float]], float]) -> Callable[[Found], Value]:
    """Reduce the times of some cases to a number."""
    return lambda found: reduce([sun_time(found, case) for case in cases])


def _spread(times: list[float]) -> float:
    """Return largest less smallest over the mean, in per cent."""
    return 100 * (max(times) - min(times)) / statistics.fmean(times)


def _step(times: list[float]) -> float:
    """Return the first over the mean of the others: SDU 1 KB over 2, 4 and 8 KB."""
    return times[0] / statistics.fmean(times[1:])


def _shape(
    id_: str, quantity: str, published: float, cases: tuple[Case, ...], reduce: Callable[[list[float]], float],
    band: Any, unit: str = "", **more: Any,
) -> Row:  # fmt: skip
    """Make a row of a shape in the SDU sweep."""
    measure = _of_times(cases, reduce)
    return Row(
        id=id_, kind="SHAPE", source="S1", quantity=quantity, unit=unit, published=published, cases=cases,
        analytic=predicted(measure), model=PREDICT, measure=measure, band=band, **more,
    )  # fmt: skip


def _segments(
    id_: str, quantity: str, published: float, cells: tuple[tuple[int, int, int], ...],
    reduce: Callable[[list[float]], float], band: Any, unit: str = "", **more: Any,
) -> Row:  # fmt: skip
    """Make a row of the reading with Solaris's rule and a cost of each segment."""
    cases = tuple(sun_case(*cell, SOLARIS) for cell in cells)
    return Row(
        id=id_, kind="SHAPE", source="S1", quantity=f"{quantity} ({SOLARIS})", unit=unit, published=published,
        cases=cases, analytic=lambda: reduce([segment_model(*cell) for cell in cells]), hypothesis="F3",
        model="rows x work + segments x cost + stalls x 200 ms", measure=_of_times(cases, reduce), band=band,
        parameters=("segment cost", "row work, segments"), **more,
    )  # fmt: skip


def _over(row_length: int, *tdus: int) -> tuple[tuple[int, int, int], ...]:
    """Return the cells of some TDUs over all SDUs."""
    return tuple((row_length, tdu, sdu) for tdu in tdus for sdu in SDUS)


_ONE_STALL: Final = (
    "Nagle x delayed ACK gives one stall a batch at either SDU: 1024 + 496 waits once, as 1460 + 50 does"
)
_SAME_PACKETS: Final = "the packets are the same in these cells, so no model of packets can tell them apart"
_NO_SDU: Final = "rows and bytes are the same at each SDU and TDU, so this reading knows nothing of them"
_D, _T1, _T2 = 32767, 1024, 2048

_E14: Final = (
    _shape("E14", f"TDU 1024: spread over SDU ({NAGLE})", _spread(list(STATS2["TDU 1024"])),
           _cells(100, (_T1,)), _spread, within(0, 3, "%"), "%"),
    _shape("E14", f"TDU 2048: spread over SDU 2 to 8 KB ({NAGLE})", _spread(list(STATS2["TDU 2048"][1:])),
           _cells(100, (_T2,))[1:], _spread, within(0, 3, "%"), "%"),
    _shape("E14", f"TDU 2048: SDU 1 KB over 2 to 8 KB ({NAGLE})", _step(list(STATS2["TDU 2048"])),
           _cells(100, (_T2,)), _step, within(1.3, 1.6), rejected=_ONE_STALL, hypothesis="F3"),
    _shape("E14", f"TDU 2048: SDU 1 KB over 2 to 8 KB ({PACKET_COST})", _step(list(STATS2["TDU 2048"])),
           _cells(100, (_T2,), PACKET_COST), _step, within(1.3, 1.6), hypothesis="F3",
           parameters=("packet cost", "row work, packets")),
    _shape("E14", f"TDU 2048: SDU 1 KB over 2 to 8 KB ({ROW_AND_BYTE})", _step(list(STATS2["TDU 2048"])),
           _cells(100, (_T2,), ROW_AND_BYTE), _step, within(1.3, 1.6), hypothesis="F3", rejected=_NO_SDU),
    _shape("E14", f"TDU default: SDU 1 KB over 2 to 8 KB ({NAGLE})", _step(list(STATS2["TDU default"])),
           _cells(100, (_D,)), _step, within(1.3, 1.8), rejected=_ONE_STALL, hypothesis="F3",
           note="the suggested bands leave this TDU out; the band holds the published 1.65"),
    _shape("E14", f"TDU default: SDU 1 KB over 2 to 8 KB ({PACKET_COST})", _step(list(STATS2["TDU default"])),
           _cells(100, (_D,), PACKET_COST), _step, within(1.3, 1.8), hypothesis="F3",
           parameters=("packet cost", "row work, packets")),
    _shape("E14", f"TDU default: SDU 1 KB over 2 to 8 KB ({ROW_AND_BYTE})", _step(list(STATS2["TDU default"])),
           _cells(100, (_D,), ROW_AND_BYTE), _step, within(1.3, 1.8), hypothesis="F3", rejected=_NO_SDU),
    _shape("E14", f"TDU default: SDU 2 KB over 8 KB ({NAGLE})", 133.3079 / 124.5137,
           (sun_case(100, _D, 2048), sun_case(100, _D, 8192)), lambda t: t[0] / t[1], near(0.03),
           fails=_SAME_PACKETS),
    _shape("E14", "level at TDU 2048, SDU 2 to 8 KB, fitted to stats1 alone", statistics.fmean(STATS2["TDU 2048"][1:]),
           _cells(100, (_T2,))[1:], statistics.fmean, near(0.06), "s", hypothesis="F3",
           parameters=("row work, Nagle",),
           note="273 stalls of 200 ms; the band is the spread of the one-packet cells, 118.97 to 133.31"),
    _segments("E14", "TDU 2048: SDU 1 KB over 2 to 8 KB", _step(list(STATS2["TDU 2048"])), _over(100, _T2), _step,
              within(1.3, 1.6)),
    _segments("E14", "TDU default: SDU 1 KB over 2 to 8 KB", _step(list(STATS2["TDU default"])), _over(100, _D), _step,
              within(1.3, 1.8)),
    _segments("E14", "level at TDU 1024", statistics.fmean(STATS2["TDU 1024"]), _over(100, _T1), statistics.fmean,
              near(0.1), "s", note="a stall of 200 ms in 273 batches, 54.6 s, for 41.5 published"),
    _segments("E14", "level at TDU 2048, SDU 1 KB", STATS2["TDU 2048"][0], ((100, _T2, 1024),), statistics.fmean,
              near(0.06), "s", note="a stall of 200 ms in 273 batches, 54.6 s, for 52.6 published"),
    _segments("E14", "level at TDU default, SDU 1 KB", STATS2["TDU default"][0], ((100, _D, 1024),), statistics.fmean,
              near(0.1), "s", fails="the packets are the same as at TDU 2048, where 172.2 s are published"),
    Row(id="E14", kind="DATA", source="S1", quantity="a further packet of a batch: SPX/IPX, DECnet, a segment of TCP",
        unit="s", published=(0.150, 0.171, 0.181),
        note="(152.20 - 70.07) and (164.45 - 70.92) s over 273 x 2 packets of 576 bytes, (119.65 - 70.33) s over 273"),
)  # fmt: skip
_E15: Final = (
    _shape("E15", "spread of the 12 cells", _spread([t for row in STATS1.values() for t in row]),
           _cells(20, (_D, _T1, _T2)), _spread, within(0, 3, "%"), "%"),
    _shape("E15", "mean of the 12 cells", statistics.fmean(t for row in STATS1.values() for t in row),
           _cells(20, (_D, _T1, _T2)), statistics.fmean, near(0.001), "s", parameters=("row work, Nagle",),
           note="the one number that the work of a row was fitted to"),
)  # fmt: skip
_LONG_CASES: Final = _cells(67, (_D,))
_E16: Final = (
    Row(id="E16", kind="EXACT", source="S1", quantity="LONG column: rows a round trip", unit="rows",
        published=1.0, analytic=lambda: 1.0, model="one row a call", cases=_LONG_CASES[:1],
        measure=lambda found: float(found.one(_LONG_CASES[0]).queries["rows"].max()), band=exact()),
    Row(id="E16", kind="SHAPE", source="S1", quantity="bytes of each TNS packet", unit="bytes", published=131.0,
        analytic=lambda: 67.0 + 54 + 10, model="67 + 54 + 10", cases=_LONG_CASES[:1], band=near(0.01),
        parameters=("LONG row",),
        measure=lambda found: float(found.one(_LONG_CASES[0]).queries.query("rows > 0")["reply_bytes"].median())),
    _shape("E16", "SDU 8 KB over SDU 1 KB", LONG_TIMES[3] / LONG_TIMES[0], (_LONG_CASES[0], _LONG_CASES[3]),
           lambda t: t[1] / t[0], within(0.97, 1.03)),
)  # fmt: skip


def query_case(array_size: int) -> Case:
    """Return a case whose response is the server's work: a path that takes no time to speak of.

    @param array_size: rows a fetch
    @return: the case
    """
    return Case(
        f"E17 array {array_size}",
        {
            "path": {"kind": "lan", "lan_rate": "1000Gbps", "lan_delay": "0s"},
            # Of Oracle 7, whose fetches bring one array each.
            "client": {
                "driver": "sqlplus",
                "release": "7.3",
                "array_size": array_size,
                "prefetch_rows": array_size,
            },
            # F4: 2.3080 s / 4096 rows, and 36.4 us a call.
            "server": {"release": "7.3", "call_time": "36.4us", "row_time": "563477ns"},
            "query": {"rows": _ROWS, "row_length": 20},
        },
    )


_QUERY_CASES: Final = tuple(query_case(size) for size in ARRAYS)


def _query_times(found: Found) -> tuple[float, ...]:
    """Return the simulated query times."""
    return tuple(sun_time(found, case) for case in _QUERY_CASES)


def _knee(times: tuple[float, ...]) -> float:
    """Return the first array size with nine tenths of all that array size can gain."""
    floor = times[0] - 0.9 * (times[0] - times[-1])
    return float(next(size for size, time in zip(ARRAYS, times, strict=True) if time <= floor))


def query_model(arrays: Sequence[int]) -> tuple[float, ...]:
    """Return work of the rows and of the calls (F4).

    @param arrays: array sizes
    @return: seconds
    """
    calls = analytic.fetch_calls(_ROWS, arrays, arrays, look_ahead=True)
    return tuple(2.3080 + 36.4e-6 * float(n) for n in calls)


def _query_model() -> tuple[float, ...]:
    """Return the same at the published array sizes."""
    return query_model(list(ARRAYS))


_E17: Final = (
    Row(id="E17", kind="SHAPE", source="S1", quantity="query time at arrays of 1, 2, 5 ... 1000", unit="s",
        published=tuple(ARRAYS.values()), analytic=_query_model, model="T0 + c x calls (F4)",
        cases=_QUERY_CASES, measure=_query_times, band=near(0.0021), parameters=("T0", "c"),
        note="unit printed as ms, which would be 36 ns a call (I5); the worst residual of the fit is 0.2 %"),
    Row(id="E17", kind="SHAPE", source="S1", quantity="falls at each step", published="yes", cases=_QUERY_CASES,
        analytic=lambda: _falls(_query_model()), model="T0 + c x calls (F4)",
        measure=lambda found: _falls(_query_times(found)), band=exact()),
    Row(id="E17", kind="SHAPE", source="S1", quantity="array size that brings nine tenths of the gain", unit="rows",
        published=_knee(tuple(ARRAYS.values())), analytic=lambda: _knee(_query_model()), model="T0 + c x calls (F4)",
        cases=_QUERY_CASES,
        measure=lambda found: _knee(_query_times(found)), band=within(5, 25, "rows")),
    Row(id="E17", kind="SHAPE", source="S1", quantity="arrays of 150 over 1000", published=2.3117 / 2.3105,
        analytic=lambda: _query_model()[7] / _query_model()[8], model="T0 + c x calls (F4)",
        cases=_QUERY_CASES, measure=lambda found: _query_times(found)[7] / _query_times(found)[8],
        band=within(1, 1.001)),
)  # fmt: skip


def _falls(values: tuple[float, ...]) -> str:
    """State whether values fall at each step."""
    return "yes" if all(a > b for a, b in itertools.pairwise(values)) else "no"


_FITTED: Final = {
    NAGLE: ("row work, Nagle",), PACKET_COST: ("packet cost", "row work, packets"), ROW_AND_BYTE: ("row and byte",),
}  # fmt: skip
"""Fitted parameters of each reading."""


def _reading(hypothesis: str, target: str, published: float, cases: tuple[Case, ...], **more: Any) -> Row:
    """Make a row that compares a reading of F3 with a published number it was not fitted to."""
    return _shape("F3", f"{target}: {hypothesis}", published, cases, statistics.fmean, near(0.1), "s",
                  hypothesis="F3", parameters=_FITTED[hypothesis], **more)  # fmt: skip


_STALL_CASES: Final = (sun_case(20, _D, 8192), sun_case(100, _D, 8192), sun_case(100, _T1, 8192))


def _stalls(found: Found) -> tuple[float, ...]:
    """Count the stalls of a batch: what it takes beyond the work of its rows, over the delayed ACK."""
    work_s = _ROWS * 0.01715
    # The last batch, of one row, has none.
    batches = _BATCHES - 1
    return tuple(
        float(round((sun_time(found, case) - work_s) / (batches * _STALL_S))) for case in _STALL_CASES
    )


_LEVEL0: Final = statistics.fmean(t for row in STATS1.values() for t in row)
_LEVEL2: Final = statistics.fmean(STATS2["TDU 2048"][1:])
_LEVEL1: Final = statistics.fmean(STATS2["TDU 1024"])
_F3: Final = (
    Row(id="F3", kind="EXACT", source="S1", quantity="stalls of a batch: 310, 1460 + 50, 1024 + 486", unit="stalls",
        published=(0.0, 1.0, 1.0),
        analytic=lambda: tuple(
            float(analytic.nagle_stalls(writes, 1460))
            for writes in ([310], [1510], [1024, 486])
        ),
        model="RFC 896: a small segment waits for all ACKs",
        cases=_STALL_CASES, measure=_stalls, band=exact()),
    *(
        _reading(hypothesis, "stats1, all cells", _LEVEL0, _cells(20, (_D, _T1, _T2), hypothesis), note="fitted to it")
        for hypothesis in (NAGLE, PACKET_COST, ROW_AND_BYTE)
    ),
    _reading(NAGLE, "stats2, one packet a batch", _LEVEL2, _cells(100, (_T2,))[1:]),
    _reading(PACKET_COST, "stats2, one packet a batch", _LEVEL2, _cells(100, (_T2,), PACKET_COST)[1:],
             rejected="a cost of packets cannot tell batches of 300 and 1500 bytes apart where both are one packet"),
    _reading(ROW_AND_BYTE, "stats2, one packet a batch", _LEVEL2, _cells(100, (_T2,), ROW_AND_BYTE)[1:],
             note="fitted to this number"),
    _reading(NAGLE, "stats2, two packets a batch", _LEVEL1, _cells(100, (_T1,)), rejected=_ONE_STALL),
    _reading(PACKET_COST, "stats2, two packets a batch", _LEVEL1, _cells(100, (_T1,), PACKET_COST),
             rejected="the level of one packet is missing below it, see above"),
    _reading(ROW_AND_BYTE, "stats2, two packets a batch", _LEVEL1, _cells(100, (_T1,), ROW_AND_BYTE),
             rejected=_NO_SDU),
    _segments("F3", "stats1, all cells", _LEVEL0, _over(20, _D, _T1, _T2), statistics.fmean, near(0.1), "s",
              note="fitted to it"),
    _segments("F3", "stats2, one packet a batch", _LEVEL2, _over(100, _T2)[1:], statistics.fmean, near(0.1), "s",
              note="fitted to this number"),
    _segments("F3", "stats2, two packets a batch", _LEVEL1, _over(100, _T1), statistics.fmean, near(0.1), "s"),
    _segments("F3", "LONG, 410 rows one by one", statistics.fmean(LONG_TIMES), _over(67, _D), statistics.fmean,
              near(0.1), "s", rejected="411 segments of 181 ms alone take 74 s: not each segment can cost that much"),
    _reading(NAGLE, "LONG, 410 rows one by one", statistics.fmean(LONG_TIMES), _cells(67, (_D,)),
             rejected="work of a row alone: nothing is added for 67 bytes instead of 20"),
    _reading(PACKET_COST, "LONG, 410 rows one by one", statistics.fmean(LONG_TIMES), _cells(67, (_D,), PACKET_COST),
             rejected="410 packets of 150 ms alone take 61 s"),
    _reading(ROW_AND_BYTE, "LONG, 410 rows one by one", statistics.fmean(LONG_TIMES), _cells(67, (_D,), ROW_AND_BYTE)),
)  # fmt: skip


SUN_ROWS: Final = (
    Row(id="E13", kind="DATA", source="S1", quantity="test bed: SQL*Plus 3.3 on NT 4.0, 7.3.2 on Solaris 2.5",
        note="Ethernet; tables of 4096 rows of 20 and 100 bytes and 410 rows with a LONG; each test three times"),
    *_E14, *_E15, *LAN_ROWS, *_E16, *_E17,
    Row(id="E18", kind="DATA", source="S1", quantity="what makes connects slow",
        note="prespawned or dedicated servers, the length of tnsnames.ora, tracing, encryption, thin or thick JDBC"),
    Row(id="E19", kind="EXACT", source="S1", quantity="chunk at SDU 8192, TDU 1024: the smaller decides",
        unit="bytes", published=1024.0, analytic=lambda: float(analytic.write_sizes([1510], 1024)[0]),
        model="min(SDU, TDU)", cases=(_CHUNK,), band=exact(),
        measure=lambda found: max(reply_packets(found.one(_CHUNK)))),
    Row(id="E19", kind="DATA", source="S1", quantity="further advice: match buffers, choose the array size",
        note="SDU default 2 KB, at most 32 KB from 2.3 on and 2 KB before"),
    *_F3,
    Row(id="F4", kind="SHAPE", source="S1", quantity="arrays of 1 over 1000: total gain", unit="%",
        published=100 * (2.4602 / 2.3105 - 1), analytic=lambda: 100 * (_query_model()[0] / _query_model()[-1] - 1),
        model="T0 + c x calls", cases=_QUERY_CASES, parameters=("T0", "c"), band=near(0.05),
        measure=lambda found: 100 * (_query_times(found)[0] / _query_times(found)[-1] - 1)),
)  # fmt: skip
"""Rows of the paper of 2002."""
