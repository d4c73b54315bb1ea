# SPDX-License-Identifier: GPL-2.0-only
"""E24 to E26 and F2: 999,001 rows over 802.11g (Hooper)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from statistics import fmean
from typing import Any, Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found, Replication
from net8.validate.read import query_calls, reply_packets, reply_segments
from net8.validate.row import Row, Value, exact, within
from net8.validate.rows_frames import BARE_ROWS, BARE_TCP, HOOPER_QUERY, HOOPER_ROW, hooper

__all__ = [
    "HOOPER_ARRAYS",
    "HOOPER_CALLS",
    "HOOPER_ROWS",
    "air_case",
    "air_fill",
    "air_gaps",
    "air_rates",
    "counted_case",
]

_ROWS: Final = 999_001
HOOPER_CALLS: Final = {10: 99_901, 50: 19_981, 100: 9_991, 500: 1_999, 1000: 1_000, 5000: 201}
"""Fetch calls by array size."""
HOOPER_ARRAYS: Final = tuple(HOOPER_CALLS)
_AIR_ROWS: Final = 20_001
_BESIDE: Final = float(HOOPER_QUERY["fetch_overhead"])
_RADIO: Final[dict[str, Any]] = {
    "kind": "lan", "lan_rate": "1Gbps", "last_hop": "radio", "radio_rates": ["54Mbps", "48Mbps", "36Mbps", "24Mbps"],
    "radio_dwell_time": "1s", "radio_frame_loss": 0.1,
}  # fmt: skip
"""The last hop of scenarios/radio-fetch."""


def counted_case(array_size: int) -> Case:
    """Return a case that counts calls over the radio without moving the bytes of the rows.

    @param array_size: rows a fetch
    @return: the case
    """
    return Case(
        f"E24 array {array_size}",
        {
            "path": _RADIO,
            "client": {"driver": "sqlplus", "array_size": array_size},
            "query": BARE_ROWS | {"rows": _ROWS, "row_length": 0},
        },
    )


def air_case(array_size: int) -> Case:
    """Return a case of scenarios/radio-fetch: 802.11g whose rate changes and which loses a tenth of its frames.

    The client takes 10 us a row before it asks again, which makes the gaps at large arrays.

    @param array_size: rows a fetch
    @return: the case, with a capture
    """
    return Case(
        f"E26 array {array_size}",
        {
            "path": _RADIO,
            "client": {
                "driver": "sqlplus", "release": "11.1", "sdu": 8192, "array_size": array_size, "tcp": BARE_TCP,
                "row_time": "10us",
            },
            "server": {
                "release": "11.2", "sdu": 8192, "tcp": BARE_TCP, "packet_time": "10us", "call_time": "1ms",
            },
            "query": {"rows": _AIR_ROWS} | HOOPER_QUERY,
        },
        runs=5,
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


def _frame_rate(run: Replication, _case: Case) -> float:
    """Return TCP segments of the query per second, both directions."""
    calls = query_calls(run)
    first, last = calls[0].requests[0].frame, calls[-1].replies[-1].frame
    return sum(first <= s.frame <= last for s in run.segments) / run["response_time"]


_Reading = Callable[[Replication, Case], float]


def _ratio(over: int, under: int, read: _Reading) -> Callable[[Found], Value | list[float]]:
    """Compare two array sizes: the same reading of the runs of one number, a value for each pair."""

    def measure(found: Found) -> Value | list[float]:
        cases = _AIR[over], _AIR[under]
        pairs = zip(*(found[case] for case in cases), strict=True)
        ratios = [read(a, cases[0]) / read(b, cases[1]) for a, b in pairs]
        return ratios if len(ratios) > 1 else ratios[0]

    return measure


def _rate(run: Replication, _case: Case) -> float:
    """Return bit/s of the rows."""
    return run["throughput"]


def _time(run: Replication, _case: Case) -> float:
    """Return the time of the query in seconds."""
    return run["response_time"]


def air_gaps(found: Found, case: Case) -> list[float]:
    """Return the longest time from one data segment of the server to its next, in ms.

    @param found: with the runs of the case
    @param case: over the radio
    @return: ms, for each run
    """
    gaps = []
    for run in found[case]:
        times = [segment.time_ns for segment in reply_segments(run)]
        gaps.append(max(b - a for a, b in itertools.pairwise(times)) / 1e6)
    return gaps


def air_rates(found: Found, case: Case) -> list[float]:
    """Return the throughput of the rows in Mbit/s.

    @param found: with the runs of the case
    @param case: over the radio
    @return: Mbit/s, for each run
    """
    return [run["throughput"] / 1e6 for run in found[case]]


def air_fill(found: Found, case: Case) -> float:
    """Return the mean length of the server's packets over the SDU; no loss changes it.

    @param found: with the run of the case
    @param case: over the radio
    @return: per cent
    """
    replies = [packet.length for call in query_calls(found.one(case))[1:] for packet in call.replies]
    return 100 * sum(replies) / len(replies) / 8192


def _fill_model(size: int) -> float:
    """Return the same by arithmetic: what the arrays fill, and the packets that they need."""
    full, rest = divmod(_AIR_ROWS - 1, size)
    replies = [_BESIDE + HOOPER_ROW[0] + (n - 1) * HOOPER_ROW[1] for n in [size] * full + [rest] * (rest > 0)]
    packets = int(sum(analytic.tns_packets(replies, 8192)))
    return 100 * (sum(replies) + 10 * packets) / packets / 8192


def _rises(found: Found) -> str:
    """State whether the mean throughput rises at each array size up to 1000."""
    rates = [fmean(air_rates(found, _AIR[size])) for size in HOOPER_ARRAYS[:5]]
    return "yes" if rates == sorted(rates) else "no"


def _extremes(found: Found) -> str:
    """Say at which array sizes the two longest gaps are, in the mean."""
    gaps = {size: fmean(air_gaps(found, case)) for size, case in _AIR.items()}
    largest = sorted(sorted(gaps, key=lambda size: -gaps[size])[:2])
    return ", ".join(map(str, largest))


def _peak(found: Found) -> float:
    """Return the first array size whose packets are at least 95 % as full as the fullest."""
    return _first_full({size: max(reply_packets(found.one(case))) for size, case in _AIR.items()})


def _first_full(fills: dict[int, float]) -> float:
    """Return the first array size whose packets are at least 95 % as full as the fullest."""
    most = max(fills.values())
    return float(next(size for size, fill in fills.items() if fill >= 0.95 * most))


def _fullest(size: int) -> float:
    """Return the longest packet of an array by arithmetic, in bytes."""
    return min(8192.0, _BESIDE + HOOPER_ROW[0] + (size - 1) * HOOPER_ROW[1] + 10)


def _full_packet(name: str) -> float:
    """Return the bytes of the first packet of a long reply by arithmetic."""
    if name != "row":
        return float(analytic.packet_sizes(10_000, 8192 - (37 if name == "reserve" else 0))[0])
    whole, further = HOOPER_ROW
    before = float(HOOPER_QUERY["row_header"]) + whole - further
    rows, _later = analytic.rows_per_packet(further, 8192, before_rows_bytes=before)
    return 10 + before + int(rows) * further


def _packet_row(name: str, how: str, **more: Any) -> Row:
    """Make a row of a reading of the packet of 8155 bytes."""
    case = _PACKED[name]
    return Row(
        id="F2", kind="SHAPE", source="S5", unit="bytes", quantity=f"full packet at SDU 8192: {how}", published=8155.0,
        analytic=lambda: _full_packet(name), model="whole rows" if name == "row" else "the SDU, less what is free",
        cases=(case,), measure=_packet(case, 1), band=exact(), hypothesis="F2", **more,
    )  # fmt: skip


def _packet(case: Case, place: int) -> Callable[[Found], float]:
    """Return the length of a packet; 0 is the reply with the first row, 1 and on the reply of 5000 rows."""
    return lambda found: reply_packets(found.one(case))[place]


_FOUR_FRAMES: Final = "4 frames a call against 7: a time for each call alone cannot go below 4 / 7 = 0.57"
_NO_GAPS: Final = (
    "frames that are lost one by one and repeated at once make gaps of 10 ms, not of 50; what else the radio did is "
    "not published"
)
_GROWS: Final = (
    "1000 rows of 10 us are 10 ms already: the gap at 5000 has to grow faster than the rows of a call"
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
        cases=_ALL_AIR[:5], band=exact(), measure=_rises,
        note="802.11g as in scenarios/radio-fetch, a tenth of the frames lost; 20,001 rows of 999,001"),
    Row(id="E26", kind="SHAPE", source="S5", quantity="frames per second at arrays of 10 over 50", published=0.5,
        cases=(_AIR[10], _AIR[50]), band=within(0.3, 0.7), fails=_FOUR_FRAMES, measure=_ratio(10, 50, _frame_rate)),
    Row(id="E26", kind="SHAPE", source="S5", quantity="bytes per second at arrays of 50 over 100", published=0.8,
        cases=(_AIR[50], _AIR[100]), band=within(0.65, 0.95), measure=_ratio(50, 100, _rate),
        parameters=("call, radio",)),
    Row(id="E26", kind="SHAPE", source="S5", quantity="fill of the packets at arrays of 500 over 100", published=2.0,
        analytic=lambda: _fill_model(500) / _fill_model(100), model="ceil(bytes / (SDU - 10)) a call",
        cases=(_AIR[500], _AIR[100]), band=within(1.5, 2.5),
        measure=lambda found: air_fill(found, _AIR[500]) / air_fill(found, _AIR[100])),
    Row(id="E26", kind="SHAPE", source="S5", quantity="time at arrays of 500 over 100", published="not halved",
        cases=(_AIR[500], _AIR[100]), band=within(0.5, 1), measure=_ratio(500, 100, _time)),
    Row(id="E26", kind="SHAPE", source="S5", quantity="array sizes with the two longest gaps", published="10, 5000",
        cases=_ALL_AIR, measure=_extremes, band=exact(), fails=_GROWS),
    Row(id="E26", kind="SHAPE", source="S5", unit="ms", quantity="longest gap at an array of 10", published=50.0,
        cases=(_AIR[10],), measure=lambda found: air_gaps(found, _AIR[10]), band=within(40, 60, "ms"),
        fails=_NO_GAPS),
    Row(id="E26", kind="SHAPE", source="S5", unit="ms", quantity="longest gap at an array of 5000", published=50.0,
        analytic=lambda: 1e3 * 5000 * 10e-6, model="rows x work", cases=(_AIR[5000],),
        measure=lambda found: air_gaps(found, _AIR[5000]), band=within(40, 60, "ms"),
        parameters=("row work, radio",)),
    Row(id="E26", kind="SHAPE", source="S5", unit="rows",
        quantity="array size at which packets are as full as they get", published=500.0,
        analytic=lambda: _first_full({size: _fullest(size) for size in HOOPER_ARRAYS}),
        model="bytes of an array", cases=_ALL_AIR, measure=_peak, band=within(10, 500, "rows")),
    Row(id="E26", kind="SHAPE", source="S5", unit="%", quantity="fullest packet at an array of 10",
        published="no packet is full", analytic=lambda: 100 * _fullest(10) / 8192, model="bytes of an array",
        cases=(_AIR[10],), band=within(0, 99, "%"),
        measure=lambda found: 100 * max(reply_packets(found.one(_AIR[10]))) / 8192),
    Row(id="E26", kind="OPEN", source="S5", quantity="bytes and packets per 10 s over time",
        note="graphs without a table; rate and loss of the radio are not published. That the reassembled lengths add "
        "up to most at an array of 100 depends on what the tool put together"),
    Row(id="F2", kind="EXACT", source="S5", unit="bytes", quantity="row: whole, and without repeated columns",
        published=HOOPER_ROW, analytic=lambda: (8 * 10 + 8 * 101 + 1.0, 8 * 10 + 1 + 5.0), model="lengths and values",
        cases=tuple(_ELIMINATED.values()), band=exact(), measure=lambda found: _row_bytes(found)),
    Row(id="F2", kind="SHAPE", source="S5", quantity="bytes without elimination over with it", published=889 / 86,
        analytic=lambda: 889 / 86, model="asymptote 889 / 86", cases=tuple(_ELIMINATED.values()), band=within(9, 11),
        measure=lambda found: _reply_bytes(found, False) / _reply_bytes(found, True)),
    _packet_row("row", "cut behind the last row that fits", parameters=("h", "t")),
    _packet_row("byte", "cut at the last byte", parameters=("h", "t"),
                rejected="a packet cut at bytes is as long as the SDU, 8192"),
    _packet_row("reserve", "cut at the last byte, 37 left free", parameters=("reserve",)),
    Row(id="F2", kind="OPEN", source="S5", unit="bytes", cases=tuple(_PACKED.values()), hypothesis="F2",
        quantity="second packet of that reply: row, byte, 37 left free",
        measure=lambda found: tuple(_packet(case, 2)(found) for case in _PACKED.values()),
        note="where the two readings that give 8155 differ; the source shows no second packet"),
)  # fmt: skip
"""Rows of the array fetch."""


def _reply_bytes(found: Found, eliminated: bool) -> float:
    """Return the bytes of the replies."""
    return float(found.one(_ELIMINATED[eliminated]).queries["reply_bytes"].sum())


def _row_bytes(found: Found) -> tuple[float, ...]:
    """Return the bytes of a row: of a reply of one row, and by which a reply of 5000 is longer for each further one."""
    result = []
    for on in (False, True):
        reply = found.one(_ELIMINATED[on]).queries.iloc[2]
        wire = float(reply["reply_bytes"] - 10 * reply["reply_packets"])
        around = float(HOOPER_QUERY["fetch_overhead"])
        rows = float(reply["rows"])
        result.append((wire - around) / rows if not on else (wire - around - HOOPER_ROW[0]) / (rows - 1))
    return tuple(result)
