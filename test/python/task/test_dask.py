# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps on a real Dask scheduler with two real worker processes, one of which is killed."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import net8
import pytest
from distributed import Client, Future
from distributed.client import CancelledError, ClosedClientError
from distributed.comm.core import CommClosedError
from net8.base.progress import Progress, Running
from net8.sweep.sweep import Outcome
from net8.task.dask_pool import CONNECT_TIMEOUT_S, _silence_dask
from processor_time import check_soon, interrupt

# Some seconds of computing per run: it reports several times, and there is a middle in which a worker can die.
LONG = {"path": {"kind": "lan"}, "client": {"array_size": 10}, "query": {"rows": 500_000}}

# A worker whose build of net8 is another one, and one that has none.
OTHER_BUILD = "import net8.base.extension; net8.base.extension.model_version = lambda: '0.0.1+another'"
WITHOUT = "import sys; sys.modules['net8'] = None"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def start(command: list[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a process that writes into a file."""
    with log.open("wb") as stream:
        return subprocess.Popen(command, stdout=stream, stderr=stream, start_new_session=True)


@dataclass
class Cluster:
    """A scheduler and its workers."""

    address: str
    folder: Path
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]

    def add_worker(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, without the nanny that would start a dead one again."""
        command = [
            sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--no-nanny", "--nthreads", "1",
            "--no-dashboard", "--local-directory", str(self.folder), *arguments,
        ]  # fmt: skip
        self.workers.append(start(command, self.folder / f"worker-{len(self.workers)}.log"))
        return self.workers[-1]

    def wait_for_workers(self, count: int) -> None:
        """Wait until the scheduler knows some workers."""
        with Client(self.address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def stop(self) -> None:
        """End everything."""
        for process in [*self.workers, self.scheduler]:
            if process.poll() is None:
                process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Provide a scheduler without workers."""
    folder = tmp_path / "cluster"
    folder.mkdir()
    port = free_port()
    command = [
        sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
        "--no-dashboard", "--no-show",
    ]  # fmt: skip
    scheduler = start(command, folder / "scheduler.log")
    found = Cluster(f"tcp://127.0.0.1:{port}", folder, scheduler, [])
    try:
        yield found
    finally:
        found.stop()


def net8_run(plan: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a plan."""
    return subprocess.run(
        [sys.executable, "-m", "net8", "run", str(plan), *words],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


def stored(out: Path) -> dict[str, tuple[object, ...]]:
    """Return what a store holds, but for the seconds it took."""
    with sqlite3.connect(out / "campaign.sqlite") as db:
        cursor = db.execute(
            "SELECT key, point, seed, run, model, status, error, digest, events, pcap, metrics FROM runs"
        )
        return {row[0]: row[1:] for row in cursor}


def files(out: Path) -> dict[str, list[str]]:
    """Return the names of the files of each run."""
    return {
        folder.name: sorted(file.name for file in folder.iterdir()) for folder in (out / "data").iterdir()
    }


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(OSError):
            found += [int(word) for word in (task / "children").read_text(encoding="ascii").split()]
    return found


def is_alive(process: int) -> bool:
    """Return whether a process runs."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(condition: Callable[[], Any], seconds: float = 300) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


@pytest.mark.slow
def test_a_cluster_fills_the_store_as_this_machine_does(
    cluster: Cluster, small_plan: Path, tmp_path: Path
) -> None:
    cluster.add_worker()
    cluster.add_worker()
    cluster.wait_for_workers(2)
    plan = net8.load(small_plan)
    here, there = tmp_path / "here", tmp_path / "there"
    net8.Sweep(plan, runs=3, out=here).run_missing(pcap=True)
    sweep = net8.Sweep(plan, runs=3, out=there)
    done = sweep.run_missing(pcap=True, scheduler=cluster.address)
    assert done == Outcome(simulated=6, reused=0, failed=0)
    assert stored(there) == stored(here)
    assert files(there) == files(here)
    again = sweep.run_missing(pcap=True, scheduler=cluster.address)
    assert again == Outcome(simulated=0, reused=6, failed=0)


@pytest.mark.slow
def test_a_killed_worker_costs_only_its_run_which_is_tried_elsewhere(
    cluster: Cluster, tmp_path: Path
) -> None:
    victim, _other = cluster.add_worker("--name", "victim"), cluster.add_worker("--name", "other")
    cluster.wait_for_workers(2)
    sweep = net8.Sweep(net8.Plan.of(LONG), runs=4, out=tmp_path / "runs")
    helpers: list[int] = []

    def kill_one(progress: Progress) -> None:
        # Both workers are in the middle of a run.
        if len(progress.running) == 2 and victim.poll() is None:
            helpers.extend(children(victim.pid))
            os.kill(victim.pid, signal.SIGKILL)

    assert sweep.run_missing(scheduler=cluster.address, progress=kill_one) == Outcome(4, 0, 0)
    assert victim.wait() == -signal.SIGKILL
    assert helpers
    wait_for(lambda: not any(is_alive(helper) for helper in helpers))
    alone = tmp_path / "alone"
    net8.Sweep(net8.Plan.of(LONG), runs=4, out=alone).run_missing(jobs=1)
    assert stored(tmp_path / "runs") == stored(alone)


@pytest.mark.slow
def test_a_run_whose_workers_keep_dying_ends_with_an_error_row(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = net8.Sweep(net8.Plan.of(LONG), out=tmp_path / "runs")
    cluster.add_worker()
    killed: list[Running] = []

    def kill_again(progress: Progress) -> None:
        # What the dead one said last is no sign of life of the next.
        if progress.running and progress.running[0] not in killed:
            killed.append(progress.running[0])
            worker = cluster.workers[-1]
            cluster.add_worker()
            os.kill(worker.pid, signal.SIGKILL)

    cluster.wait_for_workers(1)
    assert sweep.run_missing(scheduler=cluster.address, progress=kill_again) == Outcome(0, 0, failed=1)
    # Dask allows three failures by default and gives up with the fourth.
    assert len(killed) == 4
    ((_labels, row),) = sweep.results.failed()
    assert row.error.startswith("4 workers died while simulating it, the last of them tcp://127.0.0.1:")
    assert sweep.run_missing(scheduler=cluster.address) == Outcome(1, 0, 0)


@pytest.mark.slow
def test_a_simulation_that_dies_takes_no_worker_with_it(cluster: Cluster, tmp_path: Path) -> None:
    worker = cluster.add_worker()
    cluster.wait_for_workers(1)
    sweep = net8.Sweep(net8.Plan.of(LONG), runs=2, out=tmp_path / "runs")
    killed: list[int] = []

    def kill_simulation(progress: Progress) -> None:
        if progress.running and not killed:
            # The worker's child starts a process for each simulation.
            killed.extend(grandchild for child in children(worker.pid) for grandchild in children(child))
            os.kill(killed[0], signal.SIGKILL)

    assert sweep.run_missing(scheduler=cluster.address, progress=kill_simulation) == Outcome(1, 0, failed=1)
    ((_labels, row),) = sweep.results.failed()
    assert row.error == "the simulation was ended by SIGKILL; it left no message"
    assert worker.poll() is None


@pytest.mark.parametrize("name", ["distributed", "tornado.application"])
def test_what_libraries_log_is_left_to_net8(name: str, caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger(name)
    logger.addHandler(caplog.handler)
    try:
        with _silence_dask():
            logger.error("nobody hears this")
        assert not caplog.records
        logger.error("but this")
        assert caplog.records
    finally:
        logger.removeHandler(caplog.handler)


@pytest.mark.slow
def test_ctrl_c_stops_the_workers_too(cluster: Cluster, tmp_path: Path) -> None:
    worker = cluster.add_worker()
    cluster.wait_for_workers(1)
    plan = tmp_path / "plan.toml"
    plan.write_text(net8.Plan.of(LONG | {"query": {"rows": 10**9}}).to_toml(), encoding="utf-8")
    command = [sys.executable, "-m", "net8", "run", str(plan), "--scheduler", cluster.address,
               "--out", str(tmp_path / "runs")]  # fmt: skip
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    simulations: list[int] = []

    def simulating() -> bool:
        simulations[:] = [grandchild for child in children(worker.pid) for grandchild in children(child)]
        return bool(simulations)

    wait_for(simulating)
    stopped = interrupt(process)
    check_soon(stopped)
    assert process.returncode == 130
    assert stopped.error == "stopped with 1 runs left; the same command continues from here\n"
    wait_for(lambda: not any(is_alive(simulation) for simulation in simulations))
    assert worker.poll() is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preload", "sentence"),
    [
        (
            OTHER_BUILD,
            r"^the Dask worker tcp://127.0.0.1:\d+ has net8 0.0.1\+another and this machine 0.1.0\+",
        ),
        (
            WITHOUT,
            r"^the Dask worker tcp://127.0.0.1:\d+ cannot use net8 \(.*net8.*\); install the same net8 there$",
        ),
    ],
    ids=["another build", "no net8"],
)
def test_a_worker_that_would_give_other_results_is_refused(
    cluster: Cluster, lan: net8.Plan, tmp_path: Path, preload: str, sentence: str
) -> None:
    cluster.add_worker("--preload", preload)
    cluster.wait_for_workers(1)
    with pytest.raises(net8.ToolError, match=sentence):
        net8.Sweep(lan, out=tmp_path / "runs").run_missing(scheduler=cluster.address)


@pytest.mark.slow
def test_a_strange_worker_that_comes_later_is_refused(
    cluster: Cluster, lan: net8.Plan, tmp_path: Path
) -> None:
    sweep = net8.Sweep(lan, out=tmp_path / "runs")
    notes: list[str] = []

    def add_late(progress: Progress) -> None:
        if progress.note and not notes:
            cluster.add_worker("--preload", OTHER_BUILD)
        notes.append(progress.note)

    with pytest.raises(net8.ToolError, match=r"^a Dask worker has net8 0.0.1\+another"):
        sweep.run_missing(scheduler=cluster.address, progress=add_late)
    assert notes[0] == "waiting for a Dask worker"


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_one_sentence(cluster: Cluster, tmp_path: Path) -> None:
    cluster.add_worker()
    cluster.wait_for_workers(1)
    # Each run draws something, so that none stands for another one.
    drawn = {"variation": {"when": "always"}}
    sweep = net8.Sweep(net8.Plan.of(LONG | drawn), runs=4, out=tmp_path / "runs")

    def kill_scheduler(progress: Progress) -> None:
        if progress.done == 1 and cluster.scheduler.poll() is None:
            cluster.scheduler.kill()
            cluster.scheduler.wait()

    with pytest.raises(
        net8.ToolError, match="^the Dask scheduler is gone; the same command continues where it stopped$"
    ):
        sweep.run_missing(scheduler=cluster.address, progress=kill_scheduler)
    assert sweep.results.missing == 3


@pytest.mark.slow
@pytest.mark.parametrize(("owner", "name", "error"), [
    (Client, "run", CommClosedError("in a read")),
    (Client, "nthreads", OSError("timed out")),
    (Client, "submit", ClosedClientError("closed")),
    (Future, "result", CancelledError("lost")),
])  # fmt: skip
def test_whatever_meets_that_the_scheduler_is_gone_says_so(
    cluster: Cluster, lan: net8.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: type, name: str,
    error: Exception,
) -> None:  # fmt: skip
    cluster.add_worker()
    cluster.wait_for_workers(1)
    close = Client.close

    def fail(*_arguments: object, **_named: object) -> None:
        raise error

    def close_late(client: Client) -> None:
        # As Dask does now and then while it gives up its scheduler; a closed one closes again when it is collected.
        was_open = client.status == "running"
        close(client)
        if was_open:
            raise TimeoutError

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, fail)
        patch.setattr(Client, "close", close_late)
        with pytest.raises(
            net8.ToolError, match="^the Dask scheduler is gone; the same command continues where it stopped$"
        ):
            net8.Sweep(lan, out=tmp_path / "runs").run_missing(scheduler=cluster.address)
    assert net8.Sweep(lan, out=tmp_path / "runs").run_missing(scheduler=cluster.address) == Outcome(1, 0, 0)


def certificates(folder: Path) -> dict[str, Path]:
    """Make an authority and a certificate that it signed, and the one of a stranger."""

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    for name in ("ca", "stranger"):
        openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.pem",
                "-subj", f"/CN={name}")  # fmt: skip
    openssl(
        "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "net8.key", "-out", "net8.csr", "-subj", "/CN=net8"
    )
    openssl("x509", "-req", "-in", "net8.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
            "net8.pem")  # fmt: skip
    return {path.name: path for path in folder.iterdir()}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_cluster_with_tls_takes_who_shows_a_certificate(tmp_path: Path, small_plan: Path) -> None:
    made = certificates(tmp_path)
    known = ["--tls-ca-file", str(made["ca.pem"]), "--tls-cert", str(made["net8.pem"]), "--tls-key",
             str(made["net8.key"])]  # fmt: skip
    address = f"tls://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", address, "--protocol", "tls",
               "--no-dashboard", "--no-show", *known]  # fmt: skip
    found = Cluster(address, tmp_path, start(command, tmp_path / "scheduler.log"), [])
    with contextlib.ExitStack() as last:
        last.callback(found.stop)
        found.add_worker("--protocol", "tls", *known)
        wait_for(lambda: "Registered to" in (tmp_path / "worker-0.log").read_text(encoding="utf-8"))
        out = ["--out", str(tmp_path / "runs"), "--scheduler", address, "--tls-ca", str(made["ca.pem"])]
        shown = ["--tls-cert", str(made["net8.pem"]), "--tls-key", str(made["net8.key"])]
        done = net8_run(small_plan, *out, *shown)
        assert (done.returncode, done.stderr) == (0, "")
        assert "2 runs simulated" in done.stdout
        shown = ["--tls-cert", str(made["stranger.pem"]), "--tls-key", str(made["stranger.key"])]
        done = net8_run(small_plan, *out, "--runs", "2", *shown)
        assert done.returncode == 2
        assert done.stderr.startswith(f'net8: no Dask scheduler answers at "{address}"')
        assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("words", "sentence"), [
    (["--scheduler", "tcp://x:1", "--tls-ca", "{here}"], 'TLS files have no effect with "tcp://x:1"; use an address '
     "that begins with tls://"),
    (["--scheduler", "tls://x:1", "--tls-ca", "{here}"], "TLS needs the certificate of the authority and that of net8; "
     "set both (--tls-ca, --tls-cert)"),
    (["--scheduler", "tls://x:1", "--tls-ca", "{here}", "--tls-cert", "absent"],
     "the TLS certificate absent cannot be read: No such file or directory"),
    (["--tls-ca", "{here}"],
     "--tls-ca, --tls-cert and --tls-key need a --scheduler with an address that begins with tls://"),
])  # fmt: skip
def test_wrong_files_of_tls_are_one_sentence(
    small_plan: Path, tmp_path: Path, words: list[str], sentence: str
) -> None:
    done = net8_run(
        small_plan, *(word.format(here=small_plan) for word in words), "--out", str(tmp_path / "runs")
    )
    assert (done.returncode, done.stderr) == (2, f"net8: {sentence}\n")


def test_files_that_are_no_certificates_are_one_sentence(small_plan: Path, tmp_path: Path) -> None:
    done = net8_run(small_plan, "--scheduler", "tls://127.0.0.1:1", "--tls-ca", str(small_plan), "--tls-cert",
                    str(small_plan), "--out", str(tmp_path / "runs"))  # fmt: skip
    assert done.returncode == 2
    assert (
        f"the TLS files {small_plan}, {small_plan} do not belong together or are not PEM files" in done.stderr
    )
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "no-such-host.invalid:1"])
def test_a_wrong_address_is_one_sentence_within_seconds(
    small_plan: Path, tmp_path: Path, address: str
) -> None:
    address = address.format(port=free_port())
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", "import distributed, net8.cli"], check=True)
    start_up_s = time.monotonic() - started
    started = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "net8", "run", str(small_plan), "--scheduler", address, "--out", str(tmp_path / "runs")],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    # Dask itself would try for 30 s. All but the wait takes as long as the machine lets Python start.
    assert time.monotonic() - started < 2 * CONNECT_TIMEOUT_S + 4 * start_up_s
    assert done.returncode == 2
    assert done.stderr == (
        f'net8: no Dask scheduler answers at "{address}"; '
        "use the address that dask scheduler prints, such as tcp://node1:8786\n"
    )


def test_without_dask_one_sentence_says_what_to_install(
    lan: net8.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "net8.task.dask_pool", None)
    with pytest.raises(net8.ToolError, match=r"pip install distributed$"):
        net8.Sweep(lan, out=tmp_path).run_missing(scheduler="tcp://127.0.0.1:1")
