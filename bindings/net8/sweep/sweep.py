# SPDX-License-Identifier: GPL-2.0-only
"""A sweep: every point of a plan with replications, simulated as far as missing in the store."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net8.base.errors import PlanError, StoreError
from net8.base.extension import model_version
from net8.base.html import table_html
from net8.base.progress import Tell
from net8.base.progress_view import progress_listener
from net8.campaign.cells import main_metric, table_cells
from net8.campaign.results import Results, results_of
from net8.forecast.estimate import limit_warning
from net8.plan.clients import overridden
from net8.plan.cluster import unreached
from net8.plan.idle import idle_keys
from net8.plan.plan import Plan, Point, require_plan
from net8.plan.resolve import resolve
from net8.schema.values import is_file_name
from net8.simulation.one_run import refuse_trace
from net8.simulation.ranks import Ranks, join
from net8.statistics.trials import FIRST_RUNS, Difference, runs_for
from net8.store.database import Campaign, Store, remove_leftovers, run_key
from net8.sweep.runner import Item, Runner, known_runs
from net8.task.ranks import refuse_jobs, refuse_scheduler, serve
from net8.task.scheduler import Scheduler

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

__all__ = ["MOST_RUNS", "Outcome", "Sweep", "plain_labels"]

MOST_RUNS: Final = 1_000_000
"""Most runs of a sweep, all points together."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one call of run_missing."""

    simulated: int  #: runs that were simulated and stored
    reused: int  #: runs that the store already had
    failed: int  #: runs that ended with an error
    refused: int = 0  #: failed runs whose plan the simulator refused
    notes: tuple[str, ...] = ()  #: failures of runs that have a result
    repeated: int = field(
        default=0, compare=False
    )  #: those of simulated that took no simulation; how many depends on which run ended first
    shared: int = field(default=0, compare=False)  #: those whose beginning was simulated once for several


class Sweep:
    """All points of a plan with replications, kept in a store and run in local processes."""

    def __init__(
        self,
        plan: Plan,
        *,
        over: Mapping[str, Sequence[object]] | None = None,
        runs: int | None = None,
        out: str | Path = "runs",
    ) -> None:
        """Prepare a sweep; nothing is simulated yet.

        @param plan: the plan
        @param over: swept keys and their values, in place of the plan's own
        @param runs: replications of each point; by default the plan's
        @param out: output folder with the store
        """
        require_plan(plan)
        self.plan = plan if over is None else plan.sweep(over)
        self.runs = int(str(self.plan["run.runs"])) if runs is None else runs
        if self.runs < 1:
            raise PlanError(f"runs = {self.runs} is out of range; use 1 or more")
        _refuse_size(self.plan, self.runs)
        if not is_file_name(self.plan.name.lstrip(".")):
            raise PlanError(
                f"the plan name {self.plan.name!a} cannot be the name of a folder; choose a name without a path"
            )
        self.seed = int(str(self.plan["run.seed"]))
        self.out = Path(out)
        self.points: tuple[Point, ...] = tuple(self.plan.points())
        self._tasks = [resolve(point.plan) for point in self.points]
        self._model = model_version()

    def _items(self) -> list[Item]:
        """Return each wanted run once, all points before the second replication of any."""
        found: dict[str, Item] = {}
        digests = [task.digest() for task in self._tasks]
        for run in range(1, self.runs + 1):
            for task, point in zip(self._tasks, digests, strict=True):
                key = run_key(point, self.seed, run, self._model)
                found.setdefault(key, Item(key, point, task, run))
        return list(found.values())

    def run_missing(
        self,
        *,
        jobs: int | None = None,
        pcap: bool | None = None,
        trace10046: bool = False,
        progress: bool | Tell | None = None,
        scheduler: str | Scheduler = "",
        part: tuple[int, int] = (1, 1),
        only: Collection[tuple[str, int]] | None = None,
    ) -> Outcome:
        """Simulate the runs that are missing in the store; stored runs are reused.

        Interrupting it at any moment loses only the runs under way. Under mpirun all ranks call it;
        those after the first help with each run and report nothing.

        @param jobs: simulations at once in this machine's own processes; by default one per processor
        @param pcap: whether captures are wanted; by default as the plan says
        @param trace10046: whether traces of event 10046 are wanted, as the servers would write them
        @param progress: True shows the progress on a terminal, in a notebook or in a log; a function is called with it
        @param scheduler: Dask scheduler whose workers simulate: an address such as "tcp://node1:8786", or a
            net8.Scheduler with the files of TLS
        @param part: (3, 8) takes the third of eight parts of all runs, so that several machines share a sweep
        @param only: hash of the point and run number of the wanted runs; by default all
        @return: what was done
        """
        first, parts = part
        if not 1 <= first <= parts:
            raise PlanError(f"part = ({first}, {parts}) is not a part; use (3, 8) for the third of eight")
        if trace10046:
            for task in self._tasks:
                refuse_trace(task.plan)
        refuse_scheduler(self._tasks, scheduler)
        refuse_jobs(self._tasks, jobs)
        ranks = join(self._tasks)
        if ranks.rank > 0:
            serve()
            return Outcome(0, 0, 0)
        items = self._items()[first - 1 :: parts]
        if only is not None:
            items = [item for item in items if (item.point, item.run) in only]
        jobs = jobs or len(os.sched_getaffinity(0))
        pcap = bool(self.plan["run.pcap"]) if pcap is None else pcap
        with ranks:
            return self._run_missing(items, ranks, jobs, (pcap, trace10046), progress, scheduler)

    def _run_missing(
        self,
        items: list[Item],
        ranks: Ranks,
        jobs: int,
        wanted: tuple[bool, bool],
        progress: bool | Tell | None,
        scheduler: str | Scheduler,
    ) -> Outcome:
        """Simulate those of these runs that are missing in the store, on the first rank.

        What is wanted are captures, and traces of the servers.
        """
        pcap, trace10046 = wanted
        with Store(self.out) as store, store.lock():
            known, lacking = known_runs(store, items, pcap, trace10046=trace10046)
            todo = [item for item in items if item.key in lacking]
            ranks.check_runs([item.task for item in todo])
            remove_leftovers(store)
            store.put_campaign(self._campaign())
            if not todo:
                return Outcome(0, len(items), 0)
            with progress_listener(progress) as tell:
                runner = Runner(store, known, self.seed, self._model, pcap, tell, trace10046=trace10046)
                failed, refused = runner.run(todo, ranks=ranks, jobs=jobs, scheduler=scheduler)
        reused, notes = len(items) - len(todo), tuple(runner.notes)
        return Outcome(len(todo) - failed, reused, failed, refused, notes, runner.repeated, runner.shared)

    def run_until(
        self,
        metric: str = "",
        *,
        half_width: float | None = None,
        relative: float | None = None,
        confidence: float = 0.95,
        most: int = 1000,
        controlled: bool = False,
        jobs: int | None = None,
        progress: bool | Tell | None = None,
        scheduler: str | Scheduler = "",
    ) -> Outcome:
        """Simulate replications until the interval of every point is narrow enough, or up to a limit.

        Two runs of a point tell whether chance decides anything; if so twenty are made, and then as many as their
        variance asks for, until the interval of what there is by then is narrow enough. ``runs`` is then the number of
        replications that this took.

        @param metric: such as "response_time"; by default that of the first figure, or the first column of the table
        @param half_width: target in seconds, bits per second, bytes or counts
        @param relative: target as a part of the mean, in place of half_width
        @param confidence: level between 0 and 1
        @param most: most replications of a point
        @param controlled: use intervals from which control variates have removed the variation explained by losses
        @param jobs: simulations at once; by default one per processor
        @param progress: True shows the progress, a function is called with it
        @param scheduler: Dask scheduler whose workers simulate, as for run_missing
        @return: what was done
        """
        self.runs = min(max(self.runs, 2), most)
        simulated = failed = repeated = shared = 0
        while True:
            outcome = self.run_missing(jobs=jobs, progress=progress, scheduler=scheduler)
            simulated, failed = simulated + outcome.simulated, failed + outcome.failed
            repeated += outcome.repeated
            shared += outcome.shared
            results = self.results
            metric = metric or main_metric(results)
            wanted = self.runs
            for index in range(len(self.points)):
                if results.is_one_run(index):
                    continue  # more runs would be equal, too
                if self.runs < FIRST_RUNS:
                    wanted = FIRST_RUNS
                    break
                found = results.interval_of(index, metric, confidence=confidence, controlled=controlled)
                needed = runs_for(found, half_width=half_width, relative=relative, most=most)
                have = found.n if found else 0
                # Runs without a value do not make the interval narrower.
                wanted = max(wanted, needed + self.runs - have if needed > have else 0)
            if wanted <= self.runs or self.runs >= most:
                total = len(self._items())
                reused = total - simulated - failed
                return Outcome(simulated, reused, failed, outcome.refused, outcome.notes, repeated, shared)
            self.runs = min(wanted, most)

    def _campaign(self) -> Campaign:
        """Return the points of this plan, as they are stored."""
        folder = os.path.realpath(self.plan.folder) if self.plan.folder else ""
        points = tuple(
            (task.digest(), plain_labels(point)) for task, point in zip(self._tasks, self.points, strict=True)
        )
        text = self.plan.portable_toml()
        return Campaign(self.plan.name, text, folder, self._model, self.seed, self.runs, points)

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """Parameters of connect files that change nothing."""
        return tuple(dict.fromkeys(name for task in self._tasks for name in task.unmodelled))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Warnings: values that no group uses, hosts that no client reaches, and runs that will not finish."""
        plans = [point.plan for point in self.points]
        unused = overridden(plans) + idle_keys(plans) + limit_warning(self._tasks)
        return (*unused, *filter(None, dict.fromkeys(unreached(task.plan) for task in self._tasks)))

    @property
    def results(self) -> Results:
        """The stored results of this sweep, also where another plan was stored under its name since."""
        with Store(self.out, writing=False) as store:
            stored, own = store.campaign(self.plan.name), self._campaign()
            return results_of(store, stored if _has_runs_of(stored, own) else own)

    def frame(self) -> pd.DataFrame:
        """Return one row per finished run.

        @return: swept values, named as the plan's keys and with their units in ``attrs["units"]``, seed, run number and
            metrics, numbers all of them
        """
        return self.results.frame()

    def dataset(self) -> xr.Dataset:
        """Return the metrics of every finished run as arrays of xarray, over swept values, seeds and runs.

        @return: an array for each metric, NaN where there is no run, units in ``attrs["units"]`` of each array
        @raises ToolError: when xarray, the extra of that name, is not installed
        """
        return self.results.dataset()

    def calls(self) -> pd.DataFrame:
        """Return one row per call of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.calls``
        """
        return self.results.calls()

    def sessions(self) -> pd.DataFrame:
        """Return one row per session of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.sessions``
        """
        return self.results.sessions()

    def attempts(self) -> pd.DataFrame:
        """Return one row per address that a session tried of every finished run.

        @return: swept values, seed and run number, then the columns of ``Run.attempts``
        """
        return self.results.attempts()

    def times(self) -> pd.DataFrame:
        """Return means and percentiles of the times of every finished run, of all and by group, site and statement.

        @return: swept values, seed and run number, then the columns of ``Run.times``
        """
        return self.results.times()

    def interval(self, metric: str, *, confidence: float = 0.95, controlled: bool = False) -> pd.DataFrame:
        """Return mean and confidence interval of every point.

        @param metric: such as "response_time"
        @param confidence: level between 0 and 1
        @param controlled: remove the variation explained by losses, by control variates
        @return: swept values, mean, half width and number of runs
        """
        return self.results.interval_frame(metric, confidence=confidence, controlled=controlled)

    def difference(
        self,
        metric: str,
        first: Mapping[str, object],
        second: Mapping[str, object],
        *,
        common: bool = True,
        confidence: float = 0.95,
    ) -> Difference:
        """Compare two points, using runs with common random numbers.

        @param metric: such as "response_time"
        @param first: swept key to value, as many as select one point
        @param second: likewise
        @param common: run by run, by their common random numbers; else as independent samples (Welch)
        @param confidence: level between 0 and 1
        @return: mean of the first less mean of the second, with its interval
        """
        return self.results.difference(metric, first, second, common=common, confidence=confidence)

    def plot(
        self, folder: str | Path | None = None, *, ax: object | None = None, figure: str = ""
    ) -> list[Path]:
        """Draw the figures of the plan as SVG and PNG; or one of them into axes of matplotlib, without files.

        @param folder: output folder; by default that of the other files of this plan
        @param ax: axes of matplotlib, as many as the figure has panels
        @param figure: name of the figure that is drawn into them, by default the first
        @return: the files
        """
        from net8.figure.axes import draw_into
        from net8.figure.plot import build_charts, draw_figures

        if ax is None:
            return draw_figures(self.results, Path(folder) if folder is not None else None)
        charts = {chart.name: chart for chart in build_charts(self.results)}
        if (figure and figure not in charts) or not charts:
            there = f"there is {', '.join(charts)}" if charts else "no run gave values for any"
            raise PlanError(f"the plan has no figure {figure or 'that can be drawn'}; {there}")
        draw_into(charts[figure] if figure else next(iter(charts.values())), ax)
        return []

    def _repr_html_(self) -> str:
        """Show the table of stored results in a notebook."""
        try:
            results = self.results
        except StoreError:
            return table_html(repr(self)[1:-1], (), (), "nothing has been simulated yet; call run_missing()")
        cells = table_cells(results)
        return table_html(repr(results)[1:-1], cells.head, cells.rows, cells.note)

    def __repr__(self) -> str:
        """Return name and size."""
        return f"<Sweep {self.plan.name}: {len(self.points)} points x {self.runs} runs in {self.out}>"


def _refuse_size(plan: Plan, runs: int) -> None:
    """Refuse a sweep that is far too large, before its points are created."""
    points = plan.combinations()
    if points * runs > MOST_RUNS:
        raise PlanError(
            f"the sweep has {points:,} points of {runs:,} runs, {points * runs:,} in all; "
            f"at most {MOST_RUNS:,} are possible, so remove values or reduce runs"
        )


def _has_runs_of(stored: Campaign, own: Campaign) -> bool:
    """Return whether a stored campaign has all runs of another one."""
    first, second = (
        (each.seed, each.model, [point for point, _labels in each.points]) for each in (stored, own)
    )
    return first == second and stored.runs >= own.runs


def plain_labels(point: Point) -> dict[str, object]:
    """Return the labels of a point as JSON has them.

    @param point: the point
    @return: plain values by axis
    """
    return {
        name: label if isinstance(label, bool | int | float | str) else str(label)
        for name, label in point.labels.items()
    }
