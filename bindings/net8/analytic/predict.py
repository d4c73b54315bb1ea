# SPDX-License-Identifier: GPL-2.0-only
"""Predicted results of a plan, before it is simulated: the combination of the models."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import astuple, replace
from typing import Final

import numpy as np

from net8.analytic.admission import refusal
from net8.analytic.arrays import within
from net8.analytic.facts import request_form
from net8.analytic.frames import wire_bytes
from net8.analytic.left_out import left_out, unregarded
from net8.analytic.logon import LOGON_BYTES
from net8.analytic.overflow import overflow
from net8.analytic.packing import DATA_HEADER_BYTES
from net8.analytic.path import Path
from net8.analytic.predict_storm import predict_storm
from net8.analytic.predict_work import predict_work, work_left_out
from net8.analytic.prediction import Prediction, Predictions, counted, timed
from net8.analytic.security import compression, sealing
from net8.analytic.situation import Situation
from net8.analytic.statement import Statement
from net8.analytic.statement_time import Times, behind_ack_s, lost_s, without_loss
from net8.analytic.tds_situation import TDS_SOURCE, TdsSituation
from net8.analytic.throughput import pftk_unchecked
from net8.analytic.window import LIMITS, dominating_limit, throughput_bit_s
from net8.base.errors import PlanError
from net8.plan.outside import is_outside
from net8.plan.plan import Plan, require_plan
from net8.plan.tds import uses_tds

__all__ = ["predict"]

_PACKING = "Sun BluePrints 2002"
_CALLS = "Hooper 2010; runs of the drivers"
_SIZES = "doc/message-sizes.rst"
_SUM = "Kurose and Ross, 2nd ed., 3.7; arithmetic on frames"
_LOSS = "Cardwell, Savage, Anderson 2000; Padhye et al. 1998"

_TDS_LOGON_BYTES: Final = 47 + 43 + 144 + 353
"""Bytes of PRELOGIN, its answer, LOGIN7 and its answer in the examples of MS-TDS 4.1 to 4.4; names differ."""

MEAN_ROWS = 0.053
"""Part by which counts may be off where a mean length stands for rows: the worse residual of the trace of Ameen."""


SET_BUFFERS = 0.3
"""Residual of a window that buffers set in Linux limit: how much of them is payload depends on segments and writes."""


def predict(plan: Plan) -> Predictions:
    """Return the predictions of the closed forms for a plan, with bands; nothing is simulated.

    Names are those of metrics where a metric is meant (``net8.results.metrics``): ``Run[name]`` is what to compare.
    What no model covers is left out, such as mixes of transactions, times over a radio, those of several clients that
    are not a storm, LOBs, failing calls, shared servers, faults, sessions that are refused, replies that overflow the
    queue of the bottleneck;
    ``left_out`` of the result names it.

    Bands are the ranges of section 12 of the models' list: counts exactly, times without loss 1 %, 2 % where the window
    limits and one round trip more in slow start, 20 % for short replies with loss, 15 or 30 % for long ones, one window
    of a second for a limited storm.

    @param plan: the plan; what it sweeps is left aside
    @return: predictions by name, and what is left out
    """
    require_plan(plan)
    if is_outside(plan):
        raise PlanError(
            "the closed forms know no network that a library builds; net8 run simulates it",
            where=plan.where("network.library"),
        )
    if uses_tds(plan):
        return _predict_tds(TdsSituation.of(plan))
    situation = Situation.of(plan)
    if situation.number("client.pool_max"):
        return Predictions({}, (f"everything: client.pool_max = {situation.number('client.pool_max')}",))
    if situation.values["client.subscribes"] or any(table.get("subscribes") for table in plan.groups):
        return Predictions({}, ("everything: client.subscribes = true",))
    if sealing(situation.values).on:
        return Predictions({}, ("everything: packets are encrypted or have checksums",))
    if compression(situation.values, situation.agreed["version"]):
        return Predictions({}, ("everything: packets are compressed",))
    if situation.values["client.tls"] or situation.values["listener.tls"]:
        return Predictions({}, ("everything: TLS",))
    if situation.values["path.transport"] != "tcp":
        return Predictions({}, (f"everything: path.transport = {situation.values['path.transport']}",))
    found: dict[str, Prediction] = {}
    comes = not refusal(situation)
    if situation.counts_query and situation.wired:
        found |= _cap(situation)
    if situation.counts_query and comes:
        first, again = (situation.statement(first=which) for which in (True, False))
        found |= _counts(situation, first, again)
        if situation.wired:
            found |= _times(situation, first, again)
    if (
        comes
        and situation.plain
        and situation.groups == 1
        and situation.values["client.behaviour"] == "normal"
    ):
        found |= _logon(situation, found)
        if situation.wired and not situation.alone:
            found |= predict_storm(situation, found.pop("logon_time", None))
    if comes:
        found |= predict_work(situation)
    without = left_out(situation, found) + work_left_out(situation) + unregarded(plan)
    return Predictions(found, without)


_NOT_OF_TDS: Final = (
    "message_to_client_waits", "message_from_client_waits", "more_data_to_client_waits", "message_from_client_time",
)  # fmt: skip
"""Wait events, which are different in SQL Server."""


def _predict_tds(situation: TdsSituation) -> Predictions:
    """Return the predictions of the closed forms for a plan with SQL Server."""
    if situation.values["path.transport"] != "tcp":
        return Predictions({}, (f"everything: path.transport = {situation.values['path.transport']}",))
    if situation.values["tds.named_pipe"]:
        return Predictions({}, ("everything: tds.named_pipe = true",))
    found: dict[str, Prediction] = {}
    reasons = ["server waits: client.protocol = tds"]
    if situation.counts_query and situation.wired:
        found |= _cap(situation)
    if situation.counts_query:
        query = situation.statement(first=True)
        found |= _counts(situation, query, query)
        if situation.wired and situation.by_itself:
            found |= _melting(situation, found, _times(situation, query, query))
    if not any(name in found for name in ("response_time", "throughput")):
        reasons.append("times of queries: several clients, a radio, a timeout or work of client hosts")
    found = {name: replace(each, source=TDS_SOURCE) if each.source in (_SIZES, _PACKING, _CALLS) else each
             for name, each in found.items() if name not in _NOT_OF_TDS}  # fmt: skip
    trips, queries = situation.logon_round_trips, situation.number("client.queries")
    if situation.values["client.wrong_password"]:
        return Predictions({}, ("everything: client.wrong_password",))
    found["logon_round_trips"] = counted(trips, "PRELOGIN, LOGIN7, transaction", TDS_SOURCE)
    found["round_trips"] = counted(trips + queries, "logon, a reply for each query", TDS_SOURCE)
    lost = situation.loss.to_client or situation.loss.to_server
    if situation.wired and situation.alone and situation.plain and not lost:
        path = situation.path
        bytes_s = _TDS_LOGON_BYTES * 8 * sum(1 / link.bit_per_s for link in path.links)
        value = path.first_contact_s() + (1 + trips) * path.round_trip_s() + bytes_s
        value += situation.cpu_s("server.logon_cpu_time")
        found["logon_time"] = timed(
            value, "round trips and bytes", TDS_SOURCE, less_s=bytes_s / 2, more_s=bytes_s
        )
    return Predictions(found, (*reasons, *unregarded(situation.task.plan)))


def _melting(
    situation: TdsSituation, counts: Mapping[str, Prediction], times: Mapping[str, Prediction]
) -> dict[str, Prediction]:
    """Let a reply be as early as one whose small packets all melt into full segments while they wait."""
    wire, found = counts["reply_wire_bytes"], dict(times)
    if "response_time" in found:
        spared = 8 * (wire.value - wire.low) / situation.path.bottleneck.bit_per_s
        band, bits = found["response_time"], 8 * counts["reply_bytes"].value
        found["response_time"] = replace(band, low=max(band.low - spared, 0.0))
        found["throughput"] = replace(found["throughput"], high=bits / max(found["response_time"].low, 1e-12))
    return found


def _counts(situation: Situation, first: Statement, again: Statement) -> dict[str, Prediction]:
    """Count calls, packets, bytes, segments and waits; of several queries the mean, as metrics have it."""
    queries = situation.number("client.queries")

    def mean(count: Callable[[Statement], float]) -> float:
        return (count(first) + (queries - 1) * count(again)) / queries

    path, melting = situation.path, replace(situation.path, write_bytes=0)
    segments = mean(lambda query: sum(e.calls * path.segments(e.reply)[0] for e in query.exchanges))
    fewest = mean(lambda query: sum(e.calls * path.merged(e.reply) for e in query.exchanges))
    reply = mean(lambda query: query.total("reply"))
    wire = mean(lambda query: sum(e.calls * _wire(path, e.reply) for e in query.exchanges))
    least = mean(lambda query: sum(e.calls * _wire(melting, e.reply) for e in query.exchanges))
    if all(_leaves_at_once(situation, exchange.reply) for exchange in first.exchanges):
        fewest, least = segments, wire
    found = {
        "fetch_calls": counted(first.calls, "fetch_calls", _CALLS),
        "rows": counted(queries * first.total("rows"), "rows of the plan", "the plan"),
        "reply_packets": counted(mean(lambda query: query.total("packets")), "tns_packets", _PACKING),
        "reply_bytes": counted(reply, "messages", _SIZES, unit="bytes"),
        "request_bytes": counted(
            mean(lambda query: query.total("request")), "messages", _SIZES, unit="bytes"
        ),
        "reply_segments": Prediction(segments, "", fewest, segments, "segment_sizes", "RFC 9293"),
        "reply_wire_bytes": Prediction(wire, "bytes", least, wire, "wire_bytes", "IEEE 802.3"),
        "message_to_client_waits": counted(first.calls, "a wait for each call", "trace of Ameen"),
        "message_from_client_waits": counted(first.calls, "a wait for each call", "trace of Ameen"),
        "more_data_to_client_waits": counted(
            mean(lambda query: query.total("more_data")), "more_data_waits", "trace of Ameen"
        ),
    }
    if situation.mixed:
        # Rows of the mean length stand for rows of all lengths: only calls and rows are exact.
        mixed = {name: each for name, each in found.items() if each.source not in (_CALLS, "the plan")}
        found |= {name: _with_residual(each) for name, each in mixed.items() if "waits for" not in each.model}
    return found


def _with_residual(exact: Prediction) -> Prediction:
    """Return a count of rows of a mean length the residual of such rows."""
    part = MEAN_ROWS * exact.value
    return Prediction(
        exact.value, exact.unit, exact.value - part, exact.value + part, exact.model, exact.source
    )


def _leaves_at_once(situation: Situation, stream: int) -> bool:
    """Return whether each write of a reply leaves as it is written, so that none melts with the next one."""
    sender = situation.sender
    number, _tail = sender.path.segments(stream)
    alone = number == sender.path.merged(stream) or not (sender.nagle or situation.packets_differ)
    return alone and number <= min(sender.first_window, sender.largest_window)


def _wire(path: Path, stream: int) -> float:
    """Return the bytes for which a reply occupies the Ethernet of its client."""
    return sum(
        count * float(wire_bytes(payload, timestamps=path.timestamps, ipv6=path.ipv6))
        for count, payload in path.pieces(stream)
    )


def _times(situation: Situation, first: Statement, again: Statement) -> dict[str, Prediction]:
    """Return response and fetch time, throughput and the waits of a client that is by itself."""
    if not situation.by_itself or overflow(situation):
        return {}
    times = _mean_times(situation, first, again)
    response = _response(situation, first, times)
    fetch = times.response - times.execute if first.calls > 1 else 0.0
    bits = 8 * first.total("reply")
    found = {
        "response_time": response,
        "fetch_time": _scaled(response, fetch + (response.value - times.response) * fetch / times.response),
        "throughput": Prediction(
            bits / response.value, "bit/s", bits / response.high, bits / max(response.low, 1e-12),
            response.model, response.source,
        ),
    }  # fmt: skip
    largest = max(exchange.reply for exchange in first.exchanges)
    if largest <= situation.write_room_bytes:
        # Replies that fit the socket buffer are written in no time: all but the server's work is the client's. The
        # wait for the execute counts for what was before, that for what follows the query counts for it.
        path, queries = situation.path, situation.number("client.queries")
        logoff = request_form(situation.values).logoff
        work, opening = situation.work, first.exchanges[0]
        good_bye = logoff + DATA_HEADER_BYTES
        after = path.request_s(good_bye) - path.request_s(opening.request)
        after += work.client_packet + good_bye * work.client_byte
        after += (queries - 1) * (situation.seconds("client.think_time") + work.asking_s(opening))
        after = after / queries + behind_ack_s(first.exchanges[-1], situation.sender, work)
        found["message_from_client_time"] = _scaled(response, response.value - times.server + after)
    return found


def _scaled(band: Prediction, value: float) -> Prediction:
    """Return a time that is off by as much as another one at most, as a part of it."""
    low, high = (value * end / band.value for end in (band.low, band.high))
    return Prediction(value, "s", low, high, band.model, band.source)


def _mean_times(situation: Situation, first: Statement, again: Statement) -> Times:
    """Return the mean times of all queries of a session; the second one finds the window that the first one left."""
    queries, sender, work = situation.number("client.queries"), situation.sender, situation.work
    opening = without_loss(first, sender, work)
    if queries == 1:
        return opening
    total, window = np.array(astuple(opening)), opening.window
    for done in range(1, queries):
        found = without_loss(again, replace(sender, first_window=window), work)
        if not found.idle or found.window <= window:
            total += (queries - done) * np.array(astuple(found))
            break
        total, window = total + np.array(astuple(found)), found.window
    return Times(*(total / queries).tolist())


def _response(situation: Situation, statement: Statement, times: Times) -> Prediction:
    """Return the response time with the band of the model that decides it."""
    sender, loss = situation.sender, situation.loss
    trip = sender.path.round_trip_s(sender.path.mss_bytes)
    longest = max(sender.path.segments(exchange.reply)[0] for exchange in statement.exchanges)
    if loss.to_client or loss.to_server:
        p = max(loss.to_client, loss.to_server)
        within("predict", "path.loss_rate", p, 0, 0.2)
        part = 0.20 if longest * p < 1 else 0.15 if p <= 0.01 else 0.30
        found = timed(times.response + lost_s(statement, sender, loss), "transfer_latency", _LOSS, part=part)
        # Others than Reno are faster: for them it is a bound, and so is the time without loss.
        return found if situation.reno else replace(found, low=min(times.response, found.low))
    if situation.mixed:
        found = timed(times.response, "mean rows", _SUM, part=MEAN_ROWS, more_s=trip if times.idle else 0.0)
    elif not times.idle:
        found = timed(times.response, "round trips and bytes", _SUM)
    elif situation.sets_buffers:
        found = timed(times.response, "window", _SUM, part=SET_BUFFERS, more_s=trip)
    elif sender.largest_window <= sender.first_window:
        # TCP sends whole segments at worst, and the last one of an odd number may wait for the ACK timer.
        full = max(math.floor(sender.largest_window), 1)
        more = times.idle * (sender.largest_window / full - 1)
        more += statement.calls * sender.delayed_ack_s * (full % sender.segments_per_ack != 0)
        found = timed(times.response, "window", _SUM, part=0.02, more_s=max(more, 0.0))
    else:
        found = timed(
            times.response, "slow start", _SUM, part=0.02, less_s=min(trip, times.idle), more_s=trip
        )
    return found


def _cap(situation: Situation) -> dict[str, Prediction]:
    """Return the most that a long transfer gets, and name the term that decides."""
    path, loss = situation.path, situation.loss
    trip, slowest = path.round_trip_s(path.mss_bytes), path.bottleneck
    share = 8 * path.mss_bytes / (path.spacing_s(slowest, path.mss_bytes) * slowest.bit_per_s)
    cap = math.inf
    if loss.to_client:
        every = situation.sender.segments_per_ack
        cap = (
            8 * path.mss_bytes * float(pftk_unchecked(loss.to_client, trip, loss.timeout_s, every, math.inf))
        )
    limits = situation.window_bytes, trip, slowest.bit_per_s
    value = float(throughput_bit_s(*limits, share=share, loss_cap_bit_s=cap))
    term = LIMITS[int(dominating_limit(*limits, share=share, loss_cap_bit_s=cap))]
    part = 0.02 if term != "loss" else 0.15 if loss.to_client <= 0.01 else 0.30
    source = {"window": "RFC 7323", "rate": "IEEE 802.3", "loss": "Padhye et al. 1998"}[term]
    high = value * (1 + part)
    if term == "loss" and not situation.reno:
        high = float(throughput_bit_s(*limits, share=share))
    return {"throughput_cap": Prediction(value, "bit/s", value * (1 - part), high, term, source)}


def _logon(situation: Situation, found: Mapping[str, Prediction]) -> dict[str, Prediction]:
    """Return round trips and time of a logon, and the round trips of a session."""
    values = situation.values
    denied = values["client.wrong_password"] or values["client.not_in_password_file"]
    if denied or values["client.naming"] != "none":
        return {}
    trips = situation.logon_round_trips
    result = {"logon_round_trips": counted(trips, "logon_round_trips", _SIZES)}
    queries = situation.number("client.queries")
    if not queries or "fetch_calls" in found:
        calls = queries * found["fetch_calls"].value if queries else 0
        total = trips + calls + situation.number("client.commits") + situation.logs_off
        result["round_trips"] = counted(total, "logon_round_trips, fetch_calls", _SIZES)
    lost = situation.loss.to_client or situation.loss.to_server
    if situation.wired and situation.own_process and not (lost or situation.task.plan.cross_traffic):
        result["logon_time"] = _logon_time(situation, trips)
    return result


def _logon_time(situation: Situation, trips: int) -> Prediction:
    """Return the time of a logon that finds an idle server, and hosts that have not met before."""
    path, connects = situation.path, situation.connects
    work = situation.seconds("server.handover_time") + (trips - connects) * situation.seconds(
        "server.call_time"
    )
    work += situation.inherited_s + situation.shares_s
    for name in ("listener.accept", "listener.parse", "listener.fork", "server.exec", "server.logon"):
        work += situation.cpu_s(f"{name}_cpu_time")
    # From the ACCEPT on, each call is a packet that the client writes and one that it reads, or more of a small SDU.
    packet_s, byte_s = (situation.seconds(f"client.{name}_time") for name in ("packet", "byte"))
    work += 2 * (trips - connects) * packet_s
    empty = path.first_contact_s() + (1 + situation.redirects + trips) * path.round_trip_s() + work
    of_byte_s = byte_s + 8 * sum(1 / link.bit_per_s for link in path.links)
    least, middle, most = (bytes_ * of_byte_s for bytes_ in LOGON_BYTES)
    most += LOGON_BYTES[-1] // situation.agreed["sdu"] * packet_s
    # A first window below the 3 segments of the longest message makes it wait for ACKs, two round trips at most.
    # Nagle's algorithm does so with each message of more than one segment.
    sender = situation.sender
    waits = situation.number("server.tcp.initial_window") < 3 or sender.nagle
    slow = 2 * (path.round_trip_s() + sender.delayed_ack_s) if waits else 0.0
    return timed(empty + middle, "logon_time_s", _SIZES, less_s=middle - least, more_s=most - middle + slow)
