# SPDX-License-Identifier: GPL-2.0-only
"""Predictions for a storm of logons: who gets in, and when."""

from __future__ import annotations

import heapq
import math

import numpy as np

from net8.analytic.arrays import Floats
from net8.analytic.logon import LOGON_BYTES
from net8.analytic.prediction import Prediction, counted, timed
from net8.analytic.queueing import mg1_wait_s
from net8.analytic.situation import Situation
from net8.base import units
from net8.plan.clients import arrival_times

__all__ = ["accepted_s", "predict_storm", "served_in_turn_s", "shared_cores_s"]

_FLUID = "work conservation; windows of RATE_LIMIT"
_QUEUES = "Kleinrock I and II"


def accepted_s(arrivals_s: Floats, limit_per_s: int, *, spaced: bool = False) -> Floats:
    """Return when a rate limiter takes connections: in order, at most R in each second of the clock.

    Range: no time to accept. Source: as for limiter_releases_s.

    @param arrivals_s: times of arrival, in order
    @param limit_per_s: R, 0 for none
    @param spaced: whether it takes one each 1 / R s instead
    @return: seconds, in order
    """
    if not limit_per_s:
        return arrivals_s
    taken = np.empty_like(arrivals_s)
    second, used = -1, 0
    if spaced:
        for index, arrival in enumerate(arrivals_s.tolist()):
            taken[index] = max(arrival, taken[index - 1] + 1 / limit_per_s) if index else arrival
        return taken
    for index, arrival in enumerate(arrivals_s.tolist()):
        if math.floor(arrival) > second:
            second, used = math.floor(arrival), 0
        if used == limit_per_s:
            second, used = second + 1, 0
        used += 1
        taken[index] = max(arrival, float(second))
    return taken


def served_in_turn_s(arrivals_s: Floats, services_s: tuple[float, ...]) -> Floats:
    """Return when one process is done with connections that each need some jobs, of which the next queues up again.

    Range: constant times; first come first served, job by job. Source: Lindley's recursion with feedback.

    @param arrivals_s: times of arrival, in order
    @param services_s: time of each job of a connection, such as accept, parse and fork
    @return: seconds, in the order of arrival
    """
    jobs = [(arrival, 0, index) for index, arrival in enumerate(arrivals_s.tolist())]
    done, now = np.empty_like(arrivals_s), 0.0
    while jobs:
        ready, stage, index = heapq.heappop(jobs)
        now = max(now, ready) + services_s[stage]
        if stage + 1 < len(services_s):
            heapq.heappush(jobs, (now, stage + 1, index))
        else:
            done[index] = now
    return done


def shared_cores_s(arrivals_s: Floats, work_s: float, cores: int) -> Floats:
    """Return when jobs of equal work end that share some cores equally; they end in the order of their arrival.

    Range: processor sharing, nothing else on the cores. Source: Kleinrock, Queueing Systems II, chapter 4.

    @param arrivals_s: times of arrival, in order
    @param work_s: core time of each
    @param cores: cores
    @return: seconds, in order
    """
    if not work_s:
        return arrivals_s
    ends = np.empty_like(arrivals_s)
    goals: list[float] = []
    now = progress = 0.0
    done = 0
    for arrival in [*arrivals_s.tolist(), math.inf]:
        while done < len(goals):
            speed = min(1.0, cores / (len(goals) - done))
            end = now + (goals[done] - progress) / speed
            if end > arrival:
                progress += (arrival - now) * speed
                break
            now, progress = end, goals[done]
            ends[done] = end
            done += 1
        now = arrival
        goals.append(progress + work_s)
    return ends


def predict_storm(situation: Situation, logon: Prediction | None) -> dict[str, Prediction]:
    """Return who of many clients gets in and how long that takes.

    Range: clients of one kind, one session each, without retries; connections that fit the backlog; constant work, or
    its mean. Poisson arrivals: only the mean of the logon time.

    @param situation: the plan
    @param logon: time of a logon by itself
    @return: predictions by name
    """
    number, values = situation.number("client.count"), situation.values
    once = situation.number("client.cycles") == 1 and situation.number("client.retry_count") == 0
    dedicated = situation.own_process and not situation.number("host.memory.limit")
    if number < 2 or logon is None or not (once and dedicated) or len(situation.task.plan.groups) > 1:
        return {}
    if values["client.arrivals"] == "poisson":
        return _poisson(situation, logon)
    return _together(situation, logon, _arrivals(situation))


def _arrivals(situation: Situation) -> Floats:
    """Return the times at which clients start, in order."""
    values, number = situation.values, situation.number("client.count")
    start = units.seconds(values["client.start"])
    if values["client.arrivals"] == "file":
        plan = situation.task.plan
        table = plan.groups[0] if plan.groups else {}
        return start + np.sort(np.array(arrival_times(plan, table), dtype=np.float64)) / 1e9
    spacing = units.seconds(values["client.start_spacing"]) if values["client.arrivals"] == "spaced" else 0.0
    return np.asarray(start + np.arange(number) * spacing, dtype=np.float64)


def _limit(situation: Situation) -> int:
    """Return the connections a second that the listener takes; 0 without a limit."""
    from net8 import _core

    text = str(situation.values["listener.rate_limit"])
    return _core.listener_rate(text, situation.number("listener.connection_rate"))


def _listener_s(situation: Situation) -> tuple[float, ...]:
    """Return the times that the listener's process takes for a connection, job by job."""
    return tuple(situation.cpu_s(f"listener.{name}_cpu_time") for name in ("accept", "parse", "fork"))


def _work_s(situation: Situation) -> float:
    """Return the core time of a logon in its server process."""
    start = situation.cpu_s("server.exec_cpu_time") + situation.inherited_s
    return start + situation.cpu_s("server.logon_cpu_time")


def _together(situation: Situation, logon: Prediction, starts: Floats) -> dict[str, Prediction]:
    """Follow all clients through limiter, listener and cores."""
    most, interval = situation.number("server.processes"), situation.seconds("server.registration_interval")
    admitted = min(starts.size, most) if most else starts.size
    limit, jobs, work = _limit(situation), _listener_s(situation), _work_s(situation)
    trip = situation.path.round_trip_s()
    asked = starts + situation.path.first_contact_s() + trip
    taken = accepted_s(asked, limit, spaced=situation.values["listener.rate_release"] == "spaced")
    done = np.sort(served_in_turn_s(taken, jobs))
    ready = shared_cores_s(done[:admitted], work, situation.number("host.cpu.cores"))
    rest = logon.value - (asked - starts)[0] - sum(jobs) - work
    times = ready - starts[:admitted] + rest
    accepting = np.sort(served_in_turn_s(taken, jobs[:1]))
    waiting = np.arange(1, starts.size + 1) - np.searchsorted(accepting, asked, side="right")
    overflow = int(waiting.max()) > situation.number("listener.queue_size")
    late = float((ready - done[:admitted]).max()) > situation.seconds("server.inbound_connect_timeout")
    known = situation.values["client.connect_timeout"]
    hasty = known is not None and float(times.max()) > units.seconds(known)
    blocked = admitted < starts.size and float(asked[-1] - starts[0]) > interval
    if overflow or late or hasty or blocked:
        return {}
    window = 1.0 if limit else 0.0
    # Logons that come together share the wire of the server, at most all of them that have not been let in before.
    together = min(starts.size, limit) if limit else starts.size
    wire = together * LOGON_BYTES[2] * 8 / situation.path.bottleneck.bit_per_s
    beside = window + work + wire + (logon.high - logon.value)
    below = window + work + (logon.value - logon.low)
    found = {
        f"connect_time_p{rank}": timed(
            float(np.percentile(times, rank, method="inverted_cdf")),
            "storm",
            _FLUID,
            less_s=below,
            more_s=beside,
        )
        for rank in (50, 95, 99)
    }
    found["connect_time_max"] = timed(float(times.max()), "storm", _FLUID, less_s=below, more_s=beside)
    drain = float((times + starts[:admitted]).max() - starts[0])
    found["drain_time"] = timed(drain, "storm", _FLUID, less_s=below, more_s=beside)
    found["logon_time"] = timed(float(times.mean()), "storm", _FLUID, less_s=below, more_s=beside)
    found["attempts"] = counted(starts.size, "one for each client", "the plan")
    found["admitted"] = counted(admitted, "stale registration", "Net Services guide")
    found["refused"] = counted(starts.size - admitted, "stale registration", "Net Services guide")
    return found


def _poisson(situation: Situation, logon: Prediction) -> dict[str, Prediction]:
    """Return the mean time of a logon where clients come at random: the listener as M/G/1, the cores shared."""
    if _limit(situation) or situation.number("server.processes"):
        return {}
    count, _, per = str(situation.values["client.arrival_rate"]).partition("/")
    rate = float(count) / {"s": 1, "min": 60, "h": 3600}[per]
    jobs, work, cores = _listener_s(situation), _work_s(situation), situation.number("host.cpu.cores")
    total = sum(jobs)
    load = rate * (work + total) / cores
    stretched = 1 / (1 - min(rate * work / cores, 0.99))
    if load >= 1 or rate * total * stretched >= 1:
        return {}
    variation = 1.0 if _varies(situation) else 0.0
    # A job finds the whole work of those before it at most, and the first job of each at least; the listener has a
    # core for itself at best, and at worst shares it with all logons.
    least = _passes_s(rate, jobs, float(mg1_wait_s(rate, jobs[0], variation)), total)
    slow = tuple(job * stretched for job in jobs)
    most = _passes_s(rate, slow, float(mg1_wait_s(rate, sum(slow), variation)), sum(slow))
    most += work / (1 - load) - work
    band = timed(logon.value + (least + most) / 2 - total, "mg1 with feedback, processor sharing", _QUEUES)
    low, high = logon.low + least - total, logon.high + most - total
    # The mean of a run strays from that of the queue, the more the fewer clients there are.
    stray = 2 * most / math.sqrt(situation.number("client.count") * (1 - rate * sum(slow)))
    found = Prediction(band.value, "s", low - stray, high + stray, band.model, band.source)
    return {"logon_time": found}


def _passes_s(rate: float, jobs: tuple[float, ...], wait: float, total: float) -> float:
    """Return the mean time of a connection with the listener, whose further jobs queue behind what came meanwhile."""
    found = sojourn = wait + jobs[0]
    for job in jobs[1:]:
        sojourn = rate * total * sojourn + job
        found += sojourn
    return found


def _varies(situation: Situation) -> bool:
    """Return whether the listener's work is drawn at random."""
    names = ("accept", "parse", "fork")
    return any(not isinstance(situation.values[f"listener.{name}_cpu_time"], str) for name in names)
