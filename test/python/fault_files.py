# SPDX-License-Identifier: GPL-2.0-only
"""A disk that fails, tears, forgets or dies at the call that a test names."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from net8.base.files import Files

__all__ = ["DIED", "MODES", "FaultFiles"]

DIED: Final = 137
"""Exit code of a process that this disk has ended."""

MODES: Final = {
    "error once": "an input/output error at that call",
    "full from then on": "no room at that call and all later ones that need some",
    "torn": "half of the call is done, then there is no room",
    "torn and killed": "half of the call is done, then the process dies",
    "power cut": "the machine dies before that call; names last, what was not synced is half there",
    "power cut, names too": "as before, and names that were not synced are as they were",
}
"""What happens at the k-th call. A call that is torn and has no half, such as a rename, does nothing."""

_NOT_OURS: Final = ("campaign.sqlite", ".tmp-campaign.sqlite", ".lock")
"""Files that SQLite syncs by itself, or that are empty."""


class FaultFiles(Files):
    """The disk, until the k-th call."""

    def __init__(self, root: Path, at: int = 0, mode: str = "") -> None:
        """Prepare.

        @param root: folder on which this disk is
        @param at: number of the call, from 1; 0: none
        @param mode: what happens then
        """
        self.calls: list[str] = []  #: what was called
        self._root, self._at, self._mode = root, at, mode
        self._grave = Path(tempfile.mkdtemp(prefix="grave-", dir=root.parent))
        self._lasting = {path.stat().st_ino for path in root.rglob("*") if path.is_file()} if at else set()
        self._names: list[tuple[Path, Callable[[], None]]] = []

    def _call(
        self, name: str, do: Callable[[], None], tear: Callable[[], None], *, frees: bool = False
    ) -> None:
        """Do it, or what this test is about."""
        self.calls.append(name)
        number, mode = len(self.calls), self._mode
        late = mode == "full from then on" and number > self._at and not frees
        if not self._at or (number != self._at and not late):
            do()
            return
        if mode.startswith("torn"):
            tear()
        if mode.startswith("power cut"):
            self._cut(names=mode != "power cut")
        if mode == "torn and killed" or mode.startswith("power cut"):
            os._exit(DIED)
        code = errno.EIO if mode == "error once" else errno.ENOSPC
        raise OSError(code, os.strerror(code), str(self._root / name))

    def _cut(self, *, names: bool) -> None:
        """Forget what was not synced."""
        for _folder, undo in reversed(self._names if names else []):
            undo()
        for path in self._root.rglob("*"):
            if (
                path.is_file()
                and not path.name.startswith(_NOT_OURS)
                and path.stat().st_ino not in self._lasting
            ):
                os.truncate(path, path.stat().st_size // 2)

    def _bury(self, path: Path) -> Path | None:
        """Put something aside that may have to come back."""
        if not path.exists():
            return None
        place = Path(tempfile.mkdtemp(dir=self._grave)) / path.name
        path.rename(place)
        return place

    def make_folder(self, path: Path) -> None:  # noqa: D102
        new = next((one for one in [*reversed(path.parents), path] if not one.exists()), None)

        def do() -> None:
            Files.make_folder(self, path)
            if new is not None:
                self._names.append((new.parent, lambda: shutil.rmtree(new, ignore_errors=True)))

        self._call("make_folder", do, lambda: None)

    def write(self, path: Path, content: bytes | Iterable[bytes]) -> None:  # noqa: D102
        whole = content if isinstance(content, bytes) else b"".join(content)
        self._call(
            "write",
            lambda: Files.write(self, path, whole),
            lambda: Files.write(self, path, whole[: len(whole) // 2]),
        )

    def copy(self, source: Path, target: Path) -> None:  # noqa: D102
        whole = source.read_bytes()
        self._call(
            "copy",
            lambda: Files.copy(self, source, target),
            lambda: Files.write(self, target, whole[: len(whole) // 2]),
        )

    def rename(self, old: Path, new: Path) -> None:  # noqa: D102
        def do() -> None:
            buried = self._bury(new) if new.is_file() else None
            Files.rename(self, old, new)

            def undo() -> None:
                if new.exists():
                    new.rename(old)
                if buried is not None:
                    buried.rename(new)

            self._names.append((new.parent, undo))

        self._call("rename", do, lambda: None)

    def remove(self, path: Path) -> None:  # noqa: D102
        def do() -> None:
            if (buried := self._bury(path)) is not None:
                self._names.append((path.parent, lambda: None if path.exists() else _back(buried, path)))

        def tear() -> None:
            inside = sorted(path.iterdir()) if path.is_dir() else []
            for one in inside[: len(inside) // 2]:
                one.unlink()

        self._call("remove", do, tear, frees=True)

    def sync(self, folders: Sequence[Path]) -> None:  # noqa: D102
        def do() -> None:
            Files.sync(self, folders)
            for folder in folders:
                self._lasting |= {path.stat().st_ino for path in folder.iterdir()}
                self._names = [entry for entry in self._names if entry[0] != folder]

        self._call("sync", do, lambda: None)

    def sync_one(self, path: Path) -> None:  # noqa: D102
        def do() -> None:
            Files.sync_one(self, path)
            if path.is_file():
                self._lasting.add(path.stat().st_ino)
            self._names = [entry for entry in self._names if entry[0] != path]

        self._call("sync_one", do, lambda: None)

    def commit(self, db: sqlite3.Connection) -> None:  # noqa: D102
        self._database("commit", lambda: Files.commit(self, db), lambda: self._torn_commit(db))

    def set_journal(self, db: sqlite3.Connection, mode: str) -> None:  # noqa: D102
        self._database("set_journal", lambda: Files.set_journal(self, db, mode), lambda: None)

    def _database(self, name: str, do: Callable[[], None], tear: Callable[[], None]) -> None:
        try:
            self._call(name, do, tear if self._mode == "torn and killed" else lambda: None)
        except OSError as error:
            full = error.errno == errno.ENOSPC
            found = sqlite3.OperationalError("database or disk is full" if full else "disk I/O error")
            found.sqlite_errorcode = sqlite3.SQLITE_FULL if full else sqlite3.SQLITE_IOERR
            raise found from None

    def _torn_commit(self, db: sqlite3.Connection) -> None:
        """Store a transaction and take away the second half of what that wrote to the journal."""
        wal = Path(f"{db.execute('PRAGMA database_list').fetchone()[2]}-wal")
        if wal.is_file():
            before = wal.stat().st_size
            Files.commit(self, db)
            os.truncate(wal, (before + wal.stat().st_size) // 2)


def _back(buried: Path, path: Path) -> None:
    """Bring something back whose folder is still there."""
    if path.parent.is_dir():
        buried.rename(path)
