# SPDX-License-Identifier: GPL-2.0-only
"""Transactions against queueing theory: closed loops against exact mean value analysis, open mixes against M/G/1-PS.

Sources: Reiser and Lavenberg, "Mean-Value Analysis of Closed Multichain Queuing Networks", JACM 27(2) 1980; Kleinrock,
"Queueing Systems" II, 4.4: E[T | x] = x / (1 - rho) with processor sharing, whatever the distribution of service is.
``NET8_REPLICATIONS=30`` runs as many of each as the tables of doc/statements.rst have.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import net8
import numpy as np
import pytest
from net8.results.work import Executions

REPLICATIONS = int(os.environ.get("NET8_REPLICATIONS", "6"))
# A network that takes next to no time, and a server that does nothing but the work of the statements.
QUIET: dict[str, dict[str, object]] = {
    "path": {"kind": "lan", "lan_rate": "10Gbps", "lan_delay": "0s"},
    "server": {"release": "21c", "resend": False, "handover_time": "0s"},
}
THINK_S, SERVICE_S = 0.100, 0.020


def mva(clients: int, think_s: float, service_s: float) -> tuple[float, float]:
    """Return response time and throughput of a closed loop with one queue."""
    jobs = response = rate = 0.0
    for number in range(1, clients + 1):
        response = service_s * (1 + jobs)
        rate = number / (response + think_s)
        jobs = rate * response
    return response, rate


def run_of(client: Mapping[str, object], work: Mapping[str, object], number: int) -> net8.Run:
    """Simulate one replication."""
    document = {**QUIET, "client": {"driver": "python-thin", **client}, **work}
    return net8.run(net8.Plan.of(document, name="queueing"), run=number)


def transactions(run: net8.Run, skip_s: float) -> Executions:
    """Return the transactions that begin when the start is forgotten, and end before the first client is done."""
    calls = run.call_columns
    found = Executions.of(calls, "transaction", "execution", calls["session"][:0])
    first_done = min(found.end_ns[found.session == session].max() for session in np.unique(found.session))
    return found.where((found.start_ns > skip_s * 1e9) & (found.end_ns <= first_done))


def test_mva_has_the_values_of_its_recursion() -> None:
    # By hand: R1 = 20, X1 = 1/120, Q1 = 1/6; R2 = 20 (1 + 1/6) = 23.333 ms, X2 = 2 / 123.333 ms.
    response, rate = mva(2, THINK_S, SERVICE_S)
    assert response == pytest.approx(0.0233333, rel=1e-5)
    assert rate == pytest.approx(16.2162, rel=1e-5)


@pytest.mark.parametrize(("clients", "where"), [(3, "server"), (8, "server"), (8, "client")])
def test_a_closed_loop_is_that_of_mva(clients: int, where: str) -> None:
    """The one queue is the processor of the server, or that of a host which all clients share."""
    service = {"call_cpu_time": f"exponential({SERVICE_S}s)"}
    work: dict[str, object] = {
        "statement": [{"name": "update", "kind": "dml"} | (service if where == "server" else {})],
        "transaction": [{"name": "t", "steps": ["update"]}],
    }
    client = {"count": clients, "queries": 400, "think_time": f"exponential({THINK_S}s)"}
    if where == "client":
        client |= {"hosts": 1, "cpu": {"cores": 1, "byte_cpu_time": "0s", **service}}
    responses, rates = [], []
    for number in range(1, REPLICATIONS + 1):
        found = transactions(run_of(client, work, number), skip_s=1.0)
        responses.append(float(found.times_s.mean()))
        rates.append(found.end_ns.size / float(found.end_ns.max() - 1e9) * 1e9)
    response, rate = mva(clients, THINK_S, SERVICE_S)
    # The network takes some microseconds of each: less than 0.1 %.
    assert net8.interval(responses).low <= response * 1.001
    assert net8.interval(responses).high >= response
    assert net8.interval(rates).low <= rate <= net8.interval(rates).high * 1.001


@pytest.mark.slow
def test_an_open_mix_is_that_of_processor_sharing() -> None:
    services_s, weights, arrivals_per_s = (0.005, 0.040), (7, 3), 40
    names = ("short", "long")
    work = {
        "statement": [
            {"name": name, "kind": "dml", "call_cpu_time": f"{1000 * service:g}ms"}
            for name, service in zip(names, services_s, strict=True)
        ],
        "transaction": [{"name": name, "steps": [name]} for name in names],
    }
    client = {
        "count": 1200,
        "hosts": 20,
        "arrivals": "poisson",
        "arrival_rate": f"{arrivals_per_s}/s",
        "transactions": dict(zip(names, weights, strict=True)),
    }
    rho = arrivals_per_s * sum(w * s for w, s in zip(weights, services_s, strict=True)) / sum(weights)
    assert rho == pytest.approx(0.62)
    means: dict[int, list[float]] = {0: [], 1: []}
    for number in range(1, REPLICATIONS + 1):
        calls = run_of(client, work, number).call_columns
        found = Executions.of(calls, "transaction", "execution", calls["session"][:0])
        found = found.where(found.start_ns > 2e9)
        for kind, values in means.items():
            values.append(float(found.where(found.number == kind).times_s.mean()))
    for kind, service in enumerate(services_s):
        found_s = net8.interval(means[kind])
        expected = service / (1 - rho)
        assert found_s.low <= expected * 1.001, names[kind]
        assert found_s.high >= expected, names[kind]
