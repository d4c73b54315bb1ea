# SPDX-License-Identifier: GPL-2.0-only
"""Storms of logons: the rate limiter, shared cores, full backlogs, stale registrations."""

from __future__ import annotations

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats, within

__all__ = [
    "backlog_admissions",
    "batch_waits_s",
    "limiter_drain_windows",
    "limiter_mean_delay_s",
    "limiter_releases_s",
    "limiter_wait_s",
    "slowed_response_factor",
    "stale_registration_rate_per_s",
    "starvation_rate_per_s",
    "storm_cpu_load",
    "storm_duration_s",
]


def limiter_releases_s(requests: int, limit_per_s: int) -> Floats:
    """Return the times at which a rate limiter lets requests through that all come at time 0: floor(i / R).

    Range: a limit per whole second, first come first served. Source: Oracle Net Listener Connection Rate Limiter,
    2007; windows of a second as in the seed experiment of 150 logons.

    @param requests: N
    @param limit_per_s: R
    @return: seconds, in order
    """
    return as_floats(np.arange(requests) // limit_per_s)


def limiter_drain_windows(requests: Numbers, limit_per_s: Numbers) -> Counts:
    """Count the windows of a second until all are through: ceil(N / R).

    Range and source as for limiter_releases_s.

    @param requests: N
    @param limit_per_s: R
    @return: windows
    """
    return as_counts(np.ceil(floats(requests) / floats(limit_per_s)))


def limiter_mean_delay_s(requests: Numbers, limit_per_s: Numbers, *, spaced: bool = False) -> Floats:
    """Return the mean delay of the limiter; (N / R - 1) / 2 where R divides N, (N - 1) / (2 R) if spaced.

    Range and source as for limiter_releases_s.

    @param requests: N
    @param limit_per_s: R
    @param spaced: whether one is released each 1 / R s, instead of R with each second
    @return: seconds
    """
    total, limit = floats(requests), floats(limit_per_s)
    if spaced:
        return as_floats((total - 1) / (2 * limit))
    full = np.floor(total / limit)
    return as_floats((limit * full * (full - 1) / 2 + (total - full * limit) * full) / total)


def batch_waits_s(limit_per_s: int, service_s: float, servers: int) -> Floats:
    """Return the wait of each request that one window lets through together: floor(j / c) s.

    Range: constant service, a window served before the next one: R s / c up to 1. Source: D^[R]/D/c, by counting.

    @param limit_per_s: R
    @param service_s: time of each
    @param servers: c that serve them
    @return: seconds, in order
    """
    within("batch_waits", "R s / c", limit_per_s * service_s / servers, 0, 1)
    return as_floats(np.arange(limit_per_s) // servers * service_s)


def limiter_wait_s(limit_per_s: int, service_s: float, *, places: int = 400) -> Floats:
    """Return the mean wait at one server with exponential service behind a limiter that is always full: D^[R]/M/1.

    R requests come at each whole second. The number of jobs just before a second is a Markov chain: of those present
    just after one, a Poisson number of mean 1 / s is served until the next, as far as there are so many.

    Range: R s below 1. Source: embedded chain of the batch-arrival queue, Kleinrock, Queueing Systems I, chapter 6.

    @param limit_per_s: R
    @param service_s: mean service time
    @param places: states kept; enough where the probability of the last one is negligible
    @return: seconds
    """
    from scipy.linalg import toeplitz
    from scipy.special import gammaln

    within("limiter_wait", "R s", limit_per_s * service_s, 0, 1 - 1e-9)
    after = np.arange(places)
    served = np.exp(after * -np.log(service_s) - 1 / service_s - gammaln(after + 1))
    # Row: jobs after the arrivals of a second; column: jobs before those of the next.
    step = np.tril(toeplitz(served, np.zeros(places)))
    step[:, 0] = 1 - step[:, 1:].sum(axis=1)
    step = np.vstack([step[limit_per_s:], np.repeat(step[-1:], limit_per_s, axis=0)])
    # One of the equations of equilibrium follows from the others; that of the sum takes its place.
    balance = step.T - np.eye(places)
    balance[-1] = 1
    share = np.linalg.solve(balance, np.append(np.zeros(places - 1), 1.0))
    return as_floats((float(after @ share) + (limit_per_s - 1) / 2) * service_s)


def storm_cpu_load(limit_per_s: Numbers, logon_cpu_s: Numbers, background: Numbers = 0.0) -> Floats:
    """Return the cores that a limited storm and the background ask for: A0 + R w.

    Range: fluid; nothing starves where this is below the number of cores. Source: utilisation law.

    @param limit_per_s: R
    @param logon_cpu_s: w, core time of a logon
    @param background: A0, load of everything else in cores
    @return: cores
    """
    return as_floats(floats(background) + floats(limit_per_s) * floats(logon_cpu_s))


def starvation_rate_per_s(cores: Numbers, logon_cpu_s: Numbers, background: Numbers = 0.0) -> Floats:
    """Return the limit from which a storm starves the background: R* = (c - A0) / w.

    Range and source as for storm_cpu_load.

    @param cores: c
    @param logon_cpu_s: w, core time of a logon
    @param background: A0, load of everything else in cores
    @return: logons per second
    """
    return as_floats((floats(cores) - floats(background)) / floats(logon_cpu_s))


def storm_duration_s(
    logons: Numbers,
    logon_cpu_s: Numbers,
    cores: Numbers,
    *,
    background: Numbers = 0.0,
    limit_per_s: Numbers = np.inf,
) -> Floats:
    """Return the time until all logons of a storm at time 0 are done: N w / (c - A0), with a limiter at least N / R.

    Range: fluid, many logons, background below the number of cores and not slowed. Source: work conservation.

    @param logons: N
    @param logon_cpu_s: w, core time of a logon
    @param cores: c
    @param background: A0, load of everything else in cores
    @param limit_per_s: R, infinite without a limiter
    @return: seconds, infinite where the background leaves nothing
    """
    left = floats(cores) - floats(background)
    within("storm_duration", "c - A0", left, 0, np.inf, open_ends=True)
    some = left > 0
    work = np.where(some, floats(logons) * floats(logon_cpu_s) / np.where(some, left, 1), np.inf)
    return as_floats(np.maximum(work, floats(logons) / floats(limit_per_s)))


def slowed_response_factor(logons: Numbers, background_jobs: Numbers, cores: Numbers) -> Floats:
    """Return the factor by which the background slows while n logons share the cores: max(1, (n0 + n) / c).

    Range: processor sharing with constant numbers of jobs. Source: Kleinrock, Queueing Systems II, chapter 4.

    @param logons: n, logons at work
    @param background_jobs: n0, jobs of the background
    @param cores: c
    @return: factor
    """
    return as_floats(np.maximum(1, (floats(background_jobs) + floats(logons)) / floats(cores)))


def backlog_admissions(
    requests: int, backlog: int, *, served_per_s: float, syn_times_s: Numbers = (1, 3, 7, 15, 31, 63)
) -> Counts:
    """Count who gets into a backlog at each SYN: at time 0, then at each retry of those that found it full.

    Range: fluid; all ask at the same times, a serial listener takes a constant number a second, nobody gives up in
    between. Source: fluid limit of a bounded queue; SYN times of ip-sysctl.

    @param requests: N at time 0
    @param backlog: places that wait to be accepted
    @param served_per_s: connections that the listener takes a second
    @param syn_times_s: times of the retries
    @return: connections admitted at time 0 and at each retry
    """
    rest, filled, before = requests, 0.0, 0.0
    admitted = []
    for now in (0.0, *np.asarray(syn_times_s, dtype=np.float64).tolist()):
        filled = max(filled - served_per_s * (now - before), 0.0)
        before = now
        got = int(min(rest, np.floor(backlog - filled + 1e-9)))
        admitted.append(got)
        filled += got
        rest -= got
    return as_counts(admitted)


def stale_registration_rate_per_s(limit: Numbers, sessions: Numbers, update_interval_s: Numbers) -> Floats:
    """Return the rate of connects above which a listener with a stale registration refuses: (L - n) / interval.

    The listener counts what it hands over and sees no session end until the next update.

    Range: sessions at the update constant. Source: Net Services Administrator's Guide 23ai, service registration.

    @param limit: L, maximum load that the instance registered
    @param sessions: n, sessions at the update
    @param update_interval_s: time between two updates
    @return: connects per second
    """
    return as_floats((floats(limit) - floats(sessions)) / floats(update_interval_s))
