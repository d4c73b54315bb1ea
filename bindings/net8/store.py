# SPDX-License-Identifier: GPL-2.0-only
"""The campaign store: one SQLite file that says which runs are done and what they gave.

A run is named by the hash of what is simulated, seed, run number and model version. It is there
entirely or not at all, so whoever stops a sweep at any moment loses only the runs in flight.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from net8.errors import BusyError, StoreError

__all__ = ["Campaign", "Row", "Store", "run_key"]

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS runs (
    key TEXT PRIMARY KEY, point TEXT NOT NULL, seed INTEGER NOT NULL, run INTEGER NOT NULL,
    model TEXT NOT NULL, status TEXT NOT NULL, error TEXT NOT NULL, digest TEXT NOT NULL,
    events INTEGER NOT NULL, pcap INTEGER NOT NULL, wall_s REAL NOT NULL, metrics TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS campaigns (
    name TEXT PRIMARY KEY, plan TEXT NOT NULL, folder TEXT NOT NULL, model TEXT NOT NULL,
    seed INTEGER NOT NULL, runs INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS points (
    campaign TEXT NOT NULL, position INTEGER NOT NULL, point TEXT NOT NULL, labels TEXT NOT NULL,
    PRIMARY KEY (campaign, position)
);
"""
_FORMAT: Final = 1


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
    digest: str  #: hash of all that happened
    events: int  #: events of the simulator
    pcap: bool  #: whether captures were written
    wall_s: float  #: seconds of computing
    metrics: Mapping[str, float | None]  #: by column name


@dataclass(frozen=True, slots=True)
class Campaign:
    """One plan as it was last run."""

    name: str  #: name of its folder
    plan: str  #: the plan as TOML
    folder: str  #: where the plan's own files are
    model: str  #: model version
    seed: int  #: seed of the random streams
    runs: int  #: replications of each point
    points: tuple[tuple[str, Mapping[str, object]], ...]  #: hash and labels of each point


class Store:
    """The store of one output folder."""

    def __init__(self, out: str | Path, *, create: bool = True) -> None:
        """Open the store.

        @param out: output folder
        @param create: whether to make one that is not there
        """
        self.out = Path(out)
        path = self.out / "campaign.sqlite"
        if not create and not path.is_file():
            raise StoreError(f"{self.out} holds no results yet; net8 run PLAN makes some")
        try:
            self.out.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=30)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _FORMAT):
                raise StoreError(
                    f"{path} was written by another version of net8; choose a new folder with --out"
                )
            with self._db:
                self._db.executescript(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {_FORMAT}")
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path} cannot be used as a campaign store: {error}") from None

    def __enter__(self) -> Store:
        """Use the store in a with statement."""
        return self

    def __exit__(
        self, _t: type[BaseException] | None, _e: BaseException | None, _b: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def folder(self, key: str) -> Path:
        """Give the folder of a run.

        @param key: name of the run
        @return: its folder, whether it is there or not
        """
        return self.out / "data" / key[:16]

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other net8 processes from writing here, and store runs without waiting for the disk meanwhile.

        What is stored survives the death of this process at once, and that of the machine some seconds later.
        """
        with (self.out / ".lock").open("a") as stream:
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BusyError(
                    f"another net8 run is writing to {self.out}; wait for it or choose another --out"
                ) from None
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            try:
                yield
            finally:
                # At rest the store is one file again, unless someone reads it right now.
                self._db.execute("PRAGMA busy_timeout = 0")
                with contextlib.suppress(sqlite3.OperationalError):
                    self._db.execute("PRAGMA journal_mode = DELETE")

    def put(self, row: Row) -> None:
        """Add or replace a run, entirely or not at all.

        @param row: the run
        """
        values = (
            row.key, row.point, row.seed, row.run, row.model, row.status, row.error, row.digest, row.events,
            int(row.pcap), row.wall_s, json.dumps(dict(row.metrics), sort_keys=True),
        )  # fmt: skip
        with self._db:
            self._db.execute(f"INSERT OR REPLACE INTO runs VALUES ({','.join('?' * len(values))})", values)

    def rows(self, keys: Sequence[str]) -> dict[str, Row]:
        """Give the stored runs among some.

        @param keys: names of runs
        @return: those that are stored
        """
        wanted = set(keys)
        cursor = self._db.execute("SELECT * FROM runs ORDER BY key")
        return {values[0]: _row(values) for values in cursor if values[0] in wanted}

    def all_rows(self) -> list[Row]:
        """Give all stored runs.

        @return: the runs in the order of their names
        """
        return [_row(values) for values in self._db.execute("SELECT * FROM runs ORDER BY key")]

    def put_campaign(self, campaign: Campaign) -> None:
        """Remember which points a plan has, so that a report needs no plan.

        @param campaign: the campaign
        """
        c = campaign
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO campaigns VALUES (?,?,?,?,?,?)",
                (c.name, c.plan, c.folder, c.model, c.seed, c.runs),
            )
            self._db.execute("DELETE FROM points WHERE campaign = ?", (c.name,))
            self._db.executemany(
                "INSERT INTO points VALUES (?,?,?,?)",
                [(c.name, i, point, json.dumps(dict(labels))) for i, (point, labels) in enumerate(c.points)],
            )

    def campaigns(self) -> list[str]:
        """Give the names of the plans that were run.

        @return: names in alphabetical order
        """
        return [name for (name,) in self._db.execute("SELECT name FROM campaigns ORDER BY name")]

    def campaign(self, name: str) -> Campaign:
        """Give one campaign.

        @param name: its name
        @return: the campaign
        """
        values = self._db.execute(
            "SELECT name, plan, folder, model, seed, runs FROM campaigns WHERE name = ?", (name,)
        ).fetchone()
        if values is None:
            known = ", ".join(self.campaigns()) or "nothing yet"
            raise StoreError(f"{self.out} holds no results of {name}; it holds {known}")
        cursor = self._db.execute(
            "SELECT point, labels FROM points WHERE campaign = ? ORDER BY position", (name,)
        )
        points = tuple((point, json.loads(labels)) for point, labels in cursor)
        name, plan, folder, model, seed, runs = values
        return Campaign(name, plan, folder, model, seed, runs, points)


def _row(values: tuple[Any, ...]) -> Row:
    """Make a run of one line of the table."""
    *fields, pcap, wall_s, metrics = values
    key, point, seed, run, model, status, error, digest, events = fields
    return Row(
        key, point, seed, run, model, status, error, digest, events, bool(pcap), wall_s, json.loads(metrics)
    )


def remove_leftovers(data: Path) -> None:
    """Delete what runs left that were cut off.

    @param data: the folder that holds the run folders
    """
    import shutil

    for path in data.glob(".tmp-*"):
        shutil.rmtree(path, ignore_errors=True)
