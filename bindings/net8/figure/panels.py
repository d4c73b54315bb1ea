# SPDX-License-Identifier: GPL-2.0-only
"""What a figure shows: panels and lines of points, picked from the results of a campaign."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.campaign.axis_label import AXIS_SCALE, axis_label
from net8.campaign.results import Results
from net8.plan.plan import Plan
from net8.results.metrics import COUNTS, Metric, find
from net8.schema.lists import find_key
from net8.schema.values import show

__all__ = ["Figure", "Line", "Panel", "build_figures", "check_figures"]

_ORDERED: Final = ("choice", "class", "bool")
"""Kinds of keys whose values stand along an axis as the plan lists them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel."""

    label: str  #: legend
    points: tuple[tuple[float, float, float | None], ...]  #: x, y, half width of the interval
    published: bool = False  #: whether it comes from the literature


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel."""

    title: str  #: value of the key that makes the panels
    lines: tuple[Line, ...]  #: its lines


@dataclass(frozen=True)
class Figure:
    """Everything a drawing program needs to know."""

    name: str  #: file name without its ending
    title: str  #: the message
    x_label: str  #: with unit
    y_label: str  #: with unit
    legend: str  #: what the lines differ in
    log: str  #: axes with logarithmic scale
    panels: tuple[Panel, ...]  #: from left to right
    x_tics: tuple[tuple[float, str], ...] = field(default=())  #: place and text of each tic
    note: str = ""  #: what a reader must know
    words_from: float = math.inf  #: place behind which words stand on an axis of numbers, not joined to them


@dataclass(frozen=True)
class _Places:
    """Where the values of a swept key stand along an axis."""

    of: Mapping[str, float]  #: place by label
    numeric: bool  #: whether places are the values themselves
    words_from: float  #: place of the first word behind numbers


@dataclass(frozen=True)
class _Spec:
    """A [figure] of the plan with its gaps filled."""

    x: str
    y: Metric
    series: tuple[str, ...]
    panels: str
    select: Mapping[str, object]
    relative_to: object
    table: Mapping[str, object]


def build_figures(results: Results) -> list[Figure]:
    """Return the figures of a plan; a plan without one gets one over its first axis.

    @param results: results of the campaign
    @return: figures that have at least one point
    """
    axes = [axis.name for axis in results.plan.axes]
    tables = [table for table in results.plan.figures or ({},) if table.get("kind", "sweep") == "sweep"]
    if not axes:
        return []
    figures = [_build(results, _spec(table, axes)) for table in tables]
    return [figure for figure in figures if any(panel.lines for panel in figure.panels)]


def check_figures(plan: Plan) -> None:
    """Refuse, before anything runs, figures that could not be drawn of whatever comes out.

    @param plan: the plan
    """
    axes = [axis.name for axis in plan.axes]
    for table in plan.figures if axes else ():
        if table.get("kind", "sweep") != "sweep":
            continue
        spec = _spec(table, axes)
        labels = [str(step.label) for axis in plan.axes if axis.name == spec.x for step in axis.steps]
        if spec.relative_to is not None and str(spec.relative_to) not in labels:
            raise PlanError(
                f"figure.relative_to = {show(spec.relative_to)} is no value of {spec.x}; "
                f"give one of {', '.join(labels)}"
            )
        _reference(plan, spec)


def _spec(table: Mapping[str, object], axes: list[str]) -> _Spec:
    """Fill the gaps of a [figure]."""
    keys = {name: find_key(name) for name in axes}
    numeric = [name for name, key in keys.items() if key and key.kind not in ("choice", "text", "bool")]
    panels = str(table.get("panels") or "")
    others = [name for name in numeric or axes if name != panels] or axes
    x = str(table.get("x") or others[0])
    chosen = table.get("select") or {}
    select = dict(chosen) if isinstance(chosen, Mapping) else {}
    given = table.get("series") or ()
    series = [str(name) for name in given] if isinstance(given, list | tuple) else []
    series += [name for name in axes if name not in (x, panels, *series, *select)]
    metric = find(str(table.get("y") or "response_time"))
    return _Spec(x, metric, tuple(series), panels, select, table.get("relative_to"), table)


def _number(name: str, label: object) -> float | None:
    """Return a swept value as a number, if it is one."""
    key = find_key(name)
    try:
        if key is not None and key.kind in AXIS_SCALE:
            parse = units.parse_rate if key.kind == "rate" else units.parse_time
            base = parse(label) / (1 if key.kind == "rate" else 1e9)
            return base * AXIS_SCALE[key.kind][1]
        if isinstance(label, str) and (key is None or key.kind in _ORDERED):
            return None
        return None if isinstance(label, bool) else float(str(label))
    except ValueError:
        return None


def _places(name: str, labels: Sequence[object]) -> _Places:
    """Put numbers where they belong; among words they come first, in order, since "no" is not less than 25."""
    numbers = {str(label): _number(name, label) for label in labels}
    found = {text: number for text, number in numbers.items() if number is not None}
    if len(found) == len(numbers):
        return _Places(found, True, math.inf)
    words = [text for text in numbers if text not in found]
    key = find_key(name)
    if key is None or key.kind in _ORDERED or not found:
        return _Places({text: float(i) for i, text in enumerate(numbers)}, False, math.inf)
    order = [*sorted(found, key=lambda text: found[text]), *words]
    return _Places({text: float(i) for i, text in enumerate(order)}, False, float(len(found)))


def _tic(name: str, place: float, text: str) -> str:
    """Write the text of a tic on an axis of numbers: the bare number where the label has the unit."""
    key = find_key(name)
    return f"{place:g}" if key is not None and key.kind in AXIS_SCALE else text


def _build(results: Results, spec: _Spec) -> Figure:
    """Pick the points of a figure."""
    steps = {axis.name: [step.label for step in axis.steps] for axis in results.plan.axes}
    axis = _places(spec.x, steps[spec.x])
    places = axis.of
    lines: dict[str, dict[str, list[tuple[float, float, float | None]]]] = {}
    for labels, found in results.intervals(spec.y.name):
        if found is None or any(str(labels[name]) != str(value) for name, value in spec.select.items()):
            continue
        panel = str(labels[spec.panels]) if spec.panels else ""
        label = ", ".join(str(labels[name]) for name in spec.series)
        half = None if found.half_width is None else found.half_width * spec.y.scale
        point = (places[str(labels[spec.x])], found.mean * spec.y.scale, half)
        lines.setdefault(panel, {}).setdefault(label, []).append(point)
    reference = _reference(results.plan, spec)
    panels = tuple(
        Panel(title, tuple(_line(label, points, spec, places) for label, points in found.items())
              + tuple(reference.get(title, ())))
        for title, found in lines.items()
    )  # fmt: skip
    table = spec.table
    relative = f", relative to {spec.x} = {spec.relative_to}" if spec.relative_to is not None else ""
    y_label = spec.y.name.replace("_", " ") + relative if relative else spec.y.label
    return Figure(
        name=str(table.get("name") or "figure"),
        title=str(table.get("title") or results.plan["title"] or results.plan.name),
        x_label=axis_label(results, spec.x, scaled=axis.numeric),
        y_label=y_label,
        legend=", ".join(axis_label(results, name) for name in spec.series),
        log=str(table.get("log") or ""),
        panels=panels,
        x_tics=tuple(
            (place, _tic(spec.x, place, text) if axis.numeric else text)
            for text, place in sorted(places.items(), key=lambda entry: entry[1])
        ),
        note=_note(results, spec.y),
        words_from=axis.words_from,
    )


def _note(results: Results, metric: Metric) -> str:
    """Say how many sessions a mean leaves out at most, or nothing."""
    counts = [results.failed_sessions(index) for index in range(len(results.campaign.points))]
    failed, every = max(counts, default=(0, 0))
    return (
        f"without up to {failed:,} of {every:,} sessions, which failed"
        if failed and metric.name not in COUNTS
        else ""
    )


def _line(
    label: str, points: list[tuple[float, float, float | None]], spec: _Spec, places: Mapping[str, float],
    published: bool = False,
) -> Line:  # fmt: skip
    """Make a line, relative to one of its points if the plan asks for that."""
    points = sorted(points, key=lambda point: point[0])
    if spec.relative_to is not None:
        base = {x: y for x, y, _half in points}.get(places.get(str(spec.relative_to), -1.0))
        if not base:
            raise PlanError(
                f"the figure is relative to {spec.x} = {spec.relative_to}, which {label or 'it'} lacks"
            )
        points = [(x, y / base, None if half is None else half / base) for x, y, half in points]
    return Line(label, tuple(points), published)


def _reference(plan: Plan, spec: _Spec) -> dict[str, list[Line]]:
    """Read published points from a CSV file: columns series, x, y and, with panels, panel."""
    name = str(spec.table.get("reference") or "")
    if not name:
        return {}
    path = (plan.folder or Path()) / name
    steps = next(axis.steps for axis in plan.axes if axis.name == spec.x)
    x_of = _places(spec.x, [step.label for step in steps]).of
    found: dict[str, dict[str, list[tuple[float, float, float | None]]]] = {}
    try:
        stream = io.StringIO(read_text(path, TABLE_LIMIT), newline="")
        for row in csv.DictReader(line for line in stream if not line.startswith("#")):
            points = found.setdefault(row.get("panel") or "", {}).setdefault(row["series"], [])
            points.append((x_of.get(row["x"], 0.0) or float(row["x"]), float(row["y"]), None))
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for figure.reference') from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read for figure.reference: {error.strerror}') from None
    except (KeyError, TypeError, ValueError, csv.Error):
        raise PlanError(f'"{name}" must have the columns series, x and y with numbers in y') from None
    return {
        panel: [_line(label, points, spec, x_of, True) for label, points in lines.items()]
        for panel, lines in found.items()
    }
