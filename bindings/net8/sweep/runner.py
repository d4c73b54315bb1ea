# SPDX-License-Identifier: GPL-2.0-only
"""Run the simulations of a sweep, by whatever workers, and store their rows."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from net8.base import files, provenance
from net8.base.errors import StoreError, ToolError
from net8.base.progress import Report, Tell, Tracker
from net8.plan.resolve import Task
from net8.simulation.apart import last_words
from net8.simulation.branches import beginning, can_part
from net8.simulation.one_run import TRACE_FILE
from net8.simulation.ranks import Ranks
from net8.store.database import Row, Store
from net8.store.row import SHARED_BEGINNING
from net8.store.run_folder import damage
from net8.store.shelf import Shelf
from net8.sweep.repeats import Repeats
from net8.task.pool import Crew, Job, Message, run_jobs
from net8.task.ranks import run_jobs as share_jobs
from net8.task.scheduler import Scheduler
from net8.task.text import write_task

__all__ = ["Item", "Runner", "known_runs"]


@dataclass(frozen=True, slots=True)
class Item:
    """One run of a sweep."""

    key: str  #: name of the run
    point: str  #: hash of what is simulated
    task: Task  #: what is simulated
    run: int  #: run number


class Runner:
    """Sends runs to the workers and stores their results as they finish."""

    def __init__(
        self,
        store: Store,
        known: Mapping[str, Row],
        seed: int,
        model: str,
        pcap: bool,
        tell: Tell | None,
        *,
        trace10046: bool = False,
    ) -> None:
        """Prepare.

        @param store: where results go
        @param known: the present rows of the runs in the store
        @param seed: seed of the random streams
        @param model: model version
        @param pcap: whether captures are wanted
        @param tell: told the progress
        @param trace10046: whether traces of the servers are wanted
        """
        self._store, self._seed, self._model = store, seed, model
        self._pcap, self._trace10046 = pcap, trace10046
        self._tell = tell
        self._known = known
        self._shelf = Shelf(store)
        self._repeats = Repeats(seed, known.values(), self._shelf.folder)
        self._items: dict[str, Item] = {}
        self._failed = self._refused = 0
        self.repeated = 0  #: runs that another one stands for
        self.shared = 0  #: runs that had their beginning in common with others
        self.notes: list[str] = []  #: failures of runs that have a result

    def run(
        self,
        items: list[Item],
        *,
        ranks: Ranks,
        jobs: int = 1,
        scheduler: str | Scheduler = "",
        crew: Crew | None = None,
    ) -> tuple[int, int]:
        """Run all.

        @param items: the runs
        @param ranks: the processes that share each simulation
        @param jobs: simulations at once in local processes
        @param scheduler: Dask scheduler whose workers simulate instead, or ""
        @param crew: local processes that stay, in place of new ones
        @return: the number of failed runs, and of those with a refused plan
        """
        self._items = {item.key: item for item in items}
        self._tracker = Tracker(len(items), self._tell)
        with files.explained(self._store.data):
            files.current.keep_folder(self._store.data)
        try:
            self._run_jobs(items, ranks, jobs, scheduler, crew)
        except StoreError:
            raise
        except BaseException:
            # Finished runs are kept, and the first error is reported.
            with contextlib.suppress(StoreError):
                self._shelf.store()
            raise
        self._shelf.store()
        return self._failed, self._refused

    def _run_jobs(
        self, items: list[Item], ranks: Ranks, jobs: int, scheduler: str | Scheduler, crew: Crew | None
    ) -> None:
        """Run the jobs on MPI ranks, a Dask cluster or local processes."""
        work = [self._job(item) for item in items]
        if ranks.size > 1:
            share_jobs(work, done=self._handle_result, on_report=self._handle_report)
        elif scheduler:
            dask_pool().run_jobs(
                work,
                scheduler=scheduler,
                done=self._handle_result,
                on_report=self._handle_report,
                note=self._tracker.say,
            )
        elif crew:
            crew.run(self._share(items, crew.most), done=self._handle_result, on_report=self._handle_report)
        else:
            run_jobs(
                self._share(items, jobs),
                workers=jobs,
                done=self._handle_result,
                on_report=self._handle_report,
            )

    def _handle_report(self, job: Job, report: Report | None) -> None:
        """Handle the start or the progress of a run."""
        if report is None:
            self._tracker.start(job.key)
        else:
            self._tracker.update(job.key, report)
            # Long runs report progress too, so that finished ones are stored without waiting for them.
            self._shelf.store_due()

    def _temporary(self, key: str) -> Path:
        """Return the folder of a run under way."""
        return self._store.data / f".tmp-{os.getpid()}-{key[:16]}"

    def _job(self, item: Item) -> Job:
        """Return the job of a run."""
        return Job(item.key, functools.partial(self._message, item), functools.partial(self._settle, item))

    def _share(self, items: list[Item], jobs: int) -> list[Job]:
        """Return the jobs of runs; those that have the same beginning are one job."""
        found = [[self._job(item) for item in group] for group in self._groups(items)]
        several = sum(1 for group in found if len(group) > 1)
        at_once = max(1, jobs // several) if several else 1
        return [self._family(group, at_once) if len(group) > 1 else group[0] for group in found]

    def _groups(self, items: list[Item]) -> list[list[Item]]:
        """Return runs by their beginning, in the order of the first of each."""
        found: dict[tuple[str, int], list[Item]] = {}
        begins: dict[str, str] = {}
        for item in items:
            alone = self._has_captures(item.key) or self._wants_trace(item.key) or not can_part(item.task)
            if alone:
                begin = item.key
            elif item.point in begins:
                begin = begins[item.point]
            else:
                begin = begins[item.point] = beginning(item.task)
            found.setdefault((begin, item.run), []).append(item)
        return list(found.values())

    def _family(self, jobs: list[Job], at_once: int) -> Job:
        """Return the job of runs with the same beginning."""
        left = dict(enumerate(jobs))

        def settle() -> bool:
            for number in [number for number, job in left.items() if job.settle()]:
                del left[number]
            return not left

        def message() -> Message:
            told = {number: job.message() for number, job in left.items()}
            first = next(iter(told.values()))
            if len(told) == 1:
                return first | {"part": next(iter(told))}
            self.shared += len(told)
            each = [
                {"part": number, "task": one["task"], "folder": one["folder"]} for number, one in told.items()
            ]
            return first | {"branches": each, "at_once": at_once}

        return Job(jobs[0].key, message, settle, tuple(jobs))

    def _message(self, item: Item) -> Message:
        """Return the message to a worker."""
        return {
            "task": write_task(item.task),
            "seed": self._seed,
            "run": item.run,
            "pcap": self._has_captures(item.key),
            "trace10046": self._wants_trace(item.key),
            "folder": str(self._temporary(item.key)),
        }

    def _settle(self, item: Item) -> bool:
        """Store a run that cannot differ from another one, and say whether it is such a run."""
        if self._has_captures(item.key) or self._wants_trace(item.key):
            return False
        original = self._repeats.find(item.point, item.run)
        if original is None:
            return False
        self._tracker.start(item.key)
        temporary = self._temporary(item.key)
        with files.explained(temporary):
            row = self._repeats.write(original, item.run, item.key, temporary)
        self._shelf.put(temporary, row, self._known.get(item.key))
        self.repeated += 1
        self._tracker.finish(item.key, failed=False)
        return True

    def _wants_trace(self, key: str) -> bool:
        """Return whether a run is to have a trace: one is wanted, or the stored run that it replaces has one."""
        return self._trace10046 or self._had(key, TRACE_FILE)

    def _has_captures(self, key: str) -> bool:
        """Return whether a run is to have captures: they are wanted, or the stored run that it replaces has some."""
        old = self._known.get(key)
        return self._pcap or (old is not None and old.pcap)

    def _had(self, key: str, file: str) -> bool:
        """Return whether the stored run that a run replaces has a file."""
        old = self._known.get(key)
        return old is not None and file in old.files

    def _handle_result(self, job: Job, result: Message) -> None:
        """Handle a result."""
        if "disk" in result:
            raise StoreError(
                f"{result['error']}; once this is fixed, the same command continues where it stopped"
            )
        item, error = self._items[job.key], str(result.get("error", ""))
        old, temporary = self._known.get(job.key), self._temporary(job.key)
        if "died" in result:
            error += last_words(_read_log(temporary / "log.txt"), item.task.plan)
        if error and old is not None and old.status == "ok":
            # A stored run that only lacks captures or traces is kept.
            self.notes.append(f"run {item.run} failed when it was repeated for its captures: {error}")
            with files.explained(temporary):
                files.current.remove(temporary)
        else:
            self._store_run(temporary, item, error, result, old)
        self._failed += bool(error)
        self._refused += bool(result.get("refused"))
        self._tracker.finish(job.key, failed=bool(error))

    def _store_run(self, temporary: Path, item: Item, error: str, result: Message, old: Row | None) -> None:
        """Store a run."""
        if error:
            with files.explained(temporary):
                files.current.make_folder(temporary)
                files.current.write(temporary / "error.txt", f"{error}\n".encode())
        row = Row(
            key=item.key,
            point=item.point,
            seed=self._seed,
            run=item.run,
            model=self._model,
            status="error" if error else "ok",
            error=error or str(result.get("failures", "")),
            digest=result.get("digest", ""),
            events=result.get("events", 0),
            pcap=self._has_captures(item.key),
            wall_s=result.get("wall_s", 0.0),
            metrics=result.get("metrics", {}),
            made=provenance.of_command() | result.get("made", {}) | _how_it_began(result),
        )
        self._repeats.add(self._shelf.put(temporary, row, old), result.get("passed"))


def _how_it_began(result: Message) -> dict[str, str]:
    """Return the provenance of a run that has its beginning in common with others."""
    return {SHARED_BEGINNING: "with other runs"} if "part" in result else {}


def known_runs(
    store: Store, items: Iterable[Item], pcap: bool, *, trace10046: bool = False
) -> tuple[dict[str, Row], set[str]]:
    """Return the stored rows of runs, and which runs are missing, failed, or lack files, wanted captures or traces.

    @param store: the store
    @param items: the runs
    @param pcap: whether captures are wanted
    @param trace10046: whether traces of the servers are wanted
    @return: rows by key, and keys of what is to be simulated
    """
    keys = {item.key for item in items}
    rows = store.rows(keys)
    whole = {key: row for key, row in rows.items() if not damage(store.folder(row), row.files)}
    good = {
        key
        for key, row in whole.items()
        if row.status == "ok" and (row.pcap or not pcap) and (TRACE_FILE in row.files or not trace10046)
    }
    # A row with an incomplete folder is not kept, but the new folder must not reuse its name.
    known = rows | {key: replace(row, status="error") for key, row in rows.items() if key not in whole}
    return known, keys - good


def dask_pool() -> ModuleType:
    """Return the module for Dask, or raise ToolError if Dask is missing.

    @return: net8.task.dask_pool
    """
    try:
        return importlib.import_module("net8.task.dask_pool")
    except ImportError as error:
        raise ToolError(f"sweeps on a cluster need Dask ({error}); pip install distributed") from None


def _read_log(log: Path) -> str:
    """Return what a simulation printed before it died."""
    return log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
