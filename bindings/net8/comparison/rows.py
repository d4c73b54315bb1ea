# SPDX-License-Identifier: GPL-2.0-only
"""Two sessions side by side: their packets, the pairs, and the differences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from net8.base.html import table_html

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SENDERS", "Comparison", "Item", "Parting", "Row", "Side", "Total"]

SENDERS: Final = ("client", "server")

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Item:
    """One TNS packet of a session."""

    number: int  #: in its session, from 1
    frame: int  #: number of the frame that completed it
    sender: str  #: "client" or "server"
    type: str  #: packet type
    message: str  #: TTC message or function that a DATA packet starts, marker of a MARKER, else empty
    bytes: int  #: length, header included
    header_flags: int  #: flags of the header
    data_flags: int | None  #: flags of a DATA packet
    time_ns: int  #: when it was complete, since the epoch
    gap_ns: int | None  #: since the previous packet in its session; None for the first, or if negative

    @property
    def key(self) -> Key:
        """What two packets must share to form a pair; piggybacked calls make no difference."""
        return self.sender, self.type, self.message.rpartition(" + ")[2]

    @property
    def flags(self) -> tuple[int, int | None]:
        """Both flags."""
        return self.header_flags, self.data_flags

    def __str__(self) -> str:
        """Describe the packet."""
        return f"{self.type} {self.message}".strip() + f" of the {self.sender}, {self.bytes} bytes"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two sessions."""

    source: str  #: file
    session: int  #: its number there
    sessions: int  #: how many there are
    items: tuple[Item, ...]  #: compared packets

    @property
    def duration_ns(self) -> int:
        """The sum of the gaps before all packets but the first."""
        return sum(item.gap_ns or 0 for item in self.items[1:])


@dataclass(frozen=True, slots=True)
class Row:
    """A pair of packets, or one without a counterpart."""

    real: Item | None  #: of the real session
    simulated: Item | None  #: of the simulated session

    @property
    def any(self) -> Item:
        """The packet of the real session, else of the simulated one."""
        item = self.real or self.simulated
        assert item is not None
        return item

    @property
    def difference_bytes(self) -> int | None:
        """Simulated less real length, None without a counterpart."""
        return self.simulated.bytes - self.real.bytes if self.real and self.simulated else None

    @property
    def flags_differ(self) -> bool:
        """Whether both exist and their flags differ."""
        return bool(self.real and self.simulated and self.real.flags != self.simulated.flags)

    @property
    def scale(self) -> float | None:
        """Simulated divided by real gap, None if one of them is missing or the real one is 0."""
        if not (self.real and self.simulated and self.real.gap_ns and self.simulated.gap_ns is not None):
            return None
        return self.simulated.gap_ns / self.real.gap_ns


@dataclass(frozen=True, slots=True)
class Total:
    """Packets and bytes of one direction."""

    sender: str  #: "client" or "server"
    real_packets: int  #: packets of the real session
    simulated_packets: int  #: packets of the simulated session
    real_bytes: int  #: bytes of the real session
    simulated_bytes: int  #: bytes of the simulated session

    @property
    def difference_bytes(self) -> int:
        """Simulated less real bytes."""
        return self.simulated_bytes - self.real_bytes

    @property
    def difference_percent(self) -> float:
        """The difference in per cent of the real bytes; infinite if there are no real bytes."""
        if self.real_bytes == 0:
            return 0.0 if self.simulated_bytes == 0 else float("inf")
        return 100 * self.difference_bytes / self.real_bytes

    @classmethod
    def of(cls, sender: str, real: Iterable[Item], simulated: Iterable[Item]) -> Total:
        """Add up one direction.

        @param sender: the sender
        @param real: packets of the real session
        @param simulated: packets of the simulated session
        @return: their sums
        """
        ours = [item.bytes for item in simulated if item.sender == sender]
        theirs = [item.bytes for item in real if item.sender == sender]
        return cls(sender, len(theirs), len(ours), sum(theirs), sum(ours))


@dataclass(frozen=True, slots=True)
class Parting:
    """The first difference between two sessions."""

    number: int  #: among the compared packets, from 1
    expected: Item | None  #: the packet of the real session, None at its end
    came: Item | None  #: the packet of the simulated session, None at its end

    def __str__(self) -> str:
        """Describe it in one sentence."""
        expected = str(self.expected) if self.expected else "the end"
        came = str(self.came) if self.came else "the end"
        return f"they differ at packet {self.number}: expected {expected}; found {came}"


@dataclass(frozen=True)
class Comparison:
    """A real session and a simulated one, packet by packet."""

    real: Side  #: the real session
    simulated: Side  #: the simulated session
    rows: tuple[Row, ...]  #: packets side by side, in order
    tolerance_percent: float  #: by how much the bytes of a direction may differ

    @property
    def parting(self) -> Parting | None:
        """The first difference of sender, type or message, or None."""
        return _parting(self.real.items, self.simulated.items)

    @property
    def totals(self) -> tuple[Total, Total]:
        """The sums of client and server."""
        client, server = (Total.of(s, self.real.items, self.simulated.items) for s in SENDERS)
        return client, server

    @property
    def within_tolerance(self) -> bool:
        """Whether the bytes of both directions differ by no more than the tolerance."""
        return all(abs(total.difference_percent) <= self.tolerance_percent for total in self.totals)

    @property
    def agrees(self) -> bool:
        """Whether types and order are the same and sums are within the tolerance."""
        return self.parting is None and self.within_tolerance

    @property
    def time_scale(self) -> float | None:
        """Simulated divided by real time of all packets, None if the real one is 0."""
        real = self.real.duration_ns
        return self.simulated.duration_ns / real if real > 0 else None

    def _repr_html_(self) -> str:
        """Show the sums of both sides and the first difference in a notebook; net8 compare shows every packet."""
        head = ("from", "real (packets)", "simulated (packets)", "real (bytes)", "simulated (bytes)", "off")
        rows = (
            (
                total.sender, total.real_packets, total.simulated_packets, total.real_bytes, total.simulated_bytes,
                f"{total.difference_percent:+.2f} %",
            )
            for total in self.totals
        )  # fmt: skip
        title = f"{self.real.source} and {self.simulated.source}"
        return table_html(title, head, rows, str(self.parting or "packet types and order are the same"))

    def differences(self, *, above_bytes: int = 0) -> list[Row]:
        """Return the pairs whose lengths differ.

        @param above_bytes: leave out those that differ by no more than this
        @return: rows in order
        """
        return [row for row in self.rows if abs(row.difference_bytes or 0) > above_bytes]

    def frame(self) -> pd.DataFrame:
        """Return the rows as a DataFrame, units in the names of the columns.

        @return: one row per pair, with empty cells if one side has no counterpart
        """
        import pandas as pd

        frame = pd.DataFrame([_cells(row) for row in self.rows], columns=list(_COLUMNS))
        return frame.astype(dict(_COLUMNS))


_COLUMNS: Final = {
    "real_packet": "Int64", "simulated_packet": "Int64", "real_frame": "Int64", "simulated_frame": "Int64",
    "sender": "object", "type": "object", "message": "object",
    "real_bytes": "Int64", "simulated_bytes": "Int64", "difference_bytes": "Int64",
    "real_header_flags": "Int64", "simulated_header_flags": "Int64",
    "real_data_flags": "Int64", "simulated_data_flags": "Int64",
    "real_gap_ns": "Int64", "simulated_gap_ns": "Int64", "scale": "float64",
}  # fmt: skip


def _cells(row: Row) -> dict[str, object]:
    """Return one row of the DataFrame."""
    shown = row.any
    cells: dict[str, object] = {"sender": shown.sender, "type": shown.type, "message": shown.message}
    for name, item in (("real", row.real), ("simulated", row.simulated)):
        cells[f"{name}_packet"] = item.number if item else None
        for part in ("frame", "bytes", "header_flags", "data_flags", "gap_ns"):
            cells[f"{name}_{part}"] = getattr(item, part) if item else None
    return cells | {"difference_bytes": row.difference_bytes, "scale": row.scale}


def _parting(real: Sequence[Item], simulated: Sequence[Item]) -> Parting | None:
    """Find the first packet that differs."""
    for number in range(max(len(real), len(simulated))):
        expected = real[number] if number < len(real) else None
        came = simulated[number] if number < len(simulated) else None
        if expected is None or came is None or expected.key != came.key:
            return Parting(number + 1, expected, came)
    return None
