# SPDX-License-Identifier: GPL-2.0-only
"""Keys of the lists that make a network of several sites: sites, routers, links and routes."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from net8.schema.key import Key

__all__ = [
    "DEMAND_KEYS", "LINE_NAMES", "MAP_NAMES", "NETWORK_KEYS", "NETWORK_LISTS", "SERIES_NAMES", "condition_keys",
    "line_keys", "radio_keys",
]  # fmt: skip


def radio_keys(section: str) -> tuple[Key, ...]:
    """Return the keys of a channel of 802.11g.

    @param section: path or site
    @return: its keys
    """
    return (
        Key(section, "radio_rates", "rates", ("54Mbps",), "Rates of 802.11g between which the radio changes.",
            choices=("6Mbps", "9Mbps", "12Mbps", "18Mbps", "24Mbps", "36Mbps", "48Mbps", "54Mbps"),
            source="IEEE 802.11-2012, clause 19"),
        Key(section, "radio_dwell_time", "time", "1s",
            "Mean time between random changes of the radio's rate, exponential.", "s", low=1),
        Key(section, "radio_frame_loss", "fraction", 0.0,
            "Probability that a transmission by radio is lost and repeated."),
        Key(section, "radio_attempts", "int", 7, "Transmissions by radio before a frame is dropped.", low=1,
            high=255, source="IEEE 802.11-2012, dot11ShortRetryLimit"),
    )  # fmt: skip


def condition_keys(section: str) -> tuple[Key, ...]:
    """Return the keys of what a line does to packets besides rate, delay and queue: those of netem, and a firewall.

    @param section: path or link; up is from the first end of a link to the second, on a path to the server
    @return: its keys
    """
    s = section
    return (
        Key(s, "jitter", "time", "0s", "Jitter: variation of the delay of a packet, drawn for each direction "
            "independently.", "s"),
        Key(s, "jitter_direction", "choice", "both", "Direction whose delays vary.", choices=("both", "up", "down")),
        Key(s, "jitter_correlation", "fraction", 0.0,
            "Correlation of a packet's delay with that of the one before it."),
        Key(s, "like_netem", "bool", False, "Whether jitter_correlation is computed as netem does, which takes the "
            "remainder of a correlated number, of which hardly anything is correlated.",
            source="sch_netem.c, tabledist"),
        Key(s, "jitter_table", "choice", "uniform", "Distribution of delays: uniform within the jitter, or with the "
            "jitter as standard deviation.", choices=("uniform", "normal", "pareto", "pareto_normal"),
            source="tc-netem(8)"),
        Key(s, "jitter_file", "text", None, "File relative to the plan with a distribution of delays, in place of "
            "jitter_table: whole numbers in units of 1/8192 of the jitter, as maketable of iproute2 writes them.",
            unset=f"{s}.jitter_table", source="iproute2, /usr/lib/tc/*.dist"),
        Key(s, "overtake", "bool", False,
            "Whether a packet with a shorter delay overtakes others; otherwise it arrives with the one before it."),
        Key(s, "burst_rate", "fraction", 0.0, "Probability that a burst of losses begins at a packet."),
        Key(s, "burst_length", "number", 1.0, "Mean number of packets of a burst.", low=1, high=10**9),
        Key(s, "burst_loss", "number", 1.0, "Share of the packets in a burst that are lost.", low=0, high=1),
        Key(s, "loss_p13", "fraction", 0.0, "Of the four states of netem's losses: probability that a burst begins.",
            source="tc-netem(8), loss state"),
        Key(s, "loss_p31", "number", 1.0, "Likewise, that a burst ends.", low=0, high=1),
        Key(s, "loss_p32", "number", 0.0, "Likewise, that a gap in a burst begins.", low=0, high=1),
        Key(s, "loss_p23", "number", 1.0, "Likewise, that a gap in a burst ends.", low=0, high=1),
        Key(s, "loss_p14", "fraction", 0.0, "Likewise, that a packet between bursts is lost."),
        Key(s, "duplicate", "number", 0.0, "Probability that a TCP or UDP packet is duplicated; the copy is lost and "
            "delayed by itself.", low=0, high=1, source="tc-netem(8)"),
        Key(s, "duplicate_correlation", "fraction", 0.0, "Correlation of successive decisions on duplicates, as "
            "netem computes it: the share of duplicates changes with it.", source="sch_netem.c, get_crandom"),
        Key(s, "reorder", "number", 0.0, "Probability that a packet is sent at once, without the delay, and so "
            "overtakes those before it.", low=0, high=1, source="tc-netem(8)"),
        Key(s, "reorder_correlation", "fraction", 0.0, "Correlation of successive decisions on reordering, as netem "
            "computes it.", source="sch_netem.c, get_crandom"),
        Key(s, "reorder_gap", "int", 1, "Distance of packets sent at once: those between are delayed (gap).",
            "packets", low=1, high=10**6, source="tc-netem(8)"),
        Key(s, "slot_min", "time", "0s", "Packets wait for a slot, in which they arrive together: shortest time until "
            "one.", "s", source="tc-netem(8), slot"),
        Key(s, "slot_max", "time", "0s", "Longest time until a slot, uniform between the two; 0s: always slot_min.",
            "s", source="tc-netem(8), slot"),
        Key(s, "slot_packets", "int", 0, "Packets that a slot takes; 0: all that are due.", "packets", low=0,
            high=10**6, source="tc-netem(8), slot"),
        Key(s, "slot_bytes", "size", 0, "Bytes after which a slot is full; 0: it takes all that are due.", "bytes",
            low=0, high=10**9, source="tc-netem(8), slot"),
        Key(s, "netem_direction", "choice", "both", "Direction in which packets are duplicated, reordered and held "
            "for slots.", choices=("both", "up", "down")),
        Key(s, "black_hole_mtu", "size", 0, "Largest IP packet that passes where routers drop what is larger, and "
            "nobody tells the sender (a path MTU black hole); 0: any.", "bytes", low=0, high=65535,
            source="RFC 2923, 2.1"),
        Key(s, "urgent_data", "choice", "unused", "What becomes of TCP urgent data, by which Oracle clients cancel "
            "calls and check at connect whether they can: unused, as with disable_oob (no client sends any); they "
            "pass; the URG flag is cleared, so that their byte is one like any other (many firewalls, proxies); or "
            "segments with URG are dropped. Set on any line, clients use urgent data.",
            choices=("unused", "pass", "clear", "drop"),
            source="issue 43 of gvenzl/oci-oracle-xe, issue 50 of oracle/odpi"),
        Key(s, "tunnel_mtu", "size", 0, "Largest IP packet that passes where a router before the line drops what is "
            "larger and tells the sender by ICMP (path MTU discovery), as before a tunnel; 0: any.", "bytes", low=0,
            high=65535, source="RFC 1191, RFC 8201"),
        Key(s, "idle_time", "time", "0s", "Idle time after which a firewall on the link removes a TCP connection from "
            "its table; 0s: no firewall.", "s"),
        Key(s, "idle_action", "choice", "drop", "What becomes of its packets then: dropped silently (firewall); "
            "answered with a RST (firewall that rejects, load balancer); those up take the connection up again (NAT "
            "of Linux, nf_conntrack_tcp_loose); those up go on from another port, which the server does not know "
            "(other NATs); or both ends get a RST at the limit itself (load balancer with TCP reset on idle).",
            choices=("drop", "reset", "pick_up", "new_port", "reset_both"),
            source="nf_conntrack-sysctl.rst of Linux; RFC 4787, 4.2; Azure Load Balancer, TCP Reset on idle timeout"),
    )  # fmt: skip


_NEEDED: Final = "none; it is required"


MAP_NAMES: Final = ("latitude", "longitude")
"""Names of the keys of a place on a map."""


def _map_keys(section: str) -> tuple[Key, ...]:
    """Return the keys by which a figure of the network is a map; they change no result.

    @param section: site or router
    @return: its keys
    """
    unset = "it has no place on a map"
    return (
        Key(section, "latitude", "number", None, "Latitude: degrees north of the equator.", "degrees", low=-90,
            high=90, unset=unset, core=False),
        Key(section, "longitude", "number", None, "Longitude: degrees east of Greenwich.", "degrees", low=-180,
            high=180, unset=unset, core=False),
    )  # fmt: skip


_SITE: Final = (
    Key("site", "name", "text", None, "Name of the site.", unset=_NEEDED),
    Key("site", "kind", "choice", "switched", "Network of the site: a switch, one bus, a switch with the client "
        "hosts on one channel of 802.11g, or a cable from each host to the router (as at the server of a [path]).",
        choices=("switched", "segment", "radio", "routed")),
    Key("site", "rate", "rate", "100Mbps", "Rate of each cable, or of the bus.", "bit/s", low=1,
        source="IEEE 802.3u"),
    Key("site", "delay", "time", "5us", "One-way delay of each cable, or of the bus.", "s",
        source="100 m of cable and a switch"),
    Key("site", "mtu", "size", 1500, "Largest IP packet.", "bytes", low=576, high=65535, source="RFC 894"),
    Key("site", "queue_size", "queue", "1000p", "Queue size of each port of the switch or router.", "packets or bytes"),
    *radio_keys("site"),
    *_map_keys("site"),
)  # fmt: skip
_ROUTER: Final = (
    Key("router", "name", "text", None, "Name of a router outside of all sites.", unset=_NEEDED),
    *_map_keys("router"),
)
_LINK: Final = (
    Key("link", "name", "text", None, "Name of the link.", unset=_NEEDED),
    Key("link", "between", "words", (), "The two sites or routers at its ends; up is from the first to the second."),
    Key("link", "rate", "rate", "10Mbps", "Rate in each direction.", "bit/s", low=1),
    Key("link", "rate_up", "rate", None, "Rate up.", "bit/s", low=1, unset="link.rate"),
    Key("link", "delay", "time", "40ms", "Propagation delay in each direction.", "s"),
    Key("link", "delay_up", "time", None, "Propagation delay up.", "s", unset="link.delay"),
    Key("link", "mtu", "size", 1500, "Largest IP packet.", "bytes", low=576, high=65535, source="RFC 894"),
    Key("link", "queue_size", "queue", "100p", "Queue size at each end.", "packets or bytes"),
    Key("link", "queue_size_up", "queue", None, "Queue size at the first end.", "packets or bytes",
        unset="link.queue_size"),
    Key("link", "queue_disc", "choice", "none", "Queue discipline of both ends.",
        choices=("none", "pfifo", "red", "codel", "fq_codel", "threshold")),
    Key("link", "queue_ecn", "bool", False, "Whether red, codel and fq_codel mark ECN-capable packets instead of "
        "dropping them; both ends have to agree on ECN (client.tcp.ecn).", source="tc-red(8), tc-codel(8)"),
    Key("link", "queue_threshold", "queue", "20p", "Packets or bytes in a queue of the discipline threshold from "
        "which on ECN-capable packets are marked.", "packets or bytes", source="Alizadeh et al. 2010, for 1 Gbit/s"),
    Key("link", "loss_rate", "fraction", 0.0, "Probability that a packet is lost."),
    Key("link", "loss_direction", "choice", "both", "Direction in which packets are lost at random.",
        choices=("both", "up", "down")),
    Key("link", "loss_list", "indices", (), "Numbers of the packets down that are lost, counted from 0."),
    Key("link", "delivery_trace", "text", None, "File relative to the plan with a time in milliseconds in each line, "
        "at which 1504 bytes can be delivered down; it replaces the rate.", unset="link.rate",
        source="mahimahi, mm-link(1)"),
    Key("link", "delivery_trace_up", "text", None, "The same up.", unset="link.rate_up"),
)  # fmt: skip
SERIES_NAMES: Final = ("rtt_series",)
"""Keys of a link that name files, which become its changes."""
_CONDITIONS: Final = (
    Key("link", "rtt_series", "text", None, "File relative to the plan with a time in seconds and a measured round-"
        "trip time in milliseconds in each line: half of it is the delay in each direction, until the next line.",
        unset="link.delay", core=False),
    *condition_keys("link"),
)  # fmt: skip
_CHANGE: Final = (
    Key("link_change", "link", "text", "", "Link that changes; empty: the only one."),
    Key("link_change", "at", "time", "0s", "When it does.", "s"),
    Key("link_change", "rate", "rate", None, "Rate in each direction from then on.", "bit/s", low=1, unset="as it is"),
    Key("link_change", "rate_up", "rate", None, "Rate up.", "bit/s", low=1, unset="link_change.rate"),
    Key("link_change", "delay", "time", None, "Propagation delay in each direction from then on.", "s",
        unset="as it is"),
    Key("link_change", "delay_up", "time", None, "Propagation delay up.", "s", unset="link_change.delay"),
)  # fmt: skip
_ROUTE: Final = (
    Key("route", "at", "text", "", "Site or router where it holds."),
    Key("route", "target", "text", "", "Site to which the packets go."),
    Key("route", "link", "text", "", "Link that they take."),
)

_FILE_KEYS: Final = (
    Key("network", "file", "text", None, "File of a network, relative to the plan: its nodes become sites, its "
        "edges links.", unset="the plan lists them", core=False),
    Key("network", "library", "text", None, "Shared library that builds the network with ns-3, relative to the "
        "plan. A run loads it, with all rights of its user.",
        unset="the plan says it", core=False),
    Key("network", "settings", "table", None, "Settings for that library: texts, numbers or truth values by name.",
        unset="nothing", core=False),
    Key("network", "sites", "words", (), "Nodes of the file that are sites; the others are routers. Empty: all are "
        "sites.",
        core=False),
    Key("network", "rate", "rate", None, "Rate of links whose edges have none.", "bit/s", low=1,
        unset="each edge tells", core=False),
    Key("network", "delay", "time", None, "Propagation delay of links whose edges have none and whose "
        "ends have no coordinates.", "s",
        unset="given by each edge, or computed from the coordinates of its ends", core=False),
    Key("network", "rate_attribute", "text", "", "Attribute of edges in the file that is their rate, such as "
        "bandwidth; empty: rate, else LinkSpeedRaw in bit/s.", core=False),
    Key("network", "rate_unit", "choice", None, "Unit of rates in the file that are plain numbers.",
        choices=("bps", "kbps", "Mbps", "Gbps"), unset="none, so that each has its own", core=False),
    Key("network", "delay_attribute", "text", "", "Attribute of edges in the file that is their delay, or their "
        "length; empty: delay.", core=False),
    Key("network", "delay_unit", "choice", None, "Unit of delays in the file that are plain numbers; km: of lengths, "
        "which signals travel at network.km_per_ms.",
        choices=("ns", "us", "ms", "s", "km"), unset="none, so that each has its own", core=False),
    Key("network", "km_per_ms", "number", 204.0, "Distance that a signal travels along a link in a millisecond.",
        "km/ms", low=1, high=300, source="light in glass, n = 1.468 (ITU-T G.652 fibre at 1550 nm)", core=False),
    Key("network", "detour", "number", 1.0, "Length of a link relative to the distance between its ends.",
        low=1, high=100,
        core=False),
)  # fmt: skip

DEMAND_KEYS: Final = (
    Key("demands", "file", "text", None, "File of demands between sites, relative to the plan: a CSV with source, "
        "target and demand, SNDlib, or REPETITA. Each becomes background traffic of constant rate.",
        unset="a gravity model, if demands.load is set", core=False),
    Key("demands", "load", "number", None, "Load of the busiest direction of a link to which all demands are scaled, "
        "IP headers included: 0.6 fills it by 60 %; 0: no demands.", high=10, unset="as the file says", core=False),
    Key("demands", "unit", "choice", None, "Unit of demands that are plain numbers.",
        choices=("bps", "kbps", "Mbps", "Gbps"), unset="Mbps in SNDlib, kbps in REPETITA, in a CSV that of each",
        core=False),
    Key("demands", "skip_unconnected", "bool", False, "Whether demands between parts of the network that no link "
        "joins are left out.", core=False),
)  # fmt: skip
"""Keys of a traffic matrix."""

LINE_NAMES: Final = (
    "rate_up", "delay_up", "queue_size_up", "delivery_trace", "delivery_trace_up", *SERIES_NAMES,
)  # fmt: skip
"""Names of the keys of a link that [path] has for its one WAN link; a plan that sets one is resolved to a graph."""


def line_keys() -> tuple[Key, ...]:
    """Return these keys of [path]: those of a link, which only Python reads.

    @return: the keys
    """
    of_link = {key.name: key for key in (*_LINK, *_CONDITIONS)}
    keys = (of_link[name] for name in LINE_NAMES)
    return tuple(
        replace(key, section="path", unset=key.unset.replace("link.", "path."), core=False) for key in keys
    )


NETWORK_LISTS: Final = ("site", "router", "link", "route", "link_change")
"""Names of these lists."""

NETWORK_KEYS: Final = (*_FILE_KEYS, *_SITE, *_ROUTER, *_LINK, *_CONDITIONS, *_ROUTE, *_CHANGE)
"""All keys of these lists."""
