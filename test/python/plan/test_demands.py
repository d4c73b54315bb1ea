# SPDX-License-Identifier: GPL-2.0-only
"""Demands from each format on random networks: loads are those of networkx, and those that a run measures."""

from __future__ import annotations

import json
import random
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import net8
import networkx as nx
import pytest
from command_line import command
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

RATES = (10, 34, 155, 622)


def graph_of(seed: int) -> Any:
    """Make a connected network with delays of which no two ways have the same sum: powers of two."""
    draw = random.Random(seed)
    graph = nx.gnm_random_graph(7, 11, seed=seed)
    nodes = list(graph)
    graph.add_edges_from(pairwise(nodes))
    for number, (one, other) in enumerate(graph.edges):
        graph.edges[one, other].update(delay_us=100 + 2**number, mbit=draw.choice(RATES))
    return graph


def demands_of(seed: int) -> dict[tuple[int, int], float]:
    """Draw demands in Mbit/s between some of the nodes."""
    draw = random.Random(1000 + seed)
    pairs = [(one, other) for one in range(7) for other in range(7) if one != other]
    return {pair: draw.randint(1, 400) / 100 for pair in draw.sample(pairs, 15)}


def by_hand(graph: Any, demands: dict[tuple[int, int], float]) -> dict[tuple[str, str], float]:
    """Send each demand along the way with the least delay; return the load of each direction of a link."""
    loads: dict[tuple[str, str], float] = {}
    for (one, other), mbit in demands.items():
        way = nx.shortest_path(graph, one, other, weight="delay_us")
        for near, far in pairwise(way):
            key = f"n{near}", f"n{far}"
            loads[key] = loads.get(key, 0.0) + mbit / graph.edges[near, far]["mbit"]
    return loads


def write(
    graph: Any, demands: dict[tuple[int, int], float], kind: str, folder: Path
) -> tuple[net8.Plan, Path]:
    """Write a network and its demands in a format; return the plan and the file of the demands."""
    edges = [(one, other, data["mbit"], data["delay_us"]) for one, other, data in graph.edges(data=True)]
    network: dict[str, object] = {"file": "net.csv"}
    if kind == "native":
        lines = [
            "?SNDlib native format; type: network; version: 1.0",
            "NODES (",
            *(f"  n{n}" for n in graph),
            ")",
        ]
        lines += [
            "LINKS (",
            *(f"  L{i} ( n{a} n{b} ) {r} 0 0 0 ( )" for i, (a, b, r, _d) in enumerate(edges)),
            ")",
        ]
        lines += ["DEMANDS (", *(f"  D{i} ( n{a} n{b} ) 2 {v / 2} UNLIMITED"
                                 for i, ((a, b), v) in enumerate(demands.items())), ")"]  # fmt: skip
        file, text = folder / "all.native", "\n".join(lines)
    elif kind == "xml":
        told = "".join(f'<demand id="D{a}{b}"><source>n{a}</source><target>n{b}</target><demandValue>{v}</demandValue>'
                       "</demand>" for (a, b), v in demands.items())  # fmt: skip
        file, text = (
            folder / "d.xml",
            f'<?xml version="1.0"?>\n<network xmlns="http://sndlib.zib.de/network"><demands>{told}</demands></network>',
        )
    elif kind == "repetita":
        told = "\n".join(
            f"demand_{i} {a} {b} {v * 1000:.0f}" for i, ((a, b), v) in enumerate(demands.items())
        )
        file, text = folder / "d.demands", f"DEMANDS {len(demands)}\nlabel src dest bw\n{told}\n"
    else:
        told = "\n".join(f"n{a},n{b},{v}" for (a, b), v in demands.items())
        file, text = folder / "d.csv", f"source,target,demand (Mbps)\n{told}\n"
    file.write_text(text, encoding="utf-8")
    if kind == "repetita":
        both = [each for a, b, r, d in edges for each in ((a, b, r, d), (b, a, r, d))]
        listed = "\n".join(f"e{i} {a} {b} 1 {r * 1000} {d}" for i, (a, b, r, d) in enumerate(both))
        nodes = "\n".join(f"n{n} 0 0" for n in graph)
        (folder / "net.graph").write_text(
            f"NODES 7\nlabel x y\n{nodes}\n\nEDGES {len(both)}\nlabel src dest weight bw delay\n{listed}\n"
        )
        network["file"] = "net.graph"
    else:
        rows = "\n".join(f"n{a},n{b},{r}Mbps,{d}us" for a, b, r, d in edges)
        (folder / "net.csv").write_text(f"source,target,rate,delay\n{rows}\n")
    plan = net8.Plan.of({"network": network}, folder=folder).with_values({"site.*.rate": "10Gbps"})
    return plan, file


@pytest.mark.parametrize("kind", ["csv", "native", "xml", "repetita"])
def test_loads_are_those_of_networkx(kind: str, tmp_path: Path) -> None:
    """Eight random networks in each format, 32 in all."""
    for seed in range(8):
        graph, demands = graph_of(seed), demands_of(seed)
        found = net8.traffic_matrix(*write(graph, demands, kind, tmp_path))
        assert {(each.source, each.target): each.load for each in found.loads} == pytest.approx(
            by_hand(graph, demands)
        )
        assert found.factor == 1
        assert {pair: value / 1e6 for pair, value in found.demands.items()} == pytest.approx(
            {(f"n{one}", f"n{other}"): mbit for (one, other), mbit in demands.items()}
        )
        scaled = net8.traffic_matrix(*write(graph, demands, kind, tmp_path), load=0.5)
        assert scaled.loads[0].load == pytest.approx(0.5)
        assert scaled.factor == pytest.approx(0.5 / max(by_hand(graph, demands).values()))


def line_of_three() -> dict[str, Any]:
    """Return a plan of three sites in a row, 10 and 20 Mbit/s."""
    return {
        "site": [{"name": name} for name in "ABC"],
        "link": [
            {"name": "AB", "between": ["A", "B"], "rate": "10Mbps", "delay": "1ms"},
            {"name": "BC", "between": ["B", "C"], "rate": "20Mbps", "delay": "1ms"},
        ],
        "client": {"site": "A"},
        "server": {"site": "C"},
        "query": {"rows": 200},
        "run": {"sample_interval": "500ms", "series": ["links"]},
    }


def test_a_gravity_model_has_the_masses_of_its_links() -> None:
    """Masses are what links carry in and out: A 20, B 60, C 40 Mbit/s, of which AB : AC : BC are 1200 : 800 : 2400.

    AB carries 1200 + 800 of 10, BC 800 + 2400 of 20: AB is the busiest, and to be 80 % full it gets 8 Mbit/s.
    """
    found = net8.traffic_matrix(net8.Plan.of(line_of_three()), None, load=0.8)
    mbit = {"".join(pair): value / 1e6 for pair, value in found.demands.items()}
    assert mbit == pytest.approx({"AB": 4.8, "BA": 4.8, "AC": 3.2, "CA": 3.2, "BC": 9.6, "CB": 9.6})
    loads = {each.source + each.target: each.load for each in found.loads}
    assert loads == pytest.approx({"AB": 0.8, "BA": 0.8, "BC": 0.64, "CB": 0.64})


def test_a_run_measures_that_load(tmp_path: Path) -> None:
    """The session of the plan adds little, and framing 2 bytes of PPP to 1028."""
    found = net8.traffic_matrix(net8.Plan.of(line_of_three()), None, load=0.6)
    plan = net8.Plan.of(tomllib.loads(found.plan.to_toml())).with_values(
        {"client.think_time": "1s", "client.queries": 3}
    )
    series = net8.run(plan).link_series
    steady = series[series["time_s"] >= 1].groupby(["link", "direction"])["load"].mean()
    assert steady["AB"].to_list() == pytest.approx([0.6, 0.6], rel=0.03)
    assert steady["BC"].to_list() == pytest.approx([0.48, 0.48], rel=0.03)


def test_demands_of_a_plan_are_flows_of_each_point(tmp_path: Path) -> None:
    """A to C over 10 and 20 Mbit/s: 60 % of AB are 6 Mbit/s, of which 1000 of 1028 bytes are payload."""
    (tmp_path / "d.csv").write_text("source,target,demand\nA,C,2\nA,B,0\n")
    document = line_of_three() | {"demands": {"file": "d.csv", "unit": "Mbps"}}
    plan = net8.Plan.of(document, folder=tmp_path)
    assert net8.Plan.of(tomllib.loads(plan.to_toml()), folder=tmp_path) == plan
    rates = {None: 2e6, 0: 0.0, 0.6: 6e6}
    for load, bit_s in rates.items():
        point = plan if load is None else plan.with_values({"demands.load": load})
        flows = resolve(point).plan.cross_traffic
        assert [flow["rate"] for flow in flows] == ([f"{round(bit_s * 1000 / 1028)}bps"] if bit_s else [])
        # The same as what net8 demands writes.
        if bit_s:
            assert resolve(point).digest() == resolve(net8.traffic_matrix(point, None).plan).digest()
    told = describe(plan.sweep({"demands.load": [0, 0.6]}))
    assert dict(told.facts)["demands"].startswith("none | or 1 constant UDP flow of 6 Mbit/s in all")
    assert [row[1] for row in told.settings if row[0] == "demands.load"] == ["0.0, 0.6"]
    assert not [row for row in told.settings if row[0].startswith("cross_traffic")]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"load": 11}, "p.toml:LINE: demands.load = 11 is out of range; use 0 to 10"),
        ({"lod": 1}, "p.toml:LINE: demands.lod is not a key of a plan (did you mean load?)"),
        ({"unit": "Mbps"}, "p.toml:LINE: a gravity model tells shares alone"),
        ({"file": "none.csv"}, "p.toml:LINE: there is no file"),
        ({"file": "odd.csv"}, 'odd.csv:1: the demand "12" has no unit'),
    ],
)
def test_wrong_demands_of_a_plan_are_refused_in_a_sentence(
    given: dict[str, object], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    file = tmp_path / "p.toml"
    (tmp_path / "odd.csv").write_text("A,C,12\n")
    lines = net8.Plan.of(line_of_three()).to_toml().splitlines()
    table = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    file.write_text("\n".join([*lines, "[demands]", *table]) + "\n")
    assert command(["describe", str(file)], monkeypatch) == 2
    assert said.replace("LINE", str(len(lines) + 2)) in " ".join(capsys.readouterr().err.split())


def test_a_load_is_found_as_any_other_key(tmp_path: Path) -> None:
    """AB is 45 % full at a load of 0.45, less what a session adds, and packets of 1028 bytes have 1030 on a line."""
    plan = net8.Plan.of(line_of_three()).with_values(
        {"client.think_time": "1s", "client.queries": 2, "query.rows": 10}
    )
    found = net8.threshold(
        plan, {"demands.load": (0.1, 0.9)}, "link_load < 45 %", runs=3, jobs=1, out=tmp_path
    )
    assert found.holds_below
    assert [found.low, found.high] == pytest.approx([0.45, 0.45], rel=0.03)
    with pytest.raises(net8.PlanError, match="sweeps demands.load.* such as --set demands.load=0.1"):
        net8.traffic_matrix(plan.sweep({"demands.load": [0.1, 0.2]}), None)


def test_parallel_links_and_parts_without_a_link_are_said(tmp_path: Path) -> None:
    document = line_of_three()
    document["link"].append({"name": "AB 2", "between": ["A", "B"], "rate": "10Mbps", "delay": "2ms"})
    document["site"].append({"name": "D"})
    plan = net8.Plan.of(document)
    file = tmp_path / "d.csv"
    file.write_text("A,B,1Mbps\nA,D,1Mbps\nB,B,5Mbps\n")
    with pytest.raises(net8.PlanError, match="no links lead from A to D.* with --skip-unconnected"):
        net8.traffic_matrix(plan, file)
    found = net8.traffic_matrix(plan, file, skip=True)
    assert [each.link for each in found.loads] == ["AB"]
    said = " ".join(found.notes)
    assert "1 demands between parts that no link joins are left out" in said
    assert "1 demands from a site to itself" in said
    assert "1 pairs of nodes, such as A and B, have parallel links" in said


def test_the_command_writes_a_plan_and_refuses_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, file, zoo = tmp_path / "p.toml", tmp_path / "d.csv", tmp_path / "zoo.graphml"
    plan.write_text(net8.Plan.of(line_of_three()).to_toml())
    file.write_text("source,target,demand (Mbps)\nA,C,2\n")
    words = ["demands", str(plan), "--file", str(file)]
    assert command([*words, "--write", str(tmp_path / "busy.toml")], monkeypatch) == 0
    assert "1 demand of 2 Mbit/s in all" in capsys.readouterr().out
    (flow,) = net8.load(tmp_path / "busy.toml").cross_traffic
    # 1000 of 1028 bytes are payload.
    assert flow["rate"] == f"{round(2e6 * 1000 / 1028)}bps"
    assert (flow["server_site"], flow["client_site"]) == ("A", "C")
    # As many files of the Topology Zoo: no capacities, and no coordinates.
    nx.write_graphml(nx.path_graph(3), zoo)
    other, odd = tmp_path / "o.csv", tmp_path / "odd.csv"
    other.write_text("A,X,1Mbps\n")
    odd.write_text("A,C,12\n")
    for line, said in (
        (["demands", str(plan)], "a gravity model tells shares alone; say --load"),
        (["demands", str(plan), "--load", "90"], "load = 90 is not a load of the busiest link"),
        (
            ["demands", str(plan), "--file", str(other)],
            '"X" is not a site of the network; the sites are A, B, C',
        ),
        (["demands", str(plan), "--file", str(odd)], 'the demand "12" has no unit; write one such as 12Mbps'),
        (["demands", str(plan), "--file", str(tmp_path / "none")], "there is no file"),
        ([*words, "--unit", "furlong"], '"furlong" is not a unit of demands'),
        (
            [*words, "--load", "9", "--set", "site.*.rate=10Mbps"],
            "Mbit/s would leave the site A over a cable",
        ),
        (
            ["demands", str(zoo), "--load", "0.5"],
            "has no rate; add a rate to it, set LinkSpeedRaw or network.rate",
        ),
    ):
        assert command(line, monkeypatch) == 2
        assert said in " ".join(capsys.readouterr().err.split())
    given = ["--set", "network.rate=10Mbps", "--set", "network.delay=5ms"]
    assert command(["demands", str(zoo), "--load", "0.5", *given], monkeypatch) == 0
    assert "Busiest links" in capsys.readouterr().out
    nx.write_graphml(nx.disjoint_union(nx.path_graph(3), nx.empty_graph(1)), zoo)
    assert command(["demands", str(zoo), "--load", "0.5", *given], monkeypatch) == 0
    assert "no demands of 1 site without a link, such as 3" in capsys.readouterr().out
    # Cables of a site have 100 Mbit/s; the middle of three nodes sends more at a load of 0.5 of 1 Gbit/s.
    given[1] = "network.rate=1Gbps"
    assert command(["demands", str(zoo), "--load", "0.5", *given], monkeypatch) == 2
    assert 'set --set "site.*.rate=1Gbps", or a lower load' in capsys.readouterr().err
    given += ["--set", "site.*.rate=1Gbps"]
    assert command(["demands", str(zoo), "--load", "0.5", *given], monkeypatch) == 0
    given[-1] = "client.sdu=512"
    assert command(["demands", str(zoo), "--load", "0.5", *given], monkeypatch) == 2
    assert "client.sdu does not apply to the network of a file; set network.rate" in capsys.readouterr().err


def test_links_there_and_back_of_a_directed_network_are_one(tmp_path: Path) -> None:
    """As in sun, giul39 and janos-us of SNDlib, where each link is named once for each direction."""
    links = ["A B", "B A", "B C", "C B"]
    for listed, several in ((links, False), ([*links, "C B"], True)):
        text = "?SNDlib native format; type: network; version: 1.0\nNODES (\n A\n B\n C\n)\nLINKS (\n"
        text += "".join(f" L{number} ( {ends} ) 0 0 0 0 ( 10 1 )\n" for number, ends in enumerate(listed))
        (tmp_path / "net.native").write_text(f"{text})\n")
        section = {"file": "net.native", "delay": "1ms"}
        plan = net8.Plan.of({"network": section}, folder=tmp_path)
        assert len(plan.tables("link")) == (5 if several else 2)
        found = net8.traffic_matrix(plan, None, load=0.5)
        assert any("parallel links" in note for note in found.notes) == several
        if not several:
            # Gravity with masses 20, 40 and 20: 800 + 400 from A, so that both links are equally full.
            assert [each.load for each in found.loads] == pytest.approx([0.5] * 4)
