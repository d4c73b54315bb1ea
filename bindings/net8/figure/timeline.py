# SPDX-License-Identifier: GPL-2.0-only
"""Timelines of a capture, drawn: ticks in panels one below the other, and time-sequence (Stevens) plots."""

from __future__ import annotations

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
from net8.figure.gnuplot import COLOURS, draw, multiplot, quoted

__all__ = ["draw_timelines", "sequence_script", "sequence_title", "tick_script", "tick_title"]

_COLOUR: Final = {CLIENT: COLOURS[1], SERVER: COLOURS[0]}
_MARKER: Final = {CLIENT: 5, SERVER: 7}
_WIDTH_PX, _LEFT_PX, _RIGHT_PX, _TOP_PX, _BOTTOM_PX, _SPACE_PX = 900, 84, 20, 66, 68, 14
_TICK_PANEL_PX, _SEQUENCE_PANEL_PX = 150, 300
_WHOLE_TICS: Final = 5
_MILLISECONDS_BELOW_NS: Final = 500_000_000


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
    @return: what was found, in sentences, and the files
    @raises PlanError, CaptureError: when an argument or a capture is wrong
    """
    tick_ns = None if tick is None else read_tick(tick)
    captures = sorted(path.glob("capture-*.pcap")) if path.is_dir() else [path]
    if not captures:
        raise CaptureError(f"{path} has no capture-*.pcap; net8 run --pcap writes them into a run's folder")
    notes: list[str] = []
    files: list[Path] = []
    for capture in captures:
        chosen = _choose(capture, dissect(capture, ports=ports).sessions, number)
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
    """Write the numbers of one capture, then draw them."""
    largest = max(chosen, key=lambda session: sum(packet.length for packet in session.packets))
    per_tick, ways = ticks(chosen, tick_ns), sequences(largest, segments(capture))
    titles = [tick_title(per_tick, tick_ns), sequence_title(largest.number, ways)]
    names = [f"{capture.stem}-timeline", f"{capture.stem}-sequence"]
    scripts: list[Callable[[str, str], str]] = [
        lambda name, title: tick_script(name, title, per_tick, tick_ns),
        lambda name, title: sequence_script(name, title, ways),
    ]
    notes, files = [f"{capture.name}: {title}" for title in titles], []
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(names, (ticks_csv(per_tick), sequences_csv(ways)), strict=True):
        files.append(folder / f"{name}.csv")
        files[-1].write_text(text, encoding="utf-8")
    try:
        for name, title, script in zip(names, titles, scripts, strict=True):
            files += draw(name, script(name, title), folder)
    except ToolError as error:
        notes.append(f"note: {error}")
    return notes, files


def tick_title(found: Sequence[Tick], tick_ns: int) -> str:
    """Say what the fullest tick carried.

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
    """Say how much a session carried and how often TCP had to send again.

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


def _panel(index: int, panel_px: int, height_px: int, last: bool) -> list[str]:
    """Write the commands that place a panel; only the lowest has a time axis with numbers."""
    top = height_px - _TOP_PX - index * (panel_px + _SPACE_PX)
    return [
        "reset", "set encoding utf8",
        f"set lmargin at screen {_LEFT_PX / _WIDTH_PX:.4f}",
        f"set rmargin at screen {1 - _RIGHT_PX / _WIDTH_PX:.4f}",
        f"set tmargin at screen {top / height_px:.4f}",
        f"set bmargin at screen {(top - panel_px) / height_px:.4f}",
        "set border 3 lc '#444444'", "set tics nomirror out", "set ytics autofreq",
        "set grid xtics ytics lc '#dddddd' lt 1", "set format y '%g'",
        "set format x '%g'" if last else "set format x ''",
    ]  # fmt: skip


def _key(height_px: int, *, space_px: int = 30) -> str:
    """Write the command for a legend in one row between title and panels."""
    place = (height_px - _TOP_PX + space_px) / height_px
    return (
        f"set key at screen {_LEFT_PX / _WIDTH_PX:.4f},{place:.4f} left top horizontal Left reverse samplen 2"
    )


def _time_axis(start_ns: int, end_ns: int) -> tuple[str, float, list[str]]:
    """Choose the unit of time; give it, its nanoseconds, and the command for the range."""
    unit, scale = ("ms", 1e6) if end_ns < _MILLISECONDS_BELOW_NS else ("s", 1e9)
    edge = max(end_ns - start_ns, 1000) * 0.01
    return unit, scale, [f"set xrange [{(start_ns - edge) / scale:.10g}:{(end_ns + edge) / scale:.10g}]"]


def tick_script(name: str, title: str, found: Sequence[Tick], tick_ns: int) -> str:
    """Write the gnuplot script of the panels of ticks.

    @param name: file name without its ending
    @param title: the message
    @param found: ticks
    @param tick_ns: their length
    @return: a script that writes name.svg and name.png
    """
    height = _TOP_PX + 4 * (_TICK_PANEL_PX + _SPACE_PX) - _SPACE_PX + _BOTTOM_PX
    unit, scale, axis = _time_axis(found[0].start_ns, found[-1].start_ns + tick_ns)
    large = max(tick.bytes for tick in found) >= 10_000
    blocks = [
        f"$t{sender} << EOD\n{_tick_rows([t for t in found if t.sender == sender], tick_ns, scale)}\nEOD"
        for sender in DIRECTIONS
    ]
    gaps = [(tick.longest_gap_ns or 0) / 1e6 for tick in found]
    most = max(tick.bytes for tick in found) / (1000 if large else 1)
    labels = (
        ("packets", "4", max(tick.packets for tick in found) * 1.08),
        ("kB" if large else "bytes", "($5/1000)" if large else "5", most * 1.08),
        ("longest gap (ms)", "6", max(gaps) * 1.08 or 1.0), ("mean fill (% of SDU)", "7", 105.0),
    )  # fmt: skip
    panels = []
    for index, (label, column, top) in enumerate(labels):
        last = index == len(labels) - 1
        commands = [
            *_panel(index, _TICK_PANEL_PX, height, last), *axis, f"set yrange [0:{top:.10g}]",
            "set ytics 25" if last else "",
            "set ytics 1" if index == 0 and max(tick.packets for tick in found) <= _WHOLE_TICS else "",
            f"set ylabel {quoted(label + (f' per {_spaced(tick_ns)}' if index < 2 else ''))}",
            f"set xlabel {quoted(f'time after the first TCP segment ({unit})')}" if last else "unset xlabel",
            _key(height) if index == 0 else "unset key",
            "plot " + ", ".join(_tick_curve(sender, column, index < 2) for sender in DIRECTIONS),
        ]  # fmt: skip
        panels.append("\n".join(commands))
    return multiplot(name, title, (_WIDTH_PX, height), "\n".join(blocks), panels)


def _tick_rows(found: Sequence[Tick], tick_ns: int, scale: float) -> str:
    """Write place, its left and right edge, packets, bytes, gap in ms and fill in percent of each tick.

    The client has the left half of a tick, the server the right one, so that none hides the other.
    """
    rows = []
    for tick in found:
        offset = 0.5 if tick.sender == SERVER else 0.0
        places = [(tick.start_ns + (offset + part) * tick_ns) / scale for part in (0.25, 0.0, 0.5)]
        gap = "NaN" if tick.longest_gap_ns is None else f"{tick.longest_gap_ns / 1e6:.10g}"
        fill = "NaN" if tick.fill_percent is None else f"{tick.fill_percent:.10g}"
        cells = [f"{place:.10g}" for place in places]
        rows.append(" ".join([*cells, str(tick.packets), str(tick.bytes), gap, fill]))
    return "\n".join(rows)


def _tick_curve(sender: str, column: str, bars: bool) -> str:
    """Write a plot element: bars for what adds up, points for the rest."""
    title = f"title {quoted(DIRECTIONS[sender])}"
    colour = f"lc rgb '{_COLOUR[sender]}'"
    if bars:
        box = f"with boxxyerror fs solid 1.0 noborder {colour} {title}"
        return f"$t{sender} using 1:{column}:2:3:(0):{column} {box}"
    return f"$t{sender} using 1:{column} with points pt {_MARKER[sender]} ps 0.6 {colour} notitle"


def sequence_script(name: str, title: str, ways: Sequence[OneWay]) -> str:
    """Write the gnuplot script of time-sequence plots, one panel for each direction.

    @param name: file name without its ending
    @param title: the message
    @param ways: directions
    @return: a script that writes name.svg and name.png
    """
    height = _TOP_PX + len(ways) * (_SEQUENCE_PANEL_PX + _SPACE_PX) - _SPACE_PX + _BOTTOM_PX
    times = [sent.time_ns for way in ways for sent in way.sent] or [0]
    times += [time_ns for way in ways for time_ns, _place in way.acknowledged]
    unit, scale, axis = _time_axis(min(times), max(times))
    blocks, panels = [], []
    for index, way in enumerate(ways):
        last = index == len(ways) - 1
        size, factor = next((u, f) for u, f in (("MB", 1e6), ("kB", 1e3), ("bytes", 1.0))
                            if way.bytes >= f * (2 if f > 1 else 0))  # fmt: skip
        blocks.append(_sequence_data(index, way, scale, factor))
        commands = [
            *_panel(index, _SEQUENCE_PANEL_PX, height, last), *axis,
            f"set yrange [0:{max(way.bytes, 1) / factor * 1.12:.10g}]",
            f"set ylabel {quoted(f'{DIRECTIONS[way.sender]} ({size} from the start)')}",
            f"set xlabel {quoted(f'time after the first TCP segment ({unit})')}" if last else "unset xlabel",
            _key(height) if index == 0 else "unset key", "set label 1 "
            f"{quoted(_window_note(way))} at graph 0.015,0.95 front textcolor '#444444'",
            "plot " + ", ".join(_sequence_curves(index, way)),
        ]  # fmt: skip
        panels.append("\n".join(commands))
    return multiplot(name, title, (_WIDTH_PX, height), "\n".join(blocks), panels)


def _window_note(way: OneWay) -> str:
    """Say what a reader of the window edge must know."""
    edges = [place for _time, place in way.window_edge]
    notes = []
    if edges and min(edges) > way.bytes * 1.12:
        notes.append(f"window edge above the panel, {_amount(min(edges))} and more")
    if edges and not way.window_scaled:
        notes.append("no SYN captured: window edge not scaled")
    return "; ".join(notes)


def _sequence_data(index: int, way: OneWay, scale: float, factor: float) -> str:
    """Write the data blocks of one direction."""
    rows = {
        "new": [(s.time_ns, s.start, s.end) for s in way.sent if not s.again],
        "again": [(s.time_ns, s.start, s.end) for s in way.sent if s.again],
        "ack": [(time_ns, place, place) for time_ns, place in way.acknowledged],
        "edge": [(time_ns, place, place) for time_ns, place in way.window_edge],
    }
    blocks = []
    for kind, points in rows.items():
        text = "\n".join(f"{t / scale:.10g} {a / factor:.10g} {b / factor:.10g}" for t, a, b in points)
        blocks.append(f"$s{index}{kind} << EOD\n{text or 'NaN NaN NaN'}\nEOD")
    return "\n".join(blocks)


def _sequence_curves(index: int, way: OneWay) -> list[str]:
    """Write the plot elements of one direction."""
    block = f"$s{index}"
    return [
        f"{block}edge using 1:2 with steps lc rgb '{COLOURS[4]}' lw 1.2 title 'window edge'",
        f"{block}ack using 1:2 with steps lc rgb '{COLOURS[2]}' lw 1.4 title 'acknowledged'",
        f"{block}new using 1:2:(0):($3-$2) with vectors nohead lc rgb '{COLOURS[6]}' lw 2.2 title 'data'",
        f"{block}again using 1:2:(0):($3-$2) with vectors nohead lc rgb '{COLOURS[1]}' lw 2.2 notitle",
        f"{block}again using 1:(($2+$3)/2) with points pt 2 ps 1.1 lw 2 lc rgb '{COLOURS[1]}' "
        "title 'retransmission'",
    ]
