# SPDX-License-Identifier: GPL-2.0-only
"""Clients over Wi-Fi and LTE, with FlowMonitor: programs outside the tree that name further modules of ns-3."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]
BUILD = TOP / "build" / "release"
SESSION = re.compile(r"session (\d+): (\d+) rows, (\d+) bytes sent, (\d+) received, \+([\d.]+)ms")
STATE = re.compile(r"/NodeList/(\d+) session (\d+) is (\w+) at \+([\d.]+)ms")
FLOW = re.compile(r"flow (\S+) to (\S+): (\d+) of (\d+) packets, (\d+) bytes")
SERVER = "10.1.1.1"


def call(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    call("cmake", "--install", BUILD, "--prefix", folder, "--component", "cpp")
    return folder


@pytest.fixture(scope="module")
def built(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("modules")
    source = prefix / "share" / "net8" / "examples" / "other-modules"
    call("cmake", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Debug")
    call("cmake", "--build", folder)
    return folder


@pytest.mark.slow
def test_flow_monitor_counts_the_sessions_of_stations(built: Path) -> None:
    said = call(built / "wifi-fetch")
    sessions = {int(number): tuple(map(int, rest)) for number, *rest, _time in SESSION.findall(said)}
    assert {number: rows for number, (rows, _sent, _received) in sessions.items()} == {0: 200, 1: 200}
    flows = {(at, to): (int(got), int(sent), int(size)) for at, to, got, sent, size in FLOW.findall(said)}
    for number, station in enumerate(("10.1.2.2", "10.1.2.3")):
        _rows, asked, received = sessions[number]
        for ends, payload in (((station, SERVER), asked), ((SERVER, station), received)):
            got, sent, size = flows[ends]
            # IP 20 and TCP 32 bytes (timestamps) on each packet; a SYN has 8 more (MSS, window scaling).
            assert (got, size) == (sent, payload + 52 * got + 8)


@pytest.mark.slow
def test_telephones_are_told_apart(built: Path) -> None:
    said = call(built / "lte-fetch")
    assert {(number, rows) for number, rows, *_ in SESSION.findall(said)} == {("0", "200"), ("1", "200")}
    # Nodes 0 to 4: packet gateway, gateway, MME, server, station.
    assert {(node, number) for node, number, *_ in STATE.findall(said)} == {("5", "0"), ("6", "1")}
    for *_, time in SESSION.findall(said):
        # TCP, CONNECT and logon are several round trips of two times 5 ms on the cable alone.
        assert float(time) > 5 * 10


def test_a_module_that_is_missing_is_named(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.21)\nproject(mine LANGUAGES CXX)\n"
        "find_package(net8 OPTIONAL_COMPONENTS wifi warp)\n"
        'message(STATUS "wifi ${net8_wifi_FOUND}, warp ${net8_warp_FOUND}")\n'
        "find_package(net8 REQUIRED COMPONENTS core warp)\n"
    )
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode != 0
    assert "wifi TRUE, warp FALSE" in done.stdout
    assert re.search(r"lacks\s+the\s+modules:\s+warp\.", done.stderr)
