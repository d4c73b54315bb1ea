# SPDX-License-Identifier: GPL-2.0-only
"""Runs of several instances on a LAN, with what tests of balancing and of faults ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import net8

Table = Mapping[str, object]

LAN = {"kind": "lan"}
NODES = ({"name": "rac1", "host": "node1"}, {"name": "rac2", "host": "node2"})
LONG = {"queries": 100, "think_time": "1s"}
"""A client that calls once a second for 100 s."""


def descriptor(hosts: Sequence[str], options: str = "", wanted: str = "(SERVICE_NAME=sales)") -> str:
    """Return a descriptor with one address for each host."""
    addresses = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in hosts)
    return f"(DESCRIPTION={options}{addresses}(CONNECT_DATA={wanted}))"


def run(
    client: Table,
    server: Table | None = None,
    instances: Sequence[Table] = NODES,
    faults: Sequence[Table] = (),
    listener: Table | None = None,
    groups: Sequence[Table] = (),
    rows: int = 0,
    **limits: object,
) -> net8.Run:
    """Simulate sessions on a LAN, by default with two hosts that serve sales."""
    document = {
        "path": LAN,
        "client": {"descriptor": descriptor(["node1"])} | dict(client),
        "group": list(groups),
        "listener": dict(listener or {}),
        "server": {"service_name": "sales", "release": "12.1"} | dict(server or {}),
        "instance": list(instances),
        "fault": list(faults),
        "query": {"rows": rows},
        "variation": {"when": "never"},
        "run": {"stop_time": "1h"} | limits,
    }
    return net8.run(net8.Plan.of(document))


def outcome(done: net8.Run) -> list[int]:
    """Return how each session ended."""
    return list(done.sessions["ora_code"])


def check_books(done: net8.Run) -> None:
    """Every session is in the books, and every attempt is one of its session."""
    assert list(done.sessions["session"]) == list(range(len(done.sessions)))
    assert done.sessions["attempts"].sum() == len(done.attempts)
    assert all(value >= 0 for value in done.counters.values())
