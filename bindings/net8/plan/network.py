# SPDX-License-Identifier: GPL-2.0-only
"""The network of a plan with sites: its lists, and where hosts are."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final

from net8.plan.outside import BESIDE_LIBRARY, is_outside
from net8.plan.plan import Plan
from net8.plan.traces import with_mean_rates
from net8.schema.network import NETWORK_LISTS, condition_keys
from net8.schema.table import KEYS, keys_of

__all__ = [
    "CONDITIONS", "NETWORK_LISTS", "NetworkLists", "client_sites", "does_more", "has_sites", "lan_hops", "lan_of",
    "least_mtu", "link_of", "links", "of_one_path", "server_sites", "site_of", "urgent_lines",
    "whole_table",
]  # fmt: skip

CONDITIONS: Final = tuple(key.name for key in condition_keys("path"))
"""Keys of a line besides rate, delay, queue and losses."""
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


class NetworkLists:
    """Lists of a network, equal to others only if they are the same objects, as in most copies of a plan."""

    __slots__ = ("_ids", "tables")

    def __init__(self, plan: Plan) -> None:
        """Take the lists of a plan.

        @param plan: the plan
        """
        self.tables = {name: plan.tables(name) for name in NETWORK_LISTS}
        self._ids = tuple(map(id, self.tables.values()))

    def __hash__(self) -> int:
        """Return the same for the same objects."""
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        """Return whether the objects are the same."""
        return isinstance(other, NetworkLists) and self._ids == other._ids


def has_sites(plan: Plan) -> bool:
    """Return whether a plan lists sites; the others have one path.

    @param plan: the plan
    @return: whether it does
    """
    return bool(plan.tables("site"))


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


def does_more(plan: Plan) -> list[str]:
    """Return the keys by which the WAN of a plan without sites does more than rate, delay and random losses.

    @param plan: the plan
    @return: dotted keys, such as path.jitter
    """
    if has_sites(plan) or is_outside(plan) or plan["path.kind"] != "wan":
        return []
    values = {name: plan[f"path.{name}"] for name in _DECIDING}
    return [f"path.{name}" for name, value in values.items() if value not in _NOTHING]


def urgent_lines(plan: Plan) -> dict[str, str]:
    """Return what becomes of TCP urgent data on the lines that say so; where there are none, no client sends any.

    @param plan: the plan
    @return: a word of urgent_data by dotted key
    """
    if is_outside(plan) or (not has_sites(plan) and plan["path.kind"] != "wan"):
        return {}
    lines = {f"link.{link['name']}": link for link in links(plan)} if has_sites(plan) else {}
    words = {f"{name}.urgent_data": str(link["urgent_data"]) for name, link in lines.items()} or {
        "path.urgent_data": str(plan["path.urgent_data"])
    }
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
    return [link_of(plan, number) for number in range(len(plan.tables("link")))]


def link_of(plan: Plan, number: int) -> dict[str, object]:
    """Return a link with all its keys; if it has a trace, its rate is the mean of it.

    @param plan: the plan
    @param number: its place in the list, from 0
    @return: values by key name
    """
    return with_mean_rates(plan, whole_table("link", plan.tables("link")[number]))


def client_sites(plan: Plan) -> dict[str, str]:
    """Return the sites of the groups of clients.

    @param plan: a plan with sites
    @return: site by name of the group, "" for a plan without groups; empty if no group has a site
    """
    return _placed(plan, plan.groups, "client.site")


def server_sites(plan: Plan) -> dict[str, str]:
    """Return the sites of the instances.

    @param plan: a plan with sites
    @return: site by name of the instance, "" for a plan without instances; empty if no instance has a site
    """
    return _placed(plan, plan.instances, "server.site")


def _placed(plan: Plan, tables: Sequence[Mapping[str, object]], key: str) -> dict[str, str]:
    """Return the site of each table, or that of the key under "" if there are no tables."""
    given = {str(table["name"]): table.get("site", plan[key]) for table in tables or ({"name": ""},)}
    only = len(plan.tables("site")) == 1
    return {name: site_of(plan, site) for name, site in given.items() if only or site is not None}


def site_of(plan: Plan, given: object) -> str:
    """Return the given site, else the only one.

    @param plan: a plan with sites
    @param given: name of a site, or None
    @return: name of a site
    """
    return str(plan.tables("site")[0]["name"] if given is None else given)


def lan_of(plan: Plan, site: object) -> dict[str, object]:
    """Return a site with all its keys.

    @param plan: a plan with sites
    @param site: its name, or None for the only one
    @return: values by key name
    """
    return whole_table("site", _sites(NetworkLists(plan))[site_of(plan, site)])


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
    return _least_mtu(NetworkLists(plan)) if has_sites(plan) else ("path.mtu", int(str(plan["path.mtu"])))


# These are asked for each group.
@functools.lru_cache(maxsize=64)
def _sites(lists: NetworkLists) -> Mapping[str, Mapping[str, object]]:
    """Return the sites of a network by their names."""
    return {str(table["name"]): table for table in lists.tables["site"]}


@functools.lru_cache(maxsize=64)
def _least_mtu(lists: NetworkLists) -> tuple[str, int]:
    """Return the smallest MTU of a network."""
    found = [
        (f"{section}.{table.get('name')}.mtu", int(str(table.get("mtu", KEYS[f"{section}.mtu"].default))))
        for section in ("site", "link")
        for table in lists.tables[section]
    ]
    return min(found, key=lambda entry: entry[1])
