# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the report, one for each published table and each closed form with a curve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from net8 import analytic
from net8.base.errors import RunError
from net8.figure.chart import Axis, Chart, Point, make_points
from net8.statistics.intervals import interval
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.rows_frames import counts
from net8.validate.rows_hooper import (
    HOOPER_ARRAYS,
    HOOPER_CALLS,
    air_case,
    air_fill,
    air_gaps,
    air_rates,
    counted_case,
)
from net8.validate.rows_intel import INTEL, INTEL_SDUS, NO_PAUSE, PAUSE, intel_case, intel_model, intel_time
from net8.validate.rows_link import (
    CALLS,
    FULL_LINK,
    GROWN,
    LINUX,
    PUBLISHED_WAITS,
    Waited,
    predict_waits,
    simulated_waits,
)
from net8.validate.rows_link import SDUS as LINK_SDUS
from net8.validate.rows_models import (
    LONG_LOSSES,
    SLOW_START,
    long_loss_model,
    long_loss_rates,
    mathis_model,
    slow_start_case,
    slow_start_rtts,
)
from net8.validate.rows_packet_size import (
    PACKET_SIZES,
    STROM,
    byte_model,
    frame_model,
    strom_case,
    strom_sent,
)
from net8.validate.rows_services import STORM
from net8.validate.rows_sun import (
    ARRAYS,
    LONG_TIMES,
    NAGLE,
    PACKET_COST,
    ROW_AND_BYTE,
    STATS1,
    STATS2,
    TDUS,
    query_case,
    query_model,
    stall_model,
    sun_case,
    sun_time,
)
from net8.validate.rows_sun import SDUS as SUN_SDUS
from net8.validate.series import Diagram, Role, Series, make_chart, make_tics

__all__ = ["Illustration", "build_charts", "chart_cases"]

_PUBLISHED, _MODEL = "published", "closed form"
_HYPOTHESES: Final = (NAGLE, PACKET_COST, ROW_AND_BYTE)
_ARRAY_TICS: Final = (1, 2, 5, 10, 25, 50, 100, 1000)
_PACKET_TICS: Final = (512, 4096, 8096, 32_768)


def _mean_points(x: Sequence[float], samples: Sequence[list[float]]) -> tuple[Point, ...]:
    """Make points with the 95 % interval of each."""
    found = [interval(values) for values in samples]
    return make_points(x, (i.mean for i in found), (i.half_width or 0.0 for i in found))


def _along(title: str, unit: str, tics: Iterable[float]) -> Axis:
    """Return a logarithmic axis with tics at some values."""
    return Axis(title, unit, log=True, tics=make_tics(tics))


def _sun(
    name: str, title: str, row_length: int, published: Mapping[str, tuple[float, ...]]
) -> Callable[[Found], Chart]:
    """Return the chart of one of the SDU tables, a panel for each TDU."""

    def build(found: Found) -> Chart:
        panels = []
        for tdu, size in TDUS.items():
            series = [Series(_PUBLISHED, "published", make_points(SUN_SDUS, published[tdu]))]
            for hypothesis in _HYPOTHESES:
                cases = [sun_case(row_length, size, sdu, hypothesis) for sdu in SUN_SDUS]
                times = make_points(SUN_SDUS, [sun_time(found, case) for case in cases])
                series.append(Series(hypothesis, "simulated", times))
            series.append(
                Series(
                    "work + stalls x 200 ms", "analytic", make_points(SUN_SDUS, stall_model(row_length, size))
                )
            )
            panels.append(Diagram(tdu, Axis("time", "s"), tuple(series)))
        note = "Three hypotheses; the published unit is read as seconds."
        return make_chart(name, title, _along("SDU", "bytes", SUN_SDUS), panels, note)

    return build


def _long(found: Found) -> Chart:
    """Return the chart of the LONG table."""
    cases = [sun_case(67, TDUS["TDU default"], sdu) for sdu in SUN_SDUS]
    rival = [sun_case(67, TDUS["TDU default"], sdu, ROW_AND_BYTE) for sdu in SUN_SDUS]
    series = (
        Series(_PUBLISHED, "published", make_points(SUN_SDUS, LONG_TIMES)),
        Series(NAGLE, "simulated", make_points(SUN_SDUS, [sun_time(found, case) for case in cases])),
        Series(ROW_AND_BYTE, "simulated", make_points(SUN_SDUS, [sun_time(found, case) for case in rival])),
    )
    panel = Diagram("410 rows, one a call", Axis("time", "s"), series)
    title = "E16: a LONG column makes the SDU irrelevant"
    return make_chart("e16-long", title, _along("SDU", "bytes", SUN_SDUS), [panel])


def _query_time(found: Found) -> Chart:
    """Return the chart of query time against array size."""
    curve = sorted({*range(1, 30), 40, 60, 80, *ARRAYS})
    series = (
        Series(_PUBLISHED, "published", make_points(ARRAYS, ARRAYS.values())),
        Series("T0 + c x calls (F4)", "analytic", make_points(curve, query_model(curve))),
        Series(
            "simulated", "simulated", make_points(ARRAYS, [sun_time(found, query_case(a)) for a in ARRAYS])
        ),
    )
    low = 2.3
    shifted = tuple(
        Series(s.label, s.role, tuple(Point(x, 1e3 * (y - low), h) for x, y, h in s.points)) for s in series
    )
    panel = Diagram("4096 rows of 20 bytes", Axis(f"time beyond {low} s", "ms"), shifted)
    title = "E17: query time falls with the array size to a floor"
    return make_chart("e17-query-time", title, _along("array size", "rows", _ARRAY_TICS), [panel])


def _waits(found: Found) -> Chart:
    """Return the chart of the wait account, a panel for each event."""
    buffers = {LINK_SDUS[0]: LINUX, LINK_SDUS[1]: GROWN}
    accounts: tuple[tuple[str, Role, Callable[[int], dict[str, Waited]]], ...] = (
        (_PUBLISHED, "published", PUBLISHED_WAITS.__getitem__),
        (f"{_MODEL}, same buffers", "analytic", predict_waits),
        (f"{_MODEL}, {GROWN.name}", "analytic", lambda sdu: predict_waits(sdu, buffers[sdu])),
        ("simulated, same buffers", "simulated", lambda sdu: simulated_waits(found, sdu)),
        (f"simulated, {GROWN.name}", "simulated", lambda sdu: simulated_waits(found, sdu, buffers[sdu])),
    )
    panels = []
    for event in ("more data to client", "message from client"):
        series = [
            Series(label, role, make_points(LINK_SDUS, [account(s)[event].total_s or 0.0 for s in LINK_SDUS]))
            for label, role, account in accounts
        ]
        panels.append(Diagram(event, Axis("total waited", "s"), tuple(series)))
    title = "E21: with a slow consumer the wait moves to message from client"
    note = f"{CALLS} fetches; the time of message to client is not published."
    return make_chart("e21-waits", title, _along("SDU", "bytes", LINK_SDUS), panels, note)


def _packet_sizes(found: Found) -> Chart:
    """Return the chart of the packet-size sweep: bytes and frames."""
    sent = [strom_sent(found.one(strom_case(size))) for size in PACKET_SIZES]
    curve = [float(size) for size in np.geomspace(512, 32_768, 40)]
    panels = []
    for index, (axis, model) in enumerate(
        ((Axis("bytes", "kB"), byte_model), (Axis("Ethernet frames"), frame_model))
    ):
        scale = 1e-3 if index == 0 else 1.0
        series = (
            Series(
                _PUBLISHED,
                "published",
                make_points(PACKET_SIZES, [scale * STROM[s][index] for s in PACKET_SIZES]),
            ),
            Series("fit F5", "analytic", make_points(curve, [scale * model(int(s)) for s in curve])),
            Series(
                "simulated", "simulated", make_points(PACKET_SIZES, [scale * pair[index] for pair in sent])
            ),
        )
        panels.append(Diagram("", axis, series))
    title = "E23: larger packets save bytes and frames, little beyond 4 KB"
    return make_chart("e23-packet-size", title, _along("packet size", "bytes", _PACKET_TICS), panels)


def _calls(found: Found) -> Chart:
    """Return the chart of fetch calls against array size."""
    curve = counts(np.unique(np.geomspace(10, 5000, 60).astype(int)))
    model = counts(analytic.fetch_calls(999_001, np.array(curve, dtype=int), 1, look_ahead=True))
    simulated = [found.one(counted_case(size))["fetch_calls"] for size in HOOPER_ARRAYS]
    series = (
        Series(_PUBLISHED, "published", make_points(HOOPER_ARRAYS, HOOPER_CALLS.values())),
        Series("1 + ceil((rows - 1) / array)", "analytic", make_points(curve, model)),
        Series("simulated", "simulated", make_points(HOOPER_ARRAYS, simulated)),
    )
    panel = Diagram("SQL*Plus", Axis("fetch calls", log=True), series)
    title = "E24: fetch calls of 999,001 rows"
    return make_chart("e24-calls", title, _along("array size", "rows", HOOPER_ARRAYS), [panel])


def _air(found: Found) -> Chart:
    """Return the chart of throughput, longest gap and fill against array size."""
    cases = {size: air_case(size) for size in HOOPER_ARRAYS}
    read = make_points((10, 5000), (50, 50))
    readings: tuple[tuple[str, str, list[list[float]], tuple[Point, ...]], ...] = (
        ("throughput", "Mbit/s", [air_rates(found, case) for case in cases.values()], ()),
        ("longest gap", "ms", [air_gaps(found, case) for case in cases.values()], read),
        ("mean fill of the packets", "%", [[air_fill(found, case)] for case in cases.values()], ()),
    )
    panels = [
        Diagram(
            "", Axis(title, unit),
            (
                *((Series("read from a graph", "published", points),) if points else ()),
                Series("simulated", "simulated", _mean_points(HOOPER_ARRAYS, samples)),
            ),
        )
        for title, unit, samples, points in readings
    ]  # fmt: skip
    title = "E26: array fetch over 802.11g that loses a tenth of its frames"
    note = "The source has graphs and no table."
    return make_chart("e26-air", title, _along("array size", "rows", HOOPER_ARRAYS), panels, note)


def _storms(found: Found) -> Chart:
    """Return the chart of the CPU during the storm."""
    series = []
    for limit, case in STORM.items():
        frame = found.one(case).run.series
        shown = frame[(frame["time_s"] >= 5) & (frame["time_s"] <= 70)]
        points = make_points(shown["time_s"], 100 * shown["cpu_load"])
        series.append(Series(f"simulated, RATE_LIMIT {limit}", "simulated", points))
    load = 100 * float(analytic.storm_cpu_load(3, 0.4, 10 * 0.02 / 0.52)) / 2
    series.append(Series("(R w + A0) / c, limit 3", "analytic", make_points((10, 60), (load, load))))
    panel = Diagram("150 logons at 10 s", Axis("CPU load", "%"), tuple(series))
    title, note = (
        "E32: without a limit 150 logons saturate the CPU",
        "The plots of the source are not in its text.",
    )
    return make_chart("e32-storm", title, Axis("time", "s"), [panel], note)


def _intel(found: Found) -> Chart:
    """Return the chart of the query of 50 MB, a panel for each client."""
    panels = []
    for client, times in INTEL.items():
        curve = [float(sdu) for sdu in range(28_000, 72_000, 2000)]
        series = [
            Series(_PUBLISHED, "published", make_points(INTEL_SDUS, times)),
            Series(
                "8.98 s + n c (F6)",
                "analytic",
                make_points(curve, [intel_model(client, int(s)) for s in curve]),
            ),
        ]
        series += [
            Series(
                reading,
                "simulated",
                make_points(INTEL_SDUS, [intel_time(found, client, s, reading) for s in INTEL_SDUS]),
            )
            for reading in (PAUSE, NO_PAUSE)
        ]
        panels.append(Diagram(client, Axis("time", "s"), tuple(series)))
    title = "E37: a pause per SDU gives the gain, a stream alone does not"
    return make_chart("e37-intel", title, Axis("SDU", "bytes", tics=make_tics(INTEL_SDUS)), panels)


def _slow_start(found: Found) -> Chart:
    """Return the chart of round trips against initial window."""
    panels = []
    for segments in SLOW_START[0]:
        windows = SLOW_START[1]
        model = counts(analytic.slow_start_rounds(segments, np.array(windows)))
        simulated = [slow_start_rtts(found, slow_start_case(segments, window)) for window in windows]
        series = (
            Series("rounds", "analytic", make_points(windows, model)),
            Series("simulated", "simulated", make_points(windows, simulated)),
        )
        panels.append(Diagram(f"{segments} segments", Axis("round trips"), series))
    x = Axis("initial window", "segments", tics=make_tics(SLOW_START[1]))
    return make_chart("a2-slow-start", "A2: rounds of slow start, to within one", x, panels)


def _loss(found: Found) -> Chart:
    """Return the chart of throughput against loss; rates that were not simulated are left out."""
    curve = [float(p) for p in np.geomspace(min(LONG_LOSSES), max(LONG_LOSSES), 40)]
    low = [p for p in curve if p <= 0.0101]
    done = [(loss, rates) for loss in LONG_LOSSES if (rates := _rates(found, loss))]
    if not done:
        raise RunError("no long transfer was simulated")
    window = max(window for _segments, window in LONG_LOSSES.values())
    series = (
        Series("PFTK", "analytic", make_points(curve, [long_loss_model(p, window) for p in curve])),
        Series("inverse square root law", "analytic", make_points(low, [mathis_model(p) for p in low])),
        Series(
            "simulated, 95 % interval",
            "simulated",
            _mean_points([p for p, _r in done], [r for _p, r in done]),
        ),
    )
    panel = Diagram("RTT 100 ms, T0 400 ms", Axis("throughput", "segments/s", log=True), series)
    return make_chart(
        "a3-loss", "A3: throughput of Reno at random loss", Axis("loss rate", log=True), [panel]
    )


def _rates(found: Found, loss: float) -> list[float]:
    """Return the throughputs at a loss rate, none if it was not simulated."""
    try:
        return long_loss_rates(found, loss)
    except RunError:
        return []


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A chart that can be drawn."""

    ids: tuple[str, ...]  #: rows that it belongs to
    build: Callable[[Found], Chart]  #: makes it of finished runs
    cases: tuple[Case, ...]  #: plans whose runs it needs
    quick: bool = True  #: whether it is part of --quick


_OF_SUN: Final = {
    length: tuple(
        sun_case(length, tdu, sdu, hypothesis)
        for hypothesis in _HYPOTHESES
        for tdu in (TDUS.values() if length != 67 else (TDUS["TDU default"],))
        for sdu in SUN_SDUS
    )
    for length in (20, 100, 67)
}
_DRAWINGS: Final = (
    _Drawing(("E14", "F3"), _sun("e14-stats2", "E14: stats2; none of three readings gives both levels", 100, STATS2),
             _OF_SUN[100]),
    _Drawing(("E15", "F3"), _sun("e15-stats1", "E15: a batch of 300 bytes fits one packet, so SDU and TDU do nothing",
                                 20, STATS1), _OF_SUN[20]),
    _Drawing(("E16", "F3"), _long, _OF_SUN[67]),
    _Drawing(("E17", "F4"), _query_time, tuple(map(query_case, ARRAYS))),
    _Drawing(("E21", "F1"), _waits, tuple(FULL_LINK.values()), quick=False),
    _Drawing(("E23", "F5"), _packet_sizes, tuple(map(strom_case, PACKET_SIZES))),
    _Drawing(("E24", "E25"), _calls, tuple(map(counted_case, HOOPER_ARRAYS))),
    _Drawing(("E26",), _air, tuple(map(air_case, HOOPER_ARRAYS))),
    _Drawing(("E32",), _storms, tuple(STORM.values())),
    _Drawing(("E37", "F6"), _intel,
             tuple(intel_case(c, sdu, reading) for c in INTEL for sdu in INTEL_SDUS for reading in (PAUSE, NO_PAUSE))),
    _Drawing(("A2",), _slow_start, tuple(slow_start_case(d, w) for d in SLOW_START[0] for w in SLOW_START[1])),
    # Rates that take long are drawn where they were simulated.
    _Drawing(("A3",), _loss, ()),
)  # fmt: skip


def _select_drawings(ids: set[str], quick: bool) -> list[_Drawing]:
    """Return the charts of some rows."""
    return [drawing for drawing in _DRAWINGS if ids & set(drawing.ids) and (drawing.quick or not quick)]


def chart_cases(ids: set[str], *, quick: bool) -> list[Case]:
    """Return the plans whose runs the charts of some rows need.

    @param ids: rows of the report
    @param quick: whether the set is the quick one
    @return: their cases
    """
    return [case for drawing in _select_drawings(ids, quick) for case in drawing.cases]


@dataclass(frozen=True, slots=True)
class Illustration:
    """A chart of the report."""

    ids: tuple[str, ...]  #: rows that it belongs to
    chart: Chart  #: what it shows


def build_charts(found: Found, ids: set[str], *, quick: bool) -> list[Illustration]:
    """Return the charts of some rows.

    @param found: runs of chart_cases
    @param ids: rows of the report
    @param quick: whether the set is the quick one
    @return: charts in order
    """
    return [Illustration(drawing.ids, drawing.build(found)) for drawing in _select_drawings(ids, quick)]
