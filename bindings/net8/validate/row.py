# SPDX-License-Identifier: GPL-2.0-only
"""What a row of the catalogue is: a number that somebody published, and how a simulation is held against it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from net8.validate.case import Case
from net8.validate.found import Found

__all__ = ["SOURCES", "Band", "Kind", "Row", "Value", "exact", "inside", "near", "overlap", "within"]

Kind = Literal["EXACT", "SHAPE", "MODEL", "DATA", "OPEN"]
"""EXACT: the number itself. SHAPE: a ratio, an order or a level in a band. MODEL: a closed form and the simulator
hold each other. DATA: nothing to reproduce. OPEN: the source does not fix enough."""

Value = float | tuple[float, ...] | str
"""A number, several numbers that belong together, or a finding in words."""

SOURCES: Final[Mapping[str, str]] = {
    "S1": 'G. Bulumulle, "ORACLE Middleware Layer Net8 Performance Tuning Utilizing Underlying Network Protocol", '
    "Sun BluePrints OnLine, October 2002, part no. 817-0370-11 rev A",
    "S2": 'K. Patel, K. Mensah, V. Ravishankhar, "Oracle Net Services: Performance, Scalability, HA and Security '
    'Best Practices", slides, up to 11.2.0.2',
    "S3": 'H. Ameen, "SQL*Net More Data to Client & SDU", note with two tkprof reports',
    "S4": "R. Strom, column on client/server packet size at Standard Commercial Corp., in two parts, 1994/95",
    "S5": 'C. Hooper, "Network Monitoring Experimentations 5", 27 April 2010, updated 13 May 2010',
    "AN": "closed form of net8.analytic; the row names its paper",
}
"""The published sources by tag."""

_SAME: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Band:
    """What a simulated value must keep to."""

    rule: Literal["exact", "within", "near", "overlap", "inside"]  #: how it is read
    low: float = 0.0  #: lower end, or the tolerance
    high: float = 0.0  #: upper end
    of: Literal["published", "analytic"] = "published"  #: what it is about
    unit: str = ""  #: unit of the ends

    @property
    def text(self) -> str:
        """Write the band for a table."""
        ends = f"{self.low:g} to {self.high:g}{self.unit and ' ' + self.unit}"
        return {
            "exact": "exact",
            "within": ends,
            "near": f"± {100 * self.low:g} %",
            "overlap": "95 % interval",
            "inside": f"± {self.low:g} {self.unit}",
        }[self.rule]

    def holds(self, value: Value, reference: Value | None, half_width: float = 0.0) -> bool:
        """Return whether a value keeps to the band.

        @param value: simulated, or its mean
        @param reference: published or analytic value that the band is about
        @param half_width: half the 95 % interval of the mean
        @return: whether it does
        """
        if isinstance(value, str):
            return value == reference
        values = value if isinstance(value, tuple) else (value,)
        if self.rule == "within":
            return all(self.low <= v <= self.high for v in values)
        if reference is None or isinstance(reference, str):
            return False
        wanted = reference if isinstance(reference, tuple) else (reference,)
        return len(values) == len(wanted) and all(
            abs(v - w) <= self._slack(w, half_width) for v, w in zip(values, wanted, strict=True)
        )

    def _slack(self, wanted: float, half_width: float) -> float:
        """Return how far from a wanted value is near enough."""
        if self.rule == "inside":
            return self.low
        slack = max(_SAME, self.low) * abs(wanted) + (_SAME if wanted == 0 else 0)
        return max(slack, half_width) if self.rule == "overlap" else slack


def exact(of: Literal["published", "analytic"] = "published") -> Band:
    """Ask for the number itself."""
    return Band("exact", of=of)


def within(low: float, high: float, unit: str = "") -> Band:
    """Ask for a value between two ends."""
    return Band("within", low, high, unit=unit)


def near(part: float, of: Literal["published", "analytic"] = "published") -> Band:
    """Ask for a value that differs by at most a part of the reference."""
    return Band("near", part, of=of)


def inside(most: float, unit: str, of: Literal["published", "analytic"] = "analytic") -> Band:
    """Ask for a value that differs by at most so much."""
    return Band("inside", most, of=of, unit=unit)


def overlap(of: Literal["published", "analytic"] = "analytic") -> Band:
    """Ask for an interval that holds the reference."""
    return Band("overlap", of=of)


@dataclass(frozen=True, kw_only=True)
class Row:
    """One line of the validation table."""

    id: str  #: of the catalogue: E14, F2, A3
    quantity: str  #: what is compared
    kind: Kind  #: what is expected of it
    source: str  #: tag of SOURCES
    unit: str = ""  #: of all its values
    published: Value | None = None  #: as the source has it
    analytic: Callable[[], Value] | None = None  #: the closed form's value
    model: str = ""  #: name and paper of the closed form
    cases: tuple[Case, ...] = ()  #: plans that are simulated
    measure: Callable[[Found], Value | list[float]] | None = (
        None  #: reads the runs; a list has a value for each
    )
    band: Band | None = None  #: what the simulated value must keep to
    fails: str = ""  #: why it is known to fail
    rejected: str = ""  #: why the rival reading that it shows cannot give the published number
    note: str = ""  #: what a reader must know
    quick: bool = True  #: whether it is part of --quick
    hypothesis: str = ""  #: the rival readings that the row belongs to
    parameters: tuple[str, ...] = field(default=())  #: names of fitted parameters that it uses

    @property
    def key(self) -> str:
        """Name the row for programs."""
        return f"{self.id}: {self.quantity}"


def deviation(value: Value | None, reference: Value | None) -> float | None:
    """Return the largest relative deviation, or nothing for words and references of zero.

    @param value: what was found
    @param reference: what it is compared with
    @return: such as 0.01 for one per cent more, with its sign
    """
    if value is None or reference is None or isinstance(value, str) or isinstance(reference, str):
        return None
    values = value if isinstance(value, tuple) else (value,)
    wanted = reference if isinstance(reference, tuple) else (reference,)
    if len(values) != len(wanted) or any(w == 0 for w in wanted):
        return None
    found = [v / w - 1 for v, w in zip(values, wanted, strict=True)]
    worst = max(found, key=abs)
    return worst if math.isfinite(worst) else None
