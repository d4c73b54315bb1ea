# SPDX-License-Identifier: GPL-2.0-only
"""Estimate of time and memory of a plan, from closed forms and a few measured constants.

Losses, retries, faults, and reads of LOBs are left out, so a plan with many of them needs more; a trial (``trial``)
corrects it.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Final, cast

from net8.analytic.calls import call_batches
from net8.analytic.facts import asking, negotiated, row_bytes, whole
from net8.analytic.situation import Situation
from net8.base import units
from net8.base.words import many
from net8.plan.clients import kind_of
from net8.plan.complete import complete_group, complete_groups
from net8.plan.network import Network, client_sites, lan_hops, lan_of, least_mtu, server_sites, sites
from net8.plan.plan import Plan
from net8.plan.resolve import Task
from net8.plan.routes import Hop, routes
from net8.plan.stages import use_stages
from net8.plan.work import executions_of, statement_plan
from net8.schema.table import KEYS, keys_of
from net8.schema.values import to_ns3
from net8.simulation.budget import Limits

__all__ = ["Estimate", "estimate", "limit_warning", "spell_out"]

EVENTS_OF_A_LINK: Final = 2
"""Events of a frame on each link: its last bit is sent, and it arrives."""
EVENTS_OF_AN_END: Final = 1
"""Events of a frame apart from its links: a timer of TCP (0.8 to 0.9 a frame, doc/scale.rst), or the next packet of a
source of background traffic."""
EVENT_S: Final = 0.226e-3 / 110.1
"""Processor time of an event: 0.226 ms a session of 110.1 events (100,000 of them, doc/benchmarks.rst)."""
RUN_S: Final = 2.9e-3
"""Fixed cost of a run (doc/benchmarks.rst, sweep)."""
PROCESS_BYTES: Final = 95 * 2**20
"""Memory of a process that has simulated almost nothing (doc/scale.rst)."""
SESSION_BYTES: Final = 4.7 * 2**10
"""Memory of an open session whose ends run the TCP machine: 4.9 KiB less 0.2 KiB of results (doc/benchmarks.rst,
journal/scale.rst)."""
NS3_SESSION_BYTES: Final = 18.9 * 2**10
"""The same with ns-3's TCP at both ends: 20.5 KiB less 1.6 KiB."""
SITE_S: Final = 0.4e-3
"""Processor time to build a site with its link: stars of 1,000 to 4,000 sites."""
ROUTE_S: Final = 3.4e-7
"""Processor time to find the route from a router to a site: rings of 300 to 1,200 sites. A site with one link has no
routes of its own: they are those to the router before it."""
SITE_BYTES: Final = 50 * 2**10
"""Memory of a site with its link: stars of 1,000, 2,000 and 4,000 sites with one client (113, 163 and 262 MiB)."""
ROUTE_BYTES: Final = 18
"""Memory of a route from a router to a site: rings of 600 and 1,200 sites (101 and 150 MiB), less their sites."""
HOST_BYTES: Final = 63 * 2**10
"""Memory of a client host: 1,000 groups of one client, each at a site of its own, less one group."""
CALL_BYTES: Final = 165
"""A call in the results: some 21 bytes packed (doc/scale.rst), and 18 columns of eight bytes each."""
SESSION_ROW_BYTES: Final = 1.6 * 2**10 - 7 * 80
"""A session in the results, less its seven calls (journal/scale.rst)."""

_OPEN_AND_CLOSE: Final = 7
"""Frames that open and close a TCP connection: SYN, SYN-ACK, ACK; FIN and ACK of both ends."""
_SMALL_CALL: Final = 4
"""Frames of a round trip with one segment each way, both acknowledged on their own."""
_BUS: Final = 3
"""Cables that take the events of a bus: 7.1 a frame, with that of the end, of one client and its server."""
_PASSED: Final = 2
"""Links of a router at which nothing joins: packets come by one and leave by the other."""
_UDP_BYTES: Final = 28
"""IPv4 and UDP headers."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Approximate needs of one run."""

    events: float  #: events of the simulator
    wall_s: float  #: wall time on a core of its own, s
    memory_bytes: float  #: resident memory of its process
    most: str  #: the part with most events, in words
    advice: str  #: how to reduce it
    built_s: float = 0.0  #: wall time before its first event, s


@dataclass(frozen=True, slots=True)
class _Part:
    """Events and sessions of a group of clients or a source of background traffic."""

    events: float  #: events of the simulator
    name: str  #: its name, in words
    advice: str  #: how to reduce it
    sessions: float = 0  #: sessions begun
    calls: float = 0  #: their calls
    open_bytes: float = 0  #: memory of the sessions open at once, at most
    end_s: float = 0  #: when the last session would end with the path to itself
    bits: float = 0  #: replies, bit


def estimate(task: Task) -> Estimate:
    """Estimate one run.

    @param task: a resolved plan
    @return: its estimate
    """
    frame_events = _events_of_a_frame(task.plan)
    parts = list(_groups(task, frame_events))
    parts += _cross(task, frame_events, _end_s(task, parts))
    events = sum(part.events for part in parts)
    sessions, calls = sum(part.sessions for part in parts), sum(part.calls for part in parts)
    memory = PROCESS_BYTES + sum(part.open_bytes for part in parts)
    memory += SESSION_ROW_BYTES * sessions + CALL_BYTES * calls
    # A run and its process were measured with two sites.
    further = max(0, len(sites(task.plan)) - 2)
    ways = _count_found_routes(task.plan)
    memory += SITE_BYTES * further + ROUTE_BYTES * ways + HOST_BYTES * len(task.plan.groups)
    largest = max(parts, key=lambda part: part.events)
    built_s = RUN_S + SITE_S * further + ROUTE_S * ways
    return Estimate(events, built_s + events * EVENT_S, memory, largest.name, largest.advice, built_s)


def _find_routes(plan: Plan) -> dict[tuple[str, str], list[Hop]]:
    """Return the routes from the sites of servers to those of clients."""
    near, far = set(client_sites(plan).values()), set(server_sites(plan).values())
    pairs = [(one, other) for one in sorted(far) for other in sorted(near)]
    return {pair: route or [] for pair, route in zip(pairs, routes(plan, pairs), strict=True)}


def _ends_of_links(plan: Plan) -> Counter[object]:
    """Count the links that end at each site and router."""
    return Counter(
        end for table in Network(plan).tables["link"] for end in cast("Sequence[object]", table["between"])
    )


def _count_found_routes(plan: Plan) -> int:
    """Count the routes that are searched for: from all sites and routers to each site with several links."""
    tables, ends = Network(plan).tables, _ends_of_links(plan)
    return sum(ends[site["name"]] > 1 for site in tables["site"]) * (
        len(tables["site"]) + len(tables["router"])
    )


def _cables(plan: Plan, pair: tuple[str, str], route: Sequence[Hop]) -> list[int]:
    """Return the cables of the LANs at the ends of a route, or what a bus takes; one LAN if both hosts are at it."""
    lans = [lan_of(plan, site) for site in pair[: 2 if route else 1]]
    return [_BUS if lan["kind"] == "segment" else lan_hops(lan, alone=not route) for lan in lans]


def _links(plan: Plan) -> int:
    """Count the links from a client to the server; the most if there are several."""
    return max(len(route) + sum(_cables(plan, pair, route)) for pair, route in _find_routes(plan).items())


def _rate_bit_s(plan: Plan) -> int:
    """Return the rate of the slowest link."""
    rates = [units.parse_rate(site["rate"]) for site in sites(plan)]
    return min(rates + [hop.rate_bit_s for route in _find_routes(plan).values() for hop in route])


def _groups(task: Task, frame_events: int) -> Iterator[_Part]:
    """Estimate each group of clients; those of a kind whose paths are alike are estimated once."""
    bare = replace(task, plan=task.plan.with_tables("group", ()))
    done: dict[object, tuple[str, _Part]] = {}
    agreed: dict[str, Mapping[str, int]] = {}
    for table, known in complete_groups(task.plan):
        values = {path: value for path, (value, _origin) in known.items()}
        kind = kind_of(table)
        if kind not in agreed:
            agreed[kind] = negotiated(values)
        alone = Situation(bare, values, agreed[kind])
        like = (kind, alone.path, alone.propagation_s)
        if like not in done:
            done[like] = str(table["name"]), _group(task, table, alone, frame_events)
        name, part = done[like]
        yield replace(part, name=part.name.replace(f" of {name}", f" of {table['name']}", 1))


def _group(task: Task, table: Mapping[str, object], alone: Situation, frame_events: int) -> _Part:
    """Estimate a group of clients, given the events of a frame; nothing starts after the stop time of the run."""
    values = alone.values
    start_s = units.seconds(values["client.start"])
    left_s = max(0.0, units.seconds(task.plan["run.stop_time"]) - start_s)
    normal = values["client.behaviour"] == "normal"
    asks = alone.number("client.queries") if normal else 0
    round_trips = alone.logon_round_trips + alone.logs_off if normal else 0
    query = _work(task, table) or _query(alone) if asks else _Query(0, 0, 0, 0)
    part = min(1.0, left_s / query.least_s) if query.least_s else 1.0
    each_s = query.least_s + alone.seconds("client.think_time")
    queries = _count_begun(asks, each_s, left_s) * part
    session_s = round_trips * alone.propagation_s + asks * each_s
    cycles = _count_begun(alone.number("client.cycles"), session_s + alone.seconds("client.pause"), left_s)
    sessions = alone.number("client.count") * cycles
    frames = _OPEN_AND_CLOSE + round_trips * _SMALL_CALL + queries * query.frames
    words, advice = f"{sessions:,.0f} sessions of {table['name']}", "lower client.count or client.cycles"
    if queries * query.frames > frames / 2:
        words += f" with {queries * query.calls:,.0f} calls each for rows"
        advice = "lower query.rows, or raise client.array_size"
        if task.plan.tables("transaction"):
            advice = "lower client.queries, or what its transactions do"
    machines = sum(map(alone.runs_machine, ("client", "server")))
    session_bytes = (SESSION_BYTES * machines + NS3_SESSION_BYTES * (2 - machines)) / 2
    return _Part(
        sessions * frames * frame_events, words, advice, sessions,
        sessions * (round_trips + queries * query.calls), alone.number("client.count") * session_bytes,
        start_s + _spread_s(task, table, values) + cycles * session_s, sessions * queries * query.bits,
    )  # fmt: skip


def _count_begun(number: int, each_s: float, within_s: float) -> float:
    """Return how many of a number of consecutive units start within a time."""
    return min(number, 1 + within_s / each_s) if each_s > 0 else number


def _events_of_a_frame(plan: Plan) -> int:
    """Return the events of a frame; with computed hops only where other frames may join."""
    if not use_stages(plan):
        return EVENTS_OF_A_LINK * _links(plan) + EVENTS_OF_AN_END
    ends = _ends_of_links(plan)
    names = {site["name"] for site in sites(plan)}
    most = 0
    for pair, route in _find_routes(plan).items():
        # A host, the switches, and links that begin where more than the link before ends: at a site or a junction.
        starts = [cast("Sequence[object]", hop.link["between"])[0 if hop.up else 1] for hop in route]
        joins = 1 + sum(start in names or ends[start] > _PASSED for start in starts)
        most = max(most, joins + sum(cables > 1 for cables in _cables(plan, pair, route)))
    return most + EVENTS_OF_AN_END


@dataclass(frozen=True, slots=True)
class _Query:
    """A query in numbers."""

    calls: float  #: calls
    frames: float  #: frames of requests, replies and acknowledgements
    bits: float  #: replies, bit
    least_s: float  #: time of round trips and work, s


def _query(alone: Situation) -> _Query:
    """Calculate a query."""
    rows = alone.number("query.rows")
    calls = sum(batch.calls for batch in call_batches(rows, asking(alone.values)))
    further = row_bytes(alone.task)[1] + alone.number("query.row_overhead")
    reply_bytes = rows * further + calls * alone.number("query.fetch_overhead")
    segments = calls * math.ceil(reply_bytes / calls / min(alone.path.mss_bytes, alone.agreed["sdu"]))
    # A request, its reply, and an acknowledgement of every second segment, at least one.
    frames = calls + segments + max(calls, segments / 2)
    call_s = alone.propagation_s + alone.seconds("server.call_time") + alone.seconds("client.call_time")
    row_s = alone.seconds("server.row_time") + alone.seconds("client.row_time")
    return _Query(calls, frames, reply_bytes * 8, calls * call_s + rows * row_s)


def _work(task: Task, table: Mapping[str, object]) -> _Query | None:
    """Calculate a transaction of a group as the sum of its statements; None without transactions."""
    plan = task.plan
    if not plan.tables("transaction"):
        return None
    total = _Query(0, 0, 0, 0)
    for times, statement in zip(executions_of(plan, table), plan.tables("statement"), strict=True):
        own = statement_plan(plan, statement)
        values = {path: value for path, (value, _o) in complete_group(own, table).items()}
        values |= {f"client.{name}": statement[name] for name in ("array_size",) if name in statement}
        alone = Situation(
            replace(task, plan=own.with_tables("group", ()), row_lengths=[]), values, negotiated(values)
        )
        each = _query(alone) if statement.get("kind", "query") == "query" else _change(alone, statement)
        total = _Query(*(a + times * b for a, b in zip(astuple(total), astuple(each), strict=True)))
    return total


def _change(alone: Situation, statement: Mapping[str, object]) -> _Query:
    """Calculate a statement that returns no rows."""
    from net8 import _core

    rows = whole(statement, "bind_rows", 1) if statement.get("binds") else 0
    calls = max(1, math.ceil(rows / whole(statement, "array_size", max(rows, 1))))
    sent = rows * (1 + _core.column_bytes(str(statement.get("binds", "")))[0])
    segments = calls * math.ceil(max(sent, 1) / calls / min(alone.path.mss_bytes, alone.agreed["sdu"]))
    frames = calls + segments + max(calls, segments / 2)
    call_s = alone.propagation_s + alone.seconds("server.call_time") + alone.seconds("client.call_time")
    return _Query(calls, frames, sent * 8, calls * call_s)


def _spread_s(task: Task, table: Mapping[str, object], values: Mapping[str, object]) -> float:
    """Return the time from the first start of a group to the last."""
    count, arrivals = whole(values, "client.count", 1), values["client.arrivals"]
    if arrivals == "file":
        return max(next(times for name, _a, times in task.groups if name == table["name"])) / 1e9
    if arrivals == "poisson":
        return count / float(to_ns3(KEYS["client.arrival_rate"], values["client.arrival_rate"]))
    return (count - 1) * units.seconds(values["client.start_spacing"]) if arrivals == "spaced" else 0.0


def _end_s(task: Task, parts: Sequence[_Part]) -> float:
    """Return the simulated time of a run: the end of the last session, or what the path needs for all traffic."""
    taken, flows = 0.0, 0
    for table in task.plan.cross_traffic:
        whole_table = _with_defaults(table)
        if whole_table["kind"] == "bulk":
            flows += whole(whole_table, "flows", 1)
        elif whole_table["stop"] is None and whole_table["direction"] == "to_client":
            payload = whole(whole_table, "packet_size", 1)
            taken += _packets_per_s(whole_table) * (payload + _UDP_BYTES) * 8
    rate = (_rate_bit_s(task.plan) - taken) / (1 + flows)
    bits = sum(part.bits for part in parts)
    needed_s = bits / rate if rate > 0 else math.inf
    return min(units.seconds(task.plan["run.stop_time"]), max(needed_s, *(part.end_s for part in parts)))


def _with_defaults(table: Mapping[str, object]) -> Mapping[str, object]:
    """Return a source of background traffic with all its keys."""
    return {key.name: table.get(key.name, key.default) for key in keys_of("cross_traffic")}


def _packets_per_s(table: Mapping[str, object]) -> float:
    """Return the mean packet rate of a source without acknowledgements."""
    on, off = (units.seconds(table[name]) for name in ("mean_on", "mean_off"))
    share = on / (on + off) if table["kind"] == "pareto" and on + off > 0 else 1.0
    return units.parse_rate(table["rate"]) / 8 / whole(table, "packet_size", 1) * share


def _cross(task: Task, frame_events: int, end_s: float) -> Iterator[_Part]:
    """Estimate the background traffic, assuming that each packet arrives, as far away as those of sessions."""
    plan = task.plan
    for number, given in enumerate(plan.cross_traffic, start=1):
        table = _with_defaults(given)
        stop_s = end_s if table["stop"] is None else min(end_s, units.seconds(table["stop"]))
        for_s = max(0.0, stop_s - units.seconds(table["start"]))
        per_s, advice = _packets_per_s(table), "raise its packet_size, lower its rate, or give it a stop"
        if table["kind"] == "bulk":
            # Full segments, and an acknowledgement of every second one.
            per_s, advice = 1.5 * _rate_bit_s(plan) / 8 / least_mtu(plan)[1], "give it a stop"
        words = f"{per_s:,.0f} packets/s of cross_traffic {number} for {for_s:,.6g} s"
        yield _Part(per_s * for_s * frame_events, words, advice)


def spell_out(found: Sequence[Estimate], runs: int) -> tuple[tuple[str, str], ...]:
    """Describe the estimate of a plan.

    @param found: the estimates of its points
    @param runs: replications of each point
    @return: name and value with unit, from the least to the greatest of its points
    """
    total_s = runs * sum(each.wall_s for each in found)
    cores = len(os.sched_getaffinity(0))
    return (
        (
            "events of a run",
            _range([each.events for each in found], lambda value: units.plain(value, ",.2g")),
        ),
        ("wall time of a run", _range([each.wall_s for each in found], _time)),
        ("memory of a run", _range([each.memory_bytes for each in found], _memory)),
        (
            f"all {many(runs * len(found), 'run')}",
            f"{_time(total_s)} of processor time, {many(cores, 'core')} here",
        ),
    )


def limit_warning(tasks: Sequence[Task], known: Sequence[Estimate] = ()) -> tuple[str, ...]:
    """State that runs will be stopped by their limits, and what to change.

    @param tasks: the points of a plan, resolved
    @param known: their estimates, where they are known
    @return: a sentence, or nothing
    """
    estimates = known or map(estimate, tasks)
    found = [(each, Limits.of(task.plan)) for each, task in zip(estimates, tasks, strict=True)]
    beyond = [(each, limits) for each, limits in found if limits.passed(each.wall_s, each.memory_bytes)]
    if not beyond:
        return ()
    worst, limits = max(beyond, key=lambda pair: pair[0].wall_s)
    where = "the run" if len(found) == 1 else f"{len(beyond)} of {len(found)} points"
    return (
        f"{where} will not come to an end: about {units.plain(worst.events, ',.2g')} events, {_time(worst.wall_s)} and "
        f"{_memory(worst.memory_bytes)}, most of it for {worst.most}, and "
        f"{limits.passed(worst.wall_s, worst.memory_bytes)} stops it; {worst.advice}, or raise that limit",
    )


def _range(values: Sequence[float], write: Callable[[float], str]) -> str:
    """Write one value, or the least and the largest."""
    least, most = write(min(values)), write(max(values))
    return f"about {least}" if least == most else f"about {least} to {most}"


def _time(seconds: float) -> str:
    """Write a time for people."""
    for unit, factor in (("h", 3600), ("min", 60)):
        if seconds >= 2 * factor:
            return (
                f"{seconds / factor:,.2g} {unit}"
                if seconds < 100 * factor
                else f"{seconds / factor:,.0f} {unit}"
            )
    return f"{units.plain(seconds, '.2g')} s"


def _memory(size_bytes: float) -> str:
    """Write memory for people."""
    return f"{size_bytes / 2**30:,.1f} GiB" if size_bytes >= 2**30 else f"{size_bytes / 2**20:,.0f} MiB"
