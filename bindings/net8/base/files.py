# SPDX-License-Identifier: GPL-2.0-only
"""All writes to a store, in one place that explains failures and that tests can make fail.

Each method but the last two is a write point. Callers use ``current``, which tests replace by one that fails,
tears writes, forgets what was not synced or dies at a given call.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from net8.base.errors import StoreError

__all__ = ["Files", "cause", "explained", "free_bytes"]

_CAUSES: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EIO: "the disk reported an input/output error",
    errno.EFBIG: "the file would exceed the allowed size",
    errno.EMFILE: "too many files are open",
    errno.ELOOP: "symbolic links form a loop",
    errno.ENAMETOOLONG: "the name is too long",
}
_SQLITE_CAUSES: Final = {
    sqlite3.SQLITE_FULL: _CAUSES[errno.ENOSPC],
    sqlite3.SQLITE_READONLY: "it or its folder is read-only",
    sqlite3.SQLITE_IOERR: _CAUSES[errno.EIO],
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_BUSY: "another program has locked it",
}
_NEARLY_FULL_BYTES: Final = 1 << 20
"""With less free space than this, an input/output error of SQLite means a full disk."""
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
_ANYBODY: Final = 0o666
"""Rights of a new file, of which the user's umask takes some away."""
_FEW_FOLDERS: Final = 2
"""Up to this many folders, files are synced one by one; more with the whole file system."""


class Files:
    """The disk, with one method for each way to write to it."""

    def make_folder(self, path: Path) -> None:
        """Create a folder and its parents if missing.

        @param path: the folder
        """
        path.mkdir(parents=True, exist_ok=True)

    def write(self, path: Path, content: bytes | Iterable[bytes]) -> None:
        """Write a whole file.

        @param path: the file
        @param content: its bytes, at once or in parts
        """
        # A run has eight small files: Python's file objects would take three times as long as the system.
        name = os.fspath(path)
        try:
            descriptor = os.open(name, _NEW, _ANYBODY)
            try:
                for part in (content,) if isinstance(content, bytes) else content:
                    _write_all(descriptor, part)
            finally:
                os.close(descriptor)
        except OSError as error:
            error.filename = error.filename or name
            raise

    def copy(self, source: Path, target: Path) -> None:
        """Copy a file.

        @param source: from where
        @param target: to where
        """
        try:
            shutil.copyfile(source, target)
        except OSError as error:
            error.filename = error.filename or str(target)
            raise

    def rename(self, old: Path, new: Path) -> None:
        """Rename a file or folder; a file of that name is replaced.

        @param old: its name
        @param new: its name from then on
        """
        old.replace(new)

    def remove(self, path: Path) -> None:
        """Remove a file or a folder with its contents, if it exists.

        @param path: what to remove
        """
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def sync(self, folders: Sequence[Path]) -> None:
        """Wait until the contents of some folders of one file system are on the disk.

        @param folders: the folders
        """
        if len(folders) <= _FEW_FOLDERS:
            for folder in folders:
                for entry in os.scandir(folder):
                    _fsync(Path(entry.path))
                _fsync(folder)
        else:
            _syncfs(folders[0])

    def sync_one(self, path: Path) -> None:
        """Wait until a file is on the disk, or the names in a folder after changes there.

        @param path: the file or folder
        """
        _fsync(path)

    def commit(self, db: sqlite3.Connection) -> None:
        """Store a transaction of a database, on the disk when this returns.

        @param db: the database
        """
        db.execute("COMMIT")

    def set_journal(self, db: sqlite3.Connection, mode: str) -> None:
        """Change how a database keeps its journal.

        @param db: the database
        @param mode: SQLite's name of it
        """
        db.execute(f"PRAGMA journal_mode = {mode}")

    def keep_folder(self, path: Path) -> None:
        """Create a folder and its parents if missing, and sync them.

        @param path: the folder
        """
        if not path.is_dir():
            self.keep_folder(path.parent)
            self.make_folder(path)
            self.sync_one(path.parent)

    def replace(self, path: Path, content: bytes) -> None:
        """Replace a file atomically; it is on the disk when this returns.

        @param path: the file
        @param content: its bytes
        """
        temporary = path.with_name(f".tmp-{path.name}")
        self.write(temporary, content)
        self.sync_one(temporary)
        self.rename(temporary, path)
        self.sync_one(path.parent)


current: Files = Files()
"""The instance through which net8 writes."""


def _write_all(descriptor: int, content: bytes) -> None:
    """Write bytes to a file; the system may take a part of them at a time, and names no file in its errors."""
    written = os.write(descriptor, content)
    rest = memoryview(content)
    while written < len(rest):
        written += os.write(descriptor, rest[written:])


def _fsync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _syncfs(folder: Path) -> None:
    """Wait until everything on the file system of a folder is on the disk; Python has no function for this call."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if libc.syncfs(descriptor) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(folder))
    finally:
        os.close(descriptor)


def free_bytes(path: Path) -> int:
    """Return the free space on the file system of a path.

    @param path: a path, existing or not
    @return: bytes; a large number if unknown
    """
    for folder in (path, *path.parents):
        with contextlib.suppress(OSError):
            found = os.statvfs(folder)
            return found.f_bavail * found.f_frsize
    return 1 << 62


def cause(error: OSError | sqlite3.Error, path: Path) -> str:
    """Explain why a file cannot be read or written.

    @param error: the error of Python
    @param path: the file
    @return: such as "the disk is full"
    """
    if isinstance(error, OSError):
        return _CAUSES.get(error.errno or 0) or (error.strerror or str(error)).lower()
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and free_bytes(path) < _NEARLY_FULL_BYTES:
        return _CAUSES[errno.ENOSPC]
    return _SQLITE_CAUSES.get(code, str(error))


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Explain in one sentence why something in a folder cannot be written.

    @param path: the folder, or the file, where the error does not name one
    """
    try:
        yield
    except OSError as error:
        place = Path(os.fsdecode(error.filename)) if error.filename else path
        raise StoreError(_sentence(place, cause(error, path))) from None
    except sqlite3.Error as error:
        raise StoreError(_sentence(path, cause(error, path))) from None


def _sentence(path: Path, why: str) -> str:
    return f"{path} cannot be written: {why}; once this is fixed, the same command continues where it stopped"
