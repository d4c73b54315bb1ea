# SPDX-License-Identifier: GPL-2.0-only
"""Networks in the formats of others: small files by their rules, and what each becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base import units
from net8.cli.topology_views import network_of
from net8.plan.graph_file import FORMATS
from net8.plan.network import links
from net8.plan.resolve import resolve

pytestmark = pytest.mark.plain

Link = tuple[Any, ...]


def plan(folder: Path, name: str, text: str, keys: str = "") -> net8.Plan:
    """Load a plan of a network file."""
    (folder / name).write_text(text, encoding="utf-8")
    (folder / "plan.toml").write_text(f'[network]\nfile = "{name}"\n{keys}\n', encoding="utf-8")
    return net8.load(folder / "plan.toml")


def read(folder: Path, name: str, text: str, keys: str = "") -> list[Link]:
    """Return ends, bit/s and seconds down and up of each link."""

    def told(link: dict[str, Any], key: str) -> Any:
        return link[f"{key}_up"] or link[key]

    return [
        (
            link["between"], units.parse_rate(link["rate"]), units.parse_time(link["delay"]) / 1e9,
            units.parse_rate(told(link, "rate")), units.parse_time(told(link, "delay")) / 1e9,
        )
        for link in links(plan(folder, name, text, keys))
    ]  # fmt: skip


def both(first: str, second: str, rate: float, delay_s: float) -> Link:
    """Return a link that is alike in both directions."""
    return ((first, second), int(rate), pytest.approx(delay_s), int(rate), pytest.approx(delay_s))


GML = """graph [
  {head}
  node [ id 0 label "A" ]
  node [ id 1 label "B" ]
  edge [ source 0 target 1 key 0 LinkLabel "first" ]
  edge [ source 0 target 1 key {key} LinkLabel "a key 0" ]
  edge [ source 1 target 0 key 2 ]
  edge [ source 1 target 1 ]
]
"""


@pytest.mark.parametrize("head", ["", "multigraph 0", "multigraph 1", 'Network "multigraph 1 of old"'])
def test_edges_between_the_same_nodes_are_parallel_links(head: str, tmp_path: Path) -> None:
    """As in 96 of the 276 files of the Topology Zoo, which do not say that they have some."""
    found = plan(
        tmp_path,
        "zoo.gml",
        GML.format(head=head, key=int(head == "multigraph 1")),
        'rate = "1Gbps"\ndelay = "1ms"',
    )
    assert [link["name"] for link in links(found)] == ["A-B", "A-B 2", "B-A"]
    told = "LinkLabel of edges in zoo.gml", "1 edges of zoo.gml from a node to itself"
    assert found.ignored == told
    assert set(told) <= set(resolve(found.with_values({"client.site": "A", "server.site": "B"})).unmodelled)


@pytest.mark.parametrize("line", ['"Washington, DC","New York, NY",1Mbps,2ms',
                                  '"Washington, DC" "New York, NY" 1Mbps 2ms',
                                  "Washington, DC\tNew York, NY\t1Mbps\t2ms", "Washington, DC;New York, NY;1Mbps;2ms",
                                  '"Washington, DC";"New York, NY";1Mbps;2ms  # comment'])  # fmt: skip
def test_names_with_commas_are_whole(line: str, tmp_path: Path) -> None:
    # A name of the plan has no comma, which separates names in lists.
    assert read(tmp_path, "e.csv", f"{line}\n") == [both("Washington DC", "New York NY", 1e6, 0.002)]


def test_there_and_back_is_one_link_of_a_list(tmp_path: Path) -> None:
    text = "A B 1Mbps 2ms\nB A\nB C 4Mbps 5ms\nC B 8Mbps 6ms\nA C 1Gbps 1ms\nA C 1Gbps 1ms\n"
    assert read(tmp_path, "e.edges", text) == [
        both("A", "B", 1e6, 0.002), (("B", "C"), 8_000_000, 0.006, 4_000_000, 0.005),
        both("A", "C", 1e9, 0.001), both("A", "C", 1e9, 0.001),
    ]  # fmt: skip


def test_a_first_line_may_name_the_columns(tmp_path: Path) -> None:
    text = "from,to,cost,bandwidth,latency\nA,B,3,2.5,7\nB,C,3,10,0.5\n"
    keys = 'rate_attribute = "bandwidth"\nrate_unit = "Gbps"\ndelay_attribute = "latency"\ndelay_unit = "ms"'
    assert read(tmp_path, "e.csv", text, keys) == [both("A", "B", 2.5e9, 0.007), both("B", "C", 1e10, 0.0005)]
    assert plan(tmp_path, "e.csv", text, keys).ignored == ("cost of edges in e.csv",)


def test_lengths_become_delays(tmp_path: Path) -> None:
    # 408 km at 204 km/ms, and 1.5 times as much with detours.
    keys = 'rate = "1Gbps"\ndelay_attribute = "length"\ndelay_unit = "km"'
    text = "source target length\nA B 408\n"
    assert read(tmp_path, "e.txt", text, keys) == [both("A", "B", 1e9, 0.002)]
    assert read(tmp_path, "e.txt", text, f"{keys}\ndetour = 1.5") == [both("A", "B", 1e9, 0.003)]


def test_numbers_without_a_unit_are_refused_with_their_line(tmp_path: Path) -> None:
    text = "source target bandwidth\nA B 10\n"
    with pytest.raises(
        net8.PlanError, match=r'e.txt:2: the bandwidth of an edge is "10", without a unit; set network.ra'
    ):
        read(tmp_path, "e.txt", text, 'rate_attribute = "bandwidth"\ndelay = "1ms"')
    assert read(
        tmp_path, "e.txt", text.replace("10", "10Mbps"), 'rate_attribute = "bandwidth"\ndelay = "1ms"'
    ) == [both("A", "B", 1e7, 0.001)]


NATIVE = """?SNDlib native format; type: network; version: 1.0
# network small

NODES (
  ATLA ( -84.38 33.75 )
  CHIN ( -87.62 41.88 )
  NOWHERE ( -87.62 41.88 )
)

LINKS (
  L1 ( ATLA CHIN ) 9920.00 0.00 0.00 0.00 ( 40.00 1.00 )
  L2 ( CHIN NOWHERE ) 0.00 0.00 0.00 0.00 ( 155.00 1.00 622.00 2.00 )
  L3 ( ATLA CHIN ) UNLIMITED 0.00 0.00 0.00 ( )
)

DEMANDS (
  D1 ( ATLA CHIN ) 1 42.00 UNLIMITED
)
"""
XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<network xmlns="http://sndlib.zib.de/network" version="1.0"><networkStructure>
<nodes coordinatesType="geographical">
<node id="ATLA"><coordinates><x>-84.38</x><y>33.75</y></coordinates></node>
<node id="CHIN"><coordinates><x>-87.62</x><y>41.88</y></coordinates></node>
<node id="NOWHERE"><coordinates><x>-87.62</x><y>41.88</y></coordinates></node>
</nodes><links>
<link id="L1"><source>ATLA</source><target>CHIN</target>
<preInstalledModule><capacity>9920.0</capacity><cost>0</cost></preInstalledModule></link>
<link id="L2"><source>CHIN</source><target>NOWHERE</target><additionalModules>
<addModule><capacity>155.0</capacity><cost>1</cost></addModule>
<addModule><capacity>622.0</capacity><cost>2</cost></addModule></additionalModules></link>
<link id="L3"><source>ATLA</source><target>CHIN</target></link>
</links></networkStructure><demands/></network>
"""


@pytest.mark.parametrize(("name", "text"), [("s.txt", NATIVE), ("s.native", NATIVE), ("s.xml", XML)])
def test_sndlib(name: str, text: str, tmp_path: Path) -> None:
    # Atlanta to Chicago by the haversine: 8.13 degrees north, 3.24 east at a mean cosine of 0.787: 945 km.
    far = pytest.approx(945 / 204e3, rel=0.01)
    known = [*read(tmp_path, name, text, 'rate = "1Gbps"')]
    assert known[0] == (("ATLA", "CHIN"), 9_920_000_000, far, 9_920_000_000, far)
    assert known[1] == both("CHIN", "NOWHERE", 622e6, 0)
    assert known[2] == (("ATLA", "CHIN"), 10**9, far, 10**9, far)
    assert read(tmp_path, name, text, 'rate = "1Gbps"\nrate_unit = "Gbps"')[1][1] == 622 * 10**9


REPETITA = """NODES 3
label x y
0_SRI -122.18219 37.45383
1_USCB -119.69819 34.42083
2_UCLA -118.24368 34.05223

EDGES 3
label src dest weight bw delay
edge_0 0 1 1 1000000 678
edge_1 1 0 1 2000000 700
edge_2 1 2 1 1000000 237
"""


def test_repetita(tmp_path: Path) -> None:
    """Kilobits per second and microseconds, each direction for itself (repetita.info.ucl.ac.be/DataFormat.html)."""
    assert read(tmp_path, "r.graph", REPETITA) == [
        (("0_SRI", "1_USCB"), 2 * 10**9, 0.0007, 10**9, 0.000678), both("1_USCB", "2_UCLA", 1e9, 0.000237),
    ]  # fmt: skip
    assert plan(tmp_path, "r.graph", REPETITA).ignored == ("weight of edges in r.graph",)
    # As synth50 of its authors, whose nodes are no places on the Earth.
    flat = plan(tmp_path, "r.graph", REPETITA.replace(" 34.05223", " -118.2"))
    assert [table.get("latitude") for table in flat.tables("site")] == [None] * 3


BRITE = """Topology: ( 3 Nodes, 2 Edges )
Model (1 - RTWaxman):  3 5 5 1  2  0.15 0.2 1 1 10.0 1024.0

Nodes: ( 3 )
0\t1\t3\t3\t3\t-1\tRT_NODE
1\t0\t3\t3\t3\t-1\tRT_NODE
2\t4\t3\t3\t3\t-1\tRT_NODE

Edges: ( 2 )
0\t2\t0\t3.0\t1.1\t10.0\t-1\t-1\tE_RT\tU
1\t2\t1\t4.0\t2.1\t100.0\t-1\t-1\tE_RT\tU
"""


def test_brite(tmp_path: Path) -> None:
    """Milliseconds and Mbit/s."""
    assert read(tmp_path, "b.brite", BRITE) == [both("2", "0", 1e7, 0.0011), both("2", "1", 1e8, 0.0021)]


CCH = """# AS 1
1 @New+York,+NY bb (2) &1 -> <2> <3> {-5} =r1.example.net r0
2 @Chicago,+IL + bb (1) -> <1> =r2.example.net! r0
3 @T (1) -> <1> =r3.example.net r1
-5 =10.0.0.1 r2
"""


def test_rocketfuel(tmp_path: Path) -> None:
    """Every link stands at both of its ends."""
    found = read(tmp_path, "m.cch", CCH, 'rate = "1Gbps"\ndelay = "1ms"')
    assert [link[0] for link in found] == [("1", "2"), ("1", "3"), ("1", "-5")]


@pytest.mark.parametrize("name", ["links", "edges"])
def test_node_link_json(name: str, tmp_path: Path) -> None:
    nodes = '[{"id": "A"}, {"id": "B", "group": 1}, {"id": "C"}]'
    edges = """[{"source": "A", "target": "B", "bw": 10, "delay": "3ms"},
                {"source": "B", "target": 2, "bw": 20, "value": 1}]"""
    text = f'{{"directed": false, "multigraph": true, "nodes": {nodes}, "{name}": {edges}}}'
    keys = 'rate_attribute = "bw"\nrate_unit = "Mbps"\ndelay = "1ms"'
    assert read(tmp_path, "n.json", text, keys) == [both("A", "B", 1e7, 0.003), both("B", "C", 2e7, 0.001)]
    assert plan(tmp_path, "n.json", text, keys).ignored == (
        "group of nodes in n.json",
        "value of edges in n.json",
    )


DOT = """// a network
graph "my net" {
  node [shape=box]; edge [delay="2ms"];
  rankdir = LR
  A [label="New York"]; B; "C d" [pos="1,2"]
  A -- B -- "C d" [rate="10Mbps"];
  A:p1 -- {B E} [rate="1Gbps", delay="1ms"] /* two */
  subgraph cluster_0 { edge [rate="5Mbps"] E -- F }
}
"""


def test_dot(tmp_path: Path) -> None:
    assert read(tmp_path, "g.dot", DOT) == [
        both("New York", "B", 1e7, 0.002), both("B", "C d", 1e7, 0.002), both("New York", "B", 1e9, 0.001),
        both("New York", "E", 1e9, 0.001), both("E", "F", 5e6, 0.002),
    ]  # fmt: skip
    one = 'digraph { a -> b [rate="1Mbps" delay="1ms"]; b -> a [rate="2Mbps", delay="3ms"] }'
    assert read(tmp_path, "g.gv", one) == [(("a", "b"), 2_000_000, 0.003, 1_000_000, 0.001)]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("a.json", "{", "a.json:1: this cannot be read as node-link JSON: "),
        ("a.json", "[]", 'node-link JSON: it has no list "nodes" of objects'),
        ("a.json", '{"nodes": [{"id": 1}], "links": [{"source": 1, "target": 7}]}', 'names the node "7"'),
        ("a.dot", "graf {}", "a.dot:1: this cannot be read as DOT: it does not begin with graph or digraph"),
        ("a.dot", "graph {\nA -- }", "a.dot:2: this cannot be read as DOT: a name is missing before }"),
        ("a.dot", "graph {\nA -- B", "a.dot:2: this cannot be read as DOT: } is missing"),
        ("a.txt", "?SNDlib native format\nNODES (\n A ( x 1 )\n)\n", 'a.txt:3: .*SNDlib: "x" is not a number'),
        ("a.txt", NATIVE.replace("( ATLA CHIN ) 99", "( ATLA CHIM ) 99"), 'a.txt:11: .* the node "CHIM", .* mean CHIN'),
        ("a.xml", XML.replace("</links>", ""), "a.xml:.*: this cannot be read as a network of SNDlib: mismatched tag"),
        ("a.graph", REPETITA.replace("678", "x"), 'a.graph:9: .*REPETITA: "x" is not a number'),
        ("a.graph", REPETITA.replace(" 678", ""), "a.graph:9: .*is neither a node .label x y. nor an edge"),
        ("a.brite", BRITE.replace("2\t0\t3.0", "9\t0\t3.0"), 'a.brite:10: .*BRITE: an edge names the node "9"'),
        ("a.cch", "1 New York", 'a.cch:1: this cannot be read as a map of Rocketfuel: "1 New York" is not a router'),
        ("a.graph", "", "a.graph: holds no nodes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence_with_its_line(
    name: str, text: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(net8.PlanError, match=sentence) as caught:
        plan(tmp_path, name, text, 'rate = "1Gbps"\ndelay = "1ms"')
    assert "\n" not in str(caught.value)


def test_topology_says_which_files_it_knows(tmp_path: Path) -> None:
    path = tmp_path / "x.net"
    path.write_text("x", encoding="utf-8")
    with pytest.raises(
        net8.PlanError, match="neither a plan, which ends with .toml, nor a known file"
    ) as caught:
        network_of(str(path), None)
    assert all(ending in str(caught.value) for ending in FORMATS)
