# SPDX-License-Identifier: GPL-2.0-only
"""net8 topology: the network of a plan as a table and as a figure."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from net8.cli import main
from net8.plan.plan import load
from net8.plan.resolve import resolve

pytestmark = pytest.mark.plain

SCENARIOS = Path(__file__).resolve().parents[3] / "scenarios"


Monkey = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]


def call(arguments: list[str], monkeypatch: Monkey, capsys: Capture) -> tuple[int, str]:
    """Run the verb in this process; return its code and what it wrote."""
    monkeypatch.setattr(sys, "argv", ["net8", "topology", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    written = capsys.readouterr()
    return int(ended.value.code or 0), written.out + written.err


def test_the_table_has_links_and_ways(monkeypatch: Monkey, capsys: Capture) -> None:
    code, out = call([str(SCENARIOS / "three-offices"), "--set", "client.site=porto"], monkeypatch, capsys)
    assert code == 0
    assert "10Mbps down, 2Mbps up" in out
    # 2 x (35 + 5) ms of links and eight cables of 5 us.
    assert (
        "from porto to centre: 80.04 ms round trip, by porto-line, trunk; slowest down 10Mbps (porto-line), "
        "up 2Mbps (porto-line)"
    ) in out


def test_the_figure_names_sites_and_links(tmp_path: Path, monkeypatch: Monkey, capsys: Capture) -> None:
    code, out = call(
        [str(SCENARIOS / "three-offices"), "--draw", "--out", str(tmp_path)], monkeypatch, capsys
    )
    assert code == 0
    assert "topology.svg" in out
    svg = (tmp_path / "three-offices" / "topology.svg").read_text(encoding="utf-8")
    for text in (
        "berlin (clients)",
        "centre (server)",
        "exchange",
        "porto-line",
        "10 Mbit/s down, 2 Mbit/s up, 35 ms",
    ):
        assert f">{text}<" in svg
    assert (tmp_path / "three-offices" / "topology.png").read_bytes().startswith(b"\x89PNG")


EDGES = """\
hq hub 10Mbps 5ms
b1 hub 2Mbps 20ms
"""


def test_the_file_of_a_network_is_shown_without_a_plan(
    tmp_path: Path, monkeypatch: Monkey, capsys: Capture
) -> None:
    file = tmp_path / "offices.edges"
    file.write_text(EDGES, encoding="utf-8")
    code, out = call([str(file), "--draw", "--out", str(tmp_path)], monkeypatch, capsys)
    assert code == 0
    assert re.search(r"b1-hub +b1 - hub +2Mbps +20ms", out)
    # Nobody is placed in it.
    svg = (tmp_path / "offices" / "topology.svg").read_text(encoding="utf-8")
    assert ">hq<" in svg
    assert ">b1<" in svg
    assert "server" not in svg
    assert "clients" not in svg


def test_links_with_the_same_ends_are_drawn_side_by_side(
    tmp_path: Path, monkeypatch: Monkey, capsys: Capture
) -> None:
    file = tmp_path / "pair.edges"
    file.write_text("a b 1Mbps 1ms\na b 2Mbps 1ms\n", encoding="utf-8")
    assert call([str(file), "--draw", "--out", str(tmp_path)], monkeypatch, capsys)[0] == 0
    svg = (tmp_path / "pair" / "topology.svg").read_text(encoding="utf-8")
    places = {
        text: re.search(rf"translate\(([\d.]+),([\d.]+)\)[^>]*>(?:\s*<[^>]*>)*\s*{text}<", svg)
        for text in ("1 Mbit/s, 1 ms", "2 Mbit/s, 1 ms")
    }
    first, second = (float(place[2]) for place in places.values() if place)
    # Two lines of words of 13 points need 36 pixels.
    assert abs(first - second) > 36


def test_a_file_whose_edges_have_no_rate_takes_one_from_the_command_line(
    tmp_path: Path, monkeypatch: Monkey, capsys: Capture
) -> None:
    file = tmp_path / "two.edges"
    file.write_text("a b\n", encoding="utf-8")
    code, out = call([str(file)], monkeypatch, capsys)
    assert code == 2
    assert f"{file}:1: the edge between a and b has no rate" in out.replace("\n", "")
    rate_and_delay = ["--set", "network.rate=3Mbps", "--set", "network.delay=7ms"]
    code, out = call([str(file), *rate_and_delay], monkeypatch, capsys)
    assert code == 0
    assert re.search(r"a-b +a - b +3Mbps +7ms", out)
    code, out = call([str(file), "--set", "client.count=3"], monkeypatch, capsys)
    assert code == 2
    assert "client.count does not apply to the network of a file; set network.rate" in out


MAP = """
[client]
site = "west"
[server]
site = "east"
[[site]]
name = "west"
latitude = 61.0
longitude = -10.0
[[site]]
name = "east"
latitude = 59.0
longitude = 10
[[router]]
name = "middle"
latitude = 60.0
longitude = 0.0
[[link]]
name = "in"
between = ["west", "middle"]
[[link]]
name = "out"
between = ["middle", "east"]
"""


def test_coordinates_make_a_map(tmp_path: Path, monkeypatch: Monkey, capsys: Capture) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(MAP)
    assert call([str(plan), "--draw", "--out", str(tmp_path)], monkeypatch, capsys)[0] == 0
    (script,) = tmp_path.rglob("topology.gp")
    at = {
        name: (float(x), float(y))
        for name, x, y in re.findall(
            r'"(west|east|middle)[^"]*" at ([\d.]+),([\d.]+)', script.read_text().replace("'", '"')
        )
    }
    (west, north), (east, south), (middle, between) = at["west"], at["east"], at["middle"]
    # At 60 degrees a degree of longitude is half as long as one of latitude: 20 times one half to 2.
    assert (east - west) / (north - south) == pytest.approx(20 * 0.5 / 2, rel=0.01)
    assert (middle, between) == pytest.approx(((west + east) / 2, (north + south) / 2), abs=0.1)


def test_coordinates_change_no_result(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(MAP)
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_text(MAP.replace("latitude = 61.0\nlongitude = -10.0\n", ""))
    assert resolve(load(plan)).digest() == resolve(load(elsewhere)).digest()


def test_a_path_is_shown_as_its_sites_and_links(tmp_path: Path, monkeypatch: Monkey, capsys: Capture) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text('path = {hops = 3, delay = "10ms", rate = "2Mbps"}\nclient.driver = "python-thin"\n')
    code, out = call([str(plan), "--draw", "--out", str(tmp_path)], monkeypatch, capsys)
    assert code == 0
    (script,) = tmp_path.rglob("topology.gp")
    assert '"client (clients)"' in script.read_text().replace("'", '"')
    # 10 ms by 3 links, the remainder on the first one.
    rows = [line.split() for line in out.splitlines()]
    assert ["wan1", "client", "-", "router1", "2Mbps", "3333334ns", "100p"] in rows
    assert ["wan3", "router2", "-", "server", "2Mbps", "3333333ns", "100p"] in rows
    # Both ways 10 ms, two cables to the clients' switch, and one to the server, of 5 us each.
    assert "from client to server: 20.03 ms round trip, by wan1, wan2, wan3; slowest down 2Mbps" in out
