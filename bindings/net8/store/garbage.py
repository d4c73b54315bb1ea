# SPDX-License-Identifier: GPL-2.0-only
"""Runs of a store that no longer belong to any of its plans: changed points, other seeds, other models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from net8.base import files
from net8.store.database import Row, Store, remove_leftovers, run_keys

__all__ = ["remove_unused", "size_of", "unused"]


def unused(store: Store) -> list[Row]:
    """Find the runs that belong to no plan of a store.

    Each replication of each point belongs to a plan, with the seed and model with which the plan was last run.

    @param store: the store
    @return: the runs, in the order of their names
    """
    named = {key for campaign in map(store.campaign, store.campaigns()) for key in run_keys(campaign)}
    return [row for row in store.all_rows() if row.key not in named]


def size_of(rows: Sequence[Row]) -> int:
    """Add up the sizes of the files of some runs.

    @param rows: the runs
    @return: bytes
    """
    return sum(entry[0] for row in rows for entry in row.files.values())


def remove_unused(out: str | Path) -> list[Row]:
    """Remove the runs that belong to no plan of a store, and the remains of interrupted runs.

    Rows are removed first, so every remaining row has its folder, even if the process is interrupted.

    @param out: output folder with the store
    @return: the runs that were removed
    """
    with Store(out) as store, store.lock():
        rows = unused(store)
        store.drop(row.key for row in rows)
        with files.explained(store.data):
            for row in rows:
                if row.folder:
                    files.current.remove(store.folder(row))
        remove_leftovers(store)
    return rows
