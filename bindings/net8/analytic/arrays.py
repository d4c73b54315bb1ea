# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of all models: arrays in, arrays out, and a warning outside the range of a model."""

from __future__ import annotations

import warnings
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Counts", "Floats", "Numbers", "OutOfRangeWarning", "as_counts", "as_floats", "floats", "within"]

Numbers: TypeAlias = npt.ArrayLike
"""A number, or an array of numbers; arrays are combined element by element, as NumPy does."""

Floats: TypeAlias = npt.NDArray[np.float64]
"""Real results, with the shape of the arguments: a number for numbers."""

Counts: TypeAlias = npt.NDArray[np.int64]
"""Whole results, likewise."""


class OutOfRangeWarning(UserWarning):
    """A model was used outside the range stated by its authors; the result is still returned."""


def floats(values: Numbers) -> Floats:
    """Convert the arguments of a model to real numbers.

    @param values: a number or an array
    @return: an array
    """
    return np.asarray(values, dtype=np.float64)


def as_floats(values: object) -> Floats:
    """Return a result, as a plain number if it has no dimension.

    @param values: the result
    @return: real numbers
    """
    result: Floats = np.asarray(values, dtype=np.float64)[()]
    return result


def as_counts(values: object) -> Counts:
    """Return a whole result, as a plain number if it has no dimension.

    @param values: the result, whole already but for its type
    @return: whole numbers
    """
    result: Counts = np.asarray(np.rint(np.asarray(values, dtype=np.float64)), dtype=np.int64)[()]
    return result


def within(
    model: str, name: str, values: Numbers, low: float, high: float, *, open_ends: bool = False
) -> None:
    """Warn where an input is outside the range of a model.

    @param model: name of the model
    @param name: name of the input, with its unit
    @param values: its values
    @param low: least value in range
    @param high: largest value in range
    @param open_ends: whether both ends themselves are out of range
    """
    given = floats(values)
    inside = (given > low) & (given < high) if open_ends else (given >= low) & (given <= high)
    if not np.all(inside):
        worst = float(given[~inside].flat[0])
        warnings.warn(
            f"{model}: {name} = {worst:g} is outside {low:g} to {high:g}, for which the model holds",
            OutOfRangeWarning,
            stacklevel=3,
        )
