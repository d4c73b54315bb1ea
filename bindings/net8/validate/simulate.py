# SPDX-License-Identifier: GPL-2.0-only
"""Simulate the cases of some rows, as few sweeps as possible over one store."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from net8.base.progress import Tell
from net8.plan.plan import Plan
from net8.schema.axes import Axis, Step
from net8.sweep.sweep import Sweep
from net8.validate.case import Case
from net8.validate.found import Found, Replication

__all__ = ["plan_of", "simulate"]

Group = tuple[int, bool]


def plan_of(case: Case, settings: Mapping[str, object], seed: int = 1) -> Plan:
    """Return the plan of a case.

    @param case: the case
    @param settings: dotted keys that are set otherwise
    @param seed: seed of all random streams
    @return: the plan
    """
    return (
        Plan.of(case.document, name=case.name)
        .with_values(settings, where="--set")
        .with_values({"run.seed": seed})
    )


def _is_plain(plan: Plan) -> bool:
    """Return whether a plan is values alone, so that it can be one point of a sweep."""
    return not (plan.cross_traffic or plan.groups or plan.end_points or plan.instances or plan.faults)


def _sweeps(
    cases: list[Case], settings: Mapping[str, object], out: Path, seed: int, quick: bool
) -> list[tuple[Sweep, list[str], bool]]:
    """Return the sweeps of the cases: one for all plain ones with equal replications, one for each other."""
    plain: dict[Group, list[tuple[str, Plan]]] = {}
    sweeps = []
    for case in cases:
        plan = plan_of(case, settings, seed)
        runs = case.replications(quick=quick)
        if _is_plain(plan):
            plain.setdefault((runs, case.pcap), []).append((case.name, plan))
        else:
            name = "validate-" + case.name.replace(" ", "-").replace("/", "-")
            sweeps.append((Sweep(replace(plan, name=name), runs=runs, out=out), [case.name], case.pcap))
    for (runs, pcap), entries in plain.items():
        steps = tuple(
            Step(name, {path: value for path, value in plan.values.items() if path != "run.seed"})
            for name, plan in entries
        )
        name = f"validate-{runs}" + ("-pcap" if pcap else "")
        plan = replace(Plan.of({"run": {"seed": seed}}, name=name), axes=(Axis("case", steps),))
        sweeps.append((Sweep(plan, runs=runs, out=out), [name for name, _plan in entries], pcap))
    return sweeps


def simulate(
    cases: Iterable[Case],
    *,
    out: Path,
    seed: int = 1,
    quick: bool = False,
    jobs: int | None = None,
    settings: Mapping[str, object] | None = None,
    progress: Tell | None = None,
) -> Found:
    """Simulate what the store lacks of some cases, and give all their runs.

    @param cases: the cases; each is taken once
    @param out: output folder with the store
    @param seed: seed of all random streams
    @param quick: whether fewer replications do
    @param jobs: simulations at once; by default one per processor
    @param settings: dotted keys that are set otherwise in every plan
    @param progress: told how far it is
    @return: the runs
    """
    chosen = list({case.name: case for case in cases}.values())
    sweeps = _sweeps(chosen, settings or {}, out, seed, quick)
    total = sum(len(names) * sweep.runs for sweep, names, _pcap in sweeps)
    found: dict[str, list[Replication]] = {}
    errors: dict[str, str] = {}
    before, started = 0, time.monotonic()
    for sweep, names, pcap in sweeps:
        sweep.run_missing(jobs=jobs, pcap=pcap, progress=_shifted(progress, before, total, started))
        before += len(names) * sweep.runs
        _read(sweep, names, found, errors)
    return Found(found, errors)


def _shifted(progress: Tell | None, before: int, total: int, started: float) -> Tell | None:
    """Tell of one sweep as a part of all."""
    if progress is None:
        return None
    return lambda part: progress(
        replace(part, done=before + part.done, total=total, elapsed_s=time.monotonic() - started)
    )


def _read(
    sweep: Sweep, names: list[str], found: dict[str, list[Replication]], errors: dict[str, str]
) -> None:
    """Add the finished runs of a sweep, and what went wrong in others, by case."""
    results = sweep.results
    for index, name in enumerate(names):
        rows = results.runs_of(index)
        found[name] = [Replication(row.metrics, results.folder_of(row)) for row in rows if row.status == "ok"]
        errors.update((name, row.error) for row in rows if row.status != "ok")
