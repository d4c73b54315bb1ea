# SPDX-License-Identifier: GPL-2.0-only
"""Hashed and stock demultiplexing of TCP: the same plans give the same digests and captures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pytest
from plan_captures import PLANS as CAPTURED
from test_reproducible import PLANS as REPRODUCIBLE
from test_scenarios import SCENARIOS, SMALL

SEED = 3
CAPTURES = ("capture-client.pcap", "capture-server.pcap")

Document = dict[str, Any]


def both(plan: net8.Plan, folder: Path, *, seed: int = SEED) -> net8.Run:
    """Run a plan with either table, hold the runs against each other, and give one of them."""
    runs = {}
    for demux in ("stock", "hashed"):
        (folder / demux).mkdir(parents=True)
        settled = plan.with_values({"path.tcp_demux": demux})
        runs[demux] = net8.run(settled, seed=seed, folder=folder / demux, pcap=True)
    stock, hashed = runs["stock"], runs["hashed"]
    # Events differ: ns-3's list holds a connection in TIME-WAIT with its timer, the table what is left of it.
    assert hashed.digest == stock.digest
    captures = {name: (folder / "stock" / name).read_bytes() for name in CAPTURES}
    assert captures == {name: (folder / "hashed" / name).read_bytes() for name in CAPTURES}
    # More than the header of the file; where a site is lost, the server hears nothing.
    assert len(captures[CAPTURES[0]]) > 24
    return hashed


@pytest.mark.parametrize("name", REPRODUCIBLE)
def test_reproducible_plans(name: str, tmp_path: Path) -> None:
    both(net8.Plan.of(REPRODUCIBLE[name], name=name), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", CAPTURED, ids=lambda path: path.stem)
def test_plans_of_captures(path: Path, tmp_path: Path) -> None:
    both(net8.load(path), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_scenarios(name: str, tmp_path: Path) -> None:
    values = {key: value for key, value in SMALL[name].items() if key != "run.runs"}
    points = list(net8.load(SCENARIOS / name).with_values(values).points())
    # The first and the last of a sweep differ in every key that is swept.
    for number, point in enumerate([points[0], points[-1]][: len(points)]):
        both(point.plan, tmp_path / str(number))


def storm(**sections: Any) -> Document:
    """Return a storm of 60 clients at once that log on, query and log off, three times each."""
    document: Document = {
        "path": {"kind": "lan", "queue_size": "1000p"},
        "client": {"driver": "oci", "count": 60, "hosts": 3, "arrivals": "batch", "start": "5s", "cycles": 3},
        "listener": {"queue_size": 200},
        "server": {"exec_cpu_time": "5ms", "logon_cpu_time": "5ms"},
        "query": {"rows": 5},
    }
    for section, values in sections.items():
        document[section] = values if isinstance(values, list) else document.get(section, {}) | values
    return document


STORMS: dict[str, Document] = {
    "IPv4": storm(),
    "IPv6": storm(path={"ip": "v6"}),
    "segment": storm(path={"kind": "segment", "ip": "v6"}, client={"count": 20}),
    "WAN with losses": storm(path={"kind": "wan", "ip": "v6", "loss_rate": 0.03, "delay": "10ms"}),
    "full backlog": storm(listener={"queue_size": 5}, client={"connect_timeout": "3s"}),
    "resets of a full backlog": storm(
        listener={"queue_size": 5, "overflow": "reset"}, client={"connect_timeout": "3s", "retry_count": 1}
    ),
    "attackers": storm(
        group=[
            {"name": "silent", "behaviour": "silent", "count": 30, "cycles": 1},
            {"name": "garbage", "behaviour": "garbage", "count": 10, "cycles": 2},
            {"name": "honest", "count": 20, "start_spacing": "50ms", "arrivals": "spaced"},
        ],
        listener={"inbound_connect_timeout": "2s"},
    ),
}
FAULTS: dict[str, list[Document]] = {
    "the listener is restarted": [{"kind": "listener_down", "at": "5100ms", "until": "7s"}],
    "sessions are killed": [{"kind": "instance_down", "at": "5500ms", "until": "8s"}],
    "the server hangs": [{"kind": "instance_hang", "at": "5200ms", "until": "9s"}],
    "the server host is cut off": [{"kind": "host_down", "at": "5200ms", "until": "20s"}],
    "the link is cut": [{"kind": "link_down", "at": "5200ms", "until": "12s"}],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STORMS)
def test_storms(name: str, tmp_path: Path) -> None:
    run = both(net8.Plan.of(STORMS[name], name="storm"), tmp_path)
    # Many at a time, and ports that are used again.
    assert len(run.sessions) >= 60


@pytest.mark.slow
@pytest.mark.parametrize("ip", ["v4", "v6"])
@pytest.mark.parametrize("name", FAULTS)
def test_storms_with_faults(name: str, ip: str, tmp_path: Path) -> None:
    document = storm(path={"ip": ip}, client={"connect_timeout": "5s", "queries": 4, "think_time": "500ms"})
    plan = net8.Plan.of(document, name="fault").with_tables("fault", FAULTS[name])
    quiet = net8.run(net8.Plan.of(document, name="fault"), seed=SEED)
    # A fault that nobody notices would show nothing.
    assert both(plan, tmp_path).digest != quiet.digest
