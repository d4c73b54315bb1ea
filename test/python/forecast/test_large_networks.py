# SPDX-License-Identifier: GPL-2.0-only
"""What is said of networks with many sites before they run: as of small ones, cheaper than the run, and not far off."""

from __future__ import annotations

import time
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe
from net8.forecast.estimate import estimate
from net8.forecast.groups import cases_of
from net8.plan.resolve import resolve


def star(sites: int, **more: Any) -> net8.Plan:
    """Return a plan of offices around a hub, each with a group of its own and a line of its own length."""
    names = [f"s{number}" for number in range(sites)]
    return net8.Plan.of(
        {
            "site": [{"name": name} for name in (*names, "hub")],
            "link": [
                {
                    "name": f"l{number}",
                    "between": [name, "hub"],
                    "rate": "10Mbps",
                    "delay": f"{5000 + number}us",
                }
                for number, name in enumerate(names)
            ],
            "group": [{"name": f"g{number}", "site": name} for number, name in enumerate(names)],
            "server": {"site": "hub"},
            "query": {"rows": 100},
            **more,
        }
    )


def test_each_group_has_the_numbers_of_its_own_path() -> None:
    plan = star(30)
    task = resolve(plan)
    cases = cases_of([(next(plan.points()), task)])
    # Of the LANs at both ends four cables of 5 us.
    for number, case in enumerate(cases):
        assert case.group == f"g{number}"
        rtt_ms = case.numbers["round-trip time"][0]
        assert abs(rtt_ms - 2 * (5 + number / 1000 + 4 * 0.005)) < 1e-9
        calls = case.numbers["calls of a query"][0]
        assert abs(case.numbers["round trips alone"][0] - calls * rtt_ms / 1e3) < 1e-12


def test_groups_that_set_something_have_it() -> None:
    plan = star(
        6, group=[{"name": f"g{n}", "site": f"s{n}", "array_size": 10 + 10 * (n % 2)} for n in range(6)]
    )
    facts = dict(describe(plan).facts)
    calls = {facts[f"calls of a query (g{number})"] for number in (0, 2, 4)}
    others = {facts[f"calls of a query (g{number})"] for number in (1, 3, 5)}
    assert len(calls) == len(others) == 1
    assert calls != others


def test_the_events_of_a_star_are_estimated_within_a_factor_of_two() -> None:
    plan = star(300)
    found, run = estimate(resolve(plan)), net8.run(plan)
    assert run.events / 2 < found.events < 2 * run.events


@pytest.mark.slow
def test_the_time_to_describe_a_network_grows_with_its_size() -> None:
    def taken_s(sites: int) -> float:
        plan = star(sites)
        started = time.process_time()
        describe(plan)
        return time.process_time() - started

    taken_s(400)  # loads what is loaded once
    # Four times the sites: 16 times the time if each group looked at all sites.
    assert taken_s(1600) < 8 * taken_s(400)
