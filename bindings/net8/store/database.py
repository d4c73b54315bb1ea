# SPDX-License-Identifier: GPL-2.0-only
"""The campaign store: one SQLite file that says which runs are done and what they gave.

A run is named by the hash of what is simulated, seed, run number and model version. It is stored
entirely or not at all, so a sweep that is stopped at any moment loses only the runs under way. Rows and
campaigns have a checksum; data that the disk has changed is reported, not shown.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, TypeVar
from urllib.parse import quote

from net8.base import files
from net8.base.errors import BusyError, NoResultsError, StoreError
from net8.base.words import many
from net8.store.campaign_record import Campaign, campaign_checksum, check_campaign, write_campaign
from net8.store.row import Row, of_columns, run_key, to_columns
from net8.store.run_folder import RECORD

__all__ = ["Campaign", "Row", "Store", "folder_names", "locked", "run_key", "run_keys"]

_Value = TypeVar("_Value")

_SCHEMA: Final = (
    "CREATE TABLE runs ("
    "key TEXT PRIMARY KEY, point TEXT NOT NULL, seed INTEGER NOT NULL, run INTEGER NOT NULL, "
    "model TEXT NOT NULL, status TEXT NOT NULL, error TEXT NOT NULL, digest TEXT NOT NULL, "
    "events INTEGER NOT NULL, pcap INTEGER NOT NULL, wall_s REAL NOT NULL, metrics TEXT NOT NULL, "
    "made TEXT NOT NULL, folder TEXT NOT NULL, files TEXT NOT NULL, checksum TEXT NOT NULL)",
    "CREATE TABLE campaigns ("
    "name TEXT PRIMARY KEY, plan TEXT NOT NULL, folder TEXT NOT NULL, model TEXT NOT NULL, "
    "seed INTEGER NOT NULL, runs INTEGER NOT NULL, checksum TEXT NOT NULL)",
    "CREATE TABLE points ("
    "campaign TEXT NOT NULL, position INTEGER NOT NULL, point TEXT NOT NULL, labels TEXT NOT NULL, "
    "PRIMARY KEY (campaign, position))",
)
_COLUMNS: Final = 16
_FORMAT: Final = 3
_NAME: Final = "campaign.sqlite"
_AT_ONCE: Final = 500
"""Runs that one query asks for; SQLite takes 999 values and more."""
_HEADER_BYTES: Final = 100
"""Length of SQLite's file header; SQLite treats a shorter file as empty."""


def folder_names(key: str) -> tuple[str, str]:
    """Return the two names that the folder of a run may have: a repeated run goes to the one not in its row.

    @param key: name of the run
    @return: the first one, and the other
    """
    return key[:16], f"{key[:16]}-b"


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """Keep other net8 processes from writing to an output folder.

    @param out: the folder, which exists
    """
    with files.explained(out / ".lock"):
        stream = (out / ".lock").open("a")
    with stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BusyError(
                f"another net8 run is writing to {out}; wait for it or choose another --out"
            ) from None
        yield


class Store:
    """The store of one output folder."""

    def __init__(self, out: str | Path, *, writing: bool = True, name: str = _NAME) -> None:
        """Open the store.

        @param out: output folder
        @param writing: whether it may be written to, and created if missing; else it is left as it is
        @param name: name of its file
        """
        self.out = Path(out)
        self._path = self.out / name
        self._copy: tempfile.TemporaryDirectory[str] | None = None
        if name == _NAME:
            self._refuse_missing(writing)
        if writing:
            with files.explained(self._path):
                files.current.keep_folder(self.out)
        self._db = self._run_guarded(self._open if writing else self._open_to_read)
        try:
            self._run_guarded(self._check, writing)
        except StoreError:
            self.close()
            raise

    def _refuse_missing(self, writing: bool) -> None:
        """Refuse an output folder without a store, or one that has lost its store."""
        with contextlib.suppress(OSError):
            if self._path.stat().st_size >= _HEADER_BYTES:
                return
        if whole := self._describe_rescue():
            raise StoreError(f"{self._path} is missing or empty; {whole}")
        if not writing:
            raise self._no_results()

    def _no_results(self) -> NoResultsError:
        """State that the folder has no results, or does not exist."""
        if self.out.is_dir():
            return NoResultsError(f"{self.out} has no results; net8 run PLAN writes some")
        if os.path.lexists(self.out):
            return NoResultsError(f"{self.out} is not a folder; write the name of a folder with results")
        return NoResultsError(f"there is no results folder {self.out}; net8 run PLAN creates it")

    def _describe_rescue(self) -> str:
        """Describe how the store can be rebuilt from its run folders, or return an empty text."""
        count = sum(1 for _path in (self.out / "data").glob(f"*/{RECORD}"))
        if not count:
            return ""
        return f"net8 repair {self.out} rebuilds it from its {many(count, 'run folder')}"

    def _open(self) -> sqlite3.Connection:
        """Open the file to write to it."""
        db = sqlite3.connect(self._path, timeout=30, isolation_level=None)
        db.execute("PRAGMA synchronous = FULL")
        return db

    def _open_to_read(self) -> sqlite3.Connection:
        """Open the file without changing it or its folder."""
        try:
            return _open_database(self._path, "ro")
        except sqlite3.OperationalError:
            # If a killed process has left a journal in a read-only folder, SQLite needs a copy in another folder.
            self._copy = tempfile.TemporaryDirectory(prefix="net8-")
            for ending in ("", "-wal", "-journal"):
                path = self._path.with_name(f"{self._path.name}{ending}")
                if path.is_file():
                    shutil.copyfile(path, Path(self._copy.name) / path.name)
            try:
                # In the copy SQLite rolls back a transaction that was cut off.
                return _open_database(Path(self._copy.name) / self._path.name, "rw")
            except sqlite3.Error:
                self._copy.cleanup()
                raise

    def _check(self, writing: bool) -> None:
        """Refuse a damaged store or another format; create the tables of a new store."""
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version == 0 and not self._db.execute("SELECT name FROM sqlite_master").fetchall():
            if not writing:
                raise self._no_results()
            self._make()
            return
        if version != _FORMAT:
            rescue = f", or {self._describe_rescue()}" if self._describe_rescue() else ""
            raise StoreError(
                f"{self._path} was written by another version of net8; choose a new folder with --out{rescue}"
            )
        tables = self._db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        if sorted(sql for (sql,) in tables) != sorted(_SCHEMA):
            raise ValueError("its tables are not those of net8")
        # The longer check includes the index, which is used only for writing.
        (found,) = self._db.execute(f"PRAGMA {'integrity' if writing else 'quick'}_check(1)").fetchone()
        if found != "ok":
            raise ValueError(" ".join(found.split()))

    def _make(self) -> None:
        """Make the tables."""
        with self._transaction():
            for table in _SCHEMA:
                self._db.execute(table)
            self._db.execute(f"PRAGMA user_version = {_FORMAT}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Do several things or none of them."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            files.current.commit(self._db)
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _run_guarded(self, do: Callable[..., _Value], *arguments: object) -> _Value:
        """Do something with the file; turn errors into one sentence."""
        try:
            return do(*arguments)
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code not in (sqlite3.SQLITE_ERROR, 0):
                why = files.cause(error, self._path)
                raise StoreError(
                    f"{self._path} cannot be used as a campaign store: {why}; "
                    "once this is fixed, the same command continues where it stopped"
                ) from None
            raise self._damage_error(error) from None
        except OSError as error:
            raise StoreError(
                f"{self._path} cannot be used as a campaign store: {files.cause(error, self._path)}"
            ) from None
        except (sqlite3.Error, ValueError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise self._damage_error(error) from None

    def _damage_error(self, error: Exception) -> StoreError:
        """State that the file is damaged, and how to recover."""
        rescue = (
            self._describe_rescue()
            or "no run folder is left to rebuild it from, so move it away and run the plan again"
        )
        return StoreError(
            f"{self._path} cannot be used as a campaign store because it is damaged ({error}); {rescue}"
        )

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
        if self._copy is not None:
            self._copy.cleanup()

    @functools.cached_property
    def data(self) -> Path:
        """The folder that holds the run folders."""
        return self.out / "data"

    def folder(self, row: Row) -> Path:
        """Return the folder of a run.

        @param row: the run
        @return: its folder
        """
        return self.data / row.folder

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other net8 processes from writing here, while readers may read.

        Stored data survives a crash of this process and of the machine.
        """
        with locked(self.out):
            self._run_guarded(files.current.set_journal, self._db, "WAL")
            try:
                yield
            finally:
                # At rest the store is one file again, unless another process is reading it.
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("PRAGMA busy_timeout = 0")
                    files.current.set_journal(self._db, "DELETE")

    def put(self, *rows: Row) -> None:
        """Add or replace runs, all entirely or none at all.

        @param rows: the runs
        """
        self._run_guarded(self._put, rows)

    def _put(self, rows: Iterable[Row]) -> None:
        with self._transaction():
            marks = ",".join("?" * _COLUMNS)
            self._db.executemany(f"INSERT OR REPLACE INTO runs VALUES ({marks})", map(to_columns, rows))

    def drop(self, keys: Iterable[str]) -> None:
        """Remove runs from the database.

        @param keys: their names
        """
        self._run_guarded(self._drop, list(keys))

    def _drop(self, keys: Sequence[str]) -> None:
        with self._transaction():
            self._db.executemany("DELETE FROM runs WHERE key = ?", [(key,) for key in keys])

    def rows(self, keys: Iterable[str]) -> dict[str, Row]:
        """Return those of some runs that are stored.

        @param keys: names of runs
        @return: those that are stored
        """
        wanted = sorted(set(keys))
        found = (
            self._run_guarded(self._rows_of, wanted[start : start + _AT_ONCE])
            for start in range(0, len(wanted), _AT_ONCE)
        )
        return {row.key: row for rows in found for row in rows}

    def _rows_of(self, keys: Sequence[str]) -> list[Row]:
        places = ", ".join("?" * len(keys))
        return [*map(of_columns, self._db.execute(f"SELECT * FROM runs WHERE key IN ({places})", keys))]

    def all_rows(self) -> list[Row]:
        """Return all stored runs.

        @return: the runs in the order of their names
        """
        return self._run_guarded(self._rows)

    def _rows(self) -> list[Row]:
        return sorted(map(of_columns, self._db.execute("SELECT * FROM runs")), key=lambda row: row.key)

    def put_campaign(self, campaign: Campaign) -> None:
        """Store the points of a plan, so that a report does not need the plan file.

        @param campaign: the campaign
        """
        with files.explained(self.out / campaign.name):
            write_campaign(self.out, campaign)
        if campaign.name not in self.campaigns() or self.campaign(campaign.name) != campaign:
            self._run_guarded(self._put_campaign, campaign)

    def _put_campaign(self, c: Campaign) -> None:
        with self._transaction():
            self._db.execute(
                "INSERT OR REPLACE INTO campaigns VALUES (?,?,?,?,?,?,?)",
                (c.name, c.plan, c.folder, c.model, c.seed, c.runs, campaign_checksum(c)),
            )
            self._db.execute("DELETE FROM points WHERE campaign = ?", (c.name,))
            self._db.executemany(
                "INSERT INTO points VALUES (?,?,?,?)",
                [(c.name, i, point, json.dumps(dict(labels))) for i, (point, labels) in enumerate(c.points)],
            )

    def campaigns(self) -> list[str]:
        """Return the names of the plans that were run.

        @return: names in alphabetical order
        """
        return self._run_guarded(
            lambda: sorted(name for (name,) in self._db.execute("SELECT name FROM campaigns"))
        )

    def campaign(self, name: str) -> Campaign:
        """Return one campaign.

        @param name: its name
        @return: the campaign
        """
        found = self._run_guarded(self._campaign, name)
        if found is None:
            known = ", ".join(self.campaigns()) or "no plan"
            raise NoResultsError(f"{self.out} has no results of {name}; it has those of {known}")
        return found

    def _campaign(self, wanted: str) -> Campaign | None:
        lines = [line for line in self._db.execute("SELECT * FROM campaigns") if line[0] == wanted]
        if not lines:
            return None
        name, plan, folder, model, seed, runs, known = lines[0]
        cursor = self._db.execute("SELECT campaign, position, point, labels FROM points")
        points: list[tuple[Any, ...]] = sorted(line[1:] for line in cursor if line[0] == name)
        told = tuple((point, json.loads(labels)) for _position, point, labels in points)
        found = Campaign(name, plan, folder, model, seed, runs, told)
        if campaign_checksum(found) != known:
            raise ValueError(f"its record of {name} is not what was stored")
        check_campaign(found)
        return found


def run_keys(campaign: Campaign) -> list[str]:
    """Name the runs of a campaign.

    @param campaign: the campaign
    @return: a name for each replication that was last asked for of each point
    """
    runs = range(1, campaign.runs + 1)
    return [
        run_key(point, campaign.seed, run, campaign.model)
        for point, _labels in campaign.points
        for run in runs
    ]


def _open_database(path: Path, mode: str) -> sqlite3.Connection:
    """Open a database to read from it."""
    db = sqlite3.connect(
        f"file:{quote(os.fsencode(path))}?mode={mode}", uri=True, timeout=30, isolation_level=None
    )
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db


def remove_leftovers(store: Store) -> None:
    """Delete the remains of interrupted runs: unfinished folders, and those that another attempt has replaced.

    @param store: the store
    """
    try:
        names = {path.name for path in store.data.iterdir()}
    except FileNotFoundError:
        return
    again = any(name.endswith("-b") for name in names)
    rows = store.all_rows() if again else []
    replaced = {name for row in rows for name in folder_names(row.key) if row.folder and name != row.folder}
    with files.explained(store.data):
        for name in sorted(names):
            if name.startswith(".tmp-") or name in replaced:
                files.current.remove(store.data / name)
