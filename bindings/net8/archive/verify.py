# SPDX-License-Identifier: GPL-2.0-only
"""The proof that an archive is whole, and that simulating its plan gives the same again."""

from __future__ import annotations

import filecmp
import json
import random
import tempfile
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from net8.archive.crate import METADATA
from net8.archive.pack import point_hashes
from net8.archive.plan_files import plan_files
from net8.archive.products import compare_figures, products
from net8.archive.unpack import Unpacked, unpack
from net8.base.errors import ArchiveError, Net8Error, PlanError
from net8.base.extension import model_version
from net8.base.progress import Tell
from net8.base.reading import TABLE_LIMIT, read_text
from net8.campaign.provenance import provenance_json
from net8.campaign.report import table_csv
from net8.campaign.results import Results, read_results
from net8.plan.outside import is_outside
from net8.plan.plan import Plan, load
from net8.results.run import Run
from net8.results.server_trace import TRACE_FILE
from net8.store.campaign_record import NAME, read_campaign
from net8.store.database import Row, Store, run_key
from net8.store.merge import NOT_REPEATED
from net8.store.row import SHARED_BEGINNING, to_record
from net8.store.run_folder import RECORD, read_record
from net8.sweep.sweep import Sweep, plain_labels

__all__ = ["Verdict", "verify"]

_SAMPLE: Final = 5
_RUN: Final = "run.json"
_PLAN: Final = "plan.toml"
_NOT_SIMULATED: Final = (
    ("", "title"),
    ("", "question"),
    ("", "fitted"),
    ("", "table"),
    ("", "figure"),
    ("run", "runs"),
)
"""What of a plan no run depends on: runs that were stored before it changed keep the old one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a verification found."""

    name: str  #: campaign
    model: str  #: model version that made it
    every: int  #: runs in the archive
    repeated: tuple[str, ...]  #: runs that were simulated again, in words
    differences: tuple[str, ...]  #: what is not as the archive says, one sentence each
    figures: str  #: whether its figures were drawn again


def verify(
    path: Path,
    *,
    sample: int | None = _SAMPLE,
    trust_code: bool = False,
    jobs: int | None = None,
    progress: bool | Tell | None = None,
    say: Callable[[str], None] | None = None,
) -> Verdict:
    """Check every file of an archive, then simulate some of its runs, or all, and compare; draw its figures again.

    Digest, metrics, tables of calls, sessions, waits, attempts and series, and captures have to be equal.

    @param path: an archive of net8 archive
    @param sample: how many runs are simulated, drawn by the system's randomness, so that nobody who makes an archive
        knows which; None: all
    @param trust_code: whether a library in the archive (network.library) may be loaded, which may do all that the user
        may do; without it such an archive is refused
    @param jobs: simulations at once; by default one per processor
    @param progress: True shows how far it is, a function is told
    @param say: told of such a library, by name and SHA-256, before it is loaded
    @return: what was found
    @raises ArchiveError: when the file is no whole archive, or holds code that is not trusted
    """
    with tempfile.TemporaryDirectory(prefix="net8-verify-") as made:
        folder, again = Path(made) / "archive", Path(made) / "again"
        unpacked = unpack(path, folder)
        try:
            plan = load(folder / unpacked.plan)
            _admit_code(path, plan, unpacked, say if trust_code else None, trusted=trust_code)
            with Store(folder, writing=False) as store:
                results = read_results(store, plan.name)
                _check_points(results, folder / unpacked.plan, plan)
                _check_parts(results, store, unpacked)
            differences = list(_look(results))
            chosen = _choose(results, sample)
            sweep = Sweep(plan, runs=results.campaign.runs, out=again)
            sweep.run_missing(
                jobs=jobs, pcap=any(row.pcap for row in chosen.values()),
                trace10046=any(TRACE_FILE in row.files for row in chosen.values()), progress=progress,
                only={(row.point, row.run) for row in chosen.values()},
            )  # fmt: skip
            repeated = {(row.point, row.run): row for row in _rows(sweep.results)}
            figures, wrong = compare_figures(results, again / "figures")
            differences += wrong
            for told, row in chosen.items():
                found = repeated[row.point, row.run]
                differences += _compare(
                    told, row, results.folder_of(row), found, again / "data" / found.folder
                )
        except (Net8Error, OSError, ValueError, RecursionError) as error:
            raise ArchiveError(f"{path} cannot be verified: {error}") from None
        every = len(_rows(results))
        return Verdict(
            results.campaign.name, results.campaign.model, every, tuple(chosen), tuple(differences), figures
        )


def _admit_code(
    path: Path, plan: Plan, unpacked: Unpacked, say: Callable[[str], None] | None, *, trusted: bool
) -> None:
    """Refuse a library whose code the runs would load, unless it is trusted; name it and its hash in both cases."""
    if not is_outside(plan):
        return
    name = str(PurePosixPath(unpacked.plan).parent / str(plan["network.library"]))
    if name not in unpacked.sums:
        raise PlanError(
            f"network.library = {plan['network.library']} is not in it; net8 loads no other library"
        )
    told = f"{name}, SHA-256 {unpacked.sums[name]}, is native code that its runs load with all your rights"
    if not trusted:
        raise PlanError(f"{told}; if you trust whoever made it, net8 verify {path} --trust-code")
    if say is not None:
        say(told)


def _rows(results: Results) -> list[Row]:
    """Return the stored runs of a campaign."""
    return [row for index in range(len(results.campaign.points)) for row in results.runs_of(index)]


def _check_points(results: Results, path: Path, plan: Plan) -> None:
    """Refuse a plan that does not give the points of the store."""
    campaign, text = results.campaign, path.read_text(encoding="utf-8")
    if text != campaign.plan:
        raise PlanError("its plan is not the one that its store names")
    if campaign.folder:
        raise PlanError(
            f"its store reads files of its plan from {campaign.folder}, which is outside the archive"
        )
    points = [point for point, _labels in campaign.points]
    if point_hashes(text, campaign.name, path.parent) != points:
        made, here = campaign.model, model_version()
        if made != here:
            raise PlanError(
                f"it was made by model {made} and this is {here}, for which its plan stands for other points; "
                "verify it with the net8 that made it"
            )
        raise PlanError("its plan does not give the points that its store holds; one of them was changed")
    if [dict(labels) for _point, labels in campaign.points] != [plain_labels(p) for p in plan.points()]:
        raise PlanError("its store gives the points of its plan other values than the plan does")


def _check_parts(results: Results, store: Store, unpacked: Unpacked) -> None:
    """Refuse files and runs that are no part of the campaign, and runs that are missing."""
    campaign, home = results.campaign, str(PurePosixPath(unpacked.plan).parent)
    if home != f"scenario/{campaign.name}" or not unpacked.plan.endswith("/plan.toml"):
        raise PlanError(f"its plan is {unpacked.plan} instead of scenario/{campaign.name}/plan.toml")
    rows = _rows(results)
    for row in rows:
        if row.key != run_key(row.point, row.seed, row.run, row.model):
            raise PlanError(
                f"run {row.key[:16]}: its row is of another point, seed, run or model than its name"
            )
    if others := {row.key for row in store.all_rows()} - {row.key for row in rows}:
        raise PlanError(f"its store holds {len(others)} runs that are no part of {campaign.name}")
    if store.campaigns() != [campaign.name]:
        raise PlanError(f"its store holds {', '.join(store.campaigns())}; an archive is of one campaign")
    if read_campaign(results.folder / NAME) != campaign:
        raise PlanError(f"{campaign.name}/{NAME} is not the campaign of its store")
    if results.missing:
        raise PlanError(f"{results.missing} runs of {campaign.name} are missing or failed")
    parts = {METADATA, "campaign.sqlite", unpacked.plan, f"{campaign.name}/{NAME}"}
    parts |= {f"{home}/{name}" for name in plan_files(campaign.plan, store.out / home)}
    parts |= {f"data/{row.folder}/{name}" for row in rows for name in row.files}
    parts |= {f"{campaign.name}/{name}" for name in products(results)}
    for name in sorted(unpacked.sums.keys() - parts):
        raise PlanError(f"it holds {name}, which is no part of {campaign.name}")


def _look(results: Results) -> Iterator[str]:
    """Hold what the store says against the run folders and the tables, without simulating."""
    for row, wrong in results.damaged():
        yield f"run {row.run} of point {row.point[:12]}: {wrong}"
    for label, row in _labelled(results).items():
        yield from (f"{label}: {wrong}" for wrong in _look_into(row, results.folder_of(row)))
    for name, text in (("table.csv", table_csv(results)), ("provenance.json", provenance_json(results))):
        path = results.folder / name
        if path.is_file() and read_text(path, TABLE_LIMIT) != text:
            yield f"{name} is not the {name.partition('.')[0]} of the store"


def _look_into(row: Row, folder: Path) -> Iterator[str]:
    """Hold the row of a run against its folder."""
    run = Run.load(folder)
    if run.digest != row.digest:
        yield f"its folder has the digest {run.digest}, the store {row.digest}"
    if (run.seed, run.run, run.events) != (row.seed, row.run, row.events):
        yield "its folder has another seed, run number or number of events than the store"
    if run.metrics != dict(row.metrics):
        yield "its metrics are not those of its tables"
    if json.loads(read_text(folder / "summary.json", TABLE_LIMIT)) != dict(row.metrics):
        yield "summary.json has other metrics than the store"
    if {**read_record(folder), "files": None} != {**to_record(row), "files": None}:
        yield f"{RECORD} is not its row in the store"


def _labelled(results: Results) -> dict[str, Row]:
    """Name every run by what its point sweeps."""
    found = {}
    for index, (_point, labels) in enumerate(results.campaign.points):
        text = ", ".join(f"{name} = {value}" for name, value in labels.items())
        for row in results.runs_of(index):
            found[f"{text}, run {row.run}" if text else f"run {row.run}"] = row
    return found


def _choose(results: Results, sample: int | None) -> dict[str, Row]:
    """Choose the runs to simulate again, so that nobody knows which while the archive is made."""
    rows = _labelled(results)
    if sample is None or sample >= len(rows):
        return rows
    chosen = {*random.SystemRandom().sample(list(rows), sample)}
    return {label: row for label, row in rows.items() if label in chosen}


def _compare(label: str, told: Row, folder: Path, found: Row, again: Path) -> Iterator[str]:
    """Compare a run with what it gave when it was simulated again."""
    if found.status != "ok":
        yield f"{label}: it failed when it was simulated again: {found.error}"
        return
    if told.digest != found.digest:
        yield f"{label}: digest {told.digest} in the archive, {found.digest} simulated"
        return
    shared = any(SHARED_BEGINNING in row.made for row in (told, found))
    for name in ("error",) if shared else ("events", "error"):
        if getattr(told, name) != getattr(found, name):
            yield f"{label}: {name} {getattr(told, name)!r} in the archive, {getattr(found, name)!r} simulated"
    names = [name for name in told.metrics.keys() | found.metrics.keys() if _differ(told, found, name)]
    if names:
        yield f"{label}: {', '.join(sorted(names)[:5])} in the archive is not what was simulated"
    left_out = {"wall_s", "events"} if shared else {"wall_s"}
    if _document(folder / _RUN, left_out) != _document(again / _RUN, left_out):
        yield f"{label}: {_RUN} is not what was simulated"
    if _simulated(folder / _PLAN) != _simulated(again / _PLAN):
        yield f"{label}: {_PLAN} is not what was simulated"
    # A run that is simulated again may have more: captures and traces that others of the archive have.
    captured = [name for name in found.files if name.endswith(".pcap") and not told.pcap]
    captured += [TRACE_FILE] if TRACE_FILE not in told.files else []
    for name in sorted((told.files.keys() | found.files.keys()) - {*NOT_REPEATED, _PLAN, *captured}):
        pair = folder / name, again / name
        if not all(path.is_file() for path in pair) or not filecmp.cmp(*pair, shallow=False):
            yield f"{label}: {name} is not what was simulated"


def _differ(told: Row, found: Row, name: str) -> bool:
    """Return whether a metric is another one, or is missing on one side."""
    return told.metrics.get(name, "") != found.metrics.get(name, "")


def _document(path: Path, left_out: Collection[str]) -> dict[str, Any]:
    """Read what a run says of itself, but for what may differ."""
    read: dict[str, Any] = json.loads(read_text(path, TABLE_LIMIT))
    return {name: value for name, value in read.items() if name not in left_out}


def _simulated(path: Path) -> Mapping[str, Any]:
    """Read what of a plan decides a run, or what is no plan."""
    text = read_text(path, TABLE_LIMIT)
    try:
        document = tomllib.loads(text)
    except ValueError:
        return {"": text}
    for section, name in _NOT_SIMULATED:
        inner = document.get(section, {}) if section else document
        if isinstance(inner, dict):
            inner.pop(name, None)
    return document | {
        "library": [line for line in text.splitlines() if line.startswith("# network.library")]
    }
