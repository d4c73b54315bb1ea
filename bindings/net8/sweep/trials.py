# SPDX-License-Identifier: GPL-2.0-only
"""Runs that a search asks for: simulated by processes that stay, kept in the store, none of them made twice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Protocol

from net8.base.extension import model_version
from net8.base.progress import Tell
from net8.plan.resolve import Task
from net8.simulation.ranks import Ranks
from net8.store.database import Row, Store, remove_leftovers, run_key
from net8.sweep.runner import Item, Runner, known_runs
from net8.task.pool import Crew

__all__ = ["Case", "Trials"]

_AHEAD: Final = 2
"""Processes that start while closed forms are still computed."""


class Case(Protocol):
    """What can be simulated."""

    @property
    def task(self) -> Task:
        """What is simulated."""

    @property
    def digest(self) -> str:
        """Hash of that."""


class Trials:
    """Simulates runs of cases, as many as are allowed."""

    def __init__(self, out: Path, seed: int, most: int, jobs: int | None, tell: Tell | None) -> None:
        """Prepare.

        @param out: output folder with the store
        @param seed: seed of the random streams, that of all cases
        @param most: most runs, those that are in the store already included
        @param jobs: simulations at once; by default one per processor
        @param tell: told the progress
        """
        self.most = most
        self.jobs = jobs or len(os.sched_getaffinity(0))
        self._rows: dict[str, dict[int, Row]] = {}
        self._out, self._seed, self._tell = out, seed, tell
        self._model = model_version()
        self._stack = ExitStack()

    def __enter__(self) -> Trials:
        """Open the store and start processes."""
        with ExitStack() as stack:
            self._store = stack.enter_context(Store(self._out))
            stack.enter_context(self._store.lock())
            remove_leftovers(self._store)
            self._crew = stack.enter_context(Crew(self.jobs))
            self._crew.hire(_AHEAD)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop the processes and close the store."""
        self._stack.close()

    @property
    def made(self) -> int:
        """Runs that were made, or found in the store."""
        return sum(map(len, self._rows.values()))

    @property
    def left(self) -> int:
        """Runs that may still be made."""
        return self.most - self.made

    def run(self, wanted: Iterable[tuple[Case, int]]) -> None:
        """Make runs that are not made yet, as far as any are left.

        @param wanted: case and run number of each
        """
        items: dict[tuple[str, int], Item] = {}
        room = self.left
        for case, run in wanted:
            place = case.digest, run
            if run not in self.of(case) and len(items) < room:
                key = run_key(case.digest, self._seed, run, self._model)
                items[place] = Item(key, case.digest, case.task, run)
        if not items:
            return
        known, lacking = known_runs(self._store, items.values(), False)
        todo = [item for item in items.values() if item.key in lacking]
        if todo:
            runner = Runner(self._store, known, self._seed, self._model, False, self._tell)
            runner.run(todo, ranks=Ranks(0, 1), crew=self._crew)
            known |= self._store.rows(item.key for item in todo)
        for (digest, run), item in items.items():
            self._rows.setdefault(digest, {})[run] = known[item.key]

    def of(self, case: Case) -> Mapping[int, Row]:
        """Return the runs of a case.

        @param case: the case
        @return: results by run number
        """
        return self._rows.get(case.digest, {})
