# SPDX-License-Identifier: GPL-2.0-only
"""Drawn timelines of a capture: ticks in panels one below the other, and time-sequence (Stevens) plots."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError, PlanError, ToolError
from net8.base.units import format_time
from net8.capture.streams import segments
from net8.dissect.packet import CLIENT, SERVER
from net8.dissect.sessions import LISTENER_PORTS, Session, dissect
from net8.dissect.timeline import (
    DIRECTIONS,
    OneWay,
    Tick,
    choose_tick,
    read_tick,
    sequences,
    sequences_csv,
    ticks,
    ticks_csv,
)
from net8.figure.chart import Axis, Chart, Curve, Kind, Look, Panel, Point
from net8.figure.drawing import draw
from net8.figure.looks import COLOURS

__all__ = ["draw_timelines", "sequence_chart", "sequence_title", "tick_chart", "tick_title"]

_LOOK: Final = {
    CLIENT: Look(COLOURS[1], marker=5, size=0.6),
    SERVER: Look(COLOURS[0], marker=7, size=0.6),
}
_EDGE, _ACKNOWLEDGED = Look(COLOURS[4], width=1.2), Look(COLOURS[2], width=1.4)
_DATA, _AGAIN = Look(COLOURS[6], width=2.2), Look(COLOURS[1], width=2.2, marker=2, size=1.1)
_TICK_PANEL_PX, _SEQUENCE_PANEL_PX = 150, 300
_WHOLE_TICS: Final = 5
_MILLISECONDS_BELOW_NS: Final = 500_000_000
_ROOM_ABOVE: Final = 1.12


def draw_timelines(
    path: Path, *, tick: str | None = None, number: int | None = None,
    ports: Collection[int] = LISTENER_PORTS, out: Path | None = None,
) -> tuple[list[str], list[Path]]:  # fmt: skip
    """Write and draw the timelines of a capture, or of each capture of a run.

    @param path: a capture file, or the folder of a simulated run
    @param tick: length of a tick with its unit; by default one that makes about a hundred
    @param number: of the session; by default ticks of all, sequence numbers of the one with most bytes
    @param ports: TCP ports of listeners
    @param out: folder for the files; by default the folder of the run, or the working folder
    @return: sentences, and the files
    @raises PlanError, CaptureError: when an argument or a capture is wrong
    """
    tick_ns = None if tick is None else read_tick(tick)
    captures = sorted(path.glob("capture-*.pcap")) if path.is_dir() else [path]
    if not captures:
        raise CaptureError(f"{path} has no capture-*.pcap; net8 run --pcap writes them into a run's folder")
    notes: list[str] = []
    files: list[Path] = []
    for capture in captures:
        chosen = _choose(capture, dissect(capture, ports=ports, tds=False).sessions, number)
        folder = out or (path if path.is_dir() else Path())
        found, written = _timelines(capture, chosen, tick_ns or choose_tick(chosen), folder)
        notes += found
        files += written
    return list(dict.fromkeys(notes)), files


def _choose(capture: Path, found: list[Session], number: int | None) -> list[Session]:
    """Pick a session by its number, or all."""
    if number is None:
        return found
    if not 1 <= number <= len(found):
        numbers = f"1 to {len(found)}" if len(found) > 1 else "only number 1"
        raise PlanError(f"--session {number} is not in {capture}, which has {numbers}")
    return [found[number - 1]]


def _timelines(
    capture: Path, chosen: list[Session], tick_ns: int, folder: Path
) -> tuple[list[str], list[Path]]:
    """Write the numbers of one capture and draw them."""
    largest = max(chosen, key=lambda session: sum(packet.length for packet in session.packets))
    per_tick, ways = ticks(chosen, tick_ns), sequences(largest, segments(capture))
    charts = [
        tick_chart(f"{capture.stem}-timeline", per_tick, tick_ns),
        sequence_chart(f"{capture.stem}-sequence", largest.number, ways),
    ]
    notes, files = [f"{capture.name}: {chart.title}" for chart in charts], []
    folder.mkdir(parents=True, exist_ok=True)
    for chart, text in zip(charts, (ticks_csv(per_tick), sequences_csv(ways)), strict=True):
        files.append(folder / f"{chart.name}.csv")
        files[-1].write_text(text, encoding="utf-8")
    try:
        for chart in charts:
            files += draw(chart, folder)
    except ToolError as error:
        notes.append(f"note: {error}")
    return notes, files


def tick_title(found: Sequence[Tick], tick_ns: int) -> str:
    """Describe the fullest tick.

    @param found: ticks
    @param tick_ns: their length
    @return: one line
    """
    fullest = max(found, key=lambda tick: tick.bytes)
    packets = f"{fullest.packets} TNS packet{'' if fullest.packets == 1 else 's'}"
    return (
        f"The fullest {_spaced(tick_ns)} carried {_amount(fullest.bytes)} in {packets}, "
        f"{DIRECTIONS[fullest.sender]}, from {fullest.start_ns / 1e9:g} s on"
    )


def sequence_title(number: int, ways: Sequence[OneWay]) -> str:
    """Describe the bytes and the retransmissions of a session.

    @param number: of the session
    @param ways: its directions
    @return: one line
    """
    fullest = max(ways, key=lambda way: way.bytes)
    again = sum(way.sent_again for way in ways)
    repeats = f"{again or 'no'} retransmission{'' if again == 1 else 's'}"
    return f"Session {number}: {_amount(fullest.bytes)} {DIRECTIONS[fullest.sender]}, {repeats}"


def _spaced(time_ns: int) -> str:
    """Write a time with a space before its unit."""
    text = format_time(time_ns)
    unit = text.lstrip("0123456789")
    return f"{text.removesuffix(unit)} {unit}"


def _amount(size: int) -> str:
    """Write a number of bytes."""
    for unit, factor in (("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.3g} {unit}" if size < 1000 * factor else f"{size / factor:.0f} {unit}"
    return f"{size} bytes"


def _time_axis(start_ns: int, end_ns: int) -> tuple[Axis, float]:
    """Choose the unit of time; return the axis and the nanoseconds of its unit."""
    unit, scale = ("ms", 1e6) if end_ns < _MILLISECONDS_BELOW_NS else ("s", 1e9)
    edge = max(end_ns - start_ns, 1000) * 0.01
    title = "time after the first TCP segment"
    return Axis(title, unit, low=(start_ns - edge) / scale, high=(end_ns + edge) / scale), scale


def tick_chart(name: str, found: Sequence[Tick], tick_ns: int) -> Chart:
    """Return the chart of ticks: panels of packets, bytes, gaps and fill.

    @param name: file name without its ending
    @param found: ticks
    @param tick_ns: their length
    @return: the chart
    """
    axis, scale = _time_axis(found[0].start_ns, found[-1].start_ns + tick_ns)
    factor, size = (1000, "kB") if max(tick.bytes for tick in found) >= 10_000 else (1, "bytes")
    whole = max(tick.packets for tick in found) <= _WHOLE_TICS
    panels = (
        (Axis(f"packets per {_spaced(tick_ns)}", low=0, step=1 if whole else None), True,
         lambda tick: tick.packets),
        (Axis(f"{size} per {_spaced(tick_ns)}", low=0), True, lambda tick: tick.bytes / factor),
        (Axis("longest gap", "ms", low=0), False,
         lambda tick: math.nan if tick.longest_gap_ns is None else tick.longest_gap_ns / 1e6),
        (Axis("mean fill", "% of SDU", low=0, high=105, step=25), False,
         lambda tick: math.nan if tick.fill_percent is None else tick.fill_percent),
    )  # fmt: skip
    return Chart(
        name,
        tick_title(found, tick_ns),
        axis,
        tuple(Panel(y, _tick_curves(found, tick_ns, scale, value, bars=bars)) for y, bars, value in panels),
        stacked=True,
        panel_px=_TICK_PANEL_PX,
    )


def _tick_curves(
    found: Sequence[Tick], tick_ns: int, scale: float, value: Callable[[Tick], float], *, bars: bool
) -> tuple[Curve, ...]:
    """Return the curves of one panel: bars for sums, points for the rest.

    The client is in the left half of a tick, the server in the right one, so that neither hides the other.
    """
    curves = []
    for sender, part in ((CLIENT, 0.25), (SERVER, 0.75)):
        points = tuple(
            Point((tick.start_ns + part * tick_ns) / scale, value(tick))
            for tick in found
            if tick.sender == sender
        )
        kind: Kind = "bars" if bars else "points"
        curves.append(Curve(DIRECTIONS[sender], kind, _LOOK[sender], points, bar=tick_ns / scale / 2))
    return tuple(curves)


def sequence_chart(name: str, number: int, ways: Sequence[OneWay]) -> Chart:
    """Return the chart of time-sequence plots, one panel for each direction.

    @param name: file name without its ending
    @param number: of the session
    @param ways: directions
    @return: the chart
    """
    times = [sent.time_ns for way in ways for sent in way.sent] or [0]
    times += [time_ns for way in ways for time_ns, _place in way.acknowledged]
    axis, scale = _time_axis(min(times), max(times))
    return Chart(
        name,
        sequence_title(number, ways),
        axis,
        tuple(_sequence_panel(way, scale) for way in ways),
        stacked=True,
        panel_px=_SEQUENCE_PANEL_PX,
    )


def _sequence_panel(way: OneWay, scale: float) -> Panel:
    """Return the panel of one direction."""
    unit, factor = next((u, f) for u, f in (("MB", 1e6), ("kB", 1e3), ("bytes", 1.0))
                        if way.bytes >= f * (2 if f > 1 else 0))  # fmt: skip
    top = max(way.bytes, 1) / factor * _ROOM_ABOVE

    def strokes(again: bool) -> tuple[Point, ...]:
        return tuple(
            Point(s.time_ns / scale, (s.start + s.end) / 2 / factor, (s.end - s.start) / 2 / factor)
            for s in way.sent
            if s.again == again
        )

    def places(found: Sequence[tuple[int, int]]) -> tuple[Point, ...]:
        return tuple(Point(time_ns / scale, place / factor) for time_ns, place in found)

    again = strokes(True)
    curves = (
        Curve("window edge", "steps", _EDGE, places(way.window_edge)),
        Curve("acknowledged", "steps", _ACKNOWLEDGED, places(way.acknowledged)),
        Curve("data", "strokes", _DATA, strokes(False)),
        Curve("", "strokes", _AGAIN, again),
        Curve("retransmission", "points", _AGAIN, tuple(Point(x, y) for x, y, _half in again)),
    )
    y = Axis(DIRECTIONS[way.sender], f"{unit} from the start", low=0, high=top)
    return Panel(y, curves, note=_window_note(way))


def _window_note(way: OneWay) -> str:
    """Write the note on the window edge."""
    edges = [place for _time, place in way.window_edge]
    notes = []
    if edges and min(edges) > way.bytes * _ROOM_ABOVE:
        notes.append(f"window edge above the panel, {_amount(min(edges))} and more")
    if edges and not way.window_scaled:
        notes.append("no SYN captured: window edge not scaled")
    return "; ".join(notes)
