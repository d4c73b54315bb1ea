# SPDX-License-Identifier: GPL-2.0-only
"""Networks from files as values of a sweep: each value brings the lists that its file becomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from net8.base.errors import PlanError
from net8.base.units import QuantityError
from net8.plan.document import Tables, Where, check_value, lines_of, no_place, read_list
from net8.schema.axes import Axis, Step
from net8.schema.lists import EVERY, check_elements, split

__all__ = ["NetworkSource", "expand", "in_networks", "is_read_early", "read_networks", "with_element"]

_FROM_FILE: Final = ("site", "router", "link")
"""Lists that a file adds to."""
_OF_LIBRARY: Final = ("network.library", "network.settings")
"""Keys of [network] that a run needs."""


@dataclass(frozen=True, slots=True)
class NetworkSource:
    """What a plan says of its network before a file adds to it."""

    section: Mapping[str, object]  #: [network] as it was read
    tables: Mapping[str, Sequence[Mapping[str, object]]]  #: the plan's own sites, routers and links
    where: Where  #: returns the place of a key

    @classmethod
    def of(cls, document: Mapping[str, object], where: Where) -> NetworkSource:
        """Take it from a plan.

        @param document: the plan as it is read
        @param where: returns the place of a key
        @return: what it says of its network; lists of another type are refused where they are read
        """
        section = document.get("network", {})
        tables = {name: document.get(name, ()) for name in _FROM_FILE}
        return cls(
            section if isinstance(section, Mapping) else {},
            {name: list(each) if isinstance(each, list | tuple) else [] for name, each in tables.items()},
            where,
        )

    def with_settings(self, settings: Mapping[str, object]) -> NetworkSource:
        """Set keys of [network].

        @param settings: canonical values by dotted key
        @return: the new source
        """
        own = {path.removeprefix("network."): value for path, value in settings.items()}
        return replace(self, section={**self.section, **own})

    def with_element(self, path: str, value: object) -> NetworkSource:
        """Add a key of a site, router or link, which may come from a file.

        @param path: dotted key of a list
        @param value: its value
        @return: the new source
        """
        section, name, key = split(path) or ("", "", "")
        if section not in _FROM_FILE or name == EVERY:
            return self
        tables = [dict(table) for table in self.tables[section]]
        own: dict[str, object] | None = next((table for table in tables if table.get("name") == name), None)
        if own is None:
            own = {"name": name}
            tables.append(own)
        own[key] = value
        return replace(self, tables={**self.tables, section: tables})

    def network(self, settings: Mapping[str, object], folder: Path | None, at: str) -> Step:
        """Read the network with other keys of [network].

        @param settings: canonical values by dotted key
        @param folder: where paths begin
        @param at: where they are set, for messages
        @return: lists, places and what is ignored, as a step without values
        """
        document = {"network": self.with_settings(settings).section, **self.tables}

        def where(key: str, index: int) -> str:
            return at if key in settings else self.where(key, index)

        found, place, ignored = expand(document, folder, where)
        lists = {name: read_list(name, found.get(name, ()), place) for name in _FROM_FILE}
        lines = MappingProxyType(dict(lines_of(lists, place)))
        return Step("", {}, MappingProxyType(lists), lines, ignored)


def expand(
    document: Mapping[str, object], folder: Path | None, where: Where
) -> tuple[Mapping[str, object], Where, tuple[str, ...]]:
    """Add the network of a file to a plan that names one; others need no reader of such files.

    @param document: a plan as it is read
    @param folder: where paths begin
    @param where: returns the place where a key is set
    @return: the plan without [network], the new function for places, and what of the file is ignored
    """
    if document.get("network") is None:
        return document, where, ()
    from net8.plan.network_file import expand_network

    return expand_network(document, folder, where, check_value)


def is_read_early(path: str) -> bool:
    """Return whether a key of [network] is needed when a plan is read, not by a run.

    @param path: dotted key
    @return: whether it is
    """
    return path.startswith("network.") and path not in _OF_LIBRARY


def read_networks(
    axes: Sequence[Axis], source: NetworkSource, folder: Path | None, where: Where = no_place
) -> tuple[Axis, ...]:
    """Read the networks that axes name: their values get the lists that the files become.

    @param axes: what is swept
    @param source: what the plan says of its network
    @param folder: where paths begin
    @param where: returns the place of a key
    @return: the axes
    """
    several = [
        axis.name
        for axis in axes
        if any(step.lists or any(map(is_read_early, step.values)) for step in axis.steps)
    ]
    if len(several) > 1:
        raise PlanError(
            f"{several[0]} and {several[1]} both change the network; sweep variants that set both, such as "
            'net = [{name = "slow ring", network.file = "ring.edges", network.rate = "1Mbps"}]',
            where=where(f"sweep.{several[1]}", 0),
        )
    found = []
    for axis in axes:
        at = where(f"sweep.{axis.name}", 0)
        found.append(Axis(axis.name, tuple(_with_network(step, source, folder, at) for step in axis.steps)))
    return tuple(found)


def _with_network(step: Step, source: NetworkSource, folder: Path | None, at: str) -> Step:
    """Read the network of one value, if it names one."""
    settings = {path: value for path, value in step.values.items() if is_read_early(path)}
    if not settings:
        return step
    others = {path: value for path, value in step.values.items() if path not in settings}
    read = source.network(settings, folder, at)
    return replace(read, label=str(step.label), values=others, lists={**read.lists, **step.lists})


def with_element(
    lists: Mapping[str, Tables], path: str, value: object, networks: Sequence[Step] = ()
) -> Mapping[str, Tables]:
    """Set a key of an element of a list, or of all its elements.

    @param lists: tables by the name of their list
    @param path: dotted key of a list
    @param value: its canonical value
    @param networks: steps of a sweep, whose lists may have the element in place of these
    @return: the new lists
    """
    section, _name, key = split(path) or ("", "", "")
    tables = list(lists.get(section, ()))
    try:
        for index in check_elements(path, tables):
            tables[index] = MappingProxyType({**tables[index], key: value})
    except QuantityError:
        if not any(section in step.lists for step in networks):
            raise
    return MappingProxyType({**lists, section: tuple(tables)})


def in_networks(axis: Axis, path: str, value: object) -> Axis:
    """Set a key of an element in the networks that an axis brings.

    @param axis: the axis
    @param path: dotted key
    @param value: its canonical value
    @return: the new axis
    """
    section = (split(path) or ("",))[0]
    steps = (
        replace(step, lists=with_element(step.lists, path, value)) if section in step.lists else step
        for step in axis.steps
    )
    return Axis(axis.name, tuple(steps))
