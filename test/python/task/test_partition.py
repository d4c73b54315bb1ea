# SPDX-License-Identifier: GPL-2.0-only
"""One simulation on several MPI ranks gives what one process gives; an ns-3 without MPI says so.

Each test of a run does the one or the other, as the ns-3 in use was built.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import net8
import pytest
from net8 import _core
from net8.cli import main
from net8.simulation.ranks import started

PARTITION = 'run.partition=["client","server"]'
LACKING = (
    f"net8: --set: run.partition needs an ns-3 built with MPI, and the ns-3 {_core.ns3_version} in use is not; "
    "leave it out, or build ns-3 as described in doc/scale.rst\n"
)
WAN = {"rate": "20Mbps", "delay": "10ms"}

PLANS: dict[str, dict[str, Any]] = {
    "sessions": {
        "path": WAN,
        "client": {"count": 12, "hosts": 3, "start_spacing": "3ms", "queries": 2, "think_time": "20ms"},
        "query": {"rows": 200},
        "run": {"sample_interval": "50ms"},
    },
    "batch": {
        "path": WAN | {"hops": 2},
        "client": {"count": 30, "hosts": 30, "arrivals": "batch", "descriptor":
                   "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))"},
        "listener": {"queue_size": 5},
        "server": {"handlers": "shared", "exec_cpu_time": "1ms"},
        "query": {"rows": 20},
    },
    "losses": {
        "path": WAN | {"hops": 3, "loss_rate": 0.02, "ip": "v6", "queue_disc": "red", "queue_size": "30p"},
        "client": {"count": 3, "driver": "jdbc-thin"},
        "query": {"rows": 500},
        "cross_traffic": [{"kind": "pareto", "rate": "5Mbps"}, {"kind": "bulk", "direction": "to_server"}],
    },
    "radio": {
        "path": WAN | {"last_hop": "radio", "radio_rates": ["54Mbps", "24Mbps"], "radio_dwell_time": "100ms",
                       "radio_frame_loss": 0.1},
        "client": {"count": 6, "hosts": 3, "start_spacing": "3ms", "queries": 2, "think_time": "20ms"},
        "query": {"rows": 200},
    },
    "faults": {
        "path": WAN,
        "client": {"count": 20, "hosts": 4, "start_spacing": "40ms", "queries": 3, "think_time": "100ms",
                   "recv_timeout": "2s", "retry_count": 2, "retry_delay": "500ms"},
        "server": {"remote_listener": "all"},
        "instance": [{"name": "one"}, {"name": "two", "delay": "1ms"}],
        "fault": [{"kind": "link_down", "at": "300ms", "until": "900ms"},
                  {"kind": "listener_down", "at": "1s", "until": "1500ms"},
                  {"kind": "host_down", "at": "2s", "target": "two"}],
        "query": {"rows": 50},
        "run": {"stop_time": "30s"},
    },
}  # fmt: skip
"""Plans whose results must be the same on one process and on two ranks."""


NETWORKS: dict[str, dict[str, Any]] = {
    "star": {
        "site": [{"name": "london"}, {"name": "paris"}, {"name": "rome"}, {"name": "dc"}],
        "router": [{"name": "core"}],
        "link": [
            {"name": "l", "between": ["london", "core"], "rate": "10Mbps", "delay": "5ms", "loss_rate": 0.01},
            {"name": "p", "between": ["paris", "core"], "rate": "5Mbps", "delay": "9ms", "queue_size": "20p"},
            {"name": "r", "between": ["rome", "core"], "rate": "5Mbps", "delay": "2ms", "jitter": "1ms"},
            {"name": "d", "between": ["core", "dc"], "rate": "8Mbps", "delay": "10ms", "queue_size": "30p"},
        ],
        "group": [{"name": "gl", "count": 10, "hosts": 4, "site": "london"},
                  {"name": "gp", "count": 9, "hosts": 3, "site": "paris", "start_spacing": "7ms"},
                  {"name": "gr", "count": 5, "hosts": 3, "site": "rome", "queries": 3}],
        "client": {"start_spacing": "3ms", "queries": 2, "think_time": "20ms"},
        "server": {"site": "dc"},
        "cross_traffic": [
            {"kind": "pareto", "rate": "2Mbps", "client_site": "paris", "server_site": "dc"},
            {"kind": "bulk", "direction": "to_server", "client_site": "london", "server_site": "dc"},
        ],
        "fault": [{"kind": "link_down", "target": "l", "at": "300ms", "until": "600ms"},
                  {"kind": "host_down", "target": "gp", "at": "500ms", "until": "800ms"}],
        "query": {"rows": 100},
        "run": {"sample_interval": "50ms", "stop_time": "60s"},
    },
    "two servers": {
        "path": {"ip": "v6"},
        "site": [{"name": "a"}, {"name": "b"}, {"name": "dc1"}, {"name": "dc2"}],
        "link": [
            {"name": "ab", "between": ["a", "b"], "rate": "10Mbps", "delay": "5ms"},
            {"name": "a1", "between": ["a", "dc1"], "rate": "5Mbps", "delay": "9ms", "queue_size": "20p"},
            {"name": "b2", "between": ["b", "dc2"], "rate": "8Mbps", "delay": "10ms", "queue_size": "30p",
             "burst_rate": 0.01, "burst_length": 2},
            {"name": "12", "between": ["dc1", "dc2"], "rate": "80Mbps", "delay": "3ms"},
        ],
        "link_change": [{"link": "ab", "at": "200ms", "delay": "2ms", "rate": "3Mbps"}],
        "group": [{"name": "ga", "count": 10, "hosts": 4, "site": "a", "descriptor":
                   "(DESCRIPTION=(LOAD_BALANCE=on)(ADDRESS=(PROTOCOL=tcp)(HOST=h1)(PORT=1521))"
                   "(ADDRESS=(PROTOCOL=tcp)(HOST=h2)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))"},
                  {"name": "gb", "count": 8, "hosts": 3, "site": "b", "start_spacing": "7ms"}],
        "client": {"start_spacing": "3ms", "queries": 2, "think_time": "20ms"},
        "instance": [{"name": "one", "host": "h1", "site": "dc1"}, {"name": "two", "host": "h2", "site": "dc2"}],
        "query": {"rows": 100},
        "run": {"sample_interval": "50ms", "stop_time": "60s"},
    },
}  # fmt: skip
"""Networks of sites whose results must be the same on one process and on ranks that share them."""


def mpirun(*arguments: str, cwd: Path, ranks: int = 2) -> subprocess.CompletedProcess[str]:
    """Start ranks of the command line, on as many processors as there are."""
    starter = ["mpirun", "--oversubscribe", "-n", str(ranks)]
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return subprocess.run(
        [*starter, sys.executable, "-m", "net8", *arguments],
        capture_output=True, text=True, check=False, timeout=300, cwd=cwd, env=os.environ | root,
    )  # fmt: skip


def refused(*arguments: str, cwd: Path) -> str:
    """Run the command line without mpirun and give the sentence with which it refuses."""
    done = subprocess.run(
        [sys.executable, "-m", "net8", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=cwd,
    )
    assert done.returncode == 2
    assert not (cwd / "runs").exists()
    return done.stderr


def plan_file(folder: Path, tables: dict[str, Any]) -> Path:
    """Write a plan."""
    path = folder / "plan.toml"
    path.write_text(net8.Plan.of(tables).to_toml(), encoding="utf-8")
    return path


def run_folder(out: Path) -> Path:
    """Return the one folder of a run in an output folder."""
    (found,) = (path.parent for path in out.glob("data/*/run.json"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("engine", ["distributed", "null-message"])
def test_two_ranks_give_what_one_process_gives(name: str, engine: str, tmp_path: Path) -> None:
    plan = plan_file(tmp_path, PLANS[name])
    setting = ("--set", PARTITION, "--set", f"run.mpi={engine}")
    if not _core.mpi_built:
        assert refused("run", plan.name, *setting, cwd=tmp_path) == LACKING
        return
    alone = net8.run(net8.load(plan), folder=tmp_path / "alone")
    done = mpirun("run", plan.name, *setting, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("1 run simulated") == 1
    folder = run_folder(tmp_path / "runs")
    for file in ("calls", "sessions", "attempts", "waits", "series"):
        assert (folder / f"{file}.csv").read_bytes() == (tmp_path / "alone" / f"{file}.csv").read_bytes(), (
            file
        )
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert record["counters"] == alone.counters
    assert record["outcome"] == list(alone.outcome)
    assert record["end_time_ns"] == alone.end_time_ns
    assert record["digest"] == alone.digest
    # Both ranks had work to do.
    assert len(record["rank_events"]) == 2
    assert min(record["rank_events"]) > 0.2 * sum(record["rank_events"])


def shares(ranks: int) -> str:
    """Write the partition that shares a network."""
    return "run.partition=" + json.dumps(["share"] * ranks)


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_share_a_network_and_give_what_one_process_gives(name: str, ranks: int, tmp_path: Path) -> None:
    plan = plan_file(tmp_path, NETWORKS[name])
    if not _core.mpi_built:
        assert refused("run", plan.name, "--set", shares(ranks), cwd=tmp_path) == LACKING
        return
    alone = net8.run(net8.load(plan), folder=tmp_path / "alone")
    done = mpirun("run", plan.name, "--set", shares(ranks), cwd=tmp_path, ranks=ranks)
    assert done.returncode == 0, done.stdout + done.stderr
    folder = run_folder(tmp_path / "runs")
    for file in ("calls", "sessions", "attempts", "waits", "series"):
        assert (folder / f"{file}.csv").read_bytes() == (tmp_path / "alone" / f"{file}.csv").read_bytes(), (
            file
        )
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert record["digest"] == alone.digest
    assert record["end_time_ns"] == alone.end_time_ns
    assert record["counters"] == alone.counters
    assert len(record["rank_events"]) == ranks
    if ranks == 2:
        assert min(record["rank_events"]) > 0.3 * sum(record["rank_events"])


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        (
            ('run.partition=["client","server"]',),
            'where ranks share the sites by expected load; write "share" once',
        ),
        (('run.partition=["share"]',), 'write "share" once for each rank, two or more'),
        ((shares(2), "run.mpi=null-message"), 'run.mpi = "null-message" needs a [path]'),
    ],
)
def test_a_network_is_shared_and_not_cut_in_two_sides(
    setting: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    plan = plan_file(tmp_path, NETWORKS["star"])
    settings = [word for each in setting for word in ("--set", each)]
    assert sentence in refused("run", plan.name, *settings, cwd=tmp_path)


def test_several_runs_and_captures_on_two_ranks(tmp_path: Path) -> None:
    plan = plan_file(tmp_path, PLANS["losses"])
    setting = ("--set", PARTITION, "--runs", "2", "--pcap")
    if not _core.mpi_built:
        assert refused("run", plan.name, *setting, cwd=tmp_path) == LACKING
        return
    done = mpirun("run", plan.name, *setting, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 runs simulated" in done.stdout
    digests = set()
    for number in (1, 2):
        alone = net8.run(net8.load(plan), run=number, folder=tmp_path / f"alone-{number}", pcap=True)
        digests.add(alone.digest)
    found = {
        path.parent: json.loads(path.read_text("utf-8")) for path in tmp_path.glob("runs/data/*/run.json")
    }
    assert {record["digest"] for record in found.values()} == digests
    for folder, record in found.items():
        for side in ("client", "server"):
            name = f"capture-{side}.pcap"
            assert (folder / name).read_bytes() == (tmp_path / f"alone-{record['run']}" / name).read_bytes()
    again = mpirun("run", plan.name, "--set", PARTITION, "--runs", "2", cwd=tmp_path)
    assert "0 runs simulated, 2 taken from the store" in again.stdout
    many = mpirun(
        "run", plan.name, "--set", PARTITION, "--set", "run.mpi=null-message", "--runs", "3", cwd=tmp_path
    )
    assert many.returncode == 2
    assert many.stderr.count("supports one run for each mpirun, not 3; use run.mpi") == 1


def test_a_plan_that_is_refused_ends_all_ranks(tmp_path: Path) -> None:
    plan = plan_file(tmp_path, {"path": {"queue_size": "20000B", "queue_disc": "fq_codel"}})
    sentence = 'path.queue_size = "20000B" is in bytes, but fq_codel counts packets'
    if not _core.mpi_built:
        assert sentence in refused("run", plan.name, "--set", PARTITION, cwd=tmp_path)
        return
    done = mpirun("run", plan.name, "--set", PARTITION, cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in " ".join((done.stdout + done.stderr).split())


def test_without_mpirun_the_plan_says_how_to_start_it(tmp_path: Path) -> None:
    plan = plan_file(tmp_path, PLANS["sessions"])
    alone = (
        "net8: --set: run.partition has 2 entries and needs as many MPI ranks, not 1; "
        "start it as mpirun -n 2 net8 run PLAN, or leave run.partition out\n"
    )
    sentence = alone if _core.mpi_built else LACKING
    assert refused("run", plan.name, "--set", PARTITION, cwd=tmp_path) == sentence


def test_ranks_without_a_partition_are_refused_once(
    small_plan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["net8", "run", str(small_plan)])
    monkeypatch.chdir(small_plan.parent)
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "2")
    sentences = []
    for rank in (0, 1):
        monkeypatch.setenv("OMPI_COMM_WORLD_RANK", str(rank))
        assert started() == (rank, 2)
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        sentences.append(capsys.readouterr().err)
    assert sentences == [
        "net8: there are 2 MPI ranks, but the plan has no run.partition; "
        'add run.partition = ["client", "server"], or start net8 without mpirun\n',
        "",
    ]


def test_doctor_and_describe_say_whether_it_can_be_done(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", "doctor"], capture_output=True, text=True, check=False, timeout=60
    )
    line = next(line for line in done.stdout.splitlines() if "ns-3 with MPI" in line)
    assert ("missing" in line) != _core.mpi_built
    plan = net8.load(plan_file(tmp_path, PLANS["sessions"] | {"run": {"partition": ["client", "server"]}}))
    from net8.forecast.describe import describe

    warned = any("needs an ns-3 built with MPI" in warning for warning in describe(plan).warnings)
    assert warned != _core.mpi_built
