# SPDX-License-Identifier: GPL-2.0-only
"""The two sessions of a comparison: from captures, from the folder of a run, or from a plan that is simulated first."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net8.base.errors import CaptureError, PlanError
from net8.base.extension import need_core
from net8.comparison.align import align
from net8.comparison.rows import Comparison, Item, Side
from net8.plan.plan import Plan
from net8.results.run import Run
from net8.simulation.one_run import run

if TYPE_CHECKING:
    from net8.dissect.sessions import Session

__all__ = ["TOLERANCE_PERCENT", "compare", "read_packets", "record"]

TOLERANCE_PERCENT: Final = 2.0
"""By how much the bytes of a direction may differ."""

_CAPTURE: Final = "capture-client.pcap"
_PORTS: Final = (1521, 1522)
_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class _Choice:
    """Packets of a session that are compared."""

    option: str  #: its name for the user
    text: str | None  #: ranges, or None for all

    def of(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """Pick the packets.

        @param items: all packets of a session
        @return: those that are compared
        @raises PlanError: when one of them does not exist
        """
        if self.text is None:
            return tuple(items)
        ranges = read_packets(self.text, self.option)
        for numbers in ranges:
            if not 1 <= numbers.start < numbers.stop <= len(items) + 1:
                raise PlanError(
                    f'{self.option} "{self.text}" does not fit: the session has packets 1 to {len(items)}'
                )
        return tuple(items[number - 1] for numbers in ranges for number in numbers)


def read_packets(text: str, option: str) -> list[range]:
    """Read ranges of packet numbers.

    @param text: such as "1-20,35-37"
    @param option: its name for the user, in errors
    @return: the ranges, in the order in which they are named
    @raises PlanError: when it is not such a list
    """
    ranges = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        numbers = [first, last if dash else first]
        if not all(number.isdecimal() and len(number) < _DIGITS for number in numbers):
            raise PlanError(f'{option} "{text}" is not a list of packets; write ranges such as 1-20,35-37')
        ranges.append(range(int(numbers[0]), int(numbers[1]) + 1))
    return ranges


def compare(
    real: str | Path,
    simulated: str | Path | Plan | Run,
    *,
    real_stream: int = 1,
    simulated_stream: int = 1,
    real_packets: str | None = None,
    simulated_packets: str | None = None,
    tolerance_percent: float = TOLERANCE_PERCENT,
    ports: Collection[int] = _PORTS,
) -> Comparison:  # fmt: skip
    """Compare a real session with a simulated one.

    @param real: a capture
    @param simulated: a capture, the folder of a run with captures, a run, or a plan, which is simulated first
    @param real_stream: number of the session in the real capture, as net8 dissect shows it
    @param simulated_stream: number of the session in the simulated capture
    @param real_packets: numbers of the packets of the real session to compare, in the order in which they are
        compared, such as "1-20,35-37"; by default all
    @param simulated_packets: the same for the simulated session
    @param tolerance_percent: by how much the bytes of a direction may differ
    @param ports: TCP ports of listeners
    @return: the comparison
    @raises PlanError, CaptureError: when an argument or a capture is wrong
    """
    need_core()
    if not tolerance_percent >= 0:
        raise PlanError(f"a tolerance of {tolerance_percent:g} per cent is out of range; write 0 or more")
    theirs = _side(Path(real), real_stream, _Choice("real packets", real_packets), ports)
    choice = _Choice("simulated packets", simulated_packets)
    if isinstance(simulated, Plan):
        with tempfile.TemporaryDirectory(prefix="net8-compare-") as folder:
            path = record(simulated, Path(folder))
            ours = dataclasses.replace(_side(path, simulated_stream, choice, ports), source=simulated.name)
    else:
        ours = _side(_capture(simulated), simulated_stream, choice, ports)
    return Comparison(theirs, ours, tuple(align(theirs.items, ours.items)), tolerance_percent)


def record(plan: Plan, folder: Path) -> Path:
    """Run a plan with captures.

    @param plan: the plan
    @param folder: output folder
    @return: the capture at the client
    """
    run(plan, folder=folder, pcap=True)
    return folder / _CAPTURE


def _capture(simulated: str | Path | Run) -> Path:
    """Find the capture of a run, or the file itself."""
    path = simulated.folder if isinstance(simulated, Run) else Path(simulated)
    if path is None:
        raise PlanError("the run wrote no captures; call net8.run with folder=... and pcap=True")
    if not path.is_dir():
        return path
    if not (path / _CAPTURE).is_file():
        raise CaptureError(f"{path} has no {_CAPTURE}; net8 run --pcap writes it into the folder of a run")
    return path / _CAPTURE


def _side(path: Path, number: int, choice: _Choice, ports: Collection[int]) -> Side:
    """Read one session."""
    from net8.dissect.sessions import dissect

    found = dissect(path, ports=ports, tds=False).sessions
    if not 1 <= number <= len(found):
        numbers = f"1 to {len(found)}" if len(found) > 1 else "only number 1"
        raise PlanError(f"session {number} is not in {path}, which has {numbers}")
    return Side(str(path), number, len(found), choice.of(_items(found[number - 1])))


def _items(session: Session) -> list[Item]:
    """Return the properties of the packets of a session that are compared."""
    items: list[Item] = []
    last_ns: int | None = None
    for place, packet in enumerate(session.packets):
        flags = packet.fields.get("data_flags")
        message = session.detail(place) if packet.type in ("DATA", "MARKER", "ATTENTION") else ""
        items.append(Item(
            place + 1, packet.frame, packet.sender, packet.type, message, packet.length, packet.flags,
            flags if isinstance(flags, int) else None, packet.time_ns,
            _gap_ns(last_ns, packet.time_ns),
        ))  # fmt: skip
        last_ns = packet.time_ns
    return items


def _gap_ns(last_ns: int | None, time_ns: int) -> int | None:
    """Return the time since the previous packet, or None if differing clocks make it negative."""
    return None if last_ns is None or time_ns < last_ns else time_ns - last_ns
