# SPDX-License-Identifier: GPL-2.0-only
"""E24 to E26 and F2: 999,001 rows over 802.11g (Hooper)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, Final

from net8 import analytic
from net8.validate.found import Found
from net8.validate.read import query_calls, reply_packets
from net8.validate.row import Case, Row, exact, within
from net8.validate.rows_frames import BARE_ROWS, BARE_TCP, HOOPER_QUERY, HOOPER_ROW, hooper

__all__ = ["HOOPER_ARRAYS", "HOOPER_CALLS", "HOOPER_ROWS", "air_case", "air_fill", "air_gap", "counted_case"]

_ROWS: Final = 999_001
HOOPER_CALLS: Final = {10: 99_901, 50: 19_981, 100: 9_991, 500: 1_999, 1000: 1_000, 5000: 201}
"""Fetch calls by array size."""
HOOPER_ARRAYS: Final = tuple(HOOPER_CALLS)
_AIR_ROWS: Final = 20_001


def counted_case(array_size: int) -> Case:
    """Give a case that counts calls without moving rows.

    @param array_size: rows a fetch
    @return: the case
    """
    return Case(
        f"E24 array {array_size}",
        {
            "path": {"kind": "lan", "lan_rate": "1Gbps", "lan_delay": "0s"},
            "client": {"driver": "sqlplus", "array_size": array_size},
            "query": BARE_ROWS | {"rows": _ROWS, "row_length": 0},
        },
    )


def air_case(array_size: int) -> Case:
    """Give a case over a last hop that stands in for 802.11g: 20 Mbit/s and 2 ms each way.

    The client takes 10 us a row before it asks again, which makes the gaps at large arrays.

    @param array_size: rows a fetch
    @return: the case, with a capture
    """
    return Case(
        f"E26 array {array_size}",
        {
            "path": {"kind": "wan", "rate": "20Mbps", "delay": "2ms"},
            "client": {
                "driver": "sqlplus", "release": "11.1", "sdu": 8192, "array_size": array_size, "tcp": BARE_TCP,
                "row_time": "10us",
            },
            "server": {"release": "11.2", "sdu": 8192, "tcp": BARE_TCP, "packet_time": "10us"},
            "query": {"rows": _AIR_ROWS} | HOOPER_QUERY,
        },
        pcap=True,
    )  # fmt: skip


_COUNTED: Final = tuple(counted_case(size) for size in HOOPER_CALLS)
_AIR: Final = {size: air_case(size) for size in HOOPER_ARRAYS}
_ALL_AIR: Final = tuple(_AIR.values())
_PACKED: Final = {
    "row": hooper("F2 pack by row", 5001, 5000, pack="row"),
    "byte": hooper("F2 pack by byte", 5001, 5000),
    "reserve": hooper("F2 37 bytes left free", 5001, 5000, sdu_reserve=37),
}
_ELIMINATED: Final = {
    on: Case(
        f"F2 elimination {on}",
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus", "release": "11.1", "array_size": 5000},
            "server": {"release": "11.2"},
            "query": {"rows": 20_001} | HOOPER_QUERY | {"elimination": on},
        },
    )
    for on in (True, False)
}


def _rate(found: Found, size: int) -> float:
    """Give bit/s of the rows of a case."""
    return found.one(_AIR[size])["throughput"]


def air_gap(found: Found, case: Case) -> float:
    """Give the longest time from one packet of the server to its next, in ms.

    @param found: with the run of the case
    @param case: over the last hop
    @return: ms
    """
    replies = [packet for call in query_calls(found.one(case))[1:] for packet in call.replies]
    return max(b.time_ns - a.time_ns for a, b in itertools.pairwise(replies)) / 1e6


def air_fill(found: Found, case: Case) -> float:
    """Give the mean length of the server's packets over the SDU.

    @param found: with the run of the case
    @param case: over the last hop
    @return: per cent
    """
    replies = [packet.length for call in query_calls(found.one(case))[1:] for packet in call.replies]
    return 100 * sum(replies) / len(replies) / 8192


def _extremes(found: Found) -> str:
    """Say at which array sizes the two longest gaps are."""
    gaps = {size: air_gap(found, case) for size, case in _AIR.items()}
    largest = sorted(sorted(gaps, key=lambda size: -gaps[size])[:2])
    return ", ".join(map(str, largest))


def _peak(found: Found) -> float:
    """Give the first array size whose packets are at least 95 % as full as the fullest."""
    fills = {size: max(p for p in reply_packets(found.one(case))) for size, case in _AIR.items()}
    most = max(fills.values())
    return float(next(size for size, fill in fills.items() if fill >= 0.95 * most))


def _packet_row(name: str, how: str, **more: Any) -> Row:
    """Make a row of a reading of the packet of 8155 bytes."""
    case = _PACKED[name]
    return Row(
        id="F2", kind="SHAPE", source="S5", unit="bytes", quantity=f"full packet at SDU 8192: {how}", published=8155.0,
        cases=(case,), measure=_packet(case, 1), band=exact(), hypothesis="F2", **more,
    )  # fmt: skip


def _packet(case: Case, place: int) -> Callable[[Found], float]:
    """Give the length of a packet; 0 is the reply with the first row, 1 and on the reply of 5000 rows."""
    return lambda found: reply_packets(found.one(case))[place]


_NO_RADIO: Final = (
    "the last hop that stands in for the radio has one rate and no loss; those of the radio are not published"
)
HOOPER_ROWS: Final = (
    Row(id="E24", kind="EXACT", source="S5", unit="calls",
        quantity="999,001 rows at arrays of 10, 50, 100, 500, 1000, 5000",
        published=tuple(map(float, HOOPER_CALLS.values())),
        analytic=lambda: tuple(
            float(n) for n in analytic.fetch_calls(_ROWS, list(HOOPER_ARRAYS), 1, look_ahead=True)
        ),
        model="1 + ceil((rows - 1) / array)", cases=_COUNTED, band=exact(),
        measure=lambda found: tuple(found.one(case)["fetch_calls"] for case in _COUNTED)),
    Row(id="E25", kind="EXACT", source="S5", unit="rows", quantity="rows of the first call, of SQL*Plus", published=1.0,
        analytic=lambda: 1.0, model="one row first", cases=_COUNTED[-1:], band=exact(),
        measure=lambda found: float(found.one(_COUNTED[-1]).queries["rows"].iloc[0])),
    Row(id="E26", kind="SHAPE", source="S5", quantity="throughput rises at each array size up to 1000", published="yes",
        cases=_ALL_AIR[:5], band=exact(),
        measure=lambda found: "yes"
        if (rates := [_rate(found, size) for size in HOOPER_ARRAYS[:5]]) == sorted(rates) else "no",
        note="20 Mbit/s and 2 ms each way stand in for 802.11g; 20,001 rows"),
    Row(id="E26", kind="SHAPE", source="S5", quantity="frames per second at arrays of 10 over 50", published=0.5,
        cases=(_AIR[10], _AIR[50]), band=within(0.3, 0.7), fails=_NO_RADIO,
        measure=lambda found: _frame_rate(found, 10) / _frame_rate(found, 50),
        note="4 frames a call against 7: a time for each call alone cannot go below 4/7 = 0.57"),
    Row(id="E26", kind="SHAPE", source="S5", quantity="bytes per second at arrays of 50 over 100", published=0.8,
        cases=(_AIR[50], _AIR[100]), band=within(0.65, 0.95),
        measure=lambda found: _rate(found, 50) / _rate(found, 100)),
    Row(id="E26", kind="SHAPE", source="S5", quantity="array sizes with the two longest gaps", published="10, 5000",
        cases=_ALL_AIR, measure=_extremes, band=exact(), fails=_NO_RADIO),
    Row(id="E26", kind="SHAPE", source="S5", unit="rows",
        quantity="array size at which packets are as full as they get",
        published=500.0, cases=_ALL_AIR, measure=_peak, band=within(10, 500, "rows")),
    Row(id="E26", kind="SHAPE", source="S5", unit="%", quantity="fullest packet at an array of 10",
        published="no packet is full",
        cases=(_AIR[10],), band=within(0, 99, "%"),
        measure=lambda found: 100 * max(reply_packets(found.one(_AIR[10]))) / 8192),
    Row(id="E26", kind="OPEN", source="S5", quantity="bytes and packets per 10 s over time",
        note="graphs without a table; rate and loss of the radio are not published"),
    Row(id="F2", kind="EXACT", source="S5", unit="bytes", quantity="row: whole, and without repeated columns",
        published=HOOPER_ROW, analytic=lambda: (8 * 10 + 8 * 101 + 1.0, 8 * 10 + 1 + 5.0), model="lengths and values",
        cases=tuple(_ELIMINATED.values()), band=exact(), measure=lambda found: _row_bytes(found)),
    Row(id="F2", kind="SHAPE", source="S5", quantity="bytes without elimination over with it", published=889 / 86,
        analytic=lambda: 889 / 86, model="asymptote 889 / 86", cases=tuple(_ELIMINATED.values()), band=within(9, 11),
        measure=lambda found: _reply_bytes(found, False) / _reply_bytes(found, True)),
    _packet_row("row", "cut behind the last row that fits", parameters=("h", "t")),
    _packet_row("byte", "cut at the last byte", parameters=("h", "t"),
                fails="a packet cut at bytes is as long as the SDU, 8192"),
    _packet_row("reserve", "cut at the last byte, 37 left free", parameters=("reserve",)),
    Row(id="F2", kind="OPEN", source="S5", unit="bytes", cases=tuple(_PACKED.values()), hypothesis="F2",
        quantity="second packet of that reply: row, byte, 37 left free",
        measure=lambda found: tuple(_packet(case, 2)(found) for case in _PACKED.values()),
        note="where the two readings that give 8155 differ; the source shows no second packet"),
)  # fmt: skip
"""Rows of the array fetch."""


def _frame_rate(found: Found, size: int) -> float:
    """Give TCP segments of the query per second, both directions."""
    run = found.one(_AIR[size])
    calls = query_calls(run)
    first, last = calls[0].requests[0].frame, calls[-1].replies[-1].frame
    return sum(first <= s.frame <= last for s in run.segments) / run["response_time"]


def _reply_bytes(found: Found, eliminated: bool) -> float:
    """Give the bytes of the replies."""
    return float(found.one(_ELIMINATED[eliminated]).queries["reply_bytes"].sum())


def _row_bytes(found: Found) -> tuple[float, ...]:
    """Give the bytes of a row: of a reply of one row, and by which a reply of 5000 is longer for each further one."""
    result = []
    for on in (False, True):
        reply = found.one(_ELIMINATED[on]).queries.iloc[2]
        wire = float(reply["reply_bytes"] - 10 * reply["reply_packets"])
        around = float(HOOPER_QUERY["fetch_overhead"])
        rows = float(reply["rows"])
        result.append((wire - around) / rows if not on else (wire - around - HOOPER_ROW[0]) / (rows - 1))
    return tuple(result)
