# SPDX-License-Identifier: GPL-2.0-only
"""Runs that differ only in what happens later: one simulation until the first of it, then copies of it go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from net8.plan.resolve import Task
from net8.schema.cluster import LATER

__all__ = ["Branches", "beginning", "can_part"]


@dataclass
class Branches:
    """What each run is, and which one this process goes on with."""

    tasks: Sequence[Task]  #: what each simulates
    folders: Sequence[Path]  #: output folder of each
    part: Callable[
        [], int
    ]  #: called once, when they part: returns, in a copy of the process for each, its number
    chosen: int | None = None  #: the number here, None as long as they are one
    ends: bool = False  #: whether a process ends after the run that it goes on with

    def choose(self) -> int:
        """Part.

        @return: number of the run that goes on in this process
        """
        self.chosen = self.part()
        return self.chosen

    def leave(self) -> bool:
        """Return whether what was simulated may stay as it is when the run is over.

        @return: whether this process ends with it
        """
        return self.ends and self.chosen is not None

    def each(self) -> Iterator[tuple[Task, Path]]:
        """Yield task and folder of all.

        @return: of each
        """
        return zip(self.tasks, self.folders, strict=True)

    @property
    def own(self) -> tuple[Task, Path]:
        """Task and folder of the run that goes on here."""
        number = self.chosen or 0
        return self.tasks[number], self.folders[number]

    def document(self) -> dict[str, Any]:
        """Return the document of what all have.

        @return: the first one's, with what all have in front of their own faults and changes
        """
        first = self.tasks[0].document()
        return first | {
            "lists": first["lists"]
            | {section: self._tables(section, 0)[: self._common(section)] for section in LATER}
        }

    def later(self) -> list[dict[str, list[dict[str, str]]]]:
        """Return what each has in addition.

        @return: attributes of each table by the name of its list
        """
        common = {section: self._common(section) for section in LATER}
        return [
            {section: self._tables(section, number)[shared:] for section, shared in common.items()}
            for number in range(len(self.tasks))
        ]

    def _tables(self, section: str, number: int) -> list[dict[str, str]]:
        """Return a list of a run."""
        return self.tasks[number].lists[section]

    def _common(self, section: str) -> int:
        """How many tables at the start of a list all have; the order decides between those of one time."""
        lists = [self._tables(section, number) for number in range(len(self.tasks))]
        shared = 0
        for entries in zip(*lists, strict=False):
            if any(entry != entries[0] for entry in entries):
                break
            shared += 1
        return shared


def can_part(task: Task) -> bool:
    """Return whether copies of its process can go on with a simulation: not those of other ranks or of outside code.

    @param task: what a run simulates
    @return: whether they can
    """
    return not task.partition and not task.network_library


def beginning(task: Task) -> str:
    """Return what runs with the same beginning have in common.

    @param task: what a run simulates
    @return: hash of all but what happens later
    """
    return replace(task, lists=task.lists | {section: [] for section in LATER}).digest()
