# SPDX-License-Identifier: GPL-2.0-only
"""Runs without chance are one run, and say so; [variation] draws what differs between real runs."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8.campaign.cells import table_cells
from net8.campaign.report import table_csv
from net8.forecast.describe import describe

QUIET: Mapping[str, object] = {"query": {"rows": 40}, "client": {"array_size": 20}, "run": {"runs": 3}}
EIGHT: Mapping[str, object] = {
    "path": {"kind": "wan", "rate": "10Mbps", "delay": "20ms", "queue_size": "30p"},
    "client": {"count": 8, "arrivals": "batch", "array_size": 2000, "queries": 2, "driver": "python-thin"},
    "query": {"rows": 2000, "row_length": 100},
}
"""Eight sessions that compete for a queue of 30 packets."""


def test_equal_runs_are_one_run(tmp_path: Path) -> None:
    plan = net8.Plan.of(QUIET, name="quiet")
    sweep = net8.Sweep(plan, over={"path.loss_rate": [0, 0.05]}, out=tmp_path)
    sweep.run_missing()
    results = sweep.results
    assert [results.is_one_run(index) for index in (0, 1)] == [True, False]
    found = results.interval_of(0, "response_time")
    assert found is not None
    assert (found.n, found.half_width) == (1, None)
    cells = table_cells(results)
    assert [row[-1] for row in cells.rows] == ["1", "3"]
    assert "one run, no chance in it" in cells.note
    assert "of 1 of 2 points" in cells.note
    rows = list(csv.DictReader(io.StringIO(table_csv(results))))
    assert [row["runs"] for row in rows] == ["1", "3"]
    assert rows[0]["response_time_s_half_width"] == ""


def test_where_all_are_one_run_no_interval_is_spoken_of(tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.Plan.of(QUIET, name="quiet"), out=tmp_path)
    sweep.run_missing()
    note = table_cells(sweep.results).note
    assert "one run, no chance in it" in note
    assert "confidence" not in note


def test_more_runs_of_one_run_are_not_asked_for(tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.Plan.of(QUIET, name="quiet"), out=tmp_path)
    sweep.run_until("response_time", relative=0.01, most=50)
    # Those of the plan, and not one more.
    assert sweep.runs == 3


def test_variation_lets_competing_sessions_differ_from_run_to_run() -> None:
    def ends(run: int, **variation: object) -> list[float]:
        plan = net8.Plan.of({**EIGHT, "variation": variation})
        return [float(end) for end in net8.run(plan, run=run).sessions["end_s"]]

    never = ends(1, when="never")
    assert ends(2, when="never") == never
    runs = [ends(run) for run in (1, 2, 3)]
    assert len({tuple(run) for run in runs}) == 3
    assert ends(1) == runs[0]
    # Each of the three by itself is enough.
    off: dict[str, object] = {"timer_phase": False, "start_spread": "0s", "frame_time": "0s"}
    assert ends(1, **off) == ends(2, **off) == never
    for alone in ({"start_spread": "1ms"}, {"frame_time": "4us"}):
        assert ends(1, **{**off, **alone}) != ends(2, **{**off, **alone}), alone


def test_a_session_that_has_the_network_for_itself_keeps_its_times() -> None:
    def digest(number: int, **more: object) -> str:
        return net8.run(net8.Plan.of({"query": {"rows": 40}, **more}), run=number).digest

    base = digest(1)
    assert digest(2) == base
    assert digest(1, variation={"when": "always"}) != base
    bulk = {"cross_traffic": [{"kind": "bulk"}], "run": {"stop_time": "5s"}}
    assert digest(1, **bulk) != digest(2, **bulk)


def test_starts_are_late_by_at_most_the_spread() -> None:
    times = {"timer_phase": False, "frame_time": "0s"}
    client = {"count": 20, "arrivals": "spaced", "start_spacing": "1s"}
    plan = net8.Plan.of(
        {
            "client": client,
            "query": {"rows": 1},
            "variation": {"start_spread": "30ms", **times},
        }
    )
    starts = [float(start) for start in net8.run(plan).sessions["start_s"]]
    late = [start - place for place, start in enumerate(starts)]
    assert all(0 <= each <= 0.030 for each in late)
    # Of 20 uniform numbers the greatest is above half of the range but for 2^-20, and the least below it.
    assert min(late) < 0.015 < max(late)


def test_describe_says_what_is_drawn() -> None:
    exact = net8.Plan.of({**EIGHT, "variation": {"when": "never"}})
    assert "are the same in all runs" in dict(describe(exact).facts)["between runs"]
    told = dict(describe(net8.Plan.of(EIGHT)).facts)["between runs"]
    assert "a late start of up to 1ms" in told
    assert "where several sessions or bulk flows compete" in told


BULK: Mapping[str, object] = {
    "path": {"kind": "wan", "rate": "10Mbps", "delay": "20ms", "queue_size": "30p"},
    "query": {"rows": 1},
    "client": {"start": "20s"},
}


def flows(**traffic: object) -> list[int]:
    """Return the bytes that two bulk flows bring in 20 s."""
    found = net8.run(
        net8.Plan.of({**BULK, "cross_traffic": [{"kind": "bulk", "flows": 2, "stop": "20s", **traffic}]})
    )
    return [found.counters[f"cross_traffic_1_flow_{flow}_bytes"] for flow in (1, 2)]


def test_each_flow_of_background_traffic_is_counted() -> None:
    brought = flows()
    # 10 Mbit/s for 20 s are 25 MB of frames: payload is 1448 of 1500 bytes and the header of the line.
    # What their buffers hold when they stop comes later.
    assert 0.85 * 25e6 * 1448 / 1502 < sum(brought) < 1.05 * 25e6 * 1448 / 1502
    assert all(brought)


def test_background_traffic_has_the_tcp_that_is_asked_for() -> None:
    # A window of two buffers' worth a round trip of 40 ms: SO_RCVBUF 4,096 is doubled by Linux, so that less than 8,192
    # bytes are in flight.
    assert max(flows(receive_buffer=4096)) < 20 / 0.040 * 8192
    assert flows(congestion_control="TcpNewReno") != flows()
    plan = net8.Plan.of({**BULK, "cross_traffic": [{"kind": "bulk", "congestion_control": "TcpBbr"}]})
    told = dict(describe(plan).facts)["cross_traffic 1"]
    assert "the TCP of Linux with TcpBbr" in told
    assert "receive_buffer tuned by the host" in told


def test_goodput_of_flows_is_in_the_table(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {
            **BULK,
            "cross_traffic": [
                {"kind": "bulk", "flows": 2, "start": "4s", "stop": "20s"},
                {"rate": "400kbps", "packet_size": 1000, "stop": "20s"},
            ],
        }
    )
    run = net8.run(plan)
    brought = [run.counters[f"cross_traffic_{name}_bytes"] for name in ("1_flow_1", "1_flow_2", "2_flow_1")]
    # Bulk flows send for 16 s of the run and the constant one for 20.
    rates = [8 * brought[0] / 16, 8 * brought[1] / 16, 8 * brought[2] / 20]
    assert run["flow_goodput"] == pytest.approx(sum(rates) / 3)
    assert run["flow_goodput_min"] == pytest.approx(min(rates))
    assert run["flow_goodput_max"] == pytest.approx(max(rates))
    # A queue that is never empty for long lets 10 Mbit/s through, of which the constant flow has its 0.4 Mbit/s, less
    # what is dropped.
    assert rates[2] == pytest.approx(400e3, rel=0.1)
    sweep = net8.Sweep(plan, runs=1, out=tmp_path)
    sweep.run_missing()
    cells = table_cells(sweep.results)
    assert cells.head[-3:] == [
        "flow goodput (Mbit/s)", "flow goodput min (Mbit/s)", "flow goodput max (Mbit/s)"
    ]  # fmt: skip
    assert float(cells.rows[0][-1]) == pytest.approx(max(rates) / 1e6, rel=1e-3)
    assert net8.run(net8.Plan.of(QUIET))["flow_goodput"] is None


def test_it_is_told_where_trifles_decide(tmp_path: Path) -> None:
    exact = net8.Plan.of({**EIGHT, "variation": {"when": "never"}})
    told = dict(describe(exact).facts)["between runs"]
    assert "one of many that are as likely" in told
    assert "as likely" not in dict(describe(net8.Plan.of(QUIET)).facts)["between runs"]
    sweep = net8.Sweep(exact, runs=2, out=tmp_path)
    sweep.run_missing()
    assert "the phase decides where sessions or flows compete" in table_cells(sweep.results).note


PEAK = """
import json, pathlib, sys
import net8
net8.run(net8.Plan.of(json.loads(sys.argv[1])))
lines = pathlib.Path("/proc/self/status").read_text().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""
"""Prints the peak of the memory of this program, KiB; getrusage tells that of what it was forked from as well."""


def test_a_large_send_buffer_of_background_traffic_takes_little_memory() -> None:
    cross = [{"kind": "bulk", "flows": 2, "send_buffer": 2**30, "stop": "1s"}]
    document = {"cross_traffic": cross, "query": {"rows": 1}, "run": {"stop_time": "500ms"}}
    done = subprocess.run(
        [sys.executable, "-c", PEAK, json.dumps(document)], capture_output=True, text=True, check=True
    )
    # Two buffers of 2^30 bytes in packets of 512 bytes took 2.3 GB. A process by itself takes some 100 MiB.
    assert int(done.stdout) < 300 * 1024


@pytest.mark.parametrize("key", ["congestion_control", "send_buffer"])
def test_tcp_of_traffic_without_tcp_changes_nothing_and_says_so(key: str) -> None:
    value: object = "TcpCubic" if key == "congestion_control" else 4096
    plan = net8.Plan.of({**BULK, "cross_traffic": [{"kind": "constant", key: value}]})
    assert any(f"{key} changes nothing" in warning for warning in describe(plan).warnings)
