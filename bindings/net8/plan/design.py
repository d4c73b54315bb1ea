# SPDX-License-Identifier: GPL-2.0-only
"""Designs: which points of a sweep over ranges are run, in place of every combination of values.

Sources: latin hypercubes and Sobol's sequence as in scipy.stats.qmc; the points of Saltelli and others, Computer
Physics Communications 181, 2010, for Sobol's indices; trajectories of Morris, Technometrics 33(2), 1991, on
four levels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from net8.base.errors import PlanError
from net8.plan.document import Where, axis_lists
from net8.plan.network_axis import is_read_early
from net8.schema.axes import DESIGNS, Axis, Step, read_axis
from net8.schema.scale import read_ends, scale_of
from net8.schema.values import meant, show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Design", "read_design"]

_LEVELS: Final = 4
"""Levels of Morris' grid."""
_STEP: Final = _LEVELS / (2 * (_LEVELS - 1))
"""How far one of his steps goes, as a part of a range: with four levels two thirds."""
_DIGITS: Final = 5
"""Digits of values between the ends of a range."""
_LOG: Final = " log"
"""What stands behind a range that is divided by logarithms."""
_NEAR: Final = 1e-9
"""Less than this below a whole number is that number."""


@dataclass(frozen=True)
class Design:
    """A choice of points over the axes of a plan."""

    kind: str  #: one of DESIGNS, but factorial, which is every combination
    points: int  #: as DESIGNS says
    ranges: Mapping[str, str]  #: ranges as they are written, by axis; the others have a list of levels

    def rows(self, axes: int) -> int:
        """Count the points.

        @param axes: number of axes
        @return: points that are run
        """
        return self.points * {"latin-hypercube": 1, "sobol": axes + 2, "morris": axes + 1}[self.kind]

    def of(self, axes: Sequence[Axis]) -> Design | None:
        """Return the design for fewer axes.

        @param axes: those that are left
        @return: the design without ranges of others; None where there is no axis
        """
        names = {axis.name for axis in axes}
        ranges = {name: text for name, text in self.ranges.items() if name in names}
        return replace(self, ranges=ranges) if names else None

    def places(self, axes: int, seed: int) -> NDArray[np.float64]:
        """Draw the places of the points.

        @param axes: number of axes
        @param seed: seed of the plan
        @return: a row for each point, with numbers between 0 and 1
        """
        if self.kind == "morris":
            return _trajectories(self.points, axes, seed)
        import numpy as np
        from scipy.stats import qmc

        if self.kind == "latin-hypercube":
            return np.asarray(qmc.LatinHypercube(axes, seed=seed).random(self.points))
        both = qmc.Sobol(2 * axes, seed=seed).random(self.points)
        rows = np.empty((self.points, axes + 2, axes))
        rows[:, :-1] = both[:, None, :axes]
        rows[:, -1] = both[:, axes:]
        for axis in range(axes):
            rows[:, axis + 1, axis] = both[:, axes + axis]
        return rows.reshape(-1, axes)

    def combinations(
        self, axes: Sequence[Axis], seed: int
    ) -> Iterator[tuple[dict[str, object], tuple[Step, ...]]]:
        """Yield the points.

        @param axes: the axes; those of ranges have both ends as steps
        @param seed: seed of the plan
        @return: labels and step of each axis
        """
        between = [
            _between(axis, self.ranges[axis.name]) if axis.name in self.ranges else None for axis in axes
        ]
        for row in self.places(len(axes), seed):
            steps = tuple(
                axis.steps[min(int(place * len(axis.steps) + _NEAR), len(axis.steps) - 1)]
                if scale is None
                else scale.step(float(place))
                for axis, scale, place in zip(axes, between, row, strict=True)
            )
            yield {axis.name: step.label for axis, step in zip(axes, steps, strict=True)}, steps


def _trajectories(number: int, axes: int, seed: int) -> NDArray[np.float64]:
    """Draw Morris' trajectories: each begins on the grid and changes one axis after the other, in a drawn order."""
    import numpy as np

    random = np.random.default_rng(seed)
    rows = np.empty((number, axes + 1, axes))
    low = np.arange(_LEVELS // 2) / (_LEVELS - 1)
    for trajectory in rows:
        up = random.integers(0, 2, axes) == 1
        trajectory[:] = random.choice(low, axes) + np.where(up, 0.0, _STEP)
        for step, axis in enumerate(random.permutation(axes), start=1):
            trajectory[step:, axis] += _STEP if up[axis] else -_STEP
    return rows.reshape(-1, axes)


@dataclass(frozen=True)
class _Between:
    """A range as steps."""

    axis: Axis  #: both ends as steps
    log: bool  #: whether it is divided by logarithms

    def step(self, place: float) -> Step:
        """Return the step at a place between 0 and 1."""
        ends = tuple(step.label for step in self.axis.steps)
        scale = scale_of(self.axis.name, ends, "a range of [sweep]")
        low, high = (scale.number(end) for end in ends)
        if self.log:
            number = math.exp(math.log(low) + place * (math.log(high) - math.log(low)))
        else:
            number = low + place * (high - low)
        number = min(max(float(f"{number:.{_DIGITS}g}"), low), high)
        return read_axis(self.axis.name, [scale.value(number)]).steps[0]


def _between(axis: Axis, text: str) -> _Between:
    """Return a range as steps; refuse one that has none between its ends."""
    found = _Between(axis, text.endswith(_LOG))
    ends = tuple(step.label for step in axis.steps)
    scale = scale_of(axis.name, ends, "a range of [sweep]")
    low, high = (scale.number(end) for end in ends)
    if low >= high:
        raise PlanError(f"{axis.name} = {show(text)} begins above its end; write the lower value first")
    if found.log and low <= 0:
        raise PlanError(f"{axis.name} = {show(text)} begins at 0, which has no logarithm; begin above it")
    return found


def read_design(swept: Mapping[str, object], where: Where) -> tuple[Design | None, Mapping[str, object]]:
    """Read design, points and ranges of [sweep].

    @param swept: [sweep] as it was read
    @param where: returns the place of a key and index
    @return: the design, None where every combination is run; and lists of values by key, both ends of a range
    """
    kind, points = swept.get("design"), swept.get("points")
    named = {name for name in ("design", "points") if not isinstance(swept.get(name), list | tuple)}
    lists = dict(axis_lists({name: entry for name, entry in swept.items() if name not in named}))
    ranges = {name: entry for name, entry in lists.items() if isinstance(entry, str)}
    if kind is None or "design" not in named:
        return None, _refuse_loose(swept, lists, ranges, where)
    if kind not in DESIGNS:
        hint = meant(str(kind), DESIGNS) or f"; choose one of {', '.join(DESIGNS)}"
        raise PlanError(f"sweep.design = {show(kind)} is not a design{hint}", where=where("sweep.design", 0))
    if not lists:
        raise PlanError(
            'sweep.design has nothing to vary; add ranges or lists, such as path.delay = "1ms..200ms"',
            where=where("sweep.design", 0),
        )
    number = _points(str(kind), points, where)
    for name, text in ranges.items():
        lists[name] = _ends(name, text, number if kind == "factorial" else 2, where)
    return (None if kind == "factorial" else Design(str(kind), number, ranges)), lists


def _refuse_loose(
    swept: Mapping[str, object], lists: Mapping[str, object], ranges: Mapping[str, object], where: Where
) -> Mapping[str, object]:
    """Refuse ranges and a number of points without a design."""
    if "points" in swept and not isinstance(swept["points"], list | tuple):
        raise PlanError(
            f"sweep.points = {show(swept['points'])} counts points of a design; set sweep.design, too",
            where=where("sweep.points", 0),
        )
    for name, text in ranges.items():
        if read_ends(name, str(text).removesuffix(_LOG)):
            raise PlanError(
                f'sweep.{name} = {show(text)} is a range; set sweep.design, such as design = "sobol", or write '
                "the values to sweep as a list",
                where=where(f"sweep.{name}", 0),
            )
    return lists


def _points(kind: str, given: object, where: Where) -> int:
    """Check the number of points."""
    least = 1 if kind == "latin-hypercube" else 2
    if given is None and kind == "factorial":
        return 2
    place = where("sweep.points" if given is not None else "sweep.design", 0)
    what = f"sweep.points are {DESIGNS[kind]} with design = {show(kind)}"
    if not isinstance(given, int) or isinstance(given, bool) or given < least:
        said = "is not set" if given is None else f"= {show(given)} is not a whole number of {least} or more"
        raise PlanError(f"sweep.points {said}; {what}, such as points = 64", where=place)
    if kind == "sobol" and given & (given - 1):
        power = 1 << given.bit_length()
        raise PlanError(
            f"sweep.points = {given} is not a power of two, which Sobol's sequence needs; use {power // 2} or {power}",
            where=place,
        )
    return given


def _ends(name: str, text: str, levels: int, where: Where) -> list[object]:
    """Return both ends of a range, or as many levels of it."""
    place = where(f"sweep.{name}", 0)
    ends = read_ends(name, text.removesuffix(_LOG))
    if ends is None:
        raise PlanError(
            f'sweep.{name} = {show(text)} is not a range; write two values, such as "1ms..200ms", or "1ms..200ms log" '
            "for logarithms, or a list of values",
            where=place,
        )
    if is_read_early(name):
        raise PlanError(
            f"sweep.{name} changes which network is read; write its values as a list", where=place
        )
    try:
        axis = read_axis(name, list(ends))
        between = _between(axis, text)
        steps = [between.step(level / (levels - 1)) for level in range(levels)]
    except (PlanError, ValueError) as error:
        raise PlanError(getattr(error, "message", str(error)), where=place) from None
    return [step.label for step in steps] if levels > 2 else list(ends)
