# SPDX-License-Identifier: GPL-2.0-only
"""Files of a run that net8 never wrote are refused; what they and plans say reaches no terminal as a command."""

from __future__ import annotations

import dataclasses
import io
import json
from pathlib import Path

import net8
import pytest
from net8.base import terminal
from net8.results.form import COLUMNS
from net8.results.over_time import read_curves, read_quantity
from net8.schema.quantities import QUANTITIES
from rich.table import Table
from rich.text import Text


@pytest.fixture(scope="module")
def run() -> net8.Run:
    looks = {"sample_interval": "5ms", "series": ["links", "flows", "sessions"]}
    flow = {"kind": "constant", "rate": "100kbps"}
    return net8.run(
        net8.Plan.of({"path": {"delay": "5ms"}, "query": {"rows": 3}, "run": looks, "cross_traffic": [flow]})
    )


def test_the_columns_are_those_of_the_extension(run: net8.Run) -> None:
    users = net8.run(net8.Plan.of({"client": {"pool_max": 2}, "query": {"rows": 3}}))
    lost = net8.run(net8.Plan.of({
        "client": {
            "failover_type": "session", "failover_retries": 20, "failover_delay": "1s",
            "queries": 30, "think_time": "100ms",
        },
        "query": {"rows": 300},
        "path": {"kind": "wan", "delay": "20ms"},
        "fault": [{"kind": "instance_down", "at": "1s", "until": "2s"}],
    }))  # fmt: skip
    found = {
        "requests": users.request_columns,
        "calls": run.call_columns, "sessions": run.session_columns, "waits": run.wait_columns,
        "attempts": run.attempt_columns, "series": run.sample_columns, "links": run.link_columns,
        "goodput": run.goodput_columns, "connections": run.connection_columns,
        "flows": run.flow_columns, "failovers": lost.failover_columns,
    }  # fmt: skip
    assert {name: set(columns) for name, columns in found.items()} == {
        name: set(c) for name, c in COLUMNS.items()
    }


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("outcome", "closed"), ("outcome", [1]), ("seed", True), ("end_time_ns", 2**63), ("wall_s", float("nan")),
        ("counters", {"a": "x"}), ("handlers", [["one"]]), ("addresses", None), ("events", -1),
    ],
)  # fmt: skip
def test_values_that_no_run_has_are_refused(run: net8.Run, tmp_path: Path, key: str, value: object) -> None:
    run.save(tmp_path)
    assert net8.Run.load(tmp_path).digest == run.digest
    path = tmp_path / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {key: value}), encoding="utf-8")
    with pytest.raises(net8.StoreError, match=f"{key} in run.json is missing or not written by net8"):
        net8.Run.load(tmp_path)


@pytest.mark.parametrize("name", QUANTITIES)
def test_every_quantity_can_be_read(name: str, run: net8.Run) -> None:
    if QUANTITIES[name].series:
        assert all(times.size == values.size > 0 for times, values in read_curves(name, run).values())
        assert read_curves(name, run)
        return
    times, values = read_quantity(name, run, 0)
    assert times.size == values.size
    assert times.size > 0 or name == "foreground_response_time"


def test_figures_take_no_point_for_each_second_of_centuries(run: net8.Run) -> None:
    # 2^63 ns are 9,223,372,036 s: in at most 100,000 steps, a step is 92,234 s.
    late = dataclasses.replace(run, end_time_ns=2**63 - 1)
    x, y = read_quantity("asked_per_s", late, 0)
    assert x.size == y.size <= 100_002
    assert x[1] == 92_234
    assert y[1] == pytest.approx(1 / 92_234)
    times, values = read_quantity("foreground_response_time", late, 0)
    assert times.size == values.size == 0


def test_control_characters_are_not_sent() -> None:
    out = io.StringIO()
    console = terminal.console(width=60)
    console.file = out
    console.print("a\x1b[31mb\x9b2J\x07")
    table = Table(title=Text("t\x1b]0;x\x07"))
    table.add_row(Text("c\x1b[1m"))
    console.print(table)
    assert "\x1b" not in out.getvalue()
    assert "\x9b" not in out.getvalue()
    assert "a[31mb2J\n" in out.getvalue()
    assert " c[1m " in out.getvalue()
    assert terminal.plain("one\ntwo\x00") == "one\\ntwo\\x00"
