# SPDX-License-Identifier: GPL-2.0-only
"""Two sessions side by side, as a table and as one JSON object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from net8.base.sheet import Column, Sheet
from net8.comparison.align import SMALL_BYTES, Repeat, collapse
from net8.comparison.rows import Comparison, Item, Parting, Row, Side, Total

__all__ = ["as_object", "show_comparison"]

_BYTES: Final = ("real (bytes)", "sim. (bytes)", "sim. - real")
_TIMES: Final = ("real (ms)", "sim. (ms)", "sim. / real")
_COUNTS: Final = ("real (packets)", "sim. (packets)")
_NUMBERS: Final = (*_BYTES, *_TIMES, *_COUNTS, "sim. - real (per cent)")
_LEAST_SCALE: Final = 0.001


def show_comparison(console: Console, comparison: Comparison, *, everything: bool = False) -> None:
    """Print the packets of both sessions, their sums and the first difference.

    @param console: the console
    @param comparison: the comparison
    @param everything: whether repeated rows are shown one by one
    """
    for name, side in (("real", comparison.real), ("simulated", comparison.simulated)):
        console.print(
            Text(f"{name}: {side.source}, session {side.session} of {side.sessions}"), soft_wrap=True
        )
    console.print(_packets(comparison, everything))
    console.print(_totals(comparison))
    console.print(Text(_times(comparison)))
    for sentence in _verdict(comparison):
        console.print(Text(sentence), soft_wrap=True)


def _table(*columns: str) -> Sheet:
    """Make a table with right-aligned numbers."""
    return Sheet(*(Column(label, "number" if label in _NUMBERS else "text") for label in columns))


def _packets(comparison: Comparison, everything: bool) -> Sheet:
    """Return the packets side by side."""
    table = _table("real/ sim.", "from", "packet", *_BYTES, *_TIMES)
    runs = [Repeat((row,), 1, 1) for row in comparison.rows] if everything else collapse(comparison.rows)
    parting = comparison.parting
    for run in runs:
        if run.count > 1:
            table.add("", "", f"{run.count} times:", *[""] * len((*_BYTES, *_TIMES)), style="bold")
        for place in range(run.unit):
            rows = run.nth(place)
            table.add(*_cells(rows, run.count > 1), style=_style(rows[0], parting))
    return table


def _style(row: Row, parting: Parting | None) -> str:
    """Choose how a row looks."""
    if parting and row.any in (parting.expected, parting.came):
        return "bold red"
    if row.real is None or row.simulated is None:
        return "red"
    return "yellow" if row.flags_differ or abs(row.difference_bytes or 0) > SMALL_BYTES else ""


def _cells(rows: Sequence[Row], repeated: bool) -> list[str]:
    """Write one row, or one row for all repetitions of a unit: least and most bytes, sums of times."""
    reals = [row.real for row in rows if row.real]
    simulated = [row.simulated for row in rows if row.simulated]
    gaps = [_sum_gaps(reals), _sum_gaps(simulated)]
    return [
        f"{_number(reals)}/{_number(simulated)}",
        rows[0].any.sender,
        ("  " if repeated else "") + _what(rows[0]),
        _range([item.bytes for item in reals]),
        _range([item.bytes for item in simulated]),
        _range([row.difference_bytes for row in rows if row.difference_bytes is not None], "+"),
        _ms(gaps[0]),
        _ms(gaps[1]),
        _scale(*gaps),
    ]


def _scale(real: int | None, simulated: int | None) -> str:
    """Write simulated divided by real time."""
    if not real or simulated is None:
        return ""
    scale = simulated / real
    return "0" if scale == 0 else f"{scale:.3g}" if abs(scale) >= _LEAST_SCALE else f"<{_LEAST_SCALE}"


def _number(items: Sequence[Item]) -> str:
    """Write the number of a packet, or of the first of several."""
    return str(items[0].number) if items else "-"


def _what(row: Row) -> str:
    """Describe a packet, with its flags where they differ."""
    shown = row.any
    text = shown.message if shown.type == "DATA" else f"{shown.type} {shown.message}".strip()
    if row.real is None:
        return f"{text}, only simulated"
    if row.simulated is None:
        return f"{text}, only real"
    return f"{text}, flags {_flags(row.real)}, sim. {_flags(row.simulated)}" if row.flags_differ else text


def _plural(count: int) -> str:
    """Count packets."""
    return f"{count} packet" if count == 1 else f"{count} packets"


def _flags(item: Item) -> str:
    """Write header flags and data flags."""
    data = "" if item.data_flags is None else f" {item.data_flags:04x}"
    return f"{item.header_flags:02x}{data}"


def _range(numbers: Sequence[int], sign: str = "") -> str:
    """Write a number, or the least and the largest of several."""
    if not numbers:
        return ""
    least, most = (f"{number:{sign}d}" if number else "0" for number in (min(numbers), max(numbers)))
    return least if least == most else f"{least}..{most}"


def _sum_gaps(items: Sequence[Item]) -> int | None:
    """Add up the gaps, None if there are none."""
    gaps = [item.gap_ns for item in items if item.gap_ns is not None]
    return sum(gaps) if gaps else None


def _ms(time_ns: int | None) -> str:
    """Write a time in milliseconds."""
    return "" if time_ns is None else f"{time_ns / 1e6:.3f}"


def _totals(comparison: Comparison) -> Sheet:
    """Return the sums of each direction."""
    table = _table("sum", *_COUNTS, *_BYTES, "sim. - real (per cent)")
    for total in comparison.totals:
        table.add(
            f"from {total.sender}", str(total.real_packets), str(total.simulated_packets), str(total.real_bytes),
            str(total.simulated_bytes), _range([total.difference_bytes], "+"), f"{total.difference_percent:+.2f}",
        )  # fmt: skip
    return table


def _times(comparison: Comparison) -> str:
    """Describe the durations of both."""
    real, simulated = comparison.real.duration_ns, comparison.simulated.duration_ns
    scale = comparison.time_scale
    told = f", simulated / real {scale:.4g}" if scale is not None else ""
    return f"time over all packets: real {real / 1e9:.6f} s, simulated {simulated / 1e9:.6f} s{told}"


def _verdict(comparison: Comparison) -> list[str]:
    """State whether they agree, and where they do not."""
    large = comparison.differences(above_bytes=SMALL_BYTES)
    flags = sum(row.flags_differ for row in comparison.rows)
    parting = comparison.parting
    types = str(parting) if parting else "packet types and order are the same"
    within = "within" if comparison.within_tolerance else "not within"
    return [
        types,
        f"flags differ in {_plural(flags)}, lengths by more than {SMALL_BYTES} bytes in {_plural(len(large))}",
        f"sums of bytes are {within} {comparison.tolerance_percent:g} %",
    ]


def as_object(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison with lists, numbers and texts only.

    @param comparison: the comparison
    @return: an object for json.dumps
    """
    parting = comparison.parting
    return {
        "real": _side(comparison.real),
        "simulated": _side(comparison.simulated),
        "agrees": comparison.agrees,
        "tolerance_percent": comparison.tolerance_percent,
        "parts_at": parting and {
            "packet": parting.number, "expected": _item(parting.expected), "came": _item(parting.came)
        },
        "time_scale": comparison.time_scale,
        "sums": [_total(total) for total in comparison.totals],
        "packets": [
            {
                "real": _item(row.real), "simulated": _item(row.simulated),
                "difference_bytes": row.difference_bytes, "time_scale": row.scale,
            }
            for row in comparison.rows
        ],
    }  # fmt: skip


def _side(side: Side) -> dict[str, Any]:
    """Return the origin of one session."""
    return {"source": side.source, "session": side.session, "time_s": round(side.duration_ns / 1e9, 9)}


def _total(total: Total) -> dict[str, Any]:
    """Return the sums of a direction; per cent of zero is null."""
    percent = total.difference_percent
    return {
        "sender": total.sender, "real_packets": total.real_packets,
        "simulated_packets": total.simulated_packets, "real_bytes": total.real_bytes,
        "simulated_bytes": total.simulated_bytes, "difference_bytes": total.difference_bytes,
        "difference_percent": percent if abs(percent) != float("inf") else None,
    }  # fmt: skip


def _item(item: Item | None) -> dict[str, Any] | None:
    """Return one packet."""
    if item is None:
        return None
    found: dict[str, Any] = {
        "packet": item.number, "frame": item.frame, "sender": item.sender, "type": item.type,
        "message": item.message, "length_bytes": item.bytes, "header_flags": item.header_flags,
        "gap_s": None if item.gap_ns is None else round(item.gap_ns / 1e9, 9),
    }  # fmt: skip
    return found if item.data_flags is None else found | {"data_flags": item.data_flags}
