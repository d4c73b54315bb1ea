# SPDX-License-Identifier: GPL-2.0-only
"""Routes between the sites of a plan, as a run takes them."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from net8.base import units
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.network import Network, link_of
from net8.plan.plan import Plan
from net8.plan.tables import attribute_lists
from net8.plan.traces import TRACE_KEYS

__all__ = ["Hop", "routes"]

Table = Mapping[str, object]
Pair = tuple[str, str]
Way = list[tuple[int, bool]]  #: numbers of links, and whether they are taken up


@dataclass(frozen=True, slots=True)
class Hop:
    """A link in the direction of a route."""

    link: Table  #: values of the [[link]] by key name, defaults included
    up: bool  #: whether from its first end to its second

    @property
    def rate_bit_s(self) -> int:
        """Return its rate in that direction."""
        return units.parse_rate(_way(self.link, "rate", up=self.up))

    @property
    def delay_s(self) -> float:
        """Return its propagation delay in that direction."""
        return units.seconds(_way(self.link, "delay", up=self.up))


def _way(link: Table, name: str, *, up: bool) -> object:
    """Return the value of a key that may differ between up and down."""
    other = link.get(f"{name}_up") if up else None
    return link[name] if other is None else other


class _Finder:
    """Routes of one network that were asked for."""

    def __init__(self, lists: str) -> None:
        self._lists = json.loads(lists)
        self._found: dict[Pair, Way | None] = {}

    def find(self, pairs: Sequence[Pair]) -> list[Way | None]:
        """Return the routes between sites, None where there is none."""
        from net8 import _core

        if missing := [pair for pair in dict.fromkeys(pairs) if pair not in self._found]:
            self._found.update(zip(missing, _core.network_routes(self._lists, missing), strict=True))
        return [self._found[pair] for pair in pairs]


# The same network is asked for its routes for each group, and at each point of a sweep.
@functools.lru_cache(maxsize=64)
def _finder_of(lists: str) -> _Finder:
    """Return the routes of a network given as JSON."""
    return _Finder(lists)


@functools.lru_cache(maxsize=64)
def _finder(network: Network) -> _Finder:
    """Return the routes of a network."""
    # Routes follow delays.
    links = [
        {key: value for key, value in table.items() if key not in (*TRACE_KEYS, "jitter_file")}
        for table in network.tables["link"]
    ]
    tables = {**network.tables, "link": links}
    return _finder_of(json.dumps({name: attribute_lists(name, each) for name, each in tables.items()}))


def routes(plan: Plan, pairs: Sequence[Pair]) -> list[list[Hop] | None]:
    """Return the routes between sites that a run uses.

    @param plan: a plan
    @param pairs: names of two sites each
    @return: links of each route, None where there is none
    """
    need_core()
    from net8 import _core

    network = Network(plan)
    try:
        found = _finder(network).find(pairs)
    except _core.PlanError as error:
        raise PlanError(str(error)) from None
    known: dict[int, Table] = _hops(network, plan.folder)
    return [None if way is None else [_hop(plan, network, known, *each) for each in way] for way in found]


# Links with a trace have its mean rate, and a trace is in the plan's folder.
@functools.lru_cache(maxsize=64)
def _hops(_network: Network, _folder: Path | None) -> dict[int, Table]:
    """Return the links of a network by their numbers, as far as they were asked for."""
    return {}


def _hop(plan: Plan, network: Network, known: dict[int, Table], link: int, up: bool) -> Hop:
    """Return a hop, its link with all keys."""
    if link not in known:
        known[link] = link_of(plan, network, link)
    return Hop(known[link], up)
