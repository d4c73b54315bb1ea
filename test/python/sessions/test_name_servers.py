# SPDX-License-Identifier: GPL-2.0-only
"""Name servers that do not answer: the waits are those of glibc's res_send.c and res_query.c, and of ldap.ora."""

from __future__ import annotations

from collections.abc import Mapping

import net8
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

Client = Mapping[str, object]
DNS: Client = {"naming": "dns"}

# seconds = retrans << ns; if (ns > 0) seconds /= nscount: 5; 5, 5; 5, 3, 6. Each twice (attempts).
CASES: list[tuple[Client, float, int]] = [
    ({"silent_name_servers": 1}, 10, 12154),
    ({"name_servers": 2, "silent_name_servers": 2}, 20, 12154),
    ({"name_servers": 3, "silent_name_servers": 3}, 28, 12154),
    ({"name_servers": 2, "silent_name_servers": 1}, 5, 0),
    ({"name_servers": 3, "silent_name_servers": 2}, 8, 0),
    # The name with the first domain, then the name itself: 40 s with two servers.
    ({"name_servers": 2, "silent_name_servers": 2, "search_domains": 3}, 40, 12154),
    ({"silent_name_servers": 1, "name_failure_proceeds": True}, 10, 0),
    ({"silent_name_servers": 1, "name_timeout": "1s", "name_attempts": 1}, 1, 12154),
    ({"name_servers": 3, "silent_name_servers": 3, "name_timeout": "1s"}, 2 * (1 + 1 + 1), 12154),
    # Both queries at a time, 5 s; then one after the other: the second never comes, 5 s; then through two sockets.
    ({"second_query": "second_lost"}, 5, 0),
    ({"second_query": "unanswered"}, 15, 0),
    # Each of three names that do not exist is answered after the silent server's 5 s.
    ({"name_servers": 2, "silent_name_servers": 1, "search_domains": 2}, 15, 0),
    ({"naming": "directory", "name_servers": 3, "silent_name_servers": 2}, 30, 0),
    ({"naming": "directory", "name_servers": 2, "silent_name_servers": 2, "name_timeout": "4s"}, 8, 12154),
]


def plan_of(client: Client) -> net8.Plan:
    """Return a plan on a LAN, where an answer takes less than a millisecond."""
    return net8.Plan.of({"path": {"kind": "lan"}, "client": {**DNS, **client}, "query": {"rows": 0}})


@pytest.mark.parametrize(("client", "wait_s", "code"), CASES)
def test_the_wait_is_that_of_the_resolver(client: Client, wait_s: float, code: int) -> None:
    plan = plan_of(client)
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == code
    waited = session["end_s"] - session["start_s"]
    assert wait_s <= waited < wait_s + 0.5
    facts = [text for name, text in describe(plan).facts if name == "look-up of names"]
    (text,) = (text for text in facts if "waits" in text)
    assert f"waits {wait_s:g} s for" in text
    assert ("fails with ORA-12154" in text) == (code != 0)


def test_names_that_do_not_exist_cost_a_round_trip_each() -> None:
    # On a WAN of 40 ms each way three wrong names take 3 x 80 ms longer than none.
    ends = [
        net8.run(plan.with_values({"path.kind": "wan", "client.search_domains": domains})).sessions["end_s"][
            0
        ]
        for plan in [plan_of({})]
        for domains in (0, 3)
    ]
    assert ends[1] - ends[0] == pytest.approx(3 * 0.08, abs=0.002)


@pytest.mark.parametrize(
    ("client", "words"),
    [
        ({"silent_name_servers": 2}, "silent_name_servers = 2 is more than name_servers = 1"),
        ({"name_servers": 4}, "name_servers = 4 is more than a resolver takes"),
    ],
)
def test_servers_that_cannot_be_are_refused(client: Client, words: str) -> None:
    with pytest.raises(net8.PlanError, match=words):
        resolve(plan_of(client))
