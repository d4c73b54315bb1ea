# SPDX-License-Identifier: GPL-2.0-only
"""A sweep: every point of a plan, each some times over, only what the store lacks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from net8.campaign import Results, read_results
from net8.core import model_version
from net8.errors import PlanError
from net8.plan import Plan, Point
from net8.pool import Job, Message, run_jobs
from net8.resolve import Task, resolve
from net8.store import Campaign, Row, Store, remove_leftovers, run_key
from net8.trials import LEAST_RUNS, Difference, replications_needed

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Outcome", "Progress", "Sweep"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one call of run_missing did."""

    simulated: int  #: runs that were simulated and stored
    reused: int  #: runs that the store had already
    failed: int  #: runs that ended with an error
    refused: int = 0  #: failed runs whose plan the simulator refused


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is."""

    done: int  #: finished runs of this call
    total: int  #: runs of this call
    failed: int  #: failed runs among them
    events: int  #: events of the run that was heard last


@dataclass(frozen=True, slots=True)
class _Item:
    """One run that a sweep wants."""

    key: str
    point: str
    task: Task
    run: int


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
        self.plan = plan if over is None else plan.sweep(over)
        self.runs = int(str(self.plan["run.runs"])) if runs is None else runs
        if self.runs < 1:
            raise PlanError(f"runs = {self.runs} is out of range; give 1 or more")
        self.seed = int(str(self.plan["run.seed"]))
        self.out = Path(out)
        self.points: tuple[Point, ...] = tuple(self.plan.points())
        self._tasks = [resolve(point.plan) for point in self.points]
        self._model = model_version()

    def _items(self) -> list[_Item]:
        """Give each wanted run once, all points before the second replication of any."""
        found: dict[str, _Item] = {}
        digests = [task.digest() for task in self._tasks]
        for run in range(1, self.runs + 1):
            for task, point in zip(self._tasks, digests, strict=True):
                key = run_key(point, self.seed, run, self._model)
                found.setdefault(key, _Item(key, point, task, run))
        return list(found.values())

    def run_missing(
        self,
        *,
        jobs: int | None = None,
        pcap: bool | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Outcome:
        """Simulate what the store lacks; what is there already is reused.

        Interrupting it at any moment loses only the runs under way.

        @param jobs: simulations at once; by default one per processor
        @param pcap: whether captures are wanted; by default as the plan says
        @param progress: told how far it is
        @return: what was done
        """
        jobs = jobs or len(os.sched_getaffinity(0))
        pcap = bool(self.plan["run.pcap"]) if pcap is None else pcap
        with Store(self.out) as store:
            items = self._items()
            todo = self._lacking(store, items, pcap)
            with store.lock():
                self._remember(store)
                if not todo:
                    return Outcome(0, len(items), 0)
                remove_leftovers(self.out / "data")
                failed, refused = _Runner(store, self.seed, self._model, pcap, progress).run(todo, jobs)
        return Outcome(len(todo) - failed, len(items) - len(todo), failed, refused)

    def run_until(
        self,
        metric: str,
        *,
        half_width: float | None = None,
        relative: float | None = None,
        confidence: float = 0.95,
        most: int = 1000,
        jobs: int | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Outcome:
        """Simulate replications until the interval of every point is as narrow as wanted, or until a cap.

        ``runs`` then says how many replications that took.

        @param metric: such as "response_time"
        @param half_width: target in seconds, bits per second, bytes or counts
        @param relative: target as a part of the mean, in place of half_width
        @param confidence: level between 0 and 1
        @param most: most replications of a point
        @param jobs: simulations at once; by default one per processor
        @param progress: told how far it is
        @return: what was done
        """
        self.runs = min(max(self.runs, LEAST_RUNS), most)
        simulated = failed = 0
        while True:
            outcome = self.run_missing(jobs=jobs, progress=progress)
            simulated, failed = simulated + outcome.simulated, failed + outcome.failed
            results = self.results
            wanted = self.runs
            for index in range(len(self.points)):
                values = list(results.values(index, metric).values())
                needed = replications_needed(
                    values, half_width=half_width, relative=relative, confidence=confidence, most=most
                )
                # Runs that gave no value do not make the interval narrower.
                wanted = max(wanted, needed + self.runs - len(values) if needed > len(values) else 0)
            if wanted <= self.runs or self.runs >= most:
                total = len(self._items())
                return Outcome(simulated, total - simulated - failed, failed, outcome.refused)
            self.runs = min(wanted, most)

    def _lacking(self, store: Store, items: list[_Item], pcap: bool) -> list[_Item]:
        """Give the runs that are not stored, failed, or lack a capture that is wanted."""
        rows = store.rows([item.key for item in items])
        good = {key for key, row in rows.items() if row.status == "ok" and (row.pcap or not pcap)}
        return [item for item in items if item.key not in good]

    def _remember(self, store: Store) -> None:
        """Store what the points of this plan are."""
        folder = str(self.plan.folder.resolve()) if self.plan.folder else ""
        points = tuple(
            (task.digest(), {name: _plain(label) for name, label in point.labels.items()})
            for task, point in zip(self._tasks, self.points, strict=True)
        )
        text = replace(self.plan, folder=None).to_toml()
        store.put_campaign(Campaign(self.plan.name, text, folder, self._model, self.seed, self.runs, points))

    @property
    def unmodelled(self) -> tuple[str, ...]:
        """Name the parameters of connect files that change nothing here."""
        return tuple(dict.fromkeys(name for task in self._tasks for name in task.unmodelled))

    @property
    def results(self) -> Results:
        """Give what the store holds of this sweep."""
        with Store(self.out, create=False) as store:
            return read_results(store, self.plan.name)

    def frame(self) -> pd.DataFrame:
        """Give one row per finished run.

        @return: swept values, seed, run number and metrics, units in the names of the columns
        """
        return self.results.frame()

    def interval(self, metric: str, *, confidence: float = 0.95) -> pd.DataFrame:
        """Give mean and confidence interval of every point.

        @param metric: such as "response_time"
        @param confidence: level between 0 and 1
        @return: swept values, mean, half width and number of runs
        """
        return self.results.interval_frame(metric, confidence=confidence)

    def difference(
        self,
        metric: str,
        first: Mapping[str, object],
        second: Mapping[str, object],
        *,
        common: bool = True,
        confidence: float = 0.95,
    ) -> Difference:
        """Tell whether one point beats another, from runs that had random numbers in common.

        @param metric: such as "response_time"
        @param first: swept key to value, as far as it takes to name one point
        @param second: likewise
        @param common: run by run, by their common random numbers; else as independent samples (Welch)
        @param confidence: level between 0 and 1
        @return: mean of the first less mean of the second, with its interval
        """
        return self.results.difference(metric, first, second, common=common, confidence=confidence)

    def plot(self, folder: str | Path | None = None) -> list[Path]:
        """Draw the figures of the plan, SVG and PNG.

        @param folder: where to; by default beside the other files of this plan
        @return: the files
        """
        from net8.plot import draw_figures

        return draw_figures(self.results, Path(folder) if folder is not None else None)

    def __repr__(self) -> str:
        """Tell name and size."""
        return f"<Sweep {self.plan.name}: {len(self.points)} points x {self.runs} runs in {self.out}>"


def _plain(label: object) -> object:
    """Give a label as JSON has it."""
    return label if isinstance(label, bool | int | float | str) else str(label)


class _Runner:
    """Sends runs to the workers and stores each as it ends."""

    def __init__(
        self, store: Store, seed: int, model: str, pcap: bool, progress: Callable[[Progress], None] | None
    ) -> None:
        self._store, self._seed, self._model, self._pcap = store, seed, model, pcap
        self._progress = progress
        self._items: dict[str, _Item] = {}
        self._done = self._failed = self._refused = 0

    def run(self, items: list[_Item], jobs: int) -> tuple[int, int]:
        """Run all and give the number of failed ones, and of those whose plan was refused."""
        self._items = {item.key: item for item in items}
        (self._store.out / "data").mkdir(parents=True, exist_ok=True)
        work = [Job(item.key, lambda item=item: self._message(item)) for item in items]  # type: ignore[misc]
        run_jobs(work, workers=jobs, done=self._finish, tell=lambda _job, _s, events: self._report(events))
        return self._failed, self._refused

    def _temporary(self, key: str) -> Path:
        """Name the folder of a run under way."""
        return self._store.out / "data" / f".tmp-{os.getpid()}-{key[:16]}"

    def _message(self, item: _Item) -> Message:
        """Tell a worker what to do."""
        task = item.task
        return {
            "sections": task.sections,
            "cross_traffic": task.cross_traffic,
            "row_lengths": task.row_lengths,
            "groups": task.groups,
            "hosts": task.hosts,
            "instances": task.instances,
            "end_points": task.end_points,
            "faults": task.faults,
            "stop_time_ns": task.stop_time_ns,
            "sample_interval_ns": task.sample_interval_ns,
            "unmodelled": task.unmodelled,
            "plan": _document(task.plan),
            "seed": self._seed,
            "run": item.run,
            "pcap": self._pcap,
            "folder": str(self._temporary(item.key)),
        }

    def _finish(self, job: Job, result: Message) -> None:
        """Put the folder in place, then the row: whoever sees the row finds the folder."""
        item, error = self._items[job.key], str(result.get("error", ""))
        temporary, folder = self._temporary(job.key), self._store.folder(job.key)
        temporary.mkdir(parents=True, exist_ok=True)
        if "died" in result:
            error += _last_words(temporary / "log.txt")
        if error:
            (temporary / "error.txt").write_text(error + "\n", encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        temporary.rename(folder)
        status = "error" if error else "ok"
        self._store.put(
            Row(
                key=job.key,
                point=item.point,
                seed=self._seed,
                run=item.run,
                model=self._model,
                status=status,
                error=error or str(result.get("failures", "")),
                digest=result.get("digest", ""),
                events=result.get("events", 0),
                pcap=self._pcap,
                wall_s=result.get("wall_s", 0.0),
                metrics=result.get("metrics", {}),
            )
        )
        self._done += 1
        self._failed += bool(error)
        self._refused += bool(result.get("refused"))
        self._report(result.get("events", 0))

    def _report(self, events: int) -> None:
        """Tell how far it is."""
        if self._progress is not None:
            self._progress(Progress(self._done, len(self._items), self._failed, events))


def _last_words(log: Path) -> str:
    """Give what a simulation printed before it died."""
    text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
    return ": " + " ".join(text.split())[:300] if text.strip() else "; it left no message"


def _document(plan: Plan) -> dict[str, Any]:
    """Give a plan as nested tables for a worker."""
    document: dict[str, Any] = {
        "cross_traffic": [dict(table) for table in plan.cross_traffic],
        "group": [dict(table) for table in plan.groups],
        "end_point": [dict(table) for table in plan.end_points],
        "instance": [dict(table) for table in plan.instances],
        "fault": [dict(table) for table in plan.faults],
    }
    for path, value in plan.values.items():
        *sections, name = path.split(".")
        table = document
        for section in sections:
            table = table.setdefault(section, {})
        table[name] = value
    return document
