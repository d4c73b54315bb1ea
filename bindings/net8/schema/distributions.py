# SPDX-License-Identifier: GPL-2.0-only
"""Random quantities: a TOML table in, ns-3's text for a RandomVariableStream out.

A plan says ``call_time = {distribution = "exponential", mean = "2ms"}``; ns-3 reads
``ns3::ExponentialRandomVariable[Mean=0.002]``. Times cross in seconds, sizes in bytes. ``"exponential(2ms)"`` is short
for that table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Final

from net8.base import units
from net8.base.units import QuantityError

__all__ = ["PARAMETERS", "from_text", "mean", "normalize", "short", "to_ns3"]

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "uniform": ("min", "max"),
    "exponential": ("mean",),
    "normal": ("mean", "deviation"),
    "lognormal": ("mean", "deviation"),
    "pareto": ("scale", "shape"),
}
"""Names and parameters; shape has no unit, the others have that of the quantity."""


_SHORT: Final = re.compile(r"\s*([a-z]+)\s*\((.*)\)\s*")


def from_text(value: object) -> object:
    """Return the table that a text such as "exponential(2ms)" is short for; anything else stays as it is.

    @param value: as a plan has it
    @return: a table, or the value
    """
    found = _SHORT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return value
    name, texts = found[1], [text.strip() for text in found[2].split(",")]
    wanted = PARAMETERS.get(name, ())
    if wanted and len(texts) != len(wanted):
        raise QuantityError(f"has {len(texts)} of the numbers of {name}({', '.join(wanted)})")
    return {"distribution": name} | {
        key: _read_number(text) if key == "shape" else text for key, text in zip(wanted, texts, strict=False)
    }


def _read_number(text: str) -> object:
    """Return a text as a number if it is one."""
    try:
        return float(text)
    except ValueError:
        return text


def normalize(table: Mapping[str, object], write: Callable[[object], object]) -> dict[str, object]:
    """Check a distribution and write its numbers in canonical form.

    @param table: the TOML table
    @param write: turns one quantity into its canonical form, or raises QuantityError
    @return: the same table with canonical values
    """
    name = table.get("distribution")
    if not isinstance(name, str) or name not in PARAMETERS:
        known = ", ".join(PARAMETERS)
        raise QuantityError(f'has distribution = "{name}"; use {known}')
    wanted = PARAMETERS[name]
    for key in table:
        if key != "distribution" and key not in wanted:
            raise QuantityError(f'has "{key}", but a {name} distribution takes {" and ".join(wanted)}')
    result: dict[str, object] = {"distribution": name}
    for key in wanted:
        if key not in table:
            raise QuantityError(f"lacks {key}; a {name} distribution takes {' and '.join(wanted)}")
        result[key] = _shape(table[key]) if key == "shape" else write(table[key])
    return _checked(result)


def _shape(value: object) -> float:
    """Read the shape of a Pareto distribution, which must have a mean."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 1:
        raise QuantityError(f"has shape = {value}, which must be a number above 1 for a mean to exist")
    return float(value)


def _checked(table: dict[str, object]) -> dict[str, object]:
    """Refuse parameters that no distribution can have."""
    numbers = {key: _number(value) for key, value in table.items() if key != "distribution"}
    if table["distribution"] == "uniform" and numbers["min"] > numbers["max"]:
        raise QuantityError(f"has min = {table['min']} above max = {table['max']}; exchange them")
    for key in ("mean", "scale"):
        if key in numbers and numbers[key] == 0:
            raise QuantityError(f"has {key} = 0, which must be above 0")
    return table


def _number(value: object) -> float:
    """Return a canonical quantity as the bare number that ns-3 wants."""
    return float(value) if isinstance(value, int | float) else units.seconds(value)


def to_ns3(value: object) -> str:
    """Write a constant or a distribution as ns-3 reads it.

    @param value: canonical time or size, or a normalized table
    @return: such as "ns3::ConstantRandomVariable[Constant=0.002]"
    """
    if not isinstance(value, Mapping):
        return f"ns3::ConstantRandomVariable[Constant={_number(value)!r}]"
    number = {key: _number(entry) for key, entry in value.items() if key != "distribution"}
    match value["distribution"]:
        case "uniform":
            return f"ns3::UniformRandomVariable[Min={number['min']!r}|Max={number['max']!r}]"
        case "exponential":
            return f"ns3::ExponentialRandomVariable[Mean={number['mean']!r}]"
        case "normal":
            variance = number["deviation"] ** 2
            return f"ns3::NormalRandomVariable[Mean={number['mean']!r}|Variance={variance!r}]"
        case "lognormal":
            # ns-3 takes the parameters of the underlying normal distribution, people know the mean.
            sigma2 = math.log(1 + (number["deviation"] / number["mean"]) ** 2)
            mu = math.log(number["mean"]) - sigma2 / 2
            return f"ns3::LogNormalRandomVariable[Mu={mu!r}|Sigma={math.sqrt(sigma2)!r}]"
        case _:
            return f"ns3::ParetoRandomVariable[Scale={number['scale']!r}|Shape={number['shape']!r}]"


def short(value: object) -> str:
    """Write a constant or a distribution in its short form.

    @param value: canonical time or size, or a normalized table
    @return: such as "2ms" or "exponential(2ms)"
    """
    if not isinstance(value, Mapping):
        return str(value)
    name = str(value["distribution"])
    return f"{name}({', '.join(str(value[parameter]) for parameter in PARAMETERS[name])})"


def mean(value: object) -> float:
    """Return the mean of a constant or a distribution, in seconds or bytes.

    @param value: canonical time or size, or a normalized table
    @return: the mean
    """
    if not isinstance(value, Mapping):
        return _number(value)
    if value["distribution"] == "uniform":
        return (_number(value["min"]) + _number(value["max"])) / 2
    if value["distribution"] == "pareto":
        shape = _number(value["shape"])
        return shape * _number(value["scale"]) / (shape - 1)
    return _number(value["mean"])
