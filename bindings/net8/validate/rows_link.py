# SPDX-License-Identifier: GPL-2.0-only
"""E20, E21 and F1: a database link that fetches 11,503,946 rows (Ameen)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.row import Row, Value, exact, near, within
from net8.validate.rows_frames import BARE_ROWS

__all__ = [
    "CALLS", "FULL_LINK", "GROWN", "LINK_ROWS", "LINUX", "PUBLISHED_WAITS", "SDUS", "Buffers", "Waited",
    "predict_waits", "simulated_waits",
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
    """Return row lengths that make three fetches of these sizes, in front of them the row of the first call."""
    lengths: list[int] = []
    for size in _SIZES:
        short, long = divmod(size, _ARRAY)[0], size % _ARRAY
        lengths += [short + 1] * long + [short] * (_ARRAY - long)
    # The cycle starts with the single row of the first call.
    return lengths[-1:] + lengths[:-1]


_THREE_FETCHES: Final = _three_fetches()

# The slow consumer, fitted: see the fits of the report. It works on what it has read before it reads more.
_BYTE_S: Final = 1.232e-6
_PACKET_S: Final = 211e-6
_SERVER_S: Final = 0.0857
_SEGMENT: Final = 1448
"""Bytes of a full segment with timestamps on Ethernet."""


@dataclass(frozen=True, slots=True)
class Buffers:
    """What the sockets take before the consumer reads it."""

    name: str  #: in the names of plans
    send: int  #: the server's, bytes
    receive: int  #: the consumer's, bytes


LINUX: Final = Buffers("buffers of Linux 2.6", 16_384, 65_535)
"""Defaults of Linux 2.6: tcp_wmem of 16 KB, and tcp_rmem of 87,380, which makes a window of 65,535 (ip-sysctl)."""
GROWN: Final = Buffers("send buffer of 64 KB", 65_536, 65_535)
"""The send buffer fitted to the waits for the client at SDU 32767."""


_FIXED: Final = {"profile": "solaris-2.5", "timestamps": True, "delayed_ack_time": "40ms"}
"""TCP whose buffers count payload and whose segments have 1448 bytes, as in the closed form."""


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
    """Return a case of the database link."""
    document = {
        "path": {"kind": "lan"} | more.get("path", {}),
        "client": {"driver": "dblink", "release": "10.2", "sdu": sdu} | more.get("client", {}),
        "server": {"release": "10.2", "sdu": sdu} | more.get("server", {}),
        "query": BARE_ROWS | {"rows": rows, "row_length": lengths},
    }
    return Case(f"{name}, SDU {sdu}", document)


def _slow(name: str, sdu: int, rows: int, buffers: Buffers = LINUX) -> Case:
    """Return a case whose consumer reads slowly; the link itself takes no time to speak of."""
    return _link(
        f"{name}, {buffers.name}", sdu, rows, lengths=_LENGTHS, path={"lan_rate": "10Gbps"},
        client={
            "read_ahead": False, "byte_time": f"{1e9 * _BYTE_S:g}ns", "packet_time": f"{1e6 * _PACKET_S:g}us",
            "tcp": _FIXED | {"receive_buffer": buffers.receive},
        },
        server={"call_time": f"{1e3 * _SERVER_S:g}ms", "tcp": _FIXED | {"send_buffer": buffers.send}},
    )  # fmt: skip


_COUNTED: Final = {sdu: _link("E21 calls", sdu, _ROWS) for sdu in SDUS}
_COUNTED_ODD: Final = {sdu: _link("E21 rows", sdu, _ROWS, lengths=_LENGTHS) for sdu in SDUS}
_VARYING: Final = {
    sdu: _link("F1 one fetch in three is larger", sdu, 1 + 30 * _ARRAY, lengths=_THREE_FETCHES)
    for sdu in SDUS
}
FULL_LINK: Final = {(sdu, LINUX): _slow("E21 slow consumer", sdu, _ROWS) for sdu in SDUS} | {
    (SDUS[1], GROWN): _slow("E21 slow consumer", SDUS[1], _ROWS, GROWN)
}
"""The whole query with the slow consumer."""
_MOVING: Final = {sdu: _slow("E21 slow consumer, 12 calls", sdu, 1 + (_FEW - 1) * _ARRAY) for sdu in SDUS}
_GROWN_MOVING: Final = _slow("E21 slow consumer, 12 calls", SDUS[1], 1 + (_FEW - 1) * _ARRAY, GROWN)


def _waits(found: Found, case: Case, event: str) -> tuple[int, float]:
    """Return number and total of a wait event."""
    return found.one(case).waits(event)


def predict_waits(sdu: int, buffers: Buffers = LINUX) -> dict[str, Waited]:
    """Predict the account of the whole query: what does not fit the buffers waits for the consumer.

    The consumer takes a full packet at a time and c seconds for each of its bytes. The server has written byte E when
    the bytes up to E less its send buffer have left; they leave in full segments, which the receive window must hold
    as a whole (RFC 1122, section 4.2.3.4), so the consumer has then taken the packet that makes room for the last of
    them, and done those before it. Of a fetch of B bytes U are then left, which make its time to the next call, U c;
    the server waits (B - U) c for room. What it waits before the last full packet is written counts as more data, the
    rest as message to client. The last fetch fits the buffers as a whole.

    @param sdu: in bytes
    @param buffers: of the sockets
    @return: by event
    """
    each = _BYTE_S + _PACKET_S / sdu
    full, rest = (n * _ROW_BYTES for n in (_ARRAY, _LAST))
    waits, last = (int(analytic.more_data_waits(bytes_, sdu)) for bytes_ in (full, rest))
    written = full + 10 * (waits + 1)
    left = (math.ceil((end - buffers.send) / _SEGMENT) * _SEGMENT for end in (written, waits * sdu))
    done, before = (math.ceil((end - buffers.receive) / sdu) - 1 for end in left)
    tail = (done - before) * sdu
    unread = written - done * sdu
    fetches = CALLS - 2
    return {
        "message to client": Waited(CALLS, fetches * tail * each),
        "message from client": Waited(CALLS, (fetches * unread + rest + 10 * (last + 1)) * each),
        "more data to client": Waited(fetches * waits + last, fetches * (written - unread - tail) * each),
    }


def simulated_waits(found: Found, sdu: int, buffers: Buffers = LINUX) -> dict[str, Waited]:
    """Read the account of the whole query with the slow consumer.

    @param found: with the runs of FULL_LINK
    @param sdu: in bytes
    @param buffers: of the sockets
    @return: by event
    """
    frame = found.one(FULL_LINK[sdu, buffers]).run.waits
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


_UNIFORM: Final = "floor(fetch / (SDU - 10)), 6.93 bytes a row"


def _more_data(sdu: int, model: float, published: float) -> Row:
    """Make the row of the waits for more data with rows of one length."""
    return Row(
        id="E21", kind="EXACT", source="S3", unit="waits", quantity=f"more data to client, SDU {sdu}",
        published=published, model=_UNIFORM, cases=(_COUNTED_ODD[sdu],),
        analytic=lambda: float(predict_waits(sdu)["more data to client"].times),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[sdu], "more data to client")[0]),
        band=exact("analytic"), quick=False, parameters=("bytes a row",),
        note=f"asked for is the model's {model:,.0f}, {100 * (model / published - 1):+.3f} % off the published number",
    )  # fmt: skip


def _per_fetch(found: Found, case: Case, event: str) -> float:
    """Return the time of an event per full fetch, in ms."""
    return 1e3 * _waits(found, case, event)[1] / (_FEW - 1)


def _moved(case: Case, event: str) -> Callable[[Found], Value]:
    """Return by how much an event's time changes from the default SDU to another case, in ms a fetch."""
    return lambda found: _per_fetch(found, case, event) - _per_fetch(found, _MOVING[2048], event)


def _published_move(event: str) -> float:
    """Return the published change, in ms a fetch."""
    return _change(PUBLISHED_WAITS[SDUS[0]], PUBLISHED_WAITS[SDUS[1]], event)


def _predicted_move(event: str, buffers: Buffers = LINUX) -> Callable[[], Value]:
    """Return the function of the predicted change, in ms a fetch."""
    return lambda: _change(predict_waits(SDUS[0]), predict_waits(SDUS[1], buffers), event)


def _change(small: dict[str, Waited], large: dict[str, Waited], event: str) -> float:
    """Return by how much an event waits longer, in ms a fetch."""
    return 1e3 * ((large[event].total_s or 0.0) - (small[event].total_s or 0.0)) / CALLS


def _gain(found: Found) -> float:
    """Return by how much the query gets faster end to end, in per cent."""
    times = [found.one(_MOVING[sdu])["response_time"] for sdu in SDUS]
    return 100 * (1 - times[1] / times[0])


def _gain_model() -> float:
    """Return the same by arithmetic: the server's work, and what the consumer does of each fetch."""
    times = [
        CALLS * _SERVER_S + sum(waited.total_s or 0.0 for waited in predict_waits(sdu).values())
        for sdu in SDUS
    ]
    return 100 * (1 - times[1] / times[0])


def _total(event: str, waits: dict[str, Waited]) -> float:
    """Return the total of an event."""
    return waits[event].total_s or 0.0


_ROOM: Final = "what does not fit the buffers waits for the consumer"
_ONE_MORE: Final = (
    "the socket takes a packet whole and holds what does not fit the send buffer, so that the server goes on a packet "
    "of 32 KB earlier than by the closed form, 40 ms of each fetch; a send buffer of 32 KB gives 69.7 s of message "
    "from client"
)


def _totals(sdu: int, buffers: Buffers) -> tuple[Row, ...]:
    """Make the rows of the account of the whole query with the slow consumer."""

    def row(event: str, tolerance: float, off: dict[Buffers, str], note: str) -> Row:
        reason = off.get(buffers, "") if sdu == SDUS[1] else ""
        return Row(
            id="E21", kind="SHAPE", source="S3", unit="s", quick=False, cases=(FULL_LINK[sdu, buffers],),
            quantity=f"slow consumer, SDU {sdu}, {buffers.name}: {event}",
            published=_total(event, PUBLISHED_WAITS[sdu]), analytic=lambda: _total(event, predict_waits(sdu, buffers)),
            model=_ROOM, band=near(tolerance),
            measure=lambda found: _total(event, simulated_waits(found, sdu, buffers)), note=note,
            parameters=("consumer", "send buffer") if buffers == GROWN else ("consumer",),
            fails=reason if buffers == GROWN else "",
            rejected=reason if buffers == LINUX else "",
            hypothesis="F1" if sdu == SDUS[1] else "",
        )  # fmt: skip

    return (
        row("message from client", 0.05, {LINUX: _SAME_BUFFERS, GROWN: _ONE_MORE},
            "the closed form is fitted to this number" if buffers == GROWN else ""),
        row("more data to client", 0.2, {GROWN: _ONE_MORE}, ""),
    )  # fmt: skip


def _thirds(sdu: int, published: float, tolerance: float) -> Row:
    """Make the row of the rival reading: fetches differ in size."""
    case = _VARYING[sdu]

    def last() -> float:
        return float(analytic.more_data_waits(_LAST * _ROW_BYTES, sdu))

    return Row(
        id="F1", kind="SHAPE", source="S3", unit="waits", published=published, cases=(case,), band=near(tolerance),
        quantity=f"more data to client, SDU {sdu}, one fetch in three larger", hypothesis="F1",
        analytic=lambda: 351 / 3 * sum(float(analytic.more_data_waits(size, sdu)) for size in _SIZES) + last(),
        model="floor(fetch / (SDU - 10)), three sizes",
        # 30 full fetches for 351, and the waits of the last, short one.
        measure=lambda found: 351 / 30 * _waits(found, case, "more data to client")[0] + last(),
        parameters=("fetch sizes",),
    )  # fmt: skip


def _fetched(found: Found) -> tuple[float, ...]:
    """Return the rows of the first, the second and the last call."""
    rows = found.one(_COUNTED[2048]).queries["rows"]
    return float(rows.iloc[0]), float(rows.iloc[1]), float(rows.iloc[-1])


_SAME_BUFFERS: Final = (
    "with the same buffers at either SDU the packet that the consumer has in hand moves a tenth of the published wait, "
    "and one that the socket holds beyond the send buffer nearly half"
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
        published=38_967.0, analytic=lambda: float(predict_waits(2048)["more data to client"].times),
        model=_UNIFORM, cases=(_COUNTED_ODD[2048],), band=near(0.0002), quick=False, parameters=("bytes a row",),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[2048], "more data to client")[0])),
    Row(id="E21", kind="SHAPE", source="S3", unit="waits", quantity="more data to client, SDU 32767, of the observed",
        published=2_223.0, analytic=lambda: float(predict_waits(32_767)["more data to client"].times),
        model=_UNIFORM, cases=(_COUNTED_ODD[32_767],), band=near(0.01), quick=False, parameters=("bytes a row",),
        measure=lambda found: float(_waits(found, _COUNTED_ODD[32_767], "more data to client")[0]),
        rejected="rows of one length cannot do it: one fetch in three was larger, see F1", hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch",
        quantity="slow consumer, same buffers: change of more data to client",
        published=_published_move("more data to client"), analytic=_predicted_move("more data to client"),
        model=_ROOM, cases=tuple(_MOVING.values()), measure=_moved(_MOVING[32_767], "more data to client"),
        band=within(-1000, -10, "ms"), parameters=("consumer",)),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch",
        quantity="slow consumer, same buffers: change of message from client",
        published=_published_move("message from client"), analytic=_predicted_move("message from client"),
        model=_ROOM, cases=tuple(_MOVING.values()), measure=_moved(_MOVING[32_767], "message from client"),
        band=within(10, 1000, "ms"), parameters=("consumer",), hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="ms a fetch",
        quantity="slow consumer, send buffer of 64 KB at SDU 32767: change of message from client",
        published=_published_move("message from client"), analytic=_predicted_move("message from client", GROWN),
        model=_ROOM, cases=(_MOVING[2048], _GROWN_MOVING), measure=_moved(_GROWN_MOVING, "message from client"),
        band=within(10, 1000, "ms"), parameters=("consumer", "send buffer"), hypothesis="F1"),
    Row(id="E21", kind="SHAPE", source="S3", unit="%", quantity="slow consumer: gain end to end", published=6.3,
        analytic=_gain_model, model="work of each byte and packet", cases=tuple(_MOVING.values()), measure=_gain,
        band=within(0, 15, "%"), parameters=("consumer",), note="the cost of a packet is fitted to it"),
    *(row for sdu, buffers in FULL_LINK for row in _totals(sdu, buffers)),
    Row(id="E21", kind="DATA", source="S3", quantity="db file scattered read, cpu, blocks",
        note="2274 waits of 4.42 s and 2316 of 6.87 s; disks are not simulated"),
    Row(id="F1", kind="EXACT", source="S3", unit="rows", quantity="1 + 351 x 32767 + 2728: first, full, last fetch",
        published=(1.0, float(_ARRAY), float(_LAST)), cases=(_COUNTED[2048],), band=exact(),
        measure=_fetched, analytic=lambda: (1.0, float(_ARRAY), float((_ROWS - 1) % _ARRAY)),
        model="one row, arrays, the rest"),
    _thirds(2048, 38_967.0, 0.005), _thirds(32_767, 2_223.0, 0.001),
)  # fmt: skip
"""Rows of the database link."""
