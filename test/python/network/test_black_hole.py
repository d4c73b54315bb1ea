# SPDX-License-Identifier: GPL-2.0-only
"""Path MTU black holes: lines that drop what is larger than they pass, and tell nobody."""

from __future__ import annotations

import math
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

# A fetch of 100 rows of 100 bytes is several full segments; logon and execute of SQL*Plus 10.2 are none.
WORK: dict[str, dict[str, Any]] = {
    "client": {"driver": "sqlplus", "release": "10.2", "array_size": 100},
    "server": {"release": "19c"},
    "query": {"rows": 300, "row_length": 100},
    "run": {"stop_time": "1200s"},
}
PATH = {"kind": "wan", "rate": "10Mbps", "delay": "20ms", "hops": 1}


def run_of(**path: object) -> net8.Run:
    """Run the query over a WAN."""
    return net8.run(net8.Plan.of({**WORK, "path": {**PATH, **path}}))


def over_a_link(**link: object) -> net8.Run:
    """Run the query over a link between two sites."""
    document: dict[str, Any] = {key: dict(table) for key, table in WORK.items()}
    document["client"]["site"], document["server"]["site"] = "a", "b"
    line = {"name": "line", "between": ["a", "b"], "rate": "10Mbps", "delay": "20ms", **link}
    return net8.run(net8.Plan.of({**document, "site": [{"name": "a"}, {"name": "b"}], "link": [line]}))


@pytest.mark.parametrize(("run", "name"), [(run_of, "wan"), (over_a_link, "line")])
def test_a_fetch_stands_still_until_the_server_gives_up(run: Any, name: str) -> None:
    found = run(black_hole_mtu="1400B")
    calls = found.calls
    assert set(calls.kind) == {"logon", "execute"}
    session = found.sessions.iloc[0]
    # SQL*Plus waits for its first fetch without a limit, here until the simulation stops.
    assert session.waiting_since_s < 1
    assert math.isnan(session.end_s)
    # The server retransmits for 924.6 s (tcp_retries2 of 15), at least 15 times, and gives up.
    assert found.counters[f"packets_too_big_down_on_{name}"] >= 15
    assert f"packets_too_big_up_on_{name}" not in found.counters


def test_a_thin_driver_does_not_even_log_on() -> None:
    # Its data types are more than a segment: connecting hangs, as in issue 434 of python-oracledb, which a larger MTU
    # cured; the server ends it after SQLNET.INBOUND_CONNECT_TIMEOUT, 60 s.
    plan = net8.Plan.of(
        {**WORK, "client": {"driver": "python-thin"}, "path": {**PATH, "black_hole_mtu": "1400B"}}
    )
    found = net8.run(plan)
    assert set(found.calls.kind) == {"logon"}
    assert found.sessions.iloc[0].end_s == pytest.approx(60.1, abs=0.1)
    assert found.counters["packets_too_big_up_on_wan"] > 1


@pytest.mark.parametrize("run", [run_of, over_a_link])
def test_an_mtu_that_fits_cures_it(run: Any) -> None:
    found = run(black_hole_mtu="1400B", mtu="1400B")
    assert found.sessions.iloc[0].end_s < 5
    assert found.calls.rows.sum() == 300
    assert not any(name.startswith("packets_too_big") for name in found.counters)


def test_describe_says_what_happens() -> None:
    plan = net8.Plan.of({**WORK, "path": {**PATH, "black_hole_mtu": "1400B"}})
    assert "IP packets of more than 1,400 bytes vanish" in " ".join(str(describe(plan)).split())
