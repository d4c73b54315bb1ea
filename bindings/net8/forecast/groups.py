# SPDX-License-Identifier: GPL-2.0-only
"""Numbers that follow from a plan before it runs: of path and calls, for each group of clients, over its sweep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from net8 import analytic
from net8.analytic.facts import negotiated, row_bytes, whole
from net8.analytic.guessed import guessed
from net8.analytic.left_out import left_out
from net8.analytic.lobs import asking_with_lobs, lob_calls, lob_rule
from net8.analytic.situation import Situation
from net8.analytic.tds_situation import TdsSituation
from net8.base import units
from net8.plan.clients import kind_of
from net8.plan.cluster import instance_plan, servers_of
from net8.plan.complete import complete_groups
from net8.plan.network import lan_of
from net8.plan.plan import Point
from net8.plan.resolve import Task
from net8.plan.tds import uses_tds

__all__ = ["Case", "cases_of", "facts", "warnings"]

_FORMS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "bottleneck rate": ("{} Mbit/s", ("g",)),
    "round-trip time": ("{} ms (propagation)", ("g",)),
    "bandwidth-delay product": ("{} bytes", (",.0f",)),
    "window": ("{} bytes (smaller of server send and client receive buffer)", (",",)),
    "window cap": ("{} Mbit/s", (",.3g",)),
    "negotiated": ("SDU {} bytes, TDU {} bytes, TNS version {}", (",", ",", "")),
    "calls of a query": ("{}, of which {} bring rows", (",", ",")),
    "calls for its LOBs": ("{}", (",",)),
    "rows of a full fetch": ("{} bytes; TNS packets: {}", (",", ",")),
    "round trips alone": ("{} s per query", (",.6g",)),
}
"""Text and number formats of each fact, by its name."""


@dataclass(frozen=True, slots=True)
class Case:
    """One group of clients with one instance at one point of the sweep."""

    group: str  #: name of the group
    labels: Mapping[str, object]  #: point of the sweep
    numbers: Mapping[str, tuple[float, ...]]  #: by name of the fact
    reason: str  #: why the calls of a query are not among them, or ""
    queries: int  #: queries of all clients of the group
    rows: int  #: rows of each
    guesses: tuple[str, ...]  #: sizes that are not confirmed by a capture


def cases_of(points: Iterable[tuple[Point, Task]]) -> list[Case]:
    """Calculate the numbers of a plan.

    @param points: points of the plan, resolved
    @return: a case for each group and instance at each point
    """
    return [case for point, task in points for case in _at_point(point, task)]


def _at_point(point: Point, task: Task) -> Iterator[Case]:
    """Yield the cases of one point."""
    for server in task.plan.instances or ({},):
        plan = instance_plan(task.plan, server)
        farther_s = units.seconds(server.get("delay", "0s"))
        alone = replace(task, plan=plan.with_tables("group", ()))
        speaks_tds = uses_tds(plan)
        known: dict[str, _Kind] = {}
        for table, complete in complete_groups(plan):
            if server and server not in servers_of(task.plan, table):
                continue
            values = {path: value for path, (value, _origin) in complete.items()}
            if (name := kind_of(table)) not in known:
                known[name] = _kind(alone, values, speaks_tds=speaks_tds)
            kind = known[name]
            situation = (TdsSituation if speaks_tds else Situation)(alone, values, kind.agreed)
            numbers = {**_path_numbers(situation, farther_s), **kind.numbers}
            if speaks_tds:
                # ``dialogues`` describes its calls; nothing of Oracle Net is negotiated.
                del numbers["negotiated"]
            if kind.round_trips is not None:
                numbers["round trips alone"] = (kind.round_trips * numbers["round-trip time"][0] / 1e3,)
            yield Case(
                str(table["name"]), point.labels, numbers, kind.reason, kind.queries, kind.rows, kind.guesses
            )


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is the same for all groups that differ only in name and site."""

    agreed: Mapping[str, int]  #: what both ends negotiate
    numbers: Mapping[str, tuple[float, ...]]  #: of a query
    round_trips: int | None  #: those of a query, or of a packet there and back; None: not known
    reason: str  #: as in Case
    queries: int  #: as in Case
    rows: int  #: as in Case
    guesses: tuple[str, ...]  #: as in Case


def _kind(alone: Task, values: Mapping[str, object], *, speaks_tds: bool) -> _Kind:
    """Calculate what does not depend on the path of a group."""
    agreed = negotiated(values)
    situation = (TdsSituation if speaks_tds else Situation)(alone, values, agreed)
    numbers: dict[str, tuple[float, ...]] = {}
    round_trips: int | None = 1 if speaks_tds else None
    if not speaks_tds and situation.counts_calls:
        numbers, round_trips = _call_numbers(situation)
    sessions = whole(values, "client.count", 1) * whole(values, "client.cycles", 1)
    # With transactions, [query] has only defaults for their statements.
    asks = values["client.behaviour"] == "normal" and not alone.plan.tables("transaction")
    return _Kind(
        agreed,
        numbers,
        round_trips,
        "" if speaks_tds else _no_calls(situation),
        sessions * whole(values, "client.queries", 0) if asks else 0,
        whole(values, "query.rows", 0),
        () if speaks_tds else guessed(situation),
    )


def _no_calls(situation: Situation) -> str:
    """Explain why the calls of a query are not known; empty if they are."""
    if situation.counts_calls:
        return ""
    if situation.transacts:
        return "those of the transactions"
    if situation.number("client.pool_max"):
        return "those of the requests, in sessions of a pool"
    if not situation.number("client.queries"):
        return "none: client.queries = 0"
    if situation.values["client.behaviour"] != "normal":
        return f"none: client.behaviour = {situation.values['client.behaviour']}"
    return "known only after a run: " + "; ".join(left_out(situation, {}))


def _path_numbers(situation: Situation, farther_s: float) -> dict[str, tuple[float, ...]]:
    """Return the numbers of path and windows."""
    agreed = situation.agreed
    rate = situation.path.bottleneck.bit_per_s
    radio_rates = _radio_rates(situation)
    if radio_rates:
        rate = min(rate, *map(units.parse_rate, radio_rates))
    rtt_s = situation.propagation_s + 2 * farther_s
    window = situation.window_bytes
    return {
        "bottleneck rate": (rate / 1e6,),
        "round-trip time": (rtt_s * 1e3,),
        "bandwidth-delay product": (float(analytic.bandwidth_delay_bytes(rate, rtt_s)),),
        "window": (window,),
        "window cap": (float(analytic.window_cap_bit_s(window, rtt_s)) / 1e6,),
        "negotiated": (agreed["sdu"], agreed["tdu"], agreed["version"]),
    }


def _radio_rates(situation: Situation) -> tuple[str, ...]:
    """Return the rates of the radio between a client host and its switch, if there is one."""
    site = lan_of(situation.task.plan, situation.site("client"))
    rates = site["radio_rates"] if site["kind"] == "radio" else ()
    return tuple(map(str, rates)) if isinstance(rates, tuple) else ()


def _call_numbers(situation: Situation) -> tuple[dict[str, tuple[float, ...]], int]:
    """Return the numbers of a query, and its round trips."""
    asked, rule = asking_with_lobs(situation.values), lob_rule(situation.values)
    batches = analytic.call_batches(situation.number("query.rows"), asked)
    lobs = 0 if rule is None else lob_calls(rule, batches)
    calls = sum(batch.calls for batch in batches)
    with_rows = sum(batch.calls for batch in batches if batch.rows)
    first, further = row_bytes(situation.task)
    batch = round(first + (asked.further - 1) * further)
    return {
        "calls of a query": (calls, with_rows),
        "rows of a full fetch": (batch, int(analytic.tns_packets(batch, situation.packet_limit("server")))),
        **({} if rule is None else {"calls for its LOBs": (lobs,)}),
    }, calls + lobs


def facts(cases: Sequence[Case]) -> tuple[tuple[str, str], ...]:
    """Write the numbers of a plan; those in which its groups differ are written for each group.

    @param cases: the cases of a plan
    @return: name and value with unit, from the least to the greatest of its points
    """
    groups: dict[str, list[Case]] = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case)
    found: list[tuple[str, str]] = []
    for name in _FORMS:
        texts = {group: _text(name, members) for group, members in groups.items()}
        if len(set(texts.values())) == 1:
            found += [(name, text) for text in {*texts.values()} if text]
        else:
            found += [(f"{name} ({group})", text) for group, text in texts.items() if text]
    return tuple(found)


def _text(name: str, cases: Sequence[Case]) -> str:
    """Write one fact of a group; empty if no case has it."""
    form, formats = _FORMS[name]
    found = [case.numbers[name] for case in cases if name in case.numbers]
    reasons = dict.fromkeys(case.reason for case in cases if case.reason)
    if not found:
        return "; ".join(reasons) if name == "calls of a query" else ""
    return form.format(
        *(_range(values, form) for values, form in zip(zip(*found, strict=True), formats, strict=True))
    )


def _range(values: Sequence[float], form: str) -> str:
    """Write one number, or the least and the largest."""
    least, most = units.plain(min(values), form), units.plain(max(values), form)
    return least if least == most else f"{least} to {most}"


def warnings(cases: Sequence[Case], *, rows_set: bool) -> tuple[str, ...]:
    """Describe what will limit a plan, and unintended defaults.

    @param cases: the cases of a plan
    @param rows_set: whether the plan says how many rows a query has
    @return: a sentence each
    """
    limits = filter(None, (_window_warning(cases), "" if rows_set else _rows_warning(cases)))
    return (*limits, *dict.fromkeys(guess for case in cases for guess in case.guesses))


def _window_warning(cases: Sequence[Case]) -> str:
    """Describe where the window limits most."""

    def spare(case: Case) -> float:
        return case.numbers["window"][0] - case.numbers["bandwidth-delay product"][0]

    limited = [case for case in cases if spare(case) < 0]
    if not limited:
        return ""
    worst = min(limited, key=spare)
    numbers = {name: values[0] for name, values in worst.numbers.items()}
    everywhere = len(limited) == len(cases)
    where = "" if everywhere else " in some cases"
    if worst.labels:
        place = ", ".join(f"{name} = {label}" for name, label in worst.labels.items())
        where = f"{where}, most at {place}"
    return (
        f"the window limits{where}: {numbers['window']:,.0f} bytes are below the bandwidth-delay product of "
        f"{numbers['bandwidth-delay product']:,.0f} bytes, so a long transfer gets "
        f"{units.plain(numbers['window cap'], ',.3g')} of {numbers['bottleneck rate']:g} Mbit/s; raise "
        "server.tcp.send_buffer and client.tcp.receive_buffer (and window_scaling above 65535 bytes)"
    )


def _rows_warning(cases: Sequence[Case]) -> str:
    """State that many clients fetch the default number of rows."""
    totals: dict[str, int] = {}
    for case in cases:
        point = str(dict(case.labels))
        totals[point] = totals.get(point, 0) + case.queries
    most = max(totals.values(), default=0)
    if most < 2:
        return ""
    return (
        f"query.rows is not set, so each of {most:,} queries fetches {cases[0].rows:,} rows; set query.rows, or "
        "client.queries = 0 for sessions that only log on"
    )
