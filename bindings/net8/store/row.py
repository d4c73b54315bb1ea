# SPDX-License-Identifier: GPL-2.0-only
"""The row of one run in the store, with a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from net8.store.form import check_contents, is_count, is_metric, is_name, is_number, is_text
from net8.store.run_folder import Contents
from net8.store.seal import checksum

__all__ = ["SHARED_BEGINNING", "Row", "of_columns", "of_record", "run_key", "to_columns", "to_record"]

SHARED_BEGINNING: Final = "shared_beginning"
"""Provenance of a run whose beginning was simulated once for several: it may have more events than alone."""
_SORTED: Final = json.JSONEncoder(sort_keys=True)


def run_key(point: str, seed: int, run: int, model: str) -> str:
    """Name a run.

    @param point: hash of what is simulated
    @param seed: seed of the random streams
    @param run: run number
    @param model: model version
    @return: 32 hexadecimal digits
    """
    return hashlib.sha256(f"{point}|{seed}|{run}|{model}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Row:
    """One run of the store."""

    key: str  #: name of the run
    point: str  #: hash of what was simulated
    seed: int  #: seed of the random streams
    run: int  #: run number
    model: str  #: model version
    status: str  #: "ok" or "error"
    error: str  #: what went wrong in the run or its sessions, or ""
    digest: str  #: hash of everything that happened
    events: int  #: events of the simulator
    pcap: bool  #: whether captures were written
    wall_s: float  #: seconds of computing
    metrics: Mapping[str, float | None]  #: by column name
    made: Mapping[str, str] = field(
        default_factory=dict
    )  #: who made it, where and when (net8.base.provenance)
    folder: str = ""  #: name of its folder
    files: Contents = field(default_factory=dict)  #: files of the folder


def to_columns(row: Row) -> tuple[Any, ...]:
    """Return the database row of a run.

    @param row: the run
    @return: one value for each column, the checksum last
    """
    values = (
        row.key, row.point, row.seed, row.run, row.model, row.status, row.error, row.digest, row.events,
        int(row.pcap), float(row.wall_s), _SORTED.encode(dict(row.metrics)),
        json.dumps(dict(row.made)), row.folder, json.dumps(dict(row.files)),
    )  # fmt: skip
    return *values, _checksum(values)


def of_columns(values: Sequence[Any]) -> Row:
    """Make a run from one row of the database.

    @param values: one value for each column
    @return: the run
    @raises ValueError: when they are not what was stored
    """
    *values, known = values
    if _checksum(values) != known:
        raise ValueError(f"the row of run {str(values[0])[:16]!r} is not what was stored")
    *fields, pcap, wall_s, metrics, made, folder, contents = values
    key, point, seed, run, model, status, error, digest, events = fields
    files = {name: tuple(entry) for name, entry in json.loads(contents).items()}
    row = Row(
        key, point, seed, run, model, status, error, digest, events, bool(pcap), wall_s, json.loads(metrics),
        json.loads(made), folder, files,
    )  # fmt: skip
    _check(row)
    return row


def _check(row: Row) -> None:
    """Refuse a row with a correct checksum that net8 cannot have written."""
    texts = (row.key, row.point, row.model, row.status, row.error, row.digest, row.folder)
    right = all(isinstance(text, str) for text in texts) and row.status in ("ok", "error")
    right = right and all(map(is_count, (row.seed, row.run, row.events)))
    right = right and isinstance(row.pcap, bool) and is_number(row.wall_s)
    right = right and isinstance(row.metrics, Mapping) and all(map(is_metric, row.metrics.items()))
    right = right and isinstance(row.made, Mapping)
    right = right and all(is_text(each) for pair in row.made.items() for each in pair)
    if not (right and (is_name(row.folder) if row.folder else not row.files)):
        raise ValueError(f"the row of run {str(row.key)[:16]!r} was not written by net8")
    check_contents(row.files)


def _checksum(values: Sequence[Any]) -> str:
    return checksum(json.dumps(values).encode())


def to_record(row: Row) -> dict[str, Any]:
    """Return the record of a run for its folder, without its files.

    @param row: the run
    @return: plain values by name
    """
    return {
        "key": row.key, "point": row.point, "seed": row.seed, "run": row.run, "model": row.model,
        "status": row.status, "error": row.error, "digest": row.digest, "events": row.events, "pcap": row.pcap,
        "wall_s": row.wall_s, "metrics": dict(row.metrics), "made": dict(row.made),
    }  # fmt: skip


def of_record(record: Mapping[str, Any], folder: str, files: Contents) -> Row:
    """Make a run from the record in its folder.

    @param record: the result of to_record
    @param folder: name of the folder
    @param files: what is in the folder
    @return: the run
    @raises ValueError: when it was not written by net8
    """
    known = {name: value for name, value in record.items() if name != "files"}
    row = Row(**known, folder=folder, files=files)
    _check(row)
    return row
