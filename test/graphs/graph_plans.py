# SPDX-License-Identifier: GPL-2.0-only
"""Random networks of sites whose hops can be computed, and runs of them both ways."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import net8

__all__ = ["Outcome", "both", "graph"]

Document = dict[str, Any]

_RATES: Final = ("512kbps", "2Mbps", "10Mbps", "34Mbps", "100Mbps")
_QUEUES: Final = ("1p", "2p", "5p", "20p", "100p", "4000B", "30000B")


_LOST: Final = ("drops", "frames_cut_off", "connections_forgotten", "segments_stopped")
"""What is in the name of a counter of packets that do not arrive."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave."""

    digest: str  #: of the run
    captures: dict[str, str]  #: hash of each capture by name of its file
    counters: dict[str, int]  #: packets dropped and lost, by name
    series: dict[str, str]  #: hash of each table of links over time by name of its file
    events: int  #: events that it took


def both(document: Document, folder: Path) -> tuple[Outcome, Outcome, Outcome]:
    """Run a plan both ways, with captures at all clients and at the server; and computed without captures.

    Where nobody looks, segments travel without packets.

    @param document: the plan
    @param folder: an empty folder
    @return: what came of it walked by nodes, computed as stages, and computed without captures
    """
    plan = net8.Plan.of(document)
    return (
        _run(plan, "nodes", folder / "nodes"),
        _run(plan, "stages", folder / "stages"),
        _run(plan, "stages", folder / "plain", pcap=False),
    )


def _run(plan: net8.Plan, network: str, target: Path, *, pcap: bool = True) -> Outcome:
    """Run a plan one way."""
    run = net8.run(plan.with_values({"run.network": network}), folder=target, pcap=pcap)
    captures = {path.name: _hash(path) for path in sorted(target.glob("*.pcap"))}
    # Nothing is written of links through which nothing came.
    tables = (target / "links.csv", target / "goodput.csv")
    series = {path.name: _hash(path) for path in tables if path.exists()}
    drops = {
        name: count
        for name, count in run.counters.items()
        if count > 0 and any(map(name.__contains__, _LOST))
    }
    return Outcome(run.digest, captures, drops, series, run.events)


def _hash(path: Path) -> str:
    """Hash a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def graph(seed: int, most_sites: int = 40) -> Document:
    """Make a plan of 2 to 40 sites with flows that merge.

    @param seed: decides all of it
    @param most_sites: most sites
    @return: its sections
    """
    draw = random.Random(f"graph {seed}")
    ip = draw.choice(("v4", "v6", "dual"))
    sites = [f"s{number}" for number in range(draw.randrange(2, most_sites + 1))]
    routers = [f"r{number}" for number in range(draw.randrange(0, 1 + len(sites) // 2))]
    links = _links(draw, sites, routers, 1280 if ip != "v4" else 576)
    places = draw.sample(sites, min(len(sites), draw.randrange(2, 8)))
    plan: Document = {
        "path": {"ip": ip},
        "site": [_site(draw, name) for name in sites],
        "router": [{"name": name} for name in routers],
        "link": links,
        "client": {"array_size": draw.choice((1, 10, 100)), "sdu": draw.choice((512, 2048, 8192))},
        "client.tcp": {
            "profile": draw.choice(("linux", "linux", "linux", "ns3", "solaris-2.5", "windows-nt4"))
        },
        "group": [_group(draw, number, site) for number, site in enumerate(places)],
        "server": {"site": draw.choice(sites)},
        "query": {"rows": draw.randrange(1, 200), "row_length": draw.randrange(1, 300)},
        "run": {"seed": seed + 1, "stop_time": "30s"},
    }
    plan["link_change"] = [
        _change(draw, draw.choice(links)["name"]) for _ in range(draw.choice((0, 0, 1, 3)))
    ]
    plan["cross_traffic"] = [_traffic(draw, sites) for _ in range(draw.choice((0, 1, 1, 3)))]
    # From numbers of their own, so that each seed keeps the rest of its network.
    more = random.Random(f"graph {seed} outages and firewalls")
    for link in links:
        if more.random() < 0.1:
            link["idle_time"] = more.choice(("2ms", "30ms", "500ms", "10s"))
    plan["fault"] = [_outage(more, more.choice(links)["name"]) for _ in range(more.choice((0, 0, 1, 3)))]
    # Looks at round times meet packets in one nanosecond, those at others find more different states.
    plan["run"] |= {"series": ["links"], "sample_interval": more.choice(("200ms", "500ms", "333333333ns"))}
    return plan


def _site(draw: random.Random, name: str) -> Document:
    """Draw a LAN."""
    return {
        "name": name,
        "rate": draw.choice(("10Mbps", "100Mbps", "1Gbps")),
        "delay": f"{draw.randrange(1, 60)}us",
        "mtu": draw.choice((1500, 1500, 4000)),
        "queue_size": draw.choice(("1000p", "1000p", "10p", "3p", "20000B")),
    }


def _links(draw: random.Random, sites: list[str], routers: list[str], mtu: int) -> list[Document]:
    """Join all sites and routers by a tree, and some of them a second time."""
    order = draw.sample(sites + routers, len(sites + routers))
    ends = [(order[number], draw.choice(order[:number])) for number in range(1, len(order))]
    for _ in range(draw.randrange(0, 1 + len(order) // 3)):
        near, far = draw.sample(order, 2)
        ends.append((near, far))
    return [
        {"name": f"l{number}", "between": list(pair)} | _link(draw, mtu) for number, pair in enumerate(ends)
    ]


def _link(draw: random.Random, mtu: int) -> Document:
    """Draw what a link is made of."""
    link: Document = {
        "rate": draw.choice(_RATES),
        "delay": f"{draw.choice((0, 17, 1003, 5000, 20011, 90007))}us",
        "queue_size": draw.choice(_QUEUES),
        "mtu": draw.choice((mtu, 1500, 1500)),
    }
    if draw.random() < 0.3:
        link |= {"rate_up": draw.choice(_RATES), "delay_up": f"{draw.randrange(0, 60000)}us"}
    if draw.random() < 0.2:
        link |= {
            "loss_rate": draw.choice((0.002, 0.02, 0.1)),
            "loss_direction": draw.choice(("both", "up", "down")),
        }
    elif draw.random() < 0.1:
        link["loss_list"] = sorted(draw.sample(range(60), 4))
    if draw.random() < 0.15:
        link |= {
            "burst_rate": 0.01,
            "burst_length": draw.randrange(1, 6),
            "burst_loss": draw.choice((0.5, 1.0)),
        }
    if draw.random() < 0.25:
        link |= {
            "jitter": draw.choice(("100us", "4ms", "40ms")),
            "jitter_correlation": draw.choice((0.0, 0.5)),
            "jitter_table": draw.choice(("uniform", "normal", "pareto")),
            "overtake": draw.random() < 0.5,
        }
    return link


def _change(draw: random.Random, link: str) -> Document:
    """Draw a change of a link."""
    change: Document = {"link": link, "at": f"{draw.randrange(0, 4000)}ms"}
    if draw.random() < 0.7:
        change["rate"] = draw.choice(_RATES)
    if draw.random() < 0.7 or "rate" not in change:
        change["delay"] = f"{draw.randrange(0, 50000)}us"
    return change


def _outage(draw: random.Random, link: str) -> Document:
    """Draw a time in which a link is down."""
    begin = draw.randrange(0, 3000)
    return {
        "kind": "link_down",
        "target": link,
        "at": f"{begin}ms",
        "until": f"{begin + draw.choice((1, 20, 300, 4000))}ms",
    }


def _group(draw: random.Random, number: int, site: str) -> Document:
    """Draw some clients."""
    count = draw.randrange(1, 5)
    return {
        "name": f"g{number}",
        "site": site,
        "count": count,
        "hosts": draw.randrange(1, count + 1),
        "start": f"{draw.choice((0, 0, draw.randrange(500)))}ms",
    }


def _traffic(draw: random.Random, sites: list[str]) -> Document:
    """Draw traffic between two sites."""
    near, far = draw.sample(sites, 2)
    kind = draw.choice(("constant", "pareto", "bulk"))
    traffic = {
        "kind": kind,
        "client_site": near,
        "server_site": far,
        "stop": "3s",
        "direction": draw.choice(("to_client", "to_server")),
    }
    return traffic if kind == "bulk" else traffic | {"rate": draw.choice(_RATES[:3]), "packet_size": 500}
