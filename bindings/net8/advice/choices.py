# SPDX-License-Identifier: GPL-2.0-only
"""What may be chosen: the combinations of the values of some keys, what each simulates and what it costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from net8.analytic.facts import asking, driver_facts, negotiated, row_bytes, whole
from net8.base.errors import PlanError
from net8.base.units import format_size
from net8.plan.complete import complete
from net8.plan.plan import Plan
from net8.plan.resolve import Task, resolve

__all__ = [
    "ARRAYS",
    "MOST_CHOICES",
    "Choice",
    "Choices",
    "buffers",
    "choice_of",
    "common_axes",
    "memory_bytes",
    "sdus",
]

MOST_CHOICES: Final = 2000
"""Most combinations: each is read and resolved, 2 ms."""
_SDUS: Final = (2048, 8192, 32767, 65535)
ARRAYS: Final = (10, 50, 100, 250, 500, 1000, 2500, 5000)
"""Usual array sizes."""
_PREFETCHED: Final = (2, 100, 1000)
_BUFFERS: Final = (65536, 262144, 1048576, 4194304)
_CONNECTIONS: Final = (2, 5, 10, 20, 50, 100)
_LIMITS: Final = ("no", "10", "20", "50", "100", "200")
_QUEUES: Final = (32, 128, 512, 2048)
_STORMS: Final = ("logon_time", "connect_time_p95", "drain_time")


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One combination."""

    number: int  #: its place among all
    labels: Mapping[str, object]  #: value by key, empty for what the plan sets itself
    task: Task  #: what is simulated
    digest: str  #: hash of that
    memory_bytes: float  #: memory that it takes, see memory_bytes


@dataclass(frozen=True)
class Choices:
    """All combinations that differ in what they simulate, and the plan as it is."""

    axes: tuple[str, ...]  #: the keys
    all: tuple[Choice, ...]  #: the combinations
    own: Choice  #: the plan as it is, one of them or not
    number: int  #: combinations of the values, those that simulate the same included
    refused: tuple[tuple[Mapping[str, object], str], ...]  #: combinations that no plan can have, and why
    places: npt.NDArray[Any]  #: where each is, a row of numbers from 0 to 1

    @classmethod
    def of(
        cls, plan: Plan, over: Mapping[str, Sequence[object]], shaped: Callable[[Plan], Plan] | None = None
    ) -> Choices:
        """Combine values of keys.

        @param plan: the plan; its sweep is left aside
        @param over: values by key
        @param shaped: what else a plan has with its values, None for nothing
        @return: the combinations
        """
        plan = replace(plan, axes=())
        own = choice_of({}, plan)
        swept = plan.sweep(over).with_values({"run.points": "all"})
        if (number := swept.combinations()) > MOST_CHOICES:
            raise PlanError(
                f"{number:,} combinations are more than {MOST_CHOICES:,}; write fewer values with --over"
            )
        found: dict[str, Choice] = {}
        steps: list[tuple[int, ...]] = []
        refused: list[tuple[Mapping[str, object], str]] = []
        sizes = [range(len(axis.steps)) for axis in swept.axes]
        for place, point in zip(_places(sizes), swept.points(), strict=True):
            try:
                whole = shaped(point.plan) if shaped else point.plan
                choice = choice_of(point.labels, whole, len(found))
            except PlanError as error:
                refused.append((point.labels, str(error)))
                continue
            if choice.digest not in found:
                found[choice.digest] = choice
                steps.append(place)
        if not found:
            raise PlanError(refused[0][1])
        scales = [_scale([step.label for step in axis.steps]) for axis in swept.axes]
        places = np.array(
            [[scale[at] for scale, at in zip(scales, place, strict=True)] for place in steps],
            dtype=np.float64,
        )
        own = found.get(own.digest, own)
        names = tuple(axis.name for axis in swept.axes)
        return cls(names, tuple(found.values()), own, number, tuple(refused), places)

    def neighbours(self, choice: Choice, axis: str) -> list[Choice]:
        """Return the combinations that differ from one in a single key.

        @param choice: one of the combinations
        @param axis: the key
        @return: the others, without those that simulate the same
        """
        rest = {name: label for name, label in choice.labels.items() if name != axis}
        return [
            other
            for other in self.all
            if other is not choice
            and all(other.labels[name] == label for name, label in rest.items())
            and other.labels[axis] != choice.labels[axis]
        ]

    def beside(self, choice: Choice, axis: str) -> list[Choice]:
        """Return the combinations with the next lower and the next higher value of a key.

        @param choice: one of the combinations
        @param axis: the key
        @return: two at most
        """
        column = self.places[:, self.axes.index(axis)]
        here = column[choice.number]
        near = self.neighbours(choice, axis)
        lower = [other for other in near if column[other.number] < here]
        higher = [other for other in near if column[other.number] > here]
        return [
            *sorted(lower, key=lambda other: -column[other.number])[:1],
            *sorted(higher, key=lambda other: column[other.number])[:1],
        ]

    def line(self, choice: Choice, axis: str) -> list[Choice]:
        """Return a combination and those that differ from it in a single key, in the order of that key's values.

        @param choice: one of the combinations
        @param axis: the key
        @return: all with the other keys as they are
        """
        column = self.places[:, self.axes.index(axis)]
        return sorted([choice, *self.neighbours(choice, axis)], key=lambda each: float(column[each.number]))

    def ends(self, choice: Choice, axis: str) -> list[Choice]:
        """Return the first and the last of the combinations that differ from one in a single key.

        @param choice: one of the combinations
        @param axis: the key
        @return: two at most
        """
        near = self.neighbours(choice, axis)
        return near[:: max(len(near) - 1, 1)]


def _places(sizes: Sequence[range]) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of the steps of each combination, in the order of the points of a plan."""
    return iter(np.ndindex(*(len(size) for size in sizes)))


def choice_of(labels: Mapping[str, object], plan: Plan, number: int = -1) -> Choice:
    """Resolve a combination.

    @param labels: value by key
    @param plan: the plan with these values
    @param number: its place among all, -1 for none
    @return: the combination
    """
    task = resolve(plan)
    return Choice(number, labels, task, task.digest(), memory_bytes(task))


def _scale(labels: Sequence[object]) -> list[float]:
    """Place the values of a key between 0 and 1: numbers by their logarithms, other values one after the other."""
    try:
        numbers = [float(str(label)) for label in labels]
    except ValueError:
        numbers = [-1.0]
    if min(numbers) < 0:
        numbers = [math.expm1(place) for place in range(len(labels))]
    logs = [math.log1p(number) for number in numbers]
    low, wide = min(logs), (max(logs) - min(logs)) or 1.0
    return [(each - low) / wide for each in logs]


def memory_bytes(task: Task) -> float:
    """Return the memory that the choices of a plan take: of a session, or of all connections of a pool.

    It is that of the rows of one fetch, of a packet each way at both ends, and of socket buffers that are set; those
    that Linux tunes itself are not counted. Of a pool, it is that times the connections, each with its server process.
    Where calls of a plan tell the bytes of their replies, the largest counts in place of the rows.

    @param task: a resolved plan
    @return: bytes
    """
    values = {path: value for path, (value, _origin) in complete(task.plan).items()}
    if values["client.protocol"] != "net8":
        return 0.0
    asked = asking(values)
    rows = min(max(*asked.first, asked.further), whole(values, "query.rows", 1) or 1)
    replies = [int(str(table.get("reply_length", 0))) for table in task.plan.tables("statement")]
    found = (max(replies, default=0) or rows * row_bytes(task)[1]) + 4 * negotiated(values)["sdu"]
    for path in ("client.tcp.receive_buffer", "server.tcp.send_buffer"):
        found += whole(values, path, 0)
    if connections := whole(values, "client.pool_max", 0):
        found = connections * (found + whole(values, "server.process_memory", 0))
    return found


def common_axes(plan: Plan, name: str) -> dict[str, list[object]]:
    """Return the values that are tried where nobody names any.

    @param plan: the plan
    @param name: the metric that is to be good
    @return: values by key, or by a name for keys that go together
    """
    values = {path: value for path, (value, _origin) in complete(resolve(plan).plan).items()}
    if values["client.protocol"] != "net8":
        raise PlanError("net8 advise knows no usual values for SQL Server; name some with --over KEY=A,B,C")
    axes: dict[str, list[object]] = {}
    if name in _STORMS:
        if whole(values, "client.count", 1) > 1 or plan.groups:
            axes |= {"listener.rate_limit": [*_LIMITS], "listener.queue_size": [*_QUEUES]}
        axes["sdu"] = sdus()
        return axes
    axes["sdu"] = sdus()
    rows = whole(values, "query.rows", 0)
    enough = next((array for array in ARRAYS if array >= rows > 0), ARRAYS[-1])
    axes["client.array_size"] = [array for array in ARRAYS if array <= enough]
    if whole(values, "client.pool_max", 0):
        # Users of a pool wait for connections more than for buffers.
        return axes | {"client.pool_max": [*_CONNECTIONS]}
    if driver_facts(values)["fetch_habit"] != "array":
        axes["client.prefetch_rows"] = [rows for rows in _PREFETCHED if rows <= enough]
    return axes | {"buffers": buffers()}


def buffers() -> list[object]:
    """Return usual buffers of the sockets that rows go through.

    @return: variants of an axis
    """
    return [{"name": "as they are"}, *(
        {"name": format_size(size), "client.tcp.receive_buffer": size, "server.tcp.send_buffer": size}
        for size in _BUFFERS
    )]  # fmt: skip


def sdus() -> list[object]:
    """Return the usual SDUs, each at both ends, which agree on the smaller.

    @return: variants of an axis
    """
    return [{"name": str(sdu), "client.sdu": sdu, "server.sdu": sdu} for sdu in _SDUS]
