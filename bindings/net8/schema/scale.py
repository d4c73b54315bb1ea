# SPDX-License-Identifier: GPL-2.0-only
"""Keys with numbers between their values: a plan's value as a number, and a number as a plan's value."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.units import QuantityError
from net8.schema.axes import read_axis
from net8.schema.key import Key
from net8.schema.lists import find_key

__all__ = ["Scale", "read_ends", "scale_of"]

_EVENTS: Final = {"s": 1.0, "min": 60.0, "h": 3600.0}


def _packets(value: object) -> float:
    """Read a queue as packets, or as bytes."""
    return float(str(value).rstrip("pB"))


def _events(value: object) -> float:
    """Read a rate of events as their number in a second."""
    count, _, unit = str(value).partition("/")
    return float(count) / _EVENTS[unit]


def _digits(value: object) -> float:
    """Read digits; other words are no numbers."""
    if not re.fullmatch(r"\d+", str(value)):
        raise QuantityError("is not a number")
    return float(str(value))


def _with_unit(number: float, steps: Sequence[tuple[str, float]]) -> str:
    """Write a number in the largest unit of which it is at least one."""
    whole = round(number)
    unit, size = next((step for step in steps if whole >= step[1]), steps[-1])
    return f"{whole / size:.15g}{unit}"


_TIMES: Final = (("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1.0))
_RATES: Final = (("Gbps", 1e9), ("Mbps", 1e6), ("kbps", 1e3), ("bps", 1.0))

_READ: Final[Mapping[str, Callable[[object], float]]] = {
    "int": _digits, "size": _digits, "rows": _digits, "text": _digits, "number": lambda value: float(str(value)),
    "fraction": lambda value: float(str(value)), "time": units.parse_time, "random": units.parse_time,
    "rate": units.parse_rate, "frequency": _events, "queue": _packets,
}  # fmt: skip
_WRITTEN: Final[Mapping[str, Callable[[float], object]]] = {
    "int": round, "size": round, "rows": round, "text": lambda number: str(round(number)),
    "number": float, "fraction": float, "time": lambda number: _with_unit(number, _TIMES),
    "random": lambda number: _with_unit(number, _TIMES), "rate": lambda number: _with_unit(number, _RATES),
    "frequency": lambda number: f"{number:g}/s",
    "queue": lambda number: round(number),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """A key as numbers: of ns, of bits per second, of bytes, or as the key has them."""

    key: Key  #: the key
    path: str  #: as the plan is asked for it
    ending: str = ""  #: what stands behind a number: p or B of a queue

    @property
    def step(self) -> float:
        """Distance of neighbouring numbers, 0 if there are others between any two."""
        return 0.0 if self.key.kind in ("number", "fraction", "frequency") else 1.0

    def number(self, value: object) -> float:
        """Return a value as a number.

        @param value: as a plan has it
        @return: the number
        """
        return _READ[self.key.kind](value)

    def value(self, number: float) -> object:
        """Return a number as a plan has it.

        @param number: the number
        @return: the value
        """
        found = _WRITTEN[self.key.kind](number)
        return f"{found}{self.ending}" if self.ending else found

    def about(self, number: float, digits: int = 4) -> str:
        """Write a number that is known approximately.

        @param number: the number
        @param digits: how many of its digits
        @return: the value
        """
        short = float(f"{number:.{digits}g}")
        return str(self.value(short))


def scale_of(path: str, values: tuple[object, ...], asker: str) -> Scale:
    """Return the scale of a key whose values are numbers.

    @param path: dotted key
    @param values: some of its values
    @param asker: who asks, for messages, such as net8 threshold
    @return: the scale
    """
    try:
        axis = read_axis(path, list(dict.fromkeys(values)))
    except QuantityError as error:
        raise PlanError(str(error)) from None
    key = find_key(path)
    if key is None or key.kind not in _READ:
        raise PlanError(
            f"{path} has no numbers between its values; {asker} takes a key with numbers, such as path.delay"
        )
    canonical = [step.label for step in axis.steps]
    ending = ""
    if key.kind == "queue":
        endings = {str(value)[-1] for value in canonical}
        if len(endings) > 1:
            raise PlanError(f"{path} has packets and bytes; write all its values in one of them")
        ending = endings.pop()
    scale = Scale(key, path, ending)
    for value in canonical:
        try:
            scale.number(value)
        except QuantityError:
            raise PlanError(f'{path} = "{value}" is not a number; {asker} takes numbers of it') from None
    return scale


def read_ends(path: str, text: str) -> tuple[object, object] | None:
    """Read the two ends of a range.

    @param path: the key whose values they are
    @param text: such as "1ms..200ms" or "1..200"
    @return: the ends, None if the text has not two of them
    """
    low, dots, high = (part.strip() for part in text.partition(".."))
    if not dots or not low or not high:
        return None
    is_text = (key := find_key(path)) is not None and key.kind == "text"
    return (low, high) if is_text else (_end(low), _end(high))


def _end(text: str) -> object:
    """Read one end: TOML where it is TOML, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
