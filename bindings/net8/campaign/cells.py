# SPDX-License-Identifier: GPL-2.0-only
"""Contents of the table of a campaign, wherever it is shown."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from net8.campaign.agreed import agreed_notes, negotiated_differently
from net8.campaign.assumed import assumed_costs, is_storm
from net8.campaign.axis_label import axis_label
from net8.campaign.results import Results
from net8.plan.traffic import has_demands
from net8.schema.metrics import (
    COUNTS,
    FAILOVER_METRICS,
    FAN_METRICS,
    FLOW_METRICS,
    REDO_METRICS,
    Metric,
    find_metric,
)
from net8.statistics.intervals import Interval, runs_for_skew

__all__ = ["Cells", "chance_notes", "main_metric", "skew_notes", "table_cells", "table_metrics"]

_DEFAULT: Final = ("response_time", "logon_time", "throughput", "round_trips", "bytes")
_STORM: Final = ("connect_time_p95", "drain_time", "admitted", "refused", "timed_out")
_REQUESTS: Final = ("request_time", "request_time_p95", "requests_per_s", "pool_wait_time")
_TRANSACTIONS: Final = ("transaction_time", "transaction_time_p95", "transactions_per_s")
_ENDS: Final = ("time_until_failure", "time_in_last_call", "rows_received", "goodput")


@dataclass(frozen=True, slots=True)
class Cells:
    """A table as text."""

    head: list[str]  #: names of the columns, with units
    rows: list[list[str]]  #: a line per point
    note: str  #: the meaning of its numbers and what they leave out, or ""


def table_cells(results: Results) -> Cells:
    """Write the table of a campaign, one line per point.

    @param results: results of the campaign
    @return: its texts
    """
    metrics, repeated = table_metrics(results), results.campaign.runs > 1
    negotiated = [find_metric(name) for name in negotiated_differently(results)]
    metrics = [*(metric for metric in negotiated if metric not in metrics), *metrics]
    failing = [results.failed_sessions(index) for index in range(len(results.campaign.points))]
    some = any(failed for failed, _every in failing)
    head = [axis_label(results, axis.name) for axis in results.plan.axes]
    head += [metric.label for metric in metrics]
    head += (["failed sessions"] if some else []) + (["runs"] if repeated else [])
    columns = [results.intervals(metric.name) for metric in metrics]
    rows = []
    for index, (_point, labels) in enumerate(results.campaign.points):
        cells = [str(labels[axis.name]) for axis in results.plan.axes]
        cells += [_cell(metric, column[index][1]) for metric, column in zip(metrics, columns, strict=True)]
        cells += [f"{failing[index][0]:,} of {failing[index][1]:,}"] if some else []
        cells += [str(results.runs_with_chance(index))] if repeated else []
        rows.append(cells)
    notes = ["± is half the 95 % confidence interval (Student's t)"] if _varies(results) else []
    notes += [*chance_notes(results), *skew_notes(results, metrics)]
    means = any(metric.name not in COUNTS for metric in metrics)
    notes += ["means leave failed sessions out"] if some and means else []
    notes += [
        *results.plan.fitted_notes,
        *agreed_notes(results),
        *assumed_costs(results),
        *_points_note(results),
    ]
    return Cells(head, rows, "; ".join(notes))


def _points_note(results: Results) -> list[str]:
    """Say that not every combination was run."""
    run, every = len(results.campaign.points), results.plan.combinations()
    return (
        [f'{run:,} of {every:,} combinations, those that figures show (run.points = "figures")']
        if run < every
        else []
    )


def _varies(results: Results) -> bool:
    """Return whether a point has several runs that are not equal."""
    return any(results.runs_with_chance(index) > 1 for index in range(len(results.campaign.points)))


def chance_notes(results: Results) -> list[str]:
    """Say that runs which are equal in every bit are one run.

    @param results: results of the campaign
    @return: a sentence, or nothing
    """
    alike = [results.is_one_run(index) for index in range(len(results.campaign.points))]
    if not any(alike):
        return []
    whose = "" if all(alike) else f"of {sum(alike):,} of {len(alike):,} points: "
    return [
        f"{whose}one run, no chance in it: all runs are equal in every bit ([variation] draws what differs between "
        f"real runs{', of which the phase decides where sessions or flows compete' if _competes(results) else ''})"
    ]


def skew_notes(results: Results, metrics: Iterable[Metric]) -> list[str]:
    """Say where intervals are likely too narrow, because the runs are too few for how skewed their values are.

    @param results: results of the campaign
    @param metrics: metrics whose intervals are shown
    @return: a sentence, or nothing
    """
    shown = list(metrics)
    needed = [
        [
            runs
            for metric in shown
            if (runs := runs_for_skew(results.values(index, metric.name).values())) is not None
        ]
        for index in range(len(results.campaign.points))
    ]
    few = [max(runs) for runs in needed if runs]
    if not few:
        return []
    return [
        f"95 % intervals are likely too narrow at {len(few):,} of {len(needed):,} points, whose runs have a long tail: "
        f"--runs {max(few):,} (25 times the squared skewness; Cochran)"
    ]


def _competes(results: Results) -> bool:
    """Return whether several sessions or flows share the network, so that trifles decide which of them wait."""
    several = any(results.failed_sessions(index)[1] > 1 for index in range(len(results.campaign.points)))
    return several or bool(results.plan.cross_traffic) or has_demands(results.plan)


def table_metrics(results: Results) -> list[Metric]:
    """Return the metrics of the plan's [table], or those that answer its question.

    Where sessions failed and a column has no value for that, how they ended follows.

    @param results: results of the campaign
    @return: the metrics in the order of the columns
    """
    names = results.plan["table.columns"]
    chosen = [str(name) for name in names] if isinstance(names, tuple) and names else _usual(results)
    ends = [name for name in _ENDS if _lacks(results, chosen) and name not in chosen and _has(results, name)]
    flows = (
        ()
        if names
        else [
            metric.name
            for metric in (*FLOW_METRICS, *REDO_METRICS, *FAILOVER_METRICS, *FAN_METRICS)
            if _has(results, metric.name)
        ]
    )
    return [find_metric(name) for name in (*chosen, *ends, *flows)]


def main_metric(results: Results) -> str:
    """Return the metric that a plan is about: that of its first figure, or the first column of its table.

    @param results: results of the campaign
    @return: its name
    """
    drawn = [table for table in results.plan.figures if table.get("kind", "sweep") == "sweep"]
    if drawn:
        return find_metric(str(drawn[0].get("y") or "response_time")).name
    return table_metrics(results)[0].name


def _lacks(results: Results, names: list[str]) -> bool:
    """Return whether sessions failed at a point where one of some metrics has no value, or where there is no metric."""
    return any(
        results.failed_sessions(index)[0]
        and not (names and all(results.values(index, name) for name in names))
        for index in range(len(results.campaign.points))
    )


def _usual(results: Results) -> list[str]:
    """Return the metrics of a plan that names none: by whether it is a storm, has queries, or only calls."""
    if is_storm(results):
        return list(_STORM)
    if _has(results, "response_time") or not _has(results, "sessions"):
        return list(_DEFAULT)
    work = _REQUESTS if _has(results, "requests") else _TRANSACTIONS
    return [name for name in (*work, *_DEFAULT) if _has(results, name)]


def _has(results: Results, metric: str) -> bool:
    """Return whether a metric has a value at any point."""
    return any(results.values(index, metric) for index in range(len(results.campaign.points)))


def _cell(metric: Metric, found: Interval | None) -> str:
    """Write mean and half width in the metric's printed unit, both to two digits of the half width."""
    if found is None:
        return "-"
    mean = found.mean * metric.scale
    if not found.half_width:
        return _digits(mean)
    half = found.half_width * metric.scale
    places = max(0, 1 - math.floor(math.log10(half)))
    return f"{mean:,.{places}f} ± {half:,.{places}f}"


def _digits(value: float) -> str:
    """Write counts whole and measured values with five digits."""
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1e5 else f"{value:.5g}"
