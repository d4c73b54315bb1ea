# SPDX-License-Identifier: GPL-2.0-only
"""Which keys of a sweep matter most to a metric: indices of Sobol, effects of Morris, variances of a full grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from net8.base.errors import PlanError
from net8.base.progress import Tell
from net8.campaign.cells import main_metric
from net8.campaign.results import Results
from net8.figure.chart import Chart
from net8.figure.drawing import draw
from net8.finding.measured import refuse_confidence
from net8.finding.rank_charts import effects_chart, index_chart, interaction_chart
from net8.finding.swept import swept_values
from net8.plan.plan import Plan, require_plan
from net8.schema.metrics import Metric, find_metric
from net8.statistics.ranking import Index, decompose, morris, sobol
from net8.sweep.sweep import Sweep

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Effect", "Ranking", "rank"]

_DRAWN: Final = 6
"""Most pairs whose interaction is drawn."""
_TOLD: Final = 0.01
"""Share of the variance from which on an interaction is drawn."""
_WIDE: Final = 0.2
"""Width of an interval, as a part of the largest index, from which on more points are advised."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a key does to the metric."""

    key: str  #: the key
    values: str  #: its range, or its values
    main: Index  #: share of the variance by itself; of Morris the mean of absolute effects, as the metric is stored
    total: Index  #: the same with all interactions; of Morris the deviation of effects


@dataclass(frozen=True)
class Ranking:
    """Keys by what they do to a metric, the largest first."""

    metric: Metric  #: what was measured
    kind: Literal["sobol", "morris", "grid"]  #: how
    effects: tuple[Effect, ...]  #: of each key
    pairs: Mapping[tuple[str, str], Index]  #: of a grid: what two keys explain together beyond each alone
    points: int  #: points that were simulated
    runs: int  #: replications of each, 1 where there is no chance
    confidence: float  #: level of the intervals
    notes: tuple[str, ...]  #: what to know about it
    name: str  #: of the campaign
    steps: Mapping[str, tuple[str, ...]]  #: of a grid: the values of each key
    means: NDArray[np.float64]  #: of a grid: means of the metric, an axis for each key

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        first, name = self.effects[0], self.metric.name
        if self.kind == "morris":
            size = f"{first.main.value * self.metric.scale:.3g} {self.metric.unit}".strip()
            return f"{first.key} has the largest effect on {name}: {size} over its range on average"
        alone = f"{first.key} explains {first.main.value:.0%} of the variance of {name} by itself"
        return f"{alone}, {first.total.value:.0%} with what it does together with others"

    @property
    def heads(self) -> tuple[str, str]:
        """Names of both numbers."""
        if self.kind == "morris":
            unit = f" ({self.metric.unit})" if self.metric.unit else ""
            return f"mean absolute effect{unit}", f"deviation of effects{unit}"
        return "first-order index", "total index"

    @property
    def scale(self) -> float:
        """What numbers are multiplied by in print."""
        return self.metric.scale if self.kind == "morris" else 1.0

    def frame(self) -> pd.DataFrame:
        """Return one row for each key, the largest effect first.

        @return: key, values, and both numbers with the ends of their intervals
        """
        import pandas as pd

        return pd.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        """Return what is known of each key."""
        names = ("mu_star", "sigma") if self.kind == "morris" else ("first_order", "total")
        rows = []
        for each in self.effects:
            row: dict[str, Any] = {"key": each.key, "values": each.values}
            for name, index in zip(names, (each.main, each.total), strict=True):
                row |= {name: index.value, f"{name}_low": index.low, f"{name}_high": index.high}
            rows.append(row)
        return rows

    def as_object(self) -> dict[str, Any]:
        """Return it with lists, numbers and texts only.

        @return: an object for json.dumps
        """
        pairs = [
            {"keys": list(pair), "share": each.value, "low": each.low, "high": each.high}
            for pair, each in self.pairs.items()
        ]
        return {
            "metric": self.metric.name, "unit": self.metric.stored_unit if self.kind == "morris" else "1",
            "kind": self.kind, "answer": self.sentence, "keys": self._rows(), "interactions": pairs,
            "points": self.points, "runs": self.runs, "confidence": self.confidence, "notes": list(self.notes),
        }  # fmt: skip

    def charts(self) -> list[Chart]:
        """Return the figures: the indices, and of a grid main effects and interactions.

        @return: the charts
        """
        how = f"{self.points} points"
        bars = (
            f"; bars: intervals at {self.confidence:.0%} (bootstrap)"
            if self.effects[0].main.low is not None
            else ""
        )
        first = index_chart(
            f"rank-{self.metric.name}", f"What decides the {self.metric.title}", self.heads,
            [(each.key, (each.main, each.total)) for each in self.effects], self.scale, how + bars,
        )  # fmt: skip
        if self.kind != "grid":
            return [first]
        keys = list(self.steps)
        label, means = self.metric, self.means * self.metric.scale
        told = [pair for pair in self.pairs if self.pairs[pair].value > _TOLD]
        strongest = sorted(told, key=lambda pair: -self.pairs[pair].value)[:_DRAWN]
        return [
            first,
            effects_chart(label, self.steps, means),
            *(
                interaction_chart(label, self.steps, means, (keys.index(a), keys.index(b)))
                for a, b in strongest
            ),
        ]

    def plot(self, folder: str | Path) -> list[Path]:
        """Draw the figures.

        @param folder: where to
        @return: SVG and PNG files
        """
        return [file for chart in self.charts() for file in draw(chart, Path(folder))]


def rank(
    plan: Plan,
    metric: str = "",
    *,
    runs: int | None = None,
    confidence: float = 0.95,
    jobs: int | None = None,
    out: str | Path = "runs",
    progress: bool | Tell | None = None,
) -> Ranking:
    """Rank the swept keys of a plan by what they do to a metric; runs that the store has are not simulated again.

    @param plan: a plan with design = "sobol" or "morris" in [sweep], or with lists of values, of which every
        combination is simulated whatever its figures show
    @param metric: such as "response_time"; by default that of the plan's table
    @param runs: replications of each point; by default the plan's
    @param confidence: level of the intervals
    @param jobs: simulations at once; by default one per processor
    @param out: output folder with the store
    @param progress: True shows the progress, a function is called with it
    @return: the ranking
    """
    require_plan(plan)
    refuse_confidence(confidence)
    _refuse(plan)
    asked = find_metric(metric) if metric else None
    if plan["run.points"] != "all" and not plan.design:
        # Shares of a variance need every combination.
        plan = replace(plan.with_values({"run.points": "all"}), name=f"{plan.name}+run.points=all")
    sweep = Sweep(plan, runs=runs, out=out)
    sweep.run_missing(jobs=jobs, progress=progress)
    results = sweep.results
    return _ranked(results, asked or find_metric(main_metric(results)), confidence)


def _refuse(plan: Plan) -> None:
    """Refuse plans whose points rank nothing."""
    if not plan.axes:
        raise PlanError(
            'the plan sweeps nothing to rank; set [sweep] with design = "sobol" and ranges, such as path.delay = '
            '"1ms..200ms", or write --over with --design'
        )
    if plan.design and plan.design.kind == "latin-hypercube":
        raise PlanError(
            'a latin hypercube does not tell the effects of keys apart; set sweep.design = "sobol" or "morris"'
        )


def _ranked(results: Results, metric: Metric, confidence: float) -> Ranking:
    """Rank what was simulated."""
    plan, values = results.plan, swept_values(results, metric)
    means = values.mean(axis=1)
    names = [axis.name for axis in plan.axes]
    if means.min() == means.max():
        raise PlanError(
            f"{metric.name} is the same at all {len(means)} points, so that there is nothing to rank; widen the ranges "
            f"of {' and '.join(names)}, or choose another metric"
        )
    size, pairs, shaped = len(names), {}, np.empty(0)
    if plan.design is None:
        steps = [len(axis.steps) for axis in plan.axes]
        shaped = means.reshape(steps)
        main, total, found = decompose(values.reshape(*steps, -1), confidence)
        pairs = {(names[a], names[b]): index for (a, b), index in found.items()}
    elif plan.design.kind == "sobol":
        main, total = sobol(means.reshape(-1, size + 2), confidence)
    else:
        places = plan.design.places(size, int(str(plan["run.seed"]))).reshape(-1, size + 1, size)
        main, total = morris(means.reshape(-1, size + 1), places, confidence)
    effects = [
        Effect(axis.name, plan.swept_values(axis), one, other)
        for axis, one, other in zip(plan.axes, main, total, strict=True)
    ]
    kind: Any = plan.design.kind if plan.design else "grid"
    effects.sort(key=lambda each: -(each.main if kind == "morris" else each.total).value)
    return Ranking(
        metric=metric, kind=kind, effects=tuple(effects), pairs=pairs, points=len(means), runs=values.shape[1],
        confidence=confidence, notes=tuple(_notes(results, kind, effects, values.shape[1])), name=plan.name,
        steps={axis.name: tuple(str(step.label) for step in axis.steps) for axis in plan.axes}, means=shaped,
    )  # fmt: skip


def _notes(results: Results, kind: str, effects: Sequence[Effect], runs: int) -> list[str]:
    """Say what to know about a ranking."""
    notes = ["it holds for these ranges, over which values are spread evenly"]
    if kind == "grid":
        notes = ["it holds for these values, all of which count alike"]
        if effects[0].main.low is None:
            notes.append(
                "the grid has no error of its own; three replications or more tell intervals over chance"
            )
    elif runs > 1:
        notes.append(
            f"of means of {runs} runs with common random numbers; the intervals tell how far the points of the design "
            "decide, not chance"
        )
    ends = [(each.total.high or 0.0) - (each.total.low or 0.0) for each in effects]
    if kind == "sobol" and max(ends) > _WIDE * effects[0].total.value:
        notes.append("the intervals are wide; with twice the sweep.points, those that are there are kept")
    if any(results.failed_sessions(index)[0] for index in range(len(results.campaign.points))):
        notes.append("sessions failed in some runs; means leave them out")
    return notes + results.plan.fitted_notes
