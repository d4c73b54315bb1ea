# SPDX-License-Identifier: GPL-2.0-only
"""E20, E21 and F1: a database link that fetches 11,503,946 rows (Ameen)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from net8 import analytic
from net8.validate.found import Found
from net8.validate.row import Case, Row, Value, exact, near, within
from net8.validate.rows_frames import BARE_ROWS

__all__ = [
    "BUFFER_BYTES", "CALLS", "FULL_LINK", "LINK_ROWS", "PUBLISHED_WAITS", "SDUS", "Waited", "predict_waits",
    "simulated_waits",
]  # fmt: skip

SDUS: Final = (2048, 32_767)
CALLS: Final = 353
_ROWS: Final = 11_503_946
_ARRAY: Final = 32_767
_LAST: Final = 2728
_LENGTHS: Final = [7] * 93 + [6] * 7
"""Mean 6.93 bytes a row, inside the 6.904 to 6.966 that fit the first count."""
_ROW_BYTES: Final = 6.93
_FEW: Final = 12
_SIZES: Final = (226_100, 226_100, 229_400)
"""Bytes of three fetches, again and again: mean 227,200 as in the fit, every third above 7 x 32,757 = 229,299."""


def _three_fetches() -> list[int]:
    """Give row lengths that make three fetches of these sizes, in front of them the row of the first call."""
    lengths: list[int] = []
    for size in _SIZES:
        short, long = divmod(size, _ARRAY)[0], size % _ARRAY
        lengths += [short + 1] * long + [short] * (_ARRAY - long)
    # The cycle starts with the single row of the first call.
    return lengths[-1:] + lengths[:-1]


_THREE_FETCHES: Final = _three_fetches()

# The slow consumer, fitted: see the fits of the report.
_CONSUMER_BIT_S: Final = 6.45e6
_SERVER_S: Final = 0.0857
BUFFER_BYTES: Final = {2048: 82_800, 32_767: 148_600}
"""Bytes that the sockets take before the consumer has read them, fitted to the waits for the client at each SDU."""


@dataclass(frozen=True, slots=True)
class Waited:
    """One line of a tkprof report."""

    times: int  #: waits
    total_s: float | None  #: their sum, None if it is not given
    longest_s: float | None = None  #: the longest


PUBLISHED_WAITS: Final = {
    2048: {
        "message to client": Waited(353, None),
        "message from client": Waited(353, 38.37, 0.32),
        "more data to client": Waited(38_967, 68.63, 0.16),
    },
    32_767: {
        "message to client": Waited(353, None),
        "message from client": Waited(353, 69.02, 0.30),
        "more data to client": Waited(2_223, 29.76, 0.24),
    },
}
"""The two reports. The time of message to client is not given."""


def _link(name: str, sdu: int, rows: int, *, lengths: object = 0, **more: Any) -> Case:
    """Give a case of the database link."""
    document = {
        "path": {"kind": "lan"} | more.get("path", {}),
        "client": {"driver": "dblink", "release": "10.2", "sdu": sdu},
        "server": {"release": "10.2", "sdu": sdu} | more.get("server", {}),
        "query": BARE_ROWS | {"rows": rows, "row_length": lengths},
    }
    return Case(f"{name}, SDU {sdu}", document)


def _slow(name: str, sdu: int, rows: int, buffer_of: int) -> Case:
    """Give a case whose path is as slow as the consumer reads."""
    return _link(
        name, sdu, rows, lengths=_LENGTHS, path={"lan_rate": f"{_CONSUMER_BIT_S / 1e6:g}Mbps"},
        server={"call_time": f"{1e3 * _SERVER_S:g}ms", "tcp": {"send_buffer": BUFFER_BYTES[buffer_of]}},
    )  # fmt: skip


_COUNTED: Final = {sdu: _link("E21 calls", sdu, _ROWS) for sdu in SDUS}
_COUNTED_ODD: Final = {sdu: _link("E21 rows", sdu, _ROWS, lengths=_LENGTHS) for sdu in SDUS}
_VARYING: Final = {
    sdu: _link("F1 one fetch in three is larger", sdu, 1 + 30 * _ARRAY, lengths=_THREE_FETCHES)
    for sdu in SDUS
}
FULL_LINK: Final = {sdu: _slow("E21 slow consumer", sdu, _ROWS, sdu) for sdu in SDUS}
_MOVING: Final = {
    sdu: _slow("E21 slow consumer, 12 calls", sdu, 1 + (_FEW - 1) * _ARRAY, sdu) for sdu in SDUS
}
_SAME_BUFFER: Final = _slow("E21 slow consumer, 12 calls, one buffer", 32_767, 1 + (_FEW - 1) * _ARRAY, 2048)


def _waits(found: Found, case: Case, event: str) -> tuple[int, float]:
    """Give number and total of a wait event."""
    return found.one(case).waits(event)


def predict_waits(sdu: int) -> dict[str, Waited]:
    """Predict the account of the whole query: what does not fit the buffer waits for the consumer.

    The consumer takes B bytes of a fetch at a rate C. The server is rid of them when all but the buffer S are read, so
    it waits (B - S) / C for room, and S / C for the next call. Of the room, the part for the last SDU, which is not
    full, counts as message to client.

    @param sdu: in bytes
    @return: by event
    """
    rate, buffer = (
        _CONSUMER_BIT_S / 8 * float(analytic.goodput_share(1448, timestamps=True)),
        BUFFER_BYTES[sdu],
    )
    full = _ARRAY * _ROW_BYTES
    waits = int(analytic.more_data_waits(full, sdu))
    last = float(analytic.more_data_waits(_LAST * _ROW_BYTES, sdu))
    bytes_ = full + 10 * math.ceil(full / (sdu - 10))
    tail = min(bytes_ - waits * sdu, bytes_ - buffer)
    fetches = CALLS - 2
    return {
        "message to client": Waited(CALLS, fetches * tail / rate),
        "message from client": Waited(CALLS, fetches * buffer / rate),
        "more data to client": Waited(fetches * waits + int(last), fetches * (bytes_ - buffer - tail) / rate),
    }


def simulated_waits(found: Found, sdu: int) -> dict[str, Waited]:
    """Read the account of the whole query with the slow consumer.

    @param found: with the runs of FULL_LINK
    @param sdu: in bytes
    @return: by event
    """
    frame = found.one(FULL_LINK[sdu]).run.waits
    frame = frame[frame["scope"] == "statement"].set_index("event")
    return {
        event: Waited(
            int(frame.loc[f"SQL*Net {event}", "waits"]),
            float(frame.loc[f"SQL*Net {event}", "total_s"]),
            float(frame.loc[f"SQL*Net {event}", "longest_s"]),
        )
        for event in PUBLISHED_WAITS[sdu]
    }


def _count(event: str, quantity: str) -> tuple[Row, ...]:
    """Make a row for each SDU of a count of 353."""
    return tuple(
        Row(
            id="E21", kind="EXACT", source="S3", unit="", quantity=f"{quantity}, SDU {sdu}", published=float(CALLS),
            analytic=lambda: float(analytic.fetch_calls(_ROWS, _ARRAY, 1, look_ahead=True)),
            model="1 + ceil((rows - 1) / array)", cases=(_COUNTED[sdu],), band=exact(),
            measure=_counter(_COUNTED[sdu], event),
        )
        for sdu in SDUS
    )  # fmt: skip


def _counter(case: Case, event: str) -> Callable[[Found], Value]:
    """Count fetch calls, or waits."""
    if not event:
        return lambda found: found.one(case)["fetch_calls"]
    return lambda found: float(_waits(found, case, event)[0])


def _more_data(sdu: int, model: float, published: float) -> Row:
    """Make the row of the waits for more data with rows of one length."""
    return Row(
        id="E21", kind="EXACT", source="S3", unit="waits", quantity=f"more data to client, SDU {sdu}",
        published=published, model="floor(fetch / (SDU - 10)), 6.93 bytes a row", cases=(_COUNTED_ODD[sdu],),
        analytic=lambda: float(
            (CALLS - 2) * analytic.more_data_waits(_ARRAY * _ROW_BYTES, sdu)
            + analytic.more_data_waits(_LAST * _ROW_BYTES, sdu)
        ),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[sdu], "more data to client")[0]),
        band=exact("analytic"), quick=False, parameters=("bytes a row",),
        note=f"asked for is the model's {model:,.0f}, {100 * (model / published - 1):+.3f} % off the published number",
    )  # fmt: skip


def _per_fetch(found: Found, case: Case, event: str) -> float:
    """Give the time of an event per full fetch, in ms."""
    return 1e3 * _waits(found, case, event)[1] / (_FEW - 1)


def _moved(case: Case, event: str) -> Callable[[Found], Value]:
    """Give by how much an event's time changes from the default SDU to another case, in ms a fetch."""
    return lambda found: _per_fetch(found, case, event) - _per_fetch(found, _MOVING[2048], event)


def _published_move(event: str) -> float:
    """Give the published change, in ms a fetch."""
    small, large = (PUBLISHED_WAITS[sdu][event].total_s or 0.0 for sdu in SDUS)
    return 1e3 * (large - small) / CALLS


def _gain(found: Found) -> float:
    """Give by how much the query gets faster end to end, in per cent."""
    times = [found.one(_MOVING[sdu])["response_time"] for sdu in SDUS]
    return 100 * (1 - times[1] / times[0])


_CONSTANT_SPEED: Final = (
    "a consumer of constant speed is as slow at either SDU, the published one 8 s faster at 32767"
)


def _totals(sdu: int) -> tuple[Row, ...]:
    """Make the rows of the account of the whole query with the slow consumer."""

    def total(event: str, waits: dict[str, Waited]) -> float:
        events = ("more data to client", "message to client") if event == "room" else (event,)
        return sum(waits[name].total_s or 0.0 for name in events)

    fitted = "the buffer at this SDU is fitted to this number"
    return tuple(
        Row(
            id="E21", kind="SHAPE", source="S3", unit="s", quantity=f"slow consumer, SDU {sdu}: {what}", quick=False,
            published=total(event, PUBLISHED_WAITS[sdu]), analytic=_predicted(total, event, sdu),
            model="what does not fit the buffer waits for the consumer", cases=(FULL_LINK[sdu],), band=near(tolerance),
            measure=_simulated(total, event, sdu), parameters=("consumer", "buffers"), note=note,
            fails=_CONSTANT_SPEED if event == "room" and sdu != SDUS[0] else "",
        )
        for event, what, tolerance, note in (
            ("message from client", "message from client", 0.05, fitted),
            ("room", "more data and message to client", 0.2, "both wait for room; the second is not given"),
        )
    )  # fmt: skip


_Total = Callable[[str, dict[str, "Waited"]], float]


def _predicted(total: _Total, event: str, sdu: int) -> Callable[[], Value]:
    """Give the function of a predicted total."""
    return lambda: total(event, predict_waits(sdu))


def _simulated(total: _Total, event: str, sdu: int) -> Callable[[Found], Value]:
    """Give the function that reads a simulated total."""
    return lambda found: total(event, simulated_waits(found, sdu))


def _thirds(sdu: int, published: float, tolerance: float) -> Row:
    """Make the row of the rival reading: fetches differ in size."""
    case = _VARYING[sdu]
    return Row(
        id="F1", kind="SHAPE", source="S3", unit="waits", published=published, cases=(case,), band=near(tolerance),
        quantity=f"more data to client, SDU {sdu}, one fetch in three larger", hypothesis="F1",
        # 30 full fetches for 351, and the waits of the last, short one.
        measure=lambda found: 351 / 30 * _waits(found, case, "more data to client")[0]
        + float(analytic.more_data_waits(_LAST * _ROW_BYTES, sdu)),
        parameters=("fetch sizes",),
    )  # fmt: skip


def _fetched(found: Found) -> tuple[float, ...]:
    """Give the rows of the first, the second and the last call."""
    rows = found.one(_COUNTED[2048]).queries["rows"]
    return float(rows.iloc[0]), float(rows.iloc[1]), float(rows.iloc[-1])


_ONE_BUFFER: Final = (
    "a socket buffer of one size holds as many bytes at either SDU, so the client is waited for as long"
)
LINK_ROWS: Final = (
    Row(id="E20", kind="DATA", source="S3", quantity="loop-back database link, full scan of 11,503,946 rows",
        note="default SDU against 32767 at both ends; the default is 2048 by the style of the report (I17)"),
    *_count("", "fetch calls"),
    *_count("message to client", "message to client waits"),
    *_count("message from client", "message from client waits"),
    _more_data(2048, 38_970, 38_967),
    _more_data(32_767, 2_106, 2_223),
    Row(id="E21", kind="SHAPE", source="S3", unit="waits", quantity="more data to client, SDU 2048, of the observed",
        published=38_967.0, cases=(_COUNTED_ODD[2048],), band=near(0.0002), quick=False, parameters=("bytes a row",),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[2048], "more data to client")[0])),
    Row(id="E21", kind="SHAPE", source="S3", unit="waits", quantity="more data to client, SDU 32767, of the observed",
        published=2_223.0, cases=(_COUNTED_ODD[32_767],), band=near(0.01), quick=False, parameters=("bytes a row",),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[32_767], "more data to client")[0]),
        fails="rows of one length cannot do it: one fetch in three was larger, see F1", hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch", quantity="slow consumer: change of more data to client",
        published=_published_move("more data to client"), cases=tuple(_MOVING.values()),
        measure=_moved(_MOVING[32_767], "more data to client"), band=within(-1000, -10, "ms"),
        parameters=("consumer", "buffers")),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch", quantity="slow consumer: change of message from client",
        published=_published_move("message from client"), cases=tuple(_MOVING.values()),
        measure=_moved(_MOVING[32_767], "message from client"), band=within(10, 1000, "ms"),
        parameters=("consumer", "buffers"), hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch",
        quantity="slow consumer, one buffer: change of message from client",
        published=_published_move("message from client"), cases=(_MOVING[2048], _SAME_BUFFER),
        measure=_moved(_SAME_BUFFER, "message from client"), band=within(10, 1000, "ms"), fails=_ONE_BUFFER,
        hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="%", quantity="slow consumer: gain end to end", published=6.3,
        cases=tuple(_MOVING.values()), measure=_gain, band=within(0, 15, "%"), parameters=("consumer", "buffers")),
    *(row for sdu in SDUS for row in _totals(sdu)),
    Row(id="E21", kind="DATA", source="S3", quantity="db file scattered read, cpu, blocks",
        note="2274 waits of 4.42 s and 2316 of 6.87 s; disks are not simulated"),
    Row(id="F1", kind="EXACT", source="S3", unit="rows", quantity="1 + 351 x 32767 + 2728: first, full, last fetch",
        published=(1.0, float(_ARRAY), float(_LAST)), cases=(_COUNTED[2048],), band=exact(),
        measure=_fetched, analytic=lambda: (1.0, float(_ARRAY), float((_ROWS - 1) % _ARRAY)),
        model="one row, arrays, the rest"),
    _thirds(2048, 38_967.0, 0.005), _thirds(32_767, 2_223.0, 0.001),
)  # fmt: skip
"""Rows of the database link."""
