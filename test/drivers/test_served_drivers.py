# SPDX-License-Identifier: GPL-2.0-only
"""Old and new drivers against the simulated server of `net8 serve`: they log on, read all rows, and change nothing."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from drivers import DRIVERS, Driver
from served import Served, served
from test_served import plan_of

_ROWS = 250
_ROW = (
    "1000101\t"
    + "x" * 100
    + "\t2024-02-29 23:59:58.000000\t2024-02-29 23:59:58.001000\t"
    + "0" * 32
    + "\tNULL"
)
_BLOCK = "begin :3 := :1; :4 := :2; end;"
_RETURNING = "update journal set a = :1, b = :2 returning a, b into :3, :4"
# Name, port, service, SDU, rows, prefetch, array and statement; each is a connection of its own.
_CASES = "all\t{port}\torcl\t0\t250\t0\t0\tselect * from journal\n" \
    "arrays\t{port}\torcl\t0\t250\t0\t50\tselect * from journal\n" \
    "alter\t{port}\torcl\t0\t0\t0\t0\tddl | alter session set nls_sort = binary\n" \
    "block\t{port}\torcl\t0\t0\t0\t0\tddl | begin null; end;\n"  # fmt: skip
# Those that the program of python-oracledb knows.
_MORE = "insert\t{port}\torcl\t0\t20\t0\t5\tinsert into t values (:1, :2, :3)\n" \
    f"blocks\t{{port}}\torcl\t0\t0\t0\t0\t{_BLOCK} | {_RETURNING} | begin null; end;\n"  # fmt: skip
# Each protocol of a logon and of a negotiation once; the drivers between them were run by hand.
_TRIED = (
    "python-1.4.2",
    "python-2.0.0",
    "python-3.4.1",
    "node",
    "node-6.0.0",
    "jdbc",
    "jdbc-12.2.0.1",
    "jdbc-19.3.0.0",
)


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Provide a server of 23ai."""
    plan = plan_of(2).with_values({"server.release": "23ai"}, where="test")
    with served(plan.to_toml(), tmp_path_factory.mktemp("served"), "--listen", "127.0.0.1:0") as run:
        yield run
        assert run.end() == 0
        assert not any("was ended" in line for line in run.said)


@pytest.mark.slow
@pytest.mark.parametrize(
    "driver", [each for each in DRIVERS if each.name in _TRIED], ids=lambda driver: driver.name
)
def test_a_driver_reads_all_rows(network: Served, driver: Driver, tmp_path: Path) -> None:
    cases = tmp_path / "cases"
    asked = _CASES + (_MORE if driver.maker == "python" else "")
    cases.write_text(asked.format(port=network.ports[0]), encoding="utf-8")
    done = subprocess.run(
        [*driver.command, str(cases)], env=driver.environment, cwd=tmp_path,
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    lines = [line.split("\t", 2) for line in done.stdout.splitlines()]
    for name in ("all", "arrays"):
        assert [words[2] for words in lines if words[:2] == [name, "row"]] == [_ROW] * _ROWS
    assert [words for words in lines if words[1] == "error"] == []
    # What a block and DML with RETURNING set, executed twice each.
    told = [words[2] for words in lines if words[:2] == ["blocks", "row"]]
    assert told == (["NULL\tNULL"] * 4 if driver.maker == "python" else [])
