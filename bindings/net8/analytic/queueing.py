# SPDX-License-Identifier: GPL-2.0-only
"""Queues of the listener, of servers and of pools in equilibrium.

Arrivals per second, service times in seconds; load is arrivals x service time (erlang), rho is load over servers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats, within

__all__ = [
    "Queue",
    "Waiting",
    "dm1_sigma",
    "dm1_wait_s",
    "erlang_b",
    "erlang_c",
    "finite_sources",
    "little_jobs",
    "machine_repair_limit_per_s",
    "machine_repair_saturation",
    "mg1_wait_s",
    "mm1k",
    "mmc",
    "mmck",
    "processor_sharing_s",
    "servers_for_wait",
    "shared_server_load",
]


@dataclass(frozen=True, slots=True)
class Queue:
    """What a queue with a limit or with finitely many sources does in equilibrium."""

    throughput_per_s: Floats  #: jobs that are served
    jobs: Floats  #: mean number present
    response_s: Floats  #: mean time of a job that gets in
    refused: Floats  #: part of the arrivals that find no room


def _steady(model: str, rho: Floats) -> None:
    """Warn where a queue has no equilibrium."""
    within(model, "rho", rho, 0, 1 - 1e-12)


def erlang_b(load: Numbers, servers: Numbers) -> Floats:
    """Return the probability that all servers are busy and a job is lost: B(k) = A B(k-1) / (k + A B(k-1)).

    Range: Poisson arrivals, any service times, no waiting (DRCP at MAXSIZE with queue_limit 0, PROCESSES). Source:
    Erlang 1917.

    @param load: erlang
    @param servers: c, whole
    @return: probability
    """
    a, c = np.broadcast_arrays(floats(load), floats(servers))
    blocked = np.ones_like(a)
    result = np.where(c == 0, 1.0, np.nan)
    for k in range(1, int(c.max(initial=0)) + 1):
        blocked = a * blocked / (k + a * blocked)
        result = np.where(c == k, blocked, result)
    return as_floats(result)


def erlang_c(load: Numbers, servers: Numbers) -> Floats:
    """Return the probability that a job has to wait: C = B / (1 - rho (1 - B)).

    Range: M/M/c, load below the number of servers; 1 from there on. Source: Erlang 1917.

    @param load: erlang
    @param servers: c, whole
    @return: probability
    """
    rho = floats(load) / floats(servers)
    _steady("erlang_c", rho)
    blocked = erlang_b(load, servers)
    steady = rho < 1
    return as_floats(np.where(steady, blocked / np.where(steady, 1 - rho * (1 - blocked), 1), 1.0))


@dataclass(frozen=True, slots=True)
class Waiting:
    """What M/M/c does in equilibrium."""

    wait_probability: Floats  #: probability that a job waits
    wait_s: Floats  #: mean wait, of all jobs
    response_s: Floats  #: wait and service
    waiting_jobs: Floats  #: mean number that wait
    decay_per_s: Floats  #: P(wait > t) = wait_probability exp(-decay_per_s t)

    def wait_above(self, seconds: Numbers) -> Floats:
        """Return the probability of a wait longer than some seconds."""
        return as_floats(self.wait_probability * np.exp(-self.decay_per_s * floats(seconds)))


def mmc(arrivals_per_s: Numbers, service_s: Numbers, servers: Numbers = 1) -> Waiting:
    """Return waits and lengths of M/M/c: Wq = C s / (c (1 - rho)), Lq = lambda Wq.

    Range: Poisson arrivals, exponential service, first come first served, rho below 1; infinite from there on. Source:
    Erlang 1917; Gross and Harris, Fundamentals of Queueing Theory.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @param servers: c, whole
    @return: probabilities, seconds, jobs
    """
    rate, service, c = floats(arrivals_per_s), floats(service_s), floats(servers)
    rho = rate * service / c
    probability = erlang_c(rate * service, c)
    steady = rho < 1
    wait = np.where(steady, probability * service / (c * np.where(steady, 1 - rho, 1)), np.inf)
    return Waiting(
        probability,
        as_floats(wait),
        as_floats(wait + service),
        as_floats(np.where(rate > 0, rate, 1) * wait * (rate > 0)),
        as_floats(np.maximum(c / service - rate, 0)),
    )


def _equilibrium(weights: Floats) -> Floats:
    """Normalise the logarithms of a product form over the last axis."""
    scaled = np.exp(weights - weights.max(axis=-1, keepdims=True))
    return np.asarray(scaled / scaled.sum(axis=-1, keepdims=True))


def mmck(arrivals_per_s: float, service_s: float, servers: int, places: int) -> Queue:
    """Return M/M/c/K: at most K jobs in service and waiting, others are refused.

    Range: Poisson arrivals, exponential service, any load. Source: Gross and Harris; product form, normalised
    numerically.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @param servers: c
    @param places: K, at least c
    @return: throughput, jobs, response time, part refused
    """
    if places < servers:
        raise ValueError(f"{places} places are fewer than {servers} servers; use at least one for each")
    states = np.arange(places + 1)
    steps = np.log(arrivals_per_s * service_s) - np.log(np.minimum(states[1:], servers))
    share = _equilibrium(np.concatenate([[0.0], np.cumsum(steps)]))
    served = arrivals_per_s * (1 - share[-1])
    jobs = float(states @ share)
    return Queue(as_floats(served), as_floats(jobs), as_floats(jobs / served), as_floats(share[-1]))


def mm1k(arrivals_per_s: float, service_s: float, places: int) -> Queue:
    """Return M/M/1/K, that of one process with a backlog.

    Range and source as for mmck.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @param places: K
    @return: throughput, jobs, response time, part refused
    """
    return mmck(arrivals_per_s, service_s, 1, places)


def finite_sources(sources: int, think_s: float, service_s: float, servers: int) -> Queue:
    """Return M/M/c//N: N clients that think, then wait for one of c servers (machine repair).

    Range: exponential service, first come first served; any distribution of think times. Source: Gross and Harris;
    product form, normalised numerically.

    @param sources: N clients
    @param think_s: mean time between a reply and the next call
    @param service_s: mean service time
    @param servers: c
    @return: throughput, jobs, response time; nobody is refused
    """
    states = np.arange(sources + 1)
    steps = np.log((sources - states[:-1]) / think_s) - np.log(np.minimum(states[1:], servers) / service_s)
    share = _equilibrium(np.concatenate([[0.0], np.cumsum(steps)]))
    served = float(np.minimum(states, servers) @ share) / service_s
    jobs = float(states @ share)
    return Queue(as_floats(served), as_floats(jobs), as_floats(jobs / served), as_floats(0.0))


def processor_sharing_s(
    work_s: Numbers, arrivals_per_s: Numbers, mean_work_s: Numbers, cores: Numbers = 1
) -> tuple[Floats, Floats]:
    """Return the response time of a job of some work under processor sharing: x / (1 - rho) on one core.

    Range: Poisson arrivals, any distribution of work, rho below 1. On one core both ends are the exact value; on
    several x is the lower bound and x / (1 - rho) the upper one. Source: Kleinrock, Queueing Systems II, chapter 4.

    @param work_s: x, work of the job
    @param arrivals_per_s: lambda
    @param mean_work_s: mean work of all jobs
    @param cores: cores that jobs share
    @return: lower and upper bound, seconds
    """
    x, c = floats(work_s), floats(cores)
    rho = floats(arrivals_per_s) * floats(mean_work_s) / c
    _steady("processor_sharing", rho)
    steady = rho < 1
    upper = np.where(steady, x / np.where(steady, 1 - rho, 1), np.inf)
    return as_floats(np.where(c > 1, x, upper)), as_floats(upper)


def mg1_wait_s(arrivals_per_s: Numbers, service_s: Numbers, squared_variation: Numbers = 0.0) -> Floats:
    """Return the mean wait of M/G/1: lambda E[s^2] / (2 (1 - rho)).

    Range: Poisson arrivals, first come first served, rho below 1; infinite from there on. Source: Pollaczek and
    Khinchine, in Kleinrock, Queueing Systems I.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @param squared_variation: squared coefficient of variation: 0 constant, 1 exponential
    @return: seconds
    """
    rate, service = floats(arrivals_per_s), floats(service_s)
    rho = rate * service
    _steady("mg1", rho)
    steady = rho < 1
    wait = rho * service * (1 + floats(squared_variation)) / (2 * np.where(steady, 1 - rho, 1))
    return as_floats(np.where(steady, wait, np.inf))


def dm1_sigma(rho: Numbers) -> Floats:
    """Return the root of sigma = exp(-(1 - sigma) / rho) below 1: -rho W(-exp(-1 / rho) / rho).

    Range: rho below 1; 1 from there on. Source: Kleinrock, Queueing Systems I, chapter 6 (G/M/1); SciPy's Lambert W.

    @param rho: load
    @return: probability that a job waits
    """
    from scipy.special import lambertw

    given = floats(rho)
    _steady("dm1", given)
    inside = (given > 0) & (given < 1)
    safe = np.where(inside, given, 0.5)
    root = np.real(-safe * lambertw(-np.exp(-1 / safe) / safe))
    return as_floats(np.where(inside, root, np.where(given <= 0, 0.0, 1.0)))


def dm1_wait_s(arrivals_per_s: Numbers, service_s: Numbers) -> Floats:
    """Return the mean wait of D/M/1, evenly spaced arrivals as behind a rate limit: sigma s / (1 - sigma).

    Range and source as for dm1_sigma.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @return: seconds
    """
    sigma = dm1_sigma(floats(arrivals_per_s) * floats(service_s))
    steady = sigma < 1
    return as_floats(np.where(steady, sigma * floats(service_s) / np.where(steady, 1 - sigma, 1), np.inf))


def little_jobs(arrivals_per_s: Numbers, response_s: Numbers) -> Floats:
    """Return the mean number of jobs present: L = lambda W.

    Range: any system in equilibrium. Source: Little 1961.

    @param arrivals_per_s: lambda
    @param response_s: W, mean time in the system
    @return: jobs, such as connections of a pool
    """
    return as_floats(floats(arrivals_per_s) * floats(response_s))


def machine_repair_limit_per_s(
    clients: Numbers, think_s: Numbers, demand_s: Numbers, bottleneck_s: Numbers
) -> Floats:
    """Return the most calls a second of closed clients: min(N / (Z + D), 1 / Dmax).

    Range: an upper bound for any distributions. Source: Kleinrock, Queueing Systems II, chapter 4.

    @param clients: N
    @param think_s: Z, think time
    @param demand_s: D, service of a call at all stations together
    @param bottleneck_s: Dmax, service at the busiest station, over its servers
    @return: calls per second
    """
    return as_floats(
        np.minimum(floats(clients) / (floats(think_s) + floats(demand_s)), 1 / floats(bottleneck_s))
    )


def machine_repair_saturation(think_s: Numbers, demand_s: Numbers, bottleneck_s: Numbers) -> Floats:
    """Return the number of clients at which the two bounds meet: N* = (D + Z) / Dmax.

    Range and source as for machine_repair_limit_per_s.

    @param think_s: Z, think time
    @param demand_s: D, service of a call at all stations together
    @param bottleneck_s: Dmax, service at the busiest station, over its servers
    @return: clients, not rounded
    """
    return as_floats((floats(demand_s) + floats(think_s)) / floats(bottleneck_s))


def shared_server_load(sessions_per_server: Numbers, calls_per_s: Numbers, call_s: Numbers) -> Floats:
    """Return the load of each shared server: rho = k v s.

    Range: k of 10 (1 server per 10 connections) to 25 (20 servers per 500). Source: Patel et al., Oracle Net Services
    best practices.

    @param sessions_per_server: k
    @param calls_per_s: v, calls of one session
    @param call_s: s, mean time of a call in its server
    @return: rho
    """
    return as_floats(floats(sessions_per_server) * floats(calls_per_s) * floats(call_s))


def servers_for_wait(arrivals_per_s: Numbers, service_s: Numbers, wait_probability: Numbers) -> Counts:
    """Return the fewest servers of M/M/c with which at most such a part of the jobs waits.

    Range: as for erlang_c; loads up to 10,000 erlang. Source: Erlang 1917.

    @param arrivals_per_s: lambda
    @param service_s: mean service time
    @param wait_probability: target, above 0
    @return: servers
    """
    load, target = np.broadcast_arrays(floats(arrivals_per_s) * floats(service_s), floats(wait_probability))
    found = np.zeros(load.shape)
    blocked, servers = np.ones(load.shape), 0
    while np.any(found == 0):
        servers += 1
        blocked = load * blocked / (servers + load * blocked)
        rho = load / servers
        steady = rho < 1
        waits = np.where(steady, blocked / np.where(steady, 1 - rho * (1 - blocked), 1), 1.0)
        found = np.where((found == 0) & steady & (waits <= target), servers, found)
    return as_counts(found)
