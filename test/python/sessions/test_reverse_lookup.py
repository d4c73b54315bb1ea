# SPDX-License-Identifier: GPL-2.0-only
"""A listener that looks up its clients' names, from name servers that do not answer.

The waits are those of glibc's resolver (res_send.c), as for clients: 5 s, then 5 x 2^i / n s for server i of n, twice.
Traces of listeners of 11.1 and 11.2 (note 561429.1 of Oracle Support) have 10 s to 2 min between CONNECT and RESEND,
in which the listener waits for the process that it has forked.
"""

from __future__ import annotations

from collections.abc import Mapping

import net8
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

CASES: list[tuple[Mapping[str, object], float]] = [
    ({"silent_name_servers": 1}, 2 * 5),
    ({"name_servers": 2, "silent_name_servers": 2}, 2 * (5 + 5)),
    ({"name_servers": 3, "silent_name_servers": 3}, 2 * (5 + 3 + 6)),
    ({"name_servers": 2, "silent_name_servers": 1}, 5),
    ({"name_servers": 3, "silent_name_servers": 2}, 5 + 3),
    ({"silent_name_servers": 1, "name_timeout": "1s", "name_attempts": 1}, 1),
    ({"name_servers": 2}, 0),
    ({"silent_name_servers": 1, "reverse_lookup": False}, 0),
]


def plan_of(listener: Mapping[str, object], **client: object) -> net8.Plan:
    """Return a plan on a LAN."""
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": client,
            "listener": {"reverse_lookup": True, **listener},
            "query": {"rows": 0},
        }
    )


@pytest.mark.parametrize(("listener", "wait_s"), CASES)
def test_connecting_waits_for_the_listener(listener: Mapping[str, object], wait_s: float) -> None:
    plan = plan_of(listener)
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == 0
    waited = session["end_s"] - session["start_s"]
    assert wait_s <= waited < wait_s + 0.5
    told = [text for name, text in describe(plan).facts if name == "look-up of names"]
    assert [f"listener: waits {wait_s:g} s," in text for text in told] == ([True] if wait_s else [])


def test_the_listener_stands_still_meanwhile() -> None:
    # Four clients at the same time: one after the other, 10 s each.
    plan = plan_of({"silent_name_servers": 1}, count=4, arrivals="batch")
    ends = sorted(net8.run(plan).sessions["end_s"])
    assert ends == [pytest.approx(10 * (n + 1), abs=0.3) for n in range(4)]


def test_a_client_that_waits_less_gives_up() -> None:
    plan = plan_of(
        {"name_servers": 2, "silent_name_servers": 2}, transport_connect_timeout="60s", connect_timeout="8s"
    )
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == 12170
    assert session["end_s"] == pytest.approx(8, abs=0.1)


def test_more_silent_servers_than_there_are_are_refused() -> None:
    with pytest.raises(
        net8.PlanError, match="listener.silent_name_servers = 2 is more than name_servers = 1"
    ):
        resolve(plan_of({"silent_name_servers": 2}))
    with pytest.raises(net8.PlanError, match="listener.name_servers = 4 is more than a resolver takes"):
        resolve(plan_of({"name_servers": 4}))
