# SPDX-License-Identifier: GPL-2.0-only
"""What comes out of a replay: times side by side, the account, costs, notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from net8.record.estimates import Estimate
from net8.replaying.change import Change
from net8.replaying.playing import Spread
from net8.replaying.script import Script

__all__ = ["BY", "HEADS", "Cost", "Line", "PartTimes", "Replay"]

BY: Final = ("call", "statement", "kind")
"""What the times are split by: statements of the plan, statements of the file, kinds of calls."""
HEADS: Final = {"call": "statement of the plan", "statement": "statement", "kind": "kind of call"}
"""What a row is, by what the times are split by."""


@dataclass(frozen=True, slots=True)
class Line:
    """Times of some calls: all of them added up, and of one session each."""

    name: str  #: what they are
    calls: int  #: how many
    old_s: float  #: as recorded
    own: Spread  #: predicted for the network that the file came from
    new: Spread | None  #: predicted for the new network, None without one
    hosts_s: float  #: what of the recorded time is work of client and server

    @property
    def residual_s(self) -> float:
        """By how much the prediction for the own network is off."""
        return self.own.mean_s - self.old_s


@dataclass(frozen=True, slots=True)
class PartTimes:
    """A row of the account, before and after."""

    name: str  #: part of the time
    old_s: float  #: as recorded
    own_s: float  #: predicted for its own network
    new_s: float | None  #: predicted for the new network


@dataclass(frozen=True, slots=True)
class Cost:
    """What a small change of the network costs."""

    change: str  #: such as "1 ms more round trip"
    cost_s: float  #: seconds more in all
    half_s: float  #: half of the 95 % interval of that, 0 where nothing is random


@dataclass(frozen=True)
class Replay:
    """Recorded sessions, predicted."""

    sources: tuple[tuple[str, str], ...]  #: file and kind of file
    notes: tuple[str, ...]  #: what is missing, and what that does to the answer
    estimates: tuple[Estimate, ...]  #: what the files do not tell, with intervals
    sessions: int  #: sessions that were played
    calls: int  #: their calls
    trips: int  #: their round trips, those of TCP and CONNECT included
    own_network: str  #: the network that the file came from
    new_network: str  #: the new one, empty without one
    total: Line  #: all of it
    opening: Line | None  #: what comes before the first call
    split: dict[str, tuple[Line, ...]]  #: by statement of the plan, of the file, and by kind of call
    parts: tuple[PartTimes, ...]  #: the account before and after
    costs: tuple[Cost, ...]  #: what small changes of the new network cost
    closed_form_s: tuple[float, float | None]  #: arithmetic alone, own and new network
    unknown: tuple[str, ...]  #: what the prediction does not know
    unfitted_percent: float | None  #: the residual before times of hosts were fitted, None without bytes
    scripts: tuple[Script, ...] = field(repr=False)  #: what was played
    asked: Change = field(repr=False)  #: on which network, with which settings
    was_array: int | None = field(repr=False)  #: rows of a full fetch where files do not tell rows

    @property
    def residual_percent(self) -> float:
        """By how much the prediction for the own network is off, in per cent of what was recorded."""
        return 100 * self.total.residual_s / self.total.old_s if self.total.old_s else 0.0

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only; times in seconds.

        @return: an object for json.dumps
        """
        return {
            "files": [{"file": file, "kind": kind} for file, kind in self.sources],
            "notes": list(self.notes), "estimates": [each.as_object() for each in self.estimates],
            "sessions": self.sessions, "calls": self.calls, "round_trips": self.trips,
            "own_network": self.own_network, "new_network": self.new_network or None,
            "residual_percent": self.residual_percent, "unfitted_percent": self.unfitted_percent,
            "total": _line_object(self.total),
            "opening": _line_object(self.opening) if self.opening else None,
            **{f"by_{name}": [_line_object(line) for line in lines] for name, lines in self.split.items()},
            "account": [
                {"part": part.name, "old_s": part.old_s, "own_s": part.own_s, "new_s": part.new_s}
                for part in self.parts
            ],
            "costs": [
                {"change": cost.change, "cost_s": cost.cost_s, "half_s": cost.half_s} for cost in self.costs
            ],
            "closed_form_s": {"own": self.closed_form_s[0], "new": self.closed_form_s[1]},
            "not_known": list(self.unknown),
        }  # fmt: skip


def _line_object(line: Line) -> dict[str, Any]:
    """Return a line for JSON."""

    def spread(found: Spread | None) -> dict[str, Any] | None:
        if found is None:
            return None
        return {"mean_s": found.mean_s, "low_s": found.low_s, "high_s": found.high_s, "runs": found.runs}

    return {
        "name": line.name, "calls": line.calls, "old_s": line.old_s, "hosts_s": line.hosts_s, "own": spread(line.own),
        "new": spread(line.new),
    }  # fmt: skip
