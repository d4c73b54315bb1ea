# SPDX-License-Identifier: GPL-2.0-only
"""Figures over time and of distributions: every line has a name and a look of its own, every host a line."""

from __future__ import annotations

import re
from pathlib import Path

import net8
import pytest
from net8.figure.plot import draw_figures
from net8.sweep.sweep import Sweep

pytestmark = pytest.mark.plain

SAMPLED = {
    "path": {"kind": "lan"},
    "query": {"rows": 5},
    "run": {"sample_interval": "20ms", "stop_time": "2s"},
}


def drawn(document: dict[str, object], out: Path) -> dict[str, tuple[str, str]]:
    """Run a plan and give SVG and script of its figures by name."""
    sweep = Sweep(net8.Plan.of(SAMPLED | document, name="series"), out=out)
    sweep.run_missing(jobs=1)
    svgs = [path for path in draw_figures(sweep.results) if path.suffix == ".svg"]
    return {path.stem: (path.read_text("utf-8"), path.with_suffix(".gp").read_text("utf-8")) for path in svgs}


def panel_top(text: str) -> float:
    """Return the place of the first panel, pixels from the top of the page."""
    height, part = re.search(r"size 900,(\d+)", text), re.search(r"set tmargin at screen ([\d.]+)", text)
    assert height
    assert part
    return float(height[1]) * (1 - float(part[1]))


def named(svg: str, text: str) -> dict[str, set[str]]:
    """Return the looks of each line that the legend names, after a look whether the name is on the page."""
    found: dict[str, set[str]] = {}
    for look, title in re.findall(r"with \w+ (lc .*) title '(.*?)'", text):
        found.setdefault(title, set()).add(look)
    # What is drawn in any panel looks as the legend says.
    assert set(re.findall(r" using .* with \w+ (lc .*?) notitle", text)) <= set().union(*found.values())
    places = re.findall(r'translate\(([\d.]+),([\d.]+)\)"[^<]*<text>(?:<[^>]*>)?([^<]*)<', svg)
    panel_px = panel_top(text)
    # A letter takes seven pixels on the average; the page has 900.
    seen = {title for x, y, title in places if float(x) + 7 * len(title) <= 900 and float(y) < panel_px}
    assert found.keys() <= seen, found.keys() - seen
    return found


def test_all_of_ten_long_names_are_in_the_legend(tmp_path: Path) -> None:
    names = [f"a rather long name of variant {number}" for number in range(10)]
    figures = drawn(
        {
            "sweep": {
                "transport of the connect request and its time-out": [
                    {"name": name, "query.rows": row} for row, name in enumerate(names, 1)
                ]
            },
            "figure": [
                {"kind": "series", "name": "load", "quantities": ["cpu_load", "asked_per_s"]},
                {"kind": "distribution", "name": "in"},
            ],
        },
        tmp_path,
    )
    for svg, text in figures.values():
        found = named(svg, text)
        assert list(found) == names
        assert all(len(looks) == 1 for looks in found.values())
        assert len(set.union(*found.values())) == 10


def test_each_server_host_has_a_line(tmp_path: Path) -> None:
    hosts = {"a": "node1", "b": "node2"}
    addresses = "".join(f"(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT=1521))" for host in hosts.values())
    figures = drawn(
        {
            "client": {
                "count": 20, "start_spacing": "50ms",
                "descriptor": f"(DESCRIPTION=(ADDRESS_LIST={addresses})(CONNECT_DATA=(SERVICE_NAME=orcl)))",
            },
            "server": {"logon_cpu_time": "5ms"},
            "path": {"kind": "lan", "host_names": {host: host for host in hosts.values()}},
            "instance": [{"name": name, "host": host} for name, host in hosts.items()],
            # After half a second, clients find the first host dead and go to the second one.
            "fault": [{"kind": "host_down", "target": "node1", "at": "500ms"}],
            "sweep": {"query.rows": [5, 6]},
            "figure": [{"kind": "series", "name": "load", "quantities": ["asked_per_s", "cpu_load"]}],
        },
        tmp_path,
    )  # fmt: skip
    svg, text = figures["load"]
    # The first panel knows no hosts and names the lines of the second one too.
    assert set(named(svg, text)) == {"5", "6", "5, node1", "5, node2", "6, node1", "6, node2"}
    assert ">query rows, host<" in svg


def test_one_host_is_not_named(tmp_path: Path) -> None:
    figures = drawn(
        {"sweep": {"query.rows": [5, 6]}, "figure": [{"kind": "series", "name": "load"}]}, tmp_path
    )
    assert set(named(*figures["load"])) == {"5", "6"}
