# SPDX-License-Identifier: GPL-2.0-only
"""Merge campaign stores, such as those of machines that do not share a disk."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from net8.base import files
from net8.base.errors import ContradictionError, PlanError, StoreError
from net8.store.database import Campaign, Row, Store, remove_leftovers, run_keys
from net8.store.run_folder import RECORD, damage
from net8.store.shelf import Shelf

__all__ = ["NOT_REPEATED", "Merged", "copy_campaign", "merge"]

NOT_REPEATED: Final = ("run.json", RECORD)
"""Files of a run that hold the seconds it took and who made it; all others come out the same, byte for byte."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Result of a merge."""

    campaigns: tuple[str, ...]  #: names of the plans in the sources
    taken: int  #: runs that were copied
    known: int  #: runs that the store already had


def merge(sources: Sequence[str | Path], out: str | Path) -> Merged:
    """Copy the runs of some stores into another one; the sources are not changed.

    A run is copied with its folder, or not at all, so an interrupted merge can simply be repeated.
    A finished run replaces a failed one, never the other way round. Two finished runs of one name have to be equal:
    nothing is copied when they contradict each other.

    @param sources: output folders with a store each
    @param out: output folder for all of them
    @return: plans, and numbers of runs
    @raises StoreError: when stores do not belong together; ContradictionError when they contradict each other
    """
    target_folder = Path(out)
    for source in sources:
        if os.path.realpath(source) == os.path.realpath(target_folder):
            raise PlanError(f"{source} cannot be merged into itself; choose another folder with --out")
    campaigns = _check_sources(sources)
    taken = known = 0
    with Store(target_folder) as target, target.lock():
        for source in sources:
            _refuse_contradictions(source, {row.key: (row, target_folder) for row in target.all_rows()})
        remove_leftovers(target)
        with files.explained(target.data):
            files.current.keep_folder(target.data)
        for source in sources:
            with Store(source, writing=False) as store:
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
            target.put_campaign(_with_all_runs(campaign, target))
    return Merged(tuple(sorted(campaigns)), taken, known)


def _check_sources(sources: Sequence[str | Path]) -> dict[str, Campaign]:
    """Return the campaigns of all sources; refuse sources that do not belong together."""
    campaigns: dict[str, Campaign] = {}
    seen: dict[str, tuple[Row, str | Path]] = {}
    for source in sources:
        _refuse_contradictions(source, seen)
        with Store(source, writing=False) as store:
            for name in store.campaigns():
                campaigns[name] = _join_campaigns(campaigns.get(name), store.campaign(name), source)
            seen |= {row.key: (row, source) for row in store.all_rows() if row.status == "ok"}
    return campaigns


def _refuse_contradictions(source: str | Path, seen: Mapping[str, tuple[Row, str | Path]]) -> None:
    """Refuse a store with another result of a run than one that was seen before."""
    with Store(source, writing=False) as store:
        for row in store.all_rows():
            if row.key in seen and (wrong := _contradiction(row, seen[row.key][0])):
                raise ContradictionError(
                    f"{source} and {seen[row.key][1]} hold different results of run {row.run} of point "
                    f"{row.point[:12]}, seed {row.seed} ({row.key[:16]}): {wrong}; one of them was changed or made by "
                    f"another net8 than {row.model}, so simulate it in a new folder and leave the wrong store out"
                )


def _contradiction(one: Row, other: Row) -> str:
    """Describe what two finished runs of one name have that differs, though all of it follows from the name."""
    if not one.status == other.status == "ok":
        return ""
    for name in ("digest", "error"):
        if getattr(one, name) != getattr(other, name):
            return f"{name} {getattr(one, name) or 'none'} and {getattr(other, name) or 'none'}"
    for name in sorted(one.metrics.keys() | other.metrics.keys()):
        if one.metrics.get(name) != other.metrics.get(name):
            return f"{name} {one.metrics.get(name)} and {other.metrics.get(name)}"
    # Plans of other titles may share a point, so that its plan.toml differs.
    for name in sorted((one.files.keys() & other.files.keys()) - {*NOT_REPEATED, "plan.toml"}):
        if one.files[name][:2] != other.files[name][:2]:
            return f"{name} is not the same file"
    return ""


def _with_all_runs(campaign: Campaign, target: Store) -> Campaign:
    """Return a campaign with at least as many replications as the target has of the same plan."""
    if campaign.name in target.campaigns():
        there = target.campaign(campaign.name)
        if replace(there, runs=campaign.runs, folder=campaign.folder) == campaign:
            return replace(campaign, runs=max(campaign.runs, there.runs))
    return campaign


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
