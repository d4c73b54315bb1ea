# SPDX-License-Identifier: GPL-2.0-only
"""Round trips and slowest links between the sites of clients and servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from net8.base import units
from net8.base.words import many
from net8.plan.cluster import servers_of
from net8.plan.fast_forward import why_all_calls
from net8.plan.network import (
    client_sites,
    lan_hops,
    lan_of,
    least_mtu,
    links,
    server_sites,
    sites,
)
from net8.plan.outside import is_outside, library_settings
from net8.plan.plan import Plan
from net8.plan.routes import Hop, routes
from net8.plan.rtt_series import rtt_series_of
from net8.plan.stages import why_nodes
from net8.plan.traces import TRACE_KEYS, trace_of

__all__ = ["conditions", "hops", "repeated_calls", "ways"]

_IDLE_ACTIONS: Final = {
    "drop": "it drops their packets, so that both ends wait until they give up",
    "reset": "it answers their packets with a RST, so that the next call fails at once",
    "pick_up": "it drops packets down until one up takes the connection up again",
    "new_port": "a packet up goes on from another port (61000 and up), so that the server, which does not know it, "
    "answers with a RST, and the next call fails after a round trip; it drops packets down, so that the server waits "
    "until it gives up; a SYN down passes, addresses stay",
    "reset_both": "at that moment each end of the link gets a RST that ends the connection on its side, and what is "
    "sent later is answered with a RST",
}

_URGENT: Final = {
    "clear": "clears the flag of TCP urgent data (URG), so that their byte is one like any other, as after a proxy, "
    "which would lose the byte as well",
    "drop": "drops TCP segments with urgent data (URG); TCP sends them again and again, and all behind them waits",
}
_COMPUTED: Final = "computed hops, with the times that nodes of ns-3 would give"
_SKIPPED: Final = (
    "fetches that repeat in every respect are skipped: TCP alone is simulated for them, with the same results; a run "
    "with a capture, a trace or samples simulates all"
)
_MOST = 40
"""Most pairs of sites that are described."""


def ways(plans: Sequence[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the routes between each site of clients and each site of servers, and conditions of links.

    @param plans: the points of a plan, resolved
    @return: a fact for each pair and each such link, over all points
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for name, text in [("network", _of_library(plan))] if is_outside(plan) else _of(plan):
            found.setdefault(name, {})[text] = None
    facts = [(name, "; or ".join(texts)) for name, texts in found.items()]
    if len(facts) > _MOST:
        facts = [*facts[:_MOST], ("more ways", f"{len(facts) - _MOST} more pairs of sites")]
    return (*facts, *conditions(plans))


def hops(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe how packets cross switches and routers.

    @param plans: the points of a plan, resolved
    @return: a fact, with all reasons where they cross nodes
    """
    told = dict.fromkeys(
        f"nodes of ns-3 with stacks and queues ({why})" if why else _COMPUTED for why in map(why_nodes, plans)
    )
    return (("switches and routers", "; or ".join(told)),)


def repeated_calls(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe whether calls that repeat are skipped.

    @param plans: the points of a plan, resolved
    @return: a fact, with all reasons where they are not, if a point asks for it
    """
    told = dict.fromkeys(
        f"all are simulated ({why})" if why else _SKIPPED
        for why in (why_all_calls(plan) for plan in plans if plan["run.fast_forward"])
    )
    return (("repeated calls", "; or ".join(told)),) if told else ()


def conditions(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe links with jitter, losses, changes or idle times, and what of that is not modelled.

    @param plans: the points of a plan, resolved
    @return: a fact for each such link
    """
    found: dict[str, dict[str, None]] = {}
    for plan in plans:
        for link in links(plan):
            if texts := list(_conditions_of(plan, link)):
                found.setdefault(f"link {link['name']}", {})["; ".join(texts)] = None
    return tuple((name, " | or ".join(texts)) for name, texts in found.items())


def _conditions_of(plan: Plan, link: Mapping[str, object]) -> Iterator[str]:
    """Yield the conditions of a link in addition to rate, delay and queue."""
    for key, way in zip(TRACE_KEYS, ("down", "up"), strict=True):
        if trace := trace_of(plan, link, key):
            yield (
                f"{way} by the trace {link[key]}, {trace.rate_bit_s / 1e6:.3g} Mbit/s on average (the rate given "
                f"above), repeated after {trace.length_s:g} s"
            )
    if series := rtt_series_of(plan, link):
        yield (
            f"delay by the round-trip times of {link['rtt_series']}, half each way: {len(series.rows):,} of them, with "
            f"a median of {series.median_ms:.4g} ms (in place of the delay given above)"
        )
    if link["loss_rate"]:
        yield f"loses {link['loss_rate']} of TCP and UDP packets, {link['loss_direction']}"
    changes = [table for table in plan.tables("link_change") if table.get("link") in (None, "", link["name"])]
    if changes:
        yield f"changes {many(len(changes), 'time')}; the path above is that at the start; routes do not change"
    yield from _impairments_of(link)


def _impairments_of(link: Mapping[str, object]) -> Iterator[str]:
    """Yield what a line does to packets: jitter, bursts, duplicates, reordering, slots, a firewall."""
    if units.parse_time(link["jitter"]):
        order = "packets may overtake" if link["overtake"] else "in order"
        table = link["jitter_file"] or link["jitter_table"]
        yield f"jitter of {link['jitter']}, {table}, {order}{_correlation_of(link)}"
    if link["burst_rate"]:
        yield (
            f"bursts of {link['burst_length']:g} losses on average, which begin with probability {link['burst_rate']} "
            "at a packet; bursts count packets, not time"
        )
    if link["loss_p13"] or link["loss_p14"]:
        yield "losses by the four states of netem (loss_p13 and its like), which count packets, not time"
    if link["duplicate"]:
        yield f"duplicates {link['duplicate']} of TCP and UDP packets, {link['netem_direction']}"
    if link["reorder"]:
        gap = f", at most one in {link['reorder_gap']}" if link["reorder_gap"] != 1 else ""
        yield f"sends {link['reorder']} of the packets without the delay{gap}, {link['netem_direction']}"
    if units.parse_time(link["slot_min"]) or units.parse_time(link["slot_max"]):
        yield f"packets wait for slots, {_slots_of(link)}, {link['netem_direction']}"
    if link["black_hole_mtu"]:
        yield (
            f"IP packets of more than {link['black_hole_mtu']:,} bytes vanish, and no ICMP message tells their sender: "
            "a connection stands still with its first full segment, until its sender gives up (retries2) or finds "
            "smaller ones (mtu_probing)"
        )
    if link["tunnel_mtu"]:
        yield (
            f"a router drops IP packets of more than {link['tunnel_mtu']:,} bytes and tells their sender by ICMP: its "
            "first large segments cost a round trip to that router (path MTU discovery); the host believes it for 600 "
            "s, as Linux; routers do not limit how often they tell, and captures show packets without the bit DF"
        )
    if link["urgent_data"] in _URGENT:
        yield _URGENT[str(link["urgent_data"])]
    if units.parse_time(link["idle_time"]):
        yield (
            f"a device removes TCP connections after an idle time of {link['idle_time']}; "
            f"{_IDLE_ACTIONS[str(link['idle_action'])]}; its limits for handshakes and for closing connections are not "
            "modelled"
        )


def _slots_of(link: Mapping[str, object]) -> str:
    """Describe when slots are, and what they take."""
    most = units.parse_time(link["slot_max"])
    when = f"{link['slot_min']} to {link['slot_max']}" if most else f"{link['slot_min']}"
    room = [f"{link[f'slot_{name}']} {name}" for name in ("packets", "bytes") if link[f"slot_{name}"]]
    return f"{when} after the first that is due" + (f", at most {' or '.join(room)} in one" if room else "")


def _correlation_of(link: Mapping[str, object]) -> str:
    """Describe the correlation of a link's delays."""
    if not link["jitter_correlation"]:
        return ""
    if link["like_netem"]:
        return (
            f", correlation {link['jitter_correlation']} as netem computes it, whose delays are hardly correlated; "
            "like_netem = false correlates them"
        )
    return f", each correlated by {link['jitter_correlation']} with the one before it"


def _of_library(plan: Plan) -> str:
    """Describe what is known about a network that a library builds."""
    told = ", ".join(f"{name} = {value}" for name, value in library_settings(plan).items())
    name = Path(str(plan["network.library"])).name
    return (
        f"built by {name}{f', with the settings {told}' if told else ''}; its round trips and rates are known only "
        "after a run; events and memory are estimated as for a [path]"
    )


def _of(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the routes of one point."""
    at, servers = client_sites(plan), server_sites(plan)
    pairs = list(
        dict.fromkeys(
            (at[str(group["name"])], servers[str(server["name"])])
            for group in plan.groups or ({"name": ""},)
            for server in servers_of(plan, group) or ({"name": ""},)
            if str(group["name"]) in at and str(server["name"]) in servers
        )
    )
    there = routes(plan, pairs)
    back = routes(plan, [(far, near) for near, far in pairs])
    for (near, far), up, down in zip(pairs, there, back, strict=True):
        yield f"from {near} to {far}", _text([lan_of(plan, near), lan_of(plan, far)], up or [], down or [])
    if len({table["mtu"] for table in (*sites(plan), *links(plan))}) > 1:
        name, least = least_mtu(plan)
        yield (
            "segments",
            f"fitted to {name} = {least} bytes, the least MTU of the network, for all hosts, as where routers clamp "
            "the MSS; tunnel_mtu of a link is found by path MTU discovery instead",
        )


def _text(lans: list[dict[str, object]], there: list[Hop], back: list[Hop]) -> str:
    """Describe one route."""
    crossing_s = sum(
        units.seconds(lan["delay"]) * lan_hops(lan, alone=not there) for lan in lans[: 2 if there else 1]
    )
    rtt_ms = 1e3 * (2 * crossing_s + sum(hop.delay_s for hop in (*there, *back)))
    names = [str(hop.link["name"]) for hop in there]
    came = [str(hop.link["name"]) for hop in reversed(back)]
    by = f", by {', '.join(names)}" if names else ""
    by += f", back by {', '.join(reversed(came))}" if came != names else ""
    return f"{rtt_ms:.6g} ms round trip{by}; slowest down {_slowest(lans, back)}, up {_slowest(lans, there)}"


def _slowest(lans: list[dict[str, object]], hops: list[Hop]) -> str:
    """Describe the slowest of the links."""
    rates = [(units.parse_rate(lan["rate"]), str(lan["name"])) for lan in lans]
    rates += [(hop.rate_bit_s, str(hop.link["name"])) for hop in hops]
    rate, name = min(rates)
    return f"{units.format_rate(rate)} ({name})"
