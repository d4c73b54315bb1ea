# SPDX-License-Identifier: GPL-2.0-only
"""The verbs of the command line, as a user types them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from processor_time import children_s


def net8(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    environment = os.environ | {"NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", "net8", *arguments],
        cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.fixture
def scenario(tmp_path: Path, small_plan: Path) -> Path:
    """Provide a working folder with one scenario."""
    folder = tmp_path / "scenarios" / "tiny"
    folder.mkdir(parents=True)
    text = 'question = "How small is small?"\n' + small_plan.read_text(encoding="utf-8")
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_list_shows_question(scenario: Path) -> None:
    done = net8("list", cwd=scenario)
    assert done.returncode == 0
    assert "scenarios/tiny" in done.stdout
    assert "How small is small?" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["scenarios/tiny", "scenarios/tiny/plan.toml", "tiny"])
def test_run_ends_with_table_files_and_advice(scenario: Path, name: str) -> None:
    done = net8("run", name, "--runs", "2", "--jobs", "2", cwd=scenario)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "4 of 4 runs done" in done.stdout
    assert "(bytes)" in done.stdout
    assert "response time" in done.stdout
    assert "4 runs simulated, 0 taken from the store" in done.stdout
    for file in ("table.csv", "figure.svg", "figure.png"):
        assert f"runs/tiny/{file}" in done.stdout
        assert (scenario / "runs" / "tiny" / file).stat().st_size > 100
    assert (scenario / "runs" / "tiny" / "figure.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "next:\n  net8 run " in done.stdout


@pytest.mark.slow
def test_a_second_run_and_a_report_simulate_nothing(scenario: Path) -> None:
    first = net8("run", "tiny", cwd=scenario)
    before = children_s()
    second = net8("run", "tiny", cwd=scenario)
    # Two seconds of a processor on an idle machine; where others use its caches, too, some more.
    assert children_s() - before < 6
    assert "0 runs simulated, 2 taken from the store" in second.stdout
    lines = [line for line in first.stdout.splitlines() if line.strip().startswith(("512", "2048"))]
    assert len(lines) == 2
    for name in ("tiny", "scenarios/tiny", "runs/tiny"):
        shown = net8("report", name, cwd=scenario)
        assert shown.returncode == 0, shown.stderr
        assert [
            line for line in shown.stdout.splitlines() if line.strip().startswith(("512", "2048"))
        ] == lines


def test_set_takes_a_key_out_of_the_sweep(scenario: Path) -> None:
    done = net8("run", "tiny", "--set", "client.sdu=4096", "--set", "path.delay=1ms", "--pcap", cwd=scenario)
    assert "1 run simulated" in done.stdout
    assert len(list((scenario / "runs" / "data").glob("*/*.pcap"))) == 2


def test_report_of_what_was_never_run(scenario: Path) -> None:
    done = net8("report", "tiny", cwd=scenario)
    assert done.returncode == 2
    assert done.stderr == "net8: there is no results folder runs; net8 run PLAN creates it\n"


def test_describe_writes_out_defaults_and_warns_of_the_window(scenario: Path) -> None:
    arguments = ["path.kind=wan", "path.rate=100Mbps", "path.delay=50ms", "client.tcp.profile=windows-nt4"]
    done = net8("describe", "tiny", *[word for entry in arguments for word in ("--set", entry)], cwd=scenario)
    assert done.returncode == 0, done.stderr
    text = " ".join(done.stdout.split())
    # 100 Mbit/s x (2 x 50 ms + 6 x 5 us) / 8 = 1,250,375 bytes.
    assert "1,250,375 bytes" in text
    assert "warning: the window limits" in text
    assert "client.array_size 15 rows sqlplus" in text
    assert "path.mtu" not in text
    assert "keys in all, with their defaults: --all shows them" in text
    everything = net8("describe", "tiny", "--all", cwd=scenario).stdout
    assert "path.mtu 1,500 bytes default" in " ".join(everything.split())
    assert "--all shows" not in everything


def test_describe_is_silent_about_a_window_that_suffices(scenario: Path) -> None:
    done = net8("describe", "tiny", cwd=scenario)
    assert "warning: the window" not in done.stdout
    # 100 Mbit/s x 20 us / 8 = 250 bytes.
    assert "250 bytes" in done.stdout


def test_doctor_finds_what_runs_this_test(scenario: Path) -> None:
    done = net8("doctor", cwd=scenario)
    assert "ns-3" in done.stdout
    assert "missing" not in next(line for line in done.stdout.splitlines() if "ns-3" in line)


def test_a_queue_of_bytes_for_packets_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(
        '[path]\nqueue_size = "20000B"\nqueue_disc = "fq_codel"\n', encoding="utf-8"
    )
    done = net8("run", "plan.toml", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        'net8: plan.toml:2: path.queue_size = "20000B" is in bytes, but fq_codel counts packets'
    )
    assert "Traceback" not in done.stdout + done.stderr
