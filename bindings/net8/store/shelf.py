# SPDX-License-Identifier: GPL-2.0-only
"""Put finished runs into a store so that every row has its folder, even after a crash."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from net8.base import files
from net8.store.database import Store, folder_names
from net8.store.row import Row, to_record
from net8.store.run_folder import measure, write_record

__all__ = ["Shelf"]

INTERVAL_S: Final = 0.25
"""Longest time that a finished run waits to be stored together with others, seconds."""
_MOST: Final = 256


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A run that waits to be stored."""

    made: Path  #: the folder in which it was made
    row: Row  #: its row in the store
    old: Row | None  #: its present row in the store


class Shelf:
    """Stores several finished runs at once, because waiting for the disk takes longer than a short run.

    The order: the files of all are on the disk; their folders get their names; these are on the disk; the rows are
    stored; replaced folders are removed. A repeated run goes to another folder than the one in its row, so at every
    moment every row has a complete folder.
    """

    def __init__(self, store: Store) -> None:
        """Prepare.

        @param store: the store, locked
        """
        self._store = store
        self._waiting: list[_Waiting] = []
        self._stored_at = float("-inf")

    def folder(self, row: Row) -> Path:
        """Return the present folder of a run.

        @param row: its row, as put returned it or as stored
        @return: the folder in which it was made while it waits, then that in the store
        """
        waiting = (each.made for each in self._waiting if each.row.key == row.key)
        return next(waiting, self._store.folder(row))

    def put(self, made: Path, row: Row, old: Row | None) -> Row:
        """Add a run.

        @param made: the folder in which it was simulated, next to the others
        @param row: its row
        @param old: its present row in the store
        @return: its row with its folder and files
        """
        with files.explained(made):
            first, other = folder_names(row.key)
            row = replace(
                row,
                folder=other if old is not None and old.folder == first else first,
                files=write_record(made, to_record(row), measure(made)),
            )
        self._waiting.append(_Waiting(made, row, old))
        if len(self._waiting) >= _MOST:
            self.store()
        else:
            self.store_due()
        return row

    def store_due(self) -> None:
        """Store the waiting runs if the last time was long enough ago."""
        if time.monotonic() - self._stored_at >= INTERVAL_S:
            self.store()

    def store(self) -> None:
        """Store the waiting runs."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            with files.explained(self._store.data):
                self._store_all(waiting)
        self._stored_at = time.monotonic()

    def _store_all(self, waiting: list[_Waiting]) -> None:
        """Store some runs."""
        files.current.sync([each.made for each in waiting])
        for each in waiting:
            folder = self._store.folder(each.row)
            if folder.exists():
                # Left by an attempt that was interrupted before its row was stored.
                files.current.remove(folder)
            files.current.rename(each.made, folder)
        files.current.sync_one(self._store.data)
        self._store.put(*(each.row for each in waiting))
        for each in waiting:
            if each.old is not None and each.old.folder not in ("", each.row.folder):
                files.current.remove(self._store.folder(each.old))
