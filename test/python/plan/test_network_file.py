# SPDX-License-Identifier: GPL-2.0-only
"""Networks from files: what nodes and edges become, and what is wrong with a file, in one sentence with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base import units
from net8.plan.network import links
from net8.plan.resolve import resolve
from net8.plan.routes import routes

HEAD = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="n" for="node" attr.name="label" attr.type="string"/>
<key id="y" for="node" attr.name="Latitude" attr.type="double"/>
<key id="x" for="node" attr.name="Longitude" attr.type="double"/>
<key id="r" for="edge" attr.name="LinkSpeedRaw" attr.type="double"/>
<key id="d" for="edge" attr.name="delay" attr.type="string"/>
"""
ABILENE = Path(__file__).parents[3] / "scenarios" / "abilene"


def graphml(*body: str, directed: bool = False) -> str:
    kind = "directed" if directed else "undirected"
    return "\n".join([f'{HEAD}<graph edgedefault="{kind}">', *body, "</graph></graphml>"])


def plan(folder: Path, name: str, text: str, **document: Any) -> net8.Plan:
    (folder / name).write_text(text, encoding="utf-8")
    toml = folder / "plan.toml"
    toml.write_text("".join(f"[{section}]\n{body}\n" for section, body in document.items()), encoding="utf-8")
    return net8.load(toml)


def test_a_map_gives_delays_by_distance() -> None:
    found = {str(link["name"]): link for link in links(net8.load(ABILENE))}
    assert len(found) == 14
    # New York to Washington: 328 km by the great circle of two cities published as 40.71427 N 74.00597 W and 38.89511 N
    # 77.03637 W; in glass at 204 km/ms. Published distances of the two cities are 328 km (204 miles).
    assert float(str(found["New York-Washington DC"]["delay"]).removesuffix("ns")) == pytest.approx(
        328 / 204 * 1e6, rel=0.003
    )
    # Seattle to Denver, 1,643 km (1,021 miles).
    assert float(str(found["Seattle-Denver"]["delay"]).removesuffix("ns")) == pytest.approx(
        1643 / 204 * 1e6, rel=0.003
    )
    assert {units.parse_rate(link["rate"]) for link in found.values()} == {9_953_280_000}


def test_routes_are_those_of_the_shortest_way_on_the_map() -> None:
    point = resolve(next(net8.load(ABILENE).points()).plan).plan
    (way,) = routes(point, [("Seattle", "New York")])
    assert way is not None
    names = [str(hop.link["name"]) for hop in way]
    assert names == ["Seattle-Denver", "Denver-Kansas City", "Kansas City-Indianapolis", "Chicago-Indianapolis",
                     "New York-Chicago"]  # fmt: skip


def test_labels_rates_and_tables_of_the_plan_add_up(tmp_path: Path) -> None:
    text = graphml(
        '<node id="0"><data key="n">Oslo</data></node>', '<node id="1"><data key="n">Bergen</data></node>',
        '<node id="2"><data key="n">hub</data></node>',
        '<edge source="0" target="2"><data key="r">1e7</data><data key="d">2ms</data></edge>',
        '<edge source="1" target="2"><data key="r">2e6</data></edge>',
        '<edge source="1" target="2"><data key="r">3e6</data></edge>',
    )  # fmt: skip
    found = plan(
        tmp_path, "n.graphml", text, network='file = "n.graphml"\nsites = ["Oslo", "Bergen"]\ndelay = "7ms"',
        client='site = "Oslo"', server='site = "Bergen"',
    )  # fmt: skip
    assert [table["name"] for table in found.tables("site")] == ["Oslo", "Bergen"]
    assert [table["name"] for table in found.tables("router")] == ["hub"]
    told = {str(link["name"]): (link["rate"], link["delay"]) for link in links(found)}
    assert told == {
        "Oslo-hub": ("10Mbps", "2ms"), "Bergen-hub": ("2Mbps", "7ms"), "Bergen-hub 2": ("3Mbps", "7ms"),
    }  # fmt: skip
    (tmp_path / "plan.toml").write_text(
        '[network]\nfile = "n.graphml"\nsites = ["Oslo", "Bergen"]\ndelay = "7ms"\n[client]\nsite = "Oslo"\n'
        '[server]\nsite = "Bergen"\n[[link]]\nname = "Oslo-hub"\nqueue_size = "5p"\n[[site]]\nname = "Bergen"\n'
        'rate = "1Gbps"\n',
        encoding="utf-8",
    )
    merged = net8.load(tmp_path / "plan.toml")
    assert merged["link.Oslo-hub.queue_size"] == "5p"
    assert merged["link.Oslo-hub.rate"] == "10Mbps"
    assert merged["site.Bergen.rate"] == "1Gbps"
    assert {len(merged.tables(name)) for name in ("site", "link")} == {2, 3}
    # What was read from a file is in the plan itself: it reads back without the file.
    again = tmp_path / "elsewhere"
    again.mkdir()
    (again / "plan.toml").write_text(merged.to_toml(), encoding="utf-8")
    assert net8.load(again / "plan.toml").lists == merged.lists


def test_the_map_comes_before_the_delay_for_what_it_does_not_tell(tmp_path: Path) -> None:
    def place(node: int, north: float, east: float) -> str:
        return f'<node id="{node}"><data key="y">{north}</data><data key="x">{east}</data></node>'

    edges = ['<edge source="0" target="1"/>', '<edge source="1" target="2"/>']
    text = graphml(place(0, 0.0, 0.0), place(1, 0.0, 1.8), '<node id="2"/>', *edges)
    found = plan(tmp_path, "n.graphml", text, network='file = "n.graphml"\nrate = "1Mbps"\ndelay = "7ms"')
    # 1.8 degrees of the equator of a sphere of 6371 km are a 200th of it, 200.15 km, at 204 km/ms.
    near, far = (str(link["delay"]) for link in links(found))
    assert far == "7ms"
    assert float(near.removesuffix("ns")) == pytest.approx(2 * 3.14159265 * 6371 / 200 / 204 * 1e6, abs=2)


def test_the_plan_says_what_single_edges_do_not(tmp_path: Path) -> None:
    edges = ('<edge source="0" target="1"/>', '<edge source="1" target="2"><data key="r">2e6</data></edge>')
    text = graphml(*TWO, '<node id="2"/>', *edges)
    sizes = '[[link]]\nname = "0-1"\nrate = "1Mbps"\ndelay = "3ms"\n[[link]]\nname = "1-2"\ndelay = "4ms"\n'
    (tmp_path / "n.graphml").write_text(text, encoding="utf-8")
    toml = tmp_path / "plan.toml"
    toml.write_text('[network]\nfile = "n.graphml"\n' + sizes, encoding="utf-8")
    assert [(link["name"], link["rate"], link["delay"]) for link in links(net8.load(toml))] == [
        ("0-1", "1Mbps", "3ms"),
        ("1-2", "2Mbps", "4ms"),
    ]
    toml.write_text('[network]\nfile = "n.graphml"\n' + sizes.replace('delay = "4ms"', ""), encoding="utf-8")
    with pytest.raises(
        net8.PlanError, match='no delay; .* or add a \\[\\[link\\]\\] named "1-2" that has one'
    ):
        net8.load(toml)


def test_a_directed_graph_tells_each_way_for_itself(tmp_path: Path) -> None:
    text = graphml(
        '<node id="a"/>', '<node id="b"/>', '<edge source="a" target="b"><data key="r">1e6</data></edge>',
        '<edge source="b" target="a"><data key="r">1e7</data></edge>', directed=True,
    )  # fmt: skip
    (link,) = links(plan(tmp_path, "d.graphml", text, network='file = "d.graphml"\ndelay = "1ms"'))
    assert (link["between"], link["rate_up"], link["rate"]) == (("a", "b"), "1Mbps", "10Mbps")


def test_gml_and_lists_of_edges_are_read_as_well(tmp_path: Path) -> None:
    gml = 'graph [\n node [ id 0 label "A" ]\n node [ id 1 label "B" ]\n edge [ source 0 target 1 delay "3ms" ]\n]\n'
    (link,) = links(plan(tmp_path, "g.gml", gml, network='file = "g.gml"\nrate = "5Mbps"'))
    assert (link["name"], link["rate"], link["delay"]) == ("A-B", "5Mbps", "3ms")
    spaced = "# two lines\nA B 1Mbps 2ms\nB C 4Mbps\n"
    found = links(plan(tmp_path, "e.edges", spaced, network='file = "e.edges"\ndelay = "9ms"'))
    assert [(link["name"], link["rate"], link["delay"]) for link in found] == [
        ("A-B", "1Mbps", "2ms"), ("B-C", "4Mbps", "9ms"),
    ]  # fmt: skip
    (link,) = links(plan(tmp_path, "c.csv", "New York, St. Louis, 1Gbps, 8ms\n", network='file = "c.csv"'))
    assert link["between"] == ("New York", "St. Louis")


def test_what_an_edge_says_of_up_is_from_its_first_end_to_its_second(tmp_path: Path) -> None:
    # Nodes come in the other order than the ends of the edges do.
    key = '<key id="u" for="edge" attr.name="rate_up" attr.type="string"/>'
    edge = '<edge source="b" target="a"><data key="r">1e7</data><data key="u">1Mbps</data></edge>'
    text = graphml('<node id="a"/>', '<node id="b"/>', edge).replace("<graph ", f"{key}<graph ")
    (link,) = links(plan(tmp_path, "u.graphml", text, network='file = "u.graphml"\ndelay = "1ms"'))
    assert (link["name"], link["between"], link["rate_up"]) == ("b-a", ("b", "a"), "1Mbps")
    nodes = 'node [ id 0 label "A" ]\n node [ id 1 label "B" ]\n'
    gml = f'graph [\n {nodes} edge [ source 1 target 0 rate "9Mbps" rate_up "2Mbps" delay "3ms" ]\n]\n'
    (link,) = links(plan(tmp_path, "u.gml", gml, network='file = "u.gml"'))
    assert (link["between"], link["rate_up"]) == (("B", "A"), "2Mbps")
    lines = "hub a 1Mbps 1ms\nb hub 2Mbps 1ms\n"
    found = links(plan(tmp_path, "u.edges", lines, network='file = "u.edges"'))
    assert [link["name"] for link in found] == ["hub-a", "b-hub"]


TWO = ('<node id="0"/>', '<node id="1"/>')


@pytest.mark.parametrize(
    ("name", "text", "keys", "sentence"),
    [
        ("a.graphml", "<graphml><graph>", "", "a.graphml:1: this cannot be read as GraphML: no element found"),
        ("a.graphml", f"{HEAD}\n<oops", "", "a.graphml:8: this cannot be read as GraphML: unclosed token"),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="9"/>'), "",
         'a.graphml:10: this cannot be read as GraphML: an edge names the node "9", which does not exist'),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"/>'), 'delay = "1ms"',
         "a.graphml:10: the edge between 0 and 1 has no rate; add a rate to it, set LinkSpeedRaw or network.rate"),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"/>'), 'rate = "1Mbps"',
         "a.graphml:10: the edge between 0 and 1 has no delay; add a delay to it, set network.delay, or both ends"),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"><data key="d">5</data></edge>'), 'rate = "1Mbps"',
         'a.graphml:10: link.delay = "5" has no unit; write a time such as "80ms"'),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"><data key="r">0</data></edge>'), 'delay = "1ms"',
         "a.graphml:10: the edge between 0 and 1 has no rate; add a rate to it, set LinkSpeedRaw or network.rate"),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"><data key="r">fast</data></edge>'), "",
         'a.graphml:10: this cannot be read as GraphML: "fast" is not of the type double that the key "r" declares'),
        ("a.graphml", graphml(*TWO, '<edge source="0" target="1"><data key="rr">1</data></edge>'), "",
         'a.graphml:10: this cannot be read as GraphML: a value has the key "rr", which is not declared (did you '
         'mean r?)'),
        ("a.graphml", graphml(), "", "a.graphml: holds no node"),
        ("a.gml", "graph [\n node [ id 0 ]\n edge [ source 0 target 3 ]\n]", "",
         "a.gml:3: this cannot be read as GML: edge #0 has undefined target 3"),
        ("a.gml", "graph [\n node [ id 0", "", "a.gml:2: this cannot be read as GML: expected"),
        ("a.edges", "A B 1Mbps 1ms\nA\n", "",
         'a.edges:2: this cannot be read as a list of edges: "A" is not an edge; write two names'),
        ("a.edges", "A B 0Mbps 1ms\n", "", 'a.edges:1: link.rate = "0Mbps"'),
        ("a.edges", "A B 1Mbps 1ms", 'sites = ["A", "C"]', 'plan.toml:3: network.sites = "C" is not a node of a.edges'),
        ("a.doc", "", "", 'plan.toml:2: network.file = "a.doc" is not a known network format'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_one_sentence_with_its_line(
    tmp_path: Path, name: str, text: str, keys: str, sentence: str
) -> None:
    with pytest.raises(net8.PlanError) as caught:
        plan(tmp_path, name, text, network=f'file = "{name}"\n{keys}')
    said = str(caught.value)
    assert sentence in said
    assert "\n" not in said


def test_what_the_plan_says_of_the_file_is_checked_too(tmp_path: Path) -> None:
    edges = "A B 1Mbps 1ms\n"
    with pytest.raises(net8.PlanError, match='there is no file "b.edges" beside the plan for network.file'):
        plan(tmp_path, "a.edges", edges, network='file = "b.edges"')
    with pytest.raises(net8.PlanError, match="network.fil is not a key of a plan"):
        plan(tmp_path, "a.edges", edges, network='fil = "a.edges"')
    with pytest.raises(net8.PlanError, match="has neither a file nor a library"):
        plan(tmp_path, "a.edges", edges, network='rate = "1Mbps"')
    found = plan(
        tmp_path, "a.edges", edges, network='file = "a.edges"', client='site = "A"', server='site = "Z"'
    )
    with pytest.raises(net8.PlanError, match='server.site = "Z" is not a site'):
        resolve(found)
    with pytest.raises(net8.PlanError, match='--set: there is no file "c.edges" beside the plan for network'):
        found.with_values({"network.file": "c.edges"}, where="--set")
    with pytest.raises(net8.PlanError, match="network.library is needed when the plan is read"):
        found.with_values({"network.library": "a.so"})


def test_a_plan_with_a_file_runs(tmp_path: Path) -> None:
    found = plan(
        tmp_path, "a.edges", "A B 10Mbps 20ms\n", network='file = "a.edges"', client='site = "A"',
        server='site = "B"', query="rows = 1",
    )  # fmt: skip
    run = net8.run(found, folder=tmp_path / "run")
    assert net8.run(net8.load(tmp_path / "run" / "plan.toml")).digest == run.digest
    listed = net8.Plan.of(
        {
            "site": [{"name": "A"}, {"name": "B"}],
            "link": [{"name": "A-B", "between": ["A", "B"], "rate": "10Mbps", "delay": "20ms"}],
            "client": {"site": "A"}, "server": {"site": "B"}, "query": {"rows": 1},
        }
    )  # fmt: skip
    assert run.digest == net8.run(listed).digest
