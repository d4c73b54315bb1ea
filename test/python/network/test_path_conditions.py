# SPDX-License-Identifier: GPL-2.0-only
"""What netem does to packets, on the WAN of a [path] and on a link alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pytest
from net8.analytic import predict
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from net8.plan.stages import use_stages

Document = dict[str, Any]
MS = 10**6


def wan(**path: object) -> Document:
    """Return a plan whose WAN is 10 ms long."""
    return {
        "path": {"kind": "wan", "rate": "10Mbps", "delay": "10ms", **path},
        "client": {"driver": "python-thin"},
        "query": {"rows": 10},
    }


def line(**link: object) -> Document:
    """Return the same network as two sites and a link."""
    ends = {"name": "line", "between": ["office", "centre"], "rate": "10Mbps", "delay": "10ms"}
    return {
        "site": [{"name": "office"}, {"name": "centre"}],
        "link": [ends | link],
        "client": {"driver": "python-thin", "site": "office"},
        "server": {"site": "centre"},
        "query": {"rows": 10},
    }


def handshake_ns(document: Document) -> int:
    """Run a plan; return the time from SYN to SYN-ACK."""
    columns = net8.run(net8.Plan.of(document)).session_columns
    return int(columns["connected_ns"][0] - columns["start_ns"][0])


@pytest.mark.parametrize("make", [wan, line])
def test_jitter_stays_within_its_bounds(make: Any) -> None:
    base = handshake_ns(make())
    found = [handshake_ns(make(jitter="2ms") | {"run": {"seed": seed}}) - base for seed in range(1, 13)]
    assert all(-4 * MS <= each < 4 * MS for each in found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("make", [wan, line])
@pytest.mark.parametrize(
    ("conditions", "faster_ns"),
    [
        # reorder 100 %: each packet is sent without the delay of 10 ms, in the directions that are asked for.
        ({"reorder": 1}, 20 * MS),
        ({"reorder": 1, "netem_direction": "up"}, 10 * MS),
        # With a gap of 2 the SYN is delayed and only the next packet of its direction is not.
        ({"reorder": 1, "reorder_gap": 2}, 0),
        # Each packet waits 3 ms for its slot.
        ({"slot_min": "3ms"}, -6 * MS),
        ({"slot_min": "3ms", "netem_direction": "down"}, -3 * MS),
    ],
)
def test_reordering_and_slots_change_the_time_of_a_packet(
    make: Any, conditions: Document, faster_ns: int
) -> None:
    assert handshake_ns(make()) - handshake_ns(make(**conditions)) == faster_ns


@pytest.mark.parametrize(("make", "name"), [(wan, "wan"), (line, "line")])
def test_duplicates_are_counted_and_change_no_data(make: Any, name: str) -> None:
    run = net8.run(net8.Plan.of(make(duplicate=1)))
    plain = net8.run(net8.Plan.of(make()))
    assert list(run.sessions["outcome"]) == ["closed"]
    assert list(run.sessions["rows"]) == list(plain.sessions["rows"])
    # Each of them arrives twice; a receiver answers a duplicate segment with an ACK (RFC 9293, 3.10.7.4), so that
    # more packets go back than without duplicates.
    assert run.counters[f"packets_duplicated_down_on_{name}"] >= (run.metrics["reply_packets"] or 1)
    assert f"packets_duplicated_up_on_{name}" in run.counters
    one_way = net8.run(net8.Plan.of(make(duplicate=1, netem_direction="down"))).counters
    assert f"packets_duplicated_up_on_{name}" not in one_way


def test_what_is_lost_and_duplicated_passes_once() -> None:
    # sch_netem.c: a duplicate raises the count to two, a loss lowers it by one. Every burst loss meets a duplicate, so
    # that no packet is missing and TCP retransmits nothing.
    lossy = {"burst_rate": 0.3, "burst_length": 2}
    kept = net8.run(net8.Plan.of(wan(duplicate=1, **lossy)))
    lost = net8.run(net8.Plan.of(wan(**lossy)))
    assert kept.counters["loss_drops_to_client"] > 0
    assert handshake_ns(wan(duplicate=1, **lossy)) == handshake_ns(wan())
    assert float(kept.sessions["end_s"][0]) < float(lost.sessions["end_s"][0])


def test_bursts_of_a_path_lose_in_its_direction() -> None:
    counters = net8.run(
        net8.Plan.of(
            wan(burst_rate=0.02, burst_length=5, loss_direction="to_client") | {"query": {"rows": 3000}}
        )
    ).counters
    assert counters["loss_drops_to_client"] > 0
    assert not counters.get("loss_drops_to_server")


@pytest.mark.parametrize("make", [wan, line])
def test_a_table_of_ones_own_gives_its_delays(make: Any, tmp_path: Path) -> None:
    # Two entries of one standard deviation: each way 7 ms more or less.
    (tmp_path / "two.dist").write_text("# two delays\n8192 -8192\n", encoding="utf-8")
    base = handshake_ns(make())
    seen = set()
    for seed in range(1, 9):
        plan = net8.Plan.of(
            make(jitter="7ms", jitter_file="two.dist") | {"run": {"seed": seed}}, folder=tmp_path
        )
        columns = net8.run(plan).session_columns
        seen.add(int(columns["connected_ns"][0] - columns["start_ns"][0]) - base)
    assert seen <= {-14 * MS, 0, 14 * MS}
    assert len(seen) > 1
    run = net8.run(plan, folder=tmp_path / "run")
    again = net8.run(net8.load(tmp_path / "run" / "plan.toml"))
    assert again.digest == run.digest


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ({"jitter": "1ms", "hops": 3}, 'path.jitter = "1ms" is of a WAN with path.hops = 1, and it is 3'),
        ({"duplicate": 0.1, "transport": "spx"}, "path.duplicate = 0.1 handles only IP packets"),
        ({"slot_min": "5ms", "slot_max": "2ms"}, 'path.slot_max = "2ms" is below slot_min = "5ms"'),
        ({"burst_rate": 0.1, "loss_p13": 0.1}, "two models of bursts"),
        ({"jitter": "1ms", "jitter_file": "none.dist"}, 'there is no file "none.dist" beside the plan'),
    ],
)
def test_what_does_not_fit_is_one_sentence(path: Document, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(net8.PlanError) as caught:
        resolve(net8.Plan.of(wan(**path), folder=tmp_path))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("text", "sentence"), [
    ("1 two", "x.dist:1: 'two' is not an entry of a table of delays"),
    ("8192\n40000", "x.dist:2: '40000' is not an entry"),
    ("# nothing", "it has 0 entries"),
])  # fmt: skip
def test_what_is_no_table_of_delays_is_told_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "x.dist").write_text(text, encoding="utf-8")
    with pytest.raises(net8.PlanError) as caught:
        resolve(net8.Plan.of(wan(jitter="1ms", jitter_file="x.dist"), folder=tmp_path))
    assert sentence in str(caught.value)


def test_it_is_told_where_it_is_read() -> None:
    plan = net8.Plan.of(
        wan(jitter="2ms", duplicate=0.01, reorder=0.2, reorder_gap=5, slot_min="1ms", slot_packets=4)
    )
    facts = dict(describe(plan).facts)
    for words in ("jitter of 2ms", "duplicates 0.01", "at most one in 5", "at most 4 packets in one"):
        assert words in facts["link wan"]
    assert "link wan has duplicate = 0.01" in facts["switches and routers"]
    assert not use_stages(plan)
    assert any("path.jitter" in reason for reason in predict(plan).left_out)
    idle = describe(net8.Plan.of({"path": {"kind": "lan", "jitter": "2ms"}})).warnings
    assert any("path.jitter changes nothing" in warning for warning in idle)
