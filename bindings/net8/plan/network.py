# SPDX-License-Identifier: GPL-2.0-only
"""The network of a plan with sites: placement of hosts, routes, and checks."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.outside import BESIDE_LIBRARY, check_library, is_outside
from net8.plan.plan import Plan
from net8.plan.tables import attribute_lists
from net8.plan.traces import TRACE_KEYS, check_traces, with_mean_rates
from net8.schema.table import KEYS, keys_of
from net8.schema.values import meant, show

__all__ = [
    "Hop", "check_network", "client_sites", "has_sites", "host_routes", "lan_of", "least_mtu", "links", "of_one_path",
    "routes", "server_sites",
]  # fmt: skip

_LISTS: Final = ("site", "router", "link", "route", "link_change")
_OF_ALL: Final = (
    "ip", "client_ip", "server_ip", "host_names", "tcp_demux", "transport", "transport_messages", "spx_packet",
    "spx_version", "spx_window", "spx_frame", "spx_lookup", "transport_background", "decnet_buffer", "decnet_flow",
    "netbios_max_out", "netbios_max_in", "netbios_send",
)  # fmt: skip
"""Keys of [path] that also apply to a network of sites."""
_FRAME_BYTES: Final = 14
"""Bytes of an Ethernet header."""
_RADIO_MTU: Final = 2296
"""Largest packet in a frame of 802.11: 2304 bytes less 8 of LLC and SNAP."""
_IPV6_MTU: Final = 1280

Table = Mapping[str, object]


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


def _whole(section: str, table: Table) -> dict[str, object]:
    """Return a table of a list with all its keys."""
    return {key.name: table.get(key.name, key.default) for key in keys_of(section)}


def links(plan: Plan) -> list[dict[str, object]]:
    """Return the links of a plan with all their keys; the rate of a link with a trace is its mean.

    @param plan: the plan
    @return: values by key name
    """
    return [with_mean_rates(plan, _whole("link", table)) for table in plan.tables("link")]


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
    return {name: _site(plan, site) for name, site in given.items() if only or site is not None}


def _site(plan: Plan, given: object) -> str:
    """Return the given site, else the only one."""
    return str(plan.tables("site")[0]["name"] if given is None else given)


def routes(plan: Plan, pairs: Sequence[tuple[str, str]]) -> list[list[Hop] | None]:
    """Return the routes between sites that a run uses.

    @param plan: a plan with sites
    @param pairs: names of two sites each
    @return: links of each route, None where there is none
    """
    need_core()
    from net8 import _core

    # Routes follow delays.
    tables = {name: plan.tables(name) for name in _LISTS}
    tables["link"] = tuple(
        {key: value for key, value in table.items() if key not in TRACE_KEYS} for table in tables["link"]
    )
    try:
        found = _find(
            json.dumps({name: attribute_lists(name, each) for name, each in tables.items()}), tuple(pairs)
        )
    except _core.PlanError as error:
        raise PlanError(str(error)) from None
    whole = links(plan)
    return [None if route is None else [Hop(whole[link], up) for link, up in route] for route in found]


# The same network is asked for its routes at each point of a sweep.
@functools.lru_cache(maxsize=64)
def _find(lists: str, pairs: tuple[tuple[str, str], ...]) -> list[list[tuple[int, bool]] | None]:
    """Find routes in a network given as JSON."""
    from net8 import _core

    return _core.network_routes(json.loads(lists), pairs)


def host_routes(plan: Plan, client_site: object, server_site: object) -> tuple[list[Hop], list[Hop]]:
    """Return the routes between a client host and a server host.

    @param plan: a plan with sites, checked
    @param client_site: client.site of the group, or None
    @param server_site: server.site of the instance, or None
    @return: the links to the server, and those back to the client
    """
    near, far = _site(plan, client_site), _site(plan, server_site)
    there, back = routes(plan, [(near, far), (far, near)])
    return there or [], back or []


def lan_of(plan: Plan, site: object) -> dict[str, object]:
    """Return a site with all its keys.

    @param plan: a plan with sites
    @param site: its name, or None for the only one
    @return: values by key name
    """
    name = _site(plan, site)
    return next(_whole("site", table) for table in plan.tables("site") if table["name"] == name)


def least_mtu(plan: Plan) -> tuple[str, int]:
    """Return the smallest MTU of the links of a plan, which limits the segment size.

    @param plan: the plan
    @return: dotted key and bytes
    """
    found: list[tuple[str, object]] = [("path.mtu", plan["path.mtu"])] if not has_sites(plan) else []
    for section in ("site", "link"):
        for table in plan.tables(section):
            name = f"{section}.{table.get('name')}.mtu"
            found.append((name, table.get("mtu", KEYS[f"{section}.mtu"].default)))
    least = min(found, key=lambda entry: int(str(entry[1])))
    return least[0], int(str(least[1]))


def check_network(plan: Plan) -> None:
    """Refuse an impossible network, and hosts without a site.

    @param plan: the plan
    """
    if is_outside(plan):
        check_library(plan)
        return
    if not has_sites(plan):
        _refuse_network(plan)
        path = {key.name: plan[key.path] for key in keys_of("path")}
        _check_queues(plan, "path", path, int(str(path["mtu"])))
        return
    _check_path(plan)
    names = _check_names(plan)
    for section in ("site", "link"):
        for table in plan.tables(section):
            _check_sizes(plan, section, _whole(section, table))
    for table in plan.tables("link"):
        _check_ends(plan, table, names)
    _check_routes(plan, names)
    _check_changes(plan)
    check_traces(plan)
    _check_hosts(plan)
    _check_reach(plan)


def _refuse_network(plan: Plan) -> None:
    """Refuse lists and keys that need sites in a plan without sites."""
    for section in _LISTS[1:]:
        if plan.tables(section):
            raise PlanError(
                f"the plan has a [[{section}]] but no [[site]]; list the sites of the hosts, or use [path]",
                where=next((at for path, at in plan.lines.items() if path.startswith(f"{section}.")), ""),
            )
    for path, value in _places(plan):
        if value is not None:
            raise PlanError(
                f"{path} = {show(value)}, but the plan has no [[site]]; list the sites, or leave it out",
                where=plan.where(path),
            )


def _places(plan: Plan) -> Iterator[tuple[str, object]]:
    """Yield the keys that place hosts at sites: those of lists, or of sections without a list."""
    for section, key, kind in (("group", "client", "site"), ("instance", "server", "site")):
        for table in plan.tables(section):
            own = table.get(kind)
            shared = plan[f"{key}.site"]
            said = own is None and shared is not None
            yield (f"{key}.site", shared) if said else (f"{section}.{table['name']}.site", own)
        if not plan.tables(section):
            yield f"{key}.site", plan[f"{key}.site"]
    yield "client.name_site", plan["client.name_site"]
    for table in plan.groups:
        yield f"group.{table['name']}.name_site", table.get("name_site")
    for number, table in enumerate(plan.cross_traffic, 1):
        for side in ("client_site", "server_site"):
            yield f"cross_traffic.{number}.{side}", table.get(side)


def _check_path(plan: Plan) -> None:
    """Refuse keys of a single path, and delays in addition to those of links."""
    for key in keys_of("path"):
        if plan.is_set(key.path) and of_one_path(plan, key.path):
            raise PlanError(
                f"{key.path} = {show(plan[key.path])} applies to plans with one path, and this one has [[site]]; set "
                "it in a [[site]] or a [[link]]",
                where=plan.where(key.path),
            )
    for table in plan.instances:
        if units.parse_time(table.get("delay", "0s")):
            raise PlanError(
                f"instance.delay = {show(table['delay'])} applies to plans with one path, and this one has [[site]]; "
                "put the instance at a site of its own",
                where=plan.where(f"instance.{table['name']}.delay"),
            )


def _check_names(plan: Plan) -> set[str]:
    """Return the names of sites and routers; refuse a name that both have."""
    known = {str(table["name"]) for table in plan.tables("site")}
    routers = [str(table["name"]) for table in plan.tables("router")]
    for name in routers:
        if name in known:
            raise PlanError(
                f"router.name = {show(name)} is the name of a site, which has a router of its own; leave the "
                "router out, or choose another name",
                where=plan.where(f"router.{name}.name"),
            )
    return known | set(routers)


def _check_sizes(plan: Plan, section: str, table: Table) -> None:
    """Refuse packet sizes that do not fit queues, frames or IPv6."""
    name, mtu = f"{section}.{table['name']}", int(str(table["mtu"]))
    if plan["path.ip"] != "v4" and mtu < _IPV6_MTU:
        raise PlanError(
            f"{name}.mtu = {mtu} is below the {_IPV6_MTU} bytes that IPv6 needs",
            where=plan.where(f"{name}.mtu"),
        )
    if table.get("kind") == "radio" and mtu > _RADIO_MTU:
        raise PlanError(
            f"{name}.mtu = {mtu} does not fit a frame of 802.11; use at most {_RADIO_MTU} bytes",
            where=plan.where(f"{name}.mtu"),
        )
    _check_queues(plan, name, table, mtu)
    if table.get("loss_list") and table.get("loss_rate"):
        raise PlanError(
            f"{name}.loss_list and {name}.loss_rate are both set; use only one of them",
            where=plan.where(f"{name}.loss_list"),
        )


def _check_queues(plan: Plan, name: str, table: Table, mtu: int) -> None:
    """Refuse queues that are too short for a packet."""
    for key in ("queue_size", "queue_size_up"):
        size = str(table.get(key) or "")
        if size.endswith("B") and int(size[:-1]) < mtu + _FRAME_BYTES:
            raise PlanError(
                f"{name}.{key} = {show(size)} is smaller than a packet of {mtu} bytes with its frame; use at least "
                f"{mtu + _FRAME_BYTES} bytes, or packets",
                where=plan.where(f"{name}.{key}"),
            )
        if size.endswith("B") and table.get("queue_disc") == "fq_codel":
            raise PlanError(
                f"{name}.{key} = {show(size)} is in bytes, but fq_codel counts packets; write packets, such as 1000p",
                where=plan.where(f"{name}.{key}"),
            )


def _check_ends(plan: Plan, table: Table, names: set[str]) -> None:
    """Refuse a link that is not between two sites or routers of the plan."""
    path = f"link.{table['name']}.between"
    where = plan.where(path) or plan.where(f"link.{table['name']}.name")
    between = table.get("between", ())
    ends = [str(end) for end in between] if isinstance(between, tuple) else []
    wrong = next((end for end in ends if end not in names), None)
    if len(ends) != 2:
        raise PlanError(f"{path} = {show(ends)} must name two sites or routers", where=where)
    if wrong is not None:
        raise PlanError(
            f"{path} = {show(ends)} has {show(wrong)}, which is not a site or router"
            f"{meant(wrong, names) or '; the plan has ' + ', '.join(sorted(names))}",
            where=where,
        )
    if ends[0] == ends[1]:
        raise PlanError(f"{path} = {show(ends)} leads from {ends[0]} to itself; name two ends", where=where)


def _check_routes(plan: Plan, names: set[str]) -> None:
    """Refuse routes with unknown nodes or links, and links that do not start at the node of the route."""
    places = {str(table["name"]) for table in plan.tables("site")}
    ends = {str(table["name"]): table["between"] for table in plan.tables("link")}
    for number, table in enumerate(plan.tables("route"), 1):
        at, target, link = (str(table.get(key, "")) for key in ("at", "target", "link"))
        for key, value, known in (("at", at, names), ("target", target, places), ("link", link, {*ends})):
            if value not in known:
                raise PlanError(
                    f"route.{key} = {show(value)} does not exist"
                    f"{meant(value, known) or '; the plan has ' + (', '.join(sorted(known)) or 'none')}",
                    where=plan.where(f"route.{number}.{key}") or plan.where(f"route.{number}.at"),
                )
        between = ends[link]
        if isinstance(between, tuple) and at not in between:
            raise PlanError(
                f"route.link = {show(link)} does not end at {at} but leads from {between[0]} to {between[1]}",
                where=plan.where(f"route.{number}.link"),
            )


def _check_changes(plan: Plan) -> None:
    """Refuse changes of unknown links, and changes without effect."""
    known = [str(table["name"]) for table in plan.tables("link")]
    for number, table in enumerate(plan.tables("link_change"), 1):
        path, link = f"link_change.{number}", str(table.get("link", ""))
        where = next((plan.where(f"{path}.{key}") for key in table), "")
        if link not in known and (link or len(known) != 1):
            hint = meant(link, known) or "; the plan has " + (", ".join(known) or "none")
            raise PlanError(f"link_change.link = {show(link)} is not a link{hint}", where=where)
        if not {"rate", "rate_up", "delay", "delay_up"} & {*table}:
            raise PlanError("a [[link_change]] changes nothing; set its rate or its delay", where=where)


def _check_hosts(plan: Plan) -> None:
    """Refuse hosts without a site."""
    known = [str(table["name"]) for table in plan.tables("site")]
    for path, value in _places(plan):
        section, name = path.split(".")[:2]
        table = next((at for key, at in plan.lines.items() if key.startswith(f"{section}.{name}.")), "")
        where = plan.where(path) or table or plan.where(f"site.{known[0]}.name")
        if value is None and len(known) > 1 and not path.endswith(".name_site"):
            raise PlanError(f"{path} is not set, but the plan has several sites; choose one of {', '.join(known)}",
                            where=where)  # fmt: skip
        if value is not None and value not in known:
            raise PlanError(
                f"{path} = {show(value)} is not a "
                f"site{meant(str(value), known) or '; the plan has ' + ', '.join(known)}",
                where=where,
            )


def _check_reach(plan: Plan) -> None:
    """Refuse hosts that communicate but have no route between them."""
    servers = list(dict.fromkeys(server_sites(plan).values()))
    ends = [(site, server) for site in dict.fromkeys(client_sites(plan).values()) for server in servers]
    ends += [(one, other) for one in servers for other in servers]
    ends += [
        (_site(plan, table.get("client_site")), _site(plan, table.get("server_site")))
        for table in plan.cross_traffic
    ]
    ends += [
        (_site(plan, table.get("site", plan["client.site"])), str(asked))
        for table in plan.groups or ({},)
        if (asked := table.get("name_site", plan["client.name_site"])) is not None
    ]
    pairs = list(dict.fromkeys([*ends, *((far, near) for near, far in ends)]))
    for (near, far), route in zip(pairs, routes(plan, pairs), strict=True):
        if route is None:
            hint = "they are not connected by links, or a [[route]] forms a loop"
            raise PlanError(
                f"there is no route from the site {near} to the site {far}; {hint}",
                where=plan.where(f"site.{near}.name"),
            )
