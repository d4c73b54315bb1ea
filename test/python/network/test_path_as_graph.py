# SPDX-License-Identifier: GPL-2.0-only
"""A [path] is a preset of sites and links: what it writes, written by hand, takes the same time to the nanosecond."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe
from net8.forecast.estimate import estimate
from net8.forecast.ways import ways
from net8.plan.network import as_sites
from net8.plan.resolve import resolve

Document = dict[str, Any]

CLIENTS: Document = {"driver": "python-thin", "count": 3, "hosts": 3}
LINE: Document = {"rate": "10Mbps", "delay": "10ms"}
ENDS: Document = {"client": CLIENTS | {"site": "client"}, "server": {"site": "server"}}


def wan(**more: object) -> Document:
    """Return a WAN as the graph that [path] stands for; its queues of 100 packets are those of a link."""
    return {
        "site": [{"name": "client"}, {"name": "server", "kind": "routed"}],
        "link": [{"name": "wan", "between": ["client", "server"], **LINE, **more}],
        **ENDS,
    }


HOPS: Document = {
    "site": [{"name": "client"}, {"name": "server", "kind": "routed"}],
    "router": [{"name": "router1"}, {"name": "router2"}],
    "link": [
        {"name": f"wan{number}", "between": list(ends), "rate": "10Mbps", "delay": delay}
        for number, (ends, delay) in enumerate(
            {
                # 10,000,001 ns by 3 links: 3,333,333 each, and what is left goes to the first two.
                ("client", "router1"): "3333334ns",
                ("router1", "router2"): "3333334ns",
                ("router2", "server"): "3333333ns",
            }.items(),
            1,
        )
    ],
    **ENDS,
}


@pytest.mark.parametrize(
    ("path", "graph"),
    [
        pytest.param(LINE, wan(), id="wan"),
        pytest.param(LINE | {"queue_size": "3p"}, wan(queue_size="3p"), id="short queues"),
        pytest.param(LINE | {"queue_disc": "codel"}, wan(queue_disc="codel"), id="codel"),
        pytest.param(LINE | {"rate_up": "64kbps"}, wan(rate_up="64kbps"), id="slower up"),
        pytest.param(LINE | {"delay_up": "30ms"}, wan(delay_up="30ms"), id="farther up"),
        pytest.param(LINE | {"queue_size_up": "3p"}, wan(queue_size_up="3p"), id="shorter queue up"),
        pytest.param(LINE | {"loss_list": [3, 9, 20]}, wan(loss_list=[3, 9, 20]), id="listed losses"),
        pytest.param({"rate": "10Mbps", "delay": "10000001ns", "hops": 3}, HOPS, id="three hops"),
        pytest.param({"kind": "lan", "queue_size": "1000p"}, {"site": [{"name": "lan"}]}, id="lan"),
        pytest.param({"kind": "lan", "ip": "v6"}, {"path": {"ip": "v6"}, "site": [{"name": "lan"}]}, id="v6"),
    ],
)
def test_a_path_takes_the_time_of_its_graph(path: Document, graph: Document) -> None:
    query: Document = {"query": {"rows": 3000, "row_length": 100}}
    runs = [
        net8.run(net8.Plan.of({"client": CLIENTS} | sections | query | {"run": {"network": network}}))
        for sections in ({"path": {"kind": "wan"} | path}, graph)
        for network in ("stages", "nodes")
    ]
    first = runs[0]
    assert list(first.sessions["outcome"]) == ["closed"] * 3
    for other in runs[1:]:
        # The address of the server in CONNECT is longer at a site than on the LAN of a path.
        before_connect = path.get("kind") == "lan"
        names = ["start_ns", "connected_ns"] if before_connect else list(first.session_columns)
        for name in names:
            assert list(other.session_columns[name]) == list(first.session_columns[name]), name
        for name in () if before_connect else first.call_columns:
            assert list(other.call_columns[name]) == list(first.call_columns[name]), name
        assert other.counters.get("queue_drops_to_client") == first.counters.get("queue_drops_to_client")


@pytest.mark.parametrize("target", ["wan1", "wan2", "wan3"])
def test_one_link_of_a_path_fails_as_that_of_its_graph(target: str) -> None:
    shared: Document = {
        "fault": [{"kind": "link_down", "target": target, "at": "300ms", "until": "700ms"}],
        "query": {"rows": 30_000, "row_length": 100},
    }
    path = {"kind": "wan", "rate": "10Mbps", "delay": "10000001ns", "hops": 3}
    of_path, of_graph = (
        net8.run(net8.Plan.of(sections | shared)) for sections in ({"client": CLIENTS, "path": path}, HOPS)
    )
    assert of_path.counters["frames_cut_off"] > 0
    assert of_path.counters["frames_cut_off"] == of_graph.counters["frames_cut_off"]
    assert list(of_path.session_columns["end_ns"]) == list(of_graph.session_columns["end_ns"])


@pytest.mark.parametrize(
    "path",
    [
        pytest.param({"hops": 1, "queue_size": "3p", "queue_disc": "codel"}, id="wan"),
        pytest.param({"hops": 4, "delay": "10000003ns", "loss_list": [3, 9, 20]}, id="four hops"),
        pytest.param({"mtu": 1400, "lan_rate": "10Mbps", "lan_delay": "50us"}, id="its LANs"),
    ],
)
def test_python_writes_the_graph_that_cpp_builds(path: Document) -> None:
    plan = net8.Plan.of({"client": CLIENTS, "path": {"kind": "wan"} | path, "query": {"rows": 1000}})
    built, written = net8.run(plan), net8.run(as_sites(plan))
    for name in built.call_columns:
        assert list(written.call_columns[name]) == list(built.call_columns[name]), name
    for drops in ("queue_drops_to_client", "loss_drops_to_client"):
        assert written.counters.get(drops) == built.counters.get(drops)


@pytest.mark.parametrize(
    ("path", "lossy"),
    [
        ({"loss_direction": "both"}, ["down", None, "up"]),
        ({"loss_direction": "to_client"}, ["down", None, None]),
        ({"loss_direction": "to_server"}, [None, None, "up"]),
        ({"loss_direction": "both", "hops": 1}, ["both"]),
    ],
)
def test_packets_are_lost_where_they_leave_the_wan(path: Document, lossy: list[str | None]) -> None:
    links = as_sites(net8.Plan.of({"path": {"hops": 3, "loss_rate": 0.1} | path})).tables("link")
    assert [link.get("loss_direction") for link in links] == lossy


def test_a_radio_is_that_of_the_clients() -> None:
    path = {"last_hop": "radio", "radio_rates": ["6Mbps"]}
    near, far = as_sites(net8.Plan.of({"path": path})).tables("site")
    assert (near["kind"], near["radio_rates"], far["kind"]) == ("radio", ("6Mbps",), "routed")
    assert "radio_rates" not in far


def test_the_link_of_a_path_does_what_that_of_its_graph_does_under_spx() -> None:
    """Slots of 5 ms that draw nothing; a packet waits for one where without slots it would come after 10 ms."""
    plan = net8.Plan.of({"path": LINE | {"transport": "spx", "slot_min": "5ms"}, "query": {"rows": 30}})
    of_path, of_graph, free = (
        net8.run(one) for one in (plan, as_sites(plan), plan.with_values({"path.slot_min": "0s"}))
    )
    assert list(of_path.sessions["outcome"]) == ["closed"]
    assert list(of_path.call_columns["end_ns"]) == list(of_graph.call_columns["end_ns"])
    assert of_path.session_columns["end_ns"][0] > free.session_columns["end_ns"][0]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param({}, id="wan"),
        pytest.param({"hops": 4, "delay": "10000003ns"}, id="four hops"),
        pytest.param({"kind": "lan"}, id="lan"),
        pytest.param({"kind": "segment"}, id="segment"),
        pytest.param({"last_hop": "radio"}, id="radio"),
        pytest.param({"jitter": "2ms", "loss_rate": 0.01, "mtu": 1400}, id="conditions"),
    ],
)
def test_a_path_is_foreseen_as_its_graph(path: Document) -> None:
    plan = net8.Plan.of({"path": path})
    graph = as_sites(plan)
    assert estimate(resolve(graph)) == estimate(resolve(plan))
    told, known = dict(describe(graph).facts), dict(describe(plan).facts)
    for name in ("bottleneck rate", "round-trip time", "switches and routers", *dict(ways([graph]))):
        assert told[name] == known[name], name


def test_a_routed_site_needs_a_router() -> None:
    with pytest.raises(net8.PlanError, match="needs a link that ends at the site"):
        resolve(net8.Plan.of({"site": [{"name": "a", "kind": "routed"}]}))


FILES: Document = {
    "trace": {"delivery_trace": "a.txt", "delivery_trace_up": "a.txt", "delay": "10ms"},
    "trace of one way": {"delivery_trace": "a.txt", "rate": "2Mbps"},
    "round-trip times": {"rtt_series": "b.txt", "rate": "2Mbps"},
}
"""What a WAN can say by files beside the plan."""


def with_files(folder: Path, document: Document) -> net8.Plan:
    """Write the files, and return the plan beside them."""
    (folder / "a.txt").write_text("1\n4\n5\n9\n")
    (folder / "b.txt").write_text("0 20\n0.4 70\n1 30\n")
    return replace(net8.Plan.of(document), folder=folder)


@pytest.mark.parametrize("case", FILES)
def test_files_of_a_path_are_those_of_its_link(case: str, tmp_path: Path) -> None:
    line = FILES[case]
    link = {"name": "wan", "between": ["client", "server"], **line}
    shared: Document = {
        "cross_traffic": [{"rate": "500kbps", "client_site": "client", "server_site": "server"}],
        "query": {"rows": 3000},
    }
    near = {"client": CLIENTS, "path": line, **shared, "cross_traffic": [{"rate": "500kbps"}]}
    of_path = with_files(tmp_path, near)
    of_graph = with_files(tmp_path, wan() | {"link": [link]} | shared)
    one, other = net8.run(of_path), net8.run(of_graph)
    assert one.digest == other.digest
    assert dict(describe(of_path).facts)["link wan"] == dict(describe(of_graph).facts)["link wan"]
    # What is stored beside a result is a plan that reads back as the same.
    assert resolve(resolve(of_path).plan).lists == resolve(of_graph).lists


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"path": {"rate_up": "1Mbps", "hops": 2}}, 'path.kind = "wan" and path.hops = 2; leave it out'),
        (
            {"path": {"rtt_series": "b.txt", "kind": "lan"}},
            'path.kind = "lan" and path.hops = 1; leave it out',
        ),
        (
            {"path": {"rtt_series": "b.txt", "delay": "1ms"}},
            'path.delay = "1ms" has no effect with rtt_series',
        ),
        ({"path": {"rtt_series": "c.txt"}}, 'no file "c.txt" beside the plan for path.rtt_series'),
        (
            {"path": {"delivery_trace_up": "a.txt", "rate_up": "1Mbps"}},
            'path.rate_up = "1Mbps" has no effect with',
        ),
        (
            {"path": {"rate_up": "1Mbps"}, "run": {"partition": ["client", "server"]}},
            "makes the path a graph, which run.partition",
        ),
        (
            {"path": {"delay_up": "1ms"}, "instance": [{"name": "a"}, {"name": "b", "delay": "2ms"}]},
            'makes the path a graph, where instance.delay = "2ms" has no place',
        ),
    ],
)
def test_what_a_path_cannot_say_of_its_line_is_one_sentence(
    document: Document, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(net8.PlanError, match=re.escape(sentence)):
        resolve(with_files(tmp_path, document))
