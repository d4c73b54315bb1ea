# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the network of a plan: sizes, ends of links, routes, and places of hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from net8.base import units
from net8.base.errors import PlanError
from net8.plan.network import (
    NETWORK_LISTS,
    client_sites,
    does_more,
    has_sites,
    link_names,
    of_line,
    of_one_path,
    server_sites,
    site_of,
    urgent_lines,
    whole_table,
)
from net8.plan.outside import check_library, is_outside
from net8.plan.plan import Plan
from net8.plan.routes import routes
from net8.plan.rtt_series import check_rtt_series
from net8.plan.tcp import runs_machine
from net8.plan.traces import check_traces
from net8.schema.table import keys_of
from net8.schema.values import meant, show

__all__ = ["check_network"]

_FRAME_BYTES: Final = 14
"""Bytes of an Ethernet header."""
_RADIO_MTU: Final = 2296
"""Largest packet in a frame of 802.11: 2304 bytes less 8 of LLC and SNAP."""
_IPV4_MTU: Final = 576
_IPV6_MTU: Final = 1280


Table = Mapping[str, object]


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
        _check_sizes(plan, "path", {**path, "kind": path["last_hop"]})
        _check_conditions(plan, "path", path)
        _check_one_link(plan)
        _check_line(plan)
        _check_urgent_data(plan)
        _check_changes(plan)
        check_traces(plan)
        check_rtt_series(plan)
        return
    _check_path(plan)
    names = _check_names(plan)
    for section in ("site", "link"):
        for table in plan.tables(section):
            _check_sizes(plan, f"{section}.{table['name']}", whole_table(section, table))
    for table in plan.tables("link"):
        _check_ends(plan, table, names)
    _check_routed(plan)
    _check_routes(plan, names)
    for table in plan.tables("link"):
        _check_conditions(plan, f"link.{table['name']}", whole_table("link", table))
    _check_urgent_data(plan)
    _check_changes(plan)
    check_traces(plan)
    check_rtt_series(plan)
    _check_hosts(plan)
    _check_reach(plan)


def _check_conditions(plan: Plan, path: str, whole: Table) -> None:
    """Refuse what contradicts itself: probabilities of more than 1, two models of bursts, slots without a range."""
    for one, other in (("loss_p13", "loss_p14"), ("loss_p31", "loss_p32")):
        if float(str(whole[one])) + float(str(whole[other])) > 1:
            raise PlanError(
                f"{path}.{one} = {show(whole[one])} and {other} = {show(whole[other])} are more than "
                "1 together; one packet does one of these",
                where=plan.where(f"{path}.{one}") or plan.where(f"{path}.{other}"),
            )
    if whole["burst_rate"] and (whole["loss_p13"] or whole["loss_p14"]):
        raise PlanError(
            f"{path} has burst_rate and loss_p13 or loss_p14, which are two models of bursts; leave "
            "one of them out",
            where=plan.where(f"{path}.burst_rate"),
        )
    _check_tunnel(plan, f"{path}.tunnel_mtu", int(str(whole["tunnel_mtu"])))
    least, most = (units.parse_time(whole[name]) for name in ("slot_min", "slot_max"))
    if 0 < most < least:
        raise PlanError(
            f"{path}.slot_max = {show(whole['slot_max'])} is below slot_min = {show(whole['slot_min'])}; write the "
            "longest time until a slot, or leave it out",
            where=plan.where(f"{path}.slot_max"),
        )


def _check_tunnel(plan: Plan, path: str, mtu: int) -> None:
    """Refuse a tunnel that is too small for IP, and ends that do not hear its router."""
    if mtu == 0:
        return
    least, version = (_IPV4_MTU, "IPv4") if plan["path.ip"] == "v4" else (_IPV6_MTU, "IPv6")
    if mtu < least:
        raise PlanError(
            f"{path} = {mtu} is below the {least} bytes that {version} needs; use 0 where there is no tunnel",
            where=plan.where(path),
        )
    for end in ("client.tcp", "server.tcp"):
        if not runs_machine(plan[f"{end}.profile"], plan[f"{end}.congestion_control"]):
            raise PlanError(
                f"{path} = {mtu} tells senders by ICMP, which ns-3's own TCP of {end} does not read; set "
                f'{end}.profile = "linux" with a congestion control of the TCP of net8, or use black_hole_mtu',
                where=plan.where(path),
            )
    if plan["path.tcp_demux"] == "stock":
        raise PlanError(
            f'{path} = {mtu} tells senders by ICMP, which path.tcp_demux = "stock" does not pass on; leave one of '
            "them out",
            where=plan.where(path),
        )


def _check_one_link(plan: Plan) -> None:
    """Refuse what one link does on a WAN of several."""
    if plan["path.hops"] != 1 and (more := [*does_more(plan)]):
        raise PlanError(
            f"{more[0]} = {show(plan[more[0]])} is of a WAN with path.hops = 1, and it is {show(plan['path.hops'])}; "
            "leave one of them out, or list sites and links",
            where=plan.where(more[0]),
        )


def _check_line(plan: Plan) -> None:
    """Refuse keys of one WAN link where there is none, several, or what a graph cannot hold."""
    if not (key := of_line(plan)):
        return
    where = plan.where(key)
    if plan["path.kind"] != "wan" or plan["path.hops"] != 1:
        raise PlanError(
            f"{key} = {show(plan[key])} is of a WAN of one link, but path.kind = {show(plan['path.kind'])} and "
            f"path.hops = {show(plan['path.hops'])}; leave it out, or list sites and links",
            where=where,
        )
    if plan["run.partition"]:
        raise PlanError(
            f"{key} = {show(plan[key])} makes the path a graph, which run.partition = {show(plan['run.partition'])} "
            'does not divide; list sites and links, and write "share" once for each rank',
            where=where,
        )
    for table in plan.instances:
        if units.parse_time(table.get("delay", "0s")):
            raise PlanError(
                f"{key} = {show(plan[key])} makes the path a graph, where instance.delay = {show(table['delay'])} has "
                "no place; leave one of them out, or list sites and links",
                where=where,
            )


def _check_urgent_data(plan: Plan) -> None:
    """Refuse urgent data that no end could send: ns-3's TCP has none, and the other transports neither."""
    for path, word in urgent_lines(plan).items():
        for end in ("client", "server"):
            profile, control = (plan[f"{end}.tcp.{name}"] for name in ("profile", "congestion_control"))
            if not runs_machine(profile, control):
                raise PlanError(
                    f"{path} = {show(word)} is of TCP urgent data, which ns-3's TCP does not have, and {end}.tcp runs "
                    "it; use the profile linux with a congestion control of net8, or leave urgent_data out",
                    where=plan.where(path),
                )
        if plan["path.transport"] != "tcp":
            raise PlanError(
                f"{path} = {show(word)} is of TCP, and path.transport = {show(plan['path.transport'])}; leave one of "
                "them out",
                where=plan.where(path),
            )


def _refuse_network(plan: Plan) -> None:
    """Refuse lists and keys that need sites in a plan without sites."""
    for section in NETWORK_LISTS:
        if section != "link_change" and plan.tables(section):
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
    if plan.tables("redo"):
        raise PlanError(
            "the plan has a [[redo]] but no [[site]], and [path] has no place for a standby; list the sites of the "
            "hosts and of the standby",
            where=next((at for path, at in plan.lines.items() if path.startswith("redo.")), ""),
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
    for number, table in enumerate(plan.tables("redo"), 1):
        yield f"redo.{number}.site", table.get("site")
    for table in plan.tables("cman"):
        yield f"cman.{table['name']}.site", table.get("site")


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


def _check_routed(plan: Plan) -> None:
    """Refuse hosts with cables to the router of a site that has none."""
    joined = {str(end) for table in plan.tables("link") for end in cast("Sequence[object]", table["between"])}
    for table in plan.tables("site"):
        if table.get("kind") == "routed" and table["name"] not in joined:
            raise PlanError(
                f'site.{table["name"]}.kind = "routed" needs a link that ends at the site, which has a router only '
                'then; add one, or use "switched"',
                where=plan.where(f"site.{table['name']}.kind"),
            )


def _check_sizes(plan: Plan, name: str, table: Table) -> None:
    """Refuse packet sizes that do not fit queues, frames or IPv6, and losses both listed and at random."""
    mtu = int(str(table["mtu"]))
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
            f"{name}.loss_list and {name}.loss_rate are both set; choose listed or random loss",
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
    known = link_names(plan) or []
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
    known = {str(table["name"]): None for table in plan.tables("site")}
    for path, value in _places(plan):
        if value is None and len(known) > 1 and not path.endswith(".name_site"):
            raise PlanError(
                f"{path} is not set, but the plan has several sites; choose one of {', '.join(known)}",
                where=_table_line(plan, path),
            )
        if value is not None and value not in known:
            raise PlanError(
                f"{path} = {show(value)} is not a "
                f"site{meant(str(value), [*known]) or '; the plan has ' + ', '.join(known)}",
                where=_table_line(plan, path),
            )


def _table_line(plan: Plan, path: str) -> str:
    """Return file and line of a key, else of the first key of its table, else of the first site."""
    table = path.rpartition(".")[0] + "."
    first = next((at for key, at in plan.lines.items() if key.startswith(table)), "")
    return plan.where(path) or first or plan.where(f"site.{plan.tables('site')[0]['name']}.name")


def _check_reach(plan: Plan) -> None:
    """Refuse hosts that communicate but have no route between them."""
    servers = list(dict.fromkeys(server_sites(plan).values()))
    ends = [(site, server) for site in dict.fromkeys(client_sites(plan).values()) for server in servers]
    ends += [(one, other) for one in servers for other in servers]
    ends += [
        (site_of(plan, table.get("client_site"), "client"), site_of(plan, table.get("server_site"), "server"))
        for table in plan.cross_traffic
    ]
    primaries = server_sites(plan)
    ends += [
        (site_of(plan, table.get("site"), "server"), primaries.get(str(table.get("instance")), servers[0]))
        for table in plan.tables("redo")
    ]
    for table in plan.tables("cman"):
        middle = site_of(plan, table.get("site"), "server")
        ends += [(middle, site) for site in dict.fromkeys([*client_sites(plan).values(), *servers])]
    ends += [
        (site_of(plan, table.get("site", plan["client.site"]), "client"), str(asked))
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
