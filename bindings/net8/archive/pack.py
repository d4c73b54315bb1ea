# SPDX-License-Identifier: GPL-2.0-only
"""A campaign as one file: plan, the files it names, store, tables, figures, and who made them."""

from __future__ import annotations

import shutil
import tempfile
import tomllib
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from net8.archive.crate import METADATA, describe_crate
from net8.archive.plan_files import plan_files
from net8.archive.products import products
from net8.base import files
from net8.base.errors import PlanError, StoreError
from net8.campaign.results import Results, read_results
from net8.plan.plan import Plan
from net8.plan.resolve import resolve
from net8.store.database import Campaign, Store
from net8.store.merge import copy_campaign

__all__ = ["pack", "point_hashes"]

_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""Earliest time of a zip file: when something was made stands in its metadata, and equal contents give equal files."""


def point_hashes(text: str, name: str, folder: Path) -> list[str]:
    """Return the hashes of all points of a plan as its files are now.

    @param text: the plan as TOML
    @param name: its name
    @param folder: where its files are
    @return: hashes in the order of the points
    """
    plan = Plan.of(tomllib.loads(text), name=name, folder=folder)
    return [resolve(point.plan).digest() for point in plan.points()]


def pack(results: Results, target: Path) -> list[str]:
    """Write a campaign into an archive.

    @param results: the campaign, without missing or damaged runs
    @param target: the file to write, such as wan-fetch.crate.zip
    @return: the names of its files
    @raises StoreError: when runs are missing or damaged
    @raises PlanError: when the plan, or a file that it names, is not what was simulated
    """
    campaign = results.campaign
    _refuse_incomplete(results)
    inputs = plan_files(campaign.plan, Path(campaign.folder))
    with tempfile.TemporaryDirectory(prefix="net8-archive-") as made:
        folder = Path(made)
        home = folder / "scenario" / campaign.name
        home.mkdir(parents=True)
        (home / "plan.toml").write_text(campaign.plan, encoding="utf-8")
        for name in inputs:
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(campaign.folder) / name, home / name)
        _refuse_changed(campaign, home)
        # Where the plan was is of no use to others, and tells of a home folder.
        copy_campaign(results.out, folder, replace(campaign, folder=""))
        _copy_products(results, folder / campaign.name)
        (folder / ".lock").unlink(missing_ok=True)
        with Store(folder, writing=False) as store:
            packed = read_results(store, campaign.name)
        base = f"scenario/{campaign.name}"
        crate = describe_crate(folder, packed, f"{base}/plan.toml", [f"{base}/{name}" for name in inputs])
        (folder / METADATA).write_text(crate, encoding="utf-8")
        return _zip(folder, target)


def _refuse_incomplete(results: Results) -> None:
    """Refuse a campaign that has not come to its end."""
    lost = results.missing + len(results.damaged())
    if lost:
        raise StoreError(
            f"{lost} runs of {results.campaign.name} are missing, failed or damaged; net8 run simulates them, "
            "then net8 archive packs all"
        )


def _refuse_changed(campaign: Campaign, home: Path) -> None:
    """Refuse a plan whose files are no longer those that were simulated."""
    if point_hashes(campaign.plan, campaign.name, home) != [point for point, _labels in campaign.points]:
        raise PlanError(
            f"{campaign.name} as its files are now is not what was simulated (a file that it names was changed or "
            f"lies outside {campaign.folder}); net8 run it again, then archive it"
        )


def _copy_products(results: Results, target: Path) -> None:
    """Copy tables and figures; what else stands beside them is no part of the campaign."""
    target.mkdir(exist_ok=True)
    for name in products(results):
        if (results.folder / name).is_file():
            shutil.copyfile(results.folder / name, target / name)


def _zip(folder: Path, target: Path) -> list[str]:
    """Write a folder as one file, its metadata first."""
    paths = sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())
    paths.sort(key=lambda path: path.name != METADATA)
    partial = target.with_name(f".{target.name}.part")
    with files.explained(target):
        try:
            with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
                for path in paths:
                    entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _EPOCH)
                    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                    with path.open("rb") as stream, archive.open(entry, "w", force_zip64=True) as out:
                        shutil.copyfileobj(stream, out)
            files.current.rename(partial, target)
        finally:
            partial.unlink(missing_ok=True)
    return [path.relative_to(folder).as_posix() for path in paths]
