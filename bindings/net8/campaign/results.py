# SPDX-License-Identifier: GPL-2.0-only
"""Results of a campaign: stored values of one plan, intervals and DataFrames."""

from __future__ import annotations

import functools
import itertools
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import PlanError, StoreError, ToolError
from net8.plan.plan import Plan
from net8.results.chance import loss_excesses
from net8.schema.metrics import METRICS, find_metric
from net8.statistics.intervals import Interval, interval
from net8.store.database import Campaign, Row, Store, run_key, run_keys
from net8.store.run_folder import damage

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from net8.results.run import Run
    from net8.statistics.trials import Difference

__all__ = ["Results", "loses_at_random", "read_results", "results_of"]

_LOSSES_OF_PATH: Final = ("path.loss_rate", "path.radio_frame_loss")
_LOSSES_OF_LISTS: Final = {
    "site": ("radio_frame_loss",), "link": ("loss_rate", "burst_rate", "loss_p13", "loss_p14"),
}  # fmt: skip
"""Probabilities that a packet is lost."""


@dataclass(frozen=True, repr=False)
class Results:
    """The runs of one plan, finished or failed, in the order of its points."""

    campaign: Campaign  #: points and their labels
    plan: Plan  #: the plan with its sweep and figures
    rows: Mapping[str, Row]  #: stored runs by key
    out: Path  #: output folder

    @property
    def folder(self) -> Path:
        """The folder of tables and figures."""
        return self.out / self.campaign.name

    def folder_of(self, row: Row) -> Path:
        """Return the folder of a run.

        @param row: the run
        @return: its folder
        """
        return self.out / "data" / row.folder

    def runs_of(self, index: int) -> list[Row]:
        """Return the stored runs of one point.

        @param index: position of the point
        @return: its runs by run number, failed ones included
        """
        point = self.campaign.points[index][0]
        numbers = range(1, self.campaign.runs + 1)
        keys = (run_key(point, self.campaign.seed, run, self.campaign.model) for run in numbers)
        return [self.rows[key] for key in keys if key in self.rows]

    def is_one_run(self, index: int) -> bool:
        """Return whether all finished runs of a point are equal in every bit, because there is no chance in them.

        Where packets are lost at random, runs that happened to lose none are equal, too, but others will not be.

        @param index: position of the point
        @return: whether there are several, with one digest and the same metrics, and no losses at random
        """
        good = [(row.digest, row.metrics) for row in self.runs_of(index) if row.status == "ok"]
        alike = len(good) > 1 and all(each == good[0] for each in good)
        return alike and not self._loses_at_random[index]

    @functools.cached_property
    def _loses_at_random(self) -> tuple[bool, ...]:
        """Whether each point loses packets at random."""
        return tuple(loses_at_random(point.plan) for point in self.plan.points())

    def runs_with_chance(self, index: int) -> int:
        """Return the number of finished runs of a point; equal ones count once.

        @param index: position of the point
        @return: the number
        """
        return 1 if self.is_one_run(index) else sum(row.status == "ok" for row in self.runs_of(index))

    @property
    def missing(self) -> int:
        """Number of runs that are missing or failed."""
        good = sum(row.status == "ok" for i in range(len(self.campaign.points)) for row in self.runs_of(i))
        return len(self.campaign.points) * self.campaign.runs - good

    def failed(self) -> list[tuple[Mapping[str, object], Row]]:
        """Return the runs that ended with an error and have no values.

        @return: labels and run
        """
        return [(labels, row) for labels, row in self._rows_with_errors() if row.status != "ok"]

    def incomplete(self) -> list[tuple[Mapping[str, object], Row]]:
        """Return the finished runs with failed sessions, which means leave out; failures may be intended.

        @return: labels and run
        """
        return [(labels, row) for labels, row in self._rows_with_errors() if row.status == "ok"]

    def _rows_with_errors(self) -> list[tuple[Mapping[str, object], Row]]:
        """Return the runs with an error text."""
        points = enumerate(self.campaign.points)
        return [(labels, row) for i, (_p, labels) in points for row in self.runs_of(i) if row.error]

    def failed_sessions(self, index: int) -> tuple[int, int]:
        """Count the failed sessions of one point, which its means leave out.

        @param index: position of the point
        @return: failed sessions and all sessions, of all its finished runs
        """
        failed, every = (
            int(sum(self.values(index, name).values())) for name in ("failed_sessions", "sessions")
        )
        return failed, every

    def damaged(self) -> list[tuple[Row, str]]:
        """Return the finished runs with changed folders.

        @return: run and what is wrong
        """
        rows = (
            row for i in range(len(self.campaign.points)) for row in self.runs_of(i) if row.status == "ok"
        )
        return [(row, wrong) for row in rows if (wrong := damage(self.folder_of(row), row.files))]

    def values(self, index: int, metric: str) -> dict[int, float]:
        """Return a metric of the finished runs of one point.

        @param index: position of the point
        @param metric: such as "response_time"
        @return: value by run number, without runs that have none
        """
        column = find_metric(metric).column
        found = {row.run: row.metrics.get(column) for row in self.runs_of(index) if row.status == "ok"}
        return {run: value for run, value in found.items() if value is not None}

    def interval_of(
        self, index: int, metric: str, *, confidence: float = 0.95, controlled: bool = False
    ) -> Interval | None:
        """Return mean and confidence interval of one point.

        @param index: position of the point
        @param metric: such as "response_time"
        @param confidence: level between 0 and 1
        @param controlled: remove the variation explained by losses, by control variates
        @return: the interval, None if no run has a value; runs that are equal in every bit are one value
        """
        values = self.values(index, metric)
        if not values:
            return None
        if self.is_one_run(index):
            return interval(list(values.values())[:1], confidence=confidence)
        controls = self._controls(index) if controlled else []
        # If some runs have no value, the others are not a random sample.
        if controls and len(values) == len(self.runs_of(index)):
            from net8.statistics.control import control_variates

            expected = [0.0] * len(controls)
            return control_variates(list(values.values()), controls, expected=expected, confidence=confidence)
        return interval(values.values(), confidence=confidence)

    def _controls(self, index: int) -> list[tuple[float, ...]]:
        """Return the values of each control in the finished runs of a point."""
        plan = next(itertools.islice(self.plan.points(), index, None)).plan
        rate = float(str(plan["path.loss_rate"]))
        if rate == 0:
            return []
        from net8.results.run import Run

        runs = (Run.load(self.folder_of(row)) for row in self.runs_of(index) if row.status == "ok")
        return list(zip(*(loss_excesses(run.counters, rate) for run in runs), strict=True))

    def difference(
        self,
        metric: str,
        first: Mapping[str, object],
        second: Mapping[str, object],
        *,
        common: bool = True,
        confidence: float = 0.95,
    ) -> Difference:
        """Compare two points.

        @param metric: such as "response_time"
        @param first: swept key to value, as many as select one point
        @param second: likewise
        @param common: run by run, by their common random numbers; else as independent samples
        @param confidence: level between 0 and 1
        @return: mean of the first less mean of the second, with its interval
        """
        from net8.statistics.trials import compare_paired, compare_welch

        one, other = (self.values(self._point(labels), metric) for labels in (first, second))
        if not common:
            return compare_welch(list(one.values()), list(other.values()), confidence=confidence)
        both = sorted(one.keys() & other.keys())
        return compare_paired([one[run] for run in both], [other[run] for run in both], confidence=confidence)

    def _point(self, wanted: Mapping[str, object]) -> int:
        """Find the only point with some labels."""
        found = [
            index
            for index, (_point, labels) in enumerate(self.campaign.points)
            if all(name in labels and str(labels[name]) == str(value) for name, value in wanted.items())
        ]
        if len(found) != 1:
            text = ", ".join(f"{name} = {value}" for name, value in wanted.items()) or "nothing"
            number = "no point" if not found else f"{len(found)} points"
            raise PlanError(f"{text} selects {number} of the sweep; use values that select one point")
        return found[0]

    def intervals(
        self, metric: str, *, confidence: float = 0.95, controlled: bool = False
    ) -> list[tuple[Mapping[str, object], Interval | None]]:
        """Return mean and confidence interval of every point.

        @param metric: such as "response_time"
        @param confidence: level between 0 and 1
        @param controlled: remove the variation explained by losses, by control variates
        @return: labels and interval, None if no run has a value
        """
        return [
            (labels, self.interval_of(index, metric, confidence=confidence, controlled=controlled))
            for index, (_point, labels) in enumerate(self.campaign.points)
        ]

    def frame(self) -> pd.DataFrame:
        """Return one row per finished run: swept values, seed, run number and all metrics.

        @return: the table; columns of swept values are named as the plan's keys, with their units in
            ``attrs["units"]``, and those of metrics with their unit; a run without a value has NaN
        """
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for index, (_point, labels) in enumerate(self.campaign.points):
            for row in self.runs_of(index):
                if row.status == "ok":
                    metrics = {metric.column: row.metrics.get(metric.column) for metric in METRICS.values()}
                    rows.append({**labels, "seed": row.seed, "run": row.run, **metrics})
        columns = [metric.column for metric in METRICS.values()]
        return self._told(pd.DataFrame(rows).astype(dict.fromkeys(columns, float) if rows else {}))

    def dataset(self) -> xr.Dataset:
        """Return the metrics of every finished run as arrays over the swept values, seeds and runs.

        @return: an array for each metric, NaN where there is no run; each, and each swept key, has its unit in
            ``attrs["units"]``
        @raises ToolError: when xarray, the extra of that name, is not installed
        """
        try:
            import xarray  # noqa: F401
        except ImportError:
            raise ToolError("arrays over a sweep need xarray: pip install ns3-net8[xarray]") from None
        if self.plan.design:
            raise PlanError(
                f"the points of a design ({self.plan.design.kind}) are no grid, so that arrays would be empty; "
                "use frame()"
            )
        steps = {axis.name: [step.label for step in axis.steps] for axis in self.plan.axes}
        found: xr.Dataset = self.frame().set_index([*steps, "seed", "run"]).to_xarray()
        found = found.reindex(steps)
        for metric in METRICS.values():
            found[metric.column].attrs |= {"long_name": metric.title, "units": metric.stored_unit}
        for name, unit in self._units().items():
            found[name].attrs["units"] = unit
        return found

    def calls(self) -> pd.DataFrame:
        """Return one row per call of every finished run, failed sessions included.

        @return: swept values, seed and run number, then the columns of ``Run.calls``
        """
        return self._tables(lambda run: run.calls)

    def sessions(self) -> pd.DataFrame:
        """Return one row per session of every finished run, with how it ended.

        @return: swept values, seed and run number, then the columns of ``Run.sessions``
        """
        return self._tables(lambda run: run.sessions)

    def attempts(self) -> pd.DataFrame:
        """Return one row per address that a session tried, of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.attempts``
        """
        return self._tables(lambda run: run.attempts)

    def waits(self) -> pd.DataFrame:
        """Return the wait events of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.waits``
        """
        return self._tables(lambda run: run.waits)

    def series(self) -> pd.DataFrame:
        """Return one row per sample of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.series``
        """
        return self._tables(lambda run: run.series)

    def times(self) -> pd.DataFrame:
        """Return means and percentiles of the times of every finished run, of all and by group, site and statement.

        @return: swept values, seed and run number, then the columns of ``Run.times``
        """
        return self._tables(lambda run: run.times)

    def ends(self) -> pd.DataFrame:
        """Return where sessions stood when they ended, of every finished run in which any failed or was cut off.

        @return: swept values, seed and run number, then the columns of ``Run.ends``
        """
        return self._tables(lambda run: run.ends)

    def _tables(self, table: Callable[[Run], pd.DataFrame]) -> pd.DataFrame:
        """Join a table of every finished run, with swept values, seed and run number in front."""
        import pandas as pd

        from net8.results.run import Run

        frames = []
        for index, (_point, labels) in enumerate(self.campaign.points):
            for row in self.runs_of(index):
                if row.status == "ok":
                    frame = table(Run.load(self.folder_of(row)))
                    told = {**labels, "seed": row.seed, "run": row.run}
                    frames.append(frame.assign(**told)[[*told, *frame.columns]])
        # A run without a row says nothing of the types of columns.
        full = [frame for frame in frames if not frame.empty] or frames[:1]
        return self._told(pd.concat(full, ignore_index=True) if full else pd.DataFrame())

    def interval_frame(
        self, metric: str, *, confidence: float = 0.95, controlled: bool = False
    ) -> pd.DataFrame:
        """Return one row per point: swept values, mean, half width of the interval, runs, failed sessions.

        @param metric: such as "response_time"
        @param confidence: level between 0 and 1
        @param controlled: remove the variation explained by losses, by control variates
        @return: the table, with the units of swept keys in ``attrs["units"]``
        """
        import pandas as pd

        column = find_metric(metric).column
        rows = []
        for index, (labels, found) in enumerate(
            self.intervals(metric, confidence=confidence, controlled=controlled)
        ):
            numbers = {
                f"{column}_mean": found.mean if found else math.nan,
                f"{column}_half_width": found.half_width
                if found and found.half_width is not None
                else math.nan,
                "n": found.n if found else 0,
                "failed_sessions": self.failed_sessions(index)[0],
            }
            rows.append({**labels, **numbers})
        return self._told(pd.DataFrame(rows))

    def _units(self) -> dict[str, str]:
        """Return the units of the swept keys whose values are bare numbers."""
        return {axis.name: axis.unit for axis in self.plan.axes if axis.unit}

    def _told(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Tell a table the units of its swept keys."""
        frame.attrs["units"] = self._units()
        return frame

    def __repr__(self) -> str:
        """Return name, size and number of missing runs."""
        points = len(self.campaign.points)
        name, runs = self.campaign.name, self.campaign.runs
        return f"<Results {name}: {points} points x {runs} runs, {self.missing} missing>"


def read_results(store: Store, name: str) -> Results:
    """Read the results of a campaign from its store; nothing is simulated.

    @param store: the store
    @param name: name of the campaign
    @return: the results
    """
    return results_of(store, store.campaign(name))


def results_of(store: Store, campaign: Campaign) -> Results:
    """Read the results of the points of a campaign, which need not be the one that the store has under its name.

    @param store: the store
    @param campaign: the campaign
    @return: the results
    """
    return Results(campaign, _stored_plan(campaign), store.rows(run_keys(campaign)), store.out)


def _stored_plan(campaign: Campaign) -> Plan:
    """Read the plan of a campaign; refuse one that does not match its points."""
    try:
        plan = Plan.of(tomllib.loads(campaign.plan), name=campaign.name, folder=Path(campaign.folder))
    except (ValueError, RecursionError) as error:
        raise StoreError(f"the stored plan of {campaign.name} is damaged: {error}") from None
    swept = {axis.name for axis in plan.axes}
    if any(set(labels) != swept for _point, labels in campaign.points):
        raise StoreError(f"the stored points of {campaign.name} are not those of its plan")
    return plan


def loses_at_random(plan: Plan) -> bool:
    """Return whether packets of a point may be lost by chance, so that runs may be equal though others would differ.

    @param plan: the plan of a point
    @return: whether they may
    """
    return any(plan[path] for path in _LOSSES_OF_PATH) or any(
        table.get(name)
        for section, names in _LOSSES_OF_LISTS.items()
        for table in plan.tables(section)
        for name in names
    )
