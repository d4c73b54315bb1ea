# SPDX-License-Identifier: GPL-2.0-only
"""Quantities: text with a unit in, exact integers and one canonical text out.

Times are whole nanoseconds, rates whole bits per second, sizes whole bytes, so that two ways of
writing one quantity ("0.08s", "80ms") give the same plan, the same hash and the same simulation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

__all__ = ["QuantityError", "SecretError", "format_rate", "format_size", "format_time", "parse_rate", "parse_size",
           "parse_time", "plain", "seconds"]  # fmt: skip

_NUMBER: Final = re.compile(r"\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?)\s*([^\s\d.]\S*)?\s*")

TIME_UNITS: Final[Mapping[str, Decimal]] = {
    "ns": Decimal(1),
    "us": Decimal(1000),
    "µs": Decimal(1000),
    "ms": Decimal(10**6),
    "s": Decimal(10**9),
    "min": Decimal(60 * 10**9),
    "h": Decimal(3600 * 10**9),
}
RATE_UNITS: Final[Mapping[str, Decimal]] = {
    prefix + unit: Decimal(factor)
    for prefix, factor in (
        ("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12),
        ("Ki", 2**10), ("Mi", 2**20), ("Gi", 2**30),
    )
    for unit in ("bps", "b/s", "bit/s")
}  # fmt: skip
SIZE_UNITS: Final[Mapping[str, Decimal]] = {
    "B": Decimal(1),
    "kB": Decimal(10**3),
    "MB": Decimal(10**6),
    "GB": Decimal(10**9),
    "KiB": Decimal(2**10),
    "MiB": Decimal(2**20),
    "GiB": Decimal(2**30),
}
_TIME_OUT: Final = (("h", 3600 * 10**9), ("s", 10**9), ("ms", 10**6), ("us", 1000))
_RATE_OUT: Final = (("Gbps", 10**9), ("Mbps", 10**6), ("kbps", 1000))
_SIZE_OUT: Final = (("MiB", 2**20), ("KiB", 2**10))
_LARGEST: Final = 2**62


class QuantityError(ValueError):
    """A text is not a quantity of the kind that was asked for."""


class SecretError(QuantityError):
    """A text that may hold a password is wrong, so a message must not quote it."""


def _parse(value: object, units: Mapping[str, Decimal], noun: str, example: str) -> int:
    """Read one quantity as a whole number of the smallest unit."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise QuantityError(f"is not a {noun}; write a number with its unit, such as {example}")
    match = _NUMBER.fullmatch(str(value))
    if match is None:
        raise QuantityError(f"is not a {noun}; write a number with its unit, such as {example}")
    number, unit = match.group(1), match.group(2)
    if unit is None:
        raise QuantityError(f"has no unit; write a {noun} such as {example}")
    if unit not in units:
        raise QuantityError(_unknown_unit(unit, units, noun))
    exact = Decimal(number) * units[unit]
    if exact < 0:
        raise QuantityError(f"is negative; write a {noun} such as {example}")
    if exact > _LARGEST:
        raise QuantityError(f"is too large for a {noun}; write something like {example}")
    return int(exact.to_integral_value())


def _unknown_unit(unit: str, units: Mapping[str, Decimal], noun: str) -> str:
    """Name which units there are; for the two classic slips, say what was probably meant."""
    if unit in ("KB", "K", "k", "Kb") and "KiB" in units:
        return f'has the unit "{unit}", which is ambiguous; write kB (1000 bytes) or KiB (1024 bytes)'
    known = [name for name in units if name != "µs" and not name.endswith(("b/s", "bit/s"))]
    return f'has the unit "{unit}", which is not a unit of a {noun}; use one of {", ".join(known)}'


def parse_time(value: object) -> int:
    """Read a time such as "80ms" as whole nanoseconds.

    @param value: text with a unit
    @return: nanoseconds
    """
    return _parse(value, TIME_UNITS, "time", '"80ms"')


def parse_rate(value: object) -> int:
    """Read a data rate such as "10Mbps" as whole bits per second.

    @param value: text with a unit
    @return: bits per second
    """
    return _parse(value, RATE_UNITS, "rate", '"10Mbps"')


def parse_size(value: object) -> int:
    """Read a size such as "64KiB" as whole bytes; a bare whole number is bytes already.

    @param value: text with a unit, or a whole number
    @return: bytes
    """
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 0:
            raise QuantityError('is negative; a size is 0 or more, such as 8192 or "8KiB"')
        return value
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,18}\s*", value):
        return int(value)
    return _parse(value, SIZE_UNITS, "size", '8192 or "8KiB"')


def _format(value: int, steps: tuple[tuple[str, int], ...], smallest: str) -> str:
    """Write a whole number with the largest unit that keeps it whole."""
    for unit, factor in steps:
        if value and value % factor == 0:
            return f"{value // factor}{unit}"
    return f"{value}{smallest}"


def format_time(nanoseconds: int) -> str:
    """Write a time in its largest exact unit, in ns-3's own notation.

    @param nanoseconds: the time
    @return: such as "80ms"
    """
    return "0s" if nanoseconds == 0 else _format(nanoseconds, _TIME_OUT, "ns")


def format_rate(bits_per_second: int) -> str:
    """Write a data rate in its largest exact unit, in ns-3's own notation.

    @param bits_per_second: the rate
    @return: such as "10Mbps"
    """
    return _format(bits_per_second, _RATE_OUT, "bps")


def format_size(size_bytes: int) -> str:
    """Write a size for people: exact binary multiples, else grouped bytes.

    @param size_bytes: the size
    @return: such as "64 KiB" or "1,500 B"
    """
    for unit, factor in _SIZE_OUT:
        if size_bytes and size_bytes % factor == 0:
            return f"{size_bytes // factor} {unit}"
    return f"{size_bytes:,} B"


def seconds(value: object) -> float:
    """Read a time as seconds, for ns-3's random variables and for printing.

    @param value: text with a unit
    @return: seconds
    """
    return parse_time(value) / 1e9


def plain(value: float, form: str) -> str:
    """Write a number for people: thousands separated, and no power of ten where it is large.

    @param value: the number
    @param form: how ``format`` writes it, such as ",.3g"
    @return: such as "1,670" where that form alone gives "1.67e+03"
    """
    text = format(value, form)
    return f"{float(text.replace(',', '')):,.0f}" if "e+" in text else text
