# SPDX-License-Identifier: GPL-2.0-only
"""Charts of a sweep: lines of points, picked from the results of a campaign."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.campaign.agreed import agreed_notes
from net8.campaign.axis_label import AXIS_KINDS, axis_scale, axis_unit
from net8.campaign.cells import chance_notes, skew_notes
from net8.campaign.results import Results
from net8.figure.chart import Axis, Chart, Curve, Kind, Panel, Point, Tic
from net8.figure.coincide import COINCIDENCE, widen_covered
from net8.figure.looks import line, outline, published_line, trace
from net8.figure.page import read_page
from net8.figure.scales import BELOW, has_cut
from net8.figure.sidestep import SIDESTEP, sidestep
from net8.figure.titles import key_title, key_words
from net8.plan.plan import Plan
from net8.plan.shown import selected, shows
from net8.schema.lists import find_key
from net8.schema.metrics import COUNTS, METRICS, Metric, find_metric
from net8.schema.values import show
from net8.statistics.intervals import Interval, interval

__all__ = ["build_figures", "build_trial", "check_figures"]

_ORDERED: Final = ("choice", "class", "bool")
"""Kinds of keys with values in the order of the plan along an axis."""


_WIDEST: Final = 2.0
"""Largest width of a line that is not covered."""

_APART, _MOST_APART = 0.15, 0.6
"""Distance of neighbouring curves at a word, and of the first from the last; words are 1 apart."""

_Lines = Mapping[str, Mapping[str, tuple[Point, ...]]]
"""Points by panel and line."""


@dataclass(frozen=True)
class _Places:
    """Positions of the values of a swept key along an axis."""

    of: Mapping[str, float]  #: place by label
    numeric: bool  #: whether positions are the values themselves
    words_from: float  #: position of the first word after numbers
    unit: str = ""  #: of the positions, if the values have units and the positions are plain numbers

    @property
    def words(self) -> bool:
        """Whether all values are words, so that no line joins their points."""
        return not self.numeric and self.words_from <= 0


@dataclass(frozen=True)
class _Spec:
    """A [[figure]] of the plan with its defaults."""

    x: str
    y: Metric
    series: tuple[str, ...]
    panels: str
    relative_to: object
    table: Mapping[str, object]


def build_figures(results: Results) -> list[Chart]:
    """Return the figures of a plan; a plan without one gets one over its first axis.

    @param results: results of the campaign
    @return: charts that have at least one point
    """
    axes = [axis.name for axis in results.plan.axes]
    tables = [table for table in results.plan.figures or ({},) if table.get("kind", "sweep") == "sweep"]
    if not axes or results.plan.design:
        return []
    figures = [_build(results, _spec(table, axes)) for table in tables]
    return [figure for figure in figures if figure.panels]


def build_trial(results: Results, model: str, predicted: Sequence[Mapping[str, float]]) -> list[Chart]:
    """Return the figures of a plan with the predictions of a model: runs as open points, the model as lines.

    @param results: results of the campaign
    @param model: name of the model
    @param predicted: values by name, for each point
    @return: charts of quantities that the model predicts; if the plan draws none of them, one of the first
    """
    axes = [axis.name for axis in results.plan.axes]
    known = [name for name in METRICS if any(name in values for values in predicted)]
    if not axes or not known or results.plan.design:
        return []
    tables = [table for table in results.plan.figures if table.get("kind", "sweep") == "sweep"]
    drawn = [table for table in tables if str(table.get("y") or "response_time") in known]
    charts = []
    for table in drawn or [{"y": known[0]}]:
        spec = _spec({**table, "title": f"Model {model} against simulation"}, axes)
        chart = _build(results, spec)
        places = _places(
            spec.x, [step.label for axis in results.plan.axes if axis.name == spec.x for step in axis.steps]
        )
        rows = [
            (labels, interval([values[spec.y.name]]) if spec.y.name in values else None)
            for (_point, labels), values in zip(results.campaign.points, predicted, strict=True)
        ]
        lines = _picked(rows, spec, places)
        names = list(dict.fromkeys(label for found in lines.values() for label in found))
        panels = tuple(
            _beside(panel, model, lines.get(panel.title, {}), names, words=places.words)
            for panel in chart.panels
        )
        charts.append(replace(chart, name=f"trial-{model}-{chart.name}", panels=panels))
    return [chart for chart in charts if chart.panels]


def _beside(
    panel: Panel, model: str, lines: Mapping[str, tuple[Point, ...]], names: list[str], *, words: bool
) -> Panel:
    """Draw predictions as lines, at words as small points, and simulated values as open points."""
    found = [curve for curve in panel.curves if not curve.name.endswith("published")]
    shown = [
        replace(
            curve,
            name=", ".join(filter(None, (curve.name, "simulated"))),
            kind="points",
            look=outline(number),
        )
        for number, curve in enumerate(found)
    ]
    kind: Kind = "points" if words else "lines"
    # Words are at whole numbers, and curves less than half from them.
    moved = {curve.name: curve.points[0].x - round(curve.points[0].x) for curve in found if words}
    told = [
        Curve(
            ", ".join(filter(None, (label, model))), kind, trace(names.index(label)),
            tuple(point._replace(x=point.x + moved.get(label, 0.0)) for point in points),
        )
        for label, points in lines.items()
    ]  # fmt: skip
    return replace(panel, curves=(*widen_covered(told, log=panel.y.log), *shown))


def check_figures(plan: Plan) -> None:
    """Refuse figures that cannot be drawn, before anything is simulated.

    @param plan: the plan
    """
    axes = [axis.name for axis in plan.axes]
    for table in plan.figures:
        read_page(table)
    for table in plan.figures if axes else ():
        if table.get("kind", "sweep") != "sweep":
            continue
        spec = _spec(table, axes)
        labels = [str(step.label) for axis in plan.axes if axis.name == spec.x for step in axis.steps]
        if spec.relative_to is not None and str(spec.relative_to) not in labels:
            raise PlanError(
                f"figure.relative_to = {show(spec.relative_to)} is not a value of {spec.x}; "
                f"use one of {', '.join(labels)}"
            )
        _reference(plan, spec)


def _spec(table: Mapping[str, object], axes: list[str]) -> _Spec:
    """Add the defaults of a [[figure]]."""
    keys = {name: find_key(name) for name in axes}
    numeric = [name for name, key in keys.items() if key and key.kind not in ("choice", "text", "bool")]
    panels = str(table.get("panels") or "")
    others = [name for name in numeric or axes if name != panels] or axes
    x = str(table.get("x") or others[0])
    given = table.get("series") or ()
    series = [str(name) for name in given] if isinstance(given, list | tuple) else []
    series += [name for name in axes if name not in (x, panels, *series, *selected(table))]
    metric = find_metric(str(table.get("y") or "response_time"))
    return _Spec(x, metric, tuple(series), panels, table.get("relative_to"), table)


def _number(name: str, label: object) -> float | None:
    """Return a swept value as a number, if it is one: a time in seconds, a rate in bits per second."""
    key = find_key(name)
    try:
        if key is not None and key.kind in AXIS_KINDS:
            return units.parse_rate(label) if key.kind == "rate" else units.parse_time(label) / 1e9
        if isinstance(label, str) and (key is None or key.kind in _ORDERED):
            return None
        return None if isinstance(label, bool) else float(str(label))
    except ValueError:
        return None


def _places(name: str, labels: Sequence[object]) -> _Places:
    """Place numbers at their values; together with words they come first, in order, since "no" is not less than 25."""
    numbers = {str(label): _number(name, label) for label in labels}
    found = {text: number for text, number in numbers.items() if number is not None}
    if found and len(found) == len(numbers):
        key, unit, factor = find_key(name), "", 1.0
        if key is not None and key.kind in AXIS_KINDS:
            unit, factor = axis_scale(key.kind, max(found.values()))
        # Nanoseconds divided by their unit: a time of a plan has at most 15 digits.
        places = {text: float(f"{number * factor:.15g}") for text, number in found.items()}
        return _Places(places, True, math.inf, unit)
    words = [text for text in numbers if text not in found]
    key = find_key(name)
    if key is None or key.kind in _ORDERED or not found:
        return _Places({text: float(i) for i, text in enumerate(numbers)}, False, 0.0)
    order = [*sorted(found, key=lambda text: found[text]), *words]
    return _Places({text: float(i) for i, text in enumerate(order)}, False, float(len(found)))


def _build(results: Results, spec: _Spec) -> Chart:
    """Build one figure."""
    steps = {axis.name: [step.label for step in axis.steps] for axis in results.plan.axes}
    places = _places(spec.x, steps[spec.x])
    found = _simulated(results, spec, places)
    relative = f"{spec.y.title}, relative to {key_words(spec.x)} = {spec.relative_to}"
    log = str(spec.table.get("log") or "")
    unit = places.unit or axis_unit(results, spec.x)
    y = Axis(relative) if spec.relative_to is not None else Axis(spec.y.title, spec.y.unit)
    y = replace(y, title=str(spec.table.get("y_label") or y.title), log="y" in log)
    kind: Kind = "points" if places.words else "linespoints"
    panels = _panels(y, found, _reference(results.plan, spec), kind, log_x="x" in log)
    notes = [
        _note(results, spec.y),
        *chance_notes(results),
        *skew_notes(results, [spec.y]),
        *results.plan.fitted_notes,
        *agreed_notes(results),
    ]
    notes += [SIDESTEP] if places.numeric and _is_moved(panels, places) else []
    notes += (
        [COINCIDENCE] if any(curve.look.width > _WIDEST for panel in panels for curve in panel.curves) else []
    )
    chart = Chart(
        name=str(spec.table.get("name") or "figure"),
        title=str(spec.table.get("title") or results.plan["title"] or results.plan.name),
        x=Axis(str(spec.table.get("x_label") or key_words(spec.x)), unit, "x" in log, tics=_tics(places)),
        panels=panels,
        legend=", ".join(key_title(results, name) for name in spec.series),
        note="; ".join(filter(None, notes)),
        same_y=True,
        page=read_page(spec.table),
    )
    return replace(chart, note="; ".join(filter(None, (chart.note, BELOW)))) if has_cut(chart) else chart


def _simulated(results: Results, spec: _Spec, places: _Places) -> _Lines:
    """Return the simulated lines of each panel."""
    return _picked(results.intervals(spec.y.name), spec, places)


def _picked(
    values: Sequence[tuple[Mapping[str, object], Interval | None]], spec: _Spec, places: _Places
) -> _Lines:
    """Arrange the values of points into the lines of each panel."""
    lines: dict[str, dict[str, list[Point]]] = {}
    for labels, found in values:
        if found is None or not shows(spec.table, labels):
            continue
        panel = str(labels[spec.panels]) if spec.panels else ""
        label = ", ".join(str(labels[name]) for name in spec.series)
        half = (found.half_width or 0.0) * spec.y.scale
        point = Point(places.of[str(labels[spec.x])], found.mean * spec.y.scale, half)
        lines.setdefault(panel, {}).setdefault(label, []).append(point)
    return {
        panel: {label: _line(label, points, spec, places) for label, points in found.items()}
        for panel, found in lines.items()
    }


def _panels(y: Axis, found: _Lines, reference: _Lines, kind: Kind, *, log_x: bool) -> tuple[Panel, ...]:
    """Name each line, and choose its look, the same in every panel; what would hide another is moved sideways."""
    names = list(dict.fromkeys(label for lines in found.values() for label in lines))
    beside = list(dict.fromkeys(label for title in found for label in reference.get(title, {})))
    drawn: dict[str, list[Curve]] = {}
    for title, lines in found.items():
        curves = [Curve(label, kind, line(names.index(label)), points) for label, points in lines.items()]
        curves += [
            Curve(
                ", ".join(filter(None, (label, "published"))), kind,
                published_line(beside.index(label)), points,
            )
            for label, points in reference.get(title, {}).items()
        ]  # fmt: skip
        if kind == "points":
            curves = _spread(
                curves, [*names, *(f"{label}, published" if label else "published" for label in beside)]
            )
        # Before they are moved, which is less than a line that covers another is long.
        drawn[title] = list(widen_covered(curves, log=y.log))
    if kind != "points":
        drawn = sidestep(drawn, log=log_x)
    return tuple(Panel(y, tuple(curves), title) for title, curves in drawn.items())


def _is_moved(panels: Sequence[Panel], places: _Places) -> bool:
    """Return whether curves stand beside their places because their intervals overlap."""
    known = set(places.of.values())
    return any(point.x not in known for panel in panels for curve in panel.curves for point in curve.points)


def _spread(curves: Sequence[Curve], names: Sequence[str]) -> list[Curve]:
    """Move curves to the left and right of their positions, equally in all panels, so that none hides another."""
    apart = min(_APART, _MOST_APART / max(1, len(names) - 1))
    moved = []
    for curve in curves:
        by = apart * (names.index(curve.name) - (len(names) - 1) / 2)
        moved.append(replace(curve, points=tuple(point._replace(x=point.x + by) for point in curve.points)))
    return moved


def _tics(places: _Places) -> tuple[Tic, ...]:
    """Label the positions of an axis: with plain numbers if the title has the unit."""
    return tuple(
        Tic(place, f"{place:g}" if places.unit else text)
        for text, place in sorted(places.of.items(), key=lambda entry: entry[1])
    )


def _note(results: Results, metric: Metric) -> str:
    """Describe the bars, and the most failed sessions that a mean leaves out; empty if there are neither."""
    counts = [results.failed_sessions(index) for index in range(len(results.campaign.points))]
    failed, every = max(counts, default=(0, 0))
    found = [entry for _labels, entry in results.intervals(metric.name) if entry is not None]
    notes = []
    if any(entry.half_width for entry in found):
        runs = sorted({entry.n for entry in found if entry.half_width is not None})
        several = f"{runs[0]} to {runs[-1]}" if len(runs) > 1 else f"{runs[0]}"
        notes.append(f"bars: 95 % confidence intervals of {several} runs (Student's t)")
    if failed and metric.name not in COUNTS:
        notes.append(f"without up to {failed:,} of {every:,} sessions, which failed")
    return "; ".join(notes)


def _line(label: str, points: list[Point], spec: _Spec, places: _Places) -> tuple[Point, ...]:
    """Sort points, relative to one of them if the plan asks for that; words are not joined by lines."""
    points = sorted(points, key=lambda point: point.x)
    if spec.relative_to is not None:
        base = {x: y for x, y, _half in points}.get(places.of.get(str(spec.relative_to), -1.0))
        if not base:
            raise PlanError(
                f"the figure is relative to {spec.x} = {spec.relative_to}, which {label or 'it'} lacks"
            )
        points = [Point(x, y / base, half / base) for x, y, half in points]
    numbers = [point for point in points if point.x < places.words_from]
    if not numbers:
        return tuple(points)
    words = [each for point in points[len(numbers) :] for each in (Point(point.x, math.nan), point)]
    return (*numbers, *words)


def _reference(plan: Plan, spec: _Spec) -> _Lines:
    """Read published points from a CSV file: columns series, x, y and, with panels, panel."""
    name = str(spec.table.get("reference") or "")
    if not name:
        return {}
    path = (plan.folder or Path()) / name
    steps = next(axis.steps for axis in plan.axes if axis.name == spec.x)
    places = _places(spec.x, [step.label for step in steps])
    found: dict[str, dict[str, list[Point]]] = {}
    try:
        stream = io.StringIO(read_text(path, TABLE_LIMIT), newline="")
        for row in csv.DictReader(text for text in stream if not text.startswith("#")):
            points = found.setdefault(row.get("panel") or "", {}).setdefault(row["series"], [])
            place = places.of[row["x"]] if row["x"] in places.of else float(row["x"])
            points.append(Point(place, float(row["y"])))
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for figure.reference') from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read for figure.reference: {error.strerror}') from None
    except (KeyError, TypeError, ValueError, csv.Error):
        raise PlanError(f'"{name}" must have the columns series, x and y with numbers in y') from None
    return {
        panel: {label: _line(label, points, spec, places) for label, points in lines.items()}
        for panel, lines in found.items()
    }
