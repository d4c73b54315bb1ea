# SPDX-License-Identifier: GPL-2.0-only
"""Small random storms, with faults: whatever the plan, the books are right and the same plan does the same again.

NET8_SOAK sets the number of plans.
"""

from __future__ import annotations

import os
from typing import Any

import net8
import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PLANS = int(os.environ.get("NET8_SOAK", "25"))
TIMES = st.sampled_from(["0s", "1ms", "50ms"])


def client_groups() -> st.SearchStrategy[list[dict[str, Any]]]:
    """Return groups of clients, attackers among them."""
    group = st.fixed_dictionaries(
        {
            "driver": st.sampled_from(["oci", "python-thin", "jdbc-thin", "sqlplus"]),
            "count": st.integers(1, 12),
            "hosts": st.integers(1, 3),
            "arrivals": st.sampled_from(["batch", "poisson", "spaced"]),
            "arrival_rate": st.sampled_from(["5/s", "200/s"]),
            "start_spacing": st.sampled_from(["0s", "70ms"]),
            "behaviour": st.sampled_from(["normal", "normal", "normal", "silent", "garbage", "drip"]),
            "connect_timeout": st.sampled_from(["300ms", "5s", "40s"]),
            "transport_connect_timeout": st.sampled_from(["500ms", "10s"]),
            "retry_count": st.integers(0, 2),
            "retry_delay": st.sampled_from(["0s", "1s"]),
            "queries": st.integers(0, 2),
            "think_time": st.sampled_from(["0s", "1s"]),
            "cycles": st.integers(1, 2),
            "pause": st.sampled_from(["0s", "4s"]),
            "start": st.just("2s"),
            "server": st.sampled_from(["any", "any", "dedicated", "shared", "pooled"]),
            "pool_purity": st.sampled_from(["any", "new"]),
            "recv_timeout": st.sampled_from(["0s", "3s"]),
        }
    )
    return st.lists(group, min_size=1, max_size=3).map(
        lambda groups: [{"name": f"g{number}"} | one for number, one in enumerate(groups)]
    )


HANDLERS = st.sampled_from(["dedicated", "dedicated", "prespawned", "shared", "pooled", "dedicated, shared",
                            "prespawned, shared, pooled", "dedicated, pooled"])  # fmt: skip
POOLS = st.fixed_dictionaries(
    {
        "shared": st.fixed_dictionaries(
            {
                "shared_servers": st.integers(1, 3),
                "max_shared_servers": st.sampled_from([0, 2, 5]),
                "growth_interval": st.sampled_from(["0s", "500ms"]),
                "spawn_time": TIMES,
            }
        ),
        "pool": st.fixed_dictionaries(
            {
                "min_size": st.integers(1, 4),
                "max_size": st.integers(4, 6),
                "inactivity_timeout": st.just("10s"),
                "max_think_time": st.sampled_from(["300ms", "120s"]),
                "max_use_session": st.sampled_from([1, 500000]),
                "queue_limit": st.sampled_from([0, 1000]),
                "spawn_time": TIMES,
            }
        ),
        "prespawn": st.fixed_dictionaries(
            {
                "pool_size": st.integers(1, 3),
                "prespawn_max": st.integers(3, 5),
                "timeout": st.just("10s"),
                "spawn_time": TIMES,
            }
        ),
    }
)
NODES = ("node1", "node2")


@st.composite
def instances(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return some instances on two hosts, or none: the one that is there anyway."""
    return [
        {
            "name": f"rac{number}",
            "host": draw(st.sampled_from(NODES)) if number else NODES[0],
            "handlers": draw(HANDLERS),
        }
        for number in range(draw(st.sampled_from([0, 1, 2, 3])))
    ]


@st.composite
def faults(draw: st.DrawFn, document: dict[str, Any], longest_s: float) -> list[dict[str, Any]]:
    """Return faults of whatever there is, longest_s at most or, where that is 0, some for good and of clients, too."""
    hosts = sorted({str(one["host"]) for one in document["instance"]})
    targets = {"host": ["", *hosts], "listener": ["", *hosts], "link": [""]}
    targets["instance"] = ["", *(one["name"] for one in document["instance"])]
    if not longest_s:
        clients = [name for one in document["group"] for name in (one["name"], f"{one['name']}-1")]
        targets["host"] += clients
        targets["link"] += [*hosts, *clients]
    found = []
    for _ in range(draw(st.sampled_from([0, 0, 1, 2, 4]))):
        kind = draw(st.sampled_from(["host_down", "host_hang", "link_down", "listener_down", "listener_hang",
                                     "instance_down", "instance_hang"]))  # fmt: skip
        at = draw(st.integers(0, 200)) / 10 + 2
        last = draw(st.floats(0.1, longest_s or 30))
        until = 0 if not longest_s and draw(st.booleans()) else at + last
        found.append({"kind": kind, "target": draw(st.sampled_from(targets[kind.partition("_")[0]])),
                      "at": f"{at:.3f}s", "until": f"{until:.3f}s"})  # fmt: skip
    return found


@st.composite
def plans(draw: st.DrawFn, *, longest_fault_s: float = 0.0) -> dict[str, Any]:
    """Return storms that are over within a minute or two of simulated time, but for what is down for good."""
    document: dict[str, Any] = draw(storms())
    document["instance"] = draw(instances())
    document["server"] |= draw(POOLS) | {"handlers": draw(HANDLERS)}
    if document["instance"]:
        document["server"] |= {
            "service_name": "sales",
            "remote_listener": draw(st.sampled_from(["none", "all"])),
            "balance_goal": draw(st.sampled_from(["long", "short", "load"])),
        }
        document["listener"]["scan"] = draw(st.sampled_from([0, 2]))
        hosts = sorted({one["host"] for one in document["instance"]})
        hosts += ["scan"] * bool(document["listener"]["scan"])
        text = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in hosts)
        balance = draw(st.sampled_from(["", "(LOAD_BALANCE=on)"]))
        document["client"] = {
            "descriptor": f"(DESCRIPTION={balance}{text}(CONNECT_DATA=(SERVICE_NAME=sales)))"
        }
    document["fault"] = draw(faults(document, longest_fault_s))
    return document


def storms() -> st.SearchStrategy[dict[str, Any]]:
    """Return storms without instances, pools and faults."""
    return st.fixed_dictionaries(
        {
            "path": st.fixed_dictionaries(
                {"kind": st.sampled_from(["lan", "wan"]), "loss_rate": st.sampled_from([0.0, 0.0, 0.02])}
            ),
            "group": client_groups(),
            "query": st.just({"rows": 2}),
            "listener": st.fixed_dictionaries(
                {
                    "queue_size": st.sampled_from([1, 3, 100]),
                    "overflow": st.sampled_from(["drop", "reset"]),
                    "rate_limit": st.sampled_from(["no", "1", "7"]),
                    "inbound_connect_timeout": st.sampled_from(["0s", "2s"]),
                    "max_all_connections": st.sampled_from([1, 5, 4096]),
                    "accept_cpu_time": TIMES,
                    "parse_cpu_time": TIMES,
                    "fork_cpu_time": TIMES,
                }
            ),
            "server": st.fixed_dictionaries(
                {
                    "exec_cpu_time": TIMES,
                    "logon_cpu_time": TIMES,
                    "call_cpu_time": TIMES,
                    "inbound_connect_timeout": st.sampled_from(["100ms", "5s", "0s"]),
                    "processes": st.sampled_from([0, 2, 20]),
                    "registration_interval": st.just("5s"),
                }
            ),
            "host": st.fixed_dictionaries(
                {
                    "cpu": st.fixed_dictionaries({"cores": st.integers(1, 3)}),
                    "memory": st.fixed_dictionaries({"limit": st.sampled_from([0, 20 * 2**20, 60 * 2**20])}),
                }
            ),
            "run": st.just({"stop_time": "300s", "sample_interval": "500ms"}),
        }
    )


def expected_sessions(plan: dict[str, Any]) -> int:
    """Count the sessions that a plan asks for."""
    return sum(group["count"] * group["cycles"] for group in plan["group"])


@settings(max_examples=PLANS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(plans())
def test_the_books_of_any_storm_are_right(document: dict[str, Any]) -> None:
    run = net8.run(net8.Plan.of(document))
    sessions, attempts = run.session_columns, run.attempt_columns

    # No session is lost, and each ends once.
    assert list(sessions["session"]) == list(range(expected_sessions(document)))
    assert len(run.outcome) == sessions["session"].size

    # Each attempt belongs to a session, and has one outcome; a session that is in was admitted by one of them.
    made = np.bincount(attempts["session"], minlength=sessions["session"].size)
    assert np.array_equal(made, sessions["attempts"])
    code = attempts["ora_code"]
    assert ((code == 0) == (attempts["accepted_ns"] >= 0)).all()
    admitted = np.bincount(attempts["session"][code == 0], minlength=sessions["session"].size)
    assert (admitted <= 1).all()
    assert (admitted[sessions["ready_ns"] >= 0] == 1).all()
    metrics = run.metrics
    parts = ("admitted", "refused", "reset", "timed_out", "unfinished_attempts")
    assert metrics["attempts"] == sum(metrics[part] or 0 for part in parts) == code.size

    # Times go forward, counters and samples are never below zero.
    for early, late in (
        ("start_ns", "connected_ns"),
        ("connected_ns", "accepted_ns"),
        ("accepted_ns", "ready_ns"),
    ):
        both = (sessions[early] >= 0) & (sessions[late] >= 0)
        assert (sessions[early][both] <= sessions[late][both]).all()
    assert all(count >= 0 for count in run.counters.values())
    series = run.series
    assert (series.drop(columns="host") >= 0).all(axis=None)
    assert series["cpu_load"].max() <= 1 + 1e-9
    assert series["greetings"].max() <= document["listener"]["max_all_connections"]
    assert (run.sample_columns["memory_bytes"] <= (document["host"]["memory"]["limit"] or 2**62)).all()

    # Who got in was served by a handler that there is.
    served = run.sessions[run.session_columns["ready_ns"] >= 0]
    kinds = {"D": "shared", "N": "pooled", "P": "prespawned"}
    lists = {one["name"]: one["handlers"] for one in document["instance"]} or {
        "orcl": document["server"]["handlers"]
    }
    for name, handler in zip(served["instance"], served["handler"], strict=True):
        assert (kinds[handler[0]] if handler != "DEDICATED" else "dedicated") in lists[name]

    # The same again.
    assert net8.run(net8.Plan.of(document)).digest == run.digest


@settings(max_examples=PLANS, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(plans(longest_fault_s=3))
def test_memory_and_events_are_back_when_all_have_left(document: dict[str, Any]) -> None:
    # The run goes on until hosts are as they were before the first client came at 2 s: for one that is never to come.
    last = {"name": "last", "start": "700s", "queries": 0, "driver": "oci", "hosts": 1, "count": 1}
    document["run"] = {"stop_time": "600s", "sample_interval": "1s"}
    # Shared servers that are added at once stay for good.
    document["server"]["shared"]["growth_interval"] = "500ms"
    run = net8.run(net8.Plan.of(document | {"group": [*document["group"], last]}))
    series = run.series.set_index("time_s")
    others = run.session_columns["end_ns"][:-1]
    if (others < 0).any() or others.max() > 300 * 10**9:
        return
    start, before = series.loc[[1.0]], series.loc[[599.0]]
    for name in ("sessions", "greetings", "backlog", "run_queue"):
        assert (before[name] == 0).all(), name
    if document["host"]["memory"]["limit"]:
        # A pool that starts again may find no room for its servers, which another instance left it at first.
        assert (before["memory_bytes"].to_numpy() <= start["memory_bytes"].to_numpy()).all()
    else:
        assert (before["memory_bytes"].to_numpy() == start["memory_bytes"].to_numpy()).all()

    # Nothing of theirs waits any more: the event list is that of a run in which nobody came.
    alone = net8.run(net8.Plan.of(document | {"group": [last], "fault": []}))
    assert run.events_left == alone.events_left
