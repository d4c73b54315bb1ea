# SPDX-License-Identifier: GPL-2.0-only
"""The plugin of pytest, in a pytest of its own with a server of this one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fake_servers import postgres, serving

TESTS = Path(__file__).resolve().parents[1]
HEAD = f"""\
import os, socket, sys
sys.path.insert(0, {str(TESTS)!r})
import pytest
from fake_servers import STARTUP, query

def ask(count, host=None, port=None):
    if host is None:
        host, port = os.environ["NET8_LISTEN"].rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=10) as sock:
        for request, size in [(STARTUP, 15)] + [(query("SELECT v FROM t WHERE id = 5"), 51)] * count:
            sock.sendall(request)
            while size:
                size -= len(sock.recv(size))

"""


@pytest.fixture
def backend() -> Iterator[str]:
    """Provide the address of a server."""
    with serving(postgres) as address:
        yield address


def run(folder: Path, text: str, backend: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a file of tests with the plugin."""
    (folder / "test_inner.py").write_text(HEAD + text)
    (folder / "pytest.ini").write_text(f"[pytest]\n{f'net8_backend = {backend}' if backend else ''}\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "net8.testing.plugin", "-p", "no:cacheprovider", "-q", *options],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_a_test_over_its_budget_fails_with_the_account(tmp_path: Path, backend: str) -> None:
    """TCP, startup and 9 queries are 11 round trips: 880 ms at 80 ms."""
    text = """\
@pytest.mark.wan(paths=["80ms,100Mbps", "10ms"], round_trips=6, time="600ms", pin_client_time="0ms")
def test_over():
    ask(9)

@pytest.mark.wan(paths="10ms", round_trips=4, time="100ms")
def test_kept(net8_record):
    ask(2, net8_record.host, net8_record.port)

def test_without():
    pass
"""
    done = run(tmp_path, text, backend, "--junitxml=report.xml", "--strict-markers")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 2 passed" in done.stdout
    assert "11 round trips where 6 may be: 9 of them `SELECT v FROM t WHERE id = ?`" in done.stdout
    assert "at 80ms,100Mbps where 600 ms may be" in done.stdout
    assert "at 10ms where" not in done.stdout
    assert "not modelled:" in done.stdout
    cases = {each.get("name"): each for each in ElementTree.parse(tmp_path / "report.xml").iter("testcase")}
    told = {each.get("name"): each.get("value") for each in cases["test_kept"].iter("property")}
    # TCP, startup, 2 queries; 22 bytes, and 34 for each query.
    assert (told["net8 round trips"], told["net8 request bytes"]) == ("4", str(22 + 2 * 34))
    assert 0.040 <= float(str(told["net8 seconds at 10ms"])) < 0.1
    assert next(cases["test_over"].iter("failure")).get("message")


@pytest.mark.slow
def test_a_connection_of_the_whole_session_counts_test_by_test(tmp_path: Path, backend: str) -> None:
    """The connection is there before: a test with 3 queries has 3 round trips."""
    text = """\
@pytest.fixture(scope="session")
def sock(net8_proxies):
    host, port = os.environ["NET8_LISTEN"].rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=10) as found:
        found.sendall(STARTUP)
        found.recv(15)
        yield found

@pytest.mark.wan(round_trips=9)
def test_first(sock):
    pass

@pytest.mark.wan(round_trips=3)
@pytest.mark.parametrize("time", range(2))
def test_more(sock, time):
    for _ in range(3 + time):
        sock.sendall(query("SELECT v FROM t WHERE id = 5"))
        size = 51
        while size:
            size -= len(sock.recv(size))
"""
    done = run(tmp_path, text, backend)
    assert "1 failed, 2 passed" in done.stdout, done.stdout
    assert "4 round trips where 3 may be: 4 of them `SELECT v FROM t WHERE id = ?`" in done.stdout


@pytest.mark.slow
def test_a_path_delays_what_passes_it_and_is_there_for_the_session(tmp_path: Path, backend: str) -> None:
    """TCP, startup and a query are 3 round trips: 120 ms at 40 ms, and 3 ms at 1 ms."""
    text = """\
import time

@pytest.fixture(scope="session")
def database(net8_wan):
    return net8_wan(rtt="40ms", rate="100Mbps")

@pytest.mark.parametrize("number", range(2))
def test_far(database, number):
    begun = time.monotonic()
    ask(1, database.host, database.port)
    assert 0.120 <= time.monotonic() - begun < 5

def test_near(net8_wan):
    assert net8_wan("40ms", rate="100Mbps") is net8_wan("40ms", rate="100Mbps")
    begun = time.monotonic()
    near = net8_wan("1ms", loss="0.1%")
    ask(1, near.host, near.port)
    assert time.monotonic() - begun >= 0.003
"""
    done = run(tmp_path, text, backend)
    assert "3 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
def test_a_path_that_was_too_late_fails_the_session(tmp_path: Path, backend: str) -> None:
    """No machine writes a byte within a nanosecond of its time."""
    text = """\
def test_it(net8_wan):
    wan = net8_wan("1ms", late="1ns")
    ask(1, wan.host, wan.port)
"""
    done = run(tmp_path, text, backend)
    assert "ERROR test_inner.py::test_it" in done.stdout, done.stdout
    assert "net8: 1ms,1Gbps,0%: this run is untrue: its 99th percentile of" in done.stdout


WRONG = """\
def test_network(net8_wan):
    net8_wan('80 apples')

def test_lateness(net8_wan):
    net8_wan('1ms', late='soon')

def test_backend(net8_wan):
    net8_wan('1ms', backend='here')

@pytest.mark.wan(round_trips=3)
def test_nothing():
    pass

@pytest.mark.wan(paths='80 apples')
def test_paths():
    ask(1)

@pytest.mark.wan(trips=3)
def test_key():
    ask(1)

@pytest.mark.wan(paths='1ms', backend='here')
def test_backend_of_mark():
    ask(1)
"""


@pytest.mark.slow
def test_what_is_wrong_is_a_sentence(tmp_path: Path, backend: str) -> None:
    done = run(tmp_path, WRONG, backend)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    _head, *told = re.split(r"^_+ (?:ERROR at setup of )?test_(\w+) _+\n", done.stdout, flags=re.MULTILINE)
    said = dict(zip(told[::2], told[1::2], strict=True))
    for name, sentence in {
        "network": 'net8: net8_wan "80 apples,1Gbps,0%": ',
        "lateness": "net8: late soon is not a time",
        "backend": 'net8: --backend "here" is not a host and a port',
        "nothing": "net8: nothing passed 127.0.0.1:",
        "paths": 'net8: --paths "80 apples": ',
        "key": "@pytest.mark.wan takes paths, round_trips, time",
        "backend_of_mark": 'net8: --backend "here" is not a host and a port',
    }.items():
        assert said[name].startswith(sentence)


def test_without_a_database_the_setting_is_asked_for(tmp_path: Path) -> None:
    done = run(tmp_path, "@pytest.mark.wan(round_trips=3)\ndef test_it():\n    pass\n", "")
    assert "set net8_backend in the file of pytest" in done.stdout


def test_a_test_that_fails_by_itself_says_only_that(tmp_path: Path, backend: str) -> None:
    done = run(
        tmp_path, "@pytest.mark.wan(round_trips=1)\ndef test_it():\n    ask(3)\n    assert 1 == 2\n", backend
    )
    assert "assert 1 == 2" in done.stdout
    assert "round trips where" not in done.stdout


def test_the_plugin_loads_nothing_until_it_is_asked_for() -> None:
    code = (
        "import sys, pytest; before = set(sys.modules); import net8.testing.plugin; "
        "print([name for name in set(sys.modules) - before if not name.startswith('net8.testing')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    loaded = {name for name in eval(done.stdout) if name.startswith(("net8.", "numpy", "rich"))}
    assert loaded == {"net8.base", "net8.base.extension", "net8.base.errors", "net8.base.late"} & loaded
