# SPDX-License-Identifier: GPL-2.0-only
"""Processors of client hosts: what calls, rows and bytes take of them, and that sessions share their cores."""

from __future__ import annotations

from collections.abc import Mapping

import net8
import numpy as np
import pytest
from net8.forecast.describe import describe

PLAN: Mapping[str, Mapping[str, object]] = {
    "path": {"kind": "lan"},
    "client": {"driver": "python-thin", "array_size": 50, "prefetch_rows": 50, "queries": 3},
    "query": {"rows": 100},
}
COSTS = {"call_cpu_time": "1ms", "row_cpu_time": "10us", "byte_cpu_time": "20ns"}


def run_of(cpu: Mapping[str, object], **client: object) -> net8.Run:
    """Run the plan with some cores."""
    document = {**PLAN, "client": {**PLAN["client"], "cpu": dict(cpu), **client}}
    return net8.run(net8.Plan.of(document, name="cpu"))


def test_a_session_by_itself_takes_what_its_calls_rows_and_bytes_cost() -> None:
    calls = run_of({"cores": 1, **COSTS}).call_columns
    bytes_sent = calls["request_bytes"] + calls["reply_bytes"]
    expected = 1_000_000 + 10_000 * calls["rows"] + 20 * bytes_sent
    closing = calls["kind"] == 3  # nothing follows the logoff
    assert calls["rows"].sum() == 300
    assert calls["work_ns"][~closing].tolist() == expected[~closing].tolist()


def test_twice_the_speed_is_half_the_work() -> None:
    slow, fast = (run_of({"cores": 1, "speed": speed, **COSTS}).call_columns for speed in (1.0, 2.0))
    assert fast["work_ns"].tolist() == pytest.approx((slow["work_ns"] / 2).tolist(), abs=1)


def test_sessions_of_a_host_share_its_cores_and_those_of_others_do_not() -> None:
    """Eight sessions, each with 3 x (3 ms of calls and 1 ms of rows) on 2 cores, have 48 ms of work for each core."""
    cost = {"cores": 2, "call_cpu_time": "1ms", "row_cpu_time": "10us", "byte_cpu_time": "0s"}
    shared = run_of(cost, count=8, hosts=1).call_columns
    apart = run_of(cost, count=8).call_columns
    span = {}
    for name, calls in (("shared", shared), ("apart", apart)):
        asked = np.isin(calls["kind"], (0, 1))
        span[name] = int((calls["end_ns"] + calls["work_ns"])[asked].max() - calls["start_ns"][asked].min())
    assert span["shared"] >= 48_000_000
    assert span["apart"] < span["shared"]
    asked = np.isin(apart["kind"], (0, 1))
    assert int(apart["work_ns"][asked].sum()) == 8 * 12_000_000


def test_without_cores_nothing_is_taken() -> None:
    assert run_of({**COSTS}).digest == run_of({}).digest


def test_describe_tells_what_the_costs_are_taken_from() -> None:
    document = {**PLAN, "client": {**PLAN["client"], "cpu": {"cores": 4}}}
    facts = dict(describe(net8.Plan.of(document, name="cpu")).facts)
    assert "python-oracledb" in facts["client's processor"]
    assert "client times of 0" not in facts


def test_a_prediction_says_that_it_has_no_times() -> None:
    document = {**PLAN, "client": {**PLAN["client"], "cpu": {"cores": 4}}}
    found = net8.analytic.predict(net8.Plan.of(document, name="cpu"))
    assert "response_time" not in found
    assert "fetch_calls" in found
    assert "times: client.cpu.cores = 4" in found.left_out
