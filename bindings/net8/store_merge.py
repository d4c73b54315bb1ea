# SPDX-License-Identifier: GPL-2.0-only
"""Several campaign stores into one: what machines that share no disk, or must not share a file, have simulated."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from net8.errors import PlanError, StoreError
from net8.store import Campaign, Row, Store

__all__ = ["Merged", "merge"]


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did."""

    campaigns: tuple[str, ...]  #: names of the plans that the sources hold
    taken: int  #: runs that were copied
    known: int  #: runs that the store had already


def merge(sources: Sequence[str | Path], out: str | Path) -> Merged:
    """Copy the runs of some stores into another one; the sources stay as they are.

    A run is taken with its folder, or not at all, so a merge that is interrupted is simply done again.
    A finished run takes the place of a failed one, never the other way round.

    @param sources: output folders with a store each
    @param out: output folder that takes them all
    @return: what was done
    """
    target_folder = Path(out)
    for source in sources:
        if Path(source).resolve() == target_folder.resolve():
            raise PlanError(f"{source} cannot be merged into itself; name another folder with --out")
    campaigns: dict[str, Campaign] = {}
    taken = known = 0
    with Store(target_folder) as target, target.lock():
        for source in sources:
            with Store(source, create=False) as store:
                for name in store.campaigns():
                    campaigns[name] = _joined(campaigns.get(name), store.campaign(name), source)
                rows = store.all_rows()
                there = target.rows([row.key for row in rows])
                for row in rows:
                    if _better(row, there.get(row.key)):
                        _take(store, target, row)
                        taken += 1
                    else:
                        known += 1
        for campaign in campaigns.values():
            target.put_campaign(campaign)
    return Merged(tuple(sorted(campaigns)), taken, known)


def _joined(known: Campaign | None, new: Campaign, source: str | Path) -> Campaign:
    """Refuse a campaign that is not the one of the same name that another source holds."""
    if known is None:
        return new
    if known.model != new.model:
        raise StoreError(
            f"{source} holds {new.name} of net8 {new.model}, another store that of {known.model}; "
            "results of two builds make no campaign"
        )
    if (known.plan, known.seed, known.points) != (new.plan, new.seed, new.points):
        raise StoreError(f"{source} holds another plan by the name {new.name} than the stores before it")
    return replace(known, runs=max(known.runs, new.runs))


def _better(row: Row, there: Row | None) -> bool:
    """Tell whether a run adds to what is there."""
    if there is None or (row.status == "ok") > (there.status == "ok"):
        return True
    return row.status == there.status and row.pcap > there.pcap


def _take(source: Store, target: Store, row: Row) -> None:
    """Copy one run: its folder first, so whoever sees the row finds the folder."""
    folder = target.folder(row.key)
    temporary = folder.with_name(f".tmp-{os.getpid()}-{folder.name}")
    try:
        shutil.copytree(source.folder(row.key), temporary, dirs_exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder of a run of {source.out} cannot be copied: {error}") from None
    shutil.rmtree(folder, ignore_errors=True)
    temporary.rename(folder)
    target.put(row)
