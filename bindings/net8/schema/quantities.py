# SPDX-License-Identifier: GPL-2.0-only
"""Names of what can be drawn of a run over time, each with its unit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from net8.base.errors import PlanError
from net8.schema.values import meant

__all__ = ["QUANTITIES", "Quantity", "check_links", "check_quantity", "path_links"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """What can be drawn over time."""

    title: str  #: in words
    unit: str  #: of its values
    kind: Literal["lines", "steps", "fsteps"]  #: of line: fsteps holds a value since the time before
    sampled: bool = True  #: needs samples
    is_time: bool = False  #: a time goes on a logarithmic axis where the plan asks for one
    series: Literal["", "links", "flows", "sessions"] = ""  #: word of run.series that it needs


QUANTITIES: Final[Mapping[str, Quantity]] = {
    "cpu_load": Quantity("CPU load", "% of all cores", "fsteps"),
    "run_queue": Quantity("run queue", "jobs", "steps"),
    "memory": Quantity("memory", "MiB", "steps"),
    "sessions": Quantity("sessions", "", "steps"),
    "greetings": Quantity("open greetings", "", "steps"),
    "backlog": Quantity("backlog", "connections", "steps"),
    "overflows": Quantity("overflows so far", "", "steps"),
    "accepted_per_s": Quantity("accepted", "1/s", "fsteps"),
    "refused_per_s": Quantity("refused", "1/s", "fsteps"),
    "asked_per_s": Quantity("connects asked", "1/s", "fsteps", False),
    "admitted_per_s": Quantity("connects admitted", "1/s", "fsteps", False),
    "foreground_response_time": Quantity("foreground response", "s", "lines", False, True),
    "link_queue": Quantity("link queue", "packets", "steps", series="links"),
    "link_load": Quantity("link load", "%", "fsteps", series="links"),
    "link_drops": Quantity("link drops so far", "", "steps", series="links"),
    "link_losses": Quantity("link losses so far", "", "steps", series="links"),
    "link_goodput": Quantity("link goodput", "Mbit/s", "fsteps", series="links"),
    "flow_goodput": Quantity("goodput of background flows", "Mbit/s", "fsteps", series="flows"),
    "cwnd": Quantity("server's cwnd", "kB", "steps", series="sessions"),
    "rtt": Quantity("server's RTT", "ms", "steps", series="sessions"),
    "in_flight": Quantity("server in flight", "kB", "steps", series="sessions"),
}
"""What a figure over time may show."""


def check_quantity(name: str, *, sampled: bool, series: Collection[object]) -> None:
    """Refuse what cannot be drawn over time.

    @param name: such as "cpu_load"
    @param sampled: whether samples are taken
    @param series: words of run.series
    """
    if name not in QUANTITIES:
        raise PlanError(
            f"{name} cannot be drawn over time{meant(name, QUANTITIES)}; use {', '.join(QUANTITIES)}"
        )
    found = QUANTITIES[name]
    wanting = [f'run.series = ["{found.series}"]'] if found.series and found.series not in series else []
    wanting += ['run.sample_interval, such as "1s"'] if found.sampled and not sampled else []
    if wanting:
        raise PlanError(f"{name} is drawn from samples; set {' and '.join(wanting)}")


def path_links(hops: int) -> list[str]:
    """Name the links of a WAN, from the clients' side.

    @param hops: how many it has
    @return: their names
    """
    return ["wan"] if hops == 1 else [f"wan{number}" for number in range(1, hops + 1)]


def check_links(chosen: Iterable[object], names: Sequence[str]) -> None:
    """Refuse links that are not there.

    @param chosen: such as "trunk" or "trunk down"
    @param names: the links that are there
    """
    known = {*names, *(f"{name} {way}" for name in names for way in ("up", "down"))}
    for word in map(str, chosen):
        if word not in known:
            hint = meant(word, known) or "; the plan has " + (", ".join(names) or "none")
            raise PlanError(f'figure.links = "{word}" is not a link{hint}')
