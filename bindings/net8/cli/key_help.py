# SPDX-License-Identifier: GPL-2.0-only
"""What is said of a key of plans: how its value is written, its range, its default."""

from __future__ import annotations

from typing import Final

from net8.schema.distributions import PARAMETERS
from net8.schema.table import Key
from net8.schema.values import show

__all__ = ["default_of", "how_written", "range_of"]

_UNLIMITED: Final = 2**62
_HOW: Final = {
    "time": 'a time with its unit, such as "20ms"',
    "rate": 'a rate with its unit, such as "10Mbps"',
    "size": 'bytes, as a number or with a unit, such as "64KiB"',
    "queue": 'packets or bytes, such as "100p" or "64KiB"',
    "frequency": 'a frequency with its unit, such as "2.4GHz"',
    "fraction": "a number from 0 to 1",
    "bool": "true or false",
    "int": "a whole number",
    "number": "a number",
    "text": "a text",
    "words": "a list of texts",
    "shares": "a list of numbers from 0 to 1",
    "indices": "a list of whole numbers",
    "rows": 'bytes, a list of them, { csv = "FILE", column = "NAME" }, or random, such as "uniform(100, 400)"',
}
"""How a value of a kind is written."""


def default_of(key: Key) -> str:
    """Describe what holds when a plan does not set the key.

    @param key: the key
    @return: the value, or a word for what stands in its place
    """
    return (key.unset or "unset") if key.default is None else show(key.default)


def how_written(key: Key) -> str:
    """Describe how a value is written.

    @param key: the key
    @return: such as "a time with its unit"
    """
    if key.kind == "random":
        forms = ", ".join(f"{name}({', '.join(wanted)})" for name, wanted in PARAMETERS.items())
        what = {"s": 'a time, such as "2ms"', "bytes": 'bytes, such as 400 or "64KiB"'}.get(
            key.unit, "a number"
        )
        return f"{what}, or random: {forms}, such as {_example(key)}"
    return f"one of {', '.join(key.choices)}" if key.choices else _HOW.get(key.kind, key.kind)


def _example(key: Key) -> str:
    """Write a random value of a key's unit."""
    return '"exponential(2ms)"' if key.unit == "s" else '"uniform(100, 400)"'


def range_of(key: Key) -> str:
    """Say between which bounds a number lies.

    @param key: the key
    @return: such as "1 to 16", or "" where there is none
    """
    if key.kind not in ("int", "number", "size") or not (key.low or key.high < _UNLIMITED):
        return ""
    return f"at least {key.low:,}" if key.high >= _UNLIMITED else f"{key.low:,} to {key.high:,}"
