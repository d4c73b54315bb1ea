# SPDX-License-Identifier: GPL-2.0-only
"""Models of one's own against a sweep: bias, limits of agreement, where they leave their bands, what they lack."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.analytic.compare import Verdict, ask, name_of_model
from net8.analytic.predict import predict
from net8.analytic.prediction import Model
from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.campaign.cells import main_metric
from net8.campaign.results import Results
from net8.figure.chart import Chart
from net8.figure.drawing import draw
from net8.figure.sweep import build_trial
from net8.finding.agreement_charts import both_chart, difference_chart, residual_chart
from net8.finding.measured import refuse_confidence
from net8.finding.swept import point_name, swept_values
from net8.plan.plan import Plan, Point, require_plan
from net8.schema.metrics import Metric, find_metric
from net8.schema.scale import scale_of
from net8.statistics.agreement import LEAST, Limits, explained, groups_of, limits_of_agreement
from net8.statistics.intervals import Interval, interval
from net8.sweep.sweep import Sweep

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Agreement", "Judged", "agreement"]

_TOLD: Final = 0.1
"""Part of the variance of differences from which on a key is named."""


@dataclass(frozen=True)
class Judged:
    """How one model agrees with the simulation."""

    name: str  #: of the model
    verdicts: tuple[Verdict, ...]  #: point by point
    limits: Limits  #: bias and limits of agreement, of model less simulation
    root_mean_square: float  #: of the differences
    relative: float  #: mean of the absolute differences, as parts of the simulated values
    depends: Mapping[str, float]  #: part of the variance of the differences that each key explains

    @property
    def differences(self) -> tuple[float, ...]:
        """Model less simulation, point by point."""
        return tuple(each.prediction.value - each.simulated.mean for each in self.verdicts)

    @property
    def left(self) -> tuple[int, ...]:
        """Points at which band and simulated interval have no value in common."""
        return tuple(index for index, each in enumerate(self.verdicts) if not each.holds)


@dataclass(frozen=True)
class Agreement:
    """Models against a sweep, the one with the smallest differences first."""

    metric: Metric  #: what was compared
    models: tuple[Judged, ...]  #: by the root mean square of their differences
    points: tuple[Point, ...]  #: of the sweep
    confidence: float  #: level of intervals
    runs: int  #: replications of each point, 1 where there is no chance
    notes: tuple[str, ...]  #: what to know about it
    results: Results  #: the sweep

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        best, scale, unit = self.models[0], self.metric.scale, self.metric.unit
        low, high = (f"{end * scale:.3g}" for end in (best.limits.low, best.limits.high))
        others = f" of {len(self.models)} models the best" if len(self.models) > 1 else ""
        off = f"{best.limits.bias.mean * scale:+.3g} {unit}".strip()
        return (
            f"{best.name} is{others or ''} off by {off} on average, 95 % of differences between {low} and {high} {unit}"
        ).strip()

    def lacks(self) -> list[str]:
        """Say of each model where it leaves its band, and on which keys its differences depend.

        @return: sentences
        """
        said = []
        for each in self.models:
            said.append(f"{each.name}: {_left(each, self.points)}")
            told = [
                f"{key} ({part:.0%} of their variance)" for key, part in each.depends.items() if part > _TOLD
            ]
            if told:
                said.append(f"{each.name}: differences depend on {', '.join(told)}")
        return said

    def frame(self) -> pd.DataFrame:
        """Return one row for each model and point.

        @return: model, values of the keys, prediction and its band, simulated mean and half width, whether it holds
        """
        import pandas as pd

        return pd.DataFrame([
            {
                "model": each.name, **point.labels, "predicted": one.prediction.value, "low": one.prediction.low,
                "high": one.prediction.high, "simulated": one.simulated.mean, "half_width": one.simulated.half_width,
                "holds": one.holds,
            }
            for each in self.models
            for point, one in zip(self.points, each.verdicts, strict=True)
        ])  # fmt: skip

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only.

        @return: an object for json.dumps
        """
        return {
            "metric": self.metric.name, "unit": self.metric.stored_unit, "answer": self.sentence,
            "points": len(self.points), "runs": self.runs, "confidence": self.confidence, "notes": list(self.notes),
            "models": [
                {
                    "name": each.name, "bias": each.limits.bias.mean, "bias_half_width": each.limits.bias.half_width,
                    "low": each.limits.low, "high": each.limits.high, "limit_half_width": each.limits.half_width,
                    "root_mean_square": each.root_mean_square, "mean_relative": each.relative,
                    "left": [dict(self.points[index].labels) for index in each.left], "depends": dict(each.depends),
                }
                for each in self.models
            ],
        }  # fmt: skip

    def charts(self) -> list[Chart]:
        """Return the figures: both side by side, differences with their limits, differences by each key.

        @return: the charts
        """
        rows = [
            (each.name, [one.simulated.mean for one in each.verdicts], each.differences, each.limits)
            for each in self.models
        ]
        found = [both_chart(self.metric, rows), difference_chart(self.metric, rows)]
        plan = self.results.plan
        for axis in plan.axes:
            labels = [point.labels[axis.name] for point in self.points]
            scale = scale_of(axis.name, tuple(labels), "a figure") if _is_range(plan, axis.name) else None
            words = [str(step.label) for step in axis.steps]
            found.append(residual_chart(self.metric, rows, axis.name, labels, scale or words))
        for each in self.models:
            predicted = [{self.metric.name: one.prediction.value} for one in each.verdicts]
            found += build_trial(self.results, each.name, predicted)
        return found

    def plot(self, folder: str | Path) -> list[Path]:
        """Draw the figures.

        @param folder: where to
        @return: SVG and PNG files
        """
        return [file for chart in self.charts() for file in draw(chart, Path(folder))]


def agreement(
    plan: Plan,
    models: Sequence[Model] = (),
    metric: str = "",
    *,
    runs: int | None = None,
    confidence: float = 0.95,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Agreement:
    """Compare models with every point of a sweep; runs that the store has are not simulated again.

    @param plan: the plan with its sweep or design
    @param models: functions from a plan to predictions by name, in addition to ``net8.analytic.predict``
    @param metric: such as "response_time"; by default that of the plan's table
    @param runs: replications of each point; by default the plan's
    @param confidence: level of the intervals
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store
    @param progress: True shows the progress, a function is called with it
    @return: the agreement
    """
    require_plan(plan)
    refuse_confidence(confidence)
    sweep = Sweep(plan, runs=runs, out=out)
    if len(sweep.points) < LEAST:
        raise PlanError(
            f"{len(sweep.points)} points are too few for limits of agreement; sweep {LEAST} or more, better 20"
        )
    _refuse_twice(models)
    asked = find_metric(metric) if metric else None
    early = (
        {name_of_model(model): _predictions(model, sweep.points, asked) for model in models} if asked else {}
    )
    sweep.run_missing(jobs=jobs, progress=progress)
    results = sweep.results
    wanted = asked or find_metric(main_metric(results))
    values = swept_values(results, wanted)
    simulated = [interval(row, confidence=confidence) for row in values]
    notes = [] if values.shape[1] > 1 else ["runs do not differ: each point is simulated once"]
    found = []
    try:
        found.append(_judge(predict, simulated, sweep, wanted, confidence, None))
    except PlanError as error:
        if not models:
            raise
        notes.append(error.message)
    found += [
        _judge(model, simulated, sweep, wanted, confidence, early.get(name_of_model(model)))
        for model in models
    ]
    found.sort(key=lambda each: each.root_mean_square)
    if any(results.failed_sessions(index)[0] for index in range(len(sweep.points))):
        notes.append("sessions failed in some runs; means leave them out")
    return Agreement(
        wanted,
        tuple(found),
        sweep.points,
        confidence,
        values.shape[1],
        (*notes, *results.plan.fitted_notes),
        results,
    )


def _refuse_twice(models: Sequence[Model]) -> None:
    """Refuse two models of one name, predict included."""
    names = Counter([name_of_model(predict), *map(name_of_model, models)])
    for name, number in names.items():
        if number > 1:
            raise PlanError(f"{number} models are called {name}; give each a name of its own")


def _predictions(model: Model, points: Sequence[Point], metric: Metric) -> list[Any]:
    """Ask a model for all points; tell in a sentence where it fails."""
    name, found = name_of_model(model), []
    for point in points:
        at = point_name(point.labels)
        try:
            told = ask(model, point.plan)
        except PlanError as error:
            raise PlanError(f"{error.message} (at {at})") from None
        except Exception as error:
            raise PlanError(
                f"the model {name} raises {type(error).__name__}: {error} at {at}; correct it, or leave that point out "
                "of the sweep"
            ) from None
        if metric.name not in told:
            others = f"; it predicts {', '.join(told)}" if told else ""
            raise PlanError(f"the model {name} predicts no {metric.name} at {at}{others}")
        found.append(told[metric.name])
    return found


def _judge(
    model: Model,
    simulated: Sequence[Interval],
    sweep: Sweep,
    metric: Metric,
    confidence: float,
    known: list[Any] | None,
) -> Judged:
    """Compare a model with what was simulated."""
    predictions = known or _predictions(model, sweep.points, metric)
    verdicts = tuple(
        Verdict(name_of_model(model), metric.name, one, other)
        for one, other in zip(predictions, simulated, strict=True)
    )
    differences = [each.prediction.value - each.simulated.mean for each in verdicts]
    relative = [
        abs(off / each.simulated.mean)
        for off, each in zip(differences, verdicts, strict=True)
        if each.simulated.mean
    ]
    depends = {
        axis.name: explained(differences, groups_of(_places(sweep, axis.name))) for axis in sweep.plan.axes
    }
    return Judged(
        name_of_model(model), verdicts, limits_of_agreement(differences, confidence),
        math.sqrt(math.fsum(off**2 for off in differences) / len(differences)),
        math.fsum(relative) / len(relative) if relative else 0.0,
        dict(sorted(depends.items(), key=lambda each: -each[1])),
    )  # fmt: skip


def _is_range(plan: Plan, key: str) -> bool:
    """Return whether a key has values between its ends."""
    return plan.design is not None and key in plan.design.ranges


def _places(sweep: Sweep, key: str) -> list[float]:
    """Return the place of each point along a key."""
    labels = [point.labels[key] for point in sweep.points]
    if _is_range(sweep.plan, key):
        scale = scale_of(key, tuple(labels), "net8 agree")
        return [scale.number(label) for label in labels]
    order = list(dict.fromkeys(map(str, labels)))
    return [float(order.index(str(label))) for label in labels]


def _left(judged: Judged, points: Sequence[Point]) -> str:
    """Say where a model leaves its band."""
    if not judged.left:
        return f"inside its band at all {len(points)} points"
    said = f"outside its band at {len(judged.left)} of {len(points)} points"
    common = {
        key: label
        for key, label in points[judged.left[0]].labels.items()
        if all(points[index].labels[key] == label for index in judged.left)
        and any(point.labels[key] != label for point in points)
    }
    if len(judged.left) == 1:
        return f"{said}: {point_name(points[judged.left[0]].labels)}"
    return f"{said}, all of them with {point_name(common)}" if common else said
