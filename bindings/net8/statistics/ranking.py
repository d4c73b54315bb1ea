# SPDX-License-Identifier: GPL-2.0-only
"""How much of what varies is due to which parameter: indices of Sobol, effects of Morris, variances of a full grid.

Sources: Saltelli and others, Computer Physics Communications 181, 2010, table 2 (b) and (f); Morris, Technometrics
33(2), 1991; the mean of absolute effects, Campolongo and others, Environmental Modelling and Software 22, 2007.
Intervals are percentiles of a bootstrap: over the points of Sobol's sequence, over trajectories, over the replications
of a grid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Index", "decompose", "morris", "sobol"]

Array = NDArray[np.float64]
_RESAMPLES: Final = 999
_SEED: Final = 1
"""Of the bootstrap, so that the same values have the same intervals."""
_LEAST: Final = 3
"""Fewest replications of a grid that are resampled."""


@dataclass(frozen=True, slots=True)
class Index:
    """An index with its interval."""

    value: float  #: the index
    low: float | None  #: lower end, None where nothing tells one
    high: float | None  #: upper end


def _bootstrap(
    number: int, indices: Callable[[NDArray[np.int64]], Array], confidence: float, *, resampled: bool = True
) -> list[list[Index]]:
    """Return indices of all that there is, with percentiles over resamples of it."""
    values = indices(np.arange(number))
    if not resampled:
        return [[Index(float(value), None, None) for value in row] for row in values]
    random = np.random.default_rng(_SEED)
    drawn = np.stack([indices(random.integers(0, number, number)) for _ in range(_RESAMPLES)])
    part = (1 - confidence) / 2
    low, high = np.nanquantile(drawn, (part, 1 - part), axis=0)
    return [
        [Index(float(value), float(one), float(other)) for value, one, other in zip(*rows, strict=True)]
        for rows in zip(values, low, high, strict=True)
    ]


def sobol(values: Array, confidence: float) -> tuple[list[Index], list[Index]]:
    """Estimate the indices of Sobol.

    @param values: a row for each point of the sequence: at A, at A with each column of B in turn, and at B
    @param confidence: level of the intervals
    @return: first-order and total index of each parameter
    """
    centred = values - values[:, [0, -1]].mean()

    def indices(rows: NDArray[np.int64]) -> Array:
        some = centred[rows]
        first, mixed, last = some[:, :1], some[:, 1:-1], some[:, -1:]
        variance = some[:, [0, -1]].var()
        if variance == 0:
            return np.full((2, mixed.shape[1]), np.nan)
        main, total = (last * (mixed - first)).mean(axis=0), ((first - mixed) ** 2).mean(axis=0) / 2
        return np.stack((main / variance, total / variance))

    main, total = _bootstrap(len(values), indices, confidence)
    return main, total


def morris(values: Array, places: Array, confidence: float) -> tuple[list[Index], list[Index]]:
    """Estimate the effects of Morris.

    @param values: a row for each trajectory
    @param places: where its points are, numbers between 0 and 1: trajectory, point, parameter
    @param confidence: level of the intervals
    @return: mean of the absolute elementary effects over the whole range, and their deviation, of each parameter
    """
    steps = np.diff(places, axis=1)
    effects = np.einsum("tsp,ts->tp", np.sign(steps), np.diff(values, axis=1)) / np.abs(steps).max()

    def indices(rows: NDArray[np.int64]) -> Array:
        some = effects[rows]
        return np.stack((np.abs(some).mean(axis=0), some.std(axis=0, ddof=1)))

    size, spread = _bootstrap(len(values), indices, confidence)
    return size, spread


def decompose(
    values: Array, confidence: float
) -> tuple[list[Index], list[Index], Mapping[tuple[int, int], Index]]:
    """Decompose the variance over a full grid, all of whose values count alike.

    @param values: an axis for each parameter, the last one for replications
    @param confidence: level of the intervals
    @return: first-order and total index of each parameter, and what two of them explain together beyond each alone
    """
    axes = tuple(range(values.ndim - 1))
    pairs = list(combinations(axes, 2))

    def explained(means: Array, kept: tuple[int, ...]) -> float:
        return float(means.mean(axis=tuple(axis for axis in axes if axis not in kept)).var())

    def indices(runs: NDArray[np.int64]) -> Array:
        means = values[..., runs].mean(axis=-1)
        every = float(means.var())
        alone = [explained(means, (axis,)) for axis in axes]
        total = [every - explained(means, tuple(other for other in axes if other != axis)) for axis in axes]
        both = [explained(means, pair) - alone[pair[0]] - alone[pair[1]] for pair in pairs]
        return np.array([[*alone, *total, *both]]) / (every or np.nan)

    runs = values.shape[-1]
    (found,) = _bootstrap(runs, indices, confidence, resampled=runs >= _LEAST)
    size = len(axes)
    return found[:size], found[size : 2 * size], dict(zip(pairs, found[2 * size :], strict=True))
