# SPDX-License-Identifier: GPL-2.0-only
"""Runs that end early: by Ctrl-C, by a budget of wall time or memory, with the death of ns-3's TCP."""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn

import net8
import pytest
from net8.simulation import budget, one_run
from net8.sweep.sweep import Outcome
from processor_time import Stopped, check_soon, interrupt

# Hours of computing.
ENDLESS = {"path": {"kind": "lan"}, "query": {"rows": 10**9}}

# Runs in a child, as ns-3's own TCP may end the program.
STOCK = ENDLESS | {"client": {"tcp": {"profile": "ns3"}}}

GO_ON = "its results so far are kept, net8 describe estimates what it takes; raise the limit or make the plan smaller$"

SCRIPT = """
import net8
print("go", flush=True)
net8.run(net8.Plan.of({plan}))
"""

# A bulk source on a LAN sends from the server and fills its send buffer in one event.
BUFFERS_SCRIPT = """
import net8
for size in (2**16, 2**28):
    table = {"server": {"tcp": {"send_buffer": size}}, "cross_traffic": [{"kind": "bulk", "stop": "1h"}]}
    try:
        net8.run(net8.Plan.of({plan} | table | {"run": {"stop_time": "1s", "max_memory": "160MiB"}}))
        print("done")
    except net8.BudgetError as error:
        print(error)
"""

# Sends itself Ctrl-C after a second of computing and prints how much it computes from then on.
BUSY_SCRIPT = """
import os, signal, threading, time
import net8
plan, begun, asked = net8.Plan.of({plan}), time.process_time(), []
def interrupt():
    while time.process_time() < begun + 1:
        time.sleep(0.01)
    asked.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    net8.run(plan)
except KeyboardInterrupt:
    print(time.process_time() - asked[0])
"""


def stop(command: list[str], started: str) -> tuple[Stopped, int]:
    """Start a command, send Ctrl-C in the middle; return how it ended and its exit code."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that a shell runs in the background inherit that it ignores SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    for line in process.stdout:
        if started in line:
            break
    time.sleep(0.5)
    stopped = interrupt(process)
    return stopped, process.returncode


@pytest.mark.slow
def test_ctrl_c_ends_a_run_of_hours_in_this_process() -> None:
    stopped, code = stop([sys.executable, "-c", SCRIPT.format(plan=ENDLESS)], "go")
    check_soon(stopped)
    # Python says so by ending as the signal would have ended it.
    assert code == -signal.SIGINT
    assert stopped.error.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.slow
@pytest.mark.parametrize(
    "crowd",
    [
        pytest.param({"count": 32_000}, id="hosts that take seconds to build"),
        pytest.param({"count": 100_000, "hosts": 10, "arrivals": "batch"}, id="clients that start at once"),
    ],
)
def test_ctrl_c_ends_a_run_that_has_hardly_begun(crowd: dict[str, object]) -> None:
    plan = {"path": {"kind": "lan"}, "client": crowd}
    done = subprocess.run(
        [sys.executable, "-c", BUSY_SCRIPT.format(plan=plan)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # Of processor time, for a run of hours; other work on the machine doubles it at most.
    assert float(done.stdout) < 3


@pytest.mark.slow
def test_ctrl_c_ends_a_sweep_of_one_long_run(tmp_path: Path) -> None:
    plan = tmp_path / "endless.toml"
    plan.write_text(net8.Plan.of(ENDLESS).to_toml(), encoding="utf-8")
    command = [sys.executable, "-m", "net8", "run", str(plan), "--out", str(tmp_path / "runs")]
    stopped, code = stop(command, "events/s")
    check_soon(stopped)
    assert code == 130
    assert stopped.error == "stopped with 1 runs left; the same command continues from here\n"


def test_a_run_over_its_wall_time_ends_with_what_it_has(tmp_path: Path) -> None:
    plan = net8.Plan.of(ENDLESS | {"run": {"max_wall_time": "500ms"}})
    started, computed = time.monotonic(), time.process_time()
    with pytest.raises(
        net8.BudgetError,
        match=r'^stopped at [0-9.]+ s of simulated time: it took longer than run.max_wall_time = "500ms"; '
        + GO_ON,
    ) as stopped:
        net8.run(plan, folder=tmp_path)
    # Half a second, a quarter until it is looked at, and what it takes to write down what there is. Other work of the
    # machine takes from the first two and stretches none.
    assert time.monotonic() - started > 0.5
    assert time.process_time() - computed < 5
    partial = stopped.value.run
    assert len(partial.calls) > 0
    assert partial.outcome == ("failed: cut off by the end of the simulation",)
    assert net8.Run.load(tmp_path).digest == partial.digest


def test_a_run_that_is_still_built_can_be_ended() -> None:
    crowd = {"count": 100_000, "hosts": 100, "arrivals": "batch"}
    plan = net8.Plan.of({"path": {"kind": "lan"}, "client": crowd, "run": {"max_wall_time": "1ms"}})
    with pytest.raises(net8.BudgetError, match="it took longer than run.max_wall_time") as stopped:
        net8.run(plan)
    assert len(stopped.value.run.outcome) == 100_000


def test_a_run_over_its_memory_says_so() -> None:
    # Any Python that has loaded ns-3 holds more than 10 MiB.
    plan = net8.Plan.of(ENDLESS | {"run": {"max_memory": "10MiB"}})
    with pytest.raises(
        net8.BudgetError,
        match=r"^stopped at [0-9.]+ s of simulated time: it holds \d+ MiB, more than run.max_memory = 10 MiB; "
        + GO_ON,
    ):
        net8.run(plan)


def test_a_send_buffer_that_a_bulk_source_fills_passes_a_budget() -> None:
    script = BUFFERS_SCRIPT.replace("{plan}", repr(ENDLESS))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    small, large = done.stdout.splitlines()
    assert small == "done"
    told = (
        r"^stopped at 0\.[0-9]+ s of simulated time: it holds (\d+) MiB, more than run.max_memory = 160 MiB; "
    )
    assert re.match(told + GO_ON, large)


@pytest.mark.slow
def test_a_sweep_goes_on_after_a_run_over_its_budget(tmp_path: Path) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "run": {"max_wall_time": "1s"}})
    sweep = net8.Sweep(plan, over={"query.rows": [10, 10**9]}, out=tmp_path)
    assert sweep.run_missing(jobs=2) == Outcome(simulated=1, reused=0, failed=1)
    ((labels, row),) = sweep.results.failed()
    assert labels == {"query.rows": 10**9}
    assert 'it took longer than run.max_wall_time = "1s"; its results so far are kept' in row.error
    assert (row.status, row.events > 0, row.wall_s >= 1) == ("error", True, True)
    folder = tmp_path / "data" / row.key[:16]
    assert (folder / "error.txt").read_text(encoding="utf-8") == row.error + "\n"
    assert len(net8.Run.load(folder).calls) > 0
    assert list(sweep.frame()["query.rows"]) == [10]


def test_a_budget_changes_no_result_and_no_name_of_a_run(lan: net8.Plan, tmp_path: Path) -> None:
    net8.Sweep(lan, out=tmp_path).run_missing()
    bounded = lan.with_values({"run.max_wall_time": "1h", "run.max_memory": "8GiB"})
    assert net8.Sweep(bounded, out=tmp_path).run_missing() == Outcome(simulated=0, reused=1, failed=0)
    assert net8.run(bounded).digest == net8.run(lan).digest


def test_a_plan_that_sets_no_budget_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "WALL_NS", 3 * 10**8)
    with pytest.raises(
        net8.BudgetError, match="longer than run.max_wall_time = 12h .as the plan sets no limit.; "
    ) as stopped:
        net8.run(net8.Plan.of(ENDLESS))
    assert len(stopped.value.run.calls) > 0
    # Any process holds more than a millionth of the memory of a machine that has less than 95 TB.
    monkeypatch.setattr(budget, "MEMORY_SHARE", 1e-6)
    with pytest.raises(
        net8.BudgetError, match="more than run.max_memory = .* .nine tenths of this machine's"
    ):
        net8.run(net8.Plan.of(ENDLESS | {"run": {"max_wall_time": "1h"}}))


def test_a_limit_is_passed_by_what_is_above_it() -> None:
    limits = budget.Limits.of(net8.Plan.of({"run": {"max_wall_time": "500ms", "max_memory": "10MiB"}}))
    # 10 MiB are 10,485,760 bytes.
    assert limits.passed(0.5, 10_485_760) == ""
    assert limits.passed(0.501, 0) == 'run.max_wall_time = "500ms"'
    assert limits.passed(0, 10_485_761) == "run.max_memory = 10 MiB"


def test_several_ranks_have_no_budget() -> None:
    plan = net8.Plan.of({"run": {"partition": ["client", "server"]}})
    assert not budget.Limits.of(plan).passed(1e9, 1e15)


def test_the_memory_that_no_plan_sets_is_less_than_the_machine_has() -> None:
    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    assert budget.Limits.of(net8.Plan.of({})).passed(1, machine).startswith("run.max_memory = ")


def test_the_death_of_ns3_is_a_failed_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*_arguments: object) -> NoReturn:
        # That of pytest writes where the child's output does not go.
        faulthandler.disable()
        os.write(2, b"NS_ASSERT failed\n")
        os.abort()

    monkeypatch.setattr(one_run, "_call", end)
    told = (
        "^the simulation was ended by SIGABRT: NS_ASSERT failed; client.tcp ran ns-3's own TCP, whose faults can end "
        "the program; use the TCP of net8$"
    )
    with pytest.raises(net8.RunError, match=told):
        net8.run(net8.Plan.of(STOCK))


def test_a_run_in_a_child_reports_and_keeps_its_budget() -> None:
    seen: list[net8.Progress] = []
    plan = net8.Plan.of(STOCK | {"run": {"max_wall_time": "1s"}})
    with pytest.raises(net8.BudgetError, match=r"it took longer than run.max_wall_time") as stopped:
        net8.run(plan, progress=seen.append)
    assert max(run.events_per_s for event in seen for run in event.running) > 0
    assert stopped.value.run.outcome == ("failed: cut off by the end of the simulation",)


def test_ctrl_c_ends_a_run_in_a_child(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object) -> NoReturn:
        os.kill(os.getppid(), signal.SIGINT)
        while True:
            time.sleep(1)

    monkeypatch.setattr(one_run, "_call", interrupt)
    # A shell starts what runs in the background without this signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            net8.run(net8.Plan.of(STOCK))
    finally:
        signal.signal(signal.SIGINT, before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
