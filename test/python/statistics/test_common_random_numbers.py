# SPDX-License-Identifier: GPL-2.0-only
"""Common random numbers: a key that is changed leaves alone what everything else draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import net8
import pytest
from net8.base import units
from net8.base.errors import Net8Error
from net8.schema.key import Key
from net8.schema.table import KEYS

CALLS = 5
BASE: Mapping[str, object] = {
    "client": {"count": 2, "queries": CALLS, "think_time": "exponential(1s)", "driver": "python-thin"},
    "server": {"call_time": "exponential(400ms)"},
    "query": {"rows": 1, "row_length": 10},
    "run": {"stop_time": "1h"},
}
"""Two hosts with a session each, whose waits are so long that the network hardly matters."""

SMALL_S = 0.05
"""What a changed network or host may add to a call now and then, such as a delayed ACK (40 ms)."""

Drawn = list[tuple[list[float], list[float]]]


def draws(document: Mapping[str, object], seed: int = 1) -> Drawn:
    """Run a plan.

    @param document: the plan
    @param seed: of all streams
    @return: of each session, in order, the times of its calls and the pauses between them, in seconds
    """
    run = dict(document.get("run", {})) | {"seed": seed}  # type: ignore[call-overload]
    calls = net8.run(net8.Plan.of({**document, "run": run})).calls
    calls = calls[calls["kind"] == "execute"]
    found = []
    for _session, own in calls.groupby("session"):
        starts, ends = list(own["start_s"]), list(own["end_s"])
        times = [end - start for start, end in zip(starts, ends, strict=True)]
        found.append((times, [after - before for before, after in zip(ends, starts[1:], strict=False)]))
    return found


def together(*documents: Mapping[str, object]) -> dict[str, object]:
    """Merge plans section by section, the last one first in rank."""
    merged: dict[str, object] = {}
    for document in documents:
        for name, value in document.items():
            old = merged.get(name)
            both = isinstance(old, Mapping) and isinstance(value, Mapping)
            merged[name] = {**old, **value} if both else value  # type: ignore[dict-item]
    return merged


def check(found: Drawn, base: Drawn, what: str) -> None:
    """Hold the draws of the sessions of two runs against each other: equal but for a constant and a little."""
    assert len(found) >= len(base), what
    for (times, pauses), (known, before) in zip(found, base, strict=False):
        for one, other in ((times, known), (pauses, before)):
            assert one, what
            assert len(one) == len(other), what
            apart = sorted(a - b for a, b in zip(one, other, strict=True))
            assert apart[-1] - apart[0] < SMALL_S, (what, apart)


MORE: Mapping[str, Mapping[str, object]] = {
    "a loss rate of nearly nothing": {"path": {"loss_rate": 1e-9}},
    "IPv6": {"path": {"ip": "v6"}},
    "both IP versions": {"path": {"ip": "dual"}},
    "a LAN": {"path": {"kind": "lan"}},
    "a radio link": {"path": {"last_hop": "radio"}},
    "another queue": {"path": {"queue_disc": "red"}},
    "a cross traffic": {"cross_traffic": [{"kind": "constant", "rate": "100kbps"}]},
    "a cross traffic with chance": {"cross_traffic": [{"kind": "pareto", "rate": "100kbps"}]},
    "two cross traffics": {"cross_traffic": [{"rate": "10kbps"}, {"kind": "pareto", "rate": "100kbps"}]},
    "a client more": {"client": {"count": 3}},
    "ten clients more": {"client": {"count": 12}},
    "random work of the client": {
        "client": {"call_time": "exponential(1us)", "packet_time": "exponential(1us)"}
    },
    "random work of the server": {
        "server": {"row_time": "exponential(1us)", "call_cpu_time": "exponential(1us)"}
    },
    "random work of hosts": {"client": {"tcp": {"segment_time": "exponential(1us)"}}},
    "random work of the listener": {"listener": {"fork_cpu_time": "exponential(1us)"}},
    "names": {"client": {"naming": "dns", "lookup_time": "exponential(1ms)"}},
    "shared servers": {"server": {"handlers": "shared"}},
    "another driver": {"client": {"driver": "jdbc-thin"}},
    "what differs between runs": {"variation": {"when": "always"}},
}
"""Changes that took streams from others when streams were numbered one after the other."""


@pytest.mark.parametrize("what", MORE)
def test_what_is_added_takes_no_draws_from_others(what: str) -> None:
    check(draws(together(BASE, MORE[what])), draws(BASE), what)


def test_a_group_in_front_takes_no_draws_from_those_behind() -> None:
    own = {"name": "own", "count": 2}
    base = draws({**BASE, "group": [own]})
    # Sessions are numbered group after group.
    check(draws({**BASE, "group": [{"name": "first", "count": 3}, own]})[3:], base, "a group")


def test_links_and_sites_keep_their_draws() -> None:
    sites = [{"name": "here"}, {"name": "there"}, {"name": "else"}]
    noisy = {"between": ["here", "there"], "name": "long", "jitter": "5ms", "burst_rate": 1e-9}
    side = {"between": ["else", "there"], "name": "side", "jitter": "3ms"}
    place = {"client": {"site": "here", "count": 1}, "server": {"site": "there"}}

    def ends(links: Sequence[Mapping[str, object]]) -> list[float]:
        document = together(BASE, place, {"site": sites, "link": list(links)})
        return [float(end) for end in net8.run(net8.Plan.of(document)).calls["end_s"]]

    assert ends([noisy, side]) == ends([side, noisy])
    assert ends([noisy, {**side, "jitter": "0s"}]) == ends([side, noisy])
    assert ends([noisy, {**side, "jitter": "0s"}]) != ends([{**noisy, "name": "other"}, side])


def test_losses_that_do_not_happen_change_nothing() -> None:
    """Runs with and without were correlated by 0.09 over 30 seeds, where they are equal."""
    for seed in range(1, 9):
        assert draws(together(BASE, {"path": {"loss_rate": 1e-9}}), seed) == draws(BASE, seed)
    assert draws(BASE, 1) != draws(BASE, 2)


OWN: Mapping[str, str] = {
    "client.queries": "number of calls",
    "client.think_time": "drawn here",
    "server.call_time": "drawn here",
    "query.rows": "number of calls",
    "client.subscribes": "number of calls",
    "client.cycles": "number of sessions",
    "client.count": "see above",
    "client.transactions": "others than the query",
    "client.behaviour": "attackers ask nothing",
    "client.pool_min": "users share sessions",
    "client.pool_max": "users share sessions",
    "client.arrivals": "starts",
    "run.stop_time": "cuts off",
    "client.password": "no logon",
    "client.prefetch_memory": "number of calls",
    "query.long_column": "number of calls",
    "client.not_in_password_file": "no session, or none that lasts",
    "client.wrong_password": "no session, or none that lasts",
    "client.recv_timeout": "no session, or none that lasts",
    "client.server": "no session, or none that lasts",
    "client.tls": "no session, or none that lasts",
    "host.memory.limit": "no session, or none that lasts",
    "listener.ip": "no session, or none that lasts",
    "listener.tls": "no session, or none that lasts",
    "server.crypto_checksum": "no session, or none that lasts",
    "server.encryption": "no session, or none that lasts",
    "server.processes": "no session, or none that lasts",
    "server.sessions": "no session, or none that lasts",
    "server.state": "no session, or none that lasts",
    "path.idle_time": "no session, or none that lasts",
    "path.urgent_data": "no session, or none that lasts",
    "server.recv_timeout": "no session, or none that lasts",
    "client.call_timeout": "no session, or none that lasts",
}
"""Keys that change which draws there are."""


def other(key: Key) -> object:
    """Return a value that is not the default, but near to it; nothing where there is none to try."""
    if key.name in ("black_hole_mtu", "tunnel_mtu"):
        return 65535  # 1 would let nothing pass
    match key.kind:
        case "bool":
            return key.default is not True
        case "choice":
            return next((word for word in reversed(key.choices) if word != key.default), None)
        case "fraction":
            return 1e-9
        case "time" if key.default is not None:
            return f"{units.parse_time(str(key.default)) + 1000}ns"
        case "random":
            return "exponential(1us)"
        case "int" | "size" if isinstance(key.default, int):
            return key.default + 1
        case "number" if isinstance(key.default, int | float):
            return key.default * 1.001
    return None


TRIED = sorted(
    path for path, key in KEYS.items()
    if key.core and path not in OWN and "." in path and other(key) is not None
    and path.partition(".")[0] in ("path", "client", "server", "listener", "host", "query", "variation")
)  # fmt: skip
REFUSED = 0.15
"""Share of the keys that may need others, or refuse the value."""


@pytest.mark.slow
def test_each_key_in_turn_leaves_the_draws_of_all_else_alone() -> None:
    base = draws(BASE)
    done = []
    for path in TRIED:
        *sections, name = path.split(".")
        change: dict[str, object] = {name: other(KEYS[path])}
        for section in reversed(sections):
            change = {section: change}
        try:
            found = draws(together(BASE, change))
        except Net8Error:
            continue
        check(found, base, path)
        done.append(path)
    assert len(done) > (1 - REFUSED) * len(TRIED), sorted({*TRIED} - {*done})
