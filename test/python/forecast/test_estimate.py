# SPDX-License-Identifier: GPL-2.0-only
"""What net8 describe says a plan takes is about what a run of it takes, and plans that exceed their limits are told."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8.forecast.describe import describe
from net8.forecast.estimate import estimate, limit_warning
from net8.plan.resolve import resolve
from net8.simulation.budget import WALL_NS

LAN = {"path": {"kind": "lan"}, "query": {"rows": 1}}
FOUR_HOPS = {"kind": "wan", "delay": "1ms", "hops": 4, "rate": "100Mbps"}
TRAFFIC = {"rate": "8Mbps", "packet_size": 1000}
STAR = {
    "site": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "router": [{"name": "hub"}],
    "link": [{"name": f"l-{name}", "between": [name, "hub"], "delay": "1ms"} for name in "abc"],
    "client": {"site": "a"},
    "server": {"site": "b"},
}


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(LAN, id="one row"),
        pytest.param(LAN | {"query": {"rows": 3000}}, id="many calls"),
        pytest.param({"path": FOUR_HOPS, "query": {"rows": 1500}}, id="four hops"),
        pytest.param(LAN | {"query": {"rows": 20_001}, "client": {"array_size": 20_000}}, id="one large reply"),
        pytest.param(LAN | {"query": {"rows": 2000}, "client": {"sdu": 512}}, id="small packets"),
        pytest.param(LAN | {"query": {"rows": 900}, "client": {"driver": "jdbc-thin"}}, id="growing arrays"),
        pytest.param(LAN | {"client": {"start": "1s"}, "cross_traffic": [TRAFFIC]}, id="background"),
        pytest.param(LAN | {"path": FOUR_HOPS, "client": {"start": "1s"}, "cross_traffic": [TRAFFIC]},
                     id="background over four hops"),
        pytest.param(LAN | {"path": FOUR_HOPS, "client": {"start": "300ms"}, "cross_traffic": [{"kind": "bulk"}]},
                     id="background by TCP"),
        pytest.param(LAN | {"client": {"driver": "oci", "count": 20, "hosts": 2, "queries": 2, "think_time": "24h"},
                            "run": {"stop_time": "2s"}}, id="sessions that stay"),
        pytest.param(LAN | {"group": [{"name": "few", "queries": 0},
                                      {"name": "many", "count": 5, "cycles": 4, "pause": "1s"}]}, id="groups"),
        pytest.param(STAR | {"query": {"rows": 1500}}, id="sites"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("network", ["nodes", "stages"])
def test_events_are_about_those_of_the_run(plan: dict[str, object], network: str) -> None:
    asked = net8.Plan.of(plan).with_values({"run.network": network})
    told = estimate(resolve(asked)).events
    assert told / 2 < net8.run(asked).events < told * 2


def test_a_million_sessions_take_what_they_took() -> None:
    # doc/benchmarks.rst, A million sessions at once: 110,118,379 events, 280 s; with ns-3's TCP at both ends 20.4 GiB
    # (journal/benchmarks.rst).
    plan = net8.Plan.of({
        "path": {"kind": "lan", "lan_rate": "1Gbps"},
        "client": {"driver": "oci", "count": 10**6, "hosts": 63, "start_spacing": "1ms", "queries": 2,
                   "think_time": "24h"},
        "query": {"rows": 1},
        "run": {"stop_time": "1002s"},
    })  # fmt: skip
    told = estimate(resolve(plan))
    assert told.events == pytest.approx(110_118_379, rel=0.5)
    assert told.wall_s == pytest.approx(280, rel=0.3)
    stock = plan.with_values({"client.tcp.profile": "ns3", "server.tcp.profile": "ns3"})
    assert estimate(resolve(stock)).memory_bytes == pytest.approx(20.4 * 2**30, rel=0.1)


def test_sessions_on_the_tcp_machine_take_what_they_took() -> None:
    # 29 November 2026: 30,000 sessions took 280 MiB at most, results included, in a process of 69 MiB. The estimate
    # takes a process of 95 MiB.
    plan = net8.Plan.of({
        "path": {"kind": "lan", "lan_rate": "1Gbps"},
        "client": {"driver": "oci", "count": 30_000, "hosts": 10, "start_spacing": "1ms", "queries": 2,
                   "think_time": "24h"},
        "query": {"rows": 1},
        "run": {"stop_time": "32s"},
    })  # fmt: skip
    assert estimate(resolve(plan)).memory_bytes == pytest.approx((280 - 69 + 95) * 2**20, rel=0.1)


def test_small_packets_that_never_end_are_hopeless() -> None:
    plan = net8.Plan.of(
        {"path": {"kind": "lan", "lan_rate": "10Mbps"}, "cross_traffic": [{"packet_size": 1}]}
    )
    # 1 Mbit/s in packets of one byte is 125,000 a second, and with 28 bytes of headers 29 Mbit/s: more than the link
    # has, so the fetch ends with the run, after 24 h.
    (sentence,) = limit_warning([resolve(plan)])
    assert "125,000 packets/s of cross_traffic 1 for 86,400 s" in sentence
    assert "run.max_wall_time = 12h (as the plan sets no limit) stops it; raise its packet_size" in sentence
    assert sentence in describe(plan).warnings
    assert not limit_warning([resolve(plan.with_values({"run.stop_time": "10s"}))])


def test_a_fetch_without_end_is_hopeless(tmp_path: Path) -> None:
    limits = {"run.max_memory": "2GiB", "run.max_wall_time": "100h"}
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 10**9}}).with_values(limits)
    # Rows of SQL*Plus come 15 a call: 66.7 million calls of 160 bytes are 9.9 GiB.
    (sentence,) = limit_warning([resolve(plan)])
    assert (
        "calls each for rows, and run.max_memory = 2048 MiB stops it; lower query.rows, or raise" in sentence
    )
    assert net8.Sweep(plan, out=tmp_path).remarks == (sentence,)
    fewer = plan.sweep({"query.rows": [10, 10**9]})
    (sentence,) = net8.Sweep(fewer, out=tmp_path).remarks
    assert sentence.startswith("1 of 2 points will not come to an end: ")


def test_what_a_plan_takes_is_described() -> None:
    plan = net8.Plan.of(LAN).sweep({"query.rows": [1, 15_000]}).with_values({"run.runs": 10})
    costs = dict(describe(plan).costs)
    assert list(costs) == ["events of a run", "wall time of a run", "memory of a run", "all 20 runs"]
    assert " to " in costs["events of a run"]
    assert costs["memory of a run"] == "about 95 MiB"
    assert " s of processor time, " in costs["all 20 runs"]


@pytest.mark.slow
def test_no_scenario_comes_near_a_limit() -> None:
    for folder in sorted((Path(__file__).parents[3] / "scenarios").glob("*/plan.toml")):
        for point in net8.load(folder).points():
            told = estimate(resolve(point.plan))
            assert told.wall_s * 1e9 < WALL_NS / 10, folder
            assert told.memory_bytes < 2 * 2**30, folder
