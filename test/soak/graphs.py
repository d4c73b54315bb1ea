# SPDX-License-Identifier: GPL-2.0-only
"""Networks of several sites for random plans: a tree of sites and routers, sometimes with a ring, and who is where."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from agree import settle_conditions, settle_threshold

__all__ = ["GRAPH_LISTS", "add_changes", "settle_sites"]

Document = dict[str, Any]

GRAPH_LISTS: Final = ("site", "router", "link", "route", "link_change")
"""The lists of tables of a network."""
SITE_KEYS: Final = ("site", "name_site", "client_site", "server_site")
"""Keys that name a site."""

_HERE: Final = frozenset({"ip", "client_ip", "server_ip", "host_names", "tcp_demux"})
"""Keys of [path] that hold in a network of sites too."""
_IPV6_MTU: Final = 1280
_RADIO_MTU: Final = 2296
_SITES: Final = 0.25
"""Part of the worlds that have one."""

Draw = Callable[[str], Document]
"""Draws some keys of one table of a list."""


def settle_sites(rng: random.Random, document: Document, draw: Draw) -> None:
    """Make a network of sites of a plan and put its hosts there, or take out what would need one.

    @param rng: what chance says
    @param document: the plan
    @param draw: draws some keys of one table of a list
    """
    if rng.random() < _SITES:
        _make(rng, document, draw)
    else:
        _take_out(document)


def _make(rng: random.Random, document: Document, draw: Draw) -> None:
    """Make the network and put hosts into it."""
    document["path"] = {name: value for name, value in document.get("path", {}).items() if name in _HERE}
    sites = [f"s{number}" for number in range(rng.randint(1, 4))]
    routers = [f"r{number}" for number in range(rng.randint(0, 2) if len(sites) > 1 else 0)]
    document["site"] = [draw("site") | {"name": name} for name in sites]
    if routers:
        document["router"] = [draw("router") | {"name": name} for name in routers]
    links = _links(rng, [*sites, *routers], draw)
    joined = {end for link in links for end in link["between"]}
    for table in document["site"]:
        if table["name"] not in joined and table.get("kind") == "routed":
            table["kind"] = "switched"
    ipv6 = any(document["path"].get(name, "v4") != "v4" for name in ("ip", "client_ip", "server_ip"))
    for table in [*document["site"], *links]:
        _agree(rng, table, ipv6=ipv6)
    if links:
        document["link"] = links
        document["link_change"] = [
            {"rate": rng.choice(["64kbps", "1Gbps"]), "at": rng.choice(["1ns", "100ms", "3s"])}
            | draw("link_change")
            | {"link": rng.choice(links)["name"]}
            for _ in range(rng.choice([0, 0, 2]))
        ]
        at, target = links[-1]["between"]
        if target in sites and rng.random() < 0.5:
            # The last link is the direct way, and the longest if it makes a ring.
            document["route"] = [{"at": at, "target": target, "link": links[-1]["name"]}]
    for table in _users(document):
        for name in SITE_KEYS:
            table.pop(name, None)
    document.setdefault("client", {})["site"] = rng.choice(sites)
    document.setdefault("server", {})["site"] = rng.choice(sites)
    for table in document.get("cross_traffic", []):
        table["client_site"], table["server_site"] = (rng.choice(sites) for _ in range(2))
    for table in document.get("group", []):
        if rng.random() < 0.5:
            table["site"] = rng.choice(sites)
    for table in (document["client"], *document.get("group", [])):
        if rng.random() < 0.3:
            table["name_site"] = rng.choice(sites)
    for table in document.get("instance", []):
        table.pop("delay", None)
        if rng.random() < 0.5:
            table["site"] = rng.choice(sites)


def _links(rng: random.Random, vertices: list[str], draw: Draw) -> list[Document]:
    """Join all vertices, and sometimes two of them twice or in a ring."""
    order = rng.sample(vertices, len(vertices))
    ends = [(order[number], rng.choice(order[:number])) for number in range(1, len(order))]
    if len(order) > 2 and rng.random() < 0.4:
        ends.append((order[0], order[-1]))
    return [draw("link") | {"name": f"l{number}", "between": list(pair)} for number, pair in enumerate(ends)]


def _agree(rng: random.Random, table: Document, *, ipv6: bool) -> None:
    """Settle packets, queues and losses of a site or a link."""
    low, high = (_IPV6_MTU if ipv6 else 576), (_RADIO_MTU if table.get("kind") == "radio" else 65535)
    if "mtu" in table:
        table["mtu"] = max(low, min(high, table["mtu"]))
    for name in ("queue_size", "queue_size_up"):
        queue = str(table.get(name, ""))
        short = queue.endswith("B") and int(queue[:-1]) < table.get("mtu", 1500) + 100
        if short or (queue.endswith("B") and table.get("queue_disc") == "fq_codel"):
            table[name] = "70p"
    settle_threshold(table)
    settle_conditions(rng, table)
    if table.get("loss_list") and table.get("loss_rate"):
        del table[rng.choice(["loss_list", "loss_rate"])]


def _users(document: Document) -> list[Document]:
    """Return the tables whose hosts are at a site."""
    lists = (document.get(name, []) for name in ("group", "instance", "cross_traffic"))
    return [
        document.get("client", {}),
        document.get("server", {}),
        *(table for each in lists for table in each),
    ]


def _take_out(document: Document) -> None:
    """Leave out what only a network of sites has."""
    for name in GRAPH_LISTS:
        document.pop(name, None)
    for table in _users(document):
        for name in SITE_KEYS:
            table.pop(name, None)


def add_changes(rng: random.Random, document: Document) -> None:
    """Let the WAN of a path change now and then; drawn last, so that worlds of before stay as they were otherwise.

    @param rng: what chance says
    @param document: the plan
    """
    path = document.get("path", {})
    if "site" in document or "library" in document.get("network", {}) or path.get("kind", "wan") != "wan":
        return
    hops = path.get("hops", 1)
    names = ["wan"] if hops == 1 else [f"wan{number}" for number in range(1, hops + 1)]
    if rng.random() < 0.2:
        document["link_change"] = [
            {"link": rng.choice(names), "at": rng.choice(["1ns", "100ms", "3s"])}
            | rng.choice([{"rate": "64kbps"}, {"rate": "1Gbps"}, {"delay": "1ms"}, {"delay_up": "80ms"}])
            for _ in range(2)
        ]
