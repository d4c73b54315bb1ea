# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps over files of networks, and over the TCP of all background traffic."""

from __future__ import annotations

import tomllib
from pathlib import Path

import net8
import pytest
from net8.campaign.cells import table_cells
from net8.plan.resolve import resolve

RING = "A B 10Mbps 10ms\nB C 10Mbps 10ms\nC A 10Mbps 30ms\n"
LINE = "A B 10Mbps 5ms\nB C 10Mbps 40ms\n"
BODY = """
[client]
site = "A"
[server]
site = "C"
[query]
rows = 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ring.edges").write_text(RING, encoding="utf-8")
    (tmp_path / "line.edges").write_text(LINE, encoding="utf-8")
    return tmp_path


def load(folder: Path, text: str) -> net8.Plan:
    (folder / "plan.toml").write_text(text + BODY, encoding="utf-8")
    return net8.load(folder / "plan.toml")


SWEPT = '[sweep]\nnetwork.file = ["ring.edges", "line.edges"]\n'


def delays(plan: net8.Plan) -> dict[str, list[object]]:
    return {
        str(point.labels["network.file"]): [link["delay"] for link in point.plan.tables("link")]
        for point in plan.points()
    }


def test_each_file_is_a_point_with_its_own_links(folder: Path) -> None:
    plan = load(folder, SWEPT)
    assert delays(plan) == {"ring.edges": ["10ms", "10ms", "30ms"], "line.edges": ["5ms", "40ms"]}
    # A point is the plan of its file alone.
    alone = load(folder, '[network]\nfile = "line.edges"\n')
    second = [point.plan for point in plan.points()][1]
    assert resolve(second).digest() == resolve(alone).digest()


def test_the_stored_plan_needs_no_files(folder: Path) -> None:
    plan = load(folder, SWEPT)
    text = plan.to_toml()
    for name in ("ring.edges", "line.edges"):
        (folder / name).unlink()
    again = net8.Plan.of(tomllib.loads(text))
    assert again == plan
    assert delays(again) == delays(plan)
    assert again.to_toml() == text


def test_a_sweep_over_files_has_their_names_in_its_table(folder: Path) -> None:
    sweep = net8.Sweep(load(folder, SWEPT), runs=1, out=folder / "runs")
    assert sweep.run_missing().simulated == 2
    cells = table_cells(sweep.results)
    assert cells.head[0] == "network.file"
    assert [row[0] for row in cells.rows] == ["ring.edges", "line.edges"]
    frame = sweep.frame()
    connect = dict(zip(frame["network.file"], frame["connect_time_p50_s"], strict=True))
    # A to C takes 20 ms in the ring and 45 ms in the line. What hosts do takes the same time in both, so that the
    # difference is one of round trips alone: a whole number of 50 ms, of TCP, CONNECT and the logon.
    trips = (connect["line.edges"] - connect["ring.edges"]) / 0.050
    assert trips == pytest.approx(round(trips), abs=0.02)
    assert 2 <= trips <= connect["ring.edges"] / 0.040


def test_the_command_line_takes_the_place_of_the_file_of_a_plan(folder: Path) -> None:
    plan = load(folder, '[network]\nfile = "ring.edges"\nrate = "5Mbps"\n')
    assert delays(plan.sweep({"network.file": ["ring.edges", "line.edges"]})) == delays(load(folder, SWEPT))
    # What was set before of links of a file holds in all files.
    first = plan.with_values({"link.A-B.delay": "7ms"}).sweep({"network.file": ["line.edges", "ring.edges"]})
    assert delays(first) == {"line.edges": ["7ms", "40ms"], "ring.edges": ["7ms", "10ms", "30ms"]}
    then = first.with_values({"link.A-B.delay": "8ms"})
    assert delays(then) == {"line.edges": ["8ms", "40ms"], "ring.edges": ["8ms", "10ms", "30ms"]}


def test_other_keys_of_the_network_are_set_and_swept(folder: Path) -> None:
    (folder / "bare.edges").write_text("A B\nB C\n", encoding="utf-8")
    plan = load(folder, '[network]\nfile = "bare.edges"\nrate = "5Mbps"\ndelay = "1ms"\n')
    changed = plan.with_values({"network.delay": "9ms"})
    assert [link["delay"] for link in changed.tables("link")] == ["9ms", "9ms"]
    swept = [point.plan for point in plan.sweep({"network.rate": ["1Mbps", "2Mbps"]}).points()]
    assert [each["link.A-B.rate"] for each in swept] == ["1Mbps", "2Mbps"]
    variants = '[{name = "slow", network.file = "bare.edges", network.rate = "1Mbps", network.delay = "3ms"}]'
    (only,) = load(folder, f"[sweep]\nnet = {variants}\n").points()
    assert (only.labels["net"], only.plan["link.B-C.rate"]) == ("slow", "1Mbps")


def test_links_are_swept_beside_files(folder: Path) -> None:
    plan = load(folder, SWEPT + '"link.A-B.rate" = ["1Mbps", "2Mbps"]\n')
    assert [(point.labels["network.file"], point.plan["link.A-B.rate"]) for point in plan.points()] == [
        ("ring.edges", "1Mbps"), ("ring.edges", "2Mbps"), ("line.edges", "1Mbps"), ("line.edges", "2Mbps"),
    ]  # fmt: skip
    with pytest.raises(
        net8.PlanError, match=r"link.C-A.rate refers to a \[\[link\]\] that the plan does not"
    ):
        load(folder, SWEPT + '"link.C-A.rate" = ["1Mbps"]\n')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            '[sweep]\nnetwork.file = ["none.edges"]\n',
            'plan.toml:2: there is no file "none.edges" beside the plan',
        ),
        (
            SWEPT + 'network.rate = ["1Mbps"]\n',
            "network.file and network.rate both change the network; sweep variants that set both",
        ),
        ('[sweep]\nnetwork.library = ["a.so"]\n', "network.library is needed when the plan is read"),
    ],
)
def test_what_cannot_be_swept_is_refused_in_a_sentence(folder: Path, text: str, sentence: str) -> None:
    with pytest.raises(net8.PlanError) as caught:
        load(folder, text)
    assert sentence in str(caught.value)


TRAFFIC = {
    "path": {"kind": "wan", "rate": "10Mbps", "delay": "20ms", "queue_size": "30p"},
    "query": {"rows": 1},
    "client": {"start": "2s"},
    "cross_traffic": [{"kind": "bulk", "stop": "2s"}, {"kind": "bulk", "stop": "2s", "flows": 2}],
}


def test_all_background_traffic_has_the_tcp_that_is_swept(tmp_path: Path) -> None:
    plan = net8.Plan.of(TRAFFIC).sweep({"cross_traffic.*.congestion_control": ["TcpCubic", "TcpNewReno"]})
    for point in plan.points():
        wanted = point.labels["cross_traffic.*.congestion_control"]
        assert [table["congestion_control"] for table in point.plan.cross_traffic] == [wanted, wanted]
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan
    sweep = net8.Sweep(plan, runs=1, out=tmp_path)
    sweep.run_missing()
    assert [row[0] for row in table_cells(sweep.results).rows] == ["TcpCubic", "TcpNewReno"]
    assert len({net8.run(point.plan).digest for point in plan.points()}) == 2
    with pytest.raises(net8.PlanError, match=r"cross_traffic.\*.rate refers to a \[\[cross_traffic\]\]"):
        net8.Plan.of({}).sweep({"cross_traffic.*.rate": ["1Mbps"]})
