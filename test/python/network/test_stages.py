# SPDX-License-Identifier: GPL-2.0-only
"""Networks whose hops are computed, against the same networks walked by nodes of ns-3."""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

TOP = Path(__file__).resolve().parents[3]
PLANS = 12
"""Random plans of each kind of path."""
GRAPHS = 24
"""Random networks of up to nine sites; ./net8 test graphs has those of 40."""
LINK: dict[str, Any] = {"name": "ab", "between": ["a", "b"], "rate": "5Mbps"}
JOINED: dict[str, Any] = {"link": [LINK], "client": {"site": "a"}, "server": {"site": "b"}}
TWO_SITES: dict[str, Any] = {"site": [{"name": "a"}, {"name": "b"}], **JOINED}

sys.path.insert(0, str(TOP / "test" / "graphs"))
import graph_plans  # noqa: E402


def both(plan: net8.Plan, folder: Path) -> list[tuple[str, dict[str, str], int]]:
    """Run a plan both ways.

    @param plan: a plan
    @param folder: an empty folder
    @return: of nodes and of stages the digest, hashes of the captures, and events
    """
    found = []
    for network in ("nodes", "stages"):
        target = folder / network
        run = net8.run(plan.with_values({"run.network": network}), folder=target, pcap=True)
        captures = {
            path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(target.glob("*.pcap"))
        }
        found.append((run.digest, captures, run.events))
    return found


def same(plan: net8.Plan, folder: Path) -> None:
    """Hold both ways of running a plan against each other."""
    nodes, stages = both(plan, folder)
    assert len(nodes[1]) == 2
    assert stages[:2] == nodes[:2]
    assert stages[2] < nodes[2], "stages take fewer events"
    # Nobody looks: segments travel without packets.
    assert net8.run(plan.with_values({"run.network": "stages"})).digest == nodes[0]


def random_plan(seed: int, kind: str) -> dict[str, Any]:
    """Make a plan.

    @param seed: decides all of it
    @param kind: of path
    @return: its sections
    """
    draw = random.Random(f"{kind} {seed}")
    rate = draw.choice((1, 2, 5, 10, 45, 100))
    path: dict[str, Any] = {
        "kind": kind,
        "lan_rate": f"{draw.choice((10, 100, 1000))}Mbps",
        "lan_delay": f"{draw.randrange(1, 50)}us",
        "mtu": draw.choice((576, 1500, 1500, 4000)),
        "queue_size": draw.choice(("1p", "3p", "10p", "100p", "8000B", "40000B")),
        "loss_rate": draw.choice((0.0, 0.0, 0.002, 0.02)),
    }
    if path["mtu"] >= 1280:
        path["ip"] = draw.choice(("v4", "v6", "dual"))
    if kind == "wan":
        path |= {
            "rate": f"{rate}Mbps",
            "delay": draw.choice(("0s", "1ms", "12ms", "40ms", "250ms")),
            "hops": draw.randrange(1, 7),
        }
    plan: dict[str, Any] = {
        "path": path,
        "query": {"rows": draw.randrange(1, 600), "row_length": draw.randrange(1, 400)},
        "client": {
            "count": draw.randrange(1, 7),
            "hosts": draw.randrange(1, 4),
            "array_size": draw.choice((1, 10, 100)),
            "sdu": draw.choice((512, 2048, 8192)),
        },
        "client.tcp": {"profile": draw.choice(("linux", "linux", "ns3", "solaris-2.5"))},
        "run": {"seed": seed + 1, "stop_time": "60s"},
    }
    plan["client"]["hosts"] = min(plan["client"]["hosts"], plan["client"]["count"])
    if draw.random() < 0.5:
        traffic = {"kind": draw.choice(("constant", "pareto", "bulk")), "stop": "8s"}
        traffic |= {"direction": draw.choice(("to_client", "to_server"))}
        traffic |= (
            {}
            if traffic["kind"] == "bulk"
            else {"rate": f"{rate * 300}kbps", "packet_size": min(900, path["mtu"] - 28)}
        )
        plan["cross_traffic"] = [traffic]
    return plan


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wan", "lan"])
@pytest.mark.parametrize("seed", range(PLANS))
def test_random_plans_are_the_same_both_ways(seed: int, kind: str, tmp_path: Path) -> None:
    same(net8.Plan.of(random_plan(seed, kind)), tmp_path)


# In that of seed 179 two hosts send in one nanosecond, in another order both ways.
@pytest.mark.slow
@pytest.mark.parametrize(("seed", "most_sites"), [*((seed, 9) for seed in range(GRAPHS)), (179, 40)])
def test_random_graphs_are_the_same_both_ways(seed: int, most_sites: int, tmp_path: Path) -> None:
    nodes, stages, plain = graph_plans.both(graph_plans.graph(seed, most_sites), tmp_path)
    assert len(nodes.captures) == 2
    assert (stages.digest, stages.captures, stages.counters) == (nodes.digest, nodes.captures, nodes.counters)
    assert stages.series == nodes.series
    assert (plain.digest, plain.counters, plain.series) == (nodes.digest, nodes.counters, nodes.series)
    assert stages.events < nodes.events, "stages take fewer events"


def test_random_graphs_have_what_they_are_to_show() -> None:
    documents = [graph_plans.graph(seed, most_sites=9) for seed in range(GRAPHS)]
    links = [link for document in documents for link in document["link"]]
    for name in ("rate_up", "loss_rate", "loss_list", "burst_rate", "jitter", "overtake", "idle_time"):
        assert any(link.get(name) for link in links), name
    assert {document["path"]["ip"] for document in documents} == {"v4", "v6", "dual"}
    assert any(document["link_change"] for document in documents)
    assert any(document["fault"] for document in documents)
    assert sum(len(document["group"]) > 2 for document in documents) > GRAPHS / 3, (
        "flows of several sites merge"
    )


@pytest.mark.parametrize(
    "path",
    [
        pytest.param({"kind": "wan", "delay": "0s", "rate": "100Mbps", "hops": 3}, id="ties"),
        pytest.param({"kind": "wan", "rate": "2Mbps", "queue_size": "2p", "hops": 4}, id="overflow"),
        pytest.param({"kind": "lan", "queue_size": "3000B", "lan_rate": "10Mbps"}, id="bytes"),
        pytest.param({"kind": "wan", "loss_list": [3, 4, 9, 40]}, id="list"),
        pytest.param({"kind": "wan", "jitter": "2ms", "jitter_correlation": 0.4}, id="jitter"),
        pytest.param({"kind": "wan", "burst_rate": 0.01, "burst_length": 3}, id="bursts"),
        pytest.param({"kind": "wan", "reorder": 0.1, "slot_min": "1ms"}, id="reordering and slots"),
    ],
)
def test_paths_are_the_same_both_ways(path: dict[str, Any], tmp_path: Path) -> None:
    clients = {"count": 12, "hosts": 6}
    same(net8.Plan.of({"path": path, "client": clients, "query": {"rows": 400}}), tmp_path)


@pytest.mark.parametrize("think_time", ["29990ms", "30001ms", "34s", "41s"])
def test_neighbours_become_stale_the_same_both_ways(think_time: str, tmp_path: Path) -> None:
    # RFC 4861: one is reachable for 30 s after its last packet, probed 5 s after the next one sent to it.
    path = {"kind": "wan", "ip": "v6", "hops": 2}
    client = {"count": 2, "hosts": 2, "queries": 3, "think_time": think_time}
    same(net8.Plan.of({"path": path, "client": client, "query": {"rows": 40}}), tmp_path)


def test_frames_without_ip_cross_the_switch_of_a_site_the_same_both_ways(tmp_path: Path) -> None:
    same(
        net8.Plan.of({"site": [{"name": "a"}], "path": {"transport": "spx"}, "query": {"rows": 200}}),
        tmp_path,
    )


def test_hosts_that_are_cut_off_are_the_same_both_ways(tmp_path: Path) -> None:
    fault = {"kind": "host_down", "at": "200ms", "until": "700ms"}
    plan = {"path": {"kind": "wan", "rate": "1Mbps"}, "client": {"count": 4, "hosts": 2}, "fault": [fault]}
    same(net8.Plan.of(plan | {"query": {"rows": 3000}}), tmp_path)


@pytest.mark.parametrize("hops", [1, 4])
def test_links_that_go_down_and_come_back_are_the_same_both_ways(hops: int, tmp_path: Path) -> None:
    outages = [{"kind": "link_down", "at": f"{at}ms", "until": f"{at + 150}ms"} for at in (90, 300, 2000)]
    path = {"kind": "wan", "rate": "1Mbps", "hops": hops, "loss_rate": 0.01}
    plan = net8.Plan.of(
        {"path": path, "client": {"count": 4, "hosts": 2}, "fault": outages, "query": {"rows": 3000}}
    )
    assert net8.run(plan).counters["frames_cut_off"] > 10, "the link is busy when it goes down"
    same(plan, tmp_path)


@pytest.mark.parametrize(
    "conditions", [{}, {"jitter": "3ms", "burst_rate": 0.01}, {"delivery_trace": "trace"}]
)
def test_a_firewall_forgets_the_same_both_ways(
    conditions: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trace").write_text("2\n5\n5\n9\n", encoding="utf-8")
    # Sessions think for 2 s, which the firewall does not wait for, but for the last time.
    link = LINK | {"idle_time": "1s", "rate": "1Mbps"} | conditions
    work = {"think_time": "2s", "queries": 3, "count": 3, "hosts": 2, "recv_timeout": "4s"}
    plan = net8.Plan.of(
        {
            **TWO_SITES,
            "link": [link],
            "client": JOINED["client"] | work,
            "query": {"rows": 200},
            "run": {"stop_time": "30s"},
        }
    )
    counters = net8.run(plan).counters
    assert counters["connections_forgotten_on_ab"] >= 3
    assert counters["segments_stopped_on_ab"] > 3
    same(plan, tmp_path)


@pytest.mark.parametrize("name", ["wan-fetch", "dos", "intel-sdu"])
def test_scenarios_are_the_same_both_ways(name: str, tmp_path: Path) -> None:
    plan = net8.load(TOP / "scenarios" / name / "plan.toml")
    point = next(iter(plan.points())).plan
    same(point.with_values({"query.rows": 2000, "query.row_length": 100}), tmp_path)


@pytest.mark.parametrize(
    ("sections", "why"),
    [
        (
            {"site": [{"name": "a", "kind": "radio"}, {"name": "b"}], **JOINED},
            "site a is a radio, whose hosts wait for each other",
        ),
        (
            {**TWO_SITES, "link": [LINK | {"queue_disc": "codel"}]},
            'link ab has queue_disc = "codel", which decides while packets wait',
        ),
        ({"path": {"kind": "segment"}}, "site lan is a segment, whose hosts wait for each other"),
        ({"path": {"last_hop": "radio"}}, "site client is a radio, whose hosts wait for each other"),
        ({"path": {"queue_disc": "red"}}, 'path.queue_disc = "red" decides while packets wait'),
    ],
)
def test_what_cannot_be_computed_is_walked_and_says_so(sections: dict[str, Any], why: str) -> None:
    plan = net8.Plan.of({"query": {"rows": 20}} | sections)
    assert ("switches and routers", f"nodes of ns-3 with stacks and queues ({why})") in describe(plan).facts
    assert net8.run(plan).digest == net8.run(plan.with_values({"run.network": "nodes"})).digest


def test_describe_says_how_packets_cross_a_switch() -> None:
    computed = "computed hops, with the times that nodes of ns-3 would give"
    for network, told in (
        ("stages", computed),
        ("nodes", 'nodes of ns-3 with stacks and queues (run.network = "nodes")'),
    ):
        plan = net8.Plan.of({"run": {"network": network}, "query": {"rows": 20}})
        assert dict(describe(plan).facts)["switches and routers"] == told
