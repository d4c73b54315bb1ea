# SPDX-License-Identifier: GPL-2.0-only
"""Merge campaign stores, such as those of machines that do not share a disk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from net8.base import files
from net8.base.errors import PlanError, StoreError
from net8.store.database import Campaign, Row, Store, remove_leftovers, run_keys
from net8.store.run_folder import RECORD, damage
from net8.store.shelf import Shelf

__all__ = ["Merged", "copy_campaign", "merge"]


@dataclass(frozen=True, slots=True)
class Merged:
    """Result of a merge."""

    campaigns: tuple[str, ...]  #: names of the plans in the sources
    taken: int  #: runs that were copied
    known: int  #: runs that the store already had


def merge(sources: Sequence[str | Path], out: str | Path) -> Merged:
    """Copy the runs of some stores into another one; the sources are not changed.

    A run is copied with its folder, or not at all, so an interrupted merge can simply be repeated.
    A finished run replaces a failed one, never the other way round.

    @param sources: output folders with a store each
    @param out: output folder for all of them
    @return: plans, and numbers of runs
    """
    target_folder = Path(out)
    for source in sources:
        if os.path.realpath(source) == os.path.realpath(target_folder):
            raise PlanError(f"{source} cannot be merged into itself; choose another folder with --out")
    campaigns: dict[str, Campaign] = {}
    taken = known = 0
    with Store(target_folder) as target, target.lock():
        remove_leftovers(target)
        with files.explained(target.data):
            files.current.keep_folder(target.data)
        for source in sources:
            with Store(source, writing=False) as store:
                for name in store.campaigns():
                    campaigns[name] = _join_campaigns(campaigns.get(name), store.campaign(name), source)
                rows = store.all_rows()
                there = target.rows(row.key for row in rows)
                shelf = Shelf(target)
                for row in rows:
                    old = there.get(row.key)
                    if _is_better(row, old, target):
                        shelf.put(_copy_folder(store, target, row), row, old)
                        taken += 1
                    else:
                        known += 1
                shelf.store()
        for campaign in campaigns.values():
            target.put_campaign(campaign)
    return Merged(tuple(sorted(campaigns)), taken, known)


def copy_campaign(source: str | Path, out: str | Path, campaign: Campaign) -> None:
    """Copy the runs of one campaign into a store of its own.

    @param source: output folder with a store
    @param out: output folder for them
    @param campaign: the campaign in its new form
    """
    with Store(source, writing=False) as store, Store(out) as target, target.lock():
        with files.explained(target.data):
            files.current.keep_folder(target.data)
        shelf = Shelf(target)
        rows = store.rows(run_keys(campaign))
        for key in sorted(rows):
            shelf.put(_copy_folder(store, target, rows[key]), rows[key], None)
        shelf.store()
        target.put_campaign(campaign)


def _join_campaigns(known: Campaign | None, new: Campaign, source: str | Path) -> Campaign:
    """Refuse a campaign that differs from one of the same name in another source."""
    if known is None:
        return new
    if known.model != new.model:
        raise StoreError(
            f"{source} has {new.name} of net8 {new.model}, another store that of {known.model}; "
            "results of two models cannot be merged"
        )
    if (known.plan, known.seed, known.points) != (new.plan, new.seed, new.points):
        raise StoreError(f"{source} has a different plan named {new.name} than the previous stores")
    return replace(known, runs=max(known.runs, new.runs))


def _is_better(row: Row, there: Row | None, target: Store) -> bool:
    """Return whether a run is better than the one in the target."""
    if there is None or (row.status == "ok") > (there.status == "ok"):
        return True
    if row.status != there.status:
        return False
    return row.pcap > there.pcap or bool(damage(target.folder(there), there.files))


def _copy_folder(source: Store, target: Store, row: Row) -> Path:
    """Copy the folder of a run into the target."""
    folder = source.folder(row)
    if wrong := "it has no name" if not row.folder else damage(folder, row.files, thoroughly=True):
        raise StoreError(
            f"the folder {folder} of a run cannot be copied: {wrong}; "
            f"net8 repair {source.out} removes the run from its store"
        )
    made = target.data / f".tmp-{os.getpid()}-{row.key[:16]}"
    with files.explained(made):
        files.current.make_folder(made)
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.name != RECORD:
                files.current.copy(path, made / path.name)
    return made
