# SPDX-License-Identifier: GPL-2.0-only
"""The network of a plan: sites, routers and links that it lists, or that its [path] stands for; where hosts are."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from net8.base.errors import PlanError
from net8.plan.outside import BESIDE_LIBRARY, is_outside
from net8.plan.plan import Plan
from net8.plan.preset import line_key, preset_of
from net8.plan.traces import with_mean_rates
from net8.schema.network import LINE_NAMES, NETWORK_LISTS
from net8.schema.table import KEYS, keys_of

__all__ = [
    "NETWORK_LISTS", "Network", "as_sites", "client_sites", "does_more", "has_sites", "lan_hops", "lan_of", "least_mtu",
    "link_names", "link_of", "links", "of_line", "of_one_path", "server_sites", "site_of", "sites", "urgent_lines",
    "whole_table",
]  # fmt: skip

_DECIDING: Final = (
    "jitter", "burst_rate", "loss_p13", "loss_p14", "duplicate", "reorder", "slot_min", "slot_max", "idle_time",
    "black_hole_mtu", "tunnel_mtu", "urgent_data",
)  # fmt: skip
"""Those of them by which it does anything."""
_NOTHING: Final = (0, "0s", "unused", "pass")
"""Values of these with which it does not."""
_OF_ALL: Final = (
    "ip", "client_ip", "server_ip", "host_names", "tcp_demux", "transport", "transport_messages", "spx_packet",
    "spx_version", "spx_window", "spx_frame", "spx_lookup", "transport_background", "decnet_buffer", "decnet_flow",
    "netbios_max_out", "netbios_max_in", "netbios_send",
)  # fmt: skip
"""Keys of [path] that also apply to a network of sites."""


class Network:
    """Lists of a network, equal to others only if they are the same objects, as in most copies of a plan."""

    __slots__ = ("_ids", "ends", "tables")

    def __init__(self, plan: Plan) -> None:
        """Take the lists of a plan, or those of its [path], whose defaults stand for a network that a library builds.

        @param plan: the plan
        """
        own = has_sites(plan)
        lists = plan.lists if own else preset_of(plan)
        self.tables = {name: lists.get(name, ()) for name in NETWORK_LISTS}
        self.tables["link_change"] = plan.tables("link_change")
        self._ids = tuple(map(id, self.tables.values()))
        names = [str(table["name"]) for table in self.tables["site"]]
        self.ends = {"client": names[0], "server": names[-1]} if len(names) == 1 or not own else {}

    def __hash__(self) -> int:
        """Return the same for the same objects."""
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        """Return whether the objects are the same."""
        return isinstance(other, Network) and self._ids == other._ids


def has_sites(plan: Plan) -> bool:
    """Return whether a plan lists sites; the others have one path, or a library.

    @param plan: the plan
    @return: whether it does
    """
    return bool(plan.tables("site"))


def as_sites(plan: Plan) -> Plan:
    """Return a plan whose network is sites and links: itself, or with those that its [path] stands for.

    @param plan: a plan
    @return: such a plan; its addresses and random numbers are not those of the path
    @raises PlanError: where a library builds the network
    """
    if has_sites(plan):
        return plan
    if is_outside(plan):
        raise PlanError(
            "network.library builds the network of the plan, whose links are known to a run alone"
        )
    network = Network(plan)
    places = {f"{end}_site": site for end, site in network.ends.items()}
    traffic = (
        {"cross_traffic": tuple({**places, **table} for table in plan.cross_traffic)}
        if plan.cross_traffic
        else {}
    )
    graph = replace(plan, lists=MappingProxyType({**plan.lists, **traffic, **network.tables}))
    values = {path: value for path, value in plan.values.items() if not of_one_path(graph, path)}
    ends = {f"{end}.site": site for end, site in network.ends.items()}
    return replace(graph, values=MappingProxyType(values | ends))


def of_line(plan: Plan) -> str:
    """Return the first key by which the WAN of a [path] is one that only a graph can hold.

    @param plan: a plan whose network is checked, so that none is set beside sites or a library
    @return: dotted key, such as path.rate_up; empty if there is none
    """
    return next((path for name in LINE_NAMES if plan.is_set(path := f"path.{name}")), "")


def of_one_path(plan: Plan, path: str) -> bool:
    """Return whether a key has no effect because the plan has sites or a library builds its network.

    @param plan: the plan
    @param path: dotted key
    @return: whether it is a key of one path
    """
    section, _, name = path.rpartition(".")
    if is_outside(plan):
        return section == "path" and name not in BESIDE_LIBRARY
    return section == "path" and has_sites(plan) and name not in _OF_ALL


def does_more(plan: Plan) -> dict[str, str]:
    """Return the keys by which links of a plan do more to packets than rate, delay and random losses.

    @param plan: the plan
    @return: name of the link by dotted key, such as path.jitter
    """
    return {
        line_key(plan, "link", link, name): str(link["name"])
        for link in links(plan)
        for name in _DECIDING
        if link[name] not in _NOTHING
    }


def urgent_lines(plan: Plan) -> dict[str, str]:
    """Return what becomes of TCP urgent data on the links that say so; where there are none, no client sends any.

    @param plan: the plan
    @return: a word of urgent_data by dotted key
    """
    words = {line_key(plan, "link", link, "urgent_data"): str(link["urgent_data"]) for link in links(plan)}
    return {name: word for name, word in words.items() if word != "unused"}


def whole_table(section: str, table: Mapping[str, object]) -> dict[str, object]:
    """Return a table of a list with all its keys.

    @param section: name of the list
    @param table: values by key name
    @return: the same with defaults
    """
    return {key.name: table.get(key.name, key.default) for key in keys_of(section)}


def links(plan: Plan) -> list[dict[str, object]]:
    """Return the links of a plan with all their keys; the rate of a link with a trace is its mean.

    @param plan: the plan
    @return: values by key name
    """
    network = Network(plan)
    return [link_of(plan, network, number) for number in range(len(network.tables["link"]))]


def link_of(plan: Plan, network: Network, number: int) -> dict[str, object]:
    """Return a link with all its keys; if it has a trace, its rate is the mean of it.

    @param plan: the plan
    @param network: its network
    @param number: place of the link in the list, from 0
    @return: values by key name
    """
    return with_mean_rates(plan, whole_table("link", network.tables["link"][number]))


def link_names(plan: Plan) -> list[str] | None:
    """Return the names of the links of a plan.

    @param plan: a plan
    @return: the names; None where a library builds the network, whose links are known in a run only
    """
    return None if is_outside(plan) else [str(table["name"]) for table in Network(plan).tables["link"]]


def sites(plan: Plan) -> list[dict[str, object]]:
    """Return the sites of a plan with all their keys.

    @param plan: the plan
    @return: values by key name
    """
    return [whole_table("site", table) for table in Network(plan).tables["site"]]


def client_sites(plan: Plan) -> dict[str, str]:
    """Return the sites of the groups of clients.

    @param plan: the plan
    @return: site by name of the group, "" for a plan without groups; empty if no group has a site
    """
    return _placed(plan, plan.groups, "client")


def server_sites(plan: Plan) -> dict[str, str]:
    """Return the sites of the instances.

    @param plan: the plan
    @return: site by name of the instance, "" for a plan without instances; empty if no instance has a site
    """
    return _placed(plan, plan.instances, "server")


def _placed(plan: Plan, tables: Sequence[Mapping[str, object]], end: str) -> dict[str, str]:
    """Return the site of each table, or that of the key under "" if there are no tables."""
    network, key, outside = Network(plan), f"{end}.site", is_outside(plan)
    given = {str(table["name"]): table.get("site", plan[key]) for table in tables or ({"name": ""},)}
    found = {
        name: network.ends.get(end) if site is None or outside else str(site) for name, site in given.items()
    }
    return {name: site for name, site in found.items() if site is not None}


def site_of(plan: Plan, given: object, end: str) -> str:
    """Return the given site, else that of hosts that name none.

    Sites of a library are known to a run alone; all hosts are at the ends of the path that stands for its network.

    @param plan: a plan, checked
    @param given: name of a site, or None
    @param end: client or server
    @return: name of a site
    """
    return Network(plan).ends[end] if given is None or is_outside(plan) else str(given)


def lan_of(plan: Plan, site: str) -> dict[str, object]:
    """Return a site with all its keys.

    @param plan: a plan
    @param site: its name
    @return: values by key name
    """
    return whole_table("site", _sites(Network(plan))[site])


def lan_hops(site: Mapping[str, object], *, alone: bool) -> int:
    """Return the number of cables, or buses, from a host to another one at its site, or to the site's router.

    @param site: values by key name
    @param alone: whether it is the other host
    @return: 1 or 2
    """
    return 1 if site["kind"] == "segment" or (site["kind"] == "routed" and not alone) else 2


def least_mtu(plan: Plan) -> tuple[str, int]:
    """Return the smallest MTU of the links of a plan, which limits the segment size.

    @param plan: the plan
    @return: dotted key and bytes
    """
    section, table, mtu = _least_mtu(Network(plan))
    return line_key(plan, section, table, "mtu"), mtu


# These are asked for each group.
@functools.lru_cache(maxsize=64)
def _sites(network: Network) -> Mapping[str, Mapping[str, object]]:
    """Return the sites of a network by their names."""
    return {str(table["name"]): table for table in network.tables["site"]}


@functools.lru_cache(maxsize=64)
def _least_mtu(network: Network) -> tuple[str, Mapping[str, object], int]:
    """Return the site or link with the smallest MTU of a network, and that MTU."""
    found = [
        (section, table, int(str(table.get("mtu", KEYS[f"{section}.mtu"].default))))
        for section in ("site", "link")
        for table in network.tables[section]
    ]
    return min(found, key=lambda entry: entry[2])
