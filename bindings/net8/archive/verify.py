# SPDX-License-Identifier: GPL-2.0-only
"""The proof that an archive is whole, and that simulating its plan gives the same again."""

from __future__ import annotations

import hashlib
import random
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from net8.archive.crate import METADATA, read_sums
from net8.archive.pack import point_hashes
from net8.base.errors import ArchiveError, Net8Error, PlanError
from net8.base.extension import model_version
from net8.base.progress import Tell
from net8.campaign.report import table_csv
from net8.campaign.results import Results, read_results
from net8.plan.plan import load
from net8.results.run import Run
from net8.store.database import Row, Store
from net8.store.merge import NOT_REPEATED
from net8.sweep.sweep import Sweep

__all__ = ["Verdict", "verify"]

_MOST_BYTES: Final = 64 << 30
"""Largest content of an archive that is unpacked."""
_SAMPLE: Final = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification found."""

    name: str  #: campaign
    model: str  #: model version that made it
    every: int  #: runs in the archive
    repeated: tuple[str, ...]  #: runs that were simulated again, in words
    differences: tuple[str, ...]  #: what is not as the archive says, one sentence each


def verify(
    path: Path, *, sample: int | None = _SAMPLE, jobs: int | None = None, progress: bool | Tell | None = None
) -> Verdict:
    """Check every file of an archive, then simulate some of its runs, or all, and compare.

    Digest, metrics, tables of calls, sessions, waits, attempts and series, and captures have to be equal.

    @param path: an archive of net8 archive
    @param sample: how many runs are simulated, drawn by the archive's own hash; None: all
    @param jobs: simulations at once; by default one per processor
    @param progress: True shows how far it is, a function is told
    @return: what was found
    @raises ArchiveError: when the file is no whole archive
    """
    with tempfile.TemporaryDirectory(prefix="net8-verify-") as made:
        folder, again = Path(made) / "archive", Path(made) / "again"
        plan = _unpack(path, folder)
        try:
            with Store(folder, writing=False) as store:
                results = read_results(store, plan.parent.name)
                _check_points(results, plan)
            differences = list(_look(results))
            chosen = _choose(results, path, sample)
            sweep = Sweep(load(plan), runs=results.campaign.runs, out=again)
            sweep.run_missing(
                jobs=jobs, pcap=any(row.pcap for row in chosen.values()), progress=progress,
                only={(row.point, row.run) for row in chosen.values()},
            )  # fmt: skip
            repeated = {(row.point, row.run): row for row in _rows(sweep.results)}
        except Net8Error as error:
            raise ArchiveError(f"{path} cannot be verified: {error}") from None
        for told, row in chosen.items():
            differences += _compare(told, row, results.folder_of(row), repeated[row.point, row.run], again)
        every = len(_rows(results))
        return Verdict(
            results.campaign.name, results.campaign.model, every, tuple(chosen), tuple(differences)
        )


def _rows(results: Results) -> list[Row]:
    """Return the stored runs of a campaign."""
    return [row for index in range(len(results.campaign.points)) for row in results.runs_of(index)]


def _unpack(path: Path, folder: Path) -> Path:
    """Unpack an archive whose files are what its metadata says, and return its plan."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = {entry.filename: entry for entry in archive.infolist() if not entry.is_dir()}
            if METADATA not in entries:
                raise ArchiveError(f"{path} is no archive of net8: it holds no {METADATA}")
            if sum(entry.file_size for entry in entries.values()) > _MOST_BYTES:
                raise ArchiveError(f"{path} would unpack to more than {_MOST_BYTES >> 30} GiB")
            plan, sums = read_sums(archive.read(METADATA).decode())
            for name in entries.keys() | sums.keys():
                _check_name(path, name, entries, sums)
            for name, known in sorted(sums.items()):
                _extract(archive, name, folder, known, path)
    except FileNotFoundError:
        raise ArchiveError(f"there is no archive {path}; net8 archive makes one") from None
    except (OSError, ValueError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        raise ArchiveError(f"{path} is no archive of net8, or a damaged one ({error})") from None
    if plan not in sums:
        raise ArchiveError(f"{path} does not hold its plan, {plan}")
    return folder / plan


def _check_name(path: Path, name: str, entries: Mapping[str, object], sums: Mapping[str, str]) -> None:
    """Refuse a file that would land elsewhere, or that only one of the contents and their list has."""
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
        raise ArchiveError(f"{path} holds a file {name!r} that would be written outside its folder")
    if name not in entries:
        raise ArchiveError(f"{path} lacks {name}, which its {METADATA} names")
    if name not in sums and name != METADATA:
        raise ArchiveError(f"{path} holds {name}, which its {METADATA} does not name")


def _extract(archive: zipfile.ZipFile, name: str, folder: Path, known: str, path: Path) -> None:
    """Write one file, if it is what was archived."""
    content = archive.read(name)
    if hashlib.sha256(content).hexdigest() != known:
        raise ArchiveError(f"{path} was changed: {name} is not what was archived")
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _check_points(results: Results, plan: Path) -> None:
    """Refuse a plan that does not give the points of the store."""
    text = plan.read_text(encoding="utf-8")
    if text != results.campaign.plan:
        raise PlanError("its plan is not the one that its store names")
    if point_hashes(text, results.campaign.name, plan.parent) != [
        point for point, _labels in results.campaign.points
    ]:
        made, here = results.campaign.model, model_version()
        if made != here:
            raise PlanError(
                f"it was made by model {made} and this is {here}, for which its plan stands for other points; "
                "verify it with the net8 that made it"
            )
        raise PlanError("its plan does not give the points that its store holds; one of them was changed")


def _look(results: Results) -> Iterator[str]:
    """Hold what the store says against the run folders and the table, without simulating."""
    for row, wrong in results.damaged():
        yield f"run {row.run} of point {row.point[:12]}: {wrong}"
    for label, row in _labelled(results).items():
        run = Run.load(results.folder_of(row))
        if run.digest != row.digest:
            yield f"{label}: its folder has the digest {run.digest}, the store {row.digest}"
        if run.metrics != dict(row.metrics):
            yield f"{label}: its metrics are not those of its tables"
    table = results.folder / "table.csv"
    if table.is_file() and table.read_text(encoding="utf-8") != table_csv(results):
        yield "table.csv is not the table of the store"


def _labelled(results: Results) -> dict[str, Row]:
    """Name every run by what its point sweeps."""
    found = {}
    for index, (_point, labels) in enumerate(results.campaign.points):
        text = ", ".join(f"{name} = {value}" for name, value in labels.items())
        for row in results.runs_of(index):
            found[f"{text}, run {row.run}" if text else f"run {row.run}"] = row
    return found


def _choose(results: Results, path: Path, sample: int | None) -> dict[str, Row]:
    """Choose the runs to simulate again."""
    rows = _labelled(results)
    if sample is None or sample >= len(rows):
        return rows
    draw = random.Random(hashlib.sha256(path.read_bytes()).digest())
    return {label: rows[label] for label in sorted(draw.sample(list(rows), sample), key=list(rows).index)}


def _compare(label: str, told: Row, folder: Path, found: Row, again: Path) -> Iterator[str]:
    """Compare a run with what it gave when it was simulated again."""
    if found.status != "ok":
        yield f"{label}: it failed when it was simulated again: {found.error}"
        return
    if told.digest != found.digest:
        yield f"{label}: digest {told.digest} in the archive, {found.digest} simulated"
        return
    if dict(told.metrics) != dict(found.metrics):
        names = [name for name in told.metrics if told.metrics[name] != found.metrics.get(name)]
        yield f"{label}: {', '.join(names[:5])} in the archive is not what was simulated"
    for name in sorted(told.files.keys() - {*NOT_REPEATED}):
        there = again / "data" / found.folder / name
        if not there.is_file() or there.read_bytes() != (folder / name).read_bytes():
            yield f"{label}: {name} is not what was simulated"
